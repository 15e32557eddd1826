"""Options of ``explain`` for the ops beside attention, and the specs that they describe."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import get_args

from rocm_kernels import model_shapes
from rocm_kernels.devices import Device
from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.layer_specs import (
    BlockScaledGemmSpec,
    FusedMoeSpec,
    LayerSpec,
    LinearSpec,
    Quantisation,
    QuantiseSpec,
    RmsNormSpec,
    Scaling,
)
from rocm_kernels.targets import TARGETS

OPS = ("rms_norm", "quantise", "linear", "block_scaled_gemm", "fused_moe")


@dataclass(frozen=True)
class Widths:
    """How wide a model's layers are, from its config.json (hidden_size, intermediate_size or moe_intermediate_size)."""

    hidden: int
    intermediate: int
    experts: int = 0
    top_k: int = 0


MODELS = {
    "llama-3-8b": Widths(4096, 14336),
    "llama-3-70b": Widths(8192, 28672),
    "llama-3.1-405b": Widths(16384, 53248),
    "mixtral-8x7b": Widths(4096, 14336, 8, 2),
    "qwen3-8b": Widths(4096, 12288),
    "qwen3-235b-a22b": Widths(4096, 1536, 128, 8),
}


# Options of these ops, and the ops that have them.
TAKEN_BY = {
    "hidden": ("rms_norm", "quantise", "fused_moe"),
    "in_features": ("linear", "block_scaled_gemm"),
    "out_features": ("linear", "block_scaled_gemm"),
    "intermediate": ("fused_moe",),
    "experts": ("fused_moe",),
    "top_k": ("fused_moe",),
    "weight_dtype": ("linear", "block_scaled_gemm", "fused_moe"),
    "output_dtype": ("rms_norm", "quantise", "linear", "block_scaled_gemm"),
    "scaling": ("linear", "fused_moe"),
    "quantisation": ("rms_norm", "quantise"),
    "quantised_input": ("linear",),
    "bias": ("linear",),
    "residual": ("rms_norm",),
    "expert_mask": ("fused_moe",),
}
_NOT_GIVEN = (None, False, "auto")


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def check_taken(options: argparse.Namespace) -> None:
    """Refuse an option that the op does not have: an answer that leaves it out would be to another question."""
    shape = () if options.op not in OPS else ("heads", "kv_heads", "head_size")
    for name, ops in (*TAKEN_BY.items(), *((name, ()) for name in shape)):
        given = getattr(options, name)
        if given not in _NOT_GIVEN and options.op not in ops:
            raise InvalidArgumentError(_option(name), given, f"nothing: {options.op} has no such thing")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of these ops to those of ``explain``."""
    group = parser.add_argument_group(
        "the ops beside attention", f"for --op {', '.join(OPS)}; --model takes {', '.join(MODELS)} there"
    )
    for option, meaning in (
        ("--hidden", "elements of a row (rms_norm, quantise, fused_moe)"),
        ("--in-features", "K of a product"),
        ("--out-features", "N of a product"),
        ("--intermediate", "intermediate size of an expert"),
        ("--experts", "experts"),
        ("--top-k", "experts a token"),
    ):
        group.add_argument(option, type=int, help=meaning)
    names = ["auto", "fp8", *DATA_TYPES]
    group.add_argument(
        "--weight-dtype", default="auto", choices=names, help="auto: as --dtype; fp8: the format of the target"
    )
    group.add_argument("--output-dtype", default="auto", choices=names, help="auto: as --dtype; fp8 for quantise")
    group.add_argument("--scaling", choices=get_args(Scaling), help="of 8-bit weights; default: the op's usual one")
    group.add_argument("--quantisation", choices=get_args(Quantisation), help="of an 8-bit result; default: per_token")
    group.add_argument("--quantised-input", action="store_true", help="x comes in the type of the weight")
    group.add_argument("--bias", action="store_true", help="with a bias")
    group.add_argument("--residual", action="store_true", help="a residual is added first")
    group.add_argument("--expert-mask", action="store_true", help="some experts live elsewhere")


def specs_of(options: argparse.Namespace, device: Device) -> tuple[LayerSpec, ...]:
    """Build the specs that the options describe, one a shape.

    Raises:
        InvalidArgumentError: naming the option; also where the op itself refuses what they describe.
    """
    check_taken(options)
    return tuple(_spec(options, device, shape) for shape in _shapes(options))


NEEDED = {
    "rms_norm": ("hidden",),
    "quantise": ("hidden",),
    "linear": ("out_features", "in_features"),
    "block_scaled_gemm": ("out_features", "in_features"),
    "fused_moe": ("hidden", "intermediate", "experts", "top_k"),
}


def _shapes(options: argparse.Namespace) -> Iterator[tuple[int, ...]]:
    """The numbers that the op needs: given one by one, or those of a model's layers."""
    needed = NEEDED[options.op]
    words = ", ".join(map(_option, needed))
    given = [name for name in needed if getattr(options, name) is not None]
    if options.model is not None:
        if given:
            raise InvalidArgumentError("--model", options.model, f"none of {words} beside it")
        yield from _of_model(options.op, options.model)
        return
    if len(given) < len(needed):
        raise InvalidArgumentError(words, ", ".join(given) or "none", "all of them or --model")
    for name in needed:
        if getattr(options, name) < 1:
            raise InvalidArgumentError(_option(name), getattr(options, name), "a positive number")
    yield tuple(getattr(options, name) for name in needed)


