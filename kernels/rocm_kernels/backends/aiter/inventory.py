"""Every code object of an installation: what is in it, and whether AITER's host would ever choose it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rocm_kernels.backends.aiter import code_objects, selection
from rocm_kernels.backends.aiter.code_objects import CodeObject, Listing

# What the host may be asked for: every ratio that some kernel serves, up to this many query tokens, the three precisions.
_RATIOS = range(1, 129)
_QUERY_TOKENS = range(1, 9)
_PRECISIONS = (0, 1, 2)


@dataclass(frozen=True)
class Entry:
    """One asm decode kernel and how the host comes to it.

    Attributes:
        code_object: the file's facts.
        reachable: whether the host chooses it for some request.
        ambiguous_with: names of kernels that fit the same request, so that the host's choice is not specified.
    """

    code_object: CodeObject
    reachable: bool
    ambiguous_with: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Give the entry as plain data."""
        facts = asdict(self.code_object) | {"path": str(self.code_object.path)}
        return facts | {"reachable": self.reachable, "ambiguous_with": list(self.ambiguous_with)}


def entries(listing: Listing) -> tuple[Entry, ...]:
    """Say of each kernel of a listing whether the host reaches it, and which others fit the same requests."""
    reached: set[str] = set()
    rivals: dict[str, set[str]] = {entry.name: set() for entry in listing.objects}
    for query_dtype, kv_dtype, block_size in sorted(
        {(entry.query_dtype, entry.kv_dtype, entry.block_size) for entry in listing.objects}
    ):
        for gqa in _RATIOS:
            for query_tokens in _QUERY_TOKENS:
                for precision in _PRECISIONS:
                    found = selection.fitting(
                        listing.objects,
                        query_dtype,
                        kv_dtype,
                        gqa,
                        block_size,
                        query_tokens=query_tokens,
                        high_precision=precision,
                    )
                    names = {entry.name for entry in found}
                    reached |= names
                    for name in names:
                        rivals[name] |= names - {name}
    return tuple(Entry(entry, entry.name in reached, tuple(sorted(rivals[entry.name]))) for entry in listing.objects)


def targets_of(hsa: Path) -> tuple[str, ...]:
    """Names of the targets that a folder of code objects has."""
    return tuple(sorted(entry.name for entry in hsa.iterdir() if entry.is_dir())) if hsa.is_dir() else ()


def read(hsa: Path, target: str) -> tuple[tuple[Entry, ...], Listing]:
    """Read a folder and describe its decode kernels."""
    listing = code_objects.read(hsa, target)
    return entries(listing), listing
