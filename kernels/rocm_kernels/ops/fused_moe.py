"""fused_moe: the experts' SwiGLU layers of a mixture of experts; and route, which chooses the experts."""

from __future__ import annotations

from typing import NamedTuple

import torch

from rocm_kernels import devices, dispatcher, layer_checks, policy, validation, value_checks
from rocm_kernels.dtypes import data_type_of
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.layer_arguments import FusedMoeArguments
from rocm_kernels.layer_specs import BLOCK, FusedMoeSpec, Scaling
from rocm_kernels.ops.library import traced

MOST_EXPERTS = 4096


def route(logits: torch.Tensor, top_k: int, *, renormalise: bool = True) -> tuple[torch.Tensor, torch.Tensor]:
    """Choose experts: softmax over all of them in fp32, the ``top_k`` largest, divided by their sum where ``renormalise``.

    Args:
        logits: fp32, fp16 or bf16 [tokens, experts].
        top_k: experts a token.
        renormalise: let the weights of a token add up to 1.

    Returns:
        fp32 weights and int32 ids, each [tokens, top_k], the largest first. Nothing waits for the device.

    Raises:
        InvalidArgumentError: naming the argument, its value and what was expected.
    """
    validation.check_given(logits=logits)
    layer_checks.float_type("logits", logits)
    if logits.ndim != 2:
        raise InvalidArgumentError("logits", f"shape {tuple(logits.shape)}", "[tokens, experts]")
    validation.check_whole_number("top_k", top_k)
    if top_k > logits.shape[1]:
        raise InvalidArgumentError("top_k", top_k, f"at most {logits.shape[1]}, the experts of logits")
    weights, ids = torch.softmax(logits.float(), dim=1).topk(top_k, dim=1)
    if renormalise:
        weights = weights / weights.sum(dim=1, keepdim=True)
    return weights, ids.int()


class _Request(NamedTuple):
    """What ``fused_moe`` is asked for, with its output made; the fields are the arguments of the registered op, in order."""

    hidden: torch.Tensor
    w1: torch.Tensor
    w2: torch.Tensor
    topk_weights: torch.Tensor
    topk_ids: torch.Tensor
    w1_scale: torch.Tensor | None
    w2_scale: torch.Tensor | None
    expert_mask: torch.Tensor | None
    output: torch.Tensor
    backend: str | None
    validate: bool | None


def fused_moe(
    hidden: torch.Tensor,
    w1: torch.Tensor,
    w2: torch.Tensor,
    topk_weights: torch.Tensor,
    topk_ids: torch.Tensor,
    *,
    w1_scale: torch.Tensor | None = None,
    w2_scale: torch.Tensor | None = None,
    expert_mask: torch.Tensor | None = None,
    out: torch.Tensor | None = None,
    backend: str | None = None,
    validate: bool | None = None,
) -> torch.Tensor:
    """Sum over a token's experts of topk_weight * w2[e] (silu(gate) * up), where gate and up are the halves of w1[e] hidden.

    Products are added up in fp32; silu(gate) * up, and each expert's weighted part of the sum, are rounded to the type of
    ``hidden`` between the kernels. With fp8 weights, ``hidden`` and silu(gate) * up are quantised to their type with measured
    scales: one a token (scales an expert) or one for each 128 elements (block scales).

    Args:
        hidden: fp32, fp16 or bf16 [tokens, D] contiguous.
        w1: [experts, 2 I, D] contiguous, the gate's rows before those of up; of the type of ``hidden``, or fp8.
        w2: [experts, D, I] contiguous, of the type of ``w1``.
        topk_weights: fp32 [tokens, top_k].
        topk_ids: int32 [tokens, top_k]; -1 leaves a place empty; the same expert twice counts twice.
        w1_scale, w2_scale: fp32 [experts], or [experts, ceil(2 I / 128), ceil(D / 128)] and
            [experts, ceil(D / 128), ceil(I / 128)]; only with fp8 weights, and then needed.
        expert_mask: int32 [all experts]; ids count over all experts, and the weights hold those where it is not 0, in order.
            Experts that are not here add nothing. None has all experts here.
        out: contiguous, as ``hidden``; written and returned.
        backend: serve the call with this backend or raise; None leaves it to the policy in force.
        validate: look at ids, mask and scales, which waits for the device; None: as for ``paged_attention``.

    Raises:
        InvalidArgumentError: naming the argument, its value and what was expected.
        NoImplementationError: no backend serves the request under the policy, with all reasons.
    """
    validation.check_given(hidden=hidden)
    dtype = layer_checks.float_type("hidden", hidden)
    output = layer_checks.result("out", out, tuple(hidden.shape), dtype, hidden)
    request = _Request(
        hidden, w1, w2, topk_weights, topk_ids, w1_scale, w2_scale, expert_mask, output, backend, validate
    )
    if traced(hidden):
        _op(*request)
    else:
        _run(request)
    return output


