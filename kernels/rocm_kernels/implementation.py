"""What a backend registers: an op it can run, the table of what it supports, and how it is loaded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rocm_kernels.support import Reason, Supports


def no_remarks(spec: Any) -> tuple[str, ...]:
    """Nothing to know beside the reasons."""
    return ()


@dataclass(frozen=True)
class Implementation:
    """One candidate for one op.

    Attributes:
        name: ``<backend>.<op>[.<variant>]``, unique.
        backend: ``aiter``, ``rocm``, ``triton`` or ``torch``.
        op: the op that it runs.
        support: what it serves: a ``Support`` table, or another object that gives reasons for the specs of its op.
        available: (device name) -> reasons why it cannot run on this machine now (not installed, switched off by a flag),
            empty where it can; cheap and without side effects (it imports nothing heavy): the dispatcher calls it once for
            each decision that it caches.
        load: gives the callable that runs validated arguments. It is called once, at the first use; anything it raises,
            SystemExit included, becomes a reason.
        kernel_for: the kernel that would be launched for a spec, for ``explain``.
        remarks: what to know of a decision for it that no reason says, one sentence each.
    """

    name: str
    backend: str
    op: str
    support: Supports
    available: Callable[[str], tuple[Reason, ...]]
    load: Callable[[], Callable[[Any], None]]
    kernel_for: Callable[[Any], str]
    remarks: Callable[[Any], tuple[str, ...]] = no_remarks
