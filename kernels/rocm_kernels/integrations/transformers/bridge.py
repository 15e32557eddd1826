"""Puts the paged attention into a model of transformers."""

from __future__ import annotations

from typing import Any

from transformers import AttentionInterface, PreTrainedModel

from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.integrations.transformers import falcon
from rocm_kernels.integrations.transformers.attention import NAME, attention


def take_over(model: Any) -> Any:
    """Have every attention layer of a model work through the ops; gives the model, in evaluation mode.

    Raises:
        InvalidArgumentError: no model of transformers, or one whose attention cannot be replaced.
    """
    if not isinstance(model, PreTrainedModel):
        raise InvalidArgumentError("model", type(model).__name__, "a model of transformers")
    taken: Any = model
    AttentionInterface.register(NAME, attention)
    if model.config.model_type == "falcon":
        falcon.take_over(model)
        # Keeps its model code from making masks.
        model.config._attn_implementation_internal = NAME
    else:
        model.set_attn_implementation(NAME)
    if model.config._attn_implementation != NAME:
        expected = "one that uses transformers' attention interface"
        raise InvalidArgumentError("model", type(model).__name__, expected)
    return taken.eval()
