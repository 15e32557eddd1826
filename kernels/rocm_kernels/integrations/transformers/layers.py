"""Layers of a model by our ops: norms, experts, and linear layers with 8-bit weights and activations (W8A8)."""

from __future__ import annotations

from typing import Any

import torch

from rocm_kernels import ops
from rocm_kernels.dtypes import data_type
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.quantisation import per_token_scale, quantise

# Norms that compute x / sqrt(mean(x^2) + eps) * weight; gemma-2's adds 1 to the weight and keeps its own code.
NORMS = ("GptOssRMSNorm", "LlamaRMSNorm", "MixtralRMSNorm", "Qwen3MoeRMSNorm", "Qwen3RMSNorm")
# Experts of silu(gate) * up; gpt-oss' experts have biases and limits, and keep their own code.
EXPERTS = ("MixtralExperts", "Qwen3MoeExperts")
# What stays in the model's type: the last product decides between tokens.
KEPT = ("lm_head",)


class Norm(torch.nn.Module):
    """``rocm_kernels.ops.rms_norm`` with the weight of the layer that it replaces."""

    def __init__(self, replaced: Any) -> None:
        super().__init__()
        self.weight = replaced.weight
        self.eps = float(replaced.variance_epsilon)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        """Norm over the last axis."""
        return ops.rms_norm(hidden.contiguous(), self.weight, self.eps)


class Experts(torch.nn.Module):
    """``rocm_kernels.ops.fused_moe`` with the weights of the layer that it replaces."""

    def __init__(self, replaced: Any) -> None:
        super().__init__()
        self.gate_up_proj, self.down_proj = replaced.gate_up_proj, replaced.down_proj

    def forward(self, hidden: torch.Tensor, experts: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
        """Sum over the experts of each token, hidden [tokens, hidden_size]."""
        return ops.fused_moe(
            hidden.contiguous(),
            self.gate_up_proj,
            self.down_proj,
            weights.float().contiguous(),
            experts.int().contiguous(),
        )


class W8A8Linear(torch.nn.Module):
    """``rocm_kernels.ops.linear`` with 8-bit weights, a scale an output channel, and quantised activations.

    Args:
        weight: [N, K] of fp8 or int8.
        weight_scale: fp32 [N].
        bias: [N] or None.
        input_scale: fp32 [1] for all activations; None measures one a token.
    """

    def __init__(
        self,
        weight: torch.Tensor,
        weight_scale: torch.Tensor,
        bias: torch.Tensor | None,
        input_scale: torch.Tensor | None = None,
    ) -> None:
        super().__init__()
        self.input_scale = None if input_scale is None else torch.nn.Parameter(input_scale.clone(), requires_grad=False)
        self.weight = torch.nn.Parameter(weight, requires_grad=False)
        self.weight_scale = torch.nn.Parameter(weight_scale, requires_grad=False)
        self.bias = bias

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """x [..., K] -> [..., N], of the type of ``x``."""
        if self.input_scale is None:
            return ops.linear(x.contiguous(), self.weight, self.bias, weight_scale=self.weight_scale, out_dtype=x.dtype)
        stored, _ = ops.quantise(x.contiguous(), self.weight.dtype, scale=self.input_scale)
        rows = self.input_scale.expand(x.shape[:-1].numel()).contiguous()
        return ops.linear(
            stored, self.weight, self.bias, x_scale=rows, weight_scale=self.weight_scale, out_dtype=x.dtype
        )


def replace_module(model: torch.nn.Module, name: str, module: torch.nn.Module) -> None:
    """Put another module in the place of one of a model, by its full name."""
    parent, _, last = name.rpartition(".")
    setattr(model.get_submodule(parent), last, module)


def use_ops(model: torch.nn.Module) -> dict[str, int]:
    """Put our norms and experts into a model, with its weights; gives how many layers of each class were replaced."""
    counts: dict[str, int] = {}
    for name, module in list(model.named_modules()):
        kind = type(module).__name__
        made = Norm if kind in NORMS else Experts if kind in EXPERTS else None
        if made is not None:
            replace_module(model, name, made(module))
            counts[kind] = counts.get(kind, 0) + 1
    return counts


def quantise_linears(model: torch.nn.Module, dtype: str) -> int:
    """Quantise the weights of all linear layers but the last, online; gives how many layers there were.

    Args:
        model: with linear layers of a float type.
        dtype: fp8 in either format, or int8.

    Raises:
        InvalidArgumentError: another type, or no linear layer.
    """
    stored = data_type(dtype)
    if not stored.quantised:
        raise InvalidArgumentError("dtype", stored.name, "fp8_e4m3fn, fp8_e4m3fnuz or int8")
    linears = [
        (name, module)
        for name, module in model.named_modules()
        if isinstance(module, torch.nn.Linear) and name.rpartition(".")[2] not in KEPT
    ]
    if not linears:
        raise InvalidArgumentError("model", type(model).__name__, "one with linear layers")
    for name, module in linears:
        scale = per_token_scale(module.weight, stored)
        weight = quantise(module.weight.detach(), scale[:, None], stored)
        replace_module(model, name, W8A8Linear(weight, scale, module.bias))
    return len(linears)
