"""Backend of the HIP kernels bundled here, for CDNA and RDNA."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from rocm_kernels import flags
from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.errors import ImplementationFailure
from rocm_kernels.implementation import Implementation
from rocm_kernels.spec import AttentionSpec
from rocm_kernels.support import Reason, Support, fp8_of_the_target
from rocm_kernels.targets import TARGETS

NOT_BUILT = Reason("not_built", "the bundled HIP kernels have none for this op")
_FLAG = "VLLM_ROCM_CUSTOM_PAGED_ATTN"


def _token_scales(spec: AttentionSpec) -> str | None:
    """Rule: a probability times a scale is a 16-bit number in the kernel, which fp16 could not hold."""
    if spec.kv_scales == "per_token" and not DATA_TYPES[spec.kv_dtype].quantised:
        return f"scales of tokens are for quantised caches, not for {spec.kv_dtype}"
    return None


SUPPORT = Support(
    devices=frozenset({"rocm", "emulated"}),
    targets=frozenset(TARGETS),
    query_dtypes=frozenset({"fp16", "bf16"}),
    kv_dtypes=frozenset({"fp16", "bf16", "fp8_e4m3fn", "fp8_e4m3fnuz", "int8"}),
    head_sizes=frozenset({32, 64, 80, 96, 112, 120, 128, 192, 256}),
    block_sizes=frozenset({1, 8, 16, 32, 64, 128, 256, 528, 1024}),
    gqa=(1, 128),
    max_context_length=1_048_576,
    extra={"fp8_format": fp8_of_the_target, "kv_scales": _token_scales},
)


def _available(device: str) -> tuple[Reason, ...]:
    """Reasons why nothing of this backend can run on a device: switched off, no compiler, a target that nothing emulates."""
    found = []
    off = flags.current().off_because(_FLAG)
    if off is not None:
        found.append(Reason("flag", off))
    kind, _, target = device.partition(":")
    if kind in SUPPORT.devices:
        from gfx_emulator.compile.hip import find_compiler
        from gfx_emulator.errors import ToolMissing

        try:
            find_compiler()
        except ToolMissing as error:
            found.append(Reason("no_compiler", str(error)))
    if kind == "emulated":
        from gfx_emulator.targets import SUPPORTED_TARGETS

        if target not in SUPPORTED_TARGETS:
            found.append(Reason("not_emulated", f"the emulator runs {', '.join(SUPPORTED_TARGETS)} only, not {target}"))
    return tuple(found)


def _decode_kernel(spec: AttentionSpec) -> str:
    from rocm_kernels.backends.rocm import specialisation

    return specialisation.decode(spec, spec.target).kernel if spec.target else ""


def _cache_kernel(spec: AttentionSpec) -> str:
    from rocm_kernels.backends.rocm import specialisation

    return specialisation.reshape_and_cache(spec, "kv" if spec.kv_scales == "per_token" else "").kernel


def _implementation(op: str, kernel_for: Callable[[AttentionSpec], str]) -> Implementation:
    def load() -> Callable[[Any], None]:
        function: Callable[[Any], None] = getattr(import_module(f"{__name__}.{op}"), op)
        return function

    return Implementation(f"rocm.{op}", "rocm", op, SUPPORT, _available, load, kernel_for)


def _not_built(op: str) -> Implementation:
    def available(device: str) -> tuple[Reason, ...]:
        return (*_available(device), NOT_BUILT) if device.partition(":")[0] in SUPPORT.devices else _available(device)

    def load() -> Callable[[Any], None]:
        raise ImplementationFailure(NOT_BUILT.code, NOT_BUILT.message)

    return Implementation(f"rocm.{op}", "rocm", op, SUPPORT, available, load, lambda spec: "")


IMPLEMENTATIONS: tuple[Implementation, ...] = (
    _implementation("paged_attention", _decode_kernel),
    _not_built("prefill_attention"),
    _implementation("reshape_and_cache", _cache_kernel),
)
