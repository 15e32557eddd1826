"""Compares the state that the emulator left with the model's, register by register."""

from __future__ import annotations

import dataclasses

import numpy as np

from . import matrix, memory, packed, scalar, vector
from .case import Case
from .entry import TABLE, Near, OneOf, Outcome
from .formats import Array, is_nan, to_float
from .state import SCALAR_BASE, VECTOR_BASE, State
from .text import Instruction, parse

U = np.uint64
LARGEST = {16: 65504.0, 32: float(np.finfo(np.float32).max), 64: float(np.finfo(np.float64).max)}
SMALLEST_NORMAL = {16: 2.0**-14, 32: 2.0**-126, 64: 2.0**-1022}


def model(state: State, instruction: Instruction) -> Outcome:
    """Expected state after the instruction, from whichever table holds it."""
    base = instruction.base
    if base in scalar.NAMES:
        return Outcome(scalar.run(state, base, list(instruction.operands)))
    if base in packed.NAMES:
        return packed.run(state, instruction)
    if base in matrix.NAMES:
        return matrix.run(state, instruction)
    return vector.run(state, instruction)


def float_width(instruction: Instruction) -> int:
    """Width in which NaNs of the destination count as equal whatever their payload; 0 for integer results."""
    base = instruction.base
    if base in ("v_cvt_pkrtz_f16_f32", "v_pk_fmac_f16"):
        return 16
    if base in TABLE:
        kind = TABLE[base].result
        return int(kind[1:]) if kind[0] == "f" else 0
    if base.startswith(("v_div_", "v_pk_", "v_fma_mix")):
        return next((width for width in (16, 64, 32) if base.endswith(f"f{width}")), 0)
    if base in ("v_cvt_pk_f32_fp8", "v_cvt_pk_f32_bf8") or base.startswith("v_mfma_f32"):
        return 32
    return 0


def same_number(got: Array, expected: Array, width: int) -> Array:
    """Equal bits, or both NaN of the width (0: equal bits only)."""
    if not width:
        return got == expected
    return (got == expected) | (is_nan(got, width) & is_nan(expected, width))


def same_halves(got: Array, expected: Array) -> Array:
    """Both halves the same number."""
    low = same_number(got & U(0xFFFF), expected & U(0xFFFF), 16)
    return low & same_number(got >> U(16), expected >> U(16), 16)


def within(got: Array, near: Near, flush_allowed: bool) -> Array:
    """Whether float bits lie within the bound of a reference."""
    with np.errstate(all="ignore"):
        value = to_float(got & U((1 << near.width) - 1), near.width).astype(np.float64)
        close = np.abs(value - near.reference) <= near.tolerance
        beyond = np.abs(near.reference) + near.tolerance > LARGEST[near.width]
        overflow = beyond & np.isinf(value) & (np.sign(value) == np.sign(near.reference))
    special = (np.isnan(value) & np.isnan(near.reference)) | (value == near.reference)
    tiny = np.abs(near.reference) <= SMALLEST_NORMAL[near.width] * (1 + 2.0**-9)
    return close | overflow | special | (flush_allowed & (value == 0) & tiny)


