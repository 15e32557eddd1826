"""Lets the kernels run on the CPU: by Triton's interpreter (``interpreted``) or compiled, in the emulator (``emulated``)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rocm_kernels import flags

FLAG = "ROCM_KERNELS_TRITON_INTERPRET"
EMULATE_FLAG = "ROCM_KERNELS_TRITON_EMULATE"


@contextmanager
def interpreting() -> Iterator[None]:
    """Allow this backend on cpu tensors inside the block, as the flag ROCM_KERNELS_TRITON_INTERPRET does everywhere."""
    with flags.overriding_flags(**{FLAG: True}):
        yield


def allowed() -> bool:
    """Whether the interpreter may be used now."""
    return flags.current()[FLAG]


@contextmanager
def emulating() -> Iterator[None]:
    """Allow this backend on emulated devices inside the block, as the flag ROCM_KERNELS_TRITON_EMULATE does everywhere."""
    with flags.overriding_flags(**{EMULATE_FLAG: True}):
        yield


def emulation_allowed() -> bool:
    """Whether compiled kernels may run in the emulator now."""
    return flags.current()[EMULATE_FLAG]
