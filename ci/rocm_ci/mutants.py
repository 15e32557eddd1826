"""Injects small faults one at a time into a copy of the tree: each must turn at least one cell of the matrix red.

The list is tests/mutants/mutants.toml. A fault is an exact piece of text and what stands there instead; one whose text is not
found exactly once is an error, so that the list cannot rot unseen. Results are kept by the contents of the tree, so that a run
that was killed goes on where it was.
"""

from __future__ import annotations

import argparse
import ast
import fnmatch
import hashlib
import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from rich.console import Console
from rich.markup import escape

from rocm_ci import results
from rocm_ci.commands.common import MATRIX, find_root
from rocm_ci.errors import RocmCiError
from rocm_ci.machine import source_digest
from rocm_ci.matrix import load
from rocm_kernels.files import write_atomically

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LIST = Path("tests") / "mutants" / "mutants.toml"
TABLE = Path("docs") / "mutants.md"
STATE = Path("reports") / "mutants" / "results.jsonl"
COPIED = (
    *("kernels/rocm_kernels", "ci/rocm_ci", "ci/matrix.toml", "ci/matrix", "emulator/gfx_emulator", "pyproject.toml"),
    *("tests/conftest.py", "tests/module/conftest.py", "tests/module/test_matrix.py"),
)
# A cell is caught by what the cell itself shows; a run that broke down as a whole proves nothing.
CATCHING = frozenset({"dispatch", "accuracy", "unwritten", "test", "crash", "hang"})
SECONDS = 600


class MutantError(RocmCiError):
    """The list of mutants does not fit the tree."""


class Mutant(BaseModel):
    """One fault.

    Attributes:
        name: unique.
        description: what is wrong then, for a person.
        file: below the root.
        old: text that stands there exactly once.
        new: what stands there instead.
        cells: globs over the ids of the cells that run.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    name: str = Field(pattern=r"^[a-z0-9-]+$")
    description: str = Field(min_length=10)
    file: str
    old: str = Field(min_length=3)
    new: str
    cells: list[str] = Field(min_length=1)


@dataclass(frozen=True)
class Caught:
    """What became of one mutant.

    Attributes:
        name: of the mutant.
        key: of the mutant and the tree.
        cells: ids of the cells that turned red, and how many ran.
        kind, reason: of the first of them.
        ran: cells that ran.
        trouble: why nothing can be said, where that is so.
    """

    name: str
    key: str
    cells: list[str]
    kind: str
    reason: str
    ran: int
    trouble: str

    @property
    def killed(self) -> bool:
        """Whether a cell turned red."""
        return bool(self.cells) and not self.trouble


def read_list(path: Path) -> tuple[Mutant, ...]:
    """Read the list; raises MutantError for anything that is no mutant, and for a name given twice."""
    try:
        entries: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
        mutants = tuple(Mutant.model_validate(entry) for entry in entries)
    except (OSError, KeyError, tomllib.TOMLDecodeError, ValidationError) as error:
        raise MutantError(f"{path}: {error}") from error
    doubled = [name for name, count in Counter(mutant.name for mutant in mutants).items() if count > 1]
    if doubled:
        raise MutantError(f"{path}: {doubled[0]!r} is there twice")
    return mutants


def mutated(mutant: Mutant, root: Path) -> str:
    """The text of the mutant's file with the fault in it; raises MutantError where it does not apply."""
    path = root / mutant.file
    if not path.is_file():
        raise MutantError(f"{mutant.name}: {mutant.file} is not there")
    text = path.read_text(encoding="utf-8")
    if (count := text.count(mutant.old)) != 1:
        raise MutantError(f"{mutant.name}: its text stands {count} times in {mutant.file}, not once: {mutant.old!r}")
    changed = text.replace(mutant.old, mutant.new)
    if path.suffix == ".py":
        try:
            ast.parse(changed)
        except SyntaxError as error:
            raise MutantError(f"{mutant.name}: {mutant.file} is no Python with it: {error}") from None
    return changed