def _run(request: _Request) -> None:
    hidden, w1, w2, topk_weights, topk_ids, w1_scale, w2_scale, expert_mask, output, backend, validate = request
    validation.check_given(w1=w1, w2=w2, topk_weights=topk_weights, topk_ids=topk_ids)
    tensors = {"w1": w1, "w2": w2, "topk_weights": topk_weights, "topk_ids": topk_ids}
    optional = {"w1_scale": w1_scale, "w2_scale": w2_scale, "expert_mask": expert_mask}
    validation.check_tensors(**optional)
    device = devices.describe(hidden, "hidden")
    validation.check_same_device(hidden.device, "hidden", **tensors, **optional)
    for name, tensor, axes in (("hidden", hidden, 2), ("w1", w1, 3), ("w2", w2, 3), ("topk_ids", topk_ids, 2)):
        if tensor.ndim != axes or 0 in tensor.shape[1:]:
            raise InvalidArgumentError(name, f"shape {tuple(tensor.shape)}", f"{axes} axes with something in them")
    tokens, width = hidden.shape
    experts, intermediate, top_k = w1.shape[0], w2.shape[2], topk_ids.shape[1]
    if not 1 <= experts <= MOST_EXPERTS:
        raise InvalidArgumentError("w1", f"{experts} experts", f"1 to {MOST_EXPERTS}")
    layer_checks.check_shape("w1", w1, (experts, 2 * intermediate, width), "[experts, 2 I, D] with the I of w2")
    layer_checks.check_shape("w2", w2, (experts, width, intermediate), "[experts, D, I]")
    layer_checks.check_shape("topk_ids", topk_ids, (tokens, top_k), "[tokens of hidden, top_k]")
    layer_checks.check_shape("topk_weights", topk_weights, (tokens, top_k), "as topk_ids")
    validation.check_dtype("topk_ids", topk_ids, torch.int32)
    validation.check_dtype("topk_weights", topk_weights, torch.float32)
    for name, tensor in {"hidden": hidden, **tensors}.items():
        validation.check_contiguous(name, tensor)
    dtype, stored = data_type_of(hidden, "hidden"), data_type_of(w1, "w1")
    validation.check_dtype("w2", w2, w1.dtype)
    if stored != dtype and stored.kind != "fp8":
        raise InvalidArgumentError("w1", f"dtype {w1.dtype}", f"{hidden.dtype}, as hidden, or an fp8 type")
    scaling = _scaling(w1, w2, w1_scale, w2_scale, stored.quantised)
    if expert_mask is not None:
        validation.check_dtype("expert_mask", expert_mask, torch.int32)
        if expert_mask.ndim != 1 or not experts <= expert_mask.shape[0] <= MOST_EXPERTS:
            raise InvalidArgumentError(
                "expert_mask", f"shape {tuple(expert_mask.shape)}", f"[{experts} to {MOST_EXPERTS}], one an expert"
            )
        validation.check_contiguous("expert_mask", expert_mask)
    layer_checks.check_apart("out", output, hidden=hidden, **tensors, **optional)
    if value_checks.wanted(validate, hidden):
        _check_values(topk_ids, topk_weights, expert_mask, experts)
        value_checks.check_positive("w1_scale", w1_scale)
        value_checks.check_positive("w2_scale", w2_scale)
    if not tokens:
        return
    expert_map = None
    if expert_mask is not None:
        here = expert_mask != 0
        expert_map = torch.where(here, here.cumsum(0) - 1, -1).int()
    spec = FusedMoeSpec(
        device.name,
        device.target,
        dtype.name,
        stored.name,
        width,
        intermediate,
        experts,
        top_k,
        scaling,
        expert_mask is not None,
    )
    arguments = FusedMoeArguments(
        spec, hidden, w1, w2, topk_weights, topk_ids, output, w1_scale, w2_scale, expert_mask, expert_map
    )
    dispatcher.run(arguments, None if backend is None else policy.explicit(backend))


