"""Speed of the emulator: three decode kernels of one problem, start-up, a second thread, AVX2, checked mode.

    python -m gfx_emulator.benchmark [--json] [--repeats N]

The problem: batch 8, length 1,024, 8 KV heads, 8 query heads each, head size 128. AITER's kernel needs the files of the
package amd-aiter, the others ziglang and Triton; what is not installed is left out and said so. Times are processor time of
the launch where one thread runs (other programs on the machine do not count), wall time where two do; the best of N.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gfx_emulator.device import Device, Kernel, LaunchResult
from gfx_emulator.errors import EmulatorError
from gfx_emulator.program import build_program

BATCH, LENGTH, HEADS, RATIO, HEAD, PAGE = 8, 1024, 8, 8, 128, 16
SCALE = HEAD**-0.5 * math.log2(math.e)
AITER_FILE = "pa/pa_bf16_noquant_gqa8_1tg_4w.co"
BLOCKS = BATCH * LENGTH // PAGE

Launcher = Callable[..., LaunchResult]


@dataclass(frozen=True)
class Figure:
    """One measured number and the goal it is held against (None: no goal); ``at_most`` or at least the goal."""

    name: str
    value: float
    unit: str
    goal: float | None = None
    at_most: bool = True

    @property
    def met(self) -> bool | None:
        """Whether the goal is met."""
        if self.goal is None:
            return None
        return self.value <= self.goal if self.at_most else self.value >= self.goal


def _bfloat(values: npt.NDArray[np.float32]) -> npt.NDArray[np.uint16]:
    """Single precision cut to bfloat16."""
    return (values.view(np.uint32) >> 16).astype(np.uint16)


def _inputs(bfloat: bool) -> dict[str, Any]:
    random = np.random.default_rng(0)

    def numbers(*shape: int) -> npt.NDArray[Any]:
        values = random.standard_normal(shape).astype(np.float32)
        return _bfloat(values) if bfloat else values.astype(np.float16)

    return {
        "query": numbers(BATCH, HEADS * RATIO, HEAD),
        "keys": numbers(BLOCKS, HEADS, HEAD, PAGE),
        "values": numbers(BLOCKS, HEADS, HEAD, PAGE),
        "tables": random.permutation(BLOCKS).astype(np.int32).reshape(BATCH, -1),
        "lengths": np.full(BATCH, LENGTH, np.int32),
        "output": np.zeros((BATCH, HEADS * RATIO, HEAD), np.uint16 if bfloat else np.float16),
    }


def load_aiter(device: Device) -> Kernel:
    """AITER's hand-written bf16 kernel, not yet decoded or compiled."""
    package = importlib.util.find_spec("aiter_meta")
    if package is None or not package.submodule_search_locations:
        raise EmulatorError("the package amd-aiter is not installed")
    module = device.load(Path(next(iter(package.submodule_search_locations)), "hsa", device.target, AITER_FILE))
    return module[module.kernel_names[0]]


def aiter_kernel(device: Device) -> tuple[Kernel, Launcher]:
    """The same, ready to launch."""
    kernel = load_aiter(device)
    d = _inputs(bfloat=True)
    item = 2
    given = {
        "O": d["output"],
        "Q": d["query"],
        "K": d["keys"],
        "V": d["values"],
        "BT": d["tables"],
        "CL": d["lengths"],
        "sclg": SCALE,
        "mblk": LENGTH // PAGE,
        "batch": HEADS,
        "Qs": HEADS * RATIO * HEAD * item,
        "Bs": HEADS * PAGE * HEAD * item,
        "KVs": PAGE * HEAD * item,
        "GQA": RATIO,
        "QTP": np.arange(BATCH + 1, dtype=np.int32),
    }
    arguments = [given.get(a.name, 0) for a in kernel.info.arguments if not a.hidden]
    return kernel, lambda **options: kernel.launch((HEADS, BATCH), 256, arguments, **options)


