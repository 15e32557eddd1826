"""Steps run on this machine, through the commands that an agent would run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rocm_ci.pipeline.steps import REPORTS, Pipeline, Step
from rocm_ci.verdicts import KINDS

MISSING = KINDS["empty"].exit_code
FAILED = KINDS["test"].exit_code


@dataclass(frozen=True)
class Outcome:
    """How a step ended here.

    Attributes:
        exit_code: of its first command that failed, else 0; None where it was not run.
        sentence: why it is red, or why it was not run.
    """

    step: Step
    exit_code: int | None
    seconds: float
    sentence: str = ""


def run(step: Step, root: Path) -> Outcome:
    """Run the commands of a step, then look whether they did what they claim: exit code 0 alone proves nothing."""
    began = time.monotonic()
    for command in step.commands:
        words = [sys.executable if word == ".venv/bin/python" else word for word in command]
        sys.stdout.write(f"$ {' '.join(command)}\n")
        sys.stdout.flush()
        code = subprocess.run(words, cwd=root, stdin=subprocess.DEVNULL, check=False).returncode
        if code:
            # A signal is no exit code that a pipeline could match.
            return Outcome(
                step, code if code > 0 else 128 - code, time.monotonic() - began, f"{command[3:5]} gave {code}"
            )
    problem = unproven(step, root)
    return Outcome(step, MISSING if problem else 0, time.monotonic() - began, problem or "")


def unproven(step: Step, root: Path) -> str | None:
    """Why a step that ended with 0 is not believed, or None."""
    if step.selection is None:
        missing = [path for path in step.artifacts if "*" not in path and not (root / path).is_file()]
        return f"{missing[0]} was not written" if missing else None
    latest = root / REPORTS / step.key / "latest" / "results.json"
    try:
        document = json.loads(latest.read_text(encoding="utf-8"))
        said, executed = document["run"]["exit_code"], len(document["cells"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        return f"the command ended with 0, and {latest.name} cannot be read: {error}"
    if said != 0 or not executed:
        return f"the command ended with 0, and its own results say {executed} cells and exit code {said}"
    return None


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


def walk(
    pipeline: Pipeline, root: Path, here: frozenset[str], tell: Callable[[Outcome], None], only: Iterable[str] = ()
) -> list[Outcome]:
    """Run every step whose queue this machine can stand for, in the order of their dependencies.

    Args:
        pipeline: what to walk.
        root: of the repository.
        here: names of queues that this machine can stand for.
        tell: called after each step.
        only: keys to run; empty runs all.
    """
    outcomes: dict[str, Outcome] = {}
    wanted = set(only)
    for step in pipeline.steps:  # dependencies come first, by construction and by lint
        failed = [key for key in step.depends_on if key in outcomes and outcomes[key].exit_code not in (0, None)]
        soft = [key for key in failed if outcomes[key].exit_code in pipeline.step(key).soft_fails]
        if wanted and step.key not in wanted:
            outcome = Outcome(step, None, 0.0, "not asked for")
        elif step.queue not in here:
            outcome = Outcome(step, None, 0.0, f"needs an agent of queue {step.queue}")
        elif set(failed) - set(soft) and not step.always:
            outcome = Outcome(step, None, 0.0, f"{failed[0]} has failed")
        else:
            outcome = run(step, root)
        outcomes[step.key] = outcome
        tell(outcome)
    return list(outcomes.values())
