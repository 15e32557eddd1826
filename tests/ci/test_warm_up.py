"""Warming up compiles everything that the cells need afterwards, and judges nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.ci.runs import ONE_CELL, ROOT, rocm_ci_run
from tests.ci.test_broken_runs import exempt

from rocm_ci import judge, speed
from rocm_ci.cell import Cell
from rocm_ci.matrix import load

CELL = load(ROOT / "ci" / "matrix.toml").cell("gqa/1/torch").model_copy(update={"yardstick": "triton", "most": 1.0})


@pytest.mark.parametrize("fails", [False, True])
def test_the_yardstick_is_warmed_up_too_and_nothing_is_handed_in(fails: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the run that follows compiles it, beyond a budget of 0."""
    measured: list[Cell] = []

    def measure(cell: Cell) -> str:
        measured.append(cell)
        if fails:
            raise speed.SpeedError("it did not run as itself")
        return "a count"

    monkeypatch.setattr(speed, "measure", measure)
    warmed = judge.judge(CELL, warm_up=True, hand_in=lambda given: pytest.fail("handed in"))
    assert (warmed.outcome, warmed.evidence, measured) == ("passed", "none", [CELL])
    given: list[object] = []
    assert judge.judge(CELL, hand_in=given.append).outcome == ("failed" if fails else "passed")
    assert given == ([] if fails else ["a count"])


def test_a_cell_that_is_expected_to_fail_is_warmed_up_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "exemptions.toml").write_text(exempt()["exemptions.toml"])
    options = ("--exemptions", str(tmp_path / "exemptions.toml"), "--jit-folder", str(tmp_path / "jit"))
    run = rocm_ci_run(tmp_path, ONE_CELL, *options, "--warm-up")
    assert run.code == 0, run.output
