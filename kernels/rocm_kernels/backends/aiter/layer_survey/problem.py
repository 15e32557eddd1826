"""The memory of a question, its launch, and what came out: right, or wrong and how."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch

from gfx_emulator.errors import EmulatorError, InstructionBudgetExceeded, MemoryFault
from rocm_kernels.backends.aiter import emulated, expert_places, layer_launch
from rocm_kernels.backends.aiter.layer_code_objects import LayerCodeObject
from rocm_kernels.backends.aiter.layer_launch import Launch
from rocm_kernels.backends.aiter.layer_survey import truth
from rocm_kernels.backends.aiter.layer_survey.formats import decoded
from rocm_kernels.backends.aiter.layer_survey.question import LayerQuestion, Shape
from rocm_kernels.backends.aiter.layer_survey.truth import ExpertInputs, Truth
from rocm_kernels.backends.aiter.survey.verdict import REFUSED, RIGHT, Outcome
from rocm_kernels.backends.aiter.weight_order import in_blocks

_FP8 = torch.float8_e4m3fnuz
_DTYPES = {"fp32": torch.float32, "fp16": torch.float16, "bf16": torch.bfloat16}
# Bytes around every tensor that no tensor owns: an access there is a fault.
_APART = 1 << 16
_GUARD = 64
_BUDGET = 60_000_000


class ReferencesDisagreeError(RuntimeError):
    """The two references differ by more than they may; nothing can be said of a kernel."""


@dataclass(frozen=True)
class Problem:
    """A launch that is ready, the memory around its output, and the truth.

    Attributes:
        launch: the launch.
        whole: the output with its guards, all NaN.
        zeros: whether the host zeroes the output first.
        truth: what must come out.
    """

    launch: Launch
    whole: torch.Tensor
    zeros: bool
    truth: Truth

    @property
    def output(self) -> torch.Tensor:
        """The part that the kernel is given."""
        return self.whole[_GUARD : self.whole.numel() - _GUARD]


class RefusedError(Exception):
    """AITER's host does not take such a request."""


def _apart(tensor: torch.Tensor) -> torch.Tensor:
    """A copy with memory around it that belongs to no tensor of the launch."""
    size = tensor.numel() * tensor.element_size()
    room = torch.full((size + 2 * _APART,), 0xFF, dtype=torch.uint8)
    start = _APART + -(room.data_ptr() + _APART) % 256
    room[start : start + size] = tensor.contiguous().view(-1).view(torch.uint8)
    return room[start : start + size].view(tensor.dtype).view(tensor.shape)


def _output(count: int, dtype: str) -> torch.Tensor:
    return torch.full((count + 2 * _GUARD,), math.nan, dtype=_DTYPES[dtype])


def _fp8(generator: torch.Generator, *shape: int) -> torch.Tensor:
    """Random values; drawn from a pool, since weights of 128 experts have some ten million elements."""
    pool = (torch.randn(1 << 16, generator=generator) * 24).to(_FP8).view(torch.uint8)
    places = torch.randint(1 << 16, (math.prod(shape),), generator=generator, dtype=torch.int32)
    return pool[places].view(_FP8).view(shape)


def _scale(generator: torch.Generator, shape: Shape, *size: int) -> torch.Tensor:
    drawn = torch.rand(size, generator=generator)
    return torch.exp2(drawn * 20 - 24) if shape.values == "wide" else drawn / 512 + 1 / 1024


def build(entry: LayerCodeObject, question: LayerQuestion) -> Problem:
    """Make the memory of a question and the truth.

    Raises:
        RefusedError: the host, or what orders weights for it, does not take the shape.
        ReferencesDisagreeError: the two references differ.
    """
    made = _BUILDERS[entry.family](entry, question.shape, torch.Generator().manual_seed(question.seed))
    if not made.truth.disagreement <= truth.AGREE:
        raise ReferencesDisagreeError(
            f"{entry.family} {question.axis} {question.value}: the references differ by {made.truth.disagreement:.3g} of the "
            f"bound, expected at most {truth.AGREE}"
        )
    return made


def _a16w16(entry: LayerCodeObject, shape: Shape, generator: torch.Generator) -> Problem:
    x = torch.randn(shape.rows, shape.depth, generator=generator).bfloat16() * (shape.values != "zeros")
    weight = torch.randn(shape.columns, shape.depth, generator=generator).bfloat16()
    x, weight = _apart(x), _apart(weight)
    whole = _output(shape.rows * shape.columns, "fp32")
    output = whole[_GUARD:-_GUARD].view(shape.rows, shape.columns)
    expected = truth.product(x, weight, None, None, None, "fp32", shape.parts)
    return Problem(
        layer_launch.gemm_a16w16(entry, x, weight, output, shape.parts), whole, shape.parts > 1, _flat(expected)
    )


