"""Backend of AITER's kernels: from its own package on a GPU, its code objects in the emulator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rocm_kernels import flags
from rocm_kernels.backends.aiter import layer_asm, layers, package
from rocm_kernels.backends.aiter.asm_support import AsmSupport
from rocm_kernels.backends.aiter.code_objects import CodeObject
from rocm_kernels.backends.aiter.kernels import KERNELS, AiterKernel
from rocm_kernels.errors import ImplementationFailure
from rocm_kernels.implementation import Implementation, no_remarks
from rocm_kernels.support import Reason


def _available(kernel: AiterKernel) -> Callable[[str], tuple[Reason, ...]]:
    def reasons(device: str) -> tuple[Reason, ...]:
        found = []
        off = flags.current().off_because(kernel.flag)
        if off is not None:
            found.append(Reason("flag", off))
        kind, _, target = device.partition(":")
        if kind == "emulated":
            found += not_emulated(target)
        elif not package.installed():
            found.append(
                Reason("not_installed", f"the package {package.PACKAGE} is not installed (pip install amd-aiter)")
            )
        return tuple(found)

    return reasons


def not_emulated(target: str) -> list[Reason]:
    """Reasons why AITER's code objects cannot run in the emulator for a target; empty where they can."""
    from gfx_emulator.targets import SUPPORTED_TARGETS

    found = []
    if target not in SUPPORTED_TARGETS:
        known = ", ".join(SUPPORTED_TARGETS)
        found.append(Reason("not_emulated", f"the emulator runs {known} only, not {target}"))
    if package.hsa_folder() is None:
        wanted = f"the code objects of {package.DISTRIBUTION} are not installed (pip install --no-deps {package.DISTRIBUTION})"
        found.append(Reason("not_installed", wanted))
    return found


def _kernel_name(kernel: AiterKernel) -> Callable[[Any], str]:
    """Give the function that names the kernel: its symbol, or where no file is at hand the function that launches it."""

    def name(spec: Any) -> str:
        found = kernel.support.code_object(spec) if isinstance(kernel.support, AsmSupport) else None
        return found.symbol if isinstance(found, CodeObject) else f"aiter.{kernel.function}"

    return name


def _load(kernel: AiterKernel) -> Callable[[], Callable[[Any], None]]:
    def load() -> Callable[[Any], None]:
        if not kernel.adapted:
            raise ImplementationFailure("not_adapted", f"this project does not call {kernel.function} yet")
        from rocm_kernels.backends.aiter import asm_paged_attention

        assert isinstance(kernel.support, AsmSupport)
        return asm_paged_attention.load(kernel.support)

    return load


_ATTENTION: tuple[Implementation, ...] = tuple(
    Implementation(
        f"aiter.{kernel.op}.{kernel.variant}",
        "aiter",
        kernel.op,
        kernel.support,
        _available(kernel),
        _load(kernel),
        _kernel_name(kernel),
        kernel.support.remarks if isinstance(kernel.support, AsmSupport) else no_remarks,
    )
    for kernel in KERNELS
)

IMPLEMENTATIONS: tuple[Implementation, ...] = (*_ATTENTION, *layer_asm.IMPLEMENTATIONS, *layers.IMPLEMENTATIONS)
