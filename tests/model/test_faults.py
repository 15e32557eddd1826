"""Each known fault of paged attention turns a model test red, and right kernels leave it green, time after time."""

from __future__ import annotations

from typing import Any

import pytest
from tests.model.cases import Truth, truth
from tests.model.faults import FAULTS, injected, right
from tests.model.test_equality import check_equal, run

from rocm_kernels import policy, using_policy
from rocm_kernels.arguments import DecodeArguments
from rocm_kernels.integrations.transformers import Engine, Placement, SamplingOptions
from rocm_kernels.integrations.transformers.calibration import calibrate

ENGINE: dict[str, Any] = {"blocks": 48}


def quantised(reference: Truth, **engine: Any) -> list[float]:
    """Log-probabilities of the reference's tokens with an fp8 cache, decoding."""
    scales = calibrate(reference.model(), reference.prompts, "fp8_e4m3fn")
    made = Engine(reference.model(), kv_dtype="fp8_e4m3fn", scales=scales, **ENGINE, **engine)
    scored = made.score(list(zip(reference.prompts, reference.tokens, strict=True)), "decode")
    return [score.logprob for completion in scored for score in completion.scores]


@pytest.mark.parametrize("name", [name for name, fault in FAULTS.items() if fault.needs != "scales"])
def test_a_fault_changes_tokens_or_logits(name: str) -> None:
    reference = truth("llama")
    with injected(FAULTS[name].kernel, name), pytest.raises(AssertionError):
        check_equal(reference, run(reference, **ENGINE))


@pytest.mark.parametrize("name", ["no_scale", "last_block_dropped", "first_block_dropped", "own_token_not_seen"])
def test_a_fault_is_seen_with_one_key_value_head_too(name: str) -> None:
    reference = truth("falcon_7b")
    with injected(FAULTS[name].kernel, name), pytest.raises(AssertionError):
        check_equal(reference, run(reference, **ENGINE))


@pytest.mark.parametrize("name", [name for name, fault in FAULTS.items() if fault.needs == "scales"])
def test_a_fault_of_scales_leaves_the_band(name: str) -> None:
    """Perplexity of the reference's own tokens: calibrated fp8 stays within 3 % of fp32, a fault of scales does not."""
    reference = truth("llama")
    exact = [
        float(rows.log_softmax(-1)[row, token])
        for rows, tokens in zip(reference.logits, reference.tokens, strict=True)
        for row, token in enumerate(tokens)
    ]

    def surplus(logprobs: list[float]) -> float:
        return abs(sum(exact) - sum(logprobs)) / len(exact)

    assert surplus(quantised(reference)) < 0.03
    with injected(FAULTS[name].kernel, name):
        assert surplus(quantised(reference)) > 0.03


@pytest.mark.parametrize("turn", range(3))
def test_the_hook_with_the_right_kernel_stays_green(turn: int) -> None:
    calls = []

    def counted(arguments: DecodeArguments) -> None:
        calls.append(arguments.spec)
        right(arguments)

    reference = truth("llama")
    with injected(counted, "right"):
        check_equal(reference, run(reference, **ENGINE))
    assert len(calls) == 2 * (reference.case.new_tokens - 1), "the kernel under the hook is the one that ran"


@pytest.mark.parametrize("turn", range(3))
@pytest.mark.parametrize("name", ["llama", "falcon_7b"])
def test_the_torch_backend_stays_green(name: str, turn: int) -> None:
    reference = truth(name)
    with using_policy(policy.explicit("torch")):
        check_equal(reference, run(reference, **ENGINE))


def test_placement_and_options_reach_the_engine() -> None:
    reference = truth("llama")
    engine = Engine(reference.model(), placement=Placement(decode="rocm:gfx942", stub=True), record=True, **ENGINE)
    options = SamplingOptions(max_new_tokens=reference.case.new_tokens)
    check_equal(reference, engine.generate(reference.prompts, options, keep_logits=True))
    devices = {(spec.op, spec.device, evidence) for spec, _, evidence in engine.tally.rows}
    assert devices == {
        ("paged_attention", "rocm", "stubbed"),
        ("prefill_attention", "cpu", "reference"),
        ("reshape_and_cache", "cpu", "reference"),
    }
