"""Triton's kernel cannot be launched: the dispatcher falls back, and the result is right but not from Triton."""

from typing import Any

from rocm_kernels.backends import triton as backend


def broken(self: Any = None) -> Any:
    raise OSError("no kernel for you")


for implementation in backend.IMPLEMENTATIONS:
    object.__setattr__(implementation, "load", broken)
