"""Builds the tensors of the cells of the ops beside attention, with the exact values that they stand for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from rocm_ci.problem import TORCH_DTYPES
from rocm_ci.reference import formats

Array = NDArray[np.float64]
STORED_DTYPES = {
    "fp8_e4m3fn": torch.float8_e4m3fn,
    "fp8_e4m3fnuz": torch.float8_e4m3fnuz,
    "int8": torch.int8,
}
GUARD_ROWS = 2
BLOCK = 128
# A byte that no implementation stores: the NaN of each fp8 format, and -128, beyond the symmetric range of int8.
NEVER_STORED = {"fp8_e4m3fn": 0x7F, "fp8_e4m3fnuz": 0x80, "int8": 0x80}


@dataclass(frozen=True)
class Matrix:
    """A tensor as the op gets it, and the values in it before any scale."""

    tensor: torch.Tensor
    values: Array


def matrix(random: np.random.Generator, shape: tuple[int, ...], dtype: str, amplitude: float = 1.0) -> Matrix:
    """Random numbers of ``dtype``; 8-bit ones use the whole range. What lies before and after them in memory is NaN."""
    numbers = random.standard_normal(shape, dtype=np.float32)
    if dtype in TORCH_DTYPES:
        tensor = torch.from_numpy(numbers * np.float32(amplitude)).to(TORCH_DTYPES[dtype])
        return Matrix(surrounded(tensor), tensor.double().numpy())
    largest = formats.MAX_STORED[dtype]
    spread = np.clip(numbers.astype(np.float64) * largest / 4, -largest, largest)
    stored = formats.encode(spread, dtype)
    tensor = torch.from_numpy(stored).view(STORED_DTYPES[dtype])
    return Matrix(surrounded(tensor), formats.decode(stored, dtype))


def surrounded(tensor: torch.Tensor) -> torch.Tensor:
    """The same elements inside a larger piece of memory, whose other elements are NaN (int8: -128)."""
    edge = max(tensor.shape[-1], 64)
    edge += -edge % 16
    if tensor.element_size() > 1:
        flat = torch.full((tensor.numel() + 2 * edge,), torch.nan, dtype=tensor.dtype)
    else:
        names = {dtype: name for name, dtype in STORED_DTYPES.items()}
        byte = NEVER_STORED[names[tensor.dtype]]
        flat = torch.full((tensor.numel() + 2 * edge,), byte, dtype=torch.uint8).view(tensor.dtype)
    inside = flat[edge : edge + tensor.numel()].view(tensor.shape)
    inside.view(torch.uint8).copy_(tensor.contiguous().view(torch.uint8))
    return inside


def wider(tensor: torch.Tensor, strides: str) -> torch.Tensor:
    """The same rows, as they are or cut out of rows that go on with NaN."""
    if strides == "fresh":
        return tensor
    rows, width = tensor.shape
    larger = torch.empty(rows, width + 48, dtype=tensor.dtype)
    larger.view(torch.uint8).fill_(0xFF)  # NaN in 16 and 32 bit and in fp8 e4m3fn; a number in the others
    view = larger[:, 16 : 16 + width]
    view.copy_(tensor)
    return view


class Guarded:
    """An output between guard rows: NaN in floats, a byte that nobody stores in 8 bits."""

    def __init__(self, rows: int, width: int, dtype: str, device: torch.device) -> None:
        self.dtype = dtype
        shape = (rows + 2 * GUARD_ROWS, width)
        if dtype in TORCH_DTYPES:
            self.whole = torch.full(shape, torch.nan, dtype=TORCH_DTYPES[dtype], device=device)
        else:
            bytes_ = torch.full(shape, NEVER_STORED[dtype], dtype=torch.uint8, device=device)
            self.whole = bytes_.view(STORED_DTYPES[dtype])
        self.inside = self.whole[GUARD_ROWS:-GUARD_ROWS]

    def _empty(self) -> NDArray[np.bool_]:
        if self.dtype in TORCH_DTYPES:
            return np.asarray(self.whole.isnan().cpu().numpy())
        return np.asarray(self.whole.view(torch.uint8).cpu().numpy() == NEVER_STORED[self.dtype])

    def troubles(self) -> list[str]:
        """What is wrong with what was written where."""
        empty = self._empty()
        found = []
        if not empty[:GUARD_ROWS].all() or not empty[-GUARD_ROWS:].all():
            found.append("memory beside the output was written")
        inside = empty[GUARD_ROWS:-GUARD_ROWS]
        if missing := int(inside.sum()):
            where = tuple(int(index) for index in np.argwhere(inside)[0])
            found.append(f"{missing} of {inside.size} output elements are NaN or unwritten, the first at {where}")
        return found

    def values(self) -> Array:
        """What was written, before any scale."""
        inside = self.inside.cpu()
        if self.dtype in TORCH_DTYPES:
            return np.asarray(inside.double().numpy())
        return formats.decode(inside.contiguous().view(torch.uint8).numpy(), self.dtype)


def blocks(count: int) -> int:
    """Blocks of 128 in ``count`` elements."""
    return -(-count // BLOCK)


def scales(random: np.random.Generator, *shape: int) -> torch.Tensor:
    """Random fp32 scales between 2^-8 and 2^-6, no powers of two."""
    return torch.from_numpy((random.uniform(1.0, 4.0, shape) / 256).astype(np.float32))


def spread(scale: torch.Tensor, rows: int, columns: int) -> Array:
    """Scales of blocks [.., ceil(rows / 128) or rows, ceil(columns / 128)] for each element of [rows, columns]."""
    values = scale.double().numpy()
    if values.shape[0] != rows:
        values = np.repeat(values, BLOCK, axis=0)[:rows]
    return np.asarray(np.repeat(values, BLOCK, axis=1)[:, :columns])
