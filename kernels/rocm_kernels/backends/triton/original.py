"""Launches the baseline: the algorithm of the first paged-attention kernels, v1 (one pass) and v2 (partitions of 512)."""

from __future__ import annotations

import torch

from rocm_kernels.arguments import DecodeArguments
from rocm_kernels.backends.triton.problem import cache_strides, power_of_two_above
from rocm_kernels.backends.triton.source_modules import kernels

PARTITION = 512


def original_attention(arguments: DecodeArguments, version: int, *, interpreted: bool = False) -> None:
    """Run v1 or v2 over a 16 or 32 bit cache; no options. Never dispatched to: it is what benchmarks compare with.

    Raises:
        ValueError: prefill, a quantised cache or an option that the baseline does not have.
    """
    spec, cache = arguments.spec, arguments.cache
    if spec.op != "paged_attention":
        raise ValueError("the baseline decodes only")
    if spec.features not in ((), ("custom_scale",)) or spec.kv_dtype != spec.query_dtype:
        raise ValueError("the baseline has neither options nor quantised caches")
    sources = kernels("original", interpreted=interpreted)
    sequences, heads = arguments.query.shape[:2]
    partitions = 1 if version == 1 else max(1, -(-arguments.max_context_length // PARTITION))
    block_d = max(16, power_of_two_above(spec.head_size))
    parts = sequences * heads * partitions
    device = arguments.query.device
    partial = torch.empty(parts * block_d, dtype=torch.float32, device=device)
    statistics = torch.empty(2 * parts, dtype=torch.float32, device=device)
    sources.original_partition[(heads, sequences, partitions)](
        arguments.query, cache.key, cache.value, arguments.block_tables, arguments.context_lengths, arguments.output,
        partial, statistics, arguments.scale, *arguments.query.stride()[:2], *arguments.output.stride()[:2],
        arguments.block_tables.stride(0), cache.key.stride(0), cache.value.stride(0),
        GQA=spec.gqa, HEAD_SIZE=spec.head_size, BLOCK_SIZE=cache.block_size, **cache_strides(cache),
        BLOCK_N=64, BLOCK_D=block_d, PARTITION=PARTITION if version == 2 else 0,
    )  # fmt: skip
    if version == 2:
        sources.original_reduce[(heads, sequences)](
            arguments.output, partial, statistics, partitions, *arguments.output.stride()[:2],
            HEAD_SIZE=spec.head_size, BLOCK_D=block_d, PARTITIONS=power_of_two_above(partitions),
        )  # fmt: skip
