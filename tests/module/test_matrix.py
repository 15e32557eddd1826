"""Every cell of the matrix that this run takes: dispatch, written outputs and numbers (rocm_ci.judge)."""

from __future__ import annotations

import faulthandler
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import pytest

from rocm_ci import measurements, results
from rocm_ci.jit import Watch
from rocm_ci.judge import judge
from rocm_ci.plan import PlannedCell


@contextmanager
def stack_of_a_hang(events: Path | None, seconds: float) -> Iterator[None]:
    """Write where every thread is once the limit is over, even if one of them holds the interpreter's lock for ever."""
    if events is None:
        yield
        return
    path = events.parent / f"stack-{os.getpid()}.txt"
    with path.open("w") as file:
        faulthandler.dump_traceback_later(seconds, file=file)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()
    path.unlink()


def test_cell(
    planned_cell: PlannedCell,
    record_property: Callable[[str, object], None],
    pytestconfig: pytest.Config,
    jit_watch: Watch | None,
) -> None:
    cell = planned_cell.cell
    option = pytestconfig.getoption("--rocm-ci-events")
    events = Path(option) if option else None
    if events:
        results.append(events, {"event": "started", "id": cell.id, "pid": os.getpid(), "time": time.time()})
    with stack_of_a_hang(events, 0.95 * cell.timeout):
        result = judge(
            cell,
            planned_cell.fingerprint,
            warm_up=pytestconfig.getoption("--rocm-ci-warm-up"),
            profile=pytestconfig.getoption("--rocm-ci-profile"),
            hand_in=lambda measured: measurements.record(events, cell.id, measured),
        )
    if jit_watch:
        measurements.record_builds(events, cell.id, jit_watch.fresh())
    if events:
        results.append(events, {"event": "finished", "time": time.time(), "result": asdict(result)})
    for name in ("evidence", "device", "target", "backend_used", "error_norm", "tolerance"):
        record_property(name, getattr(result, name))
    record_property("kernels", " ".join(result.kernels))
    assert result.outcome == "passed", f"[{result.kind}] {result.reason}\nrepeat: {result.repeat}"
