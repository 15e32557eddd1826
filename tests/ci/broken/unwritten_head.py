"""The torch backend never writes the last head: NaN stays there, as falcon-7b's heads once stayed unwritten."""

from typing import Any

import torch

from rocm_kernels.backends.torch import paged_attention as module

right = module.paged_attention


def paged_attention(arguments: Any) -> None:
    before = arguments.output[:, -1].clone()
    right(arguments)
    arguments.output[:, -1] = before
    assert torch.isnan(before).all()


module.paged_attention = paged_attention
