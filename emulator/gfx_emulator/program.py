"""A kernel's code as the machine runs it: decoded instructions, records, and how often each ran."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from gfx_emulator import layout
from gfx_emulator.code_object import CodeObject, Kernel
from gfx_emulator.disassembler import Instruction, disassemble
from gfx_emulator.emit import Form
from gfx_emulator.engine import Compiled, compile_handlers
from gfx_emulator.instructions import Decoded, base_name, decode_all

_JUMPS = frozenset({"scalar_setpc", "scalar_swappc", "scalar_call"})
_ALWAYS = ("run_off", "unimplemented")


@dataclass(frozen=True)
class Program:
    """Decoded code: ``record_of[i]`` is the record that runs for instruction i, or the next one where i has no effect."""

    instructions: tuple[Instruction, ...]
    decoded: tuple[Decoded, ...]
    reasons: dict[int, str]
    """Why an instruction cannot run, by its number."""
    record_of: npt.NDArray[np.int32]
    instruction_of: npt.NDArray[np.int32]
    """Instruction number of each record; -1 for the guard behind the last."""
    entry: int
    checked: bool

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """The forms to compile, in a fixed order."""
        kept = (d.handler for d, keep in zip(self.decoded, self.kept, strict=True) if keep)
        return tuple(sorted({h for h in kept if isinstance(h, Form)}, key=lambda form: form.key))

    @cached_property
    def natives(self) -> tuple[str, ...]:
        """The functions of the runtime that are needed."""
        kept = {
            d.handler for d, keep in zip(self.decoded, self.kept, strict=True) if keep and isinstance(d.handler, str)
        }
        return tuple(sorted(kept.union(_ALWAYS)))

    @cached_property
    def kept(self) -> list[bool]:
        """Which instructions have a record."""
        return [_keeps(d, self.checked) for d in self.decoded]

    @cached_property
    def number_at(self) -> dict[int, int]:
        """Instruction number by address."""
        return {instruction.address: number for number, instruction in enumerate(self.instructions)}

    def compile(self, level: str) -> Compiled:
        """Compile the handlers, or find them compiled."""
        return compile_handlers(self.forms, self.natives, self.checked, level)

    def records(self, compiled: Compiled, base: int) -> npt.NDArray[np.void]:
        """Fill the records; ``base`` is where the code object's address 0 lies in host memory."""
        count = len(self.instruction_of)
        records = np.zeros(count, layout.RECORD)
        handlers: list[int] = []
        rows: list[tuple[int, int, int, int, int, int, int, int]] = []
        size = layout.RECORD.itemsize
        for record, number in enumerate(self.instruction_of.tolist()):
            if number < 0:
                handlers.append(compiled.natives["run_off"])
                rows.append((0, 0, 0, 0, 0, 0, 0, 0))
                continue
            d = self.decoded[number]
            handlers.append(compiled.forms[d.handler] if isinstance(d.handler, Form) else compiled.natives[d.handler])
            immediate, immediate2 = d.immediate, d.immediate2
            if d.target is not None:
                goal = self.number_at.get(d.target)
                target = count - 1 if goal is None else int(self.record_of[goal])
                immediate = (target - record) * size
                immediate2 = number - goal + 1 if goal is not None and goal <= number else 0
            elif d.handler in ("scalar_getpc", "scalar_swappc", "scalar_call"):
                immediate += base
                immediate2 += base if d.handler == "scalar_call" else 0
            rows.append(
                (d.destination, d.destination2, *_signed(d.source), _wrap(immediate), _wrap(immediate2), d.flags)
            )
        records["handler"] = handlers
        table = np.array(rows, dtype=np.int64)
        records["destination"], records["destination2"] = table[:, 0], table[:, 1]
        records["source"] = table[:, 2:5]
        records["immediate"], records["immediate2"], records["flags"] = table[:, 5], table[:, 6], table[:, 7]
        records["index"] = np.arange(count)
        return records

    @cached_property
    def accesses(self) -> npt.NDArray[np.void]:
        """Registers and counters of each record, for checked mode."""
        accesses = np.zeros(len(self.instruction_of), layout.ACCESS)
        for record, number in enumerate(self.instruction_of.tolist()):
            if number < 0:
                continue
            d = self.decoded[number]
            entry = accesses[record]
            for slot, (first, count) in enumerate(d.registers[:8]):
                entry["range"][slot] = (first, count)
            entry["vector_waits"], entry["local_waits"] = d.vector_waits, d.local_waits
            entry["loaded"] = d.loaded
        return accesses

    @cached_property
    def register_ranges(self) -> tuple[int, int]:
        """How many VGPRs and AGPRs, from the first on, any instruction names."""
        vector = accumulator = 0
        for d in self.decoded:
            for first, count in d.registers:
                if first < 256:
                    vector = max(vector, min(first + count, 256))
                elif first < 512:
                    accumulator = max(accumulator, min(first + count - 256, 256))
        return max(vector, 1), accumulator

    @cached_property
    def code_records(self) -> npt.NDArray[np.int32]:
        """A record index for every four bytes of code, -1 where no instruction starts."""
        first = self.instructions[0].address
        last = self.instructions[-1]
        table = np.full((last.address + last.size - first + 3) // 4, -1, np.int32)
        for number, instruction in enumerate(self.instructions):
            table[(instruction.address - first) // 4] = self.record_of[number]
        return table

    def executed(
        self, taken: npt.NDArray[np.uint64], landed: npt.NDArray[np.uint64], waves: int
    ) -> npt.NDArray[np.int64]:
        """How often each instruction ran, from the counters of taken branches; exact once all waves have ended."""
        count = len(self.instructions)
        arrivals = np.zeros(count + 1, np.int64)
        arrivals[self.entry] += waves
        leaving = np.zeros(count, np.int64)
        for record in np.flatnonzero(taken).tolist():
            number = int(self.instruction_of[record])
            leaving[number] = taken[record]
            target = self.decoded[number].target
            if target is not None and target in self.number_at:
                arrivals[self.number_at[target]] += int(taken[record])
        for record in np.flatnonzero(landed).tolist():
            number = int(self.instruction_of[record])
            arrivals[number if number >= 0 else count] += int(landed[record])
        result = np.zeros(count, np.int64)
        flow = 0
        ends = [d.ends or d.handler in _JUMPS for d in self.decoded]
        for number, (arrived, left) in enumerate(zip(arrivals.tolist(), leaving.tolist(), strict=False)):
            flow += arrived
            result[number] = flow
            flow = 0 if ends[number] else flow - left
        return result

    def count_by_name(self, executed: npt.NDArray[np.int64]) -> Counter[str]:
        """Executions by instruction name."""
        names: Counter[str] = Counter()
        for instruction, count in zip(self.instructions, executed.tolist(), strict=True):
            if count:
                names[base_name(instruction.mnemonic)[0]] += count
        return names


def _keeps(d: Decoded, checked: bool) -> bool:
    return not d.elided or (checked and d.handler == "wait_counters")


def _wrap(value: int) -> int:
    value &= 0xFFFFFFFFFFFFFFFF
    return value - (1 << 64) if value >> 63 else value


def _signed(values: list[int]) -> tuple[int, int, int]:
    a, b, c = values
    return _wrap(a), _wrap(b), _wrap(c)


def mode_register(kernel: Kernel) -> int:
    """The MODE register as the descriptor sets it: rounding, denormals, DX10 clamp, IEEE, FP16_OVFL."""
    d = kernel.descriptor
    return d.float_mode | int(d.dx10_clamp) << 8 | int(d.ieee) << 9 | int(d.fp16_ovfl) << 23


def build_program(code_object: CodeObject, kernel: Kernel, checked: bool) -> Program:
    """Decode a kernel. What has no handler becomes a record that stops the launch when it is reached."""
    instructions = disassemble(code_object.code(kernel), kernel.entry_address, code_object.target)
    if any(base_name(i.mnemonic)[0] in ("s_swappc_b64", "s_setpc_b64", "s_call_b64") for i in instructions):
        # calls leave the kernel's own code: take the whole segment
        segment = next(
            s for s in code_object.segments if s.executable and 0 <= kernel.entry_address - s.address < len(s.data)
        )
        before = disassemble(
            segment.data[: kernel.entry_address - segment.address], segment.address, code_object.target
        )
        rest = segment.data[kernel.entry_address - segment.address :]
        instructions = before + disassemble(rest, kernel.entry_address, code_object.target)
    decoded, reasons = decode_all(instructions, mode_register(kernel))
    record_of = np.zeros(len(instructions), np.int32)
    instruction_of: list[int] = []
    for number, d in enumerate(decoded):
        record_of[number] = len(instruction_of)
        if _keeps(d, checked):
            instruction_of.append(number)
    instruction_of.append(-1)
    entry = next(n for n, i in enumerate(instructions) if i.address == kernel.entry_address)
    return Program(
        tuple(instructions),
        tuple(decoded),
        reasons,
        record_of,
        np.array(instruction_of, np.int32),
        entry,
        checked,
    )
