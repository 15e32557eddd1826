"""The models of docker/versions.lock: what may stand in it, and which of it may be left empty until it is known."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, model_validator

from rocm_kernels.targets import TARGETS

SCHEMA = 1
COMMIT = re.compile(r"[0-9a-f]{40}")
SHA256 = re.compile(r"[0-9a-f]{64}")
LINE_NAME = re.compile(r"[a-z][a-z0-9_]*")


def _matches(pattern: re.Pattern[str], prefix: str, expected: str) -> AfterValidator:
    def check(text: str) -> str:
        if text and not (text.startswith(prefix) and pattern.fullmatch(text.removeprefix(prefix))):
            raise ValueError(f"{text!r} is not {expected}, nor empty for not known yet")
        return text

    return AfterValidator(check)


# Empty until known.
Commit = Annotated[str, _matches(COMMIT, "", "a full commit of 40 lower-case hexadecimal digits")]
ImageDigest = Annotated[str, _matches(SHA256, "sha256:", "sha256: and 64 lower-case hexadecimal digits")]
Hash = Annotated[str, _matches(SHA256, "", "a SHA-256 of 64 lower-case hexadecimal digits")]


class Strict(BaseModel):
    """No field that is not declared, no value changed after loading."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class FileSet(Strict):
    """Files whose content is locked.

    Attributes:
        files: how many.
        sha256: over their sorted paths and hashes (rocm_ci.lock.running.digest_of).
    """

    files: int = 0
    sha256: Hash = ""


class Tested(Strict):
    """Who has run this combination: a sentence and a date, so that it can be looked up."""

    where: str
    when: date


class Base(Strict):
    """What the image begins with.

    Attributes:
        kind: ``image`` from a registry by digest, or ``debootstrap`` from Debian's archive.
        image, tag, digest: of an image; the tag is only a name for people, the digest is what is built on.
        suite: of Debian, for ``debootstrap``.
        rocm: the version that it brings; None without ROCm.
    """

    kind: Literal["image", "debootstrap"]
    image: str | None = None
    tag: str | None = None
    digest: ImageDigest = ""
    suite: str | None = None
    rocm: str | None = None

    @model_validator(mode="after")
    def _whole(self) -> Base:
        if self.kind == "image" and not (self.image and self.tag):
            raise ValueError("a base of kind 'image' needs image and tag")
        if self.kind == "debootstrap" and (not self.suite or self.image or self.tag or self.digest):
            raise ValueError("a base of kind 'debootstrap' needs suite, and neither image, tag nor digest")
        return self

    @property
    def reference(self) -> str:
        """The name to build on: by digest where it is known, by tag until then."""
        return f"{self.image}@{self.digest}" if self.digest else f"{self.image}:{self.tag}"


class Package(Strict):
    """torch or Triton.

    Attributes:
        source: ``base``: comes with the base image; ``wheel``: installed from a wheel; ``git``: built here at ``commit``.
        version: what the installed package says of itself, up to the local part where none is given here.
        repository, commit: for ``git``.
    """

    source: Literal["base", "wheel", "git"]
    version: str
    repository: str | None = None
    commit: Commit = ""

    @model_validator(mode="after")
    def _whole(self) -> Package:
        _git_needs_repository(self.source, self.repository, self.commit)
        return self


class Aiter(Strict):
    """AITER.

    Attributes:
        source: ``git``: a wheel built here at ``commit``; ``wheel``: from the package index.
        version: what the installed package says of itself; a build from git adds a local part.
        tag: a name of the commit for people; a tag that points elsewhere now is reported.
        prebuilt: whether its modules are compiled into the wheel; else they are compiled at their first use.
        surveyed: whether its code objects are the ones surveyed by this repository, found by their hashes.
        record: over the wheel's own list of files, for ``wheel``.
        code_objects: by target.
        tuning: the tables that choose kernels.
    """

    source: Literal["git", "wheel"]
    version: str
    repository: str | None = None
    tag: str | None = None
    commit: Commit = ""
    prebuilt: bool
    surveyed: bool
    record: Hash = ""
    code_objects: dict[str, FileSet] = {}
    tuning: FileSet = FileSet()

    @model_validator(mode="after")
    def _whole(self) -> Aiter:
        _git_needs_repository(self.source, self.repository, self.commit)
        _known_targets(tuple(self.code_objects))
        return self


class Line(Strict):
    """One combination of versions.

    Attributes:
        summary: what it is, for people.
        experimental: whether a failure of it stops nothing.
        python: ``major.minor``.
        targets: for which everything in it must be compiled.
        tested: where this combination was tested, and when.
    """

    summary: str
    experimental: bool
    python: Annotated[str, AfterValidator(lambda text: _python(text))]
    targets: tuple[str, ...]
    tested: Tested
    base: Base
    torch: Package
    triton: Package
    aiter: Aiter

    @model_validator(mode="after")
    def _whole(self) -> Line:
        if not self.targets or len(set(self.targets)) != len(self.targets):
            raise ValueError(f"targets must name each target once and at least one, not {list(self.targets)}")
        _known_targets(self.targets)
        if self.base.kind == "debootstrap" and "base" in (self.torch.source, self.triton.source):
            raise ValueError("plain Debian brings neither torch nor Triton: their source must be 'wheel' or 'git'")
        return self

    @property
    def digest(self) -> str:
        """SHA-256 over everything that the line declares; an image carries that of the line it was built from."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()

    def unresolved(self) -> Iterator[tuple[str, str | None]]:
        """What is still empty: the field, and the command that fills it; None where nothing is known to ask for it."""
        if self.base.kind == "image" and not self.base.digest:
            yield "base.digest", "resolve"
        for name, part in (("torch", self.torch), ("triton", self.triton), ("aiter", self.aiter)):
            if part.source == "git" and not part.commit:
                yield f"{name}.commit", "resolve" if getattr(part, "tag", None) else None
        if self.aiter.source == "wheel" and not self.aiter.record:
            yield "aiter.record", "record"
        for target in self.targets:
            if not self.aiter.code_objects.get(target, FileSet()).sha256:
                yield f"aiter.code_objects.{target}", "record"
        if not self.aiter.tuning.sha256:
            yield "aiter.tuning", "record"


class Lock(Strict):
    """The whole file."""

    schema_version: Literal[1]
    default: str
    lines: dict[str, Line]

    @model_validator(mode="after")
    def _whole(self) -> Lock:
        for name in self.lines:
            if not LINE_NAME.fullmatch(name):
                raise ValueError(f"line {name!r}: a name of small letters, digits and _ is expected")
        if self.default not in self.lines:
            raise ValueError(f"default {self.default!r} is none of the lines {', '.join(self.lines) or '(none)'}")
        return self


def _python(text: str) -> str:
    if not re.fullmatch(r"3\.\d+", text):
        raise ValueError(f"{text!r} is no Python version such as '3.12'")
    return text


def _known_targets(targets: tuple[str, ...]) -> None:
    for target in targets:
        if target not in TARGETS:
            raise ValueError(f"target {target!r} is none of {', '.join(TARGETS)}")


def _git_needs_repository(source: str, repository: str | None, commit: str) -> None:
    if source == "git" and not repository:
        raise ValueError("source 'git' needs repository")
    if source != "git" and (repository or commit):
        raise ValueError(f"source {source!r} takes neither repository nor commit")
