"""What cells measured besides their verdict: lines of results.jsonl that the gates read after the test process has ended."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from rocm_ci import results
from rocm_ci.gates.accuracy import Measurement
from rocm_ci.gates.performance import Count, Timing
from rocm_ci.trouble import Trouble

Handed = Measurement | Timing | Count
# Event to what it holds.
MODELS: dict[str, type[Measurement] | type[Timing] | type[Count]] = {
    "accuracy": Measurement,
    "performance": Timing,
    "count": Count,
}


@dataclass
class Measured:
    """Everything that one run measured, by cell.

    Attributes:
        accuracy, performance: of each cell, in order.
        builds: kernels compiled while a cell ran.
        troubles: lines that could not be read, by cell.
    """

    accuracy: dict[str, list[Measurement]] = field(default_factory=dict)
    performance: dict[str, list[Timing | Count]] = field(default_factory=dict)
    builds: dict[str, list[str]] = field(default_factory=dict)
    troubles: dict[str, list[Trouble]] = field(default_factory=dict)


def record(events: Path | None, cell: str, measured: Handed) -> None:
    """Hand in what a cell measured; without a file of events (plain pytest) it is dropped, as no gate runs."""
    if events is not None:
        kind = next(name for name, model in MODELS.items() if isinstance(measured, model))
        results.append(
            events, {"event": kind, "id": cell, "time": time.time(), "measured": measured.model_dump(mode="json")}
        )


def record_builds(events: Path | None, cell: str, built: Iterable[str]) -> None:
    """Note kernels that were compiled while a cell ran."""
    names = list(built)
    if events is not None and names:
        results.append(events, {"event": "built", "id": cell, "time": time.time(), "built": names})


def collect(events: Iterable[dict[str, Any]]) -> Measured:
    """Read what was handed in; a line that says something else is a trouble of its cell, never passed over.

    A cell that ran again measured again: its lines start anew with its ``started`` event.
    """
    found = Measured()
    for event in events:
        identifier, kind = str(event.get("id", "")), event.get("event")
        if kind == "started":
            for kept in (found.accuracy, found.performance, found.builds, found.troubles):
                kept.pop(identifier, None)
            continue
        try:
            if kind in MODELS:
                measured = MODELS[str(kind)].model_validate(event["measured"])
                if isinstance(measured, Measurement):
                    found.accuracy.setdefault(identifier, []).append(measured)
                else:
                    found.performance.setdefault(identifier, []).append(measured)
            elif kind == "built":
                found.builds.setdefault(identifier, []).extend(map(str, event["built"]))
        except (KeyError, TypeError, ValidationError) as error:
            sentence = f"a measurement of {kind} cannot be read: {' '.join(str(error).split())[:300]}"
            found.troubles.setdefault(identifier, []).append(Trouble("infrastructure", sentence))
    return found
