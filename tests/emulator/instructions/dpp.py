"""DPP: which lane each lane reads, and which lanes are written.

Source: CDNA3 ISA manual, section 6.6 "DPP" and the table of DPP_CTRL in section 13.3.8; LLVM "AMDGPU Modifier Syntax" for the
names. A row has 16 lanes, a bank 4. Reading from outside the row, or from a lane that EXEC switches off, gives 0 under
bound_ctrl:1, else the lane is not written. Lanes that row_mask or bank_mask exclude are never written.
"""

from __future__ import annotations

import numpy as np

from .formats import Array
from .state import State
from .text import Instruction

U = np.uint64


def sources(instruction: Instruction) -> Array:
    """Source lane of each of 64 lanes, -1 where there is none."""
    lane = np.arange(64)
    row, place = lane // 16, lane % 16
    modifiers = instruction.modifiers
    if "quad_perm" in modifiers:
        order = np.array(instruction.bits("quad_perm", 0, 4))
        return lane - lane % 4 + order[lane % 4]
    for name, step in (("row_shl", 1), ("row_shr", -1)):
        if name in modifiers:
            source = place + step * instruction.number(name)
            return np.where((source >= 0) & (source < 16), row * 16 + source, -1)
    if "row_ror" in modifiers:
        return row * 16 + (place - instruction.number("row_ror")) % 16
    if "row_mirror" in modifiers:
        return row * 16 + 15 - place
    if "row_half_mirror" in modifiers:
        return lane - lane % 8 + 7 - lane % 8
    if "row_newbcast" in modifiers:
        return row * 16 + instruction.number("row_newbcast")
    if "row_bcast" in modifiers:
        last = instruction.number("row_bcast")
        if last == 15:
            return np.where(row > 0, row * 16 - 1, -1)
        return np.where(row >= 2, 31, -1)
    if "wave_shl" in modifiers:
        return np.where(lane < 63, lane + 1, -1)
    if "wave_shr" in modifiers:
        return lane - 1
    if "wave_rol" in modifiers:
        return (lane + 1) % 64
    if "wave_ror" in modifiers:
        return (lane - 1) % 64
    raise ValueError(f"dpp: no known control in {instruction.text!r}")


def move(bits: Array, instruction: Instruction, state: State) -> tuple[Array, Array]:
    """Moved values [waves, 64] and the lanes that may be written."""
    source = sources(instruction)
    valid = (source >= 0)[None, :] & state.active[:, np.maximum(source, 0)]
    moved = np.where(valid, bits[:, np.maximum(source, 0)], U(0))
    lane = np.arange(64)
    row_mask, bank_mask = instruction.number("row_mask", 15), instruction.number("bank_mask", 15)
    masked = ((row_mask >> (lane // 16)) & 1).astype(bool) & ((bank_mask >> (lane // 4 % 4)) & 1).astype(bool)
    zeroing = instruction.modifiers.get("bound_ctrl") in ("0", "1")
    return moved, masked[None, :] & (valid | zeroing)
