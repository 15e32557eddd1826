"""Every cell of the matrix that this run takes: dispatch, written outputs and numbers (rocm_ci.judge)."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

from rocm_ci import results
from rocm_ci.judge import judge
from rocm_ci.plan import PlannedCell


def test_cell(
    planned_cell: PlannedCell, record_property: Callable[[str, object], None], pytestconfig: pytest.Config
) -> None:
    cell = planned_cell.cell
    events = pytestconfig.getoption("--rocm-ci-events")
    if events:
        results.append(Path(events), {"event": "started", "id": cell.id, "time": time.time()})
    result = judge(cell, planned_cell.fingerprint)
    if events:
        results.append(Path(events), {"event": "finished", "time": time.time(), "result": asdict(result)})
    for name in ("evidence", "device", "target", "backend_used", "error_norm", "tolerance"):
        record_property(name, getattr(result, name))
    record_property("kernels", " ".join(result.kernels))
    assert result.outcome == "passed", f"[{result.kind}] {result.reason}\nrepeat: {result.repeat}"
