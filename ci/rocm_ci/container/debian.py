"""A plain Debian to build on, from Debian's signed archive and with no image registry."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rocm_ci.container.engine import INSTALL, LABEL, ContainerError, labels

REPOSITORY = "rocm-attention-ci-debian"
VARIANT = "minbase"
# Lists and archives of apt, logs, and what debootstrap takes over from the machine on which it runs.
LEFT_OUT = (
    "./var/cache/apt/*",
    "./var/lib/apt/lists/*",
    "./var/log/*",
    "./var/cache/ldconfig/aux-cache",
    "./etc/resolv.conf",
    "./etc/hostname",
    "./etc/machine-id",
    "./dev/*",
)


def base_image(client: Any, suite: str, folder: Path, tell: Callable[[str], None]) -> str:
    """Give the image of a suite; makes it where this machine has none yet, which takes a minute and needs root.

    Raises:
        ContainerError: debootstrap is missing or fails, or this is not root.
    """
    key = hashlib.sha256(f"{suite} {VARIANT} {LEFT_OUT}".encode()).hexdigest()[:12]
    reference = f"{REPOSITORY}:{suite}-{key}"
    if labels(client, reference) is not None:
        return reference
    program = shutil.which("debootstrap")
    if program is None:
        raise ContainerError(f"debootstrap is missing, which makes the plain Debian to build on; {INSTALL}")
    if os.geteuid() != 0:
        raise ContainerError("debootstrap needs root: run this once with sudo, or give --base debian:<suite>-slim")
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "debootstrap.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        # Another build may have made it while this one waited.
        if labels(client, reference) is None:
            tell(f"making Debian {suite} with debootstrap ...")
            _make(program, suite, folder, reference)
    return reference


def _make(program: str, suite: str, folder: Path, reference: str) -> None:
    with tempfile.TemporaryDirectory(dir=folder) as made:
        tree = Path(made) / "root"
        done = subprocess.run(
            [program, f"--variant={VARIANT}", suite, str(tree)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            lines = (done.stdout + done.stderr).strip().splitlines()
            raise ContainerError(f"debootstrap {suite} failed: " + " / ".join(lines[-3:]))
        _import(tree, reference)


def _import(tree: Path, reference: str) -> None:
    """Hand a file tree to docker as an image: sorted, with numeric owners, and without traces of this machine."""
    excluded = [f"--exclude={pattern}" for pattern in LEFT_OUT]
    pack = subprocess.Popen(
        ["tar", "--sort=name", "--numeric-owner", *excluded, "-C", str(tree), "-cf", "-", "."],  # noqa: S607
        stdout=subprocess.PIPE,
    )
    try:
        taken = subprocess.run(
            ["docker", "import", "--change", f"LABEL {LABEL}.debian=debootstrap", "-", reference],  # noqa: S607
            stdin=pack.stdout,
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        assert pack.stdout is not None
        pack.stdout.close()
        failed = pack.wait()
    if failed or taken.returncode:
        raise ContainerError(f"docker import failed (tar ended with {failed}): {taken.stderr.strip()}")
