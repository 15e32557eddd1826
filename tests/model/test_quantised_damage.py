"""Checkpoints in fp8 that are not whole, or do not fit the model: each is refused by the name of what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from tests.model.cases import truth
from tests.model.test_quantised import EXPERTS, experts_checkpoint, save

from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.integrations.errors import CheckpointError
from rocm_kernels.integrations.transformers.layers import W8A8Linear, quantise_linears
from rocm_kernels.integrations.transformers.quantised_checkpoint import load_w8a8


def test_a_w8a8_checkpoint_without_a_scale_is_refused(tmp_path: Path) -> None:
    reference = truth("llama")
    model = reference.model()
    quantise_linears(model, "fp8_e4m3fn")
    tensors = model.state_dict()
    del tensors["model.layers.0.mlp.up_proj.weight_scale"]
    save(tmp_path, reference, tensors, quantization_config={"quant_method": "quark"})
    with pytest.raises(CheckpointError, match=r"layers\.0\.mlp\.up_proj\.weight in .* has no weight_scale"):
        load_w8a8(tmp_path)
    with pytest.raises(CheckpointError, match="quant_method 'gptq'"):
        load_w8a8(save(tmp_path / "other", reference, tensors, quantization_config={"quant_method": "gptq"}))


@pytest.mark.parametrize(
    ("scale", "message"),
    [(None, "has no input_scale"), (torch.ones(2), "expected one number above 0"), (torch.zeros(1), "above 0")],
)
def test_wrong_input_scales_are_refused(tmp_path: Path, scale: torch.Tensor | None, message: str) -> None:
    reference = truth("llama")
    model = reference.model()
    quantise_linears(model, "fp8_e4m3fn")
    given = {
        f"{name}.input_scale": torch.ones(1) for name, part in model.named_modules() if isinstance(part, W8A8Linear)
    }
    name = "model.layers.0.self_attn.q_proj.input_scale"
    given.pop(name)
    tensors = {**model.state_dict(), **given, **({} if scale is None else {name: scale})}
    save(tmp_path, reference, tensors, quantization_config={"quant_method": "quark"})
    with pytest.raises(CheckpointError, match=message):
        load_w8a8(tmp_path, "fp32", inputs="checkpoint")
    with pytest.raises(InvalidArgumentError, match="inputs: got 'static'"):
        load_w8a8(tmp_path, "fp32", inputs="static")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"weight": None}, r"experts\.3 \(up\) of model\.layers\.1 in .* has no weight"),
        ({"weight_scale": None}, "has no weight_scale"),
        ({"weight_scale": torch.ones(5)}, "has 5 scales, expected 1 or 192"),
        ({"weight": torch.zeros(192, 128)}, r"is torch\.float32, expected torch\.float8_e4m3fn"),
        (
            {"weight": torch.zeros(191, 64).to(torch.float8_e4m3fn)},
            r"is \(191, 64\), expected \(\d+, \d+\), as the first",
        ),
        *(
            ({"weight_scale": torch.tensor([number])}, f"has a scale of {number}, expected finite numbers above 0")
            for number in (0.0, -0.5, float("nan"), float("inf"))
        ),
    ],
)
def test_damaged_experts_are_refused(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    tensors: dict[str, Any] = experts_checkpoint("mixtral", by_channel=False)
    place = EXPERTS["mixtral"][0].format(layer=1, expert=3, part="w3")
    tensors |= {f"{place}.{what}": value for what, value in change.items()}
    given = {name: tensor for name, tensor in tensors.items() if tensor is not None}
    save(tmp_path, truth("mixtral"), given, quantization_config={"quant_method": "quark"})
    with pytest.raises(CheckpointError, match=message):
        load_w8a8(tmp_path)


ELSEWHERE = EXPERTS["mixtral"][0]


@pytest.mark.parametrize(
    ("place", "message"),
    [
        (
            ELSEWHERE.format(layer=1, expert=99, part="w3"),
            r"model\.layers\.1 in .* has experts \[99\], expected \d+ from 0 on",
        ),
        (
            ELSEWHERE.format(layer=77, expert=0, part="w3"),
            r"weights of model\.layers\.77\.mlp\.experts, which the model does not",
        ),
        (
            "model.layers.77.self_attn.q_proj",
            r"weights of model\.layers\.77\.self_attn\.q_proj, which the model does not have",
        ),
        (
            "model.layers.0.self_attn.r_proj",
            r"weights of model\.layers\.0\.self_attn\.r_proj, which the model does not have",
        ),
        ("model.layers.0.input_layernorm", r"is \(4, 8\), expected no fp8 weight"),
    ],
)
def test_fp8_weights_that_the_model_has_no_place_for_are_refused(tmp_path: Path, place: str, message: str) -> None:
    tensors = experts_checkpoint("mixtral", by_channel=False)
    tensors |= {f"{place}.weight": torch.ones(4, 8).to(torch.float8_e4m3fn), f"{place}.weight_scale": torch.ones(1)}
    save(tmp_path, truth("mixtral"), tensors, quantization_config={"quant_method": "quark"})
    with pytest.raises(CheckpointError, match=message):
        load_w8a8(tmp_path)


def test_experts_of_a_model_without_any_are_refused(tmp_path: Path) -> None:
    reference = truth("llama")
    model = reference.model()
    quantise_linears(model, "fp8_e4m3fn")
    place = EXPERTS["qwen3_moe"][0].format(layer=1, expert=0, part="up_proj")
    given = {f"{place}.weight": torch.ones(4, 8).to(torch.float8_e4m3fn), f"{place}.weight_scale": torch.ones(1)}
    save(tmp_path, reference, {**model.state_dict(), **given}, quantization_config={"quant_method": "quark"})
    with pytest.raises(CheckpointError, match=r"weights of model\.layers\.1\.mlp\.experts, which"):
        load_w8a8(tmp_path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"weight": torch.ones(4, 8).to(torch.float8_e4m3fn)},
            r"up_proj\.weight in .* is \(4, 8\), expected \(\d+, \d+\)",
        ),
        ({"weight_scale": torch.ones(3)}, r"up_proj\.weight_scale in .* has 3 scales, expected 1 or \d+"),
        *(
            ({"weight_scale": torch.tensor([number])}, f"has a scale of {number}, expected finite numbers above 0")
            for number in (0.0, -0.5, float("nan"), float("inf"))
        ),
    ],
)
def test_damaged_linear_layers_are_refused(tmp_path: Path, change: dict[str, torch.Tensor], message: str) -> None:
    reference = truth("llama")
    model = reference.model()
    quantise_linears(model, "fp8_e4m3fn")
    tensors = model.state_dict() | {f"model.layers.0.mlp.up_proj.{what}": value for what, value in change.items()}
    save(tmp_path, reference, tensors, quantization_config={"quant_method": "quark"})
    with pytest.raises(CheckpointError, match=message):
        load_w8a8(tmp_path)
