"""The PyTorch implementations of the ops beside attention, and what each serves."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from rocm_kernels.devices import KINDS
from rocm_kernels.implementation import Implementation
from rocm_kernels.layer_specs import LinearSpec
from rocm_kernels.layer_support import LayerSupport
from rocm_kernels.support import Reason

EVERYTHING = LayerSupport(devices=frozenset(KINDS))


def _bias(spec: LinearSpec) -> str | None:
    if spec.bias and spec.scaling == "per_token_per_channel":
        return "a bias beside scales a token and a channel is not served"
    return None


def _rows_to_bf16(spec: LinearSpec) -> str | None:
    if spec.scaling == "per_token_per_channel" and spec.output_dtype != "bf16":
        return f"scales a token and a channel give bf16, not {spec.output_dtype}"
    return None


# What torch._scaled_mm takes on an NVIDIA GPU from sm_90 on.
SCALED_MM = LayerSupport(
    devices=frozenset({"cuda"}),
    served={
        "dtype": frozenset({"fp8_e4m3fn"}),
        "weight_dtype": frozenset({"fp8_e4m3fn"}),
        "output_dtype": frozenset({"bf16", "fp16"}),
        "scaling": frozenset({"per_tensor", "per_token_per_channel"}),
    },
    multiples={"in_features": 16, "out_features": 16},
    extra={"bias": _bias, "output_dtype": _rows_to_bf16},
)


# Its scales of weights must lie in rows of a multiple of four blocks.
BLOCK_SCALED_MM = LayerSupport(
    devices=frozenset({"cuda"}),
    served={"dtype": frozenset({"fp8_e4m3fn"}), "output_dtype": frozenset({"bf16"})},
    multiples={"in_features": 512, "out_features": 128},
)


def _always(device: str) -> tuple[Reason, ...]:
    return ()


def has_fp8_units(device: str) -> tuple[Reason, ...]:
    """Reasons why NVIDIA's fp8 products cannot run: a GPU before sm_90."""
    import torch

    if device == "cuda" and torch.cuda.is_available() and torch.cuda.get_device_capability() < (9, 0):
        return (Reason("target", "needs compute capability 9.0"),)
    return ()


def _loader(module: str, function: str) -> Callable[[], Callable[[Any], None]]:
    def load() -> Callable[[Any], None]:
        found: Callable[[Any], None] = getattr(import_module(f"rocm_kernels.backends.torch.{module}"), function)
        return found

    return load


def _plain(op: str, module: str) -> Implementation:
    name = f"torch.{op}"
    return Implementation(name, "torch", op, EVERYTHING, _always, _loader(module, op), lambda spec: name)


IMPLEMENTATIONS: tuple[Implementation, ...] = (
    Implementation(
        "torch.linear.scaled_mm",
        "torch",
        "linear",
        SCALED_MM,
        has_fp8_units,
        _loader("linear", "scaled_mm"),
        lambda spec: "torch._scaled_mm",
    ),
    Implementation(
        "torch.block_scaled_gemm.scaled_mm",
        "torch",
        "block_scaled_gemm",
        BLOCK_SCALED_MM,
        has_fp8_units,
        _loader("linear", "block_scaled_mm"),
        lambda spec: "torch._scaled_mm",
    ),
    *(
        _plain(op, module)
        for op, module in (
            ("rms_norm", "rms_norm"),
            ("quantise", "rms_norm"),
            ("linear", "linear"),
            ("block_scaled_gemm", "linear"),
            ("fused_moe", "fused_moe"),
        )
    ),
)
