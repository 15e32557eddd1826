"""Decode by the bundled HIP kernels: chooses the kernel and the split, and launches it."""

from __future__ import annotations

import math
from dataclasses import replace

import torch

from rocm_kernels.arguments import DecodeArguments
from rocm_kernels.backends.rocm import specialisation
from rocm_kernels.backends.rocm.launcher import Launcher, launcher
from rocm_kernels.backends.rocm.splits import Part, choose_split
from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.errors import ImplementationFailure
from rocm_kernels.layouts import LAYOUTS
from rocm_kernels.spec import AttentionSpec

_LOG2_E = math.log2(math.e)
_LARGEST_BLOCK_BYTES = 2**32 - 1


def target_of(spec: AttentionSpec) -> str:
    """Return the spec's target; raises ImplementationFailure for a GPU that this project does not know."""
    if spec.target is None:
        raise ImplementationFailure("target", f"the target of {spec.device} is not known")
    return spec.target


def per_token(key_scale: torch.Tensor | None, value_scale: torch.Tensor | None) -> str:
    """Letters of the scales that there is one of for each token, as specialisation.decode takes them."""
    return "".join(
        letter for letter, scale in (("k", key_scale), ("v", value_scale)) if scale is not None and scale.ndim == 3
    )


def paged_attention(
    arguments: DecodeArguments, on: Launcher | None = None, splits: int | None = None, waves: int | None = None
) -> None:
    """Write ``arguments.output``, and the log-sum-exp where it is asked for.

    Args:
        arguments: one checked decode request.
        on: the launcher; by default that of the spec's device.
        splits: parts of each context; by default chosen by choose_split.
        waves: of a workgroup, ``waves`` or ``most_waves`` of the kernel; by default chosen by choose_split.

    Raises:
        ImplementationFailure: the cache is strided so that loads of 16 bytes cannot read it, or a block is too large.
    """
    spec, query, cache = arguments.spec, arguments.query, arguments.cache
    if not query.shape[0]:
        return
    on = on or launcher(spec.device, target_of(spec), query)
    layout = LAYOUTS[spec.layout]
    strides = specialisation.actual_strides(spec, cache)
    letters = per_token(cache.key_scale, cache.value_scale)
    kernel = specialisation.decode(spec, on.target, strides, letters)
    key_block, key_head = specialisation.head_strides(cache.key, layout.key_axes)
    value_block, value_head = specialisation.head_strides(cache.value, layout.value_axes)
    if max(key_block, value_block) * DATA_TYPES[spec.kv_dtype].itemsize > _LARGEST_BLOCK_BYTES:
        raise ImplementationFailure("cache_strides", "blocks lie more than 4 GiB apart")
    sequences, heads, head_size = query.shape
    window, tokens = arguments.sliding_window, arguments.max_context_length
    if window is not None:
        tokens = min(tokens, window + kernel.tokens_per_chunk)
    part = Part(
        workgroups=sequences * spec.kv_heads * kernel.row_blocks,
        tokens_per_round=kernel.tokens_per_chunk * kernel.waves,
        token_bytes=2 * head_size * DATA_TYPES[spec.kv_dtype].itemsize,
        query_bytes=spec.gqa * head_size * query.element_size(),
        result_bytes=spec.gqa * (head_size + 2) * 4,
        most_rounds_at_once=kernel.most_waves // kernel.waves,
    )
    chosen = choose_split(part, tokens, on.compute_units)
    splits = splits or chosen.parts
    kernel = replace(kernel, waves=waves or kernel.waves * chosen.rounds_at_once)
    values = statistics = None
    if splits > 1:
        parts = sequences * heads * splits
        values = torch.empty(parts * head_size, dtype=torch.float32, device=query.device)
        statistics = torch.empty(parts * 2, dtype=torch.float32, device=query.device)
    score_scale, softcap = arguments.scale * _LOG2_E, 0.0
    if arguments.softcap is not None:
        # tanh is computed from a power of two: of twice the argument, times log2(e).
        score_scale, softcap = 2.0 * score_scale / arguments.softcap, arguments.softcap * _LOG2_E
    on.launch(
        kernel,
        (spec.kv_heads * kernel.row_blocks, splits, sequences),
        {
            "query": query,
            "key_cache": cache.key,
            "value_cache": cache.value,
            "block_tables": arguments.block_tables,
            "context_lengths": arguments.context_lengths,
            "key_scale": _plain(cache.key_scale),
            "value_scale": _plain(cache.value_scale),
            "alibi_slopes": arguments.alibi_slopes,
            "sinks": arguments.sinks if splits == 1 else None,
            "results_to": arguments.output if splits == 1 else values,
            "statistics_to": arguments.log_sum_exp if splits == 1 else statistics,
            "query_sequence_stride": query.stride(0),
            "query_head_stride": query.stride(1),
            "output_sequence_stride": arguments.output.stride(0),
            "output_head_stride": arguments.output.stride(1),
            "key_head_stride": key_head,
            "value_head_stride": value_head,
            "table_stride": arguments.block_tables.stride(0),
            "key_block_stride": key_block,
            "value_block_stride": value_block,
            "key_token_stride": strides.key_token,
            "key_group_stride": strides.key_group,
            "value_token_stride": strides.value_token,
            "value_dimension_stride": strides.value_dimension,
            "kv_heads": spec.kv_heads,
            "gqa": spec.gqa,
            "splits": splits,
            "waves_given": kernel.waves,
            "sliding_window": arguments.sliding_window or 0,
            "key_scale_stride": _scale_stride(cache.key_scale),
            "value_scale_stride": _scale_stride(cache.value_scale),
            "score_scale": score_scale,
            "softcap": softcap,
        },
    )
    if splits > 1:
        on.launch(
            specialisation.merge(spec),
            (heads, sequences, 1),
            {
                "partial_values": values,
                "partial_statistics": statistics,
                "context_lengths": arguments.context_lengths,
                "sinks": arguments.sinks,
                "output": arguments.output,
                "log_sum_exp": arguments.log_sum_exp,
                "output_sequence_stride": arguments.output.stride(0),
                "output_head_stride": arguments.output.stride(1),
                "heads": heads,
                "splits": splits,
            },
        )


def _plain(scale: torch.Tensor | None) -> torch.Tensor | None:
    """Scales of tokens as the kernel walks them: [blocks, kv_heads, block_size] with nothing between."""
    return scale if scale is None or scale.ndim < 3 else scale.contiguous()


def _scale_stride(scale: torch.Tensor | None) -> int:
    return scale.stride(0) if scale is not None and scale.ndim == 1 and scale.shape[0] > 1 else 0
