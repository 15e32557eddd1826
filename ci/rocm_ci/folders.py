"""Folders of runs: named by time and process, written by one run at a time, the latest pointed at."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timezone
from pathlib import Path

from rocm_ci.errors import RocmCiError


def new_folder(reports: Path) -> Path:
    """Make the folder of a new run, named by the time (UTC) and the process."""
    stamp = datetime.now(timezone.utc).strftime("%Y%m%dT%H%M%SZ")
    folder = reports / f"{stamp}-{os.getpid()}"
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise RocmCiError(f"no run can be written to {reports}: {error.strerror} ({error.filename})") from None
    return folder


@contextmanager
def only_writer(folder: Path) -> Iterator[int]:
    """Hold a run's folder for this process and those that inherit the descriptor which it gives.

    The test process inherits it: a folder is free again when the last process that could write to it has ended.

    Raises:
        RocmCiError: another run writes to the folder.
    """
    descriptor = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RocmCiError(f"{folder} is still being written by another run; wait for it, or end it") from None
        yield descriptor
    finally:
        os.close(descriptor)


def point_latest(folder: Path) -> None:
    """Have ``reports/latest`` point at a run, in one step."""
    link = folder.parent / f".latest-{os.getpid()}"
    link.unlink(missing_ok=True)
    link.symlink_to(folder.name)
    link.replace(folder.parent / "latest")
