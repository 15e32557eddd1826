"""The committed models answer as their log says, and are small."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from tests.model.tiny.architectures import ARCHITECTURES
from tests.model.tiny.items import MOST_LETTERS, MOST_PAIRS, majority, recall
from tests.model.tiny.train import IGNORED, accuracy, majority_batch, recall_batch
from tests.model.tiny.vocabulary import FIRST_VALUE, QUESTION, WORDS, text
from transformers import AutoModelForCausalLM, AutoTokenizer

HERE = Path(__file__).parent
CHECKED = 32


@pytest.mark.parametrize("name", sorted(ARCHITECTURES))
def test_a_saved_model_answers_as_its_log_says(name: str) -> None:
    entries = [json.loads(line) for line in (HERE / name / "train.jsonl").read_text(encoding="utf-8").splitlines()]
    said = entries[-1]
    assert said["saved"] == "fp16"
    model = AutoModelForCausalLM.from_pretrained(HERE / name, dtype=torch.float32).eval()
    scores = accuracy(model, "cpu", CHECKED)
    for kind, score in scores.items():
        # Five standard errors of a share of CHECKED items, and one item for shares near 1.
        spread = 5 * (said[kind] * (1 - said[kind]) / CHECKED) ** 0.5 + 1 / CHECKED
        assert score == pytest.approx(said[kind], abs=spread), kind


def test_the_models_are_small_together() -> None:
    assert sum(path.stat().st_size for path in HERE.rglob("*") if path.is_file()) < 10_000_000


@pytest.mark.parametrize("name", sorted(ARCHITECTURES))
def test_the_tokenizer_reads_what_items_write(name: str) -> None:
    tokenizer = AutoTokenizer.from_pretrained(HERE / name)
    item = next(recall(1, 5, seed=3))
    assert tuple(tokenizer(text(item.prompt)).input_ids) == item.prompt
    assert tokenizer.decode([item.answer]) == WORDS[item.answer]


@pytest.mark.parametrize("place", ["anywhere", "early", "late"])
def test_recall_items_have_the_answer_that_they_say(place: str) -> None:
    for item in recall(50, 20, seed=4, place=place):  # type: ignore[arg-type]
        keys, values = item.prompt[1:-1:2], item.prompt[2:-1:2]
        assert len(set(keys)) == 20
        assert item.answer in item.choices
        assert min(item.choices) >= FIRST_VALUE
        where = keys.index(item.prompt[-1])
        assert values[where] == item.answer
        assert {"anywhere": where >= 0, "early": where < 8, "late": where >= 12}[place]


def test_majority_items_have_the_answer_that_they_say() -> None:
    for item in majority(50, 40, seed=4):
        letters = item.prompt[1:-1]
        assert item.prompt[-1] == QUESTION
        assert len(letters) == 40
        assert letters.count(item.answer) >= 24
        assert set(letters) == set(item.choices)


def test_items_of_a_seed_stay_the_same_and_seeds_differ() -> None:
    assert list(recall(3, 10, 1)) == list(recall(3, 10, 1)) != list(recall(3, 10, 2))
    assert list(majority(3, 10, 1)) == list(majority(3, 10, 1)) != list(majority(3, 10, 2))


@pytest.mark.parametrize("pairs", [1, MOST_PAIRS + 1])
def test_recall_refuses_other_sizes(pairs: int) -> None:
    with pytest.raises(ValueError, match=f"pairs is {pairs}"):
        next(recall(1, pairs, 1))


@pytest.mark.parametrize("letters", [7, MOST_LETTERS + 1])
def test_majority_refuses_other_sizes(letters: int) -> None:
    with pytest.raises(ValueError, match=f"letters is {letters}"):
        next(majority(1, letters, 1))


def test_training_labels_are_the_right_answers() -> None:
    generator = torch.Generator().manual_seed(5)
    tokens, labels = recall_batch(3, 7, 20, generator)
    for row, answers in zip(tokens.tolist(), labels.tolist(), strict=True):
        pairs = dict(zip(row[1:15:2], row[2:15:2], strict=True))
        assert [answers[place] for place in range(15, 29, 2)] == [pairs[row[place]] for place in range(15, 29, 2)]
        assert sum(answer != IGNORED for answer in answers) == 7
    tokens, labels = majority_batch(3, 20, generator)
    for row, answers in zip(tokens.tolist(), labels.tolist(), strict=True):
        for place, answer in enumerate(answers):
            seen = [token for token in row[1:place] if token != QUESTION]
            if answer != IGNORED:
                assert row[place] == QUESTION
                assert 2 * seen.count(answer) > len(seen)
            elif row[place] == QUESTION:
                assert len({seen.count(token) for token in seen}) == 1
