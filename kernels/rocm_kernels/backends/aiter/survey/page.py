"""The generated part of docs/aiter_survey.md: what the committed survey found, from its files."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rocm_kernels.backends.aiter import surveyed
from rocm_kernels.backends.aiter.survey import cases
from rocm_kernels.backends.aiter.survey.explanations import EXPLANATIONS
from rocm_kernels.backends.aiter.survey.support_files import CASES

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_MOST_NAMED = 3


def text(folder: Path = surveyed.FOLDER, target: str = "gfx942") -> str:
    """Markdown of all surveyed versions of AITER."""
    found = []
    for table in sorted(folder.glob(f"*/{target}.toml")):
        found += list(_version(table, target))
    return "\n".join(found)


def _version(table: Path, target: str) -> Iterator[str]:
    data = tomllib.loads(table.read_text(encoding="utf-8"))
    objects, totals = data["code_object"], data["survey"]
    made = {path.stem: cases.read(path) for path in sorted((table.parent / CASES).glob("*.toml"))}
    wrong = totals["points"] - totals["right"]
    yield f"### amd-aiter {data['aiter']}, {target} (evidence: {data['evidence']})"
    yield ""
    yield (
        f"{len(objects)} code objects, {totals['points']:,} points launched: {totals['right']:,} right, {wrong:,} wrong;"
        f" {totals['refused']:,} more that AITER's host refuses."
    )
    yield ""
    yield "| case | files | what | explanation |"
    yield "| --- | --- | --- | --- |"
    for name, case in made.items():
        yield f"| `{name}` | {len(case.members)} | {case.summary} | {case.explanation or '-'} |"
    yield ""
    yield "Explanations, each given only where its pattern is in the file's disassembly:"
    yield ""
    for entry in EXPLANATIONS:
        shown = [case for case in made.values() if case.explanation == entry.name]
        if shown:
            places = "; ".join(_places(shown[0].members))
            yield f"- **{entry.name}**: {entry.text} For example {places}."
    yield ""
    yield "Files by the regions in which they are wrong (regions that a request's facts decide):"
    yield ""
    yield from _files(objects)
    triton = table.with_name(f"{target}.triton.toml")
    if triton.is_file():
        yield from _triton(tomllib.loads(triton.read_text(encoding="utf-8")))


def _places(members: tuple[cases.Member, ...]) -> list[str]:
    return [f"`{member.name}` at {', '.join(member.places)}" for member in members[:_MOST_NAMED] if member.places]


def _files(objects: list[dict[str, Any]]) -> Iterator[str]:
    groups: dict[tuple[str, ...], list[str]] = {}
    for entry in objects:
        key = tuple(region["case"] for region in entry.get("wrong", []))
        groups.setdefault(key, []).append(entry["name"])
    for number, (key, names) in enumerate(sorted(groups.items(), key=lambda item: -len(item[1])), 1):
        yield f"{number}. {', '.join(f'`{name}`' for name in names)}: {', '.join(key) or 'right everywhere'}"


def _triton(data: dict[str, Any]) -> Iterator[str]:
    yield ""
    yield f"#### Its Triton decode kernels, compiled for {data['target']} (evidence: {data['evidence']})"
    yield ""
    yield "| path | layout | points | right | wrong | does not compile, or needs more LDS than there is |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for entry in data["kernel"]:
        wrong = "; ".join(region["summary"] for region in entry.get("wrong", [])) or "-"
        refused = ", ".join(entry["does_not_compile"]) or "-"
        yield (
            f"| {entry['name']} | {entry['layout']} | {entry['points']:,} | {entry['right']:,} | {wrong} | {refused} |"
        )
