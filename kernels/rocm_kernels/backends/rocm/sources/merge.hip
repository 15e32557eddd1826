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

  // Partitions are taken a wave of them at a time, so that every number is read once: a lane has the statistics of one, and
  // the others ask it for its weight. Maximum, sum and result follow the highest maximum so far.
  float top = -kInfinity;
  float total = 0.0f;
  Floats4 sums[kVectors] = {};
  for (int first = 0; first < splits; first += kWave) {
    Floats2 own{-kInfinity, 0.0f};
    if (first + lane < splits) own = statistics[first + lane];
    float highest = own.x;
    for (int distance = 1; distance < width; distance *= 2) {
      highest = __builtin_fmaxf(highest, from_lane(highest, lane ^ distance));
    }
    const float raised = __builtin_fmaxf(top, from_lane(highest, teller));
    const float base = raised == -kInfinity ? 0.0f : raised;
    const float factor = exp2_fast(top - base);
    const float weight = exp2_fast(own.x - base);
    float sum = weight * own.y;
    for (int distance = 1; distance < width; distance *= 2) sum += from_lane(sum, lane ^ distance);
    total = total * factor + from_lane(sum, teller);
    top = raised;
#pragma unroll
    for (int vector = 0; vector < kVectors; ++vector) sums[vector] *= factor;

    const int count = minimum(splits - first, kWave);
    for (int next = 0; next < count; next += kParts) {
      const int part = next + lane / kLanes;
      const float share = from_lane(weight, part);  // 0 beyond the last, which nobody reads
      if (part >= count) continue;
#pragma unroll
      for (int vector = 0; vector < kVectors; ++vector) {
        const int element = 4 * (lane % kLanes + vector * kLanes);
        if (element >= kHead) break;
        const float* from = partial_values + (row * splits + first + part) * kHead + element;
        sums[vector] += share * *reinterpret_cast<const Floats4*>(from);
      }
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
