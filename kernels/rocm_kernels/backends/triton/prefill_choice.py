"""Which prefill kernel serves a request: the portable one, or the one written for NVIDIA's sm_90."""

from __future__ import annotations

from functools import cache

import torch

from rocm_kernels.spec import AttentionSpec

PORTABLE = "paged_prefill"
HOPPER = "paged_prefill_hopper"
HOPPER_TARGET = "sm_90"
# Layouts in which the elements of a head are contiguous for keys and for values: what a 16-byte copy needs.
_LAYOUTS = frozenset({"nhd", "hnd"})
_HEAD_SIZES = frozenset({64, 128})
# Of the optional features, those that the kernel has.
_FEATURES = frozenset({"log_sum_exp"})


def serves(spec: AttentionSpec) -> bool:
    """Whether the kernel for sm_90 takes a request; everything else goes to the portable kernel."""
    return (
        spec.query_dtype in ("fp16", "bf16")
        and spec.kv_dtype == spec.query_dtype
        and spec.layout in _LAYOUTS
        and spec.head_size in _HEAD_SIZES
        and _FEATURES.issuperset(spec.features)
        and gluon_is_there()
    )


def gluon_is_there() -> bool:
    """Whether this Triton has what the kernel is written in; an experimental part of it, whose names change."""
    return _loads("prefill_hopper")


def boxes_are_there() -> bool:
    """The same of the kernel that has boxes of the cache copied."""
    return _loads("prefill_boxes")


@cache
def _loads(module: str) -> bool:
    from rocm_kernels.backends.triton.source_modules import kernels

    try:
        kernels(module, interpreted=False)
    except (ImportError, AttributeError):
        return False
    return True


def prefill_kernel(spec: AttentionSpec) -> str:
    """Name the kernel that runs a prefill request on this machine."""
    if spec.device != "cuda" or not torch.cuda.is_available():
        return PORTABLE
    major, minor = torch.cuda.get_device_capability()
    return HOPPER if f"sm_{major}{minor}" == HOPPER_TARGET and serves(spec) else PORTABLE
