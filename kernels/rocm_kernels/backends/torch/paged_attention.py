"""Decode attention in PyTorch: one query token a sequence."""

from __future__ import annotations

import torch

from rocm_kernels import launches
from rocm_kernels.arguments import DecodeArguments
from rocm_kernels.backends.torch.attention import attend
from rocm_kernels.backends.torch.tiles import Tiles


@torch.no_grad()
def paged_attention(arguments: DecodeArguments) -> None:
    """Write ``arguments.output`` and, where given, ``arguments.log_sum_exp``."""
    launches.note("torch.paged_attention")
    query = arguments.query
    sequences, query_heads, head_size = query.shape
    kv_heads = arguments.spec.kv_heads
    # A length beyond the table would read the last page again and again: never more than the table holds.
    most = arguments.block_tables.shape[1] * arguments.cache.block_size
    position = arguments.context_lengths.long().clamp(max=most) - 1
    first = torch.zeros_like(position)
    if arguments.sliding_window is not None:
        first = (position - (arguments.sliding_window - 1)).clamp(min=0)
    tiles = Tiles(
        query=torch.unflatten(query, 1, (kv_heads, query_heads // kv_heads)),
        positions=position.unsqueeze(1),
        sequence=torch.arange(sequences, device=query.device),
        first_token=first,
        last_token=position,
    )
    values, log_sum_exp = attend(tiles, arguments, causal=True)
    arguments.output.copy_(values.view(sequences, query_heads, head_size))
    if arguments.log_sum_exp is not None:
        arguments.log_sum_exp.copy_(log_sum_exp.view(sequences, query_heads))
