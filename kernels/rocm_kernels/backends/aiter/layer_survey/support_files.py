"""Writes what the survey found: the table that the dispatcher reads, the verdict of every launch, and the case files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rocm_kernels.backends.aiter import surveyed
from rocm_kernels.backends.aiter.layer_code_objects import LayerCodeObject
from rocm_kernels.backends.aiter.layer_survey.campaign import Results, fingerprint
from rocm_kernels.backends.aiter.layer_survey.explanations import explanation
from rocm_kernels.backends.aiter.layer_survey.question import Axis, LayerQuestion, questions
from rocm_kernels.backends.aiter.survey import toml_text
from rocm_kernels.backends.aiter.survey.cases import HOW_IN_WORDS
from rocm_kernels.backends.aiter.survey.verdict import REFUSED, RIGHT
from rocm_kernels.files import write_atomically

CASES = "cases_layers"
TRUTH_SCHEMA = 1


@dataclass(frozen=True)
class Found:
    """A part of an axis where a code object is wrong in one way.

    Attributes:
        axis: the axis; ``base`` where every request is wrong.
        how: the verdict.
        values: the values that were wrong.
        interval: of the axis's fact, from behind the last right value to before the next; None without a fact.
        question: the first launch that shows it.
    """

    axis: Axis
    how: str
    values: tuple[Any, ...]
    interval: tuple[int, int] | None
    question: LayerQuestion

    @property
    def name(self) -> str:
        """The case's, without the family."""
        span = "" if self.axis.name == "base" else "_" + "_to_".join(dict.fromkeys(str(v) for v in self._ends))
        return f"{self.axis.name}{span}_{self.how}"

    @property
    def _ends(self) -> tuple[Any, Any]:
        return self.interval or (self.values[0], self.values[-1])

    @property
    def summary(self) -> str:
        """One sentence for people."""
        if self.axis.name == "base":
            return f"every request: {HOW_IN_WORDS[self.how]}"
        said = f"{self.interval[0]} to {self.interval[1]}" if self.interval else ", ".join(map(str, self.values))
        return f"{self.axis.name.replace('_', ' ')} {said}: {HOW_IN_WORDS[self.how]}"


def case_name(entry: LayerCodeObject, part: Found) -> str:
    """The case's name: code objects of one family, and with experts of one tile, are asked the same."""
    tile = f"_{entry.tile_columns}" if entry.family.startswith("fmoe") else ""
    return f"{entry.family}{tile}_{part.name}"


def _answers(entry: LayerCodeObject, results: Results) -> list[tuple[Axis, Any, LayerQuestion, str]]:
    """Every launch of a code object with its verdict.

    Raises:
        ValueError: one was not made.
    """
    found = []
    for axis, value, question in questions(entry):
        result = results.get((question.key, entry.sha256))
        if result is None:
            raise ValueError(f"{entry.name}: {axis.name} {value} was not answered: the survey is not whole")
        found.append((axis, value, question, result.verdict))
        if axis.name == "base" and result.verdict not in (RIGHT, REFUSED):
            break
    return found


def findings(answers: Sequence[tuple[Axis, Any, LayerQuestion, str]]) -> Iterator[Found]:
    """Where a code object is wrong: neighbouring values of an axis that are wrong in one way are one part."""
    axes: dict[str, list[tuple[Axis, Any, LayerQuestion, str]]] = {}
    for answer in answers:
        axes.setdefault(answer[0].name, []).append(answer)
    for group in axes.values():
        axis = group[0][0]
        started: list[int] = []
        for number, (_, _, _, verdict) in enumerate([*group, (axis, None, group[0][2], RIGHT)]):
            if started and verdict != group[started[0]][3]:
                inside = [group[place] for place in started]
                yield Found(
                    axis,
                    inside[0][3],
                    tuple(value for _, value, _, _ in inside),
                    _interval(group, started) if axis.fact else None,
                    inside[0][2],
                )
                started = []
            if verdict not in (RIGHT, REFUSED):
                started.append(number)


def _interval(group: Sequence[tuple[Axis, Any, LayerQuestion, str]], places: Sequence[int]) -> tuple[int, int]:
    """From behind the last value before to before the next: what was not run beside a wrong value counts as wrong."""
    first, last = places[0], places[-1]
    before = group[first - 1] if first else None
    low = 1 if before is None else before[1] + 1 if before[3] in (RIGHT, REFUSED) else group[first][1]
    after = group[last + 1] if last + 1 < len(group) else None
    return int(low), int(group[last][1] if after is None else after[1] - 1)


def _surveyed(answers: Sequence[tuple[Axis, Any, LayerQuestion, str]]) -> dict[str, list[int]]:
    """Lowest and highest value of each fact that was run."""
    ends: dict[str, list[int]] = {}
    for axis, value, _, verdict in answers:
        if axis.fact and verdict != REFUSED:
            low, high = ends.get(axis.fact, [value, value])
            ends[axis.fact] = [min(low, value), max(high, value)]
    return {name: [_least(name, low), high] for name, (low, high) in ends.items()}


