"""Puts some points of a committed survey to the test again, one sequence at a time.

A sampled sequence is launched alone, on the memory of the launch in which it was surveyed: that it is right or wrong as
before also shows that the sequences of one launch do not influence each other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rocm_kernels.backends.aiter.code_objects import CodeObject
from rocm_kernels.backends.aiter.survey import points
from rocm_kernels.backends.aiter.survey.problem import build
from rocm_kernels.backends.aiter.survey.question import Question
from rocm_kernels.backends.aiter.survey.references import truth_of
from rocm_kernels.backends.aiter.survey.support_files import Truth
from rocm_kernels.backends.aiter.survey.verdict import REFUSED, RIGHT, judge

# Launches longer than this are sampled this many times at most: making their inputs takes seconds.
LONG = 16_384
MOST_LONG = 2


@dataclass(frozen=True)
class Difference:
    """A point whose verdict is not the committed one."""

    name: str
    question: Question
    length: int
    committed: str
    now: str

    def __str__(self) -> str:
        value = f" {self.question.value}" if self.question.value else ""
        return (
            f"{self.name}: {self.question.axis}{value}, length {self.length}:"
            f" committed {self.committed}, now {self.now}"
        )


@dataclass(frozen=True)
class Point:
    """One sequence of one launch of one code object."""

    entry: CodeObject
    question: Question
    place: int


def sample(entries: Sequence[CodeObject], truth: Truth, count: int, seed: int) -> list[Point]:
    """Choose points that were launched, all equally likely but for the long ones; the same seed chooses the same.

    Raises:
        ValueError: a code object or a question is not in the truth, or there are not that many points.
    """
    rows: list[tuple[CodeObject, Question]] = []
    for entry in entries:
        if entry.sha256 not in truth:
            raise ValueError(f"{entry.name}: not in the committed truth (sha256 {entry.sha256})")
        for question in points.questions(points.Family.of(entry)):
            if question.key not in truth[entry.sha256]:
                raise ValueError(f"{entry.name}: {question.axis} {question.value} is not in the committed truth")
            if REFUSED not in truth[entry.sha256][question.key]:
                rows.append((entry, question))
    weights = [len(question.lengths) for _, question in rows]
    if count > sum(weights):
        raise ValueError(f"count: got {count}, expected at most {sum(weights)} points")
    chooser = random.Random(seed)  # noqa: S311 a choice of samples, no secret
    found: dict[tuple[str, str, int], Point] = {}
    long: set[str] = set()
    while len(found) < count:
        entry, question = chooser.choices(rows, weights)[0]
        place = chooser.randrange(len(question.lengths))
        if max(question.lengths) > LONG:
            if question.key not in long and len(long) == MOST_LONG:
                continue
            long.add(question.key)
        found[(entry.sha256, question.key, place)] = Point(entry, question, place)
    return list(found.values())


def differences(
    chosen: Sequence[Point], truth: Truth, progress: Callable[[int], None] = lambda done: None
) -> list[Difference]:
    """Run points again; those whose verdict is another one now. ``progress`` is called with the number of points done."""
    by_question: dict[str, list[Point]] = {}
    for point in chosen:
        by_question.setdefault(point.question.key, []).append(point)
    found = []
    done = 0
    for group in by_question.values():
        question = group[0].question
        problem = build(question)
        for point in group:
            alone = problem.part(point.place, 1)
            now = judge(point.entry, alone, truth_of(alone))[0].verdict
            committed = truth[point.entry.sha256][question.key][point.place]
            # Alone, what lands in a wrong row is not written over by neighbours: how may differ, not whether.
            if (now == RIGHT) != (committed == RIGHT):
                length = question.lengths[point.place]
                found.append(Difference(point.entry.name, question, length, committed, now))
            done += 1
            progress(done)
    return found
