/* 16-lane vectors and the few shapes of register access everything else is made of. */
#ifndef GFX_EMULATOR_VECTORS_H
#define GFX_EMULATOR_VECTORS_H
#include "machine.h"

typedef u32 v16u __attribute__((vector_size(64)));
typedef i32 v16i __attribute__((vector_size(64)));
typedef float v16f __attribute__((vector_size(64)));
typedef u64 v8q __attribute__((vector_size(64)));
typedef i64 v8s __attribute__((vector_size(64)));
typedef double v8d __attribute__((vector_size(64)));
typedef u32 v4u __attribute__((vector_size(16)));
typedef u32 v4u1 __attribute__((vector_size(16), aligned(1)));
typedef u32 v16u1 __attribute__((vector_size(64), aligned(1)));
typedef u32 v8u __attribute__((vector_size(32)));
typedef u64 u64u __attribute__((aligned(1)));
typedef u32 u32u __attribute__((aligned(1)));
typedef u16 u16u __attribute__((aligned(1)));

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("clang loop unroll(full)")
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define BASE(w) ((u8 *)(w))
#define V(w, offset, chunk) (*(v16u *)(BASE(w) + (offset) + (chunk) * 64))
#define S32(w, offset) (*(u32 *)(BASE(w) + (offset)))
#define S64(w, offset) (*(u64u *)(BASE(w) + (offset)))
#define EXEC(w) (*(u64 *)((w)->scalar + SGPR_EXEC))
#define HANDLER __attribute__((preserve_none)) void
#define NEXT(w, r) __attribute__((musttail)) return (r)[1].handler((w), (r) + 1)

typedef u32 w16u __attribute__((ext_vector_type(16)));
typedef i32 w16i __attribute__((ext_vector_type(16)));
typedef _Bool w16b __attribute__((ext_vector_type(16)));

INLINE v16u splat(u32 x) { return (v16u){x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x}; }
INLINE v8q splat64(u64 x) { return (v8q){x, x, x, x, x, x, x, x}; }

/* All ones in the lanes of `chunk` whose bit is set. */
INLINE v16u lane_mask(u64 mask, int chunk) {
    const v16u bits = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
    v16u m = splat((u32)(mask >> (16 * chunk)) & 0xffff) & bits;
    return (v16u)(m != 0);
}

INLINE int nonzero(v16u x) { return __builtin_reduce_or((w16i)(x != 0)); }
/* Sixteen dwords at base + 4 * index, all of them readable. */
INLINE v16u gather(const u8 *base, v16u index) { return (v16u)__builtin_masked_gather((w16b)1, (w16i)index, (const u32 *)base); }

INLINE void write_register(Wave *w, u32 offset, int chunk, v16u value, u64 mask) {
    if (LIKELY(mask == ~0ull)) {
        V(w, offset, chunk) = value;
    } else {
        v16u m = lane_mask(mask, chunk);
        V(w, offset, chunk) = (value & m) | (V(w, offset, chunk) & ~m);
    }
}
#endif
