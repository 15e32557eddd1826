"""The tensors of one step: a ragged batch, decoding sequences first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch

from rocm_kernels.integrations.transformers.scheduler import Share


@dataclass(frozen=True)
class Group:
    """Sequences that one call of an attention op serves.

    Attributes:
        rows: which rows of the step are theirs.
        block_tables: int32 [sequences, pages]; -1 where a sequence has no page.
        context_lengths: int32 [sequences], this step's tokens included.
        query_start: int32 [sequences + 1], counted from the first row of the group.
        longest_context, longest_query: maxima, known without asking the device.
        shortest_context: likewise the minimum, of sequences that are not empty.
    """

    rows: slice
    block_tables: torch.Tensor
    context_lengths: torch.Tensor
    query_start: torch.Tensor
    longest_context: int
    longest_query: int
    shortest_context: int = 1


@dataclass(frozen=True)
class Step:
    """One forward pass.

    Attributes:
        tokens, positions: int64 [1, tokens].
        slots: int64 [tokens]; where the keys and values of each go.
        decode, prefill: the sequences of each op; None where there are none.
        wanted: int64 [rows]; rows whose logits are needed.
    """

    tokens: torch.Tensor
    positions: torch.Tensor
    slots: torch.Tensor
    decode: Group | None
    prefill: Group | None
    wanted: torch.Tensor


def make_step(shares: Sequence[Share], block_size: int, device: torch.device) -> Step:
    """Lay the shares of a step out; those that decode must come first."""
    tokens: list[int] = []
    positions: list[int] = []
    slots: list[int] = []
    wanted: list[int] = []
    for share in shares:
        blocks = share.sequence.blocks
        first_row = len(tokens) - share.start
        span = range(share.start, share.start + share.count)
        tokens += share.sequence.tokens[span.start : span.stop]
        positions += span
        slots += [blocks[position // block_size] * block_size + position % block_size for position in span]
        wanted += [first_row + position for position in share.sequence.wanted(share.start, share.count)]

    decoding = [share for share in shares if share.decodes]
    rest = list(shares[len(decoding) :])
    step = Step(
        torch.tensor([tokens]),
        torch.tensor([positions]),
        torch.tensor(slots),
        _group(decoding, 0),
        _group(rest, len(decoding)),
        torch.tensor(wanted, dtype=torch.int64),
    )
    return step if device.type == "cpu" else _moved(step, device)


def _moved(step: Step, device: torch.device) -> Step:
    """A step's tensors on another device, with one copy for all: each copy of its own waits for the device."""
    groups = [group for group in (step.decode, step.prefill) if group is not None]
    # Those of 8 bytes an element first, so that all lie aligned.
    parts = [step.tokens, step.positions, step.slots, step.wanted]
    parts += [part for group in groups for part in (group.block_tables, group.context_lengths, group.query_start)]
    packed = torch.cat([part.flatten().view(torch.uint8) for part in parts]).to(device)
    there = iter(torch.split(packed, [part.nbytes for part in parts]))
    found = iter([next(there).view(part.dtype).view(part.shape) for part in parts])
    step = replace(step, tokens=next(found), positions=next(found), slots=next(found), wanted=next(found))
    moved = iter([
        replace(group, block_tables=next(found), context_lengths=next(found), query_start=next(found)) for group in groups
    ])  # fmt: skip
    return replace(
        step,
        decode=None if step.decode is None else next(moved),
        prefill=None if step.prefill is None else next(moved),
    )


def _group(shares: list[Share], first_row: int) -> Group | None:
    if not shares:
        return None
    contexts = [share.start + share.count for share in shares]
    starts = [0]
    for share in shares:
        starts.append(starts[-1] + share.count)
    pages = max(len(share.sequence.blocks) for share in shares)
    tables = [share.sequence.blocks + [-1] * (pages - len(share.sequence.blocks)) for share in shares]

    def tensor(numbers: list[int] | list[list[int]]) -> torch.Tensor:
        return torch.tensor(numbers, dtype=torch.int32)

    return Group(
        slice(first_row, first_row + starts[-1]),
        tensor(tables),
        tensor(contexts),
        tensor(starts),
        max(contexts),
        max(share.count for share in shares),
        min(contexts),
    )
