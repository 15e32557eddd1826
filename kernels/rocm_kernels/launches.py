"""Notes which kernels were really launched: every launcher calls ``note`` right where it launches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_listeners: ContextVar[tuple[list[str], ...]] = ContextVar("rocm_kernels_launches", default=())


def note(kernel: str) -> None:
    """Record the launch of ``kernel`` (its symbol or, for PyTorch code, the function's name) with every listener."""
    for names in _listeners.get():
        names.append(kernel)


@contextmanager
def listening() -> Iterator[list[str]]:
    """Collect the names of the kernels launched inside the block, in order."""
    names: list[str] = []
    token = _listeners.set((*_listeners.get(), names))
    try:
        yield names
    finally:
        _listeners.reset(token)
