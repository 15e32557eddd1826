"""Times tile sizes of the products, and forms of the norm, on this machine's GPU: what layer_configurations is made from."""

from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import torch

from rocm_kernels.backends.triton import fused_moe, linear, rms_norm
from rocm_kernels.backends.triton.launching import Launch
from rocm_kernels.backends.triton.layer_configurations import ProductConfiguration
from rocm_kernels.backends.triton.layer_launch import Where
from rocm_kernels.benchmarks import gpu_timing
from rocm_kernels.benchmarks.gpu_ops_requests import block_scaled_arguments, moe_arguments, norm_arguments
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


def tune_block_scaled(timed: Timer) -> None:
    """Tiles of the block-scaled product at few and many rows."""
    for m, candidates in (
        (16, cuts((16,), (32, 64, 128), (128,), (4,), (4, 6))),
        (64, cuts((64,), (32, 64, 128), (128,), (4,), (4, 6))),
        (4096, cuts((64, 128), (64, 128), (128,), (4, 8), (3, 4))),
    ):
        arguments = block_scaled_arguments(m, 8192, 8192)
        tensors = (arguments.x, arguments.weight, arguments.x_scale, arguments.weight_scale, arguments.output)
        for cut in candidates:
            launch = linear.block_scaled_launch(arguments, HERE, cut)
            timed(
                f"block_scaled {m}x8192x8192",
                cut,
                launched(launch, tensors),
            )


def tune_moe(timed: Timer) -> None:
    """Tiles of the mixture of experts; the second product may have wider ones."""
    kinds: tuple[tuple[str, Scaling], ...] = (
        ("mixtral", "none"), ("qwen3", "none"), ("mixtral", "per_tensor"), ("qwen3", "per_tensor"), ("mixtral", "per_block"),
    )  # fmt: skip
    for (name, scaling), tokens in itertools.product(kinds, (64, 4096)):
        arguments = moe_arguments(name, tokens, scaling)
        depths = {"none": (64, 128), "per_tensor": (128, 256), "per_block": (128,)}[scaling]
        if tokens == 64:
            candidates: list[tuple[ProductConfiguration, int | None]] = [
                (cut, None) for cut in cuts((16, 32), (64,), depths, (4,), (3, 5))
            ]
        else:
            wide: tuple[int | None, ...] = (None,) if scaling == "per_block" else (None, 256)
            candidates = list(itertools.product(cuts((64, 128), (64, 128), depths[:1], (4, 8), (3, 4)), wide))
        for cut, down in candidates:
            cut = replace(cut, group=1, down_block_n=down)
            timed(f"moe {name} {scaling} {tokens}", cut, partial(fused_moe.fused_moe, arguments, cut=cut))


def _compile(processes: int, only: list[str]) -> None:
    """Let processes run every candidate once, so that Triton's cache holds them all."""
    module = "rocm_kernels.benchmarks.gpu_ops_tune"
    workers = [
        subprocess.Popen(
            [
                sys.executable,
                "-m",
                module,
                "--json",
                os.devnull,
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
    parser.add_argument("--json", type=Path, required=True, help="where to write the times")
    parser.add_argument("--only", nargs="*", default=["norm", "block_scaled", "moe"], help="norm, block_scaled, moe")
    parser.add_argument("--compile", type=int, default=0, help="processes that compile all candidates beforehand")
    parser.add_argument("--share", type=int, nargs=2, default=None, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.compile:
        _compile(options.compile, options.only)
    timer = Timer(tuple(options.share) if options.share else None)
    kinds = {"norm": tune_norm, "block_scaled": tune_block_scaled, "moe": tune_moe}
    for name in options.only:
        started = time.time()
        kinds[name](timer)
        options.json.write_text(json.dumps(timer.results, indent=1))
        print(f"{name}: {time.time() - started:.0f} s", flush=True)
    best: dict[str, dict[str, Any]] = {}
    for entry in timer.results:
        if "us" in entry and entry["us"] < best.get(entry["case"], {"us": 1e30})["us"]:
            best[entry["case"]] = entry
    for entry in best.values():
        print(entry["case"], entry["us"], entry["cut"])


if __name__ == "__main__":
    main()
