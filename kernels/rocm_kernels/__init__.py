"""Paged attention for AMD GPUs: ops, the dispatcher that chooses a backend, and the backends."""

# Names that a type checker takes from rocm_kernels.api, and a program on their first use.
# ruff: noqa: F403, F405

from typing import TYPE_CHECKING

__all__ = [
    "AiterPagedAttention",
    "AttentionSpec",
    "Decision",
    "Explanation",
    "PagedAttention",
    "PagedCache",
    "add_rms_norm",
    "allocate_cache",
    "automatic",
    "block_scaled_gemm",
    "compatible",
    "decide",
    "explain",
    "explicit",
    "forbid_fallback",
    "fused_moe",
    "gather_cache",
    "linear",
    "overriding_flags",
    "paged_attention",
    "paged_attention_class",
    "prefill_attention",
    "quantise",
    "recording",
    "reshape_and_cache",
    "rms_norm",
    "rms_norm_quantised",
    "route",
    "using_device",
    "using_policy",
    "validating",
]

if TYPE_CHECKING:
    from rocm_kernels.api import *
else:

    def __getattr__(name: str) -> object:
        """Import PyTorch and all of this on the first use of a name: tables of this package are read without them."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from rocm_kernels import api

        globals().update({exported: getattr(api, exported) for exported in __all__})
        return globals()[name]

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
