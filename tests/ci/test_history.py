"""History, times and shards: what is taken in, what it says, and that all shards agree on the parts."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from tests.ci.runs import ROOT
from tests.ci.test_settle import result

from rocm_ci import cli, comparison, history, runner, times
from rocm_ci.errors import RocmCiError
from rocm_ci.matrix import load
from rocm_ci.results import CellResult
from rocm_ci.runner import RunResult
from rocm_ci.times import Times

CELLS = load(ROOT / "ci" / "matrix.toml").cells


def document(number: int, *cells: CellResult, **run: Any) -> dict[str, Any]:
    machine = {"device": "cpu", "product": None}
    facts = {
        "id": f"run-{number}",
        "started": f"2026-01-{number:02}",
        "machine": machine,
        "commit": f"c{number}",
        **run,
    }
    return runner.document(RunResult(Path(), facts, cells, (), (), frozenset(run.get("reused", ()))))


def taken_in(path: Path, *documents: dict[str, Any]) -> list[int]:
    with history.opened(path) as connection:
        return [history.add(connection, entry) for entry in documents]


RED = result("failed", "accuracy")


def test_flips_and_where_the_red_began_with_its_lock(tmp_path: Path) -> None:
    outcomes = [result(), RED, result(), RED, RED]
    path = tmp_path / history.FILE
    assert taken_in(path, *(document(n, cell, lock=f"lock{n}") for n, cell in enumerate(outcomes, 1))) == [1] * 5
    with history.opened(path) as connection:
        (trend,) = history.trends(connection)
    assert (trend.cell, trend.evidence, trend.flips) == ("a/b", "reference", 3)
    assert trend.first_red is not None
    assert (trend.first_red.run, trend.first_red.commit, trend.first_red.lock) == ("run-4", "c4", "lock4")
    with history.opened(path) as connection:
        taken = history.add(connection, document(6, result()))
        (trend,) = history.trends(connection)
    assert taken == 1
    assert trend.first_red is None


def test_kinds_of_evidence_are_never_one_series(tmp_path: Path) -> None:
    path = tmp_path / history.FILE
    taken_in(path, document(1, result()), document(2, RED.replaced(evidence="hardware")))
    with history.opened(path) as connection:
        found = {trend.evidence: trend.flips for trend in history.trends(connection)}
    assert found == {"reference": 0, "hardware": 0}


def test_a_run_is_taken_in_once_and_what_was_reused_or_warmed_up_is_no_measurement(tmp_path: Path) -> None:
    path = tmp_path / history.FILE
    assert taken_in(path, document(1, result()), document(1, result())) == [1, 0]
    assert taken_in(path, document(2, result(), reused=("a/b",))) == [0]
    assert taken_in(path, document(3, result(), warm_up=True)) == [0]


def test_artifacts_are_imported_from_any_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in (1, 2):
        folder = tmp_path / "artifacts" / str(number) / "deep"
        folder.mkdir(parents=True)
        (folder / "results.json").write_text(json.dumps(document(number, result(), RED.replaced(id="c/x/d"))))
    path = str(tmp_path / "h.sqlite")
    assert cli.main(["history", "--file", path, "import", str(tmp_path / "artifacts")]) == 0
    assert "4 results from 2 runs" in capsys.readouterr().out
    assert cli.main(["history", "--file", path, "show", "c/*", "--json"]) == 0
    (shown,) = json.loads(capsys.readouterr().out)
    assert (shown["cell"], shown["flips"], shown["first_red"]["run"]) == ("c/x/d", 0, "run-1")
    assert cli.main(["history", "--file", path, "flips"]) == 0
    (tmp_path / "artifacts" / "1" / "deep" / "results.json").write_text("{")
    assert cli.main(["history", "--file", path, "import", str(tmp_path / "artifacts")]) == 20
    assert cli.main(["history", "--file", path, "import", str(tmp_path / "empty")]) == 20


@pytest.mark.parametrize("wrong", [{}, {"run": {}, "cells": []}, {"run": 3}])
def test_what_is_no_results_json_changes_nothing(tmp_path: Path, wrong: dict[str, Any]) -> None:
    path = tmp_path / history.FILE
    with pytest.raises(RocmCiError, match=r"no results\.json"):
        taken_in(path, wrong)
    with history.opened(path) as connection:
        assert history.trends(connection) == []


def test_another_file_or_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("this is no database, and long enough to be read as one" * 10)
    with pytest.raises(RocmCiError, match="is no history that can be used"), history.opened(tmp_path / "text"):
        pass
    with sqlite3.connect(tmp_path / "new") as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(RocmCiError, match="version 99"), history.opened(tmp_path / "new"):
        pass


def test_times_are_medians_of_passed_cells_by_family_and_run(tmp_path: Path) -> None:
    path = tmp_path / history.FILE
    cells = [result().replaced(id=f"f/{n}/torch", seconds=float(n)) for n in (1, 2, 9)]
    taken_in(path, document(1, *cells, RED.replaced(id="f/4/torch", seconds=500.0)))
    with history.opened(path) as connection:
        assert history.seconds_by_group(connection) == {"f/torch": 2.0}


@pytest.mark.parametrize("count", [1, 2, 5, 16])
def test_shards_are_a_partition_near_the_best_possible_and_the_same_for_everybody(count: int) -> None:
    known = Times({times.group_of(cell): 0.1 + hash_of(cell.id) % 50 for cell in CELLS})
    parts = times.shards(CELLS, known, count)
    assert sorted(cell.id for part in parts for cell in part) == sorted(cell.id for cell in CELLS)
    assert parts == times.shards(list(reversed(CELLS)), known, count)
    loads = [sum(map(known.of, part)) for part in parts]
    best = max(sum(loads) / count, max(map(known.of, CELLS)))
    assert max(loads) <= 4 / 3 * best
    assert times.shard(CELLS, known, 1, count) == [cell for cell in CELLS if cell in parts[0]]


def hash_of(text: str) -> int:
    return sum(text.encode())


def test_a_group_that_was_never_timed_takes_the_median_of_the_others(tmp_path: Path) -> None:
    cell = CELLS[0]
    assert Times({}).of(cell) == times.UNKNOWN_SECONDS
    assert Times({"x/y": 1.0, "x/z": 5.0, "x/w": 9.0}).of(cell) == 5.0
    assert Times({times.group_of(cell): 7.0, "x/y": 1.0}).of(cell) == 7.0
    times.save(tmp_path / "times.json", Times({"b/c": 1.234, "a/b": 2.0}))
    assert list(times.load(tmp_path / "times.json").by_group.items()) == [("a/b", 2.0), ("b/c", 1.23)]
    for wrong in ("[]", "{", '{"a/b": "long"}', '{"a/b": -1}'):
        (tmp_path / "times.json").write_text(wrong)
        with pytest.raises(RocmCiError, match=r"times\.json"):
            times.load(tmp_path / "times.json")


def test_two_runs_are_compared_cell_by_cell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def saved(name: str, *cells: CellResult) -> RunResult:
        folder = tmp_path / name
        folder.mkdir()
        found = RunResult(folder, {"id": name, "commit": "c"}, cells, (), ())
        runner.save(found)
        return found

    one, same = saved("one", result()), saved("same", result().replaced(seconds=9.0, error_norm=0.11))
    other = saved("other", RED, result().replaced(id="c/d"))
    assert list(comparison.differences(one, same)) == []
    assert list(comparison.differences(one, same, numbers=True)) == ["a/b: error_norm 0.1 -> 0.11"]
    assert list(comparison.differences(one, other)) == [
        "a/b: outcome passed -> failed, kind None -> accuracy",
        "c/d: only in other",
    ]
    assert cli.main(["compare", str(one.folder), str(same.folder)]) == 0
    assert "1 and 1 cells, 0 differ; commit c" in capsys.readouterr().out
    assert cli.main(["compare", str(one.folder), str(other.folder)]) == 43
