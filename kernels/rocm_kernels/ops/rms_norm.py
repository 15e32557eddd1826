"""rms_norm, alone or with a residual added first, to the input's type or quantised; and quantise, which does only the last."""

from __future__ import annotations

from typing import NamedTuple, cast

import torch

from rocm_kernels import devices, dispatcher, layer_checks, policy, validation, value_checks
from rocm_kernels.dtypes import DATA_TYPES, data_type
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.layer_arguments import QuantiseArguments, RmsNormArguments
from rocm_kernels.layer_specs import BLOCK, Quantisation, QuantiseSpec, RmsNormSpec
from rocm_kernels.ops.library import scale_tensor, traced

GRANULARITIES = ("per_tensor", "per_token", "per_block")


class AddedNorm(NamedTuple):
    """What ``add_rms_norm`` gives: the norm of the sum, and the sum."""

    output: torch.Tensor
    residual: torch.Tensor


class Quantised(NamedTuple):
    """Stored values and the fp32 scales by which they are multiplied when read."""

    values: torch.Tensor
    scale: torch.Tensor


class QuantisedNorm(NamedTuple):
    """A quantised norm, its scales, and the new residual (None where none was given)."""

    values: torch.Tensor
    scale: torch.Tensor
    residual: torch.Tensor | None


class _NormRequest(NamedTuple):
    """What every norm is asked for, with its outputs made; the fields are the arguments of the registered op, in order.

    Attributes (beside those of ``rms_norm``):
        output, residual_output: written; the second is None without a residual.
        scale: fp32 of an 8-bit output, None for another; read where ``static``, else written.
    """

    x: torch.Tensor
    weight: torch.Tensor
    eps: float
    residual: torch.Tensor | None
    output: torch.Tensor
    residual_output: torch.Tensor | None = None
    scale: torch.Tensor | None = None
    static: bool = False
    backend: str | None = None


def rms_norm(
    x: torch.Tensor,
    weight: torch.Tensor,
    eps: float = 1e-6,
    *,
    out: torch.Tensor | None = None,
    backend: str | None = None,
) -> torch.Tensor:
    """x / sqrt(mean(x^2) + eps) * weight over the last axis, in fp32, rounded once (Zhang and Sennrich 2019, equation 4).

    Args:
        x: fp32, fp16 or bf16 [..., hidden]; any hidden size from 1 up; rows may be apart, their elements not.
        weight: [hidden], of the type of ``x``.
        eps: above 0.
        out: contiguous, as ``x``, in memory of its own; written and returned.
        backend: serve the call with this backend or raise; None leaves it to the policy in force.

    Raises:
        InvalidArgumentError: naming the argument, its value and what was expected.
        NoImplementationError: no backend serves the request under the policy, with all reasons.
    """
    validation.check_given(x=x)
    dtype = layer_checks.float_type("x", x)
    output = layer_checks.result("out", out, tuple(x.shape), dtype, x)
    _norm(_NormRequest(x, weight, eps, None, output, backend=backend))
    return output


def add_rms_norm(
    x: torch.Tensor,
    residual: torch.Tensor,
    weight: torch.Tensor,
    eps: float = 1e-6,
    *,
    out: torch.Tensor | None = None,
    residual_out: torch.Tensor | None = None,
    backend: str | None = None,
) -> AddedNorm:
    """x + residual, rounded to the type of ``x``, and its rms_norm.

    Args:
        x, weight, eps, out, backend: as for ``rms_norm``.
        residual: as ``x``; read only, so that after a failure the next backend finds it as it was.
        residual_out: contiguous, as ``x``, in memory of its own; written and returned.

    Raises:
        InvalidArgumentError: naming the argument, its value and what was expected.
        NoImplementationError: no backend serves the request under the policy, with all reasons.
    """
    validation.check_given(x=x, residual=residual)
    dtype = layer_checks.float_type("x", x)
    output = layer_checks.result("out", out, tuple(x.shape), dtype, x)
    added = layer_checks.result("residual_out", residual_out, tuple(x.shape), dtype, x)
    _norm(_NormRequest(x, weight, eps, residual, output, added, backend=backend))
    return AddedNorm(output, added)


