"""The page of a run: what it holds, what nothing in a result can do to it, and how it works in a browser."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.ci.test_settle import result

from rocm_ci import benchmark, report, report_data
from rocm_ci.history import Point, Trend
from rocm_ci.results import CellResult
from rocm_ci.runner import RunResult
from rocm_ci.trouble import Trouble

DECISION = {"rocm.paged_attention": ["runs on rocm, not on cpu [device]"], "aiter.paged_attention.hip": ["off [flag]"]}
CELLS = (
    result(),
    result("failed", "accuracy").replaced(id="b/accuracy", error_norm=0.0589, decision=DECISION),
    result("failed", "dispatch").replaced(
        id="c/dispatch", decision=DECISION, reason="</script><script>alert(1)</script>"
    ),
)


def page_of(cells: tuple[CellResult, ...], left_out: int = 0, trends: tuple[Trend, ...] = (), **run: object) -> str:
    facts = {"id": "1", "started": "now", "seconds": 1.0, "workers": 1, "reused": 0, "planned": len(cells)}
    machine = {"summary": "a machine", "product": None, "versions": {}}
    skipped = tuple((f"x/{number}", "needs an AMD GPU") for number in range(left_out))
    facts = {**facts, "machine": machine, **run}
    return report.html(RunResult(Path("run"), facts, cells, skipped, (Trouble("leak", "a process"),)), trends)


def data_of(page: str) -> list[dict[str, Any]]:
    """The cells of a page, as its script reads them."""
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    document = json.loads(text)
    shared = set(document["shared"])
    return [
        {
            name: document["texts"][value] if name in shared and value is not None else value
            for name, value in zip(document["columns"], row, strict=True)
        }
        for row in document["cells"]
    ]


def test_the_page_holds_everything_of_every_cell() -> None:
    for cell, shown in zip(CELLS, data_of(page_of(CELLS)), strict=True):
        assert shown["id"] == cell.id
        assert shown["outcome"] == cell.outcome
        assert (shown["kind"], shown["reason"]) == (cell.kind, cell.reason)
        assert shown["evidence"] == "reference"
        assert (shown["error"], shown["bound"]) == (cell.error_norm, cell.tolerance)
        assert (shown["decision"] or {}) == cell.decision
        assert shown["kernels"] == list(cell.kernels)
        assert shown["repeat"] == (cell.repeat if cell.id != "a/b" else None)


def test_nothing_in_a_result_ends_the_script_that_holds_it() -> None:
    page = page_of(CELLS)
    assert "alert(1)</script>" not in page.replace("&lt;/script&gt;", "")
    assert page.count("</script>") == 2
    assert data_of(page)[2]["reason"] == "</script><script>alert(1)</script>"


def test_the_page_asks_nothing_of_any_other_place() -> None:
    page = page_of(CELLS)
    assert not re.findall(r'(?:src|href)="(?!#)[^"]*"|@import|url\(', page)


def test_failures_stand_in_the_page_without_a_script() -> None:
    section = re.search(r'<section aria-label="Failures">.*?</section>', page_of(CELLS), re.DOTALL)
    assert section is not None
    text = html.unescape(section[0])
    for cell in CELLS[1:]:
        assert cell.id in text
        assert str(cell.reason) in text
        assert cell.repeat in text
    many = tuple(result("failed", "test").replaced(id=f"f/{number}/torch") for number in range(60))
    page = page_of(many)
    assert "<summary>55 more</summary>" in page
    assert "... and 10 in the grid." in page


@pytest.mark.parametrize("count", [0, 1, 2])
def test_counts_are_written_as_people_write_them(count: int) -> None:
    text = html.unescape(page_of(CELLS, count, workers=max(count, 1), reused=count))
    plural = "s" if count != 1 else ""
    assert ("taken over" in text) == (count > 0)
    assert (f"{count} result{plural} taken over from an earlier process." in text) == (count > 0)
    assert ("1 worker," in text or "1 worker." in text) == (count < 2)
    assert (f"{count} cell{plural} not run here: needs an AMD GPU." in text) == (count > 0)


def test_an_excused_failure_is_no_failure_and_is_never_hidden() -> None:
    page = page_of((result("failed", "accuracy").replaced(exemption="quarantine 'a/*' of a-team"),))
    assert "GREEN" not in re.findall(r"<h1>.*?</h1>", page, re.DOTALL)[0]  # the run has a leak
    assert "0 passed, 0 failed, 1 excused" in page
    assert "1 failure excused by quarantine" in html.unescape(page)
    assert data_of(page)[0]["outcome"] == "excused"


def test_trends_are_of_one_kind_of_evidence() -> None:
    points = tuple(
        Point(str(n), f"day {n}", "c" * 40, "l" * 64, o, None, "reference", 1.0 + n, None, None)
        for n, o in enumerate(["passed", "failed"])
    )
    other = Trend("a/b", "hardware", points * 4)
    (shown,) = data_of(page_of((result(),), trends=(other, Trend("a/b", "reference", points))))
    assert (shown["marks"], shown["times"], shown["flips"]) == ("+x", [1.0, 2.0], 1)
    assert shown["since"] == f"day 1, commit {'c' * 12}, lock {'l' * 12}"


def test_each_long_text_is_there_once() -> None:
    cells = tuple(result().replaced(id=f"a/{number}/torch", why="a reason that repeats") for number in range(100))
    assert report_data.payload(cells, ()).count("a reason that repeats") == 1


def test_the_annotation_has_failures_decisions_and_measurements() -> None:
    row = {"name": "tiny recall", "value": 0.9, "bound": 0.94, "note": "n 200"}
    cells = (CELLS[2].replaced(measured=(row,)),)
    facts = {"id": "1", "planned": 1, "machine": {"summary": "a machine", "product": None}}
    text = report.markdown(RunResult(Path("run"), facts, cells, (), ()))
    assert "| dispatch | `c/dispatch` |" in text
    assert "| aiter.paged_attention.hip | off [flag] |" in text
    assert "| `c/dispatch` | tiny recall | 9.00e-01 | 9.40e-01 | n 200 |" in text


# --- in a browser -------------------------------------------------------------------------------------------------------


def in_browser(folder: Path, script: str, fragment: str = "", width: int = 1280) -> dict[str, Any]:
    """Open the page of a made-up run, run a script in it, and give what it left in ``out``."""
    made, trends = benchmark.synthetic_run(500, folder, failing=5)
    page = folder / "page.html"
    ending = f"<script>const out = {{}};\n{script}\ndocument.body.dataset.out = JSON.stringify(out);</script></body>"
    page.write_text(report.html(made, trends).replace("</body>", ending), encoding="utf-8")
    shown = benchmark.browse(page, "--dump-dom", f"--window-size={width},800", fragment=fragment)
    return dict(json.loads(html.unescape(re.findall(r'data-out="([^"]*)"', shown)[0])))


KEYS = """
const press = name => document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
const at = () => document.activeElement.getAttribute("aria-label");
"""


def test_filters_narrow_the_grid_and_are_kept_in_the_address(tmp_path: Path) -> None:
    out = in_browser(
        tmp_path,
        """
        out.all = count.textContent;
        form.elements.outcome.value = "failed";
        form.dispatchEvent(new Event("input", { bubbles: true }));
        out.failed = count.textContent; out.address = location.hash;
        out.tiles = [...document.querySelectorAll(".tile")].map(tile => tile.className);
        """,
    )
    assert out["all"] == "500 of 500 cells"
    assert out["failed"] == "5 of 500 cells"
    assert out["address"] == "#outcome=failed"
    assert out["tiles"] == ["tile failed"] * 5


def test_an_address_brings_filters_and_an_open_cell_back(tmp_path: Path) -> None:
    identifier = "family-0/point-1/rocm-2"
    out = in_browser(
        tmp_path,
        "out.count = count.textContent; out.open = dialog.open; out.text = dialog.textContent;",
        f"#evidence=emulated&cell={identifier.replace('/', '%2F')}",
    )
    assert out["count"] == "100 of 500 cells"
    assert out["open"]
    assert f"rocm-ci run --id '{identifier}'" in out["text"]
    for words in ("accuracy", "emulated", "head size", "20 runs", "red since", "0.100 of 0.0000200"):
        assert words in out["text"], words


def test_the_grid_is_used_by_keyboard(tmp_path: Path) -> None:
    out = in_browser(
        tmp_path,
        KEYS
        + """
        document.querySelector(".tile[tabindex='0']").focus(); out.first = at();
        press("ArrowRight"); out.right = at(); press("ArrowDown"); out.down = at();
        press("End"); out.last = at(); press("Home"); out.home = at();
        press("PageDown"); out.page = at();
        out.stops = document.querySelectorAll(".tile[tabindex='0']").length;
        document.activeElement.click(); out.open = dialog.open; dialog.close(); dialog.dispatchEvent(new Event("close"));
        out.back = at();
        """,
    )
    assert out["first"].startswith("family-0/point-0/")
    assert out["right"].startswith("family-0/point-0/")
    assert out["right"] != out["first"]
    assert out["down"].startswith("family-0/point-1/")
    assert out["last"].startswith("family-9/point-99/")
    assert out["home"] == out["first"]
    assert not out["page"].startswith("family-0/point-0/")
    assert out["stops"] == 1  # one stop for Tab
    assert out["open"]
    assert out["back"] == out["page"]


def test_the_page_fits_a_phone(tmp_path: Path) -> None:
    script = """
    out.page = document.documentElement.scrollWidth; out.width = innerWidth; open(cells[7]);
    out.dialog = dialog.getBoundingClientRect().width; out.inside = dialog.scrollWidth;
    """
    out = in_browser(tmp_path, script, width=500)  # the narrowest window that a browser without a screen makes
    assert out["page"] <= out["width"] == 500
    assert out["dialog"] == out["width"]
    assert out["inside"] <= out["width"]


def test_only_what_is_seen_is_drawn(tmp_path: Path) -> None:
    script = """
    out.rows = document.querySelectorAll(".row").length; out.known = rows.length;
    out.head = head.getBoundingClientRect().bottom; out.first = body.querySelector(".row").getBoundingClientRect().top;
    """
    out = in_browser(tmp_path, script)
    assert out["first"] >= out["head"]  # not behind the names of the columns
    assert out["known"] == 100
    assert 0 < out["rows"] < 60


def test_no_browser_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(benchmark.BROWSER, "no-such-browser")
    with pytest.raises(FileNotFoundError, match="install the package chromium, or name a browser in ROCM_CI_BROWSER"):
        benchmark.find_browser()
