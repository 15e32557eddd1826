"""Searches configurations on this machine's GPU: `python -m rocm_kernels.benchmarks.gpu_tune --help`."""

from __future__ import annotations

import argparse
import itertools
import json
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch
import triton

from rocm_kernels.backends.triton.configurations import DecodeConfiguration
from rocm_kernels.backends.triton.decode import DecodePlan
from rocm_kernels.benchmarks import gpu_accuracy, gpu_timing
from rocm_kernels.benchmarks.gpu_cases import CASES
from rocm_kernels.benchmarks.gpu_requests import make_request
from rocm_kernels.files import appending

# Columns of the search: option, field of the configuration, default values.
AXES: tuple[tuple[str, str, list[int]], ...] = (
    ("--block-n", "block_n", [32, 64, 128]),
    ("--warps", "warps", [4]),
    ("--stages", "stages", [3, 5]),
    ("--programs", "programs_per_processor", [1, 2, 3, 4]),
    ("--block-m", "largest_block_m", [128]),
    ("--most-registers", "most_registers", [0]),
    ("--dependent", "dependent", [0]),
    ("--fused-rows", "fused_rows", [1025]),
    ("--lazy-sum", "lazy_sum", [1]),
    ("--words", "words", [1]),
    ("--together", "together", [0]),
)


def candidates(values: dict[str, list[int]]) -> list[DecodeConfiguration]:
    """Every combination of the values of each field."""
    found = []
    for combination in itertools.product(*values.values()):
        fields: dict[str, Any] = dict(zip(values, combination, strict=True))
        for name in ("dependent", "lazy_sum", "words", "together"):
            fields[name] = bool(fields[name])
        fields["most_registers"] = fields["most_registers"] or None
        found.append(DecodeConfiguration(**fields, found_by="measured", note=""))
    return found


def tune(name: str, layout: str, found: list[DecodeConfiguration], *, rotate: bool) -> list[dict[str, object]]:
    """Time every configuration on a case; the fastest first. Configurations that do not fit say why."""
    case = CASES[name]
    request = make_request(replace(case.problem, layout=layout), seed=1, device="cuda")
    truth = gpu_accuracy.reference(request)
    plans = {configuration: DecodePlan(request.arguments, configuration) for configuration in found}
    with ThreadPoolExecutor(os.cpu_count()) as pool, triton.AsyncCompileMode(pool, ignore_errors=True):
        for plan in plans.values():
            plan.warm(request.arguments)
    requests = [request]
    if rotate:
        requests += [make_request(replace(case.problem, layout=layout), seed=seed, device="cuda") for seed in (2, 3, 4)]
    results: list[dict[str, object]] = []
    for configuration, plan in plans.items():
        entry: dict[str, object] = {"case": name, "layout": layout, "rotate": rotate, **asdict(configuration)}
        try:
            request.arguments.output.fill_(float("nan"))
            plan.run(request.arguments)
            entry["error"] = gpu_accuracy.relative_error(request.arguments.output, truth)
            calls = [lambda plan=plan, other=other: plan.run(other.arguments) for other in requests]
            entry["time"] = gpu_timing.graphed(calls, count=5, replays=9)
        except Exception as error:
            entry["failure"] = f"{type(error).__name__}: {error}"[:200]
        results.append(entry)
    return sorted(results, key=lambda entry: float(str(entry.get("time", 1e9))))


def main() -> None:
    """Parse, search, print the fastest of each case and write everything as JSON lines."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog="example: python -m rocm_kernels.benchmarks.gpu_tune --cases b64-4k falcon --block-n 64 128",
    )
    parser.add_argument("--cases", nargs="*", default=[name for name in CASES if "prefill" not in name])
    parser.add_argument("--layouts", nargs="*", default=["nhd"])
    for option, field, default in AXES:
        parser.add_argument(option, dest=field, nargs="*", type=int, default=default)
    parser.add_argument("--rotate", action="store_true", help="take turns through four copies of the inputs")
    parser.add_argument("--top", type=int, default=4)
    parser.add_argument("--output", type=Path, default=Path("gpu_tune.jsonl"))
    options = parser.parse_args()
    found = candidates({field: getattr(options, field) for _, field, _ in AXES})
    bandwidth = gpu_timing.copy_bandwidth()
    print(
        f"{torch.cuda.get_device_name()}, torch {torch.__version__}, triton {triton.__version__}, "
        f"copy {bandwidth / 1e12:.3f} TB/s"
    )
    with appending(options.output) as file:
        for name, layout in itertools.product(options.cases, options.layouts):
            results = tune(name, layout, found, rotate=options.rotate)
            for entry in results:
                file.write(json.dumps(entry).encode() + b"\n")
            for entry in results[: options.top]:
                share = CASES[name].cache_bytes / (float(str(entry.get("time", 1e9))) * 1e-6) / bandwidth
                varied = [field for _, field, _ in AXES if len(getattr(options, field)) > 1]
                shown = " ".join(f"{field}={entry[field]}" for field in varied)
                print(f"{name} {layout} {entry.get('time', 0):.1f} us {share:.1%} error {entry.get('error', 0):.1e} {shown} "
                      f"{entry.get('failure', '')}", flush=True)  # fmt: skip
            torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
