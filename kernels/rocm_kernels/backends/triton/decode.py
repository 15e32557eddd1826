"""Launches paged decode: a plan holds everything about a request that does not change from layer to layer and step to step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import torch
import triton
import triton.language as language

from rocm_kernels import launches
from rocm_kernels.arguments import CacheView, DecodeArguments
from rocm_kernels.backends.triton.configurations import DecodeConfiguration, decode_configuration
from rocm_kernels.backends.triton.problem import (
    bytes_view,
    cache_strides,
    number_constants,
    power_of_two_above,
    processors_of,
    scale_mode,
    scale_strides,
    target_of,
)
from rocm_kernels.backends.triton.source_modules import kernels
from rocm_kernels.backends.triton.workspace import workspace
from rocm_kernels.layouts import LAYOUTS

# Sequences that one launch schedules: each program reads the lengths of all of them.
MOST_SEQUENCES = 4096


@dataclass(frozen=True)
class DecodeShape:
    """The cut of one request: constants of the kernels and sizes of grid and workspace.

    Attributes:
        constants: constants of ``paged_decode``.
        merge_constants: constants of ``merge_parts``.
        programs: programs of ``paged_decode``.
        units: (KV head, group of query heads) pairs a sequence.
        outputs, statistics: fp32 elements of workspace.
    """

    constants: dict[str, Any]
    merge_constants: dict[str, Any]
    programs: int
    units: int
    outputs: int
    statistics: int


def decode_shape(
    arguments: DecodeArguments, configuration: DecodeConfiguration, target: str, processors: int
) -> DecodeShape:
    """Cut a request; depends on shapes, strides and maxima only, never on lengths."""
    spec, cache = arguments.spec, arguments.cache
    sequences = arguments.query.shape[0]
    block_d = max(16, power_of_two_above(spec.head_size))
    block_n = max(16, configuration.block_n // max(1, block_d // 128))
    block_m = min(max(16, power_of_two_above(spec.gqa)), configuration.largest_block_m)
    units = spec.kv_heads * -(-spec.gqa // block_m)
    # A power of two, so that a batch whose contexts grow keeps its plan.
    longest = power_of_two_above(arguments.max_context_length)
    tiles = sequences * units * max(1, -(-longest // block_n))
    programs = min(processors * configuration.programs_per_processor, tiles)
    merge = {
        "GQA": spec.gqa,
        "KV_HEADS": spec.kv_heads,
        "HEAD_SIZE": spec.head_size,
        "VALUE_SCALE": scale_mode(cache.value_scale),
        "V_SCALE_HEAD": scale_strides(cache.value_scale, "V")["V_SCALE_HEAD"],
        "WINDOW": arguments.sliding_window is not None,
        "SINKS": arguments.sinks is not None,
        "LOG_SUM_EXP": arguments.log_sum_exp is not None,
        "SEQUENCES": max(power_of_two_above(sequences), 2),
        "BLOCK_M": block_m,
        "BLOCK_N": block_n,
        "BLOCK_D": block_d,
        "PARTS": configuration.parts,
    }
    constants = {
        **merge,
        "BLOCK_SIZE": cache.block_size,
        "KEY_SCALE": scale_mode(cache.key_scale),
        **scale_strides(cache.key_scale, "K"),
        **scale_strides(cache.value_scale, "V"),
        **number_constants(spec.query_dtype, spec.kv_dtype, target, language),
        **cache_strides(cache),
        "ALIBI": arguments.alibi_slopes is not None,
        "SOFTCAP": arguments.softcap is not None,
        "STAGES": configuration.stages,
        "FUSED_MERGE": configuration.fused_merge,
    }
    constants["VALUE_WORDS"] = words = value_words(cache, spec.head_size) if configuration.value_words else 1
    if words == 4:
        constants |= {name: constants[name] // 4 for name in ("V_HEAD", "V_TOKEN", "V_TOKEN_INNER")}
    slots = 2 * programs * block_m
    return DecodeShape(constants, merge, programs, units, slots * block_d, 2 * slots)


def value_words(cache: CacheView, head_size: int) -> int:
    """4 where values of one byte can be read as words of four, else 1."""
    value, axes = cache.value, LAYOUTS[cache.layout].value_axes
    strides = dict(zip(axes, value.stride(), strict=True))
    fits = value.element_size() == 1 and head_size % 4 == 0 and strides.get("d") == 1 and value.data_ptr() % 4 == 0
    return 4 if fits and all(stride % 4 == 0 for axis, stride in strides.items() if axis != "d") else 1


class DecodePlan:
    """One request's launches, prepared.

    A plan serves every call whose arguments differ in the tensors' addresses only: all layers of a model and all steps of a
    batch of one size, whatever the lengths. Build it once (``DecodePlan(arguments)``) and call ``run`` per layer.

    Args:
        arguments: a request of the kind to serve; tensors are looked at for shapes, strides and dtypes only.
        configuration: None takes the table's.
        interpreted: run by Triton's interpreter.
    """

    def __init__(
        self, arguments: DecodeArguments, configuration: DecodeConfiguration | None = None, *, interpreted: bool = False
    ) -> None:
        device = arguments.query.device
        target = target_of(device, interpreted)
        self.configuration = configuration or decode_configuration(target, arguments.cache.key.element_size())
        self.shape = decode_shape(arguments, self.configuration, target, processors_of(device, interpreted))
        self.device = device
        self.interpreted = interpreted
        self.sequences = arguments.query.shape[0]
        module = kernels("decode", interpreted=interpreted)
        self._decode, self._merge = module.paged_decode, module.merge_parts
        self._options = {} if interpreted else {"num_warps": self.configuration.warps}
        self._window = arguments.sliding_window or 0
        self._numbers = (
            self.sequences,
            arguments.scale,
            1.0 if arguments.softcap is None else arguments.softcap,
            self._window,
            *arguments.query.stride()[:2],
            *arguments.output.stride()[:2],
            0 if arguments.log_sum_exp is None else arguments.log_sum_exp.stride(0),
            arguments.block_tables.stride(0),
            arguments.cache.key.stride(0),
            arguments.cache.value.stride(0) // self.shape.constants["VALUE_WORDS"],
        )
        self._merge_numbers = (self.sequences, self._window, self.shape.programs, *self._numbers[6:9])
        self._compiled: Any = None
        self._compiled_merge: Any = None
        self._constants = tuple(self.shape.constants[name] for name in _constant_names(self._decode))
        self._merge_constants = tuple(self.shape.merge_constants[name] for name in _constant_names(self._merge))

    def run(self, arguments: DecodeArguments) -> None:
        """Launch for these tensors; a call after the first costs a few microseconds of host time."""
        shape = self.shape
        stream = 0 if self.interpreted else triton.runtime.driver.active.get_current_stream(self.device.index or 0)
        tensors, merged = self._tensors(arguments, stream)
        launches.note("paged_decode")
        self._compiled = _launch(
            self._decode,
            self._compiled,
            shape.programs,
            1,
            stream,
            tensors,
            self._numbers,
            self._constants,
            self._options,
        )
        if not self.configuration.fused_merge:
            launches.note("merge_parts")
            self._compiled_merge = _launch(
                self._merge, self._compiled_merge, self.sequences, shape.units, stream, merged, self._merge_numbers,
                self._merge_constants, self._options,
            )  # fmt: skip

    def warm(self, arguments: DecodeArguments) -> None:
        """Compile for these tensors without running."""
        tensors, merged = self._tensors(arguments, 0)
        works = [(self._decode, tensors, self._numbers, self._constants)]
        if not self.configuration.fused_merge:
            works.append((self._merge, merged, self._merge_numbers, self._merge_constants))
        for kernel, given, numbers, constants in works:
            views = [None if tensor is None else bytes_view(tensor) for tensor in given]
            kernel.warmup(*views, *numbers, *constants, grid=(1,), **self._options)

    def _tensors(
        self, arguments: DecodeArguments, stream: int
    ) -> tuple[tuple[torch.Tensor | None, ...], tuple[torch.Tensor | None, ...]]:
        """Tensors of both kernels, in the order of their parameters."""
        shape, cache = self.shape, arguments.cache
        memory = workspace(self.device, stream, shape.outputs, shape.statistics, self.sequences * shape.units)
        tensors = (
            arguments.query, cache.key, cache.value, arguments.block_tables, arguments.context_lengths,
            arguments.output, arguments.log_sum_exp, cache.key_scale, cache.value_scale,
            arguments.alibi_slopes, arguments.sinks, memory.output, memory.statistics, memory.arrivals,
        )  # fmt: skip
        merged = (
            arguments.context_lengths, arguments.output, arguments.log_sum_exp, cache.value_scale, arguments.sinks,
            memory.output, memory.statistics,
        )  # fmt: skip
        return tensors, merged


@lru_cache(maxsize=8)
def _constant_names(kernel: Any) -> tuple[str, ...]:
    """Names of a kernel's compile-time parameters, in order: they come after all others."""
    annotations = kernel.fn.__annotations__
    return tuple(name for name in kernel.arg_names if name in annotations)


