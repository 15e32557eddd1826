"""The recorder: what was called, by whom it was served, what was launched."""

from __future__ import annotations

import threading

import pytest
from tests.fakes.implementations import Request, Scripted, spec

from rocm_kernels import devices, dispatcher, launches, recorder, registry
from rocm_kernels.errors import InvalidArgumentError


def test_every_call_is_recorded_in_order_with_its_kernels() -> None:
    with registry.only(Scripted("torch").implementation()), recorder.recording() as record:
        dispatcher.run(Request(spec()))
        dispatcher.run(Request(spec(query_heads=64)))
    assert [call.spec.query_heads for call in record.calls] == [32, 64]
    assert [call.implementation for call in record.calls] == ["torch.paged_attention"] * 2
    assert record.kernels == ("scripted_torch_kernel", "scripted_torch_kernel")
    assert {call.evidence for call in record.calls} == {"reference"}


def test_kernels_of_a_failed_attempt_are_not_those_of_the_call() -> None:
    broken, fallback = Scripted("aiter", on_call=RuntimeError("x")), Scripted("torch")
    with registry.only(broken.implementation(), fallback.implementation()), recorder.recording() as record:
        dispatcher.run(Request(spec()))
    assert len(broken.calls) == 1
    assert record.calls[0].kernels == ("scripted_torch_kernel",)


def test_an_implementation_that_launches_nothing_shows_no_kernel() -> None:
    class Idle(Scripted):
        def run(self, arguments) -> None:
            self.calls.append(arguments)

    with registry.only(Idle("torch").implementation()), recorder.recording() as record:
        dispatcher.run(Request(spec()))
    assert record.calls[0].kernels == ()


def test_nested_records_see_their_own_blocks() -> None:
    with registry.only(Scripted("torch").implementation()), recorder.recording() as outer:
        dispatcher.run(Request(spec()))
        with recorder.recording() as inner:
            dispatcher.run(Request(spec()))
        dispatcher.run(Request(spec()))
    assert (len(outer.calls), len(inner.calls)) == (3, 1)


def test_nothing_is_recorded_outside_and_in_other_threads() -> None:
    with registry.only(Scripted("torch").implementation()):
        with recorder.recording() as record:
            thread = threading.Thread(target=dispatcher.run, args=(Request(spec()),))
            thread.start()
            thread.join()
        dispatcher.run(Request(spec()))
    assert record.calls == []


def test_a_stand_in_device_is_never_hardware() -> None:
    request = Request(spec(device="rocm", target="gfx942"))
    with registry.only(Scripted("aiter").implementation()), recorder.recording() as record:
        with devices.using_device("rocm:gfx942", stub=True):
            dispatcher.run(request)
        with devices.using_device("emulated:gfx942"):
            dispatcher.run(Request(spec(device="emulated:gfx942", target="gfx942")))
    assert [call.evidence for call in record.calls] == ["stubbed", "emulated"]


def test_a_refused_argument_is_recorded_without_a_result() -> None:
    entry = Scripted("torch", on_call=InvalidArgumentError("scale", 0, "a number"))
    with registry.only(entry.implementation()), recorder.recording() as record, pytest.raises(InvalidArgumentError):
        dispatcher.run(Request(spec()))
    assert (record.calls[0].implementation, record.calls[0].failures) == (None, ())


def test_listeners_of_launches_nest() -> None:
    with launches.listening() as outer:
        launches.note("a")
        with launches.listening() as inner:
            launches.note("b")
    launches.note("c")
    assert (outer, inner) == (["a", "b"], ["b"])
