"""Loads matrix.toml and what it includes: families of cells, expanded over their axes, each error with its line."""

from __future__ import annotations

import fnmatch
import itertools
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from rocm_ci.cell import Cell
from rocm_ci.cell_kinds import FIELDS, kind_of
from rocm_ci.errors import MatrixError, did_you_mean
from rocm_ci.pairs import covering_points

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TOP_LEVEL = ("include", "defaults", "runs", "family")
FAMILY_ONLY = ("name", "runs", "axes", "without", "cover")
COVERS = ("all", "pairs")
GENERATED = ("id", "family", "run")  # a matrix never writes these itself
CELL_FIELDS = tuple(name for name in FIELDS if name not in GENERATED)
# How the value of a field reads inside an id.
FRAGMENTS: dict[str, str] = {
    "query_dtype": "{}",
    "kv_dtype": "kv-{}",
    "query_heads": "{}q",
    "kv_heads": "{}kv",
    "head_size": "head{}",
    "block_size": "block{}",
    "layout": "{}",
    "written_layout": "written-{}",
    "lengths": "len{}",
    "query_lengths": "new{}",
    "kv_scales": "scales-{}",
    "scale": "scale{}",
    "softcap": "softcap{}",
    "sliding_window": "window{}",
    "table_extra": "extra{}",
    "key_amax": "amax{}",
    "rows": "M{}",
    "tokens": "M{}",
    "out_features": "N{}",
    "in_features": "K{}",
    "hidden": "hidden{}",
    "width": "width{}",
    "intermediate": "I{}",
    "experts": "{}experts",
    "top_k": "top{}",
    "weight_dtype": "w-{}",
    "output_dtype": "to-{}",
    "amplitude": "size{}",
}


# One value of an axis: its part of the id, and the fields that it sets.
Point = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class Matrix:
    """All cells of a file and those that it includes, in the order of the files, included ones first."""

    path: Path
    cells: tuple[Cell, ...]

    def cell(self, identifier: str) -> Cell:
        """The cell of that id; raises KeyError."""
        return next(cell for cell in self.cells if cell.id == identifier)


@dataclass(frozen=True)
class _Source:
    """The text of the file, to find lines in: the TOML parser of the standard library keeps no positions."""

    path: Path
    lines: tuple[str, ...]

    def block(self, header: str, index: int) -> tuple[int, int]:
        """First and last line (from 1) of the ``index``-th table opened by ``header``."""
        starts = [number for number, text in enumerate(self.lines, 1) if text.strip().startswith(header)]
        start = starts[index] if index < len(starts) else 1
        following = re.compile(r"^\s*\[\[?[A-Za-z]")
        for number in range(start + 1, len(self.lines) + 1):
            if following.match(self.lines[number - 1]):
                return start, number - 1
        return start, len(self.lines)

    def find(self, words: tuple[str, ...], first: int, last: int) -> int:
        """The line of the first of ``words`` that is written between two lines, else the first line."""
        for word in words:
            pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
            for number in range(first, last + 1):
                if pattern.search(self.lines[number - 1].partition("#")[0]):
                    return number
        return first


def load(path: Path) -> Matrix:
    """Read and check a matrix file and those that it includes; raises MatrixError with file, line and suggestion."""
    families = _Families({}, {})
    cells = tuple(_cells(path, families, (path,)))
    if not cells:
        raise MatrixError(path, 1, "holds no cell")
    return Matrix(path, cells)


@dataclass(frozen=True)
class _Families:
    """Where names of families and ids of cells were given first, over all files: file and line."""

    names: dict[str, tuple[Path, int]]
    ids: dict[str, tuple[Path, int]]


def _place(place: tuple[Path, int], here: Path) -> str:
    """A place in words; the file only where it is another one."""
    return f"line {place[1]}" if place[0] == here else f"line {place[1]} of {place[0].name}"


