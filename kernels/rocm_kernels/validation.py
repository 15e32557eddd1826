"""Refuses bad input by what shapes, types and plain numbers tell, always; ``value_checks`` looks at values where asked for."""

from __future__ import annotations

import sys
from typing import NamedTuple

import torch

from rocm_kernels import layouts
from rocm_kernels.devices import Device
from rocm_kernels.dtypes import BY_TORCH_DTYPE, DATA_TYPES, DataType, data_type, data_type_of
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.layouts import CacheShape
from rocm_kernels.spec import ScaleGranularity
from rocm_kernels.targets import TARGETS


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
