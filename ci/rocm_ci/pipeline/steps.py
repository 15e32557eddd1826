"""What the pipeline consists of: steps with the very commands that also run on one machine."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rocm_ci import exemptions, times
from rocm_ci.cell import Cell
from rocm_ci.exemptions import Exemptions
from rocm_ci.lock import load as locks
from rocm_ci.lock.schema import Lock
from rocm_ci.matrix import Matrix
from rocm_ci.pipeline.settings import PipelineError, Queue, Settings, Size
from rocm_ci.plan import Selection
from rocm_ci.times import Times

# Setting up an agent and compiling, before the first cell.
SETUP_MINUTES = 10.0
# How many times its expected length a job may take; a shorter job gets as much as a full one, so that the generated files
# do not change with every cell.
SLACK = 3.0
REPORTS = "reports/steps"
JIT = "reports/jit"
VERDICT = "verdict"


@dataclass(frozen=True)
class Step:
    """One step.

    Attributes:
        key: unique; what `rocm-ci step` takes.
        label, group: for people.
        queue: of the agents.
        commands: argument lists, run in order until one fails; no shell.
        image: of the container by digest, None for none.
        gpu: whether the container gets the devices of the GPUs.
        depends_on: keys.
        minutes: until it is ended.
        gpu_minutes: of GPUs that it is expected to take.
        artifacts: paths to keep.
        soft_fails: exit codes that do not stop the pipeline.
        agents: how many of this queue's steps run at once.
        always: runs even where what it depends on has failed.
    """

    key: str
    label: str
    group: str
    queue: str
    commands: tuple[tuple[str, ...], ...]
    minutes: int
    image: str | None = None
    gpu: bool = False
    depends_on: tuple[str, ...] = ()
    gpu_minutes: float = 0.0
    artifacts: tuple[str, ...] = ()
    soft_fails: tuple[int, ...] = ()
    agents: int = 1
    always: bool = False
    selection: Selection | None = None


@dataclass(frozen=True)
class Refused:
    """A queue that takes no part, and why."""

    queue: str
    reason: str


@dataclass(frozen=True)
class Pipeline:
    """All steps of one size, and the queues that were refused."""

    name: str
    steps: tuple[Step, ...]
    refused: tuple[Refused, ...] = field(default=())

    def step(self, key: str) -> Step:
        """The step of that key; raises PipelineError."""
        for step in self.steps:
            if step.key == key:
                return step
        raise PipelineError(
            f"no step {key!r} in the pipeline {self.name}; there are {', '.join(s.key for s in self.steps)}"
        )


@dataclass(frozen=True)
class Sources:
    """Everything that a pipeline follows from."""

    settings: Settings
    matrix: Matrix
    lock: Lock
    expected: Times
    excused: Exemptions
    narrowed: Selection = field(default_factory=Selection)
    options: tuple[str, ...] = ()


def read(root: Path, settings: Settings, matrix: Matrix) -> Sources:
    """Read the lock, the times and the exemptions of a checkout."""
    return Sources(
        settings,
        matrix,
        locks.load(root / locks.LOCK),
        times.load(root / times.FILE),
        exemptions.load(root / exemptions.FILE),
    )


def build(sources: Sources, name: str) -> Pipeline:
    """The pipeline of a size; raises PipelineError for an unknown size or a budget that does not suffice."""
    if name not in sources.settings.sizes:
        raise PipelineError(f"no size {name!r}; there are {', '.join(sources.settings.sizes)}")
    size = sources.settings.sizes[name]
    steps = list(_checks())
    refused: list[Refused] = []
    for queue_name in size.queues:
        queue = sources.settings.queues[queue_name]
        image, reason = image_of(sources.lock, queue)
        if reason is not None:
            refused.append(Refused(queue_name, reason))
            continue
        added = _shards(sources, size, queue_name, queue, image)
        _within_budget(name, queue_name, size, added)
        steps += added
    steps = [replace(step, soft_fails=sources.excused.soft_fails(step.key)) for step in steps]
    if (
        sources.narrowed.affected is None or sources.narrowed.affected
    ):  # a change may well reach no cell: nothing to judge
        steps.append(_verdict(name, steps))
    return Pipeline(name, tuple(steps), tuple(refused))


def image_of(lock: Lock, queue: Queue) -> tuple[str | None, str | None]:
    """The image of a queue by digest, or the reason why there is none that could be named without a moving tag."""
    if queue.line is None:
        return None, None
    if queue.line not in lock.lines:
        return None, f"docker/versions.lock has no line {queue.line!r}"
    line = lock.lines[queue.line]
    if queue.target not in line.targets:
        return None, f"line {queue.line!r} is built for {', '.join(line.targets)}, not for {queue.target}"
    if not line.base.digest:
        return None, f"line {queue.line!r} of docker/versions.lock has no digest yet: a tag can move"
    return f"{line.base.image}@{line.base.digest}", None


def _checks() -> Iterator[Step]:
    common = {"group": "checks", "queue": "cpu", "agents": 8}
    python = (".venv/bin/python", "-m")
    yield Step(
        key="lint",
        label="style, types, matrix, pipeline, baselines",
        commands=(
            (*python, "ruff", "check", "."),
            (*python, "ruff", "format", "--check", "."),
            (*python, "mypy"),
            (*python, "rocm_ci.cli", "check"),
            (*python, "rocm_ci.cli", "pipeline", "check"),
        ),
        minutes=15,
        **common,  # type: ignore[arg-type]
    )
    yield Step(
        key="tests",
        label="tests of everything but the matrix",
        commands=(
            (
                *(*python, "pytest", "-q", "-n", "auto", "--dist", "worksteal"),
                *("--deselect", "tests/module/test_matrix.py", f"--junitxml={REPORTS}/tests/junit.xml"),
            ),
        ),
        minutes=40,
        artifacts=(f"{REPORTS}/tests/junit.xml",),
        **common,  # type: ignore[arg-type]
    )


def _chosen(sources: Sources, size: Size, queue: Queue) -> tuple[Selection, list[Cell]]:
    targets = (queue.target,) if queue.target else ()
    selection = replace(sources.narrowed, devices=queue.devices, size=size.cells, targets=targets)
    return selection, [cell for cell in sources.matrix.cells if selection.takes(cell)]


def _shards(sources: Sources, size: Size, name: str, queue: Queue, image: str | None) -> list[Step]:
    selection, cells = _chosen(sources, size, queue)
    if not cells:
        return []
    seconds = sum(sources.expected.of(cell) for cell in cells)
    count = min(len(cells), max(1, math.ceil(seconds / 60 / size.shard_minutes)))
    steps = []
    for number, part in enumerate(times.shards(cells, sources.expected, count), 1):
        key = f"{name}-{size.cells}-{number}"
        minutes = sum(sources.expected.of(cell) for cell in part) / 60
        words = [word for device in queue.devices for word in ("--device", device)]
        words += [*(("--target", queue.target) if queue.target else ()), "--size", size.cells]
        words += [*sources.options, "--shard", f"{number}/{count}"]
        words += ["--jit-folder", f"{JIT}/{key}"]
        run = (".venv/bin/python", "-m", "rocm_ci.cli", "run", *words)
        reports = ("--reports", f"{REPORTS}/{key}")
        steps.append(
            Step(
                key=key,
                label=f"{queue.about}, {size.cells} ({number} of {count})",
                group=queue.target or "no GPU",
                queue=name,
                commands=(
                    (*run, "--warm-up", "--reports", f"{REPORTS}/{key}-warm-up"),
                    (*run, "--jit-budget", "0", *(GPU_OPTIONS if queue.target else ()), *reports),
                ),
                minutes=math.ceil(SETUP_MINUTES + SLACK * 2 * max(minutes, size.shard_minutes)),
                image=image,
                gpu=queue.target is not None,
                depends_on=("lint",),
                gpu_minutes=2 * minutes if queue.target else 0.0,
                artifacts=tuple(f"{REPORTS}/{key}/*/{file}" for file in ARTIFACTS),
                agents=queue.agents,
                selection=replace(selection, shard=(number, count)),
            )
        )
    return steps


# On a GPU no cell may be left out, and its profiler is the third witness of each launch.
GPU_OPTIONS = ("--skip-budget", "0", "--profile")
ARTIFACTS = ("results.json", "results.jsonl", "junit.xml", "report.html", "annotation.md", "pytest.log", "stack-*.txt")


def _within_budget(name: str, queue: str, size: Size, steps: Sequence[Step]) -> None:
    needed = sum(step.gpu_minutes for step in steps)
    if needed > size.gpu_minutes.get(queue, 0.0) and any(step.gpu for step in steps):
        raise PipelineError(
            f"{name}: queue {queue!r} needs about {needed:.0f} GPU minutes, its budget is {size.gpu_minutes[queue]:.0f}: "
            "take cells out of this size, or raise the budget in ci/pipeline.toml"
        )


def _verdict(name: str, steps: Sequence[Step]) -> Step:
    matrix_steps = [step for step in steps if step.selection is not None]
    return Step(
        key=VERDICT,
        label="one verdict over all cells",
        group="verdict",
        queue="cpu",
        commands=((".venv/bin/python", "-m", "rocm_ci.cli", "pipeline", "verdict", name),),
        minutes=15,
        depends_on=tuple(step.key for step in (matrix_steps or steps)),
        artifacts=tuple(f"{REPORTS}/{VERDICT}/*/{file}" for file in ARTIFACTS[:5]),
        agents=8,
        always=True,
    )
