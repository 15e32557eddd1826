"""Models and key/value scales from a folder in Hugging Face's format, with errors that say what is wrong with the files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from transformers import AutoConfig, AutoModelForCausalLM

from rocm_kernels.dtypes import BY_TORCH_DTYPE, data_type
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.integrations.errors import CheckpointError
from rocm_kernels.integrations.transformers.caches import KVScales
from rocm_kernels.integrations.transformers.shapes import attention_shape

# Names under which checkpoints keep the scales of the cache. compressed-tensors (and vLLM): of the attention layer; Quark: the
# output scales of the two projections; ModelOpt: of the projections.
SCALE_OF_CACHE = re.compile(
    r"\.(?P<layer>\d+)\.(?:self_attn|self_attention|attention)\."
    r"(?:(?P<plain>[kv])_scale|(?P<projection>[kv])_proj\.(?:output_scale|[kv]_scale))$"
)


def files_of(folder: Path) -> list[Path]:
    """The weight files of a checkpoint, read through once: raises CheckpointError for one that is missing or cut off."""
    index = folder / "model.safetensors.index.json"
    try:
        if index.is_file():
            names = sorted(set(json.loads(index.read_text(encoding="utf-8"))["weight_map"].values()))
        else:
            names = sorted(path.name for path in folder.glob("*.safetensors"))
    except (ValueError, KeyError, AttributeError) as error:
        raise CheckpointError(f"{index.name} in {folder} is damaged: {error}") from error
    if not names:
        raise CheckpointError(f"{folder} holds no *.safetensors")
    files = [folder / name for name in names]
    for path in files:
        if path.parent != folder:
            raise CheckpointError(f"{index.name} in {folder} names {path.name} outside of the folder")
        if not path.is_file():
            raise CheckpointError(f"{path.name} is missing in {folder}, although {index.name} names it")
        try:
            with safe_open(path, "pt") as tensors:
                tensors.keys()
        except SafetensorError as error:
            raise CheckpointError(f"{path.name} in {folder} is cut off or damaged: {error}") from error
    return files


def load_model(folder: Path | str, dtype: str | torch.dtype = "bf16") -> Any:
    """Load a causal language model from a folder; nothing is looked up anywhere else.

    Args:
        folder: with config.json and *.safetensors.
        dtype: a float type of rocm_kernels.dtypes for the weights.

    Raises:
        CheckpointError: the folder, its configuration or a weight file is missing or damaged, or weights are missing.
        InvalidArgumentError: a dtype that no model computes in, or a model type that is not served.
    """
    folder = Path(folder)
    compute = data_type(dtype)
    if compute.quantised:
        known = ", ".join(entry.name for entry in BY_TORCH_DTYPE.values() if not entry.quantised)
        raise InvalidArgumentError("dtype", compute.name, f"one of {known}")
    if not (folder / "config.json").is_file():
        raise CheckpointError(f"{folder} has no config.json")
    try:
        config = AutoConfig.from_pretrained(folder, local_files_only=True)
    except (OSError, ValueError, KeyError) as error:
        raise CheckpointError(f"config.json in {folder} cannot be used: {error}") from error
    attention_shape(config)
    files_of(folder)
    load: Any = AutoModelForCausalLM.from_pretrained
    try:
        model, report = load(
            folder, config=config, dtype=compute.torch_dtype, local_files_only=True, output_loading_info=True
        )
    except (OSError, RuntimeError, ValueError, SafetensorError) as error:
        raise CheckpointError(f"the weights in {folder} cannot be loaded: {error}") from error
    # transformers only warns and leaves such weights random.
    if report["missing_keys"]:
        missing = sorted(report["missing_keys"])
        raise CheckpointError(f"{folder} lacks {len(missing)} weights, the first is {missing[0]}")
    return model.eval()


def read_scales(folder: Path | str, dtype: str = "fp8_e4m3fn") -> KVScales:
    """Read the scales of the key/value cache that a checkpoint brings.

    Checkpoints are written for the OCP format, whose largest value is 448. For ``fp8_e4m3fnuz`` the scales are doubled: every
    byte is worth half as much there.

    Args:
        folder: with config.json and *.safetensors, whose scales are named as by compressed-tensors, Quark or ModelOpt.
        dtype: the type of the cache.

    Raises:
        CheckpointError: scales are missing for a layer, are there twice, or are neither one number nor one a head.
        InvalidArgumentError: a type other than the two fp8 formats.
    """
    folder = Path(folder)
    stored = data_type(dtype)
    if stored.kind != "fp8":
        raise InvalidArgumentError("dtype", stored.name, "fp8_e4m3fn or fp8_e4m3fnuz: checkpoints hold scales for fp8")
    try:
        shape = attention_shape(AutoConfig.from_pretrained(folder, local_files_only=True))
    except (OSError, KeyError) as error:
        raise CheckpointError(f"config.json in {folder} cannot be used: {error}") from error
    found: dict[tuple[str, int], torch.Tensor] = {}
    for path in files_of(folder):
        with safe_open(path, "pt") as tensors:
            for name in tensors.keys():  # noqa: SIM118 - not a dictionary
                match = SCALE_OF_CACHE.search(name)
                if match is None:
                    continue
                which = (match["plain"] or match["projection"], int(match["layer"]))
                if which in found:
                    raise CheckpointError(f"{folder} has two scales for {which[0]} of layer {which[1]}; one is {name}")
                scale = tensors.get_tensor(name).float().reshape(-1)
                if len(scale) not in (1, shape.kv_heads):
                    given = f"{name} in {folder} has {len(scale)} numbers"
                    raise CheckpointError(f"{given}, expected 1 or {shape.kv_heads}, one a key/value head")
                if not bool((scale.isfinite() & (scale > 0)).all()):
                    raise CheckpointError(f"{name} in {folder} is {scale.tolist()}, expected finite numbers above 0")
                found[which] = scale
    missing = [
        f"{which} of layer {layer}" for which in "kv" for layer in range(shape.layers) if (which, layer) not in found
    ]
    if missing:
        raise CheckpointError(
            f"{folder} has no scales for {len(missing)} of {2 * shape.layers}: {', '.join(missing[:4])}"
        )
    factor = 2.0 if stored.name == "fp8_e4m3fnuz" else 1.0
    key, value = (tuple(found[which, layer] * factor for layer in range(shape.layers)) for which in "kv")
    return KVScales(stored.name, key, value)
