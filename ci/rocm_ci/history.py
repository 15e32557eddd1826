"""What became of each cell over runs and commits: SQLite, filled from results.json of this or any other machine."""

from __future__ import annotations

import itertools
import json
import sqlite3
import statistics
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rocm_ci.errors import RocmCiError

FILE = "history.sqlite"
VERSION = 1
RECENT = 20
_TABLES = """
CREATE TABLE IF NOT EXISTS runs (
    id TEXT PRIMARY KEY, started TEXT NOT NULL, commit_ TEXT, lock TEXT, device TEXT NOT NULL, product TEXT,
    exit_code INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS results (
    run TEXT NOT NULL REFERENCES runs(id), cell TEXT NOT NULL, grouped TEXT NOT NULL, outcome TEXT NOT NULL, kind TEXT,
    evidence TEXT NOT NULL, device TEXT NOT NULL, backend TEXT, seconds REAL NOT NULL, error_norm REAL, tolerance REAL,
    PRIMARY KEY (run, cell)
);
CREATE INDEX IF NOT EXISTS results_of_cell ON results (cell, evidence);
"""


@dataclass(frozen=True)
class Point:
    """One cell in one run."""

    run: str
    started: str
    commit: str | None
    lock: str | None
    outcome: str
    kind: str | None
    evidence: str
    seconds: float
    error_norm: float | None
    tolerance: float | None


@dataclass(frozen=True)
class Trend:
    """What the history says of a cell under one kind of evidence: results of two kinds are never one series.

    Attributes:
        points: newest last.
        flips: how often the outcome changed from one run to the next.
        first_red: where the current red began; None where the cell is not red.
    """

    cell: str
    evidence: str
    points: tuple[Point, ...]

    @property
    def flips(self) -> int:
        """Changes of the outcome."""
        outcomes = [point.outcome for point in self.points]
        return sum(before != after for before, after in itertools.pairwise(outcomes))

    @property
    def first_red(self) -> Point | None:
        """The first of the red points at the end."""
        found = None
        for point in reversed(self.points):
            if point.outcome == "passed":
                break
            found = point
        return found


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """The database, made where it does not exist; committed at the end. Raises RocmCiError for another file."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, timeout=30)
        try:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, VERSION):
                raise RocmCiError(f"{path} is a history of version {version}, this program knows {VERSION}")
            connection.executescript(_TABLES)
            connection.execute(f"PRAGMA user_version = {VERSION}")
            with connection:
                yield connection
        finally:
            connection.close()
    except (sqlite3.DatabaseError, OSError) as error:
        raise RocmCiError(f"{path} is no history that can be used: {error}") from None


def add(connection: sqlite3.Connection, document: dict[str, Any]) -> int:
    """Take in one results.json; gives how many results are new. A run that is known is not taken in twice.

    Results reused from an earlier process, and those of a warm-up, are no measurements and are left out.
    """
    try:
        run = document["run"]
        if run.get("warm_up"):
            return 0
        known = connection.execute("SELECT 1 FROM runs WHERE id = ?", (run["id"],)).fetchone()
        machine = run["machine"]
        connection.execute(
            "INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                *(run["id"], run["started"], run.get("commit"), run.get("lock")),
                *(machine["device"], machine["product"], run["exit_code"]),
            ),
        )
        reused = set(run.get("reused_ids", ())) if known is None else set()
        rows = [
            (
                *(run["id"], cell["id"], group_of_id(cell["id"]), cell["outcome"], cell["kind"], cell["evidence"]),
                *(cell["device"], cell["backend_used"], cell["seconds"], cell["error_norm"], cell["tolerance"]),
            )
            for cell in document["cells"]
            if cell["id"] not in reused
        ]
    except (KeyError, TypeError, AttributeError) as error:
        raise RocmCiError(f"this is no results.json of a run: {type(error).__name__} {error}") from None
    before = connection.total_changes
    connection.executemany("INSERT OR IGNORE INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
    return connection.total_changes - before


def group_of_id(identifier: str) -> str:
    """``<family>/<run>`` of an id ``<family>/<point>/<run>``."""
    return f"{identifier.partition('/')[0]}/{identifier.rpartition('/')[2]}"


def documents(paths: Iterable[Path]) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Every results.json at or below some paths: a run, a folder of runs, a folder of downloaded artifacts."""
    for path in paths:
        found = [path] if path.is_file() else sorted(path.rglob("results.json"))
        if not found:
            raise RocmCiError(f"{path}: no results.json there")
        for file in dict.fromkeys(entry.resolve() for entry in found):
            try:
                yield file, json.loads(file.read_text(encoding="utf-8"))
            except (OSError, ValueError) as error:
                raise RocmCiError(f"{file} is no results.json: {error}") from None


_POINTS = """
SELECT run, started, commit_, lock, outcome, kind, evidence, seconds, error_norm, tolerance, cell
FROM results JOIN runs ON runs.id = results.run
"""


def trends(connection: sqlite3.Connection, cell: str | None = None, recent: int = RECENT) -> list[Trend]:
    """Of every cell, or of those that a glob takes, over their ``recent`` last runs."""
    where, arguments = (" WHERE cell GLOB ?", (cell,)) if cell else ("", ())
    points: dict[tuple[str, str], list[Point]] = defaultdict(list)
    for *values, name in connection.execute(f"{_POINTS}{where} ORDER BY started, run", arguments):
        point = Point(*values)
        points[name, point.evidence].append(point)
    return [Trend(name, evidence, tuple(found[-recent:])) for (name, evidence), found in points.items()]


def seconds_by_group(connection: sqlite3.Connection, recent: int = RECENT) -> dict[str, float]:
    """Median seconds of a passed cell, by ``<family>/<run>``, over the last runs."""
    query = """
        SELECT grouped, seconds FROM results WHERE outcome = 'passed'
        AND run IN (SELECT id FROM runs ORDER BY started DESC LIMIT ?)
    """
    found: dict[str, list[float]] = defaultdict(list)
    for group, seconds in connection.execute(query, (recent,)):
        found[group].append(seconds)
    return {group: statistics.median(values) for group, values in found.items()}
