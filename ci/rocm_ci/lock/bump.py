"""What changes when AITER moves from one source tree to another: code objects, the functions that are called, cells to rerun.

A source tree is a checkout of AITER or an installed package's folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from rocm_ci.cell import Cell
from rocm_ci.lock.load import LockError
from rocm_ci.lock.running import is_tuning, sha256_of
from rocm_ci.lock.schema import Line
from rocm_ci.matrix import Matrix

_TARGET = re.compile(r"gfx[0-9a-f]+")


@dataclass(frozen=True)
class FileChanges:
    """Files of one kind by what became of them; paths are those below the folder ``hsa`` or ``configs``."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: int

    @property
    def any(self) -> bool:
        """Whether anything is not as it was."""
        return bool(self.added or self.removed or self.changed)


@dataclass(frozen=True)
class Bump:
    """The whole comparison.

    Attributes:
        code_objects: of all targets.
        tuning: csv and json tables.
        functions: a sentence for each function that this project calls and whose parameters are not the pinned ones.
        cells: ids of cells to rerun.
        because: why those cells.
    """

    code_objects: FileChanges
    tuning: FileChanges
    functions: tuple[str, ...]
    cells: tuple[str, ...]
    because: str


def compare(old: Path, new: Path, matrix: Matrix, line: Line) -> Bump:
    """Compare two source trees of AITER; raises LockError for a folder that is none."""
    from rocm_kernels.backends.aiter import contract  # and so PyTorch

    before, after = _tree(old), _tree(new)
    objects = _changes(_code_objects(before), _code_objects(after))
    tuning = _changes(_tuning(before), _tuning(after))
    functions = tuple(entry.message for entry in contract.compare(after / "aiter") if entry.called and entry.message)
    cells, because = _cells(matrix, line, objects, tuning, functions)
    return Bump(objects, tuning, functions, cells, because)


def _tree(path: Path) -> Path:
    for folder in (path, path / "site-packages"):
        if (folder / "aiter").is_dir() and _hsa(folder) is not None:
            return folder
    raise LockError(f"{path} is no source tree of AITER: it has no folder aiter, or no folder hsa with code objects")


def _hsa(tree: Path) -> Path | None:
    return next((tree / name for name in ("hsa", "aiter_meta/hsa") if (tree / name).is_dir()), None)


def _code_objects(tree: Path) -> dict[str, str]:
    hsa = _hsa(tree)
    assert hsa is not None
    return {path.relative_to(hsa).as_posix(): sha256_of(path) for path in hsa.rglob("*.co")}


def _tuning(tree: Path) -> dict[str, str]:
    hsa = _hsa(tree)
    assert hsa is not None
    return {
        path.relative_to(folder.parent).as_posix(): sha256_of(path)
        for folder in (tree / "aiter", hsa)
        for path in folder.rglob("*")
        if is_tuning(PurePosixPath(path.as_posix()))
    }


def _changes(before: Mapping[str, str], after: Mapping[str, str]) -> FileChanges:
    both = before.keys() & after.keys()
    changed = tuple(sorted(path for path in both if before[path] != after[path]))
    return FileChanges(
        tuple(sorted(after.keys() - before.keys())),
        tuple(sorted(before.keys() - after.keys())),
        changed,
        len(both) - len(changed),
    )


def _targets(cell: Cell, line: Line) -> set[str]:
    """Targets on which a cell may run."""
    named = cell.target or cell.device.partition(":")[2]
    return {named} if named else set(line.targets)


def _cells(
    matrix: Matrix, line: Line, objects: FileChanges, tuning: FileChanges, functions: Iterable[str]
) -> tuple[tuple[str, ...], str]:
    """Cells whose result may differ now: all that AITER serves, or only those of the targets with other code objects."""
    served = [cell for cell in matrix.cells if cell.backend == "aiter"]
    if tuple(functions):
        return tuple(cell.id for cell in served), "functions that are called have changed"
    if tuning.any:
        return tuple(cell.id for cell in served), "tables that choose kernels have changed"
    touched = {
        match[0] for path in (*objects.added, *objects.removed, *objects.changed) if (match := _TARGET.search(path))
    }
    if not touched:
        return (), "neither code objects, nor tables, nor functions that are called have changed"
    chosen = [cell for cell in served if touched & _targets(cell, line)]
    return tuple(cell.id for cell in chosen), f"code objects of {', '.join(sorted(touched))} have changed"
