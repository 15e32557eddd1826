"""Every form of every compare instruction that the emulator claims, against its model."""

from __future__ import annotations

import pytest

from . import suite


@pytest.mark.parametrize("name", suite.testable("compare"))
def test_compare_instruction(name: str) -> None:
    assert suite.report(suite.run_name(name)) == ""
