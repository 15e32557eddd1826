"""Wrong points reduced to regions: intervals of numbers, sets of words, and the lengths at which they are met."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rocm_kernels.backends.aiter.code_objects import TILE_TOKENS, CodeObject
from rocm_kernels.backends.aiter.survey.campaign import Result
from rocm_kernels.backends.aiter.survey.question import Question, Request
from rocm_kernels.backends.aiter.survey.verdict import REFUSED, RIGHT, WRONG
from rocm_kernels.spec import UNBOUNDED

Answers = Sequence[tuple[Question, Result]]
Wrong = dict[int, str]
"""Verdicts by context length."""


@dataclass(frozen=True)
class Finding:
    """One region of one code object.

    Attributes:
        name: for files; the same for every code object with the same region.
        axis: along which it lies.
        values: of the axis, for people.
        how: the gravest verdict in it.
        where: the lengths at which it is met, in words.
        facts: the same for the dispatcher, by the names of ``surveyed.FACTS``; None where no fact of a request decides it.
        questions: launches that show it, the simplest first, each with the lengths that are wrong.
    """

    name: str
    axis: str
    values: str
    how: str
    where: str
    facts: Mapping[str, tuple[int, int] | tuple[str, ...]] | None
    questions: tuple[tuple[Question, tuple[int, ...]], ...] = field(compare=False)


@dataclass(frozen=True)
class _Number:
    """An axis of numbers: the fact that it is, None where a request has no such fact, and how its values read."""

    fact: str | None
    of: Callable[[Request], int]
    open_end: bool = False


_NUMBERS: dict[str, _Number] = {
    "gqa": _Number("gqa", lambda request: request.gqa),
    "kv_heads": _Number("kv_heads", lambda request: request.kv_heads),
    "head_size": _Number("head_size", lambda request: request.head_size),
    "block_size": _Number("block_size", lambda request: request.page),
    "cache": _Number("cache_bytes", lambda request: request.cache_bytes, open_end=True),
    "table_width": _Number(None, lambda request: request.table_width),
    "query_stride": _Number(None, lambda request: request.query_stride),
    "query_length": _Number(None, lambda request: request.query_length),
}
# Axes of words that a fact of a request stands for: the words of the fact that a value means.
_WORDS: dict[str, Callable[[str], dict[str, tuple[str, ...]]]] = {
    "tail": lambda value: {"unused_slots": ("anything",) if value.endswith("_nan") else ("anything", "finite")},
    "page_zero": lambda value: {"unused_slots": ("anything",)},
}


def findings(answers: Answers) -> list[Finding]:
    """Reduce all answers of one code object."""
    by_axis: dict[str, list[tuple[Question, Result]]] = {}
    for question, result in answers:
        by_axis.setdefault(question.axis, []).append((question, result))
    found = _of_lengths(by_axis.get("length", ()))
    known = [entry.facts["context_length"] for entry in found if entry.facts]
    for axis, group in by_axis.items():
        if axis == "length":
            continue
        rows = [(question, *_wrong(question, result, known)) for question, result in group if _asked(result)]
        found += _of_numbers(axis, rows) if axis in _NUMBERS else _of_words(axis, rows)
    return found


def surveyed(answers: Answers) -> dict[str, list[Any]]:
    """The part of the space that was run, by fact: lowest and highest number, words."""
    asked = [(question, result) for question, result in answers if _asked(result)]
    lengths = [length for question, _ in asked for length in question.lengths if length and question.axis == "length"]
    space: dict[str, list[Any]] = {"context_length": [min(lengths), max(lengths)]}
    for axis in ("gqa", "kv_heads", "head_size", "block_size", "cache"):
        number = _NUMBERS[axis]
        values = [number.of(question.request) for question, _ in asked if question.axis in (axis, "length")]
        assert number.fact is not None
        space[number.fact] = [0 if axis == "cache" else min(values), max(values)]
    tails = {question.request.tail for question, _ in asked}
    space["unused_slots"] = ["anything", "finite"] if any("nan" in tail for tail in tails) else ["finite"]
    return space


def _asked(result: Result) -> bool:
    return any(verdict != REFUSED for verdict in result.verdicts)


def gravest(verdicts: Iterable[str]) -> str:
    """The first of WRONG among some verdicts."""
    return min(verdicts, key=WRONG.index)


def _of_lengths(group: Sequence[tuple[Question, Result]]) -> list[Finding]:
    verdicts: dict[int, str] = {}
    questions: dict[int, Question] = {}
    for question, result in group:
        for length, verdict in zip(question.lengths, result.verdicts, strict=True):
            verdicts[length] = verdict
            questions[length] = question
    found = []
    for low, high, inside in _runs(sorted(verdicts), [length for length in verdicts if verdicts[length] != RIGHT]):
        how = gravest(verdicts[length] for length in inside)
        values = str(low) if low == high else f"{low} to {high}"
        shown = ((questions[inside[0]], tuple(inside)),)
        name = f"length_{values.replace(' ', '_')}_{how}"
        found.append(Finding(name, "length", values, how, "", {"context_length": (low, high)}, shown))
    return found


def _runs(tested: Sequence[int], wrong: Iterable[int]) -> list[tuple[int, int, list[int]]]:
    """Runs of neighbouring wrong numbers: from behind the last right one before to before the next right one."""
    bad = set(wrong)
    runs: list[tuple[int, int, list[int]]] = []
    inside: list[int] = []
    before: int | None = None
    for number in tested:
        if number in bad:
            inside.append(number)
            continue
        if inside:
            runs.append((inside[0] if before is None else before + 1, number - 1, inside))
        inside, before = [], number
    if inside:
        runs.append((inside[0] if before is None else before + 1, inside[-1], inside))
    return runs


_Row = tuple[Question, tuple[int, ...], Wrong]
"""A launch, its lengths but those that are wrong on the axis of lengths too, and those of them that are wrong."""


def _wrong(question: Question, result: Result, known: Sequence[Any]) -> tuple[tuple[int, ...], Wrong]:
    inside = {
        length: verdict
        for length, verdict in zip(question.lengths, result.verdicts, strict=True)
        if not any(low <= length <= high for low, high in known)
    }
    return tuple(inside), {length: verdict for length, verdict in inside.items() if verdict != RIGHT}


def _of_numbers(axis: str, rows: Sequence[_Row]) -> list[Finding]:
    number = _NUMBERS[axis]
    by_number = {number.of(question.request): (question, tested, wrong) for question, tested, wrong in rows}
    base = number.of(Request())
    tested_numbers = sorted({*by_number, *([base] if axis in ("kv_heads", "head_size", "cache") else [])})
    bad = [value for value, (_, _, wrong) in by_number.items() if wrong]
    found = []
    for low, high, inside in _runs(tested_numbers, bad):
        to_the_end = number.open_end and inside[-1] == tested_numbers[-1]
        members = [by_number[value] for value in inside]
        how = gravest(verdict for _, _, wrong in members for verdict in wrong.values())
        values = _span(axis, inside, low)
        facts = None if number.fact is None else {number.fact: (low, UNBOUNDED if to_the_end else high)}
        found.append(_finding(axis, values, how, members, facts))
    return found


def _span(axis: str, inside: Sequence[int], low: int) -> str:
    if axis == "cache":
        return f"over {(low - 1) / 2**30:g} GiB"
    return str(inside[0]) if len(inside) == 1 else f"{inside[0]} to {inside[-1]}"


def _of_words(axis: str, rows: Sequence[_Row]) -> list[Finding]:
    groups: dict[tuple[str, str], list[_Row]] = {}
    for row in rows:
        question, tested, wrong = row
        if wrong:
            how = gravest(wrong.values())
            where = lengths_in_words(tested, tuple(wrong), question.request.page)
            groups.setdefault((how, where), []).append(row)
    found = []
    for (how, _), members in groups.items():
        values = ", ".join(question.value for question, _, _ in members)
        facts = _WORDS[axis](members[0][0].value) if axis in _WORDS else None
        found.append(_finding(axis, values, how, members, facts))
    return found


def _finding(
    axis: str,
    values: str,
    how: str,
    members: Sequence[_Row],
    facts: Mapping[str, tuple[int, int] | tuple[str, ...]] | None,
) -> Finding:
    wheres = {
        lengths_in_words(tested, tuple(wrong), question.request.page) for question, tested, wrong in members if wrong
    }
    where = wheres.pop() if len(wheres) == 1 else "lengths that differ with the value"
    words = values.replace(",", "").replace(".", "_").replace(" ", "_")
    shown = tuple((question, tuple(wrong)) for question, _, wrong in members)
    return Finding(f"{axis}_{words}_{how}", axis, values, how, where, facts, shown)


def _partial(unit: int) -> Callable[[int, int], bool]:
    return lambda length, page: length % (unit or page) != 0


# The simplest descriptions of lengths, tried in order: words, and whether a length is meant.
_DESCRIPTIONS: tuple[tuple[str, Callable[[int, int], bool]], ...] = (
    ("every length", lambda length, page: True),
    ("lengths that do not fill their last page", _partial(0)),
    ("lengths that do not fill their last tile", _partial(TILE_TOKENS)),
    ("lengths below a tile", lambda length, page: length < TILE_TOKENS),
    ("lengths from a tile on", lambda length, page: length >= TILE_TOKENS),
)


def lengths_in_words(tested: Sequence[int], wrong: Sequence[int], page: int) -> str:
    """The simplest description that is true of all wrong lengths and of no other length that was run."""
    bad = set(wrong)
    for words, meant in _DESCRIPTIONS:
        if {length for length in tested if meant(length, page)} == bad:
            return words
    runs = _runs(sorted(tested), bad)
    if len(runs) <= 4:
        spans = (str(inside[0]) if len(inside) == 1 else f"{inside[0]} to {inside[-1]}" for _, _, inside in runs)
        return "lengths " + ", ".join(spans)
    return f"{len(bad)} of {len(tested)} lengths, from {min(bad)} to {max(bad)}"


def by_region(found: Mapping[CodeObject, Sequence[Finding]]) -> list[tuple[str, Finding, list[CodeObject]]]:
    """Regions with a name and all code objects that have them, in the order in which they are met.

    Only code objects that take the same requests share one, so that one launch shows it for all of them.
    """
    groups: dict[tuple[Any, ...], tuple[str, Finding, list[CodeObject]]] = {}
    for entry, findings_of in found.items():
        kind = f"{entry.query_dtype}_{entry.kv_dtype}_gqa{entry.gqa}_page{entry.block_size}"
        kind += f"_mtp{entry.mtp}_mask{entry.mask}" if entry.mtp else ""
        for finding in findings_of:
            name = f"{finding.name}_{kind}"
            groups.setdefault((name, finding.where), (name, finding, []))[2].append(entry)
    return list(groups.values())
