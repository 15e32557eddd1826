"""Writes what a survey found: the table that the dispatcher reads, the truth of every point, the case files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from rocm_kernels.backends.aiter import surveyed
from rocm_kernels.backends.aiter.code_objects import CodeObject
from rocm_kernels.backends.aiter.survey import cases, points, regions, toml_text
from rocm_kernels.backends.aiter.survey.campaign import Result, fingerprint
from rocm_kernels.backends.aiter.survey.question import Question
from rocm_kernels.backends.aiter.survey.verdict import REFUSED, RIGHT
from rocm_kernels.files import write_atomically

CASES = "cases"
_TRUTH_SCHEMA = 1

Named = list[tuple[str, regions.Finding, list[CodeObject]]]
"""Regions with the names of their case files, and the code objects that have them."""
Truth = dict[str, dict[str, tuple[str, ...]]]
"""By the hash of a code object and the key of a question the verdicts of its sequences."""


def truth_path(folder: Path, target: str) -> Path:
    """The file with the verdict of every point."""
    return folder / f"{target}.truth.json"


def answers_of(entry: CodeObject, results: Mapping[tuple[str, str], Result], size: str) -> list[tuple[Question, Any]]:
    """All questions of a code object with their results; raises ValueError where some were not answered."""
    found = []
    for question in points.questions(points.Family.of(entry), size):
        result = results.get((question.key, entry.sha256))
        if result is None:
            raise ValueError(
                f"{entry.name}: {question.axis} {question.value} was not answered: the survey is not whole"
            )
        found.append((question, result))
    return found


def write(
    folder: Path,
    version: str,
    entries: Sequence[CodeObject],
    results: Iterable[Result],
    size: str = "default",
    progress: Callable[[str], None] = lambda name: None,
) -> list[cases.Case]:
    """Write ``<target>.toml``, ``<target>.truth.json`` and the case files of one version and target below ``folder``.

    Args:
        folder: of the version; case files of regions that are gone are removed.
        version: of AITER.
        entries: the code objects of one target that were surveyed.
        results: at least one for each question of each of them.
        size: of the survey, one of points.SIZES.
        progress: called with the name of each case before it is run.
    """
    target = entries[0].target
    table, truth, named = texts(version, entries, results, size)
    made = []
    for name, finding, members in named:
        progress(name)
        made.append(cases.make(name, finding, members))
    for case in made:
        cases.write(case, folder / CASES)
    for path in (folder / CASES).glob("*.toml"):
        if path.stem not in {case.name for case in made}:
            path.unlink()
    write_atomically(folder / f"{target}.toml", table)
    write_atomically(truth_path(folder, target), truth)
    return made


def texts(
    version: str, entries: Sequence[CodeObject], results: Iterable[Result], size: str = "default"
) -> tuple[str, str, Named]:
    """The text of ``<target>.toml`` and of ``<target>.truth.json``, and the regions by name; nothing is run.

    Raises:
        ValueError: a question has no result.
    """
    target = entries[0].target
    by_key = {(result.question, result.sha256): result for result in results}
    answers = {entry: answers_of(entry, by_key, size) for entry in entries}
    named = _named({entry: regions.findings(found) for entry, found in answers.items()})
    return toml_text.text(_table(version, target, answers, named)), _truth(version, target, answers), named


def results_of(entries: Sequence[CodeObject], truth: Truth, size: str = "default") -> list[Result]:
    """The committed truth as results of a campaign; questions that it does not hold are left out."""
    found = []
    for entry in entries:
        for question in points.questions(points.Family.of(entry), size):
            verdicts = truth.get(entry.sha256, {}).get(question.key)
            if verdicts is not None:
                made = (question.key, entry.sha256, question.axis, question.value, question.lengths, verdicts)
                found.append(Result(*made, examples={}, worst=0.0, disagreement=0.0))
    return found


def _named(found: Mapping[CodeObject, Sequence[regions.Finding]]) -> Named:
    """Regions with names of their own: those of the same values at other lengths are numbered."""
    counts: dict[str, int] = {}
    named = []
    for name, finding, members in regions.by_region(found):
        counts[name] = counts.get(name, 0) + 1
        named.append((name if counts[name] == 1 else f"{name}_{counts[name]}", finding, members))
    return named


def points_of(answers: Iterable[tuple[Question, Result]]) -> int:
    """Sequences that were launched."""
    return sum(verdict != REFUSED for _, result in answers for verdict in result.verdicts)


def _table(
    version: str, target: str, answers: Mapping[CodeObject, Sequence[tuple[Question, Result]]], named: Named
) -> dict[str, Any]:
    objects = []
    for entry, found in answers.items():
        wrong = []
        for name, finding, members in named:
            if entry in members and finding.facts is not None:
                said = {"case": name, "how": finding.how, "summary": cases.summary_of(finding)}
                wrong.append({**said, **{fact: list(values) for fact, values in finding.facts.items()}})
        row: dict[str, Any] = {
            "name": entry.name,
            "sha256": entry.sha256,
            "symbol": entry.symbol,
            "points": points_of(found),
        }
        objects.append({**row, "surveyed": regions.surveyed(found), "wrong": wrong})
    beside = [
        {"case": name, "how": finding.how, "summary": cases.summary_of(finding), "code_objects": len(members)}
        for name, finding, members in named
        if finding.facts is None
    ]
    every = [result for found in answers.values() for _, result in found]
    totals = {
        "points": sum(points_of(found) for found in answers.values()),
        "right": sum(verdict == RIGHT for result in every for verdict in result.verdicts),
        "refused": sum(verdict == REFUSED for result in every for verdict in result.verdicts),
    }
    return {
        "schema": surveyed.SCHEMA,
        "aiter": version,
        "target": target,
        "evidence": "emulated",
        "survey": {**totals, "no_fact_of_a_request": beside},
        "code_object": objects,
    }


def _truth(version: str, target: str, answers: Mapping[CodeObject, Sequence[tuple[Question, Result]]]) -> str:
    """JSON: by the hash of each code object the number of its class, by class and question the runs of verdicts."""
    classes: dict[str, int] = {}
    objects = {}
    for entry, found in answers.items():
        text = ",\n".join(f'{json.dumps(question.key)}: "{_runs(result)}"' for question, result in found)
        objects[entry.sha256] = classes.setdefault(text, len(classes))
    head = {
        "schema": _TRUTH_SCHEMA,
        "aiter": version,
        "target": target,
        "evidence": "emulated",
        "sources": fingerprint(),
    }
    bodies = ",\n".join(f"{{{text}}}" for text in classes)
    return (
        json.dumps(head)[:-1] + ',\n"objects": ' + json.dumps(objects, indent=0) + f',\n"classes": [\n{bodies}\n]}}\n'
    )


def _runs(result: Result) -> str:
    return " ".join(f"{word}*{len(list(run))}" for word, run in groupby(result.verdicts))


def read_truth(path: Path) -> tuple[Truth, str]:
    """The verdict of every point of a committed survey, and the fingerprint of the sources that gave it.

    Raises:
        ValueError: the file does not follow its schema.
    """
    data = json.loads(path.read_text(encoding="utf-8"))
    if data.get("schema") != _TRUTH_SCHEMA:
        raise ValueError(f"{path}: schema: got {data.get('schema')!r}, expected {_TRUTH_SCHEMA}")
    classes = [{key: tuple(_unfolded(runs)) for key, runs in members.items()} for members in data["classes"]]
    return {sha256: classes[number] for sha256, number in data["objects"].items()}, data["sources"]


def _unfolded(runs: str) -> list[str]:
    found: list[str] = []
    for run in runs.split():
        word, _, count = run.partition("*")
        found += [word] * int(count)
    return found
