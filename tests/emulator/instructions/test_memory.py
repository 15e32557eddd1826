"""Every form of every memory instruction, permute and atomic against its model, or refused by name where there is none."""

from __future__ import annotations

import pytest

from . import suite


@pytest.mark.parametrize("name", suite.names("memory"))
def test_memory_instruction(name: str) -> None:
    suite.check(name)
