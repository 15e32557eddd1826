"""Two runs have the same verdicts: what is compared, and what would compare nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.ci.test_settle import result

from rocm_ci import cli, runner
from rocm_ci.comparison import differences
from rocm_ci.runner import RunResult
from rocm_ci.verdicts import KINDS

FACTS = {"seconds": 1.0, "executed": 1, "reused": 0, "workers": 1, "commit": "c", "warm_up": False}
ROW = {"name": "decode / needed", "value": 1.01, "bound": 1.02, "note": "counted"}


def run(folder: Path, name: str, *cells: Any) -> RunResult:
    (folder / name).mkdir(exist_ok=True)
    return RunResult(folder / name, {**FACTS, "id": name}, cells, (), ())


@pytest.mark.parametrize(
    ("changes", "verdict", "number"),
    [
        ({}, False, False),
        ({"outcome": "failed"}, True, True),
        ({"kernels": ("another",)}, True, True),
        ({"error_norm": 0.11}, False, True),
        ({"measured": ({**ROW, "value": 1.015},)}, False, True),
        ({"measured": ()}, False, True),
    ],
)
def test_verdicts_and_every_number_are_compared(
    changes: dict[str, Any], verdict: bool, number: bool, tmp_path: Path
) -> None:
    cell = result().replaced(measured=(ROW,))
    one, other = run(tmp_path, "one", cell), run(tmp_path, "other", cell.replaced(**changes))
    assert bool(list(differences(one, other))) is verdict
    assert bool(list(differences(one, other, numbers=True))) is number


def test_times_of_a_gpu_are_no_numbers_that_could_be_equal(tmp_path: Path) -> None:
    cell = result().replaced(evidence="hardware", measured=(ROW,))
    other = cell.replaced(measured=({**ROW, "value": 1.015},))
    assert not list(differences(run(tmp_path, "one", cell), run(tmp_path, "other", other), numbers=True))


def test_a_comparison_of_nothing_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folders = []
    for name, cells in (("one", (result(),)), ("two", (result(),)), ("none", ())):
        runner.save(run(tmp_path, name, *cells))
        folders.append(str(tmp_path / name))
    one, two, none = folders
    assert cli.main(["compare", one, two]) == 0
    assert cli.main(["compare", one, one]) == KINDS["infrastructure"].exit_code
    assert "a run compared with itself shows nothing" in capsys.readouterr().err
    assert cli.main(["compare", none, two]) == KINDS["empty"].exit_code
    assert cli.main(["compare", two, none]) == KINDS["empty"].exit_code
