// The targets: one table of what differs between processors, and the matrix product in terms of it.
//
// A wave is seen as groups of 16 lanes. An operand fragment holds eight 16-bit values a lane: lane `16 * g + r` has row r
// of the operand and the inner indices 8 * g to 8 * g + 7. All targets share this view; what differs is how many groups a
// wave has and which row of the 16x16 result an accumulator value belongs to.
#pragma once

#include "platform.h"

namespace rocm_kernels {

enum class Matrix {
  mfma_16,  // v_mfma 16x16x16: four inner indices a lane, so two instructions a fragment
  mfma_32,  // v_mfma 16x16x32: a fragment an instruction
  wmma_11,  // v_wmma of gfx11: every lane holds all 16 inner indices, both halves of the wave the same
  wmma_12,  // v_wmma of gfx12: eight inner indices a lane
};

struct TargetTraits {
  int wave_size;
  Matrix matrix;
  bool converts_fp8;   // v_cvt_pk_f32_fp8 and back
  bool packs_bf16;     // v_cvt_pk_bf16_f32
};

#if defined(__gfx90a__)
constexpr TargetTraits target{64, Matrix::mfma_16, false, false};
#elif defined(__gfx942__)
constexpr TargetTraits target{64, Matrix::mfma_16, true, false};
#elif defined(__gfx950__)
constexpr TargetTraits target{64, Matrix::mfma_32, true, true};
#elif defined(__gfx1100__)
constexpr TargetTraits target{32, Matrix::wmma_11, false, false};
#elif defined(__gfx1201__)
constexpr TargetTraits target{32, Matrix::wmma_12, true, false};
#else
#error "no traits for this target"
#endif

constexpr int kRows = 16;                                  // of a tile, and columns
constexpr int kWave = target.wave_size;
constexpr int kGroups = kWave / kRows;
constexpr int kFragment = 8;                               // values a lane of an operand
constexpr int kAccumulator = kRows * kRows / kWave;        // values a lane of a result
constexpr int kTiles = kFragment / kAccumulator;           // result tiles whose values make up one fragment

using Fragment = Words4;
using Accumulator = float __attribute__((ext_vector_type(kAccumulator)));

// Row of the result that accumulator value `value` of lane group `group` holds.
constexpr ROCM_INLINE int accumulator_row(int group, int value) {
  return target.matrix == Matrix::wmma_11 ? 2 * value + group : kAccumulator * group + value;
}
// The inverse: group and value of a row.
constexpr ROCM_INLINE int row_group(int row) {
  return target.matrix == Matrix::wmma_11 ? row % 2 : row / kAccumulator;
}
constexpr ROCM_INLINE int row_value(int row) {
  return target.matrix == Matrix::wmma_11 ? row / 2 : row % kAccumulator;
}

using Half4 = _Float16 __attribute__((ext_vector_type(4)));
using Half8 = _Float16 __attribute__((ext_vector_type(8)));
using Half16 = _Float16 __attribute__((ext_vector_type(16)));
using Short4 = short __attribute__((ext_vector_type(4)));
using Short8 = short __attribute__((ext_vector_type(8)));
using Short16 = short __attribute__((ext_vector_type(16)));
using Bfloat8 = __bf16 __attribute__((ext_vector_type(8)));

ROCM_INLINE bool any_lane(bool condition) {
#if defined(__gfx1100__) || defined(__gfx1201__)
  return __builtin_amdgcn_ballot_w32(condition) != 0;
#else
  return __builtin_amdgcn_ballot_w64(condition) != 0;
#endif
}

// What the matrix instruction takes in place of a fragment.
#if defined(__gfx1100__)
using Operand = unsigned __attribute__((ext_vector_type(8)));

// Both halves of the wave need all 16 inner indices: each lane fetches the other half's eight.
ROCM_INLINE Operand operand(Fragment own) {
  const bool upper = (__builtin_amdgcn_mbcnt_lo(~0u, 0) & 16) != 0;
  Operand all;
#pragma unroll
  for (int word = 0; word < 4; ++word) {
    const unsigned other = __builtin_amdgcn_permlanex16(own[word], own[word], 0x76543210, 0xfedcba98, false, false);
    all[word] = upper ? other : own[word];
    all[word + 4] = upper ? own[word] : other;
  }
  return all;
}
#else
using Operand = Fragment;
ROCM_INLINE Operand operand(Fragment own) { return own; }
#endif

struct Fp16;
struct Bf16;

// By value: a bit cast straight from `words.hi` reads the low half (seen with clang 22).
template <class Type, class From>
ROCM_INLINE Type as(From words) {
  return __builtin_bit_cast(Type, words);
}

// sum over the inner index of left[row][inner] * right[column][inner], added to `sum`[row][column].
template <class Type>
ROCM_INLINE Accumulator multiply(Operand left, Operand right, Accumulator sum);

#if defined(__gfx90a__) || defined(__gfx942__)
template <>
ROCM_INLINE Accumulator multiply<Fp16>(Operand left, Operand right, Accumulator sum) {
  sum = __builtin_amdgcn_mfma_f32_16x16x16f16(as<Half4>(left.lo), as<Half4>(right.lo), sum, 0, 0, 0);
  return __builtin_amdgcn_mfma_f32_16x16x16f16(as<Half4>(left.hi), as<Half4>(right.hi), sum, 0, 0, 0);
}
template <>
ROCM_INLINE Accumulator multiply<Bf16>(Operand left, Operand right, Accumulator sum) {
  sum = __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(as<Short4>(left.lo), as<Short4>(right.lo), sum, 0, 0, 0);
  return __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(as<Short4>(left.hi), as<Short4>(right.hi), sum, 0, 0, 0);
}
#elif defined(__gfx950__)
template <>
ROCM_INLINE Accumulator multiply<Fp16>(Operand left, Operand right, Accumulator sum) {
  return __builtin_amdgcn_mfma_f32_16x16x32_f16(__builtin_bit_cast(Half8, left), __builtin_bit_cast(Half8, right), sum, 0, 0, 0);
}
template <>
ROCM_INLINE Accumulator multiply<Bf16>(Operand left, Operand right, Accumulator sum) {
  return __builtin_amdgcn_mfma_f32_16x16x32_bf16(__builtin_bit_cast(Bfloat8, left), __builtin_bit_cast(Bfloat8, right), sum, 0, 0, 0);
}
#elif defined(__gfx1100__)
template <>
ROCM_INLINE Accumulator multiply<Fp16>(Operand left, Operand right, Accumulator sum) {
  return __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(__builtin_bit_cast(Half16, left), __builtin_bit_cast(Half16, right), sum);
}
template <>
ROCM_INLINE Accumulator multiply<Bf16>(Operand left, Operand right, Accumulator sum) {
  return __builtin_amdgcn_wmma_f32_16x16x16_bf16_w32(__builtin_bit_cast(Short16, left), __builtin_bit_cast(Short16, right), sum);
}
#elif defined(__gfx1201__)
template <>
ROCM_INLINE Accumulator multiply<Fp16>(Operand left, Operand right, Accumulator sum) {
  return __builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12(__builtin_bit_cast(Half8, left), __builtin_bit_cast(Half8, right), sum);
}
template <>
ROCM_INLINE Accumulator multiply<Bf16>(Operand left, Operand right, Accumulator sum) {
  return __builtin_amdgcn_wmma_f32_16x16x16_bf16_w32_gfx12(__builtin_bit_cast(Short8, left), __builtin_bit_cast(Short8, right), sum);
}
#endif

}  // namespace rocm_kernels
