"""The Triton implementations of the ops beside attention, and what each serves; importable without Triton."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rocm_kernels.backends.torch.layers import BLOCK_SCALED_MM, SCALED_MM
from rocm_kernels.backends.triton.interpreter import reasons_here
from rocm_kernels.backends.triton.loading import loader
from rocm_kernels.implementation import Implementation
from rocm_kernels.layer_specs import BlockScaledGemmSpec, LinearSpec, QuantiseSpec, RmsNormSpec
from rocm_kernels.layer_support import LayerSupport, fp8_of_the_target
from rocm_kernels.support import Reason
from rocm_kernels.targets import TARGETS

_DEVICES = frozenset({"rocm", "emulated", "cuda", "cpu"})
_TARGETS = frozenset(TARGETS)
_FP8 = frozenset({"fp8_e4m3fn", "fp8_e4m3fnuz"})
_FLOATS = frozenset({"fp32", "fp16", "bf16"})
_FORMAT = {"fp8_format": fp8_of_the_target}


def _slower(spec: LinearSpec) -> str | None:
    """On NVIDIA GPUs, NVIDIA's own products are faster (docs/ops.md has the measurements)."""
    if spec.device != "cuda":
        return None
    if spec.scaling == "none":
        return "on cuda PyTorch's own product is faster"
    return None if SCALED_MM.reasons(spec) else "on cuda torch._scaled_mm is faster"


def _blocks_slower(spec: BlockScaledGemmSpec) -> str | None:
    if spec.device != "cuda" or BLOCK_SCALED_MM.reasons(spec):
        return None
    return "on cuda triton.block_scaled_gemm.by_rows is faster, and so is torch._scaled_mm by itself"


ROWS = LayerSupport(_DEVICES, _TARGETS, extra=_FORMAT)
LINEAR = LayerSupport(_DEVICES, _TARGETS, extra={**_FORMAT, "slower": _slower})
# Scales a token and a channel around torch._scaled_mm, and quantisation before it.
SCALED_MM_ROWS = LayerSupport(
    devices=frozenset({"cuda"}),
    served={
        "weight_dtype": frozenset({"fp8_e4m3fn"}),
        "output_dtype": frozenset({"bf16"}),
        "scaling": frozenset({"per_token_per_channel"}),
    },
    multiples={"in_features": 16, "out_features": 16},
    without=frozenset({"bias"}),
)
BLOCK_SCALED = LayerSupport(_DEVICES, _TARGETS, extra={**_FORMAT, "slower": _blocks_slower})
# Up to a few rows tiles of ours, else NVIDIA's product.
BLOCK_SCALED_BY_ROWS = LayerSupport(
    BLOCK_SCALED_MM.devices, served=BLOCK_SCALED_MM.served, multiples=BLOCK_SCALED_MM.multiples
)
MOE = LayerSupport(_DEVICES, _TARGETS, ranges={"top_k": (1, 64)}, extra=_FORMAT)
# The second product may be torch._grouped_mm, which takes rows of multiples of 16 bytes.
GROUPED_MM = LayerSupport(
    devices=frozenset({"cuda"}),
    served={"dtype": frozenset({"bf16"}), "weight_dtype": frozenset({"bf16"})},
    ranges=MOE.ranges,
    multiples={"hidden": 8, "intermediate": 8},
)


def _on_hopper(device: str) -> tuple[Reason, ...]:
    from rocm_kernels.backends.torch import layers

    return (*reasons_here(device), *layers.has_fp8_units(device))


def _norm_kernel(spec: RmsNormSpec) -> str:
    from rocm_kernels.backends.triton.rms_norm import row_kernel

    return row_kernel(spec.hidden)


def _quantise_kernel(spec: QuantiseSpec) -> str:
    from rocm_kernels.backends.triton.rms_norm import quantise_kernel

    return quantise_kernel(spec.quantisation, spec.width)


def _entry(
    name: str,
    support: LayerSupport,
    module: str,
    function: str,
    kernel: Callable[[Any], str],
    available: Callable[[str], tuple[Reason, ...]] = reasons_here,
) -> Implementation:
    op = name.partition(".")[0]
    return Implementation(f"triton.{name}", "triton", op, support, available, loader(module, function), kernel)


IMPLEMENTATIONS: tuple[Implementation, ...] = (
    _entry("rms_norm", ROWS, "rms_norm", "rms_norm", _norm_kernel),
    _entry("quantise", ROWS, "rms_norm", "quantise", _quantise_kernel),
    _entry(
        "linear.scaled_mm_rows",
        SCALED_MM_ROWS,
        "linear",
        "scaled_mm_rows",
        lambda spec: "torch._scaled_mm",
        _on_hopper,
    ),
    _entry("linear", LINEAR, "linear", "linear", lambda spec: "linear_tiles"),
    _entry(
        "block_scaled_gemm.by_rows",
        BLOCK_SCALED_BY_ROWS,
        "linear",
        "block_scaled_by_rows",
        lambda spec: "triton.block_scaled_by_rows",
        _on_hopper,
    ),
    _entry("block_scaled_gemm", BLOCK_SCALED, "linear", "block_scaled_gemm", lambda spec: "block_scaled_tiles"),
    _entry("fused_moe.grouped_mm", GROUPED_MM, "fused_moe", "grouped_mm", lambda spec: "expert_gate_up", _on_hopper),
    _entry("fused_moe", MOE, "fused_moe", "fused_moe", lambda spec: "expert_down"),
)
