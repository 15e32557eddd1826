"""The lock read for itself: what is not known yet, what contradicts the repository, and, when asked, what its sources say."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rocm_ci.lock.load import LockError
from rocm_ci.lock.schema import COMMIT, SHA256, Line, Lock

SECONDS = 60
ERROR = "error"
UNRESOLVED = "unresolved"


@dataclass(frozen=True)
class Problem:
    """One thing about a line.

    Attributes:
        line: of the lock.
        field: of the line.
        weight: ``error``: wrong; ``unresolved``: not known yet, so that the line cannot be used.
        sentence: what is the matter and what helps.
    """

    line: str
    field: str
    weight: str
    sentence: str


def check(lock: Lock, pinned_aiter: str | None) -> list[Problem]:
    """Everything that can be said with no network.

    Args:
        lock: the lock.
        pinned_aiter: version of amd-aiter in constraints.txt, None where it has none.
    """
    problems = [problem for name, line in lock.lines.items() for problem in _incomplete(name, line)]
    wheels = {name: line.aiter.version for name, line in lock.lines.items() if line.aiter.source == "wheel"}
    problems += [
        Problem(name, "aiter.version", ERROR, f"{version} is declared, constraints.txt pins amd-aiter {pinned_aiter}")
        for name, version in wheels.items()
        if version != pinned_aiter
    ]
    if not any(line.aiter.surveyed for line in lock.lines.values()):
        problems.append(
            Problem(lock.default, "aiter.surveyed", ERROR, "no line has the code objects that were surveyed")
        )
    return problems


def _incomplete(name: str, line: Line) -> Iterator[Problem]:
    for field, command in line.unresolved():
        how = "give it by hand" if command is None else f"`rocm-ci lock {command} --line {name}` fills it"
        yield Problem(name, field, UNRESOLVED, f"is not known yet: {how}")


def pinned_version(constraints: Path, package: str) -> str | None:
    """The version that a file of pins gives for a package."""
    for row in constraints.read_text(encoding="utf-8").splitlines():
        name, equals, version = row.partition(";")[0].strip().partition("==")
        if equals and name.lower() == package:
            return version
    return None


# Runs a command and gives its output; raises LockError. Tests hand in their own.
Ask = Callable[[list[str]], str]


def ask(command: list[str]) -> str:
    """Run a command of git or docker; raises LockError with its last line."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except FileNotFoundError:
        raise LockError(f"{command[0]} is not installed") from None
    except subprocess.TimeoutExpired:
        raise LockError(f"{' '.join(command)}: no answer within {SECONDS} s") from None
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise LockError(f"{' '.join(command)}: {said[-1] if said else f'exit code {done.returncode}'}")
    return done.stdout


def tag_commit(repository: str, tag: str, using: Ask = ask) -> str:
    """The commit that a tag of a repository points at now; raises LockError where there is no such tag."""
    rows = [
        row.split("\t") for row in using(["git", "ls-remote", "--tags", repository, tag, f"{tag}^{{}}"]).splitlines()
    ]
    found = {name: commit for commit, name in rows}
    # An annotated tag is an object of its own; the commit stands under its peeled name.
    commit = found.get(f"refs/tags/{tag}^{{}}", found.get(f"refs/tags/{tag}", ""))
    if not COMMIT.fullmatch(commit):
        raise LockError(f"{repository} has no tag {tag!r}")
    return commit


def image_digest(reference: str, using: Ask = ask) -> str:
    """The digest that a tag of an image has now.

    Asks the registry; a name that this machine's docker made itself, and that no registry knows, has its image id for digest.
    """
    try:
        digest = json.loads(
            using(["docker", "buildx", "imagetools", "inspect", reference, "--format", "{{json .Manifest}}"])
        )["digest"]
    except LockError as remote:
        try:
            digest = json.loads(using(["docker", "image", "inspect", reference, "--format", "{{json .Id}}"]))
        except LockError:
            raise remote from None
    if not SHA256.fullmatch(digest.removeprefix("sha256:")):
        raise LockError(f"{reference}: docker gave {digest!r} for its digest")
    return str(digest)


def reachable(name: str, line: Line, using: Ask = ask) -> list[Problem]:
    """Ask the sources of a line: does what it names exist, and do its tags still point at what is locked?"""
    problems = []

    def compare(field: str, declared: str, found: Callable[[], str], tag: str) -> None:
        try:
            now = found()
        except LockError as error:
            problems.append(Problem(name, field, ERROR, f"cannot be reached: {error}"))
            return
        if declared and now != declared:
            problems.append(
                Problem(name, field, ERROR, f"tag {tag!r} has moved: {declared} is locked, it is {now} now")
            )

    base, package = line.base, line.aiter
    if base.kind == "image":
        reference = f"{base.image}:{base.tag}"
        compare("base.digest", base.digest, lambda: image_digest(reference, using), reference)
    if package.source == "git" and package.repository and package.tag:
        repository, tag = package.repository, package.tag
        compare("aiter.commit", package.commit, lambda: tag_commit(repository, tag, using), tag)
    return problems
