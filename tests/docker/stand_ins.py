"""Stand-ins of this folder as real objects: a git repository of AITER's source at a known commit, a wheel built from it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# The same author, date and content give the same commit everywhere.
ENVIRONMENT = {
    **{f"GIT_{who}_{what}": "stub" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
    "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
    "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
    "GIT_CONFIG_GLOBAL": os.devnull,
}


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *words],
        env={**os.environ, **ENVIRONMENT},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def repository(folder: Path, tag: str = "v-stub", name: str = "aiter") -> str:
    """Make a repository of the stand-in for a package at ``folder``; gives its commit, to which ``tag`` points."""
    shutil.copytree(HERE / "stub" / name, folder, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    if name == "torch":
        shutil.copy(HERE / "stub" / "bundles.py", folder)
    git(folder, "init", "--quiet", "--initial-branch=main")
    return commit(folder, "stand-in", tag)


def commit(folder: Path, message: str, tag: str) -> str:
    """Commit everything and have the tag point there."""
    git(folder, "add", "--all", "--force")
    git(folder, "commit", "--quiet", "--message", message)
    git(folder, "tag", "--force", tag)
    return git(folder, "rev-parse", "HEAD")


def wheel(source: Path, out: Path, targets: str, prebuilt: bool) -> Path:
    """Build a wheel of the stand-in, as build_wheel.sh does in an image."""
    return wheel_of(source, out, {"GPU_ARCHS": targets, "PREBUILD_KERNELS": "1" if prebuilt else "0"})


def wheel_of(source: Path, out: Path, environment: dict[str, str]) -> Path:
    """Build a wheel of any stand-in; gives the newest of ``out``."""
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"),
            *("--wheel-dir", str(out), str(source)),
        ],
        env={**os.environ, **environment},
        check=True,
        capture_output=True,
    )
    return max(out.glob("*.whl"), key=lambda path: path.stat().st_mtime_ns)


def install(wheel_path: Path, site: Path) -> None:
    """Install a wheel into a folder."""
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target"),
            str(site),
            str(wheel_path),
        ],
        check=True,
        capture_output=True,
    )
