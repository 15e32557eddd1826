// A paged decode kernel of plain vector arithmetic, for the benchmark: grid (kv heads, sequences), 256 threads.
// Layouts: K [block, head, dim / 8, 16, 8], V [block, head, dim, 16], both fp16; head size 128, pages of 16 tokens.
#include "hip_device.h"

typedef _Float16 half8 __attribute__((ext_vector_type(8)));
constexpr int kHead = 128, kPage = 16, kRatio = 8, kWaves = 4, kLanes = 64;

extern "C" __global__ __attribute__((amdgpu_flat_work_group_size(256, 256))) void decode_vector(
    const _Float16* query, const _Float16* keys, const _Float16* values, const int* tables, const int* lengths, _Float16* output,
    int table_stride, int heads, float scale) {
  __shared__ float shared_query[kRatio][kHead];
  __shared__ float weights[kWaves][kRatio][kLanes];
  __shared__ float sums[kWaves][kRatio], maxima[kWaves][kRatio];
  __shared__ float partial[kWaves][kRatio][kHead];
  const int head = __builtin_amdgcn_workgroup_id_x(), sequence = __builtin_amdgcn_workgroup_id_y();
  const int thread = __builtin_amdgcn_workitem_id_x(), wave = thread / kLanes, lane = thread % kLanes;
  const _Float16* q = query + ((long)sequence * heads + head) * kRatio * kHead;
  for (int i = thread; i < kRatio * kHead; i += 256) shared_query[i / kHead][i % kHead] = (float)q[i] * scale;
  __syncthreads();
  const int length = lengths[sequence];
  float top[kRatio], sum[kRatio], acc[kRatio][2];
  for (int r = 0; r < kRatio; r++) top[r] = -1e30f, sum[r] = 0, acc[r][0] = acc[r][1] = 0;
  for (int start = wave * kLanes; start < length; start += kWaves * kLanes) {
    const int token = start + lane;
    const bool inside = token < length;
    const int page = tables[sequence * table_stride + (inside ? token : start) / kPage];
    const _Float16* k = keys + ((long)page * heads + head) * kHead * kPage + token % kPage * 8;
    float score[kRatio] = {};
    for (int d = 0; d < kHead; d += 8) {
      const half8 x = *(const half8*)(k + d * kPage);
      for (int e = 0; e < 8; e++) {
        const float value = (float)x[e];
        for (int r = 0; r < kRatio; r++) score[r] += value * shared_query[r][d + e];
      }
    }
    for (int r = 0; r < kRatio; r++) {
      float s = inside ? score[r] : -1e30f, m = s;
      for (int step = 32; step; step /= 2) {
        const float other = __builtin_bit_cast(float, __builtin_amdgcn_ds_bpermute((lane ^ step) * 4, __builtin_bit_cast(int, m)));
        m = m > other ? m : other;
      }
      m = m > top[r] ? m : top[r];
      const float shrink = __builtin_amdgcn_exp2f(top[r] - m), p = inside ? __builtin_amdgcn_exp2f(s - m) : 0;
      top[r] = m;
      float total = p;
      for (int step = 32; step; step /= 2)
        total += __builtin_bit_cast(float, __builtin_amdgcn_ds_bpermute((lane ^ step) * 4, __builtin_bit_cast(int, total)));
      sum[r] = sum[r] * shrink + total;
      acc[r][0] *= shrink;
      acc[r][1] *= shrink;
      weights[wave][r][lane] = p;
    }
    const int count = length - start < kLanes ? length - start : kLanes;
    for (int t = 0; t < count; t += kPage) {
      const int here = tables[sequence * table_stride + (start + t) / kPage];
      const _Float16* v = values + ((long)here * heads + head) * kHead * kPage;
      for (int part = 0; part < 2; part++) {
        const half8 low = *(const half8*)(v + (lane * 2 + part) * kPage), high = *(const half8*)(v + (lane * 2 + part) * kPage + 8);
        for (int e = 0; e < 8; e++)
          for (int r = 0; r < kRatio; r++)
            acc[r][part] += (float)low[e] * weights[wave][r][t + e] + (float)high[e] * weights[wave][r][t + 8 + e];
      }
    }
  }
  for (int r = 0; r < kRatio; r++) {
    if (lane == 0) sums[wave][r] = sum[r], maxima[wave][r] = top[r];
    partial[wave][r][lane * 2] = acc[r][0];
    partial[wave][r][lane * 2 + 1] = acc[r][1];
  }
  __syncthreads();
  for (int i = thread; i < kRatio * kHead; i += 256) {
    const int r = i / kHead, d = i % kHead;
    float m = maxima[0][r];
    for (int w = 1; w < kWaves; w++) m = m > maxima[w][r] ? m : maxima[w][r];
    float total = 0, value = 0;
    for (int w = 0; w < kWaves; w++) {
      const float f = __builtin_amdgcn_exp2f(maxima[w][r] - m);
      total += sums[w][r] * f;
      value += partial[w][r][d] * f;
    }
    output[((long)sequence * heads + head) * kRatio * kHead + i] = (_Float16)(value / total);
  }
}
