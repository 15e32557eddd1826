"""Where code runs: the names of devices, the device of a tensor, and what a result shown there is evidence of."""

from __future__ import annotations

import difflib
import runpy
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.targets import TARGETS, in_words, target

if TYPE_CHECKING:
    import torch

# AMD's driver, NVIDIA's, both in WSL, and NVIDIA's on Tegra.
GPU_NODES = ("kfd", "nvidia*", "dxg", "nvhost*", "nvmap", "nvgpu")
KINDS = ("rocm", "emulated", "cuda", "cpu")
_EXPECTED = f"cpu, cuda, rocm:<target> or emulated:<target> with a target of {in_words()}"


@dataclass(frozen=True)
class Device:
    """One place where code runs.

    Attributes:
        name: as a spec holds it: ``rocm``, ``emulated:<target>``, ``cuda`` or ``cpu``.
        kind: the name's first word.
        target: the AMD target; None on ``cuda`` and ``cpu``, and for a ROCm GPU that this project does not know.
        stubbed: no such device is there: cpu tensors stand in for it, for tests. Nothing run on it is evidence of anything.
    """

    name: str
    kind: str
    target: str | None
    stubbed: bool = False

    def __str__(self) -> str:
        shown = f"{self.kind}:{self.target}" if self.target else self.name
        return f"{shown} (stubbed)" if self.stubbed else shown


CPU = Device("cpu", "cpu", None)
CUDA = Device("cuda", "cuda", None)


@cache
def parse_device(text: str, argument: str = "device") -> Device:
    """Read ``cpu``, ``cuda``, ``rocm``, ``rocm:gfx942`` or ``emulated:gfx942``.

    Plain ``rocm`` takes the target of this machine's GPU. Raises InvalidArgumentError naming ``argument``.
    """
    kind, _, name = text.partition(":")
    if text == "cpu":
        return CPU
    if text == "cuda":
        return CUDA
    if text == "rocm":
        here = detect().device
        if here.kind != "rocm":
            raise InvalidArgumentError(argument, repr(text), "rocm:<target> where this machine has no AMD GPU")
        return here
    if kind in ("rocm", "emulated") and name in TARGETS:
        return Device("rocm" if kind == "rocm" else text, kind, target(name, argument).name)
    meant = _meant(text)
    hint = f"; did you mean {meant}?" if meant else ""
    raise InvalidArgumentError(argument, repr(text), _EXPECTED + hint)


def _meant(text: str) -> str | None:
    """Guess the device from a target or a product without its kind (``gfx942``, ``MI300X``) or a misspelt name."""
    kind, colon, name = text.strip().lower().rpartition(":")
    kinds = difflib.get_close_matches(kind, ("rocm", "emulated"), n=1) if colon else ["rocm"]
    # Names of targets are too alike to be guessed from a misspelt one: gfx906 is no gfx90a.
    targets = [
        entry.name
        for entry in TARGETS.values()
        if name == entry.name or (len(name) > 3 and entry.product.lower().startswith(name))
    ]
    if kinds and targets:
        return f"{kinds[0]}:{targets[0]}"
    plain = [] if colon else difflib.get_close_matches(name, ("cpu", "cuda", "rocm"), n=1, cutoff=0.7)
    return plain[0] if plain else None


_chosen: ContextVar[Device | None] = ContextVar("rocm_kernels_device", default=None)


def chosen() -> Device | None:
    """Return the device that cpu tensors stand for in this context, None where they are just cpu tensors."""
    return _chosen.get()


@contextmanager
def using_device(device: str | Device, *, stub: bool = False) -> Iterator[Device]:
    """Let cpu tensors stand for another device inside the block, in this thread or task only.

    ``using_device("emulated:gfx942")`` has the kernels of that target run in the emulator. A hook for tests is
    ``using_device("rocm:gfx942", stub=True)``: requests are then dispatched as on that GPU although none is there, and
    whatever runs counts as ``stubbed``, never as hardware.

    Raises:
        InvalidArgumentError: an unknown device, or ``rocm`` or ``cuda`` without ``stub``: a real GPU needs no choosing.
    """
    described = parse_device(device) if isinstance(device, str) else device
    if stub:
        described = Device(described.name, described.kind, described.target, stubbed=True)
    elif described.kind in ("rocm", "cuda") and not described.stubbed:
        raise InvalidArgumentError("device", repr(str(device)), "emulated:<target> or cpu, or stub=True in a test")
    token = _chosen.set(None if described.kind == "cpu" else described)
    try:
        yield described
    finally:
        _chosen.reset(token)


