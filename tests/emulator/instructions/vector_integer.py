"""Models of integer, bit and dot-product instructions on vectors.

Unless an entry names another source, formulas are those of "AMD Instinct MI300 (CDNA3) Instruction Set Architecture",
sections 12.7 to 12.10 (VOP2, VOP1, VOPC, VOP3).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .entry import Near, add
from .formats import (
    Array,
    to_bits,
    to_float,
)
from .scalar import each, signed, unsigned

U = np.uint64


# Integer and bit operations
for _n, _f in {
    "v_and_b32": lambda a, b: a & b,
    "v_or_b32": lambda a, b: a | b,
    "v_xor_b32": lambda a, b: a ^ b,
    "v_xnor_b32": lambda a, b: ~(a ^ b),
    "v_lshlrev_b32": lambda a, b: b << (a & U(31)),
    "v_lshrrev_b32": lambda a, b: b >> (a & U(31)),
    "v_add_u32": lambda a, b: a + b,
    "v_sub_u32": lambda a, b: a - b,
    "v_subrev_u32": lambda a, b: b - a,
    "v_add_i32": lambda a, b: a + b,
    "v_sub_i32": lambda a, b: a - b,
    "v_mul_lo_u32": lambda a, b: a * b,
    "v_mul_hi_u32": lambda a, b: (a * b) >> U(32),
    "v_min_u32": np.minimum,
    "v_max_u32": np.maximum,
    "v_mul_u32_u24": lambda a, b: (a & U(0xFFFFFF)) * (b & U(0xFFFFFF)),
    "v_mul_hi_u32_u24": lambda a, b: ((a & U(0xFFFFFF)) * (b & U(0xFFFFFF))) >> U(32),
    "v_mul_i32_i24": lambda a, b: signed(a & U(0xFFFFFF), 24) * signed(b & U(0xFFFFFF), 24),
    "v_mul_hi_i32_i24": lambda a, b: (signed(a & U(0xFFFFFF), 24) * signed(b & U(0xFFFFFF), 24)) >> np.int64(32),
    "v_bfm_b32": lambda a, b: ((U(1) << (a & U(31))) - U(1)) << (b & U(31)),
    "v_bcnt_u32_b32": lambda a, b: each(lambda x: x.bit_count(), a) + b,
}.items():
    add(_n, "u32", "u32 u32", _f)
add("v_mul_hi_i32", "u32", "i32 i32", lambda a, b: (a * b) >> np.int64(32))
add("v_min_i32", "u32", "i32 i32", np.minimum)
add("v_max_i32", "u32", "i32 i32", np.maximum)
add("v_ashrrev_i32", "u32", "u32 i32", lambda a, b: b >> signed(a & U(31), 32))
add("v_mov_b32", "b32", "b32", lambda a: a)
add("v_mov_b64", "b64", "b64", lambda a: a)
add("v_not_b32", "b32", "b32", lambda a: ~a)
add("v_bfrev_b32", "b32", "b32", lambda a: each(lambda x: int(f"{x:032b}"[::-1], 2), a))
add("v_ffbh_u32", "u32", "u32", lambda a: each(lambda x: 32 - x.bit_length() if x else -1, a))
add("v_ffbl_b32", "u32", "u32", lambda a: each(lambda x: (x & -x).bit_length() - 1 if x else -1, a))


def _sign_run(x: int) -> int:
    """First bit from the top that differs from the sign, or -1."""
    flipped = x ^ 0xFFFFFFFF if x >> 31 else x
    return 32 - flipped.bit_length() if flipped else -1


add("v_ffbh_i32", "u32", "u32", lambda a: each(_sign_run, a))
add("v_add3_u32", "u32", "u32 u32 u32", lambda a, b, c: a + b + c)
add("v_lshl_add_u32", "u32", "u32 u32 u32", lambda a, b, c: (a << (b & U(31))) + c)
add("v_add_lshl_u32", "u32", "u32 u32 u32", lambda a, b, c: unsigned(a + b, 32) << (c & U(31)))
add("v_lshl_or_b32", "u32", "u32 u32 u32", lambda a, b, c: (a << (b & U(31))) | c)
add("v_and_or_b32", "u32", "u32 u32 u32", lambda a, b, c: (a & b) | c)
add("v_or3_b32", "u32", "u32 u32 u32", lambda a, b, c: a | b | c)
add("v_xad_u32", "u32", "u32 u32 u32", lambda a, b, c: (a ^ b) + c)
add("v_bfi_b32", "u32", "u32 u32 u32", lambda a, b, c: (a & b) | (~a & c))
add("v_bfe_u32", "u32", "u32 u32 u32", lambda a, b, c: (a >> (b & U(31))) & ((U(1) << (c & U(31))) - U(1)))


def _bfe_signed(a: int, b: int, c: int) -> int:
    """Bit field with sign: offset b[4:0], width c[4:0]; bits above 31 repeat the sign of the source."""
    value = a - (1 << 32) if a >> 31 else a
    size = c & 31
    field = (value >> (b & 31)) & ((1 << size) - 1)
    return field - (1 << size) if size and field >> (size - 1) else field


add("v_bfe_i32", "u32", "u32 u32 u32", lambda a, b, c: each(_bfe_signed, a, b, c))
add("v_alignbit_b32", "u32", "u32 u32 u32", lambda a, b, c: ((a << U(32)) | b) >> (c & U(31)))
add("v_alignbyte_b32", "u32", "u32 u32 u32", lambda a, b, c: ((a << U(32)) | b) >> (U(8) * (c & U(3))))
add("v_mad_u32_u24", "u32", "u32 u32 u32", lambda a, b, c: (a & U(0xFFFFFF)) * (b & U(0xFFFFFF)) + c)
add(
    "v_mad_i32_i24",
    "u32",
    "u32 u32 i32",
    lambda a, b, c: signed(a & U(0xFFFFFF), 24) * signed(b & U(0xFFFFFF), 24) + c,
)
add("v_sad_u32", "u32", "u32 u32 u32", lambda a, b, c: np.maximum(a, b) - np.minimum(a, b) + c)


def _sad(lane_width: int) -> Callable[..., Array]:
    def apply(a: Array, b: Array, c: Array) -> Array:
        total = c.copy()
        for shift in range(0, 32, lane_width):
            x, y = ((v >> U(shift)) & U((1 << lane_width) - 1) for v in (a, b))
            total = total + np.maximum(x, y) - np.minimum(x, y)
        return total

    return apply


add("v_sad_u8", "u32", "u32 u32 u32", _sad(8))
add("v_sad_u16", "u32", "u32 u32 u32", _sad(16))
add("v_sad_hi_u8", "u32", "u32 u32 u32", lambda a, b, c: (_sad(8)(a, b, c * U(0)) << U(16)) + c)


def _permute_bytes(high: int, low: int, selector: int) -> int:
    data = (high << 32) | low
    out = 0
    for index in range(4):
        code = (selector >> (8 * index)) & 0xFF
        if code >= 13:
            byte = 0xFF
        elif code == 12:
            byte = 0
        elif code >= 8:
            byte = 0xFF * ((data >> (16 * (code - 8) + 15)) & 1)
        else:
            byte = (data >> (8 * code)) & 0xFF
        out |= byte << (8 * index)
    return out


add("v_perm_b32", "u32", "u32 u32 u32", lambda a, b, c: each(_permute_bytes, a, b, c))
for _kind in ("u", "i"):
    add(f"v_max3_{_kind}32", "u32", f"{_kind}32 " * 3, lambda a, b, c: np.maximum(np.maximum(a, b), c))
    add(f"v_min3_{_kind}32", "u32", f"{_kind}32 " * 3, lambda a, b, c: np.minimum(np.minimum(a, b), c))
    add(
        f"v_med3_{_kind}32",
        "u32",
        f"{_kind}32 " * 3,
        lambda a, b, c: np.maximum(np.minimum(a, b), np.minimum(np.maximum(a, b), c)),
    )
    add(f"v_max3_{_kind}16", "u16", f"{_kind}16 " * 3, lambda a, b, c: np.maximum(np.maximum(a, b), c), high="keep")
    add(f"v_min3_{_kind}16", "u16", f"{_kind}16 " * 3, lambda a, b, c: np.minimum(np.minimum(a, b), c), high="keep")
    add(f"v_max_{_kind}16", "u16", f"{_kind}16 {_kind}16", np.maximum)
    add(f"v_min_{_kind}16", "u16", f"{_kind}16 {_kind}16", np.minimum)
    add(f"v_mad_legacy_{_kind}16", "u16", "u16 u16 u16", lambda a, b, c: a * b + c)
    add(f"v_mad_{_kind}16", "u16", "u16 u16 u16", lambda a, b, c: a * b + c, high="keep")
    add(
        f"v_med3_{_kind}16",
        "u16",
        f"{_kind}16 " * 3,
        lambda a, b, c: np.maximum(np.minimum(a, b), np.minimum(np.maximum(a, b), c)),
        high="keep",
    )
add("v_add_i16", "u16", "u16 u16", lambda a, b: a + b, high="keep")
add("v_sub_i16", "u16", "u16 u16", lambda a, b: a - b, high="keep")
add("v_mad_u32_u16", "u32", "u16 u16 u32", lambda a, b, c: a * b + c)
add("v_mad_i32_i16", "u32", "i16 i16 i32", lambda a, b, c: a * b + c)
# LLVM, GCNSubtarget::zeroesHigh16BitsOfDest, for what becomes of the high half on GFX9.
add("v_add_u16", "u16", "u16 u16", lambda a, b: a + b)
add("v_sub_u16", "u16", "u16 u16", lambda a, b: a - b)
add("v_subrev_u16", "u16", "u16 u16", lambda a, b: b - a)
add("v_mul_lo_u16", "u16", "u16 u16", lambda a, b: a * b)
add("v_lshlrev_b16", "u16", "u16 u16", lambda a, b: b << (a & U(15)))
add("v_lshrrev_b16", "u16", "u16 u16", lambda a, b: b >> (a & U(15)))
add("v_ashrrev_i16", "u16", "u16 i16", lambda a, b: b >> signed(a & U(15), 16))
add("v_lshlrev_b64", "u64", "u32 u64", lambda a, b: b << (a & U(63)))
add("v_lshrrev_b64", "u64", "u32 u64", lambda a, b: b >> (a & U(63)))
add("v_ashrrev_i64", "u64", "u32 i64", lambda a, b: b >> signed(a & U(63), 32))
add("v_lshl_add_u64", "u64", "u64 u32 u64", lambda a, b, c: (a << (b & U(7))) + c)
add("v_pack_b32_f16", "b32", "f16 f16", lambda a, b: to_bits(a, 16) | (to_bits(b, 16) << U(16)))
add("v_sat_pk_u8_i16", "u16", "u32", lambda a: _sat8(a) | (_sat8(a >> U(16)) << U(8)))


def _sat8(a: Array) -> Array:
    return unsigned(np.clip(signed(a & U(0xFFFF), 16), 0, 255), 8)


# Dot products
def _dots(width: int, is_signed: bool) -> Callable[..., Array]:
    def apply(a: Array, b: Array, c: Array) -> Array:
        total = c.astype(np.int64) if c.dtype.kind == "i" else signed(c, 32)
        for shift in range(0, 32, width):
            x, y = ((v >> U(shift)) & U((1 << width) - 1) for v in (a, b))
            total = total + (
                signed(x, width) * signed(y, width) if is_signed else x.astype(np.int64) * y.astype(np.int64)
            )
        return total

    return apply


for _count, _bits in ((2, 16), (4, 8), (8, 4)):
    add(f"v_dot{_count}_i32_i{_bits}", "u32", "u32 u32 u32", _dots(_bits, True))
    add(f"v_dot{_count}_u32_u{_bits}", "u32", "u32 u32 u32", _dots(_bits, False))
    add(f"v_dot{_count}c_i32_i{_bits}", "u32", "u32 u32", _dots(_bits, True), accumulate=True)


def dot_half(a: Array, b: Array, c: Array) -> Near:
    """Two products of halves added to a float: order and roundings are open, so a bound of two roundings of the sum."""
    parts = [
        to_float((a >> U(s)) & U(0xFFFF), 16).astype(np.float64)
        * to_float((b >> U(s)) & U(0xFFFF), 16).astype(np.float64)
        for s in (0, 16)
    ]
    start = to_float(c, 32).astype(np.float64)
    with np.errstate(all="ignore"):
        total = parts[0] + parts[1] + start
        size = np.abs(parts[0]) + np.abs(parts[1]) + np.abs(start)
    return Near(total, 3 * 2.0**-24 * size + 2.0**-149, 32)


add("v_dot2c_f32_f16", "f32", "u32 u32", dot_half, accumulate=True)
add("v_dot2_f32_f16", "f32", "u32 u32 u32", dot_half)
