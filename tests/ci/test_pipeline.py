"""The pipeline: valid, meant, current, within its budgets, and the same commands here as on an agent."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.ci.runs import ROOT, environment
from tests.ci.test_settle import result

from rocm_ci import benchmark, cli, folders, runner, supervisor
from rocm_ci.errors import RocmCiError
from rocm_ci.exemptions import Exemption, Exemptions
from rocm_ci.lock import load as locks
from rocm_ci.matrix import load
from rocm_ci.pipeline import buildkite, files, lint, local, merging, record, running, settings, steps
from rocm_ci.pipeline.settings import PipelineError
from rocm_ci.pipeline.steps import Sources, Step
from rocm_ci.times import Times
from rocm_ci.verdicts import KINDS

PIPELINES = sorted((ROOT / "tests" / "ci" / "broken" / "pipelines").glob("*.yml"))
DIGEST = "sha256:" + "ab" * 32


def sources(resolved: bool = False) -> Sources:
    found = steps.read(ROOT, settings.load(ROOT), load(ROOT / "ci" / "matrix.toml"))
    if not resolved:
        return found
    lines = {
        name: line.model_copy(
            update={
                "base": line.base.model_copy(update={"digest": DIGEST}),
                "targets": (*line.targets, "gfx1100") if name == "stable" else line.targets,
            }
        )
        if line.base.kind == "image"
        else line
        for name, line in found.lock.lines.items()
    }
    return replace(found, lock=found.lock.model_copy(update={"lines": lines}))


def test_generated_files_are_current() -> None:
    drifted = [str(path) for path in files.outdated(ROOT, sources())]
    assert not drifted, "run `rocm-ci pipeline generate`"
    assert not files.left_over(ROOT, sources())


@pytest.mark.parametrize("path", PIPELINES, ids=lambda path: path.stem)
def test_a_broken_pipeline_is_refused_with_a_sentence(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wanted = path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
    assert cli.main(["pipeline", "check", str(path)]) != 0
    assert wanted in capsys.readouterr().err


def test_what_buildkite_lets_through_is_found_by_the_lint() -> None:
    """Each of these is valid for Buildkite's schema; without the lint it would be uploaded."""
    names = ("matrix_and_parallelism", "unknown_depends_on", "nothing_to_do", "empty_step", "duplicate_key")
    for name in names:
        document = yaml.safe_load((PIPELINES[0].parent / f"{name}.yml").read_text())
        assert lint.schema(document) == [], name
        assert lint.meaning(document), name


@pytest.mark.parametrize("name", ["pull_request", "nightly"])
def test_with_digests_every_queue_takes_part_and_the_whole_is_valid(name: str) -> None:
    given = sources(resolved=True)
    given = replace(given, expected=Times({"gqa/rocm": 40.0, "gqa/torch": 30.0}))
    budgets = dict.fromkeys(given.settings.queues, 1000000.0)
    sizes = {key: size.model_copy(update={"gpu_minutes": budgets}) for key, size in given.settings.sizes.items()}
    given = replace(given, settings=given.settings.model_copy(update={"sizes": sizes}))
    pipeline = steps.build(given, name)
    assert not pipeline.refused
    document = buildkite.document(pipeline)
    found = {step["key"]: step for step in lint.steps_of(document) if "key" in step}
    size = given.settings.sizes[name]
    for queue_name in size.queues:
        queue = given.settings.queues[queue_name]
        mine = [step for step in pipeline.steps if step.queue == queue_name and step.selection is not None]
        assert mine
        # Every cell of the queue is in exactly one shard.
        ids = [cell.id for step in mine for cell in _cells(given, step)]
        wanted = [
            cell.id
            for cell in given.matrix.cells
            if (cell.device in queue.devices or cell.device_kind in queue.devices)
            and (queue.target is None or cell.target in (None, queue.target))
            and (size.cells == "full" or cell.size == "quick")
        ]
        assert sorted(ids) == sorted(wanted)
        for step in mine:
            made = found[step.key]
            assert made["agents"] == {"queue": queue_name}
            if queue.target:
                (plugin,) = made["plugins"]
                (options,) = plugin.values()
                assert options["image"].endswith(f"@{DIGEST}")
                assert options["devices"] == ["/dev/kfd", "/dev/dri"]
                assert made["concurrency"] == queue.agents
    if name == "nightly":
        assert len([step for step in pipeline.steps if step.queue == "mi300x"]) > 1


def _cells(given: Sources, step: Step) -> list[Any]:
    from rocm_ci import times

    assert step.selection is not None
    assert step.selection.shard is not None
    chosen = [cell for cell in given.matrix.cells if step.selection.takes(cell)]
    return times.shard(chosen, given.expected, *step.selection.shard)


def test_a_line_without_a_digest_is_refused_and_said_in_the_file() -> None:
    given = sources()
    lines = {
        name: line.model_copy(update={"base": line.base.model_copy(update={"digest": ""})})
        for name, line in given.lock.lines.items()
    }
    given = replace(given, lock=given.lock.model_copy(update={"lines": lines}))
    pipeline = steps.build(given, "nightly")
    assert {entry.queue for entry in pipeline.refused} >= {"mi300x", "mi355x"}
    assert "# Not tested: queue mi300x: line 'stable' of docker/versions.lock has no digest yet" in buildkite.text(
        pipeline
    )


