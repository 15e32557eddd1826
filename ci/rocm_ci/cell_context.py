"""Where and under which flags, policy and device a cell calls its op."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import torch

from rocm_ci.cell import Cell
from rocm_kernels import devices, policy
from rocm_kernels.backends.triton import interpreting
from rocm_kernels.flags import overriding_flags


def place_of(cell: Cell) -> devices.Device:
    """The device of a cell; a ``rocm`` cell runs on the GPU that is here, whatever target it was written for."""
    return devices.detect().device if cell.device in ("rocm", "cuda") else devices.parse_device(cell.device)


def device_of(cell: Cell) -> torch.device:
    """Where the tensors of a cell are."""
    return torch.device("cuda" if cell.device_kind in ("rocm", "cuda") else "cpu")


def explicit_backend(cell: Cell) -> str | None:
    """The backend asked for; a cell that expects an exception asks for the one its reasons are about."""
    if cell.policy != "explicit":
        return None
    return cell.backend or next(iter(cell.reasons)).partition(".")[0]


@contextmanager
def context(cell: Cell) -> Iterator[None]:
    """The device, flags and policy of a cell."""
    with ExitStack() as stack:
        if cell.device_kind == "emulated":
            stack.enter_context(devices.using_device(cell.device))
        if cell.interpreted:
            stack.enter_context(interpreting())
        if cell.flags:
            stack.enter_context(overriding_flags(**cell.flags))
        if cell.policy == "forbid_fallback":
            stack.enter_context(policy.using_policy(policy.forbid_fallback))
        yield
