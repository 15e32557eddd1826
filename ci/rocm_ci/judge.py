"""Runs one cell through the public ops and judges it: what ran, what was written, and how far it is from the truth."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray

import rocm_kernels.ops as ops
from rocm_ci import layer_requests
from rocm_ci import problem as problems
from rocm_ci.attention_cell import AttentionCell
from rocm_ci.cell import Cell, facts
from rocm_ci.distance import Distance
from rocm_ci.problem import Problem
from rocm_ci.reference import attention, eight_bit, formats, storage, tolerance
from rocm_ci.results import CellResult
from rocm_ci.trouble import Trouble
from rocm_kernels import devices, dispatcher, launches, policy, recorder
from rocm_kernels.backends.triton import interpreting
from rocm_kernels.errors import InvalidArgumentError, NoImplementationError
from rocm_kernels.flags import overriding_flags
from rocm_kernels.support import Rejection

GUARD_ROWS = 2
# What a cache holds before reshape_and_cache: a byte that is a finite number in every format.
UNTOUCHED = 0x25
EXCEPTIONS: dict[str, type[Exception]] = {
    "InvalidArgumentError": InvalidArgumentError,
    "NoImplementationError": NoImplementationError,
}
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Observed:
    """What the recorder and the launchers themselves saw."""

    calls: tuple[recorder.Call, ...]
    launched: tuple[str, ...]
    error: Exception | None


def judge(cell: Cell, fingerprint: str = "", *, warm_up: bool = False) -> CellResult:
    """Run a cell on this machine and judge it; an exception of the code under test becomes a failed result.

    With ``warm_up`` its op is called, so that what it needs is compiled, and nothing is judged: the result passes, with
    evidence ``none`` and under a fingerprint that no run takes for its own.
    """
    started = time.perf_counter()
    dispatcher.reset()  # what failed in an earlier cell of this process must not decide this one
    request = _request(cell)
    observed = _observe(cell, request)
    troubles = [] if warm_up else list(_dispatch(cell, observed))
    distance: Distance | None = None
    if observed.error is None and cell.raises is None and not warm_up:
        distance = request.distance()
        troubles += distance.troubles
    first = troubles[0] if troubles else None
    call = observed.calls[-1] if observed.calls else None
    place = _place(cell)
    return CellResult(
        id=cell.id,
        op=cell.op,
        outcome="failed" if first else "passed",
        kind=first.kind if first else None,
        reason="; ".join(trouble.reason for trouble in troubles) or None,
        backend_expected=cell.backend,
        backend_used=call.backend if call else None,
        kernels=observed.launched,
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


# --- the call -----------------------------------------------------------------------------------------------------------


def _place(cell: Cell) -> devices.Device:
    """The device of a cell; a ``rocm`` cell runs on the GPU that is here, whatever target it was written for."""
    return devices.detect().device if cell.device in ("rocm", "cuda") else devices.parse_device(cell.device)


@contextmanager
def _context(cell: Cell) -> Iterator[None]:
    with ExitStack() as stack:
        if cell.device_kind == "emulated":
            stack.enter_context(devices.using_device(cell.device))
        if cell.interpreted:
            stack.enter_context(interpreting())
        if cell.flags:
            stack.enter_context(overriding_flags(**cell.flags))
        if cell.policy == "forbid_fallback":
            stack.enter_context(policy.using_policy(policy.forbid_fallback))
        yield


def _explicit_backend(cell: Cell) -> str | None:
    """The backend asked for; a cell that expects an exception asks for the one its reasons are about."""
    if cell.policy != "explicit":
        return None
    return cell.backend or next(iter(cell.reasons)).partition(".")[0]


def _observe(cell: Cell, request: _Request) -> Observed:
    error: Exception | None = None
    with _context(cell), recorder.recording() as record, launches.listening() as launched:
        try:
            request.call(_explicit_backend(cell))
        except Exception as raised:  # whatever the code under test raises is a result of the cell
            error = raised
    return Observed(tuple(record.calls), tuple(launched), error)


def _torch_device(cell: Cell) -> torch.device:
    return torch.device("cuda" if cell.device_kind in ("rocm", "cuda") else "cpu")


# --- dispatch -----------------------------------------------------------------------------------------------------------


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


def _dispatch(cell: Cell, observed: Observed) -> Iterator[Trouble]:
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
    yield from _missing_reasons(cell, call.decision.rejections)


def _stale_decisions(cell: Cell, call: recorder.Call) -> Iterator[Trouble]:
    """A decision is kept for the next call; when the flags have changed by then, it must be made anew."""
    for value in (True, False):
        with _context(cell), overriding_flags(VLLM_ROCM_USE_AITER=value, VLLM_ROCM_CUSTOM_PAGED_ATTN=value):
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
    if observed.launched:
        yield Trouble(
            "dispatch", f"a kernel was launched before the request was refused: {', '.join(observed.launched)}"
        )


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


# --- attention ----------------------------------------------------------------------------------------------------------


class _Request(Protocol):
    """One call of an op with its data, and the distance of its result from the truth."""

    def call(self, backend: str | None) -> None:
        """Call the op."""

    def distance(self) -> Distance:
        """Compare what was written with the reference."""


def _request(cell: Cell) -> _Request:
    """The request of a cell, by the kind of its op."""
    if isinstance(cell, AttentionCell):
        return _CacheWrite(cell) if cell.op == "reshape_and_cache" else _Attention(cell)
    return layer_requests.request(cell)


class _Attention:
    def __init__(self, cell: AttentionCell) -> None:
        self.cell = cell
        self.problem: Problem = problems.build(cell)
        device = _torch_device(cell)
        dtype = problems.TORCH_DTYPES[cell.query_dtype]
        rows = self.problem.query.shape[0]
        # Rows before and after belong to nobody: they must stay NaN, all others must not.
        self.guarded = torch.full(
            (rows + 2 * GUARD_ROWS, cell.query_heads, cell.head_size), torch.nan, dtype=dtype, device=device
        )
        self.log_sum_exp: torch.Tensor | None = None

    def call(self, backend: str | None) -> None:
        cell, problem, device = self.cell, self.problem, _torch_device(self.cell)

        def moved(tensor: torch.Tensor | None) -> torch.Tensor | None:
            return tensor if tensor is None or device.type == "cpu" else tensor.to(device)

        options = {
            "layout": cell.layout,
            "kv_dtype": cell.kv_dtype if cell.kv_dtype.startswith("fp8") else None,
            "scale": cell.scale,
            "key_scale": moved(problem.key_scale.tensor),
            "value_scale": moved(problem.value_scale.tensor),
            "alibi_slopes": moved(problem.alibi_slopes),
            "sliding_window": cell.sliding_window,
            "sinks": moved(problem.sinks),
            "softcap": cell.softcap,
            "out": self.guarded[GUARD_ROWS:-GUARD_ROWS],
            "return_log_sum_exp": cell.log_sum_exp,
            "backend": backend,
            "validate": True,
        }
        if cell.op == "paged_attention":
            options |= {
                "min_context_length": cell.min_context_length,
                "max_context_length": cell.max_context_length,
                "finite_cache": cell.finite_cache,
            }
        if cell.op == "prefill_attention":
            options |= {"query_start": moved(problem.query_start), "causal": cell.causal}
        function = getattr(ops, cell.op)
        result = function(
            moved(problem.query),
            moved(problem.key_cache),
            moved(problem.value_cache),
            moved(problem.block_tables),
            moved(problem.context_lengths),
            **options,
        )
        self.log_sum_exp = result[1] if cell.log_sum_exp else None

    def distance(self) -> Distance:
        cell, problem = self.cell, self.problem
        everything = self.guarded.double().cpu().numpy()
        output = everything[GUARD_ROWS:-GUARD_ROWS]
        troubles = []
        if not np.isnan(everything[:GUARD_ROWS]).all() or not np.isnan(everything[-GUARD_ROWS:]).all():
            troubles.append(Trouble("unwritten", "memory beside the output was written"))
        if missing := int(np.isnan(output).sum()):
            where = tuple(int(index) for index in np.argwhere(np.isnan(output))[0])
            troubles.append(
                Trouble("unwritten", f"{missing} of {output.size} output elements are NaN, the first at {where}")
            )
            return Distance(float("nan"), 0.0, tuple(troubles))
        log_sum_exp = None if self.log_sum_exp is None else self.log_sum_exp.double().cpu().numpy()
        worst, bound, row = 0.0, tolerance.UNIT_ROUNDOFF[cell.query_dtype], 0
        for sequence, (plain, key, value) in enumerate(zip(problem.queries, problem.keys, problem.values, strict=True)):
            query = _seen(cell, _wide(plain))
            truth = attention.attention(query, _wide(key), _wide(value), _options(cell, problem))
            rows = slice(row, row + len(query))
            row += len(query)
            bounds = tolerance.relative_bound(cell.query_dtype, cell.backend or "torch", len(key), truth.score_error)
            absolute = tolerance.absolute_bound(cell.query_dtype, cell.backend or "torch", truth.reach)
            limits = np.broadcast_to(bounds[..., None], truth.output.shape)
            if _in_8_bits(cell):
                reach = eight_bit.probability_error(query, _wide(key), _wide(value), problem.scale, cell.kv_dtype)
                limits = limits + reach / np.where(truth.magnitude > 0, truth.magnitude, 1.0)
            error, limit = _relative(output[rows], truth, limits, absolute)
            if error / limit > worst / bound:
                worst, bound = error, limit
            if error > limit:
                troubles.append(
                    Trouble(
                        "accuracy",
                        f"sequence {sequence} (length {len(key)}) is off by {error:.3g} of the sum of p|v|, "
                        f"the bound is {limit:.3g}",
                    )
                )
            if log_sum_exp is not None:
                troubles += _log_sum_exp(sequence, log_sum_exp[rows], truth)
        return Distance(worst, bound, tuple(troubles[:3]))


def _in_8_bits(cell: AttentionCell) -> bool:
    """Whether the kernels that serve a cell multiply 8-bit numbers only."""
    return cell.backend == "aiter" and cell.kv_dtype in formats.MAX_STORED


def _seen(cell: AttentionCell, query: Floats) -> Floats:
    """The query as the kernels of the cell's backend see it."""
    return eight_bit.seen_query(query, cell.kv_dtype) if _in_8_bits(cell) else query


