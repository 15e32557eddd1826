"""Every code object of an installation: what is in it, and whether AITER's host would ever launch it."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gfx_emulator.code_object import CodeObject as File
from gfx_emulator.errors import CodeObjectError
from rocm_kernels.backends.aiter import code_objects, selection
from rocm_kernels.backends.aiter.code_objects import CodeObject, Listing, Resources, resources_of
from rocm_kernels.support import span

_MOST_QUERY_TOKENS = 8
_PRECISIONS = (0, 1, 2)


@dataclass(frozen=True)
class Reach:
    """Requests for which the host's choice falls on a decode kernel, or on one of several.

    Attributes:
        gqa: lowest and highest ratio of query heads to key/value heads.
        query_tokens: fewest and most query tokens a sequence (from 1 to 8 were tried).
        high_precision: values of the host's argument of that name.
        among: names of the kernels that fit the same requests: with more than one, which one runs is not specified.
    """

    gqa: tuple[int, int]
    query_tokens: tuple[int, int]
    high_precision: tuple[int, ...]
    among: tuple[str, ...]

    def __str__(self) -> str:
        precision = ", ".join(str(value) for value in self.high_precision)
        said = f"gqa {span(self.gqa)}, {span(self.query_tokens)} query tokens, high_precision {precision}"
        return said if len(self.among) == 1 else f"{said}: NOT SPECIFIED, one of {len(self.among)}"


@dataclass(frozen=True)
class Entry:
    """One asm decode kernel and how the host comes to it; ``reaches`` is empty where it never does."""

    code_object: CodeObject
    reaches: tuple[Reach, ...]

    @property
    def ambiguous(self) -> bool:
        """Whether there are requests that fit this kernel and another."""
        return any(len(reach.among) > 1 for reach in self.reaches)

    def to_dict(self) -> dict[str, Any]:
        """Give the entry as plain data."""
        facts = asdict(self.code_object) | {"path": str(self.code_object.path)}
        return facts | {
            "op": "paged_attention",
            "reachable": bool(self.reaches),
            "ambiguous": self.ambiguous,
            "reaches": [asdict(reach) for reach in self.reaches],
        }


@dataclass(frozen=True)
class OtherFile:
    """A code object of another op: what its file says; which requests lead to it is not looked at.

    Attributes:
        op: the folder that it lies in, or the first word of its name.
        name: path below the target's folder.
        named_by: what names the file: a table (``*.csv``) or a source of the host; empty where nothing does.
        problem: why it cannot be read, None where it can.
    """

    op: str
    name: str
    sha256: str
    kernels: tuple[str, ...]
    kernarg_bytes: tuple[int, ...]
    resources: tuple[Resources, ...]
    named_by: str
    problem: str | None


def entries(listing: Listing) -> tuple[Entry, ...]:
    """Say of each decode kernel of a listing which requests lead the host to it."""
    found: dict[str, dict[tuple[tuple[str, ...], int], list[tuple[int, int]]]] = {e.name: {} for e in listing.objects}
    ratios = range(1, max((entry.gqa for entry in listing.objects), default=0) + 1)
    for query_dtype, kv_dtype, block_size in sorted(
        {(entry.query_dtype, entry.kv_dtype, entry.block_size) for entry in listing.objects}
    ):
        for gqa in ratios:
            for query_tokens in range(1, _MOST_QUERY_TOKENS + 1):
                for precision in _PRECISIONS:
                    fits = selection.fitting(
                        listing.objects,
                        query_dtype,
                        kv_dtype,
                        gqa,
                        block_size,
                        query_tokens=query_tokens,
                        high_precision=precision,
                    )
                    names = tuple(sorted(entry.name for entry in fits))
                    for name in names:
                        found[name].setdefault((names, precision), []).append((gqa, query_tokens))
    return tuple(Entry(entry, tuple(_reaches(found[entry.name]))) for entry in listing.objects)


def _reaches(found: dict[tuple[tuple[str, ...], int], list[tuple[int, int]]]) -> Iterator[Reach]:
    """Requests that differ in the precision asked for only are told together."""
    alike: dict[tuple[tuple[str, ...], tuple[tuple[int, int], ...]], list[int]] = {}
    for (names, precision), requests in found.items():
        alike.setdefault((names, tuple(requests)), []).append(precision)
    for (names, asked), precisions in alike.items():
        ratios, tokens = zip(*asked, strict=True)
        yield Reach((min(ratios), max(ratios)), (min(tokens), max(tokens)), tuple(precisions), names)


def others(hsa: Path, target: str, listing: Listing) -> Iterator[OtherFile]:
    """Read every other code object of a target, one after the other: there are more than a thousand."""
    folder = hsa / target
    known = {entry.name for entry in listing.objects} | {problem.name for problem in listing.problems}
    tables = _named_by_tables(folder)
    sources = _host_sources(hsa)
    for path in sorted(folder.rglob("*.co")):
        name = path.relative_to(folder).as_posix()
        if name in known:
            continue
        by = tables.get(name) or next((file for file, text in sources.items() if f'{path.name}"' in text), "")
        op = name.partition("/")[0] if "/" in name else path.stem.partition("_")[0]
        try:
            file = File.load(path)
        except CodeObjectError as error:
            yield OtherFile(op, name, "", (), (), (), by, str(error))
            continue
        kernels = tuple(file.kernels.values())
        yield OtherFile(
            op,
            name,
            file.sha256,
            tuple(kernel.name for kernel in kernels),
            tuple(kernel.kernarg_size for kernel in kernels),
            tuple(resources_of(kernel) for kernel in kernels),
            by,
            None if file.target == target else f"built for {file.target}, not for {target}",
        )


def _named_by_tables(folder: Path) -> dict[str, str]:
    named = {}
    for table in sorted(folder.rglob("*.csv")):
        with table.open(encoding="utf-8", errors="replace", newline="") as stream:
            for cells in csv.reader(stream):
                for cell in cells:
                    if cell.endswith(".co"):
                        named[(table.parent / cell).relative_to(folder).as_posix()] = table.relative_to(
                            folder
                        ).as_posix()
    return named


def _host_sources(hsa: Path) -> dict[str, str]:
    """Sources of the host beside the folder, and the generators in it; a name that is put together in code is not found."""
    roots = ((hsa.parent / "csrc", ("*.cu", "*.cpp", "*.h", "*.hpp")), (hsa, ("*.py",)))
    return {
        path.relative_to(hsa.parent).as_posix(): path.read_text(encoding="utf-8", errors="replace")
        for root, patterns in roots
        if root.is_dir()
        for pattern in patterns
        for path in sorted(root.rglob(pattern))
    }


def targets_of(hsa: Path) -> tuple[str, ...]:
    """Names of the targets that a folder of code objects has."""
    return tuple(sorted(entry.name for entry in hsa.iterdir() if entry.is_dir())) if hsa.is_dir() else ()


def read(hsa: Path, target: str) -> tuple[tuple[Entry, ...], Listing]:
    """Read a folder and describe its decode kernels."""
    listing = code_objects.read(hsa, target)
    return entries(listing), listing
