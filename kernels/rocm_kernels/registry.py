"""The implementations of each op, in order of preference."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module

from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.implementation import Implementation
from rocm_kernels.policy import BACKENDS

_NAME = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)+")
_lock = threading.RLock()
_by_op: dict[str, tuple[Implementation, ...]] | None = None
_listeners: list[Callable[[], None]] = []


def on_change(listener: Callable[[], None]) -> None:
    """Have ``listener`` called after every change of the registry."""
    _listeners.append(listener)


def implementations(op: str) -> tuple[Implementation, ...]:
    """Return the candidates for an op in order of preference; raises InvalidArgumentError for an unknown op."""
    table = _by_op if _by_op is not None else _load()
    try:
        return table[op]
    except KeyError:
        raise InvalidArgumentError("op", repr(op), f"one of {', '.join(sorted(table))}") from None


def ops() -> tuple[str, ...]:
    """Return the names of the ops that have at least one implementation."""
    return tuple(sorted(_by_op if _by_op is not None else _load()))


def _load() -> dict[str, tuple[Implementation, ...]]:
    global _by_op
    with _lock:
        if _by_op is None:
            found: list[Implementation] = []
            for backend in BACKENDS:
                found += import_module(f"rocm_kernels.backends.{backend}").IMPLEMENTATIONS
            _by_op = _table(found)
        return _by_op


def _table(found: Iterable[Implementation]) -> dict[str, tuple[Implementation, ...]]:
    """Order implementations by backend, keeping the order inside one backend; refuses double and malformed names."""
    by_op: dict[str, list[Implementation]] = {}
    seen: set[str] = set()
    for entry in found:
        if entry.backend not in BACKENDS:
            raise InvalidArgumentError("implementation", f"backend {entry.backend!r}", f"one of {', '.join(BACKENDS)}")
        if not _NAME.fullmatch(entry.name) or not f"{entry.name}.".startswith(f"{entry.backend}.{entry.op}."):
            raise InvalidArgumentError(
                "implementation",
                f"name {entry.name!r}",
                f"{entry.backend}.{entry.op} or {entry.backend}.{entry.op}.<variant>",
            )
        if entry.name in seen:
            raise InvalidArgumentError("implementation", f"name {entry.name!r} twice", "each name once")
        seen.add(entry.name)
        by_op.setdefault(entry.op, []).append(entry)
    return {op: tuple(sorted(group, key=lambda entry: BACKENDS.index(entry.backend))) for op, group in by_op.items()}


def _replace(table: dict[str, tuple[Implementation, ...]] | None) -> None:
    global _by_op
    with _lock:
        _by_op = table
    for listener in _listeners:
        listener()


def register(implementation: Implementation) -> None:
    """Add an implementation after those of its backend; raises InvalidArgumentError for a name that is taken or malformed."""
    table = _by_op if _by_op is not None else _load()
    _replace(_table([*(entry for group in table.values() for entry in group), implementation]))


@contextmanager
def only(*chosen: Implementation) -> Iterator[None]:
    """Have exactly these implementations inside the block, in every thread; for tests."""
    before = _by_op if _by_op is not None else _load()
    _replace(_table(chosen))
    try:
        yield
    finally:
        _replace(before)
