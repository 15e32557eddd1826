"""AITER's functions for the ops beside attention: what each serves, and calls by keyword with the signature checked.

The limits come from what is known of the package (amd-aiter 0.1.7.post2.dev18) and of its public faults: RMS norm is for 16
bit, is not built for gfx90a (calling it there ends the process) and corrupted the row after one of 769 elements (aiter#5044);
fused MoE takes intermediate sizes in multiples of 64 up to 192 and of 128 above. ``tuned_gemm`` is never called: where its fp8
product raises, it computes in fp32 without a word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import torch

from rocm_kernels import devices, flags, launches
from rocm_kernels.backends.aiter import package
from rocm_kernels.errors import ImplementationFailure
from rocm_kernels.implementation import Implementation
from rocm_kernels.layer_arguments import BlockScaledGemmArguments, FusedMoeArguments, LinearArguments, RmsNormArguments
from rocm_kernels.layer_specs import BLOCK, FusedMoeSpec
from rocm_kernels.layer_support import LayerSupport, fp8_of_the_target
from rocm_kernels.support import Reason

_ROCM = frozenset({"rocm"})
_CDNA3_UP = frozenset({"gfx942", "gfx950"})
_FLOAT16 = frozenset({"fp16", "bf16"})
_FP8 = frozenset({"fp8_e4m3fn", "fp8_e4m3fnuz"})
Keywords = dict[str, Any]


@dataclass(frozen=True)
class Adapter:
    """One function of the package as an implementation.

    Attributes:
        op, variant: of the implementation's name.
        function: the function of the package.
        signature: the parameters that this project was written against, in order.
        flag: vLLM's switch of it.
        support: what it serves.
        keywords: its arguments for a request of the op.
    """

    op: str
    variant: str
    function: str
    signature: tuple[str, ...]
    flag: str
    support: LayerSupport
    keywords: Callable[[Any], Keywords]


def _norm(arguments: RmsNormArguments) -> Keywords:
    return {
        "input": arguments.x.contiguous(),
        "weight": arguments.weight,
        "epsilon": arguments.eps,
        "use_model_sensitive_rmsnorm": 0,
    }


def _added_norm(arguments: RmsNormArguments) -> Keywords:
    assert arguments.residual is not None
    return {
        "out": arguments.output,
        "input": arguments.x.contiguous(),
        "residual_in": arguments.residual.contiguous(),
        "residual_out": arguments.residual_output,
        "weight": arguments.weight,
        "epsilon": arguments.eps,
        "use_model_sensitive_rmsnorm": 0,
    }


def _linear(arguments: LinearArguments) -> Keywords:
    assert arguments.x_scale is not None
    assert arguments.weight_scale is not None
    return {
        "XQ": arguments.x.contiguous(),
        "WQ": arguments.weight,
        "x_scale": arguments.x_scale.view(-1, 1),
        "w_scale": arguments.weight_scale.view(1, -1),
        "bias": arguments.bias,
        "dtype": arguments.output.dtype,
        "splitK": None,
    }


def _block_scaled(arguments: BlockScaledGemmArguments) -> Keywords:
    return {
        "XQ": arguments.x,
        "WQ": arguments.weight,
        "x_scale": arguments.x_scale,
        "w_scale": arguments.weight_scale,
        "dtype": arguments.output.dtype,
        "isBpreshuffled": False,
    }


def _moe(arguments: FusedMoeArguments) -> Keywords:
    return {
        "hidden_states": arguments.hidden,
        "w1": arguments.w1,
        "w2": arguments.w2,
        "topk_weight": arguments.topk_weights,
        "topk_ids": arguments.topk_ids,
        "expert_mask": arguments.expert_mask,
    }


def _intermediate(spec: FusedMoeSpec) -> str | None:
    step = 64 if spec.intermediate <= 192 else 128
    if spec.intermediate % step == 0:
        return None
    return f"intermediate sizes are multiples of 64 up to 192 and of 128 above; {spec.intermediate} is none"


def _weight_order(spec: FusedMoeSpec) -> str | None:
    return "reads weights that were put into its own order (shuffle_weight) beforehand, and this op gets them in rows"


_NORM = LayerSupport(
    _ROCM,
    _CDNA3_UP,
    served={"dtype": _FLOAT16, "quantisation": frozenset({"none"})},
    ranges={"hidden": (8, 8192)},
    multiples={"hidden": 8},
    without=frozenset({"residual"}),
)


def _residual_needed(spec: Any) -> str | None:
    return None if spec.residual else "adds a residual, and none is given"


_ADDED = LayerSupport(
    _ROCM,
    _CDNA3_UP,
    served=_NORM.served,
    ranges=_NORM.ranges,
    multiples=_NORM.multiples,
    extra={"residual": _residual_needed},
)

ADAPTERS: tuple[Adapter, ...] = (
    Adapter(
        "rms_norm",
        "ck",
        "rmsnorm2d_fwd",
        ("input", "weight", "epsilon", "use_model_sensitive_rmsnorm"),
        "VLLM_ROCM_USE_AITER_RMSNORM",
        _NORM,
        _norm,
    ),
    Adapter(
        "rms_norm",
        "ck_residual",
        "rmsnorm2d_fwd_with_add",
        ("out", "input", "residual_in", "residual_out", "weight", "epsilon", "use_model_sensitive_rmsnorm"),
        "VLLM_ROCM_USE_AITER_RMSNORM",
        _ADDED,
        _added_norm,
    ),
    Adapter(
        "linear",
        "a8w8",
        "gemm_a8w8",
        ("XQ", "WQ", "x_scale", "w_scale", "bias", "dtype", "splitK"),
        "VLLM_ROCM_USE_AITER_LINEAR",
        LayerSupport(
            _ROCM,
            _CDNA3_UP,
            served={
                "dtype": _FP8 | {"int8"},
                "output_dtype": _FLOAT16,
                "scaling": frozenset({"per_token_per_channel"}),
            },
            multiples={"in_features": 16, "out_features": 16},
            extra={"fp8_format": fp8_of_the_target},
        ),
        _linear,
    ),
    Adapter(
        "block_scaled_gemm",
        "ck",
        "gemm_a8w8_blockscale",
        ("XQ", "WQ", "x_scale", "w_scale", "dtype", "isBpreshuffled"),
        "VLLM_ROCM_USE_AITER_LINEAR",
        LayerSupport(
            _ROCM,
            _CDNA3_UP,
            served={"output_dtype": _FLOAT16},
            multiples={"in_features": BLOCK, "out_features": BLOCK},
            extra={"fp8_format": fp8_of_the_target},
        ),
        _block_scaled,
    ),
    Adapter(
        "fused_moe",
        "ck",
        "fused_moe",
        (
            *("hidden_states", "w1", "w2", "topk_weight", "topk_ids", "expert_mask", "activation", "quant_type"),
            *("doweight_stage1", "w1_scale", "w2_scale", "a1_scale", "a2_scale", "block_size_M", "num_local_tokens"),
            *("moe_sorting_dispatch_policy", "dtype", "hidden_pad", "intermediate_pad", "bias1", "bias2"),
        ),
        "VLLM_ROCM_USE_AITER_MOE",
        LayerSupport(
            _ROCM,
            _CDNA3_UP,
            served={"dtype": _FLOAT16, "scaling": frozenset({"none"})},
            extra={"intermediate": _intermediate, "weight_order": _weight_order},
        ),
        _moe,
    ),
)


def _available(adapter: Adapter) -> Callable[[str], tuple[Reason, ...]]:
    def reasons(device: str) -> tuple[Reason, ...]:
        found = []
        off = flags.current().off_because(adapter.flag)
        if off is not None:
            found.append(Reason("flag", off))
        if not package.installed():
            message = f"the package {package.PACKAGE} is not installed (pip install amd-aiter)"
            found.append(Reason("not_installed", message))
        return tuple(found)

    return reasons


def _load(adapter: Adapter) -> Callable[[], Callable[[Any], None]]:
    def load() -> Callable[[Any], None]:
        module = package.load()
        function = package.function(module, adapter.function, adapter.signature)
        name = f"{package.label(module)}.{adapter.function}"
        fake = package.label(module) != package.PACKAGE

        def run(arguments: Any) -> None:
            output: torch.Tensor = arguments.output
            check_place(output, fake)
            launches.note(name)
            result = function(**adapter.keywords(arguments))
            if result is not None or "out" not in adapter.signature:
                _take(name, result, output)

        return run

    return load


def _take(name: str, result: object, output: torch.Tensor) -> None:
    """Copy a result; refuses one that is not what was asked for: copying it would convert it without a word."""
    got = f"{tuple(result.shape)} of {result.dtype}" if isinstance(result, torch.Tensor) else type(result).__name__
    wanted = f"{tuple(output.shape)} of {output.dtype}"
    if not isinstance(result, torch.Tensor) or got != wanted:
        raise ImplementationFailure("output_elsewhere", f"{name} gave {got}, expected {wanted}")
    if result.data_ptr() != output.data_ptr():
        output.copy_(result)


def check_place(tensor: torch.Tensor, fake: bool) -> None:
    """Keep machine code from host memory and a stand-in package from real devices."""
    on_gpu = tensor.device.type == "cuda"
    chosen = devices.chosen()
    stubbed = chosen is not None and chosen.stubbed
    if fake and (on_gpu or not stubbed):
        message = "the aiter that is installed marks itself as a fake: for stubbed devices only"
        raise ImplementationFailure("fake_package", message)
    if not fake and not on_gpu:
        raise ImplementationFailure("not_on_gpu", f"AITER's kernels need tensors on a GPU, not on {tensor.device}")


def _kernel(adapter: Adapter) -> Callable[[Any], str]:
    return lambda spec: f"aiter.{adapter.function}"


def _not_surveyed(adapter: Adapter) -> Callable[[Any], tuple[str, ...]]:
    """Say of every decision that nothing was measured: these functions choose their kernels themselves, on a GPU."""
    text = f"not surveyed: where aiter.{adapter.function} is right was never measured, only its known limits are kept"
    return lambda spec: (text,)


SIGNATURES: Mapping[str, tuple[str, ...]] = {adapter.function: adapter.signature for adapter in ADAPTERS}

IMPLEMENTATIONS: tuple[Implementation, ...] = tuple(
    Implementation(
        f"aiter.{adapter.op}.{adapter.variant}",
        "aiter",
        adapter.op,
        adapter.support,
        _available(adapter),
        _load(adapter),
        _kernel(adapter),
        _not_surveyed(adapter),
    )
    for adapter in ADAPTERS
)
