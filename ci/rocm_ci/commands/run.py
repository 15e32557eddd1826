"""The command `rocm-ci run`."""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from rocm_ci import baselines, exemptions, folders, history, report, runner, summary, times
from rocm_ci.commands.common import (
    add_selection,
    find_root,
    folder,
    matrix_of,
    positive,
    require_gpu,
    selection_of,
    there,
)
from rocm_ci.commands.parser import Commands
from rocm_ci.errors import RocmCiError
from rocm_ci.gating import Budgets
from rocm_ci.machine import Machine, this_machine
from rocm_ci.matrix import Matrix
from rocm_ci.plan import Plan, select, with_default_devices
from rocm_ci.runner import Job, RunResult
from rocm_ci.verdicts import KINDS
from rocm_kernels.files import write_atomically
from rocm_kernels.flags import FLAGS

MOST_WORKERS = 8
RUN_EXAMPLES = """examples:
  rocm-ci run                                  every cell that this machine can run
  rocm-ci run --size quick -n 2                the quick slice, two workers
  rocm-ci run --id 'falcon-7b/*'               the cells of one family
  rocm-ci run --backend triton --op prefill_attention
  rocm-ci run --changed-since origin/main      the cells that this branch can have changed
  rocm-ci run --target gfx942 --shard 2/4      the second of four parts of about equal length
  rocm-ci run --resume                         go on with the last run that was killed
  rocm-ci run --id 'gqa/71/torch' --json       the result for a script
  rocm-ci run --jit-folder jit --warm-up       compile what the cells need, then
  rocm-ci run --jit-folder jit --jit-budget 0  run them, red if anything is compiled meanwhile

exit codes:
"""


def exit_code_table() -> str:
    """The exit codes of `rocm-ci run`, for people."""
    rows = [("0", "all executed cells passed"), ("2", "the command line is wrong")]
    rows += [(str(kind.exit_code), f"{kind.name}: {kind.sentence}") for kind in KINDS.values()]
    return "\n".join(f"  {code:>3}  {text}" for code, text in rows)


def _budget(text: str) -> int:
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("must be at least 0")
    return number


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    run = commands.add("run", "Run cells of the matrix and judge them.", RUN_EXAMPLES + exit_code_table())
    add_selection(run)
    run.add_argument(
        "-n",
        "--workers",
        type=positive,
        default=None,
        metavar="N",
        help="worker processes (default: one a core or GPU)",
    )
    run.add_argument("--resume", action="store_true", help="go on with the latest run; unchanged passed cells are kept")
    run.add_argument("--json", action="store_true", help="print results.json and nothing else")
    run.add_argument(
        "--reports", type=Path, default=None, metavar="DIR", help="where runs are written (default: reports)"
    )
    run.add_argument("--svg", type=Path, default=None, metavar="FILE", help="save the printed summary as a picture")
    run.add_argument("--jit-folder", type=Path, default=None, metavar="DIR", help="compiled kernels, a folder a worker")
    run.add_argument("--warm-up", action="store_true", help="compile into --jit-folder what the cells need; no verdict")
    run.add_argument(
        "--profile", action="store_true", help="on a GPU: hold launches against what PyTorch's profiler sees (slower)"
    )
    run.add_argument(
        "--jit-budget", type=_budget, default=None, metavar="N", help="red beyond N kernels compiled meanwhile"
    )
    run.add_argument(
        "--skip-budget",
        type=_budget,
        default=None,
        metavar="N",
        help="red beyond N selected cells that cannot run here",
    )
    run.add_argument(
        "--exemptions",
        type=there,
        default=None,
        metavar="FILE",
        help="(default: ci/exemptions.toml, none with --matrix)",
    )
    run.add_argument(
        "--baselines", type=folder, default=None, metavar="DIR", help="(default: ci/baselines, none with --matrix)"
    )
    run.set_defaults(function=_run)


def _run(arguments: argparse.Namespace) -> int:
    root = find_root(Path.cwd())
    if arguments.jit_folder is None and (arguments.warm_up or arguments.jit_budget is not None):
        raise RocmCiError("--warm-up and --jit-budget need --jit-folder: what is compiled is counted there")
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
    expected = times.load(root / times.FILE)
    selection = with_default_devices(selection_of(arguments, matrix, root), machine)
    work = select(matrix, selection, machine, root, expected)
    if arguments.svg is not None and not os.access(arguments.svg.absolute().parent, os.W_OK):
        raise RocmCiError(f"--svg {arguments.svg}: its folder is not there or cannot be written to")
    reports = (arguments.reports if arguments.reports is not None else root / "reports").resolve()
    job = _job(arguments, root, matrix, machine, work, expected, reports)
    folders.point_latest(job.folder)
    with summary.progress(console, len(work.planned)) as tell:
        result = runner.execute(job, work, tell)
    if arguments.matrix is not None:
        result = _with_matrix(result, arguments.matrix)
    runner.save(result)
    with history.opened(reports / history.FILE) as connection:
        history.add(connection, runner.document(result))
        trends = history.trends(connection)
    report.save(result, trends)
    summary.show(console, result)
    if arguments.svg is not None:
        write_atomically(arguments.svg, console.export_svg(title="rocm-ci run"))
    if arguments.json:
        sys.stdout.write((job.folder / "results.json").read_text(encoding="utf-8") + "\n")
    return result.exit_code


def _job(
    arguments: argparse.Namespace,
    root: Path,
    matrix: Matrix,
    machine: Machine,
    work: Plan,
    expected: times.Times,
    reports: Path,
) -> Job:
    own = arguments.matrix is None  # exemptions and baselines of this repository are about its own matrix
    excused = arguments.exemptions or (root / exemptions.FILE if own else None)
    compared = arguments.baselines or (root / baselines.FOLDER if own else None)
    return Job(
        root=root,
        folder=_folder(reports, arguments.resume),
        machine=machine,
        workers=arguments.workers or min(machine.processors, MOST_WORKERS),
        baselines=baselines.load(compared) if compared else baselines.Baselines(Path(), {}),
        exemptions=exemptions.load(excused) if excused else exemptions.Exemptions(),
        budgets=Budgets(arguments.jit_budget, arguments.skip_budget),
        jit_folder=arguments.jit_folder.resolve() if arguments.jit_folder else None,
        warm_up=arguments.warm_up,
        profile=arguments.profile,
        seconds={entry.cell.id: expected.of(entry.cell) for entry in work.planned},
    )


def _folder(reports: Path, resume: bool) -> Path:
    if not resume:
        return folders.new_folder(reports)
    latest = reports / "latest"
    if not latest.is_dir():
        raise RocmCiError(f"--resume: {latest} is not there: there is no run to go on with")
    return latest.resolve()


def _quoted(path: Path) -> str:
    """A path for a shell, in quotes whatever it holds."""
    return "'" + str(path).replace("'", "'\\''") + "'"


def _with_matrix(result: RunResult, matrix: Path) -> RunResult:
    """The command that repeats a cell of another matrix has to name it."""
    cells = tuple(cell.replaced(repeat=f"{cell.repeat} --matrix {_quoted(matrix)}") for cell in result.cells)
    return replace(result, cells=cells)
