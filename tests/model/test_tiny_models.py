"""The trained models, through lm-eval: a right kernel answers every item in every type, and each fault loses some."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.model.faults import FAULTS, injected
from tests.model.lm_eval_runs import TASKS, TINY, TINY_TASKS, evaluate, scores

MODELS = ("falcon", "llama_64", "llama_128")
CACHES: dict[str, dict[str, Any]] = {
    "bf16": {"dtype": "bf16"},
    "fp16": {"dtype": "fp16"},
    "fp8": {"dtype": "fp16", "kv_dtype": "fp8_e4m3fn", "scales": "calibrate"},
    "fnuz_a_head": {"dtype": "bf16", "kv_dtype": "fp8_e4m3fnuz", "scales": "calibrate", "granularity": "per_head"},
    "int8_a_token": {"dtype": "bf16", "kv_dtype": "int8", "scales": "per_token"},
}


def tiny(name: str, **model: Any) -> dict[str, Any]:
    return evaluate(TINY_TASKS, pretrained=str(TINY / name), max_length=256, **model)


@pytest.mark.parametrize("cache", CACHES)
@pytest.mark.parametrize("name", MODELS)
def test_a_right_kernel_answers_everything(name: str, cache: str) -> None:
    results = tiny(name, **CACHES[cache])
    assert scores(results) == {"tiny_recall": 1.0, "tiny_majority": 1.0}
    report = results["config"]["rocm_kernels"]
    assert report["evidence"] == ["reference"]
    # Each item is answered from one decode step, by both layers.
    assert report["kernels"]["torch.paged_attention"] >= 2
    assert len(results["samples"]["tiny_recall"]) == 24
    assert len(results["samples"]["tiny_majority"]) == 8


@pytest.mark.parametrize("turn", range(3))
def test_again_and_again(turn: int) -> None:
    assert set(scores(tiny("llama_64", **CACHES["bf16"])).values()) == {1.0}


# Recall and majority are decided by what came before: test_faults.py and SmolLM2's perplexity see this one.
BLIND = "own_token_not_seen"


@cache
def green(kind: str) -> dict[str, Any]:
    return tiny("llama_64", **CACHES[kind])


# Perplexity sees what accuracy does not.
@pytest.mark.parametrize("name", sorted(set(FAULTS) - {BLIND}))
def test_a_fault_loses_items_or_certainty(name: str) -> None:
    kind = "fp8" if FAULTS[name].needs == "scales" else "bf16"
    right = green(kind)
    with injected(FAULTS[name].kernel, name):
        wrong = tiny("llama_64", **CACHES[kind])
    lost = [task for task, score in scores(wrong).items() if score < 1.0]
    unsure = [
        task
        for task, perplexity in scores(wrong, "perplexity").items()
        if perplexity > 1.05 * scores(right, "perplexity")[task]
    ]
    assert lost or unsure


def test_scoring_prompts_never_decodes() -> None:
    results = tiny("falcon", score_mode="prefill")
    assert set(scores(results).values()) == {1.0}
    assert "torch.paged_attention" not in results["config"]["rocm_kernels"]["kernels"]


def test_lm_evals_own_command_line_finds_the_model_with_tasks_of_ours(tmp_path: Path) -> None:
    """Without a network: the hub is switched off, and tasks and model are files of this checkout."""
    decisions = tmp_path / "decisions.json"
    arguments = f"pretrained={TINY / 'falcon'},max_length=256,decisions={decisions}"
    command = [str(Path(sys.executable).with_name("lm_eval")), "run", "--model", "rocm-kernels"]
    command += ["--model_args", arguments, "--tasks", str(TASKS / "tiny_majority.yaml")]
    command += ["--output_path", str(tmp_path), "--limit", "8", "--batch_size", "4"]
    root = Path(__file__).parents[2]
    done = subprocess.run(
        command,
        cwd=root,
        env={"HF_HUB_OFFLINE": "1", "PYTHONPATH": str(root), "OMP_NUM_THREADS": "1", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "tiny_majority" in done.stdout
    written = json.loads(decisions.read_text(encoding="utf-8"))
    assert written["kernels"]["torch.paged_attention"] > 0
    assert {row["op"] for row in written["decisions"]} == {"paged_attention", "prefill_attention", "reshape_and_cache"}
    (found,) = tmp_path.glob("**/results_*.json")
    results = json.loads(found.read_text(encoding="utf-8"))
    assert results["results"]["tiny_majority"]["acc,none"] == 1.0
    assert results["config"]["rocm_kernels"]["kernels"] == written["kernels"]


def test_the_entry_point_is_what_lm_evals_registry_takes() -> None:
    """Releases after 0.4.13 put each entry point of their group into the registry as a name to be imported later: as here."""
    program = (
        "from importlib.metadata import entry_points\n"
        "from lm_eval.api.registry import get_model, model_registry\n"
        "(point,) = entry_points(group='lm_eval.models', name='rocm-kernels')\n"
        "model_registry.register(point.name, target=point.value)\n"
        "print(get_model('rocm-kernels').__name__)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout == "RocmKernelsLM\n"
