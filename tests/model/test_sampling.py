"""Sampling: the distribution that is drawn from, and bad options."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
import torch

from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.integrations.transformers import SamplingOptions
from rocm_kernels.integrations.transformers.sampling import chooser, probabilities, rows_of

SHARES = torch.tensor([0.1, 0.4, 0.2, 0.3])
(ROW,) = rows_of(SHARES.log()[None])


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [0.1, 0.4, 0.2, 0.3]),
        ({"top_k": 2}, [0, 4 / 7, 0, 3 / 7]),
        ({"top_k": 9}, [0.1, 0.4, 0.2, 0.3]),
        # .4 alone does not reach .6, with .3 it does.
        ({"top_p": 0.6}, [0, 4 / 7, 0, 3 / 7]),
        ({"top_p": 0.01}, [0, 1, 0, 0]),
        ({"top_k": 3, "top_p": 0.5}, [0, 4 / 7, 0, 3 / 7]),
        # Halving the temperature squares the shares.
        ({"temperature": 0.5}, [0.01 / 0.3, 0.16 / 0.3, 0.04 / 0.3, 0.09 / 0.3]),
    ],
)
def test_what_is_drawn_from(options: dict[str, Any], expected: list[float]) -> None:
    made = probabilities(SHARES.log(), SamplingOptions(**{"temperature": 1.0, **options}))
    torch.testing.assert_close(made, torch.tensor(expected, dtype=torch.float32))


def test_draws_follow_their_shares() -> None:
    draw = chooser(SamplingOptions(temperature=1.0, seed=2), request=5)
    count = 4000
    seen = Counter(draw(ROW) for _ in range(count))
    for token, share in enumerate(SHARES.tolist()):
        assert abs(seen[token] / count - share) < 4 * (share * (1 - share) / count) ** 0.5


def test_no_temperature_takes_the_likeliest() -> None:
    assert chooser(SamplingOptions(), 0)(ROW) == 1


def test_rows_know_their_likeliest_token_and_every_probability() -> None:
    logits = torch.stack([SHARES.log() + 3, torch.tensor([2.0, 5.0, 5.0, -1.0])])
    first, second = rows_of(logits)
    assert (first.likeliest, second.likeliest) == (1, 1), "of equal logits the first one"
    assert [first.logprob(token) for token in range(4)] == pytest.approx(SHARES.log().tolist(), abs=1e-6)
    assert [second.logprob(token) for token in range(4)] == pytest.approx(logits[1].log_softmax(-1).tolist(), abs=1e-6)
    assert rows_of(logits[:0]) == []


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("max_new_tokens", 0),
        ("temperature", -0.1),
        ("temperature", float("nan")),
        ("temperature", float("inf")),
        ("top_k", 0),
        ("top_p", 0.0),
        ("top_p", 1.1),
    ],
)
def test_senseless_options_are_refused(argument: str, value: float) -> None:
    with pytest.raises(InvalidArgumentError, match=f"{argument}: got"):
        SamplingOptions(**{argument: value})  # type: ignore[arg-type]
