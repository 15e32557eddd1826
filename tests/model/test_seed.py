"""`make bench-seed` without a GPU: both columns run, their kernels are counted, and columns that disagree are red."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from rocm_kernels.benchmarks import seed, seed_baseline
from rocm_kernels.benchmarks.seed import Column, Result, Row

ON_CPU = ["--device", "cpu", "--repeats", "1"]


def test_both_columns_run_and_the_file_says_on_what_evidence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "seed.json"
    assert seed.main([*ON_CPU, "--json", str(path)]) == 0
    printed = capsys.readouterr().out
    assert "without: original_v1; cache 5d\nwith: paged_decode, merge_parts; cache nhd" in printed
    document = json.loads(path.read_text())
    assert document["machine"]["evidence"].startswith("interpreted: these times say nothing")
    assert document["model"]["layers"] == 1
    (result,) = document["results"]
    steps = 2  # of both prompts, with one layer
    assert result["without"]["kernels"] == {"original_v1": steps}
    assert result["with_kernel"]["kernels"]["paged_decode"] == steps
    assert 0 <= result["divergence"] <= seed.MOST_DIVERGENCE
    assert result["tokens_per_second"]["without"] == pytest.approx(2 * 23 / result["without"]["seconds"][0])


def test_columns_that_disagree_are_red(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    right = seed_baseline.run

    def wrong(arguments: Any) -> None:
        right(replace(arguments, scale=arguments.scale * 4))

    monkeypatch.setattr(seed_baseline, "run", wrong)
    assert seed.main(ON_CPU) == 1
    assert "the columns disagree by more than 0.02 nats a token: 2x20x3" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("sequences", "longest", "version"),
    [(8, 1024, 2), (16, 1024, 1), (8, 512, 1), (64, 8192, 1), (64, 8193, 2)],
)
def test_the_baseline_launches_what_its_releases_launched(sequences: int, longest: int, version: int) -> None:
    assert seed_baseline.version_for(sequences, 64, longest) == version


def test_ratios_are_of_medians_and_the_spread_is_the_worst() -> None:
    without, ours = Column((4.0, 5.0, 4.0), (2.0, 2.0, 2.0), {}, "5d"), Column((2.0, 2.0, 2.1), (1.0,) * 3, {}, "5d")
    result = Result(Row(8, 512, 256, 100.0, 150.0), without, ours, 0.0)
    assert result.rate(without) == 8 * 768 / 4
    assert result.ratio == result.decode_ratio == 2
    assert result.spread == pytest.approx(0.25)
    assert result.row.ratio == 1.5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--layers", "0", "--device", "cpu"], "--layers: got 0"),
        (["--device", "cpu", "--rows", "8x512x256"], "need a GPU"),
        *([] if torch.cuda.is_available() else [([], "no GPU that PyTorch sees")]),
    ],
)
def test_what_cannot_be_measured_is_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        seed.main(arguments)
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


def test_logits_that_are_not_finite_are_no_agreement() -> None:
    broken = torch.tensor([[0.0, float("nan")]])
    assert not seed.divergence(broken, torch.zeros(1, 2)) <= seed.MOST_DIVERGENCE
