"""Every form of every scalar instruction against its model, or refused by name where the emulator has none."""

from __future__ import annotations

import pytest

from . import suite


@pytest.mark.parametrize("name", suite.names("scalar"))
def test_scalar_instruction(name: str) -> None:
    suite.check(name)
