"""prefill_attention: a ragged batch of query tokens over a paged key/value cache that already holds them."""

from __future__ import annotations

from typing import Literal, overload

import torch

from rocm_kernels import dispatcher, policy, validation, value_checks
from rocm_kernels.arguments import CacheView, PrefillArguments
from rocm_kernels.ops.attention_keys import plan_for
from rocm_kernels.ops.library import scale_tensor, traced
from rocm_kernels.ops.plans import typed

_SCHEMA = (
    "(Tensor query, Tensor key_cache, Tensor value_cache, Tensor block_tables, Tensor context_lengths, Tensor query_start, "
    "bool causal, int? max_query_length, str layout, "
    "str? kv_dtype, float? scale, Tensor? key_scale, Tensor? value_scale, Tensor? alibi_slopes, int? sliding_window, "
    "Tensor? sinks, float? softcap, int? max_context_length, Tensor(a!) output, Tensor(b!)? log_sum_exp, str? backend, "
    "bool? validate) -> ()"
)


@overload
def prefill_attention(
    query: torch.Tensor,
    key_cache: torch.Tensor,
    value_cache: torch.Tensor,
    block_tables: torch.Tensor,
    context_lengths: torch.Tensor,
    query_start: torch.Tensor,
    *,
    causal: bool = ...,
    max_query_length: int | None = ...,
    layout: str = ...,
    kv_dtype: str | None = ...,
    scale: float | None = ...,
    key_scale: torch.Tensor | float | None = ...,
    value_scale: torch.Tensor | float | None = ...,
    alibi_slopes: torch.Tensor | None = ...,
    sliding_window: int | None = ...,
    sinks: torch.Tensor | None = ...,
    softcap: float | None = ...,
    max_context_length: int | None = ...,
    out: torch.Tensor | None = ...,
    return_log_sum_exp: Literal[False] = ...,
    backend: str | None = ...,
    validate: bool | None = ...,
) -> torch.Tensor: ...
@overload
def prefill_attention(
    query: torch.Tensor,
    key_cache: torch.Tensor,
    value_cache: torch.Tensor,
    block_tables: torch.Tensor,
    context_lengths: torch.Tensor,
    query_start: torch.Tensor,
    *,
    causal: bool = ...,
    max_query_length: int | None = ...,
    layout: str = ...,
    kv_dtype: str | None = ...,
    scale: float | None = ...,
    key_scale: torch.Tensor | float | None = ...,
    value_scale: torch.Tensor | float | None = ...,
    alibi_slopes: torch.Tensor | None = ...,
    sliding_window: int | None = ...,
    sinks: torch.Tensor | None = ...,
    softcap: float | None = ...,
    max_context_length: int | None = ...,
    out: torch.Tensor | None = ...,
    return_log_sum_exp: Literal[True],
    backend: str | None = ...,
    validate: bool | None = ...,
) -> tuple[torch.Tensor, torch.Tensor]: ...
def prefill_attention(
    query: torch.Tensor,
    key_cache: torch.Tensor,
    value_cache: torch.Tensor,
    block_tables: torch.Tensor,
    context_lengths: torch.Tensor,
    query_start: torch.Tensor,
    *,
    causal: bool = True,
    max_query_length: int | None = None,
    layout: str = "5d",
    kv_dtype: str | None = None,
    scale: float | None = None,
    key_scale: torch.Tensor | float | None = None,
    value_scale: torch.Tensor | float | None = None,
    alibi_slopes: torch.Tensor | None = None,
    sliding_window: int | None = None,
    sinks: torch.Tensor | None = None,
    softcap: float | None = None,
    max_context_length: int | None = None,
    out: torch.Tensor | None = None,
    return_log_sum_exp: bool = False,
    backend: str | None = None,
    validate: bool | None = None,
) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]:
    """Attend a ragged batch of query tokens to the cached tokens of their sequences, in fp32.

    The keys and values of the query tokens are already in the cache. Of a sequence whose earlier tokens were handled before
    (chunked prefill), only the new tokens are in ``query``: its last query token stands at ``context_lengths - 1``.

    Args:
        query: fp32, fp16 or bf16 [tokens, query_heads, head_size], sequences one after the other, last axis contiguous.
        key_cache, value_cache, block_tables: as in ``paged_attention``.
        context_lengths: int32 [sequences]; cached tokens, the query's own included.
        query_start: int32 [sequences + 1]; sequence i owns the rows query_start[i] to query_start[i + 1]; rows after the
            last start belong to no sequence and give zeros.
        causal: whether a token sees positions up to its own only. A window bounds what a token sees of the past in both cases.
        max_query_length: no sequence has more query tokens; all tokens where None.
        layout, kv_dtype, scale, key_scale, value_scale, alibi_slopes, sliding_window, sinks, softcap, max_context_length,
        out, return_log_sum_exp, backend, validate: as in ``paged_attention``; log-sum-exp is fp32 [tokens, query_heads].

    Returns:
        The attention output in the query's type and shape, with the log-sum-exp where asked for.

    Raises:
        InvalidArgumentError: naming the argument, its value and what was expected.
        NoImplementationError: no backend serves the request under the policy, with all reasons.
    """
    validation.check_given(query=query)
    if out is not None:
        validation.check_output("out", out, query)
    output = torch.empty_like(query, memory_format=torch.contiguous_format) if out is None else out
    log_sum_exp = query.new_empty(query.shape[:-1], dtype=torch.float32) if return_log_sum_exp else None
    run = _op if traced(query) else _run
    run(
        query,
        key_cache,
        value_cache,
        block_tables,
        context_lengths,
        query_start,
        causal,
        max_query_length,
        layout,
        kv_dtype,
        scale,
        scale_tensor("key_scale", key_scale, query),
        scale_tensor("value_scale", value_scale, query),
        alibi_slopes,
        sliding_window,
        sinks,
        softcap,
        max_context_length,
        output,
        log_sum_exp,
        backend,
        validate,
    )
    return output if log_sum_exp is None else (output, log_sum_exp)


