"""Wrong kernels, made from PyTorch's right ones: each fault that paged attention is known for.

They go through the dispatcher as any implementation does, so the recorder sees them as it would see a real one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import torch

from rocm_kernels import registry
from rocm_kernels.arguments import CacheView, DecodeArguments
from rocm_kernels.backends.torch.paged_attention import paged_attention as right
from rocm_kernels.implementation import Implementation

Kernel = Callable[[DecodeArguments], None]


@dataclass(frozen=True)
class Fault:
    """One wrong kernel for decoding.

    Attributes:
        what: in words.
        kernel: the kernel.
        needs: what a model must have for the fault to be a fault: ``groups`` of queries and more than one key/value head,
            ``scales`` of an 8-bit cache, or nothing.
    """

    what: str
    kernel: Kernel
    needs: str = ""


def _no_scale(arguments: DecodeArguments) -> None:
    right(replace(arguments, scale=1.0))


def _wrong_kv_head(arguments: DecodeArguments) -> None:
    """Each group of queries reads the head after its own: the queries move instead."""
    group = arguments.spec.gqa
    output = torch.empty_like(arguments.output)
    right(replace(arguments, query=arguments.query.roll(group, 1), output=output))
    arguments.output.copy_(output.roll(-group, 1))


def _interleaved(arguments: DecodeArguments) -> None:
    """Query head h reads key/value head h % kv_heads, where h // group is right."""
    heads = torch.arange(arguments.spec.query_heads).view(-1, arguments.spec.kv_heads).T.flatten()
    output = torch.empty_like(arguments.output)
    right(replace(arguments, query=arguments.query[:, heads], output=output))
    arguments.output[:, heads] = output


def _rescaled(key: Callable[[CacheView], object], value: Callable[[CacheView], object]) -> Kernel:
    def kernel(arguments: DecodeArguments) -> None:
        cache = arguments.cache
        right(replace(arguments, cache=replace(cache, key_scale=key(cache), value_scale=value(cache))))

    return kernel


def _last_block_dropped(arguments: DecodeArguments) -> None:
    size = arguments.cache.block_size
    whole = torch.div(arguments.context_lengths - 1, size, rounding_mode="floor") * size
    right(replace(arguments, context_lengths=torch.where(whole > 0, whole, arguments.context_lengths)))


def _first_block_dropped(arguments: DecodeArguments) -> None:
    size, lengths = arguments.cache.block_size, arguments.context_lengths
    longer = lengths > size
    tables = torch.where(longer[:, None], arguments.block_tables.roll(-1, 1), arguments.block_tables)
    right(replace(arguments, block_tables=tables, context_lengths=torch.where(longer, lengths - size, lengths)))


def _own_token_not_seen(arguments: DecodeArguments) -> None:
    right(replace(arguments, context_lengths=(arguments.context_lengths - 1).clamp(min=1)))


def _blocks_swapped(arguments: DecodeArguments) -> None:
    """Keys of the first two pages of a sequence are taken for each other's, their values are not."""
    cache = arguments.cache
    if arguments.block_tables.shape[1] < 2:
        return right(arguments)
    order = torch.arange(len(cache.key))
    for first, second in arguments.block_tables[:, :2].tolist():
        if second >= 0:
            order[first], order[second] = second, first
    carried = cache.key.view(torch.uint8)[order].view(cache.key.dtype)
    return right(replace(arguments, cache=replace(cache, key=carried)))


def _merged_wrongly(arguments: DecodeArguments) -> None:
    """Two partitions of the context count the same, whatever their softmax sums are."""
    size, tables = arguments.cache.block_size, arguments.block_tables
    pages = torch.div(arguments.context_lengths, 2 * size, rounding_mode="floor")
    output = torch.empty_like(arguments.output)
    for row, split in enumerate(pages.tolist()):
        here = slice(row, row + 1)
        parts = []
        # A sequence of less than two pages is one partition.
        cuts = [(0, split * size), (split, int(arguments.context_lengths[row]))] if split else [(0, int(1e9))]
        for first_page, end in cuts:
            part = torch.empty_like(arguments.output[here])
            length = min(end, int(arguments.context_lengths[row])) - first_page * size
            right(
                replace(
                    arguments,
                    query=arguments.query[here],
                    output=part,
                    block_tables=tables[here, first_page:],
                    context_lengths=torch.tensor([length], dtype=torch.int32),
                )
            )
            parts.append(part.float())
        output[here] = torch.stack(parts).mean(0).to(output.dtype)
    arguments.output.copy_(output)


FAULTS: dict[str, Fault] = {
    "no_scale": Fault("no softmax scale", _no_scale),
    "wrong_kv_head": Fault("another key/value head", _wrong_kv_head, "groups"),
    "interleaved": Fault("grouped queries taken for interleaved ones", _interleaved, "groups"),
    "scale_missing": Fault("scales of the cache not applied", _rescaled(lambda c: None, lambda c: None), "scales"),
    "scales_swapped": Fault(
        "scales of keys and values taken for each other's",
        _rescaled(lambda c: c.value_scale, lambda c: c.key_scale),
        "scales",
    ),
    "last_block_dropped": Fault("the last, unfinished page not read", _last_block_dropped),
    "first_block_dropped": Fault("the first page not read", _first_block_dropped),
    "own_token_not_seen": Fault("a token does not see itself", _own_token_not_seen),
    "blocks_swapped": Fault("keys of two pages taken for each other's", _blocks_swapped),
    "merged_wrongly": Fault("partitions merged without their weights", _merged_wrongly),
}


def implementation(kernel: Kernel, name: str) -> Implementation:
    """A candidate that serves every decode request with this kernel."""
    (torch_one,) = [entry for entry in registry.implementations("paged_attention") if entry.backend == "torch"]
    return replace(
        torch_one, name=f"torch.paged_attention.{name}", load=lambda: kernel, kernel_for=lambda spec: f"fault.{name}"
    )


@contextmanager
def injected(kernel: Kernel, name: str) -> Iterator[None]:
    """Decode with this kernel alone inside the block; the other ops stay as they are."""
    others = [entry for op in registry.ops() if op != "paged_attention" for entry in registry.implementations(op)]
    with registry.only(implementation(kernel, name), *others):
        yield
