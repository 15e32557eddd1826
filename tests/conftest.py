"""Options that `rocm-ci run` hands to pytest, and the events from which it tells a crash from a hang."""

from __future__ import annotations

import logging
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rocm_ci import jit, leases, results

CELL = re.compile(r"test_matrix\.py::test_cell\[(?P<id>.+)\]$")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("rocm-ci")
    group.addoption("--rocm-ci-plan", default=None, help="plan.json of a run: the cells to execute")
    group.addoption("--rocm-ci-events", default=None, help="results.jsonl of a run: where to append what happens")
    group.addoption("--rocm-ci-jit-folder", default=None, help="where each worker has a folder for compiled kernels")
    group.addoption("--rocm-ci-warm-up", action="store_true", help="compile and launch what cells need, judge nothing")
    group.addoption("--rocm-ci-profile", action="store_true", help="ask a GPU's profiler which kernels ran")


def events_path(config: pytest.Config) -> Path | None:
    value = config.getoption("--rocm-ci-events")
    return Path(value) if value else None


class LostWorkers:
    """In xdist's own process: notes when a worker was found dead, and in which cell."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @pytest.hookimpl(optionalhook=True)
    def pytest_handlecrashitem(self, crashitem: str, report: pytest.TestReport, sched: object) -> None:
        found = CELL.search(crashitem)
        if found:
            results.append(self.path, {"event": "lost", "id": found["id"], "time": time.time()})


WATCH = pytest.StashKey[jit.Watch]()
LEASE = pytest.StashKey[leases.Lease]()


def pytest_configure(config: pytest.Config) -> None:
    path = events_path(config)
    if path is not None and not hasattr(config, "workerinput"):
        config.pluginmanager.register(LostWorkers(path))
    if path is not None and hasattr(config, "workerinput"):
        lease = leases.take_own()
        if lease is not None:
            config.stash[LEASE] = lease
            results.append(path, {"event": "leased", "pci": lease.gpu.pci, "pid": os.getpid(), "time": time.time()})
        folder = config.getoption("--rocm-ci-jit-folder")
        if folder is not None:
            own = jit.use(Path(folder), config.workerinput["workerid"], config.getoption("--rocm-ci-warm-up"))
            config.stash[WATCH] = jit.Watch(own)


@pytest.fixture(scope="session")
def jit_watch(pytestconfig: pytest.Config) -> jit.Watch | None:
    """Counts kernels compiled by this worker; None where nobody asked."""
    return pytestconfig.stash.get(WATCH, None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A name that holds an object's address differs between workers, and xdist then runs nothing at all."""
    moving = [item.nodeid for item in items if re.search(r" at 0x[0-9a-f]{8,}", item.nodeid)]
    if moving:
        raise pytest.UsageError(
            f"{len(moving)} tests are named by an address (give them ids), the first is {moving[0]}"
        )


@pytest.fixture(autouse=True)
def warnings_are_still_said() -> Iterator[None]:
    """A test that leaves the package's log silenced would hide from later ones in its process what they look for."""
    logger = logging.getLogger("rocm_kernels")
    before = (logger.level, logger.propagate, logger.disabled)
    yield
    after = (logger.level, logger.propagate, logger.disabled)
    logger.setLevel(before[0])
    logger.propagate, logger.disabled = before[1:]
    assert after == before, f"level, propagate and disabled of the log rocm_kernels were left as {after}"
