"""Tables in the documentation are what code and matrix say; links lead somewhere; the lists of mutants apply."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.ci.runs import ROOT
from tests.fakes.install import RIGHT_EVERYWHERE, survey_says

from rocm_ci import documentation, mutants
from rocm_ci.errors import RocmCiError
from rocm_ci.matrix import load
from rocm_ci.verdicts import KINDS
from rocm_kernels import registry
from rocm_kernels.implementation import Implementation
from rocm_kernels.spec import AttentionSpec
from rocm_kernels.support import Support

LAYER_OPS = ("rms_norm", "quantise", "linear", "block_scaled_gemm", "fused_moe")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_generated_tables_are_current() -> None:
    names = [str(path.relative_to(ROOT)) for path in documentation.outdated(ROOT)]
    assert not names, f"{', '.join(names)} drifted: run `make docs`"


def test_a_table_that_drifts_is_noticed() -> None:
    text = "<!-- begin backends -->\nold\n<!-- end backends -->"
    assert documentation.replaced(text, "backends", "new") == "<!-- begin backends -->\nnew\n<!-- end backends -->"
    with pytest.raises(RocmCiError, match="must stand once"):
        documentation.replaced("no marks", "backends", "new")


def _requests(support: Support) -> Iterator[AttentionSpec]:
    """Requests over everything that the columns of a row list."""
    targets = sorted(support.targets or {"gfx942"})
    for kind, target, query, cache, layout in itertools.product(
        sorted(support.devices),
        targets,
        sorted(support.query_dtypes),
        sorted(support.kv_dtypes),
        sorted(support.layouts),
    ):
        on_amd = kind in ("rocm", "emulated")
        device = f"emulated:{target}" if kind == "emulated" else kind
        for heads, scales in itertools.product((support.gqa or (1, 1)), sorted(support.kv_scales)):
            yield AttentionSpec(
                op="paged_attention",
                query_dtype=query,
                kv_dtype=cache,
                query_heads=heads,
                kv_heads=1,
                head_size=min(support.head_sizes or {128}),
                block_size=min(support.block_sizes or {16}),
                layout=layout,
                kv_scales=scales,
                device=device,
                target=target if on_amd else None,
            )


@pytest.mark.parametrize(
    "entry", [entry for op in documentation.OPS for entry in registry.implementations(op)], ids=lambda entry: entry.name
)
def test_a_row_that_is_always_refused_says_so_and_no_other_does(entry: Implementation) -> None:
    (row,) = [line for line in documentation.backends().splitlines() if line.startswith(f"| `{entry.name}`")]
    with survey_says(RIGHT_EVERYWHERE):  # what a survey found is no matter of the table
        served = any(not entry.support.reasons(replace(spec, op=entry.op)) for spec in _requests(entry.support))
    assert ("not used: " in row) is not served


def test_every_rule_of_the_table_is_explained_where_the_head_of_its_column_leads() -> None:
    page, _, anchor = documentation.RULES.partition("(")[2].rstrip(")").partition("#")
    text = (ROOT / page).read_text(encoding="utf-8")
    assert anchor in [heading.lower() for heading in re.findall(r"^## (.+)$", text, re.MULTILINE)]
    rules = {code for op in documentation.OPS for entry in registry.implementations(op) for code in entry.support.rules}
    assert rules
    for code in rules:
        assert f"`{code}`" in text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if "://" not in link:
            assert (page.parent / link).exists(), link


def test_the_first_page_leads_to_every_other() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    missing = [
        page.name for page in PAGES if page.name != "README.md" and f"{page.name})" not in text.replace("#", ")")
    ]
    assert not missing, f"README.md names no {', '.join(missing)}"


def test_the_page_of_the_ops_counts_their_cells() -> None:
    kinds = Counter(cell.device_kind for cell in load(ROOT / "ci" / "matrix.toml").cells if cell.op in LAYER_OPS)
    text = (ROOT / "docs" / "ops.md").read_text(encoding="utf-8")
    found = re.search(r"(\d+) cells run without a GPU .*?, (\d+) are for an NVIDIA GPU and (\d+) for AMD GPUs", text)
    assert found is not None
    assert tuple(map(int, found.groups())) == (kinds["cpu"] + kinds["emulated"], kinds["cuda"], kinds["rocm"])


def test_every_kind_of_trouble_has_its_own_exit_code() -> None:
    codes = [kind.exit_code for kind in KINDS.values()]
    assert len(set(codes)) == len(codes)
    assert not set(codes) & {0, 1, 2, 130}


def test_every_mutant_applies() -> None:
    found = mutants.read_list(ROOT / mutants.LIST)
    assert len(found) >= 30
    mutants.check(found, ROOT)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("not there", "x", "stands 0 times"),
        ("a = 1", "a = (", "is no Python with it"),
        ("a\n", "b", "stands 0 times"),
    ],
)
def test_a_mutant_that_does_not_apply_is_an_error(tmp_path: Path, old: str, new: str, message: str) -> None:
    (tmp_path / "module.py").write_text("a = 1\nb = a\n")
    mutant = mutants.Mutant(
        name="one", description="a fault of a test", file="module.py", old=old.ljust(3), new=new, cells=["*"]
    )
    with pytest.raises(mutants.MutantError, match=message):
        mutants.mutated(mutant, tmp_path)
