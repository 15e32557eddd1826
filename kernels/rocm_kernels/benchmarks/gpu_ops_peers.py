"""PyTorch's own ways to do what the ops beside attention do, for the GPU benchmark: each at its best, in a graph.

A peer is made from the data of a case and gives a call without arguments. Routing is known to the peers on the host, which
spares them the sorting that the op does on the device.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch.nn.functional import rms_norm, silu

import rocm_kernels
from rocm_kernels.backends.triton import fused_moe
from rocm_kernels.layer_arguments import BlockScaledGemmArguments, FusedMoeArguments

Call = Callable[[], Any]
LARGEST = 448.0
FP8 = torch.float8_e4m3fn


def _norm(data: Any) -> Call:
    x, weight = data
    return lambda: rms_norm(x, (x.shape[1],), weight, 1e-6)


def _compiled_norm(data: Any) -> Call:
    x, weight = data
    compiled = torch.compile(lambda: rms_norm(x, (x.shape[1],), weight, 1e-6))
    return compiled


def _add_norm(data: Any) -> Call:
    x, residual, weight = data
    return lambda: rms_norm(x + residual, (x.shape[1],), weight, 1e-6)


def _compiled_add_norm(data: Any) -> Call:
    x, residual, weight = data

    def call() -> tuple[torch.Tensor, torch.Tensor]:
        added = x + residual
        return rms_norm(added, (x.shape[1],), weight, 1e-6), added

    compiled = torch.compile(call)
    return lambda: compiled()[0]


def _quantise(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    scale = x.abs().amax(dim=1, keepdim=True).float() / LARGEST
    return (x.float() / scale).clamp(-LARGEST, LARGEST).to(FP8), scale


_compiled_quantise = torch.compile(_quantise, dynamic=False)


def _activate(gate_up: torch.Tensor) -> torch.Tensor:
    gate, up = gate_up.chunk(2, dim=1)
    return silu(gate) * up


# For the loops over experts, of which each has another number of tokens.
_any_activate = torch.compile(_activate, dynamic=True)
_any_quantise = torch.compile(_quantise, dynamic=True)
_any_activate_quantise = torch.compile(lambda gate_up: _quantise(_activate(gate_up)), dynamic=True)


def _quantised_eagerly(x: torch.Tensor) -> Call:
    return lambda: _quantise(x)[0]


def _quantised_compiled(x: torch.Tensor) -> Call:
    return lambda: _compiled_quantise(x)[0]


def _norm_then_quantise(data: Any) -> Call:
    x, weight = data
    return lambda: _quantise(rms_norm(x, (x.shape[1],), weight, 1e-6))[0]


def _compiled_norm_quantise(data: Any) -> Call:
    x, weight = data
    return torch.compile(lambda: _quantise(rms_norm(x.float(), (x.shape[1],), weight.float(), 1e-6))[0])


def _scaled_mm_tensor(fast: bool) -> Callable[[Any], Call]:
    def make(data: Any) -> Call:
        x, weight, one = data
        return lambda: torch._scaled_mm(
            x, weight.t(), scale_a=one, scale_b=one, out_dtype=torch.bfloat16, use_fast_accum=fast
        )

    return make


def _scaled_mm_rows(fast: bool) -> Callable[[Any], Call]:
    def make(data: Any) -> Call:
        x, weight, token, channel = data
        return lambda: torch._scaled_mm(
            x,
            weight.t(),
            scale_a=token.view(-1, 1),
            scale_b=channel.view(1, -1),
            out_dtype=torch.bfloat16,
            use_fast_accum=fast,
        )

    return make


def _then_scaled_mm(quantise: Callable[[torch.Tensor], tuple[torch.Tensor, torch.Tensor]]) -> Callable[[Any], Call]:
    def make(data: Any) -> Call:
        x, weight, channel = data

        def call() -> torch.Tensor:
            values, scale = quantise(x)
            return torch._scaled_mm(
                values, weight.t(), scale_a=scale, scale_b=channel.view(1, -1), out_dtype=torch.bfloat16
            )

        return call

    return make


def _separate_ops(data: Any) -> Call:
    """This project's quantise, then its linear."""
    x, weight, channel = data

    def call() -> torch.Tensor:
        stored = rocm_kernels.quantise(x, "fp8_e4m3fn")
        return rocm_kernels.linear(stored.values, weight, x_scale=stored.scale, weight_scale=channel)

    return call


def _same_shape(fast: bool) -> Callable[[Any], Call]:
    """A product of the same shape with one scale: what the fp8 units reach."""

    def make(data: BlockScaledGemmArguments) -> Call:
        one = torch.ones(1, device="cuda")
        result = _scaled_mm_tensor(fast)((data.x, data.weight, one))

        def call() -> None:
            result()

        return call

    return make


def _block_scaled_mm(data: BlockScaledGemmArguments) -> Call:
    """NVIDIA's own block-scaled product, whose scales of x lie column by column, given so from the start."""
    x_scale = data.x_scale.t().contiguous().t()
    return lambda: torch._scaled_mm(
        data.x, data.weight.t(), scale_a=x_scale, scale_b=data.weight_scale.t(), out_dtype=torch.bfloat16
    )


