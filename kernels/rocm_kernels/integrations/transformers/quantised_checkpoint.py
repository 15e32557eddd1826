"""Checkpoints whose linear layers are fp8 with scales (W8A8), as compressed-tensors and Quark write them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, get_args

import torch
from safetensors import safe_open
from transformers import AutoConfig, AutoModelForCausalLM

from rocm_kernels.dtypes import data_type
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.integrations.errors import CheckpointError
from rocm_kernels.integrations.transformers.checkpoint import SCALE_OF_CACHE, files_of
from rocm_kernels.integrations.transformers.layers import W8A8Linear, replace_module
from rocm_kernels.integrations.transformers.quantised_experts import QuantisedExperts, by_row, merged, take_out
from rocm_kernels.integrations.transformers.shapes import attention_shape

_FORMATS = ("compressed-tensors", "quark")
# Where the scales of activations come from: measured a token as the model runs, or the checkpoint's input_scale of each layer.
Inputs = Literal["per_token", "checkpoint"]
_NEGATIVE_ZERO = 0x80  # NaN in fnuz


def to_fnuz(weight: torch.Tensor) -> torch.Tensor:
    """The bytes of OCP fp8 as fnuz, in which each is worth half: its scale must be doubled. -0 becomes 0."""
    stored = weight.view(torch.uint8)
    return torch.where(stored == _NEGATIVE_ZERO, 0, stored).to(torch.uint8).view(torch.float8_e4m3fnuz)


def load_w8a8(
    folder: Path | str, dtype: str | torch.dtype = "bf16", weights: str = "fp8_e4m3fn", inputs: Inputs = "per_token"
) -> Any:
    """Load a model whose linear layers and experts stay in fp8.

    Args:
        folder: with config.json and *.safetensors.
        dtype: a float type for everything that is not quantised.
        weights: the fp8 format wanted; checkpoints hold the OCP one, gfx942 computes in ``fp8_e4m3fnuz``.
        inputs: ``per_token`` measures a scale a token as the model runs; ``checkpoint`` takes the ``input_scale`` of each
            linear layer, which whoever made the checkpoint has measured (experts measure theirs in either case).

    Raises:
        CheckpointError: no such checkpoint, a weight without its scale or of a wrong shape, a scale that is no finite number
            above 0, or weights that are missing or left over.
        InvalidArgumentError: a type that is not served.
    """
    if inputs not in get_args(Inputs):
        raise InvalidArgumentError("inputs", repr(inputs), f"one of {', '.join(get_args(Inputs))}")
    folder = Path(folder)
    if data_type(weights, "weights").kind != "fp8":
        raise InvalidArgumentError("weights", weights, "fp8_e4m3fn or fp8_e4m3fnuz")
    compute = data_type(dtype).torch_dtype
    try:
        config = AutoConfig.from_pretrained(folder, local_files_only=True)
    except (OSError, ValueError, KeyError) as error:
        raise CheckpointError(f"config.json in {folder} cannot be used: {error}") from error
    attention_shape(config)
    method = (getattr(config, "quantization_config", None) or {}).get("quant_method")
    if method not in _FORMATS:
        raise CheckpointError(f"config.json in {folder} says quant_method {method!r}, expected {' or '.join(_FORMATS)}")
    del config.quantization_config
    build: Any = AutoModelForCausalLM.from_config
    model = build(config, dtype=compute)
    tensors = _read(folder)
    for layer_experts in take_out(tensors):
        name = f"{layer_experts.layer}.mlp.experts"
        count = getattr(_module(model, name, folder), "num_experts", None)
        if count is None:
            raise CheckpointError(f"{folder} has weights of {name}, which is a layer without experts")
        replace_module(model, name, _in_format(merged(layer_experts, count, folder), weights))
    plain: dict[str, torch.Tensor] = {}
    for name, tensor in tensors.items():
        if name.endswith(("_scale", "_zero_point")):
            continue
        if tensor.dtype != torch.float8_e4m3fn:
            plain[name] = tensor
            continue
        layer = name.removesuffix(".weight")
        scale = tensors.get(f"{layer}.weight_scale")
        if scale is None:
            raise CheckpointError(f"{name} in {folder} has no weight_scale")
        linear = _module(model, layer, folder)
        if not isinstance(linear, torch.nn.Linear) or linear.weight.shape != tensor.shape:
            wanted = tuple(linear.weight.shape) if isinstance(linear, torch.nn.Linear) else "no fp8 weight"
            raise CheckpointError(f"{name} in {folder} is {tuple(tensor.shape)}, expected {wanted}")
        scales = by_row(f"{layer}.weight_scale in {folder}", scale, len(tensor)).contiguous()
        given = _input_scale(tensors, layer, folder) if inputs == "checkpoint" else None
        if weights == "fp8_e4m3fnuz":
            tensor, scales = to_fnuz(tensor), scales * 2
            given = None if given is None else given * 2
        bias = tensors.get(f"{layer}.bias")
        bias = None if bias is None else torch.nn.Parameter(bias.to(compute), requires_grad=False)
        replace_module(model, layer, W8A8Linear(tensor, scales, bias, given))
    missing, unexpected = model.load_state_dict(plain, strict=False)
    tied = {"lm_head.weight"} if config.tie_word_embeddings else set()
    quantised = {name for name, module in model.named_modules() if isinstance(module, W8A8Linear | QuantisedExperts)}
    lacking = sorted(name for name in set(missing) - tied if name.rpartition(".")[0] not in quantised)
    if lacking or unexpected:
        raise CheckpointError(
            f"{folder} lacks {lacking[:4]} and has {unexpected[:4]} that its configuration does not know"
        )
    model.tie_weights()
    return model.eval()


def _module(model: torch.nn.Module, name: str, folder: Path) -> torch.nn.Module:
    try:
        return model.get_submodule(name)
    except AttributeError:
        raise CheckpointError(f"{folder} has weights of {name}, which the model does not have") from None


def _in_format(experts: QuantisedExperts, weights: str) -> QuantisedExperts:
    if weights == "fp8_e4m3fn":
        return experts
    return QuantisedExperts(
        to_fnuz(experts.gate_up_proj), experts.gate_up_scale * 2, to_fnuz(experts.down_proj), experts.down_scale * 2
    )


def _input_scale(tensors: dict[str, torch.Tensor], layer: str, folder: Path) -> torch.Tensor:
    scale = tensors.get(f"{layer}.input_scale")
    if scale is None:
        raise CheckpointError(f"{layer} in {folder} has no input_scale; inputs='per_token' needs none")
    given = scale.float().flatten()
    if len(given) != 1 or not bool((given.isfinite() & (given > 0)).all()):
        raise CheckpointError(f"{layer}.input_scale in {folder} is {given.tolist()[:4]}, expected one number above 0")
    return given


def _read(folder: Path) -> dict[str, torch.Tensor]:
    found = {}
    for path in files_of(folder):
        with safe_open(path, "pt") as tensors:
            for name in tensors.keys():  # noqa: SIM118 - not a dictionary
                if SCALE_OF_CACHE.search(name) is None:
                    found[name] = tensors.get_tensor(name)
    return found
