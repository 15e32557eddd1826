"""Norm, quantisation, matrix products and mixtures of experts from their formulas, in double precision, with bounds.

Each function gives the truth and how far a right answer may be from it. u_out, u_32 are the unit roundoffs of the result's type
and of fp32, a the absolute error of a number below the normal range (rocm_ci.reference.tolerance).

* A sum of n products that an implementation adds up in fp32 is off by at most terms(n) * u_32 times the sum of their
  magnitudes, terms as for attention: kernels add in blocks, and no error of n terms in a row arises.
* NVIDIA's fp8 matrix unit adds inside one instruction with 13 fraction bits or more below the largest product (the DeepSeek-V3
  report, section 3.3.2, found about 14 bits): 2^-13 times the sum of magnitudes on ``cuda``.
* NVIDIA's library may add parts of a 16-bit product in the result's type: 2 u_out times the sum of magnitudes on ``cuda``.
* A value that is quantised in between may land on the next step where its own error reaches over the middle of two steps; only
  those values count, each with its step.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rocm_ci.reference import formats
from rocm_ci.reference.tolerance import UNDERFLOW, UNIT_ROUNDOFF

Array = NDArray[np.float64]
FP32 = UNIT_ROUNDOFF["fp32"]
FP8_UNIT = 2.0**-13
BLOCK = 128


@dataclass(frozen=True)
class Bounded:
    """A truth, the largest error of a right answer, and the size that errors are told in; of one shape."""

    value: Array
    bound: Array
    magnitude: Array


def terms(count: int) -> float:
    """Factor on u_32 for a sum of ``count`` numbers, and what is done with it afterwards."""
    return min(float(count), 4 * float(np.sqrt(count)) + 64) + 16


def rounded(value: Array, error: Array, dtype: str) -> Array:
    """Bound after a value known to ``error`` is rounded to ``dtype``."""
    return np.asarray(error + UNIT_ROUNDOFF[dtype] * (np.abs(value) + error) + UNDERFLOW[dtype])


def rms_norm(x: Array, residual: Array | None, weight: Array, eps: float, dtype: str) -> tuple[Bounded, Bounded]:
    """The norm before it is rounded or quantised, and the sum x + residual as it is stored.

    With a residual, each element of the sum may carry a rounding error of u: it shows once in the element and once in the mean.
    """
    added = x if residual is None else x + residual
    normed = added / np.sqrt(np.mean(added * added, axis=1, keepdims=True) + eps) * weight
    relative = terms(x.shape[1]) * FP32 + (0.0 if residual is None else 2 * UNIT_ROUNDOFF[dtype])
    size = np.abs(normed)
    # What is below the normal range of fp32 before it is scaled stays that far off.
    norm = Bounded(normed, relative * size + UNDERFLOW["fp32"], size)
    return norm, Bounded(added, rounded(added, np.zeros_like(added), dtype), np.abs(added))


@dataclass(frozen=True)
class Stored:
    """Quantised values: what they stand for, the largest deviation of a right implementation, and their scales."""

    value: Array
    deviation: Array
    scale: Array


def group_scales(values: Array, dtype: str, group: int) -> Array:
    """Largest magnitude over the largest stored value, for each ``group`` elements of a row; 1 where it would be 0."""
    rows, width = values.shape
    groups = -(-width // group)
    padded = np.zeros((rows, groups * group))
    padded[:, :width] = np.abs(values)
    scales = padded.reshape(rows, groups, group).max(axis=2) / formats.MAX_STORED[dtype]
    return np.where(scales == 0, 1.0, scales)


def quantised(values: Array, error: Array, dtype: str, group: int) -> Stored:
    """Quantise rows with a measured scale for each ``group`` elements, where values are known to ``error``."""
    scales = group_scales(values, dtype, group)
    off = group_scales(error, dtype, group)
    relative = np.where(group_scales(error, dtype, group) == 1.0, 0.0, off / scales) + 4 * FP32
    width = values.shape[1]
    by_element = np.repeat(scales, group, axis=1)[:, :width]
    of_scale = np.repeat(relative, group, axis=1)[:, :width]
    quotient = values / by_element
    largest = formats.MAX_STORED[dtype]
    reach = error / by_element + np.abs(quotient) * (of_scale + 4 * FP32)
    decoded = formats.decode(formats.encode(quotient, dtype), dtype)
    step = 2 * formats.half_step(np.minimum(np.abs(quotient) + reach, largest), dtype)
    to_middle = np.maximum(
        formats.half_step(quotient, dtype) - np.abs(np.clip(quotient, -largest, largest) - decoded), 0.0
    )
    steps = np.where(reach >= to_middle, 1 + np.floor((reach - to_middle) / step), 0.0)
    deviation = by_element * (steps * step + np.abs(decoded) * of_scale)
    return Stored(decoded * by_element, deviation, scales)


def product(
    x: Array, weight: Array, deviation: Array | None, bias: Array | None, output_dtype: str | None, unit: float
) -> Bounded:
    """x @ weight.T + bias of values exactly as stored and scaled; ``unit`` is what adding up loses beyond fp32."""
    value = x @ weight.T
    magnitude = np.abs(x) @ np.abs(weight).T
    error = (terms(x.shape[1]) * FP32 + unit) * magnitude
    if deviation is not None:
        error = error + deviation @ np.abs(weight).T
    if bias is not None:
        value, magnitude = value + bias, magnitude + np.abs(bias)
        error = error + 2 * FP32 * magnitude
    if output_dtype is not None:
        error = rounded(value, error, output_dtype)
    return Bounded(value, error, magnitude)


@dataclass(frozen=True)
class Expert:
    """One expert's weights as they are stored and scaled: gate and up [I, D], down [D, I]."""

    gate: Array
    up: Array
    down: Array


def expert(
    x: Array, weights: Expert, weight: Array, dtype: str, stored: str | None, group: int, unit: float
) -> Bounded:
    """weight * down (silu(gate x) * (up x)) for rows of x, with the roundings that fused_moe names.

    Args:
        x: [rows, D], as given.
        weights: the expert.
        weight: [rows], factors of the routing.
        dtype: type in which silu(gate) * up, and the result, are kept.
        stored: type to which activations are quantised, None for none.
        group: elements that share a scale.
        unit: what adding up loses beyond fp32.
    """
    deviation = None
    if stored is not None:
        kept = quantised(x, np.zeros_like(x), stored, group)
        x, deviation = kept.value, kept.deviation
    gate = product(x, weights.gate, deviation, None, None, unit)
    up = product(x, weights.up, deviation, None, None, unit)
    sigmoid = 1 / (1 + np.exp(-np.clip(gate.value, -700, 700)))
    silu = gate.value * sigmoid
    act = silu * up.value
    # The derivative of silu lies between -0.1 and 1.1.
    error = 1.1 * gate.bound * (np.abs(up.value) + up.bound) + np.abs(silu) * up.bound + 8 * FP32 * np.abs(act)
    error = rounded(act, error, dtype)
    if stored is not None:
        kept = quantised(act, error, stored, group)
        act, error = kept.value, kept.deviation
    down = product(act, weights.down, error, None, None, unit)
    factor = np.abs(weight)[:, None]
    value = down.value * weight[:, None]
    return Bounded(value, rounded(value, down.bound * factor, dtype), down.magnitude * factor)
