"""Which sources and which lock a run is about."""

from __future__ import annotations

import hashlib
from pathlib import Path

from rocm_ci import git
from rocm_ci.errors import RocmCiError

LOCK = Path("docker") / "versions.lock"


def facts(root: Path) -> dict[str, str | None]:
    """``commit`` (with ``-dirty`` where files differ from it) and ``lock`` (SHA-256 of the lock), None where there is none."""
    path = root / LOCK
    lock = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None
    return {"commit": commit(root), "lock": lock}


def commit(root: Path) -> str | None:
    """The commit that is checked out; None where git does not know or is not there."""
    try:
        return git.output(root, "describe", "--always", "--abbrev=40", "--exclude=*", "--dirty").strip() or None
    except RocmCiError:
        return None
