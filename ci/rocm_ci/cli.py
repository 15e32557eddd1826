"""The command `rocm-ci`: run, list, explain, report, check, doctor."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from types import FrameType
from typing import Any, get_args

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from rocm_ci import report, runner, summary
from rocm_ci.cell import Op
from rocm_ci.errors import GpuRequiredError, RocmCiError, did_you_mean
from rocm_ci.machine import Machine, cannot_run, gpu_required, this_machine
from rocm_ci.matrix import Matrix, load
from rocm_ci.plan import Selection, select, with_default_devices
from rocm_ci.results import write_atomically
from rocm_ci.runner import RunResult
from rocm_ci.verdicts import INTERRUPTED, KINDS
from rocm_kernels import devices, explanation
from rocm_kernels.errors import RocmKernelsError
from rocm_kernels.flags import FLAGS
from rocm_kernels.policy import BACKENDS
from rocm_kernels.targets import TARGETS

MATRIX = Path("ci") / "matrix.toml"
MOST_WORKERS = 8
# Options that take one of a few words.
KNOWN: dict[str, tuple[str, ...]] = {
    "device": (*devices.KINDS, *(f"emulated:{target}" for target in TARGETS)),
    "op": get_args(Op),
    "backend": BACKENDS,
}

RUN_EXAMPLES = """examples:
  rocm-ci run                                  every cell that this machine can run
  rocm-ci run --size quick -n 2                the quick slice, two workers
  rocm-ci run --id 'falcon-7b/*'               the cells of one family
  rocm-ci run --backend triton --op prefill_attention
  rocm-ci run --resume                         go on with the last run that was killed
  rocm-ci run --id 'gqa/71/torch' --json       the result for a script

exit codes:
"""
LIST_EXAMPLES = """examples:
  rocm-ci list --size quick
  rocm-ci list --device rocm --json
"""
REPORT_EXAMPLES = """examples:
  rocm-ci report                               rebuild report.html of the latest run
  rocm-ci report reports/20260101T120000Z-42
"""
CHECK_EXAMPLES = """examples:
  rocm-ci check
  rocm-ci check path/to/matrix.toml
"""
EXPLAIN_EXAMPLES = """examples:
  rocm-ci explain --heads 71 --kv-heads 1 --head-size 64 --dtype bf16
