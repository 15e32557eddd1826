"""The mark of an unwritten element: counted exactly, and never taken for a NaN that was computed."""

from __future__ import annotations

import pytest
import torch

from rocm_kernels import outputs

DTYPES = [torch.float32, torch.float16, torch.bfloat16]


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_mark_is_nan_and_is_counted(dtype: torch.dtype) -> None:
    tensor = torch.zeros(5, 7, dtype=dtype)
    assert outputs.unwritten(tensor) == 0
    outputs.mark(tensor)
    assert tensor.isnan().all()
    assert outputs.unwritten(tensor) == 35
    tensor[1:3, :4] = 0
    assert outputs.unwritten(tensor) == 35 - 8


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_strided_output_is_marked_alone(dtype: torch.dtype) -> None:
    whole = torch.zeros(4, 6, dtype=dtype)
    outputs.mark(whole[:, ::2])
    assert outputs.unwritten(whole) == outputs.unwritten(whole[:, ::2]) == 12
    assert not whole[:, 1::2].isnan().any()


@pytest.mark.parametrize("dtype", DTYPES)
def test_an_empty_output_has_nothing_unwritten(dtype: torch.dtype) -> None:
    tensor = torch.zeros(0, 3, dtype=dtype)
    outputs.mark(tensor)
    assert outputs.unwritten(tensor) == 0


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("source", [torch.float64, *DTYPES])
def test_no_computed_nan_is_taken_for_the_mark(dtype: torch.dtype, source: torch.dtype) -> None:
    zero, infinite, nan = (torch.tensor([value], dtype=source) for value in (0.0, float("inf"), float("nan")))
    negative = torch.tensor([-1.0], dtype=source)
    computed = [
        zero / zero,
        infinite - infinite,
        infinite * zero,
        nan,
        -nan,
        negative.sqrt(),
        negative.log(),
        nan * zero,
    ]
    for value in computed:
        assert value.isnan().all()
        for converted in (value.to(dtype), value.expand(64).contiguous().to(dtype)):
            assert outputs.unwritten(converted) == 0
    assert outputs.unwritten(torch.full((4,), float("nan"), dtype=dtype)) == 0


@pytest.mark.parametrize("wide", [torch.float32, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("narrow", [torch.float16, torch.bfloat16])
def test_a_mark_of_another_type_is_no_mark_after_conversion(wide: torch.dtype, narrow: torch.dtype) -> None:
    """A kernel that copies unwritten memory of its own over the output has written it, if with NaN."""
    if wide == narrow:
        return
    source = torch.zeros(64, dtype=wide)
    outputs.mark(source)
    assert outputs.unwritten(source.to(narrow)) == 0
