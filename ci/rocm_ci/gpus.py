"""The GPUs of a run: which its workers may lease, whether two shared one, and whether their memory came back."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rocm_ci import leases, topology
from rocm_ci.errors import GpuRequiredError
from rocm_ci.plan import Plan
from rocm_ci.topology import Gpu
from rocm_ci.trouble import Trouble

if TYPE_CHECKING:
    from rocm_ci.runner import Job

# What the driver itself may keep more than before (page tables, firmware buffers), far below any model or cache.
ALLOWANCE = 64 * 2**20
UNLIMITED = 2**31


@dataclass(frozen=True)
class Leasing:
    """What the workers of a run may lease.

    Attributes:
        gpus: those inside the visible set.
        sysfs: where they are described.
        before: bytes in use when the run began, by PCI address; absent where the driver does not say.
    """

    gpus: tuple[Gpu, ...] = ()
    sysfs: Path = Path("/sys")
    before: dict[str, int] = field(default_factory=dict)

    @property
    def most_workers(self) -> int:
        """One worker a GPU."""
        return len(self.gpus) or UNLIMITED

    @property
    def variables(self) -> dict[str, str]:
        """Environment of the workers."""
        return {leases.GPUS: leases.written(self.gpus)} if self.gpus else {}

    def troubles(self, events: Sequence[dict[str, Any]]) -> list[Trouble]:
        """What is wrong after every process has ended."""
        return [*shared(events), *self._kept()]

    def _kept(self) -> Iterator[Trouble]:
        for gpu in self.gpus:
            after, before = topology.memory_used(gpu, self.sysfs), self.before.get(gpu.pci)
            if after is None or before is None or after <= before + ALLOWANCE:
                continue
            by = "; ".join(
                f"process {holder.process} holds {holder.bytes >> 20} MiB ({holder.command[:120]})"
                for holder in topology.holders(gpu, self.sysfs)
            )
            yield Trouble(
                "leak",
                f"GPU {gpu.pci} holds {after >> 20} MiB after the run, {before >> 20} MiB before it: "
                f"{by or 'no process admits to it'}",
            )


@contextmanager
def leasing(work: Plan, job: Job) -> Iterator[Leasing]:
    """Look at the GPUs before a run that needs them.

    Raises:
        GpuRequiredError: cells need an AMD GPU, and the variables set from outside leave none.
    """
    fake = os.environ.get(topology.SYSFS)
    if fake is None and not any(entry.cell.device_kind == "rocm" for entry in work.planned):
        yield Leasing()
        return
    sysfs = Path(fake or "/sys")
    gpus = topology.visible(topology.read(sysfs, Path("/nowhere") if fake else Path("/dev")), os.environ)
    if not gpus:
        raise GpuRequiredError("cells need an AMD GPU, and ROCR_VISIBLE_DEVICES or HIP_VISIBLE_DEVICES leave none")
    before = {gpu.pci: used for gpu in gpus if (used := topology.memory_used(gpu, sysfs)) is not None}
    yield Leasing(gpus, sysfs, before)


def shared(events: Sequence[dict[str, Any]]) -> Iterator[Trouble]:
    """Cells that ran on one GPU at the same time in two workers: neither's numbers nor times can be believed."""
    leased: dict[int, str] = {}
    running: dict[int, str] = {}
    told: set[str] = set()
    for event in events:
        kind, process = event.get("event"), int(event.get("pid") or 0)
        if kind == "leased":
            leased[process] = str(event["pci"])
        elif kind == "started" and process in leased:
            others = [other for other in running if other != process and leased[other] == leased[process]]
            if others and leased[process] not in told:
                told.add(leased[process])
                yield Trouble(
                    "infrastructure",
                    f"two workers used GPU {leased[process]} at once: {running[others[0]]} in process {others[0]} and "
                    f"{event['id']} in process {process}",
                )
            running[process] = str(event["id"])
        elif kind in ("finished", "lost"):
            identifier = event.get("id") or event["result"]["id"]
            running = {worker: cell for worker, cell in running.items() if cell != identifier}
