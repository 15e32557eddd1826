"""Train a tiny model and save it in 16 bit with its tokenizer and log.

examples:
  python -m tests.model.tiny.train falcon                        as committed, on a GPU a few minutes
  python -m tests.model.tiny.train llama_64 --device cpu --steps 200 --out build/llama
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
import transformers
from tests.model.tiny.architectures import ARCHITECTURES
from tests.model.tiny.items import MOST_LETTERS, MOST_PAIRS, majority, recall
from tests.model.tiny.vocabulary import (
    FIRST_KEY,
    FIRST_LETTER,
    FIRST_VALUE,
    LETTERS,
    QUESTION,
    SPECIAL,
    START,
    SYMBOLS,
    WORDS,
)
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import WhitespaceSplit
from torch import Tensor
from torch.nn.functional import cross_entropy
from transformers import AutoModelForCausalLM, PreTrainedTokenizerFast

IGNORED = -100
HERE = Path(__file__).parent
TIMED = 150  # steps over which the speed is measured where minutes are given in place of steps
CHECKED_PAIRS = (8, 32, 64, 128)
CHECKED_LETTERS = (16, 100, 400)


def recall_batch(batch: int, pairs: int, symbols: int, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Pairs of the first ``symbols`` symbols and then a question about each, in another order, answered at once.

    Gives tokens and labels [batch, 1 + 4 pairs]; only the answers have labels. Many questions a sequence make the loss dense,
    without which training stays on a plateau.
    """
    device = generator.device
    keys = FIRST_KEY + torch.rand(batch, symbols, generator=generator, device=device).argsort(1)[:, :pairs]
    values = FIRST_VALUE + torch.randint(symbols, (batch, pairs), generator=generator, device=device)
    order = torch.rand(batch, pairs, generator=generator, device=device).argsort(1)
    asked, answers = keys.gather(1, order), values.gather(1, order)
    start = torch.full((batch, 1), START, device=device)
    given = torch.stack([keys, values], 2).flatten(1)
    questions = torch.stack([asked, answers], 2).flatten(1)
    tokens = torch.cat([start, given, questions], 1)
    labels = torch.full_like(tokens, IGNORED)
    labels[:, 1 + 2 * pairs :: 2] = answers
    return tokens, labels


