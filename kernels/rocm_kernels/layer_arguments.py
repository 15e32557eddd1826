"""What an implementation of an op beside attention is handed: validated tensors, the same for every backend."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from rocm_kernels.layer_specs import BlockScaledGemmSpec, FusedMoeSpec, LinearSpec, QuantiseSpec, RmsNormSpec


@dataclass(frozen=True)
class RmsNormArguments:
    """One rms_norm.

    Attributes:
        spec: the facts the decision was made on.
        x: [rows, hidden]; rows may be apart, elements of a row are not.
        weight: [hidden], of the type of ``x``.
        eps: added to the mean square.
        output: [rows, hidden] contiguous, written.
        residual: as ``x``, or None.
        residual_output: [rows, hidden] contiguous, written: x + residual, rounded once; None without a residual.
        scale: fp32: [1], read, for ``per_tensor``; [rows], written, for ``per_token``; else None.
    """

    spec: RmsNormSpec
    x: torch.Tensor
    weight: torch.Tensor
    eps: float
    output: torch.Tensor
    residual: torch.Tensor | None = None
    residual_output: torch.Tensor | None = None
    scale: torch.Tensor | None = None


@dataclass(frozen=True)
class QuantiseArguments:
    """One quantise.

    Attributes:
        spec: the facts the decision was made on.
        x: [rows, width]; rows may be apart.
        output: [rows, width] contiguous, written.
        scale: fp32: [1], read, for ``per_tensor``; written: [rows] for ``per_token``, [rows, blocks] for ``per_block``.
    """

    spec: QuantiseSpec
    x: torch.Tensor
    output: torch.Tensor
    scale: torch.Tensor


@dataclass(frozen=True)
class LinearArguments:
    """One linear: output = x @ weight.T * scales + bias, added up in fp32 (int8: in int32), rounded once.

    Attributes:
        spec: the facts the decision was made on.
        x: [M, K]; rows may be apart.
        weight: [N, K] contiguous.
        output: [M, N] contiguous, written.
        bias: [N], of the output's type, or None.
        x_scale: fp32 [1] or [M]; None without scales, and where the op quantises ``x`` itself.
        weight_scale: fp32 [1] or [N]; None without scales.
    """

    spec: LinearSpec
    x: torch.Tensor
    weight: torch.Tensor
    output: torch.Tensor
    bias: torch.Tensor | None = None
    x_scale: torch.Tensor | None = None
    weight_scale: torch.Tensor | None = None


@dataclass(frozen=True)
class BlockScaledGemmArguments:
    """One block_scaled_gemm.

    Attributes:
        spec: the facts the decision was made on.
        x: fp8 [M, K] contiguous.
        weight: fp8 [N, K] contiguous.
        x_scale: fp32 [M, ceil(K / 128)].
        weight_scale: fp32 [ceil(N / 128), ceil(K / 128)].
        output: [M, N] contiguous, written.
    """

    spec: BlockScaledGemmSpec
    x: torch.Tensor
    weight: torch.Tensor
    x_scale: torch.Tensor
    weight_scale: torch.Tensor
    output: torch.Tensor


@dataclass(frozen=True)
class FusedMoeArguments:
    """One fused_moe: each token's sum of topk_weight * w2[e] (silu(w1[e] gate half x) * (w1[e] up half x)).

    Attributes:
        spec: the facts the decision was made on.
        hidden: [tokens, D] contiguous.
        w1: [experts, 2 I, D] contiguous, gate rows before up rows.
        w2: [experts, D, I] contiguous.
        topk_weights: fp32 [tokens, top_k].
        topk_ids: int32 [tokens, top_k]; an id out of range counts as masked.
        output: [tokens, D] contiguous, written; zeros for a token without an expert.
        w1_scale, w2_scale: fp32 [experts], or [experts, ceil(rows / 128), ceil(columns / 128)]; None without scales.
        expert_mask: int32 [all experts], 0 for an expert that lives elsewhere; the weights hold the others, in order. None
            has all experts here.
        expert_map: int32 [all experts], the row of the weights that each id stands for, -1 for none; None without a mask.
    """

    spec: FusedMoeSpec
    hidden: torch.Tensor
    w1: torch.Tensor
    w2: torch.Tensor
    topk_weights: torch.Tensor
    topk_ids: torch.Tensor
    output: torch.Tensor
    w1_scale: torch.Tensor | None = None
    w2_scale: torch.Tensor | None = None
    expert_mask: torch.Tensor | None = None
    expert_map: torch.Tensor | None = None
