"""Prefill for NVIDIA's sm_90 in Gluon: one group of warps loads pages, two compute, so that softmax and products overlap.

Triton's compiler pipelines gathered loads, but leaves a program's warps doing softmax and products in turn. Here each of two
warp groups has 64 rows; while the product of the weights of one tile with its values runs, the scores of the next tile turn
into weights. The rules are those of ``prefill.paged_prefill``, for the requests that ``prefill_hopper.serves`` lists.
"""

from triton.experimental import gluon
from triton.experimental.gluon import language as gl
from triton.experimental.gluon.language.nvidia.hopper import (
    async_copy,
    fence_async_shared,
    mbarrier,
    warpgroup_mma,
    warpgroup_mma_wait,
)

# Their names in Triton 3.6 and in 3.9.
thread_barrier = getattr(gl, "barrier", None) or gl.thread_barrier
copy_to_shared = getattr(async_copy, "async_load", None) or async_copy.async_copy_global_to_shared

LOG2_E: gl.constexpr = gl.constexpr(1.4426950408889634)
LN_2: gl.constexpr = gl.constexpr(0.6931471805599453)
# Rows of one computing group of four warps.
ROWS: gl.constexpr = gl.constexpr(64)


@gluon.jit
def load_tiles(
    key, value, table, k_tiles, v_tiles, full, empty, last_key, tiles,
    key_block_stride, value_block_stride,
    BLOCK_SIZE: gl.constexpr, K_TOKEN: gl.constexpr, V_TOKEN: gl.constexpr,
    BLOCK_N: gl.constexpr, HEAD_SIZE: gl.constexpr, STAGES: gl.constexpr,
):  # fmt: skip
    """Copy the tiles of keys and values into shared memory, the last tile first; slots beyond ``last_key`` become zeros.

    A step brings the keys of its tile and the values of the tile before, which are used together: one barrier for both.
    """
    LANES: gl.constexpr = HEAD_SIZE // 8
    layout: gl.constexpr = gl.BlockedLayout([1, 8], [32 // LANES, LANES], [4, 1], [1, 0])
    lanes = gl.arange(0, BLOCK_N, layout=gl.SliceLayout(1, layout))
    dims = gl.arange(0, HEAD_SIZE, layout=gl.SliceLayout(0, layout))
    # The same in every tile where tiles are whole pages.
    slot = lanes % BLOCK_SIZE
    tile = tiles - 1
    columns = (tile * BLOCK_N + lanes) // BLOCK_SIZE
    page = gl.load(table + columns, mask=columns * BLOCK_SIZE < last_key, other=0)
    # A sum, so that the compiler carries two vectors through the loop: it takes two names of one value for one.
    v_page = page + 0
    for step in range(tiles + 1):
        stage = step % STAGES
        # The next tile's pages are on their way before this one's slots are free.
        columns = (gl.maximum(tile - 1, 0) * BLOCK_N + lanes) // BLOCK_SIZE
        next_page = gl.load(table + columns, mask=columns * BLOCK_SIZE < last_key, other=0)
        mbarrier.wait(empty.index(stage), (step // STAGES + 1) % 2)
        if BLOCK_N % BLOCK_SIZE != 0:
            # The last round has no keys, its tile is -1: the whole pages added keep the remainder from being negative.
            slot = (tile * BLOCK_N + BLOCK_SIZE * BLOCK_N + lanes) % BLOCK_SIZE
        rows = page.to(gl.int64) * key_block_stride + slot * K_TOKEN
        there = ((lanes < last_key - tile * BLOCK_N) & (tile >= 0))[:, None]
        copy_to_shared(k_tiles.index(stage), key + rows[:, None] + dims[None, :], mask=there)
        if BLOCK_N % BLOCK_SIZE != 0:
            slot = ((tile + 1) * BLOCK_N + lanes) % BLOCK_SIZE
        rows = v_page.to(gl.int64) * value_block_stride + slot * V_TOKEN
        there = (lanes < last_key - (tile + 1) * BLOCK_N)[:, None]
        copy_to_shared(v_tiles.index(stage), value + rows[:, None] + dims[None, :], mask=there)
        async_copy.mbarrier_arrive(full.index(stage), increment_count=False)
        tile -= 1
        v_page = page + 0
        page = next_page


@gluon.jit
def weigh_scores(
    scores, maximum, denominator, factor, positions, tile, last_key,
    MASKED: gl.constexpr, CAUSAL: gl.constexpr, BLOCK_N: gl.constexpr, layout: gl.constexpr,
):  # fmt: skip
    """Scores of one tile to (weights, maximum, denominator, correction); maxima are scaled, in units of log2."""
    if MASKED:
        tokens = tile * BLOCK_N + gl.arange(0, BLOCK_N, layout=gl.SliceLayout(0, layout))
        seen = (tokens < last_key)[None, :]
        if CAUSAL:
            seen = seen & (tokens[None, :] <= positions[:, None])
        scores = gl.where(seen, scores, float("-inf"))
    highest = gl.maximum(maximum, gl.max(scores, axis=1) * factor)
    reference = highest
    if MASKED:
        reference = gl.where(highest == float("-inf"), 0.0, highest)
    weights = gl.exp2(scores * factor - reference[:, None])
    correction = gl.exp2(maximum - reference)
    return weights, highest, denominator * correction + gl.sum(weights, axis=1), correction


@gluon.jit
def attend_tile(
    step, tile, q_tile, k_tiles, v_tiles, full, empty, turns,
    weights, accumulator, maximum, denominator, factor, positions, last_key,
    GROUP: gl.constexpr,
    MASKED: gl.constexpr, CAUSAL: gl.constexpr, BLOCK_N: gl.constexpr, STAGES: gl.constexpr,
    scores_layout: gl.constexpr, weights_layout: gl.constexpr,
):  # fmt: skip
    """Start this tile's scores and the tile before's product with its values, and weigh the scores while the latter runs."""
    stage = step % STAGES
    mbarrier.wait(full.index(stage), step // STAGES % 2)
    # While the products of one group run, the other one weighs its scores.
    mbarrier.wait(turns.index(GROUP), (step + GROUP) % 2)
    fence_async_shared()
    zeros = gl.zeros([ROWS, BLOCK_N], gl.float32, scores_layout)
    scores = warpgroup_mma(q_tile, k_tiles.index(stage).permute((1, 0)), zeros, use_acc=False, is_async=True)
    running = warpgroup_mma(weights, v_tiles.index(stage), accumulator, is_async=True)
    mbarrier.arrive(turns.index(1 - GROUP))
    scores = warpgroup_mma_wait(1, deps=[scores])
    next_weights, maximum, denominator, correction = weigh_scores(
        scores, maximum, denominator, factor, positions, tile, last_key, MASKED, CAUSAL, BLOCK_N, scores_layout
    )
    next_weights = gl.convert_layout(next_weights.to(weights.dtype), weights_layout)
    accumulator = warpgroup_mma_wait(0, deps=[running])
    mbarrier.arrive(empty.index(stage))
    accumulator = accumulator * gl.convert_layout(correction, gl.SliceLayout(1, accumulator.type.layout))[:, None]
    return next_weights, accumulator, maximum, denominator


@gluon.jit
def attend_rows(
    query, output, log_sum_exp, q_tile, k_tiles, v_tiles, full, empty, turns,
    first_row, start, queries, length, kv_head, factor, last_key, tiles, masked,
    query_stride, query_head_stride, output_stride, output_head_stride, log_sum_exp_stride,
    GQA: gl.constexpr, CAUSAL: gl.constexpr, LOG_SUM_EXP: gl.constexpr,
    BLOCK_N: gl.constexpr, HEAD_SIZE: gl.constexpr, STAGES: gl.constexpr,
    GROUP: gl.constexpr,
):  # fmt: skip
    """Attend 64 rows, the last tile first; the first ``masked`` of the ``tiles`` hold keys that some row does not see."""
    scores_layout: gl.constexpr = gl.NVMMADistributedLayout([3, 0], [4, 1], [16, BLOCK_N, 16])
    output_layout: gl.constexpr = gl.NVMMADistributedLayout([3, 0], [4, 1], [16, HEAD_SIZE, 16])
    weights_layout: gl.constexpr = gl.DotOperandLayout(0, output_layout, 2)
    LANES: gl.constexpr = HEAD_SIZE // 8
    load_layout: gl.constexpr = gl.BlockedLayout([1, 8], [32 // LANES, LANES], [4, 1], [1, 0])
    dtype: gl.constexpr = query.dtype.element_ty

    rows = first_row + gl.arange(0, ROWS, layout=gl.SliceLayout(1, load_layout))
    dims = gl.arange(0, HEAD_SIZE, layout=gl.SliceLayout(0, load_layout))
    place = (start + rows // GQA).to(gl.int64) * query_stride + (kv_head * GQA + rows % GQA) * query_head_stride
    q = gl.load(query + place[:, None] + dims[None, :], mask=(rows // GQA < queries)[:, None], other=0.0)
    q_tile.store(q)
    # Each thread's stores, then all threads', before the products read them.
    fence_async_shared()
    thread_barrier()

    rows = first_row + gl.arange(0, ROWS, layout=gl.SliceLayout(1, scores_layout))
    positions = length - queries + rows // GQA
    maximum = gl.full([ROWS], float("-inf"), gl.float32, gl.SliceLayout(1, scores_layout))
    denominator = gl.full([ROWS], 0.0, gl.float32, gl.SliceLayout(1, scores_layout))
    accumulator = gl.zeros([ROWS, HEAD_SIZE], gl.float32, output_layout)

    mbarrier.wait(full.index(0), 0)
    fence_async_shared()
    zeros = gl.zeros([ROWS, BLOCK_N], gl.float32, scores_layout)
    scores = warpgroup_mma(q_tile, k_tiles.index(0).permute((1, 0)), zeros, use_acc=False, is_async=True)
    scores = warpgroup_mma_wait(0, deps=[scores])
    mbarrier.arrive(empty.index(0))
    first_weights, maximum, denominator, _ = weigh_scores(
        scores, maximum, denominator, factor, positions, tiles - 1, last_key, True, CAUSAL, BLOCK_N, scores_layout
    )
    weights = gl.convert_layout(first_weights.to(dtype), weights_layout)
    for step in range(1, masked):
        weights, accumulator, maximum, denominator = attend_tile(
            step, tiles - 1 - step, q_tile, k_tiles, v_tiles, full, empty, turns,
            weights, accumulator, maximum, denominator, factor, positions, last_key, GROUP,
            True, CAUSAL, BLOCK_N, STAGES, scores_layout, weights_layout,
        )  # fmt: skip
    for step in range(masked, tiles):
        weights, accumulator, maximum, denominator = attend_tile(
            step, tiles - 1 - step, q_tile, k_tiles, v_tiles, full, empty, turns,
            weights, accumulator, maximum, denominator, factor, positions, last_key, GROUP,
            False, CAUSAL, BLOCK_N, STAGES, scores_layout, weights_layout,
        )  # fmt: skip
    last = tiles % STAGES
    mbarrier.wait(full.index(last), (tiles // STAGES) % 2)
    fence_async_shared()
    running = warpgroup_mma(weights, v_tiles.index(last), accumulator, is_async=True)
    accumulator = warpgroup_mma_wait(0, deps=[running])

    inverse = gl.where(denominator == 0.0, 0.0, 1.0) / gl.where(denominator == 0.0, 1.0, denominator)
    accumulator = accumulator * gl.convert_layout(inverse, gl.SliceLayout(1, output_layout))[:, None]
    out_rows = first_row + gl.arange(0, ROWS, layout=gl.SliceLayout(1, output_layout))
    out_dims = gl.arange(0, HEAD_SIZE, layout=gl.SliceLayout(0, output_layout))
    place = (start + out_rows // GQA).to(gl.int64) * output_stride
    place += (kv_head * GQA + out_rows % GQA) * output_head_stride
    gl.store(
        output + place[:, None] + out_dims[None, :], accumulator.to(dtype), mask=(out_rows // GQA < queries)[:, None]
    )  # fmt: skip
    if LOG_SUM_EXP:
        some = denominator > 0.0
        # A NaN denominator is no zero: it has to show in the output.
        value = (maximum + gl.log2(gl.where(some, denominator, 1.0))) * LN_2
        value = gl.where(denominator == 0.0, float("-inf"), gl.where(some, value, denominator))
        place = (start + rows // GQA).to(gl.int64) * log_sum_exp_stride + kv_head * GQA + rows % GQA
        gl.store(log_sum_exp + place, value, mask=rows // GQA < queries)


@gluon.jit
def add(left, right):
    """Sum of two, for a scan."""
    return left + right


@gluon.jit
def paged_prefill_hopper(
    query, key, value, block_tables, context_lengths, query_start, output, log_sum_exp,
    sequences, scale, query_stride, query_head_stride, output_stride, output_head_stride, log_sum_exp_stride,
    table_stride, key_block_stride, value_block_stride,
    GQA: gl.constexpr, KV_HEADS: gl.constexpr, HEAD_SIZE: gl.constexpr, BLOCK_SIZE: gl.constexpr,
    CAUSAL: gl.constexpr, LOG_SUM_EXP: gl.constexpr,
    K_HEAD: gl.constexpr, K_TOKEN: gl.constexpr, V_HEAD: gl.constexpr, V_TOKEN: gl.constexpr,
    SEQUENCES: gl.constexpr, BLOCK_N: gl.constexpr, STAGES: gl.constexpr, REGISTERS: gl.constexpr, FEW_REGISTERS: gl.constexpr,
):  # fmt: skip
    """Attend 128 rows of one sequence and KV head; row r of a sequence is query token r // GQA, head r % GQA of the group.

    Programs are numbered KV head first, so that the tiles that see most keys start first over all heads.
    """
    BLOCK_M: gl.constexpr = 2 * ROWS
    vector: gl.constexpr = gl.BlockedLayout([1], [32], [4], [0])
    index = gl.arange(0, SEQUENCES, layout=vector)
    valid = index < sequences
    starts = gl.load(query_start + index, mask=valid, other=0)
    queries_each = gl.load(query_start + index + 1, mask=valid, other=0) - starts
    ends = gl.associative_scan(gl.where(valid, (queries_each * GQA + BLOCK_M - 1) // BLOCK_M, 0), 0, add)
    place = gl.max(ends, axis=0) - 1 - gl.program_id(0) // KV_HEADS
    kv_head = gl.program_id(0) % KV_HEADS
    if place >= 0:
        passed = ends <= place
        sequence = gl.sum(gl.where(passed, 1, 0), axis=0)
        first_row = (place - gl.max(gl.where(passed, ends, 0), axis=0)) * BLOCK_M
        here = index == sequence
        start = gl.sum(gl.where(here, starts, 0), axis=0)
        queries = gl.sum(gl.where(here, queries_each, 0), axis=0)
        length = gl.load(context_lengths + sequence)
        last_key = length
        clear = length // BLOCK_N
        if CAUSAL:
            last_position = gl.minimum(length - queries + (first_row + BLOCK_M - 1) // GQA, length - 1)
            last_key = gl.maximum(last_position + 1, 0)
            clear = gl.maximum(length - queries + first_row // GQA + 1, 0) // BLOCK_N
        # One tile at least, of nothing but masked keys then, so that rows that see no key are written too.
        tiles = gl.maximum((last_key + BLOCK_N - 1) // BLOCK_N, 1)
        masked = gl.maximum(tiles - clear, 1)

        dtype: gl.constexpr = key.dtype.element_ty
        shared: gl.constexpr = gl.NVMMASharedLayout(swizzle_byte_width=128, element_bitwidth=16, rank=2)
        q_tiles = gl.allocate_shared_memory(dtype, [2, ROWS, HEAD_SIZE], shared)
        k_tiles = gl.allocate_shared_memory(dtype, [STAGES, BLOCK_N, HEAD_SIZE], shared)
        v_tiles = gl.allocate_shared_memory(dtype, [STAGES, BLOCK_N, HEAD_SIZE], shared)
        full = gl.allocate_shared_memory(gl.int64, [STAGES, 1], mbarrier.MBarrierLayout())
        empty = gl.allocate_shared_memory(gl.int64, [STAGES, 1], mbarrier.MBarrierLayout())
        turns = gl.allocate_shared_memory(gl.int64, [2, 1], mbarrier.MBarrierLayout())
        mbarrier.init(turns.index(0), count=1)
        mbarrier.init(turns.index(1), count=1)
        for stage in gl.static_range(STAGES):
            # Each of the 128 loading threads arrives once its copies are there; each computing group arrives once a step.
            mbarrier.init(full.index(stage), count=128)
            mbarrier.init(empty.index(stage), count=2)
        factor = scale * LOG2_E
        table = block_tables + sequence.to(gl.int64) * table_stride
        k_head = key + kv_head * K_HEAD
        v_head = value + kv_head * V_HEAD
        gl.warp_specialize(
            [
                (
                    attend_rows,
                    (
                        query, output, log_sum_exp, q_tiles.index(0), k_tiles, v_tiles, full, empty, turns,
                        first_row, start, queries, length, kv_head, factor, last_key, tiles, masked,
                        query_stride, query_head_stride, output_stride, output_head_stride, log_sum_exp_stride,
                        GQA, CAUSAL, LOG_SUM_EXP, BLOCK_N, HEAD_SIZE, STAGES, 0,
                    ),
                ),
                (
                    attend_rows,
                    (
                        query, output, log_sum_exp, q_tiles.index(1), k_tiles, v_tiles, full, empty, turns,
                        first_row + ROWS, start, queries, length, kv_head, factor, last_key, tiles, masked,
                        query_stride, query_head_stride, output_stride, output_head_stride, log_sum_exp_stride,
                        GQA, CAUSAL, LOG_SUM_EXP, BLOCK_N, HEAD_SIZE, STAGES, 1,
                    ),
                ),
                (
                    load_tiles,
                    (
                        k_head, v_head, table, k_tiles, v_tiles, full, empty, last_key, tiles,
                        key_block_stride, value_block_stride,
                        BLOCK_SIZE, K_TOKEN, V_TOKEN, BLOCK_N, HEAD_SIZE, STAGES,
                    ),
                ),
            ],
            [4, 4],
            [REGISTERS, FEW_REGISTERS],
        )  # fmt: skip