def _document(path: Path) -> tuple[_Source, dict[str, Any]]:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise MatrixError(path, 1, f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise MatrixError(path, 1, f"is not UTF-8: {error}") from None
    source = _Source(path, tuple(text.splitlines()))
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        raise MatrixError(path, int(found[1]) if found else 1, f"is not TOML: {error}") from None
    _known(source, document, TOP_LEVEL, "table", 1, len(source.lines))
    _shaped(source, document)
    return source, document


def _included(source: _Source, document: dict[str, Any], around: tuple[Path, ...]) -> Iterator[Path]:
    """Files named by ``include``, relative to this one; each once, and none that includes itself."""
    named = document.get("include", [])
    line = source.find(("include",), 1, len(source.lines))
    if not isinstance(named, list) or not all(isinstance(entry, str) for entry in named):
        raise MatrixError(source.path, line, "include must be a list of files, relative to this one")
    for index, entry in enumerate(named):
        path = source.path.parent / entry
        if entry in named[:index] or path.resolve() in {other.resolve() for other in around}:
            raise MatrixError(source.path, source.find((entry,), line, len(source.lines)), f"includes {entry!r} twice")
        if not path.is_file():
            raise MatrixError(
                source.path, source.find((entry,), line, len(source.lines)), f"there is no file {entry!r}"
            )
        yield path


def _cells(path: Path, families: _Families, around: tuple[Path, ...]) -> Iterator[Cell]:
    """The cells of one file, after those of the files that it includes; each file has its own defaults and runs."""
    source, document = _document(path)
    for included in _included(source, document, around):
        yield from _cells(included, families, (*around, included))
    defaults = document.get("defaults", {})
    _known(source, defaults, CELL_FIELDS, "field", *source.block("[defaults]", 0))
    runs: dict[str, dict[str, Any]] = document.get("runs", {})
    for name, values in runs.items():
        _known(source, values, CELL_FIELDS, "field", *source.block(f"[runs.{name}]", 0))
    for index, family in enumerate(document.get("family", ())):
        first, last = source.block("[[family]]", index)
        _known(source, family, (*FAMILY_ONLY, *CELL_FIELDS), "field", first, last)
        name = family.get("name")
        if not isinstance(name, str):
            raise MatrixError(path, first, "a family needs a name")
        if name in families.names:
            where = _place(families.names[name], path)
            raise MatrixError(path, first, f"family {name!r} is already defined at {where}")
        families.names[name] = path, first
        expanded = list(_expand(source, family, name, defaults, runs, first, last))
        for cell in _without(source, expanded, family.get("without", []), first, last):
            if cell.id in families.ids:
                where = _place(families.ids[cell.id], path)
                raise MatrixError(
                    path,
                    first,
                    f"id {cell.id!r} is given twice (first by the family at {where})",
                    "give the points of an axis different ids",
                )
            families.ids[cell.id] = path, first
            yield cell


def _shaped(source: _Source, document: dict[str, Any]) -> None:
    """Refuse a table where another thing stands; what is inside of tables is checked by name and by ``Cell``."""
    families = document.get("family", [])
    if not isinstance(families, list) or not all(isinstance(family, dict) for family in families):
        line = source.find(("family",), 1, len(source.lines))
        raise MatrixError(source.path, line, "each family is written as [[family]], with two brackets")
    runs = document.get("runs", {})
    tables = {"defaults": document.get("defaults", {}), "runs": runs}
    tables |= {f"runs.{name}": values for name, values in (runs.items() if isinstance(runs, dict) else ())}
    for index, family in enumerate(families):
        if not isinstance(family.get("axes", {}), dict):
            line = source.find(("axes",), *source.block("[[family]]", index))
            raise MatrixError(source.path, line, "axes must be a table of lists, axes.<field> = [...]")
    for name, table in tables.items():
        if not isinstance(table, dict):
            line = source.find((name, name.rpartition(".")[2]), 1, len(source.lines))
            raise MatrixError(source.path, line, f"{name} must be a table, written as [{name}]")


def _known(source: _Source, table: dict[str, Any], known: tuple[str, ...], what: str, first: int, last: int) -> None:
    for name in table:
        if name not in known:
            raise MatrixError(
                source.path, source.find((name,), first, last), f"unknown {what} {name!r}", did_you_mean(name, known)
            )


def _without(source: _Source, cells: list[Cell], patterns: Any, first: int, last: int) -> list[Cell]:
    """Leave out the cells that match a pattern; a pattern that matches none is an error."""
    line = source.find(("without",), first, last)
    if not isinstance(patterns, list) or not all(isinstance(pattern, str) for pattern in patterns):
        raise MatrixError(source.path, line, "without must be a list of globs over the family's ids")
    for pattern in patterns:
        if not any(fnmatch.fnmatchcase(cell.id, pattern) for cell in cells):
            raise MatrixError(source.path, line, f"without {pattern!r} matches no cell of the family")
    return [cell for cell in cells if not any(fnmatch.fnmatchcase(cell.id, pattern) for pattern in patterns)]


def _expand(
    source: _Source,
    family: dict[str, Any],
    name: str,
    defaults: dict[str, Any],
    runs: dict[str, dict[str, Any]],
    first: int,
    last: int,
) -> Iterator[Cell]:
    shared = {key: value for key, value in family.items() if key not in FAMILY_ONLY}
    run_names = family.get("runs")
    if not isinstance(run_names, list) or not run_names:
        raise MatrixError(source.path, first, f"family {name!r} needs runs, a list of names of [runs.<name>] tables")
    cover = family.get("cover", "all")
    if cover not in COVERS:
        line = source.find(("cover",), first, last)
        raise MatrixError(source.path, line, f"cover is {cover!r}, not one of {', '.join(COVERS)}")
    axes = [_points(source, axis, values, first, last) for axis, values in family.get("axes", {}).items()]
    for run_name in run_names:
        if run_name not in runs:
            line = source.find((str(run_name), "runs"), first, last)
            raise MatrixError(source.path, line, f"unknown run {run_name!r}", did_you_mean(str(run_name), runs))

        def values_of(points: tuple[Point, ...], run: str = run_name) -> dict[str, Any]:
            values = _merged(defaults, shared, runs[run], *(point for _, point in points))
            if values.get("raises") is not None:
                values["backend"] = None
            return {**values, "id": "id", "family": name, "run": run}

        chosen: Iterable[tuple[Point, ...]] = itertools.product(*axes)
        if cover == "pairs":
            chosen = covering_points(axes, lambda points: _is_possible(values_of(points)))
        for points in chosen:
            # A value that sets nothing may have an empty id.
            fragments = [fragment for fragment, _ in points if fragment]
            identifier = "/".join(filter(None, (name, "-".join(fragments), run_name)))
            try:
                yield Cell.model_validate({**values_of(points), "id": identifier})
            except ValidationError as error:
                raise _explained(source, error, identifier, values_of(points), first, last) from None


def _is_possible(values: dict[str, Any]) -> bool:
    """False for a combination that no machine could run; anything else that is wrong is told when the cell is made."""
    try:
        Cell.model_validate(values)
    except ValidationError as error:
        return any(detail["type"] != "value_error" for detail in error.errors())
    return True


def _merged(*layers: dict[str, Any]) -> dict[str, Any]:
    """Later layers win; tables (reasons, flags) are merged key by key, lists inside them joined."""
    merged: dict[str, Any] = {}
    for layer in layers:
        for field, value in layer.items():
            if isinstance(value, dict) and isinstance(merged.get(field), dict):
                table = dict(merged[field])
                for key, entry in value.items():
                    joined = isinstance(entry, list) and isinstance(table.get(key), list)
                    table[key] = [*table[key], *entry] if joined else entry
                merged[field] = table
            else:
                merged[field] = value
    return merged


def _points(source: _Source, axis: str, values: Any, first: int, last: int) -> list[Point]:
    line = source.find((f"axes.{axis}", axis), first, last)
    if not isinstance(values, list) or not values:
        raise MatrixError(source.path, line, f"axis {axis!r} must be a list that is not empty")
    points: list[Point] = []
    for value in values:
        point = dict(value) if isinstance(value, dict) else {axis: value}
        fragment = point.pop("id", None)
        for field in point:
            if field not in CELL_FIELDS:
                where = source.find((field,), first, last)
                raise MatrixError(source.path, where, f"unknown field {field!r}", did_you_mean(field, CELL_FIELDS))
        points.append((fragment or "-".join(_fragment(*item) for item in point.items()), point))
    return points


def _fragment(field: str, value: Any) -> str:
    if isinstance(value, bool):
        return field if value else f"no-{field}"
    text = "+".join(str(item) for item in value) if isinstance(value, list) else str(value)
    return FRAGMENTS.get(field, "{}").format(text).removesuffix(".0")


def _own_fields(values: dict[str, Any]) -> list[str]:
    """The fields that only the op of ``values`` has."""
    return [name for name in kind_of(values).model_fields if name not in Cell.model_fields]


def _explained(
    source: _Source, error: ValidationError, identifier: str, values: dict[str, Any], first: int, last: int
) -> MatrixError:
    detail = error.errors()[0]
    fields = tuple(str(part) for part in detail["loc"]) or _named_in(detail["msg"])
    message = detail["msg"].removeprefix("Value error, ")
    if detail["type"] == "extra_forbidden":
        message = f"is no field of this op; it has {', '.join(_own_fields(values))}"
    value = f", got {detail['input']!r}" if detail["loc"] and detail["type"] != "missing" else ""
    where = f"{fields[0]}: " if detail["loc"] else ""
    return MatrixError(source.path, source.find(fields, first, last), f"cell {identifier!r}: {where}{message}{value}")


def _named_in(message: str) -> tuple[str, ...]:
    """Fields that a message about a pair of values is most likely about."""
    hints = (
        ("no reason has the code", ("reasons", "runs")),
        ("argument belongs", ("argument", "raises")),
        ("explicit", ("policy", "reasons")),
        ("VLLM_", ("flags",)),
        ("flag", ("flags",)),
        ("query heads cannot share", ("query_heads", "kv_heads")),
        ("no multiple", ("head_size", "block_size", "layout")),
        ("target", ("target", "device", "kv_dtype", "runs")),
        ("cache", ("kv_dtype", "written_layout", "layout", "kv_scales")),
        ("length", ("query_lengths", "lengths")),
        ("query_lengths", ("query_lengths", "op")),
        ("yardstick", ("yardstick", "most")),
        ("backend", ("backend", "raises", "device", "runs")),
        ("device", ("device", "runs")),
        ("interpreter", ("interpreted", "runs")),
    )
    return next((fields for words, fields in hints if words in message), ())
