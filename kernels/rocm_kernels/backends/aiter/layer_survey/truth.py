"""What a launch must give, from two references that do not share their arithmetic, and how far a right answer may be from it.

The first is the formula in numpy on values decoded from bits; the second is PyTorch's functions on its own conversions. They
must agree within 1/16 of the bound. With u the unit roundoff of a type, a right kernel may be off by

* terms(n) u_32 times the sum of magnitudes, for a sum of n products in fp32 (terms as in rocm_ci.reference.layers),
* u of the result's type times the result, where it is rounded; once more for each part where it is added to in memory,
* for an intermediate that the kernel turns to fp8: the step of fp8 where its own error reaches over the middle of two steps,
  else nothing: the reference rounds in the same way, with the scale that the kernels' code has (largest magnitude of the tile,
  or of 128 elements, over 240).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from rocm_kernels.backends.aiter.layer_survey import formats
from rocm_kernels.backends.aiter.layer_survey.formats import Array, decoded

AGREE = 1 / 16
_U32 = formats.UNIT["fp32"]
# Smallest largest magnitude that the kernels of experts divide by.
_FLOOR = 1e-6


@dataclass(frozen=True)
class Truth:
    """The first reference, the bound around it, and the largest difference of the two references over the bound."""

    value: Array
    bound: Array
    disagreement: float


def terms(count: int) -> float:
    """Factor on the unit roundoff of fp32 for a sum of ``count`` numbers and what is done with it afterwards."""
    return min(float(count), 4 * float(np.sqrt(count)) + 64) + 16


def _truth(value: Array, bound: Array, other: torch.Tensor) -> Truth:
    with np.errstate(invalid="ignore", divide="ignore"):
        off = np.abs(other.numpy() - value) / np.where(bound > 0, bound, 1e-300)
    return Truth(value, bound, float(np.where(value == other.numpy(), 0.0, off).max(initial=0.0)))


def product(
    x: torch.Tensor,
    weight: torch.Tensor,
    x_scale: torch.Tensor | None,
    weight_scale: torch.Tensor | None,
    bias: torch.Tensor | None,
    output_dtype: str,
    additions: int = 0,
) -> Truth:
    """x [M, K] @ weight [N, K].T with scales a row of either (None: 1), plus bias; int8 is added up exactly.

    ``additions``: to how many parts the result is added up in memory, in fp32.
    """
    first, second = decoded(x), decoded(weight)
    scale = np.ones((len(first), 1)) if x_scale is None else decoded(x_scale).reshape(-1, 1)
    scales = np.ones((1, len(second))) if weight_scale is None else decoded(weight_scale).reshape(1, -1)
    value = (first @ second.T) * scale * scales
    magnitude = (np.abs(first) @ np.abs(second).T) * np.abs(scale * scales)
    other = torch.nn.functional.linear(x.double(), weight.double())
    if x_scale is not None and weight_scale is not None:
        other = other * x_scale.double().view(-1, 1) * weight_scale.double().view(1, -1)
    if bias is not None:
        value, magnitude = value + decoded(bias), magnitude + np.abs(decoded(bias))
        other = other + bias.double()
    summed = 8.0 if x.dtype == torch.int8 else terms(x.shape[1]) + additions
    bound = summed * _U32 * magnitude
    return _truth(value, _rounded(value, bound, output_dtype), other)


def block_product(
    x: torch.Tensor, weight: torch.Tensor, x_scale: torch.Tensor, weight_scale: torch.Tensor, output_dtype: str
) -> Truth:
    """x [M, K] @ weight [N, K].T with scales [M, K / 128] and [N / 128, K / 128], rounded up."""
    first = decoded(x) * np.repeat(decoded(x_scale), 128, axis=1)[:, : x.shape[1]]
    second = decoded(weight) * _spread(decoded(weight_scale), weight.shape)
    value, magnitude = first @ second.T, np.abs(first) @ np.abs(second).T
    wide = weight_scale.double().repeat_interleave(128, 0).repeat_interleave(128, 1)[: weight.shape[0], : x.shape[1]]
    other = torch.nn.functional.linear(
        x.double() * x_scale.double().repeat_interleave(128, 1)[:, : x.shape[1]], weight.double() * wide
    )
    bound = (terms(x.shape[1]) + 4 * x.shape[1] / 128) * _U32 * magnitude
    return _truth(value, _rounded(value, bound, output_dtype), other)


def _spread(scales: Array, shape: torch.Size) -> Array:
    return np.repeat(np.repeat(scales, 128, axis=0), 128, axis=1)[: shape[0], : shape[1]]


def _rounded(value: Array, bound: Array, dtype: str) -> Array:
    return np.asarray(bound + formats.UNIT[dtype] * (np.abs(value) + bound) + formats.SMALLEST[dtype])


@dataclass(frozen=True)
class ExpertInputs:
    """What the kernels of experts are given, before weights are put in order and choices are sorted.

    Attributes:
        hidden: fp8 [tokens, D], hidden_scale fp32 [tokens] or [tokens, D / 128].
        w1, w2: fp8 [experts, 2 I, D] and [experts, D, I]; scales fp32 a row of each, or [.., rows / 128, columns / 128].
        ids, weights: [tokens, top_k]; ids that are no expert add nothing.
    """

    hidden: torch.Tensor
    hidden_scale: torch.Tensor
    w1: torch.Tensor
    w1_scale: torch.Tensor
    w2: torch.Tensor
    w2_scale: torch.Tensor
    ids: torch.Tensor
    weights: torch.Tensor
    blocks: bool


def experts(given: ExpertInputs, tile: int, output_dtype: str) -> Truth:
    """Experts as the kernels compute them: silu(gate) * up in fp8, a scale for each ``tile`` (128 with blocks) elements."""
    tokens, depth = given.hidden.shape
    value, spread, size = np.zeros((tokens, depth)), np.zeros((tokens, depth)), np.zeros((tokens, depth))
    other = torch.zeros(tokens, depth, dtype=torch.float64)
    adds = np.zeros((tokens, 1))
    scale = decoded(given.hidden_scale).reshape(tokens, -1)
    hidden = decoded(given.hidden) * (np.repeat(scale, 128, axis=1) if given.blocks else scale)
    torch_scale = given.hidden_scale.double().view(tokens, -1)
    torch_hidden = given.hidden.double() * (torch_scale.repeat_interleave(128, 1) if given.blocks else torch_scale)
    for expert in range(given.w1.shape[0]):
        places = (given.ids == expert).nonzero()
        if not len(places):
            continue
        rows, factor = places[:, 0], given.weights[places[:, 0], places[:, 1]]
        w1 = decoded(given.w1[expert]) * _scales(decoded(given.w1_scale[expert]), given.w1[expert].shape, given.blocks)
        w2 = decoded(given.w2[expert]) * _scales(decoded(given.w2_scale[expert]), given.w2[expert].shape, given.blocks)
        parts = _expert(hidden[rows.numpy()], w1, w2, tile, 128 if given.blocks else tile)
        by = decoded(factor)[:, None]
        for part, error in parts:
            np.add.at(value, rows.numpy(), part * by)
            np.add.at(spread, rows.numpy(), (error + 4 * _U32 * np.abs(part)) * np.abs(by))
            np.add.at(size, rows.numpy(), (np.abs(part) + error) * np.abs(by))
            np.add.at(adds, rows.numpy(), 1.0)
        second = _torch_expert(
            torch_hidden[rows],
            given.w1[expert].double() * _torch_scales(given.w1_scale[expert], given.w1[expert].shape, given.blocks),
            given.w2[expert].double() * _torch_scales(given.w2_scale[expert], given.w2[expert].shape, given.blocks),
            128 if given.blocks else tile,
        )
        other.index_add_(0, rows, second * factor.double()[:, None])
    unit = formats.UNIT[output_dtype]
    # Each part is rounded, and so is what is in memory after each addition.
    bound = spread + unit * size * (1 + adds) + formats.SMALLEST[output_dtype] * (1 + adds)
    return _truth(value, bound, other)


def _scales(scales: Array, shape: torch.Size, blocks: bool) -> Array:
    return _spread(scales, shape) if blocks else scales.reshape(-1, 1)


def _torch_scales(scales: torch.Tensor, shape: torch.Size, blocks: bool) -> torch.Tensor:
    if not blocks:
        return scales.double().view(-1, 1)
    return scales.double().repeat_interleave(128, 0).repeat_interleave(128, 1)[: shape[0], : shape[1]]


def _expert(x: Array, w1: Array, w2: Array, tile: int, group: int) -> list[tuple[Array, Array]]:
    """The parts of an expert's result, one for each tile of the intermediate, each with its error."""
    width = w2.shape[1]
    sums = x @ w1.T
    errors = terms(x.shape[1]) * _U32 * (np.abs(x) @ np.abs(w1).T)
    gate, up, gate_error, up_error = sums[:, :width], sums[:, width:], errors[:, :width], errors[:, width:]
    silu = gate / (1 + np.exp(-np.clip(gate, -700, 700)))
    act = silu * up
    # The derivative of silu lies between -0.1 and 1.1.
    error = 1.1 * gate_error * (np.abs(up) + up_error) + np.abs(silu) * up_error + 16 * _U32 * np.abs(act)
    parts = []
    for start in range(0, width, tile):
        inside = slice(start, min(start + tile, width))
        stored, off = _stored(act[:, inside], error[:, inside], group)
        columns = w2[:, inside]
        part = stored @ columns.T
        magnitude = np.abs(stored) @ np.abs(columns).T
        parts.append((part, off @ np.abs(columns).T + terms(columns.shape[1]) * _U32 * magnitude))
    return parts


