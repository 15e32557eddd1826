"""RMS norm in PyTorch on any device, computed in fp32."""

from __future__ import annotations

import torch

from rocm_kernels import launches
from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.layer_arguments import QuantiseArguments, RmsNormArguments
from rocm_kernels.layer_specs import BLOCK
from rocm_kernels.quantisation import per_token_scale
from rocm_kernels.quantisation import quantise as stored


@torch.no_grad()
def rms_norm(arguments: RmsNormArguments) -> None:
    """x / sqrt(mean(x^2) + eps) * weight, quantised where the spec says so; no wait for the device."""
    launches.note("torch.rms_norm")
    x = arguments.x
    if arguments.residual is not None and arguments.residual_output is not None:
        arguments.residual_output.copy_(x.float() + arguments.residual.float())
        x = arguments.residual_output
    wide = x.float()
    normed = wide * torch.rsqrt(wide.square().mean(dim=-1, keepdim=True) + arguments.eps) * arguments.weight.float()
    if arguments.scale is None:
        arguments.output.copy_(normed)
        return
    dtype = DATA_TYPES[arguments.spec.output_dtype]
    if arguments.spec.quantisation == "per_token":
        arguments.scale.copy_(per_token_scale(normed, dtype))
    arguments.output.copy_(stored(normed, arguments.scale.unsqueeze(-1), dtype))


@torch.no_grad()
def quantise(arguments: QuantiseArguments) -> None:
    """x / scale in the stored type; scales a token or a block are measured. No wait for the device."""
    launches.note("torch.quantise")
    spec, x = arguments.spec, arguments.x
    dtype = DATA_TYPES[spec.output_dtype]
    if spec.quantisation == "per_block":
        padded = blocks_of(x)
        arguments.scale.copy_(per_token_scale(padded, dtype))
        values = stored(padded, arguments.scale.unsqueeze(-1), dtype)
        arguments.output.copy_(values.flatten(1)[:, : spec.width])
        return
    if spec.quantisation == "per_token":
        arguments.scale.copy_(per_token_scale(x, dtype))
    arguments.output.copy_(stored(x, arguments.scale.unsqueeze(-1), dtype))


def blocks_of(x: torch.Tensor) -> torch.Tensor:
    """View [rows, width] as fp32 [rows, blocks, 128], the last block filled up with zeros."""
    blocks = -(-x.shape[1] // BLOCK)
    padded = torch.nn.functional.pad(x.float(), (0, blocks * BLOCK - x.shape[1]))
    return padded.reshape(x.shape[0], blocks, BLOCK)
