"""Host memory that a launch may touch: tensors by name, packed arguments, and the regions made of them."""

from __future__ import annotations

import numbers
import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gfx_emulator.code_object import Argument, Kernel
from gfx_emulator.errors import ArgumentError


@dataclass(frozen=True)
class Buffer:
    """A piece of host memory: [low, high), what the user calls it, and whether the kernel may write it."""

    name: str
    low: int
    high: int
    writable: bool = True
    initialised: bool = True
    keep: Any = None

    def distance(self, address: int) -> int:
        """Bytes from an address to this buffer; 0 inside."""
        return max(self.low - address, address - self.high + 1, 0)


def is_tensor(value: object) -> bool:
    """Whether a value is a numpy array or a torch tensor."""
    return isinstance(value, np.ndarray) or (hasattr(value, "data_ptr") and hasattr(value, "untyped_storage"))


def buffer_of(value: Any, name: str) -> Buffer:
    """The memory that a tensor's elements cover. Raises ``ArgumentError`` for memory that is not the host's."""
    if isinstance(value, np.ndarray):
        if value.dtype.hasobject:
            raise ArgumentError(f"argument {name!r} is an array of Python objects: expected numbers")
        low, high = np.lib.array_utils.byte_bounds(value) if hasattr(np.lib, "array_utils") else np.byte_bounds(value)  # type: ignore[attr-defined]
        if value.size == 0:
            high = low
        return Buffer(name, int(low), int(high), bool(value.flags.writeable), keep=value)
    if value.device.type != "cpu":
        raise ArgumentError(f"argument {name!r} lies on device {value.device}: expected a tensor in host memory")
    if value.layout is not _strided():
        raise ArgumentError(f"argument {name!r} has layout {value.layout}: expected a strided tensor")
    low = value.data_ptr()
    size = 0
    if value.numel():
        size = (sum((n - 1) * s for n, s in zip(value.shape, value.stride(), strict=True)) + 1) * value.element_size()
    return Buffer(name, low, low + size, keep=value)


def _strided() -> object:
    import torch

    return torch.strided


def pack(kernel: Kernel, values: Mapping[int, Any], hidden: Mapping[str, int]) -> tuple[bytearray, list[Buffer]]:
    """Pack arguments as the metadata lays them out; returns the bytes and the tensors among them."""
    data = bytearray(max(kernel.kernarg_size, max((a.offset + a.size for a in kernel.arguments), default=0)))
    buffers: list[Buffer] = []
    for number, argument in enumerate(kernel.arguments):
        if argument.hidden:
            value = hidden.get(argument.kind, 0)
            data[argument.offset : argument.offset + argument.size] = (value & (1 << 8 * argument.size) - 1).to_bytes(
                argument.size, "little"
            )
            continue
        name = argument.name or f"argument {number}"
        data[argument.offset : argument.offset + argument.size] = _bytes(argument, name, values[number], buffers)
    return data, buffers


def _bytes(argument: Argument, name: str, value: Any, buffers: list[Buffer]) -> bytes:
    if is_tensor(value):
        if argument.size != 8:
            raise ArgumentError(f"argument {name!r} takes {argument.size} bytes by value, got a tensor")
        buffer = buffer_of(value, name)
        buffers.append(buffer)
        return buffer.low.to_bytes(8, "little")
    if isinstance(value, bytes | bytearray | memoryview):
        if len(bytes(value)) != argument.size:
            raise ArgumentError(f"argument {name!r} takes {argument.size} bytes, got {len(bytes(value))}")
        return bytes(value)
    if isinstance(value, np.generic):
        if value.nbytes != argument.size:
            raise ArgumentError(f"argument {name!r} takes {argument.size} bytes, got {value.nbytes} ({value.dtype})")
        return value.tobytes()
    if value is None and argument.kind != "by_value":
        return bytes(argument.size)
    if isinstance(value, numbers.Integral):
        number = int(value)
        if argument.value_type in ("f32", "f64", "f16"):
            return _float(argument, name, float(number))
        if not -(1 << (8 * argument.size - 1)) <= number < 1 << 8 * argument.size:
            raise ArgumentError(f"argument {name!r} is {number}: does not fit in {argument.size} bytes")
        return (number & (1 << 8 * argument.size) - 1).to_bytes(argument.size, "little")
    if isinstance(value, numbers.Real):
        return _float(argument, name, float(value))
    raise ArgumentError(
        f"argument {name!r} is a {type(value).__name__}: expected a tensor, a number or {argument.size} bytes"
    )


def _float(argument: Argument, name: str, value: float) -> bytes:
    if argument.kind != "by_value":
        raise ArgumentError(f"argument {name!r} is {value}: expected a tensor")
    letter = {4: "<f", 8: "<d"}.get(argument.size)
    if argument.size == 2 and argument.value_type == "f16":
        letter = "<e"
    if letter is None:
        raise ArgumentError(f"argument {name!r} is {value}: {argument.size} bytes hold no float; pass a numpy scalar")
    try:
        return struct.pack(letter, value)
    except OverflowError as error:
        raise ArgumentError(f"argument {name!r} is {value}: too large for {argument.size} bytes") from error


def match_arguments(kernel: Kernel, given: Sequence[Any] | Mapping[str, Any]) -> dict[int, Any]:
    """Match given arguments, by order or by name, to the kernel's; raises ``ArgumentError``."""
    wanted = [(n, a) for n, a in enumerate(kernel.arguments) if not a.hidden]
    if isinstance(given, Mapping):
        names = {a.name: n for n, a in wanted}
        unknown = [str(n) for n in given if n not in names]
        missing = [n for n in names if n not in given]
        if unknown or missing:
            raise ArgumentError(
                f"kernel {kernel.name!r}: unknown arguments {unknown}, missing {missing}; it takes {sorted(names)}"
            )
        return {names[name]: value for name, value in given.items()}
    if len(given) != len(wanted):
        listed = ", ".join(a.name or a.kind for _, a in wanted)
        raise ArgumentError(f"kernel {kernel.name!r} takes {len(wanted)} arguments ({listed}), got {len(given)}")
    return {number: value for (number, _), value in zip(wanted, given, strict=True)}


def named_buffers(buffers: Mapping[str, Any] | Iterable[Any] | None) -> list[Buffer]:
    """The extra memory of a launch, by name."""
    if buffers is None:
        return []
    if isinstance(buffers, Mapping):
        pairs = [(str(name), value) for name, value in buffers.items()]
    else:
        try:
            pairs = [(f"buffer {number}", value) for number, value in enumerate(buffers)]
        except TypeError as error:
            raise ArgumentError(
                f"buffers is a {type(buffers).__name__}: expected tensors, or a mapping of names to tensors"
            ) from error
    for name, value in pairs:
        if not is_tensor(value):
            raise ArgumentError(
                f"buffer {name!r} is a {type(value).__name__}: expected a numpy array or a torch tensor"
            )
    return [buffer_of(value, name) for name, value in pairs]
