"""paged_attention: decode attention, one query token a sequence, over a paged key/value cache."""

from __future__ import annotations

from typing import Literal, overload

import torch

from rocm_kernels import dispatcher, policy, validation, value_checks
from rocm_kernels.arguments import CacheView, DecodeArguments
from rocm_kernels.ops.attention_keys import plan_for
from rocm_kernels.ops.library import scale_tensor, traced
from rocm_kernels.ops.plans import typed

_SCHEMA = (
    "(Tensor query, Tensor key_cache, Tensor value_cache, Tensor block_tables, Tensor context_lengths, str layout, "
    "str? kv_dtype, float? scale, Tensor? key_scale, Tensor? value_scale, Tensor? alibi_slopes, int? sliding_window, "
    "Tensor? sinks, float? softcap, int? max_context_length, int? min_context_length, bool finite_cache, Tensor(a!) output, "
    "Tensor(b!)? log_sum_exp, str? backend, bool? validate) -> ()"
)


@overload
def paged_attention(
    query: torch.Tensor,
    key_cache: torch.Tensor,
    value_cache: torch.Tensor,
    block_tables: torch.Tensor,
    context_lengths: torch.Tensor,
    *,
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
    min_context_length: int | None = ...,
    finite_cache: bool = ...,
    out: torch.Tensor | None = ...,
    return_log_sum_exp: Literal[False] = ...,
    backend: str | None = ...,
    validate: bool | None = ...,
) -> torch.Tensor: ...
@overload
def paged_attention(
    query: torch.Tensor,
    key_cache: torch.Tensor,
    value_cache: torch.Tensor,
    block_tables: torch.Tensor,
    context_lengths: torch.Tensor,
    *,
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
    min_context_length: int | None = ...,
    finite_cache: bool = ...,
    out: torch.Tensor | None = ...,
    return_log_sum_exp: Literal[True],
    backend: str | None = ...,
    validate: bool | None = ...,
) -> tuple[torch.Tensor, torch.Tensor]: ...
def paged_attention(
    query: torch.Tensor,
    key_cache: torch.Tensor,
    value_cache: torch.Tensor,
    block_tables: torch.Tensor,
    context_lengths: torch.Tensor,
    *,
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
    min_context_length: int | None = None,
    finite_cache: bool = False,
    out: torch.Tensor | None = None,
    return_log_sum_exp: bool = False,
    backend: str | None = None,
    validate: bool | None = None,
) -> torch.Tensor | tuple[torch.Tensor, torch.Tensor]:
    """Attend one query token a sequence to its cached tokens: softmax(scale * query · keys) · values, in fp32.

    Args:
        query: fp32, fp16 or bf16 [sequences, query_heads, head_size], last axis contiguous.
        key_cache, value_cache: storage in ``layout``, whose query's own token is already written.
        block_tables: int32 [sequences, pages]; entries past a sequence's last page are never used.
        context_lengths: int32 [sequences]; cached tokens, the query's own included; 0 gives zeros.
        layout: the layout in which the cache was written, of rocm_kernels.layouts.
        kv_dtype: what a uint8 storage holds, of rocm_kernels.dtypes; ``fp8`` is the format of the device's target.
        scale: factor on the scores, 1/sqrt(head_size) where None.
        key_scale, value_scale: factors of the stored values: a number, or fp32 [1], [kv_heads] or
            [blocks, kv_heads, block_size]; both or neither.
        alibi_slopes: fp32 [query_heads]; slope * (position of key - position of query) is added to the scores.
        sliding_window: tokens seen, the query's own included.
        sinks: fp32 [query_heads]; an extra logit a head that has no value.
        softcap: scores become softcap * tanh(score / softcap), before alibi.
        max_context_length: no context is longer; what the block table has room for where None.
        min_context_length: no context is shorter, but for those of length 0; None promises nothing. Some kernels are right for
            some lengths only, and are refused where nothing keeps those out.
        finite_cache: whether every slot of the cache, and its scale, holds finite numbers, also those that no token owns. Some
            kernels multiply unused slots by 0, so that NaN in them spreads; they are refused where this is not promised.
        out: contiguous, as query; written and returned.
        return_log_sum_exp: also return the logarithm of the softmax denominator, fp32 [sequences, query_heads].
        backend: serve the call with this backend or raise; None leaves it to the policy in force.
        validate: look at lengths, block ids and scales, which waits for the device; None: as ``rocm_kernels.validating`` or
            ROCM_KERNELS_VALIDATE say, else where the tensors are on the CPU.

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
        min_context_length,
        finite_cache,
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
    min_context_length: int | None,
    finite_cache: bool,
    output: torch.Tensor,
    log_sum_exp: torch.Tensor | None,
    backend: str | None,
    validate: bool | None,
) -> None:
    plan = plan_for(
        "paged_attention",
        query,
        key_cache,
        value_cache,
        block_tables,
        context_lengths,
        None,
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
        min_context_length,
        finite_cache,
    )
    longest = plan.capacity if max_context_length is None else min(max_context_length, plan.capacity)
    if value_checks.wanted(validate, query):
        value_checks.check_sequence_values(
            plan.cache.shape,
            block_tables,
            context_lengths,
            value_checks.first_visible(context_lengths, 1, plan.window(sliding_window)),
            plan.capacity if max_context_length is None else max_context_length,
            key_scale,
            value_scale,
            alibi_slopes,
            sinks,
        )
        value_checks.check_promises(
            context_lengths,
            min_context_length,
            finite_cache,
            (key_cache, value_cache),
            (key_scale, value_scale),
            plan.cache.dtype,
        )
    arguments = DecodeArguments(
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
        plan.scale,
        longest,
        output,
        log_sum_exp,
        alibi_slopes,
        plan.window(sliding_window),
        sinks,
        softcap,
    )
    dispatcher.run(arguments, None if backend is None else policy.explicit(backend))


_op = torch.library.custom_op(
    "rocm_kernels::paged_attention", _run, mutates_args=("output", "log_sum_exp"), schema=_SCHEMA
)


@_op.register_fake
def _nothing(*arguments: object) -> None:
    """Trace the op: it returns nothing and only writes to its outputs."""
