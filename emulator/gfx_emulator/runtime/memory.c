/* Global, flat, scratch, buffer, scalar and LDS accesses: address, range check, transfer.
 * Every access is checked against the regions handed over before a byte is touched. */
#include "vectors.h"

#define OUTLINE __attribute__((noinline))

INLINE void fault(Wave *w, const Record *r, u32 kind, u64 address, u32 lane, u32 size) {
    w->status = STATUS_FAULT;
    w->fault_kind = kind;
    w->fault_address = address;
    w->fault_lane = lane;
    w->fault_size = size;
    w->resume = r;
}

/* The region that holds [low, high), or -1. */
INLINE i64 find_region(Wave *w, u64 low, u64 high) {
    Thread *t = w->thread;
    const Launch *l = w->launch;
    const Region *regions = l->regions;
    u64 last = t->last_region;
    if (LIKELY(low >= regions[last].low && high <= regions[last].high && low <= high)) return (i64)last;
    for (u64 i = 0; i < l->region_count; i++)
        if (low >= regions[i].low && high <= regions[i].high && low <= high) {
            t->last_region = i;
            return (i64)i;
        }
    return -1;
}

__attribute__((noinline, cold)) static void report(Wave *w, const Record *r, u32 kind, u64 address, u32 lane, u32 size, u32 detail) {
    Thread *t = w->thread;
    u8 *seen = t->reported + kind * w->launch->record_count + r->index;
    if (*seen || t->finding_count >= t->finding_limit) return;
    *seen = 1;
    Finding *f = t->findings + t->finding_count++;
    f->kind = kind;
    f->record = r->index;
    f->wave = w->wave_index;
    f->lane = lane;
    f->address = address;
    f->workgroup = w->workgroup;
    f->size = size;
    f->detail = detail;
}

typedef struct {
    u64 address[LANES] __attribute__((aligned(64)));
    u64 low, high;      /* over the active lanes, high without the size */
    u64 active;         /* lanes that access memory */
    u64 partial;        /* buffer lanes whose dwords are partly out of range */
    u64 limit;          /* buffers: first address out of range */
    u32 local;          /* addresses lie in LDS (flat) */
} Lanes;

INLINE void bounds(Lanes *a) {
    u64 low = ~0ull, high = 0;
    if (LIKELY(a->active == ~0ull)) {
        v8q lo = splat64(~0ull), hi = splat64(0);
        UNROLL for (int c = 0; c < 8; c++) {
            v8q x = *(v8q *)(a->address + 8 * c);
            v8q less = (v8q)(x < lo), more = (v8q)(x > hi);
            lo = (x & less) | (lo & ~less);
            hi = (x & more) | (hi & ~more);
        }
        UNROLL for (int i = 0; i < 8; i++) {
            if (lo[i] < low) low = lo[i];
            if (hi[i] > high) high = hi[i];
        }
    } else {
        for (u64 m = a->active; m; m &= m - 1) {
            u64 x = a->address[__builtin_ctzll(m)];
            if (x < low) low = x;
            if (x > high) high = x;
        }
    }
    a->low = low;
    a->high = high;
}

INLINE void spread(Lanes *a, Wave *w, u64 base, u32 offset) {
    v8q b = splat64(base);
    UNROLL for (int c = 0; c < 8; c++) {
        v8u o = *(v8u *)(BASE(w) + offset + 32 * c);
        *(v8q *)(a->address + 8 * c) = __builtin_convertvector(o, v8q) + b;
    }
}

INLINE void wide(Lanes *a, Wave *w, u64 base, u32 offset) {
    v8q b = splat64(base);
    UNROLL for (int c = 0; c < 8; c++) {
        v8u lo = *(v8u *)(BASE(w) + offset + 32 * c);
        v8u hi = *(v8u *)(BASE(w) + offset + REGISTER_BYTES + 32 * c);
        *(v8q *)(a->address + 8 * c) =
            (__builtin_convertvector(lo, v8q) | (__builtin_convertvector(hi, v8q) << splat64(32))) + b;
    }
}

/* Buffer addressing, CDNA3 ISA 9.1.5: out of range, reads give 0 and writes are dropped. The range is in bytes, and in units of the
 * stride where the instruction has an index and the descriptor a stride (Mesa, ac_descriptors.c, on NUM_RECORDS of GFX9). */
INLINE int buffer_lanes(Wave *w, const Record *r, Lanes *a, u32 size) {
    const u32 *d = (const u32 *)(BASE(w) + r->source[2]);
    u32 flags = r->flags;
    u64 base = d[0] | ((u64)(d[1] & 0xffff) << 32);
    u32 stride = (d[1] >> 16) & 0x3fff, records = d[2];
    if (UNLIKELY((d[1] >> 31) || (d[3] >> 23 & 1))) {
        fault(w, r, FAULT_DESCRIPTOR, base, 0, size);
        return 0;
    }
    u64 scalar = (flags & FLAG_SOFFSET_CONSTANT) ? (u32)r->immediate2 : S32(w, r->immediate2);
    u64 fixed = scalar + (u64)r->immediate;
    u32 vector = (u32)r->source[0];
    if (flags & FLAG_IDXEN) {
        for (int l = 0; l < LANES; l++) {
            u64 x = (u64)((u32 *)(BASE(w) + vector))[l] * stride;
            if (flags & FLAG_OFFEN) x += ((u32 *)(BASE(w) + vector + REGISTER_BYTES))[l];
            a->address[l] = x + fixed;
        }
    } else if (flags & FLAG_OFFEN) {
        spread(a, w, fixed, vector);
    } else {
        UNROLL for (int c = 0; c < 8; c++) *(v8q *)(a->address + 8 * c) = splat64(fixed);
    }
    u64 active = EXEC(w), inside = 0, partial = 0;
    int structured = (flags & FLAG_IDXEN) && stride;
    a->active = active;
    a->partial = 0;
    bounds(a);
    if (UNLIKELY(active && (structured || a->high + size > records))) {
        for (u64 m = active; m; m &= m - 1) {
            int l = __builtin_ctzll(m);
            if (structured) inside |= (u64)(((u32 *)(BASE(w) + vector))[l] < records) << l;
            else if (a->address[l] + size <= records) inside |= 1ull << l;
            else if (size > 4 && a->address[l] + 4 <= records) partial |= 1ull << l;
        }
        a->active = inside;
        a->partial = partial;
        u64 outside = active & ~inside;
        if (UNLIKELY(w->launch->checked && outside)) {
            w->thread->out_of_range[r->index] += (u64)__builtin_popcountll(outside);
            int l = __builtin_ctzll(outside);
            report(w, r, FINDING_BUFFER_RANGE, base + a->address[l], (u32)l, size, 0);
        }
    }
    a->limit = base + records;
    UNROLL for (int c = 0; c < 8; c++) *(v8q *)(a->address + 8 * c) += splat64(base);
    return 1;
}

