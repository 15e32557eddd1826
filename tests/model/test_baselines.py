"""MODEL_TIER=full without its hub: a hub's folder on this disk holds a tiny checkpoint, everything else is the real path."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from huggingface_hub.errors import LocalEntryNotFoundError
from lm_eval.tasks import TaskManager
from tests.model import tier_full
from tests.model.full_tier import (
    FILE,
    OF_THE_REQUEST,
    ROOT,
    Place,
    as_entry,
    folder_of,
    measure,
    passed_over_for_nothing,
    troubles,
)
from tests.model.lm_eval_runs import TASKS, TINY

from rocm_ci import baselines
from rocm_ci.baselines import Baseline
from rocm_kernels.integrations.errors import CheckpointError
from rocm_kernels.reason_codes import REASON_CODES

REVISION = "0123456789abcdef0123456789abcdef01234567"
MODEL = "nobody/tiny-llama"


def unmeasured(**changes: Any) -> Baseline:
    return Baseline.model_validate(
        {
            "name": "tiny-llama",
            "model": MODEL,
            "model_revision": None,
            "task": "tiny_recall",
            "task_version": "0",
            "metric": "acc,none",
            "direction": "higher",
            "conditions": {"dtype": "bf16", "kv_dtype": "bf16", "layout": "asm", "scoring": "decode"},
            "entries": [],
            **changes,
        }
    )


def place() -> Place:
    manager = TaskManager(
        include_path=str(TASKS), include_defaults=False, metadata={"pretrained": str(TINY / "llama_128")}
    )
    return Place(device="emulated:gfx942", items=8, longest=256, tasks=manager)


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A hub's cache as its client lays it out: a reference to a commit, and the commit's files."""
    repository = tmp_path / f"models--{MODEL.replace('/', '--')}"
    shutil.copytree(TINY / "llama_128", repository / "snapshots" / REVISION)
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text(REVISION)
    # The client reads these when it is imported, which was before.
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    return repository


def test_a_checkpoint_of_a_hub_is_measured_written_down_and_then_green(hub: Path) -> None:
    name, first = f"{FILE}/tiny-llama", unmeasured()
    measurement, report = measure(name, first, place())
    assert measurement.model_revision == REVISION
    assert measurement.scores == (1.0,) * 8
    assert measurement.conditions["evidence"] == "emulated reference"
    assert report["kernels"]["_ZN5aiter27pa_bf16_noquant_gqa8_1tg_4wE"] > 0
    red, entry = troubles(measurement, first, report)
    assert red.startswith(f"baseline: baseline {name} was never measured: there is nothing to compare 1 (n 8")
    # What the message says can be written down as it stands, and the same run is green against it.
    body = entry.partition("\n")[2]
    (written,) = baselines.parse(f"schema: 1\nbaselines:\n{body}", "checkpoints.yaml")
    assert written.measured
    assert troubles(measurement, written, report) == []
    # Half of the answers lost, another lock, and no kernel recorded: each is red.
    lost = measurement.model_copy(update={"scores": (1.0, 0.0) * 4})
    assert any(said.startswith("accuracy: acc,none 0.5") for said in troubles(lost, written, report))
    moved = measurement.model_copy(update={"conditions": {**measurement.conditions, "lock": "another"}})
    assert "under other conditions: conditions.lock" in troubles(moved, written, report)[0]
    prefills = [row for row in report["decisions"] if row["op"] != "paged_attention"]
    (none,) = troubles(measurement, written, {**report, "decisions": prefills})
    assert none.startswith("dispatch: no kernel of paged_attention was launched")


ASKED = "aiter.paged_attention.asm_16bit"


@pytest.mark.parametrize(
    ("implementation", "reasons", "red"),
    [
        (ASKED, {}, False),
        # Triton's kernels bear no attention in their names; falcon's shape, and lengths where the asm kernel is wrong.
        (
            "triton.paged_attention",
            {ASKED: ["head_size: 64", "gqa: 71"], "aiter.paged_attention.asm_8bit": ["flag: off"]},
            False,
        ),
        ("triton.paged_attention", {ASKED: ["known_wrong: 241 to 255"]}, False),
        ("triton.paged_attention", {ASKED: ["device: runs on rocm"]}, True),
        ("rocm.paged_attention", {ASKED: ["not_installed: no wheel", "head_size: 64"]}, True),
        ("rocm.paged_attention", {ASKED: ["not_surveyed: another wheel"]}, True),
        ("rocm.paged_attention", {ASKED: ["launch_failed: RuntimeError"]}, True),
        ("rocm.paged_attention", {ASKED: ["flag: off"]}, True),
        ("rocm.paged_attention", {"triton.paged_attention": ["later: comes after"]}, True),
    ],
)
def test_a_pair_whose_runs_are_one_and_the_same_is_red(
    implementation: str, reasons: dict[str, list[str]], red: bool
) -> None:
    row = {"op": "paged_attention", "implementation": implementation, "calls": 7, "kernels": {"paged_decode": 7}}
    assert passed_over_for_nothing({**row, "passed_over": reasons}) is red


def test_every_reason_that_a_pair_may_rest_on_is_one() -> None:
    assert OF_THE_REQUEST <= REASON_CODES


def test_a_run_in_which_aiter_could_not_be_asked_is_red(hub: Path) -> None:
    measurement, report = measure(f"{FILE}/tiny-llama", unmeasured(), Place(**{**vars(place()), "device": "cpu"}))
    found = troubles(measurement, unmeasured(), report)
    (said,) = (said for said in found if "compares nothing" in said)
    assert "aiter.paged_attention.asm_16bit" in said


def test_the_hub_is_asked_for_the_revision_of_the_baseline(hub: Path) -> None:
    assert folder_of(unmeasured(model_revision=REVISION)) == hub / "snapshots" / REVISION
    with pytest.raises(LocalEntryNotFoundError):
        folder_of(unmeasured(model_revision="f" * 40))
    (hub / "snapshots" / REVISION / "model.safetensors").write_bytes(b"cut")
    with pytest.raises(CheckpointError, match=r"model\.safetensors in .* is cut off or damaged"):
        measure(f"{FILE}/tiny-llama", unmeasured(), place())


class Collected:
    """Stands for what pytest hands to a module that makes its own tests."""

    names: list[str]

    def parametrize(self, argument: str, names: list[str]) -> None:
        assert argument == "name"
        self.names = names


def test_the_tier_has_a_test_a_baseline_and_those_never_measured_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = baselines.load(ROOT / baselines.FOLDER)
    names = [name for name in found.by_name if name.startswith(f"{FILE}/")]
    assert {found.get(name).model for name in names} >= {"tiiuae/falcon-7b", "mistralai/Mixtral-8x7B-Instruct-v0.1"}
    for tier, expected in (("full", names), ("", [])):
        monkeypatch.setenv("MODEL_TIER", tier)
        collected: Any = Collected()
        tier_full.pytest_generate_tests(collected)
        assert collected.names == expected
    # Whatever has no entry is said to have none.
    assert set(baselines.never_measured(found)) == {name for name in found.by_name if not found.get(name).entries}


def test_an_entry_is_plain_yaml(hub: Path) -> None:
    measurement, _ = measure(f"{FILE}/tiny-llama", unmeasured(), place())
    (entry,) = yaml.safe_load(as_entry(measurement, "higher"))
    assert entry["model_revision"] == REVISION
    assert entry["entries"][0]["n"] == 8
    assert json.loads(json.dumps(entry["conditions"]))["items"] == 8
