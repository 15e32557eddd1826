"""Memory for partial results, one a device and stream, so that the launches of one stream share it in turn."""

from __future__ import annotations

from dataclasses import dataclass

import torch

# Counters that captured graphs take for good: a captured launch owns its counters, since a graph may be replayed on any stream.
_SLAB = 1 << 20


@dataclass(frozen=True)
class Workspace:
    """What a split launch needs.

    Attributes:
        output: fp32, partial accumulators.
        statistics: fp32, their maxima and denominators.
        arrivals: int32, zero between launches: programs that have stored their part of a unit.
    """

    output: torch.Tensor
    statistics: torch.Tensor
    arrivals: torch.Tensor


_by_stream: dict[tuple[torch.device, int], Workspace] = {}
_slabs: dict[torch.device, tuple[torch.Tensor, list[int]]] = {}


def workspace(
    device: torch.device, stream: int, capturing: bool, outputs: int, statistics: int, arrivals: int
) -> Workspace:
    """Give memory of at least these numbers of elements for launches on ``stream``.

    While a graph is captured the memory belongs to that graph: its partial results come from the graph's pool, its counters
    from a slab that was zeroed before.
    """
    if capturing:
        return Workspace(
            torch.empty(outputs, dtype=torch.float32, device=device),
            torch.empty(statistics, dtype=torch.float32, device=device),
            _captured_arrivals(device, arrivals),
        )
    found = _by_stream.get((device, stream))
    needed = (outputs, statistics, arrivals)
    if found is not None:
        have = (found.output.numel(), found.statistics.numel(), found.arrivals.numel())
        if all(size >= need for size, need in zip(have, needed, strict=True)):
            return found
        needed = (max(have[0], outputs), max(have[1], statistics), max(have[2], arrivals))
    elif device.type == "cuda" and device not in _slabs:
        _slabs[device] = (torch.zeros(_SLAB, dtype=torch.int32, device=device), [0])
    made = Workspace(
        torch.empty(needed[0], dtype=torch.float32, device=device),
        torch.empty(needed[1], dtype=torch.float32, device=device),
        torch.zeros(needed[2], dtype=torch.int32, device=device),
    )
    _by_stream[device, stream] = made
    return made


def _captured_arrivals(device: torch.device, count: int) -> torch.Tensor:
    if device in _slabs:
        slab, used = _slabs[device]
        if used[0] + count <= slab.numel():
            used[0] += count
            return slab[used[0] - count : used[0]]
    # Zeroed by a node of the graph itself: right, and one small kernel slower.
    return torch.zeros(count, dtype=torch.int32, device=device)