INLINE int find_lanes(Wave *w, const Record *r, Lanes *a, u32 size) {
    u32 mode = r->flags & ADDRESS_MODE;
    a->partial = 0;
    a->local = 0;
    if (mode == MODE_BUFFER) {
        if (!buffer_lanes(w, r, a, size)) return 0;
    } else {
        a->active = EXEC(w);
        if (mode == MODE_GLOBAL_SCALAR) {
            spread(a, w, S64(w, r->source[2]) + (u64)r->immediate, (u32)r->source[0]);
        } else if (mode == MODE_SCRATCH) {
            u64 base = (u64)r->immediate;
            if (!(r->flags & FLAG_NO_SCALAR)) base += S32(w, r->source[2]);
            u64 size_lane = w->scratch_size;
            for (int l = 0; l < LANES; l++) {
                u64 x = base;
                if (!(r->flags & FLAG_NO_VECTOR)) x += ((u32 *)(BASE(w) + r->source[0]))[l];
                if ((a->active >> l & 1) && (x + size > size_lane || x > size_lane)) {
                    fault(w, r, FAULT_SCRATCH, x, (u32)l, size);
                    return 0;
                }
                a->address[l] = (u64)w->scratch + (u64)l * size_lane + x;
            }
        } else {
            wide(a, w, (u64)r->immediate, (u32)r->source[0]);
            if (mode == MODE_FLAT && a->active) {
                const Launch *g = w->launch;
                u64 local = 0, private = 0;
                for (u64 m = a->active; m; m &= m - 1) {
                    int l = __builtin_ctzll(m);
                    u64 high = a->address[l] >> 32 << 32;
                    if (high == g->shared_base) local |= 1ull << l;
                    if (high == g->private_base) private |= 1ull << l;
                }
                if (local) {
                    if (local != a->active) {
                        fault(w, r, FAULT_LDS, a->address[__builtin_ctzll(local)], (u32)__builtin_ctzll(local), size);
                        return 0;
                    }
                    a->local = 1;
                    for (int l = 0; l < LANES; l++) a->address[l] &= 0xffffffffull;
                }
                for (u64 m = private; m; m &= m - 1) {
                    int l = __builtin_ctzll(m);
                    u64 x = a->address[l] & 0xffffffffull;
                    if (x + size > w->scratch_size) {
                        fault(w, r, FAULT_SCRATCH, x, (u32)l, size);
                        return 0;
                    }
                    a->address[l] = (u64)w->scratch + (u64)l * w->scratch_size + x;
                }
            }
        }
    }
    if (LIKELY(a->active)) bounds(a);
    return 1;
}

/* Marks or tests the written-byte shadow of global memory (checked mode). */
__attribute__((noinline)) static void shadow_global(Wave *w, const Record *r, i64 region, u64 address, u32 lane, u32 size, int write) {
    const Region *g = w->launch->regions + region;
    if (!g->shadow) return;
    u8 *s = g->shadow + (address - g->low);
    if (write) {
        for (u32 i = 0; i < size; i++) s[i] = 1;
        return;
    }
    for (u32 i = 0; i < size; i++)
        if (!s[i]) {
            report(w, r, FINDING_UNWRITTEN_MEMORY, address + i, lane, size, 0);
            return;
        }
}

INLINE int in_scratch(Wave *w, u64 low, u64 high) {
    u64 base = (u64)w->scratch;
    return w->scratch_size && low >= base && high <= base + (u64)w->scratch_size * LANES;
}

/* Range check of all active lanes; faults name the first lane outside. */
INLINE int check(Wave *w, const Record *r, Lanes *a, u32 size, int write) {
    if (UNLIKELY(!a->active)) return 1;
    if (UNLIKELY(in_scratch(w, a->low, a->high + size))) return 1;
    i64 region = find_region(w, a->low, a->high + size);
    const Launch *g = w->launch;
    if (LIKELY(region >= 0)) {
        if (UNLIKELY(write && !g->regions[region].writable)) {
            fault(w, r, FAULT_READ_ONLY, a->low, (u32)__builtin_ctzll(a->active), size);
            return 0;
        }
        u64 *counter = write ? w->thread->bytes_written : w->thread->bytes_read;
        counter[region] += (u64)__builtin_popcountll(a->active) * size;
        if (UNLIKELY(g->checked && g->regions[region].shadow))
            for (u64 m = a->active; m; m &= m - 1)
                shadow_global(w, r, region, a->address[__builtin_ctzll(m)], (u32)__builtin_ctzll(m), size, write);
        return 1;
    }
    for (u64 m = a->active; m; m &= m - 1) {
        int l = __builtin_ctzll(m);
        u64 x = a->address[l];
        if (in_scratch(w, x, x + size)) continue;
        region = find_region(w, x, x + size);
        if (region < 0) {
            fault(w, r, FAULT_MEMORY, x, (u32)l, size);
            w->fault_detail = (u32)write;
            return 0;
        }
        if (write && !g->regions[region].writable) {
            fault(w, r, FAULT_READ_ONLY, x, (u32)l, size);
            return 0;
        }
        (write ? w->thread->bytes_written : w->thread->bytes_read)[region] += size;
        if (UNLIKELY(g->checked)) shadow_global(w, r, region, x, (u32)l, size, write);
    }
    return 1;
}

/* Addresses of all lanes, in a->address, checked: 0 where a fault stops the wave. LDS addresses (a->local) are made host addresses too. */
OUTLINE static int lanes(Wave *w, const Record *r, Lanes *a, u32 size, int write) {
    if (!find_lanes(w, r, a, size)) return 0;
    if (LIKELY(!a->local)) return check(w, r, a, size, write);
    for (u64 m = a->active; m; m &= m - 1) {
        int l = __builtin_ctzll(m);
        if (a->address[l] + size > w->lds_size) {
            fault(w, r, FAULT_LDS, a->address[l], (u32)l, size);
            return 0;
        }
        a->address[l] += (u64)w->lds;
    }
    return 1;
}

/* ---- LDS ---- */
/* The shadow of a dword of LDS: which bytes were ever written, and in the stretch since the last barrier (epoch) who wrote which bytes
 * and who read. Of two waves that write different bytes of one dword the later is remembered. */
typedef struct {
    u16 epoch, readers;
    u8 written, fresh, writer, unused;
} LdsShadow;

INLINE void shadow_dword(Wave *w, const Record *r, u32 address, u32 lane, u32 size, u32 bytes, int write) {
    LdsShadow *s = (LdsShadow *)w->thread->lds_shadow + (address >> 2);
    u16 epoch = (u16)w->thread->lds_epoch, bit = (u16)(1u << (w->wave_index & 15));
    u8 me = (u8)w->wave_index;
    if (s->epoch != epoch) {
        s->epoch = epoch;
        s->readers = 0;
        s->fresh = 0;
    }
    if (!write && UNLIKELY(bytes & ~s->written)) report(w, r, FINDING_UNWRITTEN_LDS, address, lane, size, 0);
    if (UNLIKELY((s->fresh & bytes) && s->writer != me)) report(w, r, FINDING_LDS_RACE, address, lane, size, s->writer);
    else if (write && UNLIKELY(s->readers & ~bit)) report(w, r, FINDING_LDS_RACE, address, lane, size, (u32)__builtin_ctz(s->readers & ~bit));
    if (write) {
        s->written |= (u8)bytes;
        s->fresh = s->writer == me ? s->fresh | (u8)bytes : (u8)bytes;
        s->writer = me;
    } else {
        s->readers |= bit;
    }
}
INLINE void shadow_place(Wave *w, const Record *r, u32 address, u32 lane, u32 size, int write) {
    if (LIKELY(!(address & 3) && !(size & 3))) {
        for (u32 i = 0; i < size; i += 4) shadow_dword(w, r, address + i, lane, size, 15, write);
    } else {
        for (u32 i = 0; i < size; i++) shadow_dword(w, r, address + i, lane, size, 1u << ((address + i) & 3), write);
    }
}
OUTLINE static void shadow_local(Wave *w, const Record *r, u32 address, u32 lane, u32 size, int write) {
    shadow_place(w, r, address, lane, size, write);
}
OUTLINE static void shadow_lanes(Wave *w, const Record *r, const u32 *address, u64 active, u32 size, int write) {
    u32 last = ~address[__builtin_ctzll(active)];
    for (u64 m = active; m; m &= m - 1) {
        u32 lane = (u32)__builtin_ctzll(m);
        if (address[lane] == last) continue; /* neighbours that read one place */
        last = address[lane];
        shadow_place(w, r, last, lane, size, write);
    }
}

