"""Every form of every memory instruction, lane permute and atomic that the emulator claims, against its model."""

from __future__ import annotations

import pytest

from . import suite


@pytest.mark.parametrize("name", suite.testable("memory"))
def test_memory_instruction(name: str) -> None:
    assert suite.report(suite.run_name(name)) == ""
