"""Models of floating-point arithmetic: exact operations bit for bit, approximations within a bound.

Unless an entry names another source, formulas are those of "AMD Instinct MI300 (CDNA3) Instruction Set Architecture",
sections 12.7 to 12.10 (VOP2, VOP1, VOPC, VOP3).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .entry import TABLE, Near, OneOf, add, near
from .formats import (
    FLOATS,
    Array,
    fused,
    is_nan,
    to_bits,
    to_float,
)
from .scalar import signed, unsigned
from .state import Mode

U = np.uint64


# Floating point: exact operations
def signalling(x: Array) -> Array:
    """True where the value is a signalling NaN (top mantissa bit clear)."""
    width = x.dtype.itemsize * 8
    bits = to_bits(x, width)
    quiet = U(1) << U({16: 9, 32: 22, 64: 51}[width])
    return is_nan(bits, width) & ((bits & quiet) == 0)


def minimum(a: Array, b: Array, mode: Mode) -> Array:
    """v_min of the manual: a NaN loses, -0 < +0, under IEEE a signalling NaN wins (quietened)."""
    pick = np.where((a < b) | ((a == b) & np.signbit(a)) | np.isnan(b), a, b)
    if mode.ieee:
        pick = np.where(signalling(a), a + a, np.where(signalling(b), b + b, pick))
    return pick.astype(a.dtype)


def maximum(a: Array, b: Array, mode: Mode) -> Array:
    """v_max of the manual, the mirror of minimum."""
    pick = np.where((a > b) | ((a == b) & ~np.signbit(a)) | np.isnan(b), a, b)
    if mode.ieee:
        pick = np.where(signalling(a), a + a, np.where(signalling(b), b + b, pick))
    return pick.astype(a.dtype)


def median(a: Array, b: Array, c: Array, mode: Mode) -> OneOf:
    """v_med3_f32 of the manual: with a NaN among the sources, min3.

    Its formula compares values, so that with both zeros among the sources either zero may come out.
    """
    low = minimum(minimum(a, b, mode), c, mode)
    top = maximum(maximum(a, b, mode), c, mode)
    middle = np.where(top == a, maximum(b, c, mode), np.where(top == b, maximum(a, c, mode), maximum(a, b, mode)))
    value = np.where(np.isnan(a) | np.isnan(b) | np.isnan(c), low, middle).astype(a.dtype)
    width = a.dtype.itemsize * 8
    return OneOf((to_bits(value, width), to_bits(np.where(value == 0, -value, value), width)))


def fraction(x: Array) -> OneOf:
    """x - floor(x); the manual's formula may round to 1, LLVM (AMDGPUCodeGenPrepare, fract) relies on the float below 1."""
    value = (x - np.floor(x)).astype(x.dtype)
    width = x.dtype.itemsize * 8
    below = np.nextafter(FLOATS[width](1), FLOATS[width](0))
    return OneOf((to_bits(value, width), to_bits(np.minimum(value, below), width)))


def ldexp(x: Array, e: Array) -> Array:
    """x * 2**e with one rounding."""
    exponent = np.clip(signed(unsigned(e, 32), 32), -5000, 5000)
    if x.dtype == np.float64:
        return np.ldexp(x, exponent)
    return np.ldexp(x.astype(np.float64), np.clip(exponent, -700, 700)).astype(x.dtype)


def frexp_exponent(x: Array) -> Array:
    """Exponent so that the mantissa lies in [0.5, 1); 0 for zero, infinity and NaN (LLVM, constant folding of frexp_exp)."""
    return np.where(np.isfinite(x), np.frexp(np.where(np.isfinite(x), x, 0).astype(np.float64))[1], 0).astype(np.int64)


def frexp_mantissa(x: Array) -> Array:
    """Mantissa in [0.5, 1) with the sign of x; infinities and NaN unchanged."""
    return np.where(np.isfinite(x), np.frexp(np.where(np.isfinite(x), x, 0))[0], x).astype(x.dtype)


for _w in (16, 32, 64):
    _t = f"f{_w}"
    add(f"v_add_{_t}", _t, f"{_t} {_t}", lambda a, b: a + b)
    add(f"v_mul_{_t}", _t, f"{_t} {_t}", lambda a, b: a * b)
    add(f"v_min_{_t}", _t, f"{_t} {_t}", minimum, mode=True)
    add(f"v_max_{_t}", _t, f"{_t} {_t}", maximum, mode=True)
    add(f"v_fma_{_t}", _t, f"{_t} {_t} {_t}", lambda a, b, c, w=_w: fused(a, b, c, w), high="keep")
    add(f"v_fmac_{_t}", _t, f"{_t} {_t}", lambda a, b, c, w=_w: fused(a, b, c, w), accumulate=True, high="keep")
    add(f"v_floor_{_t}", _t, _t, np.floor)
    add(f"v_ceil_{_t}", _t, _t, np.ceil)
    add(f"v_trunc_{_t}", _t, _t, np.trunc)
    add(f"v_rndne_{_t}", _t, _t, np.rint)
    add(f"v_fract_{_t}", _t, _t, fraction)
    add(f"v_frexp_mant_{_t}", _t, _t, frexp_mantissa)
    if _w < 64:
        add(f"v_sub_{_t}", _t, f"{_t} {_t}", lambda a, b: a - b)
        add(f"v_subrev_{_t}", _t, f"{_t} {_t}", lambda a, b: b - a)
        add(
            f"v_max3_{_t}",
            _t,
            f"{_t} {_t} {_t}",
            lambda a, b, c, m: maximum(maximum(a, b, m), c, m),
            mode=True,
            high="keep",
        )
        add(
            f"v_min3_{_t}",
            _t,
            f"{_t} {_t} {_t}",
            lambda a, b, c, m: minimum(minimum(a, b, m), c, m),
            mode=True,
            high="keep",
        )
        add(f"v_med3_{_t}", _t, f"{_t} {_t} {_t}", median, mode=True, high="keep")
