"""How much of this machine's copy bandwidth the torch backend's decode moves.

    python -m rocm_kernels.benchmarks.torch_decode [--layouts 5d,hnd] [--dtypes fp32,bf16] [--repeats N] [--json]

One case: 8 sequences of 4,096 tokens, 32 query and 8 key/value heads of 128, pages of 16 in random order. A decode moves its
keys and values once; a copy of a large tensor reads and writes it. Both are timed in turn, so that a neighbour's load meets
both, and the best of each counts.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import torch
from rich.console import Console
from rich.table import Table

import rocm_kernels
from rocm_kernels.dtypes import data_type
from rocm_kernels.layouts import LAYOUTS

SEQUENCES, LENGTH, QUERY_HEADS, KV_HEADS, HEAD_SIZE, BLOCK_SIZE = 8, 4_096, 32, 8, 128, 16
COPY_BYTES = 256 << 20
GOAL = 0.30
DEFAULT_DTYPES = ("fp32", "bf16")


@dataclass(frozen=True)
class Figure:
    """One case.

    Attributes:
        dtype, layout: the cache's; the query has the same type, or bf16 over 8 bits.
        milliseconds: best time of a decode, the whole op.
        gigabytes_per_second: keys and values over that time.
        copy_gigabytes_per_second: bytes read and written by the best copy between the decodes.
        share: one over the other.
        threads: that PyTorch used.
    """

    dtype: str
    layout: str
    milliseconds: float
    gigabytes_per_second: float
    copy_gigabytes_per_second: float
    share: float
    threads: int


def _seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def case(dtype: str, layout: str) -> tuple[Callable[[], object], int]:
    """Build the case: a call that decodes, and the bytes of its keys and values."""
    generator = torch.Generator().manual_seed(0)
    pages = SEQUENCES * LENGTH // BLOCK_SIZE
    cache = rocm_kernels.PagedCache.allocate(pages, KV_HEADS, HEAD_SIZE, BLOCK_SIZE, layout=layout, dtype=dtype)
    stored = data_type(dtype)
    for storage in (cache.key, cache.value):
        numbers = torch.randn(storage.shape, generator=generator)
        storage.copy_((numbers * 40).clamp(-127, 127) if stored.kind == "int" else numbers)
    query_dtype = torch.bfloat16 if stored.quantised else stored.torch_dtype
    query = torch.randn(SEQUENCES, QUERY_HEADS, HEAD_SIZE, generator=generator).to(query_dtype)
    tables = torch.randperm(pages, generator=generator).view(SEQUENCES, -1).int()
    lengths = torch.full((SEQUENCES,), LENGTH, dtype=torch.int32)

    def decode() -> object:
        return rocm_kernels.paged_attention(
            query, block_tables=tables, context_lengths=lengths, backend="torch", **cache.keywords()
        )

    return decode, cache.key.nbytes + cache.value.nbytes


def measure(dtype: str, layout: str, repeats: int) -> Figure:
    """Time one case, each decode next to a copy."""
    decode, size = case(dtype, layout)
    source, target = torch.ones(COPY_BYTES // 4), torch.zeros(COPY_BYTES // 4)
    decode()
    best_decode = best_copy = float("inf")
    for _ in range(repeats):
        best_decode = min(best_decode, _seconds(decode))
        best_copy = min(best_copy, _seconds(lambda: target.copy_(source)))
    moved, copied = size / best_decode / 1e9, 2 * COPY_BYTES / best_copy / 1e9
    return Figure(dtype, layout, best_decode * 1e3, moved, copied, moved / copied, torch.get_num_threads())


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; a figure under the goal is marked in the table, and no failure."""
    parser = argparse.ArgumentParser(
        prog="python -m rocm_kernels.benchmarks.torch_decode",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--layouts", default=",".join(LAYOUTS), help="comma-separated (default: all)")
    parser.add_argument(
        "--dtypes", default=",".join(DEFAULT_DTYPES), help="comma-separated, fp8 and int8 too (default: %(default)s)"
    )
    parser.add_argument("--repeats", type=int, default=15, help="measurements a case (default: %(default)s)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    figures = [
        measure(dtype, layout, options.repeats)
        for dtype in options.dtypes.split(",")
        for layout in options.layouts.split(",")
    ]
    if options.json:
        print(json.dumps([asdict(figure) for figure in figures], indent=2))
    else:
        _show(figures)
    return 0


def _show(figures: list[Figure]) -> None:
    table = Table(
        title=f"torch decode, B{SEQUENCES} {QUERY_HEADS}x{KV_HEADS} heads of {HEAD_SIZE}, {LENGTH:,} tokens, "
        f"{figures[0].threads} threads (goal: {GOAL:.0%} of copy)"
    )
    for column in ("cache", "layout", "ms", "GB/s", "copy GB/s", "share", "goal"):
        table.add_column(column, justify="left" if column in ("cache", "layout", "goal") else "right")
    for entry in figures:
        cells: list[Any] = [entry.dtype, entry.layout, f"{entry.milliseconds:.1f}", f"{entry.gigabytes_per_second:.2f}"]
        table.add_row(
            *cells,
            f"{entry.copy_gigabytes_per_second:.1f}",
            f"{entry.share:.0%}",
            "met" if entry.share >= GOAL else "missed",
        )
    Console().print(table)


if __name__ == "__main__":
    raise SystemExit(main())
