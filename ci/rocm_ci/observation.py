"""What was seen of one call: by the dispatcher's recorder, by the launchers, and by the machine that ran the kernels."""

from __future__ import annotations

from dataclasses import dataclass

from rocm_ci.cell import Cell
from rocm_ci.cell_context import context, explicit_backend
from rocm_ci.requests import Request
from rocm_ci.witness import Testimony, testifying
from rocm_kernels import launches, recorder


@dataclass(frozen=True)
class Observed:
    """What the recorder, the launchers and the machine saw.

    Attributes:
        calls: of the recorder.
        launched: kernels that the launchers noted.
        testimony: of the machine itself; None where it cannot say.
        error: what the call raised.
    """

    calls: tuple[recorder.Call, ...]
    launched: tuple[str, ...]
    testimony: Testimony | None
    error: Exception | None


def observe(cell: Cell, request: Request, *, profile: bool = False) -> Observed:
    """Call the op of a cell; whatever the code under test raises is a result."""
    error: Exception | None = None
    with (
        context(cell),
        recorder.recording() as record,
        launches.listening() as launched,
        testifying(cell, profile) as testimony,
    ):
        try:
            request.call(explicit_backend(cell))
        except Exception as raised:
            error = raised
    return Observed(tuple(record.calls), tuple(launched), testimony, error)
