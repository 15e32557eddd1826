"""Launches the prefill kernel for NVIDIA's sm_90."""

from __future__ import annotations

from typing import Any

from rocm_kernels.arguments import PrefillArguments
from rocm_kernels.backends.triton.configurations import HOPPER_PREFILL, HopperPrefillConfiguration
from rocm_kernels.backends.triton.launching import Launch
from rocm_kernels.backends.triton.problem import cache_strides, power_of_two_above
from rocm_kernels.backends.triton.source_modules import kernels

_BLOCK_M = 128


def hopper_launch(arguments: PrefillArguments, configuration: HopperPrefillConfiguration = HOPPER_PREFILL) -> Launch:
    """Bind everything but addresses, for a request that ``prefill_choice.serves``; the grid depends on shapes only."""
    spec, cache = arguments.spec, arguments.cache
    tokens, sequences = arguments.query.shape[0], arguments.context_lengths.shape[0]
    strides = cache_strides(cache)
    constants: dict[str, Any] = {
        "GQA": spec.gqa,
        "KV_HEADS": spec.kv_heads,
        "HEAD_SIZE": spec.head_size,
        "BLOCK_SIZE": cache.block_size,
        "CAUSAL": arguments.causal,
        "LOG_SUM_EXP": arguments.log_sum_exp is not None,
        **{name: strides[name] for name in ("K_HEAD", "K_TOKEN", "V_HEAD", "V_TOKEN")},
        # Four warps look at the sequences, a lane each or more.
        "SEQUENCES": max(power_of_two_above(sequences), 2),
        "BLOCK_N": configuration.block_n,
        "STAGES": configuration.stages,
        "REGISTERS": configuration.registers,
        "FEW_REGISTERS": configuration.few_registers,
    }
    numbers = (
        sequences,
        float(arguments.scale),
        *arguments.query.stride()[:2],
        *arguments.output.stride()[:2],
        0 if arguments.log_sum_exp is None else arguments.log_sum_exp.stride(0),
        arguments.block_tables.stride(0),
        cache.key.stride(0),
        cache.value.stride(0),
    )
    # Every sequence may leave one tile partly empty.
    programs = (-(-tokens * spec.gqa // _BLOCK_M) + sequences) * spec.kv_heads
    kernel = kernels("prefill_hopper", interpreted=False).paged_prefill_hopper
    return Launch(kernel, (programs, 1), numbers, constants, {"num_warps": 4})


def tensors(arguments: PrefillArguments) -> tuple[Any, ...]:
    """Tensors in the order of the kernel's parameters."""
    cache = arguments.cache
    return (
        arguments.query, cache.key, cache.value, arguments.block_tables, arguments.context_lengths, arguments.query_start,
        arguments.output, arguments.log_sum_exp,
    )  # fmt: skip
