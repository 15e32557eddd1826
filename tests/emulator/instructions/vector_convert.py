"""Models of conversions between formats.

Unless an entry names another source, formulas are those of "AMD Instinct MI300 (CDNA3) Instruction Set Architecture",
sections 12.7 to 12.10 (VOP2, VOP1, VOPC, VOP3).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .entry import OneOf, add
from .formats import (
    BF8,
    FLOATS,
    FP8,
    Array,
    half_toward_zero,
)
from .scalar import signed, unsigned
from .state import Mode

U = np.uint64


# Conversions
def to_integer(low: int, high: int) -> Callable[[Array], Array]:
    """Truncation toward zero with saturation; NaN gives 0."""

    def apply(x: Array) -> Array:
        wide = np.where(np.isnan(x), 0, np.trunc(x.astype(np.float64)))
        return np.where(wide <= low, low, np.where(wide >= high, high, np.clip(wide, low, high))).astype(np.int64)

    return apply


_I32, _U32 = to_integer(-(2**31), 2**31 - 1), to_integer(0, 2**32 - 1)
for _w in (32, 64):
    add(f"v_cvt_i32_f{_w}", "u32", f"f{_w}", _I32)
    add(f"v_cvt_u32_f{_w}", "u32", f"f{_w}", _U32)
    add(f"v_cvt_f{_w}_i32", f"f{_w}", "i32", lambda a, w=_w: a.astype(FLOATS[w]))
    add(f"v_cvt_f{_w}_u32", f"f{_w}", "u32", lambda a, w=_w: a.astype(FLOATS[w]))
add("v_cvt_i16_f16", "u16", "f16", to_integer(-(2**15), 2**15 - 1), high="either")
add("v_cvt_u16_f16", "u16", "f16", to_integer(0, 2**16 - 1), high="either")
add("v_cvt_f16_i16", "f16", "i16", lambda a: a.astype(np.float16))
add("v_cvt_f16_u16", "f16", "u16", lambda a: a.astype(np.float32).astype(np.float16))
add("v_cvt_flr_i32_f32", "u32", "f32", lambda a: _I32(np.floor(a)))
add("v_cvt_rpi_i32_f32", "u32", "f32", lambda a: _I32(np.floor(a + np.float32(0.5))))
add("v_cvt_f32_f16", "f32", "f16", lambda a: a.astype(np.float32))
add("v_cvt_f32_f64", "f32", "f64", lambda a: a.astype(np.float32))
add("v_cvt_f64_f32", "f64", "f32", lambda a: a.astype(np.float64))
add("v_cvt_off_f32_i4", "f32", "u32", lambda a: (signed(a & U(15), 4) / 16).astype(np.float32))
for _byte in range(4):
    add(f"v_cvt_f32_ubyte{_byte}", "f32", "u32", lambda a, n=_byte: ((a >> U(8 * n)) & U(255)).astype(np.float32))


def half_from_float(x: Array, mode: Mode) -> Array:
    """float32 to binary16, nearest even; with FP16_OVFL finite values stop at the largest finite half."""
    value = x.astype(np.float16)
    if mode.overflow:
        value = np.where(np.isinf(value) & np.isfinite(x), np.copysign(np.float16(65504), value), value)
    return value.astype(np.float16)


add("v_cvt_f16_f32", "f16", "f32", half_from_float, mode=True)


def pack_halves(a: Array, b: Array) -> Array:
    """Two floats toward zero into two halves."""
    return half_toward_zero(a) | (half_toward_zero(b) << U(16))


add("v_cvt_pkrtz_f16_f32", "b32", "f32 f32", pack_halves, scaled=False)


def normalised(low: float, scale: float) -> Callable[[Array], Array]:
    """Float to snorm or unorm; NaN gives 0 (Direct3D 11.3 functional specification, 3.2.3.3 and 3.2.3.5)."""

    def apply(x: Array) -> Array:
        clipped = np.clip(np.where(np.isnan(x), 0, x).astype(np.float64), low, 1)
        return unsigned(np.rint(clipped * scale).astype(np.int64), 16)

    return apply


def _pair(function: Callable[[Array], Array]) -> Callable[[Array, Array], Array]:
    return lambda a, b: function(a) | (function(b) << U(16))


add("v_cvt_pknorm_i16_f32", "b32", "f32 f32", _pair(normalised(-1, 32767)))
add("v_cvt_pknorm_u16_f32", "b32", "f32 f32", _pair(normalised(0, 65535)))
add("v_cvt_pk_i16_i32", "b32", "i32 i32", _pair(lambda a: unsigned(np.clip(a, -(2**15), 2**15 - 1), 16)))
add("v_cvt_pk_u16_u32", "b32", "u32 u32", _pair(lambda a: np.minimum(a, U(0xFFFF))))


def byte_from_float(a: Array, b: Array, c: Array) -> OneOf:
    """One byte of c replaced by a; the manual does not say whether the conversion truncates or rounds to nearest."""
    shift = U(8) * (b & U(3))
    kept = c & ~(U(255) << shift)
    choices = []
    for rounding in (np.trunc, np.rint):
        value = np.clip(np.where(np.isnan(a), 0, rounding(a.astype(np.float64))), 0, 255).astype(U)
        choices.append(kept | (value << shift))
    return OneOf(tuple(choices))


add("v_cvt_pk_u8_f32", "b32", "f32 u32 u32", byte_from_float)
for _name, _small in (("fp8", FP8), ("bf8", BF8)):
    add(
        f"v_cvt_f32_{_name}",
        "f32",
        "u32",
        lambda a, s=_small: s.decode(a & U(255)).astype(np.float32),
        flush_output=False,
    )
