"""What this machine has for this project, what is missing, and what each missing thing costs: one look, many checks."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rocm_ci.container import engine, gpu
from rocm_ci.lock import running
from rocm_ci.machine import Machine

GOOD, MISSING, WRONG = "good", "missing", "wrong"
IMAGE_RECORD = running.RECORD
# For reports, compiled kernels and an environment with torch; for an image as well.
DISK_WANTED = 10e9
MEMORY_WANTED = 4e9


@dataclass(frozen=True)
class Finding:
    """One line of the screen.

    Attributes:
        name: what was looked at.
        state: ``good``; ``missing``: works without it, at a cost; ``wrong``: something is there and cannot be used.
        fact: what was found.
        costs: what cannot be done; empty when good.
    """

    name: str
    state: str
    fact: str
    costs: str = ""


def look(machine: Machine, root: Path) -> list[Finding]:
    """Look at everything; nothing is started, compiled or changed."""
    return [check(machine, root) for check in CHECKS]


def healthy(findings: list[Finding]) -> bool:
    """Whether nothing is wrong; what is merely missing does not count."""
    return all(finding.state != WRONG for finding in findings)


def _image(machine: Machine, root: Path) -> Finding:
    if not IMAGE_RECORD.is_file():
        return Finding("image", GOOD, "this is no image of this project, but a plain environment")
    import json

    record = json.loads(IMAGE_RECORD.read_text(encoding="utf-8"))
    if record["stub"]:
        return Finding(
            "image", WRONG, f"line {record['line']}, a STUB: {record['stub']}", "nothing run in it is evidence"
        )
    return Finding("image", GOOD, f"line {record['line']}, lock {record['lock_digest'][:12]}")


def _docker(machine: Machine, root: Path) -> Finding:
    costs = "no images and no RUNNER=docker; the matrix runs on this host"
    if IMAGE_RECORD.is_file():
        return Finding("docker", GOOD, "not needed inside an image")
    try:
        client = engine.connect()
    except engine.ContainerError as error:
        return Finding("docker", MISSING, _with_podman(str(error)), costs)
    try:
        version = client.version()["Version"]
        return Finding("docker", GOOD, f"engine {version}, {engine.buildx(client)}")
    except engine.ContainerError as error:
        return Finding("docker", MISSING, f"engine {version}; {error}", "images can be run, not built")
    finally:
        client.close()


def _with_podman(text: str) -> str:
    found = engine.podman()
    return (
        f"{text}; {found} is there (its service speaks docker's interface: set DOCKER_HOST to its socket)"
        if found
        else text
    )


def _kfd(machine: Machine, root: Path) -> Finding:
    found = gpu.nodes()
    costs = "cells for `rocm` devices cannot run; the emulator stands in for gfx942"
    if found.reason is None:
        groups = " ".join(str(group) for group in found.groups) or "none"
        return Finding("GPU nodes", GOOD, f"{len(found.devices) - 1} render nodes and /dev/kfd; groups {groups}")
    return Finding("GPU nodes", WRONG if Path("/dev/kfd").exists() else MISSING, found.reason, costs)


def _targets(machine: Machine, root: Path) -> Finding:
    if machine.device == "rocm":
        return Finding("AMD GPU", GOOD, machine.summary)
    state = WRONG if Path("/dev/kfd").exists() else MISSING
    return Finding("AMD GPU", state, machine.summary, "no result of this machine is hardware evidence for AMD")


def _visibility(machine: Machine, root: Path) -> Finding:
    try:
        found = gpu.visibility(dict(os.environ))
    except ValueError as error:
        return Finding("visible GPUs", WRONG, str(error), "other GPUs are used than meant")
    return Finding("visible GPUs", GOOD, ", ".join(f"{name}={value}" for name, value in found.items()) or "not limited")


def _rocm(machine: Machine, root: Path) -> Finding:
    if running.ROCM_VERSION.is_file():
        return Finding("ROCm", GOOD, running.ROCM_VERSION.read_text(encoding="utf-8").strip())
    return Finding("ROCm", MISSING, "no /opt/rocm", "HIP kernels are compiled by the toolchain from the package index")


def _torch(machine: Machine, root: Path) -> Finding:
    found = running.torch()
    if found is None:
        return Finding("torch", WRONG, "not installed", "nothing runs: make setup")
    build = f"ROCm {found.hip}, {' '.join(found.targets) or 'no device code found'}" if found.hip else "no ROCm build"
    commit = f", commit {found.git_version[:12]}" if found.git_version else ""
    if found.hip is None and machine.device != "rocm" and Path("/dev/kfd").exists():
        return Finding("torch", WRONG, f"{found.version}, {build}{commit}", "the GPU of this machine cannot be used")
    return Finding("torch", GOOD, f"{found.version}, {build}{commit}")


def _triton(machine: Machine, root: Path) -> Finding:
    version = machine.versions.get("triton")
    if version is None:
        return Finding("Triton", MISSING, "not installed", "cells of the triton backend are left out")
    return Finding("Triton", GOOD, version)


def _aiter(machine: Machine, root: Path) -> Finding:
    found = _aiter_package()
    if found is None:
        return Finding("AITER", MISSING, "not installed", "cells that run AITER's code objects are left out")
    commit = found.commit or f"commit not proven ({found.commit_from})"
    objects = ", ".join(f"{target} {files.files}" for target, files in found.code_objects.items())
    fact = f"{found.version}, {commit}; code objects: {objects or 'none'}"
    if found.dirty or found.changed or found.added:
        what = found.dirty or f"{len(found.changed)} files changed, {len(found.added)} added since it was built"
        return Finding("AITER", WRONG, f"{fact}; {what}", "its results say nothing about AITER: reinstall it")
    return Finding("AITER", GOOD, fact)


@cache
def _aiter_package() -> running.Aiter | None:
    """Hashing its files takes a second: once is enough."""
    return running.aiter_package()


def _jit(machine: Machine, root: Path) -> Finding:
    found = _aiter_package()
    if found is None:
        return Finding("AITER's JIT", MISSING, "no AITER", "")
    if not found.modules:
        return Finding(
            "AITER's JIT",
            MISSING,
            "no module is compiled",
            "each module is compiled at its first use, minutes on a GPU machine",
        )
    return Finding("AITER's JIT", GOOD, f"{len(found.modules)} modules are compiled")


def _disk(machine: Machine, root: Path) -> Finding:
    free = shutil.disk_usage(root).free
    fact = f"{free / 1e9:.0f} GB free at {root}"
    return Finding("disk", GOOD, fact) if free > DISK_WANTED else Finding("disk", MISSING, fact, "an image may not fit")


def _memory(machine: Machine, root: Path) -> Finding:
    text = Path("/proc/meminfo").read_text(encoding="utf-8")
    found = re.search(r"^MemAvailable: +(\d+) kB", text, re.MULTILINE)
    free = int(found[1]) * 1024 if found else 0
    fact = f"{free / 1e9:.1f} GB available, {machine.processors} processors"
    return (
        Finding("memory", GOOD, fact) if free > MEMORY_WANTED else Finding("memory", MISSING, fact, "fewer workers fit")
    )


def _writable(machine: Machine, root: Path) -> Finding:
    if os.access(root, os.W_OK):
        return Finding("reports", GOOD, f"{root} can be written")
    return Finding("reports", MISSING, f"{root} cannot be written", "give --reports DIR")


CHECKS: tuple[Callable[[Machine, Path], Finding], ...] = (
    _image,
    _docker,
    _kfd,
    _targets,
    _visibility,
    _rocm,
    _torch,
    _triton,
    _aiter,
    _jit,
    _disk,
    _memory,
    _writable,
)
