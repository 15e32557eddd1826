"""One GPU for one worker: a locked file for each PCI address, held as long as the worker lives."""

from __future__ import annotations

import fcntl
import json
import os
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rocm_ci.errors import RocmCiError
from rocm_ci.topology import HIP_VARIABLES, Gpu

FOLDER = "ROCM_CI_LEASES"
"""Environment variable: the folder of the locks, shared by everything on this machine that uses its GPUs."""
GPUS = "ROCM_CI_GPUS"
"""Environment variable that the runner sets for its workers: the GPUs that they may lease, as JSON."""
DEFAULT_FOLDER = Path("/var/lock/rocm-ci")
WAIT_SECONDS = 120.0
POLL_SECONDS = 0.2


class Lease:
    """A GPU that belongs to this process until it ends or releases it."""

    def __init__(self, gpu: Gpu, descriptor: int) -> None:
        self.gpu = gpu
        self._descriptor = descriptor

    def release(self) -> None:
        """Give it back; a second time does nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def environment(self) -> dict[str, str]:
        """What to set so that the runtime sees this GPU alone: one variable, never two that count in each other."""
        return {"ROCR_VISIBLE_DEVICES": str(self.gpu.index)}


def folder() -> Path:
    """Where the locks lie; made if it is not there, writable by everybody on the machine."""
    path = Path(os.environ.get(FOLDER) or DEFAULT_FOLDER)
    try:
        if not path.is_dir():
            path.mkdir(parents=True, exist_ok=True)
            path.chmod(0o1777)
    except OSError as error:
        raise RocmCiError(
            f"{FOLDER}: no folder for the locks of GPUs can be made at {path}: {error.strerror}"
        ) from None
    return path


def try_lease(gpu: Gpu, locks: Path) -> Lease | None:
    """The lease of a GPU, None where another process has it."""
    descriptor = os.open(locks / f"{gpu.pci}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, json.dumps({"process": os.getpid(), "since": time.time()}).encode(), 0)
    return Lease(gpu, descriptor)


def lease(gpus: Sequence[Gpu], locks: Path, wait: float = WAIT_SECONDS) -> Lease:
    """The first GPU that is free; waits for one, then raises RocmCiError saying who holds each."""
    if not gpus:
        raise RocmCiError("no GPU may be leased")
    deadline = time.monotonic() + wait
    while True:
        for gpu in gpus:
            found = try_lease(gpu, locks)
            if found is not None:
                return found
        if time.monotonic() > deadline:
            held = "; ".join(f"{gpu.pci} by {_holder(locks / f'{gpu.pci}.lock')}" for gpu in gpus)
            raise RocmCiError(f"no GPU became free within {wait:.0f} s: {held}")
        time.sleep(POLL_SECONDS)


def _holder(path: Path) -> str:
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
        return f"process {said['process']} for {time.time() - said['since']:.0f} s"
    except (OSError, ValueError, KeyError, TypeError):
        return "an unknown process"


def take_own() -> Lease | None:
    """In a worker: lease one of the GPUs that the runner allows and have the runtime see it alone; None where none is."""
    allowed = os.environ.get(GPUS)
    if not allowed:
        return None
    taken = lease([Gpu(**values) for values in json.loads(allowed)], folder())
    for name in HIP_VARIABLES:
        os.environ.pop(name, None)
    os.environ.update(taken.environment())
    return taken


def written(gpus: Sequence[Gpu]) -> str:
    """The value of ROCM_CI_GPUS."""
    return json.dumps([asdict(gpu) for gpu in gpus])
