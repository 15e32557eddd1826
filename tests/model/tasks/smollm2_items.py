"""Items for SmolLM2 that it can answer: copying text, copying code, and finding a number in a long text.

The answer's perplexity separates right kernels from wrong ones better than accuracy does; finding a number alone misses some.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import datasets
import numpy as np

import rocm_kernels.integrations.lm_eval  # noqa: F401 - lm-eval's own command line learns the model's name by this

SEED = 11
WORDS = {
    "noun": "river garden window teacher market letter engine mountain kitchen bridge forest student lamp village doctor "
    "ladder bottle harbour painter island carpet farmer castle pencil train baker statue blanket library orchard",
    "verb": "finds carries paints follows repairs watches borrows cleans sells remembers",
    "adjective": "old quiet green heavy small bright narrow early wooden distant warm empty",
    "name": "alpha beta count delta entry field group height index join key limit mask node offset price",
}
NOUNS, VERBS, ADJECTIVES, NAMES = (words.split() for words in WORDS.values())
OPERATORS = ("+", "-", "*", "//", "%")


def _sentence(draw: np.random.Generator) -> str:
    def word(words: list[str]) -> str:
        return words[int(draw.integers(len(words)))]

    return f"The {word(ADJECTIVES)} {word(NOUNS)} {word(VERBS)} the {word(ADJECTIVES)} {word(NOUNS)}."


def _function(draw: np.random.Generator) -> str:
    first, second, third = (NAMES[index] for index in draw.permutation(len(NAMES))[:3])
    operator = OPERATORS[int(draw.integers(len(OPERATORS)))]
    number = int(draw.integers(2, 99))
    return (
        f"def {first}_{second}({second}, {third}):\n"
        f"    if {second} > {number}:\n"
        f"        return {second} {operator} {third}\n"
        f"    return {third}\n"
    )


def copies(count: int) -> Iterator[tuple[str, str]]:
    """Four sentences, twice; the last sentence of the second time is asked for."""
    draw = np.random.default_rng((SEED, 1))
    for _ in range(count):
        text = [_sentence(draw) for _ in range(4)]
        again = " ".join(text[:-1])
        yield f"Text: {' '.join(text)}\nThe same text again: {again}", f" {text[-1]}"


def code_copies(count: int) -> Iterator[tuple[str, str]]:
    """Two functions, twice; the body of the last function of the second time is asked for."""
    draw = np.random.default_rng((SEED, 2))
    for _ in range(count):
        functions = [_function(draw) for _ in range(2)]
        head, _, body = functions[-1].partition("\n")
        yield "\n".join([*functions, "# The same functions again.", *functions[:-1], head]), f"\n{body.rstrip()}"


def needles(count: int) -> Iterator[tuple[str, str]]:
    """A number in the first, middle or last part of a text of about 400 tokens."""
    draw = np.random.default_rng((SEED, 3))
    for number in range(count):
        text = [_sentence(draw) for _ in range(30)]
        secret, noun = int(draw.integers(10_000, 99_999)), NOUNS[int(draw.integers(len(NOUNS)))]
        place = (number % 3) * 10 + int(draw.integers(10))
        text.insert(place, f"The secret number of the {noun} is {secret}.")
        question = f"What is the secret number of the {noun}?\nAnswer: The secret number of the {noun} is"
        yield f"{' '.join(text)}\nQuestion: {question}", f" {secret}"


KINDS = {"copy": copies, "code_copy": code_copies, "needle": needles}


def items(kind: str, count: int, items: int | None = None, **others: Any) -> dict[str, Any]:
    """The data set of a task; ``items`` (lm-eval's metadata) overrules the ``count`` of the task."""
    rows = [{"prompt": prompt, "answer": answer} for prompt, answer in KINDS[kind](items or count)]
    return {"test": datasets.Dataset.from_list(rows)}
