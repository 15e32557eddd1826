"""Operands of vector instructions: SDWA, DPP, op_sel and sign modifiers in, clamp, omod and placement out.

Unless an entry names another source, formulas are those of "AMD Instinct MI300 (CDNA3) Instruction Set Architecture",
sections 12.7 to 12.10 (VOP2, VOP1, VOPC, VOP3).
"""

from __future__ import annotations

import numpy as np

from . import dpp, sdwa
from .entry import OneOf, Outcome, bits_of, keeps_denormals, width_of
from .formats import (
    FLOATS,
    Array,
    flush,
    to_bits,
)
from .scalar import signed, unsigned
from .state import Mode, Operand, State, read_vector, write_vector
from .text import Instruction

U = np.uint64


def modified(bits: Array, width: int, negate: bool, absolute: bool) -> Array:
    """Bits after |x| and -x."""
    sign = U(1) << U(width - 1)
    if absolute:
        bits = bits & ~sign
    return bits ^ sign if negate else bits


def fetch(state: State, instruction: Instruction, operand: Operand, kind: str, position: int) -> Array:
    """Source bits with SDWA selection, DPP movement, op_sel and float modifiers applied, in that order of the manual."""
    width = width_of(kind)
    if instruction.mnemonic.endswith("_sdwa"):
        raw = read_vector(state, operand, 32)
        select = instruction.modifiers.get(f"src{position}_sel", "DWORD")
        bits = sdwa.select(raw, select, operand.sext) & U((1 << width) - 1)
    else:
        high = width == 16 and instruction.bits("op_sel", 0, 4)[position]
        bits = read_vector(state, operand, 32 if high else width, kind[0] == "f" or kind == "b64f")
        if high:
            bits = bits >> U(16)
    if instruction.mnemonic.endswith("_dpp") and position == 0:
        bits = dpp.move(bits, instruction, state)[0]
    return modified(bits, width, operand.negate, operand.absolute)


def written_lanes(state: State, instruction: Instruction) -> Array:
    """Lanes that the instruction writes: EXEC, less what DPP switches off."""
    if instruction.mnemonic.endswith("_dpp"):
        return state.active & dpp.move(np.zeros((state.waves, 64), U), instruction, state)[1]
    return state.active


def finish(value: Array, kind: str, instruction: Instruction, mode: Mode) -> Array:
    """Output modifiers (omod, clamp) and flushing of a float result, as bits."""
    width = width_of(kind)
    if kind[0] != "f":
        return bits_of(value, kind)
    factor = {"mul:2": 2.0, "mul:4": 4.0, "div:2": 0.5}
    for name, scale in factor.items():
        key, amount = name.split(":")
        if instruction.modifiers.get(key) == amount:
            value = (value * FLOATS[width](scale)).astype(FLOATS[width])
    if "clamp" in instruction.modifiers:
        clamped = np.clip(value, FLOATS[width](0), FLOATS[width](1)) + FLOATS[width](0)
        value = np.where(np.isnan(value), FLOATS[width](0) if mode.clamp else value, clamped).astype(FLOATS[width])
    bits = to_bits(value, width)
    return bits if keeps_denormals(mode, width) else flush(bits, width)


def clamp_integer(name: str, values: list[Array], result: Array) -> Array:
    """Saturation of integer add and subtract under the clamp bit."""
    a, b = (v.astype(np.int64) for v in values[:2])
    if name.endswith("_i32"):
        exact = signed(values[0], 32) + signed(values[1], 32) * (-1 if "sub" in name else 1)
        return unsigned(np.clip(exact, -(2**31), 2**31 - 1), 32)
    limit = 0xFFFFFFFF if name.endswith("32") else 0xFFFF
    exact = b - a if "subrev" in name else a - b if "sub" in name else a + b
    return unsigned(np.clip(exact, 0, limit), 32)


def place_half(bits: Array, old: Array, instruction: Instruction, high: str) -> Array:
    """A 16-bit result in its register: the high half where the last entry of op_sel says so, else by the high-half rule."""
    text = instruction.modifiers.get("op_sel", "")
    selects = text.strip("[]").split(",") if text else []
    if len(selects) == len(instruction.operands) and selects[-1] == "1":
        return (old & U(0xFFFF)) | (bits << U(16))
    return (old & U(0xFFFF0000)) | bits if high == "keep" else bits


def store(outcome: Outcome, state: State, instruction: Instruction, bits: Array, model_width: int, high: str) -> None:
    """Writes a result of up to 64 bits in the written lanes, with SDWA destination selection and the high-half rule."""
    destination = instruction.operands[0]
    where = written_lanes(state, instruction)
    if instruction.mnemonic.endswith("_sdwa") and "dst_sel" in instruction.modifiers:
        old = read_vector(state, destination, 32)
        bits = sdwa.place(
            bits, old, instruction.modifiers["dst_sel"], instruction.modifiers.get("dst_unused", "UNUSED_PAD")
        )
    elif model_width == 16:
        old = read_vector(state, destination, 32)
        if high == "either":
            choices = (np.where(where, bits, old), np.where(where, bits | (old & U(0xFFFF0000)), old))
            outcome.loose[("v", destination.first)] = OneOf(choices)
        bits = place_half(bits, old, instruction, high)
    write_vector(outcome.state, destination, bits, max(model_width, 32), where)
