"""One kernel with everything but the tensors' addresses bound, launched by the cheapest way that this machine has."""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import Any

import torch

from rocm_kernels import launches
from rocm_kernels.backends.triton.cuda_launch import PreparedLaunch
from rocm_kernels.backends.triton.emulated import EmulatedKernel
from rocm_kernels.backends.triton.problem import bytes_view

_logger = logging.getLogger("rocm_kernels")


@lru_cache(maxsize=64)
def constant_names(kernel: Any) -> tuple[str, ...]:
    """Names of a kernel's compile-time parameters, in order: they come after all others."""
    annotations = kernel.fn.__annotations__
    return tuple(name for name in kernel.arg_names if name in annotations)


class Launch:
    """A kernel, its grid, numbers, constants and options.

    The first call compiles and launches through Triton. Later calls go to the driver with parameters laid out in advance
    (NVIDIA), or to Triton's compiled kernel (AMD), as long as all addresses are multiples of 16, as in the first call.

    Args:
        kernel: the function decorated with ``triton.jit``, or its interpreted version.
        grid: programs along x and y.
        numbers: the parameters between the tensors and the constants.
        constants: values of the compile-time parameters, by name; names that the kernel does not have are ignored.
        options: Triton's options (``num_warps`` ...); empty for the interpreter.
        emulated: AMD target in whose emulator the kernel runs, None on a GPU and in the interpreter.
    """

    def __init__(
        self,
        kernel: Any,
        grid: tuple[int, int],
        numbers: tuple[Any, ...],
        constants: dict[str, Any],
        options: dict[str, Any],
        emulated: str | None = None,
    ) -> None:
        self.name: str = kernel.fn.__name__
        self.kernel = kernel
        self.grid = grid
        self.numbers = numbers
        self.constants = {name: constants[name] for name in constant_names(kernel)}
        self.options = options
        self._emulated = emulated
        self._kernels: dict[tuple[bool, ...], EmulatedKernel] = {}
        self._prepared: PreparedLaunch | None = None
        self._compiled: Any = None

    def __call__(self, tensors: tuple[torch.Tensor | None, ...], stream: int, capturing: bool = False) -> None:
        """Launch on a stream of the current device, given as its handle (0 for the interpreter)."""
        launches.note(self.name)
        if self._emulated is not None:
            self._emulate(self._emulated, tensors)
            return
        if self._compiled is not None:
            addresses = [None if tensor is None else tensor.data_ptr() for tensor in tensors]
            together = 0
            for address in addresses:
                together |= address or 0
            if not together & 15:
                if self._prepared is not None:
                    self._prepared(stream, self._prepared.used(addresses), capturing)
                else:
                    compiled = self._compiled
                    compiled.run(
                        *self.grid, 1, stream, compiled.function, compiled.packed_metadata, None, None, None,
                        *addresses, *self.numbers, *self.constants.values(),
                    )  # fmt: skip
                return
        self._first(tensors)

    @property
    def prepared(self) -> PreparedLaunch | None:
        """The launch through the driver, None until the first call or where there is none."""
        return self._prepared

    def warm(self, tensors: tuple[torch.Tensor | None, ...]) -> None:
        """Compile for such tensors without running."""
        views = [None if tensor is None else bytes_view(tensor) for tensor in tensors]
        self.kernel.warmup(*views, *self.numbers, *self.constants.values(), grid=(1,), **self.options)

    def _emulate(self, target: str, tensors: tuple[torch.Tensor | None, ...]) -> None:
        # As Triton's launcher would, one kernel for each pattern of addresses that are multiples of 16.
        aligned = tuple(tensor is not None and tensor.data_ptr() % 16 == 0 for tensor in tensors)
        if aligned not in self._kernels:
            self._kernels[aligned] = EmulatedKernel(self, tensors, target)
        self._kernels[aligned](tensors)

    def _first(self, tensors: tuple[torch.Tensor | None, ...]) -> None:
        views = [None if tensor is None else bytes_view(tensor) for tensor in tensors]
        compiled = self.kernel[self.grid](*views, *self.numbers, *self.constants.values(), **self.options)
        if compiled is None or any(view is not None and view.data_ptr() % 16 for view in views):
            return
        if torch.version.hip is None:
            try:
                used = tuple(tensor is not None for tensor in tensors)
                self._prepared = PreparedLaunch(compiled, self.grid, used, self.numbers)
            except (ValueError, AttributeError, OSError) as reason:
                # A Triton that passes parameters in another way; its own launcher is slower and right.
                _logger.info("%s is launched through Triton: %s", self.name, reason)
        self._compiled = compiled
