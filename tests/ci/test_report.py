"""The page of a run: what is in it for each cell, in which order, and what is open."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from tests.ci.test_settle import result

from rocm_ci import report
from rocm_ci.results import CellResult
from rocm_ci.runner import RunResult

COLUMNS = ["cell", "outcome", "evidence", "ran", "error", "bound", "s"]
DECISION = {"rocm.paged_attention": ["runs on rocm, not on cpu [device]"], "aiter.paged_attention.hip": ["off [flag]"]}
CELLS = (
    result(),
    result("failed", "accuracy").replaced(id="b/accuracy", error_norm=0.0589, decision=DECISION),
    result("failed", "dispatch").replaced(id="c/dispatch", decision=DECISION),
)


def page_of(cells: tuple[CellResult, ...], left_out: int = 0, **run: object) -> str:
    facts = {"id": "1", "started": "now", "seconds": 1.0, "workers": 1, "reused": 0, "planned": len(cells)}
    machine = {"summary": "a machine", "product": None, "versions": {}}
    skipped = tuple((f"x/{number}", "needs an AMD GPU") for number in range(left_out))
    return report.html(RunResult(Path("run"), {**facts, "machine": machine, **run}, cells, skipped, ()))


def bodies(page: str) -> list[str]:
    return re.findall(r"<tbody.*?</tbody>", page, re.DOTALL)


def test_details_have_a_row_of_their_own_over_all_columns() -> None:
    page = page_of(CELLS)
    assert re.findall(r"<th[ >][^<]*?>?([a-z]+)</th>", page) == COLUMNS
    assert len(bodies(page)) == len(CELLS)
    for number, body in enumerate(bodies(page), 1):
        assert body.count("<tr") == 2
        assert f'colspan="{len(COLUMNS)}"' in body
        first, details = body.split('<tr class="details"')
        assert first.count("<td") == len(COLUMNS)
        assert "<dl>" not in first
        assert f'aria-controls="cell-{number}"' in first
        assert details.startswith(f' id="cell-{number}"')


def test_failed_cells_are_open_and_others_are_not() -> None:
    opened = ["hidden" not in body.split('<tr class="details"')[1].partition(">")[0] for body in bodies(page_of(CELLS))]
    assert opened == [False, True, True]
    told = [re.findall(r'aria-expanded="(\w+)"', body) for body in bodies(page_of(CELLS))]
    assert told == [["false"], ["true"], ["true"]]


def test_the_command_comes_first_and_what_was_passed_over_is_folded_unless_the_choice_is_wrong() -> None:
    passed, accuracy, dispatch = bodies(page_of(CELLS))
    for body in (passed, accuracy, dispatch):
        terms = re.findall(r"<dt[^>]*>([^<]+)</dt>", body)
        assert terms[0] == "repeat"
    assert "<details" not in passed
    assert "<details><summary>2 implementations</summary>" in accuracy
    assert "<details open><summary>2 implementations</summary>" in dispatch
    assert all(f"{name}</code>: {reasons[0]}" in accuracy for name, reasons in DECISION.items())


def test_numbers_are_never_broken_over_two_lines() -> None:
    page = page_of(CELLS)
    assert re.search(r"td\.number[^{]*\{[^}]*white-space: nowrap", page)
    assert '<td class="number">5.89e-02</td>' in page
    cells = re.findall(r"<td([^>]*)>(?:[\d.]+(?:e[+-]\d+)?|-|NaN)</td>", page)
    assert len(cells) == 3 * len(CELLS)
    assert all('class="number' in attributes for attributes in cells)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_counts_are_written_as_people_write_them(count: int) -> None:
    text = html.unescape(page_of(CELLS, count, workers=max(count, 1), reused=count))
    plural = "s" if count != 1 else ""
    assert ("taken over" in text) == (count > 0)
    assert (f"{count} result{plural} taken over from an earlier process." in text) == (count > 0)
    assert ("1 worker," in text or "1 worker." in text) == (count < 2)
    assert (f"{count} cell{plural} not run here: needs an AMD GPU." in text) == (count > 0)
