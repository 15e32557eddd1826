"""Proof that the fallback runs for each op beside attention, whatever goes wrong in the implementation before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
import torch

import rocm_kernels as rk
from rocm_kernels import dispatcher, recorder, registry
from rocm_kernels.errors import NoImplementationError

X = torch.linspace(-2, 2, 3 * 128).view(3, 128)
WEIGHT = torch.linspace(0.5, 1.5, 128)
MATRIX = torch.linspace(-1, 1, 5 * 128).view(5, 128)
FP8 = torch.float8_e4m3fn
W1, W2 = torch.linspace(-1, 1, 2 * 4 * 128).view(2, 4, 128), torch.linspace(-1, 1, 2 * 128 * 2).view(2, 128, 2)
ONES, IDS = torch.ones(3, 1), torch.tensor([[0], [1], [1]], dtype=torch.int32)


def _experts() -> torch.Tensor:
    rows = []
    for row, (expert,) in zip(X.double(), IDS.tolist(), strict=True):
        gate, up = (W1[expert].double() @ row).chunk(2)
        rows.append(W2[expert].double() @ (gate * torch.sigmoid(gate) * up))
    return torch.stack(rows)


# A call of the op, and what is right for it by its formula.
CALLS: dict[str, tuple[Callable[..., torch.Tensor], torch.Tensor]] = {
    "rms_norm": (
        lambda **k: rk.rms_norm(X, WEIGHT, **k),
        X.double() / (X.double().square().mean(1, keepdim=True) + 1e-6).sqrt() * WEIGHT.double(),
    ),
    "quantise": (lambda **k: rk.quantise(X, "int8", **k).scale, X.double().abs().amax(1) / 127),
    "linear": (lambda **k: rk.linear(X, MATRIX, **k), X.double() @ MATRIX.double().t()),
    "block_scaled_gemm": (
        lambda **k: rk.block_scaled_gemm(X.to(FP8), MATRIX.to(FP8), ONES, torch.ones(1, 1), out_dtype="fp32", **k),
        X.to(FP8).double() @ MATRIX.to(FP8).double().t(),
    ),
    "fused_moe": (lambda **k: rk.fused_moe(X, W1, W2, ONES, IDS, **k), _experts()),
}


def _crash(error: BaseException) -> Callable[[], Callable[[Any], None]]:
    def run(arguments: Any) -> None:
        # What is left behind half-way must not be what the caller gets.
        arguments.output.fill_(1)
        raise error

    return lambda: run


def _missing() -> Callable[[Any], None]:
    raise ModuleNotFoundError("No module named 'kernels_of_this_backend'")


BROKEN = {
    "no wheel": (_missing, "import_failed"),
    "an error at the launch": (_crash(RuntimeError("no kernel image")), "launch_failed"),
    "an exit": (_crash(SystemExit(0)), "launch_failed"),
    "no memory": (_crash(torch.OutOfMemoryError("0 bytes free")), "out_of_memory"),
}


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    dispatcher.reset()
    yield
    dispatcher.reset()


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("op", CALLS)
def test_the_fallback_of_each_op_runs_and_its_result_is_returned(op: str, broken: str) -> None:
    call, expected = CALLS[op]
    load, code = BROKEN[broken]
    own = next(entry for entry in registry.implementations(op) if entry.name == f"torch.{op}")
    calls: list[Any] = []

    def counted() -> Callable[[Any], None]:
        function = own.load()

        def run(arguments: Any) -> None:
            calls.append(arguments)
            function(arguments)

        return run

    first = replace(own, name=f"triton.{op}", backend="triton", load=load, kernel_for=lambda spec: "broken")
    with registry.only(first, replace(own, load=counted)):
        with recorder.recording() as record:
            result = call()
        assert len(calls) == 1
        torch.testing.assert_close(result.double(), expected, rtol=1e-5, atol=1e-5)
        (failure,) = record.calls[0].failures
        assert (failure.implementation, [reason.code for reason in failure.reasons]) == (f"triton.{op}", [code])
        assert record.calls[0].implementation == f"torch.{op}"
        with pytest.raises(NoImplementationError):
            call(backend="triton")
        assert len(calls) == 1
