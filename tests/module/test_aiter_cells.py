"""Cells of AITER's kernels in the judge: what they promise, the truth of 8-bit kernels, and that a wrong answer turns red."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from pydantic import ValidationError
from tests.fakes.install import NOTHING_KNOWN, RIGHT_EVERYWHERE, survey_says

from rocm_ci import problem
from rocm_ci.attention_cell import AttentionCell
from rocm_ci.judge import judge
from rocm_ci.reference import attention, eight_bit, formats, tolerance

AITER = {
    "id": "made-up/point/aiter",
    "family": "made-up",
    "run": "aiter",
    "why": "made up for a test",
    "device": "emulated:gfx942",
    "backend": "aiter",
    "flags": {"VLLM_ROCM_USE_AITER": "1"},
    "query_heads": 8,
    "kv_heads": 1,
    "head_size": 128,
    "block_size": 16,
    "layout": "asm",
    "lengths": [300, 17],
    "finite_cache": True,
}
CACHES: dict[str, dict[str, Any]] = {
    "bf16": {},
    "fp16": {"query_dtype": "fp16"},
    "fp8": {"kv_dtype": "fp8_e4m3fnuz", "kv_scales": "per_token"},
    "int8": {"kv_dtype": "int8", "kv_scales": "per_token"},
}


def cell(**changes: Any) -> AttentionCell:
    made = AttentionCell.model_validate({**AITER, **changes})
    assert isinstance(made, AttentionCell)
    return made


@pytest.mark.parametrize("cache", CACHES)
def test_a_kernel_that_is_right_is_green_and_its_symbol_recorded(cache: str) -> None:
    with survey_says(RIGHT_EVERYWHERE):
        result = judge(cell(**CACHES[cache]))
    assert (result.outcome, result.reason) == ("passed", None)
    assert (result.backend_used, result.evidence) == ("aiter", "emulated")
    assert len(result.kernels) == 1
    assert result.kernels[0].startswith("_ZN5aiter")
    assert result.error_norm is not None
    assert result.tolerance is not None
    assert 0 < result.error_norm < result.tolerance < 0.25


@pytest.mark.parametrize("cache", CACHES)
def test_a_wrong_answer_of_the_kernel_is_red_where_the_survey_is_wrong(cache: str) -> None:
    """A survey that says that 250 tokens are right: the kernel runs, and the judge sees that they are not."""
    with survey_says(RIGHT_EVERYWHERE):
        result = judge(cell(**CACHES[cache], lengths=[250, 300]))
    assert (result.outcome, result.backend_used) == ("failed", "aiter")
    assert "sequence 0 (length 250)" in str(result.reason) or result.kind == "unwritten"
    assert "sequence 1" not in str(result.reason)


def test_nan_in_unused_slots_is_red_where_the_survey_is_wrong() -> None:
    with survey_says(RIGHT_EVERYWHERE):
        result = judge(cell(finite_cache=False))
    assert (result.outcome, result.kind, result.backend_used) == ("failed", "unwritten", "aiter")


def test_a_fallback_where_aiter_is_declared_is_red() -> None:
    with survey_says(NOTHING_KNOWN):
        result = judge(cell())
    assert (result.outcome, result.kind, result.backend_used) == ("failed", "dispatch", "rocm")
    assert "backend aiter was declared, rocm served the call" in str(result.reason)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"min_context_length": 18}, r"lengths \[300, 17\] break the promise of 18 to"),
        ({"max_context_length": 299}, r"break the promise of 0 to 299 tokens"),
        ({"op": "prefill_attention", "query_lengths": [1, 1]}, "are promises to paged_attention"),
        ({"min_context_length": -1}, "greater than or equal to 0"),
    ],
)
def test_a_cell_that_breaks_its_own_promise_is_no_cell(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        cell(**changes)


def test_an_empty_sequence_breaks_no_promise() -> None:
    assert cell(lengths=[300, 0], min_context_length=256).lengths == (300, 0)


@pytest.mark.parametrize("cache", CACHES)
def test_what_a_cell_promises_is_true_of_its_data(cache: str) -> None:
    promised, not_promised = (problem.build(cell(**CACHES[cache], finite_cache=finite)) for finite in (True, False))

    def finite(made: problem.Problem) -> bool:
        tensors = [made.key_cache, made.value_cache]
        if cache == "fp8":
            tensors = [tensor.view(torch.float8_e4m3fnuz) for tensor in tensors]
        tensors += [scale.tensor for scale in (made.key_scale, made.value_scale) if scale.tensor is not None]
        return all(bool(torch.isfinite(tensor.float()).all()) for tensor in tensors)

    assert finite(promised)
    assert not finite(not_promised)
    unused = problem.build(cell(lengths=[1])).value_cache
    assert int((unused != 0).sum()) > 0.9 * unused.numel(), "slots that nobody owns hold numbers that would show"


# --- the truth of kernels that multiply 8-bit numbers -------------------------------------------------------------------

RANDOM = np.random.default_rng(5)


def test_the_query_that_8_bit_kernels_see() -> None:
    query = RANDOM.standard_normal((2, 3, 16))
    scaled = query * 240 / np.abs(query).max(axis=-1, keepdims=True)
    by_torch = torch.from_numpy(scaled).float().to(torch.float8_e4m3fnuz).double().numpy()
    seen = eight_bit.seen_query(query, "fp8_e4m3fnuz")
    np.testing.assert_allclose(seen * 240 / np.abs(query).max(axis=-1, keepdims=True), by_torch, rtol=1e-12)
    cut = eight_bit.seen_query(query, "int8")
    steps = cut * 127 / np.abs(query).max(axis=-1, keepdims=True)
    np.testing.assert_allclose(steps, np.rint(steps), atol=1e-9)
    assert (np.abs(cut) <= np.abs(query) * (1 + 1e-6)).all()
    assert (eight_bit.seen_query(np.zeros((1, 1, 16)), "int8") == 0).all()


@pytest.mark.parametrize("kv_dtype", ["fp8_e4m3fnuz", "int8"])
def test_probabilities_in_8_bits_stay_within_the_bound_and_in_4_bits_they_do_not(kv_dtype: str) -> None:
    """Attention with its probabilities really rounded: inside the bound; rounded 16 times as coarsely: outside of it."""
    largest = formats.MAX_STORED[kv_dtype]
    query, key = RANDOM.standard_normal((1, 4, 32)), RANDOM.standard_normal((200, 1, 32))
    codes = np.rint(np.clip(RANDOM.standard_normal((200, 1, 32)) * 40, -largest, largest))
    codes[:, :, 0] = largest * RANDOM.choice([-1, 1], (200, 1))  # the scale of a token is that of its largest element
    value = codes * RANDOM.uniform(0.5, 2, (200, 1, 1)) / largest
    truth = attention.attention(query, key, value, attention.Options(scale=0.2))
    bound = eight_bit.probability_error(query, key, value, 0.2, kv_dtype)
    scale = np.abs(value[:, 0]).max(axis=1) / largest
    for coarser, inside in ((1.0, True), (16.0, False)):
        worst = 0.0
        for head in range(4):
            scores = 0.2 * (query[0, head] @ key[:, 0].T)
            weights = np.exp(scores - scores.max())
            scaled = weights / weights.sum() * scale
            top = scaled.max()
            if kv_dtype == "int8":
                rounded = np.trunc(scaled / top * largest / coarser) * coarser * top / largest
            else:
                exact = scaled / top * largest
                rounded = formats.decode(formats.encode(exact, kv_dtype), kv_dtype)
                rounded = (exact + (rounded - exact) * coarser) * top / largest
            error = np.abs(rounded @ (value[:, 0] / scale[:, None]) - truth.output[0, head])
            worst = max(worst, float((error / bound[0, head]).max()))
        assert (worst <= 1) == inside, worst


def test_a_kernel_that_cuts_fp16_may_be_off_by_a_whole_step() -> None:
    error = np.zeros((1, 1))
    cut, rounded = (tolerance.relative_bound("fp16", backend, 1, error) for backend in ("aiter", "rocm"))
    assert cut - rounded == pytest.approx(3 * 2.0**-11)
    assert tolerance.relative_bound("bf16", "aiter", 1, error) == tolerance.relative_bound("bf16", "rocm", 1, error)
    reach = np.ones((1, 1, 1))
    assert tolerance.absolute_bound("fp16", "aiter", reach) == 2 * tolerance.absolute_bound("fp16", "rocm", reach)
