"""Bytes that a decode cannot do without, each once, from its shapes alone."""

from __future__ import annotations

from collections.abc import Sequence

LENGTH_BYTES = TABLE_BYTES = 4  # int32


def decode_bytes(
    lengths: Sequence[int],
    query_heads: int,
    kv_heads: int,
    head_size: int,
    block_size: int,
    query_bytes: int,
    kv_bytes: int,
) -> int:
    """Bytes to be read: keys and values of every token, the queries, the used entries of the block tables, the lengths.

    ``query_bytes`` and ``kv_bytes`` are those of one element.
    """
    cache = 2 * sum(lengths) * kv_heads * head_size * kv_bytes
    queries = len(lengths) * query_heads * head_size * query_bytes
    tables = sum(-(-length // block_size) for length in lengths) * TABLE_BYTES
    return cache + queries + tables + len(lengths) * LENGTH_BYTES
