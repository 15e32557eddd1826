"""The attention shapes of well-known models: what their layers ask of paged attention.

From each model's own config.json (num_attention_heads, num_key_value_heads, head_dim, sliding_window, attn_logit_softcapping,
query_pre_attn_scalar); unsharded, so tensor parallelism divides both counts of heads.
"""

from __future__ import annotations

from dataclasses import dataclass

from rocm_kernels.errors import InvalidArgumentError


@dataclass(frozen=True)
class Layer:
    """One kind of attention layer.

    Attributes:
        name: empty where a model has one kind only.
        heads, kv_heads, head_size: its shape.
        sliding_window, sinks, softcap, custom_scale: the options that it asks for.
    """

    name: str
    heads: int
    kv_heads: int
    head_size: int
    sliding_window: bool = False
    sinks: bool = False
    softcap: bool = False
    custom_scale: bool = False


def _one(heads: int, kv_heads: int, head_size: int) -> tuple[Layer, ...]:
    return (Layer("", heads, kv_heads, head_size),)


def _alternating(heads: int, kv_heads: int, head_size: int, **options: bool) -> tuple[Layer, ...]:
    return (
        Layer("sliding", heads, kv_heads, head_size, sliding_window=True, **options),
        Layer("full", heads, kv_heads, head_size, **options),
    )


MODELS: dict[str, tuple[Layer, ...]] = {
    "falcon-7b": _one(71, 1, 64),
    "llama-3-8b": _one(32, 8, 128),
    "llama-3-70b": _one(64, 8, 128),
    "llama-3.1-405b": _one(128, 8, 128),
    "mixtral-8x7b": _one(32, 8, 128),
    "qwen3-8b": _one(32, 8, 128),
    "qwen3-235b-a22b": _one(64, 4, 128),
    # 1/sqrt(query_pre_attn_scalar): 256 is the head size of the 9b, 144 is not that of the 27b.
    "gemma-2-9b": _alternating(16, 8, 256, softcap=True),
    "gemma-2-27b": _alternating(32, 16, 128, softcap=True, custom_scale=True),
    "gpt-oss-20b": _alternating(64, 8, 64, sinks=True),
    "gpt-oss-120b": _alternating(64, 8, 64, sinks=True),
}


def layers(name: str, argument: str = "model") -> tuple[Layer, ...]:
    """Kinds of layers of a model; a family's name means the first of its models. Raises InvalidArgumentError."""
    found = MODELS.get(name) or next((entry for known, entry in MODELS.items() if known.startswith(f"{name}-")), None)
    if found is None:
        raise InvalidArgumentError(argument, repr(name), f"one of {', '.join(MODELS)}")
    return found
