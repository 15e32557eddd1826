"""The matrix asks the bundled kernels for everything that their support table says they serve, and for every pair of it."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rocm_ci import matrix
from rocm_ci.cell import Cell
from rocm_kernels.backends.rocm import SUPPORT
from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.layouts import LAYOUTS
from rocm_kernels.spec import FEATURES, AttentionSpec

TARGET = "gfx942"
DEVICE = f"emulated:{TARGET}"
LEAST_CELLS = 400
Values = Mapping[str, Any]
Pair = frozenset[tuple[str, Any]]

# Of numbers without a list of their own, classes in which a kernel does something else: rows of a tile of 16 query heads, and
# tokens (a wave's chunk has 32 or 64, a round of four waves 128 or 256, eight waves have two rounds from 512 on).
GQA_CLASSES: dict[str, range] = {
    "one row": range(1, 2),
    "part of a tile": range(2, 16),
    "a tile": range(16, 17),
    "some tiles": range(17, 128),
    "all tiles": range(128, 129),
}
LENGTH_CLASSES: dict[str, range] = {
    "a chunk": range(1, 33),
    "a round": range(33, 129),
    "some rounds": range(129, 512),
    "more waves": range(512, 2**31),
}


def class_of(number: int, classes: Mapping[str, range]) -> str:
    return next(name for name, numbers in classes.items() if number in numbers)


def spec_of(values: Values) -> AttentionSpec:
    kv_heads = 1
    shape = {name: value for name, value in values.items() if name in {field.name for field in fields(AttentionSpec)}}
    gqa = GQA_CLASSES[values["gqa"]].start if "gqa" in values else 1
    return AttentionSpec(**shape, device=DEVICE, target=TARGET, query_heads=gqa * kv_heads, kv_heads=kv_heads)


# What decides whether a request is possible; all of it together. Every other axis is free: any value goes with any other.
TIED: dict[str, tuple[Any, ...]] = {
    "query_dtype": tuple(sorted(SUPPORT.query_dtypes)),
    "kv_dtype": tuple(sorted(SUPPORT.kv_dtypes)),
    "kv_scales": tuple(sorted(SUPPORT.kv_scales)),
    "head_size": tuple(sorted(SUPPORT.head_sizes or ())),
    "block_size": tuple(sorted(SUPPORT.block_sizes or ())),
    "layout": tuple(sorted(SUPPORT.layouts)),
}
STRIDES: dict[str, tuple[Any, ...]] = {
    "query_strides": ("fresh",) if SUPPORT.needs_contiguous_query else ("fresh", "sliced"),
    "cache_strides": ("fresh",) if SUPPORT.needs_contiguous_cache else ("fresh", "sliced"),
}
FREE: dict[str, dict[str, tuple[Any, ...]]] = {
    "paged_attention": {
        "gqa": tuple(GQA_CLASSES),
        "length": tuple(LENGTH_CLASSES),
        **{name: (False, True) if name in SUPPORT.features else (False,) for name in FEATURES},
        **STRIDES,
    },
    "reshape_and_cache": STRIDES,
}
OPS = tuple(FREE)


def values_of(cell: Cell) -> dict[str, Any]:
    """What a cell asks for, by axis."""
    values = {name: getattr(cell, name) for name in (*TIED, *STRIDES)}
    if cell.op == "reshape_and_cache":
        return values
    features = {name: bool(getattr(cell, name, False)) for name in FEATURES}
    return {
        **values,
        **features,
        "sliding_window": cell.sliding_window is not None,
        "softcap": cell.softcap is not None,
        "custom_scale": cell.scale is not None,
        "gqa": class_of(cell.query_heads // cell.kv_heads, GQA_CLASSES),
        "length": class_of(max(1, *cell.lengths), LENGTH_CLASSES),
    }


def is_served(values: Values, op: str) -> bool:
    """Whether the support table serves it, and the layout can hold it."""
    kv = DATA_TYPES[values["kv_dtype"]]
    if LAYOUTS[values["layout"]].refusal(values["head_size"], values["block_size"], kv.itemsize) is not None:
        return False
    if values["kv_scales"] != "none" and not kv.quantised:
        return False  # the op refuses it before any kernel is asked
    return SUPPORT.reasons(spec_of({**values, "op": op})) == ()


def pairs(values: Values) -> set[Pair]:
    return {frozenset(pair) for pair in itertools.combinations(values.items(), 2)}


@cache
def served_pairs(op: str) -> frozenset[Pair]:
    """Every pair of values that some request within the support table holds."""
    found: set[Pair] = set()
    tied: set[tuple[str, Any]] = set()
    for values in map(dict, itertools.product(*([(name, value) for value in axis] for name, axis in TIED.items()))):
        if is_served(values, op):
            found |= pairs(values)
            tied |= set(values.items())
    free = [(name, value) for name, axis in FREE[op].items() for value in axis]
    found |= {frozenset(pair) for pair in itertools.product(tied, free)}
    return frozenset(found | {frozenset(pair) for pair in itertools.combinations(free, 2) if pair[0][0] != pair[1][0]})


@cache
def cells() -> tuple[Cell, ...]:
    """Cells in which the bundled kernels must serve the call, in the emulator."""
    every = matrix.load(Path(__file__).parents[2] / "ci" / "matrix.toml").cells
    return tuple(cell for cell in every if cell.device == DEVICE and cell.backend == "rocm" and cell.op in OPS)


def missing(given: Iterable[Cell], op: str) -> set[Pair]:
    met = {pair for cell in given if cell.op == op for pair in pairs(values_of(cell))}
    return set(served_pairs(op)) - met


def test_there_are_enough_cells() -> None:
    assert len(cells()) >= LEAST_CELLS


def test_all_of_them_run_in_checked_mode_but_those_whose_work_is_counted() -> None:
    checked = {cell.flags.get("ROCM_KERNELS_CHECK_EMULATED") for cell in cells() if cell.yardstick is None}
    assert checked == {"1"}


@pytest.mark.parametrize("op", OPS)
def test_every_pair_of_values_is_met(op: str) -> None:
    gaps = missing(cells(), op)
    assert not gaps, f"{len(gaps)} pairs are met by no cell: {sorted(map(sorted_pair, gaps))[:5]}"


def sorted_pair(pair: Pair) -> str:
    return " with ".join(sorted(f"{name}={value}" for name, value in pair))


@pytest.mark.parametrize("op", OPS)
def test_a_cell_that_alone_meets_a_pair_is_missed(op: str) -> None:
    own = [cell for cell in cells() if cell.op == op]
    met = Counter(pair for cell in own for pair in pairs(values_of(cell)) & served_pairs(op))
    needed = [cell for cell in own if any(met[pair] == 1 for pair in pairs(values_of(cell)) & served_pairs(op))]
    assert len(needed) >= 20
    for cell in needed[:: len(needed) // 20]:
        gaps = missing([other for other in own if other is not cell], op)
        assert gaps == {pair for pair in pairs(values_of(cell)) & served_pairs(op) if met[pair] == 1}


def test_a_pair_that_nothing_serves_is_not_asked_for() -> None:
    refused: list[tuple[tuple[str, Any], tuple[str, Any]]] = [
        (("query_dtype", "fp16"), ("kv_dtype", "bf16")),
        (("kv_dtype", "bf16"), ("kv_scales", "per_head")),
        (("layout", "asm"), ("block_size", 1)),
        (("kv_dtype", "int8"), ("kv_dtype", "bf16")),
    ]
    assert not {frozenset(pair) for pair in refused} & served_pairs("paged_attention")
    # The other fp8 format is in the table for other targets.
    assert not [pair for pair in served_pairs("paged_attention") if ("kv_dtype", "fp8_e4m3fn") in pair]


@pytest.mark.parametrize(
    ("what", "read", "expected"),
    [
        ("gqa", lambda cell: cell.query_heads // cell.kv_heads, set(range(1, 129))),
        ("several kv heads", lambda cell: cell.kv_heads > 1, {False, True}),
        ("an empty sequence", lambda cell: 0 in cell.lengths, {False, True}),
    ],
)
def test_every_value_of_a_number_is_met(what: str, read: Callable[[Cell], Any], expected: set[Any]) -> None:
    assert SUPPORT.gqa == (1, 128), "the classes above are made for this"
    assert expected <= {read(cell) for cell in cells() if cell.op == "paged_attention"}, what


def test_the_longest_context_is_met() -> None:
    assert max(max(cell.lengths) for cell in cells()) == SUPPORT.max_context_length
