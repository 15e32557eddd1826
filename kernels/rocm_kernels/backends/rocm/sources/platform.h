// Words of HIP for compilers that come without its headers, and the few operations that need a builtin.
#pragma once

#ifndef __global__
#define __global__ __attribute__((global))
#endif
#ifndef __device__
#define __device__ __attribute__((device))
#endif
#ifndef __shared__
#define __shared__ __attribute__((shared))
#endif

namespace rocm_kernels {

#define ROCM_INLINE __device__ inline __attribute__((always_inline))

using int64 = long long;
using uint64 = unsigned long long;
using Words2 = unsigned __attribute__((ext_vector_type(2)));
using Words4 = unsigned __attribute__((ext_vector_type(4)));
using Floats2 = float __attribute__((ext_vector_type(2)));
using Floats4 = float __attribute__((ext_vector_type(4)));
using Floats8 = float __attribute__((ext_vector_type(8)));

constexpr float kInfinity = __builtin_inff();
constexpr float kLog2E = 1.44269504088896340736f;
constexpr float kLn2 = 0.69314718055994530942f;

constexpr int divide_up(int value, int by) { return (value + by - 1) / by; }
constexpr int minimum(int a, int b) { return a < b ? a : b; }
constexpr int maximum(int a, int b) { return a > b ? a : b; }

// Tells the compiler that all lanes of the wave hold the same value, so that it lives in a scalar register.
ROCM_INLINE int uniform(int value) { return __builtin_amdgcn_readfirstlane(value); }

ROCM_INLINE float exp2_fast(float value) { return __builtin_amdgcn_exp2f(value); }
ROCM_INLINE float log2_fast(float value) { return __builtin_amdgcn_logf(value); }
ROCM_INLINE float reciprocal(float value) { return __builtin_amdgcn_rcpf(value); }

// All waves of the workgroup meet here, and see what the others wrote to LDS before.
ROCM_INLINE void barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

ROCM_INLINE float from_lane(float value, int lane) {
  return __builtin_bit_cast(float, __builtin_amdgcn_ds_bpermute(lane * 4, __builtin_bit_cast(int, value)));
}

// All bits set where bit `index` of `bits` is, else none: a mask that needs no condition register.
ROCM_INLINE unsigned bit_mask(unsigned bits, int index) {
  return static_cast<unsigned>(__builtin_amdgcn_sbfe(static_cast<int>(bits), index, 1));
}

ROCM_INLINE float select_bits(unsigned mask, float where_set, float elsewhere) {
  return __builtin_bit_cast(float, (__builtin_bit_cast(unsigned, where_set) & mask) |
                                       (__builtin_bit_cast(unsigned, elsewhere) & ~mask));
}

// A pointer moved by bytes; offsets are 64 bits wide, since a cache may pass 4 GiB.
template <class Pointee>
ROCM_INLINE const Pointee* at_bytes(const void* base, int64 bytes) {
  return reinterpret_cast<const Pointee*>(static_cast<const char*>(base) + bytes);
}

// `Bytes` bytes from an address of any alignment, in one load where the hardware has one so wide.
template <int Bytes>
struct Words;
template <>
struct Words<2> {
  using Type = unsigned short;
};
template <>
struct Words<4> {
  using Type = unsigned;
};
template <>
struct Words<8> {
  using Type = Words2;
};
template <>
struct Words<16> {
  using Type = Words4;
};

template <int Bytes>
ROCM_INLINE typename Words<Bytes>::Type load_bytes(const void* base, int64 offset) {
  using Type = typename Words<Bytes>::Type;
  struct __attribute__((packed, aligned(Bytes < 4 ? Bytes : 4))) Unaligned {
    Type words;
  };
  return at_bytes<Unaligned>(base, offset)->words;
}

}  // namespace rocm_kernels
