"""Things that are broken on purpose, each through a real `rocm-ci run`: exit code, kind and sentence."""

from __future__ import annotations

import datetime
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.ci.fake_gpus import write_tree
from tests.ci.runs import HEADER, ONE_CELL, rocm_ci_run

from rocm_ci import exemptions
from rocm_ci.gates.accuracy import standard_error
from rocm_ci.verdicts import KINDS

AITER_CELL = HEADER + (
    '[runs.aiter]\ndevice = "emulated:gfx942"\nbackend = "aiter"\nflags = { VLLM_ROCM_USE_AITER = "1" }\n'
    '[[family]]\nname = "one"\nwhy = "one cell of AITER\'s"\nruns = ["aiter"]\nfinite_cache = true\n'
    'query_heads = 8\nkv_heads = 1\nhead_size = 128\nquery_dtype = "bf16"\nkv_dtype = "bf16"\nlayout = "asm"\n'
    "lengths = [240]\nmax_context_length = 240\n"
)
THREE_CELLS = ONE_CELL + "axes.lengths = [[1], [2], [3]]\n"
NOT_HERE = ONE_CELL.replace('["torch"]', '["torch", "gfx1201"]') + (
    '[runs.gfx1201]\ndevice = "emulated:gfx1201"\nbackend = "torch"\n'
)
TODAY = datetime.datetime.now(datetime.timezone.utc).date()


@dataclass(frozen=True)
class Broken:
    """One broken thing.

    Attributes:
        kind, sentence: what the judge must say.
        fault: plugin of tests/ci/broken.
        matrix: what is run.
        options: of `rocm-ci run`; ``{folder}`` is the test's own.
        files: written into that folder before.
        gpus: how many GPUs the fake machine has.
        variables: environment.
    """

    kind: str
    sentence: str
    fault: str | None = None
    matrix: str = ONE_CELL
    options: tuple[str, ...] = ()
    files: dict[str, str] = field(default_factory=dict)
    gpus: int = 0
    variables: dict[str, str] = field(default_factory=dict)


def exempt(**changes: Any) -> dict[str, str]:
    values = {
        "mode": "expected_failure",
        "match": "one/*",
        "kind": "accuracy",
        "owner": "a-team",
        "issue": "owner/project#7",
        "reason": "the kernel rounds where it must not",
        "added": TODAY - datetime.timedelta(days=30),
        "expires": TODAY + datetime.timedelta(days=30),
        **changes,
    }
    lines = [f"{name} = {json.dumps(value) if isinstance(value, str) else value}" for name, value in values.items()]
    return {"exemptions.toml": "[[exemption]]\n" + "\n".join(lines) + "\n"}


EXEMPTIONS = ("--exemptions", "{folder}/exemptions.toml")
REVISION = "sha256:" + "1" * 64
OLD = [1.0] * 188 + [0.0] * 12  # .94
DROPPED = [1.0] * 180 + [0.0] * 20  # .90: within what the baseline's own noise explains, and 8 items lost, none won


def measured(scores: list[float] = OLD, fallback: list[float] | None = OLD, **changes: Any) -> dict[str, str]:
    document = {
        "baseline": "tiny/recall",
        "model": "tiny",
        "model_revision": REVISION,
        "task": "recall",
        "task_version": "1",
        "metric": "exact_match",
        "conditions": {"dtype": "bf16", "items": "abc"},
        "scores": scores,
        "fallback": None if fallback is None else {"name": "torch", "scores": fallback},
        **changes,
    }
    baseline = f"""
schema: 1
baselines:
  - name: recall
    model: tiny
    model_revision: {REVISION}
    task: recall
    task_version: "1"
    metric: exact_match
    direction: higher
    conditions: {{dtype: bf16, items: abc}}
    entries:
      - {{measured: 2026-11-01, value: 0.94, n: 200, standard_error: {standard_error(OLD)!r}, floor: 0.6}}
"""
    return {"baselines/tiny.yaml": baseline, "measures.json": handed_in("accuracy", document)}


def handed_in(kind: str, document: dict[str, Any]) -> str:
    return json.dumps([{"event": kind, "id": "one/torch", "time": 9e9, "measured": document}])


def timed(ratio: float, **changes: Any) -> dict[str, str]:
    document = {
        "kernel": "decode",
        "yardstick": "copy",
        "device": "a GPU",
        "evidence": "hardware",
        "seconds": [ratio * 1e-3 * (1 + 0.001 * n) for n in range(9)],
        "yardstick_seconds": [1e-3 * (1 + 0.0011 * n) for n in range(9)],
        "most": 1.2,
        **changes,
    }
    return {"measures.json": handed_in("performance", document)}


