"""reshape_and_cache: write new keys and values into a paged cache; gather_cache, its inverse, reads a sequence back."""

from __future__ import annotations

import torch

from rocm_kernels import devices, dispatcher, policy, validation, value_checks
from rocm_kernels.arguments import CacheView, CacheWriteArguments
from rocm_kernels.ops import plans
from rocm_kernels.ops.attention_keys import facts
from rocm_kernels.ops.library import scale_tensor, traced
from rocm_kernels.ops.plans import Plan, typed

_SCHEMA = (
    "(Tensor key, Tensor value, Tensor(a!) key_cache, Tensor(b!) value_cache, Tensor slot_mapping, str layout, "
    "str? kv_dtype, Tensor(c!)? key_scale, Tensor(d!)? value_scale, str? backend, bool? validate) -> ()"
)


def reshape_and_cache(
    key: torch.Tensor,
    value: torch.Tensor,
    key_cache: torch.Tensor,
    value_cache: torch.Tensor,
    slot_mapping: torch.Tensor,
    *,
    layout: str = "5d",
    kv_dtype: str | None = None,
    key_scale: torch.Tensor | float | None = None,
    value_scale: torch.Tensor | float | None = None,
    backend: str | None = None,
    validate: bool | None = None,
) -> None:
    """Write keys and values of new tokens to their slots of a paged cache, in place.

    Args:
        key, value: fp32, fp16 or bf16 [tokens, kv_heads, head_size], last axis contiguous; of the cache's type where that is
            a float type.
        key_cache, value_cache: storage in ``layout``; a quantised cache stores value / scale, clamped to the largest finite
            value of its type and rounded to nearest even.
        slot_mapping: int64 [tokens]; page * block_size + row in the page; -1 skips the token.
        layout: of rocm_kernels.layouts.
        kv_dtype: what a uint8 storage holds, of rocm_kernels.dtypes; ``fp8`` is the format of the device's target.
        key_scale, value_scale: a number, or fp32 [1] or [kv_heads], read; or [blocks, kv_heads, block_size], written: the
            largest magnitude of each head of a token over the largest finite value of the cache's type (1 for zeros).
        backend: serve the call with this backend or raise; None leaves it to the policy in force.
        validate: look at slots and scales, which waits for the device; None: as ``rocm_kernels.validating`` or
            ROCM_KERNELS_VALIDATE say, else where the tensors are on the CPU.

    Raises:
        InvalidArgumentError: naming the argument, its value and what was expected.
        NoImplementationError: no backend serves the request under the policy, with all reasons.
    """
    validation.check_given(key=key)
    run = _op if traced(key) else _run
    run(
        key,
        value,
        key_cache,
        value_cache,
        slot_mapping,
        layout,
        kv_dtype,
        scale_tensor("key_scale", key_scale, key),
        scale_tensor("value_scale", value_scale, key),
        backend,
        validate,
    )


def _plan(
    key: torch.Tensor,
    value: torch.Tensor,
    key_cache: torch.Tensor,
    value_cache: torch.Tensor,
    slot_mapping: torch.Tensor,
    layout: str,
    kv_dtype: str | None,
    key_scale: torch.Tensor | None,
    value_scale: torch.Tensor | None,
) -> Plan:
    found_by: plans.Key | None
    try:
        tensors = (key, value, key_cache, value_cache, slot_mapping, key_scale, value_scale)
        strides = key.is_contiguous() or key.stride(), value.is_contiguous() or value.stride()
        found_by = ("reshape_and_cache", *map(facts, tensors), strides, layout, kv_dtype, devices.chosen())
        plan = plans.find(found_by)
        if plan is not None:
            return plan
    except (AttributeError, TypeError):
        found_by = None  # something is no tensor: the checks below say what
    plan = plans.write_plan(key, value, key_cache, value_cache, slot_mapping, layout, kv_dtype, key_scale, value_scale)
    return plan if found_by is None else plans.keep(found_by, plan)


def _run(
    key: torch.Tensor,
    value: torch.Tensor,
    key_cache: torch.Tensor,
    value_cache: torch.Tensor,
    slot_mapping: torch.Tensor,
    layout: str,
    kv_dtype: str | None,
    key_scale: torch.Tensor | None,
    value_scale: torch.Tensor | None,
    backend: str | None,
    validate: bool | None,
) -> None:
    plan = _plan(key, value, key_cache, value_cache, slot_mapping, layout, kv_dtype, key_scale, value_scale)
    if value_checks.wanted(validate, key):
        value_checks.check_slots(slot_mapping, plan.cache.shape.blocks * plan.cache.shape.block_size)
        for argument, scale in (("key_scale", key_scale), ("value_scale", value_scale)):
            if plan.spec.kv_scales != "per_token":
                value_checks.check_positive(argument, scale)
    cache = CacheView(
        typed(key_cache, plan), typed(value_cache, plan), layout, plan.spec.block_size, key_scale, value_scale
    )
    arguments = CacheWriteArguments(plan.spec, key, value, cache, slot_mapping)
    dispatcher.run(arguments, None if backend is None else policy.explicit(backend))


_op = torch.library.custom_op(
    "rocm_kernels::reshape_and_cache",
    _run,
    mutates_args=("key_cache", "value_cache", "key_scale", "value_scale"),
    schema=_SCHEMA,
)


@_op.register_fake
def _nothing(*arguments: object) -> None:
    """Trace the op: it returns nothing and only writes to the cache."""
