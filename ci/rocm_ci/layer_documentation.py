"""Writes the table of docs/ops.md: what each implementation of the ops beside attention serves, from the tables themselves."""

from __future__ import annotations

from collections.abc import Iterator

from rocm_kernels import registry
from rocm_kernels.layer_support import LayerSupport
from rocm_kernels.support import listed, span

OPS = ("rms_norm", "quantise", "linear", "block_scaled_gemm", "fused_moe")


def _limits(support: LayerSupport) -> Iterator[str]:
    for name, values in support.served.items():
        yield f"{name} {listed(values)}"
    for name, ends in support.ranges.items():
        yield f"{name} {span(ends)}"
    for name, step in support.multiples.items():
        yield f"{name} a multiple of {step}"
    for name in sorted(support.without):
        yield f"no {name}"


def implementations() -> str:
    """Every implementation of these ops, in order of preference."""
    lines = ["| implementation | devices | limits | rules |", "| --- | --- | --- | --- |"]
    for op in OPS:
        for entry in registry.implementations(op):
            support = entry.support
            assert isinstance(support, LayerSupport), f"{entry.name} describes itself by another table"
            targets = "" if support.targets is None else f" ({listed(support.targets)})"
            limits = "; ".join(_limits(support)) or "-"
            rules = ", ".join(getattr(support, "rules", support.extra)) or "-"
            lines.append(f"| `{entry.name}` | {listed(support.devices)}{targets} | {limits} | {rules} |")
    return "\n".join(lines)
