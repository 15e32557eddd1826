"""Backend of the HIP kernels bundled here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rocm_kernels import flags
from rocm_kernels.errors import ImplementationFailure
from rocm_kernels.implementation import Implementation
from rocm_kernels.support import Reason, Support, fp8_of_the_target
from rocm_kernels.targets import TARGETS

NOT_BUILT = Reason("not_built", "the bundled HIP kernels are not part of this build yet")
_FLAG = "VLLM_ROCM_CUSTOM_PAGED_ATTN"


def _available(device: str) -> tuple[Reason, ...]:
    off = flags.current().off_because(_FLAG)
    return (NOT_BUILT,) if off is None else (Reason("flag", off), NOT_BUILT)


def _load() -> Callable[[Any], None]:
    raise ImplementationFailure(NOT_BUILT.code, NOT_BUILT.message)


_DECODE = Support(
    devices=frozenset({"rocm", "emulated"}),
    targets=frozenset(TARGETS),
    query_dtypes=frozenset({"fp16", "bf16"}),
    kv_dtypes=frozenset({"fp16", "bf16", "fp8_e4m3fn", "fp8_e4m3fnuz", "int8"}),
    head_sizes=frozenset({32, 64, 80, 96, 112, 120, 128, 192, 256}),
    block_sizes=frozenset({1, 8, 16, 32, 64, 128, 256, 528, 1024}),
    gqa=(1, 128),
    max_context_length=1_048_576,
    extra={"fp8_format": fp8_of_the_target},
)

IMPLEMENTATIONS: tuple[Implementation, ...] = tuple(
    Implementation(f"rocm.{op}", "rocm", op, _DECODE, _available, _load, lambda spec: "")
    for op in ("paged_attention", "prefill_attention", "reshape_and_cache")
)
