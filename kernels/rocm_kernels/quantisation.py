"""How values become stored values and back: one rule for every writer and reader of a quantised cache."""

from __future__ import annotations

import torch

from rocm_kernels.dtypes import DataType


def per_token_scale(values: torch.Tensor, dtype: DataType) -> torch.Tensor:
    """Scale that makes the largest magnitude along the last axis the largest that ``dtype`` stores.

    Args:
        values: [..., head_size], any float type.
        dtype: type of the cache.

    Returns:
        fp32 [...]; 1 where it would be 0, so that writing never divides by 0: all values are 0, or too small to scale.
    """
    scale = values.detach().float().abs().amax(dim=-1) / dtype.max_finite
    return torch.where(scale == 0, 1.0, scale)


def quantise(values: torch.Tensor, scale: torch.Tensor | None, dtype: DataType) -> torch.Tensor:
    """Stored form of ``values``: values / scale, clamped to the largest finite value, rounded to nearest even.

    Args:
        values: any float type.
        scale: fp32, broadcasts to ``values``; None is 1.
        dtype: type of the cache. A float type without a scale is cast only. int8 has no NaN: it stores 0 for one.

    Returns:
        a tensor of ``dtype.torch_dtype``, shaped as ``values``.
    """
    if not dtype.quantised and scale is None:
        return values.to(dtype.torch_dtype)
    quotient = values.float() if scale is None else values.float() / scale
    if not dtype.quantised:
        return quotient.to(dtype.torch_dtype)
    # A cast beyond the range gives NaN (fp8) or wraps (int8); clamp keeps NaN.
    quotient = quotient.clamp(-dtype.max_finite, dtype.max_finite)
    if dtype.kind == "int":
        quotient = quotient.round().nan_to_num(nan=0.0)
    return quotient.to(dtype.torch_dtype)


def dequantise(stored: torch.Tensor, scale: torch.Tensor | None) -> torch.Tensor:
    """Values of a cache: stored value * scale in fp32; ``scale`` broadcasts to ``stored``, None is 1."""
    values = stored.float()
    return values if scale is None else values * scale
