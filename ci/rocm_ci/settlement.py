"""Brings JUnit, recorded results and the end of pytest together: whatever is missing or contradicts is red."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rocm_ci import junit, results
from rocm_ci.cell import facts
from rocm_ci.plan import PlannedCell
from rocm_ci.processes import EVENTS, JUNIT, Ended
from rocm_ci.results import CellResult
from rocm_ci.trouble import Trouble

LAST_LINE = re.compile(
    r"\b\d+ (passed|failed|skipped|errors?|deselected|xfailed|xpassed)\b.* in \d+\.\d+s|no tests ran in"
)
MOST_TAIL = 4000


@dataclass(frozen=True)
class _Traces:
    """What is known of one cell from the side of the run."""

    case: junit.Case | None
    recorded: CellResult | None
    started: dict[str, Any] | None
    lost: dict[str, Any] | None


def settle(
    todo: tuple[PlannedCell, ...], folder: Path, ended: Ended
) -> tuple[dict[str, CellResult], list[Trouble], list[dict[str, Any]]]:
    """The result of every cell by id, what is wrong with the run, and the events of this process."""
    events = [event for event in results.read_events(folder / EVENTS) if event.get("time", 0) >= ended.began]
    recorded = results.finished(events)
    started = {event["id"]: event for event in events if event["event"] == "started"}
    lost = {event["id"]: event for event in events if event["event"] == "lost"}
    report = junit.read(folder / JUNIT)
    cases = report.by_cell()
    judged: dict[str, CellResult] = {}
    for entry in todo:
        name = entry.cell.id
        traces = _Traces(cases.get(name), recorded.get(name), started.get(name), lost.get(name))
        judged[name] = _settled(entry, traces, folder, ended)
    troubles = [*_of_the_process(ended, report, bool(recorded)), *_of_other_cases(report)]
    failed = [result for result in judged.values() if result.outcome != "passed"]
    if not failed and not troubles and ended.returncode != 0:
        sentence = f"every cell passed, yet pytest ended with {ended.returncode}:\n{ended.tail}"
        troubles.append(Trouble("infrastructure", sentence))
    if ended.returncode == 0 and any(cases[r.id].outcome == "failed" for r in failed if r.id in cases):
        troubles.append(Trouble("infrastructure", "JUnit holds failures, yet pytest ended with 0"))
    return judged, troubles, events


def _of_the_process(ended: Ended, report: junit.Report, recorded: bool) -> list[Trouble]:
    troubles = []
    tail = ended.tail[-MOST_TAIL:]
    code = "nothing: it was killed" if ended.returncode is None else str(ended.returncode)
    if ended.stopped is not None:
        troubles.append(Trouble("infrastructure", f"{ended.stopped}; its last lines:\n{tail}"))
    if report.problem is not None:
        troubles.append(Trouble("junit", f"{report.problem} (pytest ended with {code}); its last lines:\n{tail}"))
        if not recorded:
            troubles.append(Trouble("empty", "no cell was executed"))
    elif ended.returncode not in (0, 1):
        troubles.append(Trouble("infrastructure", f"pytest ended with {code}; its last lines:\n{tail}"))
    elif ended.returncode == 0 and not LAST_LINE.search(ended.tail):
        sentence = f"pytest ended with 0 without its last line, the one that counts the tests; instead:\n{tail}"
        troubles.append(Trouble("infrastructure", sentence))
    if ended.left and ended.stopped is None:
        troubles.append(Trouble("leak", _left_behind(ended.left)))
    return troubles


def _left_behind(left: tuple[dict[str, Any], ...]) -> str:
    how = {
        "TERM": "it ended on TERM",
        "KILL": "it ended on KILL only",
        "nothing": "it is still there after KILL: stuck in the kernel, as after a fault of the driver",
    }
    named = [f"{str(entry['command'])[:160]} (process {entry['pid']}; {how[str(entry['ended_by'])]})" for entry in left]
    return f"{len(left)} left behind by the tests: {'; '.join(named)}"


def _of_other_cases(report: junit.Report) -> list[Trouble]:
    return [
        Trouble("infrastructure", f"{case.name}: {case.outcome}: {case.message[:500]}\n{case.details}")
        for case in report.cases
        if case.cell is None and case.outcome != "passed"
    ]


def _settled(entry: PlannedCell, traces: _Traces, folder: Path, ended: Ended) -> CellResult:
    case, recorded = traces.case, traces.recorded
    if case is None:
        said = "" if recorded is None else f" (its own record says {recorded.outcome})"
        if traces.started is not None and recorded is None:
            return without_result(entry, "crash", "the process ended while the cell ran, and JUnit does not know it")
        return without_result(entry, "junit", f"JUnit holds no entry of this cell{said}")
    if case.outcome == "skipped":
        return without_result(entry, "skip", f"the cell was skipped: {case.message[:400]}")
    if recorded is None:
        if traces.started is not None and traces.lost is not None:
            return _lost(entry, traces, folder, ended)
        return without_result(entry, "test", f"{case.outcome} without a result: {case.message[:600]}")
    if (case.outcome == "passed") != (recorded.outcome == "passed"):
        return recorded.replaced(
            outcome="failed",
            kind="junit",
            kinds=("junit",),
            reason=f"JUnit says {case.outcome} ({case.message[:300]}), the record says {recorded.outcome}",
        )
    return recorded


def _lost(entry: PlannedCell, traces: _Traces, folder: Path, ended: Ended) -> CellResult:
    """A worker died in this cell: by its time limit, for memory, or of itself."""
    assert traces.started is not None
    assert traces.lost is not None
    assert traces.case is not None
    spent, limit = traces.lost["time"] - traces.started["time"], entry.cell.timeout
    if spent >= 0.9 * limit:
        stack = folder / f"stack-{traces.started.get('pid')}.txt"
        where = f"; where it hung: {stack.name}" if stack.is_file() and stack.stat().st_size else ""
        return without_result(entry, "hang", f"no end after {spent:.0f} s, the limit is {limit:.0f} s{where}")
    if ended.killed_for_memory:
        return without_result(
            entry,
            "memory",
            f"the worker was killed {spent:.1f} s into the cell, and the kernel ended "
            f"{ended.killed_for_memory} process(es) of this cgroup for memory meanwhile",
        )
    return without_result(entry, "crash", f"the worker died {spent:.1f} s into the cell: {traces.case.message[:200]}")


def without_result(entry: PlannedCell, kind: str, reason: str) -> CellResult:
    """The failed result of a cell that gave none itself."""
    cell = entry.cell
    return CellResult(
        id=cell.id,
        op=cell.op,
        outcome="failed",
        kind=kind,
        reason=reason,
        backend_expected=cell.backend,
        backend_used=None,
        kernels=(),
        decision={},
        device=cell.device,
        target=cell.target,
        evidence="none",
        error_norm=None,
        tolerance=None,
        seconds=0.0,
        repeat=cell.repeat,
        why=cell.why,
        sources=cell.sources,
        facts=facts(cell),
        fingerprint=entry.fingerprint,
    )
