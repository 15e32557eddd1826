"""Prefill attention in PyTorch: a ragged batch of query tokens over a cache that already holds their keys and values."""

from __future__ import annotations

import torch

from rocm_kernels import launches
from rocm_kernels.arguments import PrefillArguments
from rocm_kernels.backends.torch import tiles
from rocm_kernels.backends.torch.attention import MINUS_INFINITY, attend
from rocm_kernels.backends.torch.budget import ROWS_PER_TILE
from rocm_kernels.backends.torch.tiles import Tiles, divided


@torch.no_grad()
def prefill_attention(arguments: PrefillArguments) -> None:
    """Write ``arguments.output`` and, where given, ``arguments.log_sum_exp``; rows of no sequence get zeros."""
    launches.note("torch.prefill_attention")
    query = arguments.query
    tokens, query_heads = query.shape[:2]
    kv_heads = arguments.spec.kv_heads
    gqa = query_heads // kv_heads
    size = max(min(ROWS_PER_TILE // gqa, arguments.max_query_length), 1)
    sequence, first_row, end_row = _cut(arguments, size)
    rows = first_row[:, None] + torch.arange(size, device=query.device)
    used = rows < end_row[:, None]
    # Unused rows repeat the tile's last used one, and write to a row that is thrown away.
    rows = torch.minimum(rows, (end_row - 1)[:, None]).clamp(min=0)
    starts = arguments.query_start.long()
    most = arguments.block_tables.shape[1] * arguments.cache.block_size
    length = arguments.context_lengths.long().clamp(max=most)
    # The last query token of a sequence stands at the last position of its context.
    positions = rows + (length - starts[1:])[sequence, None]
    first = torch.zeros_like(sequence)
    if arguments.sliding_window is not None:
        first = (positions[:, 0] - (arguments.sliding_window - 1)).clamp(min=0)
    last = positions[:, -1] if arguments.causal else length[sequence] - 1
    last = torch.where(first_row < end_row, last, -1)
    cut = Tiles(
        query=torch.unflatten(query[rows], 2, (kv_heads, gqa)).permute(0, 2, 1, 3, 4).flatten(2, 3),
        positions=positions,
        sequence=sequence,
        first_token=first,
        last_token=last,
    )
    values, log_sum_exp = attend(cut, arguments, causal=arguments.causal)
    target = torch.where(used, rows, tokens).flatten()
    _scatter(arguments.output, target, values, gqa, 0.0)
    if arguments.log_sum_exp is not None:
        _scatter(arguments.log_sum_exp, target, log_sum_exp, gqa, MINUS_INFINITY)


def _cut(arguments: PrefillArguments, size: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Cut each sequence's query tokens into tiles of ``size``: sequence, first row and end of the sequence's rows.

    Where values are known there are as many tiles as there is work; elsewhere as many a sequence as the longest query may
    need, so that nothing waits for the device.
    """
    starts = arguments.query_start.long()
    device = starts.device
    sequences = len(starts) - 1
    if tiles.knows_values(device):
        tiles_of = divided(starts[1:] - starts[:-1] + size - 1, size)
        sequence = torch.arange(sequences).repeat_interleave(tiles_of)
        number = torch.arange(len(sequence)) - (tiles_of.cumsum(0) - tiles_of)[sequence]
    else:
        most = -(-arguments.max_query_length // size)
        sequence = torch.arange(sequences, device=device).repeat_interleave(most)
        number = torch.arange(most, device=device).repeat(sequences)
    return sequence, starts[sequence] + number * size, starts[sequence + 1]


def _scatter(output: torch.Tensor, target: torch.Tensor, rows: torch.Tensor, gqa: int, nothing: float) -> None:
    """Write rows [tiles, kv_heads, tokens * gqa, ...] to the rows ``target`` of ``output`` [tokens, query_heads, ...]."""
    count, kv_heads = rows.shape[:2]
    by_token = (
        rows.view(count, kv_heads, -1, gqa, *rows.shape[3:]).transpose(1, 2).reshape(len(target), *output.shape[1:])
    )
    padded = torch.full((len(output) + 1, *output.shape[1:]), nothing, dtype=output.dtype, device=output.device)
    padded[target] = by_token.to(output.dtype)
    output.copy_(padded[:-1])