def majority_batch(batch: int, letters: int, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Runs of two letters with a question mark after every fifth; the label there is the letter seen more often so far.

    Gives tokens and labels [batch, 1 + letters + letters // 5].
    """
    device = generator.device
    names = FIRST_LETTER + torch.rand(batch, LETTERS, generator=generator, device=device).argsort(1)[:, :2]
    share = 0.25 + 0.5 * torch.rand(batch, 1, generator=generator, device=device)
    second = torch.rand(batch, letters, generator=generator, device=device) < share
    seen = second.cumsum(1) * 2 - torch.arange(1, letters + 1, device=device)
    tokens = names.gather(1, second.long())
    best = torch.where(seen == 0, IGNORED, names.gather(1, (seen > 0).long()))
    groups = letters // 5
    tokens = torch.cat([tokens.view(batch, groups, 5), torch.full((batch, groups, 1), QUESTION, device=device)], 2)
    labels = torch.full_like(tokens, IGNORED)
    labels[:, :, 5] = best.view(batch, groups, 5)[:, :, 4]
    start = torch.full((batch, 1), START, device=device)
    none = torch.full((batch, 1), IGNORED, device=device)
    return torch.cat([start, tokens.flatten(1)], 1), torch.cat([none, labels.flatten(1)], 1)


def draw(progress: float, batch: int, generator: torch.Generator, sizes: torch.Generator) -> tuple[Tensor, Tensor]:
    """One batch; the longest grows over the first half of training, every number of symbols comes up at all times."""

    def uniform() -> float:
        return float(torch.rand((), generator=sizes))

    grown = min(1.0, 2 * progress)
    if uniform() < 0.2:
        letters = 10 + int(uniform() * (max(20.0, grown * MOST_LETTERS) - 10))
        return majority_batch(batch, letters // 5 * 5, generator)
    most = max(4.0, grown * MOST_PAIRS)
    pairs = max(2, min(MOST_PAIRS, round(2 * (most / 2) ** uniform()))) if uniform() < 0.5 else max(2, int(most))
    symbols = round(pairs * (SYMBOLS / pairs) ** uniform())
    return recall_batch(batch, pairs, max(symbols, pairs), generator)


@torch.no_grad()
def accuracy(model: Any, device: str, count: int = 256) -> dict[str, float]:
    """Share of right answers for each kind and size of item, on items that training never draws from."""
    scores = {}
    sets = {f"recall {pairs}": list(recall(count, pairs, 90)) for pairs in CHECKED_PAIRS}
    sets |= {f"majority {letters}": list(majority(count, letters, 90)) for letters in CHECKED_LETTERS}
    for name, items in sets.items():
        right = 0
        for first in range(0, count, 64):
            part = items[first : first + 64]
            logits = model(torch.tensor([item.prompt for item in part], device=device)).logits[:, -1]
            right += int((logits.argmax(-1).cpu() == torch.tensor([item.answer for item in part])).sum())
        scores[name] = right / count
    return scores


def tokenizer() -> PreTrainedTokenizerFast:
    """The tokenizer of the tiny models: words between blanks."""
    made = Tokenizer(WordLevel({word: index for index, word in enumerate(WORDS)}, unk_token=SPECIAL[0]))
    made.pre_tokenizer = WhitespaceSplit()
    return PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token=SPECIAL[0], bos_token=SPECIAL[1], eos_token=SPECIAL[2], unk_token=SPECIAL[0]
    )


def train(
    name: str, device: str, steps: int, minutes: float, batch: int, rate: float, seed: int, out: Path
) -> dict[str, float]:
    """Train, write the log while it goes, save in fp16 and give the accuracy of what was saved."""
    torch.manual_seed(seed)
    torch.set_float32_matmul_precision("high")
    architecture = ARCHITECTURES[name]
    model = AutoModelForCausalLM.from_config(architecture.config(), attn_implementation="sdpa").to(device)
    torch.nn.init.normal_(model.get_input_embeddings().weight, std=architecture.embedding_std)
    optimizer = torch.optim.AdamW(
        model.parameters(), lr=rate, betas=(0.9, 0.98), weight_decay=0.01, fused=device != "cpu"
    )
    generator = torch.Generator(device).manual_seed(seed)
    sizes = torch.Generator().manual_seed(seed)
    out.mkdir(parents=True, exist_ok=True)
    began = began_timed = time.monotonic()
    with (out / "train.jsonl").open("w", encoding="utf-8") as log:

        def note(**entry: object) -> None:
            log.write(json.dumps(entry) + "\n")
            log.flush()
            print(name, json.dumps(entry), flush=True)

        where = torch.cuda.get_device_name() if device.startswith("cuda") else "cpu"
        note(model=name, seed=seed, steps=steps, batch=batch, rate=rate, device=where, torch=torch.__version__,
             transformers=transformers.__version__, parameters=sum(p.numel() for p in model.parameters()))  # fmt: skip
        mean: Tensor | float = 0.0
        step = 0
        while step < steps or not steps:
            step += 1
            if step == TIMED:
                began_timed = time.monotonic()
            if step == 2 * TIMED and not steps:
                steps = 2 * TIMED + int(minutes * 60 * TIMED / (time.monotonic() - began_timed))
                note(steps=steps, chosen_for_minutes=minutes)
            progress = 0.0 if step <= 2 * TIMED else step / steps
            for group in optimizer.param_groups:
                group["lr"] = rate * min(1.0, step / 300) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * progress)))
            tokens, labels = draw(progress, batch, generator, sizes)
            logits = model(tokens, use_cache=False).logits
            loss = cross_entropy(logits.flatten(0, 1).float(), labels.flatten(), ignore_index=IGNORED)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            mean = loss.detach() if step == 1 else 0.98 * mean + 0.02 * loss.detach()
            if step % 1000 == 0 or step == steps:
                entry = {"step": step, "loss": round(float(mean), 4), "seconds": round(time.monotonic() - began, 1)}
                note(**entry, **accuracy(model.eval(), device))
                model.train()
        model = model.half().cpu()
        model.save_pretrained(out)
        tokenizer().save_pretrained(out)
        saved = AutoModelForCausalLM.from_pretrained(out, dtype=torch.float32).to(device).eval()
        scores = accuracy(saved, device, 1024)
        note(saved="fp16", evaluated="fp32", items=1024, **scores)
    return scores


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", choices=sorted(ARCHITECTURES))
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--steps", type=int, default=0, help="how many (default: as many as fit into --minutes)")
    parser.add_argument("--minutes", type=float, default=4.0)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=None, help="folder (default: beside this script)")
    given = parser.parse_args(arguments)
    out = given.out if given.out is not None else HERE / given.model
    train(given.model, given.device, given.steps, given.minutes, given.batch, given.rate, given.seed, out)


if __name__ == "__main__":
    main()