def _launch(
    kernel: Any,
    compiled: Any,
    width: int,
    height: int,
    stream: int,
    tensors: tuple[torch.Tensor | None, ...],
    numbers: tuple[int | float, ...],
    constants: tuple[Any, ...],
    options: dict[str, int],
) -> Any:
    """Launch, through the compiled kernel where there is one and the addresses are as aligned as it was compiled for."""
    if compiled is not None:
        addresses = [None if tensor is None else tensor.data_ptr() for tensor in tensors]
        misaligned = 0
        for address in addresses:
            misaligned |= address or 0
        if not misaligned & 15:
            compiled.run(
                width, height, 1, stream, compiled.function, compiled.packed_metadata, None, None, None,
                *addresses, *numbers, *constants,
            )  # fmt: skip
            return compiled
    views = tuple(None if tensor is None else bytes_view(tensor) for tensor in tensors)
    made = kernel[(width, height)](*views, *numbers, *constants, **options)
    aligned = all(view is None or view.data_ptr() % 16 == 0 for view in views)
    return made if aligned and made is not None else compiled


_plans: dict[tuple[Any, ...], DecodePlan] = {}
_MOST_PLANS = 4096


def paged_attention(arguments: DecodeArguments, *, interpreted: bool = False) -> None:
    """Run decode; plans are kept and found again by what the kernels were compiled for."""
    cache, log_sum_exp = arguments.cache, arguments.log_sum_exp
    key = (
        arguments.spec,
        arguments.query.shape[0],
        arguments.query.stride(),
        arguments.output.stride(),
        arguments.block_tables.stride(0),
        cache.key.stride(),
        cache.value.stride(),
        cache.block_size,
        arguments.scale,
        arguments.softcap,
        arguments.sliding_window,
        (arguments.max_context_length - 1).bit_length(),
        arguments.query.device,
        None if log_sum_exp is None else log_sum_exp.stride(),
        None if cache.key_scale is None else cache.key_scale.stride(),
        None if cache.value_scale is None else cache.value_scale.stride(),
        arguments.alibi_slopes is None,
        arguments.sinks is None,
        interpreted,
    )
    plan = _plans.get(key)
    if plan is None:
        if arguments.query.shape[0] > MOST_SEQUENCES:
            for start in range(0, arguments.query.shape[0], MOST_SEQUENCES):
                paged_attention(_slice(arguments, start, start + MOST_SEQUENCES), interpreted=interpreted)
            return
        if arguments.query.shape[0] == 0:
            return
        if len(_plans) >= _MOST_PLANS:
            _plans.clear()
        plan = _plans[key] = DecodePlan(arguments, interpreted=interpreted)
    plan.run(arguments)


def _slice(arguments: DecodeArguments, start: int, stop: int) -> DecodeArguments:
    """Take some of the sequences."""
    return replace(
        arguments,
        query=arguments.query[start:stop],
        block_tables=arguments.block_tables[start:stop],
        context_lengths=arguments.context_lengths[start:stop],
        output=arguments.output[start:stop],
        log_sum_exp=None if arguments.log_sum_exp is None else arguments.log_sum_exp[start:stop],
    )
