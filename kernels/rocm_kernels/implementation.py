"""What a backend registers: an op it can run, the table of what it supports, and how it is loaded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rocm_kernels.spec import AttentionSpec
from rocm_kernels.support import Reason, Support

Evidence = str  # hardware, emulated, interpreted, compiled or reference


@dataclass(frozen=True)
class Implementation:
    """One candidate for one op.

    Attributes:
        name: ``<backend>.<op>[.<variant>]``, unique.
        backend: ``aiter``, ``rocm``, ``triton`` or ``torch``.
        op: the op that it runs.
        support: what it serves.
        available: (device name) -> reasons why it cannot run on this machine now (not installed, switched off by a flag),
            empty where it can; called once a device and cached by the dispatcher.
        load: gives the callable that runs validated arguments. It is called once, at the first use; anything it raises,
            SystemExit included, becomes a reason.
        kernel_for: the kernel that would be launched for a spec, for ``explain``.
    """

    name: str
    backend: str
    op: str
    support: Support
    available: Callable[[str], tuple[Reason, ...]]
    load: Callable[[], Callable[[Any], None]]
    kernel_for: Callable[[AttentionSpec], str]