def rms_norm_quantised(
    x: torch.Tensor,
    weight: torch.Tensor,
    eps: float = 1e-6,
    *,
    dtype: str | torch.dtype = "fp8",
    scale: torch.Tensor | float | None = None,
    residual: torch.Tensor | None = None,
    out: torch.Tensor | None = None,
    scale_out: torch.Tensor | None = None,
    residual_out: torch.Tensor | None = None,
    backend: str | None = None,
) -> QuantisedNorm:
    """rms_norm whose fp32 result is quantised without being rounded to 16 bit first.

    Args:
        x, weight, eps, backend: as for ``rms_norm``.
        dtype: ``fp8`` (the format of the device's target), ``fp8_e4m3fn``, ``fp8_e4m3fnuz`` or ``int8``.
        scale: the static scale, a number or fp32 [1]; None measures one a token: largest magnitude / largest stored value.
        residual: added first, as in ``add_rms_norm``.
        out: contiguous, shaped as ``x``, of ``dtype``.
        scale_out: fp32, shaped as ``x`` without its last axis; written where no static scale is given.
        residual_out: as in ``add_rms_norm``.

    Raises:
        InvalidArgumentError: naming the argument, its value and what was expected.
        NoImplementationError: no backend serves the request under the policy, with all reasons.
    """
    validation.check_given(x=x)
    float_type = layer_checks.float_type("x", x)
    stored = layer_checks.stored_type(dtype, x)
    output = layer_checks.result("out", out, tuple(x.shape), stored, x)
    added = None
    if residual is not None:
        added = layer_checks.result("residual_out", residual_out, tuple(x.shape), float_type, x)
    elif residual_out is not None:
        raise InvalidArgumentError("residual_out", "a tensor", "None without a residual")
    scales = _scales(x, scale, scale_out, tuple(x.shape[:-1]))
    _norm(_NormRequest(x, weight, eps, residual, output, added, scales, scale is not None, backend))
    return QuantisedNorm(output, scales, added)


