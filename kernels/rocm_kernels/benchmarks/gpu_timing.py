"""Times work on a GPU: graphs of many calls between events, the copy bandwidth and the matrix rate of the same run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter

import torch


def _event() -> torch.cuda.Event:
    return torch.cuda.Event(enable_timing=True)  # type: ignore[no-untyped-call]  # PyTorch leaves it untyped


def eager(call: Callable[[], object], repeats: int = 20) -> float:
    """Microseconds a call, launched one by one, median of ``repeats``."""
    for _ in range(3):
        call()
    times = []
    for _ in range(repeats):
        start, stop = _event(), _event()
        start.record()
        call()
        stop.record()
        stop.synchronize()
        times.append(start.elapsed_time(stop) * 1e3)
    return float(median(times))


def captured(calls: Sequence[Callable[[], object]], count: int) -> torch.cuda.CUDAGraph:
    """Capture a graph of ``count`` calls, which take turns through ``calls``; each has run twice before."""
    stream = torch.cuda.Stream()  # type: ignore[no-untyped-call]  # PyTorch leaves it untyped
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for call in calls:
            call()
            call()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for index in range(count):
            calls[index % len(calls)]()
    return graph


def _replay(graph: torch.cuda.CUDAGraph) -> float:
    """Microseconds of one replay."""
    start, stop = _event(), _event()
    start.record()
    graph.replay()
    stop.record()
    stop.synchronize()
    return float(start.elapsed_time(stop)) * 1e3


def graphed(calls: Sequence[Callable[[], object]], count: int = 20, replays: int = 15) -> float:
    """Microseconds a call in a captured graph of ``count`` calls, which take turns through ``calls``; median of replays."""
    graph = captured(calls, count)
    times = [_replay(graph) / count for _ in range(replays + 2)]
    return float(median(times[2:]))


def alternating(calls: Sequence[Callable[[], object]], count: int = 20, replays: int = 15) -> tuple[float, ...]:
    """Microseconds of each call, each in a captured graph of ``count`` of its calls, replayed in turns; medians of replays."""
    graphs = [captured([call], count) for call in calls]
    rounds = [[_replay(graph) / count for graph in graphs] for _ in range(replays + 2)]
    return tuple(float(median(times)) for times in zip(*rounds[2:], strict=True))


def host(call: Callable[[], object], calls: int = 300, repeats: int = 15) -> float:
    """Host microseconds a call, the device's work not waited for; the best of some rounds, since the host has other work."""
    for _ in range(10):
        call()
    rounds = []
    for _ in range(repeats):
        torch.cuda.synchronize()
        start = perf_counter()
        for _ in range(calls):
            call()
        rounds.append((perf_counter() - start) / calls * 1e6)
        torch.cuda.synchronize()
    return min(rounds)


class Copy:
    """A device-to-device copy of 4 GiB, kept so that it can be measured beside other work."""

    def __init__(self) -> None:
        self._source = torch.empty(4 << 30, dtype=torch.uint8, device="cuda").random_()
        self._target = torch.empty_like(self._source)

    def bandwidth(self, repeats: int = 20) -> float:
        """Bytes a second, read and written."""
        return 2 * self._source.numel() / (eager(lambda: self._target.copy_(self._source), repeats) * 1e-6)


def copy_bandwidth() -> float:
    """Bytes a second of a device-to-device copy of 4 GiB, bytes read and written."""
    return Copy().bandwidth()


class Product:
    """An 8192 x 8192 x 8192 product of random bf16 numbers; the call to time, and its operations."""

    operations = 2 * 8192**3

    def __init__(self) -> None:
        self._left, self._right = (torch.randn(8192, 8192, device="cuda", dtype=torch.bfloat16) for _ in range(2))

    def __call__(self) -> torch.Tensor:
        """Multiply."""
        return self._left @ self._right

    def rate(self) -> float:
        """Operations a second."""
        return self.operations / (eager(self) * 1e-6)


def launch_floor() -> float:
    """Microseconds of a kernel that does nothing much, in a graph of many: what no launch can be below."""
    one = torch.zeros(1, device="cuda")
    return graphed([lambda: one.add_(1)], count=100)
