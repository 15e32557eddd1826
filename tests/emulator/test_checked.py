"""Checked mode: each planted fault is found once, with its place, and a right kernel has none."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from gfx_emulator import Device
from gfx_emulator.compile import compile_hip
from gfx_emulator.device import Kernel
from gfx_emulator.trace import LaunchResult

SOURCE = r"""
#include "hip_device.h"
typedef int int4v __attribute__((ext_vector_type(4)));
extern "C" __global__ void exchange(const int* in, int* out, int barrier) {
  __shared__ int shared[256];
  shared[threadIdx.x] = in[threadIdx.x];
  if (barrier) __builtin_amdgcn_s_barrier();
  asm volatile("s_waitcnt lgkmcnt(0)" ::: "memory");
  out[threadIdx.x] = shared[(threadIdx.x + 64) & 255];
}
extern "C" __global__ void overwrite(int* out) {
  __shared__ int shared[4];
  shared[threadIdx.x & 3] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = shared[threadIdx.x & 3];
}
extern "C" __global__ void unwritten_shared(int* out) {
  __shared__ int shared[256];
  if (threadIdx.x < 32) shared[threadIdx.x] = 5;
  __syncthreads();
  out[threadIdx.x] = shared[threadIdx.x];
}
extern "C" __global__ void accumulate(int* out) { out[threadIdx.x] += 1; }
extern "C" __global__ void no_wait(const int* in, int* out) {
  int value;
  const int* place = in + threadIdx.x;
  asm volatile("global_load_dword %0, %1, off\n\tv_add_u32 %0, 1, %0\n\ts_waitcnt vmcnt(0)" : "=&v"(value) : "v"(place));
  out[threadIdx.x] = value;
}
extern "C" __global__ void wait(const int* in, int* out) {
  int first, second;
  const int* place = in + threadIdx.x;
  asm volatile("global_load_dword %0, %2, off\n\tglobal_load_dword %1, %2, off\n\ts_waitcnt vmcnt(1)\n\tv_add_u32 %0, 1, %0\n\t"
               "s_waitcnt vmcnt(0)\n\tv_add_u32 %0, %0, %1" : "=&v"(first), "=&v"(second) : "v"(place));
  out[threadIdx.x] = first;
}
#define LOAD_TWICE(name, left)                                                                                          \
  extern "C" __global__ void name(const int* in, int* out) {                                                            \
    int value;                                                                                                          \
    const int* place = in + threadIdx.x;                                                                                \
    asm volatile("global_load_dword %0, %1, off\n\tglobal_load_dword %0, %1, off offset:4\n\ts_waitcnt vmcnt(" left ")" \
                 "\n\tv_add_u32 %0, 1, %0\n\ts_waitcnt vmcnt(0)" : "=&v"(value) : "v"(place));                          \
    out[threadIdx.x] = value;                                                                                           \
  }
LOAD_TWICE(both_waited, "0")
LOAD_TWICE(one_waited, "1")
extern "C" __global__ void atomic_on_loaded(const int* in, int* out) {
  int value;
  const int* place = in + threadIdx.x;
  int* counter = out + 64;
  asm volatile("global_load_dword %0, %1, off\n\tglobal_atomic_add %0, %2, %0, off sc0\n\ts_waitcnt vmcnt(0)"
               : "=&v"(value) : "v"(place), "v"(counter));
  out[threadIdx.x] = value;
}
extern "C" __global__ void scalar_no_wait(const int* in, int* out) {
  int value;
  asm volatile("s_load_dword %0, %1, 0x0\n\ts_add_u32 %0, %0, 1\n\ts_waitcnt lgkmcnt(0)" : "=&s"(value) : "s"(in) : "scc");
  out[threadIdx.x] = value;
}
extern "C" __global__ void past_the_buffer(const int* in, int* out, int bytes) {
  int4v descriptor = {(int)(long)in, (int)((long)in >> 32), bytes, 0x00020000};
  int value, offset = threadIdx.x * 4;
  asm volatile("buffer_load_dword %0, %1, %2, 0 offen\n\ts_waitcnt vmcnt(0)" : "=&v"(value) : "v"(offset), "s"(descriptor));
  out[threadIdx.x] = value;
}
"""


@cache
def kernel(name: str) -> Kernel:
    return Device("gfx942", threads=2, check=True).load(compile_hip(SOURCE, "gfx942").code)[name]


def kinds(result: LaunchResult) -> list[str]:
    return [finding.kind for finding in result.findings]


@pytest.fixture
def data() -> tuple[np.ndarray, np.ndarray]:
    return np.arange(256, dtype=np.int32), np.zeros(256, np.int32)


def test_a_missing_barrier_is_a_race(data: tuple[np.ndarray, np.ndarray]) -> None:
    given, out = data
    assert kinds(kernel("exchange").launch(1, 256, [given, out, 1])) == []
    assert np.array_equal(out, np.roll(given, -64))
    result = kernel("exchange").launch(1, 256, [given, out, 0])
    # the waves run one after the other: the first reads what the second has not written yet, the last what the first wrote
    assert set(kinds(result)) == {"lds_race", "unwritten_lds"}
    race = next(f for f in result.findings if f.kind == "lds_race")
    assert race.instruction.startswith("ds_")
    assert race.kernel == "exchange"
    assert "no barrier between" in race.message


def test_two_waves_that_write_one_place_race(data: tuple[np.ndarray, np.ndarray]) -> None:
    result = kernel("overwrite").launch(1, 128, [data[1]])
    assert kinds(result) == ["lds_race"]
    assert result.findings[0].wave == 1
    assert kinds(kernel("overwrite").launch(2, 64, [data[1]])) == []


def test_lds_that_nothing_wrote(data: tuple[np.ndarray, np.ndarray]) -> None:
    result = kernel("unwritten_shared").launch(1, 64, [data[1]])
    assert kinds(result) == ["unwritten_lds"]
    assert result.findings[0].lane == 32
    assert result.findings[0].address == 4 * 32
    assert kinds(kernel("unwritten_shared").launch(1, 32, [data[1]])) == []


def test_memory_that_nothing_wrote(data: tuple[np.ndarray, np.ndarray]) -> None:
    out = data[1]
    assert kinds(kernel("accumulate").launch(1, 256, [out])) == []
    result = kernel("accumulate").launch(1, 256, [out], uninitialised=[out])
    assert kinds(result) == ["unwritten_memory"]
    assert result.findings[0].nearest == "byte 0 of 'out' (1024 bytes)"
    # once written it may be read, also by another launch that says so
    assert kinds(kernel("wait").launch(1, 256, [data[0], out], uninitialised=["out"])) == []


def test_a_register_used_before_its_load_is_waited_for(data: tuple[np.ndarray, np.ndarray]) -> None:
    given, out = data
    result = kernel("no_wait").launch(2, 64, [given, out])
    assert kinds(result) == ["pending_register"]
    assert result.findings[0].instruction.startswith("v_add_u32")
    assert "s_waitcnt is missing" in str(result.findings[0])
    assert kinds(kernel("wait").launch(1, 256, [given, out])) == []
    assert kinds(kernel("scalar_no_wait").launch(1, 64, [given, out])) == ["pending_register"]


def test_a_load_may_follow_another_into_the_same_register(data: tuple[np.ndarray, np.ndarray]) -> None:
    """Vector memory returns loads in order, and compilers count on it where nobody wanted the first one's value."""
    given, out = data
    assert kinds(kernel("both_waited").launch(1, 64, [given, out])) == []
    assert np.array_equal(out[:64], given[1:65] + 1)
    result = kernel("one_waited").launch(1, 64, [given, out])
    assert kinds(result) == ["pending_register"]
    assert result.findings[0].instruction.startswith("v_add_u32")


