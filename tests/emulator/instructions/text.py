"""Reads instruction text in the assembler's own syntax (LLVM, "AMDGPU Operand Syntax" and "Modifier Syntax")."""

from __future__ import annotations

import dataclasses
import re

from .state import Operand, parse_operand

FLAGS = ("clamp", "sc0", "sc1", "nt", "lds", "offen", "idxen", "glc")
MODIFIER = re.compile(r"\b([a-z][a-z_0-9]*):(\[[^\]]*\]|\"[^\"]*\"|[^ ,]+)")
ENCODING = re.compile(r"_(e32|e64|sdwa|dpp|e64_dpp)$")


@dataclasses.dataclass(frozen=True)
class Instruction:
    """Mnemonic without and with its encoding suffix, operands and modifiers."""

    base: str
    mnemonic: str
    operands: tuple[Operand, ...]
    modifiers: dict[str, str]
    text: str

    def bits(self, name: str, default: int, count: int = 3) -> list[int]:
        """A modifier of the form name:[0,1,1] as a list of `count` numbers."""
        text = self.modifiers.get(name)
        values = [int(x) for x in text.strip("[]").split(",")] if text else []
        return values + [default] * (count - len(values))

    def number(self, name: str, default: int = 0) -> int:
        """A modifier of the form name:12."""
        return int(self.modifiers.get(name, str(default)), 0)


def parse(text: str) -> Instruction:
    """One instruction; register ranges such as v[8:9] are no modifiers."""
    mnemonic, _, rest = text.partition(" ")
    modifiers: dict[str, str] = {}
    spans = []
    for match in MODIFIER.finditer(rest):
        if rest[max(0, match.start() - 1)] != "[" or match.start() == 0:
            modifiers[match.group(1)] = match.group(2)
            spans.append(match.span())
    for start, end in reversed(spans):
        rest = rest[:start] + rest[end:]
    words = []
    for word in rest.split(" "):
        if word in FLAGS or word in ("row_mirror", "row_half_mirror"):
            modifiers[word] = "1"
        elif word:
            words.append(word)
    operands = tuple(parse_operand(part) for part in " ".join(words).split(",") if part.strip())
    return Instruction(ENCODING.sub("", mnemonic), mnemonic, operands, modifiers, text)
