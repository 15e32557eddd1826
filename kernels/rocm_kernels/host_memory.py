"""Memory of this machine as the emulator takes it: bytes on the same memory, and which of them a kernel may write."""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

Bytes = npt.NDArray[np.uint8]
Array = npt.NDArray[Any]
Memory = torch.Tensor | Array


def memory_of(tensor: Memory) -> Bytes:
    """Bytes from the first to the last element of a tensor or array, strides and all, as an array on the same memory.

    Strides must not be negative. A mapping of memory that is mostly not there (a sparse file, an anonymous mapping) costs
    nothing here: no byte is touched.
    """
    if isinstance(tensor, np.ndarray):
        strides, itemsize, address = tensor.strides, tensor.itemsize, tensor.ctypes.data
    else:
        itemsize, address = tensor.element_size(), tensor.data_ptr()
        strides = tuple(stride * itemsize for stride in tensor.stride())
    if any(size == 0 for size in tensor.shape):
        return np.empty(0, np.uint8)
    size = itemsize + sum((size - 1) * stride for size, stride in zip(tensor.shape, strides, strict=True))
    return np.ctypeslib.as_array(ctypes.cast(address, ctypes.POINTER(ctypes.c_uint8)), (size,))


def address_of(tensor: Memory) -> int:
    """Address of the first element of a tensor or array."""
    return int(tensor.ctypes.data) if isinstance(tensor, np.ndarray) else tensor.data_ptr()


def buffers_of(values: Mapping[str, Any], writable: Collection[str]) -> dict[str, Bytes]:
    """Memory of every tensor and array among a kernel's arguments, by name; all but ``writable`` may only be read."""
    buffers = {name: memory_of(value) for name, value in values.items() if isinstance(value, torch.Tensor | np.ndarray)}
    for name, memory in buffers.items():
        memory.flags.writeable = name in writable
    return buffers
