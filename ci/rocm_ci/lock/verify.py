"""Declared against running: every difference is named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from packaging.version import InvalidVersion, Version

from rocm_ci.lock.running import UNREADABLE, Aiter, Files, Running
from rocm_ci.lock.schema import FileSet, Line

SHOWN = 5


@dataclass(frozen=True)
class Difference:
    """One thing that is declared and does not run.

    Attributes:
        what: a short name, such as ``aiter.commit``.
        declared: by the lock.
        running: found in the environment.
        sentence: for people.
    """

    what: str
    declared: str
    running: str
    sentence: str


def verify(line: Line, running: Running) -> list[Difference]:
    """Compare a line with what runs; an empty list means that all that is declared was found."""
    return list(_differences(line, running))


def verify_base(line: Line, image: tuple[str, ...], base: tuple[str, ...]) -> list[Difference]:
    """Compare the layers of an image with those of the base that its line declares: the base's must come first."""
    if image[: len(base)] == base:
        return []
    declared = line.base.digest or line.base.reference
    return [
        Difference(
            "base.digest",
            declared,
            image[0] if image else "none",
            f"the base: {declared} is declared, which the image is not built on: the tag has moved, or another was used",
        )
    ]


def _differences(line: Line, running: Running) -> Iterator[Difference]:
    python = ".".join(running.python.split(".")[:2])
    if python != line.python:
        yield Difference("python", line.python, running.python, f"Python {running.python} runs, not {line.python}")
    if line.base.rocm != running.rocm and not _same_release(line.base.rocm, running.rocm):
        yield _differs("base.rocm", line.base.rocm, running.rocm, "the ROCm of the base")
    yield from _torch(line, running)
    if running.triton is None or not _same_version(line.triton.version, running.triton):
        yield _differs("triton.version", line.triton.version, running.triton, "Triton")
    if running.aiter is None:
        yield Difference("aiter", line.aiter.version, "not installed", "AITER is not installed")
        return
    yield from _aiter(line, running.aiter)


def _torch(line: Line, running: Running) -> Iterator[Difference]:
    torch = running.torch
    if torch is None:
        yield Difference("torch", line.torch.version, "not installed", "torch is not installed")
        return
    if not _same_version(line.torch.version, torch.version):
        yield _differs("torch.version", line.torch.version, torch.version, "torch")
    if line.torch.commit and torch.git_version != line.torch.commit:
        yield _differs("torch.commit", line.torch.commit, torch.git_version, "the commit of torch")
    if line.base.rocm is None:
        return
    if torch.hip is None:
        yield Difference(
            "torch.hip", line.base.rocm, "none", f"torch {torch.version} is no ROCm build: an installer has replaced it"
        )
    else:
        yield from _targets("torch.targets", "torch", line.targets, {"libtorch_hip": torch.targets})


def _aiter(line: Line, found: Aiter) -> Iterator[Difference]:
    declared = line.aiter
    if not _same_version(declared.version, found.version):
        yield _differs("aiter.version", declared.version, found.version, "AITER")
    if found.dirty:
        yield Difference("aiter.dirty", "a clean build", "dirty", f"AITER: {found.dirty}")
    if declared.source == "git" and found.commit != declared.commit:
        why = f" ({found.commit_from})" if found.commit is None else ""
        yield Difference(
            "aiter.commit",
            declared.commit or "not known yet",
            found.commit or "not proven",
            f"AITER at {declared.commit or 'no commit'} is declared, {found.commit or 'none that is proven'} runs{why}",
        )
    if declared.record and declared.record != found.record:
        yield _differs("aiter.record", declared.record, found.record, "the list of files of AITER's wheel")
    if found.changed:
        yield Difference(
            "aiter.files",
            "as built",
            f"{len(found.changed)} changed",
            f"changed after AITER was built: {_few(found.changed)}",
        )
    if found.added:
        yield Difference(
            "aiter.files", "as built", f"{len(found.added)} added", f"AITER's wheel does not hold: {_few(found.added)}"
        )
    for target in line.targets:
        yield from _files(
            f"aiter.code_objects.{target}",
            f"AITER's code objects for {target}",
            declared.code_objects.get(target),
            found.code_objects.get(target),
        )
    yield from _files("aiter.tuning", "AITER's tuning tables", declared.tuning, found.tuning)
    if declared.prebuilt:
        if not found.modules:
            yield Difference(
                "aiter.prebuilt",
                "compiled modules",
                "none",
                "AITER is declared prebuilt, and its wheel holds no compiled module: each would be compiled at its first use",
            )
        else:
            yield from _targets("aiter.targets", "AITER's modules", line.targets, found.modules)


def _targets(
    what: str, whose: str, declared: tuple[str, ...], compiled: dict[str, tuple[str, ...]]
) -> Iterator[Difference]:
    """Device code must be there for every declared target, and for no other: that would be another build."""
    found = {target for targets in compiled.values() for target in targets}
    if UNREADABLE in found:
        names = sorted(name for name, targets in compiled.items() if UNREADABLE in targets)
        yield Difference(
            what, " ".join(declared), UNREADABLE, f"{whose}: compressed device code cannot be read: {_few(names)}"
        )
        return
    lacking = [target for target in declared if target not in found]
    if lacking:
        yield Difference(
            what,
            " ".join(declared),
            " ".join(sorted(found)) or "none",
            f"{whose}: no device code for {', '.join(lacking)} (there is some for {', '.join(sorted(found)) or 'no target'})",
        )
    # torch is built for many targets by its makers; AITER for those that were asked for.
    extra = sorted(found - set(declared)) if what == "aiter.targets" else []
    if extra:
        yield Difference(
            what,
            " ".join(declared),
            " ".join(sorted(found)),
            f"{whose}: device code for {', '.join(extra)}, which is not declared",
        )


def _files(what: str, whose: str, declared: FileSet | None, running: Files | None) -> Iterator[Difference]:
    if declared is None or not declared.sha256:
        return  # not known yet: `lock check` says so, and the line is refused there
    if running is None or (declared.files, declared.sha256) != (running.files, running.sha256):
        found = f"{running.files} files, {running.sha256}" if running else "none"
        yield _differs(what, f"{declared.files} files, {declared.sha256}", found, whose)


def _differs(what: str, declared: str | None, running: str | None, whose: str) -> Difference:
    return Difference(
        what,
        str(declared or "none"),
        str(running or "none"),
        f"{whose}: {declared or 'none'} is declared, {running or 'none'} runs",
    )


def _same_version(declared: str, running: str) -> bool:
    """Equal, where a declaration without a local part (``2.10.0``) leaves that part open (``2.10.0+rocm7.2.4``)."""
    try:
        wanted, found = Version(declared), Version(running)
    except InvalidVersion:
        return declared == running
    return wanted == found if wanted.local else wanted.public == found.public


def _same_release(declared: str | None, running: str | None) -> bool:
    """ROCm's own file carries a build number: ``7.2.4-97``."""
    return declared is not None and running is not None and running.partition("-")[0] == declared


def _few(names: tuple[str, ...] | list[str]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more
