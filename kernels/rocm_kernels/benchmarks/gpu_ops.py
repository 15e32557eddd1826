"""Times the ops beside attention on this machine's GPU, with PyTorch's own ways as peers, in one run.

Every time is that of a captured graph of several calls over their number, through the public op and its dispatcher's choice;
peers are captured in the same way on the same tensors, and all take turns. A ratio above 1 says how many times faster the op is
than the peer.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import torch
import triton

import rocm_kernels
from rocm_kernels import recorder
from rocm_kernels.benchmarks import gpu_timing, gpu_turns
from rocm_kernels.benchmarks.gpu_ops_peers import PEERS_OF
from rocm_kernels.benchmarks.gpu_ops_requests import (
    LLAMA_70B,
    MOE_SHAPES,
    block_scaled_arguments,
    moe_arguments,
    norm_arguments,
    numbers,
    stored,
)
from rocm_kernels.benchmarks.gpu_ops_truth import BOUND_OF, error_of
from rocm_kernels.files import write_atomically
from rocm_kernels.layer_specs import Scaling

Call = Callable[[], Any]
OP = "the op"


@dataclass(frozen=True)
class Case:
    """One line of the table.

    Attributes:
        name: op and shape.
        call: the public op.
        kind: which peers stand against it (rocm_kernels.benchmarks.gpu_ops_peers).
        data: what those peers need.
        amount: bytes moved, or operations, in one call.
        unit: ``bytes`` or ``operations``.
        goal: (peer or ``copy`` or ``us``, the least ratio, or the most microseconds), or None.
        floor: bytes that every way has to read; None where that is not what bounds it.
    """

    name: str
    call: Call
    kind: str
    data: Any
    amount: float
    unit: str
    goal: tuple[tuple[str, float], ...] = ()
    floor: float | None = None


@dataclass(frozen=True)
class Result:
    """Microseconds of the op and its peers, the rate, which goals were met, the error, and how far the peers' results are.

    ``error`` is against double precision (rocm_kernels.benchmarks.gpu_ops_truth), ``differs`` between the op and its peers.
    ``floor`` is how long a copy takes over the bytes that every way has to read.
    """

    name: str
    implementation: str
    kernels: tuple[str, ...]
    time: float
    rate: float
    unit: str
    peers: dict[str, float | None]
    notes: dict[str, str]
    goals: dict[str, bool]
    error: float
    differs: dict[str, float]
    floor: float | None


def norm_cases() -> Iterator[Case]:
    """RMS norm alone, with a residual, and quantised."""
    for rows, goal in ((8192, (("copy", 0.9),)), (16, (("us", 8.0),))):
        arguments = norm_arguments(rows, 8192)
        x, weight = arguments.x, arguments.weight
        residual = numbers(rows, 8192)
        size = x.numel() * 2.0
        yield Case(
            f"rms_norm {rows}x8192 bf16",
            partial(rocm_kernels.rms_norm, x, weight),
            "rms_norm",
            (x, weight),
            2 * size,
            "bytes",
            goal,
        )
        yield Case(
            f"add_rms_norm {rows}x8192 bf16",
            partial(rocm_kernels.add_rms_norm, x, residual, weight),
            "add_rms_norm",
            (x, residual, weight),
            4 * size,
            "bytes",
        )
        yield Case(
            f"rms_norm_quantised {rows}x8192 bf16 to fp8",
            partial(rocm_kernels.rms_norm_quantised, x, weight, dtype="fp8_e4m3fn"),
            "rms_norm_quantised",
            (x, weight),
            1.5 * size,
            "bytes",
        )


def quantise_cases() -> Iterator[Case]:
    """Quantisation with a scale a token."""
    for rows in (16, 4096):
        x = numbers(rows, 8192)
        yield Case(
            f"quantise {rows}x8192 bf16 to fp8",
            partial(rocm_kernels.quantise, x, "fp8_e4m3fn"),
            "quantise",
            x,
            3.0 * x.numel(),
            "bytes",
        )


def linear_cases() -> Iterator[Case]:
    """fp8 products of llama-3-70b, given in fp8, and quantised on the way."""
    for name, (columns, depth) in LLAMA_70B.items():
        weight = stored(columns, depth)
        channel = torch.rand(columns, device="cuda") / 4096
        one = torch.full((1,), 1 / 4096, device="cuda")
        for rows in (1, 16, 64, 512, 4096):
            x = stored(rows, depth)
            token = torch.rand(rows, device="cuda") / 64
            work = 2.0 * rows * columns * depth
            yield Case(
                f"linear fp8 per tensor {name} M={rows}",
                partial(rocm_kernels.linear, x, weight, x_scale=one, weight_scale=one),
                "scaled_mm_tensor",
                (x, weight, one),
                work,
                "operations",
                (("scaled_mm", 0.97),),
            )
            yield Case(
                f"linear fp8 per token and channel {name} M={rows}",
                partial(rocm_kernels.linear, x, weight, x_scale=token, weight_scale=channel),
                "scaled_mm_rows",
                (x, weight, token, channel),
                work,
                "operations",
                (("scaled_mm", 0.97),),
            )
            if name == "o":
                wide = numbers(rows, depth)
                yield Case(
                    f"linear bf16 over fp8 {name} M={rows}",
                    partial(rocm_kernels.linear, wide, weight, weight_scale=channel),
                    "quantise_scaled_mm",
                    (wide, weight, channel),
                    work,
                    "operations",
                    (("compiled quantise, scaled_mm", 1.0),),
                )
        del weight


def block_scaled_cases() -> Iterator[Case]:
    """Block-scaled products."""
    for rows in (1, 16, 32, 33, 64, 512, 4096):
        a = block_scaled_arguments(rows, 8192, 8192)
        yield Case(
            f"block_scaled_gemm 8192x8192 M={rows}",
            partial(rocm_kernels.block_scaled_gemm, a.x, a.weight, a.x_scale, a.weight_scale),
            "block_scaled",
            a,
            2.0 * rows * 8192 * 8192,
            "operations",
            (("scaled_mm", 0.7),) if rows == 4096 else (),
        )


def moe_cases() -> Iterator[Case]:
    """Mixtures of experts of two models."""
    scalings: tuple[Scaling, ...] = ("none", "per_tensor", "per_block")
    for name, shape in MOE_SHAPES.items():
        for scaling in scalings:
            for tokens in (1, 64, 512, 4096):
                a = moe_arguments(name, tokens, scaling)
                goal = (("loop", 3.0), ("grouped_mm", 0.87)) if tokens == 64 else (("grouped_mm", 0.87),)
                chosen = int(torch.bincount(a.topk_ids.flatten()).count_nonzero())
                every = (a.w1.numel() + a.w2.numel()) * a.w1.element_size() / shape.experts
                yield Case(
                    f"fused_moe {name} {scaling} M={tokens}",
                    partial(
                        rocm_kernels.fused_moe,
                        a.hidden,
                        a.w1,
                        a.w2,
                        a.topk_weights,
                        a.topk_ids,
                        w1_scale=a.w1_scale,
                        w2_scale=a.w2_scale,
                    ),
                    f"moe_{scaling}",
                    a,
                    6.0 * tokens * shape.top_k * shape.hidden * shape.intermediate,
                    "operations",
                    goal,
                    chosen * every,
                )


CASES = {
    "norm": norm_cases,
    "quantise": quantise_cases,
    "linear": linear_cases,
    "block_scaled": block_scaled_cases,
    "moe": moe_cases,
}


def cases_of(kind: str, pattern: str) -> Iterator[Case]:
    """The cases of a kind whose names have the pattern in them."""
    return (case for case in CASES[kind]() if re.search(pattern, case.name))


def measured(case: Case, bandwidth: float) -> Result:
    """Run one case and its peers, all timed in turns."""
    with recorder.recording() as record:
        found = case.call()
    result = found if isinstance(found, torch.Tensor) else found[0]
    implementation = record.calls[-1].implementation or ""
    error = error_of(case.kind, case.data, found)
    calls: dict[str, Call] = {OP: case.call}
    notes: dict[str, str] = {}
    errors: dict[str, float] = {}
    for name, make in PEERS_OF[case.kind].items():
        try:
            call = make(case.data)
            other = call()
            gpu_timing.captured([call], 1)
            calls[name] = call
            if other is not None and other.dtype == result.dtype:
                errors[name] = distance(result, other)
        except Exception as reason:
            torch.cuda.synchronize()
            notes[name] = f"{type(reason).__name__}: {str(reason)[:200]}"
    times = gpu_turns.in_turns(calls)
    took = times.pop(OP)
    rate = case.amount / took * 1e6
    peers: dict[str, float | None] = {**times, **dict.fromkeys(notes)}
    floor = None if case.floor is None else case.floor / bandwidth * 1e6
    return Result(
        case.name,
        implementation,
        record.calls[-1].kernels,
        took,
        rate,
        case.unit,
        peers,
        notes,
        goals_of(case, took, bandwidth, peers, error),
        error,
        errors,
        floor,
    )


def goals_of(
    case: Case, took: float, bandwidth: float, peers: Mapping[str, float | None], error: float
) -> dict[str, bool]:
    """Which goals were met: that the result is right, first of all; one against a peer that could not run was not met.

    A peer that there is not for this kind of case is no goal.
    """
    bound = BOUND_OF[case.kind]
    goals = {f"error at most {bound:.1e}": error <= bound}
    for what, wanted in case.goal:
        if what == "us":
            goals[f"at most {wanted} us"] = took <= wanted
        elif what == "copy":
            goals[f"at least {wanted:.0%} of copy bandwidth"] = case.amount / took * 1e6 >= wanted * bandwidth
        elif what in peers:
            peer = peers[what]
            goals[f"at least {wanted} x {what}"] = peer is not None and peer / took >= wanted
    return goals


def called(case: Case) -> None:
    """Call the op and its peers once; what a peer raises is told where it is timed."""
    case.call()
    for make in PEERS_OF[case.kind].values():
        with suppress(Exception):
            make(case.data)()


def distance(result: torch.Tensor, other: torch.Tensor) -> float:
    """Norm of the difference over the norm of the other."""
    wide = other.double()
    return float((wide - result.double()).norm() / wide.norm())


def printed(result: Result, bandwidth: float) -> str:
    """One line for a person."""
    shares = {"bytes": f"{result.rate / bandwidth:6.1%} of copy", "operations": f"{result.rate / 1e12:7.1f} T/s"}
    peers = ", ".join(
        f"{name} {value:.1f} us ({value / result.time:.2f}x)" if value is not None else f"{name}: none"
        for name, value in result.peers.items()
    )
    goals = " ".join(f"[{goal}: {'met' if met else 'MISSED'}]" for goal, met in result.goals.items())
    near = f" error {result.error:.1e}"
    near += "".join(f" differs from {name} by {value:.1e}" for name, value in result.differs.items())
    near += "" if result.floor is None else f" floor {result.floor:.1f} us"
    return (
        f"{result.name:52s} {result.time:9.1f} us {shares[result.unit]} {result.implementation}; {peers} {goals}{near}"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, and write it as JSON; 1 where a goal was missed or nothing was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, default=None, help="write the results there too")
    parser.add_argument("--compile", action="store_true", help="call everything once, so that caches hold it; no times")
    parser.add_argument("--only", nargs="*", choices=sorted(CASES), default=list(CASES), help="kinds of cases")
    parser.add_argument(
        "--match", default="", metavar="TEXT", help="only cases whose name has this in it, a regular expression"
    )
    options = parser.parse_args(arguments)
    if options.compile:
        for kind in options.only:
            for case in cases_of(kind, options.match):
                called(case)
        return 0
    bandwidth = gpu_timing.copy_bandwidth()
    device = torch.cuda.get_device_name(0)
    print(
        f"{device}, torch {torch.__version__}, triton {triton.__version__}, copy {bandwidth / 1e12:.3f} TB/s",
        flush=True,
    )
    facts = {"device": device, "torch": torch.__version__, "triton": triton.__version__, "copy": bandwidth}
    results = []
    started = time.time()
    for kind in options.only:
        for case in cases_of(kind, options.match):
            result = measured(case, bandwidth)
            results.append(result)
            print(printed(result, bandwidth), flush=True)
            for name, note in result.notes.items():
                print(f"    {name}: {note}", flush=True)
        torch.cuda.empty_cache()
        if options.json is not None:
            write_atomically(
                options.json, json.dumps({**facts, "results": [asdict(result) for result in results]}, indent=1)
            )
        print(f"-- {kind}: {time.time() - started:.0f} s", flush=True)
    missed = [f"{result.name}: {goal}" for result in results for goal, met in result.goals.items() if not met]
    print(f"{len(results)} cases, {len(missed)} goals missed" + "".join(f"\n  {line}" for line in missed))
    return 1 if missed or not results else 0


if __name__ == "__main__":
    raise SystemExit(main())