def describe(tensor: torch.Tensor, argument: str = "tensor") -> Device:
    """Find the device of a tensor; raises InvalidArgumentError naming ``argument`` for one that runs nothing here."""
    where = tensor.device
    if where.type == "cpu":
        return _chosen.get() or CPU
    if where.type == "cuda":
        return _gpu(where.index or 0)
    raise InvalidArgumentError(argument, f"a tensor on {where}", "a tensor on cpu or on a GPU (torch device cuda)")


def device_of(tensor: torch.Tensor, argument: str = "tensor") -> str:
    """Name the device of a tensor, as a spec holds it."""
    return describe(tensor, argument).name


@cache
def _gpu(index: int) -> Device:
    import torch

    if torch.version.hip is None:
        return CUDA
    return rocm_device(str(torch.cuda.get_device_properties(index).gcnArchName))


def rocm_device(architecture: str) -> Device:
    """Describe a ROCm GPU by PyTorch's gcnArchName, such as ``gfx942:sramecc+:xnack-``."""
    name = architecture.partition(":")[0]
    return Device("rocm", "rocm", name if name in TARGETS else None)


@dataclass(frozen=True)
class Detection:
    """What this machine has.

    Attributes:
        device: the best device for real runs.
        product: the GPU's own name, None on a machine without one.
        summary: one line: what is there, or what is missing for an AMD GPU.
    """

    device: Device
    product: str | None
    summary: str


class TorchBuild(NamedTuple):
    """What PyTorch is built for.

    Attributes:
        version: of PyTorch.
        cuda, hip: version of CUDA or of ROCm's HIP that it is built for, None where it is for another.
    """

    version: str
    cuda: str | None
    hip: str | None


@cache
def torch_build() -> TorchBuild:
    """Read it from PyTorch's own file of versions: importing PyTorch takes seconds."""
    found = find_spec("torch")
    if found is None or not found.submodule_search_locations:
        raise ModuleNotFoundError("No module named 'torch'", name="torch")
    facts = runpy.run_path(str(Path(found.submodule_search_locations[0]) / "version.py"))
    return TorchBuild(str(facts["__version__"]), facts.get("cuda"), facts.get("hip"))


def gpu_may_be_here(dev: Path) -> bool:
    """Whether a folder such as /dev has a node of any GPU that PyTorch can use; without one there is nothing to ask it."""
    return any(next(dev.glob(pattern), None) is not None for pattern in GPU_NODES)


@cache
def detect() -> Detection:
    """Look at this machine once: its best device, and in one line what is missing for an AMD GPU.

    PyTorch is imported and asked only where a GPU may be here, or where it is imported already.
    """
    if "torch" in sys.modules or gpu_may_be_here(Path("/dev")):
        import torch

        if torch.cuda.is_available():
            return _detected_gpu(torch.cuda.get_device_name(0), torch.version.hip)
    build = torch_build()
    missing = []
    if not Path("/dev/kfd").exists():
        missing.append("no AMD GPU or no amdgpu driver (/dev/kfd is not there)")
    if build.hip is None:
        missing.append(f"PyTorch {build.version} is not a ROCm build")
    if not missing:
        missing.append("PyTorch sees no GPU although the driver is there (permission on /dev/kfd and /dev/dri?)")
    return Detection(CPU, None, "; ".join(missing))


def _detected_gpu(product: str, hip: str | None) -> Detection:
    device = _gpu(0)
    if device.kind == "rocm":
        known = device.target or f"a target this project does not know (it knows {', '.join(TARGETS)})"
        return Detection(device, product, f"AMD GPU {product} ({known}), ROCm {hip}")
    return Detection(device, product, f"no AMD GPU: this machine has {product}, PyTorch is built for CUDA")


def evidence_of(device: Device | str, backend: str) -> str:
    """Say what a result of ``backend`` on ``device`` shows.

    ``hardware`` on a GPU (report its name with it), ``emulated`` for machine code of the target in the emulator,
    ``interpreted`` for Triton's interpreter, ``reference`` for PyTorch code on cpu tensors, ``stubbed`` for anything on a
    stand-in device.
    """
    described = parse_device(device) if isinstance(device, str) and device != "rocm" else device
    if isinstance(described, str):
        described = Device("rocm", "rocm", None)
    if described.stubbed:
        return "stubbed"
    if described.kind in ("rocm", "cuda"):
        return "hardware"
    if backend == "torch":
        return "reference"
    if backend == "triton":
        return "emulated" if described.kind == "emulated" else "interpreted"
    # AITER and the HIP kernels are code for AMD GPUs: on plain cpu tensors only a stand-in for them can have run.
    return "emulated" if described.kind == "emulated" else "stubbed"
