/* Matrix instructions. Products and sums are plain fused multiply-adds in ascending k: an order of its own, not the hardware's.
 * Layouts, AMD matrix instruction calculator / CDNA3 ISA 7.1: operand A holds row i = lane % M, B column j = lane % N; the lanes above
 * that, and the items in a lane's registers, count k (or blocks). D: four rows a register group, lane / N picks the group. */
#include "vectors.h"

typedef float Items[16][LANES] __attribute__((aligned(64)));

INLINE v16f as_float(v16u x) { return (v16f)x; }
INLINE v16f half_of(v16u x, int high) {
    typedef _Float16 v16h __attribute__((vector_size(32)));
    typedef u16 v16s __attribute__((vector_size(32)));
    v16s h = __builtin_convertvector(high ? x >> splat(16) : x & splat(0xffff), v16s);
    return __builtin_convertvector((v16h)h, v16f);
}
INLINE v16f bfloat_of(v16u x, int high) { return as_float(high ? x & splat(0xffff0000u) : x << splat(16)); }
/* fnuz eight-bit floats (gfx942): no infinities, 0x80 is NaN; e4m3 bias 8, e5m2 bias 16. */
INLINE v16f small_of(v16u x, int byte, int mantissa) {
    v16u b = (x >> splat(8 * (u32)byte)) & splat(0xff);
    v16u magnitude = b & splat(0x7f), sign = (b & splat(0x80)) << splat(24);
    v16u bits = magnitude << splat(23 - (u32)mantissa);
    u32 bias = mantissa == 3 ? 8 : 16;
    v16f normal = as_float(bits + splat((127 - bias) << 23));
    v16f tiny = __builtin_convertvector((v16i)magnitude, v16f);
    union { u32 u; float f; } scale = {(127 + 1 - bias - (u32)mantissa) << 23};
    v16f factor = as_float(splat(scale.u));
    tiny *= factor;
    v16u is_tiny = (v16u)(magnitude < splat(1u << mantissa));
    v16u value = ((v16u)tiny & is_tiny) | ((v16u)normal & ~is_tiny);
    v16u nan = (v16u)(b == splat(0x80));
    return as_float(((value | sign) & ~nan) | (splat(0x7fc00000) & nan));
}
INLINE v16f byte_of(v16u x, int byte) {
    v16i v = (v16i)(x << splat(24 - 8 * (u32)byte)) >> 24;
    return __builtin_convertvector(v, v16f);
}
/* xf32: single precision cut to 10 mantissa bits, rounded to nearest even. */
INLINE v16f cut_of(v16u x) {
    v16u rounded = (x + splat(0xfff) + ((x >> splat(13)) & splat(1))) & splat(0xffffe000u);
    v16u nan = (v16u)((x & splat(0x7fffffff)) > splat(0x7f800000));
    return as_float((rounded & ~nan) | (x & nan));
}

enum { TYPE_F32, TYPE_F16, TYPE_BF16, TYPE_FP8, TYPE_BF8, TYPE_I8, TYPE_XF32 };

#define DEFINE_UNPACK(NAME, PER, VALUE)                                                                     \
__attribute__((noinline)) static void unpack_##NAME(Wave *w, u32 offset, float (*items)[LANES], int count) { \
    for (int e = 0; e < count; e += PER, offset += REGISTER_BYTES)                                          \
        for (int c = 0; c < 4; c++) {                                                                       \
            v16u x = V(w, offset, c);                                                                       \
            UNROLL for (int part = 0; part < PER; part++) *(v16f *)(items[e + part] + 16 * c) = VALUE;      \
        }                                                                                                   \
}
DEFINE_UNPACK(f32, 1, as_float(x))
DEFINE_UNPACK(xf32, 1, cut_of(x))
DEFINE_UNPACK(f16, 2, half_of(x, part))
DEFINE_UNPACK(bf16, 2, bfloat_of(x, part))
DEFINE_UNPACK(fp8, 4, small_of(x, part, 3))
DEFINE_UNPACK(bf8, 4, small_of(x, part, 2))
DEFINE_UNPACK(i8, 4, byte_of(x, part))
INLINE void unpack(Wave *w, u32 offset, float (*items)[LANES], int count, int type) {
    switch (type) {
    case TYPE_F32: unpack_f32(w, offset, items, count); break;
    case TYPE_XF32: unpack_xf32(w, offset, items, count); break;
    case TYPE_F16: unpack_f16(w, offset, items, count); break;
    case TYPE_BF16: unpack_bf16(w, offset, items, count); break;
    case TYPE_FP8: unpack_fp8(w, offset, items, count); break;
    case TYPE_BF8: unpack_bf8(w, offset, items, count); break;
    default: unpack_i8(w, offset, items, count);
    }
}

