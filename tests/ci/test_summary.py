"""What a run says while it goes on: at once, and again while no cell is done."""

from __future__ import annotations

import io
import time

import pytest
from rich.console import Console

from rocm_ci import summary


def test_a_run_without_a_terminal_says_that_it_began_and_that_it_still_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    output = io.StringIO()
    with summary.progress(Console(file=output), 3) as tell:
        assert output.getvalue() == "starting 3 cells ...\n"
        tell(0, None)
        now += summary.PLAIN_PROGRESS_SECONDS - 1
        tell(0, None)
        assert output.getvalue().count("\n") == 1
        now += 1
        tell(0, None)
        tell(0, None)
    assert output.getvalue() == "starting 3 cells ...\n0 of 3 cells\n"


def test_on_a_terminal_the_bar_says_that_the_run_began() -> None:
    output = io.StringIO()
    with summary.progress(Console(file=output, force_terminal=True, width=120), 3) as tell:
        tell(0, None)
    assert "starting ..." in output.getvalue()
    assert "0/3" in output.getvalue()


@pytest.mark.parametrize(("number", "text"), [(0, "0 cells"), (1, "1 cell"), (2, "2 cells")])
def test_counts_are_written_as_people_write_them(number: int, text: str) -> None:
    assert summary.counted(number, "cell") == text
