"""What the attention of a model looks like, from its configuration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rocm_kernels.errors import InvalidArgumentError

# Model types whose attention was compared with transformers, token by token (tests/model).
COMPARED = ("falcon", "gemma2", "gpt_oss", "llama", "mixtral", "qwen3", "qwen3_moe")


@dataclass(frozen=True)
class AttentionShape:
    """Layers and heads of a model."""

    layers: int
    query_heads: int
    kv_heads: int
    head_size: int


def attention_shape(config: Any) -> AttentionShape:
    """Read a configuration of transformers; raises InvalidArgumentError for a model type that is not served."""
    if config.model_type not in COMPARED:
        raise InvalidArgumentError("model", f"model_type {config.model_type!r}", f"one of {', '.join(COMPARED)}")
    heads = config.num_attention_heads
    head_size = getattr(config, "head_dim", None) or config.hidden_size // heads
    if config.model_type == "falcon":
        single = config.multi_query and not config.new_decoder_architecture
        kv_heads = 1 if single else config.num_kv_heads
    else:
        kv_heads = config.num_key_value_heads
    return AttentionShape(config.num_hidden_layers, heads, kv_heads, head_size)