def _wide(values: NDArray[np.float32]) -> Floats:
    return np.asarray(values, dtype=np.float64)


def _options(cell: AttentionCell, problem: Problem) -> attention.Options:
    return attention.Options(
        scale=problem.scale,
        causal=cell.causal,
        alibi_slopes=None if problem.alibi_slopes is None else problem.alibi_slopes.double().numpy(),
        sliding_window=cell.sliding_window,
        sinks=None if problem.sinks is None else problem.sinks.double().numpy(),
        softcap=cell.softcap,
    )


def _relative(output: Floats, truth: attention.Truth, limits: Floats, absolute: Floats) -> tuple[float, float]:
    """Error over sum p|v| where it is largest in relation to its bound, one of ``limits``, and that bound."""
    error = np.maximum(np.abs(output - truth.output) - absolute, 0.0)
    magnitude = truth.magnitude
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = np.where(magnitude > 0, error / magnitude, np.where(error > 0, np.inf, 0.0))
    if not relative.size:
        return 0.0, float(np.max(limits, initial=tolerance.UNIT_ROUNDOFF["fp32"]))
    worst = int(np.argmax(relative / limits))
    return float(relative.flat[worst]), float(limits.flat[worst])


def _log_sum_exp(sequence: int, found: Floats, truth: attention.Truth) -> list[Trouble]:
    """The log-sum-exp is fp32: its error is that of a score, plus rounding of its own size and of the sum."""
    expected = truth.log_sum_exp
    empty = np.isneginf(expected)
    limit = truth.score_error + 64 * attention.FP32_UNIT * (1 + np.where(empty, 0.0, np.abs(expected)))
    with np.errstate(invalid="ignore"):
        wrong = np.where(empty, ~np.isneginf(found), ~(np.abs(found - expected) <= limit))
    if not wrong.any():
        return []
    where = tuple(int(index) for index in np.argwhere(wrong)[0])
    text = f"log-sum-exp of sequence {sequence} at {where} is {found[where]:.7g}, expected {expected[where]:.7g}"
    return [Trouble("accuracy", f"{text} within {limit[where]:.2g}")]


