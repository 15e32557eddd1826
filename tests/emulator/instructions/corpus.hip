// Source from which the inventory learns what clang emits for gfx942: arithmetic, conversions, compares, lanes, memory.
#define KERNEL extern "C" __attribute__((global)) void
#define DEVICE static __attribute__((device)) inline
#define SHARED __attribute__((shared))
typedef unsigned char u8;
typedef signed char i8;
typedef unsigned short u16;
typedef short i16;
typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;
typedef _Float16 half2 __attribute__((ext_vector_type(2)));
typedef _Float16 half4 __attribute__((ext_vector_type(4)));
typedef short short4 __attribute__((ext_vector_type(4)));
typedef short short2 __attribute__((ext_vector_type(2)));
typedef float float2 __attribute__((ext_vector_type(2)));
typedef float float4 __attribute__((ext_vector_type(4)));
typedef float float16 __attribute__((ext_vector_type(16)));
typedef int int4v __attribute__((ext_vector_type(4)));
DEVICE int lane() { return __builtin_amdgcn_workitem_id_x(); }
DEVICE int index() { return __builtin_amdgcn_workgroup_id_x() * 256 + lane(); }

#define MAP2(NAME, TYPE, ...) KERNEL NAME(TYPE *d, const TYPE *a, const TYPE *b) { int i = index(); TYPE x = a[i], y = b[i]; __VA_ARGS__ }
#define ARITHMETIC(NAME, TYPE) \
  MAP2(NAME##_add, TYPE, d[i] = x + y;) MAP2(NAME##_sub, TYPE, d[i] = x - y;) MAP2(NAME##_mul, TYPE, d[i] = x * y;) \
  MAP2(NAME##_div, TYPE, d[i] = x / y;) MAP2(NAME##_min, TYPE, d[i] = x < y ? x : y;) MAP2(NAME##_max, TYPE, d[i] = x > y ? x : y;) \
  MAP2(NAME##_mad, TYPE, d[i] = x * y + d[i];) MAP2(NAME##_neg, TYPE, d[i] = -x;) \
  MAP2(NAME##_eq, TYPE, d[i] = x == y ? x : 3;) MAP2(NAME##_ne, TYPE, d[i] = x != y ? x : 3;) \
  MAP2(NAME##_lt, TYPE, if (x < y) d[i] = 5;) MAP2(NAME##_le, TYPE, if (x <= y) d[i] = 5;)
#define INTEGER(NAME, TYPE) ARITHMETIC(NAME, TYPE) \
  MAP2(NAME##_rem, TYPE, d[i] = x % y;) MAP2(NAME##_and, TYPE, d[i] = x & y;) MAP2(NAME##_or, TYPE, d[i] = x | y;) \
  MAP2(NAME##_xor, TYPE, d[i] = x ^ y;) MAP2(NAME##_not, TYPE, d[i] = ~x;) MAP2(NAME##_shl, TYPE, d[i] = x << (y & 7);) \
  MAP2(NAME##_shr, TYPE, d[i] = x >> (y & 7);) MAP2(NAME##_bfe, TYPE, d[i] = (x >> 3) & 31;) MAP2(NAME##_xnor, TYPE, d[i] = ~(x ^ y);) \
  MAP2(NAME##_andn, TYPE, d[i] = (x & y) | d[i];) MAP2(NAME##_or3, TYPE, d[i] = x | y | d[i];) MAP2(NAME##_add3, TYPE, d[i] = x + y + d[i];) \
  MAP2(NAME##_shladd, TYPE, d[i] = (x << 3) + y;) MAP2(NAME##_shlor, TYPE, d[i] = (x << 3) | y;) MAP2(NAME##_xad, TYPE, d[i] = (x ^ y) + d[i];) \
  MAP2(NAME##_bfi, TYPE, d[i] = (x & y) | (~x & d[i]);) MAP2(NAME##_min3, TYPE, TYPE z = x < y ? x : y; d[i] = z < d[i] ? z : d[i];) \
  MAP2(NAME##_max3, TYPE, TYPE z = x > y ? x : y; d[i] = z > d[i] ? z : d[i];)
INTEGER(i8, i8) INTEGER(u8, u8) INTEGER(i16, i16) INTEGER(u16, u16) INTEGER(i32, i32) INTEGER(u32, u32) INTEGER(i64, i64) INTEGER(u64, u64)
#define FLOATING(NAME, TYPE) ARITHMETIC(NAME, TYPE) \
  MAP2(NAME##_unordered, TYPE, d[i] = __builtin_isunordered(x, y) ? 1 : 2;) MAP2(NAME##_nlt, TYPE, d[i] = !(x < y) ? x : 3;) \
  MAP2(NAME##_class, TYPE, d[i] = __builtin_isinf(x) ? 1 : __builtin_isnan(y) ? 2 : 3;) MAP2(NAME##_abs, TYPE, d[i] = __builtin_elementwise_abs(x) * 0.5f;) \
  MAP2(NAME##_floor, TYPE, d[i] = __builtin_elementwise_floor(x);) MAP2(NAME##_ceil, TYPE, d[i] = __builtin_elementwise_ceil(x);) \
  MAP2(NAME##_trunc, TYPE, d[i] = __builtin_elementwise_trunc(x);) MAP2(NAME##_rint, TYPE, d[i] = __builtin_elementwise_rint(x);) \
  MAP2(NAME##_sqrt, TYPE, d[i] = __builtin_elementwise_sqrt(x);) MAP2(NAME##_fmin, TYPE, d[i] = __builtin_elementwise_min(x, y);) \
  MAP2(NAME##_fmax, TYPE, d[i] = __builtin_elementwise_max(x, y);) MAP2(NAME##_fma, TYPE, d[i] = __builtin_elementwise_fma(x, y, d[i]);) \
  MAP2(NAME##_fmak, TYPE, d[i] = __builtin_elementwise_fma(x, y, (TYPE)1.37f);) MAP2(NAME##_fmamk, TYPE, d[i] = __builtin_elementwise_fma(x, (TYPE)1.37f, y);) \
  MAP2(NAME##_copysign, TYPE, d[i] = __builtin_elementwise_copysign(x, y);) MAP2(NAME##_canonical, TYPE, d[i] = __builtin_elementwise_canonicalize(x);) \
  MAP2(NAME##_clamp, TYPE, d[i] = __builtin_elementwise_min(__builtin_elementwise_max(x + y, (TYPE)0), (TYPE)1);)
FLOATING(f16, _Float16) FLOATING(f32, float) FLOATING(f64, double)
ARITHMETIC(bf16, __bf16)
MAP2(f32_exp2, float, d[i] = __builtin_amdgcn_exp2f(x);) MAP2(f32_log2, float, d[i] = __builtin_amdgcn_logf(x);)
MAP2(f32_rcp, float, d[i] = __builtin_amdgcn_rcpf(x);) MAP2(f32_rsq, float, d[i] = __builtin_amdgcn_rsqf(x);)
MAP2(f32_hwsqrt, float, d[i] = __builtin_amdgcn_sqrtf(x);) MAP2(f32_sin, float, d[i] = __builtin_amdgcn_sinf(x);)
MAP2(f32_cos, float, d[i] = __builtin_amdgcn_cosf(x);) MAP2(f32_fract, float, d[i] = __builtin_amdgcn_fractf(x);)
MAP2(f32_ldexp, float, d[i] = __builtin_ldexpf(x, (int)y);) MAP2(f32_frexp_exp, float, d[i] = __builtin_amdgcn_frexp_expf(x);)
MAP2(f32_frexp_mant, float, d[i] = __builtin_amdgcn_frexp_mantf(x);) MAP2(f32_med3, float, d[i] = __builtin_amdgcn_fmed3f(x, y, d[i]);)
MAP2(f32_expf, float, d[i] = __builtin_expf(x);)
MAP2(f32_exp2f, float, d[i] = __builtin_exp2f(x);) MAP2(f32_logf, float, d[i] = __builtin_logf(x);)
MAP2(f64_rcp, double, d[i] = __builtin_amdgcn_rcp(x);) MAP2(f64_rsq, double, d[i] = __builtin_amdgcn_rsq(x);)
MAP2(f64_ldexp, double, d[i] = __builtin_ldexp(x, (int)y);)
MAP2(f16_exp2, _Float16, d[i] = __builtin_amdgcn_rcph(x) + __builtin_amdgcn_rsqh(y);)
#define CONVERT(A, B) KERNEL convert_##A##_##B(B *d, const A *a) { int i = index(); d[i] = (B)a[i]; }
#define CONVERTS(A) CONVERT(A, float) CONVERT(A, double) CONVERT(A, _Float16) CONVERT(A, i32) CONVERT(A, u32) CONVERT(A, i64) CONVERT(A, u64) CONVERT(A, i8) CONVERT(A, u8) CONVERT(A, i16) CONVERT(A, u16)
CONVERTS(float) CONVERTS(double) CONVERTS(_Float16) CONVERTS(i32) CONVERTS(u32) CONVERTS(i64) CONVERTS(u64) CONVERTS(i8) CONVERTS(u8) CONVERTS(i16) CONVERTS(u16) CONVERT(float, __bf16) CONVERT(__bf16, float)
KERNEL convert_bytes(float4 *d, const u32 *a) { int i = index(); u32 x = a[i]; d[i] = float4{(float)(x & 255), (float)((x >> 8) & 255), (float)((x >> 16) & 255), (float)(x >> 24)}; }
KERNEL convert_fp8(float *d, const int *a) { int i = index(); int x = a[i]; d[i] = __builtin_amdgcn_cvt_f32_fp8(x, 0) + __builtin_amdgcn_cvt_f32_fp8(x, 1) + __builtin_amdgcn_cvt_f32_bf8(x, 2) + __builtin_amdgcn_cvt_f32_bf8(x, 3); }
KERNEL convert_pk_fp8(float2 *d, const int *a) { int i = index(); int x = a[i]; d[i] = __builtin_amdgcn_cvt_pk_f32_fp8(x, false) + __builtin_amdgcn_cvt_pk_f32_fp8(x, true) + __builtin_amdgcn_cvt_pk_f32_bf8(x, false) + __builtin_amdgcn_cvt_pk_f32_bf8(x, true); }
KERNEL convert_to_fp8(int *d, const float *a) { int i = index(); int x = __builtin_amdgcn_cvt_pk_fp8_f32(a[i], a[i + 1], 0, false); x = __builtin_amdgcn_cvt_pk_fp8_f32(a[i + 2], a[i + 3], x, true); int y = __builtin_amdgcn_cvt_pk_bf8_f32(a[i], a[i + 1], x, true); y = __builtin_amdgcn_cvt_sr_fp8_f32(a[i], x, y, 1); d[i] = __builtin_amdgcn_cvt_sr_bf8_f32(a[i], x, y, 2); }
KERNEL convert_pack(int *d, const float *a) { int i = index(); auto x = __builtin_amdgcn_cvt_pkrtz(a[i], a[i + 1]); d[i] = __builtin_bit_cast(int, x); auto y = __builtin_amdgcn_cvt_pknorm_i16(a[i], a[i + 1]); auto z = __builtin_amdgcn_cvt_pknorm_u16(a[i], a[i + 1]); d[i + 512] = __builtin_bit_cast(int, y) + __builtin_bit_cast(int, z); d[i + 1024] = __builtin_amdgcn_cvt_pk_u8_f32(a[i], 2, d[i]); }
KERNEL convert_pack_int(int *d, const int *a) { int i = index(); auto y = __builtin_amdgcn_cvt_pk_i16(a[i], a[i + 1]); auto z = __builtin_amdgcn_cvt_pk_u16(a[i], a[i + 1]); d[i] = __builtin_bit_cast(int, y) ^ __builtin_bit_cast(int, z); }
#define PACKED(NAME, TYPE) MAP2(NAME##_packed, TYPE, d[i] = x * y + d[i]; d[i + 512] = x + y; d[i + 1024] = x * y; d[i + 1536] = x - y; d[i + 2048] = __builtin_elementwise_max(x, y); d[i + 2560] = __builtin_elementwise_min(x, y);)
PACKED(half2, half2) PACKED(short2, short2) PACKED(float2, float2) PACKED(half4, half4)
MAP2(short2_shift, short2, d[i] = x << (y & (short)15); d[i + 512] = x >> (y & (short)15);)
MAP2(bits, u32, d[i] = __builtin_popcount(x) + __builtin_clz(y) + __builtin_ctz(x); d[i + 512] = __builtin_bitreverse32(x); d[i + 1024] = __builtin_bswap32(y); d[i + 1536] = __builtin_amdgcn_alignbit(x, y, d[i]); d[i + 2048] = __builtin_amdgcn_alignbyte(x, y, d[i]); d[i + 2560] = __builtin_amdgcn_perm(x, y, d[i]); d[i + 3072] = __builtin_amdgcn_sad_u8(x, y, d[i]); d[i + 3584] = __builtin_amdgcn_ubfe(x, y, 7); d[i + 4096] = __builtin_amdgcn_sbfe(x, y, 9);)
MAP2(bits64, u64, d[i] = __builtin_popcountll(x) + __builtin_clzll(y) + __builtin_ctzll(x); d[i + 512] = __builtin_bitreverse64(x); d[i + 1024] = (u64)(((unsigned __int128)x * y) >> 64);)
MAP2(mulhi, u32, d[i] = (u32)(((u64)x * y) >> 32); d[i + 512] = (u32)((i64)(i32)x * (i32)y >> 32); d[i + 1024] = (x & 0xffffff) * (y & 0xffffff); d[i + 1536] = (x & 0xffffff) * (y & 0xffffff) + d[i]; d[i + 2048] = ((i32)(x << 8) >> 8) * ((i32)(y << 8) >> 8);)
MAP2(mad64, u64, d[i] = (u64)(u32)x * (u32)y + d[i]; d[i + 512] = (i64)(i32)x * (i32)y + d[i];)
MAP2(dot, int, d[i] = __builtin_amdgcn_sdot4(x, y, d[i], false); d[i + 512] = __builtin_amdgcn_udot4(x, y, d[i], false); d[i + 1024] = __builtin_amdgcn_sdot8(x, y, d[i], false);)
KERNEL dot2(float *d, const half2 *a, const half2 *b) { int i = index(); d[i] = __builtin_amdgcn_fdot2(a[i], b[i], d[i], false); }
KERNEL mix(float *d, const _Float16 *a, const _Float16 *b) { int i = index(); d[i] = __builtin_fmaf((float)a[i], (float)b[i], d[i]); }
KERNEL mixlo(_Float16 *d, const _Float16 *a, const float *b) { int i = index(); d[i] = (_Float16)__builtin_fmaf((float)a[i], b[i], 2.0f); }
KERNEL lanes(int *d, const int *a) { int i = lane(); int x = a[i]; d[i] = __builtin_amdgcn_readfirstlane(x) + __builtin_amdgcn_readlane(x, a[64]) + __builtin_amdgcn_ds_bpermute(x, i) + __builtin_amdgcn_ds_permute(i * 4, x) + __builtin_amdgcn_ds_swizzle(x, 0x1f); d[i + 64] = __builtin_amdgcn_mov_dpp(x, 0x111, 0xf, 0xf, true) + __builtin_amdgcn_update_dpp(x, d[i], 0x1b, 0xf, 0xf, false) + __builtin_amdgcn_update_dpp(0, x, 0x142, 0xa, 0xf, false) + __builtin_amdgcn_mbcnt_hi(-1, __builtin_amdgcn_mbcnt_lo(-1, 0)); u64 m = __builtin_amdgcn_ballot_w64(x > 3); d[i + 128] = __builtin_popcountll(m) + __builtin_ctzll(m); }
KERNEL reduce(float *d, const float *a) { SHARED static float s[256]; int i = lane(); s[i] = a[index()]; for (int k = 128; k; k >>= 1) { __builtin_amdgcn_s_barrier(); if (i < k) s[i] += s[i + k]; } __builtin_amdgcn_s_barrier(); if (i == 0) d[__builtin_amdgcn_workgroup_id_x()] = s[0]; }
KERNEL shared_widths(u8 *d, const u8 *a, int n) { SHARED static u8 s[16384]; int i = lane(); s[i] = a[i]; ((u16 *)s)[i + 512] = ((const u16 *)a)[i]; ((u64 *)s)[i + 512] = ((const u64 *)a)[i]; ((int4v *)s)[i + 512] = ((const int4v *)a)[i]; __builtin_amdgcn_s_barrier(); d[i] = s[(i + n) & 255]; ((i16 *)d)[i + 512] = (i16)((i8 *)s)[n + i]; ((u16 *)d)[i + 1024] = ((u16 *)s)[n + i]; ((i32 *)d)[i + 1024] = ((i16 *)s)[n + i]; ((u64 *)d)[i + 2048] = ((u64 *)s)[n + i]; ((int4v *)d)[i + 2048] = ((int4v *)s)[n + i]; }
KERNEL atomics(int *d, unsigned *u, float *f, u64 *q, int v, const int *a) { int i = index(); int x = a[i]; __hip_atomic_fetch_add(d + (x & 15), x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); a += __hip_atomic_fetch_max(d + 1, x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) & 1; __hip_atomic_fetch_min(u, (unsigned)x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); __hip_atomic_fetch_or(u + 1, x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); __hip_atomic_fetch_and(u + 2, x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); __hip_atomic_fetch_xor(u + 3, x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); int e = 3; __hip_atomic_compare_exchange_strong(d + 9, &e, x, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); d[100 + i] = e + __hip_atomic_exchange(d + 10, x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); q[i + 8] = __hip_atomic_fetch_add(q, (u64)x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); __builtin_amdgcn_global_atomic_fadd_f32((__attribute__((address_space(1))) float *)f, 1.5f); }
KERNEL shared_atomics(int *d, const int *a) { SHARED static int s[64]; int i = lane(); s[i & 63] = 0; __builtin_amdgcn_s_barrier(); __hip_atomic_fetch_add(s + (a[i] & 63), a[i], __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP); __builtin_amdgcn_s_barrier(); d[i] = s[i & 63] + __hip_atomic_fetch_max(s + 3, a[i], __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP); }
KERNEL matrices(float4 *d, const half4 *a, const half4 *b, const short4 *e, float16 *w, const long *q, int4v *z) { int i = lane(); d[i] = __builtin_amdgcn_mfma_f32_16x16x16f16(a[i], b[i], d[i], 0, 0, 0); d[i + 64] = __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(e[i], e[i + 64], d[i], 0, 0, 0); w[i] = __builtin_amdgcn_mfma_f32_32x32x8f16(a[i], b[i], w[i], 0, 0, 0); w[i + 64] = __builtin_amdgcn_mfma_f32_32x32x8bf16_1k(e[i], e[i + 64], w[i], 0, 0, 0); d[i + 128] = __builtin_amdgcn_mfma_f32_16x16x32_fp8_fp8(q[i], q[i + 64], d[i], 0, 0, 0); w[i + 128] = __builtin_amdgcn_mfma_f32_32x32x16_fp8_fp8(q[i], q[i + 64], w[i], 0, 0, 0); d[i + 192] = __builtin_amdgcn_mfma_f32_16x16x32_bf8_fp8(q[i], q[i + 64], d[i], 0, 0, 0); z[i] = __builtin_amdgcn_mfma_i32_16x16x32_i8(q[i], q[i + 64], z[i], 0, 0, 0); d[i + 256] = __builtin_amdgcn_mfma_f32_16x16x4f32(d[i].x, d[i].y, d[i], 0, 0, 0); w[i + 192] = __builtin_amdgcn_mfma_f32_32x32x2f32(d[i].x, d[i].y, w[i], 0, 0, 0); d[i + 320] = __builtin_amdgcn_mfma_f32_4x4x4f16(a[i], b[i], d[i], 0, 0, 0); }
KERNEL scalar(int *d, int n, unsigned m, u64 q, float f, i64 w) { int x = n; if (n > 3 && m < 7) x += 9; if (q == 77) x ^= 5; if (w < 3) x -= 2; d[0] = x + __builtin_popcount(m) + __builtin_ctz(m) + __builtin_clz(n) + __builtin_popcountll(q) + __builtin_ctzll(q) + __builtin_clzll(w); d[1] = (n >> 3) + (m >> 5) + (n << 2) + n * m; d[2] = n < (int)m ? n : m; d[3] = n > (int)m ? n : m; d[4] = (unsigned)n < m ? n : m; d[5] = __builtin_abs(n); d[6] = (int)(((u64)m * (u64)(unsigned)n) >> 32); d[7] = (n >> 4) & 0xff; d[8] = (i8)n + (i16)m; d[9] = ~n & m; d[10] = n | ~m; d[11] = (int)(q >> 7) + (int)(w >> 9); d[12] = ~(n ^ m); d[13] = (n << 5) >> 20; for (int i = 0; i < n; i++) d[14 + i] = m / (i + 1) + n % (i + 1); d[500] = __builtin_bitreverse32(m); u64 r = q * (u64)w + q; *(u64 *)(d + 600) = r; *(u64 *)(d + 602) = q & ~(u64)w; *(u64 *)(d + 604) = q << n; }
KERNEL branches(int *d, const int *a, int n) { int i = index(); int s = 0; for (int k = 0; k < a[i]; k++) { if (a[k] > n) { s += a[k]; } else if (a[k] < -n) { s -= 2; continue; } else if (a[k] == 77) break; s ^= k; } d[i] = s; switch (a[i] & 3) { case 0: d[i + 1] = 1; break; case 1: d[i + 2] = s; break; default: d[i + 3] = 2; } }
