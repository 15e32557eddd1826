"""The gates' arithmetic: against enumeration and simulation, and each bound from both sides."""

from __future__ import annotations

import itertools
import math
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import ValidationError

from rocm_ci import baselines, measurements, results
from rocm_ci.baselines import Baseline, BaselineError
from rocm_ci.gates import accuracy, performance
from rocm_ci.gates.accuracy import LEVEL, Measurement
from rocm_ci.gates.performance import Count, Timing
from rocm_ci.reference import needed
from rocm_kernels.benchmarks.rocm_kernels import BATCH, BLOCK, HEAD_SIZE, unique_bytes

REVISION = "a" * 40
IDENTITY: dict[str, Any] = {
    "model": "tiny",
    "model_revision": REVISION,
    "task": "recall",
    "task_version": "1",
    "metric": "exact_match",
    "conditions": {"dtype": "bf16"},
}
ENTRY: dict[str, Any] = {"measured": "2026-11-01", "value": 0.94, "n": 200, "standard_error": 0.017, "floor": 0.6}


def document(*entries: dict[str, Any], **changes: Any) -> str:
    made = [{**ENTRY, **entry} for entry in entries or ({},)]
    body = {"name": "recall", **IDENTITY, "direction": "higher", "entries": made, **changes}
    return yaml.safe_dump({"schema": 1, "baselines": [body]}).replace("'2026", "2026").replace("-01'", "-01")


def baseline(*entries: dict[str, Any], **changes: Any) -> Baseline:
    return baselines.parse(document(*entries, **changes), "tiny.yaml")[0]


def measured(scores: list[float], fallback: list[float] | None = None, **changes: Any) -> Measurement:
    other = {"name": "torch", "scores": scores if fallback is None else fallback}
    return Measurement.model_validate(
        {"baseline": "tiny/recall", **IDENTITY, "scores": scores, "fallback": other, **changes}
    )


def right(count: int, of: int = 200) -> list[float]:
    return [1.0] * count + [0.0] * (of - count)


def kinds(measurement: Measurement, against: Baseline) -> list[str]:
    return [trouble.kind for trouble in accuracy.gate(measurement, against)]


# --- accuracy -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lost", "won"), [(0, 0), (1, 0), (3, 1), (7, 0), (6, 0), (10, 4)])
def test_the_sign_test_is_what_counting_all_outcomes_gives(lost: int, won: int) -> None:
    outcomes = list(itertools.product((0, 1), repeat=lost + won))
    counted = sum(sum(outcome) >= lost for outcome in outcomes) / len(outcomes)
    assert accuracy.sign_test(lost, won) == pytest.approx(counted, rel=1e-12)


def test_a_right_kernel_is_called_worse_as_rarely_as_the_level_says() -> None:
    """Two kernels that are alike, 2,000 times: red in about 1 % of them, by the baseline and by the pairs each."""
    dice = random.Random(1)
    red = 0
    for _ in range(2000):
        before, own = ([float(dice.random() < 0.9) for _ in range(200)] for _ in range(2))
        entry = {"value": sum(before) / 200, "standard_error": accuracy.standard_error(before), "floor": 0.1}
        red += bool(kinds(measured(own), baseline(entry)))
    assert 0.2 * LEVEL < red / 2000 < 2.5 * LEVEL


def test_a_kernel_that_loses_five_items_in_a_hundred_is_found() -> None:
    """The power of the paired comparison, where the baseline's own noise hides the loss."""
    dice = random.Random(2)
    found = 0
    for _ in range(200):
        other = [float(dice.random() < 0.95) for _ in range(400)]
        own = [score * float(dice.random() >= 0.05) for score in other]
        found += "accuracy" in kinds(measured(own, other), baseline({"standard_error": 0.03}))
    assert found / 200 > 0.95


def test_better_is_never_red() -> None:
    assert kinds(measured(right(200), right(180)), baseline()) == []


def test_the_bound_to_the_baseline_lies_where_the_standard_errors_put_it() -> None:
    against = baseline()
    reds = [count for count in range(150, 201) if kinds(measured(right(count)), against)]
    worst_green = max(reds) + 1
    for count, red in ((worst_green, False), (worst_green - 1, True)):
        p = (count + 1) / 202
        noise = math.hypot(math.sqrt(p * (1 - p) / 202), 0.017)
        assert (0.94 - count / 200 > 2.3263478740408408 * noise) is red
    assert 0 < 188 - worst_green < 20


