"""Launches matrix products with weights, plain, scaled, or quantised on the way."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import torch

from rocm_kernels import launches
from rocm_kernels.backends.triton.launching import Launch
from rocm_kernels.backends.triton.layer_configurations import ProductConfiguration, product_configuration
from rocm_kernels.backends.triton.layer_launch import Where, kept, number_format, where_of
from rocm_kernels.backends.triton.rms_norm import quantise_rows
from rocm_kernels.backends.triton.source_modules import kernels
from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.layer_arguments import BlockScaledGemmArguments, LinearArguments

_SCALES = {"none": "none", "per_tensor": "tensor", "per_token_per_channel": "rows"}


def tiles(rows: int, columns: int, cut: ProductConfiguration) -> tuple[int, int]:
    """Grid of a product."""
    return -(-rows // cut.block_m) * -(-columns // cut.block_n), 1


def cut_constants(cut: ProductConfiguration, depth: int) -> dict[str, Any]:
    """Constants that follow from a configuration and the length of the products."""
    return {
        "BLOCK_M": cut.block_m,
        "BLOCK_N": cut.block_n,
        "BLOCK_K": cut.block_k,
        "GROUP": cut.group,
        "EVEN_K": depth % cut.block_k == 0,
    }


def linear_launch(
    arguments: LinearArguments, stride: int, where: Where, cut: ProductConfiguration | None = None
) -> Launch:
    """Bind everything but addresses; ``stride`` is that of the rows multiplied."""
    spec, rows = arguments.spec, arguments.x.shape[0]
    size = DATA_TYPES[spec.weight_dtype].itemsize
    cut = cut or product_configuration(where.target, "linear", size, rows)
    constants = {
        **number_format(spec.weight_dtype, where.target),
        **cut_constants(cut, spec.in_features),
        "SCALES": _SCALES[spec.scaling],
    }
    kernel = kernels("linear", interpreted=where.interpreted).linear_tiles
    numbers = (rows, spec.out_features, spec.in_features, stride)
    grid = tiles(rows, spec.out_features, cut)
    return where.launch(kernel, grid, numbers, constants, where.options(cut.warps, cut.stages))


def quantised(arguments: LinearArguments, where: Where) -> tuple[torch.Tensor, torch.Tensor]:
    """Quantise x to the weight's type, with a scale a token."""
    x = arguments.x
    stored = torch.empty(x.shape, dtype=arguments.weight.dtype, device=x.device)
    scale = torch.empty(x.shape[0], dtype=torch.float32, device=x.device)
    quantise_rows(x, stored, scale, "per_token", arguments.spec.weight_dtype, where)
    return stored, scale


def linear(arguments: LinearArguments, *, interpreted: bool = False) -> None:
    """Any linear in the target's formats; one kernel, and one before it where x is quantised."""
    x, x_scale, spec = arguments.x, arguments.x_scale, arguments.spec
    where = where_of(spec.device, x, interpreted)
    if spec.dynamic:
        x, x_scale = quantised(arguments, where)
    stride = x.stride(0)
    launch = kept((spec, x.shape[0], stride, where), lambda: linear_launch(arguments, stride, where))
    launch(
        (x, arguments.weight, arguments.bias, x_scale, arguments.weight_scale, arguments.output),
        where.stream(x),
    )


# Up to so many rows NVIDIA's product with one scale, to fp32, and a kernel of ours for the others are faster together than
# its product with scales a row and a column (docs/ops.md has the times).
FEW_ROWS = 128
_SCALED = 1024


def scaled_mm_rows(arguments: LinearArguments, *, interpreted: bool = False) -> None:
    """fp8 with scales a token and a channel by ``torch._scaled_mm``; x is quantised first where it is not yet."""
    x, x_scale = arguments.x, arguments.x_scale
    where = where_of(arguments.spec.device, x, interpreted)
    if arguments.spec.dynamic:
        x, x_scale = quantised(arguments, where)
    assert x_scale is not None
    launches.note("torch._scaled_mm")
    if x.shape[0] > FEW_ROWS:
        from rocm_kernels.backends.torch.linear import multiply_scaled

        multiply_scaled(arguments, x, x_scale)
        return
    one = _one(x.device)
    sums = torch._scaled_mm(x, arguments.weight.t(), scale_a=one, scale_b=one, out_dtype=torch.float32)
    launch = kept(
        ("scale_product", sums.shape, arguments.output.dtype, x.device), lambda: scaling_launch(sums.shape, where)
    )
    launch((sums, x_scale, arguments.weight_scale, arguments.output), where.stream(x))


def scaling_launch(shape: torch.Size, where: Where) -> Launch:
    """Bind everything but addresses of the kernel that scales an fp32 product."""
    rows, columns = shape
    kernel = kernels("linear", interpreted=where.interpreted).scale_product
    return where.launch(kernel, (rows, -(-columns // _SCALED)), (columns,), {"BLOCK": _SCALED}, where.options(4, 1))


@lru_cache(maxsize=16)
def _one(device: torch.device) -> torch.Tensor:
    """The scale 1.0."""
    return torch.ones(1, dtype=torch.float32, device=device)


def block_scaled_launch(
    arguments: BlockScaledGemmArguments, where: Where, cut: ProductConfiguration | None = None
) -> Launch:
    """Bind everything but addresses."""
    spec, rows = arguments.spec, arguments.x.shape[0]
    cut = cut or product_configuration(where.target, "block_scaled", 1, rows)
    constants = {**number_format(spec.dtype, where.target), **cut_constants(cut, spec.in_features)}
    kernel = kernels("linear", interpreted=where.interpreted).block_scaled_tiles
    numbers = (rows, spec.out_features, spec.in_features, arguments.x_scale.shape[1])
    grid = tiles(rows, spec.out_features, cut)
    return where.launch(kernel, grid, numbers, constants, where.options(cut.warps, cut.stages))


def block_scaled_gemm(arguments: BlockScaledGemmArguments, *, interpreted: bool = False) -> None:
    """Any block-scaled product in the target's fp8 format; one kernel."""
    x = arguments.x
    where = where_of(arguments.spec.device, x, interpreted)
    launch = kept((arguments.spec, x.shape[0], where), lambda: block_scaled_launch(arguments, where))
    launch((x, arguments.weight, arguments.x_scale, arguments.weight_scale, arguments.output), where.stream(x))


# Up to so many rows tiles of ours are faster than NVIDIA's product, whose scales of x must be turned round first.
FEW_BLOCK_ROWS = 16


def block_scaled_by_rows(arguments: BlockScaledGemmArguments, *, interpreted: bool = False) -> None:
    """fp8 with block scales on ``cuda``: our tiles for few rows, ``torch._scaled_mm`` for more."""
    launches.note("triton.block_scaled_by_rows")
    if arguments.x.shape[0] <= FEW_BLOCK_ROWS:
        block_scaled_gemm(arguments, interpreted=interpreted)
        return
    from rocm_kernels.backends.torch.linear import block_scaled_mm

    block_scaled_mm(arguments)
