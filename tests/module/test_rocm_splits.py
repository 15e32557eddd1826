"""Into how many parts a context is cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocm_kernels.backends.rocm.splits import choose_splits


@pytest.mark.parametrize(
    ("workgroups", "tokens", "per_round", "units", "expected"),
    [
        (1, 128, 128, 304, 1),  # one round cannot be cut
        (1, 4096, 128, 304, 16),  # two rounds a part, since the device has room for all
        (1, 300, 128, 304, 2),  # three rounds: two and one
        (64, 4096, 128, 304, 4),  # 256 workgroups fill 80 % of 304 units
        (1000, 100_000, 128, 304, 1),  # the batch alone fills the device
        (8, 0, 128, 304, 1),
        (0, 4096, 128, 304, 16),
    ],
)
def test_known_cases(workgroups: int, tokens: int, per_round: int, units: int, expected: int) -> None:
    assert choose_splits(workgroups, tokens, per_round, units) == expected


@given(st.integers(0, 5000), st.integers(0, 2**20), st.sampled_from([64, 128, 256]), st.sampled_from([64, 104, 304]))
def test_a_part_is_never_empty_and_the_device_is_filled_where_it_can_be(
    workgroups: int, tokens: int, per_round: int, units: int
) -> None:
    splits = choose_splits(workgroups, tokens, per_round, units)
    rounds = max(1, -(-tokens // per_round))
    most = -(-rounds // 2)
    assert 1 <= splits <= most
    assert splits == most or splits * max(workgroups, 1) >= int(0.8 * units)
    # No more than twice what was asked for: parts cost a merge.
    assert splits == 1 or splits < 2 * (int(0.8 * units) // max(workgroups, 1) + 1) + 1
