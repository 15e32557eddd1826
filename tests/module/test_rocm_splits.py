"""Into how many parts a context is cut, and how many waves a workgroup has."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocm_kernels.backends.rocm.splits import (
    ARGUMENT_BYTES,
    FILL,
    LONGEST_PART,
    MERGE_SHARE,
    Part,
    Split,
    choose_split,
)

# Eight query heads of 128 over one key/value head in bf16.
BF16 = Part(8, 128, 512, query_bytes=2048, result_bytes=4160, most_rounds_at_once=2)
FP8 = replace(BF16, tokens_per_round=256, token_bytes=256)


@pytest.mark.parametrize(
    ("part", "tokens", "units", "expected"),
    [
        (BF16, 128, 304, Split(1, 1)),  # one round cannot be cut, nor taken by more waves
        (BF16, 4096, 304, Split(5, 2)),  # five parts are what merging is cheap for
        (FP8, 4096, 304, Split(3, 2)),
        (replace(BF16, workgroups=64), 4096, 304, Split(4, 1)),  # 256 workgroups fill 80 % of 304 units
        (replace(FP8, workgroups=64), 4096, 304, Split(3, 1)),
        (replace(BF16, workgroups=1000), 100_000, 304, Split(1, 1)),  # the batch alone fills the device
        (BF16, 0, 304, Split(1, 1)),
        (replace(BF16, workgroups=0), 4096, 304, Split(5, 2)),
        (replace(BF16, most_rounds_at_once=1), 4096, 304, Split(6, 1)),  # half as many waves read arguments
        # 128 query rows: merging is never cheap, and yet one workgroup would leave the device empty.
        (replace(BF16, query_bytes=32_768, result_bytes=66_560), 8192, 304, Split(4, 2)),
        # One query row: nearly free to merge, so that two rounds a part are the limit.
        (replace(BF16, query_bytes=256, result_bytes=520), 4096, 304, Split(16, 1)),
    ],
)
def test_known_cases(part: Part, tokens: int, units: int, expected: Split) -> None:
    assert choose_split(part, tokens, units) == expected


PARTS = st.builds(
    Part,
    workgroups=st.integers(0, 5000),
    tokens_per_round=st.sampled_from([64, 128, 256]),
    token_bytes=st.sampled_from([64, 256, 512, 1024]),
    query_bytes=st.sampled_from([64, 256, 2048, 65_536]),
    result_bytes=st.sampled_from([136, 520, 4160, 132_096]),
    most_rounds_at_once=st.sampled_from([1, 2]),
)


@given(PARTS, st.integers(0, 2**20), st.sampled_from([64, 104, 304]))
def test_a_part_is_never_empty_and_merging_is_cheap_or_the_parts_are_long(part: Part, tokens: int, units: int) -> None:
    found = choose_split(part, tokens, units)
    rounds = max(1, -(-tokens // part.tokens_per_round))
    assert 1 <= found.parts <= -(-rounds // 2)
    # No more than twice what was asked for.
    assert found.parts == 1 or found.parts < 2 * (int(FILL * units) // max(part.workgroups, 1) + 1) + 1
    again = (found.parts - 1) * part.query_bytes + found.parts * (
        part.result_bytes + ARGUMENT_BYTES * 4 * part.most_rounds_at_once
    )
    assert (
        found.parts == 1
        or again <= MERGE_SHARE * tokens * part.token_bytes
        or found.parts <= -(-tokens // LONGEST_PART)
    )


@given(PARTS, st.integers(0, 2**20), st.sampled_from([64, 104, 304]))
def test_more_waves_only_where_the_device_is_half_empty_and_each_has_two_rounds(
    part: Part, tokens: int, units: int
) -> None:
    found = choose_split(part, tokens, units)
    if found.rounds_at_once > 1:
        assert found.rounds_at_once == part.most_rounds_at_once
        assert 2 * found.parts * part.workgroups <= units
        assert tokens > (4 * found.parts - 1) * part.tokens_per_round
