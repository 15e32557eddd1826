"""What a run looks like in a terminal: progress, one row a family, failures with the command that repeats each."""

from __future__ import annotations

import re
import shutil
import sysconfig
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from rocm_ci.machine import Machine
from rocm_ci.results import CellResult
from rocm_ci.runner import RunResult
from rocm_ci.verdicts import KINDS, gravest

SHOWN_FAILURES = 20
SHOWN_AT_ONCE = 5  # failures told while the run goes on
SPECIALISED = re.compile(r"_(?:bf16|fp16|fp32)_")  # from here on a kernel's name says for what it was built
NUMBER = re.compile(r"\b\d[\d.]*(?:e[+-]?\d+)?(?: %)?")
NAMED_ALIKE = 5  # ids of cells that failed in the same way
PLAIN_PROGRESS_SECONDS = 10.0
EVIDENCE_STYLE = {
    "hardware": "bold green",
    "emulated": "cyan",
    "interpreted": "yellow",
    "compiled": "blue",
    "reference": "magenta",
    "stubbed": "red",
    "none": "red",
}


@contextmanager
def progress(console: Console, total: int) -> Iterator[Callable[[int, CellResult | None], None]]:
    """A bar on a terminal, a line at once and every ten seconds elsewhere; gives the function to tell what is done.

    That function may be called as often as one likes, with None for the latest result where there is no new one.
    """
    if console.is_terminal:
        columns = (
            TextColumn("cells"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.description}"),
        )
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task("starting ...", total=total)

            def tell(done: int, latest: CellResult | None) -> None:
                shown = None if latest is None else escape(f"{latest.id} {latest.outcome}")
                bar.update(task, completed=done, description=shown)

            yield tell
        return
    console.print(f"starting {counted(total, 'cell')} ...")
    told, failures = time.monotonic(), 0

    def tell_plainly(done: int, latest: CellResult | None) -> None:
        nonlocal told, failures
        if latest is not None and latest.outcome != "passed" and (failures := failures + 1) <= SHOWN_AT_ONCE:
            console.print(f"FAILED {escape(latest.id)}: {escape((latest.reason or '')[:200])}", soft_wrap=True)
        if time.monotonic() - told >= PLAIN_PROGRESS_SECONDS:
            told = time.monotonic()
            console.print(f"{done} of {total} cells")

    yield tell_plainly


