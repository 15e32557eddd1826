"""Models of the steps of a division: v_div_scale and v_div_fixup.

Unless an entry names another source, formulas are those of "AMD Instinct MI300 (CDNA3) Instruction Set Architecture",
sections 12.7 to 12.10 (VOP2, VOP1, VOPC, VOP3).
"""

from __future__ import annotations

import numpy as np

from .entry import OneOf, add
from .formats import (
    Array,
    fields,
    is_denormal,
    to_bits,
)
from .vector_float import ldexp

U = np.uint64


def divide_fixup(quotient: Array, denominator: Array, numerator: Array) -> Array | OneOf:
    """v_div_fixup of the manual: special cases of numerator / denominator, else |quotient| with the right sign."""
    width = quotient.dtype.itemsize * 8
    negative = np.signbit(denominator) != np.signbit(numerator)
    sign = np.where(negative, -1.0, 1.0).astype(quotient.dtype)
    infinite_d, infinite_n = np.isinf(denominator), np.isinf(numerator)
    zero_d, zero_n = denominator == 0, numerator == 0
    value = np.abs(quotient) * sign
    value = np.where(infinite_d | zero_n, sign * 0, value)
    value = np.where(zero_d | infinite_n, sign * np.inf, value)
    invalid = (zero_d & zero_n) | (infinite_d & infinite_n) | np.isnan(denominator) | np.isnan(numerator)
    value = np.where(invalid, np.nan, value).astype(quotient.dtype)
    if width == 16:
        return value
    _, exponent_mask, _ = fields(width)
    shift = U({32: 23, 64: 52}[width])
    exponents = [((to_bits(x, width) & U(exponent_mask)) >> shift).astype(np.int64) for x in (numerator, denominator)]
    far = (exponents[0] - exponents[1]) < {32: -150, 64: -1075}[width]
    tiny = np.where(far & np.isfinite(value) & (value != 0), sign * 0, value).astype(quotient.dtype)
    # The Newton steps give NaN where a quotient overflows; the manual passes it on, correct division needs infinity. Far
    # below, the manual has zero whatever the steps gave.
    beyond = np.where(far, sign * 0, sign * np.inf)
    overflown = np.where(np.isnan(quotient) & ~invalid & np.isnan(value), beyond, tiny).astype(quotient.dtype)
    return OneOf((to_bits(tiny, width), to_bits(value, width), to_bits(overflown, width)))


for _w in (16, 32, 64):
    add(f"v_div_fixup_f{_w}", f"f{_w}", f"f{_w} " * 3, divide_fixup, high="keep")


def exponent_of(x: Array) -> Array:
    """Biased exponent field."""
    width = x.dtype.itemsize * 8
    _, mask, _ = fields(width)
    return ((to_bits(x, width) & U(mask)) >> U({16: 10, 32: 23, 64: 52}[width])).astype(np.int64)


def divide_scale(a: Array, b: Array, c: Array) -> tuple[Array, Array]:
    """v_div_scale of the manual: the scaled source 0, and the flag that v_div_fmas needs; b denominator, c numerator."""
    width = a.dtype.itemsize * 8
    limits = {32: (96, 64, 23, 2.0**-126), 64: (768, 128, 53, 2.0**-1022)}[width]
    gap, step, tiny, smallest = limits
    with np.errstate(all="ignore"):
        quotient = c / b
        reciprocal = 1 / b
    denormal_quotient = (np.abs(quotient) < smallest) & (quotient != 0)
    # CDNA3's manual prints fp64 for the reciprocal of fp32, GCN3's fp32: v_rcp_f32 flushes denormals, so only that works.
    denormal_reciprocal = (np.abs(reciprocal) < smallest) & (reciprocal != 0)
    up, down = ldexp(a, np.full(a.shape, step)), ldexp(a, np.full(a.shape, 2**32 - step))
    is_b, is_c = to_bits(a, width) == to_bits(b, width), to_bits(a, width) == to_bits(c, width)
    conditions = [
        (b == 0) | (c == 0),
        exponent_of(c) - exponent_of(b) >= gap,
        is_denormal(to_bits(b, width), width),
        denormal_reciprocal & denormal_quotient,
        denormal_reciprocal,
        denormal_quotient,
        exponent_of(c) <= tiny,
    ]
    results = [
        np.full_like(a, np.nan),
        np.where(is_b, up, a),
        up,
        # The manual scales up here, too, which makes infinity of any such denominator; scaled down, the flag is right.
        np.where(is_b, down, a),
        down,
        np.where(is_c, up, a),
        up,
    ]
    flags = [0, 1, 0, 1, 0, 1, 0]
    value = np.select(conditions, results, default=a).astype(a.dtype)
    flag = np.select(conditions, flags, default=0).astype(bool)
    return value, flag
