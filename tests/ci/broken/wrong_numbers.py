"""The torch backend returns everything a tenth too large."""

from typing import Any

from rocm_kernels.backends.torch import paged_attention as module

right = module.paged_attention


def paged_attention(arguments: Any) -> None:
    right(arguments)
    arguments.output.mul_(1.1)


module.paged_attention = paged_attention