INLINE u32 csr_begin(Wave *w) {
    if (__builtin_expect(w->mxcsr != 0x1f80, 0)) __builtin_ia32_ldmxcsr(0x1f80); /* matrix units keep denormals and round to nearest */
    return w->mxcsr;
}
INLINE void csr_end(u32 csr) {
    if (__builtin_expect(csr != 0x1f80, 0)) __builtin_ia32_ldmxcsr(csr);
}
INLINE v16u accumulator(Wave *w, const Record *r, u32 reg, u32 chunk) {
    if (r->flags & FLAG_SCALAR_CONSTANT) return splat((u32)r->source[2]);
    return V(w, r->source[2] + REGISTER_BYTES * reg, chunk);
}
/* i8 products are exact in single precision: up to 32 of them stay below 2^24. */
INLINE v16u total(v16f sum, v16u c, int type) {
    if (type == TYPE_I8) return (v16u)__builtin_convertvector(sum, v16i) + c;
    return (v16u)sum;
}

/* N x N tiles with one column a lane, N = 16 or 32; k = group * items + item. Eight rows (two groups of four) at a time. */
INLINE void tiles(Wave *w, const Record *r, float (*a)[LANES], float (*b)[LANES], int n, int blocks, int items, int integer) {
    int groups = LANES / n / blocks, registers = n * n / LANES;
    v16u out[32][4];
    for (int block = 0; block < blocks; block++)
        for (int piece = 0; piece < n / 16; piece++)
            for (int half = 0; half < n / 8; half++) {
                v16f acc[8];
                v16u start[8];
                /* 32 rows: register 4 (row / 8) + row % 4, lane group (row / 4) % 2; 16 rows: register row % 4, lane group row / 4 */
                UNROLL for (int i = 0; i < 8; i++) {
                    int row = 8 * half + i;
                    int reg = n == 32 ? 4 * half + i % 4 : i % 4, chunk = n == 32 ? 2 * (i / 4) + piece : row / 4;
                    start[i] = accumulator(w, r, (u32)(block * registers + reg), (u32)chunk);
                    acc[i] = integer ? (v16f){0} : (v16f)start[i];
                }
                for (int g = 0; g < groups; g++) {
                    int lane = (block * groups + g) * n;
                    for (int e = 0; e < items; e++) {
                        v16f column = *(v16f *)(b[e] + lane + 16 * piece);
                        UNROLL for (int i = 0; i < 8; i++) {
                            float x = a[e][lane + 8 * half + i];
                            v16f row = {x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x};
                            acc[i] = __builtin_elementwise_fma(row, column, acc[i]);
                        }
                    }
                }
                UNROLL for (int i = 0; i < 8; i++) {
                    int row = 8 * half + i;
                    int reg = n == 32 ? 4 * half + i % 4 : i % 4, chunk = n == 32 ? 2 * (i / 4) + piece : row / 4;
                    out[block * registers + reg][chunk] = integer ? (v16u)__builtin_convertvector(acc[i], v16i) + start[i] : (v16u)acc[i];
                }
            }
    for (int reg = 0; reg < blocks * registers; reg++)
        for (int c = 0; c < 4; c++) V(w, r->destination + REGISTER_BYTES * (u32)reg, c) = out[reg][c];
}
__attribute__((noinline)) static void tiles16(Wave *w, const Record *r, float (*a)[LANES], float (*b)[LANES], int blocks, int items) {
    tiles(w, r, a, b, 16, blocks, items, 0);
}
__attribute__((noinline)) static void tiles32(Wave *w, const Record *r, float (*a)[LANES], float (*b)[LANES], int blocks, int items) {
    tiles(w, r, a, b, 32, blocks, items, 0);
}
/* i8 products are exact in single precision: 64 of them stay below 2^24. */
__attribute__((noinline)) static void tiles16_i8(Wave *w, const Record *r, float (*a)[LANES], float (*b)[LANES], int blocks, int items) {
    tiles(w, r, a, b, 16, blocks, items, 1);
}
__attribute__((noinline)) static void tiles32_i8(Wave *w, const Record *r, float (*a)[LANES], float (*b)[LANES], int blocks, int items) {
    tiles(w, r, a, b, 32, blocks, items, 1);
}
INLINE void matrix(Wave *w, const Record *r, int n, int blocks, int items, int type_a, int type_b) {
    Items a, b;
    u32 csr = csr_begin(w);
    unpack(w, (u32)r->source[0], a, items, type_a);
    unpack(w, (u32)r->source[1], b, items, type_b);
    if (type_a == TYPE_I8) {
        if (n == 16) tiles16_i8(w, r, a, b, blocks, items);
        else tiles32_i8(w, r, a, b, blocks, items);
    } else {
        if (n == 16) tiles16(w, r, a, b, blocks, items);
        else tiles32(w, r, a, b, blocks, items);
    }
    csr_end(csr);
}

