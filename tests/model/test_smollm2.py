"""A real language model: SmolLM2-135M from its package. Small here; tier_smollm2.py asks it whole tasks."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import torch

from rocm_kernels.integrations.smollm2 import weights
from rocm_kernels.integrations.transformers import Engine, KVScales, Placement, SamplingOptions
from rocm_kernels.integrations.transformers.bridge import NAME
from rocm_kernels.integrations.transformers.calibration import calibrate
from rocm_kernels.integrations.transformers.gguf_file import load_gguf

LICENCE = Path(__file__).parents[2] / "LICENSE"
LENGTH = 384  # tokens


@cache
def smollm2() -> tuple[Any, Any]:
    return load_gguf(weights(), "fp32")


@cache
def text() -> list[int]:
    tokens: list[int] = smollm2()[1](LICENCE.read_text(encoding="utf-8")).input_ids[:LENGTH]
    return tokens


@cache
def exact() -> torch.Tensor:
    """Log-probabilities after each token, by transformers in fp32."""
    model, _ = smollm2()
    before = model.config._attn_implementation
    assert before != NAME, "asked before an engine takes the model over"
    with torch.inference_mode():
        logits = model(torch.tensor([text()]), use_cache=False).logits[0, :-1]
    found: torch.Tensor = logits.log_softmax(-1)
    return found


def distances(first: int, mode: Any, **engine: Any) -> tuple[float, float]:
    """Divergence from fp32 in nats a token, and the ratio of perplexities, over the text from token ``first`` on."""
    truth = exact()[first - 1 :]
    made = Engine(smollm2()[0], blocks=LENGTH // 16 + 1, **engine)
    (scored,) = made.score([(text()[:first], text()[first:])], mode, keep_logits=True)
    assert scored.logits is not None
    other = scored.logits.log_softmax(-1)
    rows = torch.arange(len(truth))
    loss = float((truth[rows, text()[first:]] - other[rows, text()[first:]]).mean())
    return float((truth.exp() * (truth - other)).sum(-1).mean()), float(torch.tensor(loss).exp())


@pytest.mark.parametrize(("first", "mode"), [(1, "prefill"), (LENGTH - 8, "decode")])
def test_fp32_is_what_transformers_computes(first: int, mode: str) -> None:
    divergence, ratio = distances(first, mode)
    assert abs(divergence) < 1e-6
    assert abs(ratio - 1) < 1e-4


def test_calibrated_fp8_stays_in_its_band() -> None:
    """The band of docs/models.md for keys and values in fp8; missing and exchanged scales leave it."""
    exact()
    scales = calibrate(smollm2()[0], [text()], "fp8_e4m3fn")
    divergence, ratio = distances(1, "prefill", kv_dtype="fp8_e4m3fn", scales=scales)
    assert 1e-5 < divergence < 0.03
    assert ratio < 1.03
    exchanged = KVScales(scales.dtype, scales.value, scales.key)
    assert distances(1, "prefill", kv_dtype="fp8_e4m3fn", scales=exchanged)[0] > 0.03


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
