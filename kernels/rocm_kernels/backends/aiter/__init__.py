"""Backend that calls AITER, from its own package."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rocm_kernels import flags
from rocm_kernels.backends.aiter import package
from rocm_kernels.backends.aiter.kernels import KERNELS, AiterKernel, kernel_name
from rocm_kernels.errors import ImplementationFailure
from rocm_kernels.implementation import Implementation
from rocm_kernels.support import Reason


def _available(kernel: AiterKernel) -> Callable[[str], tuple[Reason, ...]]:
    def reasons(device: str) -> tuple[Reason, ...]:
        found = []
        off = flags.current().off_because(kernel.flag)
        if off is not None:
            found.append(Reason("flag", off))
        if not package.installed():
            found.append(
                Reason("not_installed", f"the package {package.PACKAGE} is not installed (pip install amd-aiter)")
            )
        return tuple(found)

    return reasons


def _load(kernel: AiterKernel) -> Callable[[], Callable[[Any], None]]:
    def load() -> Callable[[Any], None]:
        if not kernel.adapted:
            raise ImplementationFailure("not_adapted", f"this project does not call {kernel.function} yet")
        from rocm_kernels.backends.aiter import asm_paged_attention

        return asm_paged_attention.load()

    return load


IMPLEMENTATIONS: tuple[Implementation, ...] = tuple(
    Implementation(
        f"aiter.{kernel.op}.{kernel.variant}",
        "aiter",
        kernel.op,
        kernel.support,
        _available(kernel),
        _load(kernel),
        kernel_name(kernel),
    )
    for kernel in KERNELS
)
