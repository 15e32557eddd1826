"""A real language model: SmolLM2-135M from its package. Small here; tier_smollm2.py asks it whole tasks."""

from __future__ import annotations

from typing import Any

import pytest
from tests.model.bands import distance, smollm2, text

from rocm_kernels.integrations.smollm2 import weights
from rocm_kernels.integrations.transformers import Engine, KVScales, Placement, SamplingOptions
from rocm_kernels.integrations.transformers.calibration import calibrate
from rocm_kernels.integrations.transformers.gguf_file import load_gguf

# Enough for the divergence. The ratio of perplexities is uncertain by 0.02 on so few tokens; tier_smollm2.py has it on more.
LENGTH = 384


@pytest.mark.parametrize(("first", "mode"), [(1, "prefill"), (LENGTH - 8, "decode")])
def test_fp32_is_what_transformers_computes(first: int, mode: str) -> None:
    found = distance(LENGTH, first=first, mode=mode)
    assert abs(found.divergence) < 1e-6
    assert abs(found.ratio - 1) < 1e-4


@pytest.mark.parametrize("granularity", ["per_tensor", "per_head"])
def test_calibrated_fp8_stays_in_its_band(granularity: Any) -> None:
    """The band of docs/models.md for keys and values in fp8; exchanged scales leave it."""
    scales = calibrate(smollm2()[0], [text(LENGTH)], "fp8_e4m3fn", granularity)
    found = distance(LENGTH, kv_dtype="fp8_e4m3fn", scales=scales)
    assert 1e-5 < found.divergence < 0.03
    assert found.ratio < 1.03
    exchanged = KVScales(scales.dtype, scales.value, scales.key)
    assert distance(LENGTH, kv_dtype="fp8_e4m3fn", scales=exchanged).divergence > 0.03


def test_it_writes_text_through_gfx942_code() -> None:
    model, tokenizer = load_gguf(weights(), "bf16")
    conversation = [{"role": "user", "content": "What is the capital of France?"}]
    prompt = tokenizer.apply_chat_template(conversation, tokenize=False, add_generation_prompt=True)
    engine = Engine(model, blocks=8, placement=Placement(decode="emulated:gfx942"), record=True)
    (made,) = engine.generate([tokenizer(prompt).input_ids], SamplingOptions(max_new_tokens=7))
    assert tokenizer.decode(made.tokens) == "The capital of France is Paris."
    assert engine.tally.calls("paged_attention", "rocm") == 30 * 6


def test_the_tokenizer_is_smollm2s() -> None:
    _, tokenizer = smollm2()
    assert (
        tokenizer.decode(tokenizer("def f(x):\n    return x + 12345  # ünï").input_ids)
        == "def f(x):\n    return x + 12345  # ünï"
    )
    digits = tokenizer("12345").input_ids
    assert [tokenizer.decode([token]) for token in digits] == list("12345")
    assert (tokenizer.bos_token, tokenizer.eos_token) == ("<|im_start|>", "<|im_end|>")
    assert len(tokenizer("<|im_start|>user<|im_end|>").input_ids) == 3
