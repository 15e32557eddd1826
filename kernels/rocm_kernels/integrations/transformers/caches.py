"""The caches of all layers of a model, and the scales of their keys and values."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import torch

from rocm_kernels.dtypes import DATA_TYPES, data_type
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.integrations.transformers.shapes import AttentionShape
from rocm_kernels.kv_cache import PagedCache

Granularity = Literal["per_tensor", "per_head"]


@dataclass(frozen=True, eq=False)
class KVScales:
    """Scales that were measured before: stored value * scale is the value.

    Attributes:
        dtype: name of the stored type that they are for.
        key, value: one a layer, fp32 [1] or [kv_heads].
    """

    dtype: str
    key: tuple[torch.Tensor, ...]
    value: tuple[torch.Tensor, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "dtype", data_type(self.dtype).name)
        if not DATA_TYPES[self.dtype].quantised:
            raise InvalidArgumentError("dtype", self.dtype, "a quantised type: others have no scales")
        if len(self.key) != len(self.value):
            raise InvalidArgumentError("value", f"{len(self.value)} layers", f"{len(self.key)}, as key")

    def for_dtype(self, dtype: str) -> KVScales:
        """The same scales for another type: what was the largest stored value becomes the largest of that type."""
        target = data_type(dtype)
        factor = DATA_TYPES[self.dtype].max_finite / target.max_finite
        key, value = (tuple(scale * factor for scale in part) for part in (self.key, self.value))
        return KVScales(target.name, key, value)


def allocate(
    shape: AttentionShape,
    blocks: int,
    block_size: int,
    *,
    layout: str,
    dtype: str,
    scales: KVScales | Literal["per_token"] | None,
    device: torch.device,
) -> list[PagedCache]:
    """One cache a layer.

    Args:
        scales: measured ones, ``per_token`` for such as the writer measures, None without.

    Raises:
        InvalidArgumentError: scales for another type or number of layers; a quantised cache without scales; sizes that the
            layout cannot hold.
    """
    stored = data_type(dtype, "kv_dtype")
    if stored.quantised and scales is None:
        expected = (
            "KVScales (of calibrate or a checkpoint) or 'per_token': without, small values are lost and large ones cut"
        )
        raise InvalidArgumentError("scales", None, expected)
    if not stored.quantised and scales is not None:
        raise InvalidArgumentError("scales", "scales", f"None for a cache of {stored.name}")
    kind: Literal["per_token", "none"] = "per_token" if scales == "per_token" else "none"
    caches = [
        PagedCache.allocate(
            blocks,
            shape.kv_heads,
            shape.head_size,
            block_size,
            layout=layout,
            dtype=stored.name,
            scales=kind,
            device=device,
        )
        for _ in range(shape.layers)
    ]
    if not isinstance(scales, KVScales):
        return caches
    if scales.dtype != stored.name:
        raise InvalidArgumentError("scales", f"for {scales.dtype}", f"for {stored.name}; see KVScales.for_dtype")
    if len(scales.key) != shape.layers:
        raise InvalidArgumentError("scales", f"{len(scales.key)} layers", f"{shape.layers}, the model's")
    pairs = zip(caches, scales.key, scales.value, strict=True)
    return [replace(cache, key_scale=key.to(device), value_scale=value.to(device)) for cache, key, value in pairs]
