"""The pytest process over one plan, under a supervisor: followed while it runs, and gone when it is over."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from rocm_ci import memory_events, plan, results, supervisor
from rocm_ci.plan import PlannedCell
from rocm_ci.results import CellResult
from rocm_kernels.flags import FLAGS

EVENTS = "results.jsonl"
JUNIT = "junit-pytest.xml"
POLL_SECONDS = 0.1
# After the last event of a cell, what a process may take to end by itself before it is ended.
GRACE_SECONDS = 60.0
# Beyond its own limit, what a cell has until its worker is killed: a hang that holds the interpreter's lock stops
# every thread of the worker, that of pytest-timeout too.
HANG_GRACE_SECONDS = 3.0
TAIL_LINES = 30
# Looks come ten times a second; where this much time lies between two of them, this machine or this process was stopped.
SUSPENDED_SECONDS = 5.0
Progress = Callable[[int, CellResult | None], None]


def suspended(before: float, now: float) -> tuple[float, float]:
    """Seconds for which nobody looked, 0 where that is no longer than a busy machine explains, and the time of this look.

    A machine that slept, or a process group that was stopped and went on, is no hang of a cell.
    """
    gap = now - before
    return (gap if gap > SUSPENDED_SECONDS else 0.0), now


@dataclass(frozen=True)
class Ended:
    """How a test process ended.

    Attributes:
        began: when it was started.
        returncode: of pytest; None where the supervisor itself was killed.
        tail: the last lines that pytest printed.
        left: processes that it left behind, with what it took to end them.
        killed_for_memory: how many processes the kernel ended for memory meanwhile, None where nobody counts.
        stopped: why the runner ended it, None where it ended by itself.
    """

    began: float
    returncode: int | None
    tail: str
    left: tuple[dict[str, object], ...] = ()
    killed_for_memory: int | None = None
    stopped: str | None = None


@dataclass
class TestProcess:
    """The pytest process over one plan.

    Attributes:
        root: of the repository.
        folder: of the run.
        todo: cells to run, in the order in which they are handed out.
        workers: processes; at least one, so that a crash cannot take pytest's own process with it.
        lock: descriptor that holds the folder; the test process inherits it.
        options: more options for pytest.
        variables: more environment variables.
    """

    __test__ = False

    root: Path
    folder: Path
    todo: tuple[PlannedCell, ...]
    workers: int
    lock: int
    options: tuple[str, ...] = ()
    variables: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.workers = max(1, min(self.workers, len(self.todo)))
        self.log = self.folder / "pytest.log"
        self.limits = {entry.cell.id: entry.cell.timeout for entry in self.todo}

    def _command(self) -> list[str]:
        plan_path = self.folder / "plan.json"
        plan.write(plan_path, self.todo)
        (self.folder / JUNIT).unlink(missing_ok=True)
        longest = max(self.limits.values())
        return [
            *(sys.executable, "-m", "pytest", "tests/module/test_matrix.py", "-q", "--no-header", "--color=no"),
            *(
                "-p",
                "xdist",
                "-p",
                "pytest_timeout",
                "-p",
                "no:cacheprovider",
                "-n",
                str(self.workers),
                "--dist",
                "worksteal",
                "--max-worker-restart",
                "20",
            ),
            *("-o", "junit_family=xunit2", f"--junitxml={self.folder / JUNIT}"),
            *(f"--timeout={longest}", "--timeout-method=thread"),
            *(f"--rocm-ci-plan={plan_path}", f"--rocm-ci-events={self.folder / EVENTS}"),
            *self.options,
        ]

    def run(self, progress: Progress) -> Ended:
        """Run to the end, telling what is done, often; an interrupt ends every process, gently first."""
        threads = max(1, len(os.sched_getaffinity(0)) // self.workers)
        # Cells set their own flags: what happens to be set around the run must decide nothing.
        inherited = {name: value for name, value in os.environ.items() if name not in FLAGS}
        environment = {"OMP_NUM_THREADS": str(threads), "MKL_NUM_THREADS": str(threads), **inherited, **self.variables}
        environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # plugins that happen to be installed cost seconds
        command = self._command()
        cgroup = memory_events.folder()
        before = memory_events.killed(cgroup)
        follower = results.Follower(self.folder / EVENTS)
        began, stopped = time.time(), None
        offset = self.log.stat().st_size if self.log.exists() else 0
        reading, writing = os.pipe()
        with self.log.open("ab") as log, os.fdopen(reading, "rb") as report:
            process = subprocess.Popen(
                [sys.executable, "-S", supervisor.__file__, str(writing), "--", *command],
                cwd=self.root,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=(self.lock, writing),
            )
            os.close(writing)
            try:
                stopped = self._follow(process, follower, progress)
            finally:
                assert process.stdin is not None
                process.stdin.close()
                process.wait()
            said = report.read()
        after = memory_events.killed(cgroup)
        document = json.loads(said) if said else {"returncode": None, "left": []}
        return Ended(
            began,
            document["returncode"],
            self._tail(offset),
            tuple(document["left"]),
            None if before is None or after is None else after - before,
            stopped,
        )

    def _follow(self, process: subprocess.Popen[bytes], follower: results.Follower, progress: Progress) -> str | None:
        done = 0
        last_event = time.monotonic()
        longest = max(self.limits.values())
        running: dict[str, tuple[int, float]] = {}
        looked = time.monotonic()
        while True:
            gap, looked = suspended(looked, time.monotonic())
            if gap:
                last_event += gap
                running = {name: (worker, since + gap) for name, (worker, since) in running.items()}
            ended = process.poll() is not None
            for event in follower.fresh():
                last_event = time.monotonic()
                identifier = event.get("id") or event.get("result", {}).get("id")
                if event["event"] == "started":
                    running[identifier] = (int(event.get("pid", 0)), last_event)
                elif event["event"] in ("finished", "lost"):
                    running.pop(identifier, None)
                if event["event"] == "finished":
                    done += 1
                    progress(done, CellResult.from_dict(event["result"]))
            progress(done, None)
            if ended:
                return None
            now = time.monotonic()
            for identifier, (worker, since) in list(running.items()):
                if worker and now - since > self.limits.get(identifier, longest) + HANG_GRACE_SECONDS:
                    del running[identifier]
                    with suppress(ProcessLookupError):
                        os.kill(worker, signal.SIGKILL)
            if now - last_event > longest + GRACE_SECONDS:
                return f"nothing happened for {now - last_event:.0f} s, so the test process was ended"
            time.sleep(POLL_SECONDS)

    def _tail(self, offset: int) -> str:
        """The last lines that this process printed."""
        with self.log.open("rb") as file:
            file.seek(offset)
            lines = file.read().decode(errors="replace").splitlines()
        return "\n".join(lines[-TAIL_LINES:])
