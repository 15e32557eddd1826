"""How the ops meet torch.library: eager calls go straight to the dispatcher, everything that traces goes through the op.

A registered Python op costs some tens of microseconds a call in PyTorch's own machinery. Plain tensors outside of any
tracing do not need it.
"""

from __future__ import annotations

import torch

from rocm_kernels.validation import check_number


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
        InvalidArgumentError: the number is not finite or not above 0.
    """
    if scale is None or isinstance(scale, torch.Tensor):
        return scale
    check_number(argument, scale)
    if traced(like):
        return torch.full((1,), float(scale), dtype=torch.float32, device=like.device)
    key = (float(scale), like.device)
    if key not in _scales:
        _scales[key] = torch.full((1,), key[0], dtype=torch.float32, device=key[1])
    return _scales[key]
