"""Gathers pages of the cache as fp32 matrices, a step at a time, into a workspace used again and again."""

from __future__ import annotations

from typing import NamedTuple

import torch

from rocm_kernels.backends.torch.budget import Budget
from rocm_kernels.backends.torch.cache_views import PageHeads


class _Views(NamedTuple):
    """Views of the workspace.

    Attributes:
        stored: what index_select writes.
        typed: the same as elements of the cache, in the order of ``converted``.
        converted: fp32 copy of ``typed``; None where the gathered elements serve as they are.
        matrices: fp32 [pairs * kv_heads, tokens, head_size].
    """

    stored: torch.Tensor
    typed: torch.Tensor
    converted: torch.Tensor | None
    matrices: torch.Tensor


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
        self._views: dict[int, _Views] = {}
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
        views = self._views.get(len(rows)) or self._make_views(len(rows))
        torch.index_select(self._pages.rows, 0, rows.reshape(-1), out=views.stored)
        if views.converted is not None:
            views.converted.copy_(views.typed)
        return views.matrices

    def _make_views(self, pairs: int) -> _Views:
        """Views of the workspace for a step of ``pairs``: made once, since a step is short enough for views to count."""
        pages, head_size, block_size = self._segment_pages, self._head_size, self._block_size
        batch = pairs * self._kv_heads
        stored = self._stored[: batch * pages]
        typed = stored.view(self._pages.dtype)
        if self._matrices is None:
            views = _Views(stored, typed, None, typed.view(batch, pages * block_size, head_size))
        elif not self._pages.head_first:
            matrices = self._matrices[:batch].view(batch, pages * block_size, head_size)
            views = _Views(stored, typed.view(matrices.shape), matrices, matrices)
        else:
            matrices = self._matrices[:batch].view(batch, head_size, pages * block_size)
            by_head = typed.view(batch, pages, head_size, block_size).transpose(1, 2)
            views = _Views(stored, by_head, matrices.view(by_head.shape), matrices.transpose(1, 2))
        self._views[pairs] = views
        return views
