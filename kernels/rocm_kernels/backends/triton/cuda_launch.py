"""A launch through the CUDA driver with its parameters laid out once: Triton's own launcher costs several times as much."""

from __future__ import annotations

import ctypes
import logging
import struct
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

_logger = logging.getLogger("rocm_kernels")
_PROGRAMMATIC_STREAM_SERIALIZATION = 6  # CUlaunchAttributeID
_BUFFER_POINTER, _BUFFER_SIZE = 1, 2  # CU_LAUNCH_PARAM_BUFFER_POINTER, CU_LAUNCH_PARAM_BUFFER_SIZE


class _Attribute(ctypes.Structure):
    _fields_ = (("id", ctypes.c_int), ("pad", ctypes.c_int), ("value", ctypes.c_int), ("rest", ctypes.c_char * 60))


class _Configuration(ctypes.Structure):
    """CUlaunchConfig of the driver."""

    _fields_ = (
        ("grid_x", ctypes.c_uint), ("grid_y", ctypes.c_uint), ("grid_z", ctypes.c_uint),
        ("block_x", ctypes.c_uint), ("block_y", ctypes.c_uint), ("block_z", ctypes.c_uint),
        ("shared", ctypes.c_uint), ("stream", ctypes.c_void_p),
        ("attributes", ctypes.POINTER(_Attribute)), ("count", ctypes.c_uint),
    )  # fmt: skip


class Record(ctypes.Structure):
    """``struct record`` of quick_launch.c."""

    _fields_ = (
        ("is_capturing", ctypes.c_void_p), ("launch", ctypes.c_void_p),
        ("configuration", ctypes.c_void_p), ("configuration_bytes", ctypes.c_uint64),
        ("stream_place", ctypes.c_uint64), ("attributes_place", ctypes.c_uint64),
        ("function", ctypes.c_void_p), ("block", ctypes.c_void_p), ("block_bytes", ctypes.c_uint64),
        ("overlaps", ctypes.c_uint64), ("count", ctypes.c_uint64),
    )  # fmt: skip


@lru_cache(maxsize=1)
def _driver() -> Any:
    return ctypes.CDLL("libcuda.so.1")


@lru_cache(maxsize=1)
def quick_launch() -> Callable[..., int] | None:
    """``launch_prepared`` of quick_launch.c, built by the means with which Triton builds its own launchers.

    None where it cannot be built; launches go through ctypes then, which costs the host some microseconds more.
    """
    try:
        from triton.runtime.build import compile_module_from_src

        source = (Path(__file__).parent / "quick_launch.c").read_text()
        module = compile_module_from_src(src=source, name="rocm_kernels_quick_launch")
        launch: Callable[..., int] = module.launch_prepared
    except Exception as reason:  # no compiler, no headers of Python, no folder to write to, another Triton
        _logger.info("kernels are launched through ctypes: %s", reason)
        return None
    return launch


# Bytes of a block of parameters at most, as in quick_launch.c.
MOST_BLOCK = 1024
# Modes of launch_prepared, and what it gives in the last one where a graph is being captured.
PLAIN, OVERLAP, UNLESS_CAPTURED = 0, 1, 2
CAPTURED = -1


