"""What is really installed, read from the files and never from a label or an argument.

Only the standard library is used, and nothing of this repository: the same file runs while an image is built, by the Python of
that image, and later when the image is verified.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import os
import platform
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from importlib import metadata
from pathlib import Path, PurePosixPath
from typing import Any

# Rewritten by every installer, so they say nothing about the wheel.
_OF_THE_INSTALLER = frozenset({"RECORD", "INSTALLER", "REQUESTED", "direct_url.json"})
AITER = "amd-aiter"
STUB_MARKER = Path("/etc/rocm-ci-stub")
BUILDS = Path("/opt/rocm-ci/builds")
RECORD = Path("/opt/rocm-ci/image.json")
ROCM_VERSION = Path("/opt/rocm/.info/version")
# Plain and compressed bundles of device code, as clang writes them into a host library.
_BUNDLE = b"__CLANG_OFFLOAD_BUNDLE__"
_COMPRESSED = b"CCOB"
_ENTRY_TARGET = re.compile(rb"gfx[0-9a-f]+")
UNREADABLE = "compressed"


@dataclass(frozen=True)
class Files:
    """A set of files: how many, and a hash over their paths and contents."""

    files: int
    sha256: str


@dataclass(frozen=True)
class Torch:
    """The installed torch: its version, the commit it was built at, the ROCm it was built for, its targets."""

    version: str
    git_version: str | None
    hip: str | None
    targets: tuple[str, ...]


@dataclass(frozen=True)
class Aiter:
    """The installed AITER.

    Attributes:
        version: of the package.
        commit: at which it was built, None where nothing on this machine proves one.
        commit_from: the file that says so, and why that proves it.
        dirty: why the build is not of that commit alone; None for a clean one.
        record: hash over the wheel's own list of files.
        changed: files whose content is not what that list says, and files that are missing.
        added: code objects and tuning tables that the list does not know.
        code_objects: by target.
        tuning: csv and json tables that choose kernels.
        modules: compiled modules with the targets for which each holds device code.
    """

    version: str
    commit: str | None
    commit_from: str
    dirty: str | None
    record: str
    changed: tuple[str, ...]
    added: tuple[str, ...]
    code_objects: dict[str, Files]
    tuning: Files
    modules: dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class Running:
    """What this environment really contains."""

    python: str
    system: str
    stub: str | None
    rocm: str | None
    torch: Torch | None
    triton: str | None
    aiter: Aiter | None
    packages: dict[str, str] = field(default_factory=dict)


def restored(document: Mapping[str, Any]) -> Running:
    """Read back what `main` wrote, in this environment or another."""
    built, package = document["torch"], document["aiter"]
    return Running(
        python=document["python"],
        system=document["system"],
        stub=document["stub"],
        rocm=document["rocm"],
        torch=built and Torch(**{**built, "targets": tuple(built["targets"])}),
        triton=document["triton"],
        aiter=package
        and Aiter(
            **{
                **package,
                "changed": tuple(package["changed"]),
                "added": tuple(package["added"]),
                "code_objects": {target: Files(**files) for target, files in package["code_objects"].items()},
                "tuning": Files(**package["tuning"]),
                "modules": {path: tuple(targets) for path, targets in package["modules"].items()},
            }
        ),
        packages=dict(document["packages"]),
    )


def sha256_of(path: Path) -> str:
    """SHA-256 of a file, as 64 hexadecimal digits."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def digest_of(entries: Iterable[tuple[str, str]]) -> Files:
    """Hash pairs of path and SHA-256, sorted by path: one line ``sha256  path`` each, as sha256sum prints it."""
    lines = [f"{content}  {path}\n" for path, content in sorted(entries)]
    return Files(len(lines), hashlib.sha256("".join(lines).encode()).hexdigest())


