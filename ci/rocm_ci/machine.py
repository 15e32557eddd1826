"""What this machine can run, which devices a run takes by default, and the versions that a result depends on."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from rocm_ci.cell import Cell
from rocm_ci.lock import running
from rocm_kernels import devices, flags

# Device kinds that a run takes without --device, by the kind of the best device of the machine.
DEFAULT_DEVICES: dict[str, tuple[str, ...]] = {
    "rocm": ("rocm", "cpu"),
    "cuda": ("cuda", "cpu"),
    "cpu": ("emulated:gfx942", "cpu"),
}
# Targets that the emulator executes.
EMULATED_TARGETS = frozenset({"gfx942"})
VERSIONS_OF = ("torch", "triton", "amd-aiter", "numpy", "pytest", "pytest-xdist", "rocm-attention-ci")
REQUIRE_GPU = "ROCM_CI_REQUIRE_GPU"
MODEL_PACKAGES = ("lm_eval", "transformers")
MODEL_SOURCES = ("tests/model/tiny", "tests/model/tasks")
SOURCES = ("kernels/rocm_kernels", "ci/rocm_ci", "emulator/gfx_emulator")
# In which cells run.
TESTS = ("tests/conftest.py", "tests/module/conftest.py", "tests/module/test_matrix.py")


@dataclass(frozen=True)
class Machine:
    """This machine.

    Attributes:
        device: kind of its best device.
        target: AMD target of that device.
        product: name of its GPU, None without one.
        summary: one line: what is there or what is missing for an AMD GPU.
        versions: of the packages that a result depends on, and of Python.
        processors: that this process may use.
        no_nvidia_gpu: what is missing for an NVIDIA GPU, None where there is one.
    """

    device: str
    target: str | None
    product: str | None
    summary: str
    versions: dict[str, str]
    processors: int
    no_nvidia_gpu: str | None = None


@cache
def this_machine() -> Machine:
    """Look once."""
    found = devices.detect()
    versions = {"python": platform.python_version()}
    for name in VERSIONS_OF:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    image = image_summary(running.RECORD)
    return Machine(
        found.device.kind,
        found.device.target,
        found.product,
        found.summary if image is None else f"{found.summary}; {image}",
        versions,
        len(os.sched_getaffinity(0)),
        None if found.device.kind == "cuda" else no_nvidia_gpu(*devices.torch_build()),
    )


def image_summary(record: Path) -> str | None:
    """Say in which image of this project this process runs, None outside of one; a stand-in is called one in every report."""
    if not record.is_file():
        return None
    found = json.loads(record.read_text(encoding="utf-8"))
    said = f"in the image of line {found['line']}, lock {found['lock_digest'][:12]}"
    return f"{said}, a STUB ({found['stub']}): nothing shown in it is evidence" if found["stub"] else said


def no_nvidia_gpu(version: str, cuda: str | None, hip: str | None) -> str:
    """Why a PyTorch build, given by its version and those of CUDA and HIP, has no NVIDIA GPU here."""
    if hip is not None:
        return f"PyTorch {version} is a ROCm build"
    if cuda is None:
        return f"PyTorch {version} is a CPU build"
    return f"PyTorch {version} for CUDA {cuda} sees none"


def cannot_run(cell: Cell, machine: Machine) -> str | None:
    """Why this machine cannot run a cell, in one sentence, or None.

    What is missing for an AMD GPU is ``machine.summary``, which every list and report shows once, not in every reason.
    """
    kind = cell.device_kind
    if kind == "rocm" and machine.device != kind:
        return "needs an AMD GPU"
    if kind == "cuda" and machine.device != kind:
        return f"needs an NVIDIA GPU: {machine.no_nvidia_gpu or 'there is none'}"
    if cell.target is not None and machine.target != cell.target:
        return f"needs target {cell.target}, this GPU is {machine.target}"
    if cell.interpreted and "triton" not in machine.versions:
        return "needs Triton, which is not installed (make setup installs it)"
    if cell.op == "model" and (missing := [name for name in MODEL_PACKAGES if find_spec(name) is None]):
        return f"needs {', '.join(missing)}, not installed (extra `models`)"
    emulated = cell.device.partition(":")[2]
    if emulated and emulated not in EMULATED_TARGETS:
        return f"the emulator executes {', '.join(sorted(EMULATED_TARGETS))}, not {emulated}"
    return None


def gpu_required() -> bool:
    """Whether ROCM_CI_REQUIRE_GPU demands an AMD GPU; raises FlagError for a word that means nothing, which demands neither."""
    text = os.environ.get(REQUIRE_GPU, "")
    return flags.parse(REQUIRE_GPU, text) if text.strip() else False


@cache
def source_digest(root: Path) -> str:
    """SHA-256 over every file that a result depends on (tables of what is supported too), this GPU, and what is installed."""
    here = this_machine()
    digest = hashlib.sha256(repr((sorted(here.versions.items()), here.device, here.target, here.product)).encode())
    digest.update(str(sys.implementation.cache_tag).encode())
    for path in (*(root / name for name in TESTS), *(p for name in SOURCES for p in _files(root / name))):
        if path.is_file():
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _files(folder: Path) -> list[Path]:
    """Every file below a folder but what Python compiled, sorted."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


@cache
def model_digest(root: Path) -> str:
    """SHA-256 over the weights, tasks and items of the cells of whole models, and over the versions of what runs them."""
    digest = hashlib.sha256()
    for name in MODEL_PACKAGES:
        digest.update(f"{name} {metadata.version(name)}".encode())
    for folder in MODEL_SOURCES:
        for path in _files(root / folder):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def fingerprint(cell: Cell, root: Path) -> str:
    """Of a cell and everything that its result depends on; equal fingerprints need not run again."""
    of_models = model_digest(root) if cell.op == "model" else ""
    return hashlib.sha256((source_digest(root) + of_models + cell.canonical()).encode()).hexdigest()[:16]