def hip_kernel(device: Device) -> tuple[Kernel, Launcher]:
    """A HIP kernel of vector arithmetic (benchmark.hip)."""
    from gfx_emulator.compile import compile_hip

    kernel = device.load(compile_hip(Path(__file__).with_name("benchmark.hip"), device.target).code)["decode_vector"]
    arguments = [*_inputs(bfloat=False).values(), LENGTH // PAGE, HEADS, SCALE]
    return kernel, lambda **options: kernel.launch((HEADS, BATCH), 256, arguments, **options)


def triton_kernel(device: Device) -> tuple[Kernel, Launcher]:
    """A Triton kernel with matrix instructions (benchmark_triton.py)."""
    from gfx_emulator.compile import compile_triton

    try:
        from gfx_emulator.benchmark_triton import decode_matrix
    except ImportError as error:
        raise EmulatorError(f"Triton is not installed: {error}") from error
    pointers = dict.fromkeys(("query", "keys", "values", "output"), "*fp16") | dict.fromkeys(
        ("tables", "lengths"), "*i32"
    )
    built = compile_triton(
        decode_matrix,
        {**pointers, "table_stride": "i32", "heads": "i32", "scale": "fp32"},
        device.target,
        constants={"RATIO": RATIO, "HEAD": HEAD, "PAGE": PAGE, "TOKENS": 64},
        divisible_by_16=tuple(pointers),
        num_warps=4,
    )
    kernel = device.load(built.code)[built.manifest.details["name"]]
    arguments = [*_inputs(bfloat=False).values(), LENGTH // PAGE, HEADS, SCALE]
    arguments += [0] * (sum(not a.hidden for a in kernel.info.arguments) - len(arguments))
    lds = 0 if kernel.info.group_segment_size else int(built.manifest.details["shared"])
    return kernel, lambda **options: kernel.launch((HEADS, BATCH), 256, arguments, dynamic_lds=lds, **options)


KERNELS: dict[str, tuple[Callable[[Device], tuple[Kernel, Launcher]], float]] = {
    "AITER bf16, hand-written": (aiter_kernel, 20.0),
    "HIP, vector arithmetic": (hip_kernel, 80.0),
    "Triton, matrix instructions": (triton_kernel, 80.0),
}
"""Name to (how to build it, goal in milliseconds on one core)."""


def _best(launch: Launcher, repeats: int, clock: Callable[[], float], **options: Any) -> tuple[float, LaunchResult]:
    best, result = math.inf, None
    for _ in range(repeats + 1):
        started = clock()
        result = launch(**options)
        best = min(best, clock() - started)
    assert result is not None
    return best * 1e3, result


def _start(cached: bool) -> float:
    """Seconds to decode and compile AITER's kernel in a fresh process, with an empty cache or a filled one."""
    code = (
        "import time; from gfx_emulator.benchmark import load_aiter; from gfx_emulator import Device;"
        "started = time.process_time(); load_aiter(Device(threads=1)).prepare();"
        "print(time.process_time() - started)"
    )
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "GFX_EMULATOR_CACHE": folder, "PYTHONPATH": os.pathsep.join(sys.path)}
        times = []
        for _ in range(2):
            done = subprocess.run(
                [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True, timeout=300
            )
            times.append(float(done.stdout))
    return times[1] if cached else times[0]


def measure(repeats: int, report: Callable[[str], None]) -> list[Figure]:
    """Run everything; ``report`` gets a line for what is left out."""
    figures: list[Figure] = []
    available: dict[str, Callable[[Device], tuple[Kernel, Launcher]]] = {}
    one = Device(threads=1)
    for name, (make, goal) in KERNELS.items():
        try:
            _, launch = make(one)
        except EmulatorError as error:
            report(f"left out: {name}: {error}")
            continue
        available[name] = make
        plain, result = _best(launch, repeats, time.process_time)
        figures.append(Figure(f"{name}, one core", plain, "ms", goal))
        figures.append(Figure(f"{name}, wave instructions", result.instructions / 1e6, "million"))
        checked, _ = _best(launch, max(1, repeats // 4), time.process_time, check=True)
        figures.append(Figure(f"{name}, checked mode", checked / plain, "times plain", 5.0))
        if one.features != "avx2":
            _, narrow = make(Device(threads=1, features="avx2"))
            slow, _ = _best(narrow, repeats, time.process_time)
            figures.append(Figure(f"{name}, AVX2 only", slow / plain, "times AVX-512", 3.0))
        wall_one, _ = _best(launch, repeats, time.perf_counter)
        _, both = make(Device(threads=2))
        wall_two, _ = _best(both, repeats, time.perf_counter)
        figures.append(Figure(f"{name}, two threads", wall_one / wall_two, "times one", 1.7, at_most=False))
    if KERNELS and aiter_kernel in available.values():
        kernel = load_aiter(one)
        started = time.process_time()
        program = build_program(kernel.module.code_object, kernel.info, False)
        figures.append(Figure("decoding AITER's kernel", time.process_time() - started, "s"))
        figures.append(Figure("its instructions", len(program.instructions), ""))
        figures.append(Figure("start with an empty cache", _start(cached=False), "s", 0.5))
        figures.append(Figure("start from the disk cache", _start(cached=True), "s", 0.15))
    return figures


def main(arguments: list[str] | None = None) -> int:
    """Measure and print a table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON in place of a table")
    parser.add_argument("--repeats", type=int, default=8, help="launches of which the best counts (default 8)")
    given = parser.parse_args(arguments)
    if given.repeats < 1:
        parser.error(f"--repeats is {given.repeats}: expected at least 1")
    figures = measure(given.repeats, lambda line: print(line, file=sys.stderr))
    if given.json:
        print(json.dumps([{**asdict(f), "met": f.met} for f in figures], indent=2))
        return 0
    for f in figures:
        goal = ""
        if f.goal is not None:
            goal = f"goal {'at most' if f.at_most else 'at least'} {f.goal:g}: {'met' if f.met else 'NOT MET'}"
        print(f"{f.name:48s} {f.value:10.2f} {f.unit:14s} {goal}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
