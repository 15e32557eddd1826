"""What the dispatcher may do when the first choice cannot serve a request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from typing import Literal

from rocm_kernels.errors import InvalidArgumentError

# Backends in order of preference: the one list of their names.
BACKENDS = ("aiter", "rocm", "triton", "torch")

Kind = Literal["automatic", "explicit", "forbid_fallback"]


@dataclass(frozen=True, eq=False)
class Policy:
    """One policy; made by the names below, so that equal policies are one object.

    Attributes:
        kind: ``automatic`` takes the first candidate that serves the request and says once why the others did not;
            ``explicit`` takes one backend or raises with all its reasons; ``forbid_fallback`` takes the first backend that
            is available on the device or raises.
        backend: the backend of an explicit policy.
    """

    kind: Kind
    backend: str | None = None

    def __str__(self) -> str:
        return f"explicit {self.backend}" if self.backend else self.kind.replace("_", " ")


automatic = Policy("automatic")
forbid_fallback = Policy("forbid_fallback")


@cache
def _explicit(backend: str) -> Policy:
    return Policy("explicit", backend)


def explicit(backend: str) -> Policy:
    """Return the policy that takes ``backend`` or raises; raises InvalidArgumentError where there is no such backend."""
    if backend not in BACKENDS:
        raise InvalidArgumentError("backend", repr(backend), f"one of {', '.join(BACKENDS)}")
    return _explicit(backend)


_current: ContextVar[Policy] = ContextVar("rocm_kernels_policy", default=automatic)


def current() -> Policy:
    """Return the policy in force in this thread or task."""
    return _current.get()


@contextmanager
def using_policy(policy: Policy) -> Iterator[Policy]:
    """Put a policy in force inside the block, in this thread or task only."""
    if not isinstance(policy, Policy):
        raise InvalidArgumentError("policy", repr(policy), "automatic, explicit(<backend>) or forbid_fallback")
    token = _current.set(policy)
    try:
        yield policy
    finally:
        _current.reset(token)
