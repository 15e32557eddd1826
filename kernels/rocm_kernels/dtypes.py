"""Finds a data type by its name, by PyTorch's name for it, by PyTorch's type and by a tensor."""

from __future__ import annotations

import torch

from rocm_kernels.data_types import DATA_TYPES, DataType
from rocm_kernels.errors import InvalidArgumentError

__all__ = ["ALIASES", "BY_TORCH_DTYPE", "DATA_TYPES", "DataType", "data_type", "data_type_of"]

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
