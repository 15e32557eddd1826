"""Launches that cannot work, one by one: each raises the exception of its kind, in words that name what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.emulator.wheel_files import PA_BF16, wheel_folder

from gfx_emulator import Device
from gfx_emulator.compile import compile_hip
from gfx_emulator.device import Kernel, Module
from gfx_emulator.errors import (
    ArgumentError,
    CodeObjectError,
    EmulatorError,
    InstructionBudgetExceeded,
    LaunchError,
    MemoryFault,
    UnimplementedInstruction,
)

SOURCE = """
#include "hip_device.h"
extern "C" __global__ void scale(float *out, const float *in, float factor, unsigned count) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] * factor;
}
extern "C" __global__ void __launch_bounds__(128) tiles(int *out) {
  __shared__ int tile[128];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[127 - threadIdx.x];
}
extern "C" __global__ void endless(volatile int *out) {
  while (out[0] == 0) {}
}
extern "C" __global__ void waiting(int *out) {
  if (threadIdx.x < 64) __syncthreads();
  out[threadIdx.x] = 1;
}
extern "C" __global__ void beyond_lds(int *out, unsigned at) {
  extern __shared__ int tile[];
  tile[at + threadIdx.x] = 7;
  __syncthreads();
  out[threadIdx.x] = tile[at];
}
extern "C" __global__ void trapped(int *out) {
  if (out[0] == 0) __builtin_trap();
}
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Module:
    code = compile_hip(SOURCE, "gfx942", compiler="ziglang", cache_folder=tmp_path_factory.mktemp("cache")).code
    return Device("gfx942", instruction_budget=2_000_000).load(code)


@pytest.fixture
def scale(module: Module) -> Kernel:
    return module.kernel("scale")


def arrays(count: int = 256) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    return np.zeros(count, np.float32), np.arange(count, dtype=np.float32)


def works(kernel: Kernel) -> None:
    """The process and the device are still good for a launch."""
    out, values = arrays()
    kernel.launch(1, 256, [out, values, 2.0, 256])
    assert np.array_equal(out, 2 * values)


BAD_SHAPES: list[tuple[Any, Any, str]] = [
    (0, 256, "grid is 0"),
    ((1, 0), 256, r"grid is \(1, 0\)"),
    (-1, 256, "grid is -1"),
    ((1, 1, 1, 1), 256, "grid is"),
    ((), 256, "grid is"),
    (1.5, 256, "grid is 1.5"),
    ("1", 256, "grid is '1'"),
    (None, 256, "grid is None"),
    (1 << 32, 256, "grid is 4294967296"),
    (1, 0, "block is 0"),
    (1, (256, -1), "block is"),
    (1, 1025, "block is 1025"),
    (1, (64, 64), "4096 work-items"),
    (1, float("nan"), "block is nan"),
]


@pytest.mark.parametrize(("grid", "block", "words"), BAD_SHAPES, ids=[f"{g}-{b}" for g, b, _ in BAD_SHAPES])
def test_grids_and_blocks(grid: Any, block: Any, words: str, scale: Kernel) -> None:
    with pytest.raises((ArgumentError, LaunchError), match=words):
        scale.launch(grid, block, [*arrays(), 2.0, 256])
    works(scale)


def test_a_block_larger_than_the_kernel_was_built_for(module: Module) -> None:
    with pytest.raises(LaunchError, match="256 work-items: the kernel was built for at most 128"):
        module.kernel("tiles").launch(1, 256, [np.zeros(256, np.int32)])


def test_a_block_other_than_required() -> None:
    loaded = Device("gfx942").load(wheel_folder() / PA_BF16)
    (name,) = loaded.kernel_names
    with pytest.raises(LaunchError, match=r"requires \(256, 1, 1\)"):
        loaded.kernel(name).launch(1, 64, bytes(256))


@pytest.mark.parametrize(
    ("lds", "words"), [(1 << 16, "of LDS"), (1 << 40, "of LDS"), (-1, "dynamic_lds is -1"), (0.5, "dynamic_lds is 0.5")]
)
def test_lds_over_the_limit(lds: Any, words: str, module: Module) -> None:
    with pytest.raises((ArgumentError, LaunchError), match=words):
        module.kernel("tiles").launch(1, 128, [np.zeros(128, np.int32)], dynamic_lds=lds)


OUT, IN = arrays()
BAD_ARGUMENTS: dict[str, tuple[Any, str]] = {
    "too few": ([OUT, IN, 2.0], "takes 4 arguments .*got 3"),
    "too many": ([OUT, IN, 2.0, 256, 1], "takes 4 arguments .*got 5"),
    "none": ([], "takes 4 arguments .*got 0"),
    "text": ("text", "args is a str"),
    "number": (3, "args is a int"),
    "unknown name": ({"out": OUT, "in": IN, "factor": 2.0, "number": 256}, r"unknown arguments \['number'\]"),
    "missing name": ({"out": OUT, "in": IN, "factor": 2.0}, r"missing \['count'\]"),
    "tensor for a number": ([OUT, IN, OUT, 256], "argument 'factor' takes 4 bytes"),
    "float for a pointer": ([1.5, IN, 2.0, 256], "argument 'out' is 1.5"),
    "text for a pointer": (["x", IN, 2.0, 256], "argument 'out' is a str"),
    "object for a number": ([OUT, IN, object(), 256], "argument 'factor' is a object"),
    "nothing for a number": ([OUT, IN, 2.0, None], "argument 'count' is a NoneType"),
    "number too large": ([OUT, IN, 2.0, 1 << 32], "argument 'count' is 4294967296"),
    "number too small": ([OUT, IN, 2.0, -(1 << 31) - 1], "argument 'count' is -2147483649"),
    "float too large": ([OUT, IN, 1e39, 256], "argument 'factor' is 1e.39"),
    "scalar of another size": ([OUT, IN, np.float64(2), 256], "argument 'factor' takes 4 bytes, got 8"),
    "bytes of another size": ([OUT, IN, b"abc", 256], "argument 'factor' takes 4 bytes, got 3"),
    "raw bytes too short": (bytes(20), "20 long: kernel 'scale' takes 24"),
    "objects in an array": ([np.zeros(3, object), IN, 2.0, 256], "argument 'out'|out"),
}


