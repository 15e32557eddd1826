"""One verdict over the runs of many steps: every cell that was to run must be in exactly one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from rocm_ci.errors import RocmCiError
from rocm_ci.runner import RunResult
from rocm_ci.trouble import Trouble

NAMED = 5


def merge(
    folder: Path,
    runs: Sequence[RunResult],
    expected: Iterable[str],
    missing: Iterable[str] = (),
    absent: Iterable[tuple[str, str]] = (),
    commit: str | None = None,
) -> RunResult:
    """Put runs together.

    Args:
        folder: of the new run.
        runs: of the steps.
        expected: ids of the cells that the steps were to run.
        missing: sentences about steps that left no results.
        absent: ids of cells of steps that this machine cannot run, with the reason; they count as left out, never as passed.
        commit: that is checked out, where it is known: results of another one are about other sources.

    Raises:
        RocmCiError: there is no run at all.
    """
    if not runs:
        raise RocmCiError("no step left results to merge")
    cells = [cell for run in runs for cell in run.cells]
    counts = Counter(cell.id for cell in cells)
    left_out = tuple(dict.fromkeys([*(entry for run in runs for entry in run.left_out), *absent]))
    known = counts.keys() | {identifier for identifier, _ in left_out}
    troubles = [replace(t, reason=f"{run.folder.parent.name}: {t.reason}") for run in runs for t in run.troubles]
    troubles += [Trouble("empty", sentence) for sentence in missing]
    if lost := [identifier for identifier in expected if identifier not in known]:
        troubles.append(Trouble("skip", f"{len(lost)} cell(s) were run by no step: {', '.join(lost[:NAMED])}"))
    if twice := [identifier for identifier, count in counts.items() if count > 1]:
        troubles.append(Trouble("junit", f"{len(twice)} cell(s) were run by two steps: {', '.join(twice[:NAMED])}"))
    commits = {str(run.run.get("commit")) for run in runs}
    if len(commits) > 1:
        troubles.append(Trouble("infrastructure", f"the steps ran on different commits: {', '.join(sorted(commits))}"))
    if old := sorted(commits - {str(commit), str(None)}) if commit is not None else []:
        troubles.append(Trouble("infrastructure", f"results of commit {', '.join(old)}, checked out is {commit}"))
    first = runs[0].run
    facts = {
        **first,
        "id": folder.name,
        "seconds": round(sum(run.run["seconds"] for run in runs), 2),
        "planned": len(known),
        "executed": sum(run.run["executed"] for run in runs),
        "reused": sum(run.run["reused"] for run in runs),
        "workers": sum(run.run["workers"] for run in runs),
        "merged": [run.run["id"] for run in runs],
    }
    unique = {cell.id: cell for cell in cells}
    return RunResult(folder, facts, tuple(unique.values()), left_out, tuple(troubles))
