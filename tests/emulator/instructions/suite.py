"""Groups the cases into code objects, runs them in the emulator and collects what differs."""

from __future__ import annotations

import dataclasses
import functools

from gfx_emulator import Device, EmulatorError
from gfx_emulator.errors import UnimplementedInstruction

from . import cases, control, harness, matrix, memory, packed, scalar, vector
from .case import Case
from .compare import mismatches
from .data import inputs
from .entry import Outcome

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
    unimplemented: bool = False


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
    data = inputs(case.kind, case.vectors + case.accumulators)
    try:
        before, after = harness.execute(device(), module(places()[case]), case, data)
    except EmulatorError as error:
        return Result(case, (), f"{type(error).__name__}: {error}", isinstance(error, UnimplementedInstruction))
    outcome = None
    if outcome_of is not None:
        outcome = Outcome(before.copy())
        outcome_of(before, outcome.state)  # type: ignore[operator]  # a model of a program
    return Result(case, tuple(mismatches(case, before, after, outcome)))


def run_name(name: str) -> list[Result]:
    """Runs all cases of a mnemonic."""
    return [run_case(case) for case in cases.accepted()[name]]


def report(results: list[Result]) -> str:
    """Failures of some results as text: one paragraph a case."""
    lines = []
    for result in results:
        if result.refusal:
            lines.append(f"{result.case.text!r}: refused: {result.refusal}")
        elif result.differences:
            lines.append(f"{result.case.text!r}:\n    " + "\n    ".join(result.differences[:3]))
    return f"{len(lines)} of {len(results)} cases fail\n" + "\n".join(lines[:8]) if lines else ""


def check(name: str) -> None:
    """Asserts that every form of a mnemonic agrees with its model, or is refused as unimplemented with its name in the message.

    A mnemonic of the inventory must run in at least one form.
    """
    results = run_name(name)
    refused = [result for result in results if result.unimplemented]
    if not all(name in result.refusal for result in refused):
        raise AssertionError(f"the refusal does not name the instruction: {refused[0].refusal}")
    if name in cases.inventory() and len(refused) == len(results):
        raise AssertionError(f"real code objects use it, no form runs: {refused[0].refusal}")
    failures = report([result for result in results if not result.unimplemented])
    if failures:
        raise AssertionError(failures)


def names(family: str) -> list[str]:
    """Mnemonics of a family that have cases."""
    return sorted(name for name in FAMILIES[family] if name in cases.accepted())
