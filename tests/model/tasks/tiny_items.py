"""Items of the tiny models as lm-eval wants them.

Only those are kept that the model itself answers right in fp32 with a margin, by transformers' own code: then a right kernel
scores exactly 1.000 in any type, and everything less is a fault.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import datasets
import torch
from tests.model.tiny.items import Item, majority, recall
from tests.model.tiny.vocabulary import text
from transformers import AutoModelForCausalLM

import rocm_kernels.integrations.lm_eval  # noqa: F401 - lm-eval's own command line learns the model's name by this

MARGIN = 4.0  # nats between the right answer and the next
SEED = 7  # training draws from no seed of items


@cache
def _judge(folder: Path) -> Any:
    """The model as transformers runs it."""
    return AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, local_files_only=True).eval()


@torch.inference_mode()
def sure(folder: Path, items: Iterable[Item]) -> list[Item]:
    """The items that the model answers right with the margin; items of one call must be equally long."""
    items = list(items)
    logits = _judge(folder)(torch.tensor([item.prompt for item in items]), use_cache=False).logits[:, -1]
    kept = []
    for item, row in zip(items, logits.log_softmax(-1), strict=True):
        right = float(row[item.answer])
        row[item.answer] = -torch.inf
        if right - float(row.max()) > MARGIN:
            kept.append(item)
    return kept


def _dataset(items: list[Item]) -> dict[str, Any]:
    rows = [{"prompt": text(item.prompt), "answer": f" {text([item.answer])}"} for item in items]
    return {"test": datasets.Dataset.from_list(rows)}


def recall_items(pretrained: str, count: int, pairs: int, items: int | None = None, **others: Any) -> dict[str, Any]:
    """A third of the questions about pairs at the beginning, a third at the end, a third anywhere.

    ``items`` (lm-eval's metadata) overrules the ``count`` of the task.
    """
    share = -(-(items or count) // 3)
    drawn = [
        item
        for place in ("early", "late", "anywhere")
        # The models answer at least nine of ten with the margin.
        for item in sure(Path(pretrained), recall(2 * share, pairs, SEED, place))[:share]  # type: ignore[arg-type]
    ]
    return _dataset(drawn)


def majority_items(
    pretrained: str, count: int, letters: int, items: int | None = None, **others: Any
) -> dict[str, Any]:
    """Which of two letters came more often."""
    count = items or count
    return _dataset(sure(Path(pretrained), majority(2 * count, letters, SEED))[:count])
