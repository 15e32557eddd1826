"""The drop-in face for engines: vLLM's PagedAttention by its own method names, over the ops of this package.

Where vLLM hands such a class over, the methods take the same arguments in the same order. ``AiterPagedAttention`` differs in
one thing only: the cache is kept in AITER's asm layout, so that AITER can serve it. The choice of a kernel stays with the
dispatcher, and whatever AITER refuses is served from the same cache by the next backend.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import torch

from rocm_kernels import flags
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.layouts import LAYOUTS
from rocm_kernels.ops.paged_attention import paged_attention
from rocm_kernels.ops.prefill_attention import prefill_attention
from rocm_kernels.ops.reshape_and_cache import reshape_and_cache

# vLLM's words for the cache's type -> this project's; None takes the type of the cache's tensors.
_KV_DTYPES: dict[str, str | None] = {
    "auto": None,
    "fp8": "fp8",
    "fp8_e4m3": "fp8",
    "int8": "int8",
    "float16": "fp16",
    "bfloat16": "bf16",
}


def _kv_dtype(kv_cache_dtype: str) -> str | None:
    try:
        return _KV_DTYPES[kv_cache_dtype]
    except KeyError:
        raise InvalidArgumentError("kv_cache_dtype", repr(kv_cache_dtype), f"one of {', '.join(_KV_DTYPES)}") from None


def _scale(scale: torch.Tensor | float | None, key_cache: torch.Tensor) -> torch.Tensor | float | None:
    """A scale as the ops take it: none for a cache of 16 bit, and vLLM's scalar tensor (no axis) as one scale a tensor."""
    if key_cache.element_size() != 1:
        return None
    return scale.reshape(1) if isinstance(scale, torch.Tensor) and scale.ndim == 0 else scale


