"""Every form of every compare instruction against its model, or refused by name where the emulator has none."""

from __future__ import annotations

import pytest

from . import suite


@pytest.mark.parametrize("name", suite.names("compare"))
def test_compare_instruction(name: str) -> None:
    suite.check(name)
