"""Draws roofline plots from the JSON of `python -m rocm_kernels.benchmarks.gpu --json FILE`; needs matplotlib."""

from __future__ import annotations

import argparse
import json
from importlib import import_module
from pathlib import Path
from typing import Any

from rocm_kernels.benchmarks.gpu_cases import CASES


def draw(document: dict[str, Any], target: Path) -> None:
    """Write one PNG: operations a second over operations a byte, under the ceilings measured in the same run."""
    import_module("matplotlib").use("Agg")
    pyplot = import_module("matplotlib.pyplot")
    machine = document["machine"]
    bandwidth, rate = machine["copy_bytes_per_second"], machine["matrix_operations_per_second"]
    figure, axes = pyplot.subplots(figsize=(9, 6))
    # The corner too, which no power of two hits.
    intensities = sorted([*(2.0**power for power in range(-1, 14)), rate / bandwidth])
    axes.loglog(
        intensities, [min(value * bandwidth, rate) / 1e12 for value in intensities], color="black", label="ceilings"
    )
    for result in document["results"]:
        case = CASES[result["case"]]
        # Prefill reads keys, values and queries and writes outputs once; decode's keys and values are nearly everything.
        moved = case.cache_bytes
        if case.problem.query_lengths is not None:
            moved += 2 * 2 * sum(case.problem.query_lengths) * case.problem.query_heads * case.problem.head_size
        ours = case.operations / (result["time"] * 1e-6) / 1e12
        axes.scatter(case.operations / moved, ours, color="tab:blue" if result["met"] else "tab:red", zorder=3)
        axes.annotate(
            result["case"], (case.operations / moved, ours), fontsize=7, xytext=(4, 2), textcoords="offset points"
        )
        peer = result["peers"].get("sdpa")
        if peer and peer["time"]:
            axes.scatter(
                case.operations / moved, case.operations / (peer["time"] * 1e-6) / 1e12, marker="x", color="gray"
            )
    axes.set_xlabel("operations a byte of the cache (FLOP/byte)")
    axes.set_ylabel("TFLOP/s")
    where = f"{machine['gpu']}, torch {machine['torch']}, triton {machine['triton']}"
    axes.set_title(f"{where}: Triton backend (dots), SDPA without paging (x)", fontsize=9)
    axes.grid(True, which="both", alpha=0.2)
    figure.tight_layout()
    figure.savefig(target, dpi=110)


def main() -> None:
    """Parse and draw."""
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog="example: python -m rocm_kernels.benchmarks.gpu_plot gpu.json docs/roofline_h200.png",
    )
    parser.add_argument("results", type=Path)
    parser.add_argument("target", type=Path)
    options = parser.parse_args()
    draw(json.loads(options.results.read_text()), options.target)


if __name__ == "__main__":
    main()
