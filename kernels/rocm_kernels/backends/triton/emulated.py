"""Runs launches of this backend in gfx_emulator: compiled as for the target's GPU, on tensors in this machine's memory."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import torch

from rocm_kernels import flags
from rocm_kernels.backends.triton.problem import bytes_view
from rocm_kernels.errors import ImplementationFailure
from rocm_kernels.host_memory import memory_of
from rocm_kernels.targets import TARGETS

if TYPE_CHECKING:
    from rocm_kernels.backends.triton.launching import Launch


@lru_cache(maxsize=8)
def _device(target: str) -> Any:
    from gfx_emulator import Device

    return Device(target)


class EmulatedKernel:
    """One compiled kernel, ready to run.

    Args:
        launch: the kernel with its constants and numbers.
        tensors: of its first launch, by whose types it is compiled.
        target: AMD target that the emulator runs.
    """

    def __init__(self, launch: Launch, tensors: tuple[torch.Tensor | None, ...], target: str) -> None:
        from rocm_kernels.backends.triton.offline import compile_kernel

        views = [None if tensor is None else bytes_view(tensor) for tensor in tensors]
        compiled = compile_kernel(launch.kernel, views, launch.numbers, launch.constants, target, launch.options)
        self._kernel = _device(target).load(compiled.asm["hsaco"]).kernel(compiled.metadata.name)
        self._block = (compiled.metadata.num_warps * TARGETS[target].wave_size, 1, 1)
        self._lds = int(compiled.metadata.shared) - int(self._kernel.info.group_segment_size)
        self._grid = (*launch.grid, 1)
        # Numbers equal to 1 and tensors that are not there were compiled in; two pointers of Triton's own come last.
        self._numbers = [number for number in launch.numbers if isinstance(number, float) or number != 1]
        self.last: Any = None

    def __call__(self, tensors: tuple[torch.Tensor | None, ...]) -> None:
        """Run to the end.

        Raises:
            EmulatorError: the emulator's own error, for a fault.
            ImplementationFailure: with ROCM_KERNELS_CHECK_EMULATED, for a finding of the checked mode (``launch_failed``).
            ValueError: the kernel takes other parameters than expected.
        """
        insist = flags.current()["ROCM_KERNELS_CHECK_EMULATED"]
        given = [tensor for tensor in tensors if tensor is not None]
        values: list[int | float] = [*(tensor.data_ptr() for tensor in given), *self._numbers]
        places = [argument for argument in self._kernel.info.arguments if not argument.hidden]
        if len(places) != len(values) + 2:
            raise ValueError(
                f"{self._kernel.name} takes {len(places)} arguments, expected {len(values)} and two of Triton's"
            )
        self.last = self._kernel.launch(
            self._grid,
            self._block,
            [*values, 0, 0],
            buffers={f"tensor {index}": memory_of(tensor) for index, tensor in enumerate(given) if tensor.numel()},
            dynamic_lds=max(self._lds, 0),
            check=insist,
        )
        if insist and self.last.findings:
            shown = "; ".join(str(finding) for finding in self.last.findings[:3])
            message = f"{self._kernel.name}: {len(self.last.findings)} findings in the emulator's checked mode: {shown}"
            raise ImplementationFailure("launch_failed", message)
