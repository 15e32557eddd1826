"""fp8 and int8 end to end: scales from a calibration pass, from checkpoints and from the writer, and W8A8 layers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import save_file
from tests.model.cases import Truth, truth
from tests.model.test_equality import check_equal, run
from tests.model.test_sixteen_bit import distance

from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.integrations.errors import CheckpointError
from rocm_kernels.integrations.transformers import Engine, KVScales
from rocm_kernels.integrations.transformers.calibration import calibrate
from rocm_kernels.integrations.transformers.checkpoint import read_scales
from rocm_kernels.integrations.transformers.layers import W8A8Linear, quantise_linears, use_ops
from rocm_kernels.integrations.transformers.quantised_checkpoint import load_w8a8, to_fnuz

QUANTISED = ("fp8_e4m3fn", "fp8_e4m3fnuz", "int8")


def scored(reference: Truth, model: Any, **engine: Any) -> float:
    """Distance from fp32 while decoding, nats a token."""
    made = Engine(model, blocks=48, **engine)
    pairs = list(zip(reference.prompts, reference.tokens, strict=True))
    return distance(
        reference, [entry.logits for entry in made.score(pairs, "decode", keep_logits=True) if entry.logits is not None]
    )


@pytest.mark.parametrize("granularity", ["per_tensor", "per_head"])
@pytest.mark.parametrize("dtype", QUANTISED)
def test_calibrated_scales_keep_the_model(dtype: str, granularity: Any) -> None:
    reference = truth("qwen3")
    scales = calibrate(reference.model(), reference.prompts, dtype, granularity)
    assert [len(scale) for scale in scales.key] == [1 if granularity == "per_tensor" else 2] * 2
    near = scored(reference, reference.model(), kv_dtype=dtype, scales=scales)
    assert 0 < near < 0.03
    # Scales 16 times too small cut nearly everything off.
    cut = KVScales(scales.dtype, *(tuple(scale / 16 for scale in part) for part in (scales.key, scales.value)))
    assert scored(reference, reference.model(), kv_dtype=dtype, scales=cut) > 0.03


@pytest.mark.parametrize("dtype", QUANTISED)
def test_the_writer_may_measure_a_scale_a_token(dtype: str) -> None:
    reference = truth("llama")
    assert 0 < scored(reference, reference.model(), kv_dtype=dtype, scales="per_token") < 0.03


def test_calibration_sees_the_largest_value_of_each_head() -> None:
    reference = truth("llama")
    model = reference.model()
    seen: dict[tuple[int, str], torch.Tensor] = {}

    def keep(layer: int, which: str) -> Any:
        def hook(module: Any, given: Any, output: torch.Tensor) -> None:
            heads = output.detach().abs().view(-1, 2, 16).amax(dim=(0, 2))
            seen[layer, which] = torch.maximum(seen.get((layer, which), heads), heads)

        return hook

    for number, layer in enumerate(model.model.layers):
        layer.self_attn.v_proj.register_forward_hook(keep(number, "v"))
    scales = calibrate(model, reference.prompts, "fp8_e4m3fn", "per_head")
    for number in range(2):
        torch.testing.assert_close(scales.value[number] * 448, seen[number, "v"])


def save(folder: Path, reference: Truth, tensors: dict[str, torch.Tensor], **config: Any) -> Path:
    folder.mkdir(exist_ok=True)
    written = {**reference.model().config.to_dict(), "architectures": ["LlamaForCausalLM"], **config}
    (folder / "config.json").write_text(json.dumps(written))
    save_file({name: tensor.clone().contiguous() for name, tensor in tensors.items()}, folder / "model.safetensors")
    return folder


NAMES = {
    "compressed-tensors": "model.layers.{layer}.self_attn.{kind}_scale",
    "quark": "model.layers.{layer}.self_attn.{kind}_proj.output_scale",
    "modelopt": "model.layers.{layer}.self_attn.{kind}_proj.{kind}_scale",
}


def scale_tensors(naming: str, scales: KVScales) -> dict[str, torch.Tensor]:
    return {
        NAMES[naming].format(layer=layer, kind=kind): part[layer]
        for kind, part in (("k", scales.key), ("v", scales.value))
        for layer in range(2)
    }


@pytest.mark.parametrize("granularity", ["per_tensor", "per_head"])
@pytest.mark.parametrize("naming", NAMES)
def test_scales_of_a_checkpoint_are_found_by_its_names(tmp_path: Path, naming: str, granularity: Any) -> None:
    reference = truth("llama")
    measured = calibrate(reference.model(), reference.prompts, "fp8_e4m3fn", granularity)
    save(tmp_path, reference, scale_tensors(naming, measured))
    found = read_scales(tmp_path)
    assert all(map(torch.equal, (*found.key, *found.value), (*measured.key, *measured.value)))
    assert 0 < scored(reference, reference.model(), kv_dtype="fp8_e4m3fn", scales=found) < 0.03
    doubled = read_scales(tmp_path, "fp8_e4m3fnuz")
    assert all(torch.equal(other, 2 * one) for one, other in zip(found.key, doubled.key, strict=True))
    assert 0 < scored(reference, reference.model(), kv_dtype="fp8_e4m3fnuz", scales=doubled) < 0.03


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"model.layers.1.self_attn.v_scale": None}, "no scales for 1 of 4: v of layer 1"),
        ({"model.layers.0.self_attn.k_proj.output_scale": torch.ones(1)}, "two scales for k of layer 0"),
        ({"model.layers.0.self_attn.k_scale": torch.ones(3)}, "has 3 numbers, expected 1 or 2"),
        ({"model.layers.0.self_attn.k_scale": torch.zeros(1)}, "expected finite numbers above 0"),
    ],
)
def test_wrong_scales_of_a_checkpoint_are_refused(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    reference = truth("llama")
    ones = KVScales("fp8_e4m3fn", (torch.ones(1),) * 2, (torch.ones(1),) * 2)
    tensors = {**scale_tensors("compressed-tensors", ones), **change}
    save(tmp_path, reference, {name: tensor for name, tensor in tensors.items() if tensor is not None})
    with pytest.raises(CheckpointError, match=message):
        read_scales(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"kv_dtype": "fp8_e4m3fn"}, "scales: got None"),
        ({"scales": "per_token"}, "scales: got scales, expected None"),
        ({"kv_dtype": "int8", "scales": KVScales("fp8_e4m3fn", (), ())}, "for fp8_e4m3fn, expected for int8"),
        ({"kv_dtype": "int8", "scales": KVScales("int8", (), ())}, "0 layers, expected 2"),
    ],
)
def test_an_engine_refuses_scales_that_do_not_fit(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidArgumentError, match=message):
        Engine(truth("llama").model(), blocks=4, **arguments)


@pytest.mark.parametrize("dtype", QUANTISED)
def test_w8a8_layers_keep_the_model(dtype: str) -> None:
    reference = truth("llama")
    model = reference.model()
    assert quantise_linears(model, dtype) == 2 * 7
    assert 0 < scored(reference, model) < 0.1
    scales = calibrate(model, reference.prompts, dtype)
    assert 0 < scored(reference, model, kv_dtype=dtype, scales=scales) < 0.1


@pytest.mark.parametrize("weights", ["fp8_e4m3fn", "fp8_e4m3fnuz"])
@pytest.mark.parametrize("method", ["compressed-tensors", "quark"])
def test_a_w8a8_checkpoint_runs_as_the_model_that_it_was_made_from(tmp_path: Path, method: str, weights: str) -> None:
    reference = truth("llama")
    model = reference.model()
    quantise_linears(model, "fp8_e4m3fn")
    tensors = {name: tensor for name, tensor in model.state_dict().items() if not name.endswith("weight_scale")}
    by_row = {name: tensor[:, None] for name, tensor in model.state_dict().items() if name.endswith("weight_scale")}
    save(tmp_path, reference, {**tensors, **by_row}, quantization_config={"quant_method": method})
    loaded = load_w8a8(tmp_path, "fp32", weights)
    if weights == "fp8_e4m3fn":
        first, second = (run(Given(reference, one), blocks=48) for one in (model, loaded))
        assert [entry.tokens for entry in first] == [entry.tokens for entry in second]
    assert 0 < scored(reference, loaded) < 0.1


class Given:
    """A truth whose model is given."""

    def __init__(self, reference: Truth, model: Any) -> None:
        self.prompts, self.case, self.given = reference.prompts, reference.case, model

    def model(self) -> Any:
        return self.given


def largest_inputs(model: Any, reference: Truth) -> dict[str, torch.Tensor]:
    """The largest magnitude that each W8A8 layer is given over the prompts, by its name."""
    seen: dict[str, torch.Tensor] = {}

    def keep(name: str) -> Any:
        def hook(module: Any, given: tuple[torch.Tensor, ...]) -> None:
            largest = given[0].detach().abs().max()
            seen[name] = torch.maximum(seen.get(name, largest), largest)

        return hook

    hooks = [
        module.register_forward_pre_hook(keep(name))
        for name, module in model.named_modules()
        if isinstance(module, W8A8Linear)
    ]
    scored(reference, model)
    for hook in hooks:
        hook.remove()
    return seen


@pytest.mark.parametrize("weights", ["fp8_e4m3fn", "fp8_e4m3fnuz"])
@pytest.mark.parametrize("method", ["compressed-tensors", "quark"])
def test_static_input_scales_of_a_checkpoint_are_used(tmp_path: Path, method: str, weights: str) -> None:
    reference = truth("llama")
    model = reference.model()
    quantise_linears(model, "fp8_e4m3fn")
    given = {f"{name}.input_scale": largest / 448 for name, largest in largest_inputs(model, reference).items()}
    tensors = {**model.state_dict(), **given}
    save(tmp_path, reference, tensors, quantization_config={"quant_method": method})
    loaded = load_w8a8(tmp_path, "fp32", weights, inputs="checkpoint")
    layer = loaded.model.layers[1].mlp.down_proj
    factor = 2 if weights == "fp8_e4m3fnuz" else 1
    assert layer.input_scale.item() == factor * given["model.layers.1.mlp.down_proj.input_scale"].item()
    assert 0 < scored(reference, loaded) < 0.1
    # Each layer computes what dequantised operands give.
    x = torch.randn(3, layer.weight.shape[1])
    stored = (x / layer.input_scale).clamp(-448 / factor, 448 / factor).to(layer.weight.dtype)
    exact = (stored.double() * layer.input_scale.double()) @ (layer.weight.double() * layer.weight_scale[:, None]).T
    torch.testing.assert_close(layer(x).double(), exact, rtol=1e-5, atol=1e-5)
    # Scales 16 times too small cut activations off: they are what is used.
    for module in loaded.modules():
        if isinstance(module, W8A8Linear):
            assert module.input_scale is not None
            module.input_scale.data /= 16
    assert scored(reference, loaded) > 0.1


EXPERTS = {
    "mixtral": ("model.layers.{layer}.block_sparse_moe.experts.{expert}.{part}", ("w1", "w3", "w2")),
    "qwen3_moe": ("model.layers.{layer}.mlp.experts.{expert}.{part}", ("gate_proj", "up_proj", "down_proj")),
}


def experts_checkpoint(name: str, by_channel: bool) -> dict[str, torch.Tensor]:
    """A model of experts with fp8 weights, named as in checkpoints: an expert's three matrices each with their own scales."""
    naming, parts = EXPERTS[name]
    model = truth(name).model()
    quantise_linears(model, "fp8_e4m3fn")
    tensors = {}
    for key, tensor in model.state_dict().items():
        if not key.endswith(("experts.gate_up_proj", "experts.down_proj")):
            tensors[key.replace(".mlp.gate.", ".block_sparse_moe.gate.") if name == "mixtral" else key] = tensor
            continue
        for expert, matrix in enumerate(tensor):
            pieces = zip(parts[:2], matrix.chunk(2), strict=True) if "gate_up" in key else ((parts[2], matrix),)
            for part, piece in pieces:
                place = naming.format(layer=key.split(".")[2], expert=expert, part=part)
                scale = piece.abs().amax(1, keepdim=True) / 448 if by_channel else piece.abs().max() / 448
                tensors[f"{place}.weight"] = (piece / scale).to(torch.float8_e4m3fn)
                tensors[f"{place}.weight_scale"] = scale
    return tensors


