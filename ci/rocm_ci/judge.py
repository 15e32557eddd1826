"""Runs one cell through the public ops and judges it: what ran, what was written, and how far it is from the truth."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from rocm_ci import speed
from rocm_ci.cell import Cell, facts
from rocm_ci.cell_context import place_of
from rocm_ci.distance import Distance
from rocm_ci.gates import dispatch
from rocm_ci.measurements import Handed
from rocm_ci.model_cell import ModelCell
from rocm_ci.observation import observe
from rocm_ci.requests import request_of
from rocm_ci.results import CellResult
from rocm_ci.trouble import Trouble
from rocm_kernels import devices, dispatcher, recorder


def _keep_nothing(measured: Handed) -> None:
    """Take what a cell measured where no gate runs."""


def judge(
    cell: Cell,
    fingerprint: str = "",
    *,
    warm_up: bool = False,
    profile: bool = False,
    hand_in: Callable[[Handed], None] = _keep_nothing,
) -> CellResult:
    """Run a cell on this machine and judge it; an exception of the code under test becomes a failed result.

    With ``warm_up`` its op and its yardstick are called, so that what they need is compiled, and nothing is judged: the result
    passes, with evidence ``none`` and under a fingerprint that no run takes for its own. With ``profile`` a GPU's profiler is
    asked which kernels ran; the emulator is always asked. What the cell measures for the gates goes to ``hand_in``.
    """
    if isinstance(cell, ModelCell):
        from rocm_ci.model_judge import judge_model  # brings lm-eval and transformers

        return judge_model(cell, fingerprint, hand_in, warm_up=warm_up)
    started = time.perf_counter()
    dispatcher.reset()  # what failed in an earlier cell of this process must not decide this one
    request = request_of(cell)
    observed = observe(cell, request, profile=profile)
    troubles = [] if warm_up else list(dispatch.gate(cell, observed))
    distance: Distance | None = None
    if observed.error is None and cell.raises is None and not warm_up:
        distance = request.distance()
        troubles += distance.troubles
        if not troubles and not distance.within:
            troubles.append(
                Trouble("accuracy", f"an error of {distance.error_norm} within {distance.tolerance}: no proof")
            )
    if cell.yardstick is not None and not troubles:  # the yardstick needs to be compiled as well
        try:
            taken = speed.measure(cell)
            if not warm_up:
                hand_in(taken)
        except Exception as error:  # whatever the code under test raises is a result of the cell
            if not warm_up:
                troubles.append(Trouble("test", f"measuring raised {type(error).__name__}: {str(error)[:800]}"))
    first = troubles[0] if troubles else None
    call = observed.calls[-1] if observed.calls else None
    place = place_of(cell)
    return CellResult(
        id=cell.id,
        op=cell.op,
        outcome="failed" if first else "passed",
        kind=first.kind if first else None,
        reason="; ".join(trouble.reason for trouble in troubles) or None,
        backend_expected=cell.backend,
        backend_used=call.backend if call else None,
        kernels=observed.launched,
        witness=observed.testimony.witness if observed.testimony else None,
        kinds=tuple(dict.fromkeys(trouble.kind for trouble in troubles)),
        decision=_decision(call),
        device=cell.device,
        target=place.target,
        evidence="none" if warm_up else _evidence(cell, call, place),
        error_norm=distance.error_norm if distance and np.isfinite(distance.error_norm) else None,
        tolerance=distance.tolerance if distance else None,
        seconds=round(time.perf_counter() - started, 4),
        repeat=cell.repeat,
        why=cell.why,
        sources=cell.sources,
        facts=facts(cell),
        fingerprint=f"warm-up {fingerprint}" if warm_up else fingerprint,
    )


def _decision(call: recorder.Call | None) -> dict[str, list[str]]:
    if call is None:
        return {}
    passed_over = {
        rejection.implementation: [f"{reason.message} [{reason.code}]" for reason in rejection.reasons]
        for rejection in call.decision.rejections
    }
    for failure in call.failures:
        passed_over[failure.implementation] = [f"{reason.message} [{reason.code}]" for reason in failure.reasons]
    return passed_over


def _evidence(cell: Cell, call: recorder.Call | None, place: devices.Device) -> str:
    if call is not None and call.evidence is not None:
        return call.evidence
    # Nothing ran: what is shown is how the request was refused, and that is worth the same everywhere.
    return "reference" if cell.raises else devices.evidence_of(place, cell.backend or "torch")
