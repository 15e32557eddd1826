"""Times the ops beside attention on this machine's GPU, with PyTorch's own ways as peers, in one run.

Every time is that of a captured graph of several calls over their number, through the public op and its dispatcher's choice;
peers are captured in the same way on the same tensors. A ratio above 1 says how many times faster the op is than the peer.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import torch
import triton

import rocm_kernels
from rocm_kernels import recorder
from rocm_kernels.benchmarks import gpu_timing
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
from rocm_kernels.layer_specs import Scaling

Call = Callable[[], Any]


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
    """

    name: str
    call: Call
    kind: str
    data: Any
    amount: float
    unit: str
    goal: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class Result:
    """Microseconds of the op and its peers, the rate, and which goals were met."""

    name: str
    implementation: str
    time: float
    rate: float
    unit: str
    peers: dict[str, float | None]
    notes: dict[str, str]
    goals: dict[str, bool]
    error: float | None


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
                    (("eager quantise, scaled_mm", 1.0),),
                )
        del weight


def block_scaled_cases() -> Iterator[Case]:
    """Block-scaled products."""
    for rows in (1, 64, 512, 4096):
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
                goal = (("loop", 3.0), ("grouped_mm", 0.85)) if tokens == 64 else ()
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
                )


CASES = {"norm": norm_cases, "linear": linear_cases, "block_scaled": block_scaled_cases, "moe": moe_cases}


def timed(call: Callable[[], object]) -> float:
    """Microseconds of a call in a graph of several."""
    first = gpu_timing.graphed([call], count=2, replays=2)
    return gpu_timing.graphed([call], count=20 if first < 200 else 5, replays=15 if first < 2000 else 5)


def measured(case: Case, bandwidth: float) -> Result:
    """Run one case and its peers."""
    with recorder.recording() as record:
        found = case.call()
    result = found if isinstance(found, torch.Tensor) else found[0]
    implementation = record.calls[-1].implementation or ""
    took = timed(case.call)
    rate = case.amount / took * 1e6
    peers: dict[str, float | None] = {}
    notes: dict[str, str] = {}
    error: float | None = None
    for name, make in PEERS_OF[case.kind].items():
        try:
            call = make(case.data)
            other = call()
            if error is None and other is not None and other.dtype == result.dtype:
                error = float((other.double() - result.double()).abs().max() / other.double().abs().max())
            peers[name] = timed(call)
        except Exception as reason:
            torch.cuda.synchronize()
            peers[name], notes[name] = None, f"{type(reason).__name__}: {str(reason)[:200]}"
    goals = {}
    for what, bound in case.goal:
        if what == "us":
            goals[f"at most {bound} us"] = took <= bound
        elif what == "copy":
            goals[f"at least {bound:.0%} of copy bandwidth"] = rate >= bound * bandwidth
        elif (peer := peers.get(what)) is not None:
            goals[f"at least {bound} x {what}"] = peer / took >= bound
    return Result(case.name, implementation, took, rate, case.unit, peers, notes, goals, error)


def printed(result: Result, bandwidth: float) -> str:
    """One line for a person."""
    shares = {"bytes": f"{result.rate / bandwidth:6.1%} of copy", "operations": f"{result.rate / 1e12:7.1f} T/s"}
    peers = ", ".join(
        f"{name} {value:.1f} us ({value / result.time:.2f}x)" if value is not None else f"{name}: none"
        for name, value in result.peers.items()
    )
    goals = " ".join(f"[{goal}: {'met' if met else 'MISSED'}]" for goal, met in result.goals.items())
    near = "" if result.error is None else f" differs by {result.error:.1e}"
    return (
        f"{result.name:52s} {result.time:9.1f} us {shares[result.unit]} {result.implementation}; {peers} {goals}{near}"
    )


def main() -> None:
    """Print the table, and write it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, default=None, help="write the results there too")
    parser.add_argument("--only", nargs="*", choices=sorted(CASES), default=list(CASES), help="kinds of cases")
    options = parser.parse_args()
    bandwidth = gpu_timing.copy_bandwidth()
    device = torch.cuda.get_device_name(0)
    print(
        f"{device}, torch {torch.__version__}, triton {triton.__version__}, copy {bandwidth / 1e12:.3f} TB/s",
        flush=True,
    )
    results = []
    started = time.time()
    for kind in options.only:
        for case in CASES[kind]():
            result = measured(case, bandwidth)
            results.append(result)
            print(printed(result, bandwidth), flush=True)
            for name, note in result.notes.items():
                print(f"    {name}: {note}", flush=True)
        torch.cuda.empty_cache()
        print(f"-- {kind}: {time.time() - started:.0f} s", flush=True)
    missed = [f"{result.name}: {goal}" for result in results for goal, met in result.goals.items() if not met]
    print(f"{len(missed)} goals missed" + "".join(f"\n  {line}" for line in missed))
    if options.json is not None:
        facts = {"device": device, "torch": torch.__version__, "triton": triton.__version__, "copy": bandwidth}
        options.json.write_text(json.dumps({**facts, "results": [asdict(result) for result in results]}, indent=1))


if __name__ == "__main__":
    main()