def test_a_queue_beyond_its_budget_is_no_pipeline() -> None:
    given = replace(sources(resolved=True), expected=Times({"falcon-7b/rocm": 36_000.0}))
    with pytest.raises(PipelineError, match=r"queue 'mi300x' needs about \d+ GPU minutes, its budget is 240"):
        steps.build(given, "nightly")


def test_soft_fails_come_from_exemptions_by_exit_code_only() -> None:
    given = sources()
    day = given.excused.today
    entry = Exemption(
        mode="soft_fail",
        match="cpu-quick-*",
        kind="performance",
        owner="a-team",
        issue="owner/project#1",
        reason="the machine is shared with others this week",
        added=day,
        expires=day,
    )
    pipeline = steps.build(replace(given, excused=Exemptions((entry,), day)), "pull_request")
    made = {step["key"]: step for step in lint.steps_of(buildkite.document(pipeline)) if "key" in step}
    assert made["cpu-quick-1"]["soft_fail"] == [{"exit_status": KINDS["performance"].exit_code}]
    assert "soft_fail" not in made["tests"]


def test_the_workflow_of_github_is_valid_and_pinned() -> None:
    text = (ROOT / files.WORKFLOW).read_text(encoding="utf-8")
    document = yaml.safe_load(text)
    assert lint.workflow(document) == []
    assert lint.workflow({**document, "jobs": {"step": {"runs-on": 7}}})
    for used in re.findall(r"uses: (\S+)", text):
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", used), used


def zizmor(path: Path) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("zizmor")
    command = [str(program), "--offline", "--no-config", "--no-progress", "--format", "plain", str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_the_workflow_of_github_passes_an_audit_that_others_fail(tmp_path: Path) -> None:
    done = zizmor(ROOT / files.WORKFLOW)
    assert done.returncode == 0, done.stdout + done.stderr
    text = (ROOT / files.WORKFLOW).read_text(encoding="utf-8")
    run = re.search(r"run: ci/pipeline.sh .*", text)
    assert run is not None
    broken = {
        "unpinned-uses": re.sub(r"actions/checkout@\w+", "actions/checkout@v4", text),
        "template-injection": text.replace(run[0], "run: echo ${{ github.head_ref }}"),
        "dangerous-triggers": text.replace("pull_request: null", "pull_request_target: null"),
    }
    folder = tmp_path / ".github" / "workflows"
    folder.mkdir(parents=True)
    for finding, changed in broken.items():
        assert changed != text
        (folder / "cpu.yml").write_text(changed)
        done = zizmor(folder / "cpu.yml")
        assert done.returncode != 0, finding
        assert finding in done.stdout, done.stdout


def test_what_an_agent_installs_is_written_once() -> None:
    """The extras stand in the Makefile; the script of an agent with ROCm takes all of them but Triton, which the image has."""
    script = (ROOT / "ci" / "pipeline.sh").read_text(encoding="utf-8")
    found = re.search(r"extras=\$\((sed .*)\)", script)
    assert found is not None
    done = subprocess.run(["sh", "-c", found[1]], cwd=ROOT, capture_output=True, text=True, check=True)
    everything = re.search(r"^EXTRAS := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert everything is not None
    assert done.stdout.strip().split(",") == [name for name in everything[1].split(",") if name != "triton"]
    for extra in done.stdout.strip().split(","):
        assert f"\n{extra} = [" in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for browser in benchmark.BROWSERS:
        assert browser in script


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


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ('target = "gfx943"', "target 'gfx943' is none of"),
        ('line = "stable"', "a queue with a GPU needs the line of its image"),
        ("agents = 2", "agents"),
    ],
)
def test_settings_that_cannot_be_are_refused(tmp_path: Path, change: str, sentence: str) -> None:
    text = (ROOT / "ci" / "pipeline.toml").read_text()
    old = {'target = "gfx943"': 'target = "gfx942"'}.get(change, change)
    new = {'line = "stable"': "", "agents = 2": "agents = 0"}.get(change, change)
    (tmp_path / "ci").mkdir()
    (tmp_path / "ci" / "pipeline.toml").write_text(text.replace(old, new, 1))
    with pytest.raises(PipelineError, match=re.escape(sentence)):
        settings.load(tmp_path)


def test_the_bootstrap_hands_everything_on(tmp_path: Path) -> None:
    """With a set-up checkout the script is one exec: arguments and exit code pass through."""
    (tmp_path / "ci").mkdir()
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    script = tmp_path / "ci" / "pipeline.sh"
    script.write_text((ROOT / "ci" / "pipeline.sh").read_text())
    program = tmp_path / ".venv" / "bin" / "rocm-ci"
    program.write_text('#!/bin/sh\nprintf "%s|" "$@"\nexit 42\n')
    for path in (script, program):
        path.chmod(0o755)
    done = subprocess.run([str(script), "step", "a b"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (42, "step|a b|")
    assert os.access(ROOT / "ci" / "pipeline.sh", os.X_OK)


def test_the_lock_of_this_repository_is_read() -> None:
    assert sources().lock == locks.load(ROOT / locks.LOCK)
