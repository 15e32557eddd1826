"""The torch backend writes one element before its output."""

from typing import Any

from rocm_kernels.backends.torch import paged_attention as module

right = module.paged_attention


def paged_attention(arguments: Any) -> None:
    right(arguments)
    output = arguments.output
    output.as_strided((1,), (1,), output.storage_offset() - 1).fill_(7.0)


module.paged_attention = paged_attention
