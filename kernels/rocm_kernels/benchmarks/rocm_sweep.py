"""Compiles the decode kernels that requests within the support table need, target by target, and looks for spills and scratch.

    python -m rocm_kernels.benchmarks.rocm_sweep [--target NAME ...] [--every] [--seconds N] [--state FILE] [--markdown FILE]

What a request can ask for are axes; so many kernels are compiled that every pair of values of two axes meets in one, and with
``--every`` the others after them, in a random order that is the same each time, as far as the time goes. With ``--state`` a
later call goes on where the last one stopped. Evidence: compiled; nothing runs.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from rocm_kernels.backends.rocm import SUPPORT, specialisation
from rocm_kernels.backends.rocm.build import resources
from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.files import write_atomically
from rocm_kernels.layouts import LAYOUTS
from rocm_kernels.spec import AttentionSpec
from rocm_kernels.targets import TARGETS

# (cache type, scales, letters of the scales that there is one of for each token): one kernel each.
STORES = (
    ("same", "none", ""),
    *(
        (kv, scales, letters)
        for kv in ("fp8", "int8")
        for scales, letters in (
            ("none", ""),
            ("per_head", ""),
            ("per_token", "k"),
            ("per_token", "v"),
            ("per_token", "kv"),
        )
    ),
)
# Query heads a key/value head: one for each number of row tiles.
ROWS = (1, 17, 33, 49, 65, 81, 97, 113)
AXES: dict[str, tuple[Any, ...]] = {
    "head_size": tuple(sorted(SUPPORT.head_sizes or ())),
    "store": STORES,
    "block_size": tuple(sorted(SUPPORT.block_sizes or ())),
    "gqa": ROWS,
    "layout": tuple(sorted(SUPPORT.layouts)),
    "query_dtype": tuple(sorted(SUPPORT.query_dtypes)),
    "alibi": (False, True),
    "softcap": (False, True),
    "strided": (False, True),
}
Point = tuple[int, ...]  # a value of each axis, by its index
TRIES = 30  # points looked at for each one chosen


@dataclass(frozen=True)
class Found:
    """What the compiler says of one kernel: registers that it spilled, and bytes of scratch."""

    kernel: str
    registers: int
    spills: int
    scratch_bytes: int


@dataclass(frozen=True)
class Sweep:
    """What is known of a target.

    Attributes:
        kernels: that were asked for.
        found: those that were compiled.
    """

    target: str
    kernels: int
    found: tuple[Found, ...]

    @property
    def bad(self) -> tuple[Found, ...]:
        """Kernels that spill or use scratch."""
        return tuple(entry for entry in self.found if entry.spills or entry.scratch_bytes)


def kernel_of(target: str, point: Point) -> specialisation.Specialisation | None:
    """The decode kernel of a point, None where the support table or the layout refuses it."""
    values = {name: axis[index] for (name, axis), index in zip(AXES.items(), point, strict=True)}
    kv, scales, letters = values["store"]
    names = {"same": values["query_dtype"], "fp8": TARGETS[target].fp8_dtype, "int8": "int8"}
    if names[kv] is None:
        return None
    spec = AttentionSpec(
        "paged_attention", "rocm", target, values["query_dtype"], names[kv], values["gqa"], 1, values["head_size"],
        values["block_size"], values["layout"], alibi=values["alibi"], softcap=values["softcap"], kv_scales=scales,
    )  # fmt: skip
    itemsize = DATA_TYPES[spec.kv_dtype].itemsize
    if SUPPORT.reasons(spec) or LAYOUTS[spec.layout].refusal(spec.head_size, spec.block_size, itemsize):
        return None
    strides = specialisation.fresh_strides(spec)
    if values["strided"]:
        strides = replace(strides, key_group=strides.key_group + 1)
    return specialisation.decode(spec, target, strides, letters)


def _pairs(point: Point) -> set[tuple[int, int, int, int]]:
    return {(i, point[i], j, point[j]) for i, j in itertools.combinations(range(len(point)), 2)}


@cache
def pair_points(target: str) -> tuple[Point, ...]:
    """Points that hold every pair of values which some served point holds; the same each time."""
    numbers = random.Random(1)
    sizes = [len(axis) for axis in AXES.values()]
    waiting = set()
    for i, j in itertools.combinations(range(len(sizes)), 2):
        waiting |= {(i, a, j, b) for a in range(sizes[i]) for b in range(sizes[j])}
    chosen = []
    while waiting:
        i, a, j, b = min(waiting)
        best: Point | None = None
        for _ in range(TRIES):
            drawn = [numbers.randrange(size) for size in sizes]
            drawn[i], drawn[j] = a, b
            point = tuple(drawn)
            if kernel_of(target, point) and (
                best is None or len(_pairs(point) & waiting) > len(_pairs(best) & waiting)
            ):
                best = point
        if best is None:
            waiting.discard((i, a, j, b))  # nothing served was found in many tries
            continue
        chosen.append(best)
        waiting -= _pairs(best)
    return tuple(chosen)


@cache
def _all_points(target: str) -> tuple[Point, ...]:
    points = [
        point
        for point in itertools.product(*(range(len(axis)) for axis in AXES.values()))
        if kernel_of(target, point) is not None
    ]
    random.Random(1).shuffle(points)
    return tuple(points)


def kernels(target: str, every: bool = False) -> Iterator[specialisation.Specialisation]:
    """Decode kernels of a target, each once: those that cover all pairs, and all others after them where ``every`` is set."""
    seen = set()
    for point in itertools.chain(pair_points(target), _all_points(target) if every else ()):
        kernel = kernel_of(target, point)
        if kernel is not None and kernel.kernel not in seen:
            seen.add(kernel.kernel)
            yield kernel


def measure(kernel: specialisation.Specialisation, target: str) -> Found:
    """Compile one kernel; raises ImplementationFailure where the compiler refuses it."""
    compiled = resources(kernel, target)
    spills = compiled.vgpr_spill_count + compiled.sgpr_spill_count
    return Found(kernel.kernel, compiled.vgpr_count, spills, compiled.scratch_bytes)


def sweep(target: str, every: bool, seconds: float, known: dict[str, list[int]], workers: int) -> Sweep:
    """Compile kernels of a target until all are, or the time is over; those in ``known`` are taken as they are."""
    end = time.monotonic() + seconds
    wanted = list(kernels(target, every))
    waiting = [kernel for kernel in wanted if kernel.kernel not in known]

    def one(kernel: specialisation.Specialisation) -> Found | None:
        return measure(kernel, target) if time.monotonic() < end else None

    with ThreadPoolExecutor(workers) as pool:
        for found in pool.map(one, waiting):
            if found is None:
                break
            known[found.kernel] = [found.registers, found.spills, found.scratch_bytes]
    return Sweep(target, len(wanted), tuple(Found(k.kernel, *known[k.kernel]) for k in wanted if k.kernel in known))


def markdown(sweeps: Sequence[Sweep]) -> str:
    """A row for each target, and every kernel that spills."""
    lines = [
        "| target | decode kernels | compiled | most VGPRs | that spill or use scratch |",
        "| --- | --- | --- | --- | --- |",
    ]
    for entry in sweeps:
        most = max((found.registers for found in entry.found), default=0)
        lines.append(f"| {entry.target} | {entry.kernels:,} | {len(entry.found):,} | {most} | {len(entry.bad)} |")
    bad = [(entry.target, found) for entry in sweeps for found in entry.bad]
    if bad:
        lines += [
            "",
            "| target | kernel | VGPRs | spilled registers | scratch bytes |",
            "| --- | --- | --- | --- | --- |",
        ]
        lines += [f"| {target} | {f.kernel} | {f.registers} | {f.spills} | {f.scratch_bytes} |" for target, f in bad]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Sweep the targets; 1 where a kernel spills or uses scratch."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", action="append", choices=tuple(TARGETS), help="by default all, one after the other")
    parser.add_argument("--every", action="store_true", help="go on with all kernels when those for all pairs are done")
    parser.add_argument("--seconds", type=float, default=600.0, help="for each target")
    parser.add_argument("--state", type=Path, help="go on from here, and write here")
    parser.add_argument("--markdown", type=Path, help="write the table here")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    known: dict[str, dict[str, list[int]]] = {}
    if options.state and options.state.is_file():
        known = json.loads(options.state.read_text(encoding="utf-8"))
    sweeps = []
    for target in options.target or TARGETS:
        sweeps.append(sweep(target, options.every, options.seconds, known.setdefault(target, {}), options.workers))
        print(markdown(sweeps[-1:]), end="", flush=True)
        if options.state:
            write_atomically(options.state, json.dumps(known, indent=1) + "\n")
    if options.markdown:
        write_atomically(options.markdown, markdown(sweeps))
    return 1 if any(entry.bad for entry in sweeps) else 0


if __name__ == "__main__":
    raise SystemExit(main())