def bundle_targets(path: Path) -> tuple[str, ...]:
    """Targets for which a host library holds device code.

    Reads the entries of every offload bundle (magic, number of entries, then offset, size and name of each). A compressed
    bundle gives the word ``compressed``: what is in it is not known.
    """
    content = path.read_bytes()
    found: set[str] = set()
    at = content.find(_BUNDLE)
    while at >= 0:
        place = at + len(_BUNDLE)
        count = int.from_bytes(content[place : place + 8], "little")
        place += 8
        for _ in range(count if count < 1024 else 0):
            size = int.from_bytes(content[place + 8 : place + 16], "little")
            length = int.from_bytes(content[place + 16 : place + 24], "little")
            name = content[place + 24 : place + 24 + length] if length < 256 else b""
            place += 24 + length
            target = _ENTRY_TARGET.search(name)
            if target and size:
                found.add(target[0].decode())
        at = content.find(_BUNDLE, at + 1)
    at = content.find(_COMPRESSED)
    while at >= 0:
        version, method = (int.from_bytes(content[at + 4 + 2 * i : at + 6 + 2 * i], "little") for i in (0, 1))
        if version in (1, 2, 3) and method in (0, 1):
            found.add(UNREADABLE)
        at = content.find(_COMPRESSED, at + 1)
    return tuple(sorted(found))


def installed() -> Running:
    """Look at the environment of this Python."""
    return Running(
        python=platform.python_version(),
        system=_system(),
        stub=STUB_MARKER.read_text(encoding="utf-8").strip() if STUB_MARKER.is_file() else None,
        rocm=_rocm(),
        torch=torch(),
        triton=_version("triton"),
        aiter=aiter_package(),
        packages=dict(
            sorted(
                (str(entry.metadata["Name"]).lower(), entry.version)
                for entry in metadata.distributions()
                if entry.metadata["Name"]
            )
        ),
    )


def _system() -> str:
    try:
        facts = platform.freedesktop_os_release()
    except OSError:
        return platform.system()
    return f"{facts.get('ID', 'unknown')} {facts.get('VERSION_ID', '')}".strip()


def _rocm() -> str | None:
    """The version of ROCm: of /opt/rocm, or of the wheels that bring it."""
    if ROCM_VERSION.is_file():
        return ROCM_VERSION.read_text(encoding="utf-8").strip()
    return _version("rocm-sdk-core")


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def torch() -> Torch | None:
    """Read torch/version.py as text: importing torch takes seconds, and fails where its libraries do."""
    try:
        found = metadata.distribution("torch")
    except metadata.PackageNotFoundError:
        return None
    version_file = Path(str(found.locate_file("torch/version.py")))
    text = version_file.read_text(encoding="utf-8") if version_file.is_file() else ""

    def value(name: str) -> str | None:
        match = re.search(rf"^{name}\b[^=\n]*= *['\"]([^'\"]*)['\"]", text, re.MULTILINE)
        return match[1] if match else None

    hip = value("hip")
    libraries = sorted(Path(str(found.locate_file("torch/lib"))).glob("libtorch_hip*.so"))
    targets = sorted({target for library in libraries for target in bundle_targets(library)})
    return Torch(value("__version__") or found.version, value("git_version"), hip, tuple(targets))


def aiter_package() -> Aiter | None:
    """Look at every file of the installed AITER; None without one."""
    try:
        found = metadata.distribution(AITER)
    except metadata.PackageNotFoundError:
        return None
    rows = dict(_rows(found.read_text("RECORD") or ""))
    if not rows:
        return Aiter(found.version, None, "it has no RECORD", "it has no RECORD", "", (), (), {}, Files(0, ""), {})
    root = Path(str(found.locate_file("")))
    record = digest_of(rows.items()).sha256
    changed = []
    hashes: dict[str, str] = {}
    for path, declared in rows.items():
        file = root / path
        if not file.is_file():
            changed.append(f"{path} (missing)")
            continue
        hashes[path] = sha256_of(file)
        if declared and hashes[path] != declared:
            changed.append(path)
    present = set(_files_of_interest(root))
    added = sorted(present - rows.keys())
    hashes |= {path: sha256_of(root / path) for path in added}
    objects: dict[str, list[tuple[str, str]]] = {}
    tuning: list[tuple[str, str]] = []
    modules: dict[str, tuple[str, ...]] = {}
    for path, content in sorted(hashes.items()):
        parts = PurePosixPath(path)
        if parts.suffix == ".co":
            target = next((part for part in parts.parts if re.fullmatch(r"gfx[0-9a-f]+", part)), "no target")
            objects.setdefault(target, []).append((path, content))
        elif is_tuning(parts):
            tuning.append((path, content))
        elif parts.suffix == ".so":
            modules[path] = bundle_targets(root / path)
    commit, source, dirty = _built(record, found.version)
    return Aiter(
        found.version,
        commit,
        source,
        dirty,
        record,
        tuple(sorted(changed)),
        tuple(added),
        {target: digest_of(entries) for target, entries in sorted(objects.items())},
        digest_of(tuning),
        modules,
    )


