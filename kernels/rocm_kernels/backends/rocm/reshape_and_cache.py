"""Writing the cache by the bundled HIP kernel."""

from __future__ import annotations

import torch

from rocm_kernels.arguments import CacheWriteArguments
from rocm_kernels.backends.rocm import specialisation
from rocm_kernels.backends.rocm.launcher import Launcher, launcher
from rocm_kernels.backends.rocm.paged_attention import per_token, target_of
from rocm_kernels.layouts import LAYOUTS


def reshape_and_cache(arguments: CacheWriteArguments, on: Launcher | None = None) -> None:
    """Write the new keys and values to their slots; -1 is skipped.

    Args:
        arguments: one checked request.
        on: the launcher; by default that of the spec's device.

    Raises:
        ImplementationFailure: elements that lie together in this layout do not in these tensors.
    """
    spec, cache = arguments.spec, arguments.cache
    tokens = arguments.slot_mapping.shape[0]
    if not tokens:
        return
    on = on or launcher(spec.device, target_of(spec), arguments.key)
    layout = LAYOUTS[spec.layout]
    strides = specialisation.actual_strides(spec, cache)
    kernel = specialisation.reshape_and_cache(spec, per_token(cache.key_scale, cache.value_scale))
    key_block, key_head = specialisation.head_strides(cache.key, layout.key_axes)
    value_block, value_head = specialisation.head_strides(cache.value, layout.value_axes)
    value_steps = dict(zip(layout.value_axes, cache.value.stride(), strict=True))
    key_scale, value_scale = _scale_strides(cache.key_scale), _scale_strides(cache.value_scale)
    on.launch(
        kernel,
        (tokens, -(-spec.kv_heads // kernel.waves), 1),
        {
            "key": arguments.key,
            "value": arguments.value,
            "key_cache": cache.key,
            "value_cache": cache.value,
            "slot_mapping": arguments.slot_mapping,
            "key_scale": cache.key_scale,
            "value_scale": cache.value_scale,
            "key_row_stride": arguments.key.stride(0),
            "key_row_head_stride": arguments.key.stride(1),
            "value_row_stride": arguments.value.stride(0),
            "value_row_head_stride": arguments.value.stride(1),
            "key_block_stride": key_block,
            "key_head_stride": key_head,
            "key_token_stride": strides.key_token,
            "key_group_stride": strides.key_group,
            "value_block_stride": value_block,
            "value_head_stride": value_head,
            "value_token_stride": value_steps.get("s", value_steps.get("t", 0)),
            "value_dimension_stride": value_steps["d"],
            "key_scale_block_stride": key_scale[0],
            "key_scale_head_stride": key_scale[1],
            "key_scale_token_stride": key_scale[2],
            "value_scale_block_stride": value_scale[0],
            "value_scale_head_stride": value_scale[1],
            "value_scale_token_stride": value_scale[2],
            "kv_heads": spec.kv_heads,
        },
    )


def _scale_strides(scale: torch.Tensor | None) -> tuple[int, int, int]:
    """Strides of blocks, heads and tokens; 0 where one scale serves all of them."""
    if scale is None:
        return 0, 0, 0
    if scale.ndim == 3:
        return scale.stride(0), scale.stride(1), scale.stride(2)
    return 0, scale.stride(0) if scale.shape[0] > 1 else 0, 0
