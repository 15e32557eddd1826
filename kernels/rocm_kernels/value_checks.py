"""Refuses bad input by the values on the device, where asked for: each of these checks waits for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import torch

from rocm_kernels import flags
from rocm_kernels.dtypes import DataType
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.layouts import CacheShape

_validating: ContextVar[bool | None] = ContextVar("rocm_kernels_validating", default=None)


@contextmanager
def validating(on: bool = True) -> Iterator[None]:
    """Set what ``validate=None`` means inside the block: whether values are looked at, which waits for their device."""
    token = _validating.set(on)
    try:
        yield
    finally:
        _validating.reset(token)


def wanted(validate: bool | None, tensor: torch.Tensor) -> bool:
    """Whether the values of a request are to be checked.

    Args:
        validate: the argument of the op; where it is None, ``validating`` of this context says, else ROCM_KERNELS_VALIDATE
            where somebody set it, else where the tensors are: on the CPU there is no device to wait for.
        tensor: any of the request's.
    """
    if validate is None:
        validate = _validating.get()
    if validate is not None:
        if not isinstance(validate, bool):
            raise InvalidArgumentError("validate", repr(validate), "True, False or None")
        return validate
    switches = flags.current()
    if "ROCM_KERNELS_VALIDATE" in switches.given:
        return switches["ROCM_KERNELS_VALIDATE"]
    return tensor.is_cpu


def _refuse_first(argument: str, tensor: torch.Tensor, wrong: torch.Tensor, expected: str) -> None:
    """Raise for the first element of ``tensor`` where ``wrong`` holds, with its index and value."""
    if bool(wrong.any()):
        index = tuple(int(number) for number in wrong.nonzero()[0])
        raise InvalidArgumentError(argument, f"{tensor[index].item()} at {list(index)}", expected)


def check_lengths(context_lengths: torch.Tensor, capacity: int, max_context_length: int) -> None:
    """Refuse lengths below 0, beyond what a row of the block table can hold, or above ``max_context_length``."""
    wrong = (context_lengths < 0) | (context_lengths > capacity)
    _refuse_first("context_lengths", context_lengths, wrong, f"0 to {capacity}, what block_tables has room for")
    longest = int(context_lengths.max())
    if longest > max_context_length:
        expected = f"at least {longest}, the longest of context_lengths"
        raise InvalidArgumentError("max_context_length", max_context_length, expected)


def first_visible(context_lengths: torch.Tensor, query_lengths: torch.Tensor | int, window: int | None) -> torch.Tensor:
    """Lowest position that any query token of a sequence sees: [sequences]."""
    if window is None:
        return torch.zeros_like(context_lengths)
    return (context_lengths - query_lengths - (window - 1)).clamp(min=0)


def check_sequence_values(
    shape: CacheShape,
    block_tables: torch.Tensor,
    context_lengths: torch.Tensor,
    first_token: torch.Tensor,
    max_context_length: int,
    key_scale: torch.Tensor | None,
    value_scale: torch.Tensor | None,
    alibi_slopes: torch.Tensor | None,
    sinks: torch.Tensor | None,
) -> None:
    """Check all values that decode and prefill have in common; ``first_token`` is that of ``first_visible``."""
    pages = block_tables.shape[1]
    check_lengths(context_lengths, pages * shape.block_size, max_context_length)
    used = used_pages(first_token, context_lengths, pages, shape.block_size)
    check_block_ids(block_tables, used, shape.blocks)
    for argument, scale in (("key_scale", key_scale), ("value_scale", value_scale)):
        check_scale_values(argument, scale, block_tables, first_token, context_lengths, used)
    check_finite("alibi_slopes", alibi_slopes)
    check_finite("sinks", sinks)


# Integers over the bits of each type, and the bits that are all set in NaN and infinity alone.
_NOT_FINITE = {
    "fp32": (torch.int32, 0x7F800000),
    "fp16": (torch.int16, 0x7C00),
    "bf16": (torch.int16, 0x7F80),
    "fp8_e4m3fn": (torch.uint8, 0x7F),
}


def all_finite(storage: torch.Tensor, stored: DataType) -> bool:
    """Whether no element of a cache is NaN or infinity; from the bits, which costs a hundredth of looking at bf16 numbers."""
    if stored.kind == "int" or not storage.numel():
        return True
    if stored.name == "fp8_e4m3fnuz":
        return not bool((storage.view(torch.uint8) == 0x80).any())
    bits, mask = _NOT_FINITE[stored.name]
    return int((storage.view(bits) & mask).amax()) < mask


def check_promises(
    context_lengths: torch.Tensor,
    min_context_length: int | None,
    finite_cache: bool,
    caches: tuple[torch.Tensor, ...],
    scales: tuple[torch.Tensor | None, ...],
    stored: DataType,
) -> None:
    """Refuse promises that the values break: a shorter context that is not empty, a slot that is not finite."""
    if min_context_length:
        short = (context_lengths > 0) & (context_lengths < min_context_length)
        if bool(short.any()):
            shortest = int(context_lengths[short].min())
            expected = f"at most {shortest}, the shortest of context_lengths that is not 0"
            raise InvalidArgumentError("min_context_length", min_context_length, expected)
    if not finite_cache:
        return
    for name, cache, scale in zip(("key", "value"), caches, scales, strict=True):
        finite = all_finite(cache, stored)
        if not finite or (scale is not None and not bool(torch.isfinite(scale).all())):
            what = f"{name}_cache" if not finite else f"{name}_scale"
            raise InvalidArgumentError("finite_cache", True, f"False: {what} holds NaN or infinity")


def used_pages(first_token: torch.Tensor, context_lengths: torch.Tensor, pages: int, block_size: int) -> torch.Tensor:
    """Which entries of the block tables are read, bool [sequences, pages]: those of tokens ``first_token`` to the last."""
    page = torch.arange(pages, device=context_lengths.device)
    return (page * block_size < context_lengths[:, None]) & ((page + 1) * block_size > first_token[:, None])


def check_block_ids(
    block_tables: torch.Tensor, used: torch.Tensor, blocks: int, argument: str = "block_tables"
) -> None:
    """Refuse block ids out of range among the entries that are read."""
    wrong = used & ((block_tables < 0) | (block_tables >= blocks))
    _refuse_first(argument, block_tables, wrong, f"0 to {blocks - 1}, the blocks of the cache")


def check_scale_values(
    argument: str,
    scale: torch.Tensor | None,
    block_tables: torch.Tensor,
    first_token: torch.Tensor,
    lengths: torch.Tensor,
    used: torch.Tensor,
) -> None:
    """Refuse scales that are not finite and above 0; of scales a token, only those of tokens that are read."""
    if scale is None or scale.ndim != 3:
        check_positive(argument, scale)
    else:
        wrong = ~(torch.isfinite(scale) & (scale > 0))
        ids = torch.where(used, block_tables, 0).long()
        token = torch.arange(used.shape[1] * scale.shape[2], device=scale.device).view(used.shape[1], 1, -1)
        read = (token >= first_token[:, None, None, None]) & (token < lengths[:, None, None, None])
        reached = torch.zeros_like(scale, dtype=torch.int32)
        reached.index_add_(0, ids.flatten(), read.expand(-1, -1, scale.shape[1], -1).flatten(0, 1).int())
        _refuse_first(argument, scale, wrong & (reached > 0), "finite numbers above 0")


def check_positive(argument: str, scale: torch.Tensor | None) -> None:
    """Refuse scales that are not finite and above 0."""
    if scale is not None:
        _refuse_first(argument, scale, ~(torch.isfinite(scale) & (scale > 0)), "finite numbers above 0")


def check_finite(argument: str, tensor: torch.Tensor | None) -> None:
    """Refuse NaN and infinities."""
    if tensor is not None:
        _refuse_first(argument, tensor, ~torch.isfinite(tensor), "finite numbers")


def check_query_start(
    query_start: torch.Tensor, tokens: int, context_lengths: torch.Tensor, max_query_length: int
) -> None:
    """Refuse starts that do not cut the first of ``tokens`` rows into sequences, each no longer than its context."""
    if int(query_start[0]) != 0:
        raise InvalidArgumentError("query_start", f"{int(query_start[0])} at [0]", "0, the first row of query")
    lengths = query_start[1:] - query_start[:-1]
    wrong = torch.cat((lengths.new_zeros(1, dtype=torch.bool), lengths < 0))
    _refuse_first("query_start", query_start, wrong, "no less than the start before it")
    if int(query_start[-1]) > tokens:
        raise InvalidArgumentError(
            "query_start", f"{int(query_start[-1])} at the end", f"at most {tokens}, the rows of query"
        )
    _refuse_first(
        "context_lengths",
        context_lengths,
        lengths > context_lengths,
        "at least the sequence's query tokens (query_start)",
    )
    if int(lengths.max()) > max_query_length:
        expected = f"at least {int(lengths.max())}, the most query tokens of a sequence"
        raise InvalidArgumentError("max_query_length", max_query_length, expected)


def check_slots(slot_mapping: torch.Tensor, slots: int) -> None:
    """Refuse slots out of range, and a slot written twice; -1 is skipped."""
    wrong = (slot_mapping < -1) | (slot_mapping >= slots)
    _refuse_first("slot_mapping", slot_mapping, wrong, f"-1 (skipped) or 0 to {slots - 1}, the slots of the cache")
    written, counts = torch.unique(slot_mapping[slot_mapping >= 0], return_counts=True)
    if bool((counts > 1).any()):
        slot = int(written[counts > 1][0])
        raise InvalidArgumentError("slot_mapping", f"slot {slot} more than once", "each slot at most once")
