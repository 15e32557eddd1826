/* The machine's memory layout: one record an instruction, one state a wave, one context a thread, one a launch.
 * layout.py describes the same structures to Python; a test compares every offset. */
#ifndef GFX_EMULATOR_MACHINE_H
#define GFX_EMULATOR_MACHINE_H

typedef unsigned char u8;
typedef signed char i8;
typedef unsigned short u16;
typedef short i16;
typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

#define LANES 64
#define REGISTER_BYTES 256
#define VECTOR_REGISTERS 512
#define SGPR_VCC 106
#define SGPR_M0 124
#define SGPR_EXEC 126

typedef struct Record Record;
typedef struct Wave Wave;
typedef struct Thread Thread;
typedef struct Launch Launch;
typedef __attribute__((preserve_none)) void (*Handler)(Wave *, const Record *);

/* One decoded instruction. Register operands are byte offsets from the wave state; constants are values. */
struct Record {
    Handler handler;
    u32 destination, destination2;
    i64 source[3];
    i64 immediate, immediate2;
    u32 index, flags;
};

/* Flags of memory records. */
enum {
    ADDRESS_MODE = 7,
    MODE_GLOBAL_VECTOR = 0,  /* 64-bit address in a register pair */
    MODE_GLOBAL_SCALAR = 1,  /* scalar base, 32-bit unsigned lane offset */
    MODE_BUFFER = 2,
    MODE_FLAT = 3,
    MODE_SCRATCH = 4,
    FLAG_OFFEN = 8,
    FLAG_IDXEN = 16,
    FLAG_SOFFSET_CONSTANT = 32,
    FLAG_NO_VECTOR = 64,     /* scratch: no vector offset */
    FLAG_NO_SCALAR = 128,    /* scratch: no scalar offset */
    FLAG_RETURN = 256,       /* atomics return the old value */
    FLAG_SCALAR_CONSTANT = 512,
};

enum { STATUS_READY, STATUS_BARRIER, STATUS_DONE, STATUS_FAULT };
enum {
    FAULT_NONE, FAULT_MEMORY, FAULT_LDS, FAULT_BUDGET, FAULT_UNIMPLEMENTED, FAULT_BAD_JUMP, FAULT_DESCRIPTOR, FAULT_TRAP,
    FAULT_BARRIER, FAULT_READ_ONLY, FAULT_SCRATCH, FAULT_INDEX, FAULT_MISALIGNED, FAULT_ABORTED,
};
enum { FINDING_UNWRITTEN_MEMORY, FINDING_UNWRITTEN_LDS, FINDING_LDS_RACE, FINDING_PENDING_REGISTER, FINDING_BUFFER_RANGE, FINDING_PENDING_LDS,
       FINDING_KINDS };

typedef struct {
    u32 kind, record, wave, lane;
    u64 address, workgroup;
    u32 detail, size;
} Finding;

typedef struct {
    u32 lds_limit;      /* first byte that is no longer pending is checked by range */
    u16 first, count;   /* registers (0-511 vector, 512 and up scalar) */
    u32 lds_low, lds_high;
    u32 scalar;         /* a scalar load: returns out of order */
} Pending;

#define QUEUE 128

struct Wave {
    u32 scalar[128];
    u32 scc, mode;
    const Record *resume;
    u32 status, wave_index;
    i64 budget;
    u8 *lds;
    u32 lds_size, mxcsr;
    Launch *launch;
    Thread *thread;
    u64 fault_address;
    u32 fault_kind, fault_lane, fault_size, fault_detail;
    u64 workgroup;
    u8 *scratch;
    u32 scratch_size, index_mode; /* index_mode: s_set_gpr_idx mask */
    u64 clock;
    /* checked mode */
    u64 pending[10];
    u32 vector_head, vector_tail, local_head, local_tail;
    u32 pending_count, epoch;
    Pending vector_queue[QUEUE], local_queue[QUEUE];
};
#define VECTOR_BASE 8192

typedef struct {
    u64 low, high;      /* host addresses, high is exclusive */
    u32 writable, id;   /* id: which tensor, for the counters */
    u8 *shadow;         /* checked mode: 1 for each byte written by someone; may be null */
} Region;

struct Thread {
    Launch *launch;
    u8 *waves;          /* wave states, wave_stride apart */
    u8 *lds;
    u8 *lds_shadow;     /* checked mode: see LdsShadow */
    u8 *scratch;
    u64 *taken;         /* a counter a record: branch taken */
    u64 *landed;        /* a counter a record: computed jump arrived here */
    u64 *bytes_read, *bytes_written; /* a counter a region */
    u64 last_region;
    u64 fault_wave;     /* address of the wave state that faulted, or 0 */
    i64 budget;
    Finding *findings;
    u32 finding_count, finding_limit;
    u8 *reported;       /* a byte for each (finding kind, record) */
    u64 *out_of_range;  /* a counter a record: lanes out of a buffer's range */
    u64 *bank_conflicts;/* a counter a record: extra LDS cycles */
    u64 *lds_bytes;     /* two counters: read, written */
    u64 barriers, workgroups, waves_run;
    u32 lds_epoch, reserved;
};

typedef struct {
    u16 first, count;   /* registers, as in Pending */
} RegisterRange;

typedef struct {
    RegisterRange range[8]; /* read or written by the instruction; count 0 ends the list */
    u32 vector_waits, local_waits; /* counters this instruction adds to */
    RegisterRange loaded;   /* destination of a load */
} Access;

struct Launch {
    const Record *records;
    const Record *entry;
    u64 record_count;
    u64 grid[3];
    u32 block[3];
    u32 waves;          /* a workgroup */
    u64 wave_stride;
    u64 next_workgroup, workgroup_count;
    u32 abort, lds_size;
    Region *regions;
    u64 region_count;
    u32 user_sgprs[32];
    u32 user_sgpr_count, workgroup_id_mask; /* bits 0-2: x, y, z; bit 3: workgroup info */
    u32 vector_clear[2], accumulator_clear[2]; /* first register, count */
    u32 mode, mxcsr, scratch_size, checked;
    i64 budget;         /* wave instructions left, shared */
    u64 code_low, code_high; /* host addresses of the code */
    const i32 *code_records; /* a record index for each 4 bytes of code, or -1 */
    const Access *accesses;  /* checked mode: one a record */
    u64 shared_base, private_base;
    u32 workitem_mode, flat_scratch_sgpr;
};
#endif
