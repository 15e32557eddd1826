"""Refuses bad input: what shapes and types tell, always; what only the values on the device tell, where asked for."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

import torch

from rocm_kernels import flags, layouts
from rocm_kernels.devices import Device
from rocm_kernels.dtypes import BY_TORCH_DTYPE, DATA_TYPES, DataType, data_type, data_type_of
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.layouts import CacheShape
from rocm_kernels.spec import ScaleGranularity
from rocm_kernels.targets import TARGETS

_validating: ContextVar[bool | None] = ContextVar("rocm_kernels_validating", default=None)


@contextmanager
def validating(on: bool = True) -> Iterator[None]:
    """Set what ``validate=None`` means inside the block: whether values are looked at, which waits for their device."""
    token = _validating.set(on)
    try:
        yield
    finally:
        _validating.reset(token)


def wanted(validate: bool | None, tensor: torch.Tensor) -> bool:
    """Whether the values of a request are to be checked.

    Args:
        validate: the argument of the op; where it is None, ``validating`` of this context says, else ROCM_KERNELS_VALIDATE
            where somebody set it, else where the tensors are: on the CPU there is no device to wait for.
        tensor: any of the request's.
    """
    if validate is None:
        validate = _validating.get()
    if validate is not None:
        if not isinstance(validate, bool):
            raise InvalidArgumentError("validate", repr(validate), "True, False or None")
        return validate
    switches = flags.current()
    if "ROCM_KERNELS_VALIDATE" in switches.given:
        return switches["ROCM_KERNELS_VALIDATE"]
    return tensor.is_cpu


class CacheFacts(NamedTuple):
    """What the storage tensors of a cache say.

    Attributes:
        shape: sizes.
        dtype: the type of the stored elements.
        reinterpreted: the storage is bytes that have to be viewed as ``dtype``.
    """

    shape: CacheShape
    dtype: DataType
    reinterpreted: bool


def check_tensors(**tensors: object) -> None:
    """Refuse anything that is no tensor; the arguments' names are the keywords', None is let through."""
    for argument, value in tensors.items():
        if value is not None and not isinstance(value, torch.Tensor):
            raise InvalidArgumentError(argument, f"{type(value).__name__} {value!r:.60}", "a torch.Tensor")


def check_given(**tensors: object) -> None:
    """Refuse anything that is no tensor, None too; the arguments' names are the keywords'."""
    for argument, value in tensors.items():
        if value is None:
            raise InvalidArgumentError(argument, "None", "a torch.Tensor")
    check_tensors(**tensors)


def check_same_device(device: torch.device, like: str, **tensors: torch.Tensor | None) -> None:
    """Refuse tensors on another device than ``device``, that of the argument named ``like``."""
    for argument, tensor in tensors.items():
        if tensor is not None and tensor.device != device:
            raise InvalidArgumentError(argument, f"a tensor on {tensor.device}", f"one on {device}, where {like} is")


def check_number(argument: str, value: object, *, positive: bool = True) -> None:
    """Refuse what is no finite number, or not above 0."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InvalidArgumentError(argument, f"{type(value).__name__} {value!r:.60}", "a number")
    # Written as a comparison: a whole number may be beyond what a float holds.
    if not -sys.float_info.max <= value <= sys.float_info.max or (positive and value <= 0):
        raise InvalidArgumentError(argument, repr(value), "a finite number above 0" if positive else "a finite number")


