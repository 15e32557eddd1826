"""What is recorded of a cell, appended to a file that survives being killed at any moment."""

from __future__ import annotations

import dataclasses
import json
import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class CellResult:
    """The outcome of one cell.

    Attributes:
        id, op: of the cell.
        outcome: ``passed`` or ``failed``.
        kind: name of rocm_ci.verdicts.KINDS where it failed.
        reason: one sentence where it failed.
        backend_expected, backend_used: declared and recorded backend, None where no kernel was to run or ran.
        kernels: names of the kernels really launched, in order.
        decision: implementation name to reasons, for every candidate passed over.
        device, target: where it ran.
        evidence: ``hardware``, ``emulated``, ``interpreted``, ``compiled`` or ``reference``.
        error_norm: largest error over the magnitude that scales rounding errors, None where no finite one can be given.
        tolerance: bound on ``error_norm`` at that element.
        seconds: the whole cell, data and reference included.
        repeat: the command that repeats the cell.
        why: the fault that the cell guards against.
        sources: public reports of it.
        facts: what was asked, for the report.
        fingerprint: of the cell and everything that its result depends on.
        measured: what it was gated on besides: rows of ``name``, ``value``, ``bound`` and ``note``.
        builds: kernels that were compiled while it ran.
        exemption: which exemption excuses its failure, None where none does.
        kinds: of everything that is wrong with it; ``kind`` alone where only that is known.
        witness: who saw the kernels run beside the launchers that noted them: ``emulator``, ``profiler``, None where nobody.
    """

    id: str
    op: str
    outcome: str
    kind: str | None
    reason: str | None
    backend_expected: str | None
    backend_used: str | None
    kernels: tuple[str, ...]
    decision: dict[str, list[str]]
    device: str
    target: str | None
    evidence: str
    error_norm: float | None
    tolerance: float | None
    seconds: float
    repeat: str
    why: str = ""
    sources: tuple[str, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)
    fingerprint: str = ""
    measured: tuple[dict[str, Any], ...] = ()
    builds: tuple[str, ...] = ()
    exemption: str | None = None
    witness: str | None = None
    kinds: tuple[str, ...] = ()

    @property
    def red(self) -> bool:
        """Whether it makes the run red: it failed, and nothing excuses it."""
        return self.outcome != "passed" and self.exemption is None

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> CellResult:
        """The inverse of dataclasses.asdict after JSON; unknown keys raise TypeError."""
        sequences = ("kernels", "sources", "measured", "builds", "kinds")
        return cls(**{**values, **{name: tuple(values[name]) for name in sequences if name in values}})

    def replaced(self, **changes: Any) -> CellResult:
        """A copy with other values."""
        return dataclasses.replace(self, **changes)


def append(path: Path, event: dict[str, Any]) -> None:
    """Append one line. A single write to a file opened for appending is not torn by other processes that do the same."""
    line = (json.dumps(event, allow_nan=False) + "\n").encode()
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        os.write(descriptor, line)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_events(path: Path) -> list[dict[str, Any]]:
    """All whole lines of the file, none where it does not exist; the torn last line of a killed run is left out."""
    if not path.exists():
        return []
    return _parsed(path.read_bytes())


def _parsed(text: bytes) -> list[dict[str, Any]]:
    events = []
    for line in text.split(b"\n"):
        try:
            events.append(json.loads(line))
        except ValueError:
            continue
    return [event for event in events if isinstance(event, dict)]


class Follower:
    """Reads a growing file of events piece by piece, whole lines only."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.offset = path.stat().st_size if path.exists() else 0

    def fresh(self) -> list[dict[str, Any]]:
        """Events appended since the last call (the first one: since this object was made)."""
        if not self.path.exists():
            return []
        with self.path.open("rb") as file:
            file.seek(self.offset)
            whole, newline, _ = file.read().rpartition(b"\n")
        self.offset += len(whole) + len(newline)
        return _parsed(whole)


def believed(events: list[dict[str, Any]]) -> dict[str, CellResult]:
    """The last result of each cell that an ended run did not call red, nor doubt together with all others of its process."""
    found: dict[str, CellResult] = {}
    for event in events:
        if event.get("event") == "judged":
            red = found if event.get("doubted", True) else event.get("red", ())
            for name in tuple(red):
                found.pop(name, None)
        found |= finished([event])
    return found


def finished(events: list[dict[str, Any]]) -> dict[str, CellResult]:
    """The last result of each cell; a result that another version of this package wrote is none."""
    found: dict[str, CellResult] = {}
    for event in events:
        if event.get("event") == "finished":
            with suppress(KeyError, TypeError):
                result = CellResult.from_dict(event["result"])
                found[result.id] = result
    return found
