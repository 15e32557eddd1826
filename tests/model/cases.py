"""Small models with random weights, one for each architecture and for the shapes of real ones, and what transformers makes of
them: the reference for everything that the engine does."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from typing import Any

import torch
import transformers as hf
from transformers.initialization import no_init_weights

VOCABULARY = 320
# Tied random embeddings make a model repeat its last token.
SPECIAL = {
    "vocab_size": VOCABULARY,
    "pad_token_id": 0,
    "bos_token_id": 1,
    "eos_token_id": 2,
    "tie_word_embeddings": False,
}
SMALL = {
    **SPECIAL,
    "hidden_size": 128,
    "intermediate_size": 192,
    "num_hidden_layers": 2,
    "max_position_embeddings": 512,
}
HEADS = {"num_attention_heads": 8, "num_key_value_heads": 2}
# Unequal lengths, on both sides of a page of 16 and of a window of 16, and a prompt of one token.
LENGTHS = (37, 5, 64, 17, 1)


@dataclass(frozen=True)
class Case:
    """One model.

    Attributes:
        why: what of attention it stands for.
        config: its configuration.
        lengths: of the prompts.
        new_tokens: how many are generated.
        reference: transformers' own attention code to compare with. Falcon's eager path adds alibi twice (5.17, 5.24); sdpa
            drops gemma-2's softcap and gpt-oss' sinks.
    """

    why: str
    config: Callable[[], hf.PretrainedConfig]
    lengths: tuple[int, ...] = LENGTHS
    new_tokens: int = 12
    reference: str = "sdpa"


def _falcon(**options: Any) -> hf.PretrainedConfig:
    return hf.FalconConfig(**SPECIAL, num_hidden_layers=2, **{"hidden_size": 128, **options})


CASES: dict[str, Case] = {
    "llama": Case("groups of 4 queries", lambda: hf.LlamaConfig(**SMALL, **HEADS, head_dim=16)),
    "falcon_7b": Case("one key/value head", lambda: _falcon(num_attention_heads=4)),
    "falcon_40b": Case(
        "the new decoder architecture, whose model code repeats keys and values",
        lambda: _falcon(num_attention_heads=8, num_kv_heads=2, new_decoder_architecture=True),
    ),
    "falcon_alibi": Case(
        "alibi, as many key/value heads as queries, biases",
        lambda: _falcon(num_attention_heads=8, multi_query=False, alibi=True, parallel_attn=False, bias=True),
    ),
    "mixtral": Case(
        "experts, and a window",
        lambda: hf.MixtralConfig(**SMALL, **HEADS, num_local_experts=4, sliding_window=24),
    ),
    "qwen3": Case("norms of queries and keys", lambda: hf.Qwen3Config(**SMALL, **HEADS, head_dim=32)),
    "qwen3_moe": Case(
        "norms and many experts",
        lambda: hf.Qwen3MoeConfig(
            **SMALL, **HEADS, head_dim=16, num_experts=8, num_experts_per_tok=2, moe_intermediate_size=64
        ),
    ),
    "gemma_2": Case(
        "softcap, a scale of its own, and a window on every other layer",
        lambda: hf.Gemma2Config(
            **{**SMALL, "num_attention_heads": 4, "num_key_value_heads": 2},
            head_dim=32,
            sliding_window=16,
            query_pre_attn_scalar=24,
            attn_logit_softcapping=5.0,
            final_logit_softcapping=None,
        ),
        reference="eager",
    ),
    "gpt_oss": Case(
        "sinks, and a window on every other layer",
        lambda: hf.GptOssConfig(
            **{**SMALL, "max_position_embeddings": 4096},
            **HEADS,
            head_dim=16,
            sliding_window=16,
            num_local_experts=4,
            num_experts_per_tok=2,
            rope_parameters={"rope_type": "default", "rope_theta": 10000.0},
        ),
        reference="eager",
    ),
    "falcon_7b_shape": Case(
        "falcon-7b's 71 query heads of 64 over one key/value head",
        lambda: _falcon(hidden_size=71 * 64, num_attention_heads=71, ffn_hidden_size=64),
        lengths=(19, 33, 2),
        new_tokens=4,
    ),
    "llama_70b_shape": Case(
        "llama-2-70b's 64 query heads of 128 over 8 key/value heads; the rest is narrow",
        lambda: hf.LlamaConfig(**SMALL, num_attention_heads=64, num_key_value_heads=8, head_dim=128),
        lengths=(19, 33, 2),
        new_tokens=6,
    ),
}


@dataclass(frozen=True, eq=False)
class Truth:
    """A case with what transformers computes in fp32, greedily and with no cache.

    Attributes:
        weights: of the model, fp32.
        prompts: token ids.
        tokens: the new tokens of each prompt.
        logits: from which they were chosen, fp32 [new tokens, vocabulary] each.
        noise: how far logits in fp32 may lie apart: 2^-24 of the largest, times the number of terms of the longest sum.
    """

    case: Case
    weights: dict[str, torch.Tensor]
    prompts: list[list[int]]
    tokens: list[tuple[int, ...]]
    logits: list[torch.Tensor]
    noise: float

    def model(self, dtype: torch.dtype = torch.float32) -> Any:
        """A new model with these weights, which an engine may take over."""
        return build(self.case, self.weights, dtype)


def build(case: Case, weights: dict[str, torch.Tensor] | None, dtype: torch.dtype = torch.float32) -> Any:
    """A model of transformers with its own attention; without weights they are whatever transformers starts with."""
    # What is overwritten need not be drawn first.
    with nullcontext() if weights is None else no_init_weights():
        model = hf.AutoModelForCausalLM.from_config(case.config(), attn_implementation=case.reference, dtype=dtype)
    if weights is not None:
        model.load_state_dict(weights)
    # A cast of the whole model would round the frequencies of its rotation too.
    return model.eval()


def randomise(model: Any, generator: torch.Generator) -> None:
    """Weights that spread attention and tokens: transformers' own start so small that every model says the same token."""
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if weight.ndim >= 2:
                fan_in = weight.shape[-1] if weight.ndim == 2 else weight.shape[-2]
                weight.copy_(torch.randn(weight.shape, generator=generator) * fan_in**-0.5 * 1.5)
            elif "sinks" in name:
                weight.copy_(torch.randn(weight.shape, generator=generator))
            elif name.endswith("bias"):
                weight.copy_(torch.randn(weight.shape, generator=generator) * 0.1)


@cache
def truth(name: str) -> Truth:
    """The reference of a case, computed once a process."""
    case = CASES[name]
    generator = torch.Generator().manual_seed(3)
    model = build(case, None)
    randomise(model, generator)
    prompts = [torch.randint(3, VOCABULARY, (length,), generator=generator).tolist() for length in case.lengths]
    tokens, logits = [], []
    with torch.inference_mode():
        for prompt in prompts:
            known, rows = list(prompt), []
            for _ in range(case.new_tokens):
                rows.append(model(torch.tensor([known]), use_cache=False).logits[0, -1])
                known.append(int(rows[-1].argmax()))
            tokens.append(tuple(known[len(prompt) :]))
            logits.append(torch.stack(rows))
    config = model.config
    terms = max(config.hidden_size, getattr(config, "ffn_hidden_size", 0), max(case.lengths) + case.new_tokens)
    noise = 2**-24 * terms * max(float(part.abs().max()) for part in logits)
    return Truth(case, model.state_dict(), prompts, tokens, logits, noise)