def _run(
    query: torch.Tensor,
    key_cache: torch.Tensor,
    value_cache: torch.Tensor,
    block_tables: torch.Tensor,
    context_lengths: torch.Tensor,
    query_start: torch.Tensor,
    causal: bool,
    max_query_length: int | None,
    layout: str,
    kv_dtype: str | None,
    scale: float | None,
    key_scale: torch.Tensor | None,
    value_scale: torch.Tensor | None,
    alibi_slopes: torch.Tensor | None,
    sliding_window: int | None,
    sinks: torch.Tensor | None,
    softcap: float | None,
    max_context_length: int | None,
    output: torch.Tensor,
    log_sum_exp: torch.Tensor | None,
    backend: str | None,
    validate: bool | None,
) -> None:
    plan = plan_for(
        "prefill_attention",
        query,
        key_cache,
        value_cache,
        block_tables,
        context_lengths,
        query_start,
        layout,
        kv_dtype,
        scale,
        key_scale,
        value_scale,
        alibi_slopes,
        sliding_window,
        sinks,
        softcap,
        max_context_length,
        log_sum_exp is not None,
    )
    tokens = query.shape[0]
    if max_query_length is not None:
        validation.check_whole_number("max_query_length", max_query_length)
    longest_query = tokens if max_query_length is None else min(max_query_length, tokens)
    longest = plan.capacity if max_context_length is None else min(max_context_length, plan.capacity)
    if value_checks.wanted(validate, query):
        query_lengths = query_start[1:] - query_start[:-1]
        value_checks.check_query_start(query_start, tokens, context_lengths, longest_query)
        value_checks.check_sequence_values(
            plan.cache.shape,
            block_tables,
            context_lengths,
            value_checks.first_visible(context_lengths, query_lengths, plan.window(sliding_window)),
            plan.capacity if max_context_length is None else max_context_length,
            key_scale,
            value_scale,
            alibi_slopes,
            sinks,
        )
    arguments = PrefillArguments(
        plan.spec,
        query,
        CacheView(
            typed(key_cache, plan),
            typed(value_cache, plan),
            layout,
            plan.spec.block_size,
            key_scale,
            value_scale,
        ),
        block_tables,
        context_lengths,
        query_start,
        plan.scale,
        longest,
        longest_query,
        output,
        causal,
        log_sum_exp,
        alibi_slopes,
        plan.window(sliding_window),
        sinks,
        softcap,
    )
    dispatcher.run(arguments, None if backend is None else policy.explicit(backend))


_op = torch.library.custom_op(
    "rocm_kernels::prefill_attention", _run, mutates_args=("output", "log_sum_exp"), schema=_SCHEMA
)


@_op.register_fake
def _nothing(*arguments: object) -> None:
    """Trace the op: it returns nothing and only writes to its outputs."""
