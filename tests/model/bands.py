"""How far a quantised SmolLM2 is from its own fp32 on a text, with how sure that is."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import torch

from rocm_kernels.integrations.smollm2 import weights
from rocm_kernels.integrations.transformers import Engine
from rocm_kernels.integrations.transformers.bridge import NAME
from rocm_kernels.integrations.transformers.gguf_file import load_gguf

LICENCE = Path(__file__).parents[2] / "LICENSE"


class Distance(NamedTuple):
    """Of one model from fp32.

    Attributes:
        divergence: Kullback-Leibler, nats a token.
        ratio: of the perplexities of the text.
        error: standard error of the ratio, from the differences of the tokens' losses.
    """

    divergence: float
    ratio: float
    error: float


@cache
def smollm2() -> tuple[Any, Any]:
    return load_gguf(weights(), "fp32")


@cache
def text(length: int) -> list[int]:
    """The first tokens of the licence."""
    tokens: list[int] = smollm2()[1](LICENCE.read_text(encoding="utf-8")).input_ids[:length]
    assert len(tokens) == length
    return tokens


@cache
def exact(length: int) -> torch.Tensor:
    """Log-probabilities after each token, by transformers' own attention in fp32."""
    model, _ = load_gguf(weights(), "fp32")  # one that no engine takes over
    assert model.config._attn_implementation != NAME
    with torch.inference_mode():
        logits = model(torch.tensor([text(length)]), use_cache=False).logits[0, :-1]
    found: torch.Tensor = logits.log_softmax(-1)
    return found


def distance(length: int, *, first: int = 1, mode: Any = "prefill", model: Any = None, **engine: Any) -> Distance:
    """Score the text from token ``first`` on by an engine, and compare each token with fp32."""
    tokens, truth = text(length), exact(length)[first - 1 :]
    made = Engine(smollm2()[0] if model is None else model, blocks=length // 16 + 1, **engine)
    (scored,) = made.score([(tokens[:first], tokens[first:])], mode, keep_logits=True)
    assert scored.logits is not None
    other = scored.logits.log_softmax(-1)
    rows = torch.arange(len(truth))
    losses = (truth[rows, tokens[first:]] - other[rows, tokens[first:]]).double()
    ratio = float(losses.mean().exp())
    return Distance(
        float((truth.exp() * (truth - other)).sum(-1).mean()),
        ratio,
        ratio * float(losses.std()) / math.sqrt(len(losses)),
    )
