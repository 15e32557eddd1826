"""Falcon's attention over the ops: its model code does not use transformers' attention interface."""

from __future__ import annotations

from typing import Any

import torch
from transformers.models.falcon import modeling_falcon as falcon

from rocm_kernels.integrations.transformers.attention import Options, attend


class PagedFalconAttention(falcon.FalconAttention):
    """Falcon's attention layer, all three kinds: one key/value head, groups of them, and as many as queries with alibi."""

    def forward(
        self,
        hidden_states: torch.Tensor,
        alibi: torch.Tensor | None,
        attention_mask: torch.Tensor | None,
        position_ids: torch.Tensor | None = None,
        layer_past: object = None,
        use_cache: bool = False,
        output_attentions: bool = False,
        position_embeddings: tuple[torch.Tensor, torch.Tensor] | None = None,
        **others: object,
    ) -> tuple[torch.Tensor, None]:
        """Attend hidden states [1, tokens, hidden_size]; ``alibi`` only says whether there is one."""
        query, key, value = self._split_heads(self.query_key_value(hidden_states))
        if self.new_decoder_architecture:
            # Its model code repeats each key and value for all queries of its group; the cache holds each once.
            kv_heads: Any = self.num_kv_heads
            group = self.num_heads // kv_heads
            key, value = key[:, :, ::group], value[:, :, ::group]
        slopes = None
        if alibi is None:
            assert position_embeddings is not None
            rotate: Any = falcon.apply_rotary_pos_emb
            query, key = rotate(query, key, *position_embeddings, unsqueeze_dim=2)
        else:
            # Falcon adds alibi before it divides by sqrt(head_size).
            slopes = alibi_slopes(self.num_heads, hidden_states.device) * self.inv_norm_factor
        output = attend(query[0], key[0], value[0], self.layer_idx, Options(alibi_slopes=slopes))
        return self.dense(output.flatten(1)[None]), None


def alibi_slopes(heads: int, device: torch.device) -> torch.Tensor:
    """Falcon's slopes, fp32 [heads], as its model code rounds them (to bf16)."""
    # For two tokens its bias is 0 and the slope, one a head.
    bias = falcon.build_alibi_tensor(torch.ones(1, 2, dtype=torch.long, device=device), heads, torch.float32)
    return bias[:, 0, 1].contiguous()


def take_over(model: torch.nn.Module) -> int:
    """Put the paged attention into every layer of a Falcon model, with its weights; gives how many layers there were."""
    count = 0
    for layer in model.modules():
        if isinstance(layer, falcon.FalconDecoderLayer):
            before: Any = layer.self_attention
            with torch.device("meta"):
                paged = PagedFalconAttention(before.config, before.layer_idx)
            paged.query_key_value, paged.dense = before.query_key_value, before.dense
            layer.self_attention = paged.train(before.training)
            count += 1
    return count
