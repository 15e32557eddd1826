"""Models of packed instructions (VOP3P without MFMA): two halves or two floats in one operation, and mixed precision.

Source: CDNA3 ISA manual, section 12.11 "VOP3P", and section 6.7 for OP_SEL, OP_SEL_HI, NEG_LO, NEG_HI.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .entry import OneOf, Outcome, keeps_denormals
from .formats import Array, flush, fused, to_bits, to_float
from .scalar import signed, unsigned
from .state import Mode, Operand, State, constant_bits, read_vector, write_vector
from .text import Instruction
from .vector_float import maximum, minimum

U = np.uint64
Binary = Callable[..., Array]

INTEGER: dict[str, tuple[str, int, Binary]] = {
    "v_pk_add_u16": ("u", 2, lambda a, b: a + b),
    "v_pk_sub_u16": ("u", 2, lambda a, b: a - b),
    "v_pk_add_i16": ("u", 2, lambda a, b: a + b),
    "v_pk_sub_i16": ("u", 2, lambda a, b: a - b),
    "v_pk_mul_lo_u16": ("u", 2, lambda a, b: a * b),
    "v_pk_mad_u16": ("u", 3, lambda a, b, c: a * b + c),
    "v_pk_mad_i16": ("u", 3, lambda a, b, c: a * b + c),
    "v_pk_max_u16": ("u", 2, np.maximum),
    "v_pk_min_u16": ("u", 2, np.minimum),
    "v_pk_max_i16": ("i", 2, np.maximum),
    "v_pk_min_i16": ("i", 2, np.minimum),
    "v_pk_lshlrev_b16": ("u", 2, lambda a, b: b << (a & U(15))),
    "v_pk_lshrrev_b16": ("u", 2, lambda a, b: b >> (a & U(15))),
    "v_pk_ashrrev_i16": ("i", 2, lambda a, b: b >> (a & np.int64(15))),
}
HALF: dict[str, tuple[int, Binary]] = {
    "v_pk_add_f16": (2, lambda a, b, m: a + b),
    "v_pk_mul_f16": (2, lambda a, b, m: a * b),
    "v_pk_min_f16": (2, minimum),
    "v_pk_max_f16": (2, maximum),
    "v_pk_fma_f16": (3, lambda a, b, c, m: fused(a, b, c, 16)),
}
SINGLE: dict[str, tuple[int, Binary]] = {
    "v_pk_add_f32": (2, lambda a, b: a + b),
    "v_pk_mul_f32": (2, lambda a, b: a * b),
    "v_pk_fma_f32": (3, lambda a, b, c: fused(a, b, c, 32)),
}
MIXED = ("v_fma_mix_f32", "v_fma_mixlo_f16", "v_fma_mixhi_f16")
NAMES = {*INTEGER, *HALF, *SINGLE, *MIXED, "v_pk_mov_b32"}


def _clamp(value: Array, mode: Mode) -> Array:
    bounded = np.clip(value, 0, 1) + value.dtype.type(0)
    return np.where(np.isnan(value), value.dtype.type(0) if mode.clamp else value, bounded).astype(value.dtype)


def _float_value(bits: Array, width: int, mode: Mode) -> Array:
    return to_float(bits if keeps_denormals(mode, width) else flush(bits, width), width)


def _source(state: State, operand: Operand, width: int) -> Array:
    """A packed source; an inline float constant fills the low half only, so that op_sel_hi 0 repeats it."""
    if operand.file == "constant" and "." in operand.text:
        return np.full((state.waves, 64), constant_bits(operand.text, width // 2, True), U)
    return read_vector(state, operand, width)


def _halves(state: State, instruction: Instruction, count: int, width: int, floats: bool) -> list[list[Array]]:
    """For the low and the high result: the selected part of each source, negated as neg_lo and neg_hi say."""
    part = width // 2
    selects = (instruction.bits("op_sel", 0), instruction.bits("op_sel_hi", 1))
    negates = (instruction.bits("neg_lo", 0), instruction.bits("neg_hi", 0))
    result = []
    for select, negate in zip(selects, negates, strict=False):
        row = []
        for index in range(count):
            bits = _source(state, instruction.operands[1 + index], width)
            bits = (bits >> U(part * select[index])) & U((1 << part) - 1)
            row.append(bits ^ U(1 << (part - 1)) if negate[index] and floats else bits)
        result.append(row)
    return result


def run(state: State, instruction: Instruction) -> Outcome:
    """State after one packed instruction."""
    base, mode, active = instruction.base, state.mode, state.active
    outcome = Outcome(state.copy())
    destination = instruction.operands[0]
    clamp = "clamp" in instruction.modifiers
    parts = []
    if base in INTEGER:
        letter, count, function = INTEGER[base]
        for row in _halves(state, instruction, count, 32, False):
            values = [signed(x, 16) if letter == "i" else x for x in row]
            parts.append(unsigned(function(*values), 16))
        write_vector(outcome.state, destination, parts[0] | (parts[1] << U(16)), 32, active)
    elif base in HALF:
        count, function = HALF[base]
        for row in _halves(state, instruction, count, 32, True):
            with np.errstate(all="ignore"):
                value = function(*(_float_value(x, 16, mode) for x in row), mode)
            bits = to_bits(_clamp(value, mode) if clamp else value, 16)
            parts.append(bits if keeps_denormals(mode, 16) else flush(bits, 16))
        write_vector(outcome.state, destination, parts[0] | (parts[1] << U(16)), 32, active)
    elif base in SINGLE:
        count, function = SINGLE[base]
        for row in _halves(state, instruction, count, 64, True):
            with np.errstate(all="ignore"):
                value = function(*(_float_value(x, 32, mode) for x in row))
            bits = to_bits(_clamp(value, mode) if clamp else value, 32)
            parts.append(bits if keeps_denormals(mode, 32) else flush(bits, 32))
        write_vector(outcome.state, destination, parts[0] | (parts[1] << U(32)), 64, active)
    elif base == "v_pk_mov_b32":
        select = instruction.bits("op_sel", 0, 2)
        for index in (0, 1):
            pair = read_vector(state, instruction.operands[1 + index], 64)
            parts.append((pair >> U(32 * select[index])) & U(0xFFFFFFFF))
        write_vector(outcome.state, destination, parts[0] | (parts[1] << U(32)), 64, active)
    else:
        _mixed(state, instruction, outcome)
    return outcome


def _mixed(state: State, instruction: Instruction, outcome: Outcome) -> None:
    """v_fma_mix: each source a float, or (op_sel_hi) the low or high (op_sel) half; neg and abs on each."""
    mode = state.mode
    low, high = instruction.bits("op_sel", 0), instruction.bits("op_sel_hi", 0)
    values = []
    for index, operand in enumerate(instruction.operands[1:4]):
        if high[index]:
            # A constant is one of half precision there: the compiler writes 1.0 to widen the other factor.
            width = 32 if operand.file in ("v", "a", "s") else 16
            bits = (read_vector(state, operand, width) >> U(16 * low[index])) & U(0xFFFF)
            value = _float_value(bits, 16, mode).astype(np.float32)
        else:
            value = _float_value(read_vector(state, operand, 32, True), 32, mode)
        value = np.abs(value) if operand.absolute else value
        values.append(-value if operand.negate else value)
    with np.errstate(all="ignore"):
        single = fused(*values, 32)
        wide = values[0].astype(np.longdouble) * values[1].astype(np.longdouble) + values[2].astype(np.longdouble)
        once = wide.astype(np.float16)
    if "clamp" in instruction.modifiers:
        single, once = _clamp(single, mode), _clamp(once, mode)
    destination = instruction.operands[0]
    if instruction.base == "v_fma_mix_f32":
        bits = to_bits(single, 32)
        write_vector(
            outcome.state, destination, bits if keeps_denormals(mode, 32) else flush(bits, 32), 32, state.active
        )
        return
    old = read_vector(state, destination, 32)
    shift = U(16 if "hi" in instruction.base else 0)
    choices = []
    with np.errstate(all="ignore"):
        candidates = (single.astype(np.float16), once)
    for value in candidates:  # the manual does not say whether the sum is rounded to f32 on the way
        placed = (old & ~(U(0xFFFF) << shift)) | (to_bits(value, 16) << shift)
        choices.append(np.where(state.active, placed, old))
    outcome.loose[("v", destination.first)] = OneOf(tuple(choices))
    write_vector(outcome.state, destination, choices[0], 32, state.active)