for _w in (32, 64):
    add(f"v_ldexp_f{_w}", f"f{_w}", f"f{_w} u32", ldexp)
    add(f"v_frexp_exp_i32_f{_w}", "u32", f"f{_w}", frexp_exponent)
add("v_ldexp_f16", "f16", "f16 i16", lambda x, e: ldexp(x, unsigned(e, 32)))
add("v_frexp_exp_i16_f16", "u16", "f16", frexp_exponent)
add("v_fmamk_f32", "f32", "f32 f32 f32", lambda a, k, b: fused(a, k, b, 32))
add("v_fmaak_f32", "f32", "f32 f32 f32", lambda a, b, k: fused(a, b, k, 32))
add(
    "v_mul_legacy_f32",
    "f32",
    "f32 f32",
    lambda a, b: np.where((a == 0) | (b == 0), np.float32(0), a * b).astype(np.float32),
)
# Floating point: approximations. The manual gives 1 ulp for exp, log, rcp, rsq, sqrt of f32 and f16; 2**29 ulp for the f64
# ones (GCN3 ISA manual, V_RCP_F64). sin and cos take revolutions; the bound is absolute (LLVM, native_sin: 2**-20).
for _w in (16, 32):
    _t = f"f{_w}"
    add(f"v_rcp_{_t}", _t, _t, near(lambda x: 1 / x, _w, 1.5), fuzzy_denormals=True)
    add(f"v_rsq_{_t}", _t, _t, near(lambda x: 1 / np.sqrt(x), _w, 1.5), fuzzy_denormals=True)
    add(f"v_sqrt_{_t}", _t, _t, near(np.sqrt, _w, 1.5), fuzzy_denormals=True)
    add(f"v_exp_{_t}", _t, _t, near(np.exp2, _w, 1.5), fuzzy_denormals=True)
    add(f"v_log_{_t}", _t, _t, near(np.log2, _w, 1.5), fuzzy_denormals=True)
TABLE["v_rcp_iflag_f32"] = TABLE["v_rcp_f32"]
TABLE["v_exp_legacy_f32"], TABLE["v_log_legacy_f32"] = TABLE["v_exp_f32"], TABLE["v_log_f32"]
add("v_rcp_f64", "f64", "f64", near(lambda x: 1 / x, 64, 2.0**29), fuzzy_denormals=True)
add("v_rsq_f64", "f64", "f64", near(lambda x: 1 / np.sqrt(x), 64, 2.0**29), fuzzy_denormals=True)
add("v_sqrt_f64", "f64", "f64", near(np.sqrt, 64, 2.0**29), fuzzy_denormals=True)


def turn(function: Callable[[Array], Array], width: int = 32) -> Callable[[Array], Near]:
    """sin or cos of an angle in revolutions."""

    def apply(x: Array) -> Near:
        wide = x.astype(np.float64)
        inside = np.where(np.isfinite(wide), wide, 0)
        reference = np.where(np.isfinite(wide), function(2 * np.pi * (inside - np.rint(inside))), np.nan)
        return Near(reference, np.where(np.abs(inside) <= 256, {16: 2.0**-9, 32: 2.0**-20}[width], 1.0), width)

    return apply


add("v_sin_f32", "f32", "f32", turn(np.sin), fuzzy_denormals=True)
add("v_cos_f32", "f32", "f32", turn(np.cos), fuzzy_denormals=True)
add("v_sin_f16", "f16", "f16", turn(np.sin, 16), fuzzy_denormals=True)
add("v_cos_f16", "f16", "f16", turn(np.cos, 16), fuzzy_denormals=True)


def _fused_halves(a: Array, b: Array, c: Array) -> Array:
    """Both halves of a * b + c."""
    parts = [fused(*(to_float((x >> U(s)) & U(0xFFFF), 16) for x in (a, b, c)), 16) for s in (0, 16)]
    return to_bits(parts[0], 16) | (to_bits(parts[1], 16) << U(16))


add("v_pk_fmac_f16", "u32", "u32 u32", _fused_halves, accumulate=True)
