"""Proves that a kernel wrote every element: marks an output before the call and counts the marks that are left after it."""

from __future__ import annotations

import torch

# One NaN of each width, with a payload that arithmetic does not produce (results of operations are the default NaN, 0x7e00,
# 0x7fc0..., 0xffff and the like), so that a NaN that a kernel computed is told apart from an element it never wrote.
_MARKS: dict[torch.dtype, tuple[torch.dtype, int]] = {
    torch.float16: (torch.int16, 0x7D5B),
    torch.bfloat16: (torch.int16, 0x7FA5),
    torch.float32: (torch.int32, 0x7FA5A5A5),
}


def can_mark(tensor: torch.Tensor) -> bool:
    """Whether the type has a mark: 8 bits have no NaN to spare."""
    return tensor.dtype in _MARKS


def mark(tensor: torch.Tensor) -> None:
    """Fill a tensor of fp16, bf16 or fp32 with the mark, a NaN of its type."""
    integers, pattern = _MARKS[tensor.dtype]
    tensor.view(integers).fill_(pattern)


def unwritten(tensor: torch.Tensor) -> int:
    """Count the elements that still hold the mark; waits for the device."""
    integers, pattern = _MARKS[tensor.dtype]
    return int((tensor.view(integers) == pattern).sum())
