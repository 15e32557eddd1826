"""Launching: arguments, grids, counts, threads, and errors that name what is wrong while the process lives on."""

from __future__ import annotations

import json
import struct
from functools import cache
from typing import Any

import numpy as np
import pytest
import torch

from gfx_emulator import Device
from gfx_emulator.compile import compile_hip
from gfx_emulator.device import Kernel
from gfx_emulator.errors import (
    ArgumentError,
    CodeObjectError,
    InstructionBudgetExceeded,
    LaunchError,
    MemoryFault,
    UnimplementedInstruction,
)
from gfx_emulator.watching import watching

SOURCE = r"""
#include "hip_device.h"
extern "C" __global__ void add(const float* left, const float* right, float* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = left[i] + right[i];
}
extern "C" __global__ void identify(int* out) {
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  int size = blockDim.x * blockDim.y * blockDim.z;
  out[block * size + thread] = block * 1000 + thread;
}
extern "C" __global__ void kinds(double d, float f, long l, int i, short s, char c, double* out) {
  out[0] = d; out[1] = f; out[2] = (double)l; out[3] = i; out[4] = s; out[5] = c;
}
extern "C" __global__ void spin(int* flag) {
  while (__atomic_load_n(flag, __ATOMIC_RELAXED) == 0) __builtin_amdgcn_s_sleep(1);
}
extern "C" __global__ void write_at(int* out, long place) { out[place] = 7; }
extern "C" __global__ void read_at(const int* in, long place, int* out) { out[0] = in[place]; }
extern "C" __global__ void reverse(int* data) {
  HIP_DYNAMIC_SHARED(int, shared)
  shared[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = shared[blockDim.x - 1 - threadIdx.x];
}
extern "C" __global__ void count_up(int* counter) { __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED); }
__attribute__((noinline)) __device__ int twice(int x) { return 2 * x + __builtin_amdgcn_workgroup_id_x(); }
extern "C" __global__ void calls(int* out) { out[threadIdx.x] = twice(threadIdx.x) + twice(3); }
extern "C" __global__ void array(int* out, int at) {
  volatile int private_memory[8];
  for (int i = 0; i < 8; i++) private_memory[i] = threadIdx.x + i;
  out[threadIdx.x] = private_memory[(threadIdx.x + at) & 7];
}
"""


@cache
def device(threads: int = 2) -> Device:
    return Device("gfx942", threads=threads, instruction_budget=50_000_000)


@cache
def kernel(name: str, threads: int = 2) -> Kernel:
    return device(threads).load(compile_hip(SOURCE, "gfx942").code)[name]


def test_adds_torch_tensors_in_place() -> None:
    left, right = torch.randn(1000), torch.randn(1000)
    out = torch.full((1000,), float("nan"))
    result = kernel("add").launch((4, 1, 1), (256, 1, 1), [left, right, out, 1000])
    assert torch.equal(out, left + right)
    assert (result.workgroups, result.waves) == (4, 16)
    traffic = {t.name: (t.read, t.written) for t in result.traffic}
    assert traffic["left"] == (4000, 0)
    assert traffic["out"] == (0, 4000)


def test_watchers_see_what_ran_and_nothing_that_did_not() -> None:
    left, out = torch.arange(8.0), torch.zeros(8)
    with watching() as outer:
        with watching() as inner:
            kernel("add").launch(1, 8, [left, left, out, 8])
        with pytest.raises(ArgumentError):
            kernel("add").launch(1, 8, [left])
        with pytest.raises(MemoryFault):
            kernel("write_at").launch(1, 1, [torch.zeros(1, dtype=torch.int32), 1 << 40])
        kernel("identify").launch(1, 1, [torch.zeros(1, dtype=torch.int32)])
    assert [result.kernel for result in inner] == ["add"]
    assert [result.kernel for result in outer] == ["add", "identify"]
    assert outer[0] is inner[0]
    assert outer[0].instructions > 0


def test_takes_numpy_arrays_and_names() -> None:
    left, right, out = np.arange(64, dtype=np.float32), np.ones(64, np.float32), np.zeros(64, np.float32)
    kernel("add").launch(1, 64, {"right": right, "left": left, "count": 60, "out": out})
    assert np.array_equal(out[:60], left[:60] + 1)
    assert not out[60:].any()


@pytest.mark.parametrize("grid", [(1, 1, 1), (3, 2, 4), (7,), 5])
@pytest.mark.parametrize("block", [(1, 1, 1), (65, 1, 1), (8, 4, 3), (1024,)])
@pytest.mark.parametrize("threads", [1, 3])
def test_every_work_item_knows_its_place(grid: Any, block: Any, threads: int) -> None:
    groups = int(np.prod(grid))
    items = int(np.prod(block))
    out = np.full(groups * items, -1, np.int32)
    result = kernel("identify", threads).launch(grid, block, [out])
    expected = np.arange(groups)[:, None] * 1000 + np.arange(items)
    assert np.array_equal(out.reshape(groups, items), expected)
    assert result.workgroups == groups


