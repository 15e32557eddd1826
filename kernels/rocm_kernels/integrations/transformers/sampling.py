"""Chooses the next token from logits: the likeliest, a random one, or one that is given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import torch

from rocm_kernels import validation
from rocm_kernels.errors import InvalidArgumentError


@dataclass(frozen=True)
class SamplingOptions:
    """How a completion is made.

    Attributes:
        max_new_tokens: most tokens of a completion.
        temperature: 0 takes the likeliest token; above, logits are divided by it.
        top_k: only the k likeliest tokens; None takes all.
        top_p: only the likeliest tokens that together have this probability, at least one.
        seed: of the random numbers. Request i of a call has a generator of its own, seeded with (seed, i): what it draws
            depends neither on the other requests nor on preemption.
        stop_tokens: tokens that end a completion and stay its last one.
    """

    max_new_tokens: int = 16
    temperature: float = 0.0
    top_k: int | None = None
    top_p: float = 1.0
    seed: int = 0
    stop_tokens: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        validation.check_whole_number("max_new_tokens", self.max_new_tokens)
        if not 0 <= self.temperature < float("inf"):
            raise InvalidArgumentError("temperature", self.temperature, "a finite number from 0 on")
        if self.top_k is not None:
            validation.check_whole_number("top_k", self.top_k)
        if not 0 < self.top_p <= 1:
            raise InvalidArgumentError("top_p", self.top_p, "above 0, at most 1")


class Row(NamedTuple):
    """The logits of one position.

    Attributes:
        logits: fp32 [vocabulary].
        likeliest: the token with the largest logit; of equal ones the first.
        largest: its logit.
        normaliser: logarithm of the sum of all exponentials.
    """

    logits: torch.Tensor
    likeliest: int
    largest: float
    normaliser: float

    def logprob(self, token: int) -> float:
        """Natural logarithm of a token's probability."""
        logit = self.largest if token == self.likeliest else float(self.logits[token])
        return logit - self.normaliser


def rows_of(logits: torch.Tensor) -> list[Row]:
    """Split the logits of a step, fp32 [rows, vocabulary], with one wait for the device for all rows together."""
    if not len(logits):
        return []
    likeliest = logits.argmax(-1)
    largest = logits.gather(-1, likeliest[:, None])[:, 0]
    # Doubles hold token ids and fp32 numbers exactly.
    known = torch.stack([likeliest.double(), largest.double(), logits.logsumexp(-1).double()], -1).tolist()
    return [Row(row, int(token), logit, norm) for row, (token, logit, norm) in zip(logits, known, strict=True)]


class Chooser(Protocol):
    """Gives the next token of one sequence."""

    def __call__(self, row: Row) -> int:
        """Choose from the logits of a position."""


class Likeliest:
    """Greedy decoding; of equal logits the first one wins."""

    def __call__(self, row: Row) -> int:
        """Give the token with the largest logit."""
        return row.likeliest


class Given:
    """Tokens that are known before: a continuation to be scored."""

    def __init__(self, tokens: Sequence[int]) -> None:
        self._tokens = iter(tokens)

    def __call__(self, row: Row) -> int:
        """Give the next token, whatever the logits say."""
        return next(self._tokens)


class Sampled:
    """Random tokens from what temperature, top_k and top_p leave."""

    def __init__(self, options: SamplingOptions, request: int) -> None:
        self._options = options
        self._generator = torch.Generator().manual_seed(hash((options.seed, request)) & (2**63 - 1))

    def __call__(self, row: Row) -> int:
        """Draw one token."""
        kept = probabilities(row.logits.cpu(), self._options)
        return int(torch.multinomial(kept, 1, generator=self._generator))


def probabilities(logits: torch.Tensor, options: SamplingOptions) -> torch.Tensor:
    """The distribution that is drawn from: fp32 [vocabulary], adds up to 1; ``options.temperature`` must be above 0."""
    scaled = logits.float() / options.temperature
    order = scaled.argsort(descending=True, stable=True)
    share = scaled[order].softmax(-1)
    keep = torch.ones_like(share, dtype=torch.bool)
    if options.top_k is not None:
        keep[options.top_k :] = False
    # A token stays where those before it have not reached top_p yet.
    keep &= share.cumsum(-1) - share < options.top_p
    keep[0] = True
    kept = torch.zeros_like(share)
    kept[order] = share.where(keep, torch.zeros(()))
    return kept / kept.sum()


def chooser(options: SamplingOptions, request: int) -> Chooser:
    """The chooser of one request of a call."""
    return Likeliest() if options.temperature == 0 else Sampled(options, request)
