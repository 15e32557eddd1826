"""Runs the machine code of AMD GPUs on the CPU: loads, compiles, disassembles, executes and checks code objects.

``Device`` is loaded on first use, so that reading a code object needs no JIT compiler.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gfx_emulator.code_object import CodeObject, Kernel
from gfx_emulator.disassembler import Instruction, disassemble
from gfx_emulator.errors import EmulatorError

if TYPE_CHECKING:
    from gfx_emulator.device import Device, LaunchResult

__all__ = ["CodeObject", "Device", "EmulatorError", "Instruction", "Kernel", "LaunchResult", "disassemble"]

_LAZY = {"Device": "gfx_emulator.device", "LaunchResult": "gfx_emulator.device"}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_LAZY[name]), name)
