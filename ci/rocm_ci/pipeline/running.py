"""The work of the commands `rocm-ci pipeline` and `rocm-ci step`."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from rocm_ci import baselines, changes, exemptions, folders, report, runner, summary, times, yaml_files
from rocm_ci.commands.common import MATRIX, find_root
from rocm_ci.errors import RocmCiError
from rocm_ci.machine import this_machine
from rocm_ci.matrix import load
from rocm_ci.pipeline import buildkite, files, lint, local, merging, settings, steps
from rocm_ci.pipeline.settings import PipelineError
from rocm_ci.pipeline.steps import Pipeline, Sources, Step
from rocm_ci.plan import Selection
from rocm_ci.results import write_atomically
from rocm_ci.verdicts import KINDS, gravest

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
    machine = this_machine()
    for key in arguments.step:
        pipeline.step(key)
    here = frozenset(
        name
        for name, queue in sources.settings.queues.items()
        if queue.target is None or queue.target == machine.target
    )
    console = Console(width=None if sys.stdout.isatty() else 140)

    def tell(outcome: local.Outcome) -> None:
        if outcome.exit_code is None:
            console.print(f"[yellow]not run[/] {outcome.step.key}: {escape(outcome.sentence)}", soft_wrap=True)
            return
        style = "green" if outcome.exit_code == 0 else "red"
        text = f"exit code {outcome.exit_code}, {outcome.seconds:.0f} s {escape(outcome.sentence)}"
        console.print(f"[{style}]{outcome.step.key}[/]: {text}", soft_wrap=True)

    outcomes = local.walk(pipeline, root, here, tell, arguments.step)
    for entry in pipeline.refused:
        console.print(f"[yellow]refused[/] {entry.queue}: {escape(entry.reason)}", soft_wrap=True)
    return _code(pipeline, outcomes)


def _code(pipeline: Pipeline, outcomes: list[local.Outcome]) -> int:
    """The code of the gravest kind among steps that do not fail softly; the verdict repeats what the steps said."""
    red = [o for o in outcomes if o.exit_code and o.exit_code not in o.step.soft_fails]
    names = {kind.exit_code: kind.name for kind in KINDS.values()}
    found = gravest(names[o.exit_code] for o in red if o.exit_code in names)
    if found is not None:
        return found.exit_code
    return red[0].exit_code or 0 if red else 0


def verdict(arguments: argparse.Namespace) -> int:
    """Merge what the steps left; gives the exit code of the whole."""
    root = find_root(Path.cwd())
    pipeline = steps.build(_sources(root), arguments.pipeline)
    sources = _sources(root)
    runs, missing, expected = [], [], []
    for step in pipeline.steps:
        if step.selection is None:
            continue
        assert step.selection.shard is not None
        cells = [cell for cell in sources.matrix.cells if step.selection.takes(cell)]
        expected += [cell.id for cell in times.shard(cells, sources.expected, *step.selection.shard)]
        try:
            runs.append(runner.load((root / steps.REPORTS / step.key / "latest").resolve()))
        except RocmCiError:
            found = sorted((root / steps.REPORTS / step.key).glob("*/results.json"))
            if found:  # artifacts carry no links
                runs.append(runner.load(found[-1].parent))
            else:
                missing.append(f"step {step.key} left no results")
    folder = folders.new_folder(root / steps.REPORTS / steps.VERDICT)
    result = merging.merge(folder, runs, expected, missing)
    runner.save(result)
    report.save(result)
    console = Console(width=None if sys.stdout.isatty() else 140)
    for entry in pipeline.refused:
        console.print(f"not tested: queue {entry.queue}: {escape(entry.reason)}", style="yellow", soft_wrap=True)
    summary.show(console, result)
    return result.exit_code


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
