"""Implementations for tests of the dispatcher: they count their calls and do as they are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch

from rocm_kernels import launches
from rocm_kernels.devices import KINDS
from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.implementation import Implementation
from rocm_kernels.spec import AttentionSpec
from rocm_kernels.support import Reason, Support

EVERYTHING = Support(
    devices=frozenset(KINDS),
    targets=None,
    query_dtypes=frozenset(DATA_TYPES),
    kv_dtypes=frozenset(DATA_TYPES),
    same_float_dtype=False,
)


@dataclass
class Scripted:
    """A fake implementation.

    Attributes:
        backend: whose it is.
        on_load, on_call: what to raise there; None raises nothing.
        value: what it fills the output with.
        support, here: its table, and its reasons for not being available.
    """

    backend: str
    op: str = "paged_attention"
    on_load: BaseException | None = None
    on_call: BaseException | None = None
    value: float = 1.0
    support: Any = EVERYTHING
    here: tuple[Reason, ...] = ()
    variant: str = ""
    loads: int = 0
    calls: list[Any] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"{self.backend}.{self.op}{self.variant}"

    @property
    def kernel(self) -> str:
        return f"scripted_{self.backend}_kernel"

    def load(self) -> Callable[[Any], None]:
        self.loads += 1
        if self.on_load is not None:
            raise self.on_load
        return self.run

    def run(self, arguments: Any) -> None:
        self.calls.append(arguments)
        launches.note(self.kernel)
        if self.on_call is not None:
            raise self.on_call
        arguments.output.fill_(self.value)

    def implementation(self) -> Implementation:
        return Implementation(
            self.name,
            self.backend,
            self.op,
            self.support,
            lambda device: self.here,
            self.load,
            lambda spec: self.kernel,
        )


@dataclass(frozen=True)
class Request:
    """The least that the dispatcher and a scripted implementation need."""

    spec: AttentionSpec
    output: torch.Tensor = field(default_factory=lambda: torch.zeros(2, 3))


def spec(**changes: Any) -> AttentionSpec:
    """An ordinary decode request on the cpu, with changes."""
    facts: dict[str, Any] = {
        "op": "paged_attention",
        "device": "cpu",
        "target": None,
        "query_dtype": "bf16",
        "kv_dtype": "bf16",
        "query_heads": 32,
        "kv_heads": 8,
        "head_size": 128,
        "block_size": 16,
        "layout": "5d",
    }
    return AttentionSpec(**{**facts, **changes})
