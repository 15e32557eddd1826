"""The C function that launches prepared kernels: what it hands to the driver, in whose place functions of our own stand."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from rocm_kernels.backends.triton import cuda_launch, decode
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
        # Called once inside of the next launch, before anything is read: what another thread may do then.
        self.meanwhile: Callable[[], None] | None = None
        self.launch = _LAUNCH(self._launch)
        self.capturing = _CAPTURING(self._is_capturing)

    def _launch(self, configuration: int, function: int, parameters: int | None, extra: int | None) -> int:
        assert parameters is None
        if self.meanwhile is not None:
            meanwhile, self.meanwhile = self.meanwhile, None
            meanwhile()
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

    def __init__(self, driver: Driver, function: int, overlaps: bool, block_bytes: int = 16) -> None:
        self.block = (ctypes.c_uint64 * 2)()
        self.configuration = cuda_launch._Configuration()
        self.structure = cuda_launch.Record(
            ctypes.cast(driver.capturing, ctypes.c_void_p).value, ctypes.cast(driver.launch, ctypes.c_void_p).value,
            ctypes.addressof(self.configuration), ctypes.sizeof(self.configuration),
            cuda_launch._Configuration.stream.offset, cuda_launch._Configuration.count.offset,
            function, ctypes.addressof(self.block), block_bytes, overlaps, 2,
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


def test_a_launch_of_another_thread_changes_nothing_of_one_under_way(driver: Driver) -> None:
    """The driver reads while Python's lock is free: the same kernel is launched again before it has read anything."""
    kernel = Kernel(driver, 70, True)
    driver.meanwhile = lambda: quick()(6, OVERLAP, kernel.record, 11, 12)
    assert quick()(5, PLAIN, kernel.record, 1, 2) == 0
    assert driver.seen == [(6, 1, 70, (11, 12)), (5, 0, 70, (1, 2))]


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
    with pytest.raises(ValueError, match="fewer pointers than the kernel takes"):
        quick()(5, PLAIN, Kernel(driver, 70, True, block_bytes=8).record, 1, 2)
    large = Kernel(driver, 70, True, block_bytes=cuda_launch.MOST_BLOCK + 1)
    with pytest.raises(ValueError, match="larger than it takes"):
        quick()(5, PLAIN, large.record, 1, 2)
    assert driver.seen == []


def test_parameters_lie_at_multiples_of_their_sizes() -> None:
    assert cuda_launch.parameter_places(["Q", "Q", "i", "f", "i", "q", "Q"]) == [0, 8, 16, 20, 24, 32, 40]


class Compiled:
    """What PreparedLaunch reads of a kernel that Triton compiled."""

    function, name = 70, "kernel"

    class metadata:
        num_ctas, num_warps, shared, launch_pdl = 1, 4, 64, True
        global_scratch_size = profile_scratch_size = 0


@pytest.fixture
def parameters(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """What the driver says of the kernel's parameters, place and bytes; a test may change it."""
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
    return expected


# Two pointers, an int, a float, a number of 64 bits and Triton's two pointers; 1 was compiled in.
POINTERS, NUMBERS = (True, False, True), (1, 7, 0.5, 2**40)


def test_parameters_that_lie_elsewhere_are_refused(parameters: list[tuple[int, int]]) -> None:
    parameters[2] = (24, 4)
    with pytest.raises(ValueError, match="takes parameters"):
        cuda_launch.PreparedLaunch(Compiled, (2, 3), POINTERS, NUMBERS)


def test_a_block_of_too_many_parameters_is_left_to_triton(parameters: list[tuple[int, int]]) -> None:
    count = cuda_launch.MOST_BLOCK // 8
    parameters[:] = [(8 * index, 8) for index in range(count + 2)]
    with pytest.raises(ValueError, match=r"kernel takes 1040 bytes of parameters, expected at most 1024"):
        cuda_launch.PreparedLaunch(Compiled, (2, 3), (True,) * count, ())


@pytest.mark.parametrize("built", [True, False], ids=["by C", "by ctypes"])
def test_a_prepared_launch_puts_every_parameter_into_the_block(
    driver: Driver, parameters: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch, built: bool
) -> None:
    function = quick() if built else None
    monkeypatch.setattr(cuda_launch, "quick_launch", lambda: function)
    prepared = cuda_launch.PreparedLaunch(Compiled, (2, 3), POINTERS, NUMBERS)
    block = bytes(prepared._block)
    assert struct.unpack("QQifqQQ", block) == (0, 0, 7, 0.5, 2**40, 0, 0)
    # In the middle of it another thread launches the same kernel on another stream.
    driver.meanwhile = lambda: prepared(6, prepared.used([2**46, None, 8]), False)
    prepared(5, prepared.used([2**47, None, 6]), True)
    assert driver.sizes == [len(block)] * 2
    assert driver.seen == [(6, 0, 70, (2**46, 8)), (5, 1, 70, (2**47, 6))]
    assert bytes(prepared._block) == block, "what all launches share is never written"


class Address:
    """Stands for a tensor; asking for its address may let another thread do something."""

    def __init__(self, address: int, meanwhile: Callable[[], None] = lambda: None) -> None:
        self.address, self.meanwhile = address, meanwhile

    def data_ptr(self) -> int:
        self.meanwhile()
        return self.address


def test_a_stream_never_gets_the_workspace_of_another() -> None:
    """What a stream is launched with is exchanged as one: here while a launch on the first stream is being put together."""
    calls: list[tuple[int, ...]] = []

    def launch(stream: int, mode: int, *call: int) -> int:
        calls.append((stream, *call))
        return 0

    def ready(stream: int) -> cuda_launch.Ready:
        kernel: Any = SimpleNamespace(record=7, succeeded=lambda code: None)
        memory: Any = None
        return cuda_launch.Ready(
            stream, launch, (kernel, kernel), memory, (stream * 256, stream * 256 + 16), stream * 256 + 32
        )

    route = object.__new__(decode.Route)
    route._options, route._ready = False, ready(1)
    query = Address(1024, lambda: setattr(route, "_ready", ready(2)))
    arguments: Any = SimpleNamespace(
        query=query, cache=SimpleNamespace(key=Address(2048), value=Address(4096)), block_tables=Address(8192),
        context_lengths=Address(16), output=Address(32),
    )  # fmt: skip
    assert route.quick(arguments, 1)
    assert calls == [(1, 7, 1024, 2048, 4096, 8192, 16, 32, 256, 272, 288, 7, 16, 32, 256, 272)]
    assert not route.quick(arguments, 1), "the other stream's turn"
