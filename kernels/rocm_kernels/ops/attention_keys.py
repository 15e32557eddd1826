"""The key under which the plan of an attention request is found again: everything that shapes, types and numbers say.

Built on every call, so it only reads attributes. Raw lengths are no part of it: a key is met again with the next token.
"""

from __future__ import annotations

import torch

from rocm_kernels import devices, validation
from rocm_kernels.ops import plans
from rocm_kernels.ops.plans import AttentionRequest, Plan
from rocm_kernels.spec import Op, length_class, min_length_class

_REALS = frozenset({float, int, type(None)})
_WHOLE = frozenset({int, type(None)})


def facts(tensor: torch.Tensor | None) -> object:
    """What a key says of an optional tensor."""
    if tensor is None:
        return None
    return (tensor.shape, tensor.dtype, tensor.device, tensor.is_contiguous())


def plan_for(
    op: Op,
    query: torch.Tensor,
    key_cache: torch.Tensor,
    value_cache: torch.Tensor,
    block_tables: torch.Tensor,
    context_lengths: torch.Tensor,
    query_start: torch.Tensor | None,
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
    log_sum_exp: bool,
    min_context_length: int | None = None,
    finite_cache: bool = False,
) -> Plan:
    """Find the plan of a request, or check the request and make its plan.

    Raises:
        InvalidArgumentError: naming the argument that is wrong.
    """
    try:
        key = (
            op,
            query.shape,
            query.dtype,
            query.device,
            query.is_contiguous() or query.stride(),
            key_cache.shape,
            key_cache.dtype,
            key_cache.device,
            key_cache.is_contiguous(),
            value_cache.shape,
            value_cache.dtype,
            value_cache.device,
            value_cache.is_contiguous(),
            block_tables.shape,
            block_tables.dtype,
            block_tables.device,
            block_tables.is_contiguous() or block_tables.stride(),
            context_lengths.shape,
            context_lengths.dtype,
            context_lengths.device,
            context_lengths.is_contiguous(),
            query_start if query_start is None else facts(query_start),
            layout,
            kv_dtype,
            scale,
            key_scale if key_scale is None else facts(key_scale),
            value_scale if value_scale is None else facts(value_scale),
            alibi_slopes if alibi_slopes is None else facts(alibi_slopes),
            sliding_window,
            sinks if sinks is None else facts(sinks),
            softcap,
            max_context_length if max_context_length is None else length_class(max_context_length),
            log_sum_exp,
            min_context_length if min_context_length is None else min_length_class(min_context_length),
            finite_cache,
            devices.chosen(),
        )
        plan = plans.find(key)
        # True and 1.0 find the plan of 1: only numbers of the right type may use it.
        if plan is not None and type(scale) in _REALS and type(softcap) in _REALS and type(sliding_window) in _WHOLE:
            validation.check_bounds(min_context_length, max_context_length)
            if type(finite_cache) is bool:
                return plan
    except (AttributeError, TypeError):
        key = None  # something is no tensor or no number: the checks below say what
    request = AttentionRequest(
        op,
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
        log_sum_exp,
        min_context_length,
        finite_cache,
    )
    plan = plans.attention_plan(request)
    return plan if key is None else plans.keep(key, plan)
