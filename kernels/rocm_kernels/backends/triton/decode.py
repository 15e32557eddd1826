"""Launches paged decode: a plan holds everything about a request that does not change from layer to layer and step to step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import gcd
from operator import attrgetter
from typing import Any

import torch
import triton
import triton.language as language

from rocm_kernels import launches
from rocm_kernels.arguments import DecodeArguments
from rocm_kernels.backends.triton.configurations import DecodeConfiguration, decode_configuration
from rocm_kernels.backends.triton.cuda_launch import CAPTURED, UNLESS_CAPTURED, Ready, quick_launch
from rocm_kernels.backends.triton.launching import Launch
from rocm_kernels.backends.triton.problem import (
    cache_strides,
    emulated_target,
    number_constants,
    power_of_two_above,
    processors_of,
    scale_mode,
    scale_strides,
    target_of,
    word_constants,
)
from rocm_kernels.backends.triton.source_modules import kernels
from rocm_kernels.backends.triton.workspace import workspace

# Sequences that one launch schedules: each program reads the lengths of all of them.
MOST_SEQUENCES = 4096
# Parts of a unit up to which they are joined in the first launch outside captured graphs.
EAGER_PARTS = 8


@dataclass(frozen=True)
class DecodeShape:
    """The cut of one request: constants of the kernels and sizes of grid and workspace.

    Attributes:
        constants: constants of ``paged_decode``.
        merge_constants: constants of ``merge_parts``.
        programs: programs of ``paged_decode``.
        units: (KV head, group of query heads) pairs a sequence.
        fused: the last program of a unit joins its parts; otherwise ``merge_parts`` does.
        outputs, statistics: fp32 elements of workspace.
    """

    constants: dict[str, Any]
    merge_constants: dict[str, Any]
    programs: int
    units: int
    fused: bool
    outputs: int
    statistics: int


def chosen_configuration(arguments: DecodeArguments, target: str, processors: int) -> DecodeConfiguration:
    """The table's configuration for a request; depends on shapes and maxima only."""
    spec = arguments.spec
    pairs = arguments.query.shape[0] * spec.kv_heads / (2 * processors)
    tokens = int(pairs * power_of_two_above(arguments.max_context_length))
    return decode_configuration(target, arguments.cache.key.element_size(), spec.gqa, tokens, pairs, spec.head_size)


