"""Runs one instruction in the emulator on many waves and compares all visible registers with the model.

A kernel holds a group of cases with the same data. For each it loads the window of registers from memory, sets EXEC, VCC, SCC
and M0, executes the instruction, and stores the window, VCC, EXEC, SCC and M0. Each workgroup is one wave with its own inputs
and masks.
"""

from __future__ import annotations

import functools
import hashlib
from typing import TYPE_CHECKING

import numpy as np

from .assembler import assemble, kernel_text, program
from .case import Case
from .data import MEMORY_BYTES, Inputs, inputs
from .formats import Array
from .state import SCALAR_BASE, VECTOR_BASE, Mode, State

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
    """32-bit words of one wave: vector registers, accumulators, control, scalars, memory and LDS."""
    registers = (case.vectors + case.accumulators) * 64
    return registers + CONTROL + case.scalars + (2 * MEMORY_BYTES // 4 if case.memory else 0)


def body(group: tuple[Case, ...]) -> list[str]:
    """Instructions of a kernel: for each case, load the state, execute, store the state, step to the next output."""
    case = group[0]
    stride = input_words(case) * 4
    lines = [
        "s_load_dwordx4 s[4:7], s[0:1], 0x0",
        f"s_mul_i32 s8, s2, {stride}",
        "v_lshlrev_b32_e32 v1, 4, v0",
        "s_waitcnt lgkmcnt(0)",
        "s_add_u32 s4, s4, s8",
        "s_addc_u32 s5, s5, 0",
        "s_add_u32 s6, s6, s8",
        "s_addc_u32 s7, s7, 0",
        f"s_add_u32 s10, s4, {(case.vectors + case.accumulators) * 256}",
        "s_addc_u32 s11, s5, 0",
    ]
    for member in group:
        lines += one_case(member, waves_of(case) * stride)
    return [*lines, "s_dcache_wb", "s_endpgm"]


def one_case(case: Case, step: int) -> list[str]:
    """One case; `step` is the size of a whole case's output in bytes."""
    registers = (case.vectors + case.accumulators) * 256
    lines = ["s_load_dwordx8 s[16:23], s[10:11], 0x0"]
    for start in range(0, case.scalars, 8):
        first = SCALAR_BASE + start
        lines.append(f"s_load_dwordx8 s[{first}:{first + 7}], s[10:11], {4 * (CONTROL + start):#x}")
    lines += [*moves(case, "load"), "s_waitcnt vmcnt(0) lgkmcnt(0)"]
    if case.memory:
        lines += memory_setup(case)
    lines += [
        "s_mov_b32 m0, s20",
        "s_mov_b64 vcc, s[18:19]",
        "s_cmp_lg_u32 s21, 0",
        "s_mov_b64 exec, s[16:17]",
        "s_nop 4",
        *case.text.splitlines(),
        *(["s_waitcnt vmcnt(0) lgkmcnt(0)"] if case.memory else []),
        "s_nop 15",
        "s_cselect_b32 s24, 1, 0",
        "s_mov_b32 s25, m0",
        "s_mov_b64 s[26:27], vcc",
        "s_mov_b64 s[28:29], exec",
        "s_mov_b64 s[30:31], 0",
        "s_mov_b64 exec, -1",
    ]
    if case.memory:
        lines += memory_cleanup()
    lines += [*moves(case, "store"), f"s_add_u32 s12, s6, {registers}", "s_addc_u32 s13, s7, 0"]
    for start in range(0, CONTROL + case.scalars, 4):
        lines.append(f"s_store_dwordx4 s[{24 + start}:{24 + start + 3}], s[12:13], {4 * start:#x}")
    return [*lines, f"s_add_u32 s6, s6, {step}", "s_addc_u32 s7, s7, 0", "s_waitcnt vmcnt(0) lgkmcnt(0)"]


@functools.cache
def waves_of(case: Case) -> int:
    """Waves that the case's data fills."""
    return len(inputs(case.kind, case.vectors + case.accumulators).exec)


def settings(case: Case) -> tuple[object, ...]:
    """What the cases of one kernel must share."""
    return case.mode, case.vectors, case.accumulators, case.kind, case.memory, case.records, case.stride


def group_name(group: tuple[Case, ...]) -> str:
    """Kernel name of a group."""
    return f"{group[0].name}_{hashlib.sha256(repr(group).encode()).hexdigest()[:8]}"


def moves(case: Case, direction: str) -> list[str]:
    """Loads or stores of the vector window and the accumulators, four registers at a time."""
    lines = ["v_mov_b32_e32 v2, v1"] if case.vectors + case.accumulators > 16 else []
    address = "v2" if lines else "v1"
    base = "s[4:5]" if direction == "load" else "s[6:7]"
    for start in range(0, case.vectors + case.accumulators, 4):
        if start and start % 16 == 0:
            lines.append("v_add_u32_e32 v2, 0x1000, v2")
        offset = f" offset:{start % 16 * 256}" if start % 16 else ""
        accumulator = start - case.vectors
        data = f"v[{VECTOR_BASE + start}:{VECTOR_BASE + start + 3}]" if accumulator < 0 else "v[4:7]"
        if direction == "load":
            lines.append(f"global_load_dwordx4 {data}, {address}, {base}{offset}")
            if accumulator >= 0:
                lines.append("s_waitcnt vmcnt(0)")
                lines += [f"v_accvgpr_write_b32 a{accumulator + i}, v{4 + i}" for i in range(4)]
        else:
            if accumulator >= 0:
                lines += ["s_waitcnt vmcnt(0)", *(f"v_accvgpr_read_b32 v{4 + i}, a{accumulator + i}" for i in range(4))]
            lines.append(f"global_store_dwordx4 {address}, {data}, {base}{offset}")
    return lines


def memory_setup(case: Case) -> list[str]:
    """Addresses, buffer descriptor, and LDS filled from the upper half of the wave's memory."""
    registers = (case.vectors + case.accumulators) * 256 + 4 * (CONTROL + case.scalars)
    lines = [
        f"s_add_u32 s12, s6, {registers}",
        "s_addc_u32 s13, s7, 0",
        "v_mov_b32_e32 v15, s13",
        "v_add_co_u32_e32 v14, vcc, s12, v10",
        "v_addc_co_u32_e32 v15, vcc, 0, v15, vcc",
        "s_mov_b32 s44, s12",
        "s_and_b32 s45, s13, 0xffff",
        f"s_or_b32 s45, s45, {case.stride << 16:#x}",
        f"s_mov_b32 s46, {case.records}",
        "s_mov_b32 s47, 0x00020000",
        "v_add_u32_e32 v2, 0x1000, v1",
    ]
    for offset in range(0, MEMORY_BYTES, 1024):
        lines += [f"global_load_dwordx4 v[4:7], v2, s[12:13] offset:{offset}", "s_waitcnt vmcnt(0)"]
        lines.append(f"ds_write_b128 v1, v[4:7] offset:{offset}")
    return [*lines, "s_waitcnt lgkmcnt(0)"]


def memory_cleanup() -> list[str]:
    """LDS back to memory; registers that hold addresses cleared."""
    lines = ["v_mov_b32_e32 v14, 0", "v_mov_b32_e32 v15, 0", *(f"s_mov_b32 s{n}, 0" for n in range(44, 48))]
    lines.append("v_add_u32_e32 v2, 0x1000, v1")
    for offset in range(0, MEMORY_BYTES, 1024):
        lines += [f"ds_read_b128 v[4:7], v1 offset:{offset}", "s_waitcnt lgkmcnt(0)"]
        lines += [f"global_store_dwordx4 v2, v[4:7], s[12:13] offset:{offset}", "s_waitcnt vmcnt(0)"]
    return lines


def source(groups: list[tuple[Case, ...]]) -> str:
    """Assembly of kernels, one for each group of cases."""
    kernels = []
    for group in groups:
        case = group[0]
        vectors, shared = VECTOR_BASE + case.vectors, MEMORY_BYTES if case.memory else 0
        name = group_name(group)
        text = kernel_text(
            name,
            body(group),
            vectors=vectors,
            accumulators=case.accumulators,
            mode=mode_directives(case.mode),
            lds=shared,
        )
        kernels.append((name, text, vectors, case.accumulators, shared))
    return program(kernels)


def state_of(case: Case, data: Inputs) -> State:
    """The state that the kernel sets up."""
    return State(
        v=data.v[:, : case.vectors].copy(),
        a=data.v[:, case.vectors : case.vectors + case.accumulators].copy(),
        s=data.s[:, : case.scalars].copy(),
        vcc=data.vcc.copy(),
        exec=data.exec.copy(),
        scc=data.scc.copy(),
        m0=data.m0.copy(),
        mode=case.mode,
        memory=data.memory.copy(),
        lds=data.lds.copy(),
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
    last = count * 64 + CONTROL + case.scalars
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


def execute(module: object, group: tuple[Case, ...]) -> tuple[State, list[State]]:
    """Runs a group of cases; the state before, and after each."""
    case = group[0]
    before = state_of(case, inputs(case.kind, case.vectors + case.accumulators))
    words = pack(before)
    output = np.zeros((len(group), *words.shape), np.uint32)
    if case.memory:
        tail = 2 * MEMORY_BYTES // 4
        output[:, :, -tail:] = words[:, -tail:]
    kernel = module.kernel(group_name(group))  # type: ignore[attr-defined]  # the module type is the emulator's own
    kernel.launch((before.waves, 1, 1), (64, 1, 1), args=[words, output])
    return before, [unpack(case, block, case.mode) for block in output]


def load(device: Device, groups: list[tuple[Case, ...]]) -> object:
    """Assembles the groups and loads the code object."""
    return device.load(assemble(source(groups)))
