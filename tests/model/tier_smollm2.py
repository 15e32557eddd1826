"""SmolLM2 on whole tasks, too slow for every run: `make test-models SIZE=full`.

Decode attention of all 30 layers runs our HIP kernel's gfx942 code in the emulator; the same items on PyTorch's kernels stand
beside it. Then each known fault on the same tasks.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from tests.model.bands import distance, smollm2, text
from tests.model.faults import FAULTS, injected
from tests.model.lm_eval_runs import evaluate, outcomes, scores

from rocm_kernels.integrations.paired import compare, complaints
from rocm_kernels.integrations.smollm2 import weights
from rocm_kernels.integrations.transformers.calibration import calibrate
from rocm_kernels.integrations.transformers.gguf_file import load_gguf
from rocm_kernels.integrations.transformers.layers import quantise_linears

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


# Tokens of the text on which the bands of perplexity are held.
LENGTH = 1024


@cache
def in_fp8() -> Any:
    model, _ = load_gguf(weights(), "fp32")
    quantise_linears(model, "fp8_e4m3fn")
    return model


@pytest.mark.parametrize("granularity", ["per_tensor", "per_head"])
@pytest.mark.parametrize("dtype", ["fp8_e4m3fn", "fp8_e4m3fnuz"])
def test_keys_and_values_in_fp8_stay_in_their_band(
    dtype: str, granularity: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    scales = calibrate(smollm2()[0], [text(LENGTH)], dtype, granularity)
    found = distance(LENGTH, kv_dtype=dtype, scales=scales)
    with capsys.disabled():
        print(f"\n{dtype} {granularity}: {found}", end="")
    assert 1e-5 < found.divergence < 0.03
    assert found.ratio < 1.03
    assert found.error < 0.01, "fewer tokens than it takes to hold a band of 0.03"


@pytest.mark.parametrize("cache_too", [False, True])
def test_w8a8_stays_in_its_band(cache_too: bool, capsys: pytest.CaptureFixture[str]) -> None:
    engine: dict[str, Any] = {}
    if cache_too:
        scales = calibrate(in_fp8(), [text(LENGTH)], "fp8_e4m3fn")
        engine = {"kv_dtype": "fp8_e4m3fn", "scales": scales}
    found = distance(LENGTH, model=in_fp8(), **engine)
    with capsys.disabled():
        print(f"\nW8A8{' with keys and values' if cache_too else ''}: {found}", end="")
    assert 1e-5 < found.divergence < 0.1
    assert found.ratio < 1.06
    assert found.error < 0.02


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
