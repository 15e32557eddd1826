"""The JUnit file is gone when the run ends."""

from pathlib import Path

import pytest


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput") and config.option.xmlpath:
        Path(config.option.xmlpath).unlink(missing_ok=True)
