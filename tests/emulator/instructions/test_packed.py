"""Every form of every packed instruction that the emulator claims, against its model."""

from __future__ import annotations

import pytest

from . import suite


@pytest.mark.parametrize("name", suite.testable("packed"))
def test_packed_instruction(name: str) -> None:
    assert suite.report(suite.run_name(name)) == ""
