"""What a cell with a yardstick measures: counts in the emulator, times on a GPU, of both in one process on the same data."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import torch

from rocm_ci.attention_cell import AttentionCell
from rocm_ci.cell import NEEDED_BYTES, Cell
from rocm_ci.cell_context import context, place_of
from rocm_ci.gates.performance import Count, Timing
from rocm_ci.observation import Observed, observe
from rocm_ci.reference import needed
from rocm_ci.requests import Request, request_of
from rocm_kernels import devices
from rocm_kernels.data_types import DATA_TYPES

if TYPE_CHECKING:
    from gfx_emulator.trace import LaunchResult

REPEATS = 15
LEAST_SECONDS = 2e-3
"""A repeat calls so often that it takes at least this long by the kernel's own first time: events have a resolution."""
MOST_CALLS = 256
# What the emulator gives a kernel beside the memory of the request.
OWN_MEMORY = ("code object", "dispatch packet")


class SpeedError(RuntimeError):
    """A cell's kernel or its yardstick could not be measured."""


def measure(cell: Cell) -> Count | Timing:
    """Measure a cell against its yardstick; raises SpeedError where either of them did not run as itself."""
    if cell.device_kind == "emulated":
        return _counted(cell)
    return _timed(cell)


def _as(cell: Cell, backend: str | None) -> Cell:
    """The same request served by a backend that is asked for, compiled for the emulator where that needs permission."""
    flags = dict(cell.flags)
    if backend == "triton" and cell.device_kind == "emulated":
        flags["ROCM_KERNELS_TRITON_EMULATE"] = "1"
    return cell.model_copy(update={"backend": backend, "policy": "explicit", "flags": flags, "reasons": {}})


def _ran(cell: Cell, request: Request) -> Observed:
    observed = observe(cell, request)
    if observed.error is not None:
        raise SpeedError(f"{cell.backend}: {type(observed.error).__name__}: {observed.error}") from observed.error
    served = [call.backend for call in observed.calls]
    if served != [cell.backend]:
        raise SpeedError(f"{cell.backend} was to be measured, the call was served by {', '.join(map(str, served))}")
    return observed


# --- counts -------------------------------------------------------------------------------------------------------------


def _launches(cell: Cell, request: Request) -> list[LaunchResult]:
    observed = _ran(cell, request)
    results = observed.testimony.results if observed.testimony else []
    if not results:
        raise SpeedError(f"{cell.backend}: the emulator ran nothing")
    return results


def _names(results: Iterable[LaunchResult]) -> str:
    return ", ".join(result.kernel for result in results)


def _counted(cell: Cell) -> Count:
    assert cell.yardstick is not None
    assert cell.most is not None
    request = request_of(cell)
    own = _launches(_as(cell, cell.backend), request)
    if cell.yardstick == NEEDED_BYTES:
        assert isinstance(cell, AttentionCell)
        unit, counted = "bytes read", sum(_read(result) for result in own)
        other, yardstick = _needed(cell), "those needed once"
    else:
        results = _launches(_as(cell, cell.yardstick), request)
        unit, counted = "wave instructions", sum(result.instructions for result in own)
        other, yardstick = sum(result.instructions for result in results), f"{cell.yardstick}: {_names(results)}"
    return Count(
        kernel=_names(own),
        yardstick=yardstick,
        unit=unit,
        device=cell.device,
        evidence="emulated",
        counted=counted,
        yardstick_counted=other,
        most=cell.most,
    )


def _read(result: LaunchResult) -> int:
    return sum(traffic.read for traffic in result.traffic if not traffic.name.startswith(OWN_MEMORY))


def _needed(cell: AttentionCell) -> int:
    sizes = [DATA_TYPES[name].itemsize for name in (cell.query_dtype, cell.kv_dtype)]
    return needed.decode_bytes(
        cell.lengths, cell.query_heads, cell.kv_heads, cell.head_size, cell.block_size, sizes[0], sizes[1]
    )


# --- times --------------------------------------------------------------------------------------------------------------


def _timed(cell: Cell) -> Timing:
    assert cell.yardstick is not None
    assert cell.most is not None
    request = request_of(cell)
    own, other = _as(cell, cell.backend), _as(cell, cell.yardstick)
    kernels = [_ran(variant, request).launched for variant in (own, other)]  # compiles, and shows that each is itself
    calls = [_caller(variant, request) for variant in (own, other)]
    counts = [_calls_a_repeat(call) for call in calls]
    seconds: tuple[list[float], list[float]] = ([], [])
    for _ in range(REPEATS):
        for taken, call, count in zip(seconds, calls, counts, strict=True):
            taken.append(_seconds(call, count))
    return Timing(
        kernel=", ".join(kernels[0]),
        yardstick=f"{cell.yardstick}: {', '.join(kernels[1])}",
        device=devices.detect().product or str(place_of(cell)),
        evidence="hardware",
        seconds=tuple(seconds[0]),
        yardstick_seconds=tuple(seconds[1]),
        most=cell.most,
    )


def _caller(cell: Cell, request: Request) -> Callable[[int], None]:
    def call(count: int) -> None:
        with context(cell):
            for _ in range(count):
                request.call(cell.backend, validate=False)

    return call


def _calls_a_repeat(call: Callable[[int], None]) -> int:
    return min(MOST_CALLS, max(1, round(LEAST_SECONDS / max(_seconds(call, 1), 1e-6))))


def _seconds(call: Callable[[int], None], count: int) -> float:
    """Seconds of one call on the GPU, the mean of ``count`` in a row, between two events of its stream."""
    first, last = (torch.cuda.Event(enable_timing=True) for _ in range(2))  # type: ignore[no-untyped-call]
    torch.cuda.synchronize()
    first.record()
    call(count)
    last.record()
    torch.cuda.synchronize()
    return float(first.elapsed_time(last)) / 1e3 / count
