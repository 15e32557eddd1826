"""From tensors to a spec, once for each kind of request: the shapes are checked and the spec is built when a key is new."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch

from rocm_kernels import devices, validation
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.spec import AttentionSpec, Op, cache_class, length_class, min_length_class
from rocm_kernels.validation import CacheFacts

# Batch sizes and table widths come and go while a model is served; beyond this the table starts afresh.
MAX_PLANS = 16_384


@dataclass(frozen=True)
class Plan:
    """What follows from the key of a request.

    Attributes:
        spec: for the dispatcher.
        cache: sizes and type of the cache.
        scale: softmax scale (attention only).
        capacity: tokens that a row of the block table has room for (attention only).
    """

    spec: AttentionSpec
    cache: CacheFacts
    scale: float = 0.0
    capacity: int = 0

    def window(self, sliding_window: int | None) -> int | None:
        """The window as kernels get it: never wider than the table, so that it fits their 32-bit integers."""
        return None if sliding_window is None else min(sliding_window, max(self.capacity, 1))


Key = tuple[object, ...]
_plans: dict[Key, Plan] = {}


def find(key: Key) -> Plan | None:
    """Return the plan of a key that was met before."""
    return _plans.get(key)


def keep(key: Key, plan: Plan) -> Plan:
    """Remember the plan of a key, whose request was found to be right."""
    if len(_plans) >= MAX_PLANS:
        _plans.clear()
    _plans[key] = plan
    return plan


@dataclass(frozen=True)
class AttentionRequest:
    """The arguments of an attention op that shapes and types depend on; named as in the ops."""

    op: Op
    query: torch.Tensor
    key_cache: torch.Tensor
    value_cache: torch.Tensor
    block_tables: torch.Tensor
    context_lengths: torch.Tensor
    query_start: torch.Tensor | None
    layout: str
    kv_dtype: str | None
    scale: float | None
    key_scale: torch.Tensor | None
    value_scale: torch.Tensor | None
    alibi_slopes: torch.Tensor | None
    sliding_window: int | None
    sinks: torch.Tensor | None
    softcap: float | None
    max_context_length: int | None
    log_sum_exp: bool
    min_context_length: int | None = None
    finite_cache: bool = False


def attention_plan(request: AttentionRequest) -> Plan:
    """Check an attention request by shapes, types and plain numbers, and describe it to the dispatcher.

    Raises:
        InvalidArgumentError: naming the argument that is wrong.
    """
    query = request.query
    tensors = {
        "query": query,
        "key_cache": request.key_cache,
        "value_cache": request.value_cache,
        "block_tables": request.block_tables,
        "context_lengths": request.context_lengths,
        "query_start": request.query_start,
        "key_scale": request.key_scale,
        "value_scale": request.value_scale,
        "alibi_slopes": request.alibi_slopes,
        "sinks": request.sinks,
    }
    required = ["query", "key_cache", "value_cache", "block_tables", "context_lengths"]
    if request.op == "prefill_attention":
        required.append("query_start")
    validation.check_given(**{argument: tensors[argument] for argument in required})
    validation.check_tensors(**tensors)
    device = devices.describe(query, "query")
    validation.check_same_device(query.device, "query", **tensors)
    rows = "sequences" if request.query_start is None else "tokens"
    query_dtype = validation.check_rows("query", query, f"{rows}, heads, head_size")
    cache = validation.check_cache(request.key_cache, request.value_cache, request.layout, request.kv_dtype, device)
    _, query_heads, head_size = query.shape
    validation.check_heads(query, cache.shape, request.key_cache, request.layout)
    sequences = _check_sequences(request)
    validation.check_block_tables(request.block_tables, sequences)
    granularity = validation.check_scales(request.key_scale, request.value_scale, cache.shape)
    for argument, tensor in (("alibi_slopes", request.alibi_slopes), ("sinks", request.sinks)):
        if tensor is not None:
            validation.check_vector(argument, tensor, query_heads, torch.float32, "one a query head")
    for argument, number in (("scale", request.scale), ("softcap", request.softcap)):
        if number is not None:
            validation.check_number(argument, number)
    if request.sliding_window is not None:
        validation.check_whole_number("sliding_window", request.sliding_window)
    validation.check_bounds(request.min_context_length, request.max_context_length)
    if not isinstance(request.finite_cache, bool):
        raise InvalidArgumentError("finite_cache", repr(request.finite_cache), "True or False")
    usual = 1 / math.sqrt(head_size)
    scale = usual if request.scale is None else float(request.scale)
    capacity = request.block_tables.shape[1] * cache.shape.block_size
    spec = AttentionSpec(
        op=request.op,
        device=device.name,
        target=device.target,
        query_dtype=query_dtype.name,
        kv_dtype=cache.dtype.name,
        query_heads=query_heads,
        kv_heads=cache.shape.kv_heads,
        head_size=head_size,
        block_size=cache.shape.block_size,
        layout=request.layout,
        alibi=request.alibi_slopes is not None,
        sliding_window=request.sliding_window is not None,
        sinks=request.sinks is not None,
        softcap=request.softcap is not None,
        # A scale that a model wrote down as a decimal number is the usual one in fp32.
        custom_scale=not math.isclose(scale, usual, rel_tol=2**-22),
        log_sum_exp=request.log_sum_exp,
        kv_scales=granularity,
        length_class=length_class(capacity if request.max_context_length is None else request.max_context_length),
        query_contiguous=query.is_contiguous(),
        cache_contiguous=request.key_cache.is_contiguous() and request.value_cache.is_contiguous(),
        min_length_class=min_length_class(request.min_context_length or 0),
        cache_class=cache_class(
            max(entry.numel() * cache.dtype.itemsize for entry in (request.key_cache, request.value_cache))
        ),
        finite_cache=request.finite_cache,
    )
    return Plan(spec, cache, scale, capacity)


def _check_sequences(request: AttentionRequest) -> int:
    """Check the lengths (and the starts) of the sequences; gives how many sequences there are."""
    lengths, starts = request.context_lengths, request.query_start
    if starts is None:
        sequences = request.query.shape[0]
        validation.check_vector("context_lengths", lengths, sequences, torch.int32, "one a sequence of query")
        return sequences
    sequences = lengths.shape[0] if lengths.ndim else 0
    if sequences == 0:
        raise InvalidArgumentError("context_lengths", f"shape {tuple(lengths.shape)}", "at least one sequence")
    validation.check_vector("context_lengths", lengths, sequences, torch.int32, "one a sequence")
    validation.check_vector(
        "query_start", starts, sequences + 1, torch.int32, "one a sequence of context_lengths and the end"
    )
    return sequences


def write_plan(
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
    """Check a request to write to a cache by shapes and types, and describe it to the dispatcher.

    Raises:
        InvalidArgumentError: naming the argument that is wrong.
    """
    tensors: dict[str, torch.Tensor | None] = {
        "key": key,
        "value": value,
        "key_cache": key_cache,
        "value_cache": value_cache,
        "slot_mapping": slot_mapping,
    }
    validation.check_given(**tensors)
    tensors |= {"key_scale": key_scale, "value_scale": value_scale}
    validation.check_tensors(**tensors)
    device = devices.describe(key, "key")
    validation.check_same_device(key.device, "key", **tensors)
    dtype = validation.check_rows("key", key, "tokens, kv_heads, head_size")
    if value.dtype != key.dtype or value.shape != key.shape:
        given = f"shape {tuple(value.shape)} of {value.dtype}"
        raise InvalidArgumentError("value", given, f"{tuple(key.shape)} of {key.dtype}, as key")
    validation.check_rows("value", value, "tokens, kv_heads, head_size")
    cache = validation.check_cache(key_cache, value_cache, layout, kv_dtype, device)
    tokens, heads, head_size = key.shape
    if (heads, head_size) != (cache.shape.kv_heads, cache.shape.head_size):
        reading = f"as layout {layout} reads the shape {tuple(key_cache.shape)} of key_cache"
        expected = f"[tokens, {cache.shape.kv_heads}, {cache.shape.head_size}], {reading}"
        raise InvalidArgumentError("key", f"shape {tuple(key.shape)}", expected)
    if not cache.dtype.quantised and cache.dtype != dtype:
        raise InvalidArgumentError("key", f"dtype {key.dtype}", f"{cache.dtype.torch_dtype}, as the cache")
    validation.check_vector("slot_mapping", slot_mapping, tokens, torch.int64, "one a token of key")
    granularity = validation.check_scales(key_scale, value_scale, cache.shape)
    if granularity == "per_token" and not cache.dtype.quantised:
        # The measured scale would be a magnitude over the largest float, which is 0 for small ones.
        given = f"a scale a token for a cache of {cache.dtype.name}"
        raise InvalidArgumentError("key_scale", given, "a cache of fp8 or int8, whose scales are measured")
    spec = AttentionSpec(
        op="reshape_and_cache",
        device=device.name,
        target=device.target,
        query_dtype=dtype.name,
        kv_dtype=cache.dtype.name,
        query_heads=heads,
        kv_heads=heads,
        head_size=head_size,
        block_size=cache.shape.block_size,
        layout=layout,
        kv_scales=granularity,
        query_contiguous=key.is_contiguous() and value.is_contiguous(),
        cache_contiguous=key_cache.is_contiguous() and value_cache.is_contiguous(),
    )
    return Plan(spec, cache)


def typed(tensor: torch.Tensor, plan: Plan) -> torch.Tensor:
    """View the storage as what it holds."""
    return tensor.view(plan.cache.dtype.torch_dtype) if plan.cache.reinterpreted else tensor
