"""What the page of a run is drawn from: one compact table of cells, every long text once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from rocm_ci.history import Trend
from rocm_ci.results import CellResult

# Order of the columns of ``cells``; the page reads them by these names.
COLUMNS = (
    *("id", "op", "outcome", "kind", "reason", "evidence", "expected", "used", "device", "target", "error", "bound"),
    *("seconds", "kernels", "decision", "facts", "why", "sources", "repeat", "exemption", "measured", "builds"),
    *("marks", "times", "flips", "since"),
)
# Columns whose values are numbers into ``texts``: they repeat.
SHARED = (
    *("op", "outcome", "kind", "reason", "evidence", "expected", "used", "device", "target", "kernels", "decision"),
    *("facts", "why", "sources", "exemption", "measured", "builds"),
)


class _Texts:
    """Each value once, by number."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._numbers: dict[str, int] = {}

    def number(self, value: Any) -> int | None:
        if value is None or value == [] or value == {} or value == "":
            return None
        key = json.dumps(value, sort_keys=True)
        if key not in self._numbers:
            self._numbers[key] = len(self.values)
            self.values.append(value)
        return self._numbers[key]


def payload(cells: Sequence[CellResult], trends: Iterable[Trend]) -> str:
    """JSON that is safe inside of a script element."""
    known = {(trend.cell, trend.evidence): trend for trend in trends}
    texts = _Texts()
    rows = [[_shared(name, value, texts) for name, value in _row(cell, known).items()] for cell in cells]
    document = {"columns": COLUMNS, "shared": SHARED, "texts": texts.values, "cells": rows}
    text = json.dumps(document, separators=(",", ":"), allow_nan=False)
    # Nothing in it may end the element, or start a comment that does.
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026").replace("\u2028", "\\u2028")


def _shared(name: str, value: Any, texts: _Texts) -> Any:
    return texts.number(value) if name in SHARED else value


def _row(cell: CellResult, trends: dict[tuple[str, str], Trend]) -> dict[str, Any]:
    trend = trends.get((cell.id, cell.evidence))
    red = trend.first_red if trend else None
    values: dict[str, Any] = {
        "id": cell.id,
        "op": cell.op,
        "outcome": "excused" if cell.exemption else cell.outcome,
        "kind": cell.kind,
        "reason": cell.reason,
        "evidence": cell.evidence,
        "expected": cell.backend_expected,
        "used": cell.backend_used,
        "device": cell.device,
        "target": cell.target,
        "error": _short(cell.error_norm),
        "bound": _short(cell.tolerance),
        "seconds": _short(cell.seconds),
        "kernels": list(cell.kernels),
        "decision": cell.decision,
        "facts": cell.facts,
        "why": cell.why,
        "sources": list(cell.sources),
        # The usual command follows from the id.
        "repeat": None if cell.repeat == f"rocm-ci run --id '{cell.id}'" else cell.repeat,
        "exemption": cell.exemption,
        "measured": list(cell.measured),
        "builds": list(cell.builds),
        "marks": "".join("+" if point.outcome == "passed" else "x" for point in trend.points) if trend else "",
        "times": [_short(point.seconds) for point in trend.points] if trend else [],
        "flips": trend.flips if trend else 0,
        "since": f"{red.started}, commit {(red.commit or 'unknown')[:12]}, lock {(red.lock or 'none')[:12]}"
        if red
        else None,
    }
    assert tuple(values) == COLUMNS
    return values


def _short(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.3g}")
