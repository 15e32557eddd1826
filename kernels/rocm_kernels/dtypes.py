"""The data types of queries and caches: one table, by the names used everywhere in this project."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import torch

from rocm_kernels.errors import InvalidArgumentError

Kind = Literal["float", "fp8", "int"]


@dataclass(frozen=True)
class DataType:
    """One element type.

    Attributes:
        name: the project's name for it, such as ``bf16``.
        torch_dtype: the same in PyTorch.
        itemsize: bytes an element.
        kind: ``float`` (16 and 32 bit), ``fp8`` or ``int``.
        max_finite: the largest value that a quantiser may store.
        mantissa_bits: explicit mantissa bits (0 for integers).
    """

    name: str
    torch_dtype: torch.dtype
    itemsize: int
    kind: Kind
    max_finite: float
    mantissa_bits: int

    @property
    def quantised(self) -> bool:
        """Whether stored values need a scale to be read."""
        return self.kind != "float"


DATA_TYPES: dict[str, DataType] = {
    entry.name: entry
    for entry in (
        DataType("fp32", torch.float32, 4, "float", torch.finfo(torch.float32).max, 23),
        DataType("fp16", torch.float16, 2, "float", 65504.0, 10),
        DataType("bf16", torch.bfloat16, 2, "float", torch.finfo(torch.bfloat16).max, 7),
        # OCP e4m3: saturates at 448, 0x7f and 0xff are NaN.
        DataType("fp8_e4m3fn", torch.float8_e4m3fn, 1, "fp8", 448.0, 3),
        # The format of gfx942: bias 8 in place of 7, so every byte is worth half as much; 0x80 is the only NaN.
        DataType("fp8_e4m3fnuz", torch.float8_e4m3fnuz, 1, "fp8", 240.0, 3),
        DataType("int8", torch.int8, 1, "int", 127.0, 0),
    )
}
BY_TORCH_DTYPE: dict[torch.dtype, DataType] = {entry.torch_dtype: entry for entry in DATA_TYPES.values()}
# PyTorch's own names of the types, ``bfloat16`` and ``torch.bfloat16``, mean the same; what is printed is ``bf16``.
ALIASES: dict[str | torch.dtype, DataType] = {
    alias: entry
    for dtype, entry in BY_TORCH_DTYPE.items()
    for alias in (dtype, str(dtype), str(dtype).removeprefix("torch."))
}


def data_type(name: str | torch.dtype, argument: str = "dtype") -> DataType:
    """Look a type up by its name, PyTorch's name for it or PyTorch's type.

    Raises:
        InvalidArgumentError: naming ``argument``.
    """
    try:
        return DATA_TYPES[name] if name in DATA_TYPES else ALIASES[name]
    except (KeyError, TypeError):
        raise InvalidArgumentError(argument, repr(name), f"one of {', '.join(DATA_TYPES)}") from None


def data_type_of(tensor: torch.Tensor, argument: str) -> DataType:
    """Look up the type of a tensor; raises InvalidArgumentError naming ``argument``."""
    try:
        return BY_TORCH_DTYPE[tensor.dtype]
    except KeyError:
        names = ", ".join(str(entry.torch_dtype) for entry in DATA_TYPES.values())
        raise InvalidArgumentError(argument, f"dtype {tensor.dtype}", f"one of {names}") from None