def test_packs_every_kind_of_argument() -> None:
    out = np.zeros(6)
    kernel("kinds").launch(1, 1, [1.5, 0.1, -(1 << 40), -7, np.int16(-3), 100, out])
    assert out.tolist() == [1.5, float(np.float32(0.1)), float(-(1 << 40)), -7, -3, 100]


def test_takes_raw_bytes_with_named_buffers() -> None:
    left, right, out = (np.arange(64, dtype=np.float32) for _ in range(3))
    raw = struct.pack("<QQQi", left.ctypes.data, right.ctypes.data, out.ctypes.data, 10)
    raw += bytes(4)
    # the block size comes from the hidden arguments, which raw bytes must hold
    info = kernel("add").info
    data = bytearray(info.kernarg_size)
    data[: len(raw)] = raw
    for argument in info.arguments:
        if argument.kind == "hidden_group_size_x":
            struct.pack_into("<H", data, argument.offset, 64)
    kernel("add").launch(1, 64, bytes(data), buffers={"left": left, "right": right, "out": out})
    assert np.array_equal(out[:10], 2 * np.arange(10))
    with pytest.raises(MemoryFault, match="outside all tensors of the launch; nearest"):
        kernel("add").launch(1, 64, bytes(data), buffers={"right": right, "out": out})


def test_dynamic_lds_and_barriers() -> None:
    data = np.arange(200, dtype=np.int32)
    result = kernel("reverse").launch(1, 200, [data], dynamic_lds=800)
    assert np.array_equal(data, np.arange(200)[::-1])
    assert result.barriers == 1
    with pytest.raises(MemoryFault, match="LDS, which has 796 bytes"):
        kernel("reverse").launch(1, 200, [data], dynamic_lds=796)


def test_atomics_from_all_threads_arrive() -> None:
    counter = np.zeros(1, np.int32)
    kernel("count_up", 3).launch(64, 256, [counter])
    assert counter[0] == 64 * 256


def test_calls_and_scratch() -> None:
    out = np.zeros(64, np.int32)
    kernel("calls").launch(1, 64, [out])
    assert np.array_equal(out, 2 * np.arange(64) + 6)
    kernel("array").launch(1, 64, [out, 3])
    assert np.array_equal(out, np.arange(64) + (np.arange(64) + 3) % 8)


def test_an_endless_loop_stops_and_says_where() -> None:
    flag = np.zeros(1, np.int32)
    with pytest.raises(InstructionBudgetExceeded, match="branch") as caught:
        kernel("spin").launch(1, 64, [flag], instruction_budget=100_000)
    assert caught.value.kernel == "spin"
    assert caught.value.instruction.startswith("s_cbranch")
    flag[0] = 1
    assert kernel("spin").launch(1, 64, [flag]).waves == 1


@pytest.mark.parametrize(
    ("place", "words"), [(16, "0 bytes past the end of 'out'"), (-1, "4 bytes before 'out'"), (1 << 40, "past the end")]
)
def test_a_write_outside_names_lane_instruction_and_tensor(place: int, words: str) -> None:
    memory = np.zeros(4096, np.int32)
    out = memory[2048:2064]
    with pytest.raises(MemoryFault) as caught:
        kernel("write_at").launch(1, 1, [out, place])
    text = str(caught.value)
    assert "write of 4 bytes" in text
    assert words in text
    assert caught.value.lane == 0
    assert caught.value.instruction.startswith("global_store_dword")
    assert caught.value.address is not None
    assert kernel("write_at").info.entry_address <= caught.value.address
    assert not memory.any()


def test_a_read_outside_and_a_write_to_read_only_memory() -> None:
    out = np.zeros(1, np.int32)
    with pytest.raises(MemoryFault, match="read of 4 bytes"):
        kernel("read_at").launch(1, 1, [np.zeros(4, np.int32), 4, out])
    fixed = np.zeros(4, np.int32)
    fixed.flags.writeable = False
    with pytest.raises(MemoryFault, match="may only be read"):
        kernel("write_at").launch(1, 1, [fixed, 0])


