"""Runs the model of any vector ALU instruction.

Unless an entry names another source, formulas are those of "AMD Instinct MI300 (CDNA3) Instruction Set Architecture",
sections 12.7 to 12.10 (VOP2, VOP1, VOPC, VOP3).
Input and output modifiers, SDWA and DPP are sections 6.3 to 6.6.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np

from . import vector_convert, vector_divide, vector_float, vector_integer
from .entry import TABLE, Near, OneOf, Outcome, keeps_denormals, value_of, width_of
from .formats import (
    Array,
    flush,
)
from .scalar import unsigned
from .state import Operand, State, lanes, mask_of, read_scalar, read_vector, write_scalar, write_vector
from .text import Instruction
from .vector_compare import COMPARES, classify
from .vector_source import clamp_integer, fetch, finish, place_half, store, written_lanes
from .vector_special import SPECIAL

U = np.uint64
FILLED_BY = (vector_integer, vector_float, vector_convert, vector_divide)  # these modules add to TABLE on import

CARRIES: dict[str, Callable[[Array, Array, Array], tuple[Array, Array]]] = {
    "v_add_co_u32": lambda a, b, c: (a + b, (a + b) >> U(32) != 0),
    "v_sub_co_u32": lambda a, b, c: (a - b, b > a),
    "v_subrev_co_u32": lambda a, b, c: (b - a, a > b),
    "v_addc_co_u32": lambda a, b, c: (a + b + c, (a + b + c) >> U(32) != 0),
    "v_subb_co_u32": lambda a, b, c: (a - b - c, b + c > a),
    "v_subbrev_co_u32": lambda a, b, c: (b - a - c, a + c > b),
}
NAMES = (
    set(TABLE)
    | {f"v_cmp_{k}" for k in COMPARES}
    | {f"v_cmpx_{k}" for k in COMPARES}
    | {f"v_{p}_class_f{w}" for p in ("cmp", "cmpx") for w in (16, 32, 64)}
    | set(CARRIES)
    | set(SPECIAL)
)


def run_table(state: State, instruction: Instruction, outcome: Outcome) -> None:
    """Instructions of TABLE."""
    model = TABLE[instruction.base]
    mode = state.mode
    width = width_of(model.result)
    raw = [
        fetch(state, instruction, operand, kind, index)
        for index, (operand, kind) in enumerate(zip(instruction.operands[1:], model.sources, strict=False))
    ]
    if model.accumulate:
        raw.append(read_vector(state, instruction.operands[0], width))
    kinds = [*model.sources, model.result] if model.accumulate else list(model.sources)
    values = [
        value_of(
            bits,
            kind if kind[0] != "f" or model.function is not vector_integer.dot_half else f"u{kind[1:]}",
            mode,
            model.flush_inputs,
        )
        for bits, kind in zip(raw, kinds, strict=False)
    ]
    with np.errstate(all="ignore"):
        result = model.function(*values, mode) if model.mode else model.function(*values)
    where = written_lanes(state, instruction)
    destination = instruction.operands[0]
    if isinstance(result, Near):
        result = dataclasses.replace(result, tolerance=np.where(where, result.tolerance, -1))
        outcome.loose[("v", destination.first)] = result
        placed = np.zeros(where.shape, U)
        store(outcome, state, instruction, placed, width, model.high)
        return
    if isinstance(result, OneOf):
        old = read_vector(state, destination, max(width, 32))
        flushed = [
            c if keeps_denormals(mode, width) or model.result[0] != "f" else flush(c, width) for c in result.choices
        ]
        placed_choices = [place_half(c, old, instruction, model.high) if width == 16 else c for c in flushed]
        outcome.loose[("v", destination.first)] = OneOf(tuple(np.where(where, c, old) for c in placed_choices))
        store(outcome, state, instruction, flushed[0], width, model.high)
        return
    bits = finish(np.asarray(result), model.result, instruction, mode)
    if "clamp" in instruction.modifiers and model.result[0] == "u" and len(raw) == 2:
        bits = clamp_integer(instruction.base, raw, bits)
    store(outcome, state, instruction, bits, width, model.high)


def run(state: State, instruction: Instruction) -> Outcome:
    """State after one vector ALU instruction."""
    outcome = Outcome(state.copy())
    base, operands, after = instruction.base, instruction.operands, outcome.state
    active = state.active
    if base in TABLE:
        run_table(state, instruction, outcome)
    elif base.startswith(("v_cmp_", "v_cmpx_")):
        run_compare(state, instruction, after)
    elif base in CARRIES:
        sdst, sources = (operands[1], operands[2:]) if operands[1].file != "v" else (parse_vcc(), operands[1:])
        a, b = (fetch(state, instruction, sources[i], "u32", i) for i in (0, 1))
        carry = np.zeros_like(a)
        if len(sources) > 2:
            carry = lanes(read_scalar(state, sources[2], 64)).astype(U)
        value, flag = CARRIES[base](a, b, carry)
        write_vector(after, operands[0], unsigned(value, 32), 32, active)
        write_scalar(after, sdst, mask_of(flag & active), 64)
    else:
        SPECIAL[base](state, instruction, outcome)
    return outcome


def parse_vcc() -> Operand:
    """The VCC operand that a short encoding implies."""
    return Operand("vcc", 0, 2, "vcc")


def run_compare(state: State, instruction: Instruction, after: State) -> None:
    """v_cmp and v_cmpx: lanes that are switched off give 0; v_cmpx writes EXEC as well."""
    prefix, _, rest = instruction.base.partition("_")[2].partition("_")
    destination, left, right = instruction.operands
    if rest.startswith("class_"):
        width = int(rest[-2:])
        bits = fetch(state, instruction, left, f"f{width}", 0)
        chosen = read_vector(state, right, 32)
        flag = ((chosen >> classify(bits, width)) & U(1)).astype(bool)
    else:
        kind, relation = COMPARES[rest]
        a, b = (value_of(fetch(state, instruction, o, kind, i), kind, state.mode) for i, o in enumerate((left, right)))
        flag = relation(a, b)
    mask = mask_of(flag & state.active)
    write_scalar(after, destination, mask, 64)
    if prefix == "cmpx":
        after.exec = mask