@dataclasses.dataclass
class Comparison:
    """One case: the states, what the model left open, and the differences found so far."""

    case: Case
    instruction: Instruction
    before: State
    got: State
    outcomes: list[Outcome]
    found: list[str] = dataclasses.field(default_factory=list)

    @property
    def flushes(self) -> bool:
        """Whether a tiny f32 result may come out as zero."""
        table = TABLE.get(self.instruction.base)
        return not self.case.mode.denormal32 or (table is not None and table.fuzzy_denormals)

    def registers(self, file: str) -> None:
        """All vector or accumulator registers."""
        got, expected = getattr(self.got, file), getattr(self.outcomes[0].state, file)
        base = VECTOR_BASE if file == "v" else 0
        width = float_width(self.instruction)
        done: set[int] = set()
        for loose_file, number in self.outcomes[0].loose:
            if loose_file == file:
                done |= self.loose_register(file, number, width)
        for index in np.nonzero((got != expected).any(axis=(0, 2)))[0].tolist():
            if index in done:
                continue
            actual, wanted = got[:, index].astype(U), expected[:, index].astype(U)
            good = self.same_register(file, index, actual, wanted, width)
            self.note(f"{file}{base + index}", ~good, actual, wanted, [])

    def same_register(self, file: str, index: int, actual: Array, wanted: Array, width: int) -> Array:
        """Equality of a register that the model fixes: bits, but NaN payloads of a float destination are free."""
        base = VECTOR_BASE if file == "v" else 0
        destination = self.instruction.operands[0] if self.instruction.operands else None
        inside = destination is not None and destination.file == file
        if not inside or not width or not 0 <= index + base - destination.first < destination.count:
            return actual == wanted
        if width == 16:
            return same_halves(actual, wanted)
        if width == 64:
            first = index - (index + base - destination.first) % 2
            pairs = []
            for state in (self.got, self.outcomes[0].state):
                values = getattr(state, file)
                pairs.append(values[:, first].astype(U) | (values[:, first + 1].astype(U) << U(32)))
            return same_number(pairs[0], pairs[1], 64)
        good = same_number(actual, wanted, 32)
        if not self.case.mode.denormal32:  # whether tininess is judged before or after rounding is open
            # and whether omod scales before or after the flush
            scale = {"mul:2": 1, "mul:4": 2}.get(self.case.text.split(" ")[-1], 0)
            size = wanted & U(0x7FFFFFFF)
            smallest, largest = U(0x00800000), U(0x00800000 + (scale << 23))
            good |= (size >= smallest) & (size <= largest) & ((actual & U(0x7FFFFFFF)) == 0)
        return good

    def loose_register(self, file: str, number: int, width: int) -> set[int]:
        """A register that the model knows within a bound or a choice; returns the indices looked at."""
        index = number - (VECTOR_BASE if file == "v" else 0)
        got, before = getattr(self.got, file), getattr(self.before, file)
        value = got[:, index].astype(U)
        if width == 64:
            value |= got[:, index + 1].astype(U) << U(32)
        items = [outcome.loose[(file, number)] for outcome in self.outcomes]
        good = np.zeros(value.shape, bool)
        for item in items:
            if isinstance(item, Near):
                good |= within(value, item, self.flushes)
                if item.width == 16:
                    good &= value >> U(16) == 0
            else:
                for choice in item.choices:
                    good |= same_halves(value, choice) if width == 16 else same_number(value, choice, width)
        if not self.instruction.base.startswith("v_mfma"):
            good = np.where(self.before.active, good, got[:, index] == before[:, index])
        self.note(f"{file}{number}", ~good, value, getattr(self.outcomes[0].state, file)[:, index], items)
        return {index, index + 1} if width == 64 else {index}

    def note(self, register: str, bad: Array, got: Array, expected: Array, items: list[Near | OneOf]) -> None:
        """One line for the first wrong lane of a register."""
        if not bad.any():
            return
        wave, lane = (int(x[0]) for x in np.nonzero(bad))
        wanted = f"{int(expected[wave, lane]):#x}"
        for item in items:
            if isinstance(item, Near):
                wanted = f"{item.reference[wave, lane]!r} +- {item.tolerance[wave, lane]!r}"
            else:
                wanted = "one of " + ", ".join(f"{int(choice[wave, lane]):#x}" for choice in item.choices)
        self.found.append(
            f"{register} wave {wave} lane {lane} ({int(bad.sum())} wrong): got {int(got[wave, lane]):#x}, "
            f"expected {wanted} {self.inputs_of(wave, lane)}"
        )

    def scalars(self) -> None:
        """SGPRs, VCC, EXEC, SCC and M0."""
        expected = self.outcomes[0].state
        loose = ("sdst", 0) in self.outcomes[0].loose
        for index in np.nonzero((self.got.s != expected.s).any(axis=0))[0].tolist():
            if not loose:
                self.scalar(f"s{SCALAR_BASE + index}", self.got.s[:, index], expected.s[:, index])
        for name in ("vcc", "exec", "scc", "m0"):
            if not (loose and name == "vcc"):
                self.scalar(name, getattr(self.got, name), getattr(expected, name))

    def scalar(self, name: str, got: Array, expected: Array) -> None:
        """One scalar of all waves."""
        bad = got != expected
        if bad.any():
            wave = int(np.argmax(bad))
            self.found.append(
                f"{name} wave {wave} ({int(bad.sum())} wrong): got {int(got[wave]):#x}, expected {int(expected[wave]):#x} "
                f"{self.inputs_of(wave, None)}"
            )

    def bytes_of(self, name: str) -> None:
        """Global memory or LDS of all waves."""
        got, expected = getattr(self.got, name), getattr(self.outcomes[0].state, name)
        bad = got != expected
        if bad.any():
            wave, place = (int(x[0]) for x in np.nonzero(bad))
            word = slice(place & ~3, (place & ~3) + 4)
            actual, wanted = (array[wave, word].tobytes()[::-1].hex() for array in (got, expected))
            self.found.append(
                f"{name} wave {wave} byte {place:#x} ({int(bad.sum())} wrong): got word {actual}, expected {wanted} "
                f"{self.inputs_of(wave, None)}"
            )

    def inputs_of(self, wave: int, lane: int | None) -> str:
        """Values of the operands in one wave and lane."""
        parts = []
        for operand in self.instruction.operands:
            for number in range(operand.first, operand.first + min(operand.count, 2)):
                if operand.file == "s" and 0 <= number - SCALAR_BASE < self.before.s.shape[1]:
                    parts.append(f"s{number}={int(self.before.s[wave, number - SCALAR_BASE]):#x}")
                elif operand.file in ("v", "a") and lane is not None:
                    file = self.before.v if operand.file == "v" else self.before.a
                    index = number - (VECTOR_BASE if operand.file == "v" else 0)
                    parts.append(f"{operand.file}{number}={int(file[wave, index, lane]):#x}")
        before = self.before
        parts.append(f"exec={int(before.exec[wave]):#x} vcc={int(before.vcc[wave]):#x} scc={int(before.scc[wave])}")
        return "[" + ", ".join(parts) + f"] mode={self.case.mode.name}"


def mismatches(case: Case, before: State, got: State, outcome: Outcome | None = None) -> list[str]:
    """Differences between the emulator's state and the model's (or a given outcome), as readable lines; empty when right."""
    instruction = parse(case.text.splitlines()[-1])
    if outcome is None:
        outcome = memory.run(before, case) if case.memory else model(before, instruction)
    outcomes = [outcome]
    table = TABLE.get(instruction.base)
    if table is not None and table.fuzzy_denormals:
        flushed = dataclasses.replace(before, mode=dataclasses.replace(before.mode, denormal32=False, denormal16=False))
        outcomes.append(model(flushed, instruction))
    comparison = Comparison(case, instruction, before, got, outcomes)
    comparison.registers("v")
    if case.accumulators:
        comparison.registers("a")
    comparison.scalars()
    if case.memory:
        comparison.bytes_of("memory")
        comparison.bytes_of("lds")
    return comparison.found
