"""Questions for the tiny models, with the one right answer of each.

Recall: ``<s> k5 v7 k9 v3 ... k5`` is answered by ``v7``. Majority: ``<s> a1 a2 a2 ... ?`` is answered by ``a2``, the letter
seen more often. Recall notices wrong pages, heads and positions, majority notices a wrong softmax scale.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from tests.model.tiny.vocabulary import FIRST_KEY, FIRST_LETTER, FIRST_VALUE, LETTERS, QUESTION, START, SYMBOLS

Place = Literal["anywhere", "early", "late"]
MOST_PAIRS = 128
MOST_LETTERS = 400


@dataclass(frozen=True)
class Item:
    """A prompt and the token that must follow; ``choices`` are the tokens that could be meant (for multiple choice)."""

    task: str
    prompt: tuple[int, ...]
    answer: int
    choices: tuple[int, ...]


def recall(count: int, pairs: int, seed: int, place: Place = "anywhere") -> Iterator[Item]:
    """Questions about ``pairs`` key/value pairs; raises ValueError outside 2 to MOST_PAIRS pairs.

    ``place`` says where the pair asked for stands: in the first or last 8 pairs, or anywhere. Faults that lose the first or the
    last pages of a cache fall to chance on those alone.
    """
    if not 2 <= pairs <= MOST_PAIRS:
        raise ValueError(f"pairs is {pairs}, expected 2 to {MOST_PAIRS}")
    generator = np.random.default_rng((seed, pairs, ("anywhere", "early", "late").index(place)))
    spans = {"anywhere": (0, pairs), "early": (0, min(8, pairs)), "late": (max(0, pairs - 8), pairs)}
    for _ in range(count):
        keys = FIRST_KEY + generator.permutation(SYMBOLS)[:pairs]
        values = FIRST_VALUE + generator.integers(0, SYMBOLS, pairs)
        asked = int(generator.integers(*spans[place]))
        prompt = (START, *np.stack([keys, values], 1).reshape(-1).tolist(), int(keys[asked]))
        yield Item(f"recall_{place}", prompt, int(values[asked]), tuple(sorted(set(values.tolist()))))


def majority(count: int, letters: int, seed: int) -> Iterator[Item]:
    """Questions about which of two letters came more often, 60 to 75 times of 100.

    Raises ValueError outside 8 to MOST_LETTERS.
    """
    if not 8 <= letters <= MOST_LETTERS:
        raise ValueError(f"letters is {letters}, expected 8 to {MOST_LETTERS}")
    generator = np.random.default_rng((seed, letters, 3))
    for _ in range(count):
        more, less = (FIRST_LETTER + generator.permutation(LETTERS)[:2]).tolist()
        often = round(letters * generator.uniform(0.6, 0.75))
        run = generator.permutation([more] * often + [less] * (letters - often)).tolist()
        yield Item("majority", (START, *run, QUESTION), more, tuple(sorted((more, less))))
