"""What the dispatcher did over a whole run, added up: implementations, kernels launched, and the reasons against others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rocm_kernels.recorder import Call
from rocm_kernels.spec import Spec


@dataclass
class Served:
    """All calls with one spec that one implementation served.

    Attributes:
        calls: how many.
        kernels: launches by name.
        rejections: candidate -> its reasons, as ``code: message``.
    """

    calls: int = 0
    kernels: Counter[str] = field(default_factory=Counter)
    rejections: dict[str, tuple[str, ...]] = field(default_factory=dict)


_Key = tuple[Spec, str, str]


@dataclass
class Tally:
    """The sums of a run, by (spec, implementation, evidence)."""

    rows: dict[_Key, Served] = field(default_factory=dict)

    def add(self, calls: Iterable[Call]) -> None:
        """Add recorded calls."""
        for call in calls:
            key = (call.spec, call.implementation or "nothing", call.evidence or "none")
            row = self.rows.setdefault(key, Served())
            row.calls += 1
            row.kernels.update(call.kernels)
            for rejection in (*call.decision.rejections, *call.failures):
                row.rejections[rejection.implementation] = tuple(f"{r.code}: {r.message}" for r in rejection.reasons)

    def calls(self, op: str | None = None, backend: str | None = None) -> int:
        """How many calls, of one op or by one backend where asked for."""
        return sum(row.calls for key, row in self.rows.items() if _matches(key, op, backend))

    def kernels(self, op: str | None = None, backend: str | None = None) -> Counter[str]:
        """Launches by kernel."""
        total: Counter[str] = Counter()
        for key, row in self.rows.items():
            if _matches(key, op, backend):
                total += row.kernels
        return total

    def evidence(self) -> tuple[str, ...]:
        """Every kind of evidence that the run stands on."""
        return tuple(sorted({key[2] for key in self.rows}))

    def reasons(self, implementation: str) -> tuple[str, ...]:
        """Every reason for which an implementation was passed over, each once."""
        return tuple(
            dict.fromkeys(reason for row in self.rows.values() for reason in row.rejections.get(implementation, ()))
        )

    def as_dict(self) -> list[dict[str, Any]]:
        """The table as plain data, most calls first."""
        return [
            {
                "request": str(spec),
                "op": spec.op,
                "device": spec.device,
                "implementation": implementation,
                "evidence": evidence,
                "calls": row.calls,
                "kernels": dict(row.kernels),
                "passed_over": {name: list(reasons) for name, reasons in row.rejections.items()},
            }
            for (spec, implementation, evidence), row in sorted(self.rows.items(), key=lambda item: -item[1].calls)
        ]


def _matches(key: _Key, op: str | None, backend: str | None) -> bool:
    spec, implementation, _ = key
    return op in (None, spec.op) and backend in (None, implementation.partition(".")[0])