/* Extra cycles of a 32-bank LDS: for each half wave, the most distinct dwords in one bank, less one. */
__attribute__((noinline)) static void count_conflicts(Wave *w, const Record *r, const u32 *address, u64 active, u32 size) {
    u64 extra = 0;
    if (!active) return;
    v16u same = splat(address[__builtin_ctzll(active)]), other = splat(0);
    UNROLL for (int c = 0; c < 4; c++) other |= (*(const v16u *)(address + 16 * c) ^ same) & lane_mask(active, c);
    if (!nonzero(other)) return; /* one place for all lanes: a broadcast */
    /* A phase serves as many lanes as touch 32 dwords: 32 of one dword, 16 of two, 8 of three or four. */
    u32 dwords = size <= 4 ? 1 : size <= 8 ? 2 : 4, lanes = 32 / dwords, touched = (size + 3) >> 2;
    for (u32 first = 0; first < LANES; first += lanes) {
        u32 seen[32][32];
        u8 count[32] = {0};
        u32 most = 1;
        for (u32 l = first; l < first + lanes; l++) {
            if (!(active >> l & 1)) continue;
            for (u32 d = 0; d < touched; d++) {
                u32 dword = (address[l] >> 2) + d, bank = dword & 31;
                int known = 0;
                for (u32 i = 0; i < count[bank]; i++) known |= seen[bank][i] == dword;
                if (!known) seen[bank][count[bank]++] = dword;
                if (count[bank] > most) most = count[bank];
            }
        }
        extra += most - 1;
    }
    w->thread->bank_conflicts[r->index] += extra;
}

typedef struct {
    u32 address[LANES] __attribute__((aligned(64)));
    u32 high;
    u64 active;
} LocalLanes;

OUTLINE static int local_lanes(Wave *w, const Record *r, LocalLanes *a, u32 register_offset, u32 offset, u32 size, int read, int write) {
    u64 active = EXEC(w);
    a->active = active;
    u32 high = 0;
    v16u o = splat(offset), hi = splat(0);
    UNROLL for (int c = 0; c < 4; c++) {
        v16u x = V(w, register_offset, c) + o;
        *(v16u *)(a->address + 16 * c) = x;
        v16u more = (v16u)(x > hi);
        hi = (x & more) | (hi & ~more);
    }
    if (LIKELY(active == ~0ull)) {
        UNROLL for (int i = 0; i < 16; i++) if (hi[i] > high) high = hi[i];
    } else {
        for (u64 m = active; m; m &= m - 1) {
            u32 x = a->address[__builtin_ctzll(m)];
            if (x > high) high = x;
        }
    }
    if (UNLIKELY(active && (u64)high + size > w->lds_size)) {
        for (u64 m = active; m; m &= m - 1) {
            int l = __builtin_ctzll(m);
            if ((u64)a->address[l] + size > w->lds_size) {
                fault(w, r, FAULT_LDS, a->address[l], (u32)l, size);
                return 0;
            }
        }
    }
    if (UNLIKELY(w->launch->checked)) {
        if (read && active) shadow_lanes(w, r, a->address, active, size, 0);
        if (write && active) shadow_lanes(w, r, a->address, active, size, 1);
        count_conflicts(w, r, a->address, active, size);
        if (read) w->thread->lds_bytes[0] += (u64)__builtin_popcountll(active) * size;
        if (write) w->thread->lds_bytes[1] += (u64)__builtin_popcountll(active) * size;
    }
    return 1;
}

/* ---- transfers: N dwords from 64 places into N registers and back ---- */
INLINE void store_quads(Wave *w, u32 destination, int chunk, v4u *q, int words, u64 mask) {
#define CAT8(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7)
#define CAT16(a, b, c, d) __builtin_shufflevector(CAT8(a, b), CAT8(c, d), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    v16u a = CAT16(q[0], q[4], q[8], q[12]), b = CAT16(q[1], q[5], q[9], q[13]);
    v16u c = CAT16(q[2], q[6], q[10], q[14]), d = CAT16(q[3], q[7], q[11], q[15]);
    v16u ab0 = __builtin_shufflevector(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
    v16u ab1 = __builtin_shufflevector(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31);
    v16u cd0 = __builtin_shufflevector(c, d, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29);
    v16u cd1 = __builtin_shufflevector(c, d, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31);
    write_register(w, destination, chunk, __builtin_shufflevector(ab0, cd0, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29), mask);
    write_register(w, destination + 256, chunk, __builtin_shufflevector(ab0, cd0, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31), mask);
    write_register(w, destination + 512, chunk, __builtin_shufflevector(ab1, cd1, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29), mask);
    if (words == 4)
        write_register(w, destination + 768, chunk, __builtin_shufflevector(ab1, cd1, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31), mask);
}

#define PLACE(l) (base + (u64)address[l])
/* Loads `words` dwords a lane. Address arrays of u64 (global) or u32 (LDS, with a base). */
#define DEFINE_TRANSFER(NAME, TYPE, VECTOR)                                                                                            \
INLINE int contiguous_##NAME(const TYPE *address, u32 size) {                                                                    \
    TYPE first = address[0], step = size, wrong = 0;                                                                             \
    if (address[63] != (TYPE)(first + 63 * step)) return 0;                                                                      \
    VECTOR expected = first + (VECTOR){0, 1, 2, 3, 4, 5, 6, 7} * step, all = {0};                                                \
    UNROLL for (int c = 0; c < 8; c++) {                                                                                         \
        all |= *(VECTOR *)(address + 8 * c) ^ expected;                                                                          \
        expected += 8 * step;                                                                                                    \
    }                                                                                                                            \
    UNROLL for (int i = 0; i < 8; i++) wrong |= all[i];                                                                          \
    return wrong == 0;                                                                                                           \
}                                                                                                                                \
INLINE void load_words_##NAME(Wave *w, u32 destination, const TYPE *address, u64 base, u64 active, int words) {                  \
    if (LIKELY(active == ~0ull)) {                                                                                               \
        if (words == 1) {                                                                                                        \
            if (contiguous_##NAME(address, 4)) {                                                                                 \
                UNROLL for (int c = 0; c < 4; c++) V(w, destination, c) = *(v16u1 *)(PLACE(0) + 64 * c);                         \
            } else {                                                                                                             \
                u32 t[LANES] __attribute__((aligned(64)));                                                                       \
                _Pragma("clang loop unroll_count(8)") for (int l = 0; l < LANES; l++) t[l] = *(u32u *)PLACE(l);                                                 \
                UNROLL for (int c = 0; c < 4; c++) V(w, destination, c) = *(v16u *)(t + 16 * c);                                 \
            }                                                                                                                    \
        } else if (words == 2) {                                                                                                 \
            u64 t[LANES] __attribute__((aligned(64)));                                                                           \
            _Pragma("clang loop unroll_count(8)") for (int l = 0; l < LANES; l++) t[l] = *(u64u *)PLACE(l);                                                     \
            UNROLL for (int c = 0; c < 4; c++) {                                                                                 \
                v16u x = *(v16u *)(t + 16 * c), y = *(v16u *)(t + 16 * c + 8);                                                   \
                V(w, destination, c) = __builtin_shufflevector(x, y, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30); \
                V(w, destination + 256, c) = __builtin_shufflevector(x, y, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31); \
            }                                                                                                                    \
        } else if (words == 4) {                                                                                                 \
            for (int c = 0; c < 4; c++) {                                                                                        \
                v4u q[16];                                                                                                       \
                UNROLL for (int l = 0; l < 16; l++) q[l] = *(v4u1 *)PLACE(16 * c + l);                                           \
                store_quads(w, destination, c, q, words, active);                                                                \
            }                                                                                                                    \
        } else {                                                                                                                 \
            _Pragma("clang loop unroll(disable)") for (int l = 0; l < LANES; l++)                                                \
                UNROLL for (int k = 0; k < words; k++)                                                                           \
                    ((u32 *)(BASE(w) + destination + 256 * k))[l] = ((u32u *)PLACE(l))[k];                                       \
        }                                                                                                                        \
        return;                                                                                                                  \
    }                                                                                                                            \
    /* all words of a lane are read before one is written: the destination may overlap the address register */                   \
    for (u64 m = active; m; m &= m - 1) {                                                                                        \
        int l = __builtin_ctzll(m);                                                                                              \
        UNROLL for (int k = 0; k < words; k++) ((u32 *)(BASE(w) + destination + 256 * k))[l] = ((u32u *)PLACE(l))[k];            \
    }                                                                                                                            \
}                                                                                                                                \
INLINE void store_words_##NAME(Wave *w, u32 source, const TYPE *address, u64 base, u64 active, int words) {                      \
    if (LIKELY(active == ~0ull) && words == 1 && contiguous_##NAME(address, 4)) {                                                \
        UNROLL for (int c = 0; c < 4; c++) *(v16u1 *)(PLACE(0) + 64 * c) = V(w, source, c);                                      \
        return;                                                                                                                  \
    }                                                                                                                            \
    for (u64 m = active; m; m &= m - 1) {                                                                                        \
        int l = __builtin_ctzll(m);                                                                                              \
        UNROLL for (int k = 0; k < words; k++) ((u32u *)PLACE(l))[k] = ((u32 *)(BASE(w) + source + 256 * k))[l];                 \
    }                                                                                                                            \
}
DEFINE_TRANSFER(global, u64, v8q)
DEFINE_TRANSFER(local, u32, v8u)

