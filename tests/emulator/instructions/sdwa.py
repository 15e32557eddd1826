"""SDWA: selection of a byte or word of a source, and placement in the destination.

Source: CDNA3 ISA manual, section 13.3.9, "SDWA" microcode format (SRC0_SEL, DST_SEL, DST_UNUSED).
"""

from __future__ import annotations

import numpy as np

from .formats import Array

U = np.uint64
RANGES = (
    {f"BYTE_{n}": (8 * n, 8) for n in range(4)} | {f"WORD_{n}": (16 * n, 16) for n in range(2)} | {"DWORD": (0, 32)}
)


def select(bits: Array, name: str, sext: bool) -> Array:
    """The chosen part, zero- or sign-extended to 32 bits."""
    shift, width = RANGES[name]
    part = (bits >> U(shift)) & U((1 << width) - 1)
    if sext:
        negative = (part >> U(width - 1)) & U(1)
        part = np.where(negative != 0, part | (U(0xFFFFFFFF) & ~U((1 << width) - 1)), part)
    return part


def place(bits: Array, old: Array, name: str, unused: str) -> Array:
    """The destination: result in the chosen part; the rest zero, sign-extended upwards, or kept."""
    shift, width = RANGES[name]
    part = bits & U((1 << width) - 1)
    placed = part << U(shift)
    if unused == "UNUSED_PRESERVE":
        return placed | (old & ~(U((1 << width) - 1) << U(shift)) & U(0xFFFFFFFF))
    if unused == "UNUSED_SEXT":
        negative = (part >> U(width - 1)) & U(1)
        upper = U(0xFFFFFFFF) & ~((U(1) << U(shift + width)) - U(1))
        return np.where(negative != 0, placed | upper, placed)
    return placed
