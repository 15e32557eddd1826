"""Compiles corpus.hip with clang for gfx942."""

from __future__ import annotations

import pathlib
import sys

from .assembler import run_tool

HERE = pathlib.Path(__file__).parent
FRONT = ["-x", "hip", "--offload-arch=gfx942", "--cuda-device-only", "-nogpuinc", "-nogpulib", "-std=c++17"]
AMDGCN = ["-target", "amdgcn-amd-amdhsa", "-mcpu=gfx942"]


def build(folder: pathlib.Path, level: str) -> pathlib.Path:
    """The code object of corpus.hip at an optimisation level, by way of assembly: clang of ziglang has no HIP linker."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = folder / f"corpus{level}"
    run_tool(["clang", *FRONT, level, "--no-gpu-bundle-output", "-S", str(HERE / "corpus.hip"), "-o", f"{stem}.s"])
    run_tool(["clang", *AMDGCN, "-c", f"{stem}.s", "-o", f"{stem}.o"])
    run_tool(["ld.lld", "-shared", f"{stem}.o", "-o", f"{stem}.co"])
    return pathlib.Path(f"{stem}.co")


if __name__ == "__main__":
    for level in ("-O1", "-O3"):
        print(build(pathlib.Path(sys.argv[1]) / "clang", level))