def _places(data: FusedMoeArguments) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """For each expert its tokens and their weights."""
    found = []
    for expert in range(data.spec.experts):
        token, place = (data.topk_ids == expert).nonzero(as_tuple=True)
        found.append((token, data.topk_weights[token, place, None].to(data.hidden.dtype)))
    return found


def _loop(data: FusedMoeArguments) -> Call:
    """Each expert by PyTorch's products, the activation by compiled code."""
    places = _places(data)

    def call() -> torch.Tensor:
        output = torch.zeros_like(data.hidden)
        for expert, (token, weight) in enumerate(places):
            if token.numel():
                act = _any_activate(data.hidden[token] @ data.w1[expert].t())
                output.index_add_(0, token, (act @ data.w2[expert].t()) * weight)
        return output

    return call


def _fp8_loop(data: FusedMoeArguments) -> Call:
    """Each expert by torch._scaled_mm with a scale a token and an expert, quantised by compiled code."""
    places = _places(data)
    assert data.w1_scale is not None
    assert data.w2_scale is not None
    if data.spec.scaling == "per_block":
        raise NotImplementedError("a loop over block-scaled experts has no product of PyTorch's to call for each")
    ones = {n: torch.ones(1, n, device="cuda") for n in (data.w1.shape[1], data.w2.shape[1])}
    scales1 = [data.w1_scale[e] * ones[data.w1.shape[1]] for e in range(data.spec.experts)]
    scales2 = [data.w2_scale[e] * ones[data.w2.shape[1]] for e in range(data.spec.experts)]

    def product(x: torch.Tensor, x_scale: torch.Tensor, weight: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
        return torch._scaled_mm(x, weight.t(), scale_a=x_scale, scale_b=scale, out_dtype=torch.bfloat16)

    def call() -> torch.Tensor:
        output = torch.zeros_like(data.hidden)
        values, scale = _any_quantise(data.hidden)
        bits = values.view(torch.uint8)
        for expert, (token, weight) in enumerate(places):
            if token.numel():
                rows = bits[token].view(FP8)
                gate_up = product(rows, scale[token], data.w1[expert], scales1[expert])
                act, act_scale = _any_activate_quantise(gate_up)
                output.index_add_(0, token, product(act, act_scale, data.w2[expert], scales2[expert]) * weight)
        return output

    return call


def _grouped(data: FusedMoeArguments) -> Call:
    """torch._grouped_mm over places sorted beforehand; gather, activation and the weighted sum are in the time."""
    top_k, tokens = data.spec.top_k, data.hidden.shape[0]
    flat = data.topk_ids.flatten().long()
    order = flat.argsort(stable=True)
    ends = torch.bincount(flat, minlength=data.spec.experts).cumsum(0).int()
    token = order // top_k
    weight = data.topk_weights.flatten()[order].to(data.hidden.dtype).unsqueeze(1)
    back = torch.empty_like(order)
    back[order] = torch.arange(order.numel(), device="cuda")
    w1, w2 = data.w1.transpose(1, 2), data.w2.transpose(1, 2)
    activate = torch.compile(_activate, dynamic=False)
    add = torch.compile(lambda parts: (parts * weight)[back].view(tokens, top_k, -1).sum(1), dynamic=False)

    def call() -> torch.Tensor:
        gate_up = torch._grouped_mm(data.hidden[token], w1, offs=ends)
        result: torch.Tensor = add(torch._grouped_mm(activate(gate_up), w2, offs=ends))
        return result

    return call


def _tiles(data: FusedMoeArguments) -> Call:
    """This project's own tiles for both products, whatever the number of places."""

    def call() -> torch.Tensor:
        fused_moe.fused_moe(data)
        return data.output

    return call


# By kind of case: the peers, by name; the first one that gives a result of the op's shape is what the op is compared with.
PEERS_OF: dict[str, dict[str, Callable[[Any], Call]]] = {
    "rms_norm": {"torch": _norm, "torch.compile": _compiled_norm},
    "add_rms_norm": {"torch": _add_norm, "torch.compile": _compiled_add_norm},
    "rms_norm_quantised": {"torch": _norm_then_quantise, "torch.compile": _compiled_norm_quantise},
    "scaled_mm_tensor": {"scaled_mm": _scaled_mm_tensor(False), "scaled_mm, fast sums": _scaled_mm_tensor(True)},
    "scaled_mm_rows": {"scaled_mm": _scaled_mm_rows(False), "scaled_mm, fast sums": _scaled_mm_rows(True)},
    "quantise": {"torch": _quantised_eagerly, "torch.compile": _quantised_compiled},
    "quantise_scaled_mm": {
        "separate ops": _separate_ops,
        "eager quantise, scaled_mm": _then_scaled_mm(_quantise),
        "compiled quantise, scaled_mm": _then_scaled_mm(_compiled_quantise),
    },
    "block_scaled": {
        "block-scaled scaled_mm": _block_scaled_mm,
        "scaled_mm": _same_shape(False),
        "scaled_mm, fast sums": _same_shape(True),
    },
    "moe_none": {"loop": _loop, "grouped_mm": _grouped, "tiles": _tiles},
    "moe_per_tensor": {"loop": _fp8_loop},
    "moe_per_block": {},
}
