"""Builds a HIP source twice, for gfx942 and as plain C++ for this CPU, and runs a kernel on both."""

from __future__ import annotations

import ctypes
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gfx_emulator.compile import compile_hip
from gfx_emulator.compile.hip import find_compiler

HERE = Path(__file__).parent
# Each operation is rounded by itself on both sides, and nothing is contracted: results must be equal bit for bit.
COMMON = ("-O2", "-std=c++17", "-ffp-contract=off")
HOST = (
    *("-target", "x86_64-linux-gnu", "-fPIC", "-mavx2", "-mfma", "-mf16c", "-fno-strict-aliasing"),
    *("-Xclang", "-ffloat16-excess-precision=none", "-Xclang", "-fbfloat16-excess-precision=none"),
)


@dataclass(frozen=True)
class BothBuilds:
    """A source as a code object and as a library of the host."""

    code: bytes
    library: ctypes.CDLL
    names: tuple[str, ...]

    def run_on_cpu(
        self, name: str, grid: Sequence[int], block: Sequence[int], arguments: Sequence[Any], *, barriers: bool
    ) -> None:
        """Run a kernel in place; numbers are ctypes values of the parameter's own type."""
        values = [ctypes.c_void_p(value.ctypes.data) if isinstance(value, np.ndarray) else value for value in arguments]
        pointers = (ctypes.c_void_p * len(values))(*(ctypes.addressof(value) for value in values))
        size = ctypes.c_uint * 3
        kernel = ctypes.cast(getattr(self.library, f"call_{name}"), ctypes.c_void_p)
        self.library.host_run(kernel, pointers, size(*grid), size(*block), int(barriers))


def build_both(source: str, folder: Path, options: Sequence[str] = ()) -> BothBuilds:
    """Compile ``source``, which holds ``extern "C" __global__`` functions, in both ways."""
    names = tuple(re.findall(r'extern "C" __global__ void (\w+)\(', source))
    assert names, "the source holds no kernel"
    code = compile_hip(
        f'#include "hip_device.h"\n{source}', "gfx942", options=(*COMMON, *options), compiler="ziglang"
    ).code
    calls = "\n".join(f'extern "C" void call_{name}(void **a) {{ host::invoke({name}, a); }}' for name in names)
    (folder / "kernels.cpp").write_text(f'#include "host.h"\n{source}\n{calls}\n')
    zig = find_compiler("ziglang").command[0]
    commands = (
        [zig, "clang", "-c", *HOST, *COMMON, *options, f"-I{HERE}", "kernels.cpp", "-o", "kernels.o"],
        # zig cc brings its own C library stubs and compiler support library.
        [zig, "cc", "-target", "x86_64-linux-gnu", "-shared", "-fPIC", "-O2", str(HERE / "host.c"), "kernels.o"],
    )
    for command in (commands[0], [*commands[1], "-lm", "-o", "kernels.so"]):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    return BothBuilds(code, ctypes.CDLL(str(folder / "kernels.so")), names)