def decode_shape(
    arguments: DecodeArguments,
    configuration: DecodeConfiguration,
    target: str,
    processors: int,
    fused: bool | None = None,
) -> DecodeShape:
    """Cut a request; depends on shapes, strides and maxima only, never on lengths. ``fused`` None takes the configuration's."""
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
    if fused is None:
        fused = configuration.fused_rows is not None and sequences * spec.query_heads >= configuration.fused_rows
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
        "DEPENDENT": configuration.dependent,
        "TOGETHER": gcd(units, programs) if configuration.together else 1,
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
        "LAZY_SUM": configuration.lazy_sum,
        "FUSED_MERGE": fused,
    }
    constants |= (
        word_constants(cache, spec.head_size, constants) if configuration.words else {"KEY_WORDS": 1, "VALUE_WORDS": 1}
    )
    # Parts of a unit where all are alike; a longer one takes the loop's next round.
    merge["PARTS"] = min(64, max(4, power_of_two_above(-(-programs // (sequences * units)) + 1)))
    slots = 2 * programs * block_m
    return DecodeShape(constants, merge, programs, units, fused, slots * block_d, 2 * slots)


def compile_options(configuration: DecodeConfiguration) -> dict[str, Any]:
    """Triton's options of a configuration."""
    options: dict[str, Any] = {"num_warps": configuration.warps}
    if configuration.dependent:
        options["launch_pdl"] = True
    if configuration.most_registers is not None:
        options["maxnreg"] = configuration.most_registers
    return options


# Tensors that a request may lack, in the order of the parameters of ``paged_decode`` and of ``merge_parts``.
_OPTIONAL = ("log_sum_exp", "cache.key_scale", "cache.value_scale", "alibi_slopes", "sinks")
_MERGE_OPTIONAL = ("log_sum_exp", "cache.value_scale", "sinks")


def _optional(arguments: DecodeArguments) -> tuple[torch.Tensor | None, ...]:
    found: tuple[torch.Tensor | None, ...] = attrgetter(*_OPTIONAL)(arguments)
    return found


def _getter(
    names: tuple[str, ...], arguments: DecodeArguments
) -> Callable[[DecodeArguments], tuple[torch.Tensor, ...]]:
    """Make a function that gives those tensors which requests like this one have, at the cost of looking up only them."""
    given = [name for name in names if attrgetter(name)(arguments) is not None]
    if not given:
        return lambda other: ()
    if len(given) == 1:
        single = attrgetter(given[0])
        return lambda other: (single(other),)
    return attrgetter(*given)


def decode_launches(
    arguments: DecodeArguments, configuration: DecodeConfiguration, shape: DecodeShape, *, interpreted: bool
) -> tuple[Launch, ...]:
    """Launches of a request in order: ``paged_decode``, and ``merge_parts`` unless the first joins its parts itself."""
    sources = kernels("decode", interpreted=interpreted)
    options = {} if interpreted else compile_options(configuration)
    sequences, window = arguments.query.shape[0], arguments.sliding_window or 0
    log_sum_exp = arguments.log_sum_exp
    outputs = (*arguments.output.stride()[:2], 0 if log_sum_exp is None else log_sum_exp.stride(0))
    numbers = (
        sequences,
        float(arguments.scale),
        float(arguments.softcap or 1.0),
        window,
        *arguments.query.stride()[:2],
        *outputs,
        arguments.block_tables.stride(0),
        arguments.cache.key.stride(0) // shape.constants["KEY_WORDS"],
        arguments.cache.value.stride(0) // shape.constants["VALUE_WORDS"],
    )
    emulated = emulated_target(arguments.spec.device)
    decode = Launch(sources.paged_decode, (shape.programs, 1), numbers, shape.constants, options, emulated)
    if shape.fused:
        return (decode,)
    merge_numbers = (sequences, window, shape.programs, *outputs)
    merge_options = {name: value for name, value in options.items() if name != "maxnreg"}
    if not interpreted:
        # Few parts fit few warps, which then wait for each other less.
        merge_options["num_warps"] = min(
            4, max(1, shape.merge_constants["PARTS"] * shape.merge_constants["BLOCK_D"] // 2048)
        )
    grid = (arguments.spec.query_heads, sequences)
    return (decode, Launch(sources.merge_parts, grid, merge_numbers, shape.merge_constants, merge_options, emulated))


class Route:
    """The launches of one way to join parts, and what is kept for calling them again."""

    def __init__(self, arguments: DecodeArguments, shape: DecodeShape, launches_in_order: tuple[Launch, ...]) -> None:
        self.shape = shape
        self.launches = launches_in_order
        self._device = arguments.query.device
        self._arrivals = arguments.query.shape[0] * shape.units
        self._options = any(tensor is not None for tensor in _optional(arguments))
        self._given = _getter(_OPTIONAL, arguments)
        self._given_merge = _getter(_MERGE_OPTIONAL, arguments)
        self._ready: Ready | None = None

    def run(self, arguments: DecodeArguments, stream: int, capturing: bool) -> None:
        """Launch in order."""
        for launch, tensors in zip(self.launches, self.tensors(arguments, stream, capturing), strict=False):
            launch(tensors, stream, capturing)
        prepared = tuple(launch.prepared for launch in self.launches if launch.prepared is not None)
        if not capturing and len(prepared) == len(self.launches) and (found := quick_launch()) is not None:
            memory = workspace(self._device, stream, False, self.shape.outputs, self.shape.statistics, self._arrivals)
            addresses = (memory.output.data_ptr(), memory.statistics.data_ptr())
            self._ready = Ready(stream, found, prepared, memory, addresses, memory.arrivals.data_ptr())

    def quick(self, arguments: DecodeArguments, stream: int) -> bool:
        """Launch in one call into C, with nothing looked up twice.

        False, and nothing is launched, on a stream that is not the one of the run before or that is being captured, and where
        an address is not as aligned as the kernels were compiled for.
        """
        ready = self._ready  # read once: another thread may replace it, for another stream
        if ready is None or stream != ready.stream:
            return False
        cache, options = arguments.cache, self._options
        lengths, output = arguments.context_lengths.data_ptr(), arguments.output.data_ptr()
        first = (
            arguments.query.data_ptr(), cache.key.data_ptr(), cache.value.data_ptr(), arguments.block_tables.data_ptr(),
            lengths, output,
        )  # fmt: skip
        optional = [tensor.data_ptr() for tensor in self._given(arguments)] if options else ()
        together = first[0] | first[1] | first[2] | first[3] | lengths | output
        for address in optional:
            together |= address
        if together & 15:
            return False
        decode = ready.prepared[0]
        call: list[int] = [decode.record, *first, *optional, *ready.workspace, ready.arrivals]
        joins = len(ready.prepared) > 1
        if joins:
            merged = [tensor.data_ptr() for tensor in self._given_merge(arguments)] if options else ()
            call += (ready.prepared[1].record, lengths, output, *merged, *ready.workspace)
        code = ready.launch(stream, UNLESS_CAPTURED, *call)
        if code == CAPTURED:
            return False
        launches.note("paged_decode")
        if joins:
            launches.note("merge_parts")
        decode.succeeded(code)
        return True

    def tensors(
        self, arguments: DecodeArguments, stream: int, capturing: bool
    ) -> tuple[tuple[torch.Tensor | None, ...], tuple[torch.Tensor | None, ...]]:
        """Tensors of both kernels, in the order of their parameters."""
        shape, cache = self.shape, arguments.cache
        memory = workspace(self._device, stream, capturing, shape.outputs, shape.statistics, self._arrivals)
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
        emulated = emulated_target(arguments.spec.device)
        target = target_of(device, interpreted, emulated)
        processors = processors_of(device, interpreted, emulated)
        self.configuration = configuration or chosen_configuration(arguments, target, processors)
        # No stream, no graph: every launch has ended when it returns.
        self._at_once = interpreted or emulated is not None
        self._warmed = False
        self._index = device.index or 0
        self._current_stream: Any = None if self._at_once else triton.runtime.driver.active.get_current_stream

        def route(fused: bool | None) -> Route:
            shape = decode_shape(arguments, self.configuration, target, processors, fused)
            return Route(
                arguments, shape, decode_launches(arguments, self.configuration, shape, interpreted=interpreted)
            )

        self.captured = route(None)
        shape = self.captured.shape
        few = shape.programs <= EAGER_PARTS * arguments.query.shape[0] * shape.units
        # Launched one by one, a second launch costs more host time than a few parts joined in the first cost on the device.
        join_early = self.configuration.fused_rows is not None and not shape.fused and few
        self.eager = route(True) if join_early else self.captured

    def run(self, arguments: DecodeArguments) -> None:
        """Launch for these tensors; a call after the first costs a few microseconds of host time."""
        if self._at_once:
            for launch, tensors in zip(
                self.captured.launches, self.captured.tensors(arguments, 0, False), strict=False
            ):
                launch(tensors, 0)
            return
        stream = self._current_stream(self._index)
        if self.eager.quick(arguments, stream):
            return
        capturing = torch.cuda.is_current_stream_capturing()
        if not self._warmed and not capturing:
            # Both are loaded now: nothing can be while a graph is captured.
            self.captured.run(arguments, stream, False)
            self._warmed = True
        (self.captured if capturing else self.eager).run(arguments, stream, capturing)

    def warm(self, arguments: DecodeArguments) -> None:
        """Compile for these tensors without running."""
        for route in {self.captured, self.eager}:
            for launch, tensors in zip(route.launches, route.tensors(arguments, 0, False), strict=False):
                launch.warm(tensors)


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
        float(arguments.scale),
        arguments.softcap,
        arguments.sliding_window,
        (arguments.max_context_length - 1).bit_length(),
        arguments.query.device,
        None if log_sum_exp is None else log_sum_exp.stride(),
        None if cache.key_scale is None else cache.key_scale.stride(),
        None if cache.value_scale is None else cache.value_scale.stride(),
        arguments.alibi_slopes is None,
        arguments.sinks is None,
        (cache.key.data_ptr() | cache.value.data_ptr()) & 15 == 0,
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
