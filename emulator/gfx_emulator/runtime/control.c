/* Branches, barriers, waits, mode changes and the loop that runs workgroups. */
#include "vectors.h"

INLINE void stop(Wave *w, const Record *r, u32 kind) {
    w->status = STATUS_FAULT;
    w->fault_kind = kind;
    w->resume = r;
}

/* A taken branch: counts it; a backward one also pays for the instructions of the loop, so that no loop is endless. */
INLINE int jump(Wave *w, const Record *r) {
    w->thread->taken[r->index]++;
    if (r->immediate2 > 0) {
        w->budget -= r->immediate2;
        if (__builtin_expect(w->budget < 0, 0)) {
            stop(w, r, FAULT_BUDGET);
            return 0;
        }
        if (__builtin_expect(__atomic_load_n(&w->launch->abort, __ATOMIC_RELAXED), 0)) {
            stop(w, r, FAULT_ABORTED);
            return 0;
        }
    }
    return 1;
}
#define GO(w, t) __attribute__((musttail)) return (t)->handler((w), (t))
#define BRANCH(NAME, CONDITION)                                          \
HANDLER NAME(Wave *w, const Record *r) {                                 \
    if (CONDITION) {                                                     \
        if (!jump(w, r)) return;                                         \
        const Record *t = (const Record *)((const u8 *)r + r->immediate);\
        GO(w, t);                                                        \
    }                                                                    \
    NEXT(w, r);                                                          \
}
BRANCH(branch_always, 1)
BRANCH(branch_scc0, !w->scc)
BRANCH(branch_scc1, w->scc)
BRANCH(branch_vccz, *(u64 *)(w->scalar + SGPR_VCC) == 0)
BRANCH(branch_vccnz, *(u64 *)(w->scalar + SGPR_VCC) != 0)
BRANCH(branch_execz, EXEC(w) == 0)
BRANCH(branch_execnz, EXEC(w) != 0)

/* s_setvskip: the vector instructions up to the next s_setvskip are passed over where bit source[1] is set. */
BRANCH(skip_vector, (r->flags & FLAG_SCALAR_CONSTANT ? (u32)r->source[0] : S32(w, r->source[0])) >> (r->source[1] & 31) & 1)

/* s_set_gpr_idx_on: immediate = which operands, immediate2 = the highest register that the region indexes. */
HANDLER set_index(Wave *w, const Record *r) {
    u32 index = (r->flags & FLAG_SCALAR_CONSTANT ? (u32)r->source[0] : S32(w, r->source[0])) & 255;
    u32 *m0 = w->scalar + SGPR_M0;
    *m0 = (*m0 & ~0xf0ffu) | index | (u32)r->immediate << 12;
    if (index + (u64)r->immediate2 >= 256) {
        stop(w, r, FAULT_INDEX);
        w->fault_address = index;
        return;
    }
    NEXT(w, r);
}

INLINE const Record *find_record(Wave *w, u64 address) {
    const Launch *l = w->launch;
    if (address < l->code_low || address >= l->code_high || (address & 3)) return 0;
    i32 index = l->code_records[(address - l->code_low) >> 2];
    return index < 0 ? 0 : l->records + index;
}
INLINE const Record *computed(Wave *w, const Record *r, u64 address) {
    const Record *t = find_record(w, address);
    if (!t) {
        stop(w, r, FAULT_BAD_JUMP);
        w->fault_address = address;
        return 0;
    }
    w->thread->taken[r->index]++;
    w->thread->landed[t->index]++;
    w->budget -= (i64)w->launch->record_count;
    if (w->budget < 0) {
        stop(w, r, FAULT_BUDGET);
        return 0;
    }
    return t;
}
/* immediate: the address of the next instruction. */
HANDLER scalar_getpc(Wave *w, const Record *r) {
    S64(w, r->destination) = (u64)r->immediate;
    NEXT(w, r);
}
HANDLER scalar_setpc(Wave *w, const Record *r) {
    const Record *t = computed(w, r, S64(w, r->source[0]));
    if (!t) return;
    GO(w, t);
}
HANDLER scalar_swappc(Wave *w, const Record *r) {
    const Record *t = computed(w, r, S64(w, r->source[0]));
    if (!t) return;
    S64(w, r->destination) = (u64)r->immediate;
    GO(w, t);
}
/* immediate2: the address to go to. */
HANDLER scalar_call(Wave *w, const Record *r) {
    const Record *t = computed(w, r, (u64)r->immediate2);
    if (!t) return;
    S64(w, r->destination) = (u64)r->immediate;
    GO(w, t);
}

