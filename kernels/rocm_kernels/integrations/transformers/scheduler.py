"""Continuous batching: which tokens of which requests go into the next step, and who waits or begins anew."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from rocm_kernels import validation
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.integrations.transformers.allocator import BlockAllocator
from rocm_kernels.integrations.transformers.sequences import Sequence


@dataclass(frozen=True)
class Share:
    """What one sequence computes in a step: the tokens ``start`` to ``start + count``, exclusive."""

    sequence: Sequence
    start: int
    count: int

    @property
    def decodes(self) -> bool:
        """Whether it is one token after others that are in the cache."""
        return self.count == 1 and self.start > 0


class Scheduler:
    """Admits waiting requests in order, and preempts the last admitted one when pages run out.

    A preempted sequence gives all its pages back, waits at the head of the queue and computes its tokens anew when it is
    admitted again; the tokens that it has made stay.

    Args:
        allocator: the pages.
        block_size: tokens a page.
        max_sequences: most sequences in a step.
        max_tokens: most tokens in a step; a prompt that is longer goes alone.
        chunk: most prompt tokens of one sequence in a step; None computes whole prompts.
    """

    def __init__(
        self,
        allocator: BlockAllocator,
        block_size: int,
        *,
        max_sequences: int = 64,
        max_tokens: int = 4096,
        chunk: int | None = None,
    ) -> None:
        validation.check_whole_number("max_sequences", max_sequences)
        validation.check_whole_number("max_tokens", max_tokens)
        if chunk is not None:
            validation.check_whole_number("chunk", chunk)
        self.allocator = allocator
        self.block_size = block_size
        self.max_sequences = max_sequences
        self.max_tokens = max_tokens
        self.chunk = chunk
        self._waiting: deque[Sequence] = deque()
        self._running: list[Sequence] = []

    @property
    def busy(self) -> bool:
        """Whether any sequence waits or runs."""
        return bool(self._waiting or self._running)

    def check(self, sequence: Sequence) -> None:
        """Refuse a sequence that can never be finished, however long it waits: it needs more pages than there are."""
        # The last token of a sequence is never written to the cache.
        needed = self._blocks_for(max(sequence.limit - 1, 1))
        if needed > self.allocator.blocks:
            raise InvalidArgumentError(
                "prompts",
                f"request {sequence.request} of {sequence.prompt_length} tokens and up to "
                f"{sequence.limit - sequence.prompt_length} more, {needed} pages of {self.block_size}",
                f"at most the {self.allocator.blocks} pages that the cache has",
            )

    def add(self, sequence: Sequence) -> None:
        """Queue a sequence; raises as ``check``."""
        self.check(sequence)
        self._waiting.append(sequence)

    def plan(self) -> list[Share]:
        """Choose the shares of the next step, decoding ones first, with pages for all of their tokens.

        At least one share, as long as anything waits or runs: the first sequence can always go on, since it fits alone.
        """
        shares: list[Share] = []
        budget = self.max_tokens
        # Whoever decodes first, then prompts that were begun, each in order of admission.
        for sequence in sorted(self._running, key=lambda entry: entry.left > 1):
            if sequence not in self._running:
                continue  # preempted by one before it
            share = self._share(sequence)
            if shares and share.count > budget:
                continue
            if self._make_room(share, {entry.sequence for entry in shares}):
                shares.append(share)
                budget -= share.count
        while self._waiting and len(self._running) < self.max_sequences:
            sequence = self._waiting[0]
            share = self._share(sequence)
            # All known tokens must find room, or the chunks of one sequence would push out those of another in turn.
            if (shares and share.count > budget) or self._blocks_for(sequence.left) > self.allocator.free:
                break
            self._waiting.popleft()
            self._running.append(sequence)
            self._give_pages(share)
            shares.append(share)
            budget -= share.count
        return sorted(shares, key=lambda share: not share.decodes)

    def finish(self, sequence: Sequence) -> None:
        """Take a sequence out and free its pages."""
        self._running.remove(sequence)
        self._release(sequence)

    def abandon(self) -> None:
        """Take everything out, after a failure, so that no page is lost."""
        for sequence in self._running:
            self._release(sequence)
        self._running.clear()
        self._waiting.clear()

    def _share(self, sequence: Sequence) -> Share:
        count = sequence.next if self.chunk is None else min(sequence.next, self.chunk)
        return Share(sequence, sequence.computed, count)

    def _blocks_for(self, tokens: int) -> int:
        return -(-tokens // self.block_size)

    def _missing(self, share: Share) -> int:
        return self._blocks_for(share.start + share.count) - len(share.sequence.blocks)

    def _give_pages(self, share: Share) -> None:
        share.sequence.blocks += self.allocator.take(max(self._missing(share), 0))

    def _make_room(self, share: Share, placed: set[Sequence]) -> bool:
        """Get the pages of a share, preempting the last admitted sequence that has no share yet; False where it went itself."""
        while self._missing(share) > self.allocator.free:
            victim = next(entry for entry in reversed(self._running) if entry not in placed)
            self._preempt(victim)
            if victim is share.sequence:
                return False
        self._give_pages(share)
        return True

    def _preempt(self, sequence: Sequence) -> None:
        self._running.remove(sequence)
        self._release(sequence)
        sequence.computed = 0
        sequence.preemptions += 1
        self._waiting.appendleft(sequence)

    def _release(self, sequence: Sequence) -> None:
        self.allocator.give_back(sequence.blocks)
        sequence.blocks = []
