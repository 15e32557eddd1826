"""Which sources and which lock a run is about."""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path

LOCK = Path("docker") / "versions.lock"


def facts(root: Path) -> dict[str, str | None]:
    """``commit`` (with ``-dirty`` where files differ from it) and ``lock`` (SHA-256 of the lock), None where there is none."""
    path = root / LOCK
    lock = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None
    return {"commit": commit(root), "lock": lock}


def commit(root: Path) -> str | None:
    """The commit that is checked out; None where git does not know or is not there."""
    try:
        done = subprocess.run(
            ["git", "-C", str(root), "describe", "--always", "--abbrev=40", "--exclude=*", "--dirty"],  # noqa: S607
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None
