"""The work of the commands `rocm-ci pipeline` and `rocm-ci step`."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from rocm_ci import baselines, changes, exemptions, folders, report, revision, runner, summary, times, yaml_files
from rocm_ci.commands.common import MATRIX, find_root
from rocm_ci.machine import Machine, this_machine
from rocm_ci.matrix import load
from rocm_ci.pipeline import buildkite, files, lint, local, merging, record, settings, steps
from rocm_ci.pipeline.outcome import BLOCKED, FAILED, NOT_ASKED, NOT_HERE, PASSED, REUSED, Outcome
from rocm_ci.pipeline.settings import PipelineError, Queue
from rocm_ci.pipeline.steps import Pipeline, Sources, Step
from rocm_ci.plan import Selection
from rocm_ci.verdicts import KINDS, gravest
from rocm_kernels.files import write_atomically

DEFAULT = "pull_request"
LABELS = "ROCM_CI_LABELS"


def _sources(root: Path) -> Sources:
    return _narrowed(root, steps.read(root, settings.load(root), load(root / MATRIX)), os.environ)


def _narrowed(root: Path, sources: Sources, environment: os._Environ[str] | dict[str, str]) -> Sources:
    """On a pull request: the cells that it can have changed, and those of its labels. Every step finds the same."""
    base = environment.get("BUILDKITE_PULL_REQUEST_BASE_BRANCH")
    if not base or environment.get("BUILDKITE_SOURCE") == "schedule":
        return sources
    labels = [name for name in environment.get(LABELS, "").split(",") if name.strip() in sources.settings.labels]
    if labels:
        narrowed = Selection(labels=tuple(sources.settings.labels[name.strip()].selection() for name in labels))
        options = tuple(word for name in labels for word in ("--label", name.strip()))
    else:
        commit = f"origin/{base}"
        narrowed = Selection(affected=changes.affected(root, sources.matrix.cells, commit))
        options = ("--changed-since", commit)
    return replace(sources, narrowed=narrowed, options=options)


def generate(arguments: argparse.Namespace) -> int:
    """Rewrite generated files that drifted, and remove those that nothing generates any more."""
    root = find_root(Path.cwd())
    sources = steps.read(root, settings.load(root), load(root / MATRIX))
    for path, text in files.outdated(root, sources).items():
        write_atomically(root / path, text)
        sys.stdout.write(f"rewrote {path}\n")
    for path in files.left_over(root, sources):
        path.unlink()
        sys.stdout.write(f"removed {path.relative_to(root)}\n")
    return 0


def check(arguments: argparse.Namespace) -> int:
    """Raise where a pipeline, its generated files, exemptions or baselines are not what they should be."""
    if arguments.file is not None:
        document = yaml_files.read(arguments.file)
        if not isinstance(document, dict):
            raise PipelineError(f"{arguments.file} is no pipeline: {type(document).__name__} at its top")
        if troubles := [*lint.schema(document), *lint.meaning(document)]:
            raise PipelineError(f"{arguments.file}: {'; '.join(troubles)}")
        return 0
    root = find_root(Path.cwd())
    sources = steps.read(root, settings.load(root), load(root / MATRIX))
    drifted = [str(path) for path in files.outdated(root, sources)]
    drifted += [str(path.relative_to(root)) for path in files.left_over(root, sources)]
    if drifted:
        raise PipelineError(f"{', '.join(drifted)} drifted: run `rocm-ci pipeline generate`")
    pipelines = [steps.build(sources, name) for name in sources.settings.sizes]
    keys = [step.key for pipeline in pipelines for step in pipeline.steps]
    if expired := sources.excused.expired():
        raise exemptions.ExemptionError(f"expired: {'; '.join(map(str, expired))}")
    if idle := exemptions.unmatched(sources.excused, [cell.id for cell in sources.matrix.cells], keys):
        raise exemptions.ExemptionError(f"matches nothing: {'; '.join(map(str, idle))}")
    found = baselines.load(root / baselines.FOLDER)
    if arguments.base is not None:
        moved = list(baselines.moved(baselines.at_commit(root, arguments.base), found.by_name))
        if moved:
            raise baselines.BaselineError("; ".join(moved))
    counts = ", ".join(f"{pipeline.name} {len(pipeline.steps)} steps" for pipeline in pipelines)
    sys.stdout.write(f"{counts}; {len(sources.excused.entries)} exemptions; {len(found.by_name)} baselines\n")
    for name in baselines.never_measured(found):
        sys.stdout.write(f"never measured: {name}, so that a gate on it is red\n")
    return 0


def show(arguments: argparse.Namespace) -> int:
    """Print the steps."""
    root = find_root(Path.cwd())
    console = Console(width=None if sys.stdout.isatty() else 140)
    pipeline = steps.build(_sources(root), arguments.pipeline)
    for step in pipeline.steps:
        gpu = f", {step.gpu_minutes:.0f} GPU minutes" if step.gpu else ""
        console.print(
            f"{step.key}  ({step.queue}, at most {step.minutes} min{gpu})  {escape(step.label)}", soft_wrap=True
        )
    for entry in pipeline.refused:
        console.print(f"refused: {entry.queue}: {escape(entry.reason)}", style="yellow", soft_wrap=True)
    return 0


def _run_step(step: Step, root: Path) -> int:
    outcome = local.run(step, root)
    local.annotate(step, root)
    if outcome.exit_code:
        sys.stdout.write(f"step {step.key}: exit code {outcome.exit_code}: {outcome.sentence}\n")
    return outcome.exit_code or 0


def step(arguments: argparse.Namespace) -> int:
    """Run one step; gives its exit code."""
    root = find_root(Path.cwd())
    return _run_step(steps.build(_sources(root), arguments.pipeline).step(arguments.key), root)


def run_local(arguments: argparse.Namespace) -> int:
    """Walk the pipeline on this machine; gives the exit code of the gravest kind."""
    root = find_root(Path.cwd())
    sources = _sources(root)
    pipeline = steps.build(sources, arguments.pipeline)
    for key in arguments.step:
        pipeline.step(key)
    walked = record.resume(root, pipeline.name) if arguments.resume else record.fresh(root, pipeline.name)
    console = Console(stderr=arguments.json, width=None if sys.stdout.isatty() else 140)
    outcomes = local.walk(
        pipeline,
        root,
        place_of(sources, this_machine()),
        lambda outcome: _tell(console, outcome),
        only=arguments.step,
        record=walked,
        output=sys.stderr if arguments.json else None,
    )
    code = code_of(outcomes, whole=not pipeline.refused, asked=arguments.require_all)
    for entry in pipeline.refused:
        queue = sources.settings.queues[entry.queue]
        console.print(
            f"[yellow]not here[/] queue {entry.queue}: needs {_needs(queue)}; {escape(entry.reason)}", soft_wrap=True
        )
    console.print(_summary(pipeline, outcomes, code), soft_wrap=True)
    if arguments.json:
        document = {
            "pipeline": pipeline.name,
            "exit_code": code,
            "steps": [outcome.document() for outcome in outcomes],
            "refused": [{"queue": entry.queue, "reason": entry.reason} for entry in pipeline.refused],
        }
        sys.stdout.write(json.dumps(document, indent=1) + "\n")
    return code


def place_of(sources: Sources, machine: Machine) -> local.Place:
    """The queues whose agents this machine could be: those without a GPU, and those of its own target."""
    queues = sources.settings.queues
    here = frozenset(name for name, queue in queues.items() if queue.target in (None, machine.target))
    return local.Place(here, {name: _needs(queue) for name, queue in queues.items() if name not in here})


def _needs(queue: Queue) -> str:
    return f"{queue.about} ({queue.target})"


STYLES = {PASSED: "green", REUSED: "green", FAILED: "red", NOT_HERE: "yellow", BLOCKED: "yellow", NOT_ASKED: "dim"}


def _tell(console: Console, outcome: Outcome) -> None:
    ran = "" if outcome.exit_code is None else f" (exit code {outcome.exit_code}, {outcome.seconds:.0f} s)"
    said = f": {escape(outcome.sentence)}" if outcome.sentence else ""
    style = STYLES[outcome.status]
    console.print(f"[{style}]{outcome.status}[/] {outcome.step.key}{ran}{said}", soft_wrap=True)


def _summary(pipeline: Pipeline, outcomes: list[Outcome], code: int) -> str:
    counts = Counter(outcome.status for outcome in outcomes)
    named = ", ".join(f"{count} {status}" for status, count in counts.items())
    refused = f"; {len(pipeline.refused)} queue(s) not here" if pipeline.refused else ""
    return f"{pipeline.name}: {len(outcomes)} steps: {named}{refused}; exit code {code}"


def code_of(outcomes: list[Outcome], *, whole: bool = True, asked: bool = False) -> int:
    """The code of the gravest kind among steps that do not fail softly; that of ``empty`` where nothing passed.

    Args:
        outcomes: of a walk.
        whole: no queue of the pipeline was refused.
        asked: whether a step that is not here is red, with the code of ``skip``.
    """
    red = [o for o in outcomes if o.status == FAILED and o.exit_code not in o.step.soft_fails]
    names = {kind.exit_code: kind.name for kind in KINDS.values()}
    found = gravest(names[o.exit_code] for o in red if o.exit_code in names)
    if found is not None:
        return found.exit_code
    if red:
        return red[0].exit_code or 1
    if not any(o.status in (PASSED, REUSED) for o in outcomes):
        return KINDS["empty"].exit_code
    if asked and (not whole or any(o.status in (NOT_HERE, BLOCKED) for o in outcomes)):
        return KINDS["skip"].exit_code
    return 0


def verdict(arguments: argparse.Namespace) -> int:
    """Merge what the steps left; gives the exit code of the whole."""
    root = find_root(Path.cwd())
    sources = _sources(root)
    pipeline = steps.build(sources, arguments.pipeline)
    for key in arguments.without:
        pipeline.step(key)
    runs, missing, expected, absent = [], [], [], []
    for step in pipeline.steps:
        if step.selection is None:
            continue
        assert step.selection.shard is not None
        cells = [cell for cell in sources.matrix.cells if step.selection.takes(cell)]
        ids = [cell.id for cell in times.shard(cells, sources.expected, *step.selection.shard)]
        if step.key in arguments.without:
            absent += [(identifier, f"step {step.key} was not run here") for identifier in ids]
            continue
        expected += ids
        found = _results_of(root / steps.REPORTS / step.key)
        if found is None:
            missing.append(f"step {step.key} left no results")
        else:
            runs.append(runner.load(found))
    folder = folders.new_folder(root / steps.REPORTS / steps.VERDICT)
    result = merging.merge(folder, runs, expected, missing, absent, revision.commit(root))
    runner.save(result)
    report.save(result)
    console = Console(width=None if sys.stdout.isatty() else 140)
    for entry in pipeline.refused:
        console.print(f"not tested: queue {entry.queue}: {escape(entry.reason)}", style="yellow", soft_wrap=True)
    summary.show(console, result)
    return result.exit_code


def _results_of(folder: Path) -> Path | None:
    """The run that a step left, None where it left none; an earlier one never stands for a last one that did not end."""
    latest = folder / "latest"
    if latest.is_symlink():
        return latest.resolve() if (latest / "results.json").is_file() else None
    found = sorted(folder.glob("*/results.json"))  # artifacts carry no links
    return found[-1].parent if found else None


def upload(arguments: argparse.Namespace) -> int:
    """Hand the pipeline of this build to the agent."""
    root = find_root(Path.cwd())
    agent = shutil.which("buildkite-agent")
    if agent is None:
        raise PipelineError("buildkite-agent is not on the PATH: this command is for an agent")
    name = "nightly" if os.environ.get("BUILDKITE_SOURCE") == "schedule" else DEFAULT
    text = buildkite.text(steps.build(_sources(root), name))
    # The agent would fill in $ itself; no command of ours has one.
    done = subprocess.run([agent, "pipeline", "upload", "--no-interpolation"], input=text.encode(), check=False)
    return done.returncode
