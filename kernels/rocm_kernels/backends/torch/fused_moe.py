"""A mixture of experts in PyTorch, one expert after the other: right on any device, and slow."""

from __future__ import annotations

import torch
from torch.nn.functional import silu

from rocm_kernels import launches
from rocm_kernels.backends.torch.linear import block_scaled_product, product
from rocm_kernels.backends.torch.rms_norm import blocks_of
from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.layer_arguments import FusedMoeArguments
from rocm_kernels.quantisation import per_token_scale, quantise


@torch.no_grad()
def fused_moe(arguments: FusedMoeArguments) -> None:
    """Any fused_moe; waits for the device, so that no graph can hold it (an expert's tokens are counted on the host)."""
    launches.note("torch.fused_moe")
    spec, hidden = arguments.spec, arguments.hidden
    ids = local_ids(arguments)
    sums = torch.zeros(hidden.shape, dtype=torch.float32, device=hidden.device)
    for expert in range(spec.experts):
        token, place = (ids == expert).nonzero(as_tuple=True)
        if not token.numel():
            continue
        gate_up = _product(arguments, hidden[token], arguments.w1, arguments.w1_scale, expert)
        gate, up = gate_up.chunk(2, dim=1)
        act = (silu(gate) * up).to(hidden.dtype)
        down = _product(arguments, act, arguments.w2, arguments.w2_scale, expert)
        sums.index_add_(0, token, down * arguments.topk_weights[token, place, None])
    arguments.output.copy_(sums)


def local_ids(arguments: FusedMoeArguments) -> torch.Tensor:
    """The row of the weights that each id stands for, int64 [tokens, top_k]; -1 where the expert is not here."""
    ids = arguments.topk_ids.long()
    table = arguments.expert_map
    count = arguments.spec.experts if table is None else table.shape[0]
    here = (ids >= 0) & (ids < count)
    if table is None:
        return torch.where(here, ids, -1)
    return torch.where(here, table.long()[ids.clamp(0, count - 1)], -1)


def _product(
    arguments: FusedMoeArguments, x: torch.Tensor, weights: torch.Tensor, scales: torch.Tensor | None, expert: int
) -> torch.Tensor:
    """fp32 product with one expert's weights; activations are quantised first where the weights are."""
    scaling, weight = arguments.spec.scaling, weights[expert]
    if scales is None:
        return product(x, weight, integers=False)
    dtype = DATA_TYPES[arguments.spec.weight_dtype]
    if scaling == "per_block":
        groups = blocks_of(x)
        scale = per_token_scale(groups, dtype)
        stored = quantise(groups, scale.unsqueeze(-1), dtype).flatten(1)[:, : x.shape[1]]
        return block_scaled_product(stored, weight, scale, scales[expert])
    scale = per_token_scale(x, dtype)
    stored = quantise(x, scale.unsqueeze(-1), dtype)
    return product(stored, weight, integers=False) * scale.unsqueeze(-1) * scales[expert]
