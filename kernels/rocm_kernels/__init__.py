"""Paged attention for AMD GPUs: ops, the dispatcher that chooses a backend, and the backends."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rocm_kernels.decision import Decision
    from rocm_kernels.devices import using_device
    from rocm_kernels.dispatcher import decide
    from rocm_kernels.engine import AiterPagedAttention, PagedAttention
    from rocm_kernels.explanation import explain
    from rocm_kernels.flags import overriding_flags
    from rocm_kernels.kv_cache import PagedCache, allocate_cache
    from rocm_kernels.layouts import compatible
    from rocm_kernels.ops import gather_cache, paged_attention, prefill_attention, reshape_and_cache
    from rocm_kernels.policy import automatic, explicit, forbid_fallback, using_policy
    from rocm_kernels.recorder import recording
    from rocm_kernels.spec import AttentionSpec
    from rocm_kernels.validation import validating

# Loaded at first use, so that importing one corner of the package does not import all of it.
_HOMES = {
    "AiterPagedAttention": "engine",
    "AttentionSpec": "spec",
    "Decision": "decision",
    "PagedAttention": "engine",
    "PagedCache": "kv_cache",
    "allocate_cache": "kv_cache",
    "automatic": "policy",
    "compatible": "layouts",
    "decide": "dispatcher",
    "explain": "explanation",
    "explicit": "policy",
    "forbid_fallback": "policy",
    "gather_cache": "ops",
    "overriding_flags": "flags",
    "paged_attention": "ops",
    "prefill_attention": "ops",
    "recording": "recorder",
    "reshape_and_cache": "ops",
    "using_device": "devices",
    "using_policy": "policy",
    "validating": "validation",
}

__all__ = [
    "AiterPagedAttention",
    "AttentionSpec",
    "Decision",
    "PagedAttention",
    "PagedCache",
    "allocate_cache",
    "automatic",
    "compatible",
    "decide",
    "explain",
    "explicit",
    "forbid_fallback",
    "gather_cache",
    "overriding_flags",
    "paged_attention",
    "prefill_attention",
    "recording",
    "reshape_and_cache",
    "using_device",
    "using_policy",
    "validating",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"rocm_kernels.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
