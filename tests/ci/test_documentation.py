"""Tables in the documentation are what code and matrix say; links lead somewhere; the lists of mutants apply."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.ci.runs import ROOT

from rocm_ci import documentation, mutants
from rocm_ci.errors import RocmCiError
from rocm_ci.verdicts import KINDS

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_generated_tables_are_current() -> None:
    names = [str(path.relative_to(ROOT)) for path in documentation.outdated(ROOT)]
    assert not names, f"{', '.join(names)} drifted: run `make docs`"


def test_a_table_that_drifts_is_noticed() -> None:
    text = "<!-- begin backends -->\nold\n<!-- end backends -->"
    assert documentation.replaced(text, "backends", "new") == "<!-- begin backends -->\nnew\n<!-- end backends -->"
    with pytest.raises(RocmCiError, match="must stand once"):
        documentation.replaced("no marks", "backends", "new")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if "://" not in link:
            assert (page.parent / link).exists(), link


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