def test_memory_between_tensors_is_out_of_bounds() -> None:
    """A view covers its elements, not the storage it comes from."""
    storage = torch.zeros(100)
    out = storage[10:20]
    with pytest.raises(MemoryFault):
        kernel("write_at").launch(1, 1, [out.view(torch.int32), 10])
    kernel("write_at").launch(1, 1, [out.view(torch.int32), 9])
    assert storage.view(torch.int32)[19] == 7


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"grid": 0}, ArgumentError, "grid is 0"),
        ({"grid": (1, 1, 1, 1)}, ArgumentError, "grid"),
        ({"grid": (1, -1)}, ArgumentError, "grid"),
        ({"grid": "x"}, ArgumentError, "grid"),
        ({"grid": 1.5}, ArgumentError, "grid"),
        ({"block": 0}, ArgumentError, "block is 0"),
        ({"block": 1025}, ArgumentError, "1024"),
        ({"block": (64, 64)}, LaunchError, "4096 work-items"),
        ({"grid": (1 << 20, 1 << 20)}, LaunchError, "too many workgroups"),
        ({"args": []}, ArgumentError, "takes 4 arguments"),
        ({"args": 3}, ArgumentError, "args is a int"),
        ({"args": {"left": 1}}, ArgumentError, "missing"),
        ({"args": b"123"}, ArgumentError, "3 long"),
        ({"args": [1, 2, 3, 1 << 40]}, ArgumentError, "'count'"),
        ({"args": [1, 2, 3, object()]}, ArgumentError, "'count' is a object"),
        ({"args": [1.5, 2, 3, 4]}, ArgumentError, "'left'"),
        ({"args": [1, 2, 3, 4], "buffers": {"a": 3}}, ArgumentError, "'a'"),
        ({"dynamic_lds": -1}, ArgumentError, "dynamic_lds"),
        ({"dynamic_lds": 65537}, LaunchError, "65537 bytes of LDS"),
        ({"instruction_budget": 0}, ArgumentError, "instruction_budget"),
        ({"uninitialised": ["nobody"]}, ArgumentError, "nobody"),
    ],
)
def test_bad_launches_are_refused_before_they_start(change: dict[str, Any], error: type[Exception], words: str) -> None:
    a = np.zeros(64, np.float32)
    launch: dict[str, Any] = {"grid": 1, "block": 64, "args": [a, a, a, 64], **change}
    with pytest.raises(error, match=words):
        kernel("add").launch(**launch)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"target": "gfx900"}, ArgumentError),
        ({"target": "nothing"}, ArgumentError),
        ({"threads": 0}, ArgumentError),
        ({"instruction_budget": -1}, ArgumentError),
        ({"features": "sse"}, ArgumentError),
    ],
)
def test_bad_devices_are_refused(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        Device(**arguments)


def test_foreign_targets_and_unknown_kernels_are_refused() -> None:
    other = compile_hip(SOURCE, "gfx90a").code
    with pytest.raises(CodeObjectError, match="gfx90a"):
        device().load(other)
    with pytest.raises(CodeObjectError, match="add"):
        device().load(compile_hip(SOURCE, "gfx942").code).kernel("nothing")


def test_an_unimplemented_instruction_stops_the_launch_only_where_it_is_reached() -> None:
    source = r"""
    #include "hip_device.h"
    extern "C" __global__ void odd(int* out, int reach) {
      out[0] = 1;
      if (reach) __builtin_amdgcn_s_sendmsg(1, 0);
      out[1] = 1;
    }
    """
    odd = device().load(compile_hip(source, "gfx942").code)["odd"]
    out = np.zeros(2, np.int32)
    odd.launch(1, 1, [out, 0])
    assert out.tolist() == [1, 1]
    with pytest.raises(UnimplementedInstruction, match="s_sendmsg") as caught:
        odd.launch(1, 1, [out, 1])
    assert caught.value.kernel == "odd"
    assert caught.value.address


def test_the_record_of_a_launch_is_exact() -> None:
    a = np.zeros(256, np.float32)
    result = kernel("add").launch(1, 256, [a, a, a.copy(), 100])
    # 100 of 256 items: two waves take the branch around the body and two do not
    assert result.counts["s_endpgm"] == 4
    assert result.counts["global_store_dword"] == 2
    assert result.counts["v_add_f32"] == 2
    assert sum(result.classes.values()) == result.instructions == sum(result.counts.values())
    data = json.loads(result.to_json())
    assert data["evidence"] == "emulated"
    assert data["counts"]["v_add_f32"] == 2
    assert "global_store_dword" in result.table()


def test_counts_do_not_depend_on_threads() -> None:
    a = np.zeros(1 << 14, np.float32)
    results = [kernel("add", n).launch(64, 256, [a, a, a.copy(), 1 << 14]) for n in (1, 2, 3)]
    assert results[0].counts == results[1].counts == results[2].counts
    assert results[0].threads == 1
    assert results[2].threads == 3
