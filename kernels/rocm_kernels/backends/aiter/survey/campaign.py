"""The campaign: every question put to every code object, in worker processes, with results that outlive a kill.

Results are lines of JSON in a folder of work. A line belongs to one launch of one code object, known by the hash of the file,
and bears a fingerprint of the sources that decide verdicts: what another version found is not taken.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, TypeVar

from rocm_kernels.backends.aiter.code_objects import CodeObject
from rocm_kernels.backends.aiter.survey import points
from rocm_kernels.backends.aiter.survey.question import Question
from rocm_kernels.backends.aiter.survey.verdict import REFUSED, RIGHT, Outcome
from rocm_kernels.files import appending
from rocm_kernels.flags import environment_of_children

RESULTS = "results.jsonl"
_SOURCES = ("question", "problem", "references", "launch", "verdict")
# Modules of the emulator that only look at code objects, compile other sources, or measure.
_NOT_EXECUTING = ("__", "benchmark", "cli", "coverage", "fuzz", "inspection", "record", "trace")
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True)
class Result:
    """One launch of one code object: a verdict for each sequence.

    Attributes:
        question: hash of the question.
        sha256: of the code object.
        axis, value: of the question.
        lengths: of its sequences.
        verdicts: one for each, ``right``, ``refused`` or one of ``verdict.WRONG``.
        examples: for each wrong verdict the first sequence that has it: place, bad, elements, worst, detail.
        worst: the largest error over its bound among right sequences.
        disagreement: the largest difference of the two references over the bound.
    """

    question: str
    sha256: str
    axis: str
    value: str
    lengths: tuple[int, ...]
    verdicts: tuple[str, ...]
    examples: dict[str, dict[str, Any]]
    worst: float
    disagreement: float


@dataclass(frozen=True)
class Task:
    """One question and the code objects of its family that have not answered it yet."""

    question: Question
    entries: tuple[CodeObject, ...]

    @property
    def cost(self) -> int:
        """For an estimate of the time: tokens that are read."""
        request = self.question.request
        return (sum(self.question.lengths) + 2000) * request.kv_heads * (4 + len(self.entries))


@cache
def fingerprint() -> str:
    """A hash of the sources that decide a verdict: this package's and the emulator's."""
    import gfx_emulator

    digest = hashlib.sha256()
    here = Path(__file__).parent
    emulator = Path(gfx_emulator.__file__).parent
    files = [here / f"{name}.py" for name in _SOURCES]
    files += [here.parent / f"{name}.py" for name in ("asm_arguments", "argument_layout")]
    files += sorted(path for path in emulator.glob("*.py") if not path.stem.startswith(_NOT_EXECUTING))
    files += sorted(emulator.glob("runtime/*.ll"))
    for path in files:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def tasks(entries: Iterable[CodeObject], done: set[tuple[str, str]], size: str = "default") -> list[Task]:
    """What is left to do: each question once, with the code objects whose answer is not in ``done``."""
    by_family: dict[points.Family, dict[str, CodeObject]] = {}
    for entry in entries:
        by_family.setdefault(points.Family.of(entry), {})[entry.sha256] = entry
    asked: dict[str, tuple[Question, dict[str, CodeObject]]] = {}
    for family, members in by_family.items():
        for question in points.questions(family, size):
            left = {sha256: entry for sha256, entry in members.items() if (question.key, sha256) not in done}
            if left:
                asked.setdefault(question.key, (question, {}))[1].update(left)
    return [Task(question, tuple(left.values())) for question, left in asked.values()]


def answer(task: Task) -> list[Result]:
    """Put one question to its code objects."""
    from rocm_kernels.backends.aiter.survey.problem import build
    from rocm_kernels.backends.aiter.survey.references import truth_of
    from rocm_kernels.backends.aiter.survey.verdict import judge

    question = task.question
    asked = [entry for entry in task.entries if not points.refused_by_host(entry, question.request)]
    found = [
        _result(task.question, entry, [Outcome(REFUSED)] * len(question.lengths), 0.0)
        for entry in task.entries
        if entry not in asked
    ]
    if not asked:
        return found
    problem = build(question)
    truth = truth_of(problem)
    for entry in asked:
        found.append(_result(question, entry, judge(entry, problem, truth), truth.disagreement))
    return found


def _result(question: Question, entry: CodeObject, outcomes: list[Outcome], disagreement: float) -> Result:
    examples: dict[str, dict[str, Any]] = {}
    for place, outcome in enumerate(outcomes):
        if outcome.verdict not in (RIGHT, REFUSED) and outcome.verdict not in examples:
            examples[outcome.verdict] = {
                "length": question.lengths[place],
                "bad": outcome.bad,
                "elements": outcome.elements,
                "worst": float(f"{outcome.worst:.4g}"),
            }
    return Result(
        question.key,
        entry.sha256,
        question.axis,
        question.value,
        question.lengths,
        tuple(outcome.verdict for outcome in outcomes),
        examples,
        max((outcome.worst for outcome in outcomes if outcome.verdict == RIGHT), default=0.0),
        disagreement,
    )


def load(folder: Path) -> list[Result]:
    """Read the results of this version; a line that a kill has cut is left out."""
    path = folder / RESULTS
    if not path.is_file():
        return []
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            data = json.loads(line)
        except json.JSONDecodeError:
            continue
        if data.pop("fingerprint", None) == fingerprint():
            verdicts = [word for word, count in data.pop("runs") for _ in range(count)]
            found.append(Result(**{**data, "lengths": tuple(data["lengths"]), "verdicts": tuple(verdicts)}))
    return found


def _line(result: Result) -> str:
    data = dict(vars(result))
    data["runs"] = [[word, len(list(run))] for word, run in groupby(data.pop("verdicts"))]
    data["fingerprint"] = fingerprint()
    return json.dumps(data) + "\n"


def _begin() -> None:
    """Let a worker use one core: it shares the machine with others of its kind."""
    import torch

    from rocm_kernels.backends.aiter import emulated

    torch.set_num_threads(1)
    emulated.device("gfx942").threads = 1


def run(
    left: list[Task], folder: Path, workers: int, progress: Callable[[int, int, float], None] | None = None
) -> Iterator[Result]:
    """Work off tasks in ``workers`` processes, the dearest first, and append each result to the folder as it comes.

    ``progress`` is called with tasks done, tasks in all and the expected seconds left.
    """
    whole = sum(task.cost for task in left)
    spent, started = 0, time.monotonic()
    ordered = sorted(left, key=lambda task: -task.cost)
    answers = append(folder / RESULTS, ordered, workers, _answer_task, lambda found: "".join(map(_line, found[1])))
    for number, (task, results) in enumerate(answers, 1):
        spent += task.cost
        if progress is not None:
            progress(number, len(left), (time.monotonic() - started) * (whole - spent) / spent)
        yield from results


Asked = TypeVar("Asked")
Found = TypeVar("Found")


def append(
    path: Path, asked: list[Asked], workers: int, ask: Callable[[Asked], Found], text: Callable[[Found], str]
) -> Iterator[Found]:
    """Answer in ``workers`` processes, and append what ``text`` makes of each answer to a file of lines as it comes.

    Args:
        path: the file; a last line that a kill has cut is ended first.
        asked: the questions, in the order of running.
        workers: processes of one thread each.
        ask: a function of a module, that answers one.
        text: whole lines.
    """
    with appending(path) as file:
        for found in _answers(asked, workers, ask):
            file.write(text(found).encode())
            file.flush()
            yield found


def _answer_task(task: Task) -> tuple[Task, list[Result]]:
    return task, answer(task)


def _answers(asked: list[Asked], workers: int, ask: Callable[[Asked], Found]) -> Iterator[Found]:
    if workers < 1:
        raise ValueError(f"workers: got {workers}, expected at least 1")
    if not asked:
        return
    one_thread_each = environment_of_children(**dict.fromkeys(_THREADS, "1"))
    with one_thread_each, multiprocessing.get_context("spawn").Pool(workers, _begin) as pool:
        yield from pool.imap_unordered(ask, asked)
