// The algorithm of the first paged-attention kernels, v1 (one pass) and v2 (partitions), as their public record describes it:
// a workgroup of 128 threads for each query head of each sequence, a warp a page, a group of threads a token, 16 bytes of a key
// at a time for a group, the scores of the whole context (v1) or partition (v2) in shared memory, then 16 bytes of values a
// thread. Nothing is shared between the heads of a group. Needs no header, so that NVRTC compiles it alone.
//
// Defines: HEAD_SIZE, BLOCK_SIZE (8, 16 or 32), GQA, BF16 (0: fp16), PARTITION (0: v1).

using u16 = unsigned short;
using u32 = unsigned int;
using i64 = long long;

constexpr int THREADS = 128, WARPS = THREADS / 32;
constexpr int GROUP = BLOCK_SIZE < 32 ? 32 / BLOCK_SIZE : 1;        // threads a token
constexpr int VECTOR = 8 / GROUP;                                   // elements of a key that a thread reads at a time
constexpr int KEY_VECTORS = HEAD_SIZE / 8;                          // of 16 bytes, for one token
constexpr int LANES_PER_ROW = BLOCK_SIZE / 8;                       // threads that share one row of a page's values
constexpr int ROWS_PER_STEP = 32 / LANES_PER_ROW;
constexpr int ROWS = (HEAD_SIZE + ROWS_PER_STEP - 1) / ROWS_PER_STEP;

__device__ inline float widen(u32 bits) {
#if BF16
  return __uint_as_float(bits << 16);
#else
  float number;
  asm("{.reg .b16 h; cvt.u16.u32 h, %1; cvt.f32.f16 %0, h;}" : "=f"(number) : "r"(bits & 0xffff));
  return number;
#endif
}

__device__ inline void load(u32 (&words)[4], const u16 *place) {
  const uint4 read = __ldg(reinterpret_cast<const uint4 *>(place));
  words[0] = read.x, words[1] = read.y, words[2] = read.z, words[3] = read.w;
}
__device__ inline void load(u32 (&words)[2], const u16 *place) {
  const uint2 read = __ldg(reinterpret_cast<const uint2 *>(place));
  words[0] = read.x, words[1] = read.y;
}
__device__ inline void load(u32 (&words)[1], const u16 *place) {
  words[0] = __ldg(reinterpret_cast<const u32 *>(place));
}

__device__ inline u16 narrow(float number) {
  u16 bits;
#if BF16
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(number));
#else
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(number));
#endif
  return bits;
}

__device__ inline float across(float value, bool largest, float *shared) {
  for (int mask = 16; mask; mask /= 2) {
    float other = __shfl_xor_sync(~0u, value, mask);
    value = largest ? fmaxf(value, other) : value + other;
  }
  if (threadIdx.x % 32 == 0) shared[threadIdx.x / 32] = value;
  __syncthreads();
  value = shared[0];
  for (int warp = 1; warp < WARPS; ++warp) value = largest ? fmaxf(value, shared[warp]) : value + shared[warp];
  __syncthreads();
  return value;
}

