"""What the launchers of the ops beside attention share: kept launches, number formats, the stream."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import torch
import triton

from rocm_kernels.backends.triton.launching import Launch
from rocm_kernels.backends.triton.problem import hardware_conversion
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


def stream_of(tensor: torch.Tensor, interpreted: bool) -> int:
    """Handle of the current stream of a tensor's device; 0 for the interpreter."""
    if interpreted:
        return 0
    return int(triton.runtime.driver.active.get_current_stream(tensor.device.index or 0))


def number_format(dtype: str, target: str) -> dict[str, Any]:
    """Constants on the operands of a product: their format, and whether the target's matrix unit takes that fp8."""
    stored = DATA_TYPES[dtype]
    if stored.kind == "fp8":
        return {"FORMAT": dtype, "NATIVE": hardware_conversion(dtype, target) != "none"}
    if dtype == "int8":
        return {"FORMAT": "int8", "NATIVE": True}
    # The interpreter multiplies the bits of bf16 as integers.
    return {"FORMAT": "widened" if target == "interpreter" and dtype == "bf16" else "float", "NATIVE": True}


def options(warps: int, stages: int, interpreted: bool) -> dict[str, Any]:
    """Triton's options of a launch."""
    return {} if interpreted else {"num_warps": warps, "num_stages": stages}