def _stored(act: Array, error: Array, group: int) -> tuple[Array, Array]:
    """Values as fp8 with a scale for each ``group`` elements, and how far a right kernel's may be from them."""
    rows, width = act.shape
    grouped, errors = act.reshape(rows, -1, group), error.reshape(rows, -1, group)
    largest = np.maximum(np.abs(grouped).max(axis=2, keepdims=True), _FLOOR)
    relative = errors.max(axis=2, keepdims=True) / largest + 8 * _U32
    scaled = grouped * (formats.FP8_LARGEST / largest)
    nearest, to_tie = formats.fp8_rounded(scaled)
    reach = errors * (formats.FP8_LARGEST / largest) + np.abs(scaled) * relative
    steps = np.where(reach >= to_tie, 1.0, 0.0) * formats.fp8_step(np.abs(scaled) + reach)
    back = largest / formats.FP8_LARGEST
    return (nearest * back).reshape(rows, width), ((steps + np.abs(nearest) * relative) * back).reshape(rows, width)


def _torch_expert(x: torch.Tensor, w1: torch.Tensor, w2: torch.Tensor, group: int) -> torch.Tensor:
    gate, up = torch.nn.functional.linear(x, w1).chunk(2, dim=1)
    act = (torch.nn.functional.silu(gate) * up).view(len(x), -1, group)
    scale = act.abs().amax(dim=2, keepdim=True).clamp_min(_FLOOR) / formats.FP8_LARGEST
    stored = (act / scale).to(torch.float8_e4m3fnuz).double() * scale
    return torch.nn.functional.linear(stored.view(len(x), -1), w2)
