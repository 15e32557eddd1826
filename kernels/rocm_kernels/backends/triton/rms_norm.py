"""Launches the norm and the quantisation of rows."""

from __future__ import annotations

from typing import Any

import torch

from rocm_kernels.backends.triton.launching import Launch
from rocm_kernels.backends.triton.layer_launch import Where, kept, where_of
from rocm_kernels.backends.triton.problem import hardware_conversion, power_of_two_above
from rocm_kernels.backends.triton.source_modules import kernels
from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.layer_arguments import QuantiseArguments, RmsNormArguments
from rocm_kernels.layer_specs import BLOCK

# Elements of a row that a program holds in registers, and that a program has at least, with several rows where one is short.
LONGEST_ROW = 32_768
FEWEST_ELEMENTS = 1_024
_SCALES = {"none": "none", "per_tensor": "static", "per_token": "token"}


def row_kernel(hidden: int) -> str:
    """The kernel for rows of that many elements."""
    return "rms_norm_rows" if hidden <= LONGEST_ROW else "rms_norm_long"


def warps_for(elements: int, target: str) -> int:
    """Warps (waves) of a program, 1 to 16: 64 elements a lane (measured on an NVIDIA H200), 32 on AMD's targets."""
    each = 1024 if target.startswith("gfx1") else 2048
    return min(max(power_of_two_above(elements // each), 1), 16)


def converts(dtype: str, target: str) -> bool:
    """Whether an instruction of the target makes that fp8 from fp32 with saturation; looked at on NVIDIA's GPUs only."""
    return dtype == "fp8_e4m3fn" and hardware_conversion(dtype, target) == "ptx"


def rows_launch(
    rows: int,
    hidden: int,
    strides: tuple[int, int],
    eps: float,
    norm: bool,
    quantisation: str,
    output_dtype: str,
    where: Where,
) -> Launch:
    """Bind everything but addresses of one launch over whole rows."""
    stored = DATA_TYPES[output_dtype]
    name = row_kernel(hidden)
    block = power_of_two_above(hidden) if name == "rms_norm_rows" else 8_192
    count = max(1, FEWEST_ELEMENTS // block) if name == "rms_norm_rows" else 1
    constants: dict[str, Any] = {
        "NORM": norm,
        "SCALES": _SCALES[quantisation],
        "FORMAT": output_dtype if stored.quantised else "float",
        "LARGEST": stored.max_finite,
        "NATIVE": converts(output_dtype, where.target),
        "ROWS": count,
        "BLOCK": block,
        "DEEP": 1,
    }
    kernel = getattr(kernels("rms_norm", interpreted=where.interpreted), name)
    numbers = (rows, hidden, *strides, float(eps))
    return where.launch(
        kernel, (-(-rows // count), 1), numbers, constants, where.options(warps_for(count * block, where.target), 1)
    )


def rms_norm(arguments: RmsNormArguments, *, interpreted: bool = False) -> None:
    """Norm rows; one kernel, whatever is asked for."""
    spec, x, residual = arguments.spec, arguments.x, arguments.residual
    where = where_of(spec.device, x, interpreted)
    strides = (x.stride(0), 0 if residual is None else residual.stride(0))
    key = (spec, x.shape[0], strides, arguments.eps, where)
    launch = kept(
        key,
        lambda: rows_launch(
            x.shape[0], spec.hidden, strides, arguments.eps, True, spec.quantisation, spec.output_dtype, where
        ),
    )
    launch(norm_tensors(arguments), where.stream(x))


def norm_tensors(arguments: RmsNormArguments) -> tuple[torch.Tensor | None, ...]:
    """Tensors in the order of the kernels' parameters."""
    return (
        arguments.x, arguments.weight, arguments.residual, arguments.output, arguments.residual_output, arguments.scale,
    )  # fmt: skip


def quantise(arguments: QuantiseArguments, *, interpreted: bool = False) -> None:
    """Quantise rows with one scale for all, one a row, or one for each 128 elements of a row."""
    spec = arguments.spec
    where = where_of(spec.device, arguments.x, interpreted)
    quantise_rows(arguments.x, arguments.output, arguments.scale, spec.quantisation, spec.output_dtype, where)


def quantise_kernel(quantisation: str, width: int) -> str:
    """The kernel for that granularity and that many elements a row."""
    return "quantise_blocks" if quantisation == "per_block" else row_kernel(width)


def quantise_rows(
    x: torch.Tensor, output: torch.Tensor, scale: torch.Tensor, quantisation: str, dtype: str, where: Where
) -> None:
    """Quantise [rows, width]; ``scale`` is written unless ``quantisation`` is ``per_tensor``."""
    key = ("quantise", x.shape, x.dtype, x.stride(0), quantisation, dtype, where, x.device)
    if quantisation == "per_block":
        launch = kept(key, lambda: blocks_launch(x.shape[0], x.shape[1], x.stride(0), dtype, where))
        launch((x, output, scale), where.stream(x))
        return
    launch = kept(
        key,
        lambda: rows_launch(x.shape[0], x.shape[1], (x.stride(0), 0), 0.0, False, quantisation, dtype, where),
    )
    launch((x, None, None, output, None, scale), where.stream(x))


def blocks_launch(rows: int, width: int, stride: int, dtype: str, where: Where) -> Launch:
    """Bind everything but addresses of one launch over blocks of 128 elements."""
    blocks = -(-width // BLOCK)
    count = 4 if rows * blocks < 4096 else 32
    constants = {
        "FORMAT": dtype,
        "LARGEST": DATA_TYPES[dtype].max_finite,
        "NATIVE": converts(dtype, where.target),
        "ROWS": count,
        "BLOCK": BLOCK,
    }
    kernel = kernels("rms_norm", interpreted=where.interpreted).quantise_blocks
    numbers = (rows, width, blocks, stride)
    return where.launch(kernel, (-(-rows * blocks // count), 1), numbers, constants, where.options(4, 1))