BASELINES = ("--baselines", "{folder}/baselines")
JIT = ("--jit-folder", "{folder}/jit", "--jit-budget", "0")
BROKEN: dict[str, Broken] = {
    "aiter_returns_unwritten_memory": Broken(
        "unwritten", "1024 of 1024 output elements are NaN", "aiter_returns_unwritten_memory", AITER_CELL
    ),
    "exits_with_0_in_the_op": Broken("crash", "the worker died", "exits_with_0_in_the_op"),
    "exit_handler_masks_failures": Broken(
        "infrastructure", "JUnit holds failures, yet pytest ended with 0", "exit_handler_masks_failures"
    ),
    "loses_its_last_line": Broken("infrastructure", "pytest ended with 0 without its last line", "loses_its_last_line"),
    "hangs_in_c": Broken("hang", "where it hung: stack-", "hangs_in_c", ONE_CELL + "timeout = 2.0\n"),
    "leaves_a_child": Broken("leak", "time.sleep(1000)  # left by a test (process ", "leaves_a_child"),
    "compiles_in_the_middle": Broken(
        "jit",
        "1 kernel(s) compiled while cells ran, the budget is 0: one/torch: triton/decode_kernel.hsaco",
        "compiles_in_the_middle",
        options=JIT,
    ),
    "killed_for_memory": Broken(
        "memory",
        "the kernel ended 1 process(es) of this cgroup for memory",
        "killed_for_memory",
        files={"memory.events": "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\n"},
        variables={"ROCM_CI_CGROUP": "{folder}"},
    ),
    "shares_a_gpu": Broken(
        "infrastructure",
        "two workers used GPU 0000:01:00.0 at once",
        "shares_a_gpu",
        THREE_CELLS,
        options=("-n", "2"),
        gpus=2,
    ),
    "keeps_gpu_memory": Broken(
        "leak",
        "GPU 0000:01:00.0 holds 4096 MiB after the run, 0 MiB before it: process 4242 holds 4096 MiB",
        "keeps_gpu_memory",
        gpus=1,
    ),
    "no_gpu_is_visible": Broken(
        "gpu_required",
        "ROCR_VISIBLE_DEVICES or HIP_VISIBLE_DEVICES leave none",
        gpus=2,
        variables={"HIP_VISIBLE_DEVICES": ""},
    ),
    "gpu_that_does_not_exist": Broken(
        "infrastructure",
        "ROCR_VISIBLE_DEVICES: got '5', expected a number below 2",
        gpus=2,
        variables={"ROCR_VISIBLE_DEVICES": "5"},
    ),
    "killed_main_process": Broken("junit", "(pytest ended with -9)", "killed_main_process"),
    "record_and_junit_disagree": Broken("junit", "JUnit says passed", "reports_two_outcomes"),
    "expired_exemption": Broken(
        "exemption",
        "expired: expected_failure 'one/*' (accuracy) of a-team, owner/project#7",
        "wrong_numbers",
        options=EXEMPTIONS,
        files=exempt(expires=TODAY - datetime.timedelta(days=1)),
    ),
    "unexpected_pass": Broken(
        "exemption", "passes although it is expected to fail", options=EXEMPTIONS, files=exempt()
    ),
    "exemption_without_owner": Broken("exemption", "exemption 1: owner: ", options=EXEMPTIONS, files=exempt(owner="")),
    "exemption_of_another_kind": Broken(
        "accuracy", "is off by", "wrong_numbers", options=EXEMPTIONS, files=exempt(kind="performance")
    ),
    "exemption_for_years": Broken(
        "exemption",
        "expires must lie at most 120 days after added",
        options=EXEMPTIONS,
        files=exempt(expires=TODAY + datetime.timedelta(days=400)),
    ),
    "more_left_out_than_budgeted": Broken(
        "skip",
        "1 selected cell(s) cannot run here, the budget is 0",
        matrix=NOT_HERE,
        options=("--skip-budget", "0", "--id", "*"),
    ),
    "moved_baseline": Broken(
        "baseline",
        "was measured under other conditions: conditions.dtype bf16 -> fp8",
        "measures",
        options=BASELINES,
        files=measured(conditions={"dtype": "fp8", "items": "abc"}),
    ),
    "baseline_of_another_model": Broken(
        "baseline",
        "model_revision sha256:1111",
        "measures",
        options=BASELINES,
        files=measured(model_revision="sha256:" + "2" * 64),
    ),
    "no_such_baseline": Broken(
        "baseline",
        "no baseline 'tiny/recal'",
        "measures",
        options=BASELINES,
        files=measured(baseline="tiny/recal"),
    ),
    "drop_beyond_the_paired_bound": Broken(
        "accuracy",
        "of 200 items 8 are right with torch only and 0 the other way round",
        "measures",
        options=BASELINES,
        files=measured(DROPPED),
    ),
    "collapse": Broken(
        "accuracy",
        "exact_match collapsed to 0.5, the floor is 0.6",
        "measures",
        options=BASELINES,
        files=measured([1.0, 0.0] * 100, [1.0, 0.0] * 100),
    ),
    "no_fallback_to_compare": Broken(
        "accuracy", "the paired comparison is missing", "measures", options=BASELINES, files=measured(fallback=None)
    ),
    "slower_than_allowed": Broken(
        "performance",
        "decode takes 1.5 times as long as copy on a GPU, allowed is 1.2",
        "measures",
        files=timed(1.5),
    ),
    "speed_of_an_emulator": Broken(
        "performance", "say nothing about a GPU", "measures", files=timed(1.0, evidence="emulated")
    ),
    "unreadable_measurement": Broken(
        "infrastructure", "a measurement of performance cannot be read", "measures", files=timed(1.0, mots=3)
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_turns_the_run_red_with_its_kind(tmp_path: Path, name: str) -> None:
    broken = BROKEN[name]
    for file, text in broken.files.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text, encoding="utf-8")
    variables = {key: value.format(folder=tmp_path) for key, value in broken.variables.items()}
    if "measures.json" in broken.files:
        variables["ROCM_CI_TEST_MEASURES"] = str(tmp_path / "measures.json")
    if broken.gpus:
        variables["ROCM_CI_SYSFS"] = str(write_tree(tmp_path / "sys", broken.gpus))
        variables["ROCM_CI_LEASES"] = str(tmp_path / "locks")
    options = [option.format(folder=tmp_path) for option in broken.options]
    run = rocm_ci_run(tmp_path, broken.matrix, *options, fault=broken.fault, **variables)
    assert run.code == KINDS[broken.kind].exit_code, run.output
    assert " ".join(broken.sentence.split()) in " ".join(run.output.split()), run.output
    if run.document is not None:
        assert broken.kind in run.kinds()
        assert f"RED ({broken.kind}, exit code {KINDS[broken.kind].exit_code}" in run.output


def test_every_kind_of_trouble_that_a_run_can_have_is_broken_on_purpose() -> None:
    from tests.ci.test_gates import FAULTS

    covered = {broken.kind for broken in BROKEN.values()} | {kind for _, _, kind, _ in FAULTS}
    # What cannot start at all is in test_gates; `lock` belongs to other commands.
    assert covered | {"matrix", "empty", "lock"} >= KINDS.keys()


def test_an_excused_failure_is_told_and_leaves_the_run_green(tmp_path: Path) -> None:
    (tmp_path / "exemptions.toml").write_text(exempt()["exemptions.toml"])
    run = rocm_ci_run(tmp_path, ONE_CELL, "--exemptions", str(tmp_path / "exemptions.toml"), fault="wrong_numbers")
    assert run.code == 0, run.output
    assert "GREEN 0 passed, 0 failed, 1 excused" in run.output
    assert "1 failure excused by expected_failure 'one/*' (accuracy) of a-team, owner/project#7, until" in run.output
    junit = (tmp_path / "reports" / "latest" / "junit.xml").read_text()
    assert 'failures="0"' in junit
    assert "<skipped" in junit


def test_soft_fails_are_exit_codes_of_steps(tmp_path: Path) -> None:
    text = exempt(mode="soft_fail", match="gfx1201-*", kind="performance")["exemptions.toml"]
    (tmp_path / "exemptions.toml").write_text(text)
    found = exemptions.load(tmp_path / "exemptions.toml")
    assert found.soft_fails("gfx1201-full-1") == (KINDS["performance"].exit_code,)
    assert found.soft_fails("gfx942-full-1") == ()
    assert [entry.match for entry in exemptions.unmatched(found, ["one/torch"], ["gfx942-full-1"])] == ["gfx1201-*"]
