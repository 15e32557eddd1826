"""Steps on this machine: what is believed of them, what is not here, what goes on, and the one verdict over all."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.ci.runs import environment
from tests.ci.test_settle import result

from rocm_ci import cli, folders, runner, supervisor
from rocm_ci.errors import RocmCiError
from rocm_ci.pipeline import local, merging, record, running, steps
from rocm_ci.pipeline.steps import Step
from rocm_ci.verdicts import KINDS

STEP = Step("a", "a", "checks", "cpu", ((sys.executable, "-c", "pass"),), 5)


def test_a_step_gives_the_exit_code_of_its_first_failing_command(tmp_path: Path) -> None:
    def code(*programs: str) -> int | None:
        commands = tuple((sys.executable, "-c", program) for program in programs)
        return local.run(replace(STEP, commands=commands), tmp_path).exit_code

    assert code("pass", "raise SystemExit(42)", "open('never', 'w')") == 42
    assert not (tmp_path / "never").exists()
    assert code("import os, signal; os.kill(os.getpid(), signal.SIGKILL)") == 137
    assert code("pass") == 0


def test_a_step_that_ends_with_0_and_left_nothing_is_red(tmp_path: Path) -> None:
    outcome = local.run(replace(STEP, artifacts=("junit.xml",)), tmp_path)
    assert (outcome.exit_code, outcome.sentence) == (local.MISSING, "junit.xml was not written")
    matrix = replace(STEP, selection=steps.Selection())
    assert local.run(matrix, tmp_path).exit_code == local.MISSING
    latest = tmp_path / steps.REPORTS / "a" / "latest"
    latest.mkdir(parents=True)
    (latest / "results.json").write_text(json.dumps({"run": {"exit_code": 42}, "cells": [{}]}))
    outcome = local.run(matrix, tmp_path)
    assert outcome.sentence == "the command ended with 0, and its own results say 1 cells and exit code 42"
    (latest / "results.json").write_text(json.dumps({"run": {"exit_code": 0}, "cells": [{}]}))
    assert local.run(matrix, tmp_path).exit_code == 0


@pytest.mark.parametrize(
    ("cases", "sentence"),
    [
        ('<testcase name="a"/>', ""),
        ('<testcase name="a"><skipped/></testcase><testcase name="b"/>', ""),
        ('<testcase name="a"><skipped/></testcase>', "junit.xml: none of 1 tests passed"),
        ("", "junit.xml: junit.xml holds no test case"),
        ("<", "junit.xml: junit.xml is no XML"),
    ],
)
def test_tests_of_which_none_passed_prove_nothing(tmp_path: Path, cases: str, sentence: str) -> None:
    text = f"<testsuites><testsuite>{cases}</testsuite></testsuites>"
    writing = (sys.executable, "-c", f"open('junit.xml', 'w').write({text!r})")
    outcome = local.run(replace(STEP, commands=(writing,), artifacts=("junit.xml",)), tmp_path)
    assert outcome.status == ("failed" if sentence else "passed")
    assert outcome.sentence.startswith(sentence)


WALKER = """
import sys
from pathlib import Path
from rocm_ci.pipeline import local, steps
program = "import time; open('started', 'w').close(); time.sleep(1000)"
local.run(steps.Step("a", "a", "checks", "cpu", ((sys.executable, "-c", program),), 5), Path(sys.argv[1]))
"""


def test_a_killed_walk_takes_its_command_with_it(tmp_path: Path) -> None:
    walker = subprocess.Popen(
        [sys.executable, "-c", WALKER, str(tmp_path)], env=environment(None), stdout=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (tmp_path / "started").exists():
        time.sleep(0.05)
    (command,) = supervisor.descendants(walker.pid)
    walker.kill()
    walker.wait()
    while time.monotonic() < deadline and command in supervisor.parents():
        time.sleep(0.05)
    assert command not in supervisor.parents()


def test_what_an_earlier_run_left_proves_nothing(tmp_path: Path) -> None:
    latest = tmp_path / steps.REPORTS / "a" / "latest"
    latest.mkdir(parents=True)
    path = latest / "results.json"
    path.write_text(json.dumps({"run": {"exit_code": 0}, "cells": [{}]}))
    os.utime(path, (1e9, 1e9))
    assert local.run(replace(STEP, selection=steps.Selection()), tmp_path).sentence.endswith("is an earlier one")
    (tmp_path / "junit.xml").write_text("")
    os.utime(tmp_path / "junit.xml", (1e9, 1e9))
    assert local.run(replace(STEP, artifacts=("junit.xml",)), tmp_path).sentence == "junit.xml was not written"


FAILING = replace(STEP, commands=((sys.executable, "-c", "raise SystemExit(43)"),))
CPU = local.Place(frozenset({"cpu"}), {"mi300x": "MI300X (gfx942)"})
WALK = (
    FAILING,
    replace(FAILING, key="soft", soft_fails=(43,)),
    replace(STEP, key="b", depends_on=("a",)),
    replace(STEP, key="b2", depends_on=("b",)),
    replace(STEP, key="c", depends_on=("soft",)),
    replace(STEP, key="gpu", queue="mi300x"),
    replace(STEP, key="last", depends_on=("a", "b"), always=True),
)


def walk(plan: tuple[Step, ...], folder: Path, known: record.Record | None = None, **options: Any) -> dict[str, Any]:
    outcomes = local.walk(steps.Pipeline("p", plan), folder, CPU, lambda outcome: None, record=known, **options)
    return {outcome.step.key: outcome for outcome in outcomes}


def test_walking_stops_behind_a_failure_but_not_before_the_verdict(tmp_path: Path) -> None:
    found = walk(WALK, tmp_path)
    assert {key: outcome.status for key, outcome in found.items()} == {
        **{"a": "failed", "soft": "failed", "b": "blocked", "b2": "blocked", "c": "passed"},
        **{"gpu": "not here", "last": "passed"},
    }
    assert found["gpu"].sentence == "needs MI300X (gfx942)"
    assert found["b2"].sentence == "b has not been run"
    assert running.code_of(list(found.values())) == 43


def test_what_is_not_here_is_never_passed(tmp_path: Path) -> None:
    gpu = replace(STEP, key="gpu", queue="mi300x")
    alone = list(walk((gpu,), tmp_path).values())
    assert running.code_of(alone) == KINDS["empty"].exit_code
    both = list(walk((STEP, gpu), tmp_path).values())
    assert running.code_of(both) == 0
    assert running.code_of(both, asked=True) == KINDS["skip"].exit_code
    assert running.code_of(both[:1], asked=True) == 0
    assert running.code_of(both[:1], whole=False, asked=True) == KINDS["skip"].exit_code


def test_a_walk_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    """What passed on the same sources and commands is not run again; on other sources nothing has passed yet."""
    git = ("git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b")
    (tmp_path / ".gitignore").write_text("reports\ncount\n")
    for words in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "a")):
        subprocess.run([*git, *words], check=True)
    counting = (sys.executable, "-c", "open('count', 'a').write('x')")
    plan = (replace(STEP, commands=(counting,)), replace(FAILING, key="b"), replace(STEP, key="v", always=True))
    with pytest.raises(RocmCiError, match="nothing to go on from"):
        record.resume(tmp_path, "p")
    assert walk(plan, tmp_path, record.fresh(tmp_path, "p"))["b"].status == "failed"
    mended = (plan[0], replace(STEP, key="b"), plan[2])
    found = walk(mended, tmp_path, record.resume(tmp_path, "p"))
    assert {key: outcome.status for key, outcome in found.items()} == {"a": "reused", "b": "passed", "v": "passed"}
    assert (tmp_path / "count").read_text() == "x"
    other = (replace(STEP, commands=(counting, counting)), *mended[1:])
    assert walk(other, tmp_path, record.resume(tmp_path, "p"))["a"].status == "passed"
    (tmp_path / "new.py").write_text("")
    with pytest.raises(RocmCiError, match="the sources are not those"):
        record.resume(tmp_path, "p")
    record.path_of(tmp_path, "p").write_text("{")
    with pytest.raises(RocmCiError, match="is no record of a walk"):
        record.resume(tmp_path, "p")


def test_a_step_of_the_matrix_goes_on_and_the_verdict_is_told_what_is_not_here(tmp_path: Path) -> None:
    shown = (sys.executable, "-c", "import sys; open('words', 'a').write(' '.join(sys.argv[1:]) + '|')")
    folder = tmp_path / steps.REPORTS / "m" / "latest"
    folder.mkdir(parents=True)
    (folder / "results.jsonl").write_text("")
    (folder / "results.json").write_text(json.dumps({"run": {"exit_code": 0}, "cells": [{}]}))
    matrix = replace(STEP, key="m", commands=((*shown, "--warm-up"), shown), selection=steps.Selection())
    plan = (replace(STEP, key="gpu", queue="mi300x"), matrix, replace(STEP, key=steps.VERDICT, commands=(shown,)))
    walk(plan, tmp_path, record.Record(tmp_path / "walk.json", "f", resumed=True))
    assert (tmp_path / "words").read_text() == "--warm-up|--resume|--without gpu|"


def test_one_step_is_walked_for_people_and_for_scripts(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The command itself: its own code path, one real step, the queues that are not here named and not passed."""
    quick = (replace(STEP, key="lint", commands=((sys.executable, "-c", "print('as on an agent')"),)),)
    monkeypatch.setattr(steps, "_checks", lambda: iter(quick))
    monkeypatch.setattr(record, "path_of", lambda root, pipeline: tmp_path / "walk.json")  # not that of this checkout
    assert cli.main(["pipeline", "run-local", "--step", "lint", "--json"]) == 0
    said = capfd.readouterr()
    document = json.loads(said.out)
    statuses = {entry["key"]: entry["status"] for entry in document["steps"]}
    assert statuses.pop("lint") == "passed"
    assert set(statuses.values()) == {"not asked for"}
    assert "as on an agent" in said.err
    lines = " ".join(said.err.split())
    for entry in document["refused"]:
        assert f"not here queue {entry['queue']}: needs " in lines
    assert cli.main(["pipeline", "run-local", "--step", "lint", "--require-all"]) == KINDS["skip"].exit_code
    assert cli.main(["pipeline", "run-local", "--step", "lind"]) == KINDS["matrix"].exit_code


