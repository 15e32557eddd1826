"""Which cells a change can reach: nothing that a cell really imports may be missing from what was computed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.ci.runs import ONE_CELL, ROOT, environment

from rocm_ci import changes, import_graph
from rocm_ci.cell import Cell
from rocm_ci.errors import RocmCiError
from rocm_ci.machine import cannot_run, this_machine
from rocm_ci.matrix import load
from rocm_ci.plan import Selection, declared_evidence, select, target_of

MATRIX = load(ROOT / "ci" / "matrix.toml")
PROGRAM = """
import json, sys
from pathlib import Path
import tests.module.test_matrix
from rocm_ci.judge import judge
from rocm_ci.matrix import load
root = Path.cwd()
cells = {cell.id: cell for cell in load(root / "ci" / "matrix.toml").cells}
outcomes = [judge(cells[name]).outcome for name in sys.argv[1:]]
files = {Path(module.__file__).resolve() for module in list(sys.modules.values()) if getattr(module, "__file__", None)}
files = {file for file in files if file.is_file()}  # torch has two that are none
own = [str(file.relative_to(root)) for file in files if file.is_relative_to(root) and ".venv" not in file.parts]
print(json.dumps([outcomes, own]))
"""


def samples() -> dict[str, list[str]]:
    """A runnable cell of each op for every set of backends that counts."""
    found: dict[str, dict[str, str]] = {}
    for cell in MATRIX.cells:
        if cannot_run(cell, this_machine()) is None and cell.size == "quick":
            found.setdefault("+".join(sorted(changes.backends_of(cell))), {}).setdefault(cell.op, cell.id)
    return {key: list(cells.values()) for key, cells in found.items()}


@pytest.mark.parametrize("backends", samples())
def test_what_cells_really_import_was_computed(backends: str) -> None:
    names = samples()[backends]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *names],
        cwd=ROOT,
        env=environment(None),
        capture_output=True,
        text=True,
        check=True,
        timeout=250,
    )
    outcomes, files = json.loads(done.stdout.splitlines()[-1])
    assert set(outcomes) == {"passed"}
    assert len(files) > 40
    computed = {path.as_posix() for name in names for path in changes.sources_of(MATRIX.cell(name), ROOT)}
    # What this program imports itself to find its cells is no source of their results.
    loading = {path.as_posix() for path in _modules("rocm_ci.matrix")}
    assert set(files) - computed - loading == set()


def _modules(name: str) -> set[Path]:
    graph = changes.graph_of(ROOT)
    return {graph.modules[found].path for found in graph.reach([name])}


def reached(*files: str) -> list[Cell]:
    ids = changes.reached(ROOT, MATRIX.cells, files)
    return [cell for cell in MATRIX.cells if cell.id in ids]


def test_a_kernel_reaches_the_cells_of_its_backend_only() -> None:
    triton = reached("kernels/rocm_kernels/backends/triton/decode.py")
    assert triton
    assert {cell.backend for cell in triton} <= {"triton", None} | {
        cell.backend for cell in triton if "triton" in changes.backends_of(cell)
    }
    assert not [cell for cell in triton if cell.backend == "torch" and cell.device == "cpu"]
    torch = reached("kernels/rocm_kernels/backends/torch/tiles.py")
    assert [cell for cell in torch if cell.backend == "torch" and cell.device == "cpu"]
    assert not [cell for cell in torch if cell.backend == "triton" and cell.device == "cpu"]


def test_a_table_of_what_a_backend_supports_reaches_every_cell() -> None:
    """Any request may be dispatched differently after it."""
    for file in ("kernels/rocm_kernels/backends/triton/__init__.py", "kernels/rocm_kernels/dispatcher.py"):
        assert len(reached(file)) == len(MATRIX.cells), file


def test_sources_that_are_no_modules_reach_the_cells_of_their_readers() -> None:
    found = reached("kernels/rocm_kernels/backends/rocm/sources/decode.hip")
    assert [cell for cell in found if cell.backend == "rocm"]
    assert not [cell for cell in found if cell.backend == "torch" and cell.device == "cpu"]


def test_versions_reach_everything_and_pages_nothing() -> None:
    for file in ("constraints.txt", "docker/versions.lock", "ci/exemptions.toml", "kernels/rocm_kernels/gone.py"):
        assert len(reached(file)) == len(MATRIX.cells), file
    assert reached("docs/matrix.md", "README.md", "ci/rocm_ci/report.py", "tests/ci/test_report.py") == []


def test_lazy_imports_count_where_they_are_called_and_types_never(tmp_path: Path) -> None:
    package = tmp_path / "src" / "p"
    (package / "b" / "x").mkdir(parents=True)
    texts = {
        "__init__.py": "",
        "top.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import p.types\nfrom p import used\nimport p.b.x\n",
        "used.py": "def f():\n    from . import lazy\n",
        "lazy.py": "from importlib import import_module\ndef g(n):\n    import_module(f'p.b.{n}')\n",
        "types.py": "",
        "b/__init__.py": "",
        "b/x/__init__.py": "def load():\n    import p.b.x.heavy\n",
        "b/x/heavy.py": "",
        "b/y.py": "def load():\n    import p.types\n",
    }
    for name, text in texts.items():
        (package / name).write_text(text)
    graph = import_graph.build(tmp_path, {"src/p": "p"})
    everything = graph.reach(["p.top"])
    assert everything == {"p", "p.top", "p.used", "p.lazy", "p.b", "p.b.x", "p.b.x.heavy", "p.b.y", "p.types"}
    assert graph.reach(["p.top"], ["x"], "p.b") == everything - {"p.types"}
    assert graph.reach(["p.top"], ["y"], "p.b") == everything - {"p.b.x.heavy"}


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@b")
    subprocess.run(["git", "-C", str(folder), *identity, *arguments], check=True, capture_output=True)


def test_changes_are_taken_from_git(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    for name in ("a.py", "with space.py", "c.py"):
        (tmp_path / name).write_text("1\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "a")
    git(tmp_path, "checkout", "-q", "-b", "topic")
    (tmp_path / "with space.py").write_text("2\n")
    git(tmp_path, "commit", "-q", "-a", "-m", "b")
    (tmp_path / "new.py").write_text("1\n")
    (tmp_path / "c.py").unlink()
    assert changes.changed_files(tmp_path, "main") == ["c.py", "new.py", "with space.py"]
    with pytest.raises(RocmCiError, match="git merge-base"):
        changes.changed_files(tmp_path, "no-such-branch")


@pytest.mark.parametrize("file", ["matrix.toml", "matrix/more.toml"])
def test_a_change_of_the_matrix_reaches_the_cells_that_it_changes(tmp_path: Path, file: str) -> None:
    """What a matrix includes is compared as it was at that commit too, so cells of other files are not new."""
    ci = tmp_path / "ci"
    (ci / "matrix").mkdir(parents=True)
    for name in changes.ROOTS:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    (ci / "matrix.toml").write_text('include = ["matrix/more.toml"]\n' + ONE_CELL)
    (ci / "matrix" / "more.toml").write_text(ONE_CELL.replace('name = "one"', 'name = "two"'))
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "a")
    path = ci / file
    path.write_text(path.read_text() + '[[family]]\nname = "new"\nwhy = "one small cell"\nruns = ["torch"]\n')
    cells = load(ci / "matrix.toml").cells
    assert {cell.id for cell in cells} == {"one/torch", "two/torch", "new/torch"}
    assert changes.affected(tmp_path, cells, "main") == {"new/torch"}
    path.write_text(path.read_text().replace("head_size = 32", "head_size = 64"))
    own = "two/torch" if "more" in file else "one/torch"
    assert changes.affected(tmp_path, load(ci / "matrix.toml").cells, "main") == {"new/torch", own}


def test_cells_are_selected_by_target_and_evidence() -> None:
    found = [cell for cell in MATRIX.cells if Selection(targets=("gfx942",)).takes(cell)]
    assert {target_of(cell) for cell in found} == {"gfx942", "any"}
    assert {cell.device_kind for cell in found} == {"rocm", "emulated"}
    for evidence in ("interpreted", "reference", "emulated", "hardware"):
        chosen = [cell for cell in MATRIX.cells if Selection(evidence=(evidence,)).takes(cell)]
        assert chosen
        assert {declared_evidence(cell) for cell in chosen} == {evidence}


def test_shards_of_a_selection_are_all_of_it() -> None:
    here = this_machine()
    whole = select(MATRIX, Selection(devices=("cpu",), size="quick"), here, ROOT)
    parts = [
        select(MATRIX, Selection(devices=("cpu",), size="quick", shard=(number, 3)), here, ROOT) for number in (1, 2, 3)
    ]
    ids = [entry.cell.id for part in parts for entry in part.planned]
    assert sorted(ids) == sorted(entry.cell.id for entry in whole.planned)


def test_every_label_takes_cells() -> None:
    from rocm_ci.labels import load as load_labels

    for name, selection in load_labels(ROOT).items():
        assert [cell for cell in MATRIX.cells if selection.takes(cell)], name