def _of_model(op: str, name: str) -> Iterator[tuple[int, ...]]:
    found = next((known for known in MODELS if known == name or known.startswith(f"{name}-")), None)
    if found is None:
        raise InvalidArgumentError("--model", repr(name), f"one of {', '.join(MODELS)}")
    wide = MODELS[found]
    if op == "fused_moe":
        if not wide.experts:
            raise InvalidArgumentError("--model", repr(name), "a model with experts")
        yield wide.hidden, wide.intermediate, wide.experts, wide.top_k
        return
    if op in ("rms_norm", "quantise"):
        yield (wide.hidden,)
        return
    for layer in model_shapes.layers(found, "--model"):
        yield (layer.heads + 2 * layer.kv_heads) * layer.head_size, wide.hidden
        yield wide.hidden, layer.heads * layer.head_size
    if not wide.experts:
        yield 2 * wide.intermediate, wide.hidden
        yield wide.hidden, wide.intermediate


def _type(option: str, name: str, default: str, device: Device) -> str:
    if name == "auto":
        return default
    if name != "fp8":
        return name
    own = TARGETS[device.target].fp8_dtype if device.target else "fp8_e4m3fn"
    if own is None:
        raise InvalidArgumentError(option, "fp8", f"another type: {device.target} has no fp8")
    return own


def _one_of(option: str, value: str, *served: str) -> None:
    if value not in served:
        raise InvalidArgumentError(option, value, f"one of {', '.join(served)} here")


_FLOATS = tuple(name for name, entry in DATA_TYPES.items() if not entry.quantised)
_EIGHT_BIT = tuple(name for name, entry in DATA_TYPES.items() if entry.quantised)
_FP8 = tuple(name for name, entry in DATA_TYPES.items() if entry.kind == "fp8")


def _spec(options: argparse.Namespace, device: Device, shape: tuple[int, ...]) -> LayerSpec:
    return _SPECS[options.op](options, device, shape)


def _rms_norm(options: argparse.Namespace, device: Device, shape: tuple[int, ...]) -> LayerSpec:
    output = _type("--output-dtype", options.output_dtype, options.dtype, device)
    _one_of("--output-dtype", output, options.dtype, *_EIGHT_BIT)
    kinds: tuple[Quantisation, ...] = ("per_token", "per_tensor") if DATA_TYPES[output].quantised else ("none",)
    kind = options.quantisation or kinds[0]
    _one_of("--quantisation", kind, *kinds)
    return RmsNormSpec(device.name, device.target, options.dtype, shape[0], output, options.residual, kind)


def _quantise(options: argparse.Namespace, device: Device, shape: tuple[int, ...]) -> LayerSpec:
    asked = "fp8" if options.output_dtype == "auto" else options.output_dtype
    stored = _type("--output-dtype", asked, "", device)
    _one_of("--output-dtype", stored, *_EIGHT_BIT)
    kind: Quantisation = options.quantisation or "per_token"
    _one_of("--quantisation", kind, "per_token", "per_block", "per_tensor")
    return QuantiseSpec(device.name, device.target, options.dtype, shape[0], stored, kind)


def _linear(options: argparse.Namespace, device: Device, shape: tuple[int, ...]) -> LayerSpec:
    weight = _type("--weight-dtype", options.weight_dtype, options.dtype, device)
    output = _type("--output-dtype", options.output_dtype, options.dtype, device)
    eight_bit = DATA_TYPES[weight].quantised
    _one_of("--weight-dtype", weight, *(() if options.quantised_input else (options.dtype,)), *_EIGHT_BIT)
    _one_of("--output-dtype", output, *_FLOATS)
    kinds: tuple[Scaling, ...] = ("per_token_per_channel",) if eight_bit else ("none",)
    if options.quantised_input:
        kinds += ("per_tensor",)
    scaling = options.scaling or kinds[0]
    _one_of("--scaling", scaling, *kinds)
    given = weight if options.quantised_input else options.dtype
    return LinearSpec(device.name, device.target, given, weight, output, shape[1], shape[0], scaling, options.bias)


def _block_scaled_gemm(options: argparse.Namespace, device: Device, shape: tuple[int, ...]) -> LayerSpec:
    asked = "fp8" if options.weight_dtype == "auto" else options.weight_dtype
    stored = _type("--weight-dtype", asked, "", device)
    output = _type("--output-dtype", options.output_dtype, options.dtype, device)
    _one_of("--weight-dtype", stored, *_FP8)
    _one_of("--output-dtype", output, *_FLOATS)
    return BlockScaledGemmSpec(device.name, device.target, stored, output, shape[1], shape[0])


def _fused_moe(options: argparse.Namespace, device: Device, shape: tuple[int, ...]) -> LayerSpec:
    weight = _type("--weight-dtype", options.weight_dtype, options.dtype, device)
    _one_of("--weight-dtype", weight, options.dtype, *_FP8)
    kinds: tuple[Scaling, ...] = ("per_tensor", "per_block") if DATA_TYPES[weight].quantised else ("none",)
    scaling = options.scaling or kinds[0]
    _one_of("--scaling", scaling, *kinds)
    hidden, intermediate, experts, top_k = shape
    place = (device.name, device.target)
    return FusedMoeSpec(
        *place, options.dtype, weight, hidden, intermediate, experts, top_k, scaling, options.expert_mask
    )


_SPECS: dict[str, Callable[[argparse.Namespace, Device, tuple[int, ...]], LayerSpec]] = {
    "rms_norm": _rms_norm,
    "quantise": _quantise,
    "linear": _linear,
    "block_scaled_gemm": _block_scaled_gemm,
    "fused_moe": _fused_moe,
}
