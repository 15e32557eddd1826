"""JUnit, records and exit code side by side: whatever is missing or contradicts is red."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

import pytest

from rocm_ci import junit, processes, results, runner
from rocm_ci.cell import Cell
from rocm_ci.plan import PlannedCell
from rocm_ci.processes import Ended
from rocm_ci.results import CellResult
from rocm_ci.settlement import settle
from rocm_ci.trouble import Trouble
from rocm_kernels.files import write_atomically

CELL = Cell.model_validate(
    {
        **{"id": "a/b", "family": "a", "run": "b", "why": "a cell of a test", "device": "cpu", "backend": "torch"},
        **{"query_heads": 4, "kv_heads": 2, "head_size": 32, "block_size": 16, "lengths": [5], "timeout": 10.0},
    }
)
PLANNED = PlannedCell(CELL, "print")
BEGAN = 1000.0


def result(outcome: str = "passed", kind: str | None = None) -> CellResult:
    return CellResult(
        **{"id": "a/b", "op": "paged_attention", "outcome": outcome, "kind": kind, "reason": kind and "why"},
        **{"backend_expected": "torch", "backend_used": "torch", "kernels": ("torch.paged_attention",), "decision": {}},
        **{"device": "cpu", "target": None, "evidence": "reference", "error_norm": 0.1, "tolerance": 0.2},
        **{"seconds": 1.0, "repeat": "rocm-ci run --id 'a/b'", "fingerprint": "print"},
    )


def events(folder: Path, *entries: dict[str, object]) -> None:
    for entry in entries:
        results.append(folder / processes.EVENTS, entry)


STARTED = {"event": "started", "id": "a/b", "time": BEGAN + 1}


def finished(outcome: CellResult, at: float = BEGAN + 2) -> dict[str, object]:
    return {"event": "finished", "time": at, "result": asdict(outcome)}


def xml(folder: Path, body: str) -> None:
    (folder / "junit-pytest.xml").write_text(f"<testsuites><testsuite>{body}</testsuite></testsuites>")


PASSED = '<testcase name="test_cell[a/b]"/>'
FAILED = '<testcase name="test_cell[a/b]"><failure message="it broke">x</failure></testcase>'
SKIPPED = '<testcase name="test_cell[a/b]"><skipped message="not today"/></testcase>'


@pytest.mark.parametrize(
    ("body", "entries", "code", "outcome", "kind", "troubles"),
    [
        (PASSED, [STARTED, finished(result())], 0, "passed", None, set()),
        (FAILED, [STARTED, finished(result("failed", "accuracy"))], 1, "failed", "accuracy", set()),
        (FAILED, [STARTED, finished(result())], 1, "failed", "junit", set()),
        (PASSED, [STARTED, finished(result("failed", "accuracy"))], 0, "failed", "junit", set()),
        (FAILED, [STARTED], 1, "failed", "test", set()),
        (FAILED, [STARTED, {"event": "lost", "id": "a/b", "time": BEGAN + 3}], 1, "failed", "crash", set()),
        (FAILED, [STARTED, {"event": "lost", "id": "a/b", "time": BEGAN + 11}], 1, "failed", "hang", set()),
        (SKIPPED, [], 0, "failed", "skip", set()),
        ('<testcase name="another"/>', [STARTED, finished(result())], 0, "failed", "junit", set()),
        ('<testcase name="another"/>', [STARTED], 1, "failed", "crash", set()),
        ("", [STARTED, finished(result())], 0, "failed", "junit", {"junit"}),
        ("", [], 0, "failed", "junit", {"junit", "empty"}),
        (PASSED, [STARTED, finished(result())], 1, "passed", None, {"infrastructure"}),
        (PASSED, [STARTED, finished(result())], 3, "passed", None, {"infrastructure"}),
        (FAILED, [STARTED, finished(result("failed", "accuracy"))], 0, "failed", "accuracy", {"infrastructure"}),
        # What was recorded before this process began is not its doing.
        (PASSED, [finished(result(), BEGAN - 5)], 0, "failed", "test", set()),
    ],
)
def test_every_combination_has_its_verdict(
    tmp_path: Path,
    body: str,
    entries: list[dict[str, object]],
    code: int,
    outcome: str,
    kind: str | None,
    troubles: set[str],
) -> None:
    xml(tmp_path, body)
    events(tmp_path, *entries)
    judged, found, _ = settle((PLANNED,), tmp_path, Ended(BEGAN, code, "1 passed in 0.01s"))
    assert (judged["a/b"].outcome, judged["a/b"].kind) == (outcome, kind), judged["a/b"].reason
    assert {trouble.kind for trouble in found} == troubles


@pytest.mark.parametrize("content", [None, "", "<testsuites>", "<testsuites/>"])
def test_a_junit_file_that_says_nothing_is_red(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "junit-pytest.xml").write_text(content)
    events(tmp_path, STARTED, finished(result()))
    judged, found, _ = settle((PLANNED,), tmp_path, Ended(BEGAN, 0, "1 passed in 0.01s"))
    assert judged["a/b"].outcome == "failed"
    assert "junit" in {trouble.kind for trouble in found}


def test_a_torn_last_line_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    results.append(path, {"event": "started", "id": "a/b", "time": 1.0})
    with path.open("ab") as file:
        file.write(b'{"event": "finished", "resu')
    assert [event["event"] for event in results.read_events(path)] == ["started"]


def test_many_writers_tear_no_line(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: results.append(path, {"event": "x" * 3000, "id": number}), range(200)))
    assert sorted(event["id"] for event in results.read_events(path)) == list(range(200))


def test_a_file_is_replaced_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "report.html"
    write_atomically(path, "whole")

    def full(*arguments: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(path, "half")
    assert path.read_text() == "whole"
    assert [entry.name for entry in tmp_path.iterdir()] == ["report.html"]


def test_the_written_junit_reads_back(tmp_path: Path) -> None:
    failed = result("failed", "accuracy").replaced(id="c/d", reason="bad \x00 & <worse>")
    junit.write(tmp_path / "junit.xml", [result(), failed], frozenset({"a/b"}))
    cases = junit.read(tmp_path / "junit.xml").by_cell()
    assert cases["a/b"].outcome == "passed"
    assert cases["c/d"].outcome == "failed"
    assert cases["c/d"].message == "[accuracy] bad ? & <worse>"


def test_a_saved_run_reads_back(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    trouble = Trouble("infrastructure", "it broke")
    saved = runner.RunResult(folder, {"id": "run"}, (result(),), (("x/y", "no GPU"),), (trouble,), frozenset({"a/b"}))
    runner.save(saved)
    loaded = runner.load(tmp_path / "latest")
    assert loaded.cells == saved.cells
    assert loaded.left_out == saved.left_out
    assert loaded.troubles == saved.troubles
    assert loaded.exit_code == saved.exit_code == 20


def test_a_follower_gives_every_whole_line_once(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    results.append(path, {"event": "before"})
    follower = results.Follower(path)
    assert follower.fresh() == []
    results.append(path, {"event": "one"})
    with path.open("ab") as file:
        file.write(b'{"event": "tw')
    assert follower.fresh() == [{"event": "one"}]
    with path.open("ab") as file:
        file.write(b'o"}\n')
    assert follower.fresh() == [{"event": "two"}]
    assert follower.fresh() == []
