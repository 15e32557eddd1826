"""The command line: help with examples, lists for people and scripts, errors of one line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.ci.runs import ROOT

from rocm_ci import cli, machine
from rocm_ci.cell import Cell
from rocm_ci.commands.common import KNOWN
from rocm_ci.machine import Machine
from rocm_ci.matrix import load
from rocm_ci.plan import Selection, select, with_default_devices
from rocm_ci.verdicts import KINDS

MATRIX = load(ROOT / "ci" / "matrix.toml")


def this(device: str, target: str | None = None) -> Machine:
    return Machine(device, target, "a GPU" if target else None, "a summary", {"triton": "3.9.0"}, 2)


@pytest.mark.parametrize(
    "command", ["run", "list", "explain", "report", "check", "history", "compare", "pipeline", "step"]
)
def test_help_has_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main([command, "--help"])
    assert ended.value.code == 0
    assert "examples:" in capsys.readouterr().out


def test_list_for_scripts_has_every_cell_and_says_what_cannot_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["list", "--json"]) == 0
    entries = json.loads(capsys.readouterr().out)
    assert [entry["id"] for entry in entries] == [cell.id for cell in MATRIX.cells]
    hardware = [entry for entry in entries if entry["device"] == "rocm"]
    assert hardware
    if machine.this_machine().device != "rocm":
        assert all("needs an AMD GPU" in entry["not_runnable_here"] for entry in hardware)


@pytest.mark.parametrize("command", ["run", "list"])
@pytest.mark.parametrize(
    ("option", "word", "nearest"),
    [
        ("--device", "rocn", "rocm"),
        ("--device", "emulated:gfx492", "emulated:gfx942"),
        ("--device", "rocm:gfx942", "rocm"),
        ("--device", "gfx942", "emulated:gfx942"),
        ("--op", "paged_atention", "paged_attention"),
        ("--backend", "tritn", "triton"),
    ],
)
def test_a_word_that_is_no_device_op_or_backend_is_an_error_with_the_nearest(
    command: str, option: str, word: str, nearest: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main([command, option, word])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert f"argument {option}: {word!r} is none of " in said
    assert f"did you mean {nearest!r}?" in said


@pytest.mark.parametrize("option", ["device", "op", "backend"])
def test_every_word_of_the_matrix_can_be_selected(option: str) -> None:
    words = {getattr(cell, option) for cell in MATRIX.cells} - {None}
    assert words
    assert words <= set(KNOWN[option])


def test_a_choice_that_takes_no_cell_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("list", "run"):
        assert cli.main([command, "--id", "windw/*"]) == KINDS["empty"].exit_code
        assert "matches --id windw/* and --size full; did you mean 'window/" in capsys.readouterr().err


def test_what_is_not_there_is_refused_before_anything_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reports = ("--reports", str(tmp_path / "reports"), "--id", "gqa/1/torch")
    assert cli.main(["run", "--resume", *reports]) == KINDS["infrastructure"].exit_code
    assert f"--resume: {tmp_path / 'reports' / 'latest'} is not there" in capsys.readouterr().err
    for words, said in (
        (["run", "--baselines", str(tmp_path / "misspelt"), *reports], "misspelt' is no folder"),
        (["aiter", "inventory", "--target", "gfx943"], "argument --target: invalid choice: 'gfx943'"),
    ):
        with pytest.raises(SystemExit) as ended:
            cli.main(words)
        assert ended.value.code == 2
        assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_check_names_the_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "matrix.toml"
    path.write_text("[defaults]\nhead_sizes = 64\n")
    assert cli.main(["check", str(path)]) == 24
    assert f"{path}:2: unknown field 'head_sizes'; did you mean 'head_size'?" in capsys.readouterr().err


def test_doctor_says_what_is_here(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["versions"]["torch"]
    assert found["summary"]


@pytest.mark.parametrize(
    ("here", "devices"),
    [
        (this("cpu"), {"emulated:gfx942", "cpu"}),
        (this("cuda"), {"cuda", "cpu"}),
        (this("rocm", "gfx942"), {"rocm", "cpu"}),
    ],
)
def test_a_run_takes_the_devices_of_its_machine(here: Machine, devices: set[str]) -> None:
    plan = select(MATRIX, with_default_devices(Selection(), here), here, ROOT)
    assert {entry.cell.device for entry in plan.planned} == devices


@pytest.mark.parametrize(
    ("build", "missing"),
    [
        (("2.13.0+cpu", None, None), "PyTorch 2.13.0+cpu is a CPU build"),
        (("2.13.0+rocm7.0", None, "7.0"), "PyTorch 2.13.0+rocm7.0 is a ROCm build"),
        (("2.13.0+cu130", "13.0", None), "PyTorch 2.13.0+cu130 for CUDA 13.0 sees none"),
    ],
)
def test_what_is_missing_is_said_of_the_gpu_that_a_cell_needs(
    build: tuple[str, str | None, str | None], missing: str
) -> None:
    here = replace(this("cpu"), summary="no amdgpu driver", no_nvidia_gpu=machine.no_nvidia_gpu(*build))
    reasons = {cell.device: machine.cannot_run(cell, here) for cell in MATRIX.cells if cell.target is None}
    assert reasons["cuda"] == f"needs an NVIDIA GPU: {missing}"
    assert reasons["rocm"] == "needs an AMD GPU"  # why there is none is said once, in the line about the machine


def test_a_cell_of_another_target_is_left_out_with_the_reason() -> None:
    here = this("rocm", "gfx950")
    plan = select(MATRIX, Selection(devices=("rocm",)), here, ROOT)
    reasons = {reason for cell, reason in plan.left_out if cell.target == "gfx942"}
    assert reasons == {"needs target gfx942, this GPU is gfx950"}


@pytest.mark.parametrize(
    ("value", "demanded"), [("1", True), ("true", True), ("On", True), ("0", False), ("no", False), ("", False)]
)
def test_a_gpu_can_be_demanded(monkeypatch: pytest.MonkeyPatch, value: str, demanded: bool) -> None:
    monkeypatch.setenv("ROCM_CI_REQUIRE_GPU", value)
    assert machine.gpu_required() is demanded


@pytest.mark.parametrize("value", ["ture", "2", "required", "y"])
def test_a_demand_that_means_nothing_is_an_error(
    monkeypatch: pytest.MonkeyPatch, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ROCM_CI_REQUIRE_GPU", value)
    assert cli.main(["doctor"]) == 2
    assert f"ROCM_CI_REQUIRE_GPU: got {value!r}, expected one of 1, true" in capsys.readouterr().err


def test_the_fingerprint_follows_the_cell() -> None:
    cell: Cell = MATRIX.cells[0]
    other = cell.model_copy(update={"seed": 7})
    assert machine.fingerprint(cell, ROOT) == machine.fingerprint(cell, ROOT)
    assert machine.fingerprint(cell, ROOT) != machine.fingerprint(other, ROOT)


def test_a_misspelt_file_of_exemptions_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["run", "--exemptions", str(tmp_path / "misspelt.toml"), "--reports", str(tmp_path / "reports")])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert "argument --exemptions" in said
    assert "misspelt.toml' is no file" in said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("part", ["show", "flips", "export-times"])
def test_a_misspelt_history_is_refused_and_not_made(
    part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "missing" / "history.sqlite"
    assert cli.main(["history", "--file", str(path), part]) == 20
    assert f"--file: got {path}, expected a file that is there" in capsys.readouterr().err
    assert not path.parent.exists()
