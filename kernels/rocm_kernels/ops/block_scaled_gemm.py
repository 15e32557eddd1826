"""block_scaled_gemm: a product of fp8 matrices with a scale for each 128 elements of x and 128 x 128 of the weight."""

from __future__ import annotations

from typing import NamedTuple

import torch

from rocm_kernels import devices, dispatcher, layer_checks, policy, validation, value_checks
from rocm_kernels.dtypes import DATA_TYPES, data_type, data_type_of
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.layer_arguments import BlockScaledGemmArguments
from rocm_kernels.layer_specs import BLOCK, BlockScaledGemmSpec
from rocm_kernels.ops.library import traced


class _Request(NamedTuple):
    """What is asked for, with the output made; the fields are the arguments of the registered op, in order."""

    x: torch.Tensor
    weight: torch.Tensor
    x_scale: torch.Tensor
    weight_scale: torch.Tensor
    output: torch.Tensor
    backend: str | None
    validate: bool | None


def block_scaled_gemm(
    x: torch.Tensor,
    weight: torch.Tensor,
    x_scale: torch.Tensor,
    weight_scale: torch.Tensor,
    *,
    out_dtype: str | torch.dtype = "bf16",
    out: torch.Tensor | None = None,
    backend: str | None = None,
    validate: bool | None = None,
) -> torch.Tensor:
    """Sum over blocks k of (x[:, k] @ weight[:, k].T) * x_scale[:, k] * weight_scale[n / 128, k], in fp32, rounded once.

    Args:
        x: fp8 (e4m3, either format) [M, K] contiguous; any M, N and K, the last blocks of N and K may be short.
        weight: [N, K] contiguous, of the type of ``x``.
        x_scale: fp32 [M, ceil(K / 128)] contiguous.
        weight_scale: fp32 [ceil(N / 128), ceil(K / 128)] contiguous.
        out_dtype: bf16, fp16 or fp32.
        out: contiguous [M, N]; written and returned.
        backend: serve the call with this backend or raise; None leaves it to the policy in force.
        validate: look at the scales, which waits for the device; None: as for ``paged_attention``.

    Raises:
        InvalidArgumentError: naming the argument, its value and what was expected.
        NoImplementationError: no backend serves the request under the policy, with all reasons.
    """
    validation.check_given(x=x, weight=weight)
    for name, tensor in (("x", x), ("weight", weight)):
        if tensor.ndim != 2:
            raise InvalidArgumentError(name, f"shape {tuple(tensor.shape)}", "two axes")
    result = layer_checks.output_type(out_dtype, DATA_TYPES["bf16"])
    output = layer_checks.result("out", out, (x.shape[0], weight.shape[0]), result, x)
    request = _Request(x, weight, x_scale, weight_scale, output, backend, validate)
    if traced(x):
        _op(*request)
    else:
        _run(request)
    return output


def _run(request: _Request) -> None:
    x, weight, x_scale, weight_scale, output, backend, validate = request
    validation.check_given(x_scale=x_scale, weight_scale=weight_scale)
    device = devices.describe(x, "x")
    validation.check_same_device(x.device, "x", weight=weight, x_scale=x_scale, weight_scale=weight_scale)
    dtype = data_type_of(x, "x")
    if dtype.kind != "fp8":
        raise InvalidArgumentError("x", f"dtype {x.dtype}", "an fp8 type")
    validation.check_dtype("weight", weight, x.dtype)
    (rows, width), columns = x.shape, weight.shape[0]
    if not width:
        raise InvalidArgumentError("x", f"shape {tuple(x.shape)}", "[M, K] with at least one column")
    layer_checks.check_shape("weight", weight, (columns, width), "[N, K] with the K of x")
    blocks = -(-width // BLOCK)
    for name, scale, shape in (
        ("x_scale", x_scale, (rows, blocks)),
        ("weight_scale", weight_scale, (-(-columns // BLOCK), blocks)),
    ):
        validation.check_dtype(name, scale, torch.float32)
        layer_checks.check_shape(name, scale, shape, f"one for each {BLOCK} elements")
    for name, tensor in (("x", x), ("weight", weight), ("x_scale", x_scale), ("weight_scale", weight_scale)):
        validation.check_contiguous(name, tensor)
    layer_checks.check_apart("out", output, x=x, weight=weight, x_scale=x_scale, weight_scale=weight_scale)
    if value_checks.wanted(validate, x):
        value_checks.check_positive("x_scale", x_scale)
        value_checks.check_positive("weight_scale", weight_scale)
    if not rows or not columns:
        return
    spec = BlockScaledGemmSpec(device.name, device.target, dtype.name, data_type(output.dtype).name, width, columns)
    arguments = BlockScaledGemmArguments(spec, x, weight, x_scale, weight_scale, output)
    dispatcher.run(arguments, None if backend is None else policy.explicit(backend))


_op = torch.library.custom_op(
    "rocm_kernels::block_scaled_gemm",
    lambda *given: _run(_Request(*given)),
    mutates_args=("output",),
    schema="(Tensor x, Tensor weight, Tensor x_scale, Tensor weight_scale, Tensor(a!) output, str? backend, bool? validate)"
    " -> ()",
)


@_op.register_fake
def _traced(*arguments: object) -> None:
    """Trace the op: it returns nothing and only writes to its output."""