/* Buffer lanes out of range: reads give 0 dword by dword, writes are dropped dword by dword. */
__attribute__((noinline)) static int buffer_edge(Wave *w, const Record *r, Lanes *a, u32 data, int words, int write) {
    for (u64 m = EXEC(w) & ~a->active; m; m &= m - 1) {
        int l = __builtin_ctzll(m);
        int partial = a->partial >> l & 1;
        for (int k = 0; k < words; k++) {
            u64 x = a->address[l] + 4 * (u64)k;
            u32 *reg = (u32 *)(BASE(w) + data + 256 * k) + l;
            int inside = partial && x + 4 <= a->limit;
            if (inside) {
                i64 region = find_region(w, x, x + 4);
                if (region < 0 || (write && !w->launch->regions[region].writable)) {
                    fault(w, r, region < 0 ? FAULT_MEMORY : FAULT_READ_ONLY, x, (u32)l, 4);
                    w->fault_detail = (u32)write;
                    return 0;
                }
                if (write) *(u32u *)x = *reg;
                else *reg = *(u32u *)x;
            } else if (!write) {
                *reg = 0;
            }
        }
    }
    return 1;
}

INLINE int load_dwords(Wave *w, const Record *r, int words) {
    Lanes a;
    if (UNLIKELY(!lanes(w, r, &a, 4 * (u32)words, 0))) return 0;
    load_words_global(w, r->destination, a.address, 0, a.active, words);
    if (UNLIKELY((r->flags & ADDRESS_MODE) == MODE_BUFFER && a.active != EXEC(w))) return buffer_edge(w, r, &a, r->destination, words, 0);
    return 1;
}

INLINE int store_dwords(Wave *w, const Record *r, int words) {
    Lanes a;
    if (UNLIKELY(!lanes(w, r, &a, 4 * (u32)words, 1))) return 0;
    store_words_global(w, (u32)r->source[1], a.address, 0, a.active, words);
    if (UNLIKELY((r->flags & ADDRESS_MODE) == MODE_BUFFER && a.partial)) return buffer_edge(w, r, &a, (u32)r->source[1], words, 1);
    return 1;
}

/* Part-dword loads: kind tells size, sign and which half of the register changes. */
enum { PART_U8, PART_I8, PART_U16, PART_I16, PART_D16_U8, PART_D16_I8, PART_D16, PART_D16_HI_U8, PART_D16_HI_I8, PART_D16_HI };

INLINE u32 part_value(u32 old, u64 place, int kind) {
    switch (kind) {
    case PART_U8: return *(u8 *)place;
    case PART_I8: return (u32)(i32) * (i8 *)place;
    case PART_U16: return *(u16u *)place;
    case PART_I16: return (u32)(i32)(i16) * (u16u *)place;
    case PART_D16_U8: return (old & 0xffff0000u) | *(u8 *)place;
    case PART_D16_I8: return (old & 0xffff0000u) | (u16)(i16) * (i8 *)place;
    case PART_D16: return (old & 0xffff0000u) | *(u16u *)place;
    case PART_D16_HI_U8: return (old & 0xffffu) | (u32) * (u8 *)place << 16;
    case PART_D16_HI_I8: return (old & 0xffffu) | (u32)(u16)(i16) * (i8 *)place << 16;
    default: return (old & 0xffffu) | (u32) * (u16u *)place << 16;
    }
}
INLINE u32 part_zero(u32 old, int kind) {
    return kind < PART_D16_U8 ? 0 : kind < PART_D16_HI_U8 ? old & 0xffff0000u : old & 0xffffu;
}
INLINE u32 part_size(int kind) {
    return kind == PART_U8 || kind == PART_I8 || kind == PART_D16_U8 || kind == PART_D16_I8 || kind == PART_D16_HI_U8 || kind == PART_D16_HI_I8 ? 1 : 2;
}

INLINE int load_part(Wave *w, const Record *r, int kind) {
    Lanes a;
    if (UNLIKELY(!lanes(w, r, &a, part_size(kind), 0))) return 0;
    u32 *reg = (u32 *)(BASE(w) + r->destination);
    for (u64 m = a.active; m; m &= m - 1) {
        int l = __builtin_ctzll(m);
        reg[l] = part_value(reg[l], a.address[l], kind);
    }
    if (UNLIKELY((r->flags & ADDRESS_MODE) == MODE_BUFFER))
        for (u64 m = EXEC(w) & ~a.active; m; m &= m - 1) {
            int l = __builtin_ctzll(m);
            reg[l] = part_zero(reg[l], kind);
        }
    return 1;
}

