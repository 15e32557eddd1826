"""Gathers pages of the cache as fp32 matrices, a step at a time, into a workspace used again and again."""

from __future__ import annotations

import torch

from rocm_kernels.backends.torch.budget import Budget
from rocm_kernels.backends.torch.cache_views import PageHeads


class Gatherer:
    """One storage tensor of the cache with the workspace for ``sizes.step_pairs`` segments of it."""

    def __init__(self, pages: PageHeads, kv_heads: int, head_size: int, block_size: int, sizes: Budget) -> None:
        self._pages = pages
        self._kv_heads = kv_heads
        self._head_size = head_size
        self._block_size = block_size
        self._segment_pages = sizes.segment_pages
        rows, device = pages.rows, pages.rows.device
        batch = sizes.step_pairs * kv_heads
        self._stored = torch.empty(batch * self._segment_pages, *rows.shape[1:], dtype=rows.dtype, device=device)
        self._head_rows = torch.arange(kv_heads, device=device)[:, None] * pages.head_stride
        self._matrices: torch.Tensor | None = None
        if pages.dtype != torch.float32 or pages.head_first:
            elements = self._segment_pages * block_size * head_size
            self._matrices = torch.empty(batch, elements, dtype=torch.float32, device=device)

    def rows(self, ids: torch.Tensor) -> torch.Tensor:
        """Rows to gather for page ids, int64 [pairs, segment_pages]: int64 [pairs, kv_heads * segment_pages]."""
        return ((ids * self._pages.page_stride)[:, None] + self._head_rows).flatten(1)

    def matrices(self, rows: torch.Tensor) -> torch.Tensor:
        """Gather ``rows`` of some pairs into fp32 [pairs * kv_heads, tokens, head_size]; the next call overwrites it."""
        pages, head_size, block_size = self._segment_pages, self._head_size, self._block_size
        batch = len(rows) * self._kv_heads
        stored = self._stored[: batch * pages]
        torch.index_select(self._pages.rows, 0, rows.reshape(-1), out=stored)
        typed = stored.view(self._pages.dtype)
        if self._matrices is None:
            return typed.view(batch, pages * block_size, head_size)
        matrices = self._matrices[:batch]
        if not self._pages.head_first:
            matrices.copy_(typed.view(matrices.shape))
            return matrices.view(batch, pages * block_size, head_size)
        pages_first = typed.view(batch, pages, head_size, block_size)
        matrices.view(batch, head_size, pages, block_size).copy_(pages_first.transpose(1, 2))
        return matrices.view(batch, head_size, pages * block_size).transpose(1, 2)