def parameter_places(formats: Sequence[str]) -> list[int]:
    """Where each parameter of these struct formats lies in a kernel's block of parameters: at the next multiple of its size."""
    places, place = [], 0
    for form in formats:
        size = struct.calcsize(form)
        place = -(-place // size) * size
        places.append(place)
        place += size
    return places


class PreparedLaunch:
    """One compiled kernel, its grid and all of its parameters but the addresses of the tensors.

    Args:
        compiled: Triton's compiled kernel, loaded.
        grid: programs along x and y.
        pointers: for each tensor of the call whether the kernel has a parameter for it (None was compiled in otherwise).
        numbers: the other parameters; those equal to 1 were compiled in.

    Raises:
        ValueError: the kernel's parameters are not the ones expected; launch through Triton then.
    """

    def __init__(
        self, compiled: Any, grid: tuple[int, int], pointers: tuple[bool, ...], numbers: tuple[int | float, ...]
    ) -> None:
        self._function = ctypes.c_void_p(compiled.function)
        self._positions = tuple(index for index, used in enumerate(pointers) if used)
        formats, values = ["Q"] * len(self._positions), []
        for number in numbers:
            if isinstance(number, float):
                formats.append("f")
            elif number != 1:
                formats.append("i" if -(2**31) <= number < 2**31 else "q")
            else:
                continue
            values.append(number)
        count = len(self._positions)
        # Two pointers of Triton's own come last: scratch memory, which these kernels do not have.
        formats += ["Q", "Q"]
        values += [0, 0]
        places = parameter_places(formats)
        self._check(compiled, [(place, struct.calcsize(form)) for place, form in zip(places, formats, strict=True)])
        # One block with every parameter in its place: the driver takes it whole. The addresses come first.
        size = places[-1] + struct.calcsize(formats[-1])
        if size > MOST_BLOCK:
            raise ValueError(f"{compiled.name} takes {size} bytes of parameters, expected at most {MOST_BLOCK}")
        self._block = ctypes.create_string_buffer(size)
        for place, form, value in zip(places[count:], formats[count:], values, strict=True):
            struct.pack_into(form, self._block, place, value)
        self._pack = struct.Struct(f"{count}Q").pack_into
        metadata = compiled.metadata
        if metadata.num_ctas != 1 or metadata.global_scratch_size or metadata.profile_scratch_size:
            raise ValueError("the kernel needs clusters or scratch memory")
        self._attribute = _Attribute(id=_PROGRAMMATIC_STREAM_SERIALIZATION, value=1)
        self._configuration = _Configuration(
            grid[0], grid[1], 1, 32 * metadata.num_warps, 1, 1, metadata.shared, None,
            ctypes.pointer(self._attribute), 0,
        )  # fmt: skip
        self._overlaps = bool(metadata.launch_pdl)
        self._launch = _driver().cuLaunchKernelEx
        self._compiled = compiled  # keeps the function loaded
        self._record = Record(
            ctypes.cast(_driver().cuStreamIsCapturing, ctypes.c_void_p).value,
            ctypes.cast(self._launch, ctypes.c_void_p).value,
            ctypes.addressof(self._configuration), ctypes.sizeof(_Configuration),
            _Configuration.stream.offset, _Configuration.count.offset,
            self._function.value, ctypes.addressof(self._block), size, self._overlaps, count,
        )  # fmt: skip
        # For quick_launch, which takes this address and then those of the tensors.
        self.record = ctypes.addressof(self._record)

    def _check(self, compiled: Any, expected: list[tuple[int, int]]) -> None:
        offset, size = ctypes.c_size_t(), ctypes.c_size_t()
        query = _driver().cuFuncGetParamInfo
        found: list[tuple[int, int]] = []
        while query(self._function, ctypes.c_size_t(len(found)), ctypes.byref(offset), ctypes.byref(size)) == 0:
            found.append((offset.value, size.value))
        if found != expected:
            raise ValueError(f"{compiled.name} takes parameters (place, bytes) {found}, expected {expected}")

    def used(self, addresses: list[int | None]) -> list[int]:
        """Leave the addresses out for which the kernel has no parameter."""
        return [addresses[position] or 0 for position in self._positions]

    def __call__(self, stream: int, addresses: Sequence[int], capturing: bool) -> None:
        """Launch; ``addresses`` of the tensors that the kernel has a parameter for, in order.

        A kernel compiled for it overlaps with the end of the one before it inside captured graphs only: launched one by one,
        the driver takes longer over the attribute than the overlap saves.

        Raises:
            RuntimeError: with the driver's error code.
        """
        quick = quick_launch()
        if quick is not None:
            code = quick(stream, OVERLAP if capturing else PLAIN, self.record, *addresses)
        else:
            # Copies of this call's own: while the driver reads them, another thread may launch the same kernel.
            configuration = _Configuration.from_buffer_copy(self._configuration)
            configuration.count = 1 if capturing and self._overlaps else 0
            configuration.stream = stream
            block = ctypes.create_string_buffer(self._block.raw, len(self._block))
            self._pack(block, 0, *addresses)
            size = ctypes.c_size_t(len(block))
            extra = (ctypes.c_void_p * 5)(
                _BUFFER_POINTER, ctypes.addressof(block), _BUFFER_SIZE, ctypes.addressof(size), None
            )
            code = self._launch(ctypes.byref(configuration), self._function, None, extra)
        self.succeeded(code)

    def succeeded(self, code: int) -> None:
        """Raise RuntimeError for an error code of the driver."""
        if code:
            raise RuntimeError(f"cuLaunchKernelEx of {self._compiled.name}: CUDA error {code}")


class Ready(NamedTuple):
    """What a launch in one call into C needs on one stream.

    Attributes:
        stream: its handle.
        launch: of quick_launch.c.
        prepared: the kernels, in order.
        memory: keeps the workspace, although another plan may have the stream's grow.
        workspace, arrivals: addresses in it.
    """

    stream: int
    launch: Callable[..., int]
    prepared: tuple[PreparedLaunch, ...]
    memory: object
    workspace: tuple[int, int]
    arrivals: int
