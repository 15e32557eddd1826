"""How long cells take, by family and run, as last exported from the history; and shards of equal length from it."""

from __future__ import annotations

import heapq
import json
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rocm_ci.cell import Cell
from rocm_ci.errors import RocmCiError
from rocm_kernels.files import write_atomically

FILE = Path("ci") / "times.json"
UNKNOWN_SECONDS = 1.0


@dataclass(frozen=True)
class Times:
    """Seconds of one cell, by ``<family>/<run>``. In a committed file, since all shards must agree on the parts."""

    by_group: Mapping[str, float]

    def of(self, cell: Cell) -> float:
        """Expected seconds; the median of all where this group was never timed."""
        group = group_of(cell)
        if group in self.by_group:
            return self.by_group[group]
        return statistics.median(self.by_group.values()) if self.by_group else UNKNOWN_SECONDS


def group_of(cell: Cell) -> str:
    """The key under which a cell is timed."""
    return f"{cell.family}/{cell.run}"


def load(path: Path) -> Times:
    """Read the file, nothing where it does not exist; raises RocmCiError where it is something else."""
    if not path.exists():
        return Times({})
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        found = {str(name): float(seconds) for name, seconds in document.items()}
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise RocmCiError(f"{path} holds no times of cells: {error}") from None
    if wrong := [name for name, seconds in found.items() if not seconds >= 0]:
        raise RocmCiError(f"{path}: {wrong[0]!r} has no time of 0 or more")
    return Times(found)


def save(path: Path, times: Times) -> None:
    """Write the file, sorted and rounded, so that a diff shows what changed."""
    kept = {name: round(seconds, 2) for name, seconds in sorted(times.by_group.items())}
    write_atomically(path, json.dumps(kept, indent=1) + "\n")


def shards(cells: Iterable[Cell], times: Times, count: int) -> list[list[Cell]]:
    """Cells in ``count`` parts: the longest first, each to the part that has least so far; the same for everybody.

    The longest part takes at most 4/3 of the best possible (Graham 1969).
    """
    if count < 1:
        raise ValueError(f"count: got {count}, expected at least 1")
    order = sorted(cells, key=lambda cell: (-times.of(cell), cell.id))
    parts: list[list[Cell]] = [[] for _ in range(count)]
    heap = [(0.0, number) for number in range(count)]
    for cell in order:
        load_, number = heapq.heappop(heap)
        parts[number].append(cell)
        heapq.heappush(heap, (load_ + times.of(cell), number))
    return parts


def shard(cells: Sequence[Cell], times: Times, number: int, count: int) -> list[Cell]:
    """One part (``number`` from 1), in the order of ``cells``."""
    mine = {cell.id for cell in shards(cells, times, count)[number - 1]}
    return [cell for cell in cells if cell.id in mine]
