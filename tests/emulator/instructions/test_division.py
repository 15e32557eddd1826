"""Division as clang emits it: v_div_scale, v_rcp, v_fma, v_div_fmas and v_div_fixup together round correctly.

The steps alone leave room (v_rcp is an approximation, the manual's v_div_fmas does not undo v_div_scale); the whole does not:
IEEE 754 fixes every result of f32 and f64 division, and integer division is exact.
"""

from __future__ import annotations

import functools
import itertools
import tempfile
from pathlib import Path

import numpy as np
import pytest

from . import corpus_source, suite
from .data import EDGE32, EDGE64, float_bits
from .formats import Array

COUNT = 4096


@functools.lru_cache(maxsize=1)
def module() -> object:
    with tempfile.TemporaryDirectory() as folder:
        return suite.device().load(corpus_source.build(Path(folder), "-O3").read_bytes())


def operands(width: int, edges: list[int], spread: int) -> tuple[Array, Array]:
    random = np.random.default_rng(width)
    words = {32: np.uint32, 64: np.uint64}[width]
    pairs = np.array(list(itertools.product(edges, repeat=2)), np.uint64)
    rest = COUNT - len(pairs)
    half = rest // 2
    moderate = float_bits(random, (half, 2), width, spread)
    anything = random.integers(0, 2**width, (rest - half, 2), dtype=np.uint64)
    both = np.concatenate([pairs, moderate, anything]).astype(words)
    return np.ascontiguousarray(both[:, 0]), np.ascontiguousarray(both[:, 1])


def run(name: str, a: Array, b: Array) -> Array:
    out = np.zeros_like(a)
    kernel = module().kernel(name)  # type: ignore[attr-defined]  # the emulator's own module type
    kernel.launch((COUNT // 256, 1, 1), (256, 1, 1), args=[out, a, b])
    return out


@pytest.mark.parametrize(
    ("name", "floats", "edges"), [("f32_div", np.float32, EDGE32), ("f64_div", np.float64, EDGE64)]
)
def test_float_division_rounds_correctly(name: str, floats: type, edges: list[int]) -> None:
    width = np.dtype(floats).itemsize * 8
    a, b = (x.view(floats) for x in operands(width, edges, 60))
    out = run(name, a, b)
    with np.errstate(all="ignore"):
        expected = a / b
    same = (out.view(f"u{width // 8}") == expected.view(f"u{width // 8}")) | (np.isnan(out) & np.isnan(expected))
    wrong = np.nonzero(~same)[0]
    assert [(a[i], b[i], out[i], expected[i]) for i in wrong[:5]] == []


@pytest.mark.parametrize("kind", ["i32", "u32", "i64", "u64"])
@pytest.mark.parametrize("operation", ["div", "rem"])
def test_integer_division_is_exact(kind: str, operation: str) -> None:
    width = int(kind[1:])
    types = {"i32": np.int32, "u32": np.uint32, "i64": np.int64, "u64": np.uint64}
    a, b = (x.view(types[kind]) for x in operands(width, EDGE32 if width == 32 else EDGE64, 10))
    b = np.where(b == 0, types[kind](3), b)
    b = np.where((b == -1) & (a == np.iinfo(types[kind]).min), types[kind](7), b) if kind[0] == "i" else b
    out = run(f"{kind}_{operation}", a, b)
    quotient = [
        abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1) for x, y in zip(a.tolist(), b.tolist(), strict=True)
    ]
    exact = np.array(quotient, object)
    if operation == "rem":
        exact = np.array(a.tolist(), object) - exact * np.array(b.tolist(), object)
    assert out.tolist() == exact.tolist()
