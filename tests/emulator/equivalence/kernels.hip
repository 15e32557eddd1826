// Kernels as people write them: loops, divergence, LDS and barriers, atomics, bytes, 64-bit numbers, all float types.
// Every kernel gives the same result as plain C++, in whatever order its work-items run between two barriers.

typedef unsigned char u8;
typedef signed char i8;
typedef unsigned short u16;
typedef short i16;
typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;
typedef _Float16 f16;

static __device__ u32 flat_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

extern "C" __global__ void mandelbrot(u32 *iterations, u32 width, u32 height, float left, float top, float step) {
  u32 i = flat_index();
  if (i >= width * height) return;
  float a = left + step * (float)(i % width), b = top + step * (float)(i / width), x = 0, y = 0;
  u32 count = 0;
  while (count < 200 && x * x + y * y < 4.0f) {
    float next = x * x - y * y + a;
    y = 2.0f * x * y + b;
    x = next;
    ++count;
  }
  iterations[i] = count;
}

extern "C" __global__ void collatz(u32 *steps, const u64 *start, u32 n) {
  u32 i = flat_index();
  if (i >= n) return;
  u32 count = 0;
  for (u64 v = start[i]; v > 1 && count < 1000; v = v & 1 ? 3 * v + 1 : v >> 1) ++count;
  steps[i] = count;
}

extern "C" __global__ void crc32_of_strings(u32 *out, const u8 *text, const u32 *offsets, u32 n) {
  u32 i = flat_index();
  if (i >= n) return;
  u32 crc = ~0u;
  for (u32 at = offsets[i]; at < offsets[i + 1]; ++at) {
    crc ^= text[at];
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0u);
  }
  out[i] = ~crc;
}

extern "C" __global__ void transpose_bytes(u8 *out, const u8 *in, u32 rows, u32 columns) {
  __shared__ u8 tile[16][20];
  u32 row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  if (row < rows && column < columns) tile[threadIdx.y][threadIdx.x] = in[row * columns + column];
  __syncthreads();
  row = blockIdx.y * 16 + threadIdx.x;
  column = blockIdx.x * 16 + threadIdx.y;
  if (row < rows && column < columns) out[column * rows + row] = tile[threadIdx.x][threadIdx.y];
}

extern "C" __global__ void sum_of_doubles(double *out, const double *in, u32 n) {
  __shared__ double partial[256];
  u32 i = flat_index();
  partial[threadIdx.x] = i < n ? in[i] : 0.0;
  __syncthreads();
  for (u32 half = 128; half; half >>= 1) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

extern "C" __global__ void prefix_sum(i32 *out, const i16 *in, u32 n) {
  __shared__ i32 line[2][256];
  u32 t = threadIdx.x, i = flat_index(), at = 0;
  line[0][t] = i < n ? in[i] : 0;
  __syncthreads();
  for (u32 step = 1; step < 256; step <<= 1) {
    line[1 - at][t] = line[at][t] + (t >= step ? line[at][t - step] : 0);
    at = 1 - at;
    __syncthreads();
  }
  if (i < n) out[i] = line[at][t];
}

extern "C" __global__ void bitonic_sort(float *keys, u16 *values) {
  __shared__ float key[256];
  __shared__ u16 value[256];
  u32 t = threadIdx.x, base = blockIdx.x * 256;
  key[t] = keys[base + t];
  value[t] = values[base + t];
  __syncthreads();
  for (u32 size = 2; size <= 256; size <<= 1)
    for (u32 stride = size >> 1; stride; stride >>= 1) {
      u32 other = t ^ stride;
      if (other > t) {
        bool up = (t & size) == 0;
        if ((key[t] > key[other]) == up) {
          float k = key[t];
          key[t] = key[other];
          key[other] = k;
          u16 v = value[t];
          value[t] = value[other];
          value[other] = v;
        }
      }
      __syncthreads();
    }
  keys[base + t] = key[t];
  values[base + t] = value[t];
}

extern "C" __global__ void histogram(u32 *bins, u64 *total, const u8 *in, u32 n) {
  u32 i = flat_index();
  if (i >= n) return;
  __atomic_fetch_add(bins + in[i], 1u, __ATOMIC_RELAXED);
  __atomic_fetch_add(total, (u64)in[i] << 30, __ATOMIC_RELAXED);
}

extern "C" __global__ void extremes(i32 *lowest, u32 *highest, u32 *bits, const i32 *in, u32 n) {
  u32 i = flat_index();
  if (i >= n) return;
  __atomic_fetch_min(lowest, in[i], __ATOMIC_RELAXED);
  __atomic_fetch_max(highest, (u32)in[i], __ATOMIC_RELAXED);
  __atomic_fetch_or(bits, 1u << (in[i] & 31), __ATOMIC_RELAXED);
}

extern "C" __global__ void matrix_product(float *c, const f16 *a, const f16 *b, u32 rows, u32 columns, u32 depth) {
  __shared__ f16 left[16][16], right[16][16];
  u32 x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (u32 k = 0; k < depth; k += 16) {
    left[y][x] = row < rows && k + x < depth ? a[row * depth + k + x] : (f16)0;
    right[y][x] = column < columns && k + y < depth ? b[(k + y) * columns + column] : (f16)0;
    __syncthreads();
    for (u32 j = 0; j < 16; ++j) sum += (float)left[y][j] * (float)right[j][x];
    __syncthreads();
  }
  if (row < rows && column < columns) c[row * columns + column] = sum;
}

extern "C" __global__ void sparse_rows(double *y, const u32 *start, const u32 *column, const float *value, const double *x, u32 rows) {
  u32 row = flat_index();
  if (row >= rows) return;
  double sum = 0;
  for (u32 at = start[row]; at < start[row + 1]; ++at) sum += (double)value[at] * x[column[at]];
  y[row] = sum;
}

extern "C" __global__ void heat(float *out, const float *in, u32 width, u32 height, u32 depth, float rate) {
  u32 x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  u32 z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= width || y >= height || z >= depth) return;
  u32 at = (z * height + y) * width + x;
  float centre = in[at], around = 0;
  around += x > 0 ? in[at - 1] : centre;
  around += x + 1 < width ? in[at + 1] : centre;
  around += y > 0 ? in[at - width] : centre;
  around += y + 1 < height ? in[at + width] : centre;
  around += z > 0 ? in[at - width * height] : centre;
  around += z + 1 < depth ? in[at + width * height] : centre;
  out[at] = centre + rate * (around - 6.0f * centre);
}

