// Merges the partitions of a context by their log-sum-exp; any number of them.
//
// Workgroup (head, sequence) of one wave. Lanes side by side hold four elements of the head each; where the head is
// shorter than the wave is wide, parts of the wave take every second (fourth, ...) partition.
#include "finish.h"

namespace rocm_kernels {

using Query = QUERY_TYPE;
constexpr int kHead = HEAD_SIZE;

constexpr int power_of_two(int value) { return value <= 1 ? 1 : 2 * power_of_two((value + 1) / 2); }
constexpr int kLanes = minimum(kWave, power_of_two(divide_up(kHead, 4)));  // that hold one partition
constexpr int kVectors = divide_up(kHead, 4 * kLanes);
constexpr int kParts = kWave / kLanes;

extern "C" __global__ __attribute__((amdgpu_flat_work_group_size(kWave, kWave))) void KERNEL_NAME(
    const float* __restrict__ partial_values, const float* __restrict__ partial_statistics,
    const int* __restrict__ context_lengths, const float* __restrict__ sinks, void* __restrict__ output,
    float* __restrict__ log_sum_exp, int64 output_sequence_stride, int64 output_head_stride, int heads, int splits) {
  const int lane = __builtin_amdgcn_workitem_id_x();
  const int head = __builtin_amdgcn_workgroup_id_x();
  const int64 sequence = __builtin_amdgcn_workgroup_id_y();
  const int64 row = sequence * heads + head;
  const Floats2* statistics = reinterpret_cast<const Floats2*>(partial_statistics) + row * splits;

  // Lanes that look at a partition, up to a power of two: with few partitions they meet in few steps, then tell the others.
  int width = 1;
  while (width < splits && width < kWave) width *= 2;
  const int teller = lane & (width - 1);

  float top = -kInfinity;
  for (int split = lane; split < splits; split += kWave) top = __builtin_fmaxf(top, statistics[split].x);
  for (int distance = 1; distance < width; distance *= 2) top = __builtin_fmaxf(top, from_lane(top, lane ^ distance));
  top = from_lane(top, teller);
  const float base = top == -kInfinity ? 0.0f : top;

  float total = 0.0f;
  for (int split = lane; split < splits; split += kWave) {
    total += exp2_fast(statistics[split].x - base) * statistics[split].y;
  }
  for (int distance = 1; distance < width; distance *= 2) total += from_lane(total, lane ^ distance);
  total = from_lane(total, teller);

  Floats4 sums[kVectors] = {};
  for (int split = lane / kLanes; split < splits; split += kParts) {
    const float weight = exp2_fast(statistics[split].x - base);
#pragma unroll
    for (int vector = 0; vector < kVectors; ++vector) {
      const int element = 4 * (lane % kLanes + vector * kLanes);
      if (element >= kHead) break;
      const float* from = partial_values + (row * splits + split) * kHead + element;
      sums[vector] += weight * *reinterpret_cast<const Floats4*>(from);
    }
  }
#pragma unroll
  for (int vector = 0; vector < kVectors; ++vector) {
#pragma unroll
    for (int distance = kLanes; distance < kWave; distance *= 2) {
#pragma unroll
      for (int i = 0; i < 4; ++i) sums[vector][i] += from_lane(sums[vector][i], lane ^ distance);
    }
    const int element = 4 * (lane % kLanes + vector * kLanes);
    if (element < kHead && lane < kLanes) {
      finish<Query>(sums[vector], top, total, context_lengths[sequence], sinks ? sinks + head : nullptr,
                    log_sum_exp && element == 0 ? log_sum_exp + row : nullptr, output,
                    sequence * output_sequence_stride + head * output_head_stride, element);
    }
  }
}

}  // namespace rocm_kernels