extern "C" __global__ void original_partition(
    const u16 *query, const u16 *key, const u16 *value, const int *tables, const int *lengths, u16 *output, u16 *partial,
    float *maxima, float *masses, float scale, int query_stride, int query_head_stride, int output_stride,
    int output_head_stride, int table_stride, i64 block_stride, i64 head_stride) {
  const int head = blockIdx.x, sequence = blockIdx.y, part = blockIdx.z, parts = gridDim.z;
  const int length = lengths[sequence];
  const int first = PARTITION ? part * PARTITION : 0;
  const int last = PARTITION ? min(length, first + PARTITION) : length;
  if (PARTITION && first >= length) return;
  const int thread = threadIdx.x, warp = thread / 32, lane = thread % 32;
  const int group = thread / GROUP % BLOCK_SIZE, member = thread % GROUP;
  extern __shared__ float scores[];
  __shared__ float small[WARPS];
  __shared__ float row[HEAD_SIZE];

  for (int index = thread; index < HEAD_SIZE; index += THREADS)
    row[index] = widen(query[(i64)sequence * query_stride + head * query_head_stride + index]);
  __syncthreads();
  // Of every 8 elements this thread multiplies VECTOR.
  const float *q = row + member * VECTOR;

  const int *table = tables + (i64)sequence * table_stride;
  const i64 head_place = (i64)(head / GQA) * head_stride;
  const int first_page = first / BLOCK_SIZE, last_page = (last + BLOCK_SIZE - 1) / BLOCK_SIZE;
  float highest = -3.4e38f;
  for (int page = first_page + warp; page < last_page; page += WARPS) {
    const u16 *keys = key + (i64)table[page] * block_stride + head_place + group * 8 + member * VECTOR;
    u32 words[KEY_VECTORS][VECTOR / 2];
#pragma unroll
    for (int vector = 0; vector < KEY_VECTORS; ++vector)
      load(words[vector], keys + vector * BLOCK_SIZE * 8);
    float sum = 0;
#pragma unroll
    for (int vector = 0; vector < KEY_VECTORS; ++vector)
#pragma unroll
      for (int pair = 0; pair < VECTOR / 2; ++pair) {
        sum = fmaf(q[vector * 8 + 2 * pair], widen(words[vector][pair] & 0xffff), sum);
        sum = fmaf(q[vector * 8 + 2 * pair + 1], widen(words[vector][pair] >> 16), sum);
      }
#pragma unroll
    for (int mask = GROUP / 2; mask; mask /= 2) sum += __shfl_xor_sync(~0u, sum, mask);
    sum *= scale;
    const int token = page * BLOCK_SIZE + group;
    if (member == 0) {
      scores[token - first] = token < last ? sum : 0;
      if (token < last) highest = fmaxf(highest, sum);
    }
  }
  highest = across(highest, true, small);
  float mass = 0;
  for (int index = thread; index < last - first; index += THREADS) {
    const float weight = __expf(scores[index] - highest);
    scores[index] = weight;
    mass += weight;
  }
  mass = across(mass, false, small);
  const float inverse = 1.0f / (mass + 1e-6f);
  for (int index = thread; index < last - first; index += THREADS) scores[index] *= inverse;
  __syncthreads();

  float sums[ROWS];
#pragma unroll
  for (int index = 0; index < ROWS; ++index) sums[index] = 0;
  const int slot = lane % LANES_PER_ROW * 8;
  for (int page = first_page + warp; page < last_page; page += WARPS) {
    const u16 *values = value + (i64)table[page] * block_stride + head_place + slot;
    const float4 *weights = reinterpret_cast<const float4 *>(scores + page * BLOCK_SIZE + slot - first);
    const float4 front = weights[0], back = weights[1];
    const float weight[8] = {front.x, front.y, front.z, front.w, back.x, back.y, back.z, back.w};
    const int left = last - page * BLOCK_SIZE - slot;
    u32 words[ROWS][4];
#pragma unroll
    for (int index = 0; index < ROWS; ++index) {
      if constexpr (HEAD_SIZE % ROWS_PER_STEP == 0)
        load(words[index], values + lane / LANES_PER_ROW * BLOCK_SIZE + index * ROWS_PER_STEP * BLOCK_SIZE);
      else
        load(words[index], values + min(lane / LANES_PER_ROW + index * ROWS_PER_STEP, HEAD_SIZE - 1) * BLOCK_SIZE);
    }
    if (page == last_page - 1) {
      // Slots behind the last token hold anything: not even NaN may get into a product.
#pragma unroll
      for (int index = 0; index < ROWS; ++index)
#pragma unroll
        for (int pair = 0; pair < 4; ++pair) {
          if (2 * pair >= left) words[index][pair] &= 0xffff0000u;
          if (2 * pair + 1 >= left) words[index][pair] &= 0xffffu;
        }
    }
#pragma unroll
    for (int index = 0; index < ROWS; ++index)
#pragma unroll
      for (int pair = 0; pair < 4; ++pair) {
        sums[index] = fmaf(weight[2 * pair], widen(words[index][pair] & 0xffff), sums[index]);
        sums[index] = fmaf(weight[2 * pair + 1], widen(words[index][pair] >> 16), sums[index]);
      }
  }
#pragma unroll
  for (int index = 0; index < ROWS; ++index)
#pragma unroll
    for (int mask = LANES_PER_ROW / 2; mask; mask /= 2) sums[index] += __shfl_xor_sync(~0u, sums[index], mask);
  __syncthreads();
  // The scores are used up: their place takes the sums of the other warps.
  float *others = scores;
  for (int half = WARPS / 2; half; half /= 2) {
    for (int index = 0; index < ROWS; ++index) {
      const int dim = lane / LANES_PER_ROW + index * ROWS_PER_STEP;
      if (lane % LANES_PER_ROW == 0 && dim < HEAD_SIZE && warp >= half && warp < 2 * half)
        others[(warp - half) * HEAD_SIZE + dim] = sums[index];
    }
    __syncthreads();
    for (int index = 0; index < ROWS; ++index) {
      const int dim = lane / LANES_PER_ROW + index * ROWS_PER_STEP;
      if (lane % LANES_PER_ROW == 0 && dim < HEAD_SIZE && warp < half) sums[index] += others[warp * HEAD_SIZE + dim];
    }
    __syncthreads();
  }
  const i64 place = ((i64)sequence * gridDim.x + head) * parts + part;
  u16 *target = PARTITION ? partial + place * HEAD_SIZE
                          : output + (i64)sequence * output_stride + head * output_head_stride;
  for (int index = 0; index < ROWS; ++index) {
    const int dim = lane / LANES_PER_ROW + index * ROWS_PER_STEP;
    if (warp == 0 && lane % LANES_PER_ROW == 0 && dim < HEAD_SIZE) target[dim] = narrow(sums[index]);
  }
  if (PARTITION && thread == 0) {
    maxima[place] = highest;
    masses[place] = mass;
  }
}

extern "C" __global__ void original_reduce(
    u16 *output, const u16 *partial, const float *maxima, const float *masses, const int *lengths, int parts,
    int output_stride, int output_head_stride) {
  const int head = blockIdx.x, sequence = blockIdx.y, thread = threadIdx.x;
  const int used = (lengths[sequence] + PARTITION - 1) / (PARTITION ? PARTITION : 1);
  extern __shared__ float weights[];
  __shared__ float small[WARPS];
  const i64 place = ((i64)sequence * gridDim.x + head) * parts;
  float highest = -3.4e38f;
  for (int part = thread; part < used; part += THREADS) highest = fmaxf(highest, maxima[place + part]);
  highest = across(highest, true, small);
  float mass = 0;
  for (int part = thread; part < used; part += THREADS) {
    weights[part] = masses[place + part] * __expf(maxima[place + part] - highest);
    mass += weights[part];
  }
  mass = across(mass, false, small);
  const float inverse = 1.0f / (mass + 1e-6f);
  for (int dim = thread; dim < HEAD_SIZE; dim += THREADS) {
    float sum = 0;
    for (int part = 0; part < used; ++part) sum += widen(partial[(place + part) * HEAD_SIZE + dim]) * weights[part] * inverse;
    output[(i64)sequence * output_stride + head * output_head_stride + dim] = narrow(sum);
  }
}
