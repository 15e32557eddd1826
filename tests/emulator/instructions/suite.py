"""Groups the cases into code objects, runs them in the emulator and collects what differs."""

from __future__ import annotations

import dataclasses
import functools
import itertools

from gfx_emulator import Device
from gfx_emulator.disassembler import disassemble

from . import cases, control, harness, matrix, memory, packed, scalar, vector
from .assembler import assemble, kernel_text, program
from .case import Case
from .compare import mismatches
from .data import inputs
from .entry import Outcome
from .inventory import text_sections

GROUP = 400  # kernels in one code object
FAMILIES: dict[str, frozenset[str]] = {
    "scalar": frozenset(scalar.NAMES),
    "compare": frozenset(name for name in vector.NAMES if name.startswith(("v_cmp_", "v_cmpx_"))),
    "vector": frozenset(name for name in vector.NAMES if not name.startswith(("v_cmp_", "v_cmpx_"))),
    "packed": frozenset(packed.NAMES),
    "matrix": frozenset(matrix.NAMES),
    "memory": frozenset(memory.names()),
}


@dataclasses.dataclass(frozen=True)
class Result:
    """What came of one case: the differences, or the emulator's refusal."""

    case: Case
    differences: tuple[str, ...]
    refusal: str = ""


@functools.lru_cache(maxsize=1)
def device() -> Device:
    """The emulated device that all tests share."""
    return Device("gfx942")


@functools.lru_cache(maxsize=1)
def places() -> dict[Case, int]:
    """Number of the code object that holds each case."""
    found: dict[Case, int] = {}
    for names in FAMILIES.values():
        first = max(found.values(), default=-1) + 1
        row = [case for name in sorted(names) for case in cases.accepted().get(name, ())]
        found.update({case: first + index // GROUP for index, case in enumerate(row)})
    programs = max(found.values(), default=-1) + 1
    found.update({program.case: programs for program in control.PROGRAMS})
    return found


@functools.cache
def module(number: int) -> object:
    """The loaded code object with this number."""
    return harness.load(device(), [case for case, place in places().items() if place == number])


def run_case(case: Case, outcome_of: object = None) -> Result:
    """Runs one case and compares."""
    from gfx_emulator import EmulatorError

    data = inputs(case.kind, case.vectors + case.accumulators)
    try:
        before, after = harness.execute(device(), module(places()[case]), case, data)
    except EmulatorError as error:
        return Result(case, (), f"{type(error).__name__}: {error}")
    outcome = None
    if outcome_of is not None:
        outcome = Outcome(before.copy())
        outcome_of(before, outcome.state)  # type: ignore[operator]  # a model of a program
    return Result(case, tuple(mismatches(case, before, after, outcome)))


def run_name(name: str) -> list[Result]:
    """Runs all cases of a mnemonic whose form the emulator claims."""
    return [run_case(case) for case in cases.accepted()[name] if implemented()[case]]


def report(results: list[Result]) -> str:
    """Failures of some results as text: one paragraph a case."""
    lines = []
    for result in results:
        if result.refusal:
            lines.append(f"{result.case.text!r}: refused: {result.refusal}")
        elif result.differences:
            lines.append(f"{result.case.text!r}:\n    " + "\n    ".join(result.differences[:3]))
    return f"{len(lines)} of {len(results)} cases fail\n" + "\n".join(lines[:8]) if lines else ""


@functools.lru_cache(maxsize=1)
def implemented() -> dict[Case, bool]:
    """For every case, whether the emulator says that it implements this form."""
    from gfx_emulator.instructions import is_implemented

    rows = [case for row in cases.accepted().values() for case in row]
    lines = [case.text.splitlines()[-1] for case in rows]
    text = kernel_text("forms", [*lines, "s_endpgm"], vectors=256, accumulators=256, mode={})
    code = b"".join(text_sections(assemble(program([("forms", text, 256, 256, 0)]))))
    found = list(itertools.islice(disassemble(code, 0, "gfx942"), len(rows)))
    return {case: is_implemented(instruction) for case, instruction in zip(rows, found, strict=True)}


@functools.lru_cache(maxsize=1)
def claimed() -> frozenset[str]:
    """Base mnemonics of which the emulator implements at least one form among the cases."""
    return frozenset(name for name, row in cases.accepted().items() if any(implemented()[case] for case in row))


def testable(family: str) -> list[str]:
    """Mnemonics of a family that have cases and that the emulator claims."""
    return sorted(name for name in FAMILIES[family] if name in claimed())