def test_an_atomic_reads_the_register_that_it_returns_into(data: tuple[np.ndarray, np.ndarray]) -> None:
    result = kernel("atomic_on_loaded").launch(1, 64, list(data))
    assert kinds(result) == ["pending_register"]
    assert result.findings[0].instruction.startswith("global_atomic_add")


def test_lanes_past_a_buffer_are_counted(data: tuple[np.ndarray, np.ndarray]) -> None:
    given, out = data
    result = kernel("past_the_buffer").launch(1, 64, [given, out, 40])
    assert kinds(result) == ["buffer_range"]
    assert list(result.out_of_range_lanes.values()) == [54]
    assert np.array_equal(out[:64], np.where(np.arange(64) < 10, given[:64], 0))
    assert kinds(kernel("past_the_buffer").launch(1, 64, [given, out, 256])) == []


def test_checked_and_plain_mode_agree(data: tuple[np.ndarray, np.ndarray]) -> None:
    given, out = data
    plain, checked = out.copy(), out.copy()
    one = kernel("exchange").launch(1, 256, [given, plain, 1], check=False)
    two = kernel("exchange").launch(1, 256, [given, checked, 1], check=True)
    assert np.array_equal(plain, checked)
    assert one.instructions == two.instructions
    assert not one.checked
    assert two.lds_read == two.lds_written == 1024


def test_bank_conflicts_are_counted(data: tuple[np.ndarray, np.ndarray]) -> None:
    source = r"""
    #include "hip_device.h"
    extern "C" __global__ void strided(int* out, int stride) {
      HIP_DYNAMIC_SHARED(int, shared)
      shared[threadIdx.x * stride] = threadIdx.x;
      __syncthreads();
      out[threadIdx.x] = shared[threadIdx.x * stride];
    }
    """
    strided = Device("gfx942", check=True).load(compile_hip(source, "gfx942").code)["strided"]
    # 32 lanes on 32 banks: none; on 16 banks: one more cycle each half wave; on one bank: 31 more
    for stride, extra in ((1, 0), (2, 2), (32, 62)):
        result = strided.launch(1, 64, [data[1], stride], dynamic_lds=4 * 64 * stride)
        assert set(result.bank_conflicts.values()) == ({extra} if extra else set())


@pytest.mark.parametrize(("width", "step", "extra"), [(2, 2, 0), (4, 4, 0), (2, 32, 4 * 15), (4, 32, 8 * 7)])
def test_wide_accesses_conflict_only_inside_a_phase(
    data: tuple[np.ndarray, np.ndarray], width: int, step: int, extra: int
) -> None:
    """64 and 128 bits a lane are served 16 and 8 lanes at a time; ``step`` dwords lie between lanes."""
    source = r"""
    #include "hip_device.h"
    typedef int vector __attribute__((ext_vector_type(WIDTH)));
    extern "C" __global__ void wide(int* out) {
      HIP_DYNAMIC_SHARED(int, shared)
      vector* place = (vector*)(shared + threadIdx.x * STEP);
      *place = (vector)(int)threadIdx.x;
      __syncthreads();
      out[threadIdx.x] = (*place)[WIDTH - 1];
    }
    """
    built = compile_hip(source, "gfx942", defines={"WIDTH": width, "STEP": step})
    result = Device("gfx942", check=True).load(built.code)["wide"].launch(1, 64, [data[1]], dynamic_lds=4 * 64 * step)
    stores = {count for place, count in result.bank_conflicts.items() if "ds_write_b" in place}
    assert stores == ({extra} if extra else set())
