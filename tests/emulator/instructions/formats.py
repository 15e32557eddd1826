"""Number formats as bit patterns: half, bfloat16, fp8 and bf8 (fnuz), denormal flushing, exact fused multiply-add.

Sources: IEEE 754-2019 for binary16/32/64; "8-bit Numerical Formats for Deep Neural Networks" (arXiv 2206.02915) and the
CDNA3 ISA manual, chapter "Data formats", for the fnuz types: exponent bias 8 and 16, no infinities, no negative zero, and
0x80 the one NaN.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import dataclasses
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
FLOATS = {16: np.float16, 32: np.float32, 64: np.float64}
WORDS = {8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}
MANTISSA = {16: 10, 32: 23, 64: 52}


def to_float(bits: Array, width: int) -> Array:
    """Reads bit patterns (any unsigned type) as floats of `width` bits."""
    return np.ascontiguousarray(bits.astype(WORDS[width])).view(FLOATS[width])


def to_bits(value: Array, width: int) -> Array:
    """Bit patterns of floats of `width` bits, as uint64. The value must already be of that width."""
    return np.ascontiguousarray(value.astype(FLOATS[width], copy=False)).view(WORDS[width]).astype(np.uint64)


def fields(width: int) -> tuple[int, int, int]:
    """Sign mask, exponent mask and mantissa mask of an IEEE format."""
    mantissa = (1 << MANTISSA[width]) - 1
    sign = 1 << (width - 1)
    return sign, (sign - 1) & ~mantissa, mantissa


def is_nan(bits: Array, width: int) -> Array:
    """True where the pattern is a NaN."""
    _, exponent, mantissa = fields(width)
    return ((bits & np.uint64(exponent)) == np.uint64(exponent)) & ((bits & np.uint64(mantissa)) != 0)


def is_denormal(bits: Array, width: int) -> Array:
    """True where the pattern is a denormal."""
    _, exponent, mantissa = fields(width)
    return ((bits & np.uint64(exponent)) == 0) & ((bits & np.uint64(mantissa)) != 0)


def flush(bits: Array, width: int) -> Array:
    """Denormals become zeros of their sign."""
    sign, _, _ = fields(width)
    return np.where(is_denormal(bits, width), bits & np.uint64(sign), bits)


@dataclasses.dataclass(frozen=True)
class Small:
    """An 8-bit fnuz format: bits of the mantissa and exponent bias."""

    mantissa: int
    bias: int

    def decode(self, codes: Array) -> Array:
        """Values of codes 0..255 as float64; 0x80 is NaN."""
        codes = codes.astype(np.int64)
        exponent = (codes & 0x7F) >> self.mantissa
        fraction = (codes & ((1 << self.mantissa) - 1)) / (1 << self.mantissa)
        value = np.where(
            exponent == 0, fraction * 2.0 ** (1 - self.bias), (1 + fraction) * 2.0 ** (exponent - self.bias)
        )
        value = np.where(codes & 0x80, -value, value)
        return np.where(codes == 0x80, np.nan, value)

    def encode(self, value: Array, saturate: bool = False) -> Array:
        """Codes of float values, nearest even by search over all codes; overflow is NaN, or the largest if saturating."""
        positive = self.decode(np.arange(128))
        step = positive[127] - positive[126]
        grid = np.append(positive, positive[127] + step)
        middle = (grid[1:] + grid[:-1]) / 2
        size = np.abs(value.astype(np.float64))
        code = np.searchsorted(middle, size, side="left")
        tie = (code < 128) & (size == middle[np.minimum(code, 127)])
        code = np.where(tie & (code % 2 == 1), code + 1, code)
        code = np.where(code > 127, 127 if saturate else 0x80, code)
        code = np.where(np.isnan(value), 0x80, code)
        signed = np.where(np.signbit(value) & (code > 0) & (code < 128), code | 0x80, code)
        return signed.astype(np.uint64)


FP8 = Small(mantissa=3, bias=8)
BF8 = Small(mantissa=2, bias=16)


def half_toward_zero(value: Array) -> Array:
    """float32 to binary16 bits, rounded toward zero (finite values never overflow to infinity)."""
    nearest = value.astype(np.float16)
    bits = nearest.view(np.uint16).astype(np.int64)
    away = np.abs(nearest.astype(np.float64)) > np.abs(value.astype(np.float64))
    bits = np.where(away & ~np.isnan(value), bits - 1, bits)
    return bits.astype(np.uint64)


def bfloat_to_float(bits: Array) -> Array:
    """bfloat16 patterns as float32."""
    return np.ascontiguousarray((bits.astype(np.uint32) & np.uint32(0xFFFF)) << np.uint32(16)).view(np.float32)


def bfloat_from_float(value: Array) -> Array:
    """float32 to bfloat16 patterns, nearest even."""
    bits = np.ascontiguousarray(value.astype(np.float32)).view(np.uint32).astype(np.uint64)
    rounded = (bits + np.uint64(0x7FFF) + ((bits >> np.uint64(16)) & np.uint64(1))) >> np.uint64(16)
    return np.where(np.isnan(value), (bits >> np.uint64(16)) | np.uint64(0x40), rounded)


def sum_to_odd(left: Array, right: Array) -> Array:
    """left + right in float64, rounded to odd, so that one more rounding to a narrower format is exact.

    Source: Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums: proved algorithms using rounding to odd".
    """
    total = left + right
    back = total - left
    error = (left - (total - back)) + (right - back)
    bits = np.ascontiguousarray(total).view(np.int64)
    inexact = (error != 0) & np.isfinite(error) & np.isfinite(total) & ((bits & 1) == 0)
    toward_zero = (error > 0) != (total > 0)
    moved = np.where(inexact, np.where(toward_zero, bits - 1, bits + 1), bits)
    return np.ascontiguousarray(moved).view(np.float64)


_LIBM = ctypes.CDLL(ctypes.util.find_library("m"))
_LIBM.fma.restype = ctypes.c_double
_LIBM.fma.argtypes = [ctypes.c_double] * 3


def fused(a: Array, b: Array, c: Array, width: int) -> Array:
    """a * b + c with one rounding, in the format of `width` bits."""
    a, b, c = np.broadcast_arrays(a, b, c)
    if width == 64:
        flat = [
            _LIBM.fma(x, y, z)
            for x, y, z in zip(a.ravel().tolist(), b.ravel().tolist(), c.ravel().tolist(), strict=False)
        ]
        return np.array(flat, np.float64).reshape(a.shape)
    wide = sum_to_odd(a.astype(np.float64) * b.astype(np.float64), c.astype(np.float64))
    return wide.astype(FLOATS[width])
