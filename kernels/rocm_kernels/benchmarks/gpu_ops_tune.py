"""Times tile sizes of the products, and forms of the norm, on this machine's GPU: what layer_configurations is made from."""

from __future__ import annotations

import argparse
import itertools
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import torch

from rocm_kernels.backends.torch.linear import block_scaled_mm
from rocm_kernels.backends.triton import fused_moe, linear, rms_norm
from rocm_kernels.backends.triton.launching import Launch
from rocm_kernels.backends.triton.layer_configurations import ProductConfiguration
from rocm_kernels.backends.triton.layer_launch import Where
from rocm_kernels.benchmarks import gpu_timing
from rocm_kernels.benchmarks.gpu_ops_requests import FP8, block_scaled_arguments, moe_arguments, norm_arguments, numbers
from rocm_kernels.files import write_atomically
from rocm_kernels.layer_specs import Scaling

NOTE = "being timed"
HERE = Where("sm_90")


def cuts(
    rows: tuple[int, ...],
    columns: tuple[int, ...],
    depths: tuple[int, ...],
    warps: tuple[int, ...],
    stages: tuple[int, ...],
) -> Iterator[ProductConfiguration]:
    """Every combination."""
    for m, n, k, w, s in itertools.product(rows, columns, depths, warps, stages):
        yield ProductConfiguration(2**62, m, n, k, w, s, 8, "chosen", NOTE)


class Timer:
    """Takes candidates: times each, or only compiles its share of them, as one of several processes at once."""

    def __init__(self, share: tuple[int, int] | None) -> None:
        self.share = share
        self.results: list[dict[str, Any]] = []

    def __call__(self, name: str, cut: Any, call: Callable[[], object]) -> None:
        """Take one candidate; one that does not compile or run is noted with its error."""
        entry: dict[str, Any] = {"case": name, "cut": str(cut).replace(f", found_by='chosen', note='{NOTE}'", "")}
        index = len(self.results)
        self.results.append(entry)
        try:
            if self.share is None:
                entry["us"] = round(gpu_timing.graphed([call], count=5, replays=5), 2)
            elif index % self.share[1] == self.share[0]:
                call()
        except Exception as error:
            torch.cuda.synchronize()
            entry["error"] = f"{type(error).__name__}: {str(error)[:120]}"


def launched(launch: Launch, tensors: tuple[torch.Tensor | None, ...]) -> Callable[[], None]:
    """One launch on the stream that is current when it is called."""
    return lambda: launch(tensors, HERE.stream(arguments_on(tensors)))


def arguments_on(tensors: tuple[torch.Tensor | None, ...]) -> torch.Tensor:
    """The first tensor, which says where a launch goes."""
    first = tensors[0]
    assert first is not None
    return first


def tune_norm(timed: Timer) -> None:
    """Warps, rows in flight and programs of the norm."""
    for rows in (16, 8192):
        arguments = norm_arguments(rows, 8192)
        hidden, count = arguments.spec.hidden, torch.cuda.get_device_properties(0).multi_processor_count
        for warps, deep, programs in itertools.product((4, 8, 16), (1, 2, 3), (0, 1, 2, 4)):
            if (programs == 0) != (deep == 1) or (rows == 16 and deep > 1):
                continue
            launch = rms_norm.rows_launch(rows, hidden, (hidden, 0), 1e-6, True, "none", "bf16", HERE)
            launch.options = {"num_warps": warps, "num_stages": 1}
            launch.constants["DEEP"] = deep
            if programs:
                launch.grid = (min(rows, count * programs), 1)
            tensors = rms_norm.norm_tensors(arguments)
            timed(
                f"rms_norm {rows}x{hidden}",
                (warps, deep, programs),
                launched(launch, tensors),
            )


def tune_quantise(timed: Timer) -> None:
    """Warps, rows in flight and programs of a quantisation with a scale a token."""
    count = torch.cuda.get_device_properties(0).multi_processor_count
    for rows in (16, 4096):
        x = numbers(rows, 8192)
        stored, scale = torch.empty(rows, 8192, device="cuda", dtype=FP8), torch.empty(rows, device="cuda")
        for warps, (deep, programs) in itertools.product((2, 4, 8, 16), ((1, 0), (1, 4), (2, 2), (2, 4))):
            if rows == 16 and programs:
                continue
            launch = rms_norm.rows_launch(rows, 8192, (8192, 0), 0.0, False, "per_token", "fp8_e4m3fn", HERE)
            launch.options = {"num_warps": warps, "num_stages": 1}
            launch.constants["DEEP"] = deep
            if programs:
                launch.grid = (min(rows, count * programs), 1)
            timed(
                f"quantise {rows}x8192", (warps, deep, programs), launched(launch, (x, None, None, stored, None, scale))
            )


