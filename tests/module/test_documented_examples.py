"""The examples of the documentation run as they are pasted, print what they say, and their results are right."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import torch

from rocm_kernels.targets import TARGETS

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "docs/kv_cache.md", "docs/dispatch.md", "docs/models.md", "docs/ops.md")
PRINTED = re.compile(r"^print\(.*\)\s{2,}# (.+)$", re.MULTILINE)


def examples(page: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def run(source: str, page: str) -> dict[str, Any]:
    """Run an example as a script of its own would run: nothing is there but what it imports."""
    torch.manual_seed(0)
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(source, page, "exec"), names)  # the text is this project's own documentation
    return names


@pytest.mark.parametrize("page", PAGES)
def test_examples_run_as_pasted_and_print_what_they_say(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = examples(page)
    assert found
    for source in found:
        run(source, page)
        said = PRINTED.findall(source)
        assert said, "an example shows what comes of it"
        printed = capsys.readouterr().out.splitlines()
        for words in said:
            if not words.startswith("the "):  # a description in place of the text
                assert words in printed


def attended(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    """Attention of [heads, head_size] to [tokens, kv_heads, head_size], from its formula in double precision."""
    shared = query.shape[0] // key.shape[1]
    key, value = (part.double().repeat_interleave(shared, 1) for part in (key, value))
    scores = torch.einsum("hd,thd->ht", query.double(), key) / query.shape[1] ** 0.5
    return torch.einsum("ht,thd->hd", scores.softmax(-1), value)


def test_the_results_of_the_examples_are_right() -> None:
    names = run(examples("README.md")[0], "README.md")
    expected = attended(names["query"][0], names["key"], names["value"])
    assert (names["output"][0].double() - expected).abs().max() <= 2**-8 * expected.abs().max()  # half an ulp of bf16
    names = run(examples("docs/kv_cache.md")[0], "docs/kv_cache.md")
    for again, given in (("key_again", "key"), ("value_again", "value")):
        error = (names[again] - names[given]).abs()
        # e4m3fnuz has 3 mantissa bits; below its smallest normal number, 2^-7, its steps are 2^-10.
        assert bool((error <= torch.clamp(names[given].abs() * 2**-4, min=2**-11)).all())
    expected = attended(names["query"][0], names["key_again"], names["value_again"])
    assert (names["output"][0].double() - expected).abs().max() <= 2**-8 * expected.abs().max()


def test_the_readme_leads_to_every_page_and_ties_products_to_targets() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    pages = sorted(path.name for path in (ROOT / "docs").glob("*.md"))
    assert pages
    assert [page for page in pages if f"](docs/{page})" not in text] == []
    for entry in TARGETS.values():
        assert f"{entry.product.removesuffix(' (one die)')} `{entry.name}`" in text.replace(" is `", " `")