HANDLER end_program(Wave *w, const Record *r) {
    w->status = STATUS_DONE;
    w->resume = r;
}
HANDLER barrier(Wave *w, const Record *r) {
    w->status = STATUS_BARRIER;
    w->resume = r + 1;
}
HANDLER unimplemented(Wave *w, const Record *r) { stop(w, r, FAULT_UNIMPLEMENTED); }
HANDLER trap(Wave *w, const Record *r) { stop(w, r, FAULT_TRAP); }
/* Behind the last instruction, and where a branch leads into the middle of one. */
HANDLER run_off(Wave *w, const Record *r) { stop(w, r, FAULT_BAD_JUMP); }
HANDLER nothing(Wave *w, const Record *r) { NEXT(w, r); }

HANDLER read_clock(Wave *w, const Record *r) {
    w->clock += 64;
    S64(w, r->destination) = w->clock;
    NEXT(w, r);
}

/* The host's rounding and flush bits for a MODE register: f32 round in [1:0], f32 denormals in [5:4]. */
INLINE u32 host_mode(u32 mode) {
    const u32 rounds[4] = {0, 2, 1, 3}; /* nearest, up, down, zero */
    u32 denormal = mode >> 4 & 3;
    u32 csr = 0x1f80 | rounds[mode & 3] << 13;
    if (!(denormal & 1)) csr |= 0x0040; /* inputs flushed: DAZ */
    if (!(denormal & 2)) csr |= 0x8000; /* outputs flushed: FTZ */
    return csr;
}
INLINE void load_csr(u32 value) { __builtin_ia32_ldmxcsr(value); }

/* s_setreg of MODE: immediate = offset | size << 8; source is a register or, by flag, a constant. */
HANDLER set_mode(Wave *w, const Record *r) {
    u32 offset = (u32)r->immediate & 31, size = (u32)r->immediate >> 8;
    u32 value = r->flags & FLAG_SCALAR_CONSTANT ? (u32)r->source[0] : S32(w, r->source[0]);
    u32 mask = (u32)(((1ull << size) - 1) << offset);
    w->mode = (w->mode & ~mask) | ((value << offset) & mask);
    w->mxcsr = host_mode(w->mode);
    load_csr(w->mxcsr);
    NEXT(w, r);
}
HANDLER get_mode(Wave *w, const Record *r) {
    u32 offset = (u32)r->immediate & 31, size = (u32)r->immediate >> 8;
    S32(w, r->destination) = (u32)((w->mode >> offset) & ((1ull << size) - 1));
    NEXT(w, r);
}