"""


def exit_code_table() -> str:
    """The exit codes of `rocm-ci run`, for people."""
    rows = [("0", "all executed cells passed"), ("2", "the command line is wrong")]
    rows += [(str(kind.exit_code), f"{kind.name}: {kind.sentence}") for kind in KINDS.values()]
    return "\n".join(f"  {code:>3}  {text}" for code, text in rows)


def find_root(start: Path) -> Path:
    """The repository around ``start``, else around this package; raises RocmCiError."""
    for folder in (start, *start.parents, *Path(__file__).resolve().parents):
        if (folder / MATRIX).is_file():
            return folder
    raise RocmCiError(f"{start} lies in no checkout of rocm-attention-ci (no {MATRIX} above it)")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rocm-ci", description="Know which attention kernel ran, that it was right, and how fast it was."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, text: str, examples: str) -> argparse.ArgumentParser:
        return commands.add_parser(
            name, help=text, description=text, epilog=examples, formatter_class=argparse.RawDescriptionHelpFormatter
        )

    run = command("run", "Run cells of the matrix and judge them.", RUN_EXAMPLES + exit_code_table())
    _selecting(run)
    run.add_argument(
        "-n", "--workers", type=_positive, default=None, metavar="N", help="worker processes (default: one a core)"
    )
    run.add_argument("--resume", action="store_true", help="go on with the latest run; unchanged passed cells are kept")
    run.add_argument("--json", action="store_true", help="print results.json and nothing else")
    run.add_argument(
        "--reports", type=Path, default=None, metavar="DIR", help="where runs are written (default: reports)"
    )
    run.add_argument("--svg", type=Path, default=None, metavar="FILE", help="save the printed summary as a picture")
    run.set_defaults(function=_run)

    listing = command("list", "List cells, and why those that cannot run here cannot.", LIST_EXAMPLES)
    _selecting(listing)
    listing.add_argument("--json", action="store_true", help="print every field of every cell")
    listing.set_defaults(function=_list)

    explain = command("explain", "Show which implementation a request gets and why not the others.", EXPLAIN_EXAMPLES)
    explanation.add_arguments(explain)
    explain.set_defaults(function=lambda arguments: explanation.run(arguments))

    rebuild = command("report", "Rebuild the report of a run from its results.", REPORT_EXAMPLES)
    rebuild.add_argument("run", nargs="?", type=Path, default=None, help="folder of the run (default: reports/latest)")
    rebuild.set_defaults(function=_report)

    check = command("check", "Check that the matrix is valid.", CHECK_EXAMPLES)
    check.add_argument("matrix", nargs="?", type=Path, default=None, help="the file (default: ci/matrix.toml)")
    check.set_defaults(function=_check)

    doctor = command("doctor", "Say in one line what this machine has, or what is missing for an AMD GPU.", "")
    doctor.add_argument("--json", action="store_true", help="for scripts")
    doctor.set_defaults(function=_doctor)
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _known(option: str) -> Callable[[str], str]:
    """Take the words of one row of KNOWN only; the others are an error with the nearest of them."""

    def take(text: str) -> str:
        known = KNOWN[option]
        if text in known:
            return text
        # `rocm:gfx942` is a device elsewhere; here a cell is meant for `rocm` and says itself for which target.
        kind = text.partition(":")[0]
        of_that_kind = [word for word in known if word.partition(":")[0] == kind]
        of_that_target = [f"did you mean {word!r}?" for word in known if word.endswith(f":{text}")]
        nearest = next(
            filter(None, (*of_that_target, did_you_mean(text, of_that_kind or known))),
            f"did you mean {kind!r}?" if of_that_kind else None,
        )
        raise argparse.ArgumentTypeError(
            f"{text!r} is none of {', '.join(known)}" + (f"; {nearest}" if nearest else "")
        )

    return take


def _selecting(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--matrix", type=Path, default=None, metavar="FILE", help="the matrix (default: ci/matrix.toml)"
    )
    parser.add_argument("--id", action="append", default=[], metavar="GLOB", help="cells by id; may be repeated")
    for name, text in (
        ("device", "rocm, emulated, emulated:<target>, cuda or cpu; may be repeated"),
        ("op", f"{', '.join(KNOWN['op'])}; may be repeated"),
        ("backend", f"expected backend: {', '.join(KNOWN['backend'])}; may be repeated"),
    ):
        parser.add_argument(
            f"--{name}", action="append", default=[], type=_known(name), metavar=name.upper(), help=text
        )
    parser.add_argument(
        "--size", choices=("quick", "full"), default="full", help="quick takes the quick slice (default: full)"
    )


def _selection(arguments: argparse.Namespace) -> Selection:
    return Selection(
        tuple(arguments.id), tuple(arguments.device), tuple(arguments.op), tuple(arguments.backend), arguments.size
    )


def _matrix(arguments: argparse.Namespace, root: Path) -> Matrix:
    return load(arguments.matrix if arguments.matrix is not None else root / MATRIX)


def _require_gpu(machine: Machine) -> None:
    if gpu_required() and machine.device != "rocm":
        raise GpuRequiredError(f"ROCM_CI_REQUIRE_GPU is set, but: {machine.summary}")


def _run(arguments: argparse.Namespace) -> int:
    root = find_root(Path.cwd())
    machine = this_machine()
    matrix = _matrix(arguments, root)
    _require_gpu(machine)
    console = Console(
        stderr=arguments.json, record=arguments.svg is not None, width=None if sys.stdout.isatty() else 140
    )
    style = "dim" if machine.device == "rocm" else "yellow"
    console.print(f"machine: {escape(summary.machine_line(machine))}", style=style, soft_wrap=True)
    if ignored := sorted(FLAGS.keys() & os.environ.keys()):
        console.print(f"set around this run and not used, since cells set their own flags: {', '.join(ignored)}")
    work = select(matrix, with_default_devices(_selection(arguments), machine), machine, root)
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


def _list(arguments: argparse.Namespace) -> int:
    root = find_root(Path.cwd())
    machine = this_machine()
    selection = _selection(arguments)
    cells = [cell for cell in _matrix(arguments, root).cells if selection.takes(cell)]
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


def _report(arguments: argparse.Namespace) -> int:
    folder: Path = arguments.run if arguments.run is not None else find_root(Path.cwd()) / "reports" / "latest"
    result = runner.load(folder)
    report.save(result)
    console = Console()
    console.print(str(folder / "report.html"), soft_wrap=True)
    console.print(summary.verdict(result), soft_wrap=True)
    return 0


def _check(arguments: argparse.Namespace) -> int:
    matrix = _matrix(arguments, find_root(Path.cwd()) if arguments.matrix is None else Path())
    families = {cell.family for cell in matrix.cells}
    Console().print(
        f"{escape(str(matrix.path))}: {len(matrix.cells)} cells in {len(families)} families", soft_wrap=True
    )
    return 0


def _doctor(arguments: argparse.Namespace) -> int:
    machine = this_machine()
    if arguments.json:
        sys.stdout.write(json.dumps(asdict(machine)) + "\n")
        return 0
    Console().print(escape(summary.machine_line(machine)), soft_wrap=True)
    _require_gpu(machine)
    return 0


@contextmanager
def _ended_gently() -> Iterator[None]:
    """Take TERM and a closed terminal as Ctrl-C: the test processes are ended too, none is left behind with the GPU."""
    before = {}
    if threading.current_thread() is threading.main_thread():
        before = {number: signal.signal(number, _interrupt) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; gives its exit code. Errors of the user are one line on standard error."""
    parsed = _parser().parse_args(arguments)
    try:
        with _ended_gently():
            code: int = parsed.function(parsed)
    except RocmCiError as error:
        sys.stderr.write(f"rocm-ci: {error}\n")
        return KINDS[error.kind].exit_code
    except RocmKernelsError as error:
        sys.stderr.write(f"rocm-ci: {error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("rocm-ci: interrupted; `rocm-ci run --resume` goes on from here\n")
        return INTERRUPTED
    return code


if __name__ == "__main__":
    raise SystemExit(main())