def _least(name: str, low: int) -> int:
    return 0 if "_mod_" in name else min(low, 1) if name == "rows" else low


def texts(version: str, entries: Sequence[LayerCodeObject], results: Results) -> dict[str, str]:
    """All files of one version and target, by their path below the version's folder.

    Raises:
        ValueError: a launch was not made.
    """
    target = entries[0].target
    answers = {entry: _answers(entry, results) for entry in entries}
    found = {entry: list(findings(answer)) for entry, answer in answers.items()}
    cases: dict[str, list[tuple[LayerCodeObject, Found]]] = {}
    for entry, parts in found.items():
        for part in parts:
            cases.setdefault(case_name(entry, part), []).append((entry, part))
    files = {
        f"{target}.layers.toml": toml_text.text(_table(version, target, answers, found)),
        f"{target}.layers.truth.json": _truth(version, target, answers),
    }
    for name, members in cases.items():
        files[f"{CASES}/{name}.toml"] = toml_text.text(_case(name, target, members, results))
    return files


def write(folder: Path, version: str, entries: Sequence[LayerCodeObject], results: Results) -> list[str]:
    """Write the files below ``folder``, remove case files of parts that are gone; gives the names of the cases."""
    files = texts(version, entries, results)
    for path in (folder / CASES).glob("*.toml"):
        if f"{CASES}/{path.name}" not in files:
            path.unlink()
    for name, text in files.items():
        write_atomically(folder / name, text)
    return sorted(Path(name).stem for name in files if name.startswith(CASES))


def _table(
    version: str,
    target: str,
    answers: Mapping[LayerCodeObject, Sequence[tuple[Axis, Any, LayerQuestion, str]]],
    found: Mapping[LayerCodeObject, Sequence[Found]],
) -> dict[str, Any]:
    objects = []
    beside: dict[str, dict[str, Any]] = {}
    for entry, every in answers.items():
        wrong = []
        for part in found[entry]:
            name = case_name(entry, part)
            said: dict[str, Any] = {"case": name, "how": part.how, "summary": part.summary}
            if part.axis.name == "base":
                wrong.append(said)
            elif part.interval is not None:
                wrong.append({**said, part.axis.fact: list(part.interval)})
            else:
                beside.setdefault(name, {**said, "code_objects": 0})["code_objects"] += 1
        objects.append(
            {
                "name": entry.name,
                "sha256": entry.sha256,
                "symbol": entry.symbol,
                "points": sum(verdict != REFUSED for *_, verdict in every),
                "surveyed": _surveyed(every),
                "wrong": wrong,
            }
        )
    verdicts = [verdict for every in answers.values() for *_, verdict in every]
    totals = {
        "points": sum(verdict != REFUSED for verdict in verdicts),
        "right": verdicts.count(RIGHT),
        "refused": verdicts.count(REFUSED),
    }
    return {
        "schema": surveyed.SCHEMA,
        "aiter": version,
        "target": target,
        "evidence": "emulated",
        "survey": {**totals, "no_fact_of_a_request": list(beside.values())},
        "code_object": objects,
    }


def _truth(
    version: str, target: str, answers: Mapping[LayerCodeObject, Sequence[tuple[Axis, Any, LayerQuestion, str]]]
) -> str:
    data = {
        "schema": TRUTH_SCHEMA,
        "aiter": version,
        "target": target,
        "evidence": "emulated",
        "sources": fingerprint(),
        "verdicts": {
            entry.sha256: {question.key: verdict for _, _, question, verdict in every}
            for entry, every in answers.items()
        },
    }
    return json.dumps(data, indent=0) + "\n"


def read_truth(path: Path) -> tuple[dict[str, dict[str, str]], str]:
    """By the hash of a code object and the key of a question the verdict; and the fingerprint of the sources that gave it.

    Raises:
        ValueError: the file has another schema.
    """
    data = json.loads(path.read_text(encoding="utf-8"))
    if data.get("schema") != TRUTH_SCHEMA:
        raise ValueError(f"{path}: schema: got {data.get('schema')!r}, expected {TRUTH_SCHEMA}")
    return data["verdicts"], data["sources"]


def _case(name: str, target: str, members: Sequence[tuple[LayerCodeObject, Found]], results: Results) -> dict[str, Any]:
    _, part = members[0]
    return {
        "schema": 1,
        "case": name,
        "target": target,
        "evidence": "emulated",
        "how": part.how,
        "summary": part.summary,
        "explanation": explanation(members[0][0], part.axis.name, part.how),
        "question": part.question.as_data(),
        "code_object": [
            {
                "name": entry.name,
                "sha256": entry.sha256,
                "verdict": part.how,
                "bad": results[part.question.key, entry.sha256].bad,
                "elements": results[part.question.key, entry.sha256].elements,
            }
            for entry, part in members
        ],
    }
