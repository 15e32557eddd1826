"""One code object as a file: whether it is whole, for its target, holds the kernel, and takes the arguments that are packed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gfx_emulator.code_object import CodeObject as File
from gfx_emulator.code_object import Kernel
from gfx_emulator.errors import CodeObjectError
from rocm_kernels.backends.aiter.argument_layout import PADDING, ArgumentLayout, Slot


@dataclass(frozen=True)
class KernelFile:
    """A file that is whole: its hash, its kernel and the arguments that its note names."""

    sha256: str
    symbol: str
    kernel: Kernel
    slots: tuple[Slot, ...]


@dataclass(frozen=True)
class Damage:
    """What is wrong with a file: ``file_missing``, ``file_damaged``, ``wrong_target``, ``symbol_missing`` or
    ``arguments_mismatch``, and one sentence for people.
    """

    code: str
    message: str


def read(path: Path, name: str, symbol: str, target: str, layout: ArgumentLayout) -> KernelFile | Damage:
    """Read one file.

    Args:
        path: the file.
        name: how people know it.
        symbol: the kernel's; empty means the only kernel that there is.
        target: what it must be built for.
        layout: the arguments that are packed for it.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Damage("file_missing", f"the table names {name}, which is not there")
    except OSError as error:
        return Damage("file_damaged", f"{name} cannot be read: {error}")
    try:
        file = File.load(data)
    except CodeObjectError as error:
        return Damage("file_damaged", f"{name} ({len(data)} bytes) is no whole code object: {error}")
    if file.target != target:
        return Damage("wrong_target", f"{name} is built for {file.target}, not for {target}")
    if not symbol and len(file.kernels) == 1:
        symbol = next(iter(file.kernels))
    if symbol not in file.kernels:
        there = ", ".join(file.kernels) or "none"
        return Damage("symbol_missing", f"{name} holds no kernel {symbol} (it holds {there})")
    kernel = file.kernels[symbol]
    slots = tuple(
        Slot(argument.name, argument.offset, argument.size)
        for argument in kernel.arguments
        if argument.name != PADDING and not argument.hidden
    )
    wrong = layout.mismatches(slots, kernel.kernarg_size)
    if wrong:
        return Damage("arguments_mismatch", f"{name} takes other arguments than are packed: {'; '.join(wrong)}")
    return KernelFile(file.sha256, symbol, kernel, slots)
