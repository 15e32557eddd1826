"""The third witness of a launch: what the machine itself says it ran, beside the recorder and the launchers' own notes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch
from torch._C._autograd import DeviceType

from gfx_emulator.watching import watching
from rocm_ci.cell import Cell

if TYPE_CHECKING:
    from gfx_emulator.trace import LaunchResult

EMULATOR, PROFILER = "emulator", "profiler"


@dataclass
class Testimony:
    """What the machine ran while a cell's op was called.

    Attributes:
        witness: ``emulator``: all launches and nothing else; ``profiler``: all kernels on the GPU, PyTorch's own among them.
        names: of the kernels, in order.
        results: the emulator's counts of each launch.
    """

    __test__ = False  # nothing for pytest

    witness: str
    names: list[str] = field(default_factory=list)
    results: list[LaunchResult] = field(default_factory=list)


@contextmanager
def testifying(cell: Cell, profile: bool) -> Iterator[Testimony | None]:
    """Have the machine of a cell testify: the emulator always, a GPU with ``profile``, a CPU never (None)."""
    if cell.device_kind == "emulated":
        testimony = Testimony(EMULATOR)
        with watching() as results:
            yield testimony
        testimony.results, testimony.names = results, [result.kernel for result in results]
    elif profile and cell.device_kind in ("rocm", "cuda"):
        testimony = Testimony(PROFILER)
        with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profiler:
            yield testimony
            torch.cuda.synchronize()
        events = profiler.events() or ()
        testimony.names = [event.name for event in events if event.device_type == DeviceType.CUDA]
    else:
        with nullcontext():
            yield None


def is_symbol(noted: str) -> bool:
    """Whether a launcher noted a kernel's symbol; the name of a Python function that launches kernels has a dot."""
    return "." not in noted


def contradiction(noted: tuple[str, ...], testimony: Testimony) -> str | None:
    """How launchers and machine differ, in one sentence, or None.

    The emulator must have run exactly the symbols noted, in order. A profiler also sees kernels that PyTorch launched for its
    own work: each symbol noted must be among them at least as often, and something must be, whatever was noted.
    """
    symbols = tuple(name for name in noted if is_symbol(name))
    said, seen = ", ".join(noted) or "nothing", ", ".join(testimony.names[:8]) or "nothing"
    if testimony.witness == EMULATOR:
        return None if symbols == tuple(testimony.names) else f"the launchers noted {said}, the emulator ran {seen}"
    if noted and not testimony.names:
        return f"the launchers noted {said}, the profiler saw no kernel on the GPU"
    for symbol in dict.fromkeys(symbols):
        if sum(same(symbol, name) for name in testimony.names) < symbols.count(symbol):
            return f"the launchers noted {said}, the profiler saw {seen}"
    return None


_PART = re.compile(r"(\d+)")


def same(symbol: str, name: str) -> bool:
    """Whether a profiler's name is that of a symbol; profilers show C++ names as they are written in the source."""
    if symbol == name:
        return True
    return re.search(rf"(?<!\w){re.escape(_identifier(symbol))}(?!\w)", name) is not None


def _identifier(symbol: str) -> str:
    """The function's own name inside a mangled one (Itanium C++ ABI, 5.1.2: lengths before names), else the symbol."""
    if not symbol.startswith("_Z"):
        return symbol
    last, place = symbol, len("_ZN") if symbol.startswith("_ZN") else len("_Z")
    while (found := _PART.match(symbol, place)) is not None:
        place = found.end() + int(found[1])
        last = symbol[found.end() : place]
    return last
