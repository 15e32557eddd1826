"""Every form of every matrix instruction that the emulator claims, against its model."""

from __future__ import annotations

import pytest

from . import suite


@pytest.mark.parametrize("name", suite.testable("matrix"))
def test_matrix_instruction(name: str) -> None:
    assert suite.report(suite.run_name(name)) == ""
