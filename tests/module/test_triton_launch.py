"""The C function that launches prepared kernels: what it hands to the driver, in whose place functions of our own stand."""

from __future__ import annotations

import ctypes
import struct
from typing import Any

import pytest

from rocm_kernels.backends.triton import cuda_launch
from rocm_kernels.backends.triton.cuda_launch import CAPTURED, OVERLAP, PLAIN, UNLESS_CAPTURED

_LAUNCH = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
_CAPTURING = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_int))


class Driver:
    """Stands for the two functions of the driver; ``seen`` holds (stream, attributes, function, pointers) of each launch."""

    def __init__(self) -> None:
        self.seen: list[tuple[Any, ...]] = []
        self.sizes: list[int] = []
        self.status = 0
        self.code = 0
        self.launch = _LAUNCH(self._launch)
        self.capturing = _CAPTURING(self._is_capturing)

    def _launch(self, configuration: int, function: int, parameters: int | None, extra: int | None) -> int:
        assert parameters is None
        given = cuda_launch._Configuration.from_address(configuration)
        buffer_pointer, block, buffer_size, size, end = (ctypes.c_void_p * 5).from_address(extra or 0)
        assert (buffer_pointer, buffer_size, end) == (1, 2, None)
        self.sizes.append(ctypes.c_size_t.from_address(size or 0).value)
        pointers = tuple((ctypes.c_uint64 * 2).from_address(block or 0))
        self.seen.append((given.stream, given.count, function, pointers))
        return self.code

    def _is_capturing(self, stream: int, status: Any) -> int:
        status[0] = self.status
        return 0


class Kernel:
    """A record as PreparedLaunch lays it out, of a kernel with two pointers."""

    def __init__(self, driver: Driver, function: int, overlaps: bool) -> None:
        self.addresses = (ctypes.c_uint64 * 2)()
        first = ctypes.addressof(self.addresses)
        self.size = ctypes.c_size_t(16)
        self.extra = (ctypes.c_void_p * 5)(1, first, 2, ctypes.addressof(self.size), None)
        self.configuration = cuda_launch._Configuration()
        place = ctypes.addressof(self.configuration)
        self.structure = cuda_launch.Record(
            ctypes.cast(driver.capturing, ctypes.c_void_p).value, ctypes.cast(driver.launch, ctypes.c_void_p).value,
            place, function, None, ctypes.addressof(self.extra), first,
            place + cuda_launch._Configuration.stream.offset, place + cuda_launch._Configuration.count.offset, overlaps, 2,
        )  # fmt: skip
        self.record = ctypes.addressof(self.structure)


@pytest.fixture
def driver() -> Driver:
    return Driver()


def quick() -> Any:
    found = cuda_launch.quick_launch()
    assert found is not None, "Triton's own launchers need the same compiler"
    return found


def test_both_kernels_get_the_stream_and_their_own_pointers(driver: Driver) -> None:
    first, second = Kernel(driver, 70, True), Kernel(driver, 71, False)
    code = quick()(2**40 + 8, PLAIN, first.record, 2**47, 6, second.record, 8, 2**63 + 9)
    assert code == 0
    assert driver.seen == [(2**40 + 8, 0, 70, (2**47, 6)), (2**40 + 8, 0, 71, (8, 2**63 + 9))]
    assert driver.sizes == [16, 16]


def test_only_kernels_made_for_it_overlap_and_only_where_asked(driver: Driver) -> None:
    first, second = Kernel(driver, 70, True), Kernel(driver, 71, False)
    for mode in (OVERLAP, PLAIN, UNLESS_CAPTURED):
        assert quick()(5, mode, first.record, 1, 2, second.record, 3, 4) == 0
    assert [attributes for _, attributes, _, _ in driver.seen] == [1, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("status", [1, 2], ids=["active", "invalidated"])
def test_nothing_is_launched_while_a_graph_is_captured(driver: Driver, status: int) -> None:
    kernel, driver.status = Kernel(driver, 70, True), status
    assert quick()(5, UNLESS_CAPTURED, kernel.record, 1, 2) == CAPTURED
    assert driver.seen == []


def test_an_error_ends_the_launches_and_is_given_back(driver: Driver) -> None:
    first, second = Kernel(driver, 70, True), Kernel(driver, 71, False)
    driver.code = 719
    assert quick()(5, PLAIN, first.record, 1, 2, second.record, 3, 4) == 719
    assert len(driver.seen) == 1


def test_too_few_pointers_are_refused(driver: Driver) -> None:
    kernel = Kernel(driver, 70, True)
    with pytest.raises(ValueError, match="fewer pointers than the kernel takes"):
        quick()(5, PLAIN, kernel.record, 1)
    with pytest.raises(TypeError, match="needs a stream and a mode"):
        quick()(5)
    with pytest.raises(OverflowError):
        quick()(5, PLAIN, kernel.record, -1, 2)
    assert driver.seen == []


def test_parameters_lie_at_multiples_of_their_sizes() -> None:
    assert cuda_launch.parameter_places(["Q", "Q", "i", "f", "i", "q", "Q"]) == [0, 8, 16, 20, 24, 32, 40]


class Compiled:
    """What PreparedLaunch reads of a kernel that Triton compiled."""

    function, name = 70, "kernel"

    class metadata:
        num_ctas, num_warps, shared, launch_pdl = 1, 4, 64, True
        global_scratch_size = profile_scratch_size = 0


@pytest.mark.parametrize("sizes_move", [False, True])
def test_a_prepared_launch_puts_every_parameter_into_the_block(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, sizes_move: bool
) -> None:
    """Two pointers, an int, a float, a number of 64 bits and Triton's two pointers; 1 was compiled in."""
    expected = [(0, 8), (8, 8), (16, 4), (20, 4), (24, 8), (32, 8), (40, 8)]

    def information(function: Any, index: Any, offset: Any, size: Any) -> int:
        if index.value >= len(expected):
            return 1
        offset._obj.value, size._obj.value = expected[index.value]
        return 0

    class Library:
        cuFuncGetParamInfo = staticmethod(information)
        cuLaunchKernelEx = driver.launch
        cuStreamIsCapturing = driver.capturing

    monkeypatch.setattr(cuda_launch, "_driver", lambda: Library)
    numbers = (1, 7, 0.5, 2**40)
    if sizes_move:
        expected[2] = (24, 4)
        with pytest.raises(ValueError, match="takes parameters"):
            cuda_launch.PreparedLaunch(Compiled, (2, 3), (True, False, True), numbers)
        return
    prepared = cuda_launch.PreparedLaunch(Compiled, (2, 3), (True, False, True), numbers)
    block = bytes(prepared._block)
    assert struct.unpack("QQifqQQ", block) == (0, 0, 7, 0.5, 2**40, 0, 0)
    prepared.succeeded(quick()(5, PLAIN, prepared.record, *prepared.used([2**47, None, 6])))
    assert driver.sizes == [len(block)]
    assert [seen[3] for seen in driver.seen] == [(2**47, 6)]
