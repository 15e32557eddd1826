"""Writes new keys and values into a paged cache, and reads a sequence back, in PyTorch on any device."""

from __future__ import annotations

import torch

from rocm_kernels import launches
from rocm_kernels.arguments import CacheView, CacheWriteArguments
from rocm_kernels.backends.torch.cache_views import by_token, carried, token_index
from rocm_kernels.dtypes import BY_TORCH_DTYPE
from rocm_kernels.layouts import LAYOUTS
from rocm_kernels.quantisation import dequantise, per_token_scale, quantise


@torch.no_grad()
def reshape_and_cache(arguments: CacheWriteArguments) -> None:
    """Write ``arguments.key`` and ``arguments.value`` to the slots of ``arguments.slot_mapping``; no wait for the device."""
    launches.note("torch.reshape_and_cache")
    cache = arguments.cache
    if not arguments.slot_mapping.numel() or not cache.key.shape[0]:
        return
    layout = LAYOUTS[cache.layout]
    slots = arguments.slot_mapping.long()
    writes = _Writes(slots)
    for new, storage, axes, scale in (
        (arguments.key, cache.key, layout.key_axes, cache.key_scale),
        (arguments.value, cache.value, layout.value_axes, cache.value_scale),
    ):
        dtype = BY_TORCH_DTYPE[storage.dtype]
        if scale is not None and scale.ndim == 3:
            token_scale = per_token_scale(new, dtype)
            writes.store(scale.transpose(1, 2), "bth", token_scale)
            scale = token_scale.unsqueeze(-1)
        elif scale is not None:
            scale = scale.unsqueeze(-1)
        writes.store(by_token(carried(storage), axes), axes, carried(quantise(new, scale, dtype)))


class _Writes:
    """Rows to store by slot, without asking the device which of them are to be skipped.

    A skipped row (slot -1) repeats the first row that is written, or, where none is, slot 0 gets what it holds.
    """

    def __init__(self, slots: torch.Tensor) -> None:
        wanted = slots >= 0
        first = wanted.int().argmax()
        self.row = torch.where(wanted, torch.arange(len(slots), device=slots.device), first)
        self.slots = slots[self.row].clamp(min=0)
        self.any_wanted = wanted[first]

    def store(self, view: torch.Tensor, axes: str, rows: torch.Tensor) -> None:
        """Store ``rows`` [tokens, kv_heads, ...] into a view of ``by_token``."""
        index = token_index(self.slots, view, axes)
        rows = rows[self.row].view(len(self.row), *view.shape[len(index) :])
        view.index_put_(index, torch.where(self.any_wanted, rows, view[index]))


@torch.no_grad()
def gather(cache: CacheView, slots: torch.Tensor, dtype: torch.dtype) -> tuple[torch.Tensor, torch.Tensor]:
    """Read the tokens in ``slots`` (int64 [tokens]) back: key and value, each [tokens, kv_heads, head_size] of ``dtype``."""
    layout = LAYOUTS[cache.layout]
    results = []
    for storage, axes, scale in (
        (cache.key, layout.key_axes, cache.key_scale),
        (cache.value, layout.value_axes, cache.value_scale),
    ):
        view = by_token(carried(storage), axes)
        stored = view[token_index(slots, view, axes)].flatten(2).view(storage.dtype)
        if scale is not None and scale.ndim == 3:
            by_slot = scale.transpose(1, 2)
            scale = by_slot[token_index(slots, by_slot, "bth")]
        results.append(dequantise(stored, None if scale is None else scale.unsqueeze(-1)).to(dtype))
    return results[0], results[1]
