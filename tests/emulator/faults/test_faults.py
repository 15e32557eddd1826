"""Every planted fault turns a test of its instruction red, and without it that test is green."""

from __future__ import annotations

import pytest
from tests.emulator.instructions import suite

from .inject import Fault, NotPlanted, caught
from .table import FAULTS


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_fault_is_noticed(fault: Fault) -> None:
    assert caught(fault) != ""


@pytest.mark.parametrize("mnemonic", sorted({fault.mnemonic for fault in FAULTS}))
def test_instruction_is_right_without_a_fault(mnemonic: str) -> None:
    suite.check(mnemonic)


def test_a_fault_that_fits_nothing_is_an_error() -> None:
    with pytest.raises(NotPlanted, match="does not occur"):
        caught(Fault("nothing", "v_add_f32", "no such text", ""))


def test_there_are_enough_faults_of_every_kind() -> None:
    assert len(FAULTS) >= 40
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
    assert len({fault.handler for fault in FAULTS}) >= 40
