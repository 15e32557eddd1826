"""What a run executes: the cells selected, and those left out with the reason."""

from __future__ import annotations

import fnmatch
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rocm_ci import times
from rocm_ci.cell import Cell
from rocm_ci.errors import RocmCiError, SelectionError, did_you_mean
from rocm_ci.machine import DEFAULT_DEVICES, Machine, cannot_run, fingerprint
from rocm_ci.matrix import Matrix
from rocm_kernels.files import write_atomically


@dataclass(frozen=True)
class Selection:
    """What a person asks for; empty tuples take everything.

    Attributes:
        ids: globs over cell ids; any match takes the cell, whatever its size and device.
        devices: names or kinds of devices.
        ops, backends: names.
        size: ``quick`` or ``full``.
        targets: AMD targets; a cell for any GPU belongs to each of them.
        evidence: what a cell is to show where it runs.
        affected: ids of cells that a change can reach, None where nobody asked.
        labels: other selections; a cell that any of them takes is taken. None where there are none.
        shard: (number from 1, count) of the part to take, None for all.
    """

    ids: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    ops: tuple[str, ...] = ()
    backends: tuple[str, ...] = ()
    size: str = "full"
    targets: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    affected: frozenset[str] | None = None
    labels: tuple[Selection, ...] = ()
    shard: tuple[int, int] | None = None

    def takes(self, cell: Cell) -> bool:
        """Whether a cell was asked for; ``shard`` is about all of them together and does not count here."""
        return (
            (not self.ids or any(fnmatch.fnmatchcase(cell.id, pattern) for pattern in self.ids))
            and (not self.devices or cell.device in self.devices or cell.device_kind in self.devices)
            and (not self.ops or cell.op in self.ops)
            and (not self.backends or cell.backend in self.backends)
            and (bool(self.ids) or self.size == "full" or cell.size == "quick")
            and (not self.targets or target_of(cell) in (*self.targets, ANY_TARGET))
            and (not self.evidence or declared_evidence(cell) in self.evidence)
            and (self.affected is None or cell.id in self.affected)
            and (not self.labels or any(label.takes(cell) for label in self.labels))
        )


ANY_TARGET = "any"
# What a cell shows where it runs, by the kind of its device.
EVIDENCE = {"rocm": "hardware", "cuda": "hardware", "emulated": "emulated", "cpu": "reference"}


def target_of(cell: Cell) -> str:
    """The AMD target that a cell is for, ``any`` for a cell of any AMD GPU, empty where none is."""
    if cell.device_kind == "rocm":
        return cell.target or ANY_TARGET
    return cell.device.partition(":")[2]


def declared_evidence(cell: Cell) -> str:
    """The evidence word that a cell's result will carry."""
    return "interpreted" if getattr(cell, "interpreted", False) else EVIDENCE[cell.device_kind]


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
    if selection.devices or selection.ids or selection.targets or selection.evidence:
        return selection
    return replace(selection, devices=DEFAULT_DEVICES[machine.device])


def chosen_cells(matrix: Matrix, selection: Selection, expected: times.Times | None = None) -> list[Cell]:
    """The selected cells, whether this machine can run them or not; raises SelectionError where no cell matches."""
    chosen = [cell for cell in matrix.cells if selection.takes(cell)]
    if selection.shard is not None:
        chosen = times.shard(chosen, expected or times.Times({}), *selection.shard)
    if not chosen:
        hint = _nearest(selection.ids[0], matrix) if selection.ids else None
        raise SelectionError(
            f"no cell of {matrix.path} matches {_described(selection)}" + (f"; {hint}" if hint else "")
        )
    return chosen


def _nearest(pattern: str, matrix: Matrix) -> str | None:
    """What a pattern that matches no id probably meant: an id, or all of a family."""
    _, slash, rest = pattern.partition("/")
    families = {f"{cell.family}{slash}{rest}" for cell in matrix.cells}
    return did_you_mean(pattern, [cell.id for cell in matrix.cells]) or did_you_mean(pattern, families)


def select(
    matrix: Matrix, selection: Selection, machine: Machine, root: Path, expected: times.Times | None = None
) -> Plan:
    """Split the selected cells into those that run here and those that cannot.

    Args:
        matrix: all cells.
        selection: which to take.
        machine: this machine.
        root: of the repository.
        expected: times of cells, for shards of equal length.

    Raises:
        SelectionError: no cell matches, or none of those that match can run here.
    """
    chosen = chosen_cells(matrix, selection, expected)
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
            ("--target", selection.targets),
            ("--evidence", selection.evidence),
            ("--label", tuple("..." for _ in selection.labels)),
            ("--changed-since", () if selection.affected is None else (f"({len(selection.affected)} cells)",)),
            ("--shard", () if selection.shard is None else ("/".join(map(str, selection.shard)),)),
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
