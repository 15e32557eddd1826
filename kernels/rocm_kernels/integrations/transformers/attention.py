"""Where transformers' model code meets the ops: one attention function for all models that use its attention interface.

Models get a ragged batch as one row of tokens. What the ops need beyond query, key and value (pages, slots, lengths) is in a
context variable, since some models drop the keyword arguments that they are given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import torch

from rocm_kernels import ops
from rocm_kernels.devices import using_device
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.integrations.transformers.steps import Step
from rocm_kernels.kv_cache import PagedCache

NAME = "rocm_kernels"

# (layer, key, value): sees what each layer writes, [tokens, kv_heads, head_size].
Observer = Callable[[int, torch.Tensor, torch.Tensor], None]


@dataclass(frozen=True)
class Placement:
    """Which device the cpu tensors of each op stand for, such as ``emulated:gfx942``; None: they are just where they are.

    Attributes:
        decode, prefill, write: for paged_attention, prefill_attention and reshape_and_cache.
        backend: must serve paged_attention, or the call raises; None leaves it to the policy in force.
        stub: the devices are stand-ins of a test; see ``rocm_kernels.using_device``.
    """

    decode: str | None = None
    prefill: str | None = None
    write: str | None = None
    backend: str | None = None
    stub: bool = False

    def on(self, device: str | None) -> AbstractContextManager[object]:
        """The context in which an op of this device is called."""
        return nullcontext() if device is None else using_device(device, stub=self.stub)


@dataclass(frozen=True)
class Paging:
    """What attention needs in one step.

    Attributes:
        step: the batch.
        caches: one a layer.
        placement: devices of the ops.
        observer: sees keys and values before they are written; None sees nothing.
    """

    step: Step
    caches: Sequence[PagedCache]
    placement: Placement
    observer: Observer | None = None


_paging: ContextVar[Paging | None] = ContextVar("rocm_kernels_paging", default=None)


@contextmanager
def paging(state: Paging) -> Iterator[None]:
    """Have the attention layers inside the block work on this step."""
    token = _paging.set(state)
    try:
        yield
    finally:
        _paging.reset(token)


@dataclass(frozen=True)
class Options:
    """What one layer asks of attention beyond the softmax of scaled products; as in ``rocm_kernels.paged_attention``."""

    scale: float | None = None
    alibi_slopes: torch.Tensor | None = None
    sliding_window: int | None = None
    sinks: torch.Tensor | None = None
    softcap: float | None = None


def attend(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, layer: int, options: Options) -> torch.Tensor:
    """Write the keys and values of a step and attend its queries to the cache.

    Args:
        query: [tokens, query_heads, head_size].
        key, value: [tokens, kv_heads, head_size].
        layer: index of the layer.
        options: of the layer.

    Returns:
        [tokens, query_heads, head_size], as query.

    Raises:
        InvalidArgumentError: called outside of an engine's step.
    """
    state = _paging.get()
    if state is None:
        expected = "a step of an Engine, which says where keys and values lie"
        raise InvalidArgumentError("attention", "a call of the model by itself", expected)
    step, placement = state.step, state.placement
    cache = state.caches[layer]
    query, key, value = query.contiguous(), key.contiguous(), value.contiguous()
    if state.observer is not None:
        state.observer(layer, key, value)
    with placement.on(placement.write):
        cache.write(key, value, step.slots)
    output = torch.empty_like(query)
    keywords: dict[str, Any] = {
        **cache.keywords(),
        "scale": options.scale,
        "alibi_slopes": options.alibi_slopes,
        "sliding_window": options.sliding_window,
        "sinks": options.sinks,
        "softcap": options.softcap,
    }
    if (group := step.decode) is not None:
        with placement.on(placement.decode):
            ops.paged_attention(
                query[group.rows],
                block_tables=group.block_tables,
                context_lengths=group.context_lengths,
                max_context_length=group.longest_context,
                min_context_length=group.shortest_context,
                # Caches begin as zeros, and only the model's own keys and values are written.
                finite_cache=True,
                out=output[group.rows],
                backend=placement.backend,
                **keywords,
            )
    if (group := step.prefill) is not None:
        with placement.on(placement.prefill):
            ops.prefill_attention(
                query[group.rows],
                block_tables=group.block_tables,
                context_lengths=group.context_lengths,
                query_start=group.query_start,
                max_context_length=group.longest_context,
                max_query_length=group.longest_query,
                out=output[group.rows],
                **keywords,
            )
    return output


def attention(
    module: torch.nn.Module,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attention_mask: torch.Tensor | None,
    scaling: float | None = None,
    dropout: float = 0.0,
    sliding_window: int | None = None,
    softcap: float | None = None,
    s_aux: torch.Tensor | None = None,
    **others: object,
) -> tuple[torch.Tensor, None]:
    """Serve a layer as transformers' attention interface asks: query [1, heads, tokens, head_size] and so on.

    Raises:
        InvalidArgumentError: a mask, dropout or attention to the future is asked for, or more than one row of tokens.
    """
    if attention_mask is not None:
        raise InvalidArgumentError("attention_mask", f"shape {tuple(attention_mask.shape)}", "None: lengths say it all")
    if dropout:
        raise InvalidArgumentError("dropout", dropout, "0: put the model into evaluation mode")
    if not getattr(module, "is_causal", True):
        raise InvalidArgumentError("is_causal", False, "True")
    if query.shape[0] != 1:
        raise InvalidArgumentError("query", f"shape {tuple(query.shape)}", "[1, heads, tokens, head_size]")
    sinks = None if s_aux is None else s_aux.detach().float().contiguous()
    options = Options(scaling, None, sliding_window, sinks, softcap)
    by_token = [part[0].transpose(0, 1) for part in (query, key, value)]
    layer: Any = module.layer_idx
    return attend(by_token[0], by_token[1], by_token[2], layer, options)[None], None
