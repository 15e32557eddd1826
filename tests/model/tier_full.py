"""Real checkpoints on real tasks: `MODEL_TIER=full make test-models SIZE=full`, on a machine with a hub and a GPU for them.

Each baseline of ci/baselines/checkpoints/models.yaml is one test: the
model is run with AITER on and off on the same items, and compared
with what was measured before. What was never measured is red, and its message has the numbers to be written down.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rocm_ci import model_baselines
from rocm_ci.model_baselines import Baseline
from rocm_kernels import overriding_flags
from rocm_kernels.integrations.paired import compare, complaints

ROOT = Path(__file__).parents[2]
ITEMS = 250
FLOOR = 0.01  # falcon-7b answers few of gsm8k's questions; a broken kernel none


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    asked = os.environ.get("MODEL_TIER") == "full"
    found = model_baselines.read(ROOT) if asked else []
    metafunc.parametrize("baseline", [pytest.param(entry, id=entry.name) for entry in found])


def folder_of(baseline: Baseline) -> Path:
    """The checkpoint, downloaded once by the hub's own client, at the baseline's revision where it has one."""
    return Path(import_module("huggingface_hub").snapshot_download(baseline.model, revision=baseline.revision))


def run(baseline: Baseline, folder: Path, with_aiter: bool) -> dict[str, Any]:
    from lm_eval.evaluator import simple_evaluate

    from rocm_kernels.integrations.lm_eval import RocmKernelsLM

    quantised = baseline.kv_dtype not in ("bf16", "fp16", "fp32")
    model = RocmKernelsLM(
        pretrained=str(folder),
        device="cuda",
        dtype=baseline.dtype,
        kv_dtype=baseline.kv_dtype if quantised else None,
        scales="per_token" if quantised else "none",
        layout="asm",
        batch_size=32,
        max_length=2048,
    )
    with overriding_flags(VLLM_ROCM_USE_AITER=with_aiter):
        results = simple_evaluate(model=model, tasks=[baseline.task], limit=ITEMS, bootstrap_iters=0)
    assert results is not None
    return dict(results)


def outcomes(results: dict[str, Any], baseline: Baseline) -> list[float]:
    name, _, chosen = baseline.metric.partition(",")
    samples = [sample for sample in results["samples"][baseline.task] if sample.get("filter", "none") == chosen]
    return [float(sample[name]) for sample in sorted(samples, key=lambda entry: entry["doc_id"])]


@pytest.mark.timeout(4 * 3600)
def test_a_real_checkpoint(baseline: Baseline) -> None:
    folder = folder_of(baseline)
    on, off = (run(baseline, folder, with_aiter) for with_aiter in (True, False))
    pair = compare(outcomes(on, baseline), outcomes(off, baseline))
    own = compare(outcomes(on, baseline), [0.0] * pair.items)
    said = complaints(pair, floor=FLOOR, kernels=on["config"]["rocm_kernels"]["kernels"], wanted=None)
    against = model_baselines.complaint(baseline, own.first, own.standard_error)
    assert not said, said
    assert against is None, f"{against}; items {pair.items}, standard error {own.standard_error:.4f}"
