"""Proof that the fallback runs for the ops beside attention: AITER right, raising, drifted, or giving another type.

The requests go through the public ops on cpu tensors that stand in for a gfx942; the fallback is the real torch backend with a
counter around it. Results are judged against formulas of this file in double precision.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest
import torch
from tests.fakes.install import fake_aiter

import rocm_kernels as rk
from rocm_kernels import devices, dispatcher, flags, policy, recorder, registry
from rocm_kernels.backends.aiter import layers
from rocm_kernels.errors import NoImplementationError

FNUZ = torch.float8_e4m3fnuz


@dataclass(frozen=True)
class Served:
    """A request that AITER's table serves, what is right for it, and a stand-in for AITER's function."""

    op: str
    function: str
    call: Callable[..., torch.Tensor]
    expected: torch.Tensor
    fake: Callable[..., Any]


def norm() -> Served:
    x, weight = torch.randn(5, 64, dtype=torch.bfloat16), torch.randn(64, dtype=torch.bfloat16)
    wide = x.double()
    expected = wide / (wide.square().mean(1, keepdim=True) + 1e-6).sqrt() * weight.double()

    def rmsnorm2d_fwd(input, weight, epsilon, use_model_sensitive_rmsnorm=0):  # noqa: A002 - AITER's name
        wide = input.double()
        return (wide / (wide.square().mean(1, keepdim=True) + epsilon).sqrt() * weight.double()).to(input.dtype)

    return Served("rms_norm", "rmsnorm2d_fwd", lambda **k: rk.rms_norm(x, weight, **k), expected, rmsnorm2d_fwd)


def added_norm() -> Served:
    x, residual = torch.randn(5, 64, dtype=torch.bfloat16), torch.randn(5, 64, dtype=torch.bfloat16)
    weight = torch.randn(64, dtype=torch.bfloat16)
    wide = x.double() + residual.double()
    expected = wide / (wide.square().mean(1, keepdim=True) + 1e-6).sqrt() * weight.double()

    def rmsnorm2d_fwd_with_add(
        out,
        input,  # noqa: A002 - AITER's name
        residual_in,
        residual_out,
        weight,
        epsilon,
        use_model_sensitive_rmsnorm=0,
    ):
        residual_out.copy_(input.float() + residual_in.float())
        wide = residual_out.double()
        out.copy_(wide / (wide.square().mean(1, keepdim=True) + epsilon).sqrt() * weight.double())

    def call(**k: Any) -> torch.Tensor:
        return rk.add_rms_norm(x, residual, weight, **k).output

    return Served("rms_norm", "rmsnorm2d_fwd_with_add", call, expected, rmsnorm2d_fwd_with_add)


def linear() -> Served:
    x = (torch.randn(3, 32) * 8).to(FNUZ)
    weight = (torch.randn(16, 32) * 8).to(FNUZ)
    token, channel = torch.rand(3) + 0.5, torch.rand(16) + 0.5
    expected = (x.double() @ weight.double().T) * token.double()[:, None] * channel.double()

    def gemm_a8w8(XQ, WQ, x_scale, w_scale, bias=None, dtype=torch.bfloat16, splitK=None):
        assert tuple(x_scale.shape) == (3, 1)
        assert tuple(w_scale.shape) == (1, 16)
        return ((XQ.double() @ WQ.double().T) * x_scale.double() * w_scale.double()).to(dtype)

    def call(**k: Any) -> torch.Tensor:
        return rk.linear(x, weight, x_scale=token, weight_scale=channel, **k)

    return Served("linear", "gemm_a8w8", call, expected, gemm_a8w8)


def block_scaled() -> Served:
    x, weight = (torch.randn(3, 128) * 8).to(FNUZ), (torch.randn(128, 128) * 8).to(FNUZ)
    x_scale, w_scale = torch.rand(3, 1) + 0.5, torch.rand(1, 1) + 0.5
    expected = (x.double() @ weight.double().T) * x_scale.double() * w_scale.double()

    def gemm_a8w8_blockscale(XQ, WQ, x_scale, w_scale, dtype=torch.bfloat16, isBpreshuffled=False):
        return ((XQ.double() @ WQ.double().T) * x_scale.double() * w_scale.double()).to(dtype)

    def call(**k: Any) -> torch.Tensor:
        return rk.block_scaled_gemm(x, weight, x_scale, w_scale, **k)

    return Served("block_scaled_gemm", "gemm_a8w8_blockscale", call, expected, gemm_a8w8_blockscale)


REQUESTS = {"norm": norm, "added_norm": added_norm, "linear": linear, "block_scaled": block_scaled}


@contextmanager
def stand_in(function: str, fake: Callable[..., Any] | None) -> Iterator[None]:
    """AITER switched on for a gfx942 that is not there, with one more function in its fake."""
    with (
        devices.using_device("rocm:gfx942", stub=True),
        flags.overriding_flags(VLLM_ROCM_USE_AITER=True),
        fake_aiter() as package,
    ):
        if fake is not None:
            setattr(package, function, fake)
        yield


@contextmanager
def counted(op: str) -> Iterator[list[Any]]:
    """Count the calls of the torch backend."""
    calls: list[Any] = []

    def around(entry):
        def load():
            function = entry.load()

            def run(arguments: Any) -> None:
                calls.append(arguments)
                function(arguments)

            return run

        return replace(entry, load=load)

    with registry.only(
        *(around(entry) if entry.backend == "torch" else entry for entry in registry.implementations(op))
    ):
        yield calls


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    torch.manual_seed(14836)
    dispatcher.reset()
    yield
    dispatcher.reset()


def close(result: torch.Tensor, expected: torch.Tensor) -> None:
    torch.testing.assert_close(result.double(), expected, rtol=2**-7, atol=2**-7 * float(expected.abs().max()))


@pytest.mark.parametrize("name", REQUESTS)
def test_aiter_serves_where_it_can(name: str) -> None:
    request = REQUESTS[name]()
    with stand_in(request.function, request.fake), counted(request.op) as calls, recorder.recording() as record:
        result = request.call()
    close(result, request.expected)
    assert calls == []
    assert record.calls[0].backend == "aiter"
    assert record.calls[0].kernels == (f"fake_aiter.{request.function}",)
    assert record.calls[0].evidence == "stubbed"


def _raising(request: Served) -> Callable[..., Any]:
    def fail(**keywords: Any) -> None:
        raise RuntimeError("fake launch error")

    fail.__signature__ = __import__("inspect").signature(request.fake)  # type: ignore[attr-defined]
    return fail


def _drifted(request: Served) -> Callable[..., Any]:
    return lambda one_more, epsilon: None


def _missing(request: Served) -> None:
    return None


def _other_type(request: Served) -> Callable[..., Any]:
    def double(**keywords: Any) -> Any:
        found = request.fake(**keywords)
        return torch.zeros(1) if found is None else found.double()

    double.__signature__ = __import__("inspect").signature(request.fake)  # type: ignore[attr-defined]
    return double


def _no_tensor(request: Served) -> Callable[..., Any]:
    def pair(**keywords: Any) -> Any:
        return request.fake(**keywords), None

    pair.__signature__ = __import__("inspect").signature(request.fake)  # type: ignore[attr-defined]
    return pair


BROKEN = {
    "raising": (_raising, "launch_failed"),
    "drifted": (_drifted, "signature_drift"),
    "missing": (_missing, "missing_function"),
    "other type": (_other_type, "output_elsewhere"),
    "no tensor": (_no_tensor, "output_elsewhere"),
}


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("name", REQUESTS)
def test_the_fallback_runs_once_and_its_result_is_returned(
    name: str, broken: str, caplog: pytest.LogCaptureFixture
) -> None:
    request = REQUESTS[name]()
    make, code = BROKEN[broken]
    with (
        stand_in(request.function, make(request)),
        counted(request.op) as calls,
        recorder.recording() as record,
        caplog.at_level(logging.WARNING),
    ):
        close(request.call(), request.expected)
        assert len(calls) == 1
        close(request.call(), request.expected)
        assert len(calls) == 2
    codes = [reason.code for failure in record.calls[0].failures for reason in failure.reasons]
    assert codes == [code]
    assert record.calls[0].backend == "torch"
    assert record.calls[1].failures == ()
    assert sum("failed and is not used again" in entry.getMessage() for entry in caplog.records) == 1


@pytest.mark.parametrize("name", [name for name in REQUESTS if name != "added_norm"])
def test_a_function_that_returns_nothing_leaves_no_output_unwritten(name: str) -> None:
    request = REQUESTS[name]()

    def nothing(**keywords: Any) -> None:
        return None

    nothing.__signature__ = __import__("inspect").signature(request.fake)  # type: ignore[attr-defined]
    with stand_in(request.function, nothing), recorder.recording() as record:
        close(request.call(), request.expected)
    (failure,) = record.calls[0].failures
    assert "gave NoneType, expected" in failure.reasons[0].message


@pytest.mark.parametrize("name", REQUESTS)
def test_without_permission_to_fall_back_it_raises(name: str) -> None:
    request = REQUESTS[name]()
    with stand_in(request.function, _raising(request)), counted(request.op) as calls:
        with (
            policy.using_policy(policy.forbid_fallback),
            pytest.raises(NoImplementationError, match="fake launch error"),
        ):
            request.call()
        with pytest.raises(NoImplementationError, match="fake launch error"):
            request.call(backend="aiter")
        assert calls == []


SWITCHES = {
    "norm": "VLLM_ROCM_USE_AITER_RMSNORM",
    "added_norm": "VLLM_ROCM_USE_AITER_RMSNORM",
    "linear": "VLLM_ROCM_USE_AITER_LINEAR",
    "block_scaled": "VLLM_ROCM_USE_AITER_LINEAR",
}


@pytest.mark.parametrize("name", REQUESTS)
def test_the_switch_of_the_op_decides_under_the_master(name: str) -> None:
    request = REQUESTS[name]()
    with stand_in(request.function, request.fake), counted(request.op) as calls:
        with flags.overriding_flags(**{SWITCHES[name]: False}):
            close(request.call(), request.expected)
        assert len(calls) == 1
        with flags.overriding_flags(VLLM_ROCM_USE_AITER=False):
            close(request.call(), request.expected)
        assert len(calls) == 2
        close(request.call(), request.expected)
        assert len(calls) == 2


def test_every_function_that_is_called_has_its_parameters_in_the_installed_package() -> None:
    """The signatures are those of the pinned package, read from its source without importing it."""
    import ast
    from importlib.util import find_spec
    from pathlib import Path

    spec = find_spec("aiter")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    found: dict[str, tuple[str, ...]] = {}
    root = Path(next(iter(spec.submodule_search_locations)))
    for path in (root / "ops" / "rmsnorm.py", root / "ops" / "gemm_op_a8w8.py", root / "fused_moe.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                found[node.name] = tuple(argument.arg for argument in node.args.args)
    assert {name: found.get(name) for name in layers.SIGNATURES} == dict(layers.SIGNATURES)


def test_experts_weights_in_rows_are_refused_by_aiter_and_served_by_the_fallback() -> None:
    hidden, ids = torch.randn(2, 64, dtype=torch.bfloat16), torch.zeros(2, 1, dtype=torch.int32)
    w1, w2 = torch.randn(1, 448, 64, dtype=torch.bfloat16) / 8, torch.randn(1, 64, 224, dtype=torch.bfloat16) / 8
    with stand_in("fused_moe", None), counted("fused_moe") as calls, recorder.recording() as record:
        result = rk.fused_moe(hidden, w1, w2, torch.ones(2, 1), ids)
    assert len(calls) == 1
    refused = {entry.implementation: {r.code for r in entry.reasons} for entry in record.calls[0].decision.rejections}
    assert refused["aiter.fused_moe.ck"] == {"intermediate", "weight_order"}
    assert {"weight_dtype", "scaling", "weight_order"} <= refused["aiter.fused_moe.asm_fp8"]
    gate, up = (hidden.double() @ w1[0].double().T).chunk(2, dim=1)
    close(result, (gate * torch.sigmoid(gate) * up) @ w2[0].double().T)


@pytest.mark.parametrize("hidden", [1, 7, 63, 769, 8193])
def test_rows_that_aiter_gets_wrong_are_refused_with_the_reason(hidden: int) -> None:
    x, weight = torch.randn(2, hidden, dtype=torch.bfloat16), torch.randn(hidden, dtype=torch.bfloat16)
    with stand_in("rmsnorm2d_fwd", norm().fake), recorder.recording() as record:
        rk.rms_norm(x, weight)
    call = record.calls[0]
    assert call.backend == "torch"
    reasons = {r.code for entry in call.decision.rejections if entry.backend == "aiter" for r in entry.reasons}
    assert "hidden" in reasons
