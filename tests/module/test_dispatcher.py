"""The dispatcher: order, reasons, policies, failures, caches."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import nullcontext

import pytest
import torch
from tests.fakes.implementations import EVERYTHING, Request, Scripted, spec

from rocm_kernels import devices, dispatcher, flags, policy, recorder, registry
from rocm_kernels.errors import (
    ImplementationFailure,
    InvalidArgumentError,
    NoImplementationError,
    UnwrittenOutputError,
)
from rocm_kernels.support import Reason, Support

FAILURES = [
    ImportError("no such module"),
    OSError("libamdhip64.so: cannot open"),
    RuntimeError("hipErrorNoBinaryForGpu"),
    SystemExit(0),
    KeyError("gfx906"),
    AssertionError("x"),
]
ONLY_HEAD_64 = Support(
    devices=frozenset({"cpu", "rocm"}),
    targets=None,
    query_dtypes=frozenset({"bf16"}),
    kv_dtypes=frozenset({"bf16"}),
    head_sizes=frozenset({64}),
)


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    dispatcher.reset()
    yield
    dispatcher.reset()


def codes(decision, name: str) -> list[str]:
    return [r.code for rejection in decision.rejections if rejection.implementation == name for r in rejection.reasons]


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize("order", [("aiter", "torch"), ("torch", "aiter"), ("rocm", "triton", "torch", "aiter")])
def test_backends_are_taken_in_their_order_of_preference_however_they_are_listed(order: tuple[str, ...]) -> None:
    entries = {backend: Scripted(backend) for backend in order}
    best = min(order, key=policy.BACKENDS.index)
    with registry.only(*(entry.implementation() for entry in entries.values())):
        decision = dispatcher.run(Request(spec()))
    assert decision.chosen().backend == best
    assert decision.kernel == f"scripted_{best}_kernel"
    assert [len(entries[backend].calls) for backend in order] == [int(backend == best) for backend in order]
    others = {rejection.backend for rejection in decision.rejections}
    assert others == set(order) - {best}


def test_a_refusal_carries_every_reason_and_its_values() -> None:
    refusing = Scripted("aiter", support=ONLY_HEAD_64, here=(Reason("flag", "X is off"),))
    with registry.only(refusing.implementation(), Scripted("torch").implementation()):
        decision = dispatcher.decide(spec(kv_dtype="int8", kv_scales="per_tensor"))
    assert codes(decision, "aiter.paged_attention") == ["flag", "kv_dtype", "head_size"]
    messages = [reason.message for reason in decision.rejections[0].reasons]
    assert "128" in messages[2]
    assert "64" in messages[2]


@pytest.mark.parametrize("stage", ["load", "call"])
@pytest.mark.parametrize("error", FAILURES, ids=lambda error: type(error).__name__)
def test_a_failure_falls_back_once_returns_its_result_and_says_so_once(
    stage: str, error: BaseException, caplog: pytest.LogCaptureFixture
) -> None:
    broken = Scripted("aiter", **{f"on_{stage}": error})
    fallback = Scripted("torch", value=7.0)
    with registry.only(broken.implementation(), fallback.implementation()), recorder.recording() as record:
        requests = [Request(spec()) for _ in range(3)]
        for request in requests:
            decision = dispatcher.run(request)
            assert decision.chosen().name == "torch.paged_attention"
            assert torch.equal(request.output, torch.full((2, 3), 7.0))
    assert len(fallback.calls) == 3
    assert (broken.loads, len(broken.calls)) == ((1, 0) if stage == "load" else (1, 1))
    said = warnings(caplog)
    assert len(said) == 1
    assert str(error) in said[0]
    first, *later = record.calls
    expected = (
        "launch_failed" if stage == "call" else "import_failed" if isinstance(error, ImportError) else "load_failed"
    )
    assert [(f.implementation, f.reasons[0].code) for f in first.failures] == [("aiter.paged_attention", expected)]
    assert all(call.failures == () for call in later)
    assert all(call.kernels == ("scripted_torch_kernel",) for call in record.calls)
    assert expected in codes(decision, "aiter.paged_attention")


def test_a_failure_on_the_fast_path_falls_back_too() -> None:
    """Nothing records and the implementation is loaded: the shortest way through ``run``."""
    flaky, fallback = Scripted("aiter"), Scripted("torch", value=3.0)
    with registry.only(flaky.implementation(), fallback.implementation()):
        assert dispatcher.run(Request(spec())).chosen().backend == "aiter"
        flaky.on_call = SystemExit(0)
        request = Request(spec())
        decision = dispatcher.run(request)
    assert decision.chosen().backend == "torch"
    assert torch.equal(request.output, torch.full((2, 3), 3.0))
    assert (len(flaky.calls), len(fallback.calls)) == (2, 1)


def test_several_failures_in_a_row_reach_the_last_candidate() -> None:
    chain = [Scripted("aiter", on_load=OSError("a")), Scripted("rocm", on_call=RuntimeError("b")), Scripted("torch")]
    with registry.only(*(entry.implementation() for entry in chain)), recorder.recording() as record:
        dispatcher.run(Request(spec()))
    assert [failure.backend for failure in record.calls[0].failures] == ["aiter", "rocm"]
    assert record.calls[0].backend == "torch"
    assert len(chain[2].calls) == 1


def test_a_launch_failure_marks_its_spec_alone_and_a_load_failure_every_spec() -> None:
    launch, fallback = Scripted("aiter", on_call=RuntimeError("x")), Scripted("torch")
    with registry.only(launch.implementation(), fallback.implementation()):
        dispatcher.run(Request(spec()))
        launch.on_call = None
        assert dispatcher.run(Request(spec(query_heads=64))).chosen().backend == "aiter"
        assert dispatcher.run(Request(spec())).chosen().backend == "torch"
    load = Scripted("aiter", on_load=RuntimeError("x"))
    with registry.only(load.implementation(), fallback.implementation()):
        dispatcher.run(Request(spec()))
        assert dispatcher.decide(spec(query_heads=64)).chosen().backend == "torch"
    assert load.loads == 1


@pytest.mark.parametrize("stage", ["load", "call"])
@pytest.mark.parametrize("error", [torch.OutOfMemoryError("HIP out of memory"), MemoryError()], ids=["gpu", "host"])
@pytest.mark.parametrize("warm", [False, True], ids=["first", "after a good call"])
def test_no_memory_falls_back_for_that_call_only(stage: str, error: BaseException, warm: bool) -> None:
    full = Scripted("rocm")
    with (
        registry.only(full.implementation(), Scripted("torch", value=7.0).implementation()),
        recorder.recording() if not warm else nullcontext() as record,
    ):
        if warm and stage == "call":
            assert dispatcher.run(Request(spec())).chosen().backend == "rocm"
        setattr(full, f"on_{stage}", error)
        request = Request(spec())
        decision = dispatcher.run(request)
        assert decision.chosen().backend == "torch"
        assert codes(decision, "rocm.paged_attention") == ["out_of_memory"]
        assert torch.equal(request.output, torch.full((2, 3), 7.0))
        assert record is None or record.calls[0].failures[0].reasons[0].code == "out_of_memory"
        assert dispatcher.failures(full.implementation(), spec()) == ()
        setattr(full, f"on_{stage}", None)
        assert dispatcher.run(Request(spec())).chosen().backend == "rocm"


def test_no_memory_does_not_bring_a_broken_implementation_back() -> None:
    broken, full = Scripted("rocm", on_call=RuntimeError("no image")), Scripted("triton", on_call=MemoryError())
    with registry.only(*(entry.implementation() for entry in (broken, full, Scripted("torch")))):
        for _ in range(2):
            assert dispatcher.run(Request(spec())).chosen().backend == "torch"
    assert (len(broken.calls), len(full.calls)) == (1, 2)


def test_no_memory_anywhere_raises_it_as_the_cause_and_marks_nothing() -> None:
    entries = [Scripted("rocm", on_call=MemoryError("a")), Scripted("torch", on_call=torch.OutOfMemoryError("b"))]
    with registry.only(*(entry.implementation() for entry in entries)):
        with pytest.raises(NoImplementationError, match="out_of_memory") as caught:
            dispatcher.run(Request(spec()))
        assert isinstance(caught.value.__cause__, torch.OutOfMemoryError)
        assert dispatcher.decide(spec()).chosen().backend == "rocm"


def test_the_code_of_an_implementation_failure_is_kept() -> None:
    broken = Scripted("aiter", on_load=ImplementationFailure("signature_drift", "has max_qlen before K_QScale"))
    with registry.only(broken.implementation(), Scripted("torch").implementation()):
        decision = dispatcher.run(Request(spec()))
    assert codes(decision, "aiter.paged_attention")[0] == "signature_drift"


def test_nothing_left_raises_with_all_the_reasons_and_the_cause() -> None:
    error = RuntimeError("out of registers")
    last = Scripted("torch", on_call=error)
    with (
        registry.only(Scripted("aiter", support=ONLY_HEAD_64).implementation(), last.implementation()),
        recorder.recording() as record,
        pytest.raises(NoImplementationError, match="out of registers") as raised,
    ):
        dispatcher.run(Request(spec()))
    assert raised.value.__cause__ is error
    assert {rejection.backend for rejection in raised.value.rejections} == {"aiter", "torch"}
    assert "head_size 128" in str(raised.value)
    assert record.calls[0].implementation is None
    assert record.calls[0].evidence is None


@pytest.mark.parametrize(
    ("under", "warm", "served"),
    [
        (policy.automatic, False, "aiter"),
        # AITER had failed in a call that another implementation served: that mark stays.
        (policy.automatic, True, "torch"),
        (policy.explicit("torch"), False, "torch"),
        (policy.explicit("aiter"), False, "aiter"),
        (policy.forbid_fallback, False, "aiter"),
    ],
)
def test_a_request_that_breaks_everything_does_not_spoil_the_next_one(
    under: policy.Policy, warm: bool, served: str
) -> None:
    first, last = Scripted("aiter", on_call=RuntimeError("x")), Scripted("torch")
    with registry.only(first.implementation(), last.implementation()):
        if warm:
            dispatcher.run(Request(spec()), under)
        last.on_call = IndexError("index 77 is out of bounds")
        for _ in range(2):
            with pytest.raises(NoImplementationError):
                dispatcher.run(Request(spec()), under)
        first.on_call = last.on_call = None
        assert dispatcher.run(Request(spec()), under).chosen().backend == served


def test_a_module_that_cannot_be_loaded_stays_marked_although_nothing_served() -> None:
    broken = Scripted("torch", on_load=OSError("x"))
    with registry.only(broken.implementation()):
        for _ in range(2):
            with pytest.raises(NoImplementationError):
                dispatcher.run(Request(spec()))
    assert broken.loads == 1


@pytest.mark.parametrize("error", [KeyboardInterrupt(), InvalidArgumentError("scale", 0, "a number")])
@pytest.mark.parametrize("warm", [False, True])
def test_what_is_no_failure_of_an_implementation_passes_through(error: BaseException, warm: bool) -> None:
    entry, fallback = Scripted("aiter"), Scripted("torch")
    with registry.only(entry.implementation(), fallback.implementation()):
        if warm:
            dispatcher.run(Request(spec()))
        entry.on_call = error
        with pytest.raises(type(error)):
            dispatcher.run(Request(spec()))
        entry.on_call = None
        assert dispatcher.run(Request(spec())).chosen().backend == "aiter"
    assert fallback.calls == []


def test_passing_over_an_available_backend_is_said_once_with_the_reason(caplog: pytest.LogCaptureFixture) -> None:
    refusing = Scripted("aiter", support=ONLY_HEAD_64)
    absent = Scripted("rocm", here=(Reason("not_built", "is not built"),))
    with registry.only(refusing.implementation(), absent.implementation(), Scripted("torch").implementation()):
        for _ in range(3):
            dispatcher.run(Request(spec()))
        dispatcher.forget_decisions()
        dispatcher.run(Request(spec()))
    said = warnings(caplog)
    assert len(said) == 1
    assert "aiter.paged_attention: head_size 128 is not served, only 64" in said[0]
    assert "is not built" not in said[0]


def test_a_backend_of_another_device_is_passed_over_in_silence(caplog: pytest.LogCaptureFixture) -> None:
    elsewhere = Support(
        devices=frozenset({"rocm"}), targets=None, query_dtypes=frozenset({"bf16"}), kv_dtypes=frozenset({"bf16"})
    )
    with registry.only(Scripted("aiter", support=elsewhere).implementation(), Scripted("torch").implementation()):
        dispatcher.run(Request(spec()))
        assert dispatcher.run(Request(spec()), policy.forbid_fallback).chosen().backend == "torch"
    assert warnings(caplog) == []


def test_explicit_takes_its_backend_or_raises() -> None:
    first, torch_backend = Scripted("aiter"), Scripted("torch")
    with registry.only(first.implementation(), torch_backend.implementation()):
        assert dispatcher.run(Request(spec()), policy.explicit("torch")).chosen().backend == "torch"
        with policy.using_policy(policy.explicit("torch")):
            assert dispatcher.decide(spec()).chosen().backend == "torch"
        assert dispatcher.decide(spec()).chosen().backend == "aiter"
        first.on_call = RuntimeError("boom")
        with pytest.raises(NoImplementationError, match="boom"):
            dispatcher.run(Request(spec()), policy.explicit("aiter"))
    assert len(torch_backend.calls) == 1
    refusing = Scripted("aiter", support=ONLY_HEAD_64)
    with (
        registry.only(refusing.implementation(), torch_backend.implementation()),
        pytest.raises(NoImplementationError, match=r"head_size 128 is not served, only 64"),
    ):
        dispatcher.run(Request(spec()), policy.explicit("aiter"))
    assert refusing.calls == []


@pytest.mark.parametrize("how", ["refuses", "fails to load", "fails at its call"])
def test_forbid_fallback_raises_where_the_first_backend_does_not_serve(how: str) -> None:
    first = Scripted(
        "aiter",
        support=ONLY_HEAD_64 if how == "refuses" else EVERYTHING,
        on_load=OSError("x") if how == "fails to load" else None,
        on_call=OSError("x") if how == "fails at its call" else None,
    )
    fallback = Scripted("torch")
    with registry.only(first.implementation(), fallback.implementation()):
        for _ in range(2):
            with pytest.raises(NoImplementationError, match="forbids falling back from aiter"):
                dispatcher.run(Request(spec()), policy.forbid_fallback)
    assert fallback.calls == []


def test_forbid_fallback_is_content_with_a_second_kernel_of_the_first_backend() -> None:
    refusing, serving = Scripted("aiter", support=ONLY_HEAD_64, variant=".a"), Scripted("aiter", variant=".b")
    with registry.only(refusing.implementation(), serving.implementation(), Scripted("torch").implementation()):
        assert dispatcher.run(Request(spec()), policy.forbid_fallback).chosen().name == "aiter.paged_attention.b"
    absent = Scripted("aiter", here=(Reason("not_installed", "is not installed"),))
    with registry.only(absent.implementation(), Scripted("torch").implementation()):
        assert dispatcher.run(Request(spec()), policy.forbid_fallback).chosen().backend == "torch"


def test_a_cached_decision_is_the_same_object_until_something_changes() -> None:
    entry = Scripted("torch")
    with registry.only(entry.implementation()):
        first = dispatcher.decide(spec())
        assert dispatcher.decide(spec()) is first
        dispatcher.mark(entry.implementation(), spec(query_heads=64), Reason("x", "y"))
        again = dispatcher.decide(spec())
        assert again is not first
        registry.register(Scripted("aiter").implementation())
        assert dispatcher.decide(spec()).chosen().backend == "aiter"


def test_the_cache_is_not_stale_when_a_flag_changes() -> None:
    flag = "VLLM_ROCM_USE_AITER"

    class Flagged(Scripted):
        def implementation(self):
            made = super().implementation()
            off = (Reason("flag", "off"),)
            return type(made)(
                made.name,
                made.backend,
                made.op,
                made.support,
                lambda device: () if flags.current()[flag] else off,
                made.load,
                made.kernel_for,
            )

    with registry.only(Flagged("aiter").implementation(), Scripted("torch").implementation()):
        for value in (False, True, False, True):
            with flags.overriding_flags(**{flag: value}):
                assert dispatcher.decide(spec()).chosen().backend == ("aiter" if value else "torch")


def test_the_cache_is_not_stale_when_the_device_becomes_a_stand_in() -> None:
    """A decision for a real ``rocm`` device must not serve a stubbed one: Triton cannot run on its cpu tensors."""
    request = spec(device="rocm", target="gfx942")
    with registry.only(Scripted("triton").implementation(), Scripted("torch").implementation()):
        assert dispatcher.decide(request).chosen().backend == "triton"
        with devices.using_device("rocm:gfx942", stub=True):
            assert dispatcher.decide(request).chosen().backend == "torch"
        assert dispatcher.decide(request).chosen().backend == "triton"


def test_a_decision_made_from_what_has_changed_meanwhile_is_not_kept() -> None:
    """While one thread decides, another marks the implementation: the first one's decision must not enter the cache."""

    class Marking(Scripted):
        @property
        def kernel(self) -> str:
            """Asked for last, when the candidate has been chosen."""
            if not marked:
                marked.append(True)
                reason = Reason("launch_failed", "x")
                worker = threading.Thread(target=dispatcher.mark, args=(self.implementation(), spec(), reason))
                worker.start()
                worker.join()
            return "marking_kernel"

    marked: list[bool] = []
    with registry.only(Marking("aiter").implementation(), Scripted("torch").implementation()):
        assert dispatcher.decide(spec()).chosen().backend == "aiter"
        assert dispatcher.decide(spec()).chosen().backend == "torch"


