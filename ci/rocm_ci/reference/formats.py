"""The 8-bit formats of a cache, decoded and encoded from their definition."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Format8:
    """A float of one sign, four exponent and three mantissa bits.

    Attributes:
        bias: of the exponent.
        nan_bytes: encodings that are no number.
        largest: greatest finite magnitude.
    """

    bias: int
    nan_bytes: frozenset[int]
    largest: float

    def decoded(self) -> NDArray[np.float64]:
        """The value of each of the 256 bytes: (-1)^s * 2^(e - bias) * (1 + m/8), subnormal where e is 0."""
        values = np.empty(256)
        for byte in range(256):
            exponent, mantissa = byte >> 3 & 15, byte & 7
            magnitude = 2.0 ** (1 - self.bias) * mantissa / 8
            if exponent:
                magnitude = 2.0 ** (exponent - self.bias) * (1 + mantissa / 8)
            values[byte] = np.nan if byte in self.nan_bytes else -magnitude if byte & 128 else magnitude
        return values


# OCP 8-bit floating point specification, revision 1.0, table 1: bias 7, no infinity, S.1111.111 is NaN.
E4M3FN = Format8(7, frozenset({0x7F, 0xFF}), 448.0)
# The format of CDNA3 (instruction set reference, "FP8"): bias 8, no infinity, no negative zero: 0x80 is NaN.
E4M3FNUZ = Format8(8, frozenset({0x80}), 240.0)
FORMATS = {"fp8_e4m3fn": E4M3FN, "fp8_e4m3fnuz": E4M3FNUZ}
MAX_STORED = {"fp8_e4m3fn": 448.0, "fp8_e4m3fnuz": 240.0, "int8": 127.0}
NAN_BYTE = {"fp8_e4m3fn": 0x7F, "fp8_e4m3fnuz": 0x80, "int8": 0x7F}  # int8 has no NaN: its largest value


def decode(stored: NDArray[np.uint8], kv_dtype: str) -> NDArray[np.float64]:
    """Values of stored bytes before their scale."""
    if kv_dtype == "int8":
        return stored.view(np.int8).astype(np.float64)
    return FORMATS[kv_dtype].decoded()[stored]


def encode(values: NDArray[np.float64], kv_dtype: str) -> NDArray[np.uint8]:
    """Nearest representable bytes, ties to even, magnitudes above the largest clamped to it."""
    largest = MAX_STORED[kv_dtype]
    clamped = np.clip(values, -largest, largest)
    if kv_dtype == "int8":
        return np.rint(clamped).astype(np.int8).view(np.uint8)
    table = FORMATS[kv_dtype].decoded()[:128]
    count = int(np.nanargmax(table)) + 1
    magnitude = np.abs(clamped)
    above = np.clip(np.searchsorted(table[:count], magnitude), 1, count - 1)
    low, high = table[above - 1], table[above]
    up = (magnitude - low > high - magnitude) | ((magnitude - low == high - magnitude) & (above % 2 == 0))
    code = np.where(up, above, above - 1).astype(np.uint8)
    negative = (clamped < 0) & (code > 0)
    return np.where(negative, code | 0x80, code).astype(np.uint8)


def half_step(values: NDArray[np.float64], kv_dtype: str) -> NDArray[np.float64]:
    """Largest rounding error of ``encode`` inside the representable range: half the distance of neighbours."""
    if kv_dtype == "int8":
        return np.full(values.shape, 0.5)
    bias = FORMATS[kv_dtype].bias
    exponent = np.floor(np.log2(np.maximum(np.abs(values), 2.0 ** (1 - bias))))
    return np.asarray(2.0 ** (exponent - 4))
