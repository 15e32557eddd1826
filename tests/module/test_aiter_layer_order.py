"""What the layers' survey finds does not depend on the order in which workgroups happen to run."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.module.test_aiter_layers import TARGET, entry_of

from rocm_kernels.backends.aiter import emulated
from rocm_kernels.backends.aiter.layer_survey import problem
from rocm_kernels.backends.aiter.layer_survey.question import LayerQuestion, base
from rocm_kernels.backends.aiter.survey.verdict import RIGHT, Outcome

PRODUCT = "bf16gemm_outf32_tn_64x64_pf3"


def asked(name: str, **shape: int) -> Outcome:
    """The outcome of a launch."""
    entry = entry_of(name)
    return problem.judge(entry, LayerQuestion(entry.family, "test", "", replace(base(entry), **shape)))  # type: ignore[arg-type]


@pytest.mark.parametrize("columns", [256, 257, 272, 319])
def test_an_element_that_two_workgroups_write_is_wrong_even_where_this_order_makes_it_right(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(problem, "_compare", lambda made: Outcome(RIGHT, elements=made.output.numel()))
    found = asked(PRODUCT, columns=columns)
    if columns % 64:
        # A tile's last columns are written to the beginning of the next row, which is another workgroup's.
        assert (found.verdict, found.bad > 0) == ("wrong_numbers", True)
        assert "written twice" in found.detail
    else:
        assert found.verdict == RIGHT


@pytest.mark.parametrize(
    ("name", "shape"),
    [(PRODUCT, {"columns": 272}), ("fmoe_bf16_pertokenFp8_g1u1_vs_silu_1tg_32x128", {})],
)
def test_a_launch_comes_out_the_same_each_time_though_the_device_has_threads(
    name: str, shape: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    device = emulated.device(TARGET)
    monkeypatch.setattr(device, "threads", 2)
    first = asked(name, **shape)
    assert first.verdict == "wrong_numbers"
    assert {asked(name, **shape) for _ in range(4)} == {first}
    assert device.threads == 2
