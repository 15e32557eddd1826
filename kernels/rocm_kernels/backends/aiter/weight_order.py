"""Weights in the order that AITER's kernels read: what its ``shuffle_weight`` does for types of 8 bits."""

from __future__ import annotations

import torch

# Elements of K that lie together, and that a block holds.
_RUN, _DEPTH = 16, 32


def in_blocks(weight: torch.Tensor, rows: int, depth: int = _DEPTH) -> torch.Tensor:
    """Put [..., N, K] into blocks of ``rows`` x ``depth``, in each of them runs of 16 elements of K, row after row.

    Args:
        weight: of 8-bit elements, contiguous; N a multiple of ``rows``, K of ``depth``.
        rows: 16 or 32.
        depth: elements of K that a block holds, a multiple of 16.

    Raises:
        ValueError: N or K is no such multiple.
    """
    n, k = weight.shape[-2:]
    if n % rows or k % depth:
        raise ValueError(f"weight: got [..., {n}, {k}], expected multiples of {rows} and {depth}")
    bits = weight.view(torch.int8).view(-1, n // rows, rows, k // depth, depth // _RUN, _RUN)
    return bits.permute(0, 1, 3, 4, 2, 5).reshape(weight.shape).view(weight.dtype)
