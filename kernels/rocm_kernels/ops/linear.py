"""linear: a matrix product with the weights of a layer, in 16 or 32 bit, or in 8 bit with scales."""

from __future__ import annotations

from typing import NamedTuple

import torch

from rocm_kernels import devices, dispatcher, layer_checks, policy, validation, value_checks
from rocm_kernels.dtypes import DATA_TYPES, data_type, data_type_of
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.layer_arguments import LinearArguments
from rocm_kernels.layer_specs import LinearSpec, Scaling
from rocm_kernels.ops.library import scale_tensor, traced


class _Request(NamedTuple):
    """What ``linear`` is asked for, with its output made; the fields are the arguments of the registered op, in order."""

    x: torch.Tensor
    weight: torch.Tensor
    bias: torch.Tensor | None
    x_scale: torch.Tensor | None
    weight_scale: torch.Tensor | None
    output: torch.Tensor
    backend: str | None
    validate: bool | None


def linear(
    x: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None = None,
    *,
    x_scale: torch.Tensor | float | None = None,
    weight_scale: torch.Tensor | float | None = None,
    out_dtype: str | torch.dtype | None = None,
    out: torch.Tensor | None = None,
    backend: str | None = None,
    validate: bool | None = None,
) -> torch.Tensor:
    """x @ weight.T * x_scale * weight_scale + bias, added up in fp32 (int8: in int32) and rounded once.

    Args:
        x: [..., K]; fp32, fp16 or bf16; or fp8 or int8, as the weight. Where the weight is fp8 or int8 and ``x`` is not, the op
            quantises ``x`` itself, with a measured scale a token (``quantise``).
        weight: [N, K] contiguous, of the type of ``x``, or fp8 (e4m3, either format) or int8.
        bias: [N], of the result's type.
        x_scale, weight_scale: of 8-bit values, both a number or fp32 [1] (per tensor), or fp32 [rows of x] and [N] (per token
            and channel). Where the op quantises, ``x_scale`` is None and ``weight_scale`` [N].
        out_dtype: bf16, fp16 or fp32; by default that of ``x``, bf16 for an 8-bit one.
        out: contiguous [..., N]; written and returned.
        backend: serve the call with this backend or raise; None leaves it to the policy in force.
        validate: look at the scales, which waits for the device; None: as for ``paged_attention``.

    Raises:
        InvalidArgumentError: naming the argument, its value and what was expected.
        NoImplementationError: no backend serves the request under the policy, with all reasons.
    """
    validation.check_given(x=x, weight=weight)
    stored = data_type_of(x, "x")
    like = DATA_TYPES["bf16"] if stored.quantised else stored
    result = layer_checks.output_type(out_dtype, like)
    if x.ndim < 1 or weight.ndim != 2:
        raise InvalidArgumentError("weight", f"shape {tuple(weight.shape)}", "[N, K] beside x of [..., K]")
    output = layer_checks.result("out", out, (*x.shape[:-1], weight.shape[0]), result, x)
    scales = scale_tensor("x_scale", x_scale, x), scale_tensor("weight_scale", weight_scale, x)
    request = _Request(x, weight, bias, *scales, output, backend, validate)
    if traced(x):
        _op(*request)
    else:
        _run(request)
    return output


def _run(request: _Request) -> None:
    x, weight, bias, x_scale, weight_scale, output, backend, validate = request
    validation.check_tensors(bias=bias, x_scale=x_scale, weight_scale=weight_scale)
    device = devices.describe(x, "x")
    validation.check_same_device(x.device, "x", weight=weight, bias=bias, x_scale=x_scale, weight_scale=weight_scale)
    rows = layer_checks.rows_of("x", x, "K")
    out_features = weight.shape[0]
    layer_checks.check_shape("weight", weight, (out_features, rows.shape[1]), "[N, K] with the K of x")
    validation.check_contiguous("weight", weight)
    dtype, stored = data_type_of(x, "x"), data_type_of(weight, "weight")
    if dtype != stored and (dtype.quantised or not stored.quantised):
        raise InvalidArgumentError(
            "weight", f"dtype {weight.dtype}", f"{x.dtype}, as x, or an 8-bit type under a float x"
        )
    scaling = _scaling(rows, weight, x_scale, weight_scale)
    if bias is not None:
        validation.check_vector("bias", bias, out_features, output.dtype, "one an output feature")
    layer_checks.check_apart("out", output, x=x, weight=weight, bias=bias, x_scale=x_scale, weight_scale=weight_scale)
    if value_checks.wanted(validate, x):
        value_checks.check_positive("x_scale", x_scale)
        value_checks.check_positive("weight_scale", weight_scale)
    if not rows.shape[0] or not out_features:
        return
    spec = LinearSpec(
        device.name,
        device.target,
        dtype.name,
        stored.name,
        data_type(output.dtype).name,
        rows.shape[1],
        out_features,
        scaling,
        bias is not None,
    )
    arguments = LinearArguments(
        spec, rows, weight, output.view(rows.shape[0], out_features), bias, x_scale, weight_scale
    )
    dispatcher.run(arguments, None if backend is None else policy.explicit(backend))


def _scaling(
    rows: torch.Tensor, weight: torch.Tensor, x_scale: torch.Tensor | None, weight_scale: torch.Tensor | None
) -> Scaling:
    """Refuse scales that do not belong to the types, or are of two kinds; gives their kind."""
    quantised, dynamic = data_type_of(weight, "weight").quantised, rows.dtype != weight.dtype
    for name, scale, wanted in (
        ("weight_scale", weight_scale, quantised),
        ("x_scale", x_scale, quantised and not dynamic),
    ):
        if (scale is not None) != wanted:
            given = "None" if scale is None else "a scale"
            raise InvalidArgumentError(
                name, f"{given} for x of {rows.dtype} and weight of {weight.dtype}", "a scale" if wanted else "None"
            )
        if scale is not None:
            validation.check_dtype(name, scale, torch.float32)
            validation.check_contiguous(name, scale)
    if weight_scale is None:
        return "none"
    count = (weight.shape[0],)
    if x_scale is None:
        layer_checks.check_shape("weight_scale", weight_scale, count, "one a channel, as x is quantised per token")
        return "per_token_per_channel"
    shapes = tuple(x_scale.shape), tuple(weight_scale.shape)
    if shapes == ((1,), (1,)):
        return "per_tensor"
    layer_checks.check_shape("x_scale", x_scale, (rows.shape[0],), "one a row of x, or [1] beside [1] for weight_scale")
    layer_checks.check_shape("weight_scale", weight_scale, count, "one a row of weight, or [1] beside [1] for x_scale")
    return "per_token_per_channel"


_op = torch.library.custom_op(
    "rocm_kernels::linear",
    lambda *given: _run(_Request(*given)),
    mutates_args=("output",),
    schema="(Tensor x, Tensor weight, Tensor? bias, Tensor? x_scale, Tensor? weight_scale, Tensor(a!) output, "
    "str? backend, bool? validate) -> ()",
)


@_op.register_fake
def _traced(*arguments: object) -> None:
    """Trace the op: it returns nothing and only writes to its output."""
