"""Which of AITER's code objects its host code takes for a request; read from ``pa_fwd`` and its choice by table.

The host goes through its table in the order of a hash map and takes the first row that fits, so where several fit, the
choice is not specified. This project never leaves it open: it takes the row of the precision asked for and names its kernel
(``kernelName``), and the host then looks nothing up.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from rocm_kernels.backends.aiter.code_objects import Row

# AITER's default. Of the host's numbers, 1 fits every precision; 0 and 2 fit their own only.
HIGH_PRECISION = 1
_ANY_PRECISION = 1
# AITER's words for types of a cache; fp8 is the target's own format.
KV_WORDS: dict[str, str] = {
    "bf16": "bf16",
    "fp16": "fp16",
    "int8": "int8",
    "fp8_e4m3fn": "fp8",
    "fp8_e4m3fnuz": "fp8",
}


Entry = TypeVar("Entry", bound=Row)


def fitting(
    objects: Iterable[Entry],
    query_dtype: str,
    kv_dtype: str,
    gqa: int,
    block_size: int,
    *,
    query_tokens: int = 1,
    high_precision: int = HIGH_PRECISION,
) -> tuple[Entry, ...]:
    """All listed code objects among which the host's choice falls; empty where it raises, several where it is not specified.

    Args:
        objects: rows of a table, or code objects, of one target.
        query_dtype, kv_dtype: in AITER's words (see ``KV_WORDS``).
        gqa: query heads a key/value head.
        block_size: tokens a page.
        query_tokens: most query tokens a sequence; above 1 the host is given the starts of the queries.
        high_precision: the host's argument of that name.
    """
    mtp, mask = (query_tokens + 10, 1) if query_tokens > 1 else (0, 0)
    for wanted_mtp in (mtp, 1) if mtp else (0,):
        for wanted_gqa in (gqa, -(-gqa // 8) * 8):
            found = tuple(
                entry
                for entry in objects
                if entry.listed
                and (entry.query_dtype, entry.kv_dtype) == (query_dtype, kv_dtype)
                and (entry.gqa, entry.mtp, entry.mask) == (wanted_gqa, wanted_mtp, mask)
                and entry.block_size == block_size
                and (entry.precision == high_precision or high_precision == _ANY_PRECISION)
                and not any(value for _, value in entry.other)
            )
            if found:
                return found
    return ()


def choose(
    objects: Iterable[Entry],
    query_dtype: str,
    kv_dtype: str,
    gqa: int,
    block_size: int,
    *,
    high_precision: int = HIGH_PRECISION,
) -> Entry | None:
    """The code object that this project has launched for one query token a sequence; None where the host has none.

    Of several that fit, the one whose precision is the one asked for, else the lowest.
    """
    found = fitting(objects, query_dtype, kv_dtype, gqa, block_size, high_precision=high_precision)
    exact = [entry for entry in found if entry.precision == high_precision]
    return min(exact or found, key=lambda entry: (entry.precision, entry.name), default=None)
