// Writes new keys and values into the paged cache.
//
// Workgroup (token, group of kv heads); each wave has one head. Strides are in elements.
#include "numbers.h"

namespace rocm_kernels {

using Source = QUERY_TYPE;
using Stored = CACHE_TYPE;
constexpr int kHead = HEAD_SIZE;
constexpr int kBlock = BLOCK_SIZE;
constexpr int kWaves = WAVES;
constexpr int kKeyVector = KEY_VECTOR;      // head elements that lie together in a key
constexpr int kValueVector = VALUE_VECTOR;  // tokens that lie together in a value, counted by value_token_stride
constexpr bool kKeyScalePerToken = KEY_SCALE_PER_TOKEN;
constexpr bool kValueScalePerToken = VALUE_SCALE_PER_TOKEN;
constexpr int kPairs = divide_up(kHead, 2 * kWave);  // pairs of elements a lane

ROCM_INLINE unsigned stored_bits(float value) {
  if constexpr (Stored::bytes == 1) {
    // Beyond the largest value a conversion gives NaN or wraps. NaN stays NaN, which int8 stores as 0.
    value = value > Stored::largest ? Stored::largest : value;
    value = value < -Stored::largest ? -Stored::largest : value;
  }
  return Stored::from_float(value);
}

struct Row {
  float values[kPairs][2];
};

ROCM_INLINE Row load_row(const void* source, int64 offset, int lane) {
  Row row;
#pragma unroll
  for (int pair = 0; pair < kPairs; ++pair) {
    const int element = 2 * (lane + pair * kWave);
    row.values[pair][0] = row.values[pair][1] = 0.0f;
    if (element < kHead) {
      const unsigned bits = load_bytes<4>(source, (offset + element) * 2);
      row.values[pair][0] = Source::to_float(bits & 0xffff);
      row.values[pair][1] = Source::to_float(bits >> 16);
    }
  }
  return row;
}

// The scale that makes the largest magnitude of the row the largest value that the cache stores.
ROCM_INLINE float row_scale(const Row& row, int lane) {
  float largest = 0.0f;
#pragma unroll
  for (int pair = 0; pair < kPairs; ++pair) {
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      const float magnitude = __builtin_fabsf(row.values[pair][i]);
      // Not fmax, which would drop a NaN.
      largest = magnitude > largest || magnitude != magnitude ? magnitude : largest;
    }
  }
#pragma unroll
  for (int distance = 1; distance < kWave; distance *= 2) {
    const float other = from_lane(largest, lane ^ distance);
    largest = other > largest || other != other ? other : largest;
  }
  const float scale = largest / Stored::largest;
  return scale == 0.0f ? 1.0f : scale;  // of the quotient: that of the smallest magnitudes is 0 too
}

ROCM_INLINE void store(void* cache, int64 at, unsigned bits) {
  if constexpr (Stored::bytes == 1) {
    static_cast<unsigned char*>(cache)[at] = static_cast<unsigned char>(bits);
  } else {
    static_cast<unsigned short*>(cache)[at] = static_cast<unsigned short>(bits);
  }
}

extern "C" __global__ __attribute__((amdgpu_flat_work_group_size(kWaves* kWave, kWaves* kWave))) void KERNEL_NAME(
    const void* __restrict__ key, const void* __restrict__ value, void* __restrict__ key_cache,
    void* __restrict__ value_cache, const int64* __restrict__ slot_mapping, float* __restrict__ key_scale,
    float* __restrict__ value_scale, int64 key_row_stride, int64 key_row_head_stride, int64 value_row_stride,
    int64 value_row_head_stride, int64 key_block_stride, int64 key_head_stride, int64 key_token_stride,
    int64 key_group_stride, int64 value_block_stride, int64 value_head_stride, int64 value_token_stride,
    int64 value_dimension_stride, int64 key_scale_block_stride, int64 key_scale_head_stride,
    int64 key_scale_token_stride, int64 value_scale_block_stride, int64 value_scale_head_stride,
    int64 value_scale_token_stride, int kv_heads) {
  const int thread = __builtin_amdgcn_workitem_id_x();
  const int lane = thread % kWave;
  const int head = static_cast<int>(__builtin_amdgcn_workgroup_id_y()) * kWaves + uniform(thread / kWave);
  const int64 token = __builtin_amdgcn_workgroup_id_x();
  const int64 slot = slot_mapping[token];
  if (slot < 0 || head >= kv_heads) return;
  const int64 block = slot / kBlock;
  const int in_block = static_cast<int>(slot % kBlock);

  const Row keys = load_row(key, token * key_row_stride + head * key_row_head_stride, lane);
  const Row values = load_row(value, token * value_row_stride + head * value_row_head_stride, lane);
  float key_factor = 1.0f;
  float value_factor = 1.0f;
  if constexpr (kKeyScalePerToken) {
    key_factor = row_scale(keys, lane);
    if (lane == 0) {
      key_scale[block * key_scale_block_stride + head * key_scale_head_stride + in_block * key_scale_token_stride] =
          key_factor;
    }
  } else if (key_scale) {
    key_factor = key_scale[head * key_scale_head_stride];
  }
  if constexpr (kValueScalePerToken) {
    value_factor = row_scale(values, lane);
    if (lane == 0) {
      value_scale[block * value_scale_block_stride + head * value_scale_head_stride +
                  in_block * value_scale_token_stride] = value_factor;
    }
  } else if (value_scale) {
    value_factor = value_scale[head * value_scale_head_stride];
  }
  const int64 key_base = block * key_block_stride + head * key_head_stride + in_block * key_token_stride;
  const int64 value_base = block * value_block_stride + head * value_head_stride +
                           in_block / kValueVector * value_token_stride + in_block % kValueVector;
#pragma unroll
  for (int pair = 0; pair < kPairs; ++pair) {
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      const int element = 2 * (lane + pair * kWave) + i;
      if (element >= kHead) continue;
      store(key_cache, key_base + element / kKeyVector * key_group_stride + element % kKeyVector,
            stored_bits(keys.values[pair][i] / key_factor));
      store(value_cache, value_base + element * value_dimension_stride,
            stored_bits(values.values[pair][i] / value_factor));
    }
  }
}

}  // namespace rocm_kernels
