"""gather_cache: read the keys and values of one sequence back from a paged cache."""

from __future__ import annotations

import torch

from rocm_kernels import devices, validation, value_checks
from rocm_kernels.arguments import CacheView
from rocm_kernels.backends.torch.reshape_and_cache import gather
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.ops.library import scale_tensor


def gather_cache(
    key_cache: torch.Tensor,
    value_cache: torch.Tensor,
    block_table: torch.Tensor,
    length: int,
    *,
    layout: str,
    kv_dtype: str | None = None,
    key_scale: torch.Tensor | float | None = None,
    value_scale: torch.Tensor | float | None = None,
    dtype: torch.dtype,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Read the first ``length`` tokens of a sequence: the inverse of ``reshape_and_cache``; waits for the device.

    Args:
        key_cache, value_cache, layout, kv_dtype, key_scale, value_scale: as in ``reshape_and_cache``; scales are read.
        block_table: int32 [pages]; pages of the sequence, at least those that ``length`` tokens need.
        length: tokens to read.
        dtype: float type of the result; stored value * scale is computed in fp32.

    Returns:
        key and value, each [length, kv_heads, head_size].

    Raises:
        InvalidArgumentError: naming the argument, its value and what was expected.
    """
    validation.check_given(key_cache=key_cache, value_cache=value_cache, block_table=block_table)
    key_scale = scale_tensor("key_scale", key_scale, key_cache)
    value_scale = scale_tensor("value_scale", value_scale, key_cache)
    tensors = {"value_cache": value_cache, "block_table": block_table}
    tensors |= {
        name: scale for name, scale in (("key_scale", key_scale), ("value_scale", value_scale)) if scale is not None
    }
    validation.check_tensors(**tensors)
    validation.check_same_device(key_cache.device, "key_cache", **tensors)
    device = devices.describe(key_cache, "key_cache")
    facts = validation.check_cache(key_cache, value_cache, layout, kv_dtype, device)
    validation.check_scales(key_scale, value_scale, facts.shape)
    if not isinstance(dtype, torch.dtype) or not dtype.is_floating_point:
        raise InvalidArgumentError("dtype", repr(dtype), "a float type of torch")
    validation.check_whole_number("length", length, 0)
    validation.check_dtype("block_table", block_table, torch.int32)
    block_size = facts.shape.block_size
    pages = -(-length // block_size)
    if block_table.ndim != 1 or len(block_table) < pages:
        expected = f"[pages] with at least {pages} pages, for {length} tokens"
        raise InvalidArgumentError("block_table", f"shape {tuple(block_table.shape)}", expected)
    ids = block_table[:pages].long()
    value_checks.check_block_ids(ids, torch.ones_like(ids, dtype=torch.bool), facts.shape.blocks, "block_table")
    token = torch.arange(length, device=ids.device)
    slots = ids[torch.div(token, block_size, rounding_mode="floor")] * block_size + token % block_size
    stored = facts.dtype.torch_dtype
    view = CacheView(key_cache.view(stored), value_cache.view(stored), layout, block_size, key_scale, value_scale)
    return gather(view, slots, dtype)