extern "C" __global__ void random_numbers(u32 *out, double *unit, u64 seed, u32 n, u32 rounds) {
  u32 i = flat_index();
  if (i >= n) return;
  u64 state = seed + i * 0x9E3779B97F4A7C15ull;
  u32 value = 0;
  for (u32 r = 0; r < rounds; ++r) {
    u64 old = state;
    state = old * 6364136223846793005ull + (i | 1);
    u32 mixed = (u32)((old >> 18 ^ old) >> 27), turn = (u32)(old >> 59);
    value = mixed >> turn | mixed << (-turn & 31);
  }
  out[i] = value;
  unit[i] = (double)(state >> 11) * 0x1p-53;
}

extern "C" __global__ void quantise(i8 *out, float *scales, const f16 *in, u32 columns) {
  __shared__ float largest[64];
  float most = 0;
  for (u32 c = threadIdx.x; c < columns; c += 64) most = __builtin_fmaxf(most, __builtin_fabsf((float)in[blockIdx.x * columns + c]));
  largest[threadIdx.x] = most;
  __syncthreads();
  for (u32 half = 32; half; half >>= 1) {
    if (threadIdx.x < half) largest[threadIdx.x] = __builtin_fmaxf(largest[threadIdx.x], largest[threadIdx.x + half]);
    __syncthreads();
  }
  float scale = largest[0] > 0 ? largest[0] / 127.0f : 1.0f;
  if (threadIdx.x == 0) scales[blockIdx.x] = scale;
  for (u32 c = threadIdx.x; c < columns; c += 64) {
    float q = __builtin_rintf((float)in[blockIdx.x * columns + c] / scale);
    out[blockIdx.x * columns + c] = (i8)__builtin_fminf(__builtin_fmaxf(q, -127.0f), 127.0f);
  }
}

extern "C" __global__ void big_multiply(u64 *out, const u64 *a, const u64 *b, u32 words, u32 n) {
  u32 i = flat_index();
  if (i >= n) return;
  for (u32 w = 0; w < 2 * words; ++w) out[i * 2 * words + w] = 0;
  for (u32 x = 0; x < words; ++x) {
    u64 carry = 0;
    for (u32 y = 0; y < words; ++y) {
      unsigned __int128 sum = (unsigned __int128)a[i * words + x] * b[i * words + y] + out[i * 2 * words + x + y] + carry;
      out[i * 2 * words + x + y] = (u64)sum;
      carry = (u64)(sum >> 64);
    }
    out[i * 2 * words + x + words] = carry;
  }
}

extern "C" __global__ void newton_roots(double *root, float *small, const double *in, u32 n) {
  u32 i = flat_index();
  if (i >= n) return;
  double x = in[i] > 1 ? in[i] : 1;
  for (int step = 0; step < 40; ++step) x = (2 * x + in[i] / (x * x)) / 3;
  root[i] = x;
  small[i] = __builtin_sqrtf((float)in[i]) / ((float)in[i] + 1.0f);
}

static __device__ u32 depth_of(u32 value, u32 (*weights)[4], u32 level) {
  u32 found = 0;
  switch (value % 7) {
    case 0: found = weights[level & 3][0]; break;
    case 1: found = weights[level & 3][1] * 3; break;
    case 2: found = weights[level & 3][2] ^ value; break;
    case 4: found = weights[level & 3][3] - value; break;
    case 6: found = value / (level + 1); break;
    default: found = ~value;
  }
  return found;
}

extern "C" __global__ void branches(u32 *out, const u32 *in, u32 n) {
  u32 i = flat_index();
  if (i >= n) return;
  u32 weights[4][4];
  for (u32 a = 0; a < 4; ++a)
    for (u32 b = 0; b < 4; ++b) weights[a][b] = in[(i + a * 4 + b) % n];
  u32 value = in[i];
  for (u32 level = 0; level < (in[i] & 15); ++level) {
    if (value & 256) continue;
    value = depth_of(value, weights, level);
    if (value > 0xF0000000u) break;
  }
  out[i] = value;
}
