"""Counts the instructions of a folder of code objects, and which of them the emulator does not implement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gfx_emulator.code_object import CodeObject
from gfx_emulator.disassembler import Instruction
from gfx_emulator.errors import ArgumentError, EmulatorError
from gfx_emulator.inspection import disassemble_kernel
from gfx_emulator.targets import SUPPORTED_TARGETS

_SUFFIXES = frozenset({".co", ".hsaco"})
IsImplemented = Callable[[Instruction], bool]


@dataclass(frozen=True, slots=True)
class Missing:
    """A mnemonic some of whose forms are not implemented: how often they occur, and one of them with its place."""

    mnemonic: str
    count: int
    example: str
    address: int
    kernel: str
    file: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """The inventory of a folder."""

    files: int
    kernels: int
    instructions: int
    implemented: dict[str, int]
    """Occurrences by mnemonic."""
    missing: tuple[Missing, ...]
    unreadable: dict[str, str] = field(default_factory=dict)
    """Why a file could not be read, by path."""
    not_executed: dict[str, int] = field(default_factory=dict)
    """Files for targets that the emulator reads but does not run, by target."""

    def to_json(self) -> dict[str, Any]:
        """Return the inventory as plain data."""
        return {
            "files": self.files,
            "kernels": self.kernels,
            "instructions": self.instructions,
            "implemented": self.implemented,
            "missing": [
                {
                    "mnemonic": entry.mnemonic,
                    "count": entry.count,
                    "example": entry.example,
                    "address": entry.address,
                    "kernel": entry.kernel,
                    "file": entry.file,
                }
                for entry in self.missing
            ],
            "unreadable": self.unreadable,
            "not_executed": self.not_executed,
        }

    def render(self) -> Iterator[str]:
        """Yield lines for people; the last one is ``missing: N``, N counting mnemonics."""
        yield f"{self.files} files, {self.kernels} kernels, {self.instructions} instructions"
        yield f"implemented: {len(self.implemented)} mnemonics"
        for mnemonic, count in sorted(self.implemented.items(), key=lambda entry: (-entry[1], entry[0])):
            yield f"  {count:10d}  {mnemonic}"
        for path, reason in self.unreadable.items():
            yield f"unreadable: {path}: {reason}"
        for entry in self.missing:
            place = f"first at {entry.address:#x} of {entry.kernel} in {entry.file}"
            yield f"not implemented: {entry.count:8d}  {entry.example}  ({place})"
        for name, files in self.not_executed.items():
            yield f"not executed: {files} files are for {name}; only {', '.join(SUPPORTED_TARGETS)} can be run"
        yield f"missing: {len(self.missing)}"


def measure(
    folder: Path,
    *,
    target: str | None = None,
    is_implemented: IsImplemented | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Coverage:
    """Inventory every ``.co`` and ``.hsaco`` file below ``folder`` (or one file), only those for ``target`` if given.

    ``progress`` is called with files done and files in all. Raises ``ArgumentError`` where there is no such file.
    """
    paths = [folder] if folder.is_file() else sorted(path for path in folder.rglob("*") if path.suffix in _SUFFIXES)
    if not paths:
        raise ArgumentError(f"folder is {str(folder)!r}: expected a folder with .co or .hsaco files, or one such file")
    implemented_form = is_implemented or _default_is_implemented()
    known: dict[tuple[str, str], bool] = {}
    implemented: Counter[str] = Counter()
    missing: dict[str, Missing] = {}
    unreadable: dict[str, str] = {}
    not_executed: Counter[str] = Counter()
    files = kernels = 0
    for done, path in enumerate(paths):
        if progress is not None:
            progress(done, len(paths))
        try:
            code_object = CodeObject.load(path)
            if target is not None and code_object.target != target:
                continue
            files += 1
            if code_object.target not in SUPPORTED_TARGETS:
                not_executed[code_object.target] += 1
            for kernel in code_object.kernels.values():
                kernels += 1
                for instruction in disassemble_kernel(code_object, kernel):
                    form = (instruction.mnemonic, instruction.operands)
                    if form not in known:
                        known[form] = implemented_form(instruction)
                    if known[form]:
                        implemented[instruction.mnemonic] += 1
                        continue
                    before = missing.get(instruction.mnemonic)
                    missing[instruction.mnemonic] = Missing(
                        mnemonic=instruction.mnemonic,
                        count=before.count + 1 if before else 1,
                        example=before.example if before else instruction.text,
                        address=before.address if before else instruction.address,
                        kernel=before.kernel if before else kernel.name,
                        file=before.file if before else str(path),
                    )
        except EmulatorError as error:
            unreadable[str(path)] = str(error)
    return Coverage(
        files=files,
        kernels=kernels,
        instructions=implemented.total() + sum(entry.count for entry in missing.values()),
        implemented=dict(sorted(implemented.items())),
        missing=tuple(sorted(missing.values(), key=lambda entry: (-entry.count, entry.mnemonic))),
        unreadable=unreadable,
        not_executed=dict(sorted(not_executed.items())),
    )


def _default_is_implemented() -> IsImplemented:
    from gfx_emulator.instructions import is_implemented

    return is_implemented