INLINE int store_part(Wave *w, const Record *r, u32 size, int shift) {
    Lanes a;
    if (UNLIKELY(!lanes(w, r, &a, size, 1))) return 0;
    const u32 *reg = (const u32 *)(BASE(w) + r->source[1]);
    for (u64 m = a.active; m; m &= m - 1) {
        int l = __builtin_ctzll(m);
        if (size == 1) *(u8 *)a.address[l] = (u8)(reg[l] >> shift);
        else *(u16u *)a.address[l] = (u16)(reg[l] >> shift);
    }
    return 1;
}

#define MEMORY_HANDLER(NAME, CALL) HANDLER NAME(Wave *w, const Record *r) { if (UNLIKELY(!(CALL))) return; NEXT(w, r); }
MEMORY_HANDLER(memory_load_x1, load_dwords(w, r, 1))
MEMORY_HANDLER(memory_load_x2, load_dwords(w, r, 2))
MEMORY_HANDLER(memory_load_x3, load_dwords(w, r, 3))
MEMORY_HANDLER(memory_load_x4, load_dwords(w, r, 4))
MEMORY_HANDLER(memory_store_x1, store_dwords(w, r, 1))
MEMORY_HANDLER(memory_store_x2, store_dwords(w, r, 2))
MEMORY_HANDLER(memory_store_x3, store_dwords(w, r, 3))
MEMORY_HANDLER(memory_store_x4, store_dwords(w, r, 4))
MEMORY_HANDLER(memory_load_u8, load_part(w, r, PART_U8))
MEMORY_HANDLER(memory_load_i8, load_part(w, r, PART_I8))
MEMORY_HANDLER(memory_load_u16, load_part(w, r, PART_U16))
MEMORY_HANDLER(memory_load_i16, load_part(w, r, PART_I16))
MEMORY_HANDLER(memory_load_d16_u8, load_part(w, r, PART_D16_U8))
MEMORY_HANDLER(memory_load_d16_i8, load_part(w, r, PART_D16_I8))
MEMORY_HANDLER(memory_load_d16, load_part(w, r, PART_D16))
MEMORY_HANDLER(memory_load_d16_hi_u8, load_part(w, r, PART_D16_HI_U8))
MEMORY_HANDLER(memory_load_d16_hi_i8, load_part(w, r, PART_D16_HI_I8))
MEMORY_HANDLER(memory_load_d16_hi, load_part(w, r, PART_D16_HI))
MEMORY_HANDLER(memory_store_8, store_part(w, r, 1, 0))
MEMORY_HANDLER(memory_store_16, store_part(w, r, 2, 0))
MEMORY_HANDLER(memory_store_8_hi, store_part(w, r, 1, 16))
MEMORY_HANDLER(memory_store_16_hi, store_part(w, r, 2, 16))

/* Loads straight into LDS: lane l goes to M0[15:0] + offset + 4 l (CDNA3 ISA, buffer load to LDS). */
OUTLINE static int load_to_local(Wave *w, const Record *r, int kind) {
    Lanes a;
    u32 size = kind < 0 ? 4 : part_size(kind);
    if (UNLIKELY(!lanes(w, r, &a, size, 0))) return 0;
    u32 start = (w->scalar[SGPR_M0] & 0xffff) + (u32)r->immediate;
    for (u64 m = EXEC(w); m; m &= m - 1) {
        int l = __builtin_ctzll(m);
        u32 place = start + 4 * (u32)l;
        if (place + 4 > w->lds_size) {
            fault(w, r, FAULT_LDS, place, (u32)l, 4);
            return 0;
        }
        if (UNLIKELY(w->launch->checked)) shadow_local(w, r, place, (u32)l, 4, 1);
        u32 value = 0;
        if (a.active >> l & 1) value = kind < 0 ? *(u32u *)a.address[l] : part_value(0, a.address[l], kind);
        *(u32u *)(w->lds + place) = value;
    }
    return 1;
}
MEMORY_HANDLER(memory_load_x1_lds, load_to_local(w, r, -1))
MEMORY_HANDLER(memory_load_u8_lds, load_to_local(w, r, PART_U8))
MEMORY_HANDLER(memory_load_i8_lds, load_to_local(w, r, PART_I8))
MEMORY_HANDLER(memory_load_u16_lds, load_to_local(w, r, PART_U16))
MEMORY_HANDLER(memory_load_i16_lds, load_to_local(w, r, PART_I16))

/* ---- LDS instructions ---- */
/* All 64 lanes read, no checks but the range: one place for all lanes (a broadcast) or any aligned places. 0: not so simple. */
INLINE int local_read_quickly(Wave *w, const Record *r, u32 destination, u32 offset, int words) {
    if (UNLIKELY(EXEC(w) != ~0ull || w->launch->checked)) return 0;
    v16u o = splat(offset), x[4];
    UNROLL for (int c = 0; c < 4; c++) x[c] = V(w, r->source[0], c) + o;
    u32 first = x[0][0];
    v16u f = splat(first);
    if (!nonzero((x[0] ^ f) | (x[1] ^ f) | (x[2] ^ f) | (x[3] ^ f))) {
        if (UNLIKELY((u64)first + 4 * (u64)words > w->lds_size)) return 0;
        u32 value[4];
        UNROLL for (int k = 0; k < words; k++) value[k] = ((u32u *)(w->lds + first))[k];
        UNROLL for (int k = 0; k < words; k++)
            UNROLL for (int c = 0; c < 4; c++) V(w, destination + 256 * (u32)k, c) = splat(value[k]);
        return 1;
    }
    if (words > 1) return 0;
    v16u high = splat(w->lds_size - 4), bad = splat(0);
    if (UNLIKELY(w->lds_size < 4)) return 0;
    UNROLL for (int c = 0; c < 4; c++) bad |= (v16u)(x[c] > high) | (x[c] & splat(3));
    if (UNLIKELY(nonzero(bad))) return 0;
    UNROLL for (int c = 0; c < 4; c++) V(w, destination, c) = gather(w->lds, x[c] >> splat(2));
    return 1;
}

