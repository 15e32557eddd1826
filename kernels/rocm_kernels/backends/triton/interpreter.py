"""Lets the kernels run on the CPU: by Triton's interpreter (``interpreted``) or compiled, in the emulator (``emulated``)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from rocm_kernels import flags
from rocm_kernels.support import Reason

FLAG = "ROCM_KERNELS_TRITON_INTERPRET"
EMULATE_FLAG = "ROCM_KERNELS_TRITON_EMULATE"


@contextmanager
def interpreting() -> Iterator[None]:
    """Allow this backend on cpu tensors inside the block, as the flag ROCM_KERNELS_TRITON_INTERPRET does everywhere."""
    with flags.overriding_flags(**{FLAG: True}):
        yield


def allowed() -> bool:
    """Whether the interpreter may be used now."""
    return flags.current()[FLAG]


@contextmanager
def emulating() -> Iterator[None]:
    """Allow this backend on emulated devices inside the block, as the flag ROCM_KERNELS_TRITON_EMULATE does everywhere."""
    with flags.overriding_flags(**{EMULATE_FLAG: True}):
        yield


def emulation_allowed() -> bool:
    """Whether compiled kernels may run in the emulator now."""
    return flags.current()[EMULATE_FLAG]


def reasons_here(device: str) -> tuple[Reason, ...]:
    """Reasons why this backend cannot run on a device now: no Triton, or nobody allowed what is slow."""
    if find_spec("triton") is None:
        return (Reason("not_installed", "Triton is not installed"),)
    if device == "cpu" and not allowed():
        message = f"on cpu Triton only interprets its kernels; {FLAG}=1 or interpreting() allows that"
        return (Reason("interpreted_only", message),)
    return _emulated_reasons(device)


def _emulated_reasons(device: str) -> tuple[Reason, ...]:
    """Why an emulated device is no place for Triton now: compiling takes seconds a kernel, so somebody has to want it."""
    kind, _, target = device.partition(":")
    if kind != "emulated":
        return ()
    if not emulation_allowed():
        message = f"on {device} Triton's kernels run only where {EMULATE_FLAG}=1 or emulating() allows that"
        return (Reason("device", message),)
    from gfx_emulator.targets import SUPPORTED_TARGETS

    if target in SUPPORTED_TARGETS:
        return ()
    return (Reason("not_emulated", f"the emulator runs {', '.join(SUPPORTED_TARGETS)} only, not {target}"),)
