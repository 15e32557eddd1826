"""The model of `make bench-seed`: llama-2-70b's shape with random weights and as many layers as asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from transformers import AutoModelForCausalLM, LlamaConfig
from transformers.initialization import no_init_weights

from rocm_kernels.integrations.transformers.layers import use_ops


@dataclass(frozen=True)
class Width:
    """Everything about a llama but its number of layers."""

    name: str
    hidden: int
    intermediate: int
    query_heads: int
    kv_heads: int
    vocabulary: int
    whole: int


# Of llama-2-70b, which has 80 layers; and one for a machine without a GPU, to see that everything runs.
WIDTHS = {
    width.name: width
    for width in (
        Width("llama-2-70b", 8192, 28672, 64, 8, 32000, 80),
        Width("narrow", 64, 128, 4, 1, 320, 2),
    )
}


def make_model(width: Width, layers: int, device: str, dtype: torch.dtype = torch.bfloat16, seed: int = 0) -> Any:
    """Make the model on its device, its norms by our op; weights of variance 1 / (numbers added up), so that nothing grows."""
    config = LlamaConfig(
        vocab_size=width.vocabulary,
        hidden_size=width.hidden,
        intermediate_size=width.intermediate,
        num_hidden_layers=layers,
        num_attention_heads=width.query_heads,
        num_key_value_heads=width.kv_heads,
        max_position_embeddings=4096,
        rms_norm_eps=1e-5,
        tie_word_embeddings=False,
    )
    build: Any = AutoModelForCausalLM.from_config
    with torch.device(device), no_init_weights():
        model = build(config, dtype=dtype)
    generator = torch.Generator(device).manual_seed(seed)
    with torch.no_grad():
        for weight in model.parameters():
            if weight.ndim == 2:
                weight.normal_(std=weight.shape[-1] ** -0.5, generator=generator)
            else:
                weight.fill_(1)
    use_ops(model)
    return model.eval()
