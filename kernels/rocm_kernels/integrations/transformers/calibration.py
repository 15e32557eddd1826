"""Finds the scales of a quantised cache: a pass over sample prompts that notes the largest keys and values of each layer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from rocm_kernels.dtypes import data_type
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.integrations.transformers.caches import Granularity, KVScales
from rocm_kernels.integrations.transformers.engine import Engine
from rocm_kernels.integrations.transformers.sampling import SamplingOptions
from rocm_kernels.integrations.transformers.shapes import AttentionShape


class LargestValues:
    """An observer of an engine: the largest magnitudes of keys and values, fp32 [layers, kv_heads] each."""

    def __init__(self, shape: AttentionShape) -> None:
        self.key = torch.zeros(shape.layers, shape.kv_heads)
        self.value = torch.zeros(shape.layers, shape.kv_heads)

    def __call__(self, layer: int, key: torch.Tensor, value: torch.Tensor) -> None:
        """Look at what a layer is about to write, [tokens, kv_heads, head_size]."""
        for largest, rows in ((self.key, key), (self.value, value)):
            largest[layer] = torch.maximum(largest[layer], rows.detach().abs().amax(dim=(0, 2)).float().cpu())

    def scales(self, dtype: str, granularity: Granularity) -> KVScales:
        """Scales with which the largest value seen becomes the largest that ``dtype`` stores; 1 where only zeros were seen.

        Raises:
            InvalidArgumentError: nothing was seen, or something that is not finite.
        """
        if granularity not in ("per_tensor", "per_head"):
            raise InvalidArgumentError("granularity", repr(granularity), "per_tensor or per_head")
        stored = data_type(dtype)
        if not bool(self.key.any()):
            raise InvalidArgumentError("prompts", "no keys seen", "a pass over prompts before scales are asked for")
        parts = []
        for name, largest in (("key", self.key), ("value", self.value)):
            if not bool(largest.isfinite().all()):
                raise InvalidArgumentError(
                    "model", f"{name}s that are not finite", "finite ones: fp16 may be too narrow"
                )
            kept = largest.amax(1, keepdim=True) if granularity == "per_tensor" else largest
            scale = kept / stored.max_finite
            parts.append(tuple(torch.where(scale == 0, 1.0, scale).unbind()))
        return KVScales(stored.name, *parts)


def calibrate(
    model: Any,
    prompts: Sequence[Sequence[int]],
    dtype: str,
    granularity: Granularity = "per_tensor",
    *,
    block_size: int = 16,
) -> KVScales:
    """Measure the scales of a quantised cache on sample prompts, with a cache of the model's own type.

    Args:
        model: as Engine takes it.
        prompts: token ids; they should look like what will be served.
        dtype: the type that the scales are for.
        granularity: one scale a layer, or one a key/value head of each layer.
        block_size: tokens a page during the pass.

    Raises:
        InvalidArgumentError: no prompts, or an argument that Engine refuses.
    """
    if not prompts:
        raise InvalidArgumentError("prompts", "none", "at least one")
    # A prompt needs one token more to be computed as a whole.
    longest = max(len(prompt) for prompt in prompts) + 1
    blocks = -(-longest // block_size)
    engine = Engine(model, blocks=blocks, block_size=block_size, max_sequences=1)
    engine.observer = seen = LargestValues(engine.shape)
    for prompt in prompts:
        engine.generate([prompt], SamplingOptions(max_new_tokens=1))
    return seen.scales(dtype, granularity)
