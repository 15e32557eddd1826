"""Hands out the pages of a paged cache."""

from __future__ import annotations

import random
from collections.abc import Iterable

from rocm_kernels import validation
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.integrations.errors import OutOfBlocksError


class BlockAllocator:
    """The free pages of a cache.

    Pages come in an order that a seed shuffles: a kernel that takes neighbours for neighbours in memory is then wrong at once,
    not only after hours of serving.

    Args:
        blocks: pages of the cache.
        seed: of the order in which pages are first handed out.
    """

    def __init__(self, blocks: int, seed: int = 0) -> None:
        validation.check_whole_number("blocks", blocks)
        self.blocks = blocks
        self._free = list(range(blocks))
        random.Random(seed).shuffle(self._free)  # noqa: S311 - no secret
        self._taken: set[int] = set()

    @property
    def free(self) -> int:
        """How many pages can be taken."""
        return len(self._free)

    def take(self, count: int) -> list[int]:
        """Take pages, all of them or none; raises OutOfBlocksError where fewer are free."""
        if count > len(self._free):
            raise OutOfBlocksError(f"{count} pages asked for, {len(self._free)} of {self.blocks} are free")
        taken = [self._free.pop() for _ in range(count)]
        self._taken.update(taken)
        return taken

    def give_back(self, ids: Iterable[int]) -> None:
        """Free pages; raises InvalidArgumentError for one that is not taken, and frees nothing then."""
        ids = list(ids)
        wrong = [number for number in ids if number not in self._taken]
        if wrong or len(set(ids)) < len(ids):
            raise InvalidArgumentError("ids", wrong or ids, "pages that are taken, each once")
        self._taken.difference_update(ids)
        self._free.extend(ids)
