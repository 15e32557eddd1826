"""What the launchers of the ops beside attention share: kept launches, number formats, the stream."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

import torch
import triton

from rocm_kernels.backends.triton.launching import Launch
from rocm_kernels.backends.triton.problem import emulated_target, hardware_conversion, target_of
from rocm_kernels.dtypes import DATA_TYPES

_launches: dict[Hashable, Launch] = {}
_MOST_LAUNCHES = 4096


def kept(key: Hashable, make: Callable[[], Launch]) -> Launch:
    """Find a launch again by everything that it was made of, or make it."""
    launch = _launches.get(key)
    if launch is None:
        if len(_launches) >= _MOST_LAUNCHES:
            _launches.clear()
        launch = _launches[key] = make()
    return launch


@dataclass(frozen=True)
class Where:
    """Where launches run.

    Attributes:
        target: as in the tables of this backend: ``interpreter``, ``sm_90``, ``gfx942``.
        emulated: the target's machine code runs in the emulator.
    """

    target: str
    emulated: bool = False

    @property
    def interpreted(self) -> bool:
        """Whether Triton's interpreter runs the kernels."""
        return self.target == "interpreter"

    def options(self, warps: int, stages: int) -> dict[str, Any]:
        """Triton's options of a launch."""
        return {} if self.interpreted else {"num_warps": warps, "num_stages": stages}

    def stream(self, tensor: torch.Tensor) -> int:
        """Handle of the current stream of a tensor's device; 0 where there is none."""
        if self.interpreted or self.emulated:
            return 0
        return int(triton.runtime.driver.active.get_current_stream(tensor.device.index or 0))

    def launch(
        self,
        kernel: Any,
        grid: tuple[int, int],
        numbers: tuple[int | float, ...],
        constants: dict[str, Any],
        options: dict[str, Any],
    ) -> Launch:
        """Bind everything but the addresses of a launch."""
        return Launch(kernel, grid, numbers, constants, options, self.target if self.emulated else None)


def where_of(device_name: str, tensor: torch.Tensor, interpreted: bool) -> Where:
    """Where a request runs whose spec names ``device_name``."""
    emulated = emulated_target(device_name)
    return Where(target_of(tensor.device, interpreted, emulated), emulated is not None)


def number_format(dtype: str, target: str) -> dict[str, Any]:
    """Constants on the operands of a product: their format, and whether the target's matrix unit takes that fp8."""
    stored = DATA_TYPES[dtype]
    if stored.kind == "fp8":
        return {"FORMAT": dtype, "NATIVE": hardware_conversion(dtype, target) != "none"}
    if dtype == "int8":
        return {"FORMAT": "int8", "NATIVE": True}
    # The interpreter multiplies the bits of bf16 as integers.
    return {"FORMAT": "widened" if target == "interpreter" and dtype == "bf16" else "float", "NATIVE": True}
