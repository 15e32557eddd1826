"""Whole models whose decode attention runs gfx942 machine code in the emulator: ours, and AITER's where its table allows it."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from tests.model.cases import truth
from tests.model.lm_eval_runs import TINY, TINY_TASKS, evaluate, outcomes, scores

from rocm_kernels import overriding_flags, registry
from rocm_kernels.integrations.paired import compare, complaints
from rocm_kernels.integrations.transformers import Engine, Placement, SamplingOptions, Tally
from rocm_kernels.integrations.transformers.loading import load

DEVICE = "emulated:gfx942"
PREFIX = "_ZN5aiter"  # of the symbols of AITER's code objects
CACHES: dict[str, dict[str, Any]] = {
    "bf16": {"layout": "asm"},
    "fp8": {"layout": "asm", "kv_dtype": "fp8_e4m3fnuz", "scales": "per_token"},
}


def run(name: str, *, with_aiter: bool = False, **model: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    with overriding_flags(VLLM_ROCM_USE_AITER=with_aiter):
        results = evaluate(TINY_TASKS, pretrained=str(TINY / name), max_length=256, device=DEVICE, **model)
    return results, results["config"]["rocm_kernels"]


def decodes(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [row for row in report["decisions"] if row["op"] == "paged_attention"]


@pytest.mark.parametrize("name", ["falcon", "llama_64", "llama_128"])
def test_our_gfx942_code_answers_everything(name: str) -> None:
    results, report = run(name, dtype="bf16")
    assert scores(results) == {"tiny_recall": 1.0, "tiny_majority": 1.0}
    assert report["evidence"] == ["emulated", "reference"], "decoding is emulated, prompts are PyTorch's"
    assert {(row["implementation"], row["evidence"]) for row in decodes(report)} == {
        ("rocm.paged_attention", "emulated")
    }


def test_falcon_falls_back_from_aiter_at_each_layer_and_step() -> None:
    """Head size 32, 4 queries over one head: AITER says no, and the fallback is called, counted by the launches."""
    reference = truth("falcon_7b")
    tally = Tally()
    with overriding_flags(VLLM_ROCM_USE_AITER=True):
        model = Engine(
            reference.model(torch.bfloat16), blocks=48, layout="5d", placement=Placement(decode=DEVICE), record=True
        )
        model.tally = tally
        model.generate(reference.prompts, SamplingOptions(max_new_tokens=5))
    layers, steps = model.shape.layers, model.steps - 1  # the first step is the prompts'
    assert tally.calls("paged_attention") == tally.calls("paged_attention", "rocm") == layers * steps
    (kernel,) = tally.kernels("paged_attention")
    assert tally.kernels("paged_attention")[kernel] == layers * steps
    for entry in registry.implementations("paged_attention"):
        if entry.backend == "aiter":
            codes = {reason.partition(":")[0] for reason in tally.reasons(entry.name)}
            assert codes, f"{entry.name} gives a reason"
            assert "flag" not in codes, "AITER is on: what refuses is the shape"
    assert any("head_size 32" in reason for reason in tally.reasons("aiter.paged_attention.asm_16bit"))


@pytest.mark.parametrize("cache", CACHES)
def test_aiters_asm_code_answers_everything_and_agrees_with_ours(
    cache: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The tiny llama of AITER's shape: what the engine promises of each step is inside of what the survey found right."""
    off, without = run("llama_128", dtype="bf16", **CACHES[cache])
    on, report = run("llama_128", with_aiter=True, dtype="bf16", **CACHES[cache])
    assert not any(row["implementation"].startswith("aiter") for row in decodes(without))
    served = {row["implementation"].rpartition(".")[2] for row in decodes(report)}
    assert served == {"asm_16bit" if cache == "bf16" else "asm_8bit"}
    assert {row["evidence"] for row in decodes(report)} == {"emulated"}
    for task in TINY_TASKS:
        pair = compare(outcomes(on, task), outcomes(off, task))
        with capsys.disabled():
            print(f"\n{task}, {cache}: AITER's asm - ours {pair}; {report['kernels']}", end="")
        assert complaints(pair, floor=1.0, kernels=report["kernels"], wanted=PREFIX) == []
        # The same run without AITER compares nothing, and says so.
        assert complaints(pair, floor=1.0, kernels=without["kernels"], wanted=PREFIX)
    launched = sum(count for name, count in report["kernels"].items() if name.startswith(PREFIX))
    assert launched == sum(row["calls"] for row in decodes(report)) > 0


def test_aiter_serves_each_step_but_those_of_lengths_where_it_is_wrong() -> None:
    """One sequence from 230 to 264 tokens: at 241 to 255 its asm kernel is known to be wrong, and ours is called instead."""
    model, tokenizer = load(TINY / "llama_128", "bf16")
    tokens = torch.randint(3, len(tokenizer), (265,), generator=torch.Generator().manual_seed(1)).tolist()
    made = {}
    for with_aiter in (True, False):
        engine = Engine(model, blocks=17, layout="asm", placement=Placement(decode=DEVICE), record=True)
        with overriding_flags(VLLM_ROCM_USE_AITER=with_aiter):
            (scored,) = engine.score([(tokens[:230], tokens[230:])], "decode", keep_logits=True)
        made[with_aiter] = engine.tally, scored.logits
    tally, logits = made[True]
    layers, steps, wrong = engine.shape.layers, 35, 15
    assert tally.calls("paged_attention", "aiter") == layers * (steps - wrong)
    assert tally.calls("paged_attention", "rocm") == layers * wrong
    assert any(reason.startswith("known_wrong") for reason in tally.reasons("aiter.paged_attention.asm_16bit"))
    for (spec, implementation, _), row in tally.rows.items():
        if implementation == "rocm.paged_attention":
            refused = row.rejections["aiter.paged_attention.asm_16bit"]
            assert all(reason.startswith("known_wrong") for reason in refused), f"{spec}: {refused}"
    assert logits is not None
    ours = made[False][1]
    assert ours is not None
    exact, other = ours.double().log_softmax(-1), logits.double().log_softmax(-1)
    assert float((exact.exp() * (exact - other)).sum(-1).max()) < 0.03, "nats a token, at every length"
    assert made[False][0].calls("paged_attention", "aiter") == 0


def test_tokens_stay_those_of_the_cpu() -> None:
    """Llama-2-70b's heads in fp16, decoded and written by gfx942 code: the tokens of PyTorch's kernels."""
    reference = truth("llama_70b_shape")
    made = []
    for placement in (Placement(), Placement(decode=DEVICE, write=DEVICE)):
        model = Engine(reference.model(torch.float16), blocks=24, placement=placement)
        made.append(model.generate(reference.prompts, SamplingOptions(max_new_tokens=6)))
    assert [entry.tokens for entry in made[0]] == [entry.tokens for entry in made[1]]
