"""Launches the writer of a paged cache."""

from __future__ import annotations

from typing import Any

import triton

from rocm_kernels.arguments import CacheWriteArguments
from rocm_kernels.backends.triton.launching import Launch
from rocm_kernels.backends.triton.problem import (
    cache_strides,
    emulated_target,
    power_of_two_above,
    scale_mode,
    scale_strides,
)
from rocm_kernels.backends.triton.source_modules import kernels
from rocm_kernels.dtypes import DATA_TYPES


def write_launch(arguments: CacheWriteArguments, *, interpreted: bool) -> Launch:
    """Bind everything but addresses."""
    spec, cache = arguments.spec, arguments.cache
    stored = DATA_TYPES[spec.kv_dtype]
    constants: dict[str, Any] = {
        "KV_HEADS": spec.kv_heads,
        "HEAD_SIZE": spec.head_size,
        "BLOCK_SIZE": cache.block_size,
        "BLOCK_D": max(16, power_of_two_above(spec.head_size)),
        "FORMAT": spec.kv_dtype if stored.quantised else "float",
        "LARGEST": stored.max_finite,
        "KEY_SCALE": scale_mode(cache.key_scale),
        "VALUE_SCALE": scale_mode(cache.value_scale),
        **scale_strides(cache.key_scale, "K"),
        **scale_strides(cache.value_scale, "V"),
        **cache_strides(cache),
    }
    numbers = (*arguments.key.stride()[:2], *arguments.value.stride()[:2], cache.key.stride(0), cache.value.stride(0))
    grid = (arguments.key.shape[0], spec.kv_heads)
    kernel = kernels("cache", interpreted=interpreted).reshape_and_cache
    options = {} if interpreted else {"num_warps": 1}
    return Launch(kernel, grid, numbers, constants, options, emulated_target(spec.device))


def tensors(arguments: CacheWriteArguments) -> tuple[Any, ...]:
    """Tensors in the order of the kernel's parameters."""
    cache = arguments.cache
    return (
        arguments.key, arguments.value, cache.key, cache.value, arguments.slot_mapping, cache.key_scale, cache.value_scale,
    )  # fmt: skip


_launches: dict[tuple[Any, ...], Launch] = {}
_MOST_LAUNCHES = 4096


def reshape_and_cache(arguments: CacheWriteArguments, *, interpreted: bool = False) -> None:
    """Write keys and values to their slots; launches are kept and found again by what the kernel was compiled for."""
    if arguments.key.shape[0] == 0:
        return
    cache = arguments.cache
    key = (
        arguments.spec, arguments.key.shape[0], arguments.key.dtype, arguments.key.stride(), arguments.value.stride(),
        cache.key.stride(), cache.value.stride(), cache.block_size, arguments.key.device,
        None if cache.key_scale is None else cache.key_scale.stride(),
        None if cache.value_scale is None else cache.value_scale.stride(), interpreted,
    )  # fmt: skip
    launch = _launches.get(key)
    if launch is None:
        if len(_launches) >= _MOST_LAUNCHES:
            _launches.clear()
        launch = _launches[key] = write_launch(arguments, interpreted=interpreted)
    index = arguments.key.device.index or 0
    at_once = interpreted or emulated_target(arguments.spec.device) is not None
    stream = 0 if at_once else triton.runtime.driver.active.get_current_stream(index)
    launch(tensors(arguments), stream)
