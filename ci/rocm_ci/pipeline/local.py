"""Steps run on this machine, through the commands that an agent would run."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from rocm_ci import junit, supervisor
from rocm_ci.pipeline.outcome import BLOCKED, FAILED, NOT_ASKED, NOT_HERE, PASSED, Outcome
from rocm_ci.pipeline.record import Record
from rocm_ci.pipeline.steps import REPORTS, VERDICT, Pipeline, Step
from rocm_ci.verdicts import KINDS

MISSING = KINDS["empty"].exit_code


def _end_with_parent() -> None:
    """In a command's own process, before it starts: have the kernel end it, gently, when whoever walks is killed."""
    ctypes.CDLL(None).prctl(supervisor.PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)


def run(
    step: Step, root: Path, output: IO[str] | None = None, resume: bool = False, without: Iterable[str] = ()
) -> Outcome:
    """Run the commands of a step, then look whether they did what they claim: exit code 0 alone proves nothing.

    Args:
        step: what to run.
        root: of the repository.
        output: where commands print; standard output by default.
        resume: let a step of the matrix go on with what an earlier, ended one has left.
        without: keys of steps that leave nothing here, for the verdict.
    """
    began, clock = time.time(), time.monotonic()
    target = output or sys.stdout
    for command in step.commands:
        words = [*command, *_more(step, command, root, resume, without)]
        target.write(f"$ {' '.join(words)}\n")
        target.flush()
        words = [sys.executable if word == ".venv/bin/python" else word for word in words]
        code = subprocess.run(
            words, cwd=root, stdin=subprocess.DEVNULL, stdout=output, check=False, preexec_fn=_end_with_parent
        ).returncode
        if code:
            # A signal is no exit code that a pipeline could match.
            code, sentence = code if code > 0 else 128 - code, f"{' '.join(command[3:5])} gave {code}"
            return Outcome(step, FAILED, code, time.monotonic() - clock, sentence)
    seconds = time.monotonic() - clock
    problem = unproven(step, root, began)
    if problem is not None:
        return Outcome(step, FAILED, MISSING, seconds, problem)
    late = seconds > 60 * step.minutes
    sentence = f"longer than the {step.minutes} minutes that an agent gives it" if late else ""
    return Outcome(step, PASSED, 0, seconds, sentence)


def _more(step: Step, command: Sequence[str], root: Path, resume: bool, without: Iterable[str]) -> list[str]:
    """What a command is given here beside what an agent gives it."""
    if step.key == VERDICT:
        return [word for key in without for word in ("--without", key)]
    latest = root / REPORTS / step.key / "latest" / "results.jsonl"
    goes_on = resume and step.selection is not None and "--warm-up" not in command and latest.is_file()
    return ["--resume"] if goes_on else []


def unproven(step: Step, root: Path, began: float) -> str | None:
    """Why a step that ended with 0 is not believed, or None; what was there before it ``began`` proves nothing."""
    if step.selection is None and step.key != VERDICT:
        missing = [path for path in step.artifacts if "*" not in path and not _fresh(root / path, began)]
        return f"{missing[0]} was not written" if missing else _nothing_passed(step, root)
    latest = root / REPORTS / step.key / "latest" / "results.json"
    try:
        document = json.loads(latest.read_text(encoding="utf-8"))
        said, executed = document["run"]["exit_code"], len(document["cells"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        return f"the command ended with 0, and {latest.name} cannot be read: {error}"
    if not _fresh(latest, began):
        return f"the command ended with 0, and {latest.name} is an earlier one"
    if said != 0 or not executed:
        return f"the command ended with 0, and its own results say {executed} cells and exit code {said}"
    return None


def _nothing_passed(step: Step, root: Path) -> str | None:
    """Why the JUnit file of a step's tests shows nothing, or None: tests that are all skipped end with 0 too."""
    for path in step.artifacts:
        if Path(path).name == "junit.xml" and "*" not in path:
            report = junit.read(root / path)
            if report.problem is not None:
                return f"{path}: {report.problem}"
            if not any(case.outcome == "passed" for case in report.cases):
                return f"{path}: none of {len(report.cases)} tests passed"
    return None


def _fresh(path: Path, began: float) -> bool:
    # File systems count time more coarsely than clocks do.
    return path.is_file() and path.stat().st_mtime >= began - 1


def annotate(step: Step, root: Path, environment: Mapping[str, str] = os.environ) -> bool:
    """Show a step's annotation on the page of the build; False where this is no agent or there is nothing to show."""
    agent = shutil.which("buildkite-agent")
    path = root / REPORTS / step.key / "latest" / "annotation.md"
    if agent is None or "BUILDKITE_JOB_ID" not in environment or not path.is_file():
        return False
    red = path.read_text(encoding="utf-8").startswith("### RED")
    command = [agent, "annotate", "--context", step.key, "--style", "error" if red else "success"]
    with path.open("rb") as file:
        return subprocess.run(command, stdin=file, check=False).returncode == 0


@dataclass(frozen=True)
class Place:
    """What this machine can stand for.

    Attributes:
        queues: names of queues whose agents it can be.
        lacks: of every other queue, what an agent of it needs.
    """

    queues: frozenset[str]
    lacks: Mapping[str, str] = field(default_factory=dict)


def walk(
    pipeline: Pipeline,
    root: Path,
    place: Place,
    tell: Callable[[Outcome], None],
    *,
    only: Collection[str] = (),
    record: Record | None = None,
    output: IO[str] | None = None,
) -> list[Outcome]:
    """Run every step whose queue this machine can stand for, in the order of their dependencies.

    Args:
        pipeline: what to walk.
        root: of the repository.
        place: which queues this machine can stand for.
        tell: called after each step.
        only: keys to run; empty runs all.
        record: of an earlier walk on the same sources: what passed is not run again, what was cut off goes on.
        output: where commands print; standard output by default.
    """
    outcomes: dict[str, Outcome] = {}
    for step in pipeline.steps:  # dependencies come first, by construction and by lint
        outcome = _not_run(step, outcomes, place, only) or (record.passed(step) if record is not None else None)
        if outcome is None:
            absent = [key for key, other in outcomes.items() if other.status == NOT_HERE]
            outcome = run(step, root, output, record is not None and record.resumed, absent)
        outcomes[step.key] = outcome
        if record is not None:
            record.add(outcome)
        tell(outcome)
    return list(outcomes.values())


def _not_run(step: Step, outcomes: Mapping[str, Outcome], place: Place, only: Collection[str]) -> Outcome | None:
    """Why a step is not run, or None."""
    if only and step.key not in only:
        return Outcome(step, NOT_ASKED, None, 0.0)
    if step.queue not in place.queues:
        lacking = place.lacks.get(step.queue, f"an agent of queue {step.queue}")
        return Outcome(step, NOT_HERE, None, 0.0, f"needs {lacking}")
    before = [outcomes[key] for key in step.depends_on if key in outcomes]
    for other in before:
        hard = other.status == FAILED and other.exit_code not in other.step.soft_fails
        if (hard or other.status == BLOCKED) and not step.always:
            return Outcome(step, BLOCKED, None, 0.0, f"{other.step.key} has {'failed' if hard else 'not been run'}")
    return None