@pytest.mark.parametrize("name", BAD_ARGUMENTS)
def test_arguments(name: str, scale: Kernel) -> None:
    arguments, words = BAD_ARGUMENTS[name]
    with pytest.raises(ArgumentError, match=words):
        scale.launch(1, 256, arguments)
    works(scale)


def test_memory_outside_every_tensor_is_never_touched(scale: Kernel) -> None:
    whole = np.zeros(512, np.float32)
    with pytest.raises(
        MemoryFault, match=r"write of .* past the end of 'out'.*kernel scale, pc 0x.*global_store"
    ) as caught:
        scale.launch(1, 256, [whole[:200], np.ones(256, np.float32), 2.0, 256])
    assert caught.value.kernel == "scale"
    assert caught.value.instruction.startswith("global_store_dword")
    assert caught.value.lane is not None
    assert (whole[200:] == 0).all()
    works(scale)


@pytest.mark.parametrize("address", [0, 1, 8, (1 << 47) - 4, 1 << 47, 1 << 63, (1 << 64) - 4])
def test_wild_pointers_are_caught(address: int, scale: Kernel) -> None:
    _, values = arrays()
    packed = address.to_bytes(8, "little") + values.ctypes.data.to_bytes(8, "little") + np.float32(2).tobytes()
    with pytest.raises(MemoryFault, match="kernel scale"):
        scale.launch(1, 64, packed + (64).to_bytes(4, "little") + b"\1\0\0\0" * 6, buffers={"values": values})
    works(scale)


def test_memory_for_reading_only_is_not_written(scale: Kernel) -> None:
    out, values = arrays()
    out.flags.writeable = False
    with pytest.raises((MemoryFault, ArgumentError)):
        scale.launch(1, 256, [out, values, 2.0, 256])
    assert (out == 0).all()


def test_lds_outside_the_allocation_is_not_touched(module: Module) -> None:
    out = np.zeros(64, np.int32)
    module.kernel("beyond_lds").launch(1, 64, [out, 0], dynamic_lds=256)
    assert (out == 7).all()
    for at in (64, 1 << 14, 1 << 28):
        with pytest.raises(MemoryFault, match="LDS"):
            module.kernel("beyond_lds").launch(1, 64, [out, at], dynamic_lds=256)


def test_an_endless_loop_is_stopped_where_it_is(module: Module) -> None:
    with pytest.raises(InstructionBudgetExceeded, match=r"kernel endless, pc 0x[0-9a-f]+, instruction `s_c?branch"):
        module.kernel("endless").launch(1, 64, [np.zeros(1, np.int32)])


def test_a_barrier_that_not_all_waves_reach_ends(module: Module) -> None:
    """Waves that have ended no longer take part in barriers, so this ends on hardware as well."""
    out = np.zeros(128, np.int32)
    module.kernel("waiting").launch(1, 128, [out])
    assert (out == 1).all()


def test_a_trap_is_reported(module: Module) -> None:
    with pytest.raises((LaunchError, UnimplementedInstruction), match="kernel trapped, pc 0x"):
        module.kernel("trapped").launch(1, 64, [np.zeros(64, np.int32)])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"target": "gfx950"}, "only gfx942 can be executed"),
        ({"target": "mi300"}, "target is 'mi300'"),
        ({"threads": 0}, "threads is 0"),
        ({"threads": 1.5}, "threads is 1.5"),
        ({"instruction_budget": 0}, "instruction_budget is 0"),
        ({"instruction_budget": "all"}, "instruction_budget is 'all'"),
    ],
)
def test_devices(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ArgumentError, match=words):
        Device(**options)


def test_a_code_object_for_another_target(tmp_path: Path) -> None:
    code = compile_hip(SOURCE, "gfx90a", compiler="ziglang", cache_folder=tmp_path).code
    with pytest.raises(CodeObjectError, match="for gfx90a, the device is a gfx942"):
        Device("gfx942").load(code)


def test_a_missing_kernel(module: Module) -> None:
    with pytest.raises(CodeObjectError, match=r"no kernel is called 'absent'; the code object holds: .*scale"):
        module.kernel("absent")


def test_every_error_has_one_root() -> None:
    for kind in (
        ArgumentError,
        CodeObjectError,
        LaunchError,
        MemoryFault,
        UnimplementedInstruction,
        InstructionBudgetExceeded,
    ):
        assert issubclass(kind, EmulatorError)
