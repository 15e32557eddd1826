"""Branches, indexing and instructions without effect, as short programs."""

from __future__ import annotations

import pytest

from . import control, suite


@pytest.mark.parametrize("program", control.PROGRAMS, ids=lambda p: "-".join(p.names) + "-" + p.text.splitlines()[-1])
def test_program(program: control.Program) -> None:
    assert suite.report([suite.run_program(program)]) == ""
