"""Which cells a change can reach: from the files that differ, over what imports what, to cells."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from rocm_ci import git, import_graph, matrix
from rocm_ci.cell import Cell
from rocm_ci.errors import MatrixError
from rocm_ci.import_graph import Graph
from rocm_kernels.policy import BACKENDS

FOLDERS = {"kernels/rocm_kernels": "rocm_kernels", "emulator/gfx_emulator": "gfx_emulator", "ci/rocm_ci": "rocm_ci"}
# What pytest loads to run a cell; the runner and the reports around it change no result of a cell.
ROOTS = ("tests/conftest.py", "tests/module/conftest.py", "tests/module/test_matrix.py")
# Imported for the cells of whole models only.
OF_MODELS = "rocm_ci.model_judge"
BACKEND_PACKAGE = "rocm_kernels.backends"
MATRIX = "ci/matrix.toml"
# The matrix and the folder of what it includes.
MATRIX_FILES = (MATRIX, "ci/matrix/")
BASELINES = "ci/baselines/"
# Weights, tasks and items of the cells of whole models.
MODEL_FILES = ("tests/model/tiny/", "tests/model/tasks/")
# Versions of everything underneath, and what is excused: a cell that is expected to fail must be seen to.
EVERYTHING = ("constraints.txt", "pyproject.toml", "docker/", "ci/exemptions.toml")


@cache
def graph_of(root: Path) -> Graph:
    """The import graph of the sources and of the tests in which cells run."""
    return import_graph.build(root, FOLDERS, ROOTS)


def backends_of(cell: Cell) -> frozenset[str]:
    """Backends whose code a cell may really run; of the others only the tables that say what they support count.

    A cell that expects an exception may have tried any of them. On an AMD GPU and in the emulator the backends for it
    look for their compiler and their files even where they do not serve the call.
    """
    if cell.backend is None:
        return frozenset(BACKENDS)
    return frozenset({cell.backend} | ({"rocm", "aiter"} if cell.device_kind in ("emulated", "rocm") else set()))


@cache
def _reach(root: Path, backends: frozenset[str], whole_models: bool) -> frozenset[Path]:
    graph = graph_of(root) if whole_models else graph_of(root).without_imports(OF_MODELS)
    roots = [name.removesuffix(".py").replace("/", ".") for name in ROOTS]
    names = graph.reach(roots, backends, BACKEND_PACKAGE)
    return frozenset(graph.modules[name].path for name in names)


def sources_of(cell: Cell, root: Path) -> frozenset[Path]:
    """Python files, from the root, on which the result of a cell may depend."""
    return _reach(root, backends_of(cell), cell.op == "model")


def changed_files(root: Path, base: str) -> list[str]:
    """Files that differ between the working tree and where it left ``base``, new ones included; raises RocmCiError."""
    listed = git.output(root, "diff", "--name-only", "--no-renames", "-z", git.fork(root, base), "--")
    new = git.output(root, "ls-files", "--others", "--exclude-standard", "-z")
    return sorted({name for name in (*listed.split("\0"), *new.split("\0")) if name})


def affected(root: Path, cells: Iterable[Cell], base: str) -> frozenset[str]:
    """Ids of the cells that the change since ``base`` can reach."""
    files = changed_files(root, base)
    of_matrix = any(file.startswith(MATRIX_FILES) for file in files)
    own = _changed_cells(root, cells, base) if of_matrix else frozenset()
    return own | reached(root, cells, files)


def reached(root: Path, cells: Iterable[Cell], files: Iterable[str]) -> frozenset[str]:
    """Ids of the cells that a change of these files can reach; the matrix itself does not count here."""
    known = {module.path.as_posix() for module in graph_of(root).modules.values()}
    everything, models, paths, baselines = False, False, set(), set()
    for file in files:
        if file.startswith(EVERYTHING):
            everything = True
        elif file.startswith(BASELINES):
            baselines.add(Path(file).stem)
        elif file.startswith(MODEL_FILES):
            models = True
        elif file in known:
            paths.add(Path(file))
        elif file.startswith(tuple(FOLDERS)):
            owners = _owners(root, file)
            everything |= not owners
            paths |= owners
    return frozenset(
        cell.id
        for cell in cells
        if everything
        or not paths.isdisjoint(sources_of(cell, root))
        or (models and cell.op == "model")
        or str(getattr(cell, "baseline", "")).partition("/")[0] in baselines
    )


def _owners(root: Path, file: str) -> set[Path]:
    """Modules that read a file that is no module: those of the nearest package above it that has modules of its own.

    A Python file that is gone, or a folder with no module around it, has no owner: then nobody can tell.
    """
    if file.endswith(".py"):
        return set()
    folders = [folder for folder in Path(file).parents if folder.as_posix().startswith(tuple(FOLDERS))]
    for folder in folders:
        modules = {module.path for module in graph_of(root).modules.values() if module.path.parent == folder}
        if modules - {folder / "__init__.py"}:
            readers = {path for path in modules if _mentions(root / path, Path(file), folder)}
            return readers or modules
    return set()


def _mentions(module: Path, file: Path, folder: Path) -> bool:
    """Whether a module names a file, its kind of files, or the folder below its own in which it lies."""
    text = module.read_text(encoding="utf-8")
    below = file.relative_to(folder).parts[0]
    return any(f'"{word}"' in text for word in (file.name, f"*{file.suffix}", below))


def _changed_cells(root: Path, cells: Iterable[Cell], base: str) -> frozenset[str]:
    """Cells that the matrix did not have at ``base``, or had with other fields."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in git.files(root, git.fork(root, base), *MATRIX_FILES).items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        try:
            before = {cell.id: cell.canonical() for cell in matrix.load(Path(folder) / MATRIX).cells}
        except MatrixError:
            before = {}  # there was none, or it was written for other fields: every cell is new
    return frozenset(cell.id for cell in cells if before.get(cell.id) != cell.canonical())
