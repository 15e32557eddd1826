"""The command `rocm-ci list`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from rocm_ci import times
from rocm_ci.commands.common import add_selection, find_root, matrix_of, selection_of
from rocm_ci.commands.parser import Commands
from rocm_ci.machine import cannot_run, this_machine
from rocm_ci.plan import chosen_cells

LIST_EXAMPLES = """examples:
  rocm-ci list --size quick
  rocm-ci list --device rocm --json
  rocm-ci list --changed-since origin/main     cells that this branch can have changed
  rocm-ci list --target gfx942 --shard 2/4     what the second of four machines would run
"""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    listing = commands.add("list", "List cells, and why those that cannot run here cannot.", LIST_EXAMPLES)
    add_selection(listing)
    listing.add_argument("--json", action="store_true", help="print every field of every cell")
    listing.set_defaults(function=_list)


def _list(arguments: argparse.Namespace) -> int:
    root = find_root(Path.cwd())
    machine = this_machine()
    matrix = matrix_of(arguments, root)
    selection = selection_of(arguments, matrix, root)
    # A change may well reach no cell; every other choice that takes none is a mistake.
    reaches_none = selection.affected is not None and not any(selection.takes(cell) for cell in matrix.cells)
    cells = [] if reaches_none else chosen_cells(matrix, selection, times.load(root / times.FILE))
    if arguments.json:
        entries: list[dict[str, Any]] = [
            {**cell.model_dump(mode="json"), "repeat": cell.repeat, "not_runnable_here": cannot_run(cell, machine)}
            for cell in cells
        ]
        sys.stdout.write(json.dumps(entries, indent=1) + "\n")
        return 0
    table = Table(header_style="bold")
    for name in ("id", "op", "device", "expected", "size", "runs here"):
        table.add_column(name, overflow="fold")
    for cell in cells:
        reason = cannot_run(cell, machine)
        device = f"{cell.device} ({cell.target})" if cell.target else cell.device
        expected = cell.backend or cell.raises or ""
        table.add_row(cell.id, cell.op, device, expected, cell.size, "yes" if reason is None else f"no: {reason}")
    console = Console(width=None if sys.stdout.isatty() else 180)
    console.print(table)
    runnable = sum(cannot_run(cell, machine) is None for cell in cells)
    console.print(f"{len(cells)} cells, {runnable} of them run here")
    console.print(f"machine: {escape(machine.summary)}", style="dim", soft_wrap=True)
    return 0
