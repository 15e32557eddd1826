"""Runs the cells of a plan in a pytest process and turns JUnit and recorded results into one verdict."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from rocm_ci import junit, plan, results
from rocm_ci.cell import facts
from rocm_ci.errors import RocmCiError
from rocm_ci.machine import Machine
from rocm_ci.plan import Plan, PlannedCell
from rocm_ci.results import CellResult
from rocm_ci.verdicts import gravest
from rocm_kernels.flags import FLAGS

EVENTS = "results.jsonl"
POLL_SECONDS = 0.2
# After the last event of a cell, what a process may take to end by itself before it is ended.
GRACE_SECONDS = 60.0
TAIL_LINES = 30


@dataclass(frozen=True)
class RunTrouble:
    """Something wrong with the run as a whole; ``kind`` is a name of rocm_ci.verdicts.KINDS."""

    kind: str
    sentence: str


@dataclass(frozen=True)
class RunResult:
    """Everything that came of a run.

    Attributes:
        folder: where it is written.
        run: facts about the run, as in results.json.
        cells: results in the order of the plan.
        left_out: cells that this machine cannot run, with the reason.
        troubles: with the run as a whole.
        reused: ids of results taken over from an earlier process.
    """

    folder: Path
    run: dict[str, Any]
    cells: tuple[CellResult, ...]
    left_out: tuple[tuple[str, str], ...]
    troubles: tuple[RunTrouble, ...]
    reused: frozenset[str] = frozenset()

    @property
    def exit_code(self) -> int:
        """0, or the exit code of the gravest kind of trouble."""
        kinds = [trouble.kind for trouble in self.troubles] + [cell.kind for cell in self.cells if cell.kind]
        found = gravest(kinds)
        return found.exit_code if found else 0


def new_folder(reports: Path) -> Path:
    """Make the folder of a new run, named by the time (UTC) and the process."""
    stamp = datetime.now(timezone.utc).strftime("%Y%m%dT%H%M%SZ")
    folder = reports / f"{stamp}-{os.getpid()}"
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise RocmCiError(f"no run can be written to {reports}: {error.strerror} ({error.filename})") from None
    return folder


@contextmanager
def only_writer(folder: Path) -> Iterator[int]:
    """Hold a run's folder for this process and those that inherit the descriptor which it gives.

    The test process inherits it: a folder is free again when the last process that could write to it has ended.

    Raises:
        RocmCiError: another run writes to the folder.
    """
    descriptor = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RocmCiError(f"{folder} is still being written by another run; wait for it, or end it") from None
        yield descriptor
    finally:
        os.close(descriptor)


def point_latest(folder: Path) -> None:
    """Have ``reports/latest`` point at a run, in one step."""
    link = folder.parent / f".latest-{os.getpid()}"
    link.unlink(missing_ok=True)
    link.symlink_to(folder.name)
    link.replace(folder.parent / "latest")


def execute(
    root: Path,
    folder: Path,
    work: Plan,
    machine: Machine,
    workers: int,
    progress: Callable[[int, CellResult | None], None],
) -> RunResult:
    """Run a plan; cells of the folder's earlier results with the same fingerprint that passed are not run again.

    Args:
        root: of the repository.
        folder: of the run; may hold the results of a killed run.
        work: what to run.
        machine: this machine.
        workers: processes; at least one, so that a crash cannot take pytest's own process with it.
        progress: called with the number of cells done and the latest result, and with None for it while time passes.

    Raises:
        RocmCiError: another run writes to the folder.
    """
    with only_writer(folder) as lock:
        return _execute(root, folder, work, machine, workers, progress, lock)


def _execute(
    root: Path,
    folder: Path,
    work: Plan,
    machine: Machine,
    workers: int,
    progress: Callable[[int, CellResult | None], None],
    lock: int,
) -> RunResult:
    started = time.time()
    events_path = folder / EVENTS
    earlier = results.finished(results.read_events(events_path))
    reused = {
        entry.cell.id: earlier[entry.cell.id]
        for entry in work.planned
        if entry.cell.id in earlier
        and earlier[entry.cell.id].outcome == "passed"
        and earlier[entry.cell.id].fingerprint == entry.fingerprint
    }
    todo = tuple(entry for entry in work.planned if entry.cell.id not in reused)
    progress(len(reused), None)
    troubles: list[RunTrouble] = []
    judged: dict[str, CellResult] = dict(reused)
    if todo:
        process = _Process(root, folder, todo, workers, lock)
        process.run(lambda done, latest: progress(len(reused) + done, latest))
        found, troubles = settle(todo, folder, process.began, process.returncode, process.tail)
        judged |= found
    cells = tuple(judged[entry.cell.id] for entry in work.planned if entry.cell.id in judged)
    if not cells:
        troubles.append(RunTrouble("empty", "no cell was executed"))
    run = {
        "id": folder.name,
        "started": datetime.fromtimestamp(started, timezone.utc).isoformat(timespec="seconds"),
        "seconds": round(time.time() - started, 2),
        "machine": asdict(machine),
        "planned": len(work.planned),
        "executed": len(todo),
        "reused": len(reused),
        "workers": workers,
    }
    left_out = tuple((cell.id, reason) for cell, reason in work.left_out)
    return RunResult(folder, run, cells, left_out, tuple(troubles), frozenset(reused))


class _Process:
    """The pytest process over one plan."""

    def __init__(self, root: Path, folder: Path, todo: tuple[PlannedCell, ...], workers: int, lock: int) -> None:
        self.root, self.folder, self.todo, self.lock = root, folder, todo, lock
        self.workers = max(1, min(workers, len(todo)))
        self.log = folder / "pytest.log"
        self.events = results.Follower(folder / EVENTS)
        self.began = 0.0
        self.returncode = 0

    def _command(self) -> list[str]:
        plan_path = self.folder / "plan.json"
        plan.write(plan_path, self.todo)
        (self.folder / "junit-pytest.xml").unlink(missing_ok=True)
        longest = max(entry.cell.timeout for entry in self.todo)
        return [
            *(sys.executable, "-m", "pytest", "tests/module/test_matrix.py", "-q", "--no-header", "--color=no"),
            *("-p", "no:cacheprovider", "-n", str(self.workers), "--dist", "worksteal", "--max-worker-restart", "20"),
            *("-o", "junit_family=xunit2", f"--junitxml={self.folder / 'junit-pytest.xml'}"),
            *(f"--timeout={longest}", "--timeout-method=thread"),
            *(f"--rocm-ci-plan={plan_path}", f"--rocm-ci-events={self.folder / EVENTS}"),
        ]

    def run(self, progress: Callable[[int, CellResult | None], None]) -> None:
        """Run to the end, telling what is done, often; an interrupt ends the process group, gently first."""
        threads = max(1, len(os.sched_getaffinity(0)) // self.workers)
        # Cells set their own flags: what happens to be set around the run must decide nothing.
        inherited = {name: value for name, value in os.environ.items() if name not in FLAGS}
        environment = {"OMP_NUM_THREADS": str(threads), "MKL_NUM_THREADS": str(threads), **inherited}
        command = self._command()
        self.began = time.time()
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                command,
                cwd=self.root,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=(self.lock,),
            )
            try:
                self._follow(process, progress)
            finally:
                _end(process)
        self.returncode = process.returncode

    def _follow(self, process: subprocess.Popen[bytes], progress: Callable[[int, CellResult | None], None]) -> None:
        done = 0
        last_event = time.monotonic()
        longest = max(entry.cell.timeout for entry in self.todo)
        while True:
            ended = process.poll() is not None
            for event in self.events.fresh():
                last_event = time.monotonic()
                if event["event"] == "finished":
                    done += 1
                    progress(done, CellResult.from_dict(event["result"]))
            progress(done, None)
            if ended or time.monotonic() - last_event > longest + GRACE_SECONDS:
                return
            time.sleep(POLL_SECONDS)

    @property
    def tail(self) -> str:
        """The last lines that pytest printed."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        return "\n".join(lines[-TAIL_LINES:])