def test_the_verdict_misses_a_cell_that_no_step_ran_and_one_that_two_ran(tmp_path: Path) -> None:
    folder = folders.new_folder(tmp_path)
    machine = {"device": "cpu", "product": None}
    facts = {"id": "x", "seconds": 1.0, "executed": 1, "reused": 0, "workers": 1, "commit": "c", "machine": machine}
    one = runner.RunResult(tmp_path / "one" / "run", facts, (result(),), (("x/gpu", "needs an AMD GPU"),), ())
    whole = merging.merge(folder, [one], ["a/b", "x/gpu"])
    assert whole.exit_code == 0
    apart = merging.merge(folder, [one], ["a/b"], absent=[("c/gpu", "step gpu was not run here")])
    assert apart.exit_code == 0
    assert ("c/gpu", "step gpu was not run here") in apart.left_out
    assert [cell.id for cell in apart.cells] == ["a/b"]
    lost = merging.merge(folder, [one], ["a/b", "c/d"])
    assert [(t.kind, t.reason) for t in lost.troubles] == [("skip", "1 cell(s) were run by no step: c/d")]
    twice = merging.merge(folder, [one, one], ["a/b"])
    assert "1 cell(s) were run by two steps: a/b" in twice.troubles[0].reason
    other = replace(one, run={**facts, "commit": "d"}, cells=(result().replaced(id="c/d"),))
    mixed = merging.merge(folder, [one, other], [])
    assert "the steps ran on different commits: c, d" in mixed.troubles[0].reason