# --- writing the cache --------------------------------------------------------------------------------------------------


class _CacheWrite:
    """Tokens at random slots of a cache full of a sentinel; every third token has slot -1 and must leave no trace."""

    def __init__(self, cell: AttentionCell) -> None:
        self.cell = cell
        random = problems.generator(cell)
        tokens = sum(cell.lengths)
        dtype = problems.TORCH_DTYPES[cell.query_dtype]
        self.blocks = -(-tokens // cell.block_size) + problems.SPARE_BLOCKS
        slots = random.permutation(self.blocks * cell.block_size)[:tokens] if cell.permuted else np.arange(tokens)
        self.slots = np.where(np.arange(tokens) % 3 == 2, -1, slots)
        amax = cell.key_amax or 4.0
        shape = (tokens, cell.kv_heads, cell.head_size)
        self.sources: dict[str, torch.Tensor] = {}
        for name in ("key", "value"):
            data = random.standard_normal(shape, dtype=np.float32)
            data *= np.float32(amax / max(float(np.abs(data).max(initial=0.0)), 1e-6))
            self.sources[name] = problems.sliced(torch.from_numpy(data).to(dtype), cell.query_strides, dim=1)
        self.scales = {name: self._scale(index) for index, name in enumerate(self.sources)}
        device = _torch_device(cell)
        self.caches = {
            "key": self._cache(storage.pack_key).to(device),
            "value": self._cache(storage.pack_value).to(device),
        }

    def _scale(self, index: int) -> torch.Tensor | None:
        cell = self.cell
        if cell.kv_scales == "none":
            return None
        if cell.kv_scales == "per_token":  # written by the op
            return torch.full((self.blocks, cell.kv_heads, cell.block_size), torch.nan)
        largest = (cell.key_amax or 4.0) / formats.MAX_STORED[cell.kv_dtype]
        count = 1 if cell.kv_scales == "per_tensor" else cell.kv_heads
        return torch.linspace(1.0, 2.0, count) * largest * (1 + index)

    def _cache(self, pack: Any) -> torch.Tensor:
        cell = self.cell
        itemsize = 1 if cell.kv_dtype not in problems.TORCH_DTYPES else problems.TORCH_DTYPES[cell.kv_dtype].itemsize
        dtype = problems.TORCH_DTYPES.get(cell.kv_dtype, torch.int8 if cell.kv_dtype == "int8" else torch.uint8)
        shape = (self.blocks, cell.block_size, cell.kv_heads, cell.head_size)
        plain = torch.full((*shape, itemsize), UNTOUCHED, dtype=torch.uint8).view(dtype).reshape(shape)
        packed: torch.Tensor = pack(plain, cell.layout, itemsize).contiguous()
        return problems.sliced(packed, cell.cache_strides, dim=0)

    def call(self, backend: str | None) -> None:
        cell, device = self.cell, _torch_device(self.cell)
        self.scales = {name: None if scale is None else scale.to(device) for name, scale in self.scales.items()}
        with policy.using_policy(policy.explicit(backend) if backend else policy.current()):
            ops.reshape_and_cache(
                self.sources["key"].to(device),
                self.sources["value"].to(device),
                self.caches["key"],
                self.caches["value"],
                torch.from_numpy(self.slots).to(device),
                layout=cell.layout,
                kv_dtype=cell.kv_dtype if cell.kv_dtype.startswith("fp8") else None,
                key_scale=self.scales["key"],
                value_scale=self.scales["value"],
                validate=True,
            )

    def distance(self) -> Distance:
        troubles: list[Trouble] = []
        worst, bound = 0.0, 0.0
        for name, unpack in (("key", storage.unpack_key), ("value", storage.unpack_value)):
            cache = self.caches[name].cpu().contiguous()
            plain = unpack(cache, self.cell.layout).reshape(-1, self.cell.kv_heads, self.cell.head_size)
            raw = plain.contiguous().view(torch.uint8).numpy()
            untouched = np.setdiff1d(np.arange(raw.shape[0]), self.slots)
            if (changed := int((raw[untouched] != UNTOUCHED).any(axis=(1, 2)).sum())) > 0:
                troubles.append(
                    Trouble("unwritten", f"{changed} slots of the {name} cache that belong to nobody were written")
                )
            error, limit = self._error(name, plain[self.slots[self.slots >= 0]])
            if bound == 0.0 or error - limit > worst - bound:
                worst, bound = error, limit
            if not error <= limit:
                troubles.append(
                    Trouble(
                        "accuracy",
                        f"{name}: a stored value is off by {error:.4g} of half a step, the bound is {limit:.4g}",
                    )
                )
        return Distance(worst, bound, tuple(troubles))

    def _error(self, name: str, stored: torch.Tensor) -> tuple[float, float]:
        """Largest error of a stored value over half the distance of its neighbours; 1 is right rounding."""
        cell = self.cell
        kept = self.slots >= 0
        source = self.sources[name].double().numpy()[kept]
        if cell.kv_dtype in problems.TORCH_DTYPES:
            exact = torch.equal(stored, self.sources[name][torch.from_numpy(kept)].to(stored.dtype))
            return (0.0 if exact else float("inf")), 0.0
        scale, slots = self.scales[name], self.slots[kept]
        factor: Any = 1.0
        if scale is not None and cell.kv_scales == "per_token":
            factor = scale.double().cpu().numpy()[slots // cell.block_size, :, slots % cell.block_size][..., None]
            wanted = np.abs(source).max(axis=2, keepdims=True) / formats.MAX_STORED[cell.kv_dtype]
            if not np.allclose(factor, wanted, rtol=4 * attention.FP32_UNIT, atol=0):
                return float("inf"), 1.0
        elif scale is not None:
            factor = scale.double().cpu().numpy().reshape(-1)[:, None]
        largest = formats.MAX_STORED[cell.kv_dtype]
        wanted = np.clip(source / factor, -largest, largest)
        found = formats.decode(stored.contiguous().view(torch.uint8).numpy(), cell.kv_dtype)
        if np.isnan(found).any():
            return float("inf"), 1.0
        # The quotient is fp32: a value that close to the middle of two neighbours may go either way.
        slack = 1 + 4 * attention.FP32_UNIT * largest / float(formats.half_step(np.array([largest]), cell.kv_dtype)[0])
        return float((np.abs(found - wanted) / formats.half_step(wanted, cell.kv_dtype)).max(initial=0.0)), slack