def check(mutants: Sequence[Mutant], root: Path) -> None:
    """Raise MutantError unless every mutant applies and selects cells."""
    identifiers = [cell.id for cell in load(root / MATRIX).cells]
    problems = []
    for mutant in mutants:
        try:
            mutated(mutant, root)
        except MutantError as error:
            problems.append(str(error))
        for pattern in mutant.cells:
            if not fnmatch.filter(identifiers, pattern):
                problems.append(f"{mutant.name}: no cell matches {pattern!r}")
    if problems:
        raise MutantError("\n".join(problems))


def copy_tree(root: Path, target: Path) -> None:
    """Copy what a run of the matrix needs."""
    for name in COPIED:
        source, copy = root / name, target / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
        else:
            shutil.copy2(source, copy)


def run_cells(tree: Path, cells: Sequence[str]) -> dict[str, Any]:
    """Run cells in a copy of the tree, as `rocm-ci run` does; gives results.json."""
    paths = os.pathsep.join(str(tree / name) for name in (".", "kernels", "ci", "emulator"))
    # A file that changes twice within a second must not be taken from a compiled copy.
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1"}
    selected = [option for pattern in cells for option in ("--id", pattern)]
    reports = tree / "reports"
    shutil.rmtree(reports, ignore_errors=True)
    done = subprocess.run(
        [sys.executable, "-m", "rocm_ci.cli", "run", "-n", "1", "--reports", str(reports), *selected],
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    path = reports / "latest" / "results.json"
    if not path.is_file():
        raise MutantError(
            f"rocm-ci ended with {done.returncode} and left no results: {(done.stdout + done.stderr)[-800:]}"
        )
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document


def try_mutant(mutant: Mutant, key: str, tree: Path) -> Caught:
    """Run the mutant's cells with the fault in the copy, and take the fault out again."""
    path = tree / mutant.file
    right = path.read_text(encoding="utf-8")
    path.write_text(mutated(mutant, tree), encoding="utf-8")
    try:
        document = run_cells(tree, mutant.cells)
    except (MutantError, subprocess.TimeoutExpired) as error:
        return Caught(mutant.name, key, [], "", "", 0, str(error)[:800])
    finally:
        path.write_text(right, encoding="utf-8")
    red = [cell for cell in document["cells"] if cell["kind"] in CATCHING]
    troubles = [trouble["sentence"] for trouble in document["run"]["troubles"]]
    trouble = troubles[0][:800] if troubles and not red else ""
    first = red[0] if red else {"kind": "", "reason": ""}
    return Caught(
        mutant.name, key, [cell["id"] for cell in red], first["kind"], first["reason"], len(document["cells"]), trouble
    )


def _key(mutant: Mutant, digest: str) -> str:
    return hashlib.sha256((digest + mutant.model_dump_json()).encode()).hexdigest()[:16]


def baseline(mutants: Sequence[Mutant], tree: Path) -> None:
    """Run every cell that a mutant selects, without any fault; raises MutantError unless all are green."""
    document = run_cells(tree, sorted({pattern for mutant in mutants for pattern in mutant.cells}))
    red = [f"{cell['id']}: {cell['reason']}" for cell in document["cells"] if cell["outcome"] != "passed"]
    red += [trouble["sentence"] for trouble in document["run"]["troubles"]]
    if red:
        raise MutantError("without any fault these are red already, so nothing can be shown:\n" + "\n".join(red))


def run_all(mutants: Sequence[Mutant], root: Path, workers: int, console: Console) -> list[Caught]:
    """Try every mutant whose result is not known yet, ``workers`` at a time, each worker in its own copy."""
    digest = source_digest(root) + hashlib.sha256((root / MATRIX).read_bytes()).hexdigest()
    known = {event["key"]: Caught(**event) for event in results.read_events(root / STATE)}
    todo = [mutant for mutant in mutants if _key(mutant, digest) not in known]
    console.print(f"{len(mutants)} mutants, {len(mutants) - len(todo)} of them known from an earlier run")
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="rocm-ci-mutants-") as folder:
        trees: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for number in range(workers if todo else 0):
            copy_tree(root, Path(folder) / str(number))
            trees.put(Path(folder) / str(number))
        if todo:
            baseline(todo, Path(folder) / "0")
            console.print(f"without a fault every selected cell is green ({time.monotonic() - started:.0f} s)")

        def one(mutant: Mutant) -> Caught:
            tree = trees.get()
            try:
                return try_mutant(mutant, _key(mutant, digest), tree)
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(max_workers=workers) as pool:
            for number, caught in enumerate(pool.map(one, todo), 1):
                (root / STATE).parent.mkdir(parents=True, exist_ok=True)
                if not caught.trouble:
                    results.append(root / STATE, asdict(caught))
                known[caught.key] = caught
                said = f"caught by {caught.cells[0]} ({caught.kind})" if caught.killed else "[bold red]SURVIVED[/]"
                said += f" {escape(caught.trouble)}" if caught.trouble else ""
                console.print(f"{number:>3} of {len(todo)}  {caught.name:<34} {said}", soft_wrap=True)
    return [known[_key(mutant, digest)] for mutant in mutants]


