"""What is no number is within no bound: NaN from a kernel, from the reference, or in a bound never reads as right."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np
import pytest
import torch
from tests.ci.runs import ROOT

from rocm_ci import judge as judging
from rocm_ci import layer_requests
from rocm_ci.cell import Cell
from rocm_ci.distance import Distance
from rocm_ci.layer_cells import QuantiseCell
from rocm_ci.layer_data import STORED_DTYPES
from rocm_ci.matrix import load
from rocm_ci.reference import attention, formats

MATRIX = load(ROOT / "ci" / "matrix.toml")
ATTENTION = MATRIX.cell("gqa/1/torch")
NORM = next(cell for cell in MATRIX.cells if cell.op == "rms_norm" and cell.device == "cpu" and cell.backend == "torch")


def quantising(dtype: str) -> QuantiseCell:
    """A cell of PyTorch on the CPU that stores that type."""
    found = (cell for cell in MATRIX.cells if isinstance(cell, QuantiseCell) and cell.output_dtype == dtype)
    return next(cell for cell in found if (cell.device, cell.backend) == ("cpu", "torch"))


@pytest.mark.parametrize("cell", [ATTENTION, NORM], ids=lambda cell: cell.id)
@pytest.mark.parametrize(
    "distance", [(math.nan, 1.0), (0.0, math.nan), (0.0, math.inf), (math.inf, math.inf), (0.2, 0.1)], ids=str
)
def test_a_distance_that_shows_nothing_is_red(
    cell: Cell, distance: tuple[float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = judging.request_of

    def request_of(asked: Cell) -> Any:
        request = real(asked)
        monkeypatch.setattr(type(request), "distance", lambda self: Distance(*distance, ()))
        return request

    monkeypatch.setattr(judging, "request_of", request_of)
    result = judging.judge(cell)
    assert (result.outcome, result.kind) == ("failed", "accuracy")
    assert "no proof" in str(result.reason)


@pytest.mark.parametrize("dtype", STORED_DTYPES)
def test_every_byte_that_is_no_number_is_red_in_a_quantised_output(dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cell = quantising(dtype)
    request = layer_requests.REQUESTS[QuantiseCell]
    call = request.call
    none = [byte for byte in range(256) if np.isnan(formats.decode(np.array([byte], np.uint8), dtype)).any()]
    assert len(none) == {"fp8_e4m3fn": 2, "fp8_e4m3fnuz": 1, "int8": 0}[dtype]
    for byte in none:

        def storing(self: Any, backend: str | None, *, validate: bool = True, byte: int = byte) -> None:
            call(self, backend, validate=validate)
            self.output.inside.view(torch.uint8)[0, 0] = byte

        monkeypatch.setattr(request, "call", storing)
        assert judging.judge(cell).outcome == "failed", hex(byte)
    monkeypatch.setattr(request, "call", call)
    assert judging.judge(cell).outcome == "passed"


@pytest.mark.parametrize("part", ["output", "score_error"])
@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_a_reference_of_attention_that_is_no_number_is_red(
    part: str, value: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = attention.attention

    def broken(*arguments: Any) -> attention.Truth:
        truth = real(*arguments)
        spoilt = getattr(truth, part).copy()
        spoilt.flat[-1] = value
        return dataclasses.replace(truth, **{part: spoilt})

    assert judging.judge(ATTENTION).outcome == "passed"
    monkeypatch.setattr(attention, "attention", broken)
    result = judging.judge(ATTENTION)
    assert (result.outcome, result.kind) == ("failed", "accuracy")


@pytest.mark.parametrize(("error", "bound"), [(math.nan, 1.0), (0.1, math.nan), (0.1, math.inf), (2.0, 1.0)])
def test_an_element_of_another_op_that_is_no_number_is_red(error: float, bound: float) -> None:
    errors, bounds = np.full((2, 3), 0.1), np.full((2, 3), 1.0)
    assert not layer_requests.farthest("x", errors, bounds, np.ones((2, 3)), []).troubles
    errors[1, 1], bounds[1, 1] = error, bound
    (trouble,) = layer_requests.farthest("x", errors, bounds, np.ones((2, 3)), []).troubles
    assert trouble.reason.startswith("x: 1 elements are outside their bound, (1, 1) is off by")