def _scaling(
    w1: torch.Tensor, w2: torch.Tensor, w1_scale: torch.Tensor | None, w2_scale: torch.Tensor | None, quantised: bool
) -> Scaling:
    """Refuse scales that do not belong to the weights, or are of two kinds; gives their kind."""
    for name, scale in (("w1_scale", w1_scale), ("w2_scale", w2_scale)):
        if (scale is not None) != quantised:
            given = "None" if scale is None else "scales"
            raise InvalidArgumentError(name, f"{given} for weights of {w1.dtype}", "scales" if quantised else "None")
        if scale is not None:
            validation.check_dtype(name, scale, torch.float32)
            validation.check_contiguous(name, scale)
    if w1_scale is None or w2_scale is None:
        return "none"
    if w1_scale.ndim == 1:
        for name, scale in (("w1_scale", w1_scale), ("w2_scale", w2_scale)):
            layer_checks.check_shape(name, scale, (w1.shape[0],), "one an expert")
        return "per_tensor"
    for name, scale, weight in (("w1_scale", w1_scale, w1), ("w2_scale", w2_scale, w2)):
        shape = (weight.shape[0], -(-weight.shape[1] // BLOCK), -(-weight.shape[2] // BLOCK))
        layer_checks.check_shape(name, scale, shape, f"one for each {BLOCK} x {BLOCK} elements of an expert")
    return "per_block"


def _check_values(ids: torch.Tensor, weights: torch.Tensor, mask: torch.Tensor | None, experts: int) -> None:
    """Refuse ids of no expert, a mask that does not leave as many experts as there are weights, weights that are no number."""
    count = experts if mask is None else mask.shape[0]
    low, high = int(ids.min()) if ids.numel() else 0, int(ids.max()) if ids.numel() else 0
    if low < -1 or high >= count:
        raise InvalidArgumentError("topk_ids", low if low < -1 else high, f"-1 (none) or 0 to {count - 1}, the experts")
    value_checks.check_finite("topk_weights", weights)
    if mask is not None and int((mask != 0).sum()) != experts:
        here = int((mask != 0).sum())
        raise InvalidArgumentError("expert_mask", f"{here} experts that are not 0", f"{experts}, as many as w1 has")


_op = torch.library.custom_op(
    "rocm_kernels::fused_moe",
    lambda *given: _run(_Request(*given)),
    mutates_args=("output",),
    schema="(Tensor hidden, Tensor w1, Tensor w2, Tensor topk_weights, Tensor topk_ids, Tensor? w1_scale, Tensor? w2_scale, "
    "Tensor? expert_mask, Tensor(a!) output, str? backend, bool? validate) -> ()",
)


@_op.register_fake
def _traced(*arguments: object) -> None:
    """Trace the op: it returns nothing and only writes to its output."""
