"""The command `rocm-ci run`."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from rocm_ci import report, runner, summary
from rocm_ci.commands.common import add_selection, find_root, matrix_of, positive, require_gpu, selection_of
from rocm_ci.commands.parser import Commands
from rocm_ci.errors import RocmCiError
from rocm_ci.machine import this_machine
from rocm_ci.plan import select, with_default_devices
from rocm_ci.results import write_atomically
from rocm_ci.runner import RunResult
from rocm_ci.verdicts import KINDS
from rocm_kernels.flags import FLAGS

MOST_WORKERS = 8
RUN_EXAMPLES = """examples:
  rocm-ci run                                  every cell that this machine can run
  rocm-ci run --size quick -n 2                the quick slice, two workers
  rocm-ci run --id 'falcon-7b/*'               the cells of one family
  rocm-ci run --backend triton --op prefill_attention
  rocm-ci run --resume                         go on with the last run that was killed
  rocm-ci run --id 'gqa/71/torch' --json       the result for a script

exit codes:
"""


def exit_code_table() -> str:
    """The exit codes of `rocm-ci run`, for people."""
    rows = [("0", "all executed cells passed"), ("2", "the command line is wrong")]
    rows += [(str(kind.exit_code), f"{kind.name}: {kind.sentence}") for kind in KINDS.values()]
    return "\n".join(f"  {code:>3}  {text}" for code, text in rows)


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    run = commands.add("run", "Run cells of the matrix and judge them.", RUN_EXAMPLES + exit_code_table())
    add_selection(run)
    run.add_argument(
        "-n", "--workers", type=positive, default=None, metavar="N", help="worker processes (default: one a core)"
    )
    run.add_argument("--resume", action="store_true", help="go on with the latest run; unchanged passed cells are kept")
    run.add_argument("--json", action="store_true", help="print results.json and nothing else")
    run.add_argument(
        "--reports", type=Path, default=None, metavar="DIR", help="where runs are written (default: reports)"
    )
    run.add_argument("--svg", type=Path, default=None, metavar="FILE", help="save the printed summary as a picture")
    run.set_defaults(function=_run)


def _run(arguments: argparse.Namespace) -> int:
    root = find_root(Path.cwd())
    machine = this_machine()
    matrix = matrix_of(arguments, root)
    require_gpu(machine)
    console = Console(
        stderr=arguments.json, record=arguments.svg is not None, width=None if sys.stdout.isatty() else 140
    )
    style = "dim" if machine.device == "rocm" else "yellow"
    console.print(f"machine: {escape(summary.machine_line(machine))}", style=style, soft_wrap=True)
    if ignored := sorted(FLAGS.keys() & os.environ.keys()):
        console.print(f"set around this run and not used, since cells set their own flags: {', '.join(ignored)}")
    work = select(matrix, with_default_devices(selection_of(arguments), machine), machine, root)
    if arguments.svg is not None and not os.access(arguments.svg.absolute().parent, os.W_OK):
        raise RocmCiError(f"--svg {arguments.svg}: its folder is not there or cannot be written to")
    reports = (arguments.reports if arguments.reports is not None else root / "reports").resolve()
    folder = _folder(reports, arguments.resume)
    runner.point_latest(folder)
    workers = arguments.workers or min(machine.processors, MOST_WORKERS)
    with summary.progress(console, len(work.planned)) as tell:
        result = runner.execute(root, folder, work, machine, workers, tell)
    if arguments.matrix is not None:
        result = _with_matrix(result, arguments.matrix)
    runner.save(result)
    report.save(result)
    summary.show(console, result)
    if arguments.svg is not None:
        write_atomically(arguments.svg, console.export_svg(title="make test-rocm"))
    if arguments.json:
        sys.stdout.write((folder / "results.json").read_text(encoding="utf-8") + "\n")
    return result.exit_code


def _folder(reports: Path, resume: bool) -> Path:
    latest = reports / "latest"
    if resume and latest.is_dir():
        return latest.resolve()
    return runner.new_folder(reports)


def _with_matrix(result: RunResult, matrix: Path) -> RunResult:
    """The command that repeats a cell of another matrix has to name it."""
    cells = tuple(cell.replaced(repeat=f"{cell.repeat} --matrix '{matrix}'") for cell in result.cells)
    return replace(result, cells=cells)
