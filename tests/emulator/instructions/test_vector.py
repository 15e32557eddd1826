"""Every form of every vector instruction that the emulator claims, against its model."""

from __future__ import annotations

import pytest

from . import suite


@pytest.mark.parametrize("name", suite.testable("vector"))
def test_vector_instruction(name: str) -> None:
    assert suite.report(suite.run_name(name)) == ""
