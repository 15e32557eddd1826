"""The survey of AITER's Triton decode kernels: the same questions, references and verdicts, on the shapes that they claim."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from gfx_emulator.errors import CompileError
from rocm_kernels.backends.aiter.survey import cases, regions, toml_text
from rocm_kernels.backends.aiter.survey.campaign import Result
from rocm_kernels.backends.aiter.survey.points import EVERY_LENGTH_TO, TAIL_PROBE
from rocm_kernels.backends.aiter.survey.problem import build
from rocm_kernels.backends.aiter.survey.question import Question, Request
from rocm_kernels.backends.aiter.survey.references import truth_of
from rocm_kernels.backends.aiter.survey.triton_kernels import KERNELS, TARGET, TritonKernel, run, source_hash, widened
from rocm_kernels.backends.aiter.survey.verdict import REFUSED, RIGHT, Outcome, read_output

_GIB = 1 << 30
# One of them is longer than a part of 1,024 tokens and than 512, so that hosts that choose by the longest keep their path.
_PROBE = (1, 15, 16, 17, 33, 100, 128, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 2040)
_MANY_PROGRAMS = 1300
_FAR = (4095, 4096, 4097, 8191, 8192)


def questions(kernel: TritonKernel) -> Iterator[Question]:
    """The launches for one path through the host code."""
    base = Request()
    count = -(-(EVERY_LENGTH_TO + 1) // kernel.most_sequences)
    lengths = tuple(range(EVERY_LENGTH_TO + 1))
    for place in range(count):
        yield Question("length", "", base, lengths[place::count])
    yield Question("length", "", base, _FAR + (1,) * _fill(kernel, base, len(_FAR)))
    changes: dict[str, dict[str, dict[str, Any]]] = {
        "gqa": {str(n): {"gqa": n} for n in (1, 2, 7, 16, 71)},
        "kv_heads": {str(n): {"kv_heads": n, "gqa": 4} for n in (2,)},
        "head_size": {str(n): {"head_size": n} for n in (64, 96, 256)},
        "block_size": {str(n): {"page": n} for n in (32, 64)},
        "dtype": {"fp16": {"dtype": "fp16", "cache": "fp16"}},
        "tail": {word: {"tail": word} for word in ("value_nan", "key_nan")},
        "page_zero": {"nan": {"tail": "page_zero_nan"}},
        "columns": {"impossible": {"columns": "impossible"}},
        "cache": {f"{gib} GiB + 16 MiB": {"cache_bytes": gib * _GIB + (16 << 20)} for gib in (2, 4)},
    }
    for axis, values in changes.items():
        probe = _PROBE + TAIL_PROBE[::37] if axis == "tail" else _PROBE
        for value, change in values.items():
            request = replace(base, **change)
            yield Question(axis, value, request, probe + (1,) * _fill(kernel, request, len(probe)))


def _fill(kernel: TritonKernel, request: Request, count: int) -> int:
    """Sequences of one token that are added, so that the host takes the path for many sequences."""
    if kernel.most_sequences < 100:
        return 0
    return max(0, _MANY_PROGRAMS // max(1, request.gqa * request.kv_heads // 2) - count)


@dataclass(frozen=True)
class Answer:
    """What one kernel did with one question."""

    question: Question
    outcomes: tuple[Outcome, ...]
    disagreement: float


def answer(kernel: TritonKernel, question: Question) -> Answer:
    """Run one launch of AITER's host code and judge every sequence; a fault is given to all sequences of the launch.

    What Triton cannot compile is refused, with the last line of its words.
    """
    problem = build(question)
    truth = truth_of(problem)
    try:
        ended = run(kernel, problem)
    except CompileError as error:
        refused = Outcome(REFUSED, detail=str(error).strip().splitlines()[-1])
        return Answer(question, (refused,) * len(question.lengths), truth.disagreement)
    if ended.fault:
        outcomes = tuple(Outcome(ended.fault, detail=ended.message) for _ in question.lengths)
    else:
        outcomes = tuple(read_output(problem, widened(kernel, problem, truth)))
    return Answer(question, outcomes, truth.disagreement)


def as_result(kernel: TritonKernel, found: Answer) -> Result:
    """The answer as the reduction to regions takes it."""
    verdicts = tuple(outcome.verdict for outcome in found.outcomes)
    worst = max((outcome.worst for outcome in found.outcomes if outcome.verdict == RIGHT), default=0.0)
    question = found.question
    return Result(
        question.key,
        kernel.name,
        question.axis,
        question.value,
        question.lengths,
        verdicts,
        {},
        worst,
        found.disagreement,
    )


def survey(progress: Callable[[str], None] = lambda text: None) -> dict[str, Any]:
    """Run all questions of all paths; gives the data of ``write``."""
    kernels = []
    for kernel in KERNELS:
        answers = []
        for question in questions(kernel):
            progress(f"{kernel.name}: {question.axis} {question.value}")
            answers.append((question, as_result(kernel, answer(kernel, question))))
        verdicts = [verdict for _, result in answers for verdict in result.verdicts]
        wrong = [
            {"case": finding.name, "how": finding.how, "summary": cases.summary_of(finding)}
            for finding in regions.findings(answers)
        ]
        refused = [f"{question.axis} {question.value}" for question, result in answers if REFUSED in result.verdicts]
        runs = [
            {
                "axis": question.axis,
                "value": question.value,
                "key": question.key,
                "verdicts": " ".join(f"{word}*{len(list(run_of))}" for word, run_of in groupby(result.verdicts)),
            }
            for question, result in answers
        ]
        kernels.append(
            {
                "name": kernel.name,
                "layout": kernel.layout,
                "points": len(verdicts),
                "right": sum(verdict == RIGHT for verdict in verdicts),
                "wrong": wrong,
                "does_not_compile": refused,
                "launch": runs,
            }
        )
    return {"schema": 1, "target": TARGET, "evidence": "emulated", "sources": source_hash(), "kernel": kernels}


def write(folder: Path, data: dict[str, Any]) -> None:
    """Write ``<target>.triton.toml`` into the folder of a version."""
    toml_text.write(folder / f"{TARGET}.triton.toml", data)
