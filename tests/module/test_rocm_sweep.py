"""The sweep over the decode kernels: what it takes, and that it is red for a kernel that spills."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from rocm_kernels.benchmarks import rocm_sweep
from rocm_kernels.benchmarks.rocm_sweep import AXES, STORES, kernel_of, measure, pair_points
from rocm_kernels.targets import TARGETS

# Kernels that once spilled, or stand near a limit: all results and operands of a long head, 16 tokens of eight bits a lane,
# many row tiles with strides, and every option at once. By target, with the values of the axes.
TIGHT = [
    (target, values)
    for targets, values in (
        (("gfx1100", "gfx1201"), (256, ("int8", "per_token", "v"), 128, 33, "5d", "fp16", False, True, True)),
        (("gfx1100", "gfx1201"), (256, ("same", "none", ""), 16, 1, "nhd", "bf16", True, True, True)),
        (("gfx1100", "gfx1201"), (192, ("int8", "per_token", "kv"), 256, 65, "5d", "fp16", True, True, True)),
        (("gfx1100", "gfx1201"), (128, ("int8", "none", ""), 64, 81, "asm", "bf16", True, True, False)),
        (("gfx1100", "gfx1201"), (112, ("int8", "per_token", "v"), 32, 97, "5d", "fp16", True, False, True)),
        (("gfx90a", "gfx942", "gfx950"), (64, ("int8", "per_token", "k"), 32, 81, "5d", "bf16", True, False, True)),
        (("gfx90a", "gfx942", "gfx950"), (112, ("int8", "per_token", "v"), 32, 113, "5d", "bf16", True, True, True)),
        (("gfx90a", "gfx942", "gfx950"), (256, ("int8", "per_token", "v"), 128, 33, "5d", "fp16", False, True, True)),
        (("gfx942", "gfx950"), (256, ("fp8", "per_token", "kv"), 128, 113, "asm", "fp16", True, True, True)),
    )
    for target in targets
]


def point_of(values: tuple[object, ...]) -> rocm_sweep.Point:
    return tuple(axis.index(value) for axis, value in zip(AXES.values(), values, strict=True))


@pytest.mark.parametrize(("target", "values"), TIGHT, ids=str)
def test_tight_kernels_spill_nothing(target: str, values: tuple[object, ...]) -> None:
    kernel = kernel_of(target, point_of(values))
    assert kernel is not None
    found = measure(kernel, target)
    assert (found.spills, found.scratch_bytes) == (0, 0), found


@pytest.mark.parametrize("target", ["gfx90a", "gfx942"])
def test_the_kernels_compiled_first_hold_every_pair_that_is_served(target: str) -> None:
    met = {pair for point in pair_points(target) for pair in itertools.combinations(enumerate(point), 2)}
    names = list(AXES)
    # Axes on which it depends whether a request is served, in all combinations; the others are free.
    tied = [names.index(name) for name in ("head_size", "store", "block_size", "layout", "query_dtype")]
    served = set()
    for values in itertools.product(*(range(len(AXES[names[axis]])) for axis in tied)):
        point = [0] * len(names)
        for axis, value in zip(tied, values, strict=True):
            point[axis] = value
        if kernel_of(target, tuple(point)):
            served |= set(itertools.combinations(sorted(zip(tied, values, strict=True)), 2))
    single = {part for pair in served for part in pair}
    free = {(axis, value) for axis, name in enumerate(names) if axis not in tied for value in range(len(AXES[name]))}
    served |= {tuple(sorted(pair)) for pair in itertools.product(single, free)}
    served |= {pair for pair in itertools.combinations(sorted(free), 2) if pair[0][0] != pair[1][0]}
    assert served <= met
    fp8 = [index for index, store in enumerate(STORES) if store[0] == "fp8"]
    assert any(part == (names.index("store"), fp8[0]) for part in single) == (TARGETS[target].fp8_dtype is not None)


def test_a_kernel_that_spills_makes_the_sweep_red(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    point = point_of((256, ("same", "none", ""), 16, 1, "5d", "bf16", False, False, False))
    right = kernel_of("gfx1100", point)
    assert right is not None
    # All keys and values of a chunk in registers at once, which this target has not.
    forced = tuple((name, "1" if name == "PREFETCH" else value) for name, value in right.defines)
    monkeypatch.setattr(rocm_sweep, "pair_points", lambda target: (point,))
    arguments = ["--target", "gfx1100", "--markdown", str(tmp_path / "table.md"), "--workers", "1"]
    assert rocm_sweep.main(arguments) == 0
    monkeypatch.setattr(rocm_sweep, "kernel_of", lambda target, point: replace(right, defines=forced))
    assert rocm_sweep.main(arguments) == 1
    assert f"| gfx1100 | {right.kernel} | 256 |" in (tmp_path / "table.md").read_text()


def test_a_sweep_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    points = tuple(
        point_of((size, ("same", "none", ""), 16, 1, "5d", "bf16", False, False, False)) for size in (32, 64, 80)
    )
    monkeypatch.setattr(rocm_sweep, "pair_points", lambda target: points)
    known: dict[str, list[int]] = {}
    assert len(rocm_sweep.sweep("gfx942", False, 0.0, known, 1).found) == 0
    monkeypatch.setattr(rocm_sweep, "pair_points", lambda target: points[:2])
    assert len(rocm_sweep.sweep("gfx942", False, 60.0, known, 1).found) == 2
    monkeypatch.setattr(rocm_sweep, "pair_points", lambda target: points)
    before = dict(known)
    found = rocm_sweep.sweep("gfx942", False, 60.0, known, 1)
    assert (found.kernels, len(found.found), found.bad) == (3, 3, ())
    assert {name: known[name] for name in before} == before
