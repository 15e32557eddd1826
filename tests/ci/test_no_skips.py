"""No test leaves itself out: what a test needs, `make setup` installs, and a missing piece is a failure."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.ci.runs import ROOT

WORDS = frozenset({"skip", "skipif", "importorskip", "xfail", "skipTest", "SkipTest", "Skipped"})
# Cells that this machine cannot run are told as skipped where nobody planned them; one test of the judge skips on purpose.
ALLOWED = {"tests/module/conftest.py": 1, "tests/ci/broken/skips_everything.py": 1}


def skips(text: str) -> Iterator[int]:
    """Lines on which something is left out."""
    for node in ast.walk(ast.parse(text)):
        names = [node.attr] if isinstance(node, ast.Attribute) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []
        if WORDS.intersection(names):
            yield node.lineno


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("import pytest\npytest.skip('x')", [2]),
        ("import pytest\nm = pytest.importorskip('m')", [2]),
        ("import pytest\n@pytest.mark.skipif(True, reason='x')\ndef f(): ...", [2]),
        ("import pytest\npytestmark = [pytest.mark.xfail]", [2]),
        ("from unittest import SkipTest", [1]),
        ("skip = 3\nreport.skipped", []),
    ],
)
def test_every_way_to_leave_a_test_out_is_found(text: str, lines: list[int]) -> None:
    assert list(skips(text)) == lines


def test_no_test_leaves_itself_out() -> None:
    found = {}
    for path in sorted((ROOT / "tests").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        lines = list(skips(path.read_text(encoding="utf-8")))
        if len(lines) > ALLOWED.get(name, 0):
            found[name] = lines
    assert found == {}
    assert all((ROOT / name).is_file() for name in ALLOWED)


def test_a_folder_that_is_not_collected_says_so() -> None:
    """What needs an engine of containers is its own target, never a skip that reads as done."""
    conftest = Path(ROOT / "tests" / "docker" / "conftest.py").read_text(encoding="utf-8")
    assert "collect_ignore" in conftest
    assert "make test-docker" in conftest
