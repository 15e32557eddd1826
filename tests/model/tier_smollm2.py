"""SmolLM2 on whole tasks, too slow for every run: `make test-models SIZE=full`.

Decode attention of all 30 layers runs our HIP kernel's gfx942 code in the emulator; the same items on PyTorch's kernels stand
beside it. Then each known fault on the same tasks.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from tests.model.faults import FAULTS, injected
from tests.model.lm_eval_runs import evaluate, outcomes, scores

from rocm_kernels.integrations.paired import compare, complaints
from rocm_kernels.integrations.smollm2 import weights

pytestmark = pytest.mark.timeout(1800)
TASKS = ["smollm2_copy", "smollm2_code_copy", "smollm2_needle"]
ITEMS = 20
FAULTY_ITEMS = 6
# A collapsed model answers nothing; this one most things.
FLOORS = {"smollm2_copy": 0.5, "smollm2_code_copy": 0.4, "smollm2_needle": 0.8}
FP8 = {"kv_dtype": "fp8_e4m3fn", "scales": "calibrate"}


@cache
def asked(items: int, device: str, **model: Any) -> dict[str, Any]:
    return evaluate(TASKS, items=items, pretrained=str(weights()), max_length=768, device=device, **model)


@pytest.mark.parametrize("task", TASKS)
def test_gfx942_code_answers_as_pytorch_does(task: str, capsys: pytest.CaptureFixture[str]) -> None:
    emulated, plain = (asked(ITEMS, device, dtype="bf16", batch_size=ITEMS) for device in ("emulated:gfx942", "cpu"))
    kernels = emulated["config"]["rocm_kernels"]["kernels"]
    pair = compare(outcomes(emulated, task), outcomes(plain, task))
    likelihoods = compare(outcomes(emulated, task, "perplexity"), outcomes(plain, task, "perplexity"))
    with capsys.disabled():
        print(f"\n{task}: accuracy, gfx942 - torch {pair}; log-likelihood {likelihoods}", end="")
    assert not complaints(pair, floor=FLOORS[task], kernels=kernels, wanted="paged_attention_decode_bf16_bf16_h64")
    assert not complaints(likelihoods, floor=float("-inf"), kernels=kernels, wanted=None)


def test_calibrated_fp8_stays_near() -> None:
    exact, stored = (asked(FAULTY_ITEMS, "cpu", dtype="bf16", batch_size=FAULTY_ITEMS, **cache) for cache in ({}, FP8))
    for task in TASKS:
        assert scores(stored)[task] >= FLOORS[task]
        # A right fp8 kernel moves the perplexity of copying a text, most of faults move it tenfold.
        assert scores(stored, "perplexity")[task] < 2 * scores(exact, "perplexity")[task]


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_seen_by_the_tasks(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    cache = FP8 if FAULTS[name].needs == "scales" else {}
    right = asked(FAULTY_ITEMS, "cpu", dtype="bf16", batch_size=FAULTY_ITEMS, **cache)
    with injected(FAULTS[name].kernel, name):
        wrong = asked.__wrapped__(FAULTY_ITEMS, "cpu", dtype="bf16", batch_size=FAULTY_ITEMS, **cache)
    growth = {task: scores(wrong, "perplexity")[task] / scores(right, "perplexity")[task] for task in TASKS}
    with capsys.disabled():
        print(f"\n{name}: accuracy {scores(wrong)}, perplexity grows by {growth}", end="")
    assert max(growth.values()) > 1.5
