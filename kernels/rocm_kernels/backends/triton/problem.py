"""Turns the arguments of an op into what the kernels are compiled for: formats, strides of the layout, scales."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from rocm_kernels.arguments import CacheView
from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.layouts import LAYOUTS
from rocm_kernels.targets import TARGETS

# How a target converts stored bytes: ``cast`` by the compiler's conversion, ``ptx`` by that or by two instructions for a pair
# (NVIDIA), ``none`` by moving bits.
_CAST = {"fp8_e4m3fn": ("gfx950", "gfx1201"), "fp8_e4m3fnuz": ("gfx942",)}
_PTX = ("sm_89", "sm_90", "sm_100", "sm_103", "sm_120")


def hardware_conversion(kv_dtype: str, target: str) -> str:
    """``ptx``, ``cast`` or ``none``."""
    if target in _PTX and kv_dtype in ("fp8_e4m3fn", "int8"):
        return "ptx"
    return "cast" if target in _CAST.get(kv_dtype, ()) else "none"


def power_of_two_above(number: int) -> int:
    """Smallest power of two that is at least ``number``."""
    return 1 << max(number - 1, 0).bit_length()


def storage_strides(storage: torch.Tensor, axes: str, prefix: str) -> dict[str, int]:
    """Constants ``<prefix>_HEAD``, ``_TOKEN`` ... of the sources, in elements, for a storage tensor of these axes."""
    strides = dict(zip(axes, storage.stride(), strict=True))
    sizes = dict(zip(axes, storage.shape, strict=True))
    return {
        f"{prefix}_HEAD": strides["h"],
        f"{prefix}_TOKEN_LANES": sizes.get("y", 1),
        f"{prefix}_TOKEN": strides["s"] if "s" in strides else strides["t"],
        f"{prefix}_TOKEN_INNER": strides.get("y", 0),
        f"{prefix}_DIM_LANES": sizes.get("x", 1),
        f"{prefix}_DIM": strides["c"] if "c" in strides else strides["d"],
        f"{prefix}_DIM_INNER": strides.get("x", 0),
    }


def cache_strides(cache: CacheView) -> dict[str, int]:
    """Constants of both storage tensors."""
    layout = LAYOUTS[cache.layout]
    return storage_strides(cache.key, layout.key_axes, "K") | storage_strides(cache.value, layout.value_axes, "V")


def word_constants(cache: CacheView, head_size: int, constants: Mapping[str, Any]) -> dict[str, Any]:
    """KEY_WORDS and VALUE_WORDS, 4 where elements of one byte can be read as words, and the strides in words then."""
    layout = LAYOUTS[cache.layout]
    found: dict[str, Any] = {}
    for name, prefix, storage, axes in (
        ("KEY_WORDS", "K", cache.key, layout.key_axes),
        ("VALUE_WORDS", "V", cache.value, layout.value_axes),
    ):
        lanes = constants[f"{prefix}_DIM_LANES"]
        contiguous = axes[-1] in ("d", "x") and storage.stride(-1) == 1
        aligned = storage.data_ptr() % 4 == 0 and all(stride % 4 == 0 for stride in storage.stride()[:-1])
        # Four matrix products of a quarter of the head each: below 16 elements no target has such a product.
        if storage.element_size() != 1 or head_size % 4 or head_size <= 32 or not contiguous or not aligned:
            found[name] = 1
            continue
        found[name] = 4
        found |= {
            f"{prefix}_{stride}": constants[f"{prefix}_{stride}"] // 4 for stride in ("HEAD", "TOKEN", "TOKEN_INNER")
        }
        if lanes > 1:
            found |= {f"{prefix}_DIM_LANES": lanes // 4, f"{prefix}_DIM": constants[f"{prefix}_DIM"] // 4}
    return found


def scale_mode(scale: torch.Tensor | None) -> str:
    """``none``, ``head`` (one number a head, or one in all) or ``token``."""
    if scale is None:
        return "none"
    return "token" if scale.ndim == 3 else "head"


def scale_strides(scale: torch.Tensor | None, prefix: str) -> dict[str, int]:
    """Constants ``<prefix>_SCALE_BLOCK``, ``_HEAD`` and ``_TOKEN``; an axis of one element has stride 0."""
    block = head = token = 0
    if scale is not None and scale.ndim == 3:
        block, head, token = (
            stride if size > 1 else 0 for size, stride in zip(scale.shape, scale.stride(), strict=True)
        )
    elif scale is not None and scale.numel() > 1:
        head = scale.stride(0)
    return {f"{prefix}_SCALE_BLOCK": block, f"{prefix}_SCALE_HEAD": head, f"{prefix}_SCALE_TOKEN": token}


def number_constants(query_dtype: str, kv_dtype: str, target: str, language: Any) -> dict[str, Any]:
    """Constants on number formats: what the matrix products run in, and how stored elements become that.

    A quantised cache under 16-bit queries computes in fp16, in which fp8 and int8 values are exact; rows of bf16 queries are
    divided by a power of two for it.
    """
    stored = DATA_TYPES[kv_dtype]
    types = {"fp32": language.float32, "fp16": language.float16, "bf16": language.bfloat16}
    compute = "fp16" if stored.quantised and query_dtype != "fp32" else query_dtype
    if target == "interpreter" and compute == "bf16":
        compute = "fp32"  # the interpreter multiplies the bits of bf16 as integers
    return {
        "FORMAT": kv_dtype if stored.quantised else "float",
        "COMPUTE": types[compute],
        "HARDWARE": hardware_conversion(kv_dtype, target),
        "NORMALISE_QUERY": query_dtype == "bf16" and compute == "fp16",
        "PRECISION": "ieee",
    }


def emulated_target(device_name: str) -> str | None:
    """The AMD target of ``emulated:<target>``, a device as a spec names it; None for another device."""
    kind, _, target = device_name.partition(":")
    return target if kind == "emulated" else None


def target_of(device: torch.device, interpreted: bool, emulated: str | None = None) -> str:
    """Name the target as the tables of this backend do: ``interpreter``, ``sm_90``, ``gfx942``."""
    if interpreted:
        return "interpreter"
    if emulated is not None:
        return emulated
    properties = torch.cuda.get_device_properties(device)
    if torch.version.hip is not None:
        return str(properties.gcnArchName).partition(":")[0]
    return f"sm_{properties.major}{properties.minor}"


def processors_of(device: torch.device, interpreted: bool, emulated: str | None = None) -> int:
    """Multiprocessors (compute units) of a device; a few where the interpreter stands for it."""
    if emulated is not None:
        return TARGETS[emulated].compute_units
    return 3 if interpreted else int(torch.cuda.get_device_properties(device).multi_processor_count)


def bytes_view(storage: torch.Tensor) -> torch.Tensor:
    """Cache elements as the kernels take them: fp8 as uint8."""
    return storage.view(torch.uint8) if storage.dtype.is_floating_point and storage.element_size() == 1 else storage
