"""Places sorted by expert, as AITER's ``moe_sorting`` gives them to its kernels."""

from __future__ import annotations

from dataclasses import dataclass

import torch

# Places that one workgroup handles: each expert's begin at a multiple.
BLOCK_PLACES = 32
_TOKEN_BITS = 24


@dataclass(frozen=True)
class Places:
    """Sorted places.

    Attributes:
        tokens: int32 [places]: the token in 24 bits, the choice of the token in the 8 above; (top_k, number of tokens) where a
            place is empty.
        weights: fp32 [places], 0 where a place is empty.
        experts: int32 [blocks], -1 behind the last one that is filled.
        filled: int32 [2]: places up to the end of the last filled block, and the number of tokens.
    """

    tokens: torch.Tensor
    weights: torch.Tensor
    experts: torch.Tensor
    filled: torch.Tensor


def sort(topk_ids: torch.Tensor, topk_weights: torch.Tensor, experts: int) -> Places:
    """Sort the choices of all tokens by expert; ids outside of 0 to experts - 1 are left out.

    Args:
        topk_ids: int32 [tokens, top_k].
        topk_weights: fp32 [tokens, top_k].
        experts: experts whose weights are here.

    Raises:
        ValueError: more tokens or choices than 24 and 8 bits hold.
    """
    count, top_k = topk_ids.shape
    if count >= 1 << _TOKEN_BITS or top_k >= 1 << 7:
        raise ValueError(f"topk_ids: got {tuple(topk_ids.shape)}, expected fewer than 2^24 tokens and 128 choices")
    flat = topk_ids.reshape(-1).long()
    here = ((flat >= 0) & (flat < experts)).nonzero().flatten()
    order = here[torch.argsort(flat[here], stable=True)]
    chosen = flat[order]
    counts = torch.bincount(chosen, minlength=experts)
    blocks = -(-counts // BLOCK_PLACES)
    starts = (torch.cumsum(blocks, 0) - blocks) * BLOCK_PLACES
    within = torch.arange(len(order)) - (torch.cumsum(counts, 0) - counts)[chosen]
    places = starts[chosen] + within
    room = -(-(count * top_k + experts * BLOCK_PLACES - top_k) // BLOCK_PLACES)
    tokens = torch.full((room * BLOCK_PLACES,), (top_k << _TOKEN_BITS) | count, dtype=torch.int32)
    weights = torch.zeros(room * BLOCK_PLACES)
    tokens[places] = (((order % top_k) << _TOKEN_BITS) | (order // top_k)).int()
    weights[places] = topk_weights.reshape(-1).float()[order]
    of_block = torch.full((room,), -1, dtype=torch.int32)
    of_block[: int(blocks.sum())] = torch.repeat_interleave(torch.arange(experts), blocks).int()
    filled = torch.tensor([int(blocks.sum()) * BLOCK_PLACES, count], dtype=torch.int32)
    return Places(tokens, weights, of_block, filled)
