"""Experts' products through PyTorch's grouped product: rows that the Triton kernels sort for it, and what they read back."""

from __future__ import annotations

import pytest
import torch

from rocm_kernels import launches
from rocm_kernels.backends.triton import fused_moe
from rocm_kernels.layer_arguments import FusedMoeArguments
from rocm_kernels.layer_specs import FusedMoeSpec

EXPERTS, HIDDEN, INTERMEDIATE = 3, 16, 24


def arguments(tokens: int, top_k: int, ids: torch.Tensor, here: list[int] | None = None) -> FusedMoeArguments:
    generator = torch.Generator().manual_seed(14836)

    def numbers(*shape: int) -> torch.Tensor:
        return torch.randn(*shape, generator=generator).to(torch.bfloat16)

    expert_map = None if here is None else torch.tensor(here, dtype=torch.int32)
    spec = FusedMoeSpec(
        "cpu", None, "bf16", "bf16", HIDDEN, INTERMEDIATE, EXPERTS, top_k, expert_mask=expert_map is not None
    )
    return FusedMoeArguments(
        spec,
        numbers(tokens, HIDDEN),
        numbers(EXPERTS, 2 * INTERMEDIATE, HIDDEN),
        numbers(EXPERTS, HIDDEN, INTERMEDIATE),
        torch.rand(tokens, top_k, generator=generator),
        ids,
        torch.full((tokens, HIDDEN), torch.nan, dtype=torch.bfloat16),
        expert_map=expert_map,
    )


def truth(request: FusedMoeArguments) -> torch.Tensor:
    """The formula in double precision, one place at a time."""
    sums = torch.zeros(request.hidden.shape, dtype=torch.float64)
    table = request.expert_map
    for token, choices in enumerate(request.topk_ids.tolist()):
        for choice, number in enumerate(choices):
            expert = number if table is None or number < 0 else int(table[number])
            if expert < 0:
                continue
            gate, up = (request.w1[expert].double() @ request.hidden[token].double()).chunk(2)
            part = request.w2[expert].double() @ (gate * torch.sigmoid(gate) * up)
            sums[token] += part * request.topk_weights[token, choice]
    return sums


MANY = fused_moe.MANY_PLACES


def uneven(tokens: int, experts: int) -> torch.Tensor:
    """Two choices a token: most tokens on the first expert, none on the second, some places without an expert."""
    ids = torch.zeros(tokens, 2, dtype=torch.int32)
    ids[::3, 1] = experts - 1
    ids[1::5, 0] = -1
    return ids


@pytest.mark.parametrize("here", [None, [0, -1, 1, 2]], ids=["all here", "one elsewhere"])
def test_many_places_go_through_the_grouped_product(here: list[int] | None) -> None:
    known = EXPERTS if here is None else len(here)
    tokens = MANY * known // 2
    request = arguments(tokens, 2, uneven(tokens, known), here)
    with launches.listening() as kernels:
        fused_moe.grouped_mm(request, interpreted=True)
    assert kernels == ["count_places", "sort_places", "expert_gate_up", "torch._grouped_mm", "add_parts"]
    wanted = truth(request)
    torch.testing.assert_close(request.output.double(), wanted, rtol=2**-7, atol=2**-6 * float(wanted.abs().max()))


def test_fewer_places_go_through_the_tiles() -> None:
    tokens = MANY * EXPERTS // 2 - EXPERTS
    request = arguments(tokens, 2, uneven(tokens, EXPERTS))
    with launches.listening() as kernels:
        fused_moe.grouped_mm(request, interpreted=True)
    assert kernels == ["count_places", "sort_places", "expert_gate_up", "expert_down", "add_parts"]
    wanted = truth(request)
    torch.testing.assert_close(request.output.double(), wanted, rtol=2**-7, atol=2**-6 * float(wanted.abs().max()))
