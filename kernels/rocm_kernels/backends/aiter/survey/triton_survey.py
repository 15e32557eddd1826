"""The survey of AITER's Triton decode kernels: the same questions, references and verdicts, on the shapes that they claim."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from gfx_emulator.errors import CompileError, LaunchError
from rocm_kernels.backends.aiter.survey import cases, regions, toml_text
from rocm_kernels.backends.aiter.survey.campaign import Result, append, fingerprint
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
# Up to the length to which all hosts keep their path, and beyond it.
_FAR = ((4095, 4096, 4097, 8191, 8192), (16_385, 32_768, 65_535, 131_071, 131_072))


def questions(kernel: TritonKernel) -> Iterator[Question]:
    """The launches for one path through the host code."""
    base = Request()
    count = -(-(EVERY_LENGTH_TO + 1) // kernel.most_sequences)
    lengths = tuple(range(EVERY_LENGTH_TO + 1))
    for place in range(count):
        yield Question("length", "", base, lengths[place::count])
    for far in _FAR:
        yield Question("length", "", base, far + (1,) * _fill(kernel, base, len(far)))
    changes: dict[str, dict[str, dict[str, Any]]] = {
        "gqa": {str(n): {"gqa": n} for n in (1, 2, 3, 4, 5, 7, 12, 16, 17, 32, 71, 128)},
        "kv_heads": {str(n): {"kv_heads": n, "gqa": 4} for n in (2, 3, 8)},
        "head_size": {str(n): {"head_size": n} for n in (32, 64, 80, 96, 112, 192, 256)},
        "block_size": {str(n): {"page": n} for n in (8, 32, 64, 128, 256)},
        "softmax_scale": {str(factor): {"softmax_scale": factor} for factor in (0.5, 2.0)},
        "query_stride": {str(n): {"query_stride": n} for n in (2,)},
        "values": {word: {"values": word} for word in ("zero_query", "peaked", "zero_values")},
        "table_width": {str(n): {"table_width": n} for n in (0, 1000)},
        "dtype": {"fp16": {"dtype": "fp16", "cache": "fp16"}},
        "tail": {word: {"tail": word} for word in ("value_nan", "key_nan", "both_nan")},
        "page_zero": {"nan": {"tail": "page_zero_nan"}},
        "columns": {word: {"columns": word} for word in ("zero", "impossible")},
        "cache": {
            f"{gib} GiB{text}": {"cache_bytes": gib * _GIB + more}
            for gib in (2, 4, 8, 96)
            for more, text in ((0, ""), (16 << 20, " + 16 MiB"))
        },
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

    What Triton cannot compile, or what needs more LDS than the target has, is refused, with the last line of the words.
    """
    problem = build(question)
    truth = truth_of(problem)
    try:
        ended = run(kernel, problem)
    except (CompileError, LaunchError) as error:
        if isinstance(error, LaunchError) and "bytes of LDS" not in str(error):
            raise
        refused = Outcome(REFUSED, detail=str(error).strip().splitlines()[-1])
        return Answer(question, (refused,) * len(question.lengths), truth.disagreement)
    if ended.fault:
        outcomes = tuple(Outcome(ended.fault, detail=ended.message) for _ in question.lengths)
    else:
        outcomes = tuple(read_output(problem, widened(kernel, problem, truth)))
    return Answer(question, outcomes, truth.disagreement)


RESULTS = "triton.jsonl"
Key = tuple[str, str]
"""The name of a path and the key of a question."""


def sources() -> str:
    """A hash of all that decides a verdict: the kernels' sources and Triton's version, this survey and the emulator."""
    digest = hashlib.sha256((source_hash() + fingerprint()).encode())
    for name in ("triton_kernels", "triton_survey"):
        digest.update((Path(__file__).parent / f"{name}.py").read_bytes())
    return digest.hexdigest()[:16]


def load(folder: Path) -> dict[Key, tuple[str, ...]]:
    """Read the verdicts of these sources from a folder of work; a line that a kill has cut is left out."""
    path = folder / RESULTS
    found: dict[Key, tuple[str, ...]] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        try:
            data = json.loads(line)
        except json.JSONDecodeError:
            continue
        if data["sources"] == sources():
            words = (word for word, count in data["runs"] for _ in range(count))
            found[(data["kernel"], data["question"])] = tuple(words)
    return found


def _answered(task: tuple[str, Question]) -> tuple[Key, tuple[str, ...]]:
    name, question = task
    kernel = next(entry for entry in KERNELS if entry.name == name)
    return (name, question.key), tuple(outcome.verdict for outcome in answer(kernel, question).outcomes)


def survey(
    folder: Path,
    workers: int,
    progress: Callable[[str], None] = lambda text: None,
    kernels: Sequence[TritonKernel] = KERNELS,
) -> dict[str, Any]:
    """Run what is left of all questions, keep each answer in the folder as it comes, and give the data of ``write``.

    Args:
        folder: of work, to go on from after a kill.
        workers: processes.
        progress: called with a line for people.
        kernels: the paths.
    """
    found = load(folder)
    asked = [(kernel, question) for kernel in kernels for question in questions(kernel)]
    left = [(kernel.name, question) for kernel, question in asked if (kernel.name, question.key) not in found]
    left.sort(key=lambda task: -sum(task[1].lengths) * task[1].request.kv_heads)
    progress(f"{len(kernels)} paths, {len(left)} launches to make")
    for number, (key, verdicts) in enumerate(append(folder / RESULTS, left, workers, _answered, _line), 1):
        found[key] = verdicts
        progress(f"{number} of {len(left)}: {key[0]}")
    return data_of(kernels, found)


def _line(answered: tuple[Key, tuple[str, ...]]) -> str:
    (name, question), verdicts = answered
    runs = [[word, len(list(run_of))] for word, run_of in groupby(verdicts)]
    return json.dumps({"sources": sources(), "kernel": name, "question": question, "runs": runs}) + "\n"


def data_of(kernels: Sequence[TritonKernel], found: Mapping[Key, tuple[str, ...]]) -> dict[str, Any]:
    """The data of ``write`` from the verdicts of all questions."""
    described = []
    for kernel in kernels:
        answers = [
            (question, _result(kernel, question, found[(kernel.name, question.key)])) for question in questions(kernel)
        ]
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
        described.append(
            {
                "name": kernel.name,
                "layout": kernel.layout,
                "points": sum(verdict != REFUSED for verdict in verdicts),
                "right": sum(verdict == RIGHT for verdict in verdicts),
                "wrong": wrong,
                "does_not_compile": refused,
                "launch": runs,
            }
        )
    return {"schema": 1, "target": TARGET, "evidence": "emulated", "sources": source_hash(), "kernel": described}


def _result(kernel: TritonKernel, question: Question, verdicts: tuple[str, ...]) -> Result:
    """The verdicts of one launch as the reduction to regions takes them."""
    place = (question.axis, question.value, question.lengths)
    return Result(question.key, kernel.name, *place, verdicts, {}, 0.0, 0.0)


def write(folder: Path, data: dict[str, Any]) -> None:
    """Write ``<target>.triton.toml`` into the folder of a version."""
    toml_text.write(folder / f"{TARGET}.triton.toml", data)
