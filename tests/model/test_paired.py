"""Paired differences and what turns a paired run red."""

from __future__ import annotations

import math

import pytest

from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.integrations.paired import Paired, compare, complaints


def test_the_difference_and_its_standard_error() -> None:
    pair = compare([1, 1, 0, 1], [1, 0, 0, 0])
    assert (pair.items, pair.first, pair.second, pair.difference) == (4, 0.75, 0.25, 0.5)
    # Differences 0, 1, 0, 1: sample variance 1/3, over 4 items.
    assert pair.standard_error == pytest.approx(math.sqrt(1 / 3 / 4))
    assert str(pair) == "+0.5000 +- 0.2887 (0.7500 and 0.2500 on the same 4 items)"


def test_what_both_runs_find_hard_cancels() -> None:
    assert compare([0, 1] * 8, [0, 1] * 8).standard_error == 0


@pytest.mark.parametrize(("first", "second"), [([1.0, 0.0], [1.0]), ([1.0], [1.0]), ([], [])])
def test_runs_that_are_no_pairs_are_refused(first: list[float], second: list[float]) -> None:
    with pytest.raises(InvalidArgumentError, match="items"):
        compare(first, second)


GOOD = Paired(100, 0.9, 0.91, 0.02)


def test_a_good_run_has_no_complaints() -> None:
    assert complaints(GOOD, floor=0.5, kernels={"pa_bf16": 3}, wanted="pa_") == []


@pytest.mark.parametrize("kernels", [{}, {"torch.paged_attention": 60}, {"pa_bf16": 0}])
def test_a_run_that_launched_none_of_the_wanted_kernels_is_red(kernels: dict[str, int]) -> None:
    (complaint,) = complaints(GOOD, floor=0.5, kernels=kernels, wanted="pa_")
    assert "this compares nothing" in complaint


def test_collapse_is_red_even_where_both_collapse() -> None:
    (complaint,) = complaints(Paired(100, 0.0, 0.0, 0.0), floor=0.5, kernels={}, wanted=None)
    assert "collapsed" in complaint


def test_worse_beyond_chance_is_red_and_better_is_not() -> None:
    assert complaints(Paired(100, 0.8, 0.9, 0.02), floor=0.5, kernels={}, wanted=None)
    assert not complaints(Paired(100, 0.88, 0.9, 0.02), floor=0.5, kernels={}, wanted=None)
    assert not complaints(Paired(100, 0.99, 0.9, 0.02), floor=0.5, kernels={}, wanted=None)
    assert complaints(Paired(100, 0.99, 1.0, 0.0), floor=0.5, kernels={}, wanted=None)
