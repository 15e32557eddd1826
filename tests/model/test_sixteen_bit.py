"""In 16 bit no tokens can be compared: the engine's distance from fp32 must be no more than twice that of transformers."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from tests.model.cases import CASES, Truth, truth

from rocm_kernels.integrations.transformers import Engine

DTYPES = {"bf16": torch.bfloat16, "fp16": torch.float16}


def distance(reference: Truth, logits: list[torch.Tensor]) -> float:
    """Mean Kullback-Leibler divergence from fp32 to these logits, in nats a token."""
    exact = torch.cat(reference.logits).double().log_softmax(-1)
    other = torch.cat(logits).double().log_softmax(-1)
    return float((exact.exp() * (exact - other)).sum(-1).mean())


@torch.inference_mode()
def of_transformers(reference: Truth, dtype: torch.dtype) -> list[torch.Tensor]:
    model = reference.model(dtype)
    found = []
    for prompt, tokens in zip(reference.prompts, reference.tokens, strict=True):
        whole = torch.tensor([[*prompt, *tokens[:-1]]])
        found.append(model(whole, use_cache=False).logits[0, len(prompt) - 1 :].float())
    return found


def of_the_engine(reference: Truth, dtype: torch.dtype, mode: Any) -> list[torch.Tensor]:
    engine = Engine(reference.model(dtype), blocks=48)
    scored = engine.score(list(zip(reference.prompts, reference.tokens, strict=True)), mode, keep_logits=True)
    return [entry.logits for entry in scored if entry.logits is not None]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", [name for name in CASES if name != "falcon_7b_shape"])
def test_the_engine_is_no_further_from_fp32_than_twice_transformers(name: str, dtype: str) -> None:
    reference = truth(name)
    bound = 2 * distance(reference, of_transformers(reference, DTYPES[dtype]))
    assert 0 < bound < 0.5
    for mode in ("prefill", "decode"):
        assert distance(reference, of_the_engine(reference, DTYPES[dtype], mode)) <= bound
