"""The command `rocm-ci check`."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from rocm_ci.commands.common import find_root, matrix_of
from rocm_ci.commands.parser import Commands

CHECK_EXAMPLES = """examples:
  rocm-ci check
  rocm-ci check path/to/matrix.toml
"""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    check = commands.add("check", "Check that the matrix is valid.", CHECK_EXAMPLES)
    check.add_argument("matrix", nargs="?", type=Path, default=None, help="the file (default: ci/matrix.toml)")
    check.set_defaults(function=_check)


def _check(arguments: argparse.Namespace) -> int:
    matrix = matrix_of(arguments, find_root(Path.cwd()) if arguments.matrix is None else Path())
    families = {cell.family for cell in matrix.cells}
    Console().print(
        f"{escape(str(matrix.path))}: {len(matrix.cells)} cells in {len(families)} families", soft_wrap=True
    )
    return 0
