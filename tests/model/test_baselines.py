"""The baselines of real checkpoints: nothing is half measured, and a gate on what was never measured is red."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from rocm_ci import baselines
from rocm_ci.errors import RocmCiError
from rocm_ci.model_baselines import FILE, MEASURED, Baseline, complaint, read

ROOT = Path(__file__).parents[2]
ENTRY: dict[str, Any] = {
    "model": "a/b",
    "why": "a test",
    "revision": "0" * 40,
    "task": "gsm8k",
    "task_version": 3.0,
    "metric": "acc,none",
    "score": 0.5,
    "standard_error": 0.03,
    "items": 250,
    "dtype": "bf16",
    "kv_dtype": "bf16",
    "device": "MI300X (gfx942)",
    "lock": "stable",
}


def written(tmp_path: Path, *entries: dict[str, Any]) -> Path:
    path = tmp_path / FILE
    path.parent.mkdir(parents=True)
    path.write_text(yaml.safe_dump({"baselines": list(entries)}))
    return tmp_path


def test_the_committed_baselines_are_whole_and_those_never_measured_are_red() -> None:
    found = read(ROOT)
    assert {entry.model.partition("/")[2] for entry in found} >= {"falcon-7b", "Mixtral-8x7B-Instruct-v0.1"}
    for entry in found:
        if not entry.measured:
            said = complaint(entry, 1.0, 0.0)
            assert said is not None
            assert "was never measured" in said


@pytest.mark.parametrize("missing", MEASURED)
def test_a_half_measured_baseline_is_refused(tmp_path: Path, missing: str) -> None:
    with pytest.raises(RocmCiError, match=f"half measured: {missing} is missing"):
        read(written(tmp_path, {**ENTRY, missing: None}))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"revision": "main"}, "revision"),
        ({"scores": 1}, "scores"),
        ({"items": 1}, "items"),
        ({"dtype": "fp4"}, "dtype"),
    ],
)
def test_a_wrong_entry_is_refused(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(RocmCiError, match=message):
        read(written(tmp_path, {**ENTRY, **change}))


def test_an_entry_may_stand_once(tmp_path: Path) -> None:
    with pytest.raises(RocmCiError, match="stands twice"):
        read(written(tmp_path, ENTRY, ENTRY))


@pytest.mark.parametrize(
    ("score", "error", "red"),
    [
        (0.5, 0.03, False),
        (0.42, 0.03, False),
        (0.41, 0.03, True),
        (0.44, 0.0, False),
        (0.43, 0.0, True),
        (float("nan"), 0.0, True),
    ],
)
def test_a_run_is_red_below_two_standard_errors_of_both(score: float, error: float, red: bool) -> None:
    assert (complaint(Baseline.model_validate(ENTRY), score, error) is not None) is red


def test_the_judge_reads_every_file_in_its_folder() -> None:
    assert baselines.load(ROOT / baselines.FOLDER).folder == ROOT / baselines.FOLDER