def test_losses_are_paired_and_the_margin_is_allowed() -> None:
    own, other = right(180), right(188)
    assert kinds(measured(own, other), baseline({"standard_error": 0.05})) == ["accuracy"]
    assert kinds(measured(own, other), baseline({"standard_error": 0.05, "margin": 0.04})) == []
    assert kinds(measured(other, own), baseline({"standard_error": 0.05})) == []


def test_a_loss_is_lower_for_the_better_and_need_not_be_0_or_1() -> None:
    dice = random.Random(3)
    other = [2.0 + dice.gauss(0, 0.5) for _ in range(100)]
    against = baseline({"value": 2.0, "n": 100, "standard_error": 0.05, "floor": 5.0}, direction="lower")
    worse = [
        score + 0.02 + dice.gauss(0, 0.01) for score in other
    ]  # far below the noise of the items, the same for all
    assert kinds(measured(worse, other), against) == ["accuracy"]
    assert kinds(measured(other, worse), against) == []
    allowed = baseline(
        {"value": 2.0, "n": 100, "standard_error": 0.05, "floor": 5.0, "margin": 0.05}, direction="lower"
    )
    assert kinds(measured(worse, other), allowed) == []
    assert "accuracy" in kinds(measured([6.0] * 100, [6.0] * 100), against)


@pytest.mark.parametrize("scores", [[1.0], [1.0, math.nan], [1.0, math.inf]])
def test_scores_that_say_nothing_are_refused(scores: list[float]) -> None:
    with pytest.raises(ValidationError):
        measured(scores)
    with pytest.raises(ValidationError, match="2 scores of the fallback for 3 items"):
        measured(right(2, 3), right(1, 2))


def test_every_condition_counts_its_type_too() -> None:
    against = baseline()
    for changes in (
        {"task_version": "2"},
        {"metric": "loss"},
        {"model": "other"},
        {"conditions": {}},
        {"conditions": {"dtype": "bf16", "kv_dtype": "int8"}},
    ):
        assert kinds(measured(right(188), **changes), against) == ["baseline"]
    assert baselines.differences({"a": 1}, {"a": 1.0}) == ["a 1 -> 1.0"]
    assert baselines.differences({"a": 1}, {"a": True}) == ["a 1 -> True"]


def test_what_was_never_measured_is_red_and_gives_the_numbers() -> None:
    empty = baseline().model_copy(update={"entries": (), "model_revision": None})
    (trouble,) = accuracy.gate(measured(right(188)), empty)
    assert trouble.kind == "baseline"
    assert "was never measured: there is nothing to compare 0.94 (n 200, standard error 0.017) with" in trouble.reason


# --- baselines ----------------------------------------------------------------------------------------------------------

LOOSENING = {
    "owner": "a-team",
    "issue": "owner/project#3",
    "reason": "version 2 of the task has harder items, measured on the fallback too",
}


@pytest.mark.parametrize(
    "looser", [{"value": 0.93}, {"floor": 0.5}, {"margin": 0.01}, {"standard_error": 0.02}, {"n": 100}], ids=str
)
def test_loosening_needs_a_written_reason(looser: dict[str, Any]) -> None:
    with pytest.raises(BaselineError, match="loosens the bound"):
        baseline({}, looser)
    assert baseline({}, {**looser, "loosening": LOOSENING}).current.loosening is not None
    with pytest.raises(BaselineError, match="reason"):
        baseline({}, {**looser, "loosening": {**LOOSENING, "reason": "flaky"}})


def test_tightening_needs_none() -> None:
    assert baseline({}, {"value": 0.95, "floor": 0.7, "n": 400, "standard_error": 0.01}).current.value == 0.95


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("schema: 1\nschema: 1\n", "key 'schema' stands twice"),
        ("schema: 2\nbaselines: []\n", "schema"),
        (document(model_revision="main"), "model_revision"),
        (document({"floor": 0.95}), "the floor 0.95 is not worse than the value 0.94"),
        (document(toleranse=1), "toleranse"),
        (document(model_revision=None), "measured without a model_revision"),
        ("a: [", "tiny.yaml"),
    ],
)
def test_a_file_that_is_not_valid_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BaselineError, match=sentence):
        baselines.parse(text, "tiny.yaml")


