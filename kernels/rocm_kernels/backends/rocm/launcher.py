"""Launches built kernels: by the HIP runtime on a ROCm device, in the emulator on ``emulated:<target>``."""

from __future__ import annotations

import ctypes
import ctypes.util
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any, Protocol

import torch

from gfx_emulator.compile import CompiledObject
from rocm_kernels import flags, launches
from rocm_kernels.backends.rocm.build import build
from rocm_kernels.backends.rocm.kernel_arguments import SIGNATURES, UPDATED, WRITTEN_ONLY, Value, pack
from rocm_kernels.backends.rocm.specialisation import Specialisation
from rocm_kernels.errors import ImplementationFailure
from rocm_kernels.host_memory import buffers_of
from rocm_kernels.targets import TARGETS

Grid = tuple[int, int, int]
_CHECK = "ROCM_KERNELS_CHECK_EMULATED"


class Launcher(Protocol):
    """One way to run a kernel on one target."""

    target: str
    compute_units: int

    def launch(self, specialisation: Specialisation, grid: Grid, values: Mapping[str, Value]) -> None:
        """Run a kernel over ``grid`` workgroups; returns before it has run where the device works by itself."""


def launcher(device: str, target: str, tensor: torch.Tensor) -> Launcher:
    """Choose the launcher of a device as a spec names it; ``tensor`` lies on it."""
    if device.startswith("emulated:"):
        return emulated(target)
    return _hip(target, tensor.device.index or 0)


@cache
def emulated(target: str) -> EmulatedLauncher:
    """Return the launcher of an emulated target; one for each, so that decoded kernels are kept."""
    return EmulatedLauncher(target)


@cache
def _hip(target: str, device: int) -> HipLauncher:
    return HipLauncher(target, device)


def _threads(specialisation: Specialisation, target: str) -> int:
    return specialisation.waves * TARGETS[target].wave_size


class EmulatedLauncher:
    """Runs kernels in gfx_emulator, on tensors in this machine's memory.

    Attributes:
        last: what the emulator says of the latest launch: instructions, bytes, findings.
        checked: whether launches look for reads of unwritten memory, races and missing waits; with the flag
            ROCM_KERNELS_CHECK_EMULATED they do in any case, and what they find fails the launch.

    Args:
        target: LLVM's name of the processor.
        builder: compiles a specialisation; tests hand in other sources.
    """

    def __init__(self, target: str, builder: Callable[[Specialisation, str], CompiledObject] = build) -> None:
        from gfx_emulator import Device

        self._builder = builder

        self.target = target
        self.compute_units = TARGETS[target].compute_units
        self.checked = False
        self._device = Device(target)
        self.last: Any = None

    @lru_cache(maxsize=256)  # noqa: B019 - a launcher lives as long as the process
    def _kernel(self, specialisation: Specialisation) -> Any:
        return self._device.load(self._builder(specialisation, self.target).code).kernel(specialisation.kernel)

    def launch(self, specialisation: Specialisation, grid: Grid, values: Mapping[str, Value]) -> None:
        """Run a kernel to its end.

        Raises:
            EmulatorError: the emulator's own error, for a fault.
            ImplementationFailure: with ROCM_KERNELS_CHECK_EMULATED, for a finding of the checked mode (``launch_failed``).
        """
        insist = flags.current()[_CHECK]
        kernel = self._kernel(specialisation)
        signature = SIGNATURES[specialisation.source]
        buffers = buffers_of(values, WRITTEN_ONLY[specialisation.source] + UPDATED[specialisation.source])
        launches.note(specialisation.kernel)
        self.last = kernel.launch(
            grid,
            (_threads(specialisation, self.target), 1, 1),
            pack(signature, values),
            buffers=buffers,
            uninitialised=[name for name in WRITTEN_ONLY[specialisation.source] if name in buffers],
            check=self.checked or insist,
        )
        if insist and self.last.findings:
            shown = "; ".join(str(finding) for finding in self.last.findings[:3])
            message = (
                f"{specialisation.kernel}: {len(self.last.findings)} findings in the emulator's checked mode: {shown}"
            )
            raise ImplementationFailure("launch_failed", message)


# Values of hip_runtime_api.h that hand a packed argument segment to a launch, and of its hipError_t.
_PARAM_BUFFER_POINTER, _PARAM_BUFFER_SIZE, _PARAM_END = 1, 2, 3
_ERROR_OUT_OF_MEMORY = 2


class HipLibrary:
    """libamdhip64 by ctypes; every call is checked.

    Args:
        name: file of the library; by default the one that the system knows.

    Raises:
        ImplementationFailure: it cannot be loaded (``no_hip_runtime``).
    """

    def __init__(self, name: str | None = None) -> None:
        name = name or ctypes.util.find_library("amdhip64") or "libamdhip64.so"
        try:
            self._library = ctypes.CDLL(name)
        except OSError as error:
            raise ImplementationFailure("no_hip_runtime", f"the HIP runtime cannot be loaded: {error}") from error
        self._library.hipGetErrorString.restype = ctypes.c_char_p

    def call(self, function: str, *arguments: Any) -> None:
        """Call a function of the library by name.

        Raises:
            torch.OutOfMemoryError: HIP found no memory, which says nothing of the request: the dispatcher marks nothing.
            ImplementationFailure: any other error (``launch_failed``), in HIP's own words.
        """
        code = getattr(self._library, function)(*arguments)
        if code:
            words = (self._library.hipGetErrorString(code) or b"?").decode("utf-8", "replace")
            message = f"{function} failed with {code}: {words}"
            if code == _ERROR_OUT_OF_MEMORY:
                raise torch.OutOfMemoryError(message)
            raise ImplementationFailure("launch_failed", message)


class HipLauncher:
    """Runs kernels through libamdhip64, on PyTorch's current stream.

    Written from HIP's module API reference; no AMD GPU was at hand, so it has never run on hardware.
    """

    def __init__(self, target: str, device: int) -> None:
        self._library = HipLibrary()
        self.target = target
        self.compute_units = int(torch.cuda.get_device_properties(device).multi_processor_count)
        self._device = device
        self._modules: list[ctypes.c_void_p] = []

    @lru_cache(maxsize=1024)  # noqa: B019 - a launcher lives as long as the process
    def _function(self, specialisation: Specialisation) -> ctypes.c_void_p:
        code = build(specialisation, self.target).code
        module, function = ctypes.c_void_p(), ctypes.c_void_p()
        self._library.call("hipModuleLoadData", ctypes.byref(module), code)
        self._modules.append(module)
        self._library.call("hipModuleGetFunction", ctypes.byref(function), module, specialisation.kernel.encode())
        return function

    def launch(self, specialisation: Specialisation, grid: Grid, values: Mapping[str, Value]) -> None:
        """Enqueue a kernel; raises as HipLibrary.call does."""
        packed = pack(SIGNATURES[specialisation.source], values)
        segment = ctypes.create_string_buffer(packed, len(packed))
        size = ctypes.c_size_t(len(packed))
        extra = (ctypes.c_void_p * 5)(
            _PARAM_BUFFER_POINTER, ctypes.addressof(segment), _PARAM_BUFFER_SIZE, ctypes.addressof(size), _PARAM_END
        )
        with torch.cuda.device(self._device):
            function = self._function(specialisation)
            stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
            block = (_threads(specialisation, self.target), 1, 1)
            dimensions = [ctypes.c_uint(size) for size in (*grid, *block)]
            launches.note(specialisation.kernel)
            self._library.call("hipModuleLaunchKernel", function, *dimensions, ctypes.c_uint(0), stream, None, extra)
