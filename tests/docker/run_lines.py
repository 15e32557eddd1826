"""Which RUN lines of the Dockerfiles a log of buildx shows as executed, and which it does not."""

from __future__ import annotations

import re
from pathlib import Path


def of_dockerfile(path: Path) -> list[str]:
    """RUN lines of a Dockerfile, each on one line, as they are written there."""
    text = re.sub(r"\\\n", " ", path.read_text(encoding="utf-8"))
    return [" ".join(row.split()) for row in re.findall(r"^RUN (.+)$", text, re.MULTILINE)]


def executed(log: str) -> list[str]:
    """RUN lines of a log of `--progress plain`, with the values of their arguments.

    A line that failed, or was cancelled since another one failed, counts as not executed.
    """
    started: dict[str, str] = {}
    done: list[str] = []
    for row in log.splitlines():
        step, _, rest = row.partition(" ")
        if step == "#0":
            started.clear()
        elif "] RUN " in rest and rest.startswith("["):
            started[step] = " ".join(rest.split("] RUN ", 1)[1].split())
        elif step in started and re.match(r"(DONE \d|CACHED$)", rest):
            done.append(started.pop(step))
    return done


def never_executed(dockerfiles: list[Path], log: str) -> list[str]:
    """Each RUN line that the log does not show as executed, after the name of its file."""
    shown = executed(log)
    result = []
    for path in dockerfiles:
        lines = of_dockerfile(path)
        if not lines:
            raise ValueError(f"path: {path} has no RUN line, at least one is expected")
        for line in lines:
            pattern = re.sub(r"\\\$\\\{\w+\\\}", ".*", re.escape(line))
            if not any(re.fullmatch(pattern, one) for one in shown):
                result.append(f"{path.name}: {line}")
    return result
