"""Chooses an implementation for each request, runs it, and goes on to the next one when it fails."""

from __future__ import annotations

import logging
import threading
import traceback
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import torch

from rocm_kernels import devices, flags, launches, outputs, policy, recorder, registry
from rocm_kernels.decision import Decision
from rocm_kernels.devices import Device
from rocm_kernels.errors import (
    ImplementationFailure,
    InvalidArgumentError,
    NoImplementationError,
    UnwrittenOutputError,
)
from rocm_kernels.flags import Flags
from rocm_kernels.implementation import Implementation
from rocm_kernels.policy import Policy
from rocm_kernels.spec import Spec
from rocm_kernels.support import Reason, Rejection

_logger = logging.getLogger("rocm_kernels")

# A process meets a few specs for each model that it serves; beyond this the cache starts afresh.
MAX_CACHED_DECISIONS = 8_192
# Outputs that ROCM_KERNELS_CHECK_OUTPUT looks at, where the arguments of an op have them.
_OUTPUTS = ("output", "log_sum_exp", "residual_output")

# On a stand-in device only PyTorch code can run, and AITER's adapter, for which tests have a stand-in too.
_ON_STAND_INS = ("aiter", "torch")

# Says something of the moment, nothing of the implementation: memory is there again at the next call.
_MEMORY_ERRORS = (torch.OutOfMemoryError, MemoryError)
_NOBODY: Mapping[str, Reason] = {}

Runner = Callable[[Any], None]
_Key = tuple[Spec, Policy, Flags, Device | None]


class Arguments(Protocol):
    """What the dispatcher needs of any op's arguments."""

    @property
    def spec(self) -> Any:
        """The spec that these arguments were found to have."""