INLINE int local_read(Wave *w, const Record *r, int words) {
    LocalLanes a;
    if (LIKELY(local_read_quickly(w, r, r->destination, (u32)r->immediate, words))) return 1;
    if (!local_lanes(w, r, &a, (u32)r->source[0], (u32)r->immediate, 4 * (u32)words, 1, 0)) return 0;
    load_words_local(w, r->destination, a.address, (u64)w->lds, a.active, words);
    return 1;
}
INLINE int local_read_part(Wave *w, const Record *r, int kind) {
    LocalLanes a;
    if (!local_lanes(w, r, &a, (u32)r->source[0], (u32)r->immediate, part_size(kind), 1, 0)) return 0;
    u32 *reg = (u32 *)(BASE(w) + r->destination);
    for (u64 m = a.active; m; m &= m - 1) {
        int l = __builtin_ctzll(m);
        reg[l] = part_value(reg[l], (u64)w->lds + a.address[l], kind);
    }
    return 1;
}
INLINE int local_write(Wave *w, const Record *r, int words) {
    LocalLanes a;
    if (!local_lanes(w, r, &a, (u32)r->source[0], (u32)r->immediate, 4 * (u32)words, 0, 1)) return 0;
    store_words_local(w, (u32)r->source[1], a.address, (u64)w->lds, a.active, words);
    return 1;
}
INLINE int local_write_part(Wave *w, const Record *r, u32 size, int shift) {
    LocalLanes a;
    if (!local_lanes(w, r, &a, (u32)r->source[0], (u32)r->immediate, size, 0, 1)) return 0;
    const u32 *reg = (const u32 *)(BASE(w) + r->source[1]);
    for (u64 m = a.active; m; m &= m - 1) {
        int l = __builtin_ctzll(m);
        if (size == 1) w->lds[a.address[l]] = (u8)(reg[l] >> shift);
        else *(u16u *)(w->lds + a.address[l]) = (u16)(reg[l] >> shift);
    }
    return 1;
}
/* Two accesses at offsets immediate and immediate2 (bytes). */
INLINE int local_read2(Wave *w, const Record *r, int words) {
    LocalLanes a, b;
    /* the address register may be the first destination, so the quick way is only taken where it is not */
    if (r->destination > r->source[0] || r->destination + 512 * (u32)words <= r->source[0]) {
        if (LIKELY(local_read_quickly(w, r, r->destination, (u32)r->immediate, words))
            && LIKELY(local_read_quickly(w, r, r->destination + 256 * (u32)words, (u32)r->immediate2, words))) return 1;
    }
    if (!local_lanes(w, r, &a, (u32)r->source[0], (u32)r->immediate, 4 * (u32)words, 1, 0)) return 0;
    if (!local_lanes(w, r, &b, (u32)r->source[0], (u32)r->immediate2, 4 * (u32)words, 1, 0)) return 0;
    load_words_local(w, r->destination, a.address, (u64)w->lds, a.active, words);
    load_words_local(w, r->destination + 256 * (u32)words, b.address, (u64)w->lds, b.active, words);
    return 1;
}
INLINE int local_write2(Wave *w, const Record *r, int words) {
    LocalLanes a, b;
    if (!local_lanes(w, r, &a, (u32)r->source[0], (u32)r->immediate, 4 * (u32)words, 0, 1)) return 0;
    if (!local_lanes(w, r, &b, (u32)r->source[0], (u32)r->immediate2, 4 * (u32)words, 0, 1)) return 0;
    store_words_local(w, (u32)r->source[1], a.address, (u64)w->lds, a.active, words);
    store_words_local(w, (u32)r->source[2], b.address, (u64)w->lds, b.active, words);
    return 1;
}
MEMORY_HANDLER(local_read_x1, local_read(w, r, 1))
MEMORY_HANDLER(local_read_x2, local_read(w, r, 2))
MEMORY_HANDLER(local_read_x3, local_read(w, r, 3))
MEMORY_HANDLER(local_read_x4, local_read(w, r, 4))
MEMORY_HANDLER(local_write_x1, local_write(w, r, 1))
MEMORY_HANDLER(local_write_x2, local_write(w, r, 2))
MEMORY_HANDLER(local_write_x3, local_write(w, r, 3))
MEMORY_HANDLER(local_write_x4, local_write(w, r, 4))
MEMORY_HANDLER(local_read2_x1, local_read2(w, r, 1))
MEMORY_HANDLER(local_read2_x2, local_read2(w, r, 2))
MEMORY_HANDLER(local_write2_x1, local_write2(w, r, 1))
MEMORY_HANDLER(local_write2_x2, local_write2(w, r, 2))
MEMORY_HANDLER(local_read_u8, local_read_part(w, r, PART_U8))
MEMORY_HANDLER(local_read_i8, local_read_part(w, r, PART_I8))
MEMORY_HANDLER(local_read_u16, local_read_part(w, r, PART_U16))
MEMORY_HANDLER(local_read_i16, local_read_part(w, r, PART_I16))
MEMORY_HANDLER(local_read_d16_u8, local_read_part(w, r, PART_D16_U8))
MEMORY_HANDLER(local_read_d16_i8, local_read_part(w, r, PART_D16_I8))
MEMORY_HANDLER(local_read_d16, local_read_part(w, r, PART_D16))
MEMORY_HANDLER(local_read_d16_hi_u8, local_read_part(w, r, PART_D16_HI_U8))
MEMORY_HANDLER(local_read_d16_hi_i8, local_read_part(w, r, PART_D16_HI_I8))
MEMORY_HANDLER(local_read_d16_hi, local_read_part(w, r, PART_D16_HI))
MEMORY_HANDLER(local_write_8, local_write_part(w, r, 1, 0))
MEMORY_HANDLER(local_write_16, local_write_part(w, r, 2, 0))
MEMORY_HANDLER(local_write_8_hi, local_write_part(w, r, 1, 16))
MEMORY_HANDLER(local_write_16_hi, local_write_part(w, r, 2, 16))

/* ds_bpermute_b32: lane l reads data of lane (address / 4) mod 64; an inactive source lane gives 0. */
HANDLER local_bpermute(Wave *w, const Record *r) {
    u32 data[LANES] __attribute__((aligned(64)));
    u64 exec = EXEC(w);
    UNROLL for (int c = 0; c < 4; c++) {
        v16u x = V(w, r->source[1], c);
        if (UNLIKELY(exec != ~0ull)) x &= lane_mask(exec, c);
        *(v16u *)(data + 16 * c) = x;
    }
    v16u o = splat((u32)r->immediate);
    UNROLL for (int c = 0; c < 4; c++) {
        v16u place = ((V(w, r->source[0], c) + o) >> splat(2)) & splat(63);
        write_register(w, r->destination, c, gather((const u8 *)data, place), exec);
    }
    NEXT(w, r);
}
/* ds_permute_b32: lane l sends its data to lane (address / 4) mod 64; the highest lane wins, receivers nobody sends to get 0. */
HANDLER local_permute(Wave *w, const Record *r) {
    u32 result[LANES] __attribute__((aligned(64))) = {0};
    u64 exec = EXEC(w);
    const u32 *place = (const u32 *)(BASE(w) + r->source[0]), *data = (const u32 *)(BASE(w) + r->source[1]);
    for (u64 m = exec; m; m &= m - 1) {
        int l = __builtin_ctzll(m);
        result[((place[l] + (u32)r->immediate) >> 2) & 63] = data[l];
    }
    u32 *reg = (u32 *)(BASE(w) + r->destination);
    for (u64 m = exec; m; m &= m - 1) {
        int l = __builtin_ctzll(m);
        reg[l] = result[l];
    }
    NEXT(w, r);
}
/* ds_swizzle_b32: quad permute (bit 15) or and/or/xor masks within 32 lanes. */
HANDLER local_swizzle(Wave *w, const Record *r) {
    u32 result[LANES] __attribute__((aligned(64)));
    u64 exec = EXEC(w);
    u32 offset = (u32)r->immediate;
    const u32 *data = (const u32 *)(BASE(w) + r->source[0]);
    for (int l = 0; l < LANES; l++) {
        u32 from;
        if (offset & 0x8000) from = ((u32)l & ~3u) | ((offset >> (2 * (l & 3))) & 3);
        else from = ((u32)l & 32) | ((((((u32)l & 31) & (offset & 31)) | (offset >> 5 & 31)) ^ (offset >> 10 & 31)) & 31);
        result[l] = exec >> from & 1 ? data[from] : 0;
    }
    u32 *reg = (u32 *)(BASE(w) + r->destination);
    for (u64 m = exec; m; m &= m - 1) {
        int l = __builtin_ctzll(m);
        reg[l] = result[l];
    }
    NEXT(w, r);
}

