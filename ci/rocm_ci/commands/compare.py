"""The command `rocm-ci compare`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rocm_ci import comparison, runner
from rocm_ci.commands.parser import Commands
from rocm_ci.errors import RocmCiError, SelectionError
from rocm_ci.verdicts import KINDS

EXAMPLES = """examples:
  rocm-ci compare reports/FIRST reports/SECOND           the same verdict for every cell?
  rocm-ci compare --numbers reports/FIRST reports/SECOND   the same errors to the last bit too?
"""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    compare = commands.add("compare", "Compare the verdicts of two runs, cell by cell.", EXAMPLES)
    compare.add_argument("first", type=Path)
    compare.add_argument("second", type=Path)
    compare.add_argument("--numbers", action="store_true", help="errors and bounds must be equal too")
    compare.set_defaults(function=_compare)


def _compare(arguments: argparse.Namespace) -> int:
    first, second = (runner.load(folder) for folder in (arguments.first, arguments.second))
    if first.run["id"] == second.run["id"]:
        raise RocmCiError(f"both are run {first.run['id']}: a run compared with itself shows nothing")
    if not first.cells or not second.cells:
        raise SelectionError("a run holds no cell: nothing is compared")
    found = list(comparison.differences(first, second, arguments.numbers))
    for sentence in found:
        sys.stdout.write(f"{sentence}\n")
    commits = {str(run.run.get("commit")) for run in (first, second)}
    where = f"commit {commits.pop()}" if len(commits) == 1 else f"commits {' and '.join(sorted(commits))}"
    sys.stdout.write(f"{len(first.cells)} and {len(second.cells)} cells, {len(found)} differ; {where}\n")
    return KINDS["test"].exit_code if found else 0
