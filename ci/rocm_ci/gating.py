"""Applies the gates to what a run measured: after the test process has ended, so that no test passes itself."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rocm_ci.baselines import BaselineError, Baselines
from rocm_ci.cell import Cell
from rocm_ci.gates import accuracy, performance
from rocm_ci.measurements import Measured
from rocm_ci.model_cell import ModelCell
from rocm_ci.results import CellResult
from rocm_ci.trouble import Trouble
from rocm_ci.verdicts import gravest

NAMED = 5


@dataclass(frozen=True)
class Budgets:
    """What a run may do without being red; None where nobody said.

    Attributes:
        builds: kernels compiled while cells ran.
        left_out: selected cells that this machine cannot run.
    """

    builds: int | None = None
    left_out: int | None = None


def apply(
    judged: Mapping[str, CellResult], measured: Measured, baselines: Baselines, cells: Iterable[Cell] = ()
) -> dict[str, CellResult]:
    """The results with what the gates say of each cell; one of ``cells`` that passed must have handed in what it declares."""
    declared = {cell.id: cell for cell in cells}
    gated = {}
    for name, result in judged.items():
        rows: list[dict[str, Any]] = []
        troubles = list(measured.troubles.get(name, ()))
        for measurement in measured.accuracy.get(name, ()):
            rows.append(_accuracy_row(measurement, baselines))
            try:
                troubles += accuracy.gate(measurement, baselines.get(measurement.baseline))
            except BaselineError as error:
                troubles.append(Trouble("baseline", str(error)))
        for timing in measured.performance.get(name, ()):
            rows.append(_performance_row(timing))
            troubles += performance.gate(timing)
        if name in declared and result.outcome == "passed":
            troubles += _not_handed_in(declared[name], measured)
        built = tuple(measured.builds.get(name, ()))
        gated[name] = _with(result.replaced(measured=tuple(rows), builds=built) if rows or built else result, troubles)
    return gated


def _not_handed_in(cell: Cell, measured: Measured) -> Iterator[Trouble]:
    """What a cell declares to be gated by, and was not measured: a gate that is given nothing cannot turn red."""
    if cell.yardstick is not None and not measured.performance.get(cell.id):
        yield Trouble("performance", "the cell has a yardstick, and nothing was measured against it")
    if isinstance(cell, ModelCell):
        handed_in = {measurement.baseline for measurement in measured.accuracy.get(cell.id, ())}
        if cell.baseline not in handed_in:
            yield Trouble("accuracy", f"the cell has the baseline {cell.baseline}, and no scores were handed in for it")


def _with(result: CellResult, troubles: list[Trouble]) -> CellResult:
    if not troubles:
        return result
    before = [*result.kinds, *([result.kind] if result.kind else [])]
    kinds = tuple(dict.fromkeys([*before, *(trouble.kind for trouble in troubles)]))
    kind = gravest(kinds)
    assert kind is not None
    reasons = [*([result.reason] if result.reason else []), *(trouble.reason for trouble in troubles)]
    return result.replaced(outcome="failed", kind=kind.name, kinds=kinds, reason="; ".join(reasons))


def _accuracy_row(measurement: accuracy.Measurement, baselines: Baselines) -> dict[str, Any]:
    value, error = statistics.fmean(measurement.scores), accuracy.standard_error(measurement.scores)
    known = baselines.by_name.get(measurement.baseline)
    return {
        "name": f"{measurement.model} {measurement.task} {measurement.metric}",
        "value": value,
        "bound": known.current.value if known and known.measured else None,
        "note": f"n {len(measurement.scores)}, standard error {error:.2g}"
        + (
            f", with {measurement.fallback.name} {statistics.fmean(measurement.fallback.scores):.4g}"
            if measurement.fallback
            else ""
        )
        + f", baseline {measurement.baseline}",
    }


def _performance_row(timing: performance.Timing | performance.Count) -> dict[str, Any]:
    if isinstance(timing, performance.Count):
        return {
            "name": f"{timing.kernel} / {timing.yardstick}",
            "value": timing.counted / timing.yardstick_counted,
            "bound": timing.most,
            "note": f"{timing.counted} {timing.unit} over {timing.yardstick_counted} on {timing.device} ({timing.evidence})",
        }
    valid = timing.seconds and len(timing.seconds) == len(timing.yardstick_seconds)
    valid = valid and min(*timing.seconds, *timing.yardstick_seconds) > 0
    ratio, noise = performance.ratio_of(timing) if valid else (None, None)
    return {
        "name": f"{timing.kernel} / {timing.yardstick}",
        "value": ratio,
        "bound": timing.most,
        "note": f"{len(timing.seconds)} repeats on {timing.device} ({timing.evidence})"
        + (f", noise {noise:.2g}" if noise is not None else ""),
    }


def over_budget(budgets: Budgets, measured: Measured, left_out: int) -> list[Trouble]:
    """What a run did beyond its budgets."""
    troubles = []
    builds = sum(map(len, measured.builds.values()))
    if budgets.builds is not None and builds > budgets.builds:
        named = [f"{cell}: {', '.join(names[:NAMED])}" for cell, names in measured.builds.items()][:NAMED]
        troubles.append(
            Trouble(
                "jit",
                f"{builds} kernel(s) compiled while cells ran, the budget is {budgets.builds}: {'; '.join(named)}. "
                "Warm up first: rocm-ci run --warm-up",
            )
        )
    if budgets.left_out is not None and left_out > budgets.left_out:
        sentence = f"{left_out} selected cell(s) cannot run here, the budget is {budgets.left_out}"
        troubles.append(Trouble("skip", sentence))
    return troubles