/* ---- scalar memory ---- */
OUTLINE static int scalar_access(Wave *w, const Record *r, u64 address, u32 size, int write) {
    i64 region = find_region(w, address, address + size);
    if (UNLIKELY(region < 0)) {
        fault(w, r, FAULT_MEMORY, address, 0, size);
        w->fault_detail = (u32)write;
        return 0;
    }
    if (UNLIKELY(write && !w->launch->regions[region].writable)) {
        fault(w, r, FAULT_READ_ONLY, address, 0, size);
        return 0;
    }
    (write ? w->thread->bytes_written : w->thread->bytes_read)[region] += size;
    if (UNLIKELY(w->launch->checked)) shadow_global(w, r, region, address, 0, size, write);
    return 1;
}
INLINE u64 scalar_address(Wave *w, const Record *r) {
    u64 base = S64(w, r->source[0]) + (u64)r->immediate;
    if (!(r->flags & FLAG_SCALAR_CONSTANT)) base += S32(w, r->source[2]);
    return base & ~3ull;
}
INLINE int scalar_load(Wave *w, const Record *r, int words) {
    u64 address = scalar_address(w, r);
    if (!scalar_access(w, r, address, 4 * (u32)words, 0)) return 0;
    u32 t[16];
    UNROLL for (int k = 0; k < words; k++) t[k] = ((u32 *)address)[k];
    UNROLL for (int k = 0; k < words; k++) (&S32(w, r->destination))[k] = t[k];
    return 1;
}
INLINE int scalar_store(Wave *w, const Record *r, int words) {
    u64 address = scalar_address(w, r);
    if (!scalar_access(w, r, address, 4 * (u32)words, 1)) return 0;
    UNROLL for (int k = 0; k < words; k++) ((u32 *)address)[k] = (&S32(w, r->source[1]))[k];
    return 1;
}
OUTLINE static int scalar_buffer_load(Wave *w, const Record *r, int words) {
    const u32 *d = (const u32 *)(BASE(w) + r->source[0]);
    u64 base = d[0] | ((u64)(d[1] & 0xffff) << 32);
    u64 offset = (u64)r->immediate, limit = d[2];
    u32 stride = (d[1] >> 16) & 0x3fff;
    if (stride) limit *= stride; /* scalar buffer loads count records in units of the stride */
    if (!(r->flags & FLAG_SCALAR_CONSTANT)) offset += S32(w, r->source[2]);
    offset &= ~3ull;
    u32 t[16];
    for (int k = 0; k < words; k++) {
        u64 x = offset + 4 * (u64)k;
        t[k] = 0;
        if (x + 4 <= limit) {
            if (!scalar_access(w, r, base + x, 4, 0)) return 0;
            t[k] = *(u32u *)(base + x);
        } else if (UNLIKELY(w->launch->checked)) {
            w->thread->out_of_range[r->index]++;
            report(w, r, FINDING_BUFFER_RANGE, base + x, 0, 4, 0);
        }
    }
    UNROLL for (int k = 0; k < words; k++) (&S32(w, r->destination))[k] = t[k];
    return 1;
}
MEMORY_HANDLER(scalar_load_x1, scalar_load(w, r, 1))
MEMORY_HANDLER(scalar_load_x2, scalar_load(w, r, 2))
MEMORY_HANDLER(scalar_load_x4, scalar_load(w, r, 4))
MEMORY_HANDLER(scalar_load_x8, scalar_load(w, r, 8))
MEMORY_HANDLER(scalar_load_x16, scalar_load(w, r, 16))
MEMORY_HANDLER(scalar_store_x1, scalar_store(w, r, 1))
MEMORY_HANDLER(scalar_store_x2, scalar_store(w, r, 2))
MEMORY_HANDLER(scalar_store_x4, scalar_store(w, r, 4))
MEMORY_HANDLER(scalar_buffer_load_x1, scalar_buffer_load(w, r, 1))
MEMORY_HANDLER(scalar_buffer_load_x2, scalar_buffer_load(w, r, 2))
MEMORY_HANDLER(scalar_buffer_load_x4, scalar_buffer_load(w, r, 4))
MEMORY_HANDLER(scalar_buffer_load_x8, scalar_buffer_load(w, r, 8))
MEMORY_HANDLER(scalar_buffer_load_x16, scalar_buffer_load(w, r, 16))

/* ---- atomics: compare-exchange loops, since workgroups run on several threads ---- */
enum { ATOMIC_SWAP, ATOMIC_CMPSWAP, ATOMIC_ADD, ATOMIC_SUB, ATOMIC_RSUB, ATOMIC_SMIN, ATOMIC_UMIN, ATOMIC_SMAX, ATOMIC_UMAX, ATOMIC_AND, ATOMIC_OR,
       ATOMIC_XOR, ATOMIC_INC, ATOMIC_DEC, ATOMIC_ADD_F32, ATOMIC_PK_ADD_F16, ATOMIC_PK_ADD_BF16, ATOMIC_ADD_F64, ATOMIC_MIN_F64, ATOMIC_MAX_F64,
       ATOMIC_MIN_F32, ATOMIC_MAX_F32, ATOMIC_MSKOR };

INLINE float f32_of(u32 x) { union { u32 u; float f; } t = {x}; return t.f; }
INLINE u32 u32_of(float x) { union { float f; u32 u; } t = {x}; return t.u; }
INLINE double f64_of(u64 x) { union { u64 u; double f; } t = {x}; return t.f; }
INLINE u64 u64_of(double x) { union { double f; u64 u; } t = {x}; return t.u; }
INLINE u32 half_add(u32 a, u32 b) {
    union { u16 u; _Float16 f; } x = {(u16)a}, y = {(u16)b}, z;
    z.f = (_Float16)((float)x.f + (float)y.f);
    return z.u;
}
INLINE u32 bfloat_add(u32 a, u32 b) {
    u32 s = u32_of(f32_of(a << 16) + f32_of(b << 16));
    if ((s & 0x7fffffffu) > 0x7f800000u) return (s >> 16) | 0x40;
    return (s + 0x7fff + (s >> 16 & 1)) >> 16;
}

