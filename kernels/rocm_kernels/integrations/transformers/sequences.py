"""One request on its way through the engine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import torch

from rocm_kernels.integrations.transformers.sampling import Chooser, Row

FinishReason = Literal["stop", "length"]


class TokenScore(NamedTuple):
    """How likely the model held a token.

    Attributes:
        logprob: natural logarithm of its probability.
        greedy: whether it was the likeliest.
    """

    logprob: float
    greedy: bool


@dataclass(eq=False)
class Sequence:
    """The state of one request.

    Attributes:
        request: its place in the call.
        tokens: the prompt and what came after it.
        prompt_length: tokens of the prompt.
        choose: gives the next token.
        limit: most tokens, the prompt included.
        stop: tokens that end it.
        decode_from: the first token of the prompt that is decoded by itself, not computed with those before it; None computes
            the whole prompt as such.
        ends: told the new tokens after each one, says whether the sequence ends there; None never does.
        scored_from: tokens from this position on get a score; 1 or more.
        keep_logits: keep the logits from which each scored token came.
        blocks: its pages, in order.
        computed: tokens whose keys and values are in the cache.
        preemptions: how often it lost its pages and began anew.
        scores, logits: by position of the token.
        finish_reason: None while it runs.
    """

    request: int
    tokens: list[int]
    prompt_length: int
    choose: Chooser
    limit: int
    stop: frozenset[int]
    scored_from: int
    keep_logits: bool = False
    decode_from: int | None = None
    ends: Callable[[list[int]], bool] | None = None
    blocks: list[int] = field(default_factory=list)
    computed: int = 0
    preemptions: int = 0
    scores: dict[int, TokenScore] = field(default_factory=dict)
    logits: dict[int, torch.Tensor] = field(default_factory=dict)
    finish_reason: FinishReason | None = None

    @property
    def left(self) -> int:
        """Known tokens that are not computed yet. The last one of a full sequence never is: nothing comes after it."""
        return min(len(self.tokens), self.limit - 1) - self.computed

    @property
    def next(self) -> int:
        """Known tokens that may be computed together now."""
        held_back = 0 if self.decode_from is None else self.decode_from - self.computed
        return min(self.left, held_back) if held_back > 0 else self.left

    def wanted(self, start: int, count: int) -> range:
        """Positions in [start, start + count) whose logits are needed: of scored tokens and of the next one.

        The logits of position p are those of the token at p + 1. What has a score already (before a preemption) is left out.
        """
        stop = start + count
        first = max(start, self.scored_from - 1)
        while first < stop and first + 1 in self.scores and first + 1 < len(self.tokens):
            first += 1
        last_known = len(self.tokens) - 1
        if stop == len(self.tokens) and len(self.tokens) < self.limit:
            return range(min(first, last_known), stop)
        return range(first, min(stop, last_known))

    def take(self, position: int, row: Row) -> None:
        """Use the logits of a position: score the token after it, choosing it first where it is new."""
        if position + 1 == len(self.tokens):
            token = self.choose(row)
            self.tokens.append(token)
            if token in self.stop or (self.ends is not None and self.ends(self.tokens[self.prompt_length :])):
                self.finish_reason = "stop"
            elif len(self.tokens) >= self.limit:
                self.finish_reason = "length"
        token = self.tokens[position + 1]
        self.scores[position + 1] = TokenScore(row.logprob(token), token == row.likeliest)
        if self.keep_logits:
            self.logits[position + 1] = row.logits
