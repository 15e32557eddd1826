"""Groups the cases into code objects, runs them in the emulator and collects what differs."""

from __future__ import annotations

import dataclasses
import functools

from gfx_emulator import Device, EmulatorError
from gfx_emulator.errors import UnimplementedInstruction

from . import cases, control, harness, matrix, memory, packed, scalar, vector
from .case import Case
from .compare import mismatches
from .entry import Outcome

IN_KERNEL = 24  # cases in one kernel
IN_OBJECT = 500  # cases in one code object
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


def groups_of(rows: list[Case]) -> list[tuple[Case, ...]]:
    """Cases that share their settings, at most IN_KERNEL together."""
    shared: dict[tuple[object, ...], list[Case]] = {}
    for case in rows:
        shared.setdefault(harness.settings(case), []).append(case)
    return [tuple(row[start : start + IN_KERNEL]) for row in shared.values() for start in range(0, len(row), IN_KERNEL)]


@functools.lru_cache(maxsize=1)
def places() -> dict[tuple[Case, ...], int]:
    """Number of the code object that holds each group."""
    found: dict[tuple[Case, ...], int] = {}
    for names in FAMILIES.values():
        first = max(found.values(), default=-1) + 1
        rows = groups_of([case for name in sorted(names) for case in cases.accepted().get(name, ())])
        held = 0
        for group in rows:
            found[group] = first + held // IN_OBJECT
            held += len(group)
    return found


@functools.cache
def module(number: int) -> object:
    """The loaded code object with this number."""
    return harness.load(device(), [group for group, place in places().items() if place == number])


@functools.lru_cache(maxsize=64)
def lone_module(group: tuple[Case, ...]) -> object:
    """A code object with one group."""
    return harness.load(device(), [group])


def run_group(group: tuple[Case, ...]) -> list[Result]:
    """Runs the cases of a group together, or one by one where the emulator refuses the group."""
    place = places().get(group)
    loaded = lone_module(group) if place is None else module(place)
    try:
        before, states = harness.execute(loaded, group)
    except EmulatorError as error:
        if len(group) > 1:
            return [result for case in group for result in run_group((case,))]
        return [Result(group[0], (), f"{type(error).__name__}: {error}", isinstance(error, UnimplementedInstruction))]
    return [Result(case, tuple(mismatches(case, before, state))) for case, state in zip(group, states, strict=True)]


@functools.cache
def finished(group: tuple[Case, ...]) -> dict[Case, Result]:
    """Results of a group of the suite, which the tests of several mnemonics share."""
    return {result.case: result for result in run_group(group)}


@functools.lru_cache(maxsize=1)
def group_of() -> dict[Case, tuple[Case, ...]]:
    """The group that holds each case."""
    return {case: group for group in places() for case in group}


def run_program(program: control.Program) -> Result:
    """Runs a short program and compares with its model."""
    group = (program.case,)
    before, states = harness.execute(lone_module(group), group)
    outcome = Outcome(before.copy())
    program.model(before, outcome.state)
    return Result(program.case, tuple(mismatches(program.case, before, states[0], outcome)))


def run_name(name: str) -> list[Result]:
    """Results of all cases of a mnemonic."""
    return [finished(group_of()[case])[case] for case in cases.accepted()[name]]


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