def _a8w8(entry: LayerCodeObject, shape: Shape, generator: torch.Generator) -> Problem:
    x = torch.randint(-127, 128, (shape.rows, shape.depth), generator=generator).to(torch.int8)
    x = x * int(shape.values != "zeros")
    weight = torch.randint(-127, 128, (shape.columns, shape.depth), generator=generator).to(torch.int8)
    x_scale, scale = _scale(generator, shape, shape.rows), _scale(generator, shape, shape.columns)
    bias = torch.randn(shape.columns, generator=generator) * 50 * shape.bias
    whole = _output(shape.rows * shape.columns, "bf16")
    output = whole[_GUARD:-_GUARD].view(shape.rows, shape.columns)
    expected = truth.product(x, weight, x_scale, scale, bias, "bf16")
    ordered = _ordered(weight, 32)
    launch = layer_launch.gemm_a8w8(
        entry, _apart(x), ordered, _apart(x_scale), _apart(scale), _apart(bias), output, shape.parts
    )
    return Problem(launch, whole, False, _flat(expected))


def _flatmm(entry: LayerCodeObject, shape: Shape, generator: torch.Generator) -> Problem:
    x = _fp8(generator, shape.rows, shape.depth)
    x = torch.zeros(x.shape).to(_FP8) if shape.values == "zeros" else x
    weight = _fp8(generator, shape.columns, shape.depth)
    blocks, wide = -(-shape.depth // 128), -(-shape.columns // 128)
    x_scale = _scale(generator, shape, shape.rows, blocks)
    scale = _scale(generator, shape, wide, blocks)
    expected = truth.block_product(x, weight, x_scale, scale, "fp16")
    rows = -(-shape.rows // entry.tile_rows) * entry.tile_rows if shape.spare else shape.rows
    given, given_scale = torch.zeros(rows + shape.spare, shape.depth).to(_FP8), torch.zeros(rows, blocks)
    given[: shape.rows], given_scale[: shape.rows] = x, x_scale
    whole = _output(rows * shape.columns, "fp16")
    output = whole[_GUARD:-_GUARD].view(rows, shape.columns)
    launch = layer_launch.flatmm_a8w8_blockscale(
        entry,
        _apart(given),
        _ordered(weight, 16),
        _apart(given_scale.t().contiguous()),
        _apart(scale.t().contiguous()),
        output,
    )
    return Problem(launch, whole, False, _flat(expected))


def _ordered(weight: torch.Tensor, rows: int) -> torch.Tensor:
    try:
        return _apart(in_blocks(weight, rows))
    except ValueError as error:
        raise RefusedError(str(error)) from error


def _experts(entry: LayerCodeObject, shape: Shape, generator: torch.Generator) -> Problem:
    blocks = entry.family == "fmoe_fp8_blockscale_g1u1"
    if shape.columns % entry.tile_columns:
        raise RefusedError(f"intermediate {shape.columns} is no multiple of {entry.tile_columns}")
    if blocks and shape.depth % 128:
        raise RefusedError(f"hidden {shape.depth} has no whole number of blocks of 128")
    hidden = _fp8(generator, shape.rows, shape.depth)
    hidden = torch.zeros(hidden.shape).to(_FP8) if shape.values == "zeros" else hidden
    w1 = _fp8(generator, shape.experts, 2 * shape.columns, shape.depth)
    w2 = _fp8(generator, shape.experts, shape.depth, shape.columns)
    if blocks:
        hidden_scale = _scale(generator, shape, shape.rows, shape.depth // 128)
        w1_scale = _scale(generator, shape, shape.experts, 2 * shape.columns // 128, shape.depth // 128)
        w2_scale = _scale(generator, shape, shape.experts, shape.depth // 128, shape.columns // 128)
    else:
        hidden_scale = _scale(generator, shape, shape.rows)
        w1_scale = _scale(generator, shape, shape.experts, 2 * shape.columns)
        w2_scale = _scale(generator, shape, shape.experts, shape.depth)
    ids = _routing(shape, generator)
    weights = torch.rand(shape.rows, shape.top_k, generator=generator)
    given = ExpertInputs(hidden, hidden_scale, w1, w1_scale, w2, w2_scale, ids, weights, blocks)
    expected = truth.experts(given, entry.tile_columns, entry.output_dtype)
    places = expert_places.sort(ids, weights, shape.experts)
    more = int(shape.spare)
    kept = torch.cat([hidden.view(torch.int8), torch.zeros(more, shape.depth, dtype=torch.int8)]).view(_FP8)
    scales = hidden_scale.t().contiguous().flatten() if blocks else hidden_scale
    scales = torch.cat([scales, torch.zeros(more * expert_places.BLOCK_PLACES)])
    whole = _output(shape.rows * shape.depth, entry.output_dtype)
    output = whole[_GUARD:-_GUARD].view(shape.rows, shape.depth)
    places = expert_places.Places(
        *(_apart(getattr(places, name)) for name in ("tokens", "weights", "experts", "filled"))
    )
    launch = layer_launch.experts(
        entry,
        _apart(kept),
        _ordered(w1, 16),
        _ordered(w2, 16),
        _apart(scales),
        _apart(w1_scale.flatten(1)),
        _apart(w2_scale.flatten(1)),
        places,
        shape.top_k,
        output,
    )
    return Problem(launch, whole, True, _flat(expected))


def _routing(shape: Shape, generator: torch.Generator) -> torch.Tensor:
    choices = torch.arange(shape.rows * shape.top_k).view(shape.rows, shape.top_k)
    if shape.routing == "one":
        ids = torch.full_like(choices, shape.experts - 1)
    elif shape.routing == "empty":
        ids = choices % max(shape.experts // 2, 1) * 2
    elif shape.routing == "twice":
        ids = torch.arange(shape.rows)[:, None].expand(-1, shape.top_k) % shape.experts
    else:
        ids = choices % shape.experts
    ids = ids.int().contiguous()
    if shape.routing == "masked":
        ids[torch.rand(ids.shape, generator=generator) < 0.5] = -1
    return ids


_BUILDERS: dict[str, Callable[[LayerCodeObject, Shape, torch.Generator], Problem]] = {
    "gemm_a16w16": _a16w16,
    "gemm_a8w8": _a8w8,
    "flatmm_a8w8_blockscale": _flatmm,
    "fmoe_g1u1_bf16": _experts,
    "fmoe_g1u1_fp16": _experts,
    "fmoe_fp8_blockscale_g1u1": _experts,
}


def _flat(found: Truth) -> Truth:
    return Truth(found.value.reshape(-1), found.bound.reshape(-1), found.disagreement)


_FAULTS: Sequence[tuple[type[EmulatorError], str]] = (
    (MemoryFault, "out_of_bounds"),
    (InstructionBudgetExceeded, "endless"),
)


def judge(entry: LayerCodeObject, question: LayerQuestion) -> Outcome:
    """Launch a question and say what came out.

    Workgroups run one after the other, in ascending order, on LDS and registers of zeros at first, so that an outcome is the
    same each time. Where none adds to what
    another left, more bytes written than the output has mean that an element was written twice: on a GPU the last one decides,
    so such a launch is wrong even where this order makes it right.

    Raises:
        ReferencesDisagreeError: as ``build``.
        EmulatorError: the emulator's own limits.
    """
    try:
        problem = build(entry, question)
    except RefusedError as error:
        return Outcome(REFUSED, detail=str(error))
    if problem.zeros:
        problem.output.zero_()
    device = emulated.device(entry.target)
    threads, device.threads = device.threads, 1
    # One code object reads LDS that nothing wrote: it shall not find what another launch left there.
    device._arenas.clear()
    try:
        ran = layer_launch.run(problem.launch, instruction_budget=_BUDGET)
    except EmulatorError as error:
        for kind, name in _FAULTS:
            if isinstance(error, kind):
                return Outcome(name, detail=str(error))
        raise
    finally:
        device.threads = threads
    guards = torch.cat([problem.whole[:_GUARD], problem.whole[-_GUARD:]])
    beside = int((~torch.isnan(guards)).sum())
    if beside:
        return Outcome("wrote_outside", bad=beside, detail=f"{beside} elements beside the output were written")
    outcome = _compare(problem)
    size = problem.output.element_size()
    twice = sum(part.written for part in ran.traffic) // size - problem.output.numel()
    if outcome.verdict == RIGHT and twice > 0 and not problem.zeros:
        return Outcome("wrong_numbers", twice, outcome.elements, outcome.worst, f"{twice} elements were written twice")
    return outcome


def _compare(problem: Problem) -> Outcome:
    """Rows that were added to fill a tile are not looked at."""
    expected = problem.truth
    numbers = decoded(problem.output)[: expected.value.size]
    infinite = ~np.isfinite(numbers)
    with np.errstate(invalid="ignore"):
        ratio = np.abs(numbers - expected.value) / expected.bound
    ratio = np.where(infinite, 0.0, ratio)
    size, worst = int(numbers.size), float(ratio.max(initial=0.0))
    if infinite.any():
        unwritten = np.isnan(numbers) & (not problem.zeros)
        kind = "unwritten" if unwritten.any() else "nan"
        return Outcome(kind, int(infinite.sum()), size, worst)
    outside = int((ratio > 1).sum())
    return Outcome("wrong_numbers" if outside else RIGHT, outside, size, worst)