class _State:
    """All that the dispatcher remembers. Reads take no lock: each is one dictionary operation; writes hold ``lock``."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.generation = 0
        self.decisions: dict[_Key, Decision] = {}
        self.runners: dict[str, Runner] = {}
        # (implementation, spec) -> why it failed; a spec of None means every spec.
        self.marks: dict[tuple[str, Spec | None], Reason] = {}
        self.announced: set[tuple[Spec, Policy, tuple[Rejection, ...]]] = set()


_state = _State()


def forget_decisions() -> None:
    """Drop every cached decision; called whenever something changes that a decision depends on."""
    with _state.lock:
        _state.generation += 1
        _state.decisions.clear()


def reset() -> None:
    """Forget everything: decisions, failures, loaded implementations and what was logged."""
    with _state.lock:
        forget_decisions()
        _state.runners.clear()
        _state.marks.clear()
        _state.announced.clear()


registry.on_change(reset)


def evaluate(spec: Spec, under: Policy | None = None) -> Decision:
    """Decide without looking at the cache, without filling it and without a word in the log."""
    return _evaluate(spec, under if under is not None else policy.current())


def unavailable(implementation: Implementation, spec: Spec) -> tuple[Reason, ...]:
    """Give the reasons why an implementation cannot run on this machine now, whatever the request."""
    reasons = tuple(implementation.available(spec.device))
    chosen = devices.chosen()
    if chosen is not None and chosen.stubbed and implementation.backend not in _ON_STAND_INS:
        reasons += (Reason("stubbed", f"cpu tensors stand in for {spec.device}: nothing can be launched on those"),)
    return reasons


def failures(implementation: Implementation, spec: Spec) -> tuple[Reason, ...]:
    """Give the reasons for which an implementation was marked: it failed when it was last tried for this spec."""
    marks = (_state.marks.get((implementation.name, scope)) for scope in (None, spec))
    return tuple(reason for reason in marks if reason is not None)


def _enabled(here: tuple[Reason, ...], against: tuple[Reason, ...]) -> bool:
    """Whether a candidate could run something on this device, if perhaps not this request."""
    return not here and not any(reason.code in ("device", "target") for reason in against)


def _evaluate(spec: Spec, under: Policy, left_out: Mapping[str, Reason] = _NOBODY) -> Decision:
    """Decide; ``left_out`` are implementations, by name, that failed in this call without being marked."""
    implementation: Implementation | None = None
    rejections: list[Rejection] = []
    first_backend: str | None = None  # the first backend of which something can run on this device
    for candidate in registry.implementations(spec.op):
        here, against = unavailable(candidate, spec), candidate.support.reasons(spec)
        reasons = (*here, *failures(candidate, spec), *against)
        if candidate.name in left_out:
            reasons = (left_out[candidate.name], *reasons)
        if first_backend is None and _enabled(here, against):
            # A failure does not make the next backend the first one: falling back from it stays forbidden.
            first_backend = candidate.backend
        if implementation is not None:
            reasons = (*reasons, Reason("later", f"comes after {implementation.name} in the order of preference"))
        elif under.kind == "explicit" and candidate.backend != under.backend:
            reasons = (*reasons, Reason("policy", f"the policy asks for {under.backend}"))
        elif under.kind == "forbid_fallback" and first_backend is not None and candidate.backend != first_backend:
            reasons = (*reasons, Reason("policy", f"the policy forbids falling back from {first_backend}"))
        if implementation is None and not reasons:
            implementation = candidate
        else:
            rejections.append(Rejection(candidate.name, candidate.backend, reasons))
    if implementation is None:
        return Decision(spec, under, None, "", tuple(rejections))
    return Decision(
        spec, under, implementation, implementation.kernel_for(spec), tuple(rejections), implementation.remarks(spec)
    )


def decide(spec: Spec, under: Policy | None = None) -> Decision:
    """Return the decision for a spec under a policy (the one in force where none is given), from the cache where it is there.

    The first decision for a request on which an available backend is passed over says so in the log, once.
    """
    if under is None:
        under = policy.current()
    key = (spec, under, flags.current(), devices.chosen())
    decision = _state.decisions.get(key)
    return decision if decision is not None else _decide(key)


def _decide(key: _Key) -> Decision:
    spec, under = key[:2]
    generation = _state.generation
    decision = _evaluate(spec, under)
    with _state.lock:
        # A decision made from what has changed meanwhile is returned to its caller but not kept.
        if generation == _state.generation:
            if len(_state.decisions) >= MAX_CACHED_DECISIONS:
                _state.decisions.clear()
            _state.decisions[key] = decision
        passed_over = _worth_saying(decision)
        saying = (spec, under, passed_over)
        if not (passed_over or decision.remarks) or saying in _state.announced:
            return decision
        _state.announced.add(saying)
    assert decision.implementation is not None
    for remark in decision.remarks:
        _logger.warning("%s is served by %s: %s", spec.op, decision.implementation.name, remark)
    if not passed_over:
        return decision
    why = "; ".join(f"{entry.implementation}: {', '.join(r.message for r in entry.reasons)}" for entry in passed_over)
    _logger.warning("%s is served by %s, because %s", spec.op, decision.implementation.name, why)
    return decision


def _worth_saying(decision: Decision) -> tuple[Rejection, ...]:
    """Pick the candidates of better backends that could run here and refused this request; failures were said already."""
    if decision.policy.kind == "explicit" or decision.implementation is None:
        return ()
    better = policy.BACKENDS[: policy.BACKENDS.index(decision.implementation.backend)]
    by_name = {entry.name: entry for entry in registry.implementations(decision.spec.op)}
    picked = []
    for rejection in decision.rejections:
        if rejection.backend not in better:
            continue
        candidate = by_name[rejection.implementation]
        if failures(candidate, decision.spec):
            continue
        if _enabled(unavailable(candidate, decision.spec), rejection.reasons):
            picked.append(rejection)
    return tuple(picked)


def _runner(implementation: Implementation) -> Runner:
    """Load an implementation once; raises whatever loading raises."""
    runner = _state.runners.get(implementation.name)
    if runner is None:
        with _state.lock:
            runner = _state.runners.get(implementation.name)
            if runner is None:
                runner = _state.runners[implementation.name] = implementation.load()
    return runner


def mark(implementation: Implementation, spec: Spec | None, reason: Reason) -> None:
    """Never choose an implementation again for a spec (None: for any), until ``reset``; says so in the log the first time."""
    with _state.lock:
        if (implementation.name, spec) in _state.marks:
            return
        _state.marks[implementation.name, spec] = reason
        forget_decisions()
    scope = f" for {spec}" if spec is not None else ""
    _logger.warning(
        "%s failed and is not used again%s: %s [%s]", implementation.name, scope, reason.message, reason.code
    )


def _take_back(marked: list[Implementation], spec: Spec) -> None:
    """Forget that implementations failed for a spec, in a call that none of them could serve.

    Where everything failed, the request is suspected (a block id out of range, no memory left): a right one with the same
    spec must still be served.
    """
    if not marked:
        return
    with _state.lock:
        for implementation in marked:
            _state.marks.pop((implementation.name, spec), None)
        forget_decisions()
    names = ", ".join(implementation.name for implementation in marked)
    _logger.warning("nothing could serve this request for %s, so it is suspected and %s is tried again", spec, names)


def _failure(stage: str, error: BaseException) -> Reason:
    if isinstance(error, ImplementationFailure):
        return Reason(error.code, str(error))
    if isinstance(error, _MEMORY_ERRORS):
        return Reason("out_of_memory", f"{type(error).__name__}: {error}")
    code = "import_failed" if stage == "load" and isinstance(error, ImportError) else f"{stage}_failed"
    return Reason(code, f"{type(error).__name__}: {error}")


def run(arguments: Arguments, under: Policy | None = None) -> Decision:
    """Serve one request: decide, load, call; on a failure mark the implementation, log the reason once and try the next.

    A call in which every implementation failed leaves no mark for its spec: then the request is suspected. Nor does an
    implementation that found no memory: it is left out of this call only.

    Args:
        arguments: checked arguments of an op, with their spec.
        under: the policy; the one in force where none is given.

    Returns:
        The decision that the result comes from.

    Raises:
        NoImplementationError: nothing may serve the request (or nothing else, after a failure), with all the reasons.
        InvalidArgumentError: an implementation found an argument wrong.
        UnwrittenOutputError: only with ROCM_KERNELS_CHECK_OUTPUT; an element of an output was not written.
    """
    decision = decide(arguments.spec, under)
    if decision.implementation is not None and not recorder.active():
        runner = _state.runners.get(decision.implementation.name)
        if runner is not None and not flags.current()["ROCM_KERNELS_CHECK_OUTPUT"]:
            try:
                runner(arguments)
            except InvalidArgumentError:
                raise
            except (Exception, SystemExit) as error:
                return _run_slowly(arguments, decision, error)
            return decision
    return _run_slowly(arguments, decision, None)


def _run_slowly(arguments: Arguments, decision: Decision, failed: BaseException | None) -> Decision:
    """Run with everything that the fast path leaves out; ``failed`` is what the decision's implementation just raised."""
    spec = arguments.spec
    tried: list[Rejection] = []
    cause = failed
    stage = "launch"
    kernels: list[str] = []
    marked: list[Implementation] = []
    left_out: dict[str, Reason] = {}
    while True:
        implementation = decision.implementation
        if implementation is None:
            _record(decision, None, (), tried)
            _take_back(marked, spec)
            try:
                decision.chosen()
            except NoImplementationError as error:
                raise error from cause
        assert implementation is not None
        if failed is None:
            try:
                stage = "load"
                runner = _runner(implementation)
                stage = "launch"
                with launches.listening() as kernels:
                    _call(implementation, runner, arguments)
            except (InvalidArgumentError, UnwrittenOutputError):
                _record(decision, None, tuple(kernels), tried)
                raise
            except (Exception, SystemExit) as error:
                failed = cause = error
        if failed is None:
            _record(decision, implementation, tuple(kernels), tried)
            return decision
        reason = _failure(stage, failed)
        tried.append(Rejection(implementation.name, implementation.backend, (reason,)))
        if isinstance(failed, _MEMORY_ERRORS):
            left_out[implementation.name] = reason
            traceback.clear_frames(failed.__traceback__)  # they hold what was allocated, which the next one needs
            _logger.warning("%s is left out of one call: %s [%s]", implementation.name, reason.message, reason.code)
        else:
            mark(implementation, spec if stage == "launch" else None, reason)
            if stage == "launch":
                marked.append(implementation)
        decision = _evaluate(spec, decision.policy, left_out) if left_out else decide(spec, decision.policy)
        failed = None


def _call(implementation: Implementation, runner: Runner, arguments: Arguments) -> None:
    if not flags.current()["ROCM_KERNELS_CHECK_OUTPUT"]:
        runner(arguments)
        return
    given = [(name, getattr(arguments, name, None)) for name in _OUTPUTS]
    written = [(name, tensor) for name, tensor in given if tensor is not None and outputs.can_mark(tensor)]
    for _, tensor in written:
        outputs.mark(tensor)
    runner(arguments)
    for name, tensor in written:
        if left := outputs.unwritten(tensor):
            raise UnwrittenOutputError(implementation.name, name, left, tensor.numel())


def _record(
    decision: Decision, implementation: Implementation | None, kernels: tuple[str, ...], tried: list[Rejection]
) -> None:
    records = recorder.active()
    if not records:
        return
    spec = decision.spec
    evidence = None
    if implementation is not None:
        evidence = devices.evidence_of(devices.chosen() or spec.device, implementation.backend)
    call = recorder.Call(
        spec.op,
        spec,
        decision,
        implementation.name if implementation else None,
        implementation.backend if implementation else None,
        kernels,
        tuple(tried),
        evidence,
    )
    for record in records:
        record.calls.append(call)
