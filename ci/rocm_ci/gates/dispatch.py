"""Did the declared backend really run, for the declared reasons? Declared, recorded and launched must be one story."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rocm_ci.cell import Cell
from rocm_ci.cell_context import context
from rocm_ci.observation import Observed
from rocm_ci.trouble import Trouble
from rocm_ci.witness import EMULATOR, contradiction
from rocm_kernels import dispatcher, recorder
from rocm_kernels.errors import InvalidArgumentError, NoImplementationError
from rocm_kernels.flags import overriding_flags
from rocm_kernels.support import Rejection

EXCEPTIONS: dict[str, type[Exception]] = {
    "InvalidArgumentError": InvalidArgumentError,
    "NoImplementationError": NoImplementationError,
}


def gate(cell: Cell, observed: Observed) -> Iterator[Trouble]:
    """Everything that is wrong with how a cell was dispatched."""
    if cell.raises is not None:
        yield from _refused(cell, observed)
        return
    if observed.error is not None:
        error = observed.error
        kind = "dispatch" if isinstance(error, NoImplementationError) else "test"
        yield Trouble(kind, f"raised {type(error).__name__}: {str(error)[:800]}")
        return
    if len(observed.calls) != 1:
        yield Trouble("dispatch", f"one dispatched call was expected, the recorder saw {len(observed.calls)}")
        return
    call = observed.calls[0]
    yield from _undeclared_failures(cell, call.failures)
    yield from _stale_decisions(cell, call)
    if call.backend != cell.backend:
        yield Trouble("dispatch", f"backend {cell.backend} was declared, {call.backend} served the call")
    implementation = call.decision.implementation
    if implementation is None or implementation.name != call.implementation:
        decided = implementation.name if implementation else None
        yield Trouble("dispatch", f"the decision says {decided}, the call was served by {call.implementation}")
    if not observed.launched:
        yield Trouble("dispatch", f"{call.implementation} returned without launching a kernel")
    elif observed.launched != call.kernels:
        seen, said = ", ".join(observed.launched), ", ".join(call.kernels)
        yield Trouble("dispatch", f"the launchers noted {seen}, the recorder {said or 'nothing'}")
    elif call.decision.kernel not in observed.launched:
        names = ", ".join(observed.launched)
        yield Trouble("dispatch", f"the decision names kernel {call.decision.kernel}, launched were {names}")
    elif observed.testimony is not None and (sentence := contradiction(observed.launched, observed.testimony)):
        yield Trouble("dispatch", sentence)
    yield from _missing_reasons(cell, call.decision.rejections)


def _stale_decisions(cell: Cell, call: recorder.Call) -> Iterator[Trouble]:
    """A decision is kept for the next call; when the flags have changed by then, it must be made anew."""
    for value in (True, False):
        with context(cell), overriding_flags(VLLM_ROCM_USE_AITER=value, VLLM_ROCM_CUSTOM_PAGED_ATTN=value):
            kept, fresh = (
                [
                    (entry.implementation, tuple(reason.code for reason in entry.reasons))
                    for entry in decision.rejections
                ]
                for decision in (
                    function(call.spec, call.decision.policy) for function in (dispatcher.decide, dispatcher.evaluate)
                )
            )
        if kept != fresh:
            yield Trouble(
                "dispatch", f"with flags changed to {value}, a decision is kept that is not the one made anew"
            )


def _undeclared_failures(cell: Cell, failures: Sequence[Rejection]) -> Iterator[Trouble]:
    """A fallback that works is no excuse for what it fell back from, unless the cell is about that."""
    for failure in failures:
        declared = {code for name in (failure.implementation, failure.backend) for code in cell.reasons.get(name, ())}
        for reason in failure.reasons:
            if reason.code not in declared:
                yield Trouble("dispatch", f"{failure.implementation} was tried and failed: {reason.message[:400]}")


def _refused(cell: Cell, observed: Observed) -> Iterator[Trouble]:
    error = observed.error
    if error is None:
        used = ", ".join(str(call.implementation) for call in observed.calls)
        yield Trouble("test", f"{cell.raises} was expected, and a result came (from {used or 'nothing recorded'})")
    elif not isinstance(error, EXCEPTIONS[cell.raises or ""]):
        yield Trouble("test", f"{cell.raises} was expected, raised was {type(error).__name__}: {str(error)[:400]}")
    elif isinstance(error, NoImplementationError):
        yield from _missing_reasons(cell, error.rejections)
    elif isinstance(error, InvalidArgumentError) and error.argument != cell.argument:
        yield Trouble("test", f"the argument {cell.argument} was to be refused, refused was {str(error)[:400]}")
    ran = observed.testimony.names if observed.testimony is not None and observed.testimony.witness == EMULATOR else ()
    if observed.launched or ran:
        names = ", ".join(observed.launched or ran)
        yield Trouble("dispatch", f"a kernel was launched before the request was refused: {names}")


def _missing_reasons(cell: Cell, rejections: Sequence[Rejection]) -> Iterator[Trouble]:
    for name, codes in cell.reasons.items():
        entries = [entry for entry in rejections if name in (entry.implementation, entry.backend)]
        given = {reason.code for entry in entries for reason in entry.reasons}
        if not entries:
            yield Trouble("dispatch", f"{name} was to be passed over for {', '.join(codes)}, and it was not")
        elif missing := sorted(set(codes) - given):
            yield Trouble(
                "dispatch",
                f"{name} was to be passed over for {', '.join(missing)}; its reasons are {', '.join(sorted(given))}",
            )
