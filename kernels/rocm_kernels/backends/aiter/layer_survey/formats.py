"""Bits as numbers, from the formats' definitions: what the first reference is computed from."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

Array = NDArray[np.float64]
UNIT = {"fp32": 2.0**-24, "fp16": 2.0**-11, "bf16": 2.0**-8}
SMALLEST = {"fp32": 2.0**-126, "fp16": 2.0**-25, "bf16": 2.0**-126}
FP8_LARGEST = 240.0


def _fp8_table() -> Array:
    """The 256 values of e4m3fnuz: bias 8, no infinity, 0x80 is NaN."""
    table = np.empty(256)
    for bits in range(256):
        sign = -1.0 if bits & 0x80 else 1.0
        exponent, fraction = (bits >> 3) & 15, bits & 7
        table[bits] = sign * (fraction / 8 * 2.0**-7 if exponent == 0 else (1 + fraction / 8) * 2.0 ** (exponent - 8))
    table[0x80] = np.nan
    return table


FP8 = _fp8_table()
_POSITIVE = np.unique(FP8[:0x80])


def decoded(tensor: torch.Tensor) -> Array:
    """A tensor of fp32, fp16, bf16, fp8 (e4m3fnuz) or int8 as double precision, by its bits."""
    if tensor.dtype == torch.float8_e4m3fnuz:
        return np.asarray(FP8[tensor.view(torch.uint8).numpy()])
    if tensor.dtype == torch.bfloat16:
        bits = tensor.contiguous().view(torch.int16).numpy().view(np.uint16).astype(np.uint32) << 16
        with np.errstate(invalid="ignore"):
            return bits.view(np.float32).astype(np.float64)
    return tensor.numpy().astype(np.float64)


def fp8_rounded(values: Array) -> tuple[Array, Array]:
    """The nearest fp8 value of each, ties to the even one, saturating; and the distance from each to the nearest tie."""
    size = np.minimum(np.abs(values), FP8_LARGEST)
    above = np.minimum(np.searchsorted(_POSITIVE, size, side="left"), len(_POSITIVE) - 1)
    below = np.maximum(above - 1, 0)
    low, high = _POSITIVE[below], _POSITIVE[above]
    middle = (low + high) / 2
    # The index of a value is its bits: the even one has its last bit 0.
    up = (size > middle) | ((size == middle) & (above % 2 == 0)) | (size == high)
    nearest = np.where(up, high, low)
    return np.copysign(nearest, values), np.abs(size - middle)


def fp8_step(values: Array) -> Array:
    """The distance between neighbours where values lie."""
    size = np.maximum(np.abs(values), 2.0**-7)
    return np.asarray(2.0 ** (np.floor(np.log2(size)) - 3))