def table(mutants: Sequence[Mutant], found: Sequence[Caught]) -> str:
    """docs/mutants.md."""
    killed = sum(caught.killed for caught in found)
    lines = [
        "# Which cell catches which fault",
        "",
        "Written by `make mutants` from tests/mutants/mutants.toml: each fault is put into a copy of the tree, alone,",
        "and the cells named there are run. A fault that no cell notices fails the run.",
        "",
        f"{killed} of {len(mutants)} faults are caught.",
        "",
        "| fault | file | caught by | red of run | how |",
        "| --- | --- | --- | --- | --- |",
    ]
    for mutant, caught in zip(mutants, found, strict=True):
        by = f"`{caught.cells[0]}`" if caught.killed else "**nothing**"
        how = f"{caught.kind}: {caught.reason}" if caught.killed else caught.trouble
        how = " ".join(how.split()).replace("|", "\\|")
        shortened = how if len(how) <= 160 else how[:157] + "..."
        file = mutant.file.removeprefix("kernels/rocm_kernels/")
        lines.append(f"| {mutant.description} | {file} | {by} | {len(caught.cells)} of {caught.ran} | {shortened} |")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the mutants; 0 where every one is caught, 1 where one survives."""
    parser = argparse.ArgumentParser(prog="python -m rocm_ci.mutants", description=__doc__)
    parser.add_argument("-n", "--workers", type=int, default=1, help="mutants at a time (default: 1)")
    parser.add_argument("--only", action="append", default=[], metavar="GLOB", help="mutants by name; writes no table")
    parser.add_argument("--check", action="store_true", help="only check that every mutant applies")
    options = parser.parse_args(arguments)
    console = Console(width=None if sys.stdout.isatty() else 160)
    try:
        root = find_root(Path.cwd())
        mutants = read_list(root / LIST)
        if options.only:
            mutants = tuple(m for m in mutants if any(fnmatch.fnmatchcase(m.name, glob) for glob in options.only))
        check(mutants, root)
        if options.check:
            console.print(f"{len(mutants)} mutants apply")
            return 0
        found = run_all(mutants, root, max(1, options.workers), console)
    except RocmCiError as error:
        sys.stderr.write(f"mutants: {error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("mutants: interrupted; the next run goes on from here\n")
        return 130
    if not options.only:
        write_atomically(root / TABLE, table(mutants, found))
    survived = [caught.name for caught in found if not caught.killed]
    console.print(
        f"{len(found) - len(survived)} of {len(found)} caught"
        + (f"; SURVIVED: {', '.join(survived)}" if survived else "")
    )
    return 1 if survived else 0


if __name__ == "__main__":
    raise SystemExit(main())
