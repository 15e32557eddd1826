"""One instruction to test."""

from __future__ import annotations

import dataclasses
import hashlib
import re

from .state import Mode
from .text import parse


@dataclasses.dataclass(frozen=True)
class Case:
    """Text of the instruction, the mode, the register windows and the kind of data in the registers.

    With `memory`, the wave has 4 KiB of global memory at s[12:13] and 4 KiB of LDS; v10 holds an offset for each lane, v[14:15]
    the same as an address, s[44:47] a buffer descriptor with `records` and `stride`. The text may hold several lines.
    """

    text: str
    mode: Mode
    vectors: int = 16
    accumulators: int = 0
    kind: str = "bits"
    memory: bool = False
    records: int = 4096
    stride: int = 0

    @property
    def scalars(self) -> int:
        """Scalar registers in the window, from s32 on; wide scalar loads need more."""
        return 32 if self.memory else 16

    @property
    def name(self) -> str:
        """Kernel name, unique for what is executed."""
        digest = hashlib.sha256(repr(self).encode()).hexdigest()[:10]
        return (
            re.sub(
                r"[^a-z0-9]+",
                "_",
                parse(self.text.splitlines()[-1]).mnemonic if self.memory else parse(self.text).mnemonic,
            )
            + "_"
            + digest
        )
