"""Requests of the ops beside attention for the GPU benchmark: shapes of models, random data on the GPU."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from rocm_kernels.layer_arguments import BlockScaledGemmArguments, FusedMoeArguments, RmsNormArguments
from rocm_kernels.layer_specs import BlockScaledGemmSpec, FusedMoeSpec, RmsNormSpec, Scaling
from rocm_kernels.ops.fused_moe import route

FP8 = torch.float8_e4m3fn
LARGEST = 448.0


@dataclass(frozen=True)
class MoeShape:
    """A model's mixture of experts."""

    experts: int
    top_k: int
    hidden: int
    intermediate: int


MOE_SHAPES = {"mixtral": MoeShape(8, 2, 4096, 14336), "qwen3": MoeShape(128, 8, 2048, 768)}
# N and K of the products of llama-3-70b: q, k and v; o; gate and up; down.
LLAMA_70B = {"qkv": (10240, 8192), "o": (8192, 8192), "gate_up": (57344, 8192), "down": (8192, 28672)}


def numbers(*shape: int) -> torch.Tensor:
    """Random bf16 numbers of unit size."""
    return torch.randn(*shape, device="cuda", dtype=torch.bfloat16)


def stored(*shape: int) -> torch.Tensor:
    """Random fp8 values that use the range of the format."""
    return (torch.randn(*shape, device="cuda", dtype=torch.bfloat16) * 64).clamp(-LARGEST, LARGEST).to(FP8)


def norm_arguments(rows: int, hidden: int) -> RmsNormArguments:
    """One norm of bf16 rows."""
    spec = RmsNormSpec("cuda", None, "bf16", hidden, "bf16")
    x = numbers(rows, hidden)
    return RmsNormArguments(spec, x, numbers(hidden), 1e-6, torch.empty_like(x))


def block_scaled_arguments(rows: int, columns: int, depth: int) -> BlockScaledGemmArguments:
    """One block-scaled product."""
    spec = BlockScaledGemmSpec("cuda", None, "fp8_e4m3fn", "bf16", depth, columns)
    return BlockScaledGemmArguments(
        spec,
        stored(rows, depth),
        stored(columns, depth),
        torch.rand(rows, -(-depth // 128), device="cuda") / 64,
        torch.rand(-(-columns // 128), -(-depth // 128), device="cuda") / 64,
        torch.empty(rows, columns, device="cuda", dtype=torch.bfloat16),
    )


def moe_arguments(name: str, tokens: int, scaling: Scaling) -> FusedMoeArguments:
    """One layer of a model's experts under random routing."""
    shape = MOE_SHAPES[name]
    experts, hidden, intermediate = shape.experts, shape.hidden, shape.intermediate
    weights, ids = route(torch.randn(tokens, experts, device="cuda"), shape.top_k)
    w1_scale = w2_scale = None
    if scaling == "none":
        w1, w2 = numbers(experts, 2 * intermediate, hidden) / 64, numbers(experts, hidden, intermediate) / 64
    else:
        w1 = torch.stack([stored(2 * intermediate, hidden) for _ in range(experts)])
        w2 = torch.stack([stored(hidden, intermediate) for _ in range(experts)])
        blocks: list[tuple[int, ...]] = [(), ()]
        if scaling == "per_block":
            blocks = [(-(-2 * intermediate // 128), -(-hidden // 128)), (-(-hidden // 128), -(-intermediate // 128))]
        w1_scale, w2_scale = ((torch.rand(experts, *part, device="cuda") + 0.5) / 4096 for part in blocks)
    dtype = "bf16" if scaling == "none" else "fp8_e4m3fn"
    spec = FusedMoeSpec("cuda", None, "bf16", dtype, hidden, intermediate, experts, shape.top_k, scaling)
    x = numbers(tokens, hidden)
    return FusedMoeArguments(spec, x, w1, w2, weights, ids, torch.empty_like(x), w1_scale, w2_scale)
