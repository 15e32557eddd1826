"""Times several calls of very different lengths in turns, so that clocks and heat are the same for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median

import torch

from rocm_kernels.benchmarks import gpu_timing


def _replay(graph: torch.cuda.CUDAGraph) -> float:
    """Microseconds of one replay."""
    start = torch.cuda.Event(enable_timing=True)  # type: ignore[no-untyped-call]  # PyTorch leaves it untyped
    stop = torch.cuda.Event(enable_timing=True)  # type: ignore[no-untyped-call]  # PyTorch leaves it untyped
    start.record()
    graph.replay()
    stop.record()
    stop.synchronize()
    return float(start.elapsed_time(stop)) * 1e3


def in_turns(calls: Mapping[str, Callable[[], object]], budget: float = 100e3) -> dict[str, float]:
    """Microseconds of each call, in a captured graph of several, replayed in turns; medians of the rounds.

    ``budget`` is about how many microseconds all rounds take together.
    """
    graphs, counts, once = {}, {}, 0.0
    for name, call in calls.items():
        graph = gpu_timing.captured([call], 2)
        _replay(graph)
        took = _replay(graph) / 2
        counts[name] = max(2, min(20, round(2000 / max(took, 1.0))))
        graphs[name] = gpu_timing.captured([call], counts[name])
        once += took * counts[name]
    rounds = max(5, min(25, round(budget / once)))
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds + 1):
        for name, graph in graphs.items():
            times[name].append(_replay(graph) / counts[name])
    return {name: float(median(found[1:])) for name, found in times.items()}