def check_whole_number(argument: str, value: object, least: int = 1) -> None:
    """Refuse what is no whole number of at least ``least``."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidArgumentError(argument, f"{type(value).__name__} {value!r:.60}", f"a whole number from {least} on")
    if value < least:
        raise InvalidArgumentError(argument, repr(value), f"at least {least}")


def check_bounds(least: object, most: object) -> None:
    """Refuse bounds on context lengths that are no whole numbers, and two that no context meets but an empty one.

    Where the upper bound is 0 all contexts are empty, of which the lower bound says nothing.
    """
    if most is not None:
        check_whole_number("max_context_length", most, 0)
    if least is not None:
        check_whole_number("min_context_length", least, 0)
    if isinstance(least, int) and isinstance(most, int) and least > most > 0:
        raise InvalidArgumentError("min_context_length", least, f"at most max_context_length, which is {most}")


def check_vector(argument: str, tensor: torch.Tensor, length: int, dtype: torch.dtype, meaning: str) -> None:
    """Refuse a tensor that is not [length], of ``dtype`` and contiguous."""
    check_dtype(argument, tensor, dtype)
    if tuple(tensor.shape) != (length,):
        raise InvalidArgumentError(argument, f"shape {tuple(tensor.shape)}", f"({length},), {meaning}")
    check_contiguous(argument, tensor)


def check_dtype(argument: str, tensor: torch.Tensor, dtype: torch.dtype) -> None:
    """Refuse a tensor of another type."""
    if tensor.dtype != dtype:
        raise InvalidArgumentError(argument, f"dtype {tensor.dtype}", str(dtype))


def check_contiguous(argument: str, tensor: torch.Tensor) -> None:
    """Refuse strides that no kernel takes."""
    if not tensor.is_contiguous():
        raise InvalidArgumentError(
            argument, f"strides {tensor.stride()}", f"a contiguous tensor of {tuple(tensor.shape)}"
        )


def check_rows(argument: str, tensor: torch.Tensor, words: str) -> DataType:
    """Refuse anything but a non-empty float tensor of three axes whose last one is contiguous; gives its type."""
    dtype = BY_TORCH_DTYPE.get(tensor.dtype)
    if dtype is None or dtype.quantised:
        floats = ", ".join(str(entry.torch_dtype) for entry in DATA_TYPES.values() if not entry.quantised)
        raise InvalidArgumentError(argument, f"dtype {tensor.dtype}", f"one of {floats}")
    if tensor.ndim != 3:
        raise InvalidArgumentError(argument, f"shape {tuple(tensor.shape)}", f"three axes, [{words}]")
    if 0 in tensor.shape:
        raise InvalidArgumentError(argument, f"shape {tuple(tensor.shape)}", f"at least one of each of [{words}]")
    if tensor.stride(2) != 1 and tensor.shape[2] > 1:
        raise InvalidArgumentError(argument, f"strides {tensor.stride()}", "a last axis with stride 1")
    return dtype


def cache_dtype(key_cache: torch.Tensor, kv_dtype: str | None, device: Device) -> DataType:
    """Find the type of the stored elements.

    Args:
        key_cache: the storage; torch.uint8 says nothing about it and needs ``kv_dtype``.
        kv_dtype: a name of rocm_kernels.dtypes, ``fp8`` for the format of the device's target (the OCP one on ``cuda`` and
            ``cpu``), or None to take the storage's own.
        device: a target that reads one fp8 format is not given the other: every value would be off by a factor of two.
    """
    native = TARGETS[device.target].fp8_dtype if device.target in TARGETS else "fp8_e4m3fn"
    if not (kv_dtype is None or isinstance(kv_dtype, str)):
        raise InvalidArgumentError("kv_dtype", repr(kv_dtype), f"the name of a type: {', '.join(DATA_TYPES)} or fp8")
    if kv_dtype == "fp8":
        if native is None:
            raise InvalidArgumentError(
                "kv_dtype", "'fp8'", f"another type: {device.target} has no fp8 format of its own"
            )
        kv_dtype = native
    if kv_dtype is None:
        if key_cache.dtype == torch.uint8:
            raise InvalidArgumentError("kv_dtype", "None for a cache of torch.uint8", "the type that its bytes are")
        dtype = data_type_of(key_cache, "key_cache")
    else:
        dtype = data_type(kv_dtype, "kv_dtype")
        bytes_of_one = key_cache.dtype == torch.uint8 and dtype.itemsize == 1
        if key_cache.dtype != dtype.torch_dtype and not bytes_of_one:
            raise InvalidArgumentError(
                "kv_dtype", repr(kv_dtype), f"the type of the cache, which holds {key_cache.dtype}"
            )
    if dtype.kind == "fp8" and device.target in TARGETS and native is not None and dtype.name != native:
        raise InvalidArgumentError("kv_dtype", dtype.name, f"{native}, the fp8 format of {device.target}")
    return dtype


def check_cache(
    key_cache: torch.Tensor, value_cache: torch.Tensor, layout: str, kv_dtype: str | None, device: Device
) -> CacheFacts:
    """Refuse storage tensors that do not form a cache of ``layout``; gives what they hold."""
    described = layouts.layout(layout)
    if value_cache.dtype != key_cache.dtype:
        raise InvalidArgumentError("value_cache", f"dtype {value_cache.dtype}", f"{key_cache.dtype}, that of key_cache")
    dtype = cache_dtype(key_cache, kv_dtype, device)
    shape = described.cache_shape(key_cache.shape, value_cache.shape, dtype.itemsize)
    if 0 in shape[1:]:
        raise InvalidArgumentError(
            "key_cache", f"shape {tuple(key_cache.shape)}", "at least one head, element and token"
        )
    return CacheFacts(shape, dtype, key_cache.dtype != dtype.torch_dtype)


def check_scales(
    key_scale: torch.Tensor | None, value_scale: torch.Tensor | None, shape: CacheShape
) -> ScaleGranularity:
    """Refuse scales of a wrong type or shape, or of two kinds; gives their granularity."""
    granularity = _granularity("key_scale", key_scale, shape)
    other = _granularity("value_scale", value_scale, shape)
    if granularity != other:
        raise InvalidArgumentError("value_scale", f"{other} scale", f"{granularity}, as key_scale is")
    return granularity


def _granularity(argument: str, scale: torch.Tensor | None, shape: CacheShape) -> ScaleGranularity:
    if scale is None:
        return "none"
    check_dtype(argument, scale, torch.float32)
    check_contiguous(argument, scale)
    per_token = (shape.blocks, shape.kv_heads, shape.block_size)
    kinds: dict[tuple[int, ...], ScaleGranularity] = {
        per_token: "per_token",
        (shape.kv_heads,): "per_head",
        (1,): "per_tensor",
    }
    try:
        return kinds[tuple(scale.shape)]
    except KeyError:
        expected = f"(1,), ({shape.kv_heads},) a head or {per_token} a token"
        raise InvalidArgumentError(argument, f"shape {tuple(scale.shape)}", expected) from None


def check_heads(query: torch.Tensor, shape: CacheShape, key_cache: torch.Tensor, layout: str) -> None:
    """Refuse a query whose heads do not fit those that the cache has where its shape is read as ``layout``."""
    _, query_heads, head_size = query.shape
    reading = f", as layout {layout} reads the shape {tuple(key_cache.shape)} of key_cache"
    if head_size != shape.head_size:
        expected = f"{shape.head_size}, that of the cache{reading}"
        raise InvalidArgumentError("query", f"head_size {head_size}", expected)
    if query_heads % shape.kv_heads:
        expected = f"a multiple of the cache's {shape.kv_heads} kv_heads{reading}"
        raise InvalidArgumentError("query", f"{query_heads} heads", expected)


def check_block_tables(block_tables: torch.Tensor, sequences: int) -> None:
    """Refuse block tables that are not int32 [sequences, pages] with contiguous rows."""
    check_dtype("block_tables", block_tables, torch.int32)
    if block_tables.ndim != 2 or block_tables.shape[0] != sequences:
        raise InvalidArgumentError("block_tables", f"shape {tuple(block_tables.shape)}", f"[{sequences}, pages]")
    if block_tables.shape[1] > 1 and block_tables.stride(1) != 1:
        raise InvalidArgumentError("block_tables", f"strides {block_tables.stride()}", "rows with stride 1")


def check_output(argument: str, output: torch.Tensor, like: torch.Tensor) -> None:
    """Refuse an output that is not shaped and typed as ``like``, not where it is, or has its elements apart."""
    check_tensors(**{argument: output})
    if output.shape != like.shape:
        raise InvalidArgumentError(argument, f"shape {tuple(output.shape)}", f"{tuple(like.shape)}, as query")
    check_dtype(argument, output, like.dtype)
    check_same_device(like.device, "query", **{argument: output})
    check_contiguous(argument, output)


# Below: values. Each of these waits for the device.


def _refuse_first(argument: str, tensor: torch.Tensor, wrong: torch.Tensor, expected: str) -> None:
    """Raise for the first element of ``tensor`` where ``wrong`` holds, with its index and value."""
    if bool(wrong.any()):
        index = tuple(int(number) for number in wrong.nonzero()[0])
        raise InvalidArgumentError(argument, f"{tensor[index].item()} at {list(index)}", expected)


def check_lengths(context_lengths: torch.Tensor, capacity: int, max_context_length: int) -> None:
    """Refuse lengths below 0, beyond what a row of the block table can hold, or above ``max_context_length``."""
    wrong = (context_lengths < 0) | (context_lengths > capacity)
    _refuse_first("context_lengths", context_lengths, wrong, f"0 to {capacity}, what block_tables has room for")
    longest = int(context_lengths.max())
    if longest > max_context_length:
        expected = f"at least {longest}, the longest of context_lengths"
        raise InvalidArgumentError("max_context_length", max_context_length, expected)


def first_visible(context_lengths: torch.Tensor, query_lengths: torch.Tensor | int, window: int | None) -> torch.Tensor:
    """Lowest position that any query token of a sequence sees: [sequences]."""
    if window is None:
        return torch.zeros_like(context_lengths)
    return (context_lengths - query_lengths - (window - 1)).clamp(min=0)


def check_sequence_values(
    shape: CacheShape,
    block_tables: torch.Tensor,
    context_lengths: torch.Tensor,
    first_token: torch.Tensor,
    max_context_length: int,
    key_scale: torch.Tensor | None,
    value_scale: torch.Tensor | None,
    alibi_slopes: torch.Tensor | None,
    sinks: torch.Tensor | None,
) -> None:
    """Check all values that decode and prefill have in common; ``first_token`` is that of ``first_visible``."""
    pages = block_tables.shape[1]
    check_lengths(context_lengths, pages * shape.block_size, max_context_length)
    used = used_pages(first_token, context_lengths, pages, shape.block_size)
    check_block_ids(block_tables, used, shape.blocks)
    for argument, scale in (("key_scale", key_scale), ("value_scale", value_scale)):
        check_scale_values(argument, scale, block_tables, first_token, context_lengths, used)
    check_finite("alibi_slopes", alibi_slopes)
    check_finite("sinks", sinks)


# Integers over the bits of each type, and the bits that are all set in NaN and infinity alone.
_NOT_FINITE = {
    "fp32": (torch.int32, 0x7F800000),
    "fp16": (torch.int16, 0x7C00),
    "bf16": (torch.int16, 0x7F80),
    "fp8_e4m3fn": (torch.uint8, 0x7F),
}


def all_finite(storage: torch.Tensor, stored: DataType) -> bool:
    """Whether no element of a cache is NaN or infinity; from the bits, which costs a hundredth of looking at bf16 numbers."""
    if stored.kind == "int" or not storage.numel():
        return True
    if stored.name == "fp8_e4m3fnuz":
        return not bool((storage.view(torch.uint8) == 0x80).any())
    bits, mask = _NOT_FINITE[stored.name]
    return int((storage.view(bits) & mask).amax()) < mask


def check_promises(
    context_lengths: torch.Tensor,
    min_context_length: int | None,
    finite_cache: bool,
    caches: tuple[torch.Tensor, ...],
    scales: tuple[torch.Tensor | None, ...],
    stored: DataType,
) -> None:
    """Refuse promises that the values break: a shorter context that is not empty, a slot that is not finite."""
    if min_context_length:
        short = (context_lengths > 0) & (context_lengths < min_context_length)
        if bool(short.any()):
            shortest = int(context_lengths[short].min())
            expected = f"at most {shortest}, the shortest of context_lengths that is not 0"
            raise InvalidArgumentError("min_context_length", min_context_length, expected)
    if not finite_cache:
        return
    for name, cache, scale in zip(("key", "value"), caches, scales, strict=True):
        finite = all_finite(cache, stored)
        if not finite or (scale is not None and not bool(torch.isfinite(scale).all())):
            what = f"{name}_cache" if not finite else f"{name}_scale"
            raise InvalidArgumentError("finite_cache", True, f"False: {what} holds NaN or infinity")


def used_pages(first_token: torch.Tensor, context_lengths: torch.Tensor, pages: int, block_size: int) -> torch.Tensor:
    """Which entries of the block tables are read, bool [sequences, pages]: those of tokens ``first_token`` to the last."""
    page = torch.arange(pages, device=context_lengths.device)
    return (page * block_size < context_lengths[:, None]) & ((page + 1) * block_size > first_token[:, None])


def check_block_ids(
    block_tables: torch.Tensor, used: torch.Tensor, blocks: int, argument: str = "block_tables"
) -> None:
    """Refuse block ids out of range among the entries that are read."""
    wrong = used & ((block_tables < 0) | (block_tables >= blocks))
    _refuse_first(argument, block_tables, wrong, f"0 to {blocks - 1}, the blocks of the cache")


def check_scale_values(
    argument: str,
    scale: torch.Tensor | None,
    block_tables: torch.Tensor,
    first_token: torch.Tensor,
    lengths: torch.Tensor,
    used: torch.Tensor,
) -> None:
    """Refuse scales that are not finite and above 0; of scales a token, only those of tokens that are read."""
    if scale is None or scale.ndim != 3:
        check_positive(argument, scale)
    else:
        wrong = ~(torch.isfinite(scale) & (scale > 0))
        ids = torch.where(used, block_tables, 0).long()
        token = torch.arange(used.shape[1] * scale.shape[2], device=scale.device).view(used.shape[1], 1, -1)
        read = (token >= first_token[:, None, None, None]) & (token < lengths[:, None, None, None])
        reached = torch.zeros_like(scale, dtype=torch.int32)
        reached.index_add_(0, ids.flatten(), read.expand(-1, -1, scale.shape[1], -1).flatten(0, 1).int())
        _refuse_first(argument, scale, wrong & (reached > 0), "finite numbers above 0")


def check_positive(argument: str, scale: torch.Tensor | None) -> None:
    """Refuse scales that are not finite and above 0."""
    if scale is not None:
        _refuse_first(argument, scale, ~(torch.isfinite(scale) & (scale > 0)), "finite numbers above 0")


def check_finite(argument: str, tensor: torch.Tensor | None) -> None:
    """Refuse NaN and infinities."""
    if tensor is not None:
        _refuse_first(argument, tensor, ~torch.isfinite(tensor), "finite numbers")


def check_query_start(
    query_start: torch.Tensor, tokens: int, context_lengths: torch.Tensor, max_query_length: int
) -> None:
    """Refuse starts that do not cut the first of ``tokens`` rows into sequences, each no longer than its context."""
    if int(query_start[0]) != 0:
        raise InvalidArgumentError("query_start", f"{int(query_start[0])} at [0]", "0, the first row of query")
    lengths = query_start[1:] - query_start[:-1]
    wrong = torch.cat((lengths.new_zeros(1, dtype=torch.bool), lengths < 0))
    _refuse_first("query_start", query_start, wrong, "no less than the start before it")
    if int(query_start[-1]) > tokens:
        raise InvalidArgumentError(
            "query_start", f"{int(query_start[-1])} at the end", f"at most {tokens}, the rows of query"
        )
    _refuse_first(
        "context_lengths",
        context_lengths,
        lengths > context_lengths,
        "at least the sequence's query tokens (query_start)",
    )
    if int(lengths.max()) > max_query_length:
        expected = f"at least {int(lengths.max())}, the most query tokens of a sequence"
        raise InvalidArgumentError("max_query_length", max_query_length, expected)


def check_slots(slot_mapping: torch.Tensor, slots: int) -> None:
    """Refuse slots out of range, and a slot written twice; -1 is skipped."""
    wrong = (slot_mapping < -1) | (slot_mapping >= slots)
    _refuse_first("slot_mapping", slot_mapping, wrong, f"-1 (skipped) or 0 to {slots - 1}, the slots of the cache")
    written, counts = torch.unique(slot_mapping[slot_mapping >= 0], return_counts=True)
    if bool((counts > 1).any()):
        slot = int(written[counts > 1][0])
        raise InvalidArgumentError("slot_mapping", f"slot {slot} more than once", "each slot at most once")
