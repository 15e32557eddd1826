"""What an implementation is handed: validated tensors and plain numbers, the same for every backend."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from rocm_kernels.spec import AttentionSpec


@dataclass(frozen=True)
class CacheView:
    """A paged key/value cache and how to read it.

    Attributes:
        key, value: storage tensors in ``layout`` (see rocm_kernels.layouts for their shapes).
        layout: name of the layout in which the cache was written.
        block_size: tokens a page.
        key_scale, value_scale: fp32 factors by which stored values are multiplied when read: None (1.0), or a tensor that
            broadcasts to [blocks, kv_heads, block_size]: shape [1] per tensor, [kv_heads] per head, or
            [blocks, kv_heads, block_size] per token.
    """

    key: torch.Tensor
    value: torch.Tensor
    layout: str
    block_size: int
    key_scale: torch.Tensor | None = None
    value_scale: torch.Tensor | None = None


@dataclass(frozen=True)
class DecodeArguments:
    """One decode request, one query token a sequence; everything already checked.

    Attributes:
        spec: the facts the decision was made on.
        query: [sequences, query_heads, head_size]; the last dimension is contiguous.
        cache: the paged cache.
        block_tables: int32 [sequences, pages]; entries past a sequence's last page mean nothing and may be out of range.
        context_lengths: int32 [sequences]; tokens in the cache, the query's own included; 0 gives zeros.
        scale: factor on the query-key product.
        max_context_length: no context is longer; grids may depend on it, never on the lengths themselves.
        output: [sequences, query_heads, head_size], written by the implementation, every element.
        log_sum_exp: fp32 [sequences, query_heads] or None; natural logarithm of the softmax denominator with the sink in it;
            minus infinity where the length is 0.
        alibi_slopes: fp32 [query_heads]; slope * (position of key - position of query) is added to the scores.
        sliding_window: tokens seen, the query's own included; None sees all.
        sinks: fp32 [query_heads]; an extra logit a head that takes part in the softmax but has no value.
        softcap: scores become softcap * tanh(score / softcap), before alibi and masks; None is off.
    """

    spec: AttentionSpec
    query: torch.Tensor
    cache: CacheView
    block_tables: torch.Tensor
    context_lengths: torch.Tensor
    scale: float
    max_context_length: int
    output: torch.Tensor
    log_sum_exp: torch.Tensor | None = None
    alibi_slopes: torch.Tensor | None = None
    sliding_window: int | None = None
    sinks: torch.Tensor | None = None
    softcap: float | None = None


@dataclass(frozen=True)
class PrefillArguments:
    """A ragged batch of query tokens over the paged cache, into which their own keys and values are already written.

    Attributes (where they differ from DecodeArguments):
        query: [tokens, query_heads, head_size], sequences one after the other.
        query_start: int32 [sequences + 1]; sequence i owns the rows query_start[i] to query_start[i + 1]. Its last query
            token stands at position context_lengths[i] - 1 (chunked prefill: earlier chunks are in the cache).
        max_query_length: no sequence has more query tokens.
        causal: whether a token sees only positions up to its own.
        output: [tokens, query_heads, head_size].
        log_sum_exp: fp32 [tokens, query_heads] or None.
    """

    spec: AttentionSpec
    query: torch.Tensor
    cache: CacheView
    block_tables: torch.Tensor
    context_lengths: torch.Tensor
    query_start: torch.Tensor
    scale: float
    max_context_length: int
    max_query_length: int
    output: torch.Tensor
    causal: bool = True
    log_sum_exp: torch.Tensor | None = None
    alibi_slopes: torch.Tensor | None = None
    sliding_window: int | None = None
    sinks: torch.Tensor | None = None
    softcap: float | None = None


@dataclass(frozen=True)
class CacheWriteArguments:
    """New keys and values on their way into a paged cache.

    Attributes:
        spec: the facts the decision was made on.
        key, value: [tokens, kv_heads, head_size].
        cache: the paged cache, written in place. A scale per tensor or per head is read; a scale per token is written: the
            largest magnitude of each head of a token becomes the largest value that the cache's type stores.
        slot_mapping: int64 [tokens]; token i goes to page slot // block_size, row slot % block_size; -1 is skipped.
    """

    spec: AttentionSpec
    key: torch.Tensor
    value: torch.Tensor
    cache: CacheView
    slot_mapping: torch.Tensor
