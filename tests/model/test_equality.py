"""Every architecture says the same tokens as transformers in fp32, however its prompts are cut and mixed."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from tests.model.cases import CASES, Truth, truth

from rocm_kernels.integrations.transformers import Completion, Engine, SamplingOptions

# How requests are run; 6 pages hold the longest request and little else.
MODES: dict[str, dict[str, Any]] = {
    "whole": {"blocks": 48},
    "chunked": {"blocks": 48, "chunk": 7},
    "preempted": {"blocks": 6, "chunk": 13},
    "one_by_one": {"blocks": 48, "max_sequences": 1},
}


def run(reference: Truth, **engine: Any) -> list[Completion]:
    made = Engine(reference.model(), **engine)
    options = SamplingOptions(max_new_tokens=reference.case.new_tokens)
    completions = made.generate(reference.prompts, options, keep_logits=True)
    assert made._blocks.free == made._blocks.blocks, "every page is given back"
    return completions


def check_equal(reference: Truth, completions: list[Completion]) -> None:
    """Equal tokens, and logits no further away than sums in another order may be."""
    assert [completion.tokens for completion in completions] == reference.tokens
    for completion, expected in zip(completions, reference.logits, strict=True):
        assert completion.logits is not None
        assert float((completion.logits - expected).abs().max()) <= reference.noise
        scores = expected.log_softmax(-1)
        for row, (token, score) in enumerate(zip(completion.tokens, completion.scores, strict=True)):
            assert score.greedy
            assert abs(score.logprob - float(scores[row, token])) <= 2 * reference.noise


# The shapes of large models stand for kernels' limits, not for schedules.
SHAPES = {"falcon_7b_shape", "llama_70b_shape"}


@pytest.mark.parametrize(
    ("name", "mode"),
    [(name, mode) for name in CASES for mode in MODES if name not in SHAPES or mode in ("whole", "chunked")],
)
def test_tokens_are_those_of_transformers(name: str, mode: str) -> None:
    reference = truth(name)
    completions = run(reference, **MODES[mode])
    check_equal(reference, completions)
    assert (sum(completion.preemptions for completion in completions) > 0) is (mode == "preempted")


@pytest.mark.parametrize("name", CASES)
def test_the_reference_can_tell_tokens_apart(name: str) -> None:
    """Tokens vary, and no second best is so near that noise decides: equality means something."""
    reference = truth(name)
    assert len({token for tokens in reference.tokens for token in tokens}) >= 6
    for logits in reference.logits:
        best = logits.topk(2).values
        assert float((best[:, 0] - best[:, 1]).min()) > 2 * reference.noise


@pytest.mark.parametrize("mode", ["prefill", "decode"])
@pytest.mark.parametrize("name", CASES)
def test_scores_are_those_of_transformers(name: str, mode: str) -> None:
    reference = truth(name)
    pairs = list(zip(reference.prompts, reference.tokens, strict=True))
    engine = Engine(reference.model(), blocks=48, record=True)
    check_equal(reference, engine.score(pairs, mode, keep_logits=True))
    decodes = engine.tally.calls("paged_attention")
    layers = engine.shape.layers
    # One call a layer and step: the last token of each context and all but the last of the continuation are fed.
    assert decodes == (layers * reference.case.new_tokens if mode == "decode" else 0)


def test_falcons_new_architecture_holds_each_key_once() -> None:
    engine = Engine(truth("falcon_40b").model(), blocks=4)
    assert {cache.shape.kv_heads for cache in engine.caches} == {2}


def test_sampled_tokens_depend_on_seed_and_request_alone() -> None:
    reference = truth("llama")
    options = SamplingOptions(max_new_tokens=10, temperature=1.0, top_k=50, top_p=0.9, seed=5)
    made = [
        [entry.tokens for entry in Engine(reference.model(), **mode).generate(reference.prompts, options)]
        for mode in MODES.values()
    ]
    assert all(tokens == made[0] for tokens in made)
    other = SamplingOptions(max_new_tokens=10, temperature=1.0, top_k=50, top_p=0.9, seed=6)
    assert [e.tokens for e in Engine(reference.model(), blocks=48).generate(reference.prompts, other)] != made[0]
    assert made[0] != reference.tokens


def test_a_stop_token_ends_a_completion() -> None:
    reference = truth("llama")
    stop = reference.tokens[0][4]
    engine = Engine(reference.model(), blocks=48)
    seen: list[tuple[int, int]] = []
    options = SamplingOptions(max_new_tokens=12, stop_tokens=frozenset({stop}))
    completions = engine.generate(reference.prompts, options, on_token=lambda *token: seen.append(token))
    for request, (completion, tokens) in enumerate(zip(completions, reference.tokens, strict=True)):
        length = tokens.index(stop) + 1 if stop in tokens else 12
        assert completion.tokens == tokens[:length]
        assert completion.finish_reason == ("stop" if stop in tokens else "length")
        assert tuple(token for number, token in seen if number == request) == completion.tokens


@pytest.mark.parametrize("layout", ["5d", "asm", "nhd", "hnd"])
def test_every_layout_serves(layout: str) -> None:
    reference = truth("llama")
    check_equal(reference, run(reference, blocks=48, layout=layout))


def test_an_engine_serves_call_after_call() -> None:
    reference = truth("qwen3")
    engine = Engine(reference.model(), blocks=12)
    options = SamplingOptions(max_new_tokens=reference.case.new_tokens)
    for _ in range(3):
        check_equal(reference, engine.generate(reference.prompts, options, keep_logits=True))


def test_the_model_works_inside_an_engine_only() -> None:
    engine = Engine(truth("llama").model(), blocks=4)
    with pytest.raises(ValueError, match="attention: got a call of the model by itself"):
        engine.model(torch.tensor([[3, 4, 5]]), use_cache=False)
