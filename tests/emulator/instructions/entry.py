"""What a vector model is: types of sources and result, a function, and results known only within a bound."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from .formats import (
    Array,
    flush,
    to_bits,
    to_float,
)
from .scalar import signed, unsigned
from .state import Mode, State

U = np.uint64


@dataclasses.dataclass(frozen=True)
class Near:
    """A result known within a bound: reference and tolerance as float64, for a float of `width` bits."""

    reference: Array
    tolerance: Array
    width: int


@dataclasses.dataclass(frozen=True)
class OneOf:
    """A result that the sources leave open between these bit patterns."""

    choices: tuple[Array, ...]


@dataclasses.dataclass
class Outcome:
    """State after the instruction, and the registers that are known only within a bound or a choice."""

    state: State
    loose: dict[tuple[str, int], Near | OneOf] = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class Vector:
    """A vector instruction: type of the result, types of the sources, function of the source values.

    Types are a letter and a width: f float, u unsigned, i signed, b bits. `high` says what becomes of bits 31:16 where
    the result has 16 bits: zero, keep, or either. `accumulate` passes the old destination as last argument.
    """

    result: str
    sources: tuple[str, ...]
    function: Callable[..., Any]
    high: str = "zero"
    accumulate: bool = False
    mode: bool = False
    scaled: bool = True
    flush_inputs: bool = True
    flush_output: bool = True
    fuzzy_denormals: bool = False


TABLE: dict[str, Vector] = {}


def width_of(kind: str) -> int:
    """Width of a type in bits."""
    return int(kind[1:])


def keeps_denormals(mode: Mode, width: int) -> bool:
    """Whether denormals of this width survive under the mode."""
    return mode.denormal32 if width == 32 else mode.denormal16


def value_of(bits: Array, kind: str, mode: Mode, flush_inputs: bool = True) -> Array:
    """Bits as the value that the function of the model receives."""
    width = width_of(kind)
    if kind[0] == "f":
        if flush_inputs and not keeps_denormals(mode, width):
            bits = flush(bits, width)
        return to_float(bits, width)
    return signed(bits, width) if kind[0] == "i" else bits


def bits_of(value: Array, kind: str) -> Array:
    """The function's result as bits."""
    width = width_of(kind)
    return to_bits(value, width) if kind[0] == "f" else unsigned(np.asarray(value), width)


def ulp(reference: Array, width: int) -> Array:
    """Distance of neighbouring floats of `width` bits at |reference|, in float64."""
    tiny = {16: 2.0**-24, 32: 2.0**-149, 64: 5e-324}[width]
    mantissa = {16: 10, 32: 23, 64: 52}[width]
    size = np.where(np.isfinite(reference), np.abs(reference), 1.0)
    exponent = np.frexp(np.where(size == 0, 1.0, size))[1] - 1
    return np.where(size == 0, tiny, np.maximum(np.ldexp(1.0, exponent - mantissa), tiny))


def near(function: Callable[[Array], Array], width: int, ulps: float) -> Callable[[Array], Near]:
    """A model within `ulps` of a function evaluated in float64 (or wider)."""

    def apply(x: Array) -> Near:
        with np.errstate(all="ignore"):
            reference = np.asarray(function(x.astype(np.longdouble))).astype(np.float64)
        return Near(reference, ulps * ulp(reference, width), width)

    return apply


def add(name: str, result: str, sources: str, function: Callable[..., Any], **options: Any) -> None:
    """Registers one model; `sources` are types separated by spaces."""
    TABLE[name] = Vector(result, tuple(sources.split()), function, **options)
