"""Runs the benchmarks that need nothing but this machine, one after the other: `python -m rocm_kernels.benchmarks`."""

from __future__ import annotations

from importlib import import_module

# Modules of this package, each with main(arguments) -> exit code.
BENCHMARKS = ("dispatch", "torch_decode")


def main() -> int:
    """Run them all; returns the first exit code that is not 0."""
    codes = [int(import_module(f"rocm_kernels.benchmarks.{name}").main([])) for name in BENCHMARKS]
    return next((code for code in codes if code), 0)


if __name__ == "__main__":
    raise SystemExit(main())
