"""Refuses bad input of the ops beside attention, by what shapes and types tell."""

from __future__ import annotations

import torch

from rocm_kernels import devices, validation
from rocm_kernels.dtypes import DATA_TYPES, DataType, data_type, data_type_of
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.targets import TARGETS


def float_type(argument: str, tensor: torch.Tensor) -> DataType:
    """Type of a tensor that must be of 16 or 32 bit floats."""
    dtype = data_type_of(tensor, argument)
    if dtype.quantised:
        floats = ", ".join(name for name, entry in DATA_TYPES.items() if not entry.quantised)
        raise InvalidArgumentError(argument, f"dtype {tensor.dtype}", f"one of {floats}")
    return dtype


def output_type(dtype: str | torch.dtype | None, like: DataType) -> DataType:
    """Type of a result: that asked for, of 16 or 32 bit; ``like`` where none is."""
    if dtype is None:
        return like
    found = data_type(dtype, "out_dtype")
    if found.quantised:
        raise InvalidArgumentError("out_dtype", repr(dtype), "fp32, fp16 or bf16")
    return found


@torch.compiler.assume_constant_result  # type: ignore[untyped-decorator]
def _own_fp8(place: str) -> str | None:
    """The fp8 format of a device by PyTorch's name for it; a constant for a tracer, to which its way there is closed."""
    device = devices.describe(torch.empty(0, device=place))
    return TARGETS[device.target].fp8_dtype if device.target in TARGETS else "fp8_e4m3fn"


def stored_type(dtype: str | torch.dtype, like: torch.Tensor) -> DataType:
    """8-bit type to quantise to; ``fp8`` is the format of the target of ``like``'s device (OCP's on ``cuda`` and ``cpu``)."""
    if dtype == "fp8":
        native = _own_fp8(str(like.device))
        if native is None:
            raise InvalidArgumentError("dtype", "'fp8'", f"int8: the target of {like.device} has no fp8 of its own")
        return DATA_TYPES[native]
    found = data_type(dtype)
    if not found.quantised:
        raise InvalidArgumentError("dtype", repr(dtype), "fp8, fp8_e4m3fn, fp8_e4m3fnuz or int8")
    return found


def check_shape(argument: str, tensor: torch.Tensor, shape: tuple[int, ...], meaning: str) -> None:
    """Refuse another shape."""
    if tuple(tensor.shape) != shape:
        raise InvalidArgumentError(argument, f"shape {tuple(tensor.shape)}", f"{shape}, {meaning}")


def rows_of(argument: str, tensor: torch.Tensor, words: str) -> torch.Tensor:
    """View [..., width] as [rows, width]; refuses no elements and a last axis whose elements lie apart."""
    if tensor.ndim < 1 or tensor.shape[-1] == 0:
        raise InvalidArgumentError(
            argument, f"shape {tuple(tensor.shape)}", f"[..., {words}] with at least one element"
        )
    if tensor.shape[-1] > 1 and tensor.stride(-1) != 1:
        raise InvalidArgumentError(argument, f"strides {tensor.stride()}", "a last axis with stride 1")
    if tensor.ndim == 2:
        return tensor
    rows = 1
    for size in tensor.shape[:-1]:
        rows *= size
    try:
        return tensor.view(rows, tensor.shape[-1])
    except RuntimeError:
        expected = "leading axes that lie as one (a contiguous tensor, or two axes)"
        raise InvalidArgumentError(argument, f"strides {tensor.stride()}", expected) from None


def result(
    argument: str, given: torch.Tensor | None, shape: tuple[int, ...], dtype: DataType, like: torch.Tensor
) -> torch.Tensor:
    """The tensor to write to: the one given, which must be contiguous and right in shape, type and place, or a new one."""
    if given is None:
        return torch.empty(shape, dtype=dtype.torch_dtype, device=like.device)
    validation.check_tensors(**{argument: given})
    check_shape(argument, given, shape, "the shape of the result")
    validation.check_dtype(argument, given, dtype.torch_dtype)
    validation.check_same_device(like.device, "the input", **{argument: given})
    validation.check_contiguous(argument, given)
    return given


def check_apart(argument: str, output: torch.Tensor, **others: torch.Tensor | None) -> None:
    """Refuse an output in the memory of an input, which the next implementation needs after a failure, or of another output."""
    for name, tensor in others.items():
        if tensor is not None and output.numel() and tensor.numel() and _overlap(output, tensor):
            raise InvalidArgumentError(argument, f"memory shared with {name}", "memory of its own")


def _overlap(one: torch.Tensor, other: torch.Tensor) -> bool:
    (first, last), (start, end) = _span(one), _span(other)
    return one.device == other.device and first < end and start < last


def _span(tensor: torch.Tensor) -> tuple[int, int]:
    """First address, and the one after the last."""
    start = tensor.data_ptr()
    steps = sum((size - 1) * stride for size, stride in zip(tensor.shape, tensor.stride(), strict=True))
    return start, start + (steps + 1) * tensor.element_size()
