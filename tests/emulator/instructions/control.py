"""Branches, VGPR indexing, VSKIP and instructions without effect: short programs with the state that they must leave.

Source: CDNA3 ISA manual, sections 12.4 and 12.5 (SOPC, SOPP) and 5.4 (VGPR indexing); each program is followed by what the
formulas there give.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np

from .case import Case
from .formats import Array
from .state import CLANG, State

U = np.uint64


@dataclasses.dataclass(frozen=True)
class Program:
    """Lines of assembly, the instructions they show, and the model of the whole."""

    names: tuple[str, ...]
    text: str
    model: Callable[[State, State], None]

    @property
    def case(self) -> Case:
        """The case that the harness runs; the last line is what failures name."""
        return Case(self.text, CLANG, vectors=16, kind="bits")


def _branch(name: str, taken: Callable[[State], Array]) -> Program:
    text = f"{name} 1f\ns_mov_b32 s32, 0x77\n1:\ns_mov_b32 s33, 0x55"

    def apply(before: State, after: State) -> None:
        after.s[:, 0] = np.where(taken(before), before.s[:, 0], 0x77)
        after.s[:, 1] = 0x55

    return Program((name,), text, apply)


def _loop() -> Program:
    text = "\n".join(
        [
            "s_and_b32 s32, s32, 15",
            "s_mov_b32 s33, 0",
            "1:",
            "s_add_u32 s33, s33, s32",
            "s_sub_u32 s32, s32, 1",
            "s_cmp_lt_i32 s32, 0",
            "s_cbranch_scc0 1b",
        ]
    )

    def apply(before: State, after: State) -> None:
        count = before.s[:, 0] & 15
        after.s[:, 1] = count * (count + 1) // 2
        after.s[:, 0] = 0xFFFFFFFF
        after.scc[:] = 1

    return Program(("s_cbranch_scc0", "s_cmp_lt_i32"), text, apply)


def _index_source(before: State, after: State) -> None:
    index = before.s[:, 2] & 3
    for wave in range(before.waves):
        source = before.v[wave, 2 + int(index[wave])]
        after.v[wave, 0] = np.where(before.active[wave], source, before.v[wave, 0])
        after.s[wave, 2] = index[wave]
        after.scc[wave] = index[wave] != 0
        after.m0[wave] = (int(before.m0[wave]) & ~0xF0FF) | int(index[wave]) | 1 << 12


def _index_destination(before: State, after: State) -> None:
    index = before.s[:, 2] & 3
    for wave in range(before.waves):
        place = 4 + int(index[wave])
        after.v[wave, place] = np.where(before.active[wave], before.v[wave, 2], before.v[wave, place])
        after.s[wave, 2] = index[wave]
        after.scc[wave] = index[wave] != 0
        after.m0[wave] = (int(before.m0[wave]) & ~0xF0FF) | int(index[wave]) | 8 << 12


def _skip(before: State, after: State) -> None:
    """VSKIP on while bit 3 of s34 is set: vector instructions are passed over."""
    on = (before.s[:, 2] >> 3) & 1
    for wave in range(before.waves):
        if not on[wave]:
            for register in (0, 4):
                after.v[wave, register] = np.where(before.active[wave], before.v[wave, 2], before.v[wave, register])


def _unchanged(before: State, after: State) -> None:
    """No register changes."""


def _wave_id(before: State, after: State) -> None:
    after.s[:, 0] = 0


PROGRAMS: tuple[Program, ...] = (
    _branch("s_branch", lambda s: np.ones(s.waves, bool)),
    _branch("s_cbranch_scc0", lambda s: s.scc == 0),
    _branch("s_cbranch_scc1", lambda s: s.scc == 1),
    _branch("s_cbranch_vccz", lambda s: s.vcc == 0),
    _branch("s_cbranch_vccnz", lambda s: s.vcc != 0),
    _branch("s_cbranch_execz", lambda s: s.exec == 0),
    _branch("s_cbranch_execnz", lambda s: s.exec != 0),
    _loop(),
    Program(
        ("s_set_gpr_idx_on", "s_set_gpr_idx_off"),
        "s_and_b32 s34, s34, 3\ns_set_gpr_idx_on s34, gpr_idx(SRC0)\nv_mov_b32_e32 v8, v10\ns_set_gpr_idx_off",
        _index_source,
    ),
    Program(
        ("s_set_gpr_idx_on", "s_set_gpr_idx_off"),
        "s_and_b32 s34, s34, 3\ns_set_gpr_idx_on s34, gpr_idx(DST)\nv_mov_b32_e32 v12, v10\ns_set_gpr_idx_off",
        _index_destination,
    ),
    Program(
        ("s_setvskip",),
        "s_setvskip s34, 3\nv_mov_b32_e32 v8, v10\nv_mov_b32_e32 v12, v10\ns_setvskip 0, 0",
        _skip,
    ),
    *(
        Program((line.split(" ")[0],), line, _unchanged)
        for line in (
            "s_nop 0",
            "s_nop 7",
            "s_waitcnt vmcnt(0) lgkmcnt(0)",
            "s_waitcnt 0",
            "s_setprio 1",
            "s_sleep 1",
            "s_barrier",
        )
    ),
)
NAMES = {name for program in PROGRAMS for name in program.names} | {"s_endpgm"}
