"""What an earlier walk over a pipeline has done: kept beside its reports, so that a walk that was cut off goes on."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

from rocm_ci import git
from rocm_ci.errors import RocmCiError
from rocm_ci.pipeline.outcome import PASSED, REUSED, Outcome
from rocm_ci.pipeline.steps import REPORTS, Step
from rocm_kernels.files import write_atomically


def fingerprint(root: Path) -> str | None:
    """Of everything in the checkout that git does not ignore, changed or new, and of what is installed; None without git.

    A step that passed on other sources, or with other packages, has not passed on these.
    """
    installed = sorted({f"{found.metadata['Name']} {found.version}" for found in metadata.distributions()})
    try:
        # Plain, whatever a person has set up: another program's diff may leave a change out.
        changed = git.output(root, "diff", "HEAD", "--binary", "--no-ext-diff", "--no-textconv", "--no-color")
        parts = [*installed, git.output(root, "rev-parse", "HEAD"), changed]
        new = git.output(root, "ls-files", "--others", "--exclude-standard", "-z").split("\0")
    except RocmCiError:
        return None
    digest = hashlib.sha256("\0".join(parts).encode(errors="surrogateescape"))
    for name in sorted(filter(None, new)):
        digest.update(name.encode(errors="surrogateescape"))
        digest.update((root / name).read_bytes() if (root / name).is_file() else b"")
    return digest.hexdigest()


@dataclass
class Record:
    """Outcomes of a walk by key, written after each step.

    Attributes:
        path: the file.
        fingerprint: of the sources walked on.
        resumed: whether it goes on from an earlier walk on the same sources.
        steps: key to document of the outcome.
    """

    path: Path
    fingerprint: str | None
    resumed: bool = False
    steps: dict[str, dict[str, Any]] = field(default_factory=dict)

    def passed(self, step: Step) -> Outcome | None:
        """The earlier outcome of a step that passed with the same commands; a step that runs whatever failed runs again."""
        known = self.steps.get(step.key) if self.resumed and not step.always else None
        if known is None or known["status"] not in (PASSED, REUSED) or known["commands"] != _commands(step):
            return None
        return Outcome(step, REUSED, 0, known["seconds"], "passed in the walk that this one resumes")

    def add(self, outcome: Outcome) -> None:
        """Note an outcome."""
        self.steps[outcome.step.key] = {**outcome.document(), "commands": _commands(outcome.step)}
        document = {"fingerprint": self.fingerprint, "steps": self.steps}
        write_atomically(self.path, json.dumps(document, indent=1) + "\n")


def _commands(step: Step) -> list[list[str]]:
    return [list(command) for command in step.commands]


def path_of(root: Path, pipeline: str) -> Path:
    """Where the walk over a pipeline is recorded."""
    return root / REPORTS / f"walk-{pipeline}.json"


def fresh(root: Path, pipeline: str) -> Record:
    """A record of nothing yet."""
    return Record(path_of(root, pipeline), fingerprint(root))


def resume(root: Path, pipeline: str) -> Record:
    """The record of the last walk; raises RocmCiError where there is none, or the sources have changed since."""
    path, now = path_of(root, pipeline), fingerprint(root)
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        before, steps = document["fingerprint"], document["steps"]
    except FileNotFoundError:
        raise RocmCiError(f"--resume: nothing to go on from, {path} is not there") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RocmCiError(f"--resume: {path} is no record of a walk: {error}") from None
    if before is None or before != now:
        raise RocmCiError(f"--resume: the sources are not those that {path} was written on; walk again without it")
    return Record(path, now, True, steps)