def test_the_cache_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatcher, "MAX_CACHED_DECISIONS", 8)
    with registry.only(Scripted("torch").implementation()):
        for heads in range(8, 8 * 50, 8):
            dispatcher.decide(spec(query_heads=heads))
            assert len(dispatcher._state.decisions) <= 8


def test_threads_agree_and_load_once() -> None:
    flaky, fallback = Scripted("aiter", on_load=RuntimeError("x")), Scripted("torch")
    start = threading.Barrier(8)
    used: list[str] = []

    def work(number: int) -> None:
        start.wait()
        for step in range(50):
            used.append(dispatcher.run(Request(spec(query_heads=8 * (1 + (number + step) % 5)))).chosen().backend)

    with registry.only(flaky.implementation(), fallback.implementation()):
        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert used == ["torch"] * 400
    assert fallback.loads == 1


def test_two_threads_that_fail_together_say_it_once(caplog: pytest.LogCaptureFixture) -> None:
    class Meeting(Scripted):
        def run(self, arguments) -> None:
            inside.wait()  # both are in the call before either has failed
            super().run(arguments)

    inside = threading.Barrier(2)
    broken, fallback = Meeting("aiter", on_call=RuntimeError("x")), Scripted("torch", value=5.0)
    requests = [Request(spec()) for _ in range(2)]
    with registry.only(broken.implementation(), fallback.implementation()):
        threads = [threading.Thread(target=dispatcher.run, args=(request,)) for request in requests]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert (len(broken.calls), len(fallback.calls)) == (2, 2)
    assert all(torch.equal(request.output, torch.full((2, 3), 5.0)) for request in requests)
    assert len(warnings(caplog)) == 1


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16])
def test_an_output_left_unwritten_turns_red_with_the_check_and_is_not_rescued(dtype: torch.dtype) -> None:
    class Careless(Scripted):
        def run(self, arguments) -> None:
            self.calls.append(arguments)
            arguments.output[:, :2] = 0.5

    careless, fallback = Careless("aiter"), Scripted("torch")
    request = Request(spec(), torch.zeros(4, 3, dtype=dtype))
    with registry.only(careless.implementation(), fallback.implementation()):
        dispatcher.run(request)
        with flags.overriding_flags(ROCM_KERNELS_CHECK_OUTPUT=True):
            with pytest.raises(UnwrittenOutputError, match=r"left 4 of 12 elements of output unwritten"):
                dispatcher.run(request)
            assert fallback.calls == []
            # A NaN that a kernel computed is written, whatever its bits.
            careless.run = lambda arguments: arguments.output.copy_(torch.full((4, 3), float("nan")))  # type: ignore[method-assign]
            dispatcher.reset()
            dispatcher.run(request)


def test_the_check_of_outputs_looks_at_every_output() -> None:
    class WithLogSumExp:
        def __init__(self) -> None:
            self.spec, self.output, self.log_sum_exp = spec(), torch.zeros(2, 3), torch.zeros(2)

    with (
        registry.only(Scripted("torch").implementation()),
        flags.overriding_flags(ROCM_KERNELS_CHECK_OUTPUT=True),
        pytest.raises(UnwrittenOutputError, match="2 of 2 elements of log_sum_exp"),
    ):
        dispatcher.run(WithLogSumExp())


def test_evaluate_says_and_keeps_nothing(caplog: pytest.LogCaptureFixture) -> None:
    with registry.only(Scripted("aiter", support=ONLY_HEAD_64).implementation(), Scripted("torch").implementation()):
        assert dispatcher.evaluate(spec()).chosen().backend == "torch"
        assert warnings(caplog) == []
        assert dispatcher._state.decisions == {}
