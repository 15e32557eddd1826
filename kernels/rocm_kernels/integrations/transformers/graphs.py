"""Decode steps as captured graphs: one launch for a whole forward pass, where launching its kernels one by one takes longer.

A graph serves every step of as many sequences (padded to a power of two) and as long contexts (padded likewise): its tokens,
pages and lengths are copied into tensors of its own. Padding is sequences of no token, whose slot is skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch

from rocm_kernels import recording
from rocm_kernels.integrations.transformers.steps import Group, Step
from rocm_kernels.recorder import Call

Forward = Callable[[Step], torch.Tensor]
# Runs a forward pass over a step of tensors that stay in place, and gives what repeats it.
Capture = Callable[[Callable[[], torch.Tensor]], Callable[[], torch.Tensor]]


class Size(NamedTuple):
    """What one graph is made for, powers of two: sequences, and tokens of the longest context."""

    sequences: int
    reach: int


@dataclass(frozen=True, eq=False)
class Captured:
    """One graph.

    Attributes:
        step: its tensors.
        replay: runs it; gives its logits [sequences, vocabulary], overwritten by the next run.
        calls: the op calls that were captured, each replay launches their kernels; empty where none were recorded.
    """

    step: Step
    replay: Callable[[], torch.Tensor]
    calls: Sequence[Call]


def size_of(group: Group) -> Size:
    """The smallest graph for these sequences."""
    sequences = len(group.context_lengths)
    return Size(1 << (sequences - 1).bit_length(), 1 << (group.longest_context - 1).bit_length())


def empty_step(size: Size, block_size: int, device: torch.device) -> Step:
    """A step of nothing but padding."""
    group = Group(
        slice(0, size.sequences),
        torch.full((size.sequences, -(-size.reach // block_size)), -1, dtype=torch.int32, device=device),
        torch.zeros(size.sequences, dtype=torch.int32, device=device),
        torch.arange(size.sequences + 1, dtype=torch.int32, device=device),
        size.reach,
        1,
    )
    numbers = torch.zeros(1, size.sequences, dtype=torch.int64, device=device)
    slots = torch.full((size.sequences,), -1, dtype=torch.int64, device=device)
    wanted = torch.arange(size.sequences, dtype=torch.int64, device=device)
    return Step(numbers, numbers.clone(), slots, group, None, wanted)


def fill(held: Step, step: Step) -> None:
    """Copy a decode step into the tensors of a larger one; the rest of those becomes padding."""
    assert held.decode is not None
    assert step.decode is not None
    count = len(step.slots)
    held.tokens[:, :count] = step.tokens
    held.positions[:, :count] = step.positions
    held.slots[:count] = step.slots
    held.slots[count:] = -1
    pages = step.decode.block_tables.shape[1]
    held.decode.block_tables[:count, :pages] = step.decode.block_tables
    held.decode.context_lengths[:count] = step.decode.context_lengths
    held.decode.context_lengths[count:] = 0


def capture_on_gpu(forward: Callable[[], torch.Tensor]) -> Callable[[], torch.Tensor]:
    """Capture a forward pass that ran before, so that everything is compiled and loaded."""
    graph = torch.cuda.CUDAGraph()
    torch.cuda.synchronize()
    with torch.cuda.graph(graph):
        output = forward()

    def replay() -> torch.Tensor:
        graph.replay()
        return output

    return replay


class DecodeGraphs:
    """The graphs of one engine, made when they are first needed.

    Args:
        forward: (step) -> logits [wanted rows, vocabulary].
        block_size: tokens a page.
        device: of the step's tensors.
        record: note the calls that are captured.
        capture: how a forward pass is captured; a test without a GPU gives another way.
    """

    def __init__(
        self,
        forward: Forward,
        block_size: int,
        device: torch.device,
        *,
        record: bool = False,
        capture: Capture = capture_on_gpu,
    ) -> None:
        self._forward = forward
        self._block_size = block_size
        self._device = device
        self._record = record
        self._capture = capture
        self.graphs: dict[Size, Captured] = {}

    def serves(self, step: Step) -> bool:
        """Whether a step only decodes, and every sequence's logits are needed."""
        return step.prefill is None and step.decode is not None and len(step.wanted) == len(step.slots)

    def run(self, step: Step) -> tuple[torch.Tensor, Sequence[Call]]:
        """Run a step that is served.

        Returns:
            logits [sequences, vocabulary], fp32 and the caller's own; calls whose kernels were launched, where recorded.
        """
        assert step.decode is not None
        size = size_of(step.decode)
        found = self.graphs.get(size)
        if found is None:
            found = self.graphs[size] = self._make(size, step)
        else:
            fill(found.step, step)
        logits = found.replay()[: len(step.slots)]
        return logits.to(torch.float32, copy=True), found.calls

    def _make(self, size: Size, step: Step) -> Captured:
        held = empty_step(size, self._block_size, self._device)
        fill(held, step)
        # Once outside: compiles and loads kernels. It writes the same keys and values as the replay after it.
        self._forward(held)
        if not self._record:
            return Captured(held, self._capture(lambda: self._forward(held)), ())
        with recording() as record:
            replay = self._capture(lambda: self._forward(held))
        return Captured(held, replay, tuple(record.calls))