/* ---- checked mode: registers with a load under way ---- */
/* Bits first .. first + count - 1 (count up to 64) as they fall into one word and the next. */
INLINE void mark(Wave *w, u32 first, u32 count, int pending) {
    if (!count) return;
    u64 bits = count >= 64 ? ~0ull : (1ull << count) - 1;
    u32 word = first >> 6, shift = first & 63;
    u64 low = bits << shift, high = shift ? bits >> (64 - shift) : 0;
    if (pending) {
        w->pending[word] |= low;
        if (high) w->pending[word + 1] |= high;
    } else {
        w->pending[word] &= ~low;
        if (high) w->pending[word + 1] &= ~high;
    }
}
INLINE int anything(const Wave *w, u32 first, u32 count) {
    u64 bits = count >= 64 ? ~0ull : (1ull << count) - 1;
    u32 word = first >> 6, shift = first & 63;
    u64 low = w->pending[word] & bits << shift;
    if (low) return (int)(word * 64 + (u32)__builtin_ctzll(low)) + 1;
    u64 high = shift ? w->pending[word + 1] & bits >> (64 - shift) : 0;
    return high ? (int)((word + 1) * 64 + (u32)__builtin_ctzll(high)) + 1 : 0;
}
__attribute__((noinline, cold)) static void report_pending(Wave *w, const Record *r, u32 reg) {
    Thread *t = w->thread;
    u8 *seen = t->reported + FINDING_PENDING_REGISTER * w->launch->record_count + r->index;
    if (*seen || t->finding_count >= t->finding_limit) return;
    *seen = 1;
    Finding *f = t->findings + t->finding_count++;
    f->kind = FINDING_PENDING_REGISTER;
    f->record = r->index;
    f->wave = w->wave_index;
    f->lane = 0;
    f->address = 0;
    f->workgroup = w->workgroup;
    f->size = 0;
    f->detail = reg;
}
__attribute__((noinline)) static void retire_vector(Wave *w, u32 keep) {
    while (w->vector_tail - w->vector_head > keep) {
        Pending *p = w->vector_queue + (w->vector_head++ & (QUEUE - 1));
        mark(w, p->first, p->count, 0);
        /* A later load into the same registers is under way still. */
        for (u32 i = w->vector_head; p->count && i != w->vector_tail; i++) {
            Pending *later = w->vector_queue + (i & (QUEUE - 1));
            if (later->first < p->first + p->count && p->first < later->first + later->count)
                mark(w, later->first, later->count, 1);
        }
    }
}
/* Whether a load into LDS's or the scalar unit's results is under way for any of these registers. */
static int local_pending(const Wave *w, u32 first, u32 count) {
    for (u32 i = w->local_head; i != w->local_tail; i++) {
        const Pending *p = w->local_queue + (i & (QUEUE - 1));
        if (p->first < first + count && first < p->first + p->count) return 1;
    }
    return 0;
}
__attribute__((noinline)) static void retire_local(Wave *w, u32 keep) {
    u32 scalar = 0;
    for (u32 i = w->local_head; i != w->local_tail; i++) scalar |= w->local_queue[i & (QUEUE - 1)].scalar;
    if (scalar && keep) return; /* scalar loads return in any order: only 0 says anything */
    while (w->local_tail - w->local_head > keep) {
        Pending *p = w->local_queue + (w->local_head++ & (QUEUE - 1));
        mark(w, p->first, p->count, 0);
    }
}
/* Called before each instruction in checked mode. */
void check_instruction(Wave *w, const Record *r) {
    const Access *a = w->launch->accesses + r->index;
    for (int i = 0; i < 8 && a->range[i].count; i++) {
        int found = anything(w, a->range[i].first, a->range[i].count);
        /* Vector memory returns loads in order, so one may follow another into the same registers: the last one stays. */
        if (found && a->vector_waits && !a->local_waits && !(r->flags & FLAG_RETURN) && a->loaded.count && a->range[i].first == a->loaded.first &&
            a->range[i].count == a->loaded.count && !local_pending(w, a->loaded.first, a->loaded.count))
            continue;
        if (found) {
            report_pending(w, r, (u32)found - 1);
            mark(w, (u32)found - 1, 1, 0); /* once for each load */
            break;
        }
    }
    for (u32 k = 0; k < a->vector_waits; k++) {
        if (w->vector_tail - w->vector_head >= 63) retire_vector(w, 62);
        Pending *p = w->vector_queue + (w->vector_tail++ & (QUEUE - 1));
        p->first = a->loaded.first;
        p->count = k == 0 ? a->loaded.count : 0;
        p->scalar = 0;
        mark(w, p->first, p->count, 1);
    }
    for (u32 k = 0; k < (a->local_waits & 15); k++) {
        if (w->local_tail - w->local_head >= 100) retire_local(w, 0);
        Pending *p = w->local_queue + (w->local_tail++ & (QUEUE - 1));
        p->first = a->loaded.first;
        p->count = a->vector_waits ? 0 : k == 0 ? a->loaded.count : 0;
        p->scalar = a->local_waits >> 4;
        mark(w, p->first, p->count, 1);
    }
}
/* s_waitcnt: immediate = vmcnt, immediate2 = lgkmcnt (-1: not waited for). */
HANDLER wait_counters(Wave *w, const Record *r) {
    if (r->immediate >= 0) retire_vector(w, (u32)r->immediate);
    if (r->immediate2 >= 0) retire_local(w, (u32)r->immediate2);
    NEXT(w, r);
}

/* ---- workgroups ---- */
static void start_wave(Wave *w, Thread *t, u32 index, u64 workgroup) {
    const Launch *l = t->launch;
    for (int i = 0; i < 128; i++) w->scalar[i] = 0;
    for (u32 i = 0; i < l->user_sgpr_count; i++) w->scalar[i] = l->user_sgprs[i];
    u64 x = workgroup % l->grid[0], y = workgroup / l->grid[0] % l->grid[1], z = workgroup / l->grid[0] / l->grid[1];
    u32 s = l->user_sgpr_count;
    if (l->workgroup_id_mask & 1) w->scalar[s++] = (u32)x;
    if (l->workgroup_id_mask & 2) w->scalar[s++] = (u32)y;
    if (l->workgroup_id_mask & 4) w->scalar[s++] = (u32)z;
    if (l->workgroup_id_mask & 8) w->scalar[s++] = 0;
    if (l->workgroup_id_mask & 16) w->scalar[s++] = 0;
    u32 items = l->block[0] * l->block[1] * l->block[2], first = index * LANES;
    u32 count = items - first < LANES ? items - first : LANES;
    EXEC(w) = count == LANES ? ~0ull : (1ull << count) - 1;
    w->scc = 0;
    w->mode = l->mode;
    w->mxcsr = host_mode(l->mode);
    w->resume = l->entry;
    w->status = STATUS_READY;
    w->wave_index = index;
    w->lds = t->lds;
    w->lds_size = l->lds_size;
    w->launch = t->launch;
    w->thread = t;
    w->fault_kind = 0;
    w->fault_detail = 0;
    w->workgroup = workgroup;
    w->scratch_size = l->scratch_size;
    w->scratch = t->scratch + (u64)index * l->scratch_size * LANES;
    w->index_mode = 0;
    w->clock = 0;
    if (l->checked) {
        for (int i = 0; i < 10; i++) w->pending[i] = 0;
        w->vector_head = w->vector_tail = w->local_head = w->local_tail = 0;
        w->pending_count = w->epoch = 0;
    }
    v16u zero = splat(0);
    for (u32 i = l->vector_clear[0]; i < l->vector_clear[0] + l->vector_clear[1]; i++)
        UNROLL for (int c = 0; c < 4; c++) V(w, VECTOR_BASE + i * REGISTER_BYTES, c) = zero;
    for (u32 i = l->accumulator_clear[0]; i < l->accumulator_clear[0] + l->accumulator_clear[1]; i++)
        UNROLL for (int c = 0; c < 4; c++) V(w, VECTOR_BASE + i * REGISTER_BYTES, c) = zero;
    u32 *v0 = (u32 *)(BASE(w) + VECTOR_BASE);
    for (u32 i = 0; i < LANES; i++) {
        u32 id = first + i;
        if (id >= items) id = items - 1;
        u32 ix = id % l->block[0], iy = id / l->block[0] % l->block[1], iz = id / l->block[0] / l->block[1];
        v0[i] = ix | (l->workitem_mode > 0 ? iy << 10 : 0) | (l->workitem_mode > 1 ? iz << 20 : 0);
    }
}

