"""The words of the tiny models: one table, read by training, item generators and tokenizer."""

from __future__ import annotations

SPECIAL = ("<pad>", "<s>", "</s>", "?")
PAD, START, END, QUESTION = range(len(SPECIAL))
LETTERS = 16
SYMBOLS = 192
FIRST_LETTER = len(SPECIAL)
FIRST_KEY = FIRST_LETTER + LETTERS
FIRST_VALUE = FIRST_KEY + SYMBOLS
SIZE = FIRST_VALUE + SYMBOLS

WORDS: tuple[str, ...] = (
    *SPECIAL,
    *(f"a{index}" for index in range(LETTERS)),
    *(f"k{index}" for index in range(SYMBOLS)),
    *(f"v{index}" for index in range(SYMBOLS)),
)


def text(tokens: tuple[int, ...] | list[int]) -> str:
    """Write tokens as words with a blank between them, as the models' tokenizer reads them."""
    return " ".join(WORDS[token] for token in tokens)
