"""Runs one instruction in the emulator on many waves and compares all visible registers with the model.

Every case is a kernel: it loads the window of registers from memory, sets EXEC, VCC, SCC and M0, executes the instruction,
and stores the window, VCC, EXEC, SCC and M0. Each workgroup is one wave with its own inputs and masks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .assembler import assemble, kernel_text, program
from .case import Case
from .data import MEMORY_BYTES, Inputs
from .formats import Array
from .state import SCALAR_BASE, SCALARS, VECTOR_BASE, Mode, State

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
