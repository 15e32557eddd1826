"""Moving AITER from one source tree to another: what changed, what drifted, which cells to run again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.docker import stand_ins

from rocm_ci import cli
from rocm_ci.lock import bump
from rocm_ci.lock.load import LockError, load
from rocm_ci.matrix import Matrix
from rocm_ci.matrix import load as load_matrix
from rocm_kernels.backends.aiter.contract import SIGNATURES

ROOT = stand_ins.ROOT
COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture(scope="module")
def matrix() -> Matrix:
    return load_matrix(ROOT / "ci" / "matrix.toml")


@pytest.fixture
def trees(tmp_path: Path) -> tuple[Path, Path]:
    """The stand-in for AITER's source twice, with the functions that are called as they are pinned."""
    old = tmp_path / "old"
    shutil.copytree(ROOT / "tests/docker/stub/aiter", old)
    (old / "aiter" / "ops").mkdir()
    text = "".join(f"def {name}({', '.join(names)}): ...\n" for name, names in SIGNATURES.items())
    (old / "aiter" / "ops" / "attention.py").write_text(text)
    return old, Path(shutil.copytree(old, tmp_path / "new"))


def compare(trees: tuple[Path, Path], matrix: Matrix) -> bump.Bump:
    return bump.compare(*trees, matrix, load(ROOT / "docker" / "versions.lock").lines["stable"])


def test_nothing_changed_means_nothing_to_rerun(trees: tuple[Path, Path], matrix: Matrix) -> None:
    found = compare(trees, matrix)
    assert not found.code_objects.any
    assert found.code_objects.unchanged == 2
    assert not found.tuning.any
    assert found.functions == ()
    assert found.cells == ()


def test_a_changed_code_object_reruns_the_cells_of_its_target(trees: tuple[Path, Path], matrix: Matrix) -> None:
    (trees[1] / "aiter_meta/hsa/gfx942/pa/pa_stub.co").write_text("another")
    (trees[1] / "aiter_meta/hsa/gfx942/pa/pa_new.co").write_text("new")
    found = compare(trees, matrix)
    assert found.code_objects.changed == ("gfx942/pa/pa_stub.co",)
    assert found.code_objects.added == ("gfx942/pa/pa_new.co",)
    served = [cell for cell in matrix.cells if cell.backend == "aiter"]
    assert served
    expected = [
        cell.id
        for cell in served
        if cell.target == "gfx942"
        or cell.device == "emulated:gfx942"
        or (cell.device == "rocm" and cell.target is None)
    ]
    assert list(found.cells) == expected
    assert found.because == "code objects of gfx942 have changed"


def test_a_changed_table_reruns_every_cell_that_aiter_serves(trees: tuple[Path, Path], matrix: Matrix) -> None:
    (trees[1] / "aiter/configs/a8w8_tuned_gemm.csv").write_text("other\n")
    found = compare(trees, matrix)
    assert found.tuning.changed == ("aiter/configs/a8w8_tuned_gemm.csv",)
    assert set(found.cells) == {cell.id for cell in matrix.cells if cell.backend == "aiter"}


def test_a_drifted_function_is_named_by_what_differs(trees: tuple[Path, Path], matrix: Matrix) -> None:
    path = trees[1] / "aiter" / "ops" / "attention.py"
    path.write_text(path.read_text().replace("max_qlen", "max_query_length"))
    (sentence,) = compare(trees, matrix).functions
    assert "pa_fwd_asm" in sentence
    assert "lacks max_qlen" in sentence
    path.write_text("")
    (sentence,) = compare(trees, matrix).functions
    assert "pa_fwd_asm is defined nowhere" in sentence


def test_a_folder_that_is_no_aiter_is_refused(trees: tuple[Path, Path], matrix: Matrix, tmp_path: Path) -> None:
    with pytest.raises(LockError, match="no source tree of AITER"):
        compare((trees[0], tmp_path), matrix)


def test_the_command_edits_the_lock_and_says_what_to_rerun(
    trees: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (trees[1] / "aiter_meta/hsa/gfx950/pa/pa_stub.co").write_text("another")
    lock = tmp_path / "versions.lock"
    shutil.copy(ROOT / "docker" / "versions.lock", lock)
    words = ["lock", "bump", "aiter", COMMIT, "--lock", str(lock), "--line", "stable", "--json"]
    given = ["--old", str(trees[0]), "--new", str(trees[1])]
    before = lock.read_bytes()
    assert cli.main([*words, *given, "--dry-run"]) == 0
    assert lock.read_bytes() == before
    assert cli.main([*words, *given]) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[-1])["found"]
    assert found["code_objects"]["changed"] == ["gfx950/pa/pa_stub.co"]
    assert load(lock).lines["stable"].aiter.commit == COMMIT
    assert cli.main([*words, "--old", str(trees[0])]) == 25