def test_an_earlier_entry_that_was_changed_is_seen_in_git(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        identity = ("-c", "user.name=a", "-c", "user.email=a@b")
        subprocess.run(["git", "-C", str(tmp_path), *identity, *arguments], check=True, capture_output=True)

    path = tmp_path / baselines.FOLDER / "tiny.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(document())
    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "a")

    def moved(text: str) -> list[str]:
        path.write_text(text)
        return list(baselines.moved(baselines.at_commit(tmp_path, "HEAD"), baselines.load(path.parent).by_name))

    assert moved(document({}, {"value": 0.95})) == []
    assert moved(document({"value": 0.9})) == ["tiny/recall: an earlier entry was changed; append a new one instead"]
    assert (
        "moved to other conditions (conditions.dtype bf16 -> fp16)" in moved(document(conditions={"dtype": "fp16"}))[0]
    )
    assert "tiny/recall was removed" in moved(document(name="other"))[0]
    with pytest.raises(BaselineError, match="git rev-parse"):
        baselines.at_commit(tmp_path, "no-such-commit")


# --- performance --------------------------------------------------------------------------------------------------------


def timed(ratio: float, noise: float = 0.01, repeats: int = 15, **changes: Any) -> Timing:
    dice = random.Random(4)
    other = [1e-3 * math.exp(dice.gauss(0, 0.1)) for _ in range(repeats)]  # the machine's own drift, the same for both
    own = [ratio * value * math.exp(dice.gauss(0, noise)) for value in other]
    values = {"kernel": "decode", "yardstick": "copy", "device": "a GPU", "evidence": "hardware", "most": 1.2}
    return Timing.model_validate({**values, "seconds": own, "yardstick_seconds": other, **changes})


@pytest.mark.parametrize(
    ("timing", "sentence"),
    [
        (timed(1.0), None),
        (timed(1.15), None),
        (timed(1.3), "takes 1.3 times as long"),
        (timed(1.3, noise=0.3), None),  # noise explains it
        (timed(1.3, noise=3.0), "too noisy"),
        (timed(1.0, repeats=4), "at least 5"),
        (timed(1.0, seconds=[1.0] * 6), "as many of both"),
        (timed(1.0, seconds=[0.0] * 15), "a time is not above 0"),
        (timed(1.0, evidence="interpreted"), "say nothing about a GPU"),
    ],
)
def test_speed_is_a_ratio_within_one_run(timing: Timing, sentence: str | None) -> None:
    said = [trouble.reason for trouble in performance.gate(timing)]
    assert (said == []) if sentence is None else (sentence in said[0])


def test_counts_have_no_noise_and_one_bound() -> None:
    counted = {"kernel": "decode", "yardstick": "once", "unit": "bytes", "device": "emulated:gfx942", "most": 1.05}
    right = Count(**counted, evidence="emulated", counted=105, yardstick_counted=100)
    assert list(performance.gate(right)) == []
    (trouble,) = performance.gate(right.model_copy(update={"counted": 106}))
    assert trouble.kind == "performance"
    assert trouble.reason == "decode: 106 bytes on emulated:gfx942 are 1.06 times once (100), allowed is 1.05"
    with pytest.raises(ValidationError, match="evidence"):
        Count(**counted, evidence="hardware", counted=105, yardstick_counted=100)  # type: ignore[arg-type]


def test_bytes_needed_are_those_of_the_cost_table_of_the_kernels() -> None:
    """Counted twice, independently: by the matrix's reference, and by the benchmark that tunes the kernels."""
    for query_heads, kv_heads, kv_dtype, size in ((64, 8, "bf16", 2), (8, 1, "fp8_e4m3fnuz", 1)):
        counted = needed.decode_bytes([1024] * BATCH, query_heads, kv_heads, HEAD_SIZE, BLOCK, 2, size)
        assert counted == unique_bytes(query_heads, kv_heads, kv_dtype, 1024).read


def test_a_ratio_is_known_better_than_the_times_that_it_comes_from() -> None:
    ratio, noise = performance.ratio_of(timed(1.1, noise=0.01, repeats=25))
    assert ratio == pytest.approx(1.1, rel=0.02)
    assert noise < 0.01


# --- handing in ---------------------------------------------------------------------------------------------------------


def test_measurements_come_back_from_the_events_and_a_repeated_cell_starts_anew(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    one, other = measured(right(188)), measured(right(150))
    for measurement in (other, one):
        results.append(path, {"event": "started", "id": "a/b", "time": 1.0})
        measurements.record(path, "a/b", measurement)
    measurements.record(path, "a/b", timed(1.0))
    measurements.record_builds(path, "c/d", ["x.hsaco"])
    measurements.record(None, "a/b", one)  # plain pytest: no gate will run
    found = measurements.collect(results.read_events(path))
    assert found.accuracy == {"a/b": [one]}
    assert found.performance == {"a/b": [timed(1.0)]}
    assert found.builds == {"c/d": ["x.hsaco"]}
