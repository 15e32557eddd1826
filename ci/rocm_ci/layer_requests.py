"""One call of each op beside attention with its data, and how far what it wrote is from the truth."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

import rocm_kernels.ops as ops
from rocm_ci.cell import Cell
from rocm_ci.cell_context import device_of
from rocm_ci.distance import Distance
from rocm_ci.layer_cells import FLOATS, BlockScaledGemmCell, FusedMoeCell, LinearCell, QuantiseCell, RmsNormCell
from rocm_ci.layer_data import Guarded, blocks, matrix, scales, spread, wider
from rocm_ci.problem import generator
from rocm_ci.reference import formats, layers
from rocm_ci.reference.layers import FP32, Bounded
from rocm_ci.reference.tolerance import UNIT_ROUNDOFF
from rocm_ci.trouble import Trouble

Array = NDArray[np.float64]
EPS = 1e-6


def adding_unit(cell: Cell, dtype: str, output_dtype: str) -> float:
    """What adding up loses beyond fp32, per unit of magnitude (rocm_ci.reference.layers)."""
    if cell.device_kind != "cuda":
        return 0.0
    if dtype.startswith("fp8"):
        return layers.FP8_UNIT
    return 2 * UNIT_ROUNDOFF[output_dtype] if dtype in ("bf16", "fp16") and cell.backend == "torch" else 0.0


def judged(name: str, guarded: Guarded, truth: Bounded) -> Distance:
    """Compare a float output with its truth, element by element."""
    troubles = [Trouble("unwritten", text) for text in guarded.troubles()]
    values = guarded.values()
    if np.isnan(values).any():
        return Distance(float("nan"), 0.0, tuple(troubles))
    return farthest(name, np.abs(values - truth.value), truth.bound, truth.magnitude, troubles)


def farthest(name: str, error: Array, bound: Array, magnitude: Array, troubles: list[Trouble]) -> Distance:
    """The element that is farthest from the truth in relation to its bound; both over its magnitude.

    An element that is no number, or whose bound is none, is not within its bound: NaN is below nothing.
    """
    worst = int(np.argmax(np.where(bound < np.inf, error / bound, np.inf)))
    off, limit, size = float(error.flat[worst]), float(bound.flat[worst]), float(magnitude.flat[worst])
    size = size or 1.0
    if not off <= limit < np.inf:
        where = tuple(int(index) for index in np.unravel_index(worst, error.shape))
        count = int((~((error <= bound) & (bound < np.inf))).sum())
        text = (
            f"{name}: {count} elements are outside their bound, {where} is off by {off:.4g}, the bound is {limit:.4g}"
        )
        troubles.append(Trouble("accuracy", text))
    return Distance(off / size, limit / size, tuple(troubles))


def nearest(name: str, guarded: Guarded, scale: Array, truth: Bounded) -> Distance:
    """Check that each stored value is the one nearest to truth / scale, as far as the truth's own bound lets it be known.

    Errors are told in half steps of the format: 1 is right rounding.
    """
    troubles = [Trouble("unwritten", text) for text in guarded.troubles()]
    dtype, largest = guarded.dtype, formats.MAX_STORED[guarded.dtype]
    quotient = truth.value / scale
    reach = truth.bound / scale + 4 * FP32 * np.abs(quotient)
    half = formats.half_step(np.minimum(np.abs(quotient) + reach, largest), dtype)
    error = np.abs(guarded.values() - np.clip(quotient, -largest, largest))
    return farthest(name, error, half + reach, half, troubles)


def measured_scales(name: str, given: Array, truth: Bounded, dtype: str, group: int) -> list[Trouble]:
    """Check scales that were measured: the largest magnitude of each group over the largest stored value."""
    wanted = layers.group_scales(truth.value, dtype, group)
    relative = float(np.max(truth.bound / np.maximum(truth.magnitude, 1e-300), where=truth.magnitude > 0, initial=0.0))
    off = np.abs(given - wanted) / wanted
    if not float(off.max()) <= relative + 4 * FP32:
        return [Trouble("accuracy", f"{name}: a scale is off by {float(off.max()):.3g} of itself")]
    return []


class _RmsNorm:
    def __init__(self, cell: RmsNormCell) -> None:
        self.cell = cell
        random, shape = generator(cell), (cell.rows, cell.hidden)
        self.x = matrix(random, shape, cell.dtype, cell.amplitude)
        self.weight = matrix(random, (cell.hidden,), cell.dtype)
        self.residual = matrix(random, shape, cell.dtype, cell.amplitude) if cell.residual else None
        device = device_of(cell)
        self.output = Guarded(*shape, cell.output_dtype, device)
        self.added = Guarded(*shape, cell.dtype, device)
        count = cell.rows if cell.quantisation == "per_token" else 1
        self.scale = torch.full((count,), 0.04 if cell.quantisation == "per_tensor" else torch.nan, device=device)

    def call(self, backend: str | None, *, validate: bool = True) -> None:
        cell, device = self.cell, device_of(self.cell)
        x, weight = wider(self.x.tensor, cell.strides).to(device), self.weight.tensor.to(device)
        residual = None if self.residual is None else self.residual.tensor.to(device)
        if cell.quantisation != "none":
            static = cell.quantisation == "per_tensor"
            ops.rms_norm_quantised(
                x,
                weight,
                EPS,
                dtype=cell.output_dtype,
                scale=self.scale if static else None,
                residual=residual,
                out=self.output.inside,
                scale_out=None if static else self.scale,
                residual_out=None if residual is None else self.added.inside,
                backend=backend,
            )
        elif residual is not None:
            out, added = self.output.inside, self.added.inside
            ops.add_rms_norm(x, residual, weight, EPS, out=out, residual_out=added, backend=backend)
        else:
            ops.rms_norm(x, weight, EPS, out=self.output.inside, backend=backend)

    def distance(self) -> Distance:
        cell = self.cell
        residual = None if self.residual is None else self.residual.values
        norm, added = layers.rms_norm(self.x.values, residual, self.weight.values, EPS, cell.dtype)
        troubles: list[Trouble] = []
        if residual is not None:
            troubles += judged("residual", self.added, added).troubles
        if cell.quantisation == "none":
            truth = Bounded(norm.value, layers.rounded(norm.value, norm.bound, cell.output_dtype), norm.magnitude)
            found = judged("norm", self.output, truth)
        else:
            scale = self.scale.double().cpu().numpy().reshape(-1, 1)
            if cell.quantisation == "per_token":
                troubles += measured_scales("norm", scale, norm, cell.output_dtype, cell.hidden)
            found = nearest("norm", self.output, scale, norm)
        return Distance(found.error_norm, found.tolerance, (*troubles, *found.troubles))


class _Quantise:
    def __init__(self, cell: QuantiseCell) -> None:
        self.cell = cell
        random, shape = generator(cell), (cell.rows, cell.width)
        self.x = matrix(random, shape, cell.dtype, cell.amplitude)
        device = device_of(cell)
        self.output = Guarded(*shape, cell.output_dtype, device)
        counts = {"per_tensor": (1,), "per_token": (cell.rows,), "per_block": (cell.rows, blocks(cell.width))}
        static = 0.02 * cell.amplitude if cell.quantisation == "per_tensor" else float("nan")
        self.scale = torch.full(counts[cell.quantisation], static, device=device)

    def call(self, backend: str | None, *, validate: bool = True) -> None:
        cell = self.cell
        static = cell.quantisation == "per_tensor"
        ops.quantise(
            wider(self.x.tensor, cell.strides).to(device_of(cell)),
            cell.output_dtype,
            scale=self.scale if static else None,
            granularity=cell.quantisation,
            out=self.output.inside,
            scale_out=None if static else self.scale,
            backend=backend,
        )

    def distance(self) -> Distance:
        cell = self.cell
        values = self.x.values
        truth = Bounded(values, np.zeros_like(values), np.abs(values))
        scale = self.scale.double().cpu().numpy().reshape(-1, 1)
        troubles: list[Trouble] = []
        if cell.quantisation == "per_block":
            scale = self.scale.double().cpu().numpy()
            troubles += measured_scales("quantise", scale, truth, cell.output_dtype, layers.BLOCK)
            scale = np.repeat(scale, layers.BLOCK, axis=1)[:, : cell.width]
        elif cell.quantisation == "per_token":
            troubles += measured_scales("quantise", scale, truth, cell.output_dtype, cell.width)
        found = nearest("quantise", self.output, scale, truth)
        return Distance(found.error_norm, found.tolerance, (*troubles, *found.troubles))


class _Linear:
    def __init__(self, cell: LinearCell) -> None:
        self.cell = cell
        random = generator(cell)
        self.x = matrix(random, (cell.rows, cell.in_features), cell.dtype)
        self.weight = matrix(random, (cell.out_features, cell.in_features), cell.weight_dtype)
        self.bias = matrix(random, (cell.out_features,), cell.output_dtype, 4.0) if cell.bias else None
        rows = cell.scaling == "per_token_per_channel"
        scaled = cell.scaling != "none"
        self.x_scale = scales(random, cell.rows if rows else 1) if scaled and not cell.dynamic else None
        self.weight_scale = scales(random, cell.out_features if rows else 1) if scaled else None
        self.output = Guarded(cell.rows, cell.out_features, cell.output_dtype, device_of(cell))

    def call(self, backend: str | None, *, validate: bool = True) -> None:
        device = device_of(self.cell)
        ops.linear(
            wider(self.x.tensor, self.cell.strides).to(device),
            self.weight.tensor.to(device),
            None if self.bias is None else self.bias.tensor.to(device),
            x_scale=None if self.x_scale is None else self.x_scale.to(device),
            weight_scale=None if self.weight_scale is None else self.weight_scale.to(device),
            out_dtype=self.cell.output_dtype,
            out=self.output.inside,
            backend=backend,
            validate=validate,
        )

    def distance(self) -> Distance:
        cell, deviation = self.cell, None
        x, weight = self.x.values, self.weight.values
        if cell.dynamic:
            kept = layers.quantised(x, np.zeros_like(x), cell.weight_dtype, cell.in_features)
            x, deviation = kept.value, kept.deviation
        elif self.x_scale is not None:
            x = x * self.x_scale.double().numpy().reshape(-1, 1)
        if self.weight_scale is not None:
            weight = weight * self.weight_scale.double().numpy().reshape(-1, 1)
        bias = None if self.bias is None else self.bias.values
        unit = adding_unit(cell, cell.weight_dtype, cell.output_dtype)
        return judged("linear", self.output, layers.product(x, weight, deviation, bias, cell.output_dtype, unit))


class _BlockScaledGemm:
    def __init__(self, cell: BlockScaledGemmCell) -> None:
        self.cell = cell
        random = generator(cell)
        self.x = matrix(random, (cell.rows, cell.in_features), cell.dtype)
        self.weight = matrix(random, (cell.out_features, cell.in_features), cell.dtype)
        self.x_scale = scales(random, cell.rows, blocks(cell.in_features))
        self.weight_scale = scales(random, blocks(cell.out_features), blocks(cell.in_features))
        self.output = Guarded(cell.rows, cell.out_features, cell.output_dtype, device_of(cell))

    def call(self, backend: str | None, *, validate: bool = True) -> None:
        device = device_of(self.cell)
        ops.block_scaled_gemm(
            *(part.to(device) for part in (self.x.tensor, self.weight.tensor, self.x_scale, self.weight_scale)),
            out_dtype=self.cell.output_dtype,
            out=self.output.inside,
            backend=backend,
            validate=validate,
        )

    def distance(self) -> Distance:
        cell = self.cell
        x = self.x.values * np.repeat(self.x_scale.double().numpy(), layers.BLOCK, axis=1)[:, : cell.in_features]
        weight = self.weight.values * spread(self.weight_scale, cell.out_features, cell.in_features)
        unit = adding_unit(cell, cell.dtype, cell.output_dtype)
        return judged("product", self.output, layers.product(x, weight, None, None, cell.output_dtype, unit))


class _FusedMoe:
    def __init__(self, cell: FusedMoeCell) -> None:
        self.cell = cell
        random = generator(cell)
        amplitude = 0.5
        self.hidden = matrix(random, (cell.tokens, cell.hidden), cell.dtype)
        self.w1 = matrix(random, (cell.experts, 2 * cell.intermediate, cell.hidden), cell.weight_dtype, amplitude)
        self.w2 = matrix(random, (cell.experts, cell.hidden, cell.intermediate), cell.weight_dtype, amplitude)
        self.w1_scale = self.w2_scale = None
        if cell.scaling == "per_tensor":
            self.w1_scale, self.w2_scale = (scales(random, cell.experts) / 4 for _ in range(2))
        elif cell.scaling == "per_block":
            shapes = ((2 * cell.intermediate, cell.hidden), (cell.hidden, cell.intermediate))
            self.w1_scale, self.w2_scale = (
                scales(random, cell.experts, blocks(rows), blocks(columns)) / 4 for rows, columns in shapes
            )
        self.known = 2 * cell.experts if cell.expert_mask else cell.experts
        self.ids = _routing(cell, random, self.known)
        weights = random.uniform(0.1, 1.0, self.ids.shape).astype(np.float32)
        self.weights = torch.from_numpy(weights / weights.sum(axis=1, keepdims=True))
        self.mask = None
        if cell.expert_mask:
            here = np.arange(self.known) % 2
            if cell.wrong_value == "mask_of_another_size":
                here[:2] = 1
            self.mask = torch.from_numpy(here.astype(np.int32))
        self.output = Guarded(cell.tokens, cell.hidden, cell.dtype, device_of(cell))

    def call(self, backend: str | None, *, validate: bool = True) -> None:
        device = device_of(self.cell)

        def moved(tensor: torch.Tensor | None) -> torch.Tensor | None:
            return None if tensor is None else tensor.to(device)

        ops.fused_moe(
            self.hidden.tensor.to(device),
            self.w1.tensor.to(device),
            self.w2.tensor.to(device),
            self.weights.to(device),
            torch.from_numpy(self.ids).to(device),
            w1_scale=moved(self.w1_scale),
            w2_scale=moved(self.w2_scale),
            expert_mask=moved(self.mask),
            out=self.output.inside,
            backend=backend,
            validate=validate,
        )

    def distance(self) -> Distance:
        cell = self.cell
        shape = (cell.tokens, cell.hidden)
        value, bound, magnitude = np.zeros(shape), np.zeros(shape), np.zeros(shape)
        local = np.where(self.ids % 2 == 1, self.ids // 2, -1) if cell.expert_mask else self.ids
        stored = None if cell.weight_dtype in FLOATS else cell.weight_dtype
        group = layers.BLOCK if cell.scaling == "per_block" else max(cell.hidden, cell.intermediate)
        unit = adding_unit(cell, cell.weight_dtype, cell.dtype)
        routing = self.weights.double().numpy()
        for number in range(cell.experts):
            token, place = np.nonzero(local == number)
            if not token.size:
                continue
            found = layers.expert(
                self.hidden.values[token], self._expert(number), routing[token, place], cell.dtype, stored, group, unit
            )
            for total, part in ((value, found.value), (bound, found.bound), (magnitude, found.magnitude)):
                np.add.at(total, token, part)
        bound = layers.rounded(value, bound + 8 * FP32 * magnitude, cell.dtype)
        return judged("moe", self.output, Bounded(value, bound, magnitude))

    def _expert(self, number: int) -> layers.Expert:
        cell = self.cell
        w1, w2 = self.w1.values[number], self.w2.values[number]
        if self.w1_scale is not None and self.w2_scale is not None:
            one, two = self.w1_scale[number], self.w2_scale[number]
            if cell.scaling == "per_tensor":
                w1, w2 = w1 * float(one), w2 * float(two)
            else:
                w1, w2 = w1 * spread(one, *w1.shape), w2 * spread(two, *w2.shape)
        return layers.Expert(w1[: cell.intermediate], w1[cell.intermediate :], w2)


def _routing(cell: FusedMoeCell, random: np.random.Generator, known: int) -> NDArray[np.int32]:
    """Experts of each token, int32 [tokens, top_k]."""
    if cell.routing == "one_expert":
        ids = np.full((cell.tokens, cell.top_k), known - 1)
    elif cell.routing == "duplicates":
        ids = np.repeat(random.integers(0, known, (cell.tokens, 1)), cell.top_k, axis=1)
    else:
        count = max(known // 2, cell.top_k) if cell.routing == "few" else known
        ids = np.stack([random.permutation(count)[: cell.top_k] for _ in range(cell.tokens)])
    if cell.routing == "missing":
        ids = np.where(random.random(ids.shape) < 0.4, -1, ids)
        ids[0] = -1  # a token without any expert
    if cell.wrong_value == "expert_too_large":
        ids[-1, -1] = known
    return np.ascontiguousarray(ids.astype(np.int32))


REQUESTS: dict[type[Cell], Any] = {
    RmsNormCell: _RmsNorm,
    QuantiseCell: _Quantise,
    LinearCell: _Linear,
    BlockScaledGemmCell: _BlockScaledGemm,
    FusedMoeCell: _FusedMoe,
}
