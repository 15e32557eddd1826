"""The command `rocm-ci history`."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from rocm_ci import history, times
from rocm_ci.commands.common import find_root
from rocm_ci.commands.parser import Commands
from rocm_ci.errors import RocmCiError
from rocm_ci.history import Trend

EXAMPLES = """examples:
  rocm-ci history import downloaded-artifacts/   take in every results.json below it; what is known is left out
  rocm-ci history show 'falcon-7b/*'             outcomes, flips, since when red and under which lock
  rocm-ci history flips                          cells that changed their outcome, most often first
  rocm-ci history export-times                   rewrite ci/times.json, by which shards are cut
"""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add("history", "What became of each cell over runs and commits.", EXAMPLES)
    parser.add_argument("--file", type=Path, default=None, help="the database (default: reports/history.sqlite)")
    parts = Commands(parser, dest="part")
    taking = parts.add("import", "Take in results.json files.", "")
    taking.add_argument("paths", nargs="+", type=Path)
    taking.set_defaults(function=_import)
    for name, text in (("show", "Show cells."), ("flips", "Show cells that changed their outcome.")):
        part = parts.add(name, text, "")
        part.add_argument("cell", nargs="?", default=None, help="glob over ids")
        part.add_argument("--json", action="store_true", help="for scripts")
        part.set_defaults(function=_show, flips=name == "flips")
    parts.add("export-times", "Rewrite ci/times.json.", "").set_defaults(function=_export)


def _path(arguments: argparse.Namespace) -> Path:
    return arguments.file or find_root(Path.cwd()) / "reports" / history.FILE


def _to_read(arguments: argparse.Namespace) -> Path:
    """The database; one that is named must be there, since a new one would answer that nothing ever ran."""
    if arguments.file is not None and not arguments.file.is_file():
        raise RocmCiError(f"--file: got {arguments.file}, expected a file that is there")
    return _path(arguments)


def _import(arguments: argparse.Namespace) -> int:
    with history.opened(_path(arguments)) as connection:
        added = {path: history.add(connection, document) for path, document in history.documents(arguments.paths)}
    sys.stdout.write(f"{sum(added.values())} results from {len(added)} runs\n")
    return 0


def _show(arguments: argparse.Namespace) -> int:
    with history.opened(_to_read(arguments)) as connection:
        found = history.trends(connection, arguments.cell)
    if arguments.flips:
        found = sorted((trend for trend in found if trend.flips), key=lambda trend: -trend.flips)
    if arguments.json:
        entries = [{**asdict(t), "flips": t.flips, "first_red": t.first_red and asdict(t.first_red)} for t in found]
        sys.stdout.write(json.dumps(entries, indent=1) + "\n")
        return 0
    table = Table("cell", "evidence", "runs, newest last", "flips", "seconds", "red since", "lock", header_style="bold")
    for trend in found:
        table.add_row(*map(escape, _row(trend)))
    Console(width=None if sys.stdout.isatty() else 160).print(table)
    return 0


def _row(trend: Trend) -> tuple[str, ...]:
    marks = "".join("+" if point.outcome == "passed" else "x" for point in trend.points)
    red = trend.first_red
    since = "" if red is None else f"{red.started} ({(red.commit or 'unknown commit')[:12]})"
    lock = "" if red is None else (red.lock or "none")[:12]
    return trend.cell, trend.evidence, marks, str(trend.flips), f"{trend.points[-1].seconds:.2f}", since, lock


def _export(arguments: argparse.Namespace) -> int:
    root = find_root(Path.cwd())
    with history.opened(_to_read(arguments)) as connection:
        found = history.seconds_by_group(connection)
    known = times.load(root / times.FILE).by_group
    times.save(root / times.FILE, times.Times({**known, **found}))
    sys.stdout.write(f"{times.FILE}: {len(found)} groups of cells timed, {len(known.keys() - found.keys())} kept\n")
    return 0
