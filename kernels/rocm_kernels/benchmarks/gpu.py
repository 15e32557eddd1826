"""Times the Triton backend on this machine's GPU: one table with goals, errors and peers of the same run.

Every time is that of a captured graph of CALLS calls over its number (so a fifth of a graph's own launch is in it), on fresh
random inputs; a share counts keys and values read once against the bandwidth of a copy measured just before and after it.
Every case is run on several allocations of its own, with other inputs; times, shares and rates are medians over them. A share
of the matrix rate is of a product whose replays take turns with the case's, so that both see the same clocks and heat.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import torch
import triton

from rocm_kernels.backends.triton.decode import DecodePlan
from rocm_kernels.backends.triton.prefill import PrefillPlan
from rocm_kernels.benchmarks import gpu_accuracy, gpu_check, gpu_timing
from rocm_kernels.benchmarks.gpu_cases import CASES, Case
from rocm_kernels.benchmarks.gpu_peers import PEERS, Peer
from rocm_kernels.benchmarks.gpu_requests import Request, make_request
from rocm_kernels.files import write_atomically

CALLS = 5
# Allocations of a case: caches lie elsewhere in memory each time, and pages in another order.
ALLOCATIONS = 3
# Host microseconds that a call may take, launched one by one.
HOST_GOAL = 10.0
# A peer's time counts only this near to the field's notes, so that nobody is beaten by being run badly.
NEAR = 0.10


@dataclass(frozen=True)
class Ceilings:
    """What this machine can do: a copy and a bf16 product, to be measured beside each case."""

    copy: gpu_timing.Copy
    product: gpu_timing.Product


@dataclass(frozen=True)
class Allocation:
    """A case on one allocation: microseconds, error, and the ceilings beside it (bytes and operations a second)."""

    time: float
    error: float
    copy_before: float
    copy_after: float
    matrix_rate: float | None

    def share(self, case: Case) -> float:
        """Share of the ceiling by which the case is judged."""
        if case.goal_matrix_share is not None:
            assert self.matrix_rate is not None
            return case.operations / (self.time * 1e-6) / self.matrix_rate
        return case.cache_bytes / (self.time * 1e-6) * 2 / (self.copy_before + self.copy_after)


@dataclass(frozen=True)
class PeerResult:
    """A peer on one case: microseconds and error, or why there are none; whether it counts."""

    time: float | None
    error: float | None
    counts: bool
    note: str


@dataclass(frozen=True)
class Result:
    """One line of the table; ``spread`` is (slowest - fastest) / median over the allocations."""

    case: str
    time: float
    share: float
    error: float
    goal: str
    met: bool
    host: float
    spread: float
    allocations: tuple[Allocation, ...]
    layout: str
    peers: dict[str, PeerResult]


def _plan(request: Request) -> DecodePlan | PrefillPlan:
    return DecodePlan(request.arguments) if request.problem.query_lengths is None else PrefillPlan(request.arguments)


def _time(case: Case, call: Callable[[], object]) -> float:
    return gpu_timing.graphed([call], count=CALLS, replays=25 if case.cache_bytes < 5e8 else 9)


def _peer_time(case: Case, call: Callable[[], object]) -> tuple[float, str]:
    """Time a peer in a graph, or launched one by one where it cannot be captured."""
    try:
        return _time(case, call), "in a graph"
    except RuntimeError:
        torch.cuda.synchronize()
        return gpu_timing.eager(call), "cannot be captured, launched one by one"


def _peer(case: Case, peer: Peer, seed: int) -> PeerResult:
    """Time one peer; anything that it raises is its reason."""
    try:
        request = make_request(replace(case.problem, layout=peer.layout), seed, "cuda")
        call = peer.prepare(request)
        output = call()
        truth = gpu_accuracy.reference(request)
        if output.ndim == 4:  # [sequences, heads, tokens, head_size]
            output = output.transpose(1, 2).reshape(truth.shape)
        error = gpu_accuracy.relative_error(output, truth)
        taken, how = _peer_time(case, call)
    except Exception as reason:  # whatever a peer raises is why it has no figure
        return PeerResult(
            None, None, False, f"{type(reason).__name__}: {str(reason).splitlines()[0][:100] if str(reason) else ''}"
        )
    field = dict(case.field).get(peer.name)
    if field is None:
        return PeerResult(taken, error, True, f"{how}; no figure in the field's notes")
    near = abs(taken / field - 1) <= NEAR
    note = f"{how}; field's notes {field}" + ("" if near else ", more than 10 % away: does not count")
    return PeerResult(taken, error, near, note)


def _allocation(case: Case, ceilings: Ceilings, seed: int) -> tuple[Allocation, float]:
    """Run a case on memory of its own: error first, then times. Gives host microseconds a call too."""
    torch.cuda.empty_cache()
    request = make_request(case.problem, seed, "cuda")
    plan: Any = _plan(request)
    call = partial(plan.run, request.arguments)
    call()
    request.arguments.output.fill_(float("nan"))
    call()
    error = gpu_accuracy.relative_error(request.arguments.output, gpu_accuracy.reference(request))
    before, rate = ceilings.copy.bandwidth(10), None
    if case.goal_matrix_share is None:
        taken = _time(case, call)
    else:
        taken, product = gpu_timing.alternating([call, ceilings.product], CALLS)
        rate = ceilings.product.operations / (product * 1e-6)
    after = ceilings.copy.bandwidth(10)
    return Allocation(taken, error, before, after, rate), gpu_timing.host(call, calls=100)


def measure(case: Case, ceilings: Ceilings, peers: tuple[Peer, ...], seed: int) -> Result:
    """Run one case on some allocations, then its peers."""
    runs = [_allocation(case, ceilings, seed + index) for index in range(ALLOCATIONS)]
    allocations = tuple(allocation for allocation, _ in runs)
    times = [allocation.time for allocation in allocations]
    taken, error = median(times), max(allocation.error for allocation in allocations)
    share = median(allocation.share(case) for allocation in allocations)
    # A NaN is never the largest of numbers.
    right = all(allocation.error <= case.goal_error for allocation in allocations)
    if case.goal_time is not None:
        goal, met = f"<= {case.goal_time:g} us", taken <= case.goal_time
    elif case.goal_matrix_share is not None:
        goal, met = f">= {case.goal_matrix_share:.0%} of matrix rate", share >= case.goal_matrix_share
    else:
        assert case.goal_share is not None
        goal, met = f">= {case.goal_share:.0%} of copy", share >= case.goal_share
    host = max(host for _, host in runs)
    spread = (max(times) - min(times)) / taken
    found = {peer.name: _peer(case, peer, seed) for peer in peers}
    torch.cuda.empty_cache()
    layout = case.problem.layout
    return Result(case.name, taken, share, error, goal, met and right, host, spread, allocations, layout, found)


def line(result: Result, peers: tuple[Peer, ...]) -> str:
    """One line of the table."""
    cells = [
        f"{result.case:14s}", f"{result.time:8.1f}", f"{result.spread:6.1%}", f"{result.share:7.1%}", f"{result.error:8.1e}",
        f"{result.goal:24s}", "yes" if result.met else "NO ", f"{result.host:5.1f}",
    ]  # fmt: skip
    for peer in peers:
        other = result.peers[peer.name]
        mark = " " if other.counts else "*"
        cells.append(f"{other.time:8.1f} {result.time / other.time:5.2f}{mark}" if other.time else f"{'-':>15s}")
    return " | ".join(cells)


def main() -> int:
    """Parse, run, print, write JSON; gives 1 where a goal is missed or a result is wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="examples:\n  python -m rocm_kernels.benchmarks.gpu\n"
        "  python -m rocm_kernels.benchmarks.gpu --cases falcon --peers sdpa",
    )
    parser.add_argument(
        "--cases", nargs="*", default=list(CASES), choices=list(CASES), metavar="CASE", help=", ".join(CASES)
    )
    parser.add_argument(
        "--peers", nargs="*", default=["sdpa", "aiter", "v1", "v2"], choices=[peer.name for peer in PEERS]
    )
    parser.add_argument(
        "--flex-cases",
        nargs="*",
        default=["b8-2k", "prefill-8k"],
        metavar="CASE",
        help="cases for FlexAttention too (compiles)",
    )
    parser.add_argument("--no-check", action="store_true", help="leave the check of many requests out")
    parser.add_argument("--json", type=Path, default=None, help="write everything here too")
    options = parser.parse_args()
    if not torch.cuda.is_available():
        parser.error("this machine has no GPU that PyTorch sees")
    seed = time.time_ns() % 2**31
    ceilings = Ceilings(gpu_timing.Copy(), gpu_timing.Product())
    bandwidth, rate = ceilings.copy.bandwidth(), ceilings.product.rate()
    machine = {
        "gpu": torch.cuda.get_device_name(), "torch": torch.__version__, "triton": triton.__version__, "seed": seed,
        "copy_bytes_per_second": bandwidth, "matrix_operations_per_second": rate,
        "launch_floor_microseconds": gpu_timing.launch_floor(),
    }  # fmt: skip
    print(f"{machine['gpu']}, torch {torch.__version__}, triton {triton.__version__}, seed {seed}: "
          f"copy {bandwidth / 1e12:.3f} TB/s, bf16 product {rate / 1e12:.0f} TFLOP/s, "
          f"a kernel that does nothing {machine['launch_floor_microseconds']:.2f} us")  # fmt: skip
    columns = tuple(peer for peer in PEERS if peer.name in options.peers)
    print("case           | us       | spread | share   | error    | goal                     | met | host  | "
          + " | ".join(f"{peer.name + ' us, ours/it':>15s}" for peer in columns))  # fmt: skip
    results = []
    for name in options.cases:
        chosen = tuple(
            peer for peer in PEERS if peer in columns or (peer.name == "flex" and name in options.flex_cases)
        )
        result = measure(CASES[name], ceilings, chosen, seed)
        results.append(result)
        print(line(result, columns), flush=True)
    for result in results:
        for allocation in result.allocations:
            if allocation.matrix_rate is not None:
                print(
                    f"{result.case}: {allocation.time:.0f} us beside a product of {allocation.matrix_rate / 1e12:.0f} TFLOP/s, "
                    f"{allocation.share(CASES[result.case]):.1%} of it; of the {rate / 1e12:.0f} TFLOP/s at the beginning "
                    f"{CASES[result.case].operations / (allocation.time * 1e-6) / rate:.1%}"
                )
    print("* does not count: more than 10 % from the field's notes. Notes of peers:")
    for result in results:
        for name, peer in result.peers.items():
            if not peer.counts or name == "flex":
                shown = "" if peer.time is None else f"{peer.time:.1f} us, error {peer.error:.1e}; "
                print(f"  {result.case} {name}: {shown}{peer.note}")
    faults = [] if options.no_check else gpu_check.everything()
    for fault in faults:
        print(fault)
    if options.json is not None:
        document = {"machine": machine, "results": [asdict(result) for result in results], "faults": faults}
        write_atomically(options.json, json.dumps(document, indent=1))
    missed = [result.case for result in results if not result.met]
    slow = [f"{result.case} {result.host:.1f}" for result in results if result.host > HOST_GOAL]
    print(
        f"host time of a call at most {HOST_GOAL:g} us in {len(results) - len(slow)} of {len(results)} cases"
        + (f"; over: {', '.join(slow)}" if slow else "")
    )
    print(
        f"{len(results) - len(missed)} of {len(results)} goals met"
        + (f"; missed: {', '.join(missed)}" if missed else "")
    )
    return 1 if faults or missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
