"""Runs one instruction in the emulator on many waves and compares all visible registers with the model.

Every case is a kernel: it loads the window of registers from memory, sets EXEC, VCC, SCC and M0, executes the instruction,
and stores the window, VCC, EXEC, SCC and M0. Each workgroup is one wave with its own inputs and masks.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from . import matrix, memory, packed, scalar, vector
from .assembler import assemble, kernel_text, program
from .case import Case
from .data import MEMORY_BYTES, Inputs
from .entry import Near, OneOf, Outcome
from .formats import Array, is_nan, to_float
from .state import SCALAR_BASE, SCALARS, VECTOR_BASE, Mode, State
from .text import Instruction, parse

if TYPE_CHECKING:
    from gfx_emulator import Device

U = np.uint64
CONTROL = 8  # scalars before the window: EXEC, VCC, M0, SCC, two spare


def mode_directives(mode: Mode) -> dict[str, int]:
    """Directives of the kernel descriptor for a mode."""
    return {
        "float_denorm_mode_32": 3 if mode.denormal32 else 0,
        "float_denorm_mode_16_64": 3 if mode.denormal16 else 0,
        "ieee_mode": int(mode.ieee),
        "dx10_clamp": int(mode.clamp),
        "fp16_overflow": int(mode.overflow),
    }


def input_words(case: Case) -> int:
    """32-bit words of input for one wave."""
    return (case.vectors + case.accumulators) * 64 + CONTROL + SCALARS + (2 * MEMORY_BYTES // 4 if case.memory else 0)


def body(case: Case) -> list[str]:
    """Instructions of the kernel."""
    stride = input_words(case) * 4
    registers = case.vectors + case.accumulators
    lines = [
        "s_load_dwordx4 s[4:7], s[0:1], 0x0",
        f"s_mul_i32 s8, s2, {stride}",
        "s_waitcnt lgkmcnt(0)",
        "s_add_u32 s4, s4, s8",
        "s_addc_u32 s5, s5, 0",
        "s_add_u32 s6, s6, s8",
        "s_addc_u32 s7, s7, 0",
        f"s_add_u32 s10, s4, {registers * 256}",
        "s_addc_u32 s11, s5, 0",
        "s_load_dwordx8 s[16:23], s[10:11], 0x0",
    ]
    lines += [
        f"s_load_dwordx8 s[{SCALAR_BASE + 8 * i}:{SCALAR_BASE + 8 * i + 7}], s[10:11], {32 + 32 * i}" for i in range(4)
    ]
    lines += ["v_lshlrev_b32_e32 v1, 4, v0", "v_mov_b32_e32 v2, v1", "v_mov_b32_e32 v3, 0"]
    for start in range(0, registers, 4):
        if start < case.vectors:
            target = f"v[{VECTOR_BASE + start}:{VECTOR_BASE + start + 3}]"
            lines.append(f"global_load_dwordx4 {target}, v2, s[4:5]")
        else:
            lines += ["global_load_dwordx4 v[4:7], v2, s[4:5]", "s_waitcnt vmcnt(0)"]
            first = start - case.vectors
            lines += [f"v_accvgpr_write_b32 a{first + i}, v{4 + i}" for i in range(4)]
        lines.append("v_add_u32_e32 v2, 0x400, v2")
    lines.append("s_waitcnt vmcnt(0) lgkmcnt(0)")
    if case.memory:
        lines += memory_setup(case)
    lines += [
        "s_nop 4",
        "s_mov_b32 m0, s20",
        "s_mov_b64 vcc, s[18:19]",
        "s_cmp_lg_u32 s21, 0",
        "s_mov_b64 exec, s[16:17]",
        "s_nop 4",
        *case.text.splitlines(),
        *(["s_waitcnt vmcnt(0) lgkmcnt(0)"] if case.memory else []),
        "s_nop 15",
        "s_nop 15",
        "s_cselect_b32 s24, 1, 0",
        "s_mov_b32 s25, m0",
        "s_mov_b64 s[26:27], vcc",
        "s_mov_b64 s[28:29], exec",
        "s_mov_b64 s[30:31], 0",
        "s_mov_b64 exec, -1",
        "s_nop 4",
        "v_mov_b32_e32 v2, v1",
    ]
    if case.memory:
        lines += memory_cleanup()
    for start in range(0, registers, 4):
        if start < case.vectors:
            lines.append(f"global_store_dwordx4 v2, v[{VECTOR_BASE + start}:{VECTOR_BASE + start + 3}], s[6:7]")
        else:
            first = start - case.vectors
            lines += [f"v_accvgpr_read_b32 v{4 + i}, a{first + i}" for i in range(4)]
            lines += ["s_nop 4", "global_store_dwordx4 v2, v[4:7], s[6:7]", "s_waitcnt vmcnt(0)"]
        lines.append("v_add_u32_e32 v2, 0x400, v2")
    lines += [
        f"s_add_u32 s6, s6, {registers * 256}",
        "s_addc_u32 s7, s7, 0",
        "s_mov_b64 exec, 1",
        "v_mov_b32_e32 v3, 0",
    ]
    for start in range(0, CONTROL + SCALARS, 4):
        lines += [f"v_mov_b32_e32 v{4 + i}, s{24 + start + i}" for i in range(4)]
        lines += [f"global_store_dwordx4 v3, v[4:7], s[6:7] offset:{4 * start}", "s_waitcnt vmcnt(0)"]
    return [*lines, "s_endpgm"]


def memory_setup(case: Case) -> list[str]:
    """Addresses, buffer descriptor, and LDS filled from the upper half of the wave's memory."""
    registers = (case.vectors + case.accumulators) * 256 + 4 * (CONTROL + SCALARS)
    lines = [
        f"s_add_u32 s12, s6, {registers}",
        "s_addc_u32 s13, s7, 0",
        "v_mov_b32_e32 v15, s13",
        "v_add_co_u32_e32 v14, vcc, s12, v10",
        "v_addc_co_u32_e32 v15, vcc, 0, v15, vcc",
        "s_mov_b32 s60, s12",
        "s_and_b32 s61, s13, 0xffff",
        f"s_or_b32 s61, s61, {case.stride << 16:#x}",
        f"s_mov_b32 s62, {case.records}",
        "s_mov_b32 s63, 0x00020000",
        "v_mov_b32_e32 v2, v1",
        "v_mov_b32_e32 v3, 0x1000",
        "v_add_u32_e32 v3, v3, v1",
    ]
    for _ in range(MEMORY_BYTES // 1024):
        lines += ["global_load_dwordx4 v[4:7], v3, s[12:13]", "s_waitcnt vmcnt(0)", "ds_write_b128 v2, v[4:7]"]
        lines += ["v_add_u32_e32 v2, 0x400, v2", "v_add_u32_e32 v3, 0x400, v3"]
    return [*lines, "s_waitcnt lgkmcnt(0)", "v_mov_b32_e32 v3, 0"]


def memory_cleanup() -> list[str]:
    """LDS back to memory; registers that hold addresses cleared."""
    lines = ["v_mov_b32_e32 v14, 0", "v_mov_b32_e32 v15, 0", *(f"s_mov_b32 s{n}, 0" for n in range(60, 64))]
    lines += ["v_mov_b32_e32 v3, 0x1000", "v_add_u32_e32 v3, v3, v1"]
    for _ in range(MEMORY_BYTES // 1024):
        lines += ["ds_read_b128 v[4:7], v2", "s_waitcnt lgkmcnt(0)", "global_store_dwordx4 v3, v[4:7], s[12:13]"]
        lines += ["s_waitcnt vmcnt(0)", "v_add_u32_e32 v2, 0x400, v2", "v_add_u32_e32 v3, 0x400, v3"]
    return [*lines, "v_mov_b32_e32 v2, v1"]


def source(cases: list[Case]) -> str:
    """Assembly of all cases."""
    kernels = []
    for case in cases:
        vectors = VECTOR_BASE + case.vectors
        text = kernel_text(
            case.name,
            body(case),
            vectors=vectors,
            accumulators=case.accumulators,
            mode=mode_directives(case.mode),
            lds=MEMORY_BYTES if case.memory else 0,
        )
        kernels.append((case.name, text, vectors, case.accumulators, MEMORY_BYTES if case.memory else 0))
    return program(kernels)


def state_of(case: Case, inputs: Inputs) -> State:
    """The state that the kernel sets up."""
    return State(
        v=inputs.v[:, : case.vectors].copy(),
        a=inputs.v[:, case.vectors : case.vectors + case.accumulators].copy(),
        s=inputs.s.copy(),
        vcc=inputs.vcc.copy(),
        exec=inputs.exec.copy(),
        scc=inputs.scc.copy(),
        m0=inputs.m0.copy(),
        mode=case.mode,
        memory=inputs.memory.copy(),
        lds=inputs.lds.copy(),
    )


def pack(state: State) -> Array:
    """Input words [waves, words] for a state."""
    waves = state.waves
    registers = np.concatenate([state.v, state.a], axis=1)
    count = registers.shape[1]
    vectors = registers.reshape(waves, count // 4, 4, 64).transpose(0, 1, 3, 2).reshape(waves, -1)
    control = np.zeros((waves, CONTROL), np.uint32)
    control[:, 0:2] = state.exec[:, None].view(np.uint32)
    control[:, 2:4] = state.vcc[:, None].view(np.uint32)
    control[:, 4], control[:, 5] = state.m0, state.scc
    parts = [vectors, control, state.s]
    if state.memory.size:
        parts += [state.memory.view(np.uint32), state.lds.view(np.uint32)]
    return np.ascontiguousarray(np.concatenate(parts, axis=1))


def unpack(case: Case, words: Array, mode: Mode) -> State:
    """State from output words."""
    waves = words.shape[0]
    count = case.vectors + case.accumulators
    vectors = words[:, : count * 64].reshape(waves, count // 4, 64, 4).transpose(0, 1, 3, 2).reshape(waves, count, 64)
    control = words[:, count * 64 : count * 64 + CONTROL]
    last = count * 64 + CONTROL + SCALARS
    scratch = np.ascontiguousarray(words[:, last:]).view(np.uint8)
    return State(
        v=vectors[:, : case.vectors],
        a=vectors[:, case.vectors :],
        s=words[:, count * 64 + CONTROL : last],
        vcc=np.ascontiguousarray(control[:, 2:4]).view(U)[:, 0],
        exec=np.ascontiguousarray(control[:, 4:6]).view(U)[:, 0],
        scc=control[:, 0],
        m0=control[:, 1],
        mode=mode,
        memory=scratch[:, :MEMORY_BYTES],
        lds=scratch[:, MEMORY_BYTES:],
    )


def model(state: State, instruction: Instruction) -> Outcome:
    """Expected state after the instruction, from whichever table holds it."""
    base = instruction.base
    if base in scalar.NAMES:
        return Outcome(scalar.run(state, base, list(instruction.operands)))
    if base in packed.NAMES:
        return packed.run(state, instruction)
    if base in matrix.NAMES:
        return matrix.run(state, instruction)
    return vector.run(state, instruction)


def float_width(instruction: Instruction) -> int:
    """Width in which NaNs of the destination count as equal whatever their payload; 0 for integer results."""
    base = instruction.base
    if base in vector.TABLE:
        kind = vector.TABLE[base].result
        return int(kind[1:]) if kind[0] == "f" else 0
    if base.startswith(("v_div_", "v_pk_", "v_fma_mix")):
        return 16 if base.endswith("f16") else 64 if base.endswith("f64") else 32 if base.endswith("f32") else 0
    if base in ("v_cvt_pk_f32_fp8", "v_cvt_pk_f32_bf8") or base.startswith("v_mfma_f32"):
        return 32
    return 0


def same_number(got: Array, expected: Array, width: int) -> Array:
    """Equal bits, or both NaN."""
    return (got == expected) | (is_nan(got, width) & is_nan(expected, width))


def within(got: Array, near: Near, flush_allowed: bool) -> Array:
    """Whether float bits lie within the bound of a reference; lanes with a negative tolerance are not looked at."""
    value = to_float(got, near.width).astype(np.float64)
    limit = float({16: 65504, 32: np.finfo(np.float32).max, 64: np.finfo(np.float64).max}[near.width])
    smallest = {16: 2.0**-14, 32: 2.0**-126, 64: 2.0**-1022}[near.width]
    with np.errstate(all="ignore"):
        close = np.abs(value - near.reference) <= near.tolerance
        overflow = (
            (np.abs(near.reference) + near.tolerance > limit)
            & np.isinf(value)
            & (np.sign(value) == np.sign(near.reference))
        )
    special = (np.isnan(value) & np.isnan(near.reference)) | (value == near.reference)
    zero = flush_allowed & (value == 0) & (np.abs(near.reference) <= smallest * (1 + 2.0**-9))
    return (near.tolerance < 0) | close | overflow | special | zero


def mismatches(case: Case, before: State, got: State, outcome: Outcome | None = None) -> list[str]:
    """Differences between the emulator's state and the model's (or a given outcome), as readable lines; empty when right."""
    instruction = parse(case.text.splitlines()[-1])
    if outcome is None:
        outcome = memory.run(before, case) if case.memory else model(before, instruction)
    outcomes = [outcome]
    table = vector.TABLE.get(instruction.base)
    if table is not None and table.fuzzy_denormals and not case.memory:
        flushed = before.copy()
        flushed.mode = dataclasses.replace(before.mode, denormal32=False, denormal16=False)
        outcomes.append(model(flushed, instruction))
    expected = outcomes[0].state
    width = float_width(instruction)
    found = []
    for file in ("v", "a"):
        actual, wanted = getattr(got, file).astype(U), getattr(expected, file).astype(U)
        base_index = VECTOR_BASE if file == "v" else 0
        skip = set()
        for (loose_file, number), _ in outcomes[0].loose.items():
            if loose_file != file:
                continue
            index = number - base_index
            loose = [outcome.loose[(file, number)] for outcome in outcomes]
            wide = 64 if width == 64 else 32
            value = actual[:, index]
            if wide == 64:
                value = value | (actual[:, index + 1] << U(32))
            good = np.zeros(value.shape, bool)
            for item in loose:
                if isinstance(item, Near):
                    low = value & U((1 << item.width) - 1)
                    good |= within(low, item, not case.mode.denormal32 or (table is not None and table.fuzzy_denormals))
                else:
                    for choice in item.choices:
                        good |= same_number(value, choice, wide if width != 16 else 32) if width else value == choice
                        if width == 16:
                            good |= same_number(value & U(0xFFFF), choice & U(0xFFFF), 16) & (
                                value >> U(16) == choice >> U(16)
                            )
            inactive = ~before.active & ~np.array(instruction.base.startswith("v_mfma"))
            keep = getattr(before, file).astype(U)
            unchanged = actual[:, index] == keep[:, index]
            good = np.where(inactive, unchanged, good)
            found += lines_for(case, before, f"{file}{number}", ~good, value, wanted[:, index], loose)
            skip |= {index, index + 1} if wide == 64 else {index}
        bad = actual != wanted
        if width and instruction.operands[0].file == file:
            first = instruction.operands[0].first - base_index
            count = instruction.operands[0].count
            if width == 64:
                pair_got = actual[:, first] | (actual[:, first + 1] << U(32))
                pair_wanted = wanted[:, first] | (wanted[:, first + 1] << U(32))
                bad[:, first] = bad[:, first + 1] = ~same_number(pair_got, pair_wanted, 64)
            elif width == 32:
                window = slice(first, first + count)
                bad[:, window] = ~same_number(actual[:, window], wanted[:, window], 32)
            else:
                halves = [
                    same_number((actual[:, first] >> U(s)) & U(0xFFFF), (wanted[:, first] >> U(s)) & U(0xFFFF), 16)
                    for s in (0, 16)
                ]
                bad[:, first] = ~(halves[0] & halves[1])
            if table is not None and width == 32 and not case.mode.denormal32:
                tiny = ((wanted & U(0x7FFFFFFF)) == U(0x00800000)) & ((actual & U(0x7FFFFFFF)) == 0)
                bad &= ~tiny
        for index in range(actual.shape[1]):
            if index not in skip and bad[:, index].any():
                found += lines_for(
                    case, before, f"{file}{base_index + index}", bad[:, index], actual[:, index], wanted[:, index], []
                )
    for index in range(SCALARS):
        bad_waves = got.s[:, index] != expected.s[:, index]
        if bad_waves.any() and not (("sdst", 0) in outcomes[0].loose and SCALAR_BASE + index in range(34, 36)):
            wave = int(np.argmax(bad_waves))
            found.append(
                f"s{SCALAR_BASE + index} wave {wave}: got {int(got.s[wave, index]):#x}, "
                f"expected {int(expected.s[wave, index]):#x} {describe_inputs(case, before, wave, None)}"
            )
    for name in ("memory", "lds"):
        wrong = getattr(got, name) != getattr(expected, name)
        if wrong.any():
            wave, place = (int(x[0]) for x in np.nonzero(wrong))
            actual_bytes, wanted_bytes = (
                getattr(x, name)[wave, place & ~3 : (place & ~3) + 4].tobytes()[::-1].hex() for x in (got, expected)
            )
            found.append(
                f"{name} wave {wave} byte {place:#x} ({int(wrong.sum())} wrong): got word {actual_bytes}, "
                f"expected {wanted_bytes} "
                f"{describe_inputs(case, before, wave, None)}"
            )
    for name in ("vcc", "exec", "scc", "m0"):
        actual, wanted = getattr(got, name), getattr(expected, name)
        if (actual != wanted).any() and not (name == "vcc" and ("sdst", 0) in outcomes[0].loose):
            wave = int(np.argmax(actual != wanted))
            found.append(
                f"{name} wave {wave}: got {int(actual[wave]):#x}, expected {int(wanted[wave]):#x} "
                f"{describe_inputs(case, before, wave, None)}"
            )
    return found


def lines_for(
    case: Case, before: State, register: str, bad: Array, got: Array, expected: Array, loose: list[object]
) -> list[str]:
    """One line for the first wrong lane of a register."""
    if not bad.any():
        return []
    wave, lane = (int(x[0]) for x in np.nonzero(bad))
    wanted = f"{int(expected[wave, lane]):#x}"
    for item in loose:
        if isinstance(item, Near):
            wanted = f"{item.reference[wave, lane]!r} +- {item.tolerance[wave, lane]!r}"
        elif isinstance(item, OneOf):
            wanted = "one of " + ", ".join(f"{int(c[wave, lane]):#x}" for c in item.choices)
    return [
        f"{register} wave {wave} lane {lane} ({int(bad.sum())} wrong): got {int(got[wave, lane]):#x}, expected {wanted} "
        f"{describe_inputs(case, before, wave, lane)}"
    ]


def describe_inputs(case: Case, before: State, wave: int, lane: int | None) -> str:
    """Values of the operands of a case in one wave and lane."""
    parts = []
    for operand in parse(case.text.splitlines()[-1]).operands:
        for offset in range(min(operand.count, 2)):
            if operand.file == "s":
                parts.append(
                    f"s{operand.first + offset}={int(before.s[wave, operand.first + offset - SCALAR_BASE]):#x}"
                )
            elif operand.file in ("v", "a") and lane is not None:
                file = before.v if operand.file == "v" else before.a
                index = operand.first + offset - (VECTOR_BASE if operand.file == "v" else 0)
                parts.append(f"{operand.file}{operand.first + offset}={int(file[wave, index, lane]):#x}")
    parts.append(f"exec={int(before.exec[wave]):#x} vcc={int(before.vcc[wave]):#x} scc={int(before.scc[wave])}")
    return "[" + ", ".join(parts) + f"] mode={case.mode.name}"


def execute(device: Device, module: object, case: Case, inputs: Inputs) -> tuple[State, State]:
    """Runs one case; states before and after."""
    before = state_of(case, inputs)
    words = pack(before)
    output = np.zeros_like(words)
    if case.memory:
        tail = 2 * MEMORY_BYTES // 4
        output[:, -tail:] = words[:, -tail:]
    kernel = module.kernel(case.name)  # type: ignore[attr-defined]  # the module type is the emulator's own
    kernel.launch((before.waves, 1, 1), (64, 1, 1), args=[words, output])
    return before, unpack(case, output, case.mode)


def load(device: Device, cases: list[Case]) -> object:
    """Assembles the cases and loads the code object."""
    return device.load(assemble(source(cases)))


__all__ = ["Case", "execute", "load", "mismatches", "source"]
