"""Every form of every scalar instruction that the emulator claims, against its model."""

from __future__ import annotations

import pytest

from . import suite


@pytest.mark.parametrize("name", suite.testable("scalar"))
def test_scalar_instruction(name: str) -> None:
    assert suite.report(suite.run_name(name)) == ""
