"""Runs one command and outlives nothing: whoever started it may be killed, and no process of the command stays behind.

A program of its own that imports the standard library only, started by its path:

    python -S supervisor.py <descriptor of the report> -- <command>

It reads standard input and never gets anything there: when the other end is closed, by intent or because its holder was
killed, the command is ended, TERM before KILL. As the reaper of orphans it also sees processes that the command has left
behind, in whatever session they are. Its report is one JSON object:
``{"returncode": int, "left": [{"pid", "command", "ended_by"}]}`` with ``ended_by`` one of ``TERM``, ``KILL``, ``nothing``.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import select
import signal
import subprocess
import sys
import time

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
GRACE_SECONDS = 5.0
# What helpers of a pool may take to notice that their parent has gone.
SETTLE_SECONDS = 5.0
POLL_SECONDS = 0.02


def parents() -> dict[int, int]:
    """Process to parent, for every process that is no zombie."""
    found = {}
    for name in os.listdir("/proc"):  # noqa: PTH208 - os alone starts faster
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:  # noqa: PTH123
                    state, parent = file.read().rpartition(")")[2].split()[:2]
            except OSError:
                continue
            if state not in "ZX":
                found[int(name)] = int(parent)
    return found


def descendants(root: int) -> list[int]:
    """Every living process below ``root``, parents before children."""
    table = parents()
    found, new = [], [root]
    while new:
        new = [process for process, parent in table.items() if parent in new]
        found += new
    return found


def command_of(process: int) -> str:
    """The command line, for a person."""
    try:
        with open(f"/proc/{process}/cmdline", "rb") as file:  # noqa: PTH123
            return file.read().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""


def reap() -> None:
    """Take the exit codes of orphans, so that no zombie counts as living."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def gone(root: int, seconds: float) -> bool:
    """Whether everything below ``root`` ended within a time."""
    deadline = time.monotonic() + seconds
    while descendants(root):
        reap()
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_SECONDS)
    return True


def end_all(root: int) -> list[dict[str, object]]:
    """End everything below ``root`` and say what was there and what it took."""
    left: dict[int, dict[str, object]] = {}
    for name in ("TERM", "KILL"):
        for process in descendants(root):
            left.setdefault(process, {"pid": process, "command": command_of(process)})["ended_by"] = name
            try:
                os.kill(process, getattr(signal, f"SIG{name}"))
            except OSError:
                continue
        if gone(root, GRACE_SECONDS):
            break
    reap()
    for process in descendants(root):
        left.setdefault(process, {"pid": process, "command": command_of(process)})["ended_by"] = "nothing"
    return list(left.values())


def main(report: int, command: list[str]) -> int:
    """Run the command to its end, or to the end of standard input."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    # What a terminal or a group sends is for the one who started this, who then closes standard input.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)

    def prepare() -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)  # should this supervisor itself be killed

    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=prepare,
        close_fds=False,
    )
    os.set_inheritable(report, False)
    while process.poll() is None:
        readable, _, _ = select.select([0], [], [], POLL_SECONDS)
        if readable and not os.read(0, 1):
            break
    asked = process.poll() is None
    if asked:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    own = os.getpid()
    left = [] if gone(own, SETTLE_SECONDS) else end_all(own)
    try:
        os.write(report, json.dumps({"returncode": process.returncode, "left": left}).encode())
    except BrokenPipeError:
        return 1
    return 0


if __name__ == "__main__":
    separator = sys.argv.index("--")
    raise SystemExit(main(int(sys.argv[1]), sys.argv[separator + 1 :]))
