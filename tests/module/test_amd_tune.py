"""The search of AMD configurations: what it counts and ranks, and that it goes on where it stopped."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rocm_kernels.backends.triton.configurations import DecodeConfiguration
from rocm_kernels.benchmarks import amd_cost, amd_tune
from rocm_kernels.benchmarks.amd_cost import CASES, Counts
from rocm_kernels.targets import TARGETS

CASE = CASES["decode-8x1"]
TILES = DecodeConfiguration(32, 4, 2, 4, 64, "emulated", "")
COUNTS = Counts(128, 0, 16384, 32, {}, 1e6, 10**7, 10**5, 10**6, 0, 0, 0.0, {})


def test_matrix_and_slow_instructions_take_their_cycles() -> None:
    """16 x 16 x 16 in 16 bit are 8,192 operations of 512 a cycle; fp8 twice as fast; an exponential four times an addition."""
    assert amd_cost.issue_cycles({"v_mfma_f32_16x16x16_bf16": 3}) == 3 * 16
    assert amd_cost.issue_cycles({"v_mfma_f32_16x16x16_f16": 3}) == 3 * 16
    assert amd_cost.issue_cycles({"v_mfma_f32_32x32x16_fp8_fp8": 1}) == 32
    assert amd_cost.issue_cycles({"v_mfma_f32_4x4x4_16b_f16": 1}) == 4
    assert amd_cost.issue_cycles({"v_exp_f32": 2, "v_add_f32": 1, "s_waitcnt": 9}) == 2 * 16 + 4


@pytest.mark.parametrize(
    "worse",
    [{"issue_cycles": 1e8}, {"bytes_read": 10**9}, {"lds_conflict_cycles": 10**7}, {"registers": 512}, {"lds": 65536}],
    ids=str,
)
def test_more_of_anything_costs_more(worse: dict[str, float]) -> None:
    counts = replace(COUNTS, **worse)  # type: ignore[arg-type]
    assert amd_cost.cost(CASE, TILES, counts)["cost"] > amd_cost.cost(CASE, TILES, COUNTS)["cost"]


def test_loads_under_way_are_waited_for_less() -> None:
    waits = [amd_cost.waits(replace(TILES, stages=stages), 500.0) for stages in (1, 2, 3)]
    assert waits == [3 * amd_cost.LATENCY, 2 * amd_cost.LATENCY - 500, amd_cost.LATENCY - 500]


def test_tiles_are_those_that_rows_see() -> None:
    prefill = amd_tune.candidates(CASES["prefill-chunk"], True)[0]
    assert amd_cost.tiles(CASE, TILES) == 8 * 32
    # 2 KV heads; 256 tokens of 4 heads in 16 tiles of 64 rows, of which tile r sees 256 + 16 (r + 1) keys.
    assert amd_cost.tiles(CASES["prefill-chunk"], prefill) == 2 * sum(-(-(256 + 16 * (r + 1)) // 32) for r in range(16))


def test_ranking_leaves_out_what_a_case_refuses() -> None:
    ranked = amd_cost.ranking([{"a": 2.0, "b": 1.0, "c": 0.1}, {"a": 2.0, "b": 8.0}])
    assert [name for _, name in ranked] == ["a", "b"]


def test_names_tell_candidates_apart() -> None:
    for case in CASES.values():
        found = amd_tune.candidates(case, False)
        assert len({amd_tune.name_of(configuration) for configuration in found}) == len(found)


def test_a_count_is_that_of_a_right_result_and_goes_into_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One candidate for real; a second call counts nothing again."""
    monkeypatch.setattr(amd_tune, "candidates", lambda case, quick: [TILES])
    monkeypatch.setitem(CASES, "decode-8x1", replace(CASE, problem=replace(CASE.problem, lengths=(70, 33))))
    file = tmp_path / "result.json"
    assert amd_tune.main(["search", "--cases", "decode-8x1", "--file", str(file), "--json"]) == 0
    ranked = json.loads(capsys.readouterr().out)
    assert ranked == {"decode 16 bit short": [{"configuration": "n32 w4 s2", "over best": 1.0}]}
    entry = json.loads(file.read_text())["search"]["counts"]["decode-8x1"]["n32 w4 s2"]
    assert entry["error"] < amd_cost.MOST_ERROR
    assert entry["spilled"] == 0
    assert entry["instructions"]["matrix"] > 0
    assert entry["bytes_read"] >= 2 * (70 + 33) * 128 * 2
    monkeypatch.setattr(amd_tune, "count", lambda case, configuration: pytest.fail("counted again"))
    assert amd_tune.main(["search", "--cases", "decode-8x1", "--file", str(file)]) == 0
    assert "n32 w4 s2 1.0" in capsys.readouterr().out


def test_a_wrong_result_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(amd_tune, "candidates", lambda case, quick: [TILES])
    monkeypatch.setattr(amd_tune, "count", lambda case, configuration: replace(COUNTS, error=float("nan")))
    with pytest.raises(ValueError, match="n32 w4 s2: error nan"):
        amd_tune.search(amd_tune.Results(None), ["decode-8x1"], True, lambda text: None)


def test_spills_turn_the_exit_code_red(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(amd_tune, "spilled", lambda problem, target: 3 if problem.head_size == 80 else 0)
    assert amd_tune.main(["spills", "--target", "gfx1100", "--quick"]) == 1
    assert "prefill int8 head 80 nhd plain: 3" in capsys.readouterr().out
    monkeypatch.setattr(amd_tune, "spilled", lambda problem, target: 0)
    assert amd_tune.main(["spills", "--target", "gfx1100", "--quick", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"gfx1100": {"compiled": 80, "spilling": {}}}


def test_the_full_list_has_every_format_layout_and_option() -> None:
    for target in TARGETS:
        names = " ".join(name for name, _ in amd_tune.problems(target, False))
        for word in ("decode", "prefill", "fp8_e4m3fn ", "fp8_e4m3fnuz", "int8", "fp16", "fp32", *amd_tune.OPTIONS):
            assert word in names
