"""The example of a red build in README.md and docs/red_build.md is what the command prints, line by line."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from tests.ci.runs import ROOT, environment

from rocm_ci.verdicts import KINDS

PAGES = ("README.md", "docs/red_build.md")
FAMILIES = ("gqa", "window")
FAULT = "wrong_numbers"


@cache
def printed(folder: Path) -> tuple[int, str]:
    """Exit code and output of the run that the pages tell of."""
    ids = [word for family in FAMILIES for word in ("--id", f"{family}/*")]
    command = [sys.executable, "-m", "rocm_ci.cli", "run", "-n", "2", *ids, "--reports", str(folder)]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(FAULT), capture_output=True, text=True, check=False, timeout=280
    )
    return done.returncode, " ".join((done.stdout + done.stderr).split())


def example(page: str) -> list[str]:
    """Lines of the block that starts with a failure."""
    text = (ROOT / page).read_text(encoding="utf-8")
    (block,) = re.findall(r"^```\n(accuracy .*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [" ".join(line.split()) for line in block.splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("red")


@pytest.mark.parametrize("page", PAGES)
def test_the_example_is_what_is_printed(page: str, folder: Path) -> None:
    code, output = printed(folder)
    assert code == KINDS["accuracy"].exit_code, output
    lines = example(page)
    assert lines[-1].startswith("RED (accuracy, exit code 42")
    place = 0
    for line in lines:
        if line.startswith("report:"):
            continue  # names the folder of its own run
        for part in filter(None, (piece.strip() for piece in line.split("..."))):
            found = output.find(part, place)
            assert found >= 0, f"{page}: {part!r} is not printed after {output[max(0, place - 80) : place]!r}"
            place = found + len(part)


def test_the_pages_name_the_fault_and_the_families() -> None:
    text = (ROOT / "docs" / "red_build.md").read_text(encoding="utf-8")
    assert f"PYTEST_PLUGINS=tests.ci.broken.{FAULT}" in text
    assert all(f"`{family}`" in text for family in FAMILIES)
