"""Launches paged prefill: prompts, chunks of prompts and decoding sequences in one batch."""

from __future__ import annotations

from typing import Any

import triton
import triton.language as language

from rocm_kernels.arguments import PrefillArguments
from rocm_kernels.backends.triton import prefill_hopper
from rocm_kernels.backends.triton.configurations import PrefillConfiguration, prefill_configuration
from rocm_kernels.backends.triton.launching import Launch
from rocm_kernels.backends.triton.prefill_choice import HOPPER_TARGET, serves
from rocm_kernels.backends.triton.problem import (
    cache_strides,
    emulated_target,
    number_constants,
    power_of_two_above,
    scale_mode,
    scale_strides,
    target_of,
)
from rocm_kernels.backends.triton.source_modules import kernels


def prefill_launch(
    arguments: PrefillArguments, configuration: PrefillConfiguration, target: str, *, interpreted: bool
) -> Launch:
    """Bind everything but addresses; the grid depends on shapes only, never on lengths."""
    spec, cache = arguments.spec, arguments.cache
    tokens, sequences = arguments.query.shape[0], arguments.context_lengths.shape[0]
    block_d = max(16, power_of_two_above(spec.head_size))
    # Wide heads and fp32 take more registers and shared memory an element: smaller tiles.
    shrink = max(1, block_d // 128) * (2 if spec.query_dtype == "fp32" else 1)
    block_m = max(16, configuration.block_m // shrink)
    block_n = max(16, configuration.block_n // shrink)
    constants: dict[str, Any] = {
        "GQA": spec.gqa,
        "KV_HEADS": spec.kv_heads,
        "HEAD_SIZE": spec.head_size,
        "BLOCK_SIZE": cache.block_size,
        "CAUSAL": arguments.causal,
        "KEY_SCALE": scale_mode(cache.key_scale),
        "VALUE_SCALE": scale_mode(cache.value_scale),
        **scale_strides(cache.key_scale, "K"),
        **scale_strides(cache.value_scale, "V"),
        **number_constants(spec.query_dtype, spec.kv_dtype, target, language),
        **cache_strides(cache),
        "ALIBI": arguments.alibi_slopes is not None,
        "WINDOW": arguments.sliding_window is not None,
        "SINKS": arguments.sinks is not None,
        "SOFTCAP": arguments.softcap is not None,
        "LOG_SUM_EXP": arguments.log_sum_exp is not None,
        "SEQUENCES": max(power_of_two_above(sequences), 2),
        "BLOCK_M": block_m,
        "BLOCK_N": block_n,
        "PART_D": min(block_d, configuration.part_d or block_d),
        "STAGES": configuration.stages,
        "CLEAR_LOOP": configuration.clear_loop,
        "FOLD": arguments.scale > 0
        and arguments.softcap is None
        and arguments.alibi_slopes is None
        and cache.key_scale is None,
    }
    numbers = (
        sequences,
        float(arguments.scale),
        float(arguments.softcap or 1.0),
        arguments.sliding_window or 0,
        *arguments.query.stride()[:2],
        *arguments.output.stride()[:2],
        0 if arguments.log_sum_exp is None else arguments.log_sum_exp.stride(0),
        arguments.block_tables.stride(0),
        cache.key.stride(0),
        cache.value.stride(0),
    )
    # Every sequence may leave one tile partly empty.
    grid = (-(-tokens * spec.gqa // block_m) + sequences, spec.kv_heads)
    options = {} if interpreted else {"num_warps": configuration.warps}
    kernel = kernels("prefill", interpreted=interpreted).paged_prefill
    return Launch(kernel, grid, numbers, constants, options, emulated_target(spec.device))


class PrefillPlan:
    """One batch's launch, prepared: serves every call whose arguments differ in addresses and lengths only."""

    def __init__(
        self,
        arguments: PrefillArguments,
        configuration: PrefillConfiguration | None = None,
        *,
        interpreted: bool = False,
    ) -> None:
        device = arguments.query.device
        emulated = emulated_target(arguments.spec.device)
        target = target_of(device, interpreted, emulated)
        found = configuration or prefill_configuration(
            target, arguments.cache.key.element_size(), arguments.spec.head_size
        )
        self._index = device.index or 0
        self._at_once = interpreted or emulated is not None
        # A configuration given is one of the portable kernel.
        self._tensors = tensors
        if configuration is None and target == HOPPER_TARGET and serves(arguments.spec):
            self.launch = prefill_hopper.hopper_launch(arguments)
            self._tensors = prefill_hopper.tensors
        else:
            self.launch = prefill_launch(arguments, found, target, interpreted=interpreted)

    def run(self, arguments: PrefillArguments) -> None:
        """Launch for these tensors."""
        stream = 0 if self._at_once else triton.runtime.driver.active.get_current_stream(self._index)
        self.launch(self._tensors(arguments), stream)

    def warm(self, arguments: PrefillArguments) -> None:
        """Compile for these tensors without running."""
        self.launch.warm(self._tensors(arguments))


def tensors(arguments: PrefillArguments) -> tuple[Any, ...]:
    """Tensors in the order of the kernel's parameters."""
    cache = arguments.cache
    return (
        arguments.query, cache.key, cache.value, arguments.block_tables, arguments.context_lengths, arguments.query_start,
        arguments.output, arguments.log_sum_exp, cache.key_scale, cache.value_scale, arguments.alibi_slopes, arguments.sinks,
    )  # fmt: skip


_plans: dict[tuple[Any, ...], PrefillPlan] = {}
_MOST_PLANS = 4096


def prefill_attention(arguments: PrefillArguments, *, interpreted: bool = False) -> None:
    """Run prefill; plans are kept and found again by what the kernel was compiled for."""
    if arguments.query.shape[0] == 0:
        return
    cache, log_sum_exp = arguments.cache, arguments.log_sum_exp
    key = (
        arguments.spec, arguments.query.shape[0], arguments.context_lengths.shape[0], arguments.causal,
        arguments.query.stride(), arguments.output.stride(), arguments.block_tables.stride(0),
        cache.key.stride(), cache.value.stride(), cache.block_size,
        arguments.scale, arguments.softcap, arguments.sliding_window, arguments.query.device,
        None if log_sum_exp is None else log_sum_exp.stride(),
        None if cache.key_scale is None else cache.key_scale.stride(),
        None if cache.value_scale is None else cache.value_scale.stride(),
        arguments.alibi_slopes is None, arguments.sinks is None, interpreted,
    )  # fmt: skip
    plan = _plans.get(key)
    if plan is None:
        if len(_plans) >= _MOST_PLANS:
            _plans.clear()
        plan = _plans[key] = PrefillPlan(arguments, interpreted=interpreted)
    plan.run(arguments)