def tune_block_scaled(timed: Timer) -> None:
    """Tiles of the block-scaled product at few and many rows, beside NVIDIA's own."""
    for m, candidates in (
        (1, cuts((16,), (16, 32, 64), (128,), (4,), (4, 6))),
        (16, cuts((16,), (16, 32, 64), (128,), (4,), (4, 6))),
        (32, cuts((32,), (32, 64), (128,), (4,), (4, 6))),
        (64, cuts((64,), (32, 64, 128), (128,), (4,), (4, 6))),
        (4096, cuts((128,), (128,), (128,), (8,), (3, 4))),
    ):
        arguments = block_scaled_arguments(m, 8192, 8192)
        tensors = (arguments.x, arguments.weight, arguments.x_scale, arguments.weight_scale, arguments.output)
        name = f"block_scaled {m}x8192x8192"
        for cut in candidates:
            timed(name, cut, launched(linear.block_scaled_launch(arguments, HERE, cut), tensors))
        timed(f"{name} by torch._scaled_mm", "", partial(block_scaled_mm, arguments))


# Model, scaling, tokens; rows, columns, depths, warps, stages; tiles walked together; columns of the second product.
MOE: tuple[tuple[str, Scaling, int, tuple[tuple[int, ...], ...], tuple[int, ...], tuple[int | None, ...]], ...] = (
    ("mixtral", "per_tensor", 64, ((16, 32), (32, 64, 128), (128, 256), (4,), (3, 5)), (1,), (None,)),
    ("mixtral", "per_block", 64, ((16, 32), (32, 64), (128,), (4,), (3, 5)), (1,), (None,)),
    ("qwen3", "per_tensor", 64, ((16,), (32, 64), (128, 256), (4,), (3, 5)), (1,), (None,)),
    ("qwen3", "none", 64, ((16,), (32, 64), (64, 128), (4,), (3, 5)), (1,), (None,)),
    ("mixtral", "none", 4096, ((128,), (128,), (64,), (8,), (3, 4)), (1, 4, 8, 16), (None, 256)),
    ("mixtral", "per_tensor", 4096, ((128,), (128,), (128,), (8,), (3, 4)), (1, 8), (None, 256)),
    ("mixtral", "per_block", 4096, ((64, 128), (64, 128), (128,), (4, 8), (3,)), (1, 8), (None,)),
    ("mixtral", "none", 512, ((128,), (128,), (64,), (8,), (3, 4)), (1, 8), (None, 256)),
    ("qwen3", "none", 4096, ((64, 128), (128,), (64,), (8,), (3, 4)), (1, 4), (None, 256)),
)  # fmt: skip


def tune_moe(timed: Timer) -> None:
    """Tiles of the mixture of experts, and the order that they are walked in; the second product may have wider ones."""
    for name, scaling, tokens, sizes, groups, wide in MOE:
        arguments = moe_arguments(name, tokens, scaling)
        for cut, group, down in itertools.product(cuts(*sizes), groups, wide):
            found = replace(cut, group=group, down_block_n=down)
            timed(f"moe {name} {scaling} {tokens}", found, partial(fused_moe.fused_moe, arguments, cut=found))
        if scaling == "none" and tokens == 4096:
            places, shape = tokens * arguments.spec.top_k, arguments.w2.shape
            x = numbers(places, shape[2])
            ends = torch.full((shape[0],), places // shape[0], device="cuda").cumsum(0).int()
            second = arguments.w2.transpose(1, 2)
            timed(
                f"moe {name}: second product by torch._grouped_mm", "", partial(torch._grouped_mm, x, second, offs=ends)
            )


KINDS = {"norm": tune_norm, "quantise": tune_quantise, "block_scaled": tune_block_scaled, "moe": tune_moe}


def _compile(processes: int, only: list[str]) -> None:
    """Let processes run every candidate once, so that Triton's cache holds them all."""
    module = "rocm_kernels.benchmarks.gpu_ops_tune"
    workers = [
        subprocess.Popen(
            [
                sys.executable,
                "-m",
                module,
                "--share",
                str(index),
                str(processes),
                "--only",
                *only,
            ],
            stdout=subprocess.DEVNULL,
        )
        for index in range(processes)
    ]
    for worker in workers:
        worker.wait()


def main() -> None:
    """Time everything, print and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, default=None, help="write the times here")
    parser.add_argument("--only", nargs="*", default=list(KINDS), help="kinds of products")
    parser.add_argument("--compile", type=int, default=0, help="processes that compile all candidates beforehand")
    parser.add_argument("--share", type=int, nargs=2, default=None, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.compile:
        _compile(options.compile, options.only)
    timer = Timer(tuple(options.share) if options.share else None)
    for name in options.only:
        started = time.time()
        KINDS[name](timer)
        if options.json is not None:
            write_atomically(options.json, json.dumps(timer.results, indent=1))
        print(f"{name}: {time.time() - started:.0f} s", flush=True)
    best: dict[str, dict[str, Any]] = {}
    for entry in timer.results:
        if "us" in entry and entry["us"] < best.get(entry["case"], {"us": 1e30})["us"]:
            best[entry["case"]] = entry
    for entry in best.values():
        print(entry["case"], entry["us"], entry["cut"])


if __name__ == "__main__":
    main()
