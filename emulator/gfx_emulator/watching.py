"""Who watches launches: what the emulator itself ran, told to whoever asks, whatever its callers say of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gfx_emulator.trace import LaunchResult

_watchers: ContextVar[tuple[list[LaunchResult], ...]] = ContextVar("gfx_emulator_watchers", default=())


@contextmanager
def watching() -> Iterator[list[LaunchResult]]:
    """Collect the results of all launches that end inside the block, in this thread or task, in order; blocks may nest."""
    results: list[LaunchResult] = []
    token = _watchers.set((*_watchers.get(), results))
    try:
        yield results
    finally:
        _watchers.reset(token)


def tell(result: LaunchResult) -> LaunchResult:
    """Hand the result of a launch to every watcher, and back."""
    for results in _watchers.get():
        results.append(result)
    return result
