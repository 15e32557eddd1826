"""AITER's functions against what this project expects of them, read from sources."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rocm_ci.cli import main
from rocm_kernels.backends.aiter import contract, package
from rocm_kernels.backends.aiter.contract import CONTRACT, Binding, Comparison
from rocm_kernels.backends.aiter.kernels import KERNELS

PINNED = CONTRACT[0].parameters


def source(folder: Path, parameters: tuple[str, ...], module: str = "ops/attention.py") -> Path:
    """A package with one function, all others as pinned."""
    for entry in CONTRACT:
        path = folder / Path(*entry.module.split(".")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as stream:
            if entry.name != CONTRACT[0].name:
                stream.write(f"def {entry.name}({', '.join(entry.parameters)}): ...\n")
    with (folder / module).open("a", encoding="utf-8") as stream:
        stream.write(f"raise SystemExit  # nothing of this may run\ndef pa_fwd_asm({', '.join(parameters)}): ...\n")
    return folder


def compared(folder: Path) -> Comparison:
    first, *others = contract.compare(folder)
    assert {entry.status for entry in others} == {"as pinned"}
    return first


def test_the_installed_wheel_is_as_pinned() -> None:
    folder = package.package_folder()
    assert folder is not None
    found = contract.compare(folder)
    assert [entry.status for entry in found] == ["as pinned"] * 4
    assert [entry.where for entry in found][:2] == ["ops/attention.py"] * 2
    assert all(entry.misbound == () for entry in found)


def test_every_function_of_the_tables_is_in_the_contract() -> None:
    named = {kernel.function for kernel in KERNELS}
    assert named == {entry.name for entry in CONTRACT}
    assert {kernel.function for kernel in KERNELS if kernel.adapted} == {e.name for e in CONTRACT if e.called}


def test_a_parameter_in_the_middle_binds_what_follows_wrongly_by_position(tmp_path: Path) -> None:
    """The drift of the public record, the other way round: ``max_qlen`` before ``K_QScale`` is what is pinned here."""
    older = tuple(name for name in PINNED if name != "max_qlen")
    found = compared(source(tmp_path, older))
    assert found.status == "drifted"
    assert "lacks max_qlen" in found.message
    assert found.misbound[0] == Binding(6, "max_qlen", "K_QScale")
    assert found.misbound[1] == Binding(7, "K_QScale", "V_QScale")
    assert found.too_many


def test_a_parameter_at_the_end_misbinds_nothing(tmp_path: Path) -> None:
    found = compared(source(tmp_path, (*PINNED, "window=None")))
    assert (found.status, found.misbound, found.too_many) == ("drifted", (), False)
    assert "has window at the end" in found.message


def test_a_function_that_moved_to_another_file_is_found(tmp_path: Path) -> None:
    found = compared(source(tmp_path, PINNED, module="ops/elsewhere.py"))
    assert (found.status, found.where) == ("as pinned", "ops/elsewhere.py")


def test_a_function_that_is_gone_or_in_a_file_that_cannot_be_parsed_is_missing(tmp_path: Path) -> None:
    source(tmp_path, PINNED)
    (tmp_path / "ops" / "attention.py").write_text("def pa_fwd_asm(:\n", encoding="utf-8")
    found = {entry.name: entry.status for entry in contract.compare(tmp_path)}
    assert found["pa_fwd_asm"] == found["paged_attention_rocm"] == "missing"
    assert found["mha_batch_prefill_func"] == "as pinned"


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["aiter", "contract"]) == 0
    capsys.readouterr()
    folder = source(tmp_path, tuple(name for name in PINNED if name != "max_qlen"))
    assert main(["aiter", "contract", "--package", str(folder)]) == 1
    out = capsys.readouterr().out
    assert "pa_fwd_asm (called): drifted ops/attention.py" in out
    assert "by position, argument 6 meant for max_qlen would bind to K_QScale" in out
    assert main(["aiter", "contract", "--package", str(folder), "--json"]) == 1
    data = json.loads(capsys.readouterr().out)["functions"][0]
    assert data["misbound"][0] == {"place": 6, "meant": "max_qlen", "bound": "K_QScale"}
    assert main(["aiter", "contract", "--package", str(tmp_path / "none")]) == 2
