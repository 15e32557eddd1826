"""What `make bench-gpu` makes of the ops beside attention, without a GPU: which goals are met, and when it is red."""

from __future__ import annotations

import math
from typing import Any

import pytest

from rocm_kernels.benchmarks import gpu_ops, gpu_ops_truth
from rocm_kernels.benchmarks.gpu_ops_peers import PEERS_OF


def case(*goal: tuple[str, float], kind: str = "moe_none") -> gpu_ops.Case:
    return gpu_ops.Case("a case", lambda: None, kind, None, 1e6, "bytes", goal)


@pytest.mark.parametrize(
    ("goal", "peers", "met"),
    [
        (("loop", 3.0), {"loop": 30.0}, True),
        (("loop", 3.0), {"loop": 29.9}, False),
        (("loop", 3.0), {"loop": None}, False),
        (("us", 10.0), {}, True),
        (("us", 9.9), {}, False),
        (("copy", 0.9), {}, True),
        (("copy", 1.1), {}, False),
    ],
)
def test_a_goal_is_met_or_missed_and_a_peer_that_could_not_run_proves_nothing(
    goal: tuple[str, float], peers: dict[str, float | None], met: bool
) -> None:
    found = gpu_ops.goals_of(case(goal), 10.0, 1e11, peers, 0.0)
    assert list(found.values()) == [True, met]


def test_a_peer_that_there_is_not_for_such_cases_is_no_goal() -> None:
    assert "grouped_mm" not in PEERS_OF["moe_per_tensor"]
    assert len(gpu_ops.goals_of(case(("grouped_mm", 0.87)), 10.0, 1e11, {"loop": 1.0}, 0.0)) == 1


@pytest.mark.parametrize("kind", sorted(PEERS_OF))
def test_every_kind_has_a_truth_and_a_bound_that_a_wrong_result_exceeds(kind: str) -> None:
    bound = gpu_ops_truth.BOUND_OF[kind]
    assert kind in gpu_ops_truth.TRUTH_OF
    for error, right in ((bound, True), (bound * 1.01, False), (1.0, False), (math.nan, False), (math.inf, False)):
        assert all(gpu_ops.goals_of(case(kind=kind), 10.0, 1e11, {}, error).values()) is right


def test_fp8_on_the_way_is_beyond_the_bound_of_what_is_to_stay_in_16_bit() -> None:
    """e4m3 keeps 3 bits: rounding to it costs some 0.026 of the norm, as docs/ops.md has it of what is quantised."""
    for kind in ("rms_norm", "add_rms_norm", "scaled_mm_rows", "scaled_mm_tensor", "block_scaled", "moe_none"):
        assert gpu_ops_truth.BOUND_OF[kind] < 0.02


@pytest.mark.parametrize(("goals", "code"), [({"right": True}, 0), ({"right": True, "fast": False}, 1), (None, 1)])
def test_a_missed_goal_and_a_run_of_nothing_are_red(
    goals: dict[str, bool] | None, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measured(case: gpu_ops.Case, bandwidth: float) -> gpu_ops.Result:
        assert goals is not None
        return gpu_ops.Result(case.name, "", (), 1.0, 1.0, "bytes", {}, {}, goals, 0.0, {}, None)

    cases: dict[str, Any] = {"norm": lambda: iter([] if goals is None else [case()])}
    monkeypatch.setattr(gpu_ops, "CASES", cases)
    monkeypatch.setattr(gpu_ops, "measured", measured)
    monkeypatch.setattr(gpu_ops.gpu_timing, "copy_bandwidth", lambda: 1e12)
    monkeypatch.setattr("torch.cuda.get_device_name", lambda device=None: "none")
    monkeypatch.setattr("torch.cuda.empty_cache", lambda: None)
    assert gpu_ops.main([]) == code
    assert f"{0 if goals is None else 1} cases, {1 if code and goals else 0} goals missed" in capsys.readouterr().out
