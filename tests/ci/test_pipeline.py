"""The pipeline: valid, meant, current, within its budgets, and the same commands here as on an agent."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.ci.runs import ROOT

from rocm_ci import benchmark, cli
from rocm_ci.exemptions import Exemption, Exemptions
from rocm_ci.lock import load as locks
from rocm_ci.matrix import load
from rocm_ci.pipeline import buildkite, files, lint, settings, steps
from rocm_ci.pipeline.settings import PipelineError
from rocm_ci.pipeline.steps import Sources, Step
from rocm_ci.plan import Selection
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


def test_a_change_that_reaches_no_cell_has_nothing_to_give_a_verdict_on() -> None:
    """Pages alone changed: a verdict over no cell at all would be red."""
    given = sources()
    none = replace(given, narrowed=Selection(affected=frozenset()))
    assert [step.key for step in steps.build(none, "pull_request").steps] == ["lint", "tests"]
    assert buildkite.document(steps.build(none, "pull_request"))
    unknown = replace(given, narrowed=Selection(affected=frozenset({"gqa/1/torch"})))
    assert steps.build(unknown, "pull_request").steps[-1].key == steps.VERDICT
    assert steps.build(replace(given, narrowed=Selection(ids=("none",))), "pull_request").steps[-1].key == steps.VERDICT