/* Runs workgroups until none is left or something stops the launch. Returns 0, or 1 when a wave faulted (thread->fault_wave). */
int run_workgroups(Thread *t) {
    Launch *l = t->launch;
    u32 csr = __builtin_ia32_stmxcsr();
    int failed = 0;
    while (!failed && !__atomic_load_n(&l->abort, __ATOMIC_RELAXED)) {
        u64 workgroup = __atomic_fetch_add(&l->next_workgroup, 1, __ATOMIC_RELAXED);
        if (workgroup >= l->workgroup_count) break;
        if (l->checked)
            for (u64 i = 0; i < (u64)l->lds_size / 4 + 1; i++) ((u64 *)t->lds_shadow)[i] = 0;
        t->lds_epoch = 1;
        for (u32 i = 0; i < l->waves; i++) start_wave((Wave *)(t->waves + i * l->wave_stride), t, i, workgroup);
        u32 live = l->waves;
        while (live && !failed) {
            u32 waiting = 0;
            for (u32 i = 0; i < l->waves; i++) {
                Wave *w = (Wave *)(t->waves + i * l->wave_stride);
                if (w->status == STATUS_DONE) continue;
                w->status = STATUS_READY;
                i64 left = __atomic_load_n(&l->budget, __ATOMIC_RELAXED);
                w->budget = left;
                const Record *start = w->resume;
                load_csr(w->mxcsr);
                w->resume->handler(w, w->resume);
                load_csr(csr);
                /* Loops are paid for as they jump back; what is left is the way forward. Without it, many short
                   workgroups would never use up the budget. */
                w->budget -= w->resume > start ? w->resume - start : 1;
                if (w->budget < 0 && w->status != STATUS_FAULT) stop(w, w->resume, FAULT_BUDGET);
                __atomic_fetch_sub(&l->budget, left - w->budget, __ATOMIC_RELAXED);
                if (w->status == STATUS_FAULT) {
                    t->fault_wave = (u64)w;
                    __atomic_store_n(&l->abort, 1, __ATOMIC_RELAXED);
                    failed = 1;
                    break;
                }
                if (w->status == STATUS_DONE) live--;
                else waiting++;
            }
            /* A wave that has ended no longer takes part in barriers (CDNA3 ISA, s_barrier). */
            if (waiting && !failed) {
                t->barriers++;
                t->lds_epoch++;
            }
        }
        t->workgroups++;
        t->waves_run += l->waves;
    }
    load_csr(csr);
    return failed;
}

/* Offsets of the structures, for the test that compares them with layout.py. */
u64 layout_check(u32 which) {
    switch (which) {
    case 0: return sizeof(Record);
    case 1: return sizeof(Wave);
    case 2: return sizeof(Thread);
    case 3: return sizeof(Launch);
    case 4: return sizeof(Region);
    case 5: return sizeof(Access);
    case 6: return sizeof(Finding);
    case 7: return __builtin_offsetof(Wave, scc);
    case 8: return __builtin_offsetof(Wave, mode);
    case 9: return __builtin_offsetof(Wave, fault_address);
    case 10: return __builtin_offsetof(Wave, index_mode);
    case 11: return __builtin_offsetof(Launch, user_sgprs);
    case 12: return __builtin_offsetof(Launch, accesses);
    case 13: return __builtin_offsetof(Thread, findings);
    default: return 0;
    }
}