def quantise(
    x: torch.Tensor,
    dtype: str | torch.dtype = "fp8",
    *,
    scale: torch.Tensor | float | None = None,
    granularity: str = "per_token",
    out: torch.Tensor | None = None,
    scale_out: torch.Tensor | None = None,
    backend: str | None = None,
) -> Quantised:
    """Stored form of activations: x / scale, clamped to the largest finite value, rounded to nearest even.

    Args:
        x: fp32, fp16 or bf16 [..., width]; rows may be apart, their elements not.
        dtype: ``fp8`` (the format of the device's target), ``fp8_e4m3fn``, ``fp8_e4m3fnuz`` or ``int8``.
        scale: a static scale, a number or fp32 [1], which makes the granularity ``per_tensor``.
        granularity: of measured scales: ``per_token``, fp32 [...], or ``per_block``, fp32 [..., ceil(width / 128)]: the
            largest magnitude over the largest stored value, 1 where all is 0.
        out, scale_out: contiguous tensors to write to.
        backend: serve the call with this backend or raise; None leaves it to the policy in force.

    Raises:
        InvalidArgumentError: naming the argument, its value and what was expected.
        NoImplementationError: no backend serves the request under the policy, with all reasons.
    """
    validation.check_given(x=x)
    layer_checks.float_type("x", x)
    if granularity not in GRANULARITIES or (granularity == "per_tensor" and scale is None):
        raise InvalidArgumentError("granularity", repr(granularity), "per_token or per_block, or a scale")
    stored = layer_checks.stored_type(dtype, x)
    output = layer_checks.result("out", out, tuple(x.shape), stored, x)
    blocks = (-(-x.shape[-1] // BLOCK),) if granularity == "per_block" and x.ndim else ()
    scales = _scales(x, scale, scale_out, (*x.shape[:-1], *blocks))
    kind = "per_tensor" if scale is not None else granularity
    (_quantise_op if traced(x) else _quantise)(x, output, scales, kind, backend)
    return Quantised(output, scales)


def _scales(
    x: torch.Tensor, scale: torch.Tensor | float | None, scale_out: torch.Tensor | None, shape: tuple[int, ...]
) -> torch.Tensor:
    """The tensor that holds the scales: the static one, or one to be written."""
    if scale is None:
        return layer_checks.result("scale_out", scale_out, shape, DATA_TYPES["fp32"], x)
    if scale_out is not None:
        raise InvalidArgumentError("scale_out", "a tensor", "None beside a static scale")
    static = scale_tensor("scale", scale, x)
    assert static is not None
    validation.check_vector("scale", static, 1, torch.float32, "one number for the whole tensor")
    validation.check_same_device(x.device, "x", scale=static)
    # It is handed to the caller, who may write to it; that of a number is shared by all calls with this number.
    return static if isinstance(scale, torch.Tensor) else static.clone()


def _norm(request: _NormRequest) -> None:
    if traced(request.x):
        _norm_op(*request)
    else:
        _run_norm(request)


def _run_norm(request: _NormRequest) -> None:
    x, weight, eps, residual, output, residual_output, scale, static, backend = request
    validation.check_given(weight=weight)
    device = devices.describe(x, "x")
    dtype = layer_checks.float_type("x", x)
    rows = layer_checks.rows_of("x", x, "hidden")
    validation.check_vector("weight", weight, x.shape[-1], x.dtype, "one an element of a row of x")
    validation.check_same_device(x.device, "x", weight=weight, residual=residual)
    validation.check_number("eps", eps)
    if residual is not None:
        layer_checks.check_shape("residual", residual, tuple(x.shape), "as x")
        validation.check_dtype("residual", residual, x.dtype)
        residual = layer_checks.rows_of("residual", residual, "hidden")
    inputs = {"x": x, "residual": residual, "weight": weight}
    fixed, measured = (scale, None) if static else (None, scale)
    layer_checks.check_apart("out", output, **inputs, scale=fixed)
    if residual_output is not None:
        layer_checks.check_apart("residual_out", residual_output, **inputs, scale=fixed, out=output)
    if measured is not None:
        layer_checks.check_apart("scale_out", measured, **inputs, out=output, residual_out=residual_output)
    if fixed is not None and value_checks.wanted(None, x):
        value_checks.check_positive("scale", fixed)
    if not rows.shape[0]:
        return
    stored = data_type(output.dtype)
    quantisation: Quantisation = "none"
    if scale is not None:
        quantisation = "per_tensor" if static else "per_token"
    spec = RmsNormSpec(
        device.name, device.target, dtype.name, x.shape[-1], stored.name, residual is not None, quantisation
    )
    arguments = RmsNormArguments(
        spec,
        rows,
        weight,
        float(eps),
        output.view(rows.shape),
        residual,
        None if residual_output is None else residual_output.view(rows.shape),
        None if scale is None else scale.view(-1),
    )
    dispatcher.run(arguments, None if backend is None else policy.explicit(backend))


def _quantise(
    x: torch.Tensor, output: torch.Tensor, scale: torch.Tensor, quantisation: str, backend: str | None
) -> None:
    device = devices.describe(x, "x")
    dtype = layer_checks.float_type("x", x)
    rows = layer_checks.rows_of("x", x, "width")
    fixed = scale if quantisation == "per_tensor" else None
    layer_checks.check_apart("out", output, x=x, scale=fixed)
    if fixed is None:
        layer_checks.check_apart("scale_out", scale, x=x, out=output)
    elif value_checks.wanted(None, x):
        value_checks.check_positive("scale", fixed)
    if not rows.shape[0]:
        return
    kind = cast(Quantisation, quantisation)
    spec = QuantiseSpec(device.name, device.target, dtype.name, x.shape[-1], data_type(output.dtype).name, kind)
    flat = scale.view(rows.shape[0], -1) if kind == "per_block" else scale.view(-1)
    arguments = QuantiseArguments(spec, rows, output.view(rows.shape), flat)
    dispatcher.run(arguments, None if backend is None else policy.explicit(backend))


_norm_op = torch.library.custom_op(
    "rocm_kernels::rms_norm",
    lambda *given: _run_norm(_NormRequest(*given)),
    mutates_args=("output", "residual_output", "scale"),
    schema="(Tensor x, Tensor weight, float eps, Tensor? residual, Tensor(a!) output, Tensor(b!)? residual_output, "
    "Tensor(c!)? scale, bool static, str? backend) -> ()",
)
_quantise_op = torch.library.custom_op(
    "rocm_kernels::quantise",
    _quantise,
    mutates_args=("output", "scale"),
    schema="(Tensor x, Tensor(a!) output, Tensor(b!) scale, str quantisation, str? backend) -> ()",
)


@_norm_op.register_fake
def _norm_traced(*arguments: object) -> None:
    """Trace the op: it returns nothing and only writes to its outputs."""


@_quantise_op.register_fake
def _quantise_traced(*arguments: object) -> None:
    """Trace the op: it returns nothing and only writes to its outputs."""