def _rows(text: str) -> Iterator[tuple[str, str]]:
    """Paths of a RECORD with their SHA-256 in hexadecimal, without what installers write."""
    for row in csv.reader(text.splitlines()):
        path = PurePosixPath(row[0])
        if path.suffix == ".pyc" or ".." in path.parts or path.is_absolute():
            continue
        if path.parent.suffix == ".dist-info" and path.name in _OF_THE_INSTALLER:
            continue
        yield str(path), _hexadecimal(row[1]) if len(row) > 1 else ""


def _hexadecimal(declared: str) -> str:
    """Turn RECORD's ``sha256=<base64url without padding>`` into hexadecimal digits; empty for another kind of hash."""
    import base64

    kind, _, value = declared.partition("=")
    return base64.urlsafe_b64decode(value + "=" * (-len(value) % 4)).hex() if kind == "sha256" else ""


def is_tuning(path: PurePosixPath) -> bool:
    """Whether a file of AITER is a table that chooses kernels."""
    return path.suffix == ".csv" or (path.suffix == ".json" and "configs" in path.parts)


def _files_of_interest(root: Path) -> Iterator[str]:
    """Code objects, tuning tables and modules that lie in the package's folders, listed or not."""
    for package in ("aiter", "aiter_meta"):
        for folder, _, names in os.walk(root / package):
            for name in names:
                path = PurePosixPath(Path(folder, name).relative_to(root).as_posix())
                if path.suffix in (".co", ".so") or is_tuning(path):
                    yield str(path)


def _built(record: str, version: str) -> tuple[str | None, str, str | None]:
    """The commit that is proven for the installed wheel, what proves it, and why it is dirty."""
    local = version.partition("+")[2]
    dirty = (
        f"its version {version} is that of a tree with changes" if re.search(r"(^|\.)d\d{6,8}$|dirty", local) else None
    )
    path = BUILDS / "aiter.json"
    if not path.is_file():
        return None, "a wheel from an index: nothing says at which commit it was built", dirty
    build = json.loads(path.read_text(encoding="utf-8"))
    if build["record"] != record:
        return None, f"the wheel that runs is not the one that was built at {build['commit']}: its list differs", dirty
    if build["dirty"]:
        dirty = f"built from a tree with changes: {build['dirty']}"
    return str(build["commit"]), "the wheel built in this image, recognised by its list of files", dirty


def wheel_record(wheel: Path) -> str:
    """The same hash as `Aiter.record`, of a wheel that is not installed."""
    import zipfile

    with zipfile.ZipFile(wheel) as archive:
        name = next(entry for entry in archive.namelist() if entry.endswith(".dist-info/RECORD"))
        return digest_of(_rows(archive.read(name).decode())).sha256


def main(arguments: list[str]) -> int:
    """Write the record of an image that is being built."""
    parser = argparse.ArgumentParser(description="Write down what is installed, as JSON.")
    parser.add_argument("--write", type=Path, default=None, help="file (default: print it)")
    parser.add_argument("--line", default="", help="line of the lock from which the image is built")
    parser.add_argument("--lock-digest", default="", help="hash of that line")
    parser.add_argument(
        "--wheel-record", type=Path, default=None, help="only print the hash of a wheel's list of files"
    )
    parsed = parser.parse_args(arguments)
    if parsed.wheel_record is not None:
        sys.stdout.write(wheel_record(parsed.wheel_record) + "\n")
        return 0
    found = asdict(installed())
    document = {"schema": 1, "line": parsed.line, "lock_digest": parsed.lock_digest, **found}
    text = json.dumps(document, indent=1, sort_keys=True) + "\n"
    if parsed.write is None:
        sys.stdout.write(text)
    else:
        parsed.write.parent.mkdir(parents=True, exist_ok=True)
        parsed.write.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