def counted(number: int, what: str) -> str:
    """``1 cell``, ``2 cells``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def machine_line(machine: Machine) -> str:
    """One line: what this machine has, or what is missing for an AMD GPU."""
    versions = ", ".join(
        f"{name} {version}" for name, version in machine.versions.items() if name != "rocm-attention-ci"
    )
    return f"{machine.summary} | {versions}"


def show(console: Console, result: RunResult) -> None:
    """Print the table of a finished run, its failures, what was left out, and the verdict."""
    console.print(_table(result))
    _failures(console, result)
    for reason, count in Counter(reason for _, reason in result.left_out).most_common():
        console.print(f"not run here: {counted(count, 'cell')}: {escape(reason)}", style="dim", soft_wrap=True)
    for exemption, count in Counter(cell.exemption for cell in result.cells if cell.exemption).most_common():
        console.print(f"{counted(count, 'failure')} excused by {escape(exemption)}", style="yellow", soft_wrap=True)
    for trouble in result.troubles:
        console.print(f"[bold red]{trouble.kind}[/]: {escape(trouble.reason)}", soft_wrap=True)
    report = result.folder / "report.html"
    shown = report.relative_to(Path.cwd()) if report.is_relative_to(Path.cwd()) else report
    console.print(f"report: {escape(str(shown))}", style="dim", soft_wrap=True)
    console.print(verdict(result), soft_wrap=True)


def verdict(result: RunResult) -> str:
    """The last line of a run: counts, evidence and, when red, what kind of trouble it is."""
    outcomes = Counter(cell.outcome for cell in result.cells)
    evidence = Counter(cell.evidence for cell in result.cells)
    shown = ", ".join(f"{count} {name}" for name, count in evidence.most_common())
    if "hardware" in evidence:
        shown += f" ({result.run['machine']['product']})"
    excused = sum(cell.exemption is not None for cell in result.cells)
    counts = f"{outcomes['passed']} passed, {outcomes['failed'] - excused} failed, "
    counts += f"{excused} excused, " if excused else ""
    counts += f"{len(result.left_out)} not runnable here"
    text = f"{counts}; evidence: {shown or 'none'}; {result.run['seconds']:.0f} s"
    if result.exit_code == 0:
        return f"[bold green]GREEN[/] {text}" if not result.run.get("warm_up") else f"WARM, nothing judged; {text}"
    kind = gravest(result.kinds)
    assert kind is not None
    return f"[bold red]RED[/] ({kind.name}, exit code {kind.exit_code}: {kind.sentence}) {text}"


def _table(result: RunResult) -> Table:
    """One row for each family, device, backend used and evidence."""
    groups: dict[tuple[str, ...], list[CellResult]] = defaultdict(list)
    for cell in result.cells:
        family = cell.id.partition("/")[0]
        named = cell.target and cell.target not in cell.device
        device = f"{cell.device} ({cell.target})" if named else cell.device
        used = cell.backend_used or ("refused" if cell.outcome == "passed" else "-")
        groups[cell.op, family, device, used, cell.evidence].append(cell)
    table = Table(title=f"run {result.folder.name}", title_justify="left", header_style="bold")
    for name in ("op", "family", "device", "ran", "evidence", "cells", "kernels", "error / bound"):
        table.add_column(name, justify="right" if name in ("cells", "error / bound") else "left", overflow="fold")
    last = ""
    for (op, family, device, used, evidence), cells in groups.items():
        failed = sum(cell.red for cell in cells)
        count = f"[green]{len(cells)}[/]" if not failed else f"[red]{failed} of {len(cells)} failed[/]"
        kernels = _kernels(kernel for cell in cells for kernel in cell.kernels)
        ratios = [cell.error_norm / cell.tolerance for cell in cells if cell.error_norm is not None and cell.tolerance]
        worst = f"{max(ratios):.2f}" if ratios else ""
        style = EVIDENCE_STYLE.get(evidence, "red")
        table.add_row(op if op != last else "", family, device, used, f"[{style}]{evidence}[/]", count, kernels, worst)
        last = op
    return table


def _kernels(names: Iterable[str]) -> str:
    """Names of kernels without their types and sizes, each once, with the number of variants."""
    variants: dict[str, set[str]] = defaultdict(set)
    for name in names:
        variants[SPECIALISED.split(name.rpartition(".")[2])[0]].add(name)
    return ", ".join(stem if len(found) == 1 else f"{stem} ({len(found)} variants)" for stem, found in variants.items())


def _alike(failed: Sequence[CellResult]) -> list[list[CellResult]]:
    """Failures that most likely have one cause, together: the same sentence, or in one family the same but for its numbers."""
    groups: list[list[CellResult]] = []
    known: dict[tuple[str | None, ...], list[CellResult]] = {}
    for cell in failed:
        family = cell.id.partition("/")[0]
        sentence = NUMBER.sub("#", cell.reason or "")
        keys = ((cell.kind, cell.reason), (cell.kind, cell.evidence, family, sentence))
        group = next((known[key] for key in keys if key in known), None)
        if group is None:
            groups.append(group := [])
        group.append(cell)
        known |= {key: group for key in keys if key not in known}
    return groups


def _failures(console: Console, result: RunResult) -> None:
    failed = [cell for cell in result.cells if cell.red]
    order = list(KINDS)
    failed.sort(key=lambda cell: order.index(cell.kind or "test"))
    groups = _alike(failed)
    for group in groups[:SHOWN_FAILURES]:
        cell, others = group[0], group[1:]
        console.print(f"\n[bold red]{cell.kind}[/] {escape(cell.id)} ({cell.evidence})", soft_wrap=True)
        console.print(f"  {escape(cell.reason or '')}", soft_wrap=True)
        console.print(f"  repeat: {escape(cell.repeat)}", soft_wrap=True)
        if others:
            named = ", ".join(other.id for other in others[:NAMED_ALIKE])
            more = f" and {len(others) - NAMED_ALIKE} more" if len(others) > NAMED_ALIKE else ""
            console.print(f"  {counted(len(others), 'more cell')} like it: {escape(named)}{more}", soft_wrap=True)
        console.print(f"  guards against: {escape(cell.why)}", style="dim", soft_wrap=True)
        # Where the choice is not what is wrong, why the others were passed over is only in the report.
        for implementation, reasons in cell.decision.items() if cell.kind == "dispatch" else ():
            console.print(f"  passed over {implementation}: {escape('; '.join(reasons))}", style="dim", soft_wrap=True)
    if len(groups) > SHOWN_FAILURES:
        console.print(f"\n... and {len(groups) - SHOWN_FAILURES} more; all of them are in the report")
    if groups and shutil.which("rocm-ci") is None:
        command = Path(sysconfig.get_path("scripts")) / "rocm-ci"
        console.print(f"\nrocm-ci is not on the PATH; it is {escape(str(command))}", style="dim", soft_wrap=True)
