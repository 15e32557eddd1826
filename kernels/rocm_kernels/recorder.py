"""Records what the dispatcher did: which implementation served each call and which kernels were really launched."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from rocm_kernels.decision import Decision
from rocm_kernels.spec import Spec
from rocm_kernels.support import Rejection


@dataclass(frozen=True)
class Call:
    """One call of an op.

    Attributes:
        op, spec: what was asked for.
        decision: the decision that the call ended with, after any failure.
        implementation: name of the implementation that produced the result; None where nothing did.
        backend: its backend; None where nothing did.
        kernels: the kernels launched by that implementation, in order; those of failed attempts are not among them.
        failures: implementations that were tried and failed in this call, with the reason.
        evidence: what the result shows (rocm_kernels.devices.evidence_of).
    """

    op: str
    spec: Spec
    decision: Decision
    implementation: str | None
    backend: str | None
    kernels: tuple[str, ...]
    failures: tuple[Rejection, ...]
    evidence: str | None


@dataclass
class Record:
    """The calls made inside one ``recording()``, in order."""

    calls: list[Call] = field(default_factory=list)

    @property
    def kernels(self) -> tuple[str, ...]:
        """Every kernel launched, in order."""
        return tuple(name for call in self.calls for name in call.kernels)


_active: ContextVar[tuple[Record, ...]] = ContextVar("rocm_kernels_recorder", default=())


def active() -> tuple[Record, ...]:
    """Return the records that are being written in this thread or task; empty outside ``recording()``."""
    return _active.get()


@contextmanager
def recording() -> Iterator[Record]:
    """Record every call made inside the block, in this thread or task; blocks may nest and each sees all of its calls."""
    record = Record()
    token = _active.set((*_active.get(), record))
    try:
        yield record
    finally:
        _active.reset(token)
