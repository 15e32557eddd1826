"""Models of instructions that cross lanes, write masks, or keep part of the destination.

Unless an entry names another source, formulas are those of "AMD Instinct MI300 (CDNA3) Instruction Set Architecture",
sections 12.7 to 12.10 (VOP2, VOP1, VOPC, VOP3).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .entry import OneOf, Outcome, keeps_denormals, value_of
from .formats import (
    BF8,
    FP8,
    Small,
    flush,
    fused,
    to_bits,
    to_float,
)
from .scalar import each, signed, unsigned
from .state import State, lanes, mask_of, read_scalar, read_vector, write_scalar, write_vector
from .text import Instruction
from .vector_divide import divide_scale
from .vector_source import fetch, store

U = np.uint64


def _cndmask(state: State, instruction: Instruction, outcome: Outcome) -> None:
    sources = instruction.operands[1:]
    a, b = (fetch(state, instruction, sources[i], "b32", i) for i in (0, 1))
    selector = lanes(read_scalar(state, sources[2], 64) if len(sources) > 2 else state.vcc)
    store(outcome, state, instruction, np.where(selector, b, a), 32, "zero")


def _readfirstlane(state: State, instruction: Instruction, outcome: Outcome) -> None:
    first = each(lambda x: (x & -x).bit_length() - 1 if x else 0, state.exec).astype(np.int64)
    value = read_vector(state, instruction.operands[1], 32)
    write_scalar(outcome.state, instruction.operands[0], np.take_along_axis(value, first[:, None], 1)[:, 0], 32)


def _readlane(state: State, instruction: Instruction, outcome: Outcome) -> None:
    lane = (read_scalar(state, instruction.operands[2], 32) & U(63)).astype(np.int64)
    value = read_vector(state, instruction.operands[1], 32)
    write_scalar(outcome.state, instruction.operands[0], np.take_along_axis(value, lane[:, None], 1)[:, 0], 32)


def _writelane(state: State, instruction: Instruction, outcome: Outcome) -> None:
    lane = read_scalar(state, instruction.operands[2], 32) & U(63)
    where = np.arange(64, dtype=U)[None, :] == lane[:, None]
    value = read_vector(state, instruction.operands[1], 32)
    write_vector(outcome.state, instruction.operands[0], value, 32, where)


def _mbcnt(state: State, instruction: Instruction, outcome: Outcome) -> None:
    a, b = (read_vector(state, o, 32) for o in instruction.operands[1:])
    lane = np.arange(64, dtype=U)
    below = (U(1) << lane) - U(1)
    part = below & U(0xFFFFFFFF) if "_lo_" in instruction.base else below >> U(32)
    count = each(lambda x: x.bit_count(), a & part[None, :])
    write_vector(outcome.state, instruction.operands[0], unsigned(count + b, 32), 32, state.active)


def _mad64(state: State, instruction: Instruction, outcome: Outcome) -> None:
    operands = instruction.operands
    a, b = (read_vector(state, operands[i], 32) for i in (2, 3))
    c = read_vector(state, operands[4], 64)
    if instruction.base == "v_mad_u64_u32":
        product = a * b
        total = product + c
        carry = total < product
    else:
        wide = [
            (int(x) * int(y) + int(z))
            for x, y, z in zip(signed(a, 32).ravel(), signed(b, 32).ravel(), c.view(np.int64).ravel(), strict=False)
        ]
        total = np.array([x & (2**64 - 1) for x in wide], U).reshape(a.shape)
        carry = np.array([(x >> 64) & 1 for x in wide], bool).reshape(a.shape)
        outcome.loose[("sdst", 0)] = OneOf(())
    write_vector(outcome.state, operands[0], total, 64, state.active)
    write_scalar(outcome.state, operands[1], mask_of(carry & state.active), 64)


def _div_scale(state: State, instruction: Instruction, outcome: Outcome) -> None:
    width = int(instruction.base[-2:])
    kind = f"f{width}"
    operands = instruction.operands
    values = [value_of(read_vector(state, o, width, True), kind, state.mode) for o in operands[2:]]
    result, flag = divide_scale(*values)
    write_vector(outcome.state, operands[0], to_bits(result, width), width, state.active)
    write_scalar(outcome.state, operands[1], mask_of(flag & state.active), 64)


def _div_fmas(state: State, instruction: Instruction, outcome: Outcome) -> None:
    """fma, scaled where VCC is set. The manual says 2**32 (f32) and 2**64 (f64); v_div_scale scales by 2**64 and 2**128, and
    only 2**(+-64) and 2**(+-128) undo that. Both are allowed here; division as a whole is tested for correct rounding."""
    width = int(instruction.base[-2:])
    kind = f"f{width}"
    a, b, c = (
        value_of(fetch(state, instruction, o, kind, i), kind, state.mode)
        for i, o in enumerate(instruction.operands[1:])
    )
    step = {32: 64, 64: 128}[width]
    plain = fused(a, b, c, width)
    old = read_vector(state, instruction.operands[0], width)
    selected = lanes(state.vcc)
    choices = []
    for power in (step, -step, step // 2):
        scaled = np.ldexp(plain, power).astype(plain.dtype)
        bits = to_bits(np.where(selected, scaled, plain), width)
        choices.append(np.where(state.active, bits if keeps_denormals(state.mode, width) else flush(bits, width), old))
    outcome.loose[("v", instruction.operands[0].first)] = OneOf(tuple(choices))
    write_vector(outcome.state, instruction.operands[0], choices[0], width, state.active)


def _unpack_small(state: State, instruction: Instruction, outcome: Outcome) -> None:
    """v_cvt_pk_f32_fp8 and bf8: two bytes of the selected word."""
    small: Small = FP8 if instruction.base.endswith("fp8") else BF8
    source = read_vector(state, instruction.operands[1], 32)
    if instruction.modifiers.get("src0_sel") == "WORD_1":
        source = source >> U(16)
    low = to_bits(small.decode(source & U(255)).astype(np.float32), 32)
    high = to_bits(small.decode((source >> U(8)) & U(255)).astype(np.float32), 32)
    write_vector(outcome.state, instruction.operands[0], low | (high << U(32)), 64, state.active)


def _pack_small(state: State, instruction: Instruction, outcome: Outcome) -> None:
    """v_cvt_pk_fp8_f32 and bf8: two floats to two bytes, into the half that op_sel[3] (op_sel:[0,0,1] as written) names.

    Overflow: NaN, or the largest value under FP16_OVFL ("CDNA3 ISA", 16-bit and 8-bit overflow mode of the MODE register).
    """
    small: Small = FP8 if "_fp8_" in instruction.base else BF8
    values = []
    for index in (0, 1):
        bits = fetch(state, instruction, instruction.operands[1 + index], "f32", index)
        values.append(small.encode(value_of(bits, "f32", state.mode), state.mode.overflow))
    packed = values[0] | (values[1] << U(8))
    old = read_vector(state, instruction.operands[0], 32)
    selected = instruction.bits("op_sel", 0, 3)
    result = (old & U(0xFFFF)) | (packed << U(16)) if selected[2] else (old & U(0xFFFF0000)) | packed
    write_vector(outcome.state, instruction.operands[0], result, 32, state.active)


def _stochastic(state: State, instruction: Instruction, outcome: Outcome) -> None:
    """v_cvt_sr_fp8_f32 and bf8: noise added below the kept mantissa bits, then truncation; the byte is named by op_sel[3:2].

    Normal results only are fixed by the manual; elsewhere either neighbour is allowed.
    """
    small: Small = FP8 if "_fp8_" in instruction.base else BF8
    bits = fetch(state, instruction, instruction.operands[1], "f32", 0)
    noise = read_vector(state, instruction.operands[2], 32) >> U(32 - (23 - small.mantissa))
    value = to_float(bits, 32).astype(np.float64)
    kept = U(0xFFFFFFFF) << U(23 - small.mantissa)
    moved = to_float((bits + noise) & kept & U(0xFFFFFFFF), 32).astype(np.float64)
    expected = small.encode(np.where(np.isfinite(value), moved, np.nan), state.mode.overflow)
    grid = small.decode(np.arange(128))
    below_index = np.clip(np.searchsorted(grid, np.abs(np.nan_to_num(value)), side="right") - 1, 0, 127)
    sign = np.where(np.signbit(value), U(0x80), U(0))
    neighbours = [
        np.where(np.minimum(below_index + i, 127) == 0, U(0), np.minimum(below_index + i, 127).astype(U) | sign)
        for i in (0, 1)
    ]
    normal = np.abs(value) >= 2.0 ** (1 - small.bias)
    top = np.abs(value) >= grid[127]
    select = instruction.bits("op_sel", 0, 4)
    byte = select[2] + 2 * select[3] if len(instruction.modifiers.get("op_sel", "").split(",")) > 3 else select[2]
    shift = U(8 * byte)
    old = read_vector(state, instruction.operands[0], 32)
    choices = []
    for code in (expected, *neighbours, np.full_like(expected, 0x80), np.full_like(expected, 127) | sign):
        strict = normal & ~top | np.isnan(value)
        chosen = np.where(strict, expected, code)
        placed = (old & ~(U(255) << shift)) | (chosen << shift)
        choices.append(np.where(state.active, placed, old))
    outcome.loose[("v", instruction.operands[0].first)] = OneOf(tuple(choices))
    write_vector(outcome.state, instruction.operands[0], choices[0], 32, state.active)


def _move(state: State, instruction: Instruction, outcome: Outcome) -> None:
    value = read_vector(state, instruction.operands[1], 32)
    write_vector(outcome.state, instruction.operands[0], value, 32, state.active)


def _swap(state: State, instruction: Instruction, outcome: Outcome) -> None:
    left, right = instruction.operands
    a, b = read_vector(state, left, 32), read_vector(state, right, 32)
    write_vector(outcome.state, left, b, 32, state.active)
    write_vector(outcome.state, right, a, 32, state.active)


SPECIAL: dict[str, Callable[[State, Instruction, Outcome], None]] = {
    "v_cndmask_b32": _cndmask,
    "v_readfirstlane_b32": _readfirstlane,
    "v_readlane_b32": _readlane,
    "v_writelane_b32": _writelane,
    "v_mbcnt_lo_u32_b32": _mbcnt,
    "v_mbcnt_hi_u32_b32": _mbcnt,
    "v_mad_u64_u32": _mad64,
    "v_mad_i64_i32": _mad64,
    "v_div_scale_f32": _div_scale,
    "v_div_scale_f64": _div_scale,
    "v_div_fmas_f32": _div_fmas,
    "v_div_fmas_f64": _div_fmas,
    "v_cvt_pk_f32_fp8": _unpack_small,
    "v_cvt_pk_f32_bf8": _unpack_small,
    "v_cvt_pk_fp8_f32": _pack_small,
    "v_cvt_pk_bf8_f32": _pack_small,
    "v_cvt_sr_fp8_f32": _stochastic,
    "v_cvt_sr_bf8_f32": _stochastic,
    "v_accvgpr_read_b32": _move,
    "v_accvgpr_write_b32": _move,
    "v_accvgpr_mov_b32": _move,
    "v_swap_b32": _swap,
    "v_nop": lambda state, instruction, outcome: None,
}