/* 4 x 4 tiles, 16 blocks: lane = 4 block + i. */
INLINE void matrix4(Wave *w, const Record *r, int items, int type) {
    Items a, b;
    u32 csr = csr_begin(w);
    unpack(w, (u32)r->source[0], a, items, type);
    unpack(w, (u32)r->source[1], b, items, type);
    v16u out[4][4];
    for (int c = 0; c < 4; c++) {
        v16f acc[4];
        v16u start[4];
        UNROLL for (int i = 0; i < 4; i++) {
            start[i] = accumulator(w, r, (u32)i, (u32)c);
            acc[i] = type == TYPE_I8 ? (v16f){0} : (v16f)start[i];
        }
        for (int e = 0; e < items; e++) {
            v16f column = *(v16f *)(b[e] + 16 * c), x = *(v16f *)(a[e] + 16 * c);
            v16f r0 = __builtin_shufflevector(x, x, 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12);
            v16f r1 = __builtin_shufflevector(x, x, 1, 1, 1, 1, 5, 5, 5, 5, 9, 9, 9, 9, 13, 13, 13, 13);
            v16f r2 = __builtin_shufflevector(x, x, 2, 2, 2, 2, 6, 6, 6, 6, 10, 10, 10, 10, 14, 14, 14, 14);
            v16f r3 = __builtin_shufflevector(x, x, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
            acc[0] = __builtin_elementwise_fma(r0, column, acc[0]);
            acc[1] = __builtin_elementwise_fma(r1, column, acc[1]);
            acc[2] = __builtin_elementwise_fma(r2, column, acc[2]);
            acc[3] = __builtin_elementwise_fma(r3, column, acc[3]);
        }
        UNROLL for (int i = 0; i < 4; i++) out[i][c] = total(acc[i], start[i], type);
    }
    for (int i = 0; i < 4; i++)
        UNROLL for (int c = 0; c < 4; c++) V(w, r->destination + REGISTER_BYTES * (u32)i, c) = out[i][c];
    csr_end(csr);
}

INLINE double double_at(Wave *w, i64 offset, int lane) {
    union { u64 u; double f; } t;
    t.u = ((u32 *)(BASE(w) + offset))[lane] | (u64)((u32 *)(BASE(w) + offset + REGISTER_BYTES))[lane] << 32;
    return t.f;
}
/* f64: 16x16x4 has row i = 4 register-pair + lane / 16; 4x4x4 has lane = 16 k + 4 block + i and result lane = 16 i + 4 block + j. */
__attribute__((noinline)) static void matrix_double(Wave *w, const Record *r, int n) {
    u32 csr = csr_begin(w);
    double out[4][LANES];
    int pairs = n == 16 ? 4 : 1;
    for (int p = 0; p < pairs; p++)
        for (int l = 0; l < LANES; l++) {
            union { i64 i; double f; } constant = {r->source[2]};
            double acc = r->flags & FLAG_SCALAR_CONSTANT ? constant.f : double_at(w, r->source[2] + 512 * p, l);
            int row = n == 16 ? 4 * p + l / 16 : l / 16, column = n == 16 ? l % 16 : l % 4, block = n == 16 ? 0 : l / 4 % 4;
            for (int k = 0; k < 4; k++) {
                double x = double_at(w, r->source[0], 16 * k + (n == 16 ? row : 4 * block + row));
                double y = double_at(w, r->source[1], 16 * k + (n == 16 ? column : 4 * block + column));
                acc = __builtin_elementwise_fma(x, y, acc);
            }
            out[p][l] = acc;
        }
    for (int p = 0; p < pairs; p++)
        for (int l = 0; l < LANES; l++) {
            union { double f; u64 u; } t = {out[p][l]};
            ((u32 *)(BASE(w) + r->destination + 512 * p))[l] = (u32)t.u;
            ((u32 *)(BASE(w) + r->destination + 512 * p + 256))[l] = (u32)(t.u >> 32);
        }
    csr_end(csr);
}

#define MATRIX(NAME, N, BLOCKS, ITEMS, A, B) HANDLER NAME(Wave *w, const Record *r) { matrix(w, r, N, BLOCKS, ITEMS, A, B); NEXT(w, r); }
#define MATRIX4(NAME, ITEMS, T) HANDLER NAME(Wave *w, const Record *r) { matrix4(w, r, ITEMS, T); NEXT(w, r); }
MATRIX(matrix_32x32x1_2b_f32, 32, 2, 1, TYPE_F32, TYPE_F32)
MATRIX(matrix_16x16x1_4b_f32, 16, 4, 1, TYPE_F32, TYPE_F32)
MATRIX4(matrix_4x4x1_16b_f32, 1, TYPE_F32)
MATRIX(matrix_32x32x2_f32, 32, 1, 1, TYPE_F32, TYPE_F32)
MATRIX(matrix_16x16x4_f32, 16, 1, 1, TYPE_F32, TYPE_F32)
MATRIX(matrix_32x32x4_2b_f16, 32, 2, 4, TYPE_F16, TYPE_F16)
MATRIX(matrix_16x16x4_4b_f16, 16, 4, 4, TYPE_F16, TYPE_F16)
MATRIX4(matrix_4x4x4_16b_f16, 4, TYPE_F16)
MATRIX(matrix_32x32x8_f16, 32, 1, 4, TYPE_F16, TYPE_F16)
MATRIX(matrix_16x16x16_f16, 16, 1, 4, TYPE_F16, TYPE_F16)
MATRIX(matrix_32x32x4_2b_bf16, 32, 2, 4, TYPE_BF16, TYPE_BF16)
MATRIX(matrix_16x16x4_4b_bf16, 16, 4, 4, TYPE_BF16, TYPE_BF16)
MATRIX4(matrix_4x4x4_16b_bf16, 4, TYPE_BF16)
MATRIX(matrix_32x32x8_bf16, 32, 1, 4, TYPE_BF16, TYPE_BF16)
MATRIX(matrix_16x16x16_bf16, 16, 1, 4, TYPE_BF16, TYPE_BF16)
MATRIX(matrix_32x32x4_2b_i8, 32, 2, 4, TYPE_I8, TYPE_I8)
MATRIX(matrix_16x16x4_4b_i8, 16, 4, 4, TYPE_I8, TYPE_I8)
MATRIX4(matrix_4x4x4_16b_i8, 4, TYPE_I8)
MATRIX(matrix_32x32x16_i8, 32, 1, 8, TYPE_I8, TYPE_I8)
MATRIX(matrix_16x16x32_i8, 16, 1, 8, TYPE_I8, TYPE_I8)
MATRIX(matrix_16x16x8_xf32, 16, 1, 2, TYPE_XF32, TYPE_XF32)
MATRIX(matrix_32x32x4_xf32, 32, 1, 2, TYPE_XF32, TYPE_XF32)
MATRIX(matrix_16x16x32_fp8_fp8, 16, 1, 8, TYPE_FP8, TYPE_FP8)
MATRIX(matrix_16x16x32_fp8_bf8, 16, 1, 8, TYPE_FP8, TYPE_BF8)
MATRIX(matrix_16x16x32_bf8_fp8, 16, 1, 8, TYPE_BF8, TYPE_FP8)
MATRIX(matrix_16x16x32_bf8_bf8, 16, 1, 8, TYPE_BF8, TYPE_BF8)
MATRIX(matrix_32x32x16_fp8_fp8, 32, 1, 8, TYPE_FP8, TYPE_FP8)
MATRIX(matrix_32x32x16_fp8_bf8, 32, 1, 8, TYPE_FP8, TYPE_BF8)
MATRIX(matrix_32x32x16_bf8_fp8, 32, 1, 8, TYPE_BF8, TYPE_FP8)
MATRIX(matrix_32x32x16_bf8_bf8, 32, 1, 8, TYPE_BF8, TYPE_BF8)
HANDLER matrix_16x16x4_f64(Wave *w, const Record *r) { matrix_double(w, r, 16); NEXT(w, r); }
HANDLER matrix_4x4x4_4b_f64(Wave *w, const Record *r) { matrix_double(w, r, 4); NEXT(w, r); }
