"""Launches AITER's code objects in the emulator, as AITER's host launches them on a GPU."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from rocm_kernels import launches
from rocm_kernels.backends.aiter.asm_arguments import WRITTEN, Value, pack
from rocm_kernels.backends.aiter.code_objects import CodeObject
from rocm_kernels.host_memory import buffers_of

if TYPE_CHECKING:
    from gfx_emulator.device import Device, Kernel, LaunchResult

# Four waves of 64.
BLOCK = (256, 1, 1)


@cache
def device(target: str) -> Device:
    """The emulated device of a target; one for each, so that decoded kernels are kept."""
    from gfx_emulator import Device

    return Device(target)


@cache
def _kernel(target: str, path: str, sha256: str, symbol: str) -> Kernel:
    module = device(target).load(path)
    if module.code_object.sha256 != sha256:
        raise ValueError(f"{path}: its contents changed after it was listed, expected sha256 {sha256}")
    return module.kernel(symbol)


class Loadable(Protocol):
    """A code object of any family."""

    @property
    def target(self) -> str:
        """The AMD target."""

    @property
    def path(self) -> Path:
        """The file."""

    @property
    def sha256(self) -> str:
        """Of the file when it was listed."""

    @property
    def symbol(self) -> str:
        """The kernel's symbol."""


def kernel_of(code_object: Loadable) -> Kernel:
    """Load a code object's kernel, once for each content.

    Raises:
        gfx_emulator.EmulatorError: the target is not emulated, or the file is damaged.
        ValueError: the file changed after it was listed.
    """
    return _kernel(code_object.target, str(code_object.path), code_object.sha256, code_object.symbol)


def launch(
    code_object: CodeObject,
    values: Mapping[str, Value],
    kv_heads: int,
    sequences: int,
    *,
    check: bool = False,
    instruction_budget: int | None = None,
) -> LaunchResult:
    """Run a code object to its end, over kv_heads x sequences workgroups, and note its symbol with the listeners.

    Args:
        code_object: what to launch.
        values: every field of ``asm_arguments.FIELDS``; tensors and numpy arrays (of sparse mappings too) are read and
            written in place; only the output may be written.
        kv_heads, sequences: the grid.
        check: look for reads of unwritten memory, races, missing waits.
        instruction_budget: wave instructions after which the launch is stopped.

    Raises:
        ValueError: a value is missing or does not fit its field.
        gfx_emulator.EmulatorError: an access outside of the given memory, an unknown instruction, the budget.
    """
    kernel = kernel_of(code_object)
    packed = pack(values)
    buffers = buffers_of(values, WRITTEN)
    launches.note(code_object.symbol)
    return kernel.launch(
        (kv_heads, sequences, 1),
        BLOCK,
        packed,
        buffers=buffers,
        uninitialised=[name for name in WRITTEN if name in buffers],
        check=check,
        instruction_budget=instruction_budget,
    )
