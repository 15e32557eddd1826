"""The process ends with 0 after JUnit was written and before pytest counts its tests, as after a crash in a finaliser."""

import os

import pytest


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if not hasattr(session.config, "workerinput"):
        os._exit(0)
