"""What dispatching costs: from a ready spec, from tensors, and the whole entry of an op before its kernel.

    python -m rocm_kernels.benchmarks.dispatch [--json] [--repeats N]

The kernel is replaced by one that does nothing, so that only the way to it is measured; values are not checked,
as on a GPU. Every figure is the time of one call; the minimum tells what the code costs, the median what this machine gave
while it was measured.
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import torch
from rich.console import Console
from rich.table import Table

from rocm_kernels import dispatcher, registry
from rocm_kernels.implementation import Implementation
from rocm_kernels.ops.attention_keys import plan_for
from rocm_kernels.ops.paged_attention import paged_attention
from rocm_kernels.support import Support

CALLS = 200  # in one measurement: the clock costs nothing then, and many measurements are never interrupted


@dataclass(frozen=True)
class Line:
    """One figure.

    Attributes:
        name: what was measured.
        minimum, median: microseconds a call.
        goal: microseconds, None where there is none.
        reason: what the time goes into.
    """

    name: str
    minimum: float
    median: float
    goal: float | None
    reason: str


def measure(call: Callable[[], object], repeats: int) -> tuple[float, float]:
    """Time ``call``: minimum and median microseconds over ``repeats`` measurements of CALLS calls each."""
    for _ in range(CALLS):
        call()
    collecting = gc.isenabled()
    gc.disable()
    try:
        times = []
        for _ in range(repeats):
            start = time.perf_counter_ns()
            for _ in range(CALLS):
                call()
            times.append((time.perf_counter_ns() - start) / CALLS / 1000)
    finally:
        if collecting:
            gc.enable()
    return min(times), statistics.median(times)


def _nothing(arguments: Any) -> None:
    """Stand in for a kernel that takes no time."""


def _request() -> dict[str, Any]:
    """One decode step of 32 sequences, 32x8 heads of 128, bf16; the cache is small, its size does not matter here."""
    query = torch.zeros(32, 32, 128, dtype=torch.bfloat16)
    return {
        "query": query,
        "key_cache": torch.zeros(64, 8, 16, 16, 8, dtype=torch.bfloat16),
        "value_cache": torch.zeros(64, 8, 128, 16, dtype=torch.bfloat16),
        "block_tables": torch.zeros(32, 64, dtype=torch.int32),
        "context_lengths": torch.ones(32, dtype=torch.int32),
    }


def run(repeats: int) -> list[Line]:
    """Measure the lines."""
    request = _request()
    out = torch.empty_like(request["query"])
    any_cpu = Support(
        devices=frozenset({"cpu"}),
        targets=None,
        query_dtypes=frozenset({"bf16"}),
        kv_dtypes=frozenset({"bf16"}),
    )
    name = "torch.paged_attention.nothing"
    idle = Implementation(
        name, "torch", "paged_attention", any_cpu, lambda device: (), lambda: _nothing, lambda spec: name
    )
    positional = (*request.values(), None, "5d", None, None, None, None, None, None, None, None, 1024, False)
    promised = (*positional, 256, True)
    with registry.only(idle):
        paged_attention(**request, out=out, max_context_length=1024, validate=False)
        spec = plan_for("paged_attention", *positional).spec
        lines = [
            Line(
                "decision from a ready spec",
                *measure(lambda: dispatcher.decide(spec), repeats),
                1.0,
                "reads the policy, the flags and the device of the context, then one dictionary with a tuple as key",
            ),
            Line(
                "tensors to decision",
                *measure(lambda: dispatcher.decide(plan_for("paged_attention", *positional).spec), repeats),
                5.0,
                "reads shape, type, device and contiguity of 5 tensors (each crosses from Python into C++) as the key of a "
                "spec that was checked before",
            ),
            Line(
                "tensors to decision, with promises",
                *measure(lambda: dispatcher.decide(plan_for("paged_attention", *promised).spec), repeats),
                5.0,
                "the line above with a least context length and finite slots promised, as AITER's kernels need",
            ),
            Line(
                "op entry before its kernel, out= given",
                *measure(lambda: paged_attention(**request, out=out, max_context_length=1024, validate=False), repeats),
                None,
                "the line above, the check of out=, whether PyTorch traces, two frozen argument records and the way through "
                "dispatcher.run; no registered op on this way",
            ),
            Line(
                "op entry before its kernel, new output",
                *measure(lambda: paged_attention(**request, max_context_length=1024, validate=False), repeats),
                None,
                "the line above and torch.empty_like",
            ),
        ]
    return lines


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line; returns the exit code (a missed goal is shown, not an error: machines differ)."""
    parser = argparse.ArgumentParser(
        prog="python -m rocm_kernels.benchmarks.dispatch",
        description="What dispatching costs, in microseconds a call.",
        epilog="example: python -m rocm_kernels.benchmarks.dispatch --repeats 1000 --json",
    )
    parser.add_argument("--repeats", type=int, default=500, help=f"measurements of {CALLS} calls each (default 500)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    if options.repeats < 1:
        parser.error(f"--repeats: got {options.repeats}, expected a positive number")
    lines = run(options.repeats)
    if options.json:
        print(json.dumps([asdict(line) for line in lines], indent=2))
        return 0
    table = Table(title="dispatch, microseconds a call")
    for column in ("what", "min", "median", "goal", "where it goes"):
        table.add_column(column, justify="right" if column in ("min", "median", "goal") else "left")
    for line in lines:
        goal = "" if line.goal is None else f"{line.goal:g} {'met' if line.minimum <= line.goal else 'missed'}"
        table.add_row(line.name, f"{line.minimum:.2f}", f"{line.median:.2f}", goal, line.reason)
    Console().print(table)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
