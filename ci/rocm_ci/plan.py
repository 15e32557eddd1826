"""What a run executes: the cells selected, and those left out with the reason."""

from __future__ import annotations

import fnmatch
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rocm_ci.cell import Cell
from rocm_ci.errors import RocmCiError, SelectionError, did_you_mean
from rocm_ci.machine import DEFAULT_DEVICES, Machine, cannot_run, fingerprint
from rocm_ci.matrix import Matrix
from rocm_ci.results import write_atomically


@dataclass(frozen=True)
class Selection:
    """What a person asks for; empty tuples take everything.

    Attributes:
        ids: globs over cell ids; any match takes the cell, whatever its size and device.
        devices: names or kinds of devices.
        ops, backends: names.
        size: ``quick`` or ``full``.
    """

    ids: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    ops: tuple[str, ...] = ()
    backends: tuple[str, ...] = ()
    size: str = "full"

    def takes(self, cell: Cell) -> bool:
        """Whether a cell was asked for."""
        return (
            (not self.ids or any(fnmatch.fnmatchcase(cell.id, pattern) for pattern in self.ids))
            and (not self.devices or cell.device in self.devices or cell.device_kind in self.devices)
            and (not self.ops or cell.op in self.ops)
            and (not self.backends or cell.backend in self.backends)
            and (bool(self.ids) or self.size == "full" or cell.size == "quick")
        )


@dataclass(frozen=True)
class PlannedCell:
    """A cell that will run, with the fingerprint under which its result may be reused."""

    cell: Cell
    fingerprint: str


@dataclass(frozen=True)
class Plan:
    """Cells to run in order, and cells that this machine cannot run, each with the reason."""

    planned: tuple[PlannedCell, ...]
    left_out: tuple[tuple[Cell, str], ...]


def with_default_devices(selection: Selection, machine: Machine) -> Selection:
    """The same selection, on the devices that this kind of machine takes when none is named."""
    if selection.devices or selection.ids:
        return selection
    return Selection(selection.ids, DEFAULT_DEVICES[machine.device], selection.ops, selection.backends, selection.size)


def select(matrix: Matrix, selection: Selection, machine: Machine, root: Path) -> Plan:
    """Split the selected cells into those that run here and those that cannot.

    Raises:
        SelectionError: no cell matches, or none of those that match can run here.
    """
    chosen = [cell for cell in matrix.cells if selection.takes(cell)]
    if not chosen:
        hint = None
        if selection.ids:
            hint = did_you_mean(selection.ids[0], [cell.id for cell in matrix.cells])
        raise SelectionError(
            f"no cell of {matrix.path} matches {_described(selection)}" + (f"; {hint}" if hint else "")
        )
    planned, left_out = [], []
    for cell in chosen:
        reason = cannot_run(cell, machine)
        if reason is None:
            planned.append(PlannedCell(cell, fingerprint(cell, root)))
        else:
            left_out.append((cell, reason))
    if not planned:
        raise SelectionError(f"none of the {len(left_out)} selected cells can run here: {left_out[0][1]}")
    return Plan(tuple(planned), tuple(left_out))


def _described(selection: Selection) -> str:
    parts = [
        f"{name} {', '.join(values)}"
        for name, values in (
            ("--id", selection.ids),
            ("--device", selection.devices),
            ("--op", selection.ops),
            ("--backend", selection.backends),
        )
        if values
    ]
    return " and ".join([*parts, f"--size {selection.size}"])


def write(path: Path, planned: tuple[PlannedCell, ...]) -> None:
    """Write the cells for the test process."""
    entries = [{"fingerprint": entry.fingerprint, "cell": entry.cell.model_dump(mode="json")} for entry in planned]
    write_atomically(path, json.dumps(entries))


def read(path: Path) -> tuple[PlannedCell, ...]:
    """Read what ``write`` wrote; raises RocmCiError where it is something else."""
    try:
        entries: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
        return tuple(PlannedCell(Cell.model_validate(entry["cell"]), entry["fingerprint"]) for entry in entries)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RocmCiError(f"{path} is no plan of rocm-ci: {error}") from error
