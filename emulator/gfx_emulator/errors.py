"""Every exception that the emulator raises; all share one root, so a caller needs to catch only one."""

# ruff: noqa: N818 - the names say what happened, as MemoryFault does; only the general ones end in Error.

from __future__ import annotations


class EmulatorError(Exception):
    """The root of all errors of this package."""


class ArgumentError(EmulatorError, ValueError):
    """An argument of a call has the wrong count, type or value; the message names it."""


class ToolMissing(EmulatorError):
    """A compiler, disassembler or library that this call needs is not installed; the message says how to get it."""


class CodeObjectError(EmulatorError):
    """A file is no code object of an AMD GPU, is damaged, or lacks what was asked of it."""


class CompileError(EmulatorError):
    """A compiler refused its input.

    ``output`` holds the compiler's own words, ``command`` what was run (empty for a compiler called in-process).
    """

    def __init__(self, message: str, *, output: str = "", command: tuple[str, ...] = ()) -> None:
        super().__init__(f"{message}\n{output}" if output else message)
        self.output = output
        self.command = command


class LocatedError(EmulatorError):
    """An error at one place of a running kernel: ``kernel``, ``address`` of the instruction, its text, and the lane."""

    def __init__(
        self,
        message: str,
        *,
        kernel: str = "",
        address: int | None = None,
        instruction: str = "",
        lane: int | None = None,
    ) -> None:
        place = [f"kernel {kernel}"] if kernel else []
        if address is not None:
            place.append(f"pc {address:#x}")
        if instruction:
            place.append(f"instruction `{instruction}`")
        if lane is not None:
            place.append(f"lane {lane}")
        super().__init__(f"{message} ({', '.join(place)})" if place else message)
        self.kernel = kernel
        self.address = address
        self.instruction = instruction
        self.lane = lane


class UnimplementedInstruction(LocatedError):
    """The kernel holds an instruction, or a form of one, that the emulator does not implement; it is never skipped."""


class LaunchError(LocatedError):
    """A launch cannot start or go on: grid, block, LDS, registers, or waves that wait for each other for ever."""


class MemoryFault(LocatedError):
    """The kernel touched memory outside all buffers handed over, or LDS outside its allocation."""


class InstructionBudgetExceeded(LocatedError):
    """The launch ran more instructions than allowed, as an endless loop does."""