def _end(process: subprocess.Popen[bytes]) -> None:
    """End what is left of the process group: TERM, then KILL."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            break
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            continue
    process.wait()
    # The workers are children of the process that has just ended: they go a moment after it.
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)


def settle(
    todo: tuple[PlannedCell, ...], folder: Path, began: float, returncode: int, tail: str
) -> tuple[dict[str, CellResult], list[RunTrouble]]:
    """Bring JUnit, recorded results and the exit code of pytest together; whatever is missing or contradicts is red."""
    events = [event for event in results.read_events(folder / EVENTS) if event.get("time", 0) >= began]
    recorded = results.finished(events)
    started = {event["id"]: event["time"] for event in events if event["event"] == "started"}
    lost = {event["id"]: event["time"] for event in events if event["event"] == "lost"}
    report = junit.read(folder / "junit-pytest.xml")
    troubles: list[RunTrouble] = []
    if report.problem is not None:
        troubles.append(
            RunTrouble("junit", f"{report.problem} (pytest ended with {returncode}); its last lines:\n{tail}")
        )
        if not recorded:
            troubles.append(RunTrouble("empty", "no cell was executed"))
    elif returncode not in (0, 1):
        troubles.append(RunTrouble("infrastructure", f"pytest ended with {returncode}; its last lines:\n{tail}"))
    cases = report.by_cell()
    for case in report.cases:
        if case.cell is None and case.outcome != "passed":
            troubles.append(
                RunTrouble("infrastructure", f"{case.name}: {case.outcome}: {case.message[:500]}\n{case.details}")
            )
    judged: dict[str, CellResult] = {}
    for entry in todo:
        identifier = entry.cell.id
        judged[identifier] = _settled(
            entry, cases.get(identifier), recorded.get(identifier), started.get(identifier), lost.get(identifier)
        )
    failed = [result for result in judged.values() if result.outcome != "passed"]
    if not failed and not troubles and returncode != 0:
        troubles.append(RunTrouble("infrastructure", f"every cell passed, yet pytest ended with {returncode}:\n{tail}"))
    if returncode == 0 and failed and any(cases[r.id].outcome == "failed" for r in failed if r.id in cases):
        troubles.append(RunTrouble("infrastructure", "JUnit holds failures, yet pytest ended with 0"))
    return judged, troubles


def _settled(
    entry: PlannedCell, case: junit.Case | None, recorded: CellResult | None, started: float | None, lost: float | None
) -> CellResult:
    cell = entry.cell
    if case is None:
        said = "" if recorded is None else f" (its own record says {recorded.outcome})"
        if started is not None and recorded is None:
            return _without_result(entry, "crash", "the process ended while the cell ran, and JUnit does not know it")
        return _without_result(entry, "junit", f"JUnit holds no entry of this cell{said}")
    if case.outcome == "skipped":
        return _without_result(entry, "skip", f"the cell was skipped: {case.message[:400]}")
    if recorded is None:
        if started is not None and lost is not None:
            spent = lost - started
            if spent >= 0.9 * cell.timeout:
                return _without_result(entry, "hang", f"no end after {spent:.0f} s, the limit is {cell.timeout:.0f} s")
            return _without_result(entry, "crash", f"the worker died {spent:.1f} s into the cell: {case.message[:200]}")
        return _without_result(entry, "test", f"{case.outcome} without a result: {case.message[:600]}")
    if (case.outcome == "passed") != (recorded.outcome == "passed"):
        return recorded.replaced(
            outcome="failed",
            kind="junit",
            reason=f"JUnit says {case.outcome} ({case.message[:300]}), the record says {recorded.outcome}",
        )
    return recorded


def _without_result(entry: PlannedCell, kind: str, reason: str) -> CellResult:
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


def save(result: RunResult) -> None:
    """Write results.json and junit.xml of a run and point ``latest`` at it."""
    document = {
        "run": {
            **result.run,
            "exit_code": result.exit_code,
            "troubles": [asdict(trouble) for trouble in result.troubles],
            "left_out": [{"id": identifier, "reason": reason} for identifier, reason in result.left_out],
            "reused_ids": sorted(result.reused),
        },
        "cells": [asdict(cell) for cell in result.cells],
    }
    results.write_atomically(result.folder / "results.json", json.dumps(document, indent=1))
    junit.write(result.folder / "junit.xml", result.cells, result.reused)
    point_latest(result.folder)


def load(folder: Path) -> RunResult:
    """Read a saved run back; raises RocmCiError where there is none."""
    path = folder / "results.json"
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        run = document["run"]
        return RunResult(
            folder,
            run,
            tuple(CellResult.from_dict(cell) for cell in document["cells"]),
            tuple((entry["id"], entry["reason"]) for entry in run["left_out"]),
            tuple(RunTrouble(**trouble) for trouble in run["troubles"]),
            frozenset(run["reused_ids"]),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RocmCiError(f"{path} is no saved run: {error}") from error
