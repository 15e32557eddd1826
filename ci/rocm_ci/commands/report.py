"""The command `rocm-ci report`."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.console import Console

from rocm_ci import history, report, runner, summary
from rocm_ci.commands.common import find_root
from rocm_ci.commands.parser import Commands

REPORT_EXAMPLES = """examples:
  rocm-ci report                               rebuild report.html of the latest run
  rocm-ci report reports/20260101T120000Z-42
"""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    rebuild = commands.add("report", "Rebuild the report of a run from its results.", REPORT_EXAMPLES)
    rebuild.add_argument("run", nargs="?", type=Path, default=None, help="folder of the run (default: reports/latest)")
    rebuild.set_defaults(function=_report)


def _report(arguments: argparse.Namespace) -> int:
    folder: Path = arguments.run if arguments.run is not None else find_root(Path.cwd()) / "reports" / "latest"
    result = runner.load(folder)
    trends: list[history.Trend] = []
    if (known := folder.resolve().parent / history.FILE).is_file():
        with history.opened(known) as connection:
            trends = history.trends(connection)
    report.save(result, trends)
    console = Console()
    console.print(str(folder / "report.html"), soft_wrap=True)
    console.print(summary.verdict(result), soft_wrap=True)
    return 0
