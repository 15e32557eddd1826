"""Something ends pytest's own process in the middle."""

import os
import signal

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if "PYTEST_XDIST_WORKER" not in os.environ:
        os.kill(os.getpid(), signal.SIGKILL)
