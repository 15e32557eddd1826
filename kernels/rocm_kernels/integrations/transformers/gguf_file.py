"""A llama model and its tokenizer from one GGUF file, with no hub and without what transformers' own reader demands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from transformers import AutoModelForCausalLM, LlamaConfig, PreTrainedTokenizerFast

from rocm_kernels.dtypes import data_type
from rocm_kernels.integrations.errors import CheckpointError, require

_OUTSIDE = {
    "token_embd.weight": "model.embed_tokens.weight",
    "output_norm.weight": "model.norm.weight",
    "output.weight": "lm_head.weight",
}
_IN_LAYER = {
    "attn_norm": "input_layernorm",
    "ffn_norm": "post_attention_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
_SPECIAL = 3  # GGUF's token type of control tokens


class _Fields:
    """Metadata of a GGUF file by name; raises CheckpointError for what is not there."""

    def __init__(self, reader: Any, path: Path) -> None:
        self._fields, self._path = reader.fields, path

    def __getitem__(self, name: str) -> Any:
        if name not in self._fields:
            raise CheckpointError(f"{self._path.name} has no {name}")
        return self._fields[name].contents()

    def get(self, name: str) -> Any:
        """Give a field or None."""
        return self._fields[name].contents() if name in self._fields else None


def load_gguf(path: Path | str, dtype: str | torch.dtype = "bf16") -> tuple[Any, PreTrainedTokenizerFast]:
    """Read a llama model and its byte-level tokenizer; quantised weights become ``dtype``.

    Args:
        path: the file.
        dtype: a float type of rocm_kernels.dtypes.

    Returns:
        The model, in evaluation mode, and its tokenizer.

    Raises:
        CheckpointError: the file is missing, cut off, of another architecture or tokenizer, or its tensors do not fit.
        MissingPackageError: the package gguf is not there.
    """
    path = Path(path)
    if not path.is_file():
        raise CheckpointError(f"{path} is not there")
    gguf: Any = require("gguf")
    try:
        reader = gguf.GGUFReader(path)
    except (ValueError, IndexError, OSError, KeyError) as error:
        raise CheckpointError(f"{path.name} is cut off or no GGUF file: {error}") from error
    fields = _Fields(reader, path)
    if fields["general.architecture"] != "llama":
        raise CheckpointError(
            f"{path.name} holds the architecture {fields['general.architecture']!r}, expected 'llama'"
        )
    config = _config(fields, [tensor.name for tensor in reader.tensors])
    # Not built in fp32 and cast: that would round the frequencies of the rotation too.
    build: Any = AutoModelForCausalLM.from_config
    model = build(config, dtype=data_type(dtype).torch_dtype)
    weights = {}
    for tensor in reader.tensors:
        try:
            values = torch.from_numpy(np.array(gguf.dequantize(tensor.data, tensor.tensor_type), dtype=np.float32))
        except (ValueError, NotImplementedError) as error:
            raise CheckpointError(f"{tensor.name} in {path.name} cannot be read: {error}") from error
        name = _name(tensor.name, path)
        if name.endswith(("q_proj.weight", "k_proj.weight")):
            heads: Any = config.num_attention_heads if name.endswith("q_proj.weight") else config.num_key_value_heads
            values = _as_halves(values, heads)
        weights[name] = values
    if config.tie_word_embeddings:
        weights["lm_head.weight"] = weights["model.embed_tokens.weight"]
    try:
        model.load_state_dict(weights)
    except RuntimeError as error:
        raise CheckpointError(f"the weights of {path.name} do not fit its configuration: {error}") from error
    return model.eval(), _tokenizer(fields, path)


def _config(fields: _Fields, tensors: list[str]) -> LlamaConfig:
    heads = fields["llama.attention.head_count"]
    rope = {"rope_type": "default", "rope_theta": fields["llama.rope.freq_base"]}
    return LlamaConfig(
        vocab_size=len(fields["tokenizer.ggml.tokens"]),
        hidden_size=fields["llama.embedding_length"],
        intermediate_size=fields["llama.feed_forward_length"],
        num_hidden_layers=fields["llama.block_count"],
        num_attention_heads=heads,
        num_key_value_heads=fields.get("llama.attention.head_count_kv") or heads,
        max_position_embeddings=fields["llama.context_length"],
        rms_norm_eps=fields["llama.attention.layer_norm_rms_epsilon"],
        rope_parameters=rope,
        tie_word_embeddings="output.weight" not in tensors,
        bos_token_id=fields.get("tokenizer.ggml.bos_token_id"),
        eos_token_id=fields.get("tokenizer.ggml.eos_token_id"),
        pad_token_id=fields.get("tokenizer.ggml.padding_token_id"),
    )


def _name(name: str, path: Path) -> str:
    if name in _OUTSIDE:
        return _OUTSIDE[name]
    block, _, rest = name.partition(".")[2].partition(".")
    part = rest.removesuffix(".weight")
    if not name.startswith("blk.") or part not in _IN_LAYER:
        raise CheckpointError(f"{path.name} holds the tensor {name}, which no llama model has")
    return f"model.layers.{block}.{_IN_LAYER[part]}.weight"


def _as_halves(weight: torch.Tensor, heads: int) -> torch.Tensor:
    """Undo GGUF's order of the rows of a head, in which the two numbers that are rotated together are neighbours."""
    pairs = torch.unflatten(weight, 0, (heads, -1, 2))
    return pairs.transpose(1, 2).flatten(0, 2).contiguous()


def _tokenizer(fields: _Fields, path: Path) -> PreTrainedTokenizerFast:
    kind = fields["tokenizer.ggml.model"], fields.get("tokenizer.ggml.pre")
    if kind != ("gpt2", "smollm"):
        raise CheckpointError(f"{path.name} has the tokenizer {kind}, expected ('gpt2', 'smollm')")
    words = fields["tokenizer.ggml.tokens"]
    merges = [tuple(pair.split(" ")) for pair in fields["tokenizer.ggml.merges"]]
    made = Tokenizer(models.BPE({word: index for index, word in enumerate(words)}, merges))
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    made.decoder = decoders.ByteLevel()
    kinds = fields["tokenizer.ggml.token_type"]
    special = [word for word, token_type in zip(words, kinds, strict=True) if token_type == _SPECIAL]
    made.add_special_tokens([AddedToken(word, normalized=False, special=True) for word in special])
    named = {
        f"{name}_token": words[number]
        for name, field in (("bos", "bos"), ("eos", "eos"), ("pad", "padding"), ("unk", "unknown"))
        if (number := fields.get(f"tokenizer.ggml.{field}_token_id")) is not None
    }
    wrap: Any = PreTrainedTokenizerFast
    tokenizer: PreTrainedTokenizerFast = wrap(
        tokenizer_object=made, chat_template=fields.get("tokenizer.chat_template"), **named
    )
    return tokenizer
