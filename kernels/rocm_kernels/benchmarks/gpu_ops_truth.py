"""Truths of the benchmarked ops in double precision, for a few rows: what stands beside every time as its error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch.nn.functional import silu

from rocm_kernels.layer_arguments import BlockScaledGemmArguments, FusedMoeArguments

ROWS = 16


def _rows(data: torch.Tensor) -> torch.Tensor:
    return data[:ROWS].double()


def _norm(data: Any) -> torch.Tensor:
    weight: torch.Tensor = data[-1].double()
    x, *residual = (_rows(tensor) for tensor in data[:-1])
    for other in residual:
        x = (x + other).to(data[0].dtype).double()
    return x * torch.rsqrt(x.square().mean(1, keepdim=True) + 1e-6) * weight


def _product(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    parts = [x[:ROWS].double() @ part.double().t() for part in torch.split(weight, 8192)]
    return torch.cat(parts, dim=1)


def _tensor(data: Any) -> torch.Tensor:
    x, weight, one = data
    return _product(x, weight) * float(one) ** 2


def _channel(data: Any) -> torch.Tensor:
    x, weight, *token, channel = data
    scale = [factor[:ROWS, None].double() for factor in token]
    product: torch.Tensor = _product(x, weight) * channel.double()
    return product * scale[0] if scale else product


def _blocks(scale: torch.Tensor, like: torch.Tensor, rows: int) -> torch.Tensor:
    """A scale for each element: blocks of ``rows`` times 128."""
    wide = scale.double().repeat_interleave(rows, 0).repeat_interleave(128, 1)
    return like.double() * wide[: like.shape[0], : like.shape[1]]


def _block_scaled(data: BlockScaledGemmArguments) -> torch.Tensor:
    x = _blocks(data.x_scale[:ROWS], data.x[:ROWS], 1)
    return x @ _blocks(data.weight_scale, data.weight, 128).t()


def _weights(data: FusedMoeArguments, weight: torch.Tensor, scale: torch.Tensor | None, expert: int) -> torch.Tensor:
    if scale is None:
        return weight[expert].double()
    if data.spec.scaling == "per_block":
        return _blocks(scale[expert], weight[expert], 128)
    return weight[expert].double() * scale[expert].double()


def _moe(data: FusedMoeArguments) -> torch.Tensor:
    """Activations are not rounded and not quantised."""
    x, ids = data.hidden[:ROWS].double(), data.topk_ids[:ROWS]
    sums = torch.zeros_like(x)
    for expert in sorted({int(number) for number in ids.flatten()}):
        token, choice = (ids == expert).nonzero(as_tuple=True)
        gate, up = (x[token] @ _weights(data, data.w1, data.w1_scale, expert).t()).chunk(2, dim=1)
        part = (silu(gate) * up) @ _weights(data, data.w2, data.w2_scale, expert).t()
        sums.index_add_(0, token, part * data.topk_weights[token, choice, None].double())
    return sums


# By kind of case, as the peers are.
TRUTH_OF: dict[str, Callable[[Any], torch.Tensor]] = {
    "rms_norm": _norm,
    "add_rms_norm": _norm,
    "rms_norm_quantised": _norm,
    "quantise": _rows,
    "scaled_mm_tensor": _tensor,
    "scaled_mm_rows": _channel,
    "quantise_scaled_mm": _channel,
    "block_scaled": _block_scaled,
    "moe_none": _moe,
    "moe_per_tensor": _moe,
    "moe_per_block": _moe,
}


# How far a right result may be, as a norm over that of the truth: half a step of bf16 for each rounding to it, half a step of
# fp8 for each quantisation on the way. What computes in less than it was asked for is beyond.
_BF16, _FP8 = 2.0**-8, 2.0**-4
BOUND_OF: dict[str, float] = {
    "rms_norm": _BF16,
    "add_rms_norm": _BF16,
    "rms_norm_quantised": _FP8,
    "quantise": _FP8,
    "scaled_mm_tensor": _BF16,
    "scaled_mm_rows": _BF16,
    "quantise_scaled_mm": _BF16 + _FP8,
    "block_scaled": _BF16,
    # Rounded: silu(gate) * up, each expert's part, the sum; quantised: what each product is given.
    "moe_none": 3 * _BF16,
    "moe_per_tensor": 3 * _BF16 + 2 * _FP8,
    "moe_per_block": 3 * _BF16 + 2 * _FP8,
}


def error_of(kind: str, data: Any, found: Any) -> float:
    """Norm of the error over the norm of the truth, of the first rows; stored values are multiplied by their scales."""
    if isinstance(found, torch.Tensor):
        result = found[:ROWS].double()
    else:
        result = found[0][:ROWS].double()
        if found[0].element_size() == 1:
            result = result * found[1][:ROWS, None].double()
    truth = TRUTH_OF[kind](data)
    return float((result - truth).norm() / truth.norm())
