"""Pages and turns: who is admitted, who is preempted, and that nothing is lost or given twice."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.integrations.errors import OutOfBlocksError
from rocm_kernels.integrations.transformers.allocator import BlockAllocator
from rocm_kernels.integrations.transformers.sampling import Given
from rocm_kernels.integrations.transformers.scheduler import Scheduler
from rocm_kernels.integrations.transformers.sequences import Sequence

BLOCK = 4


def sequence(request: int, prompt: int, new: int) -> Sequence:
    return Sequence(request, [0] * prompt, prompt, Given([]), prompt + new, frozenset(), prompt)


def play(scheduler: Scheduler, waiting: list[Sequence], most_steps: int = 10_000) -> list[list[int]]:
    """Run to the end as an engine would, without a model; gives who took part in each step."""
    for entry in waiting:
        scheduler.add(entry)
    steps: list[list[int]] = []
    while scheduler.busy:
        shares = scheduler.plan()
        assert shares, "a plan without work would never end"
        assert len(steps) < most_steps
        assert [share.decodes for share in shares] == sorted((share.decodes for share in shares), reverse=True)
        pages = [page for share in shares for page in share.sequence.blocks]
        assert len(set(pages)) == len(pages), "a page belongs to one sequence"
        for share in shares:
            entry = share.sequence
            assert share.start == entry.computed
            assert share.count > 0
            assert len(entry.blocks) * BLOCK >= share.start + share.count
            entry.computed += share.count
            if entry.computed == len(entry.tokens) and len(entry.tokens) < entry.limit:
                entry.tokens.append(0)
            if len(entry.tokens) == entry.limit:
                scheduler.finish(entry)
        steps.append([share.sequence.request for share in shares])
    return steps


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 30), st.integers(1, 12)), min_size=1, max_size=8),
    st.integers(0, 12),
    st.one_of(st.none(), st.integers(1, 9)),
    st.integers(1, 8),
    st.integers(1, 40),
)
def test_every_request_ends_whatever_the_pages(
    requests: list[tuple[int, int]], spare: int, chunk: int | None, most: int, tokens: int
) -> None:
    longest = max(-(-(prompt + new - 1) // BLOCK) for prompt, new in requests)
    allocator = BlockAllocator(longest + spare)
    scheduler = Scheduler(allocator, BLOCK, max_sequences=most, max_tokens=tokens, chunk=chunk)
    entries = [sequence(index, *sizes) for index, sizes in enumerate(requests)]
    steps = play(scheduler, entries)
    assert all(len(entry.tokens) == entry.limit for entry in entries)
    assert all(not entry.blocks for entry in entries)
    assert allocator.free == allocator.blocks
    assert max(map(len, steps)) <= most
    assert all(len(set(step)) == len(step) for step in steps)


def test_the_last_admitted_one_makes_room() -> None:
    scheduler = Scheduler(BlockAllocator(4), BLOCK)
    old, new = sequence(0, 8, 8), sequence(1, 8, 8)
    steps = play(scheduler, [old, new])
    assert steps[0] == [0, 1]
    assert (old.preemptions, new.preemptions) == (0, 1)
    assert steps[-1] == [1]


def test_decoding_comes_before_prompts_and_prompts_come_in_chunks() -> None:
    scheduler = Scheduler(BlockAllocator(64), BLOCK, chunk=5)
    short, long = sequence(0, 3, 6), sequence(1, 14, 1)
    scheduler.add(short)
    scheduler.add(long)
    counts = []
    for _ in range(3):
        shares = scheduler.plan()
        counts.append([(share.sequence.request, share.count, share.decodes) for share in shares])
        for share in shares:
            share.sequence.computed += share.count
            if share.sequence.left == 0:
                share.sequence.tokens.append(0)
    assert counts == [[(0, 3, False), (1, 5, False)], [(0, 1, True), (1, 5, False)], [(0, 1, True), (1, 4, False)]]


def test_a_prompt_that_is_longer_than_a_step_goes_alone() -> None:
    scheduler = Scheduler(BlockAllocator(64), BLOCK, max_tokens=10)
    assert play(scheduler, [sequence(0, 25, 1), sequence(1, 4, 1)]) == [[0], [1]]


def test_more_tokens_than_pages_are_refused_before_anything_runs() -> None:
    scheduler = Scheduler(BlockAllocator(3), BLOCK)
    scheduler.add(sequence(0, 8, 5))  # the twelfth token is the last that is written
    with pytest.raises(InvalidArgumentError, match="prompts: got request 7 of 8 tokens and up to 6 more, 4 pages of 4"):
        scheduler.add(sequence(7, 8, 6))
    assert len(play(scheduler, [])) == 5


def test_pages_are_given_all_or_none() -> None:
    allocator = BlockAllocator(5, seed=3)
    first = allocator.take(3)
    assert sorted(first) != first, "pages are shuffled"
    with pytest.raises(OutOfBlocksError, match="3 pages asked for, 2 of 5 are free"):
        allocator.take(3)
    assert allocator.free == 2
    for wrong in ([first[0], first[0]], [*first, 99]):
        with pytest.raises(InvalidArgumentError, match="pages that are taken, each once"):
            allocator.give_back(wrong)
    assert allocator.free == 2
    allocator.give_back(first)
    assert sorted(allocator.take(5)) == list(range(5))


@pytest.mark.parametrize("name", ["max_sequences", "max_tokens", "chunk"])
@pytest.mark.parametrize("value", [0, -1, 1.5])
def test_senseless_bounds_are_refused(name: str, value: float) -> None:
    with pytest.raises(InvalidArgumentError, match=name):
        Scheduler(BlockAllocator(4), BLOCK, **{name: value})  # type: ignore[arg-type]
