"""Runs the cells of a plan in a pytest process and turns everything that came of it into one verdict."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from rocm_ci import exemptions, gating, gpus, junit, measurements, results, revision
from rocm_ci.baselines import Baselines
from rocm_ci.errors import RocmCiError
from rocm_ci.exemptions import Exemptions
from rocm_ci.folders import only_writer, point_latest
from rocm_ci.gating import Budgets
from rocm_ci.machine import Machine
from rocm_ci.plan import Plan, PlannedCell
from rocm_ci.processes import EVENTS, Progress, TestProcess
from rocm_ci.results import CellResult
from rocm_ci.settlement import settle
from rocm_ci.trouble import Trouble
from rocm_ci.verdicts import gravest
from rocm_kernels.files import write_atomically


@dataclass(frozen=True)
class RunResult:
    """Everything that came of a run.

    Attributes:
        folder: where it is written.
        run: facts about the run, as in results.json.
        cells: results in the order of the matrix.
        left_out: cells that this machine cannot run, with the reason.
        troubles: with the run as a whole.
        reused: ids of results taken over from an earlier process.
    """

    folder: Path
    run: dict[str, Any]
    cells: tuple[CellResult, ...]
    left_out: tuple[tuple[str, str], ...]
    troubles: tuple[Trouble, ...]
    reused: frozenset[str] = frozenset()

    @property
    def exit_code(self) -> int:
        """0, or the exit code of the gravest kind of trouble."""
        found = gravest(self.kinds)
        return found.exit_code if found else 0

    @property
    def kinds(self) -> list[str]:
        """Of everything that makes it red."""
        return [trouble.kind for trouble in self.troubles] + [cell.kind or "test" for cell in self.cells if cell.red]


@dataclass(frozen=True)
class Job:
    """What a run is given besides its plan.

    Attributes:
        root: of the repository.
        folder: of the run; may hold the results of a killed run.
        machine: this machine.
        workers: processes; at least one.
        baselines: of models.
        exemptions: in force today.
        budgets: of builds and of cells left out.
        jit_folder: where each worker keeps a folder of compiled kernels of its own, None for those of the user.
        warm_up: compile and launch what the cells need, and judge nothing.
        profile: ask the profiler of a GPU which kernels ran.
        seconds: expected time of a cell by id, where it is known; the longest run first.
    """

    root: Path
    folder: Path
    machine: Machine
    workers: int
    baselines: Baselines = field(default_factory=lambda: Baselines(Path(), {}))
    exemptions: Exemptions = field(default_factory=Exemptions)
    budgets: Budgets = field(default_factory=Budgets)
    jit_folder: Path | None = None
    warm_up: bool = False
    profile: bool = False
    seconds: Mapping[str, float] = field(default_factory=dict)

    def options(self) -> tuple[str, ...]:
        """Of pytest."""
        folder = () if self.jit_folder is None else (f"--rocm-ci-jit-folder={self.jit_folder}",)
        switches = {"--rocm-ci-warm-up": self.warm_up, "--rocm-ci-profile": self.profile}
        return (*folder, *(name for name, on in switches.items() if on))


def execute(job: Job, work: Plan, progress: Progress) -> RunResult:
    """Run a plan; cells of the folder's earlier results with the same fingerprint that passed are not run again.

    Args:
        job: where, with what, within which limits.
        work: what to run.
        progress: called with the number of cells done and the latest result, and with None for it while time passes.

    Raises:
        RocmCiError: another run writes to the folder.
    """
    with only_writer(job.folder) as lock, gpus.leasing(work, job) as leasing:
        return _execute(job, work, progress, lock, leasing)


def _execute(job: Job, work: Plan, progress: Progress, lock: int, leasing: gpus.Leasing) -> RunResult:
    started = time.time()
    earlier_events = results.read_events(job.folder / EVENTS)
    earlier = results.believed(earlier_events)
    reused = {
        entry.cell.id: earlier[entry.cell.id]
        for entry in work.planned
        if entry.cell.id in earlier and _kept(earlier[entry.cell.id], entry, job)
    }
    longest_first = sorted(work.planned, key=lambda entry: -job.seconds.get(entry.cell.id, 0.0))
    todo = tuple(entry for entry in longest_first if entry.cell.id not in reused)
    progress(len(reused), None)
    troubles: list[Trouble] = []
    judged: dict[str, CellResult] = dict(reused)
    events: list[dict[str, Any]] = []
    workers = min(job.workers, leasing.most_workers)
    if todo:
        process = TestProcess(job.root, job.folder, todo, workers, lock, job.options(), leasing.variables)
        ended = process.run(lambda done, latest: progress(len(reused) + done, latest))
        found, troubles, events = settle(todo, job.folder, ended)
        judged |= found
    measured = measurements.collect([*earlier_events, *events])
    measured.builds = measurements.collect(events).builds
    troubles += leasing.troubles(events)
    doubted = bool(troubles)
    declaring = [] if job.warm_up else [entry.cell for entry in work.planned]
    judged = gating.apply(judged, measured, job.baselines, declaring)
    over = gating.over_budget(job.budgets, measured, len(work.left_out))
    doubted |= any(trouble.kind == "jit" for trouble in over)
    troubles += over
    excused = Exemptions() if job.warm_up else job.exemptions  # nothing is judged that could fail as expected
    judged, of_exemptions = exemptions.excuse(excused, judged, [entry.cell.id for entry in work.planned])
    troubles += of_exemptions
    cells = tuple(judged[entry.cell.id] for entry in work.planned if entry.cell.id in judged)
    if not cells:
        troubles.append(Trouble("empty", "no cell was executed"))
    red = [cell.id for cell in cells if cell.outcome != "passed"]
    results.append(job.folder / EVENTS, {"event": "judged", "time": time.time(), "doubted": doubted, "red": red})
    run = {
        "id": job.folder.name,
        "started": datetime.fromtimestamp(started, timezone.utc).isoformat(timespec="seconds"),
        "seconds": round(time.time() - started, 2),
        "machine": asdict(job.machine),
        "planned": len(work.planned),
        "executed": len(todo),
        "reused": len(reused),
        "workers": workers,
        "warm_up": job.warm_up,
        **revision.facts(job.root),
    }
    left_out = tuple((cell.id, reason) for cell, reason in work.left_out)
    return RunResult(job.folder, run, cells, left_out, tuple(troubles), frozenset(reused))


def _kept(earlier: CellResult, entry: PlannedCell, job: Job) -> bool:
    """Whether an earlier result stands for a cell: it passed, on the same sources, seen by the witness that is asked for."""
    unseen = job.profile and entry.cell.device_kind in ("rocm", "cuda") and earlier.witness is None
    return earlier.outcome == "passed" and earlier.fingerprint == entry.fingerprint and not unseen


def document(result: RunResult) -> dict[str, Any]:
    """What results.json holds."""
    return {
        "run": {
            **result.run,
            "exit_code": result.exit_code,
            "troubles": [asdict(trouble) for trouble in result.troubles],
            "left_out": [{"id": identifier, "reason": reason} for identifier, reason in result.left_out],
            "reused_ids": sorted(result.reused),
        },
        "cells": [asdict(cell) for cell in result.cells],
    }


def save(result: RunResult) -> None:
    """Write results.json and junit.xml of a run and point ``latest`` at it."""
    write_atomically(result.folder / "results.json", json.dumps(document(result), indent=1))
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
            tuple(Trouble(**trouble) for trouble in run["troubles"]),
            frozenset(run["reused_ids"]),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RocmCiError(f"{path} is no saved run: {error}") from error
