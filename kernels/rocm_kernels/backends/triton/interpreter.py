"""Lets the kernels run on the CPU by Triton's interpreter: slow, for small shapes, and shown as ``interpreted``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rocm_kernels import flags

FLAG = "ROCM_KERNELS_TRITON_INTERPRET"


@contextmanager
def interpreting() -> Iterator[None]:
    """Allow this backend on cpu tensors inside the block, as the flag ROCM_KERNELS_TRITON_INTERPRET does everywhere."""
    with flags.overriding_flags(**{FLAG: True}):
        yield


def allowed() -> bool:
    """Whether the interpreter may be used now."""
    return flags.current()[FLAG]
