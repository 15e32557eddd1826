"""Case files: one launch each that shows a wrong region, small enough to look at, and reproducible from the file alone."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rocm_kernels.backends.aiter.code_objects import CodeObject
from rocm_kernels.backends.aiter.survey import toml_text
from rocm_kernels.backends.aiter.survey.explanations import explain
from rocm_kernels.backends.aiter.survey.problem import build
from rocm_kernels.backends.aiter.survey.question import Question
from rocm_kernels.backends.aiter.survey.references import truth_of
from rocm_kernels.backends.aiter.survey.regions import Finding, gravest
from rocm_kernels.backends.aiter.survey.verdict import RIGHT, Outcome, judge
from rocm_kernels.errors import RocmKernelsError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SCHEMA = 1
_TRIED_LENGTHS = 8

HOW_IN_WORDS = {
    "out_of_bounds": "reads or writes outside of the tensors",
    "endless": "does not end",
    "wrote_outside": "writes beside the output",
    "unwritten": "leaves part of the output unwritten",
    "nan": "gives NaN or infinity where numbers are expected",
    "wrong_numbers": "gives wrong numbers",
}
_AXIS_IN_WORDS = {
    "length": "context length {values}",
    "gqa": "{values} query heads a key/value head",
    "kv_heads": "{values} key/value heads",
    "head_size": "head size {values}",
    "block_size": "pages of {values} tokens",
    "layout": "value cache in layout {values}",
    "scales": "scales given as: {values}",
    "softmax_scale": "softmax scale {values} times the usual",
    "cache": "key cache or value cache {values}",
    "tail": "slots behind a sequence's end in its last page hold: {values}",
    "page_zero": "page 0, which the sequence does not own, holds NaN",
    "columns": "unused columns of the block table hold: {values}",
    "table_width": "{values} unused columns in the block table",
    "batch": "batch of {values}",
    "query_stride": "rows of the query {values} times their packed size apart",
    "values": "inputs: {values}",
    "query_length": "{values} query tokens a sequence",
    "query_starts": "tensor of query starts: {values}",
}


class CaseError(RocmKernelsError, ValueError):
    """A case file is not as it must be, or nothing that it names is there."""


@dataclass(frozen=True)
class Member:
    """One code object that is wrong in a case: what the launch gives, and the addresses that show the explanation."""

    name: str
    sha256: str
    verdict: str
    bad: int
    elements: int
    places: tuple[str, ...] = ()


@dataclass(frozen=True)
class Case:
    """A wrong region with a launch that shows it; ``explanation`` is the name of one, empty where none is known."""

    name: str
    how: str
    summary: str
    where: str
    explanation: str
    target: str
    question: Question
    members: tuple[Member, ...]


def summary_of(finding: Finding) -> str:
    """One sentence for people."""
    words = _AXIS_IN_WORDS[finding.axis].format(values=finding.values)
    where = f", at {finding.where}" if finding.where and finding.where != "every length" else ""
    return f"{words}{where}: {HOW_IN_WORDS[finding.how]}"


def make(name: str, finding: Finding, entries: Sequence[CodeObject]) -> Case:
    """Find a small launch in which every one of the code objects is wrong, and record what it gives.

    Raises:
        CaseError: none is wrong in any of the launches that the survey named.
    """
    best: tuple[int, Question, list[Outcome]] | None = None
    for question in _candidates(finding):
        outcomes = list(outcomes_of(question, entries, finding.how))
        shown = sum(outcome.verdict == finding.how for outcome in outcomes)
        if best is None or shown > best[0]:
            best = (shown, question, outcomes)
        if shown == len(entries):
            break
    assert best is not None
    if not best[0]:
        seen = ", ".join(sorted({outcome.verdict for outcome in best[2]}))
        raise CaseError(f"{name}: no single launch of the survey shows {finding.how} again (gives {seen})")
    lengths = (finding.facts or {}).get("context_length")
    interval = (int(lengths[0]), int(lengths[1])) if lengths else None
    members = []
    known: set[str] = set()
    for entry, outcome in zip(entries, best[2], strict=True):
        found = explain(finding.axis, finding.how, interval, entry.path, entry.symbol)
        if found:
            known.add(found[0].name)
        places = tuple(f"{place:#x}" for place in found[1]) if found else ()
        members.append(Member(entry.name, entry.sha256, outcome.verdict, outcome.bad, outcome.elements, places))
    explanation = known.pop() if len(known) == 1 else ""
    target = entries[0].target
    summary = summary_of(finding)
    return Case(name, finding.how, summary, finding.where, explanation, target, best[1], tuple(members))


def _candidates(finding: Finding) -> Iterator[Question]:
    """Single sequences, the shortest first, then whole launches."""
    for question, lengths in finding.questions:
        for length in sorted(lengths)[:_TRIED_LENGTHS]:
            yield replace(question, lengths=(length,))
    for question, _ in finding.questions:
        yield question


def outcomes_of(question: Question, entries: Iterable[CodeObject], how: str) -> Iterator[Outcome]:
    """The outcome of a launch for each code object: ``how`` if a sequence has it, else the gravest."""
    problem = build(question)
    truth = truth_of(problem)
    for entry in entries:
        found = judge(entry, problem, truth)
        wrong = [outcome for outcome in found if outcome.verdict != RIGHT]
        if not wrong:
            yield found[0]
            continue
        there = {outcome.verdict for outcome in wrong}
        worst = how if how in there else gravest(there)
        yield next(outcome for outcome in wrong if outcome.verdict == worst)


def write(case: Case, folder: Path) -> None:
    """Write ``<folder>/<name>.toml``, atomically."""
    data = {
        "schema": SCHEMA,
        "case": case.name,
        "target": case.target,
        "evidence": "emulated",
        "how": case.how,
        "summary": case.summary,
        "where": case.where,
        "explanation": case.explanation,
        "question": case.question.as_data(),
        "code_object": [vars(member) for member in case.members],
    }
    toml_text.write(folder / f"{case.name}.toml", data)


def read(path: Path) -> Case:
    """Read a case file; raises CaseError naming the file."""
    try:
        data: Mapping[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        if data["schema"] != SCHEMA:
            raise CaseError(f"{path}: schema: got {data['schema']!r}, expected {SCHEMA}")
        return Case(
            data["case"],
            data["how"],
            data["summary"],
            data["where"],
            data["explanation"],
            data["target"],
            Question.from_data(data["question"]),
            tuple(Member(**{**member, "places": tuple(member["places"])}) for member in data["code_object"]),
        )
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise CaseError(f"{path}: cannot be read as a case: {type(error).__name__}: {error}") from error


def reproduce(case: Case, entries: Mapping[str, CodeObject]) -> list[tuple[Member, Outcome | None]]:
    """Launch again: what each code object gives now, None where no file with its hash is there.

    Raises:
        CaseError: none of them is there.
    """
    there = [entries[member.sha256] for member in case.members if member.sha256 in entries]
    if not there:
        raise CaseError(f"{case.name}: none of its {len(case.members)} code objects is in this folder")
    outcomes = dict(zip((entry.sha256 for entry in there), outcomes_of(case.question, there, case.how), strict=True))
    return [(member, outcomes.get(member.sha256)) for member in case.members]
