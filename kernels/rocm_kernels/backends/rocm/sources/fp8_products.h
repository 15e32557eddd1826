// Products of 16-bit queries with fp8 keys by fp8 matrix instructions, without widening the keys and without rounding the
// queries to fp8: a query value is a sum of fp8 numbers, each with the bits that those before it leave over.
//
// A row is scaled by a power of two so that its largest value stands near the top of e4m3. Four significant bits go to the
// first part and, of fp16's eleven, four to the second; the last is e5m2, whose three bits are all that is left over and
// whose range goes on for seven powers of two below that of e4m3. So every value is exact down to 2^-10 of the largest
// of its row, and below that off by 2^-22 of the largest at most.
#pragma once

#include "numbers.h"

namespace rocm_kernels {

template <class Stored>
struct IsFp8 {
  static constexpr bool value = false;
  static constexpr bool fnuz = false;
};
template <bool Fnuz>
struct IsFp8<Fp8<Fnuz>> {
  static constexpr bool value = true;
  static constexpr bool fnuz = Fnuz;
};

template <class Query>
constexpr int kQueryParts = Query::largest < 1e5f ? 3 : 2;

template <int Parts>
struct NarrowQuery {
  Words2 parts[Parts];  // eight bytes each: a fragment
};

#if !defined(__gfx90a__) && !defined(__gfx1100__)

template <int Part, int Parts>
ROCM_INLINE Accumulator multiply_part(Words2 key, Words2 query, Accumulator sum) {
#if defined(__gfx1201__)
  using Bytes = int __attribute__((ext_vector_type(2)));
  const Bytes left = as<Bytes>(key);
  const Bytes right = as<Bytes>(query);
  if constexpr (Part == Parts - 1) {
    return __builtin_amdgcn_wmma_f32_16x16x16_fp8_bf8_w32_gfx12(left, right, sum);
  } else {
    return __builtin_amdgcn_wmma_f32_16x16x16_fp8_fp8_w32_gfx12(left, right, sum);
  }
#else
  const long left = as<long>(key);
  const long right = as<long>(query);
  if constexpr (Part == Parts - 1) {
    return __builtin_amdgcn_mfma_f32_16x16x32_fp8_bf8(left, right, sum, 0, 0, 0);
  } else {
    return __builtin_amdgcn_mfma_f32_16x16x32_fp8_fp8(left, right, sum, 0, 0, 0);
  }
#endif
}

template <int Parts>
ROCM_INLINE Accumulator multiply_narrow(Words2 key, const NarrowQuery<Parts>& query, Accumulator sum) {
  sum = multiply_part<0, Parts>(key, query.parts[0], sum);
  sum = multiply_part<1, Parts>(key, query.parts[1], sum);
  if constexpr (Parts == 3) sum = multiply_part<2, Parts>(key, query.parts[2], sum);
  return sum;
}

// Four values as four bytes of a part, and what that leaves over.
template <bool Last>
ROCM_INLINE unsigned take_part(float (&values)[4]) {
  int word = 0;
  if constexpr (Last) {
    word = __builtin_amdgcn_cvt_pk_bf8_f32(values[0], values[1], word, false);
    return static_cast<unsigned>(__builtin_amdgcn_cvt_pk_bf8_f32(values[2], values[3], word, true));
  } else {
    word = __builtin_amdgcn_cvt_pk_fp8_f32(values[0], values[1], word, false);
    word = __builtin_amdgcn_cvt_pk_fp8_f32(values[2], values[3], word, true);
    const Floats2 low = __builtin_amdgcn_cvt_pk_f32_fp8(word, false);
    const Floats2 high = __builtin_amdgcn_cvt_pk_f32_fp8(word, true);
    values[0] -= low.x;
    values[1] -= low.y;
    values[2] -= high.x;
    values[3] -= high.y;
    return static_cast<unsigned>(word);
  }
}

// A fragment of queries times `scale`, in parts.
template <class Query>
ROCM_INLINE NarrowQuery<kQueryParts<Query>> narrow_query(Fragment fragment, float scale) {
  NarrowQuery<kQueryParts<Query>> narrow;
#pragma unroll
  for (int half = 0; half < 2; ++half) {
    float values[4];
#pragma unroll
    for (int i = 0; i < 4; ++i) values[i] = Query::to_float(fragment[half * 2 + i / 2] >> (i % 2 * 16) & 0xffff) * scale;
    narrow.parts[0][half] = take_part<false>(values);
    if constexpr (kQueryParts<Query> == 3) narrow.parts[1][half] = take_part<false>(values);
    narrow.parts[kQueryParts<Query> - 1][half] = take_part<true>(values);
  }
  return narrow;
}

// The power of two that brings `largest` to [64, 128) for fnuz, whose largest number is 240, and to [128, 256) for OCP.
ROCM_INLINE float narrow_scale(float largest, bool fnuz) {
  constexpr unsigned kExponent = 0x7f800000u;
  const unsigned exponent = __builtin_bit_cast(unsigned, __builtin_fmaxf(largest, 0x1p-90f)) & kExponent;
  return __builtin_bit_cast(float, ((254u + (fnuz ? 6u : 7u)) << 23) - exponent);
}

// All steps of the lane's row of tile `r`, and the factor that undoes their scale.
template <class Query, class Stored, int Steps, class Read>
ROCM_INLINE void split_queries(const Read& read, int r, int lane, NarrowQuery<kQueryParts<Query>> (&queries)[Steps],
                               float& factor) {
  Fragment fragments[Steps];
  float largest = 0.0f;
#pragma unroll
  for (int step = 0; step < Steps; ++step) {
    fragments[step] = read(r, step);
#pragma unroll
    for (int i = 0; i < kFragment; ++i) {
      largest = __builtin_fmaxf(largest, __builtin_fabsf(Query::to_float(fragments[step][i / 2] >> (i % 2 * 16) & 0xffff)));
    }
  }
#pragma unroll
  for (int distance = kRows; distance < kWave; distance *= 2) {
    largest = __builtin_fmaxf(largest, from_lane(largest, lane ^ distance));
  }
  const float scale = narrow_scale(largest, IsFp8<Stored>::fnuz);
#pragma unroll
  for (int step = 0; step < Steps; ++step) queries[step] = narrow_query<Query>(fragments[step], scale);
  // Of a power of two the reciprocal is exact.
  factor *= reciprocal(scale);
}

#else  // no fp8 instructions: never called, but the kernel names them

template <int Parts>
ROCM_INLINE Accumulator multiply_narrow(Words2, const NarrowQuery<Parts>&, Accumulator sum) {
  return sum;
}
template <class Query, class Stored, int Steps, class Read>
ROCM_INLINE void split_queries(const Read&, int, int, NarrowQuery<kQueryParts<Query>> (&)[Steps], float&) {}

#endif

// Two words of what was loaded, from word 2 * `index` on.
ROCM_INLINE Words2 pair_of(Words2 words, int) { return words; }
ROCM_INLINE Words2 pair_of(Words4 words, int index) { return Words2{words[index * 2], words[index * 2 + 1]}; }

}  // namespace rocm_kernels
