"""Matrix products in PyTorch: added up in fp32 (int8 exactly), rounded once; and the one that NVIDIA's library has for fp8."""

from __future__ import annotations

import torch

from rocm_kernels import launches
from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.layer_arguments import BlockScaledGemmArguments, LinearArguments
from rocm_kernels.layer_specs import BLOCK
from rocm_kernels.quantisation import per_token_scale, quantise

# Elements of a weight that are widened at a time.
_CHUNK = 1 << 25
# Rows of x that NVIDIA's block-scaled product was seen to take are multiples of this; it refuses 1 and 33.
_ROW_STEP = 16


def product(x: torch.Tensor, weight: torch.Tensor, integers: bool) -> torch.Tensor:
    """x @ weight.T of widened values: in fp64 for integers, whose products and sums it holds exactly, else in fp32."""
    wide = torch.float64 if integers else torch.float32
    left = x.to(wide)
    rows = max(1, _CHUNK // max(weight.shape[1], 1))
    parts = [left @ weight[first : first + rows].to(wide).T for first in range(0, weight.shape[0], rows)]
    return torch.cat(parts, dim=1)


@torch.no_grad()
def linear(arguments: LinearArguments) -> None:
    """Any linear on any device; no wait for it."""
    launches.note("torch.linear")
    spec, x, x_scale = arguments.spec, arguments.x, arguments.x_scale
    if spec.scaling == "none" and x.is_cuda and spec.output_dtype == spec.dtype:
        arguments.output.copy_(torch.nn.functional.linear(x, arguments.weight, arguments.bias))
        return
    if spec.dynamic:
        stored = DATA_TYPES[spec.weight_dtype]
        x_scale = per_token_scale(x, stored)
        x = quantise(x, x_scale.unsqueeze(-1), stored)
    sums = product(x, arguments.weight, spec.weight_dtype == "int8")
    if x_scale is not None and arguments.weight_scale is not None:
        sums = (sums * x_scale.unsqueeze(-1)) * arguments.weight_scale
    if arguments.bias is not None:
        sums = sums + arguments.bias
    arguments.output.copy_(sums)


@torch.no_grad()
def scaled_mm(arguments: LinearArguments) -> None:
    """fp8 by ``torch._scaled_mm``, adding up in fp32 throughout (no fast accumulation)."""
    launches.note("torch._scaled_mm")
    multiply_scaled(arguments, arguments.x, arguments.x_scale)


def multiply_scaled(arguments: LinearArguments, x: torch.Tensor, x_scale: torch.Tensor | None) -> None:
    """Write x * weight.T with the scales of a linear to its output."""
    assert x_scale is not None
    assert arguments.weight_scale is not None
    rows = arguments.spec.scaling == "per_token_per_channel"
    torch._scaled_mm(
        x,
        arguments.weight.t(),
        scale_a=x_scale.view(-1, 1) if rows else x_scale,
        scale_b=arguments.weight_scale.view(1, -1) if rows else arguments.weight_scale,
        bias=arguments.bias,
        out_dtype=arguments.output.dtype,
        out=arguments.output,
    )


@torch.no_grad()
def block_scaled_gemm(arguments: BlockScaledGemmArguments) -> None:
    """Products of 128 elements at a time, each with its two scales, added up in fp32; no wait for the device."""
    launches.note("torch.block_scaled_gemm")
    arguments.output.copy_(
        block_scaled_product(arguments.x, arguments.weight, arguments.x_scale, arguments.weight_scale)
    )


@torch.no_grad()
def block_scaled_mm(arguments: BlockScaledGemmArguments) -> None:
    """By ``torch._scaled_mm``, whose scales of x lie column by column in multiples of 16 bytes; rows are added to fit."""
    launches.note("torch._scaled_mm")
    x, x_scale, output = arguments.x, arguments.x_scale, arguments.output
    rows = -(-x.shape[0] // _ROW_STEP) * _ROW_STEP
    missing = rows - x.shape[0]
    if missing:
        x = torch.nn.functional.pad(x.view(torch.uint8), (0, 0, 0, missing)).view(x.dtype)
        x_scale = torch.nn.functional.pad(x_scale, (0, 0, 0, missing), value=1.0)
        output = output.new_empty(rows, output.shape[1])
    torch._scaled_mm(
        x,
        arguments.weight.t(),
        scale_a=x_scale.t().contiguous().t(),
        scale_b=arguments.weight_scale.t(),
        out_dtype=output.dtype,
        out=output,
    )
    if missing:
        arguments.output.copy_(output[: arguments.output.shape[0]])


def block_scaled_product(
    x: torch.Tensor, weight: torch.Tensor, x_scale: torch.Tensor, weight_scale: torch.Tensor
) -> torch.Tensor:
    """fp32 [M, N] of x [M, K] and weight [N, K] with the scales of block_scaled_gemm."""
    sums = torch.zeros(x.shape[0], weight.shape[0], dtype=torch.float32, device=x.device)
    for block in range(x_scale.shape[1]):
        part = slice(block * BLOCK, (block + 1) * BLOCK)
        channel = weight_scale[:, block].repeat_interleave(BLOCK)[: weight.shape[0]]
        sums += (x[:, part].float() @ weight[:, part].float().T) * x_scale[:, block, None] * channel
    return sums
