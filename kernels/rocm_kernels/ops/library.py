"""How the ops meet torch.library: eager calls go straight to the dispatcher, everything that traces goes through the op.

A registered Python op costs some tens of microseconds a call in PyTorch's own machinery. Plain tensors outside of any
tracing do not need it.
"""

from __future__ import annotations

import torch

from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.validation import check_number

# What fp32 holds of the numbers above 0.
_SMALLEST, _LARGEST = 2.0**-149, (2 - 2.0**-23) * 2.0**127
# A model has a few scales; beyond this the table starts afresh.
MAX_SCALES = 4096


def traced(tensor: torch.Tensor) -> bool:
    """Whether a call must be seen by PyTorch: under torch.compile or export, in a dispatch mode, for a subclass of Tensor
    (FakeTensor, functorch's wrappers), or where autograd records (the op then says that it has no backward)."""
    return (
        torch.compiler.is_compiling()
        or type(tensor) is not torch.Tensor
        or torch._C._len_torch_dispatch_stack() > 0
        or (tensor.requires_grad and torch.is_grad_enabled())
    )


_scales: dict[tuple[float, torch.device], torch.Tensor] = {}


def scale_tensor(argument: str, scale: torch.Tensor | float | None, like: torch.Tensor) -> torch.Tensor | None:
    """Turn a plain number into the tensor [1] on the device of ``like`` that kernels take; one tensor a number and device.

    Raises:
        InvalidArgumentError: the number is not finite or not above 0, also once it is rounded to fp32.
    """
    if scale is None or isinstance(scale, torch.Tensor):
        return scale
    check_number(argument, scale)
    if not _SMALLEST <= scale <= _LARGEST:
        raise InvalidArgumentError(argument, repr(scale), f"{_SMALLEST:.3g} to {_LARGEST:.3g}, what fp32 holds")
    value = float(scale)
    found = None if traced(like) else _scales.get((value, like.device))
    if found is None:
        found = torch.full((1,), value, dtype=torch.float32, device=like.device)
        # While a graph is captured nothing is written yet, and the memory is the graph's.
        if not traced(like) and not _capturing(like.device):
            if len(_scales) >= MAX_SCALES:
                _scales.clear()
            _scales[value, like.device] = found
    return found


def _capturing(device: torch.device) -> bool:
    """Whether the work that a GPU is given now goes into a graph."""
    return device.type == "cuda" and torch.cuda.is_current_stream_capturing()