@pytest.mark.parametrize("weights", ["fp8_e4m3fn", "fp8_e4m3fnuz"])
@pytest.mark.parametrize("by_channel", [False, True])
@pytest.mark.parametrize("name", EXPERTS)
def test_experts_of_a_checkpoint_are_found_by_their_names(
    tmp_path: Path, name: str, by_channel: bool, weights: str
) -> None:
    reference = truth(name)
    tensors = experts_checkpoint(name, by_channel)
    save(tmp_path, reference, tensors, quantization_config={"quant_method": "compressed-tensors"})
    loaded = load_w8a8(tmp_path, "fp32", weights)
    assert 0 < scored(reference, loaded) < 0.1
    experts = loaded.model.layers[1].mlp.experts
    naming, (gate, _, _) = EXPERTS[name]
    place = naming.format(layer=1, expert=2, part=gate)
    exact = tensors[f"{place}.weight"].float() * tensors[f"{place}.weight_scale"]
    found = experts.gate_up_proj[2].float()[: len(exact)] * experts.gate_up_scale[2]
    # One scale an expert: rounded anew by at most half a step of the format, or of its smallest numbers.
    assert ((found - exact).abs() <= exact.abs() / 16 + experts.gate_up_scale[2] * 2**-9).all()
    # Experts in another order are another model.
    experts.gate_up_proj.data = experts.gate_up_proj.data.view(torch.uint8).roll(1, 0).view(experts.gate_up_proj.dtype)
    assert scored(reference, loaded) > 0.1


def test_every_byte_of_ocp_fp8_is_worth_half_as_fnuz() -> None:
    stored = torch.arange(256, dtype=torch.uint8)
    usable = (stored & 0x7F) != 0x7F  # NaN
    weight = stored[usable].view(torch.float8_e4m3fn)
    assert torch.equal(to_fnuz(weight).float() * 2, weight.float())


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("llama", {"LlamaRMSNorm": 5}),
        ("mixtral", {"MixtralRMSNorm": 5, "MixtralExperts": 2}),
        ("qwen3_moe", {"Qwen3MoeRMSNorm": 9, "Qwen3MoeExperts": 2}),
        ("gpt_oss", {"GptOssRMSNorm": 5}),
        ("gemma_2", {}),
    ],
)
def test_our_norms_and_experts_leave_every_token_as_it_was(name: str, counts: dict[str, int]) -> None:
    reference = truth(name)
    model = reference.model()
    assert use_ops(model) == counts
    engine_run = run(Given(reference, model), blocks=48)  # type: ignore[arg-type]
    check_equal(reference, engine_run)