class PagedAttention:
    """Paged attention over a cache in vLLM's own layout (``5d``)."""

    # The layout of a cache that it can hold; every other one is in vLLM's own.
    layout: ClassVar[str] = "5d"

    @staticmethod
    def get_supported_head_sizes() -> list[int]:
        """Head sizes that every layout of this class can hold; the fallback serves any of them."""
        return [32, 64, 80, 96, 112, 128, 160, 192, 256]

    @staticmethod
    def get_kv_cache_shape(num_blocks: int, block_size: int, num_kv_heads: int, head_size: int) -> tuple[int, ...]:
        """Shape of one layer's keys and values: [2, num_blocks, block_size * num_kv_heads * head_size]."""
        for name, value in (
            ("num_blocks", num_blocks),
            ("block_size", block_size),
            ("num_kv_heads", num_kv_heads),
            ("head_size", head_size),
        ):
            if value < 1:
                raise InvalidArgumentError(name, value, "a positive number")
        return (2, num_blocks, block_size * num_kv_heads * head_size)

    @classmethod
    def split_kv_cache(
        cls, kv_cache: torch.Tensor, num_kv_heads: int, head_size: int
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """View the cache of one layer as its key and its value storage, in this class's layout; nothing is copied.

        Args:
            kv_cache: [2, num_blocks, block_size * num_kv_heads * head_size].
            num_kv_heads, head_size: the model's.

        Raises:
            InvalidArgumentError: the shape does not fit, or the layout cannot hold such a cache.
        """
        if kv_cache.dim() != 3 or kv_cache.shape[0] != 2 or kv_cache.shape[2] % (num_kv_heads * head_size):
            raise InvalidArgumentError(
                "kv_cache", f"shape {tuple(kv_cache.shape)}", f"[2, blocks, block_size * {num_kv_heads} * {head_size}]"
            )
        blocks, block_size = kv_cache.shape[1], kv_cache.shape[2] // (num_kv_heads * head_size)
        itemsize = kv_cache.element_size()
        layout = LAYOUTS[cls.layout]
        if layout.refusal(head_size, block_size, itemsize) is not None:
            layout = LAYOUTS["5d"]
        refusal = layout.refusal(head_size, block_size, itemsize)
        if refusal is not None:
            raise InvalidArgumentError(
                "kv_cache", f"head_size {head_size}, block_size {block_size}", f"others: {refusal}"
            )
        key_shape = layout.key_shape(blocks, num_kv_heads, head_size, block_size, itemsize)
        value_shape = layout.value_shape(blocks, num_kv_heads, head_size, block_size, itemsize)
        return kv_cache[0].view(key_shape), kv_cache[1].view(value_shape)

    @classmethod
    def layout_of(cls, value_cache: torch.Tensor) -> str:
        """Name the layout of a cache that ``split_kv_cache`` made: the values of the asm layout have five dimensions."""
        return "asm" if value_cache.dim() == 5 else "5d"

    @classmethod
    def write_to_paged_cache(
        cls,
        key: torch.Tensor,
        value: torch.Tensor,
        key_cache: torch.Tensor,
        value_cache: torch.Tensor,
        slot_mapping: torch.Tensor,
        kv_cache_dtype: str,
        k_scale: torch.Tensor | float | None,
        v_scale: torch.Tensor | float | None,
    ) -> None:
        """Write new tokens into the cache.

        Args:
            key, value: [tokens, num_kv_heads, head_size].
            key_cache, value_cache: from ``split_kv_cache``.
            slot_mapping: int64, any shape of ``tokens`` elements; a slot of -1 is skipped.
            kv_cache_dtype: ``auto``, ``fp8``, ``fp8_e4m3`` or ``int8``.
            k_scale, v_scale: a number, a scalar tensor or [1] for the tensor, [num_kv_heads] for each head, or fp32
                [num_blocks, num_kv_heads, block_size], which is written: one scale a token and head.
        """
        kv_dtype = _kv_dtype(kv_cache_dtype)
        reshape_and_cache(
            key,
            value,
            key_cache,
            value_cache,
            slot_mapping.flatten(),
            layout=cls.layout_of(value_cache),
            kv_dtype=kv_dtype,
            key_scale=_scale(k_scale, key_cache),
            value_scale=_scale(v_scale, key_cache),
        )

    @classmethod
    def forward_decode(
        cls,
        query: torch.Tensor,
        key_cache: torch.Tensor,
        value_cache: torch.Tensor,
        block_tables: torch.Tensor,
        seq_lens: torch.Tensor,
        max_seq_len: int,
        kv_cache_dtype: str,
        num_kv_heads: int,
        scale: float | None,
        alibi_slopes: torch.Tensor | None,
        k_scale: torch.Tensor | float | None,
        v_scale: torch.Tensor | float | None,
        tp_rank: int = 0,
        blocksparse_local_blocks: int = 0,
        blocksparse_vert_stride: int = 0,
        blocksparse_block_size: int = 64,
        blocksparse_head_sliding_step: int = 0,
        *,
        min_seq_len: int = 0,
        finite_cache: bool = False,
    ) -> torch.Tensor:
        """Attend from one query token a sequence.

        Args:
            query: [sequences, heads, head_size].
            key_cache, value_cache: from ``split_kv_cache``.
            block_tables: int32 [sequences, pages].
            seq_lens: int32 [sequences], the query's own token included.
            max_seq_len: no sequence is longer.
            kv_cache_dtype, k_scale, v_scale: as in ``write_to_paged_cache``.
            num_kv_heads: the model's.
            scale: factor on the scores, None for 1/sqrt(head_size).
            alibi_slopes: fp32 [heads] or None.
            tp_rank, blocksparse_local_blocks, blocksparse_block_size, blocksparse_head_sliding_step: taken for vLLM's sake;
                they only matter to block-sparse attention, which is refused.
            min_seq_len, finite_cache: promises that vLLM's own method does not have: no sequence that is not empty is shorter;
                every slot of the cache and its scale holds finite numbers. AITER's kernels need them, see docs/aiter.md.

        Returns:
            [sequences, heads, head_size] in the query's type.

        Raises:
            InvalidArgumentError: naming the argument that is wrong.
        """
        if blocksparse_vert_stride > 1:
            raise InvalidArgumentError(
                "blocksparse_vert_stride", blocksparse_vert_stride, "0 or 1: no block-sparse attention"
            )
        cls._check_kv_heads(key_cache, num_kv_heads)
        kv_dtype = _kv_dtype(kv_cache_dtype)
        return paged_attention(
            query,
            key_cache,
            value_cache,
            block_tables,
            seq_lens,
            layout=cls.layout_of(value_cache),
            kv_dtype=kv_dtype,
            scale=scale,
            key_scale=_scale(k_scale, key_cache),
            value_scale=_scale(v_scale, key_cache),
            alibi_slopes=alibi_slopes,
            max_context_length=max_seq_len,
            min_context_length=min_seq_len,
            finite_cache=finite_cache,
        )

    @classmethod
    def forward_prefix(
        cls,
        query: torch.Tensor,
        key: torch.Tensor,
        value: torch.Tensor,
        kv_cache_dtype: str,
        key_cache: torch.Tensor,
        value_cache: torch.Tensor,
        block_tables: torch.Tensor,
        query_start_loc: torch.Tensor,
        seq_lens_tensor: torch.Tensor,
        max_query_len: int,
        alibi_slopes: torch.Tensor | None,
        sliding_window: int | None,
        k_scale: torch.Tensor | float | None,
        v_scale: torch.Tensor | float | None,
        scale: float | None = None,
    ) -> torch.Tensor:
        """Attend from a ragged batch of new tokens, whose keys and values ``write_to_paged_cache`` has already stored.

        Args:
            query: [tokens, heads, head_size], sequences one after the other.
            key, value: the new tokens', [tokens, num_kv_heads, head_size]; only their shape is looked at: what is attended to
                comes from the cache, so an 8-bit cache rounds the new tokens as it will when they are read later.
            query_start_loc: int32 [sequences + 1].
            seq_lens_tensor: int32 [sequences], new tokens included.
            max_query_len: no sequence has more new tokens.
            sliding_window: tokens seen, the query's own included; None or 0 sees all.
            scale: factor on the scores, None for 1/sqrt(head_size).

        The others, the result and the errors are those of ``forward_decode``.
        """
        for name, tensor in (("key", key), ("value", value)):
            if tensor.shape[0] != query.shape[0]:
                raise InvalidArgumentError(name, f"{tensor.shape[0]} tokens", f"{query.shape[0]}, as many as query")
        cls._check_kv_heads(key_cache, key.shape[1])
        kv_dtype = _kv_dtype(kv_cache_dtype)
        return prefill_attention(
            query,
            key_cache,
            value_cache,
            block_tables,
            seq_lens_tensor,
            query_start_loc,
            max_query_length=max_query_len,
            layout=cls.layout_of(value_cache),
            kv_dtype=kv_dtype,
            scale=scale,
            key_scale=_scale(k_scale, key_cache),
            value_scale=_scale(v_scale, key_cache),
            alibi_slopes=alibi_slopes,
            sliding_window=sliding_window or None,
        )

    @staticmethod
    def _check_kv_heads(key_cache: torch.Tensor, num_kv_heads: int) -> None:
        if key_cache.shape[1] != num_kv_heads:
            raise InvalidArgumentError("num_kv_heads", num_kv_heads, f"{key_cache.shape[1]}, as the cache has")

    @staticmethod
    def swap_blocks(src_kv_cache: torch.Tensor, dst_kv_cache: torch.Tensor, src_to_dst: torch.Tensor) -> None:
        """Copy blocks of one layer to another cache, which may be on another device.

        Args:
            src_kv_cache, dst_kv_cache: [2, num_blocks, ...].
            src_to_dst: int64 [pairs, 2], block of the source and block of the destination.
        """
        pairs = src_to_dst.to(torch.int64)
        # As bytes: indexing is not implemented for every 8-bit float.
        source, destination = src_kv_cache.view(torch.uint8), dst_kv_cache.view(torch.uint8)
        taken = source[:, pairs[:, 0].to(source.device)].to(destination.device)
        destination[:, pairs[:, 1].to(destination.device)] = taken

    @classmethod
    def copy_blocks(cls, kv_caches: Sequence[torch.Tensor], src_to_dists: torch.Tensor) -> None:
        """Copy blocks inside the cache of each layer; ``src_to_dists`` as in ``swap_blocks``."""
        for kv_cache in kv_caches:
            cls.swap_blocks(kv_cache, kv_cache, src_to_dists)


class AiterPagedAttention(PagedAttention):
    """Paged attention that keeps its cache in AITER's layout (``asm``), so that AITER comes first where it serves."""

    layout: ClassVar[str] = "asm"

    @staticmethod
    def get_kv_scale_shape(num_blocks: int, block_size: int, num_kv_heads: int, head_size: int) -> tuple[int, ...]:
        """Shape of the fp32 scales that AITER reads, one tensor for keys and one for values: one scale a token and head."""
        return (num_blocks, num_kv_heads, block_size)


def paged_attention_class() -> type[PagedAttention]:
    """Choose the class by the flags in force: AITER's where VLLM_ROCM_USE_AITER and its switch for paged attention are on."""
    return AiterPagedAttention if flags.current().enabled("VLLM_ROCM_USE_AITER_PAGED_ATTN") else PagedAttention
