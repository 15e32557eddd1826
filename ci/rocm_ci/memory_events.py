"""Whether the kernel ended processes of this run for memory, as its cgroup counts them."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = "ROCM_CI_CGROUP"
"""Environment variable: the folder that holds ``memory.events``, where it is not found by itself (and for tests)."""


def folder() -> Path | None:
    """The cgroup (version 2) of this process, None where there is none to read."""
    if named := os.environ.get(ROOT):
        return Path(named)
    try:
        lines = Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    for line in lines:
        hierarchy, _, path = line.split(":", 2)
        if hierarchy == "0":
            # Inside a container the root of its own namespace is mounted.
            for candidate in (Path("/sys/fs/cgroup" + path), Path("/sys/fs/cgroup")):
                if (candidate / "memory.events").is_file():
                    return candidate
    return None


def killed(cgroup: Path | None) -> int | None:
    """How many processes were ended for memory so far, None where nobody counts."""
    if cgroup is None:
        return None
    try:
        lines = (cgroup / "memory.events").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    counts = dict(line.split() for line in lines if len(line.split()) == 2)
    return int(counts["oom_kill"]) if counts.get("oom_kill", "").isdigit() else None
