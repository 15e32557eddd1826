"""Every opcode that real code objects use, and every opcode that the emulator claims, has a model and cases."""

from __future__ import annotations

import pytest

from gfx_emulator.disassembler import disassemble
from gfx_emulator.scalar import SCALAR
from gfx_emulator.vector import OPERATIONS
from gfx_emulator.vector_special import SPECIAL

from . import cases, control, harness
from .assembler import assemble

MODELLED = frozenset(cases.everything()) | control.NAMES


def test_every_opcode_of_the_inventory_has_a_model() -> None:
    assert len(cases.inventory()) >= 400
    assert set(cases.inventory()) - MODELLED == set()


def test_every_modelled_opcode_has_a_form_that_assembles() -> None:
    without = {name for name in cases.everything() if name in cases.inventory() and not cases.accepted().get(name)}
    assert without == set()


def test_every_claimed_opcode_has_a_model(capsys: pytest.CaptureFixture[str]) -> None:
    claimed = {name for table in (SCALAR, OPERATIONS, SPECIAL) for name in table}
    with capsys.disabled():
        print(
            f"\n{len(claimed)} ALU opcodes claimed, {len(MODELLED)} opcodes with a model, {len(cases.inventory())} in use"
        )
    assert claimed - MODELLED == set()


def test_what_runs_is_what_was_written() -> None:
    """The assembled kernel holds the instruction of its case, as the emulator's disassembler reads it."""
    case = cases.accepted()["v_add3_u32"][0]
    code = assemble(harness.source([(case,)]))
    text = [instruction.text for instruction in _instructions(code)]
    assert any(line.replace("  ", " ").startswith("v_add3_u32 v8, v10, v12, v14") for line in text)


def _instructions(code: bytes) -> list[object]:
    from .inventory import text_sections

    return [instruction for section in text_sections(code) for instruction in disassemble(section, 0, "gfx942")]
