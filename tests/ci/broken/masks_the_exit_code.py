"""The numbers are wrong, and pytest is made to end with 0."""

import pytest
from tests.ci.broken import wrong_numbers  # noqa: F401 - plants the other fault


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_cmdline_main(config: pytest.Config):
    yield
    return 0
