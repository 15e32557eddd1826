"""Reads the operands of a disassembled instruction, as LLVM prints them."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass

from gfx_emulator.layout import REGISTER_BYTES, SCC_OFFSET, VECTOR_BASE


@dataclass(frozen=True, slots=True)
class Operand:
    """One operand. ``kind``: v (vector register), s (scalar), k (constant), o (off), w (anything else, a word).

    ``index``: first register, v256 and up are accumulators; ``count``: registers; ``value``: a constant's bits or
    text; ``floating``: the constant was written as a floating-point number; ``literal``: written in hexadecimal.
    """

    kind: str
    index: int = 0
    count: int = 1
    value: int = 0
    number: float = 0.0
    floating: bool = False
    literal: bool = False
    word: str = ""
    negative: bool = False
    absolute: bool = False
    extended: bool = False

    @property
    def offset(self) -> int:
        """Byte offset of the register in a wave state."""
        return VECTOR_BASE + self.index * REGISTER_BYTES if self.kind == "v" else self.index * 4


_NAMED = {
    "vcc": (106, 2),
    "vcc_lo": (106, 1),
    "vcc_hi": (107, 1),
    "exec": (126, 2),
    "exec_lo": (126, 1),
    "exec_hi": (127, 1),
    "m0": (124, 1),
    "flat_scratch": (102, 2),
    "flat_scratch_lo": (102, 1),
    "flat_scratch_hi": (103, 1),
    "xnack_mask": (104, 2),
    "xnack_mask_lo": (104, 1),
    "xnack_mask_hi": (105, 1),
    "src_scc": (SCC_OFFSET // 4, 1),
}
SHARED_APERTURE = 0x7FFE_0001_0000_0000
PRIVATE_APERTURE = 0x7FFE_0002_0000_0000
"""High halves of generic addresses that mean LDS and scratch: above every user-space address of a 47-bit host."""
_CONSTANTS = {
    "src_shared_base": SHARED_APERTURE,
    "src_private_base": PRIVATE_APERTURE,
    "src_shared_limit": SHARED_APERTURE | 0xFFFF_FFFF,
    "src_private_limit": PRIVATE_APERTURE | 0xFFFF_FFFF,
}
_REGISTER = re.compile(r"(v|a|s|ttmp)(?:(\d+)|\[(\d+)(?::(\d+))?\])$")
_INVERSE_TWO_PI = 0.15915494
_FIRST = {"v": 0, "a": 256, "s": 0, "ttmp": 108}


def split(text: str) -> tuple[list[str], list[str]]:
    """Split the operand text into operands (between top-level commas) and the modifiers behind the last one."""
    parts: list[str] = []
    depth = start = 0
    for at, letter in enumerate(text):
        if letter in "[(":
            depth += 1
        elif letter in ")]":
            depth -= 1
        elif letter == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    last = text[start:].strip()
    words = last.split()
    if words and (":" not in words[0] or "[" in words[0].split(":")[0]):
        parts.append(words[0])
        words = words[1:]
    return parts, words


def parse(text: str) -> Operand:
    """Read one operand; what is no register or number comes back as a word."""
    found = _REGISTER.match(text)
    if found:
        letter, single, first, last = found.groups()
        index = int(single if single is not None else first)
        count = int(last) - index + 1 if last else 1
        return Operand("v" if letter in "va" else "s", _FIRST[letter] + index, count)
    if text in _NAMED:
        return Operand("s", *_NAMED[text])
    if text in _CONSTANTS:
        return Operand("k", value=_CONSTANTS[text], count=2)
    if text == "off":
        return Operand("o")
    try:
        return Operand("k", value=int(text, 0), literal=text.lstrip("-").startswith("0x"))
    except ValueError:
        pass
    negative = absolute = extended = False
    inner = text
    if inner.startswith("-"):
        negative, inner = True, inner[1:]
    if inner.startswith("|") and inner.endswith("|"):
        absolute, inner = True, inner[1:-1]
    for name in ("neg", "abs", "sext"):
        if inner.startswith(f"{name}(") and inner.endswith(")"):
            inner = inner[len(name) + 1 : -1]
            negative |= name == "neg"
            absolute |= name == "abs"
            extended |= name == "sext"
    if inner != text:
        if negative and not absolute and re.fullmatch(r"\d+\.\d+", inner):
            return Operand("k", number=-float(inner), floating=True)
        base = parse(inner)
        if base.kind == "w":
            return Operand("w", word=text)
        return Operand(
            base.kind,
            base.index,
            base.count,
            base.value,
            base.number,
            base.floating,
            base.literal,
            "",
            negative,
            absolute,
            extended,
        )
    if re.fullmatch(r"\d+\.\d+", inner):
        return Operand("k", number=float(inner), floating=True)
    return Operand("w", word=text)


def bits(operand: Operand, kind: str) -> int:
    """The bits of a constant for an operand type: f16, f32, f64, i64 or anything else for 32-bit integers."""
    if not operand.floating:
        if operand.count == 2:
            return operand.value if kind in ("f64", "i64", "u64") else operand.value & 0xFFFFFFFF
        if kind == "f64" and operand.literal:
            return (operand.value & 0xFFFFFFFF) << 32
        if kind in ("f64", "i64", "u64"):
            value = operand.value
            if operand.literal and kind == "i64" and 1 << 31 <= value < 1 << 32:
                value -= 1 << 32
            return value & 0xFFFFFFFFFFFFFFFF
        if kind in ("f16", "u16", "i16"):
            return operand.value & 0xFFFF
        return operand.value & 0xFFFFFFFF
    number = operand.number
    inverse = abs(abs(number) - _INVERSE_TWO_PI) < 1e-9
    if kind in ("f16", "u16", "i16", "p16"):
        return 0x3118 if inverse else int.from_bytes(struct.pack("<e", number), "little")
    if kind == "f64":
        # 1 / (2 pi), as AMD's ISA manual gives its bits
        return 0x3FC45F306DC9C882 if inverse else int.from_bytes(struct.pack("<d", number), "little")
    if inverse:
        return 0x3E22F983
    value = int.from_bytes(struct.pack("<f", number), "little")
    if kind in ("i64", "u64"):
        return int.from_bytes(struct.pack("<d", number), "little")
    return value
