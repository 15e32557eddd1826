"""The data types of queries and caches: one table, by the names used everywhere in this project."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import torch

Kind = Literal["float", "fp8", "int"]


@dataclass(frozen=True)
class DataType:
    """One element type.

    Attributes:
        name: the project's name for it, such as ``bf16``.
        torch_name: PyTorch's name for it.
        itemsize: bytes an element.
        kind: ``float`` (16 and 32 bit), ``fp8`` or ``int``.
        max_finite: the largest value that a quantiser may store.
        mantissa_bits: explicit mantissa bits (0 for integers).
    """

    name: str
    torch_name: str
    itemsize: int
    kind: Kind
    max_finite: float
    mantissa_bits: int

    @cached_property
    def torch_dtype(self) -> torch.dtype:
        """The same in PyTorch."""
        import torch

        found: torch.dtype = getattr(torch, self.torch_name)
        return found

    @property
    def quantised(self) -> bool:
        """Whether stored values need a scale to be read."""
        return self.kind != "float"


DATA_TYPES: dict[str, DataType] = {
    entry.name: entry
    for entry in (
        DataType("fp32", "float32", 4, "float", float.fromhex("0x1.fffffep127"), 23),
        DataType("fp16", "float16", 2, "float", 65504.0, 10),
        DataType("bf16", "bfloat16", 2, "float", float.fromhex("0x1.fep127"), 7),
        # OCP e4m3: saturates at 448, 0x7f and 0xff are NaN.
        DataType("fp8_e4m3fn", "float8_e4m3fn", 1, "fp8", 448.0, 3),
        # The format of gfx942: bias 8 in place of 7, so every byte is worth half as much; 0x80 is the only NaN.
        DataType("fp8_e4m3fnuz", "float8_e4m3fnuz", 1, "fp8", 240.0, 3),
        DataType("int8", "int8", 1, "int", 127.0, 0),
    )
}
