"""What a launch did: counts by instruction and class, traffic by tensor, LDS, barriers, findings."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from gfx_emulator.instructions import base_name, instruction_class
from gfx_emulator.program import Program


@dataclass(frozen=True)
class Finding:
    """A fault that hardware would not report. ``kind`` is one of ``layout.FINDINGS``; ``address`` of memory or LDS."""

    kind: str
    message: str
    kernel: str
    pc: int
    instruction: str
    lane: int
    wave: int
    workgroup: int
    address: int
    nearest: str

    def __str__(self) -> str:
        return (
            f"{self.message} (kernel {self.kernel}, pc {self.pc:#x}, instruction `{self.instruction}`, lane {self.lane},"
            f" wave {self.wave} of workgroup {self.workgroup})"
        )


@dataclass(frozen=True)
class Traffic:
    """Bytes that the kernel read and wrote in one tensor, every access counted."""

    name: str
    read: int
    written: int


@dataclass(frozen=True)
class LaunchResult:
    """The record of one launch. Counts are of wave instructions: one for 64 lanes."""

    kernel: str
    target: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    threads: int
    seconds: float
    compile_seconds: float
    compiled_from_cache: bool
    waves: int
    workgroups: int
    barriers: int
    traffic: tuple[Traffic, ...]
    checked: bool
    findings: tuple[Finding, ...]
    lds_read: int
    lds_written: int
    program: Program
    taken: npt.NDArray[np.uint64]
    landed: npt.NDArray[np.uint64]
    out_of_range: npt.NDArray[np.uint64]
    conflicts: npt.NDArray[np.uint64]

    @cached_property
    def executed(self) -> npt.NDArray[np.int64]:
        """Executions of each instruction of the program, in order of address."""
        return self.program.executed(self.taken, self.landed, self.waves)

    @property
    def instructions(self) -> int:
        """Wave instructions executed."""
        return int(self.executed.sum())

    @cached_property
    def counts(self) -> Counter[str]:
        """Wave instructions by name."""
        return self.program.count_by_name(self.executed)

    @cached_property
    def classes(self) -> Counter[str]:
        """Wave instructions by class."""
        classes: Counter[str] = Counter()
        for name, count in self.counts.items():
            classes[instruction_class(name)] += count
        return classes

    @property
    def matrix_operations(self) -> int:
        """Multiply-adds done by matrix instructions, times two."""
        total = 0
        for name, count in self.counts.items():
            if name.startswith("v_mfma_"):
                parts = name.split("_")
                m, n, k = (int(x) for x in parts[3].split("x"))
                blocks = int(parts[4][:-1]) if parts[4].endswith("b") and parts[4][:-1].isdigit() else 1
                total += 2 * m * n * k * blocks * count
        return total

    @property
    def out_of_range_lanes(self) -> dict[str, int]:
        """Checked mode: lanes outside a buffer descriptor's range, by instruction; the hardware reads 0 there."""
        return self._by_instruction(self.out_of_range)

    @property
    def bank_conflicts(self) -> dict[str, int]:
        """Checked mode: extra LDS cycles through bank conflicts, by instruction."""
        return self._by_instruction(self.conflicts)

    def _by_instruction(self, counters: npt.NDArray[np.uint64]) -> dict[str, int]:
        found: dict[str, int] = {}
        for record in np.flatnonzero(counters).tolist():
            instruction = self.program.instructions[int(self.program.instruction_of[record])]
            found[f"{instruction.address:#x} {instruction.text}"] = int(counters[record])
        return found

    def hot_spots(self, limit: int = 10) -> list[tuple[int, str, int]]:
        """Address, text and executions of the instructions that ran most often."""
        order = np.argsort(-self.executed, kind="stable")[:limit].tolist()
        return [
            (self.program.instructions[n].address, self.program.instructions[n].text, int(self.executed[n]))
            for n in order
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return a JSON-ready form."""
        return {
            "kernel": self.kernel,
            "target": self.target,
            "evidence": "emulated",
            "grid": list(self.grid),
            "block": list(self.block),
            "threads": self.threads,
            "seconds": self.seconds,
            "compile_seconds": self.compile_seconds,
            "compiled_from_cache": self.compiled_from_cache,
            "waves": self.waves,
            "workgroups": self.workgroups,
            "barriers": self.barriers,
            "instructions": self.instructions,
            "classes": dict(self.classes.most_common()),
            "counts": dict(self.counts.most_common()),
            "matrix_operations": self.matrix_operations,
            "traffic": [{"name": t.name, "read": t.read, "written": t.written} for t in self.traffic],
            "lds": {"read": self.lds_read, "written": self.lds_written, "bank_conflicts": self.bank_conflicts},
            "checked": self.checked,
            "out_of_range_lanes": self.out_of_range_lanes,
            "findings": [{**vars(f), "message": str(f)} for f in self.findings],
        }

    def to_json(self) -> str:
        """Return the record as JSON text."""
        return json.dumps(self.to_dict(), indent=2)

    def lines(self) -> Iterator[str]:
        """The record as lines of text for people."""
        yield f"kernel {self.kernel} on emulated {self.target}: grid {self.grid}, block {self.block}"
        yield (
            f"{self.instructions:,} wave instructions of {self.waves:,} waves in {self.seconds * 1e3:.1f} ms"
            f" on {self.threads} threads"
        )
        for name, count in self.classes.most_common():
            yield f"  {name:18s} {count:14,d}"
        yield f"  barriers passed    {self.barriers:14,d}"
        if self.matrix_operations:
            yield f"  matrix operations  {self.matrix_operations:14,d}"
        for t in self.traffic:
            if t.read or t.written:
                yield f"  {t.name:18s} {t.read:14,d} bytes read {t.written:14,d} written"
        if self.checked:
            yield f"  LDS                {self.lds_read:14,d} bytes read {self.lds_written:14,d} written"
            yield f"  LDS bank conflicts {sum(self.bank_conflicts.values()):14,d} extra cycles"
            yield f"  out of range       {sum(self.out_of_range_lanes.values()):14,d} lanes of buffer accesses"
        for name, count in self.counts.most_common(20):
            yield f"    {name:34s} {count:12,d}"
        for finding in self.findings:
            yield f"finding: {finding}"

    def table(self) -> str:
        """The record as text."""
        return "\n".join(self.lines())


__all__ = ["Finding", "LaunchResult", "Traffic", "base_name"]
