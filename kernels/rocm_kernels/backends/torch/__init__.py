"""The backend that is right on any device, and the fallback of every other one: plain PyTorch."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from rocm_kernels.backends.torch import layers
from rocm_kernels.devices import KINDS
from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.implementation import Implementation
from rocm_kernels.support import Reason, Support

SUPPORT = Support(
    devices=frozenset(KINDS),
    targets=None,
    query_dtypes=frozenset(name for name, dtype in DATA_TYPES.items() if not dtype.quantised),
    kv_dtypes=frozenset(DATA_TYPES),
    same_float_dtype=False,
)


def _always(device: str) -> tuple[Reason, ...]:
    return ()


def _implementation(op: str) -> Implementation:
    name = f"torch.{op}"

    def load() -> Callable[[Any], None]:
        function: Callable[[Any], None] = getattr(import_module(f"{__name__}.{op}"), op)
        return function

    return Implementation(name, "torch", op, SUPPORT, _always, load, lambda spec: name)


IMPLEMENTATIONS: tuple[Implementation, ...] = (
    *(_implementation(op) for op in ("paged_attention", "prefill_attention", "reshape_and_cache")),
    *layers.IMPLEMENTATIONS,
)
