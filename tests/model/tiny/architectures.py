"""The three tiny models as configurations of transformers, and how their embeddings start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.model.tiny.vocabulary import END, PAD, SIZE, START
from transformers import FalconConfig, LlamaConfig, PretrainedConfig

SPECIAL = {"vocab_size": SIZE, "bos_token_id": START, "eos_token_id": END, "pad_token_id": PAD}


@dataclass(frozen=True)
class Architecture:
    """One model.

    Attributes:
        why: what it stands for.
        config: its configuration.
        embedding_std: standard deviation with which the embeddings start; untied ones must be large, or training stays on a
            plateau, and tied ones small.
    """

    why: str
    config: Callable[[], PretrainedConfig]
    embedding_std: float


ARCHITECTURES: dict[str, Architecture] = {
    "falcon": Architecture(
        "multi-query attention, 4 query heads of 64 over one key/value head, as falcon-7b's 71",
        lambda: FalconConfig(
            **SPECIAL,
            hidden_size=256,
            num_hidden_layers=2,
            num_attention_heads=4,
            multi_query=True,
            alibi=False,
            new_decoder_architecture=False,
            parallel_attn=True,
            bias=False,
            ffn_hidden_size=512,
            max_position_embeddings=1024,
            attention_dropout=0.0,
            hidden_dropout=0.0,
            tie_word_embeddings=True,
        ),
        0.02,
    ),
    "llama_64": Architecture(
        "grouped queries, 4 query heads of 64 over 2 key/value heads",
        lambda: LlamaConfig(
            **SPECIAL,
            hidden_size=256,
            intermediate_size=512,
            num_hidden_layers=2,
            num_attention_heads=4,
            num_key_value_heads=2,
            head_dim=64,
            max_position_embeddings=1024,
            tie_word_embeddings=False,
        ),
        0.5,
    ),
    "llama_128": Architecture(
        "the shape that AITER's asm kernels serve: 4 query heads of 128 over one key/value head",
        lambda: LlamaConfig(
            **SPECIAL,
            hidden_size=256,
            intermediate_size=512,
            num_hidden_layers=2,
            num_attention_heads=4,
            num_key_value_heads=1,
            head_dim=128,
            max_position_embeddings=1024,
            tie_word_embeddings=False,
        ),
        0.5,
    ),
}
