"""Backend of Triton kernels: one source for NVIDIA and AMD, and Triton's interpreter on the CPU."""

from __future__ import annotations

from collections.abc import Callable

from rocm_kernels.backends.triton import layers
from rocm_kernels.backends.triton.interpreter import emulating, interpreting, reasons_here
from rocm_kernels.backends.triton.loading import loader
from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.implementation import Implementation
from rocm_kernels.spec import AttentionSpec
from rocm_kernels.support import Support

__all__ = ["IMPLEMENTATIONS", "emulating", "interpreting"]

SUPPORT = Support(
    devices=frozenset({"rocm", "emulated", "cuda", "cpu"}),
    targets=frozenset({"gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1201"}),
    query_dtypes=frozenset({"fp32", "fp16", "bf16"}),
    kv_dtypes=frozenset(DATA_TYPES),
    head_sizes=frozenset(range(8, 257, 8)),
    gqa=(1, 128),
)


def _prefill_kernel(spec: AttentionSpec) -> str:
    from rocm_kernels.backends.triton.prefill_choice import prefill_kernel

    return prefill_kernel(spec)


def _kernel(name: str) -> Callable[[AttentionSpec], str]:
    return lambda spec: name


_ATTENTION = tuple(
    Implementation(
        name=f"triton.{op}",
        backend="triton",
        op=op,
        support=SUPPORT,
        available=reasons_here,
        load=loader(module, op),
        kernel_for=kernel,
    )
    for op, module, kernel in (
        ("paged_attention", "decode", _kernel("paged_decode")),
        ("prefill_attention", "prefill", _prefill_kernel),
        ("reshape_and_cache", "reshape_and_cache", _kernel("reshape_and_cache")),
    )
)

IMPLEMENTATIONS: tuple[Implementation, ...] = (*_ATTENTION, *layers.IMPLEMENTATIONS)