OUTLINE static u32 atomic_value32(int op, u32 old, u32 data, u32 compare) {
    switch (op) {
    case ATOMIC_SWAP: return data;
    case ATOMIC_CMPSWAP: return old == compare ? data : old;
    case ATOMIC_ADD: return old + data;
    case ATOMIC_SUB: return old - data;
    case ATOMIC_RSUB: return data - old;
    case ATOMIC_SMIN: return (i32)data < (i32)old ? data : old;
    case ATOMIC_UMIN: return data < old ? data : old;
    case ATOMIC_SMAX: return (i32)data > (i32)old ? data : old;
    case ATOMIC_UMAX: return data > old ? data : old;
    case ATOMIC_AND: return old & data;
    case ATOMIC_OR: return old | data;
    case ATOMIC_XOR: return old ^ data;
    case ATOMIC_INC: return old >= data ? 0 : old + 1;
    case ATOMIC_DEC: return old == 0 || old > data ? data : old - 1;
    case ATOMIC_ADD_F32: return u32_of(f32_of(old) + f32_of(data));
    case ATOMIC_PK_ADD_F16: return half_add(old & 0xffff, data & 0xffff) | half_add(old >> 16, data >> 16) << 16;
    case ATOMIC_PK_ADD_BF16: return bfloat_add(old & 0xffff, data & 0xffff) | bfloat_add(old >> 16, data >> 16) << 16;
    case ATOMIC_MIN_F32: return f32_of(data) < f32_of(old) || f32_of(old) != f32_of(old) ? data : old;
    case ATOMIC_MAX_F32: return f32_of(data) > f32_of(old) || f32_of(old) != f32_of(old) ? data : old;
    default: return (old & ~compare) | data; /* ATOMIC_MSKOR: compare holds the mask */
    }
}
OUTLINE static u64 atomic_value64(int op, u64 old, u64 data, u64 compare) {
    switch (op) {
    case ATOMIC_SWAP: return data;
    case ATOMIC_CMPSWAP: return old == compare ? data : old;
    case ATOMIC_ADD: return old + data;
    case ATOMIC_SUB: return old - data;
    case ATOMIC_RSUB: return data - old;
    case ATOMIC_SMIN: return (i64)data < (i64)old ? data : old;
    case ATOMIC_UMIN: return data < old ? data : old;
    case ATOMIC_SMAX: return (i64)data > (i64)old ? data : old;
    case ATOMIC_UMAX: return data > old ? data : old;
    case ATOMIC_AND: return old & data;
    case ATOMIC_OR: return old | data;
    case ATOMIC_XOR: return old ^ data;
    case ATOMIC_INC: return old >= data ? 0 : old + 1;
    case ATOMIC_DEC: return old == 0 || old > data ? data : old - 1;
    case ATOMIC_ADD_F64: return u64_of(f64_of(old) + f64_of(data));
    case ATOMIC_MIN_F64: return f64_of(data) < f64_of(old) || f64_of(old) != f64_of(old) ? data : old;
    case ATOMIC_MAX_F64: return f64_of(data) > f64_of(old) || f64_of(old) != f64_of(old) ? data : old;
    default: return (old & ~compare) | data;
    }
}
/* immediate2 of an LDS or global record, or destination2 of a buffer record, holds the operation. */
INLINE void atomic_lane(Wave *w, const Record *r, u64 place, int l, int op, int words, u32 data_offset, u32 compare_offset) {
    u8 *data = BASE(w) + data_offset, *cmp = BASE(w) + compare_offset;
    if (words == 1) {
        u32 d = ((u32 *)data)[l], c = ((u32 *)cmp)[l], old = __atomic_load_n((u32 *)place, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n((u32 *)place, &old, atomic_value32(op, old, d, c), 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {}
        if (r->flags & FLAG_RETURN) ((u32 *)(BASE(w) + r->destination))[l] = old;
    } else {
        u64 d = ((u32 *)data)[l] | (u64)((u32 *)(data + 256))[l] << 32, c = ((u32 *)cmp)[l] | (u64)((u32 *)(cmp + 256))[l] << 32;
        u64 old = __atomic_load_n((u64 *)place, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n((u64 *)place, &old, atomic_value64(op, old, d, c), 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {}
        if (r->flags & FLAG_RETURN) {
            ((u32 *)(BASE(w) + r->destination))[l] = (u32)old;
            ((u32 *)(BASE(w) + r->destination + 256))[l] = (u32)(old >> 32);
        }
    }
}
OUTLINE static int memory_atomic(Wave *w, const Record *r, int words) {
    Lanes a;
    u32 size = 4 * (u32)words;
    int op = (int)r->destination2;
    if (UNLIKELY(!lanes(w, r, &a, size, 1))) return 0;
    if (UNLIKELY(w->launch->checked && !a.local && !check(w, r, &a, size, 0))) return 0;
    u32 data = (u32)r->source[1], compare = data;
    if (op == ATOMIC_CMPSWAP) compare = data + 256 * (u32)words; /* data first, then the value to compare */
    for (u64 m = a.active; m; m &= m - 1) {
        int l = __builtin_ctzll(m);
        if (UNLIKELY(a.address[l] & (size - 1))) {
            fault(w, r, FAULT_MISALIGNED, a.address[l], (u32)l, size);
            return 0;
        }
        atomic_lane(w, r, a.address[l], l, op, words, data, compare);
    }
    if (UNLIKELY((r->flags & FLAG_RETURN) && (r->flags & ADDRESS_MODE) == MODE_BUFFER))
        for (u64 m = EXEC(w) & ~a.active; m; m &= m - 1)
            for (int k = 0; k < words; k++) ((u32 *)(BASE(w) + r->destination + 256 * k))[__builtin_ctzll(m)] = 0;
    return 1;
}
OUTLINE static int local_atomic(Wave *w, const Record *r, int words) {
    LocalLanes a;
    u32 size = 4 * (u32)words;
    int op = (int)r->immediate2;
    if (!local_lanes(w, r, &a, (u32)r->source[0], (u32)r->immediate, size, 1, 1)) return 0;
    u32 data = (u32)r->source[1], compare = data;
    /* ds_cmpst: first data is the value to compare, second the new one; ds_mskor: first the mask, second the bits */
    if (op == ATOMIC_CMPSWAP || op == ATOMIC_MSKOR) {
        compare = (u32)r->source[1];
        data = (u32)r->source[2];
    }
    for (u64 m = a.active; m; m &= m - 1) {
        int l = __builtin_ctzll(m);
        if (UNLIKELY(a.address[l] & (size - 1))) {
            fault(w, r, FAULT_MISALIGNED, a.address[l], (u32)l, size);
            return 0;
        }
        atomic_lane(w, r, (u64)w->lds + a.address[l], l, op, words, data, compare);
    }
    return 1;
}
MEMORY_HANDLER(memory_atomic_x1, memory_atomic(w, r, 1))
MEMORY_HANDLER(memory_atomic_x2, memory_atomic(w, r, 2))
MEMORY_HANDLER(local_atomic_x1, local_atomic(w, r, 1))
MEMORY_HANDLER(local_atomic_x2, local_atomic(w, r, 2))

OUTLINE static int scalar_atomic(Wave *w, const Record *r, int words) {
    u64 address = scalar_address(w, r);
    int op = (int)r->destination2;
    if (!scalar_access(w, r, address, 4 * (u32)words, 1)) return 0;
    if (UNLIKELY(address & (4 * (u64)words - 1))) {
        fault(w, r, FAULT_MISALIGNED, address, 0, 4 * (u32)words);
        return 0;
    }
    u32 *data = &S32(w, r->source[1]);
    if (words == 1) {
        u32 d = data[0], c = data[1], old = __atomic_load_n((u32 *)address, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n((u32 *)address, &old, atomic_value32(op, old, d, c), 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {}
        if (r->flags & FLAG_RETURN) data[0] = old;
    } else {
        u64 d = data[0] | (u64)data[1] << 32, c = data[2] | (u64)data[3] << 32, old = __atomic_load_n((u64 *)address, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n((u64 *)address, &old, atomic_value64(op, old, d, c), 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {}
        if (r->flags & FLAG_RETURN) {
            data[0] = (u32)old;
            data[1] = (u32)(old >> 32);
        }
    }
    return 1;
}
MEMORY_HANDLER(scalar_atomic_x1, scalar_atomic(w, r, 1))
MEMORY_HANDLER(scalar_atomic_x2, scalar_atomic(w, r, 2))
