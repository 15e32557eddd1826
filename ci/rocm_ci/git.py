"""What git says of a checkout: the one place that calls it."""

from __future__ import annotations

import subprocess
from pathlib import Path

from rocm_ci.errors import RocmCiError

TIMEOUT = 60.0


def output(root: Path, *arguments: str, error: type[RocmCiError] = RocmCiError) -> str:
    """What ``git <arguments>`` prints in ``root``; raises ``error`` with git's own words where it fails or is not there."""
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *arguments],  # noqa: S607 - git is looked up on the PATH
            capture_output=True,
            encoding="utf-8",
            errors="surrogateescape",  # a file in another encoding is no reason to fail
            check=False,
            timeout=TIMEOUT,
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise error(f"git {arguments[0]}: {problem}") from None
    if done.returncode:
        raise error(f"git {arguments[0]}: {done.stderr.strip() or 'failed'}")
    return done.stdout


def resolved(root: Path, commit: str, error: type[RocmCiError] = RocmCiError) -> str:
    """The 40 digits of a commit; raises ``error`` where git does not know it."""
    return output(root, "rev-parse", "--verify", "--end-of-options", f"{commit}^{{commit}}", error=error).strip()


def fork(root: Path, base: str) -> str:
    """The commit at which the checked-out branch left ``base``; raises RocmCiError."""
    return output(root, "merge-base", "--end-of-options", base, "HEAD").strip()


def files(root: Path, commit: str, *paths: str, error: type[RocmCiError] = RocmCiError) -> dict[str, str]:
    """Path to text of every file at or below ``paths`` as they were at a commit, in the order of git."""
    listed = output(root, "ls-tree", "-r", "-z", "--name-only", commit, "--", *paths, error=error)
    return {name: output(root, "show", f"{commit}:{name}", error=error) for name in listed.split("\0") if name}
