# ruff: noqa: RUF005 - Triton adds tuples and unpacks none
"""Prefill for NVIDIA's sm_90 whose keys and values come as boxes of the cache, copied by the tensor memory accelerator.

The plan is that of ``prefill_hopper``, with one warp that loads in place of four: it names a page, and boxes of 64 elements of
all the page's tokens are copied, swizzled as the products read them. For the requests that ``prefill_hopper.boxes_of`` takes.
"""

from triton.experimental import gluon
from triton.experimental.gluon import language as gl
from triton.experimental.gluon.language.nvidia.hopper import (
    fence_async_shared,
    mbarrier,
    tma,
    warpgroup_mma,
    warpgroup_mma_wait,
)

from .box_assembly import (
    FIRST_STAGE,
    PASS_FREE,
    SYNC_FREE,
    barrier,
    hold,
    packed,
    pass_turn,
    rescaled,
    sync_turn,
    uniform,
    unpacked,
)
from .prefill_hopper import LN_2, LOG2_E, ROWS, add, thread_barrier

# Their names in Triton 3.6 and in 3.9.
copy_box = getattr(tma, "async_load", None) or tma.async_copy_global_to_shared
seen_as = getattr(gl.shared_memory_descriptor, "reinterpret", None) or gl.shared_memory_descriptor._reinterpret

# An older maximum serves while no weight exceeds 2 to this power: fp16 holds it, and sums in fp32 lose nothing.
LIMIT: gl.constexpr = gl.constexpr(8.0)


@gluon.jit
def pages_of(table, tile, last_key, BLOCK_SIZE: gl.constexpr, BOX: gl.constexpr, BLOCK_N: gl.constexpr):
    """Pages of a tile's boxes; page 0 for those behind the last key."""
    pages = ()
    for box in gl.static_range(BLOCK_N // BOX):
        token = tile * BLOCK_N + box * BOX
        page = gl.load(table + token // BLOCK_SIZE, mask=(token >= 0) & (token < last_key), other=0)
        pages = pages + (page,)  # type: ignore[assignment]  # longer in every round, which Triton unrolls
    return pages


@gluon.jit
def copy_tile(
    boxes, tiles, full, pages, tile, stage, row, column,
    BLOCK_SIZE: gl.constexpr, BLOCK_ROWS: gl.constexpr, BOX: gl.constexpr, BLOCK_N: gl.constexpr, HALVES: gl.constexpr,
):  # fmt: skip
    """Start copying a tile: first all boxes of the first 64 elements of the head, then those of the others."""
    BOXES: gl.constexpr = BLOCK_N // BOX
    for box in gl.static_range(BOXES):
        first = pages[box] * BLOCK_ROWS + row
        if BLOCK_SIZE > BOX:
            first += (tile * BLOCK_N + box * BOX) % BLOCK_SIZE
        for half in gl.static_range(HALVES):
            copy_box(boxes, [first, column + half * 64], full, tiles.index((stage * HALVES + half) * BOXES + box))


@gluon.jit
def clear_tail(
    tiles, there, stage,
    BLOCK_N: gl.constexpr, HALVES: gl.constexpr,
):  # fmt: skip
    """Zeros for the values of a tile from its token ``there`` on; ``tiles`` in pieces of 8 tokens and 64 elements."""
    layout: gl.constexpr = gl.BlockedLayout([1, 8], [4, 8], [1, 1], [1, 0])
    tokens = gl.arange(0, 8, layout=gl.SliceLayout(1, layout))
    for piece in range(there // 8, BLOCK_N // 8):
        for half in gl.static_range(HALVES):
            place = tiles.index((stage * HALVES + half) * (BLOCK_N // 8) + piece)
            place.store(gl.where((piece * 8 + tokens < there)[:, None], place.load(layout), 0.0))
    # Each thread's stores, then all threads', before the products read them.
    fence_async_shared()
    thread_barrier()


@gluon.jit
def load_boxes(
    key_boxes, value_boxes, table, k_tiles, v_tiles, full, last, last_key, length, tiles, k_row, k_column, v_row, v_column,
    BLOCK_SIZE: gl.constexpr, K_ROWS: gl.constexpr, V_ROWS: gl.constexpr, BOX: gl.constexpr,
    BLOCK_N: gl.constexpr, HEAD_SIZE: gl.constexpr, STAGES: gl.constexpr,
):  # fmt: skip
    """Copy the tiles of keys and values into shared memory, the last tile first, by one warp.

    A step brings the keys of its tile and the values of the tile before, which are used together. Pages are looked up before
    the wait for a free stage.
    """
    HALVES: gl.constexpr = HEAD_SIZE // 64
    BYTES: gl.constexpr = BLOCK_N * HEAD_SIZE * 2
    PIECES: gl.constexpr = STAGES * HALVES * (BLOCK_N // BOX)
    pieces: gl.constexpr = gl.NVMMASharedLayout(swizzle_byte_width=128, element_bitwidth=16, rank=2)
    keys = seen_as(k_tiles, key_boxes.dtype, [PIECES, BOX, 64], pieces)
    values = seen_as(v_tiles, value_boxes.dtype, [PIECES, BOX, 64], pieces)
    pages = pages_of(table, tiles - 1, last_key, BLOCK_SIZE, BOX, BLOCK_N)
    next_pages = pages_of(table, tiles - 2, last_key, BLOCK_SIZE, BOX, BLOCK_N)
    mbarrier.expect(full.index(0), BYTES)
    copy_tile(
        key_boxes, keys, full.index(0), pages, tiles - 1, 0, k_row, k_column, BLOCK_SIZE, K_ROWS, BOX, BLOCK_N, HALVES
    )
    there = length - (tiles - 1) * BLOCK_N
    start = 1
    if there < BLOCK_N:
        # Slots behind the last token hold anything, and zero times NaN is NaN: this tile is waited for and cleared here.
        mbarrier.expect(last, BYTES)
        copy_tile(
            value_boxes, values, last, pages, tiles - 1, 1, v_row, v_column, BLOCK_SIZE, V_ROWS, BOX, BLOCK_N, HALVES
        )
        mbarrier.wait(last, 0)
        slices = seen_as(v_tiles, value_boxes.dtype, [STAGES * HALVES * BLOCK_N // 8, 8, 64], pieces)
        clear_tail(slices, gl.maximum(there, 0), 1, BLOCK_N, HALVES)
        if tiles > 1:
            mbarrier.expect(full.index(1), BYTES)
            copy_tile(
                key_boxes, keys, full.index(1), next_pages, tiles - 2, 1, k_row, k_column,
                BLOCK_SIZE, K_ROWS, BOX, BLOCK_N, HALVES,
            )  # fmt: skip
        else:
            mbarrier.arrive(full.index(1), count=1)
        start = 2
    for step in range(start, tiles):
        stage = step % STAGES
        k_pages = pages_of(table, tiles - 1 - step, last_key, BLOCK_SIZE, BOX, BLOCK_N)
        v_pages = pages_of(table, tiles - step, last_key, BLOCK_SIZE, BOX, BLOCK_N)
        if step >= STAGES:
            barrier(FIRST_STAGE + stage, SYNC_FREE)
        mbarrier.expect(full.index(stage), 2 * BYTES)
        copy_tile(
            key_boxes, keys, full.index(stage), k_pages, tiles - 1 - step, stage, k_row, k_column,
            BLOCK_SIZE, K_ROWS, BOX, BLOCK_N, HALVES,
        )  # fmt: skip
        copy_tile(
            value_boxes, values, full.index(stage), v_pages, tiles - step, stage, v_row, v_column,
            BLOCK_SIZE, V_ROWS, BOX, BLOCK_N, HALVES,
        )  # fmt: skip
    if start <= tiles:
        stage = tiles % STAGES
        v_pages = pages_of(table, 0, last_key, BLOCK_SIZE, BOX, BLOCK_N)
        if tiles >= STAGES:
            barrier(FIRST_STAGE + stage, SYNC_FREE)
        mbarrier.expect(full.index(stage), BYTES)
        copy_tile(
            value_boxes, values, full.index(stage), v_pages, tiles * 0, stage, v_row, v_column,
            BLOCK_SIZE, V_ROWS, BOX, BLOCK_N, HALVES,
        )  # fmt: skip
    # The computing groups say once a step that a stage is free; here are those that no copy waits for.
    for step in range(gl.maximum(tiles - STAGES + 1, 0), tiles):
        barrier(FIRST_STAGE + step % STAGES, SYNC_FREE)


@gluon.jit
def row_sums(weights):
    """Sums of rows, those of each thread apart: [ROWS, 4]."""
    return gl.sum(gl.sum(weights.reshape([ROWS, weights.shape[1] // 8, 4, 2]), axis=3), axis=1)


@gluon.jit
def weigh_scores(
    scores, maximum, factor, positions, tile, last_key,
    MASKED: gl.constexpr, CAUSAL: gl.constexpr, BLOCK_N: gl.constexpr, layout: gl.constexpr,
):  # fmt: skip
    """Scores of one tile to (weights, maximum, correction); maxima are scaled, in units of log2."""
    if MASKED:
        tokens = tile * BLOCK_N + gl.arange(0, BLOCK_N, layout=gl.SliceLayout(0, layout))
        seen = (tokens < last_key)[None, :]
        if CAUSAL:
            seen = seen & (tokens[None, :] <= positions[:, None])
        scores = gl.where(seen, scores, float("-inf"))
    highest = gl.maximum(maximum, gl.max(scores, axis=1) * factor)
    highest = gl.where(highest - maximum <= LIMIT, maximum, highest)
    reference = highest
    if MASKED:
        reference = gl.where(highest == float("-inf"), 0.0, highest)
    return gl.exp2(scores * factor - reference[:, None]), highest, gl.exp2(maximum - reference)


@gluon.jit
def attend_tile(
    step, tile, q_tile, k_tiles, v_tiles, full, words, accumulator, maximum, denominator, factor, positions, last_key,
    GROUP: gl.constexpr,
    MASKED: gl.constexpr, CAUSAL: gl.constexpr, BLOCK_N: gl.constexpr, STAGES: gl.constexpr,
    scores_layout: gl.constexpr, weights_layout: gl.constexpr, dtype: gl.constexpr,
):  # fmt: skip
    """Start this tile's scores and the tile before's product with its values, and weigh the scores while the latter runs."""
    stage = step % STAGES
    mbarrier.wait(full.index(stage), step // STAGES % 2)
    # While the products of one group run, the other one weighs its scores.
    sync_turn(step, GROUP)
    zeros = gl.zeros([ROWS, BLOCK_N], gl.float32, scores_layout)
    scores = warpgroup_mma(q_tile, k_tiles.index(stage).permute((1, 0)), zeros, use_acc=False, is_async=True)
    weights = unpacked(words, dtype, weights_layout)
    running = warpgroup_mma(weights, v_tiles.index(stage), accumulator, is_async=True)
    pass_turn(step, GROUP)
    scores = warpgroup_mma_wait(1, deps=[scores])
    fresh, maximum, correction = weigh_scores(
        scores, maximum, factor, positions, tile, last_key, MASKED, CAUSAL, BLOCK_N, scores_layout
    )
    sums = hold(row_sums(fresh))
    denominator = (
        denominator * gl.convert_layout(correction, gl.SliceLayout(1, denominator.type.layout))[:, None] + sums
    )
    # Packed after the wait: the product that runs still reads the words before, whose registers these take.
    accumulator, fresh = warpgroup_mma_wait(0, deps=[running, fresh])
    words = packed(fresh, dtype)
    barrier(FIRST_STAGE + stage, PASS_FREE)
    return words, rescaled(accumulator, correction), maximum, denominator


@gluon.jit
def attend_rows(
    query, output, log_sum_exp, q_tile, k_tiles, v_tiles, full,
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
    tiles = uniform(tiles)
    masked = uniform(masked)

    rows = first_row + gl.arange(0, ROWS, layout=gl.SliceLayout(1, load_layout))
    dims = gl.arange(0, HEAD_SIZE, layout=gl.SliceLayout(0, load_layout))
    place = (start + rows // GQA).to(gl.int64) * query_stride + (kv_head * GQA + rows % GQA) * query_head_stride
    q = gl.load(query + place[:, None] + dims[None, :], mask=(rows // GQA < queries)[:, None], other=0.0)
    q_tile.store(q)
    # Each thread's stores, then all threads', before the products read them.
    fence_async_shared()
    thread_barrier()
    if GROUP == 1:
        # The first turn is the other group's.
        pass_turn(first_row, GROUP)

    rows = first_row + gl.arange(0, ROWS, layout=gl.SliceLayout(1, scores_layout))
    positions = length - queries + rows // GQA
    maximum = gl.full([ROWS], float("-inf"), gl.float32, gl.SliceLayout(1, scores_layout))
    accumulator = gl.zeros([ROWS, HEAD_SIZE], gl.float32, output_layout)

    mbarrier.wait(full.index(0), 0)
    zeros = gl.zeros([ROWS, BLOCK_N], gl.float32, scores_layout)
    scores = warpgroup_mma(q_tile, k_tiles.index(0).permute((1, 0)), zeros, use_acc=False, is_async=True)
    scores = warpgroup_mma_wait(0, deps=[scores])
    barrier(tiles * 0 + FIRST_STAGE, PASS_FREE)
    fresh, maximum, _ = weigh_scores(
        scores, maximum, factor, positions, tiles - 1, last_key, True, CAUSAL, BLOCK_N, scores_layout
    )
    denominator = row_sums(fresh)
    words = packed(fresh, dtype)
    for step in range(1, masked):
        words, accumulator, maximum, denominator = attend_tile(
            step, tiles - 1 - step, q_tile, k_tiles, v_tiles, full,
            words, accumulator, maximum, denominator, factor, positions, last_key, GROUP,
            True, CAUSAL, BLOCK_N, STAGES, scores_layout, weights_layout, dtype,
        )  # fmt: skip
    for step in range(masked, tiles):
        words, accumulator, maximum, denominator = attend_tile(
            step, tiles - 1 - step, q_tile, k_tiles, v_tiles, full,
            words, accumulator, maximum, denominator, factor, positions, last_key, GROUP,
            False, CAUSAL, BLOCK_N, STAGES, scores_layout, weights_layout, dtype,
        )  # fmt: skip
    final = tiles % STAGES
    mbarrier.wait(full.index(final), (tiles // STAGES) % 2)
    if GROUP == 0:
        # The turn that the other group passed last.
        sync_turn(tiles, GROUP)
    weights = unpacked(words, dtype, weights_layout)
    running = warpgroup_mma(weights, v_tiles.index(final), accumulator, is_async=True)
    total = gl.convert_layout(gl.sum(denominator, axis=1), gl.SliceLayout(1, scores_layout))
    accumulator = warpgroup_mma_wait(0, deps=[running])

    inverse = gl.where(total == 0.0, 0.0, 1.0) / gl.where(total == 0.0, 1.0, total)
    accumulator = accumulator * gl.convert_layout(inverse, gl.SliceLayout(1, output_layout))[:, None]
    out_rows = first_row + gl.arange(0, ROWS, layout=gl.SliceLayout(1, output_layout))
    out_dims = gl.arange(0, HEAD_SIZE, layout=gl.SliceLayout(0, output_layout))
    place = (start + out_rows // GQA).to(gl.int64) * output_stride
    place += (kv_head * GQA + out_rows % GQA) * output_head_stride
    gl.store(
        output + place[:, None] + out_dims[None, :], accumulator.to(dtype), mask=(out_rows // GQA < queries)[:, None]
    )  # fmt: skip
    if LOG_SUM_EXP:
        some = total > 0.0
        # A NaN denominator is no zero: it has to show in the output.
        value = (maximum + gl.log2(gl.where(some, total, 1.0))) * LN_2
        value = gl.where(total == 0.0, float("-inf"), gl.where(some, value, total))
        place = (start + rows // GQA).to(gl.int64) * log_sum_exp_stride + kv_head * GQA + rows % GQA
        gl.store(log_sum_exp + place, value, mask=rows // GQA < queries)


@gluon.jit
def paged_prefill_hopper(
    query, key, value, block_tables, context_lengths, query_start, output, log_sum_exp, key_boxes, value_boxes,
    sequences, scale, query_stride, query_head_stride, output_stride, output_head_stride, log_sum_exp_stride,
    table_stride,
    GQA: gl.constexpr, KV_HEADS: gl.constexpr, HEAD_SIZE: gl.constexpr, BLOCK_SIZE: gl.constexpr,
    CAUSAL: gl.constexpr, LOG_SUM_EXP: gl.constexpr,
    K_ROWS: gl.constexpr, K_HEAD_ROWS: gl.constexpr, K_HEAD_COLUMNS: gl.constexpr,
    V_ROWS: gl.constexpr, V_HEAD_ROWS: gl.constexpr, V_HEAD_COLUMNS: gl.constexpr, BOX: gl.constexpr,
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

        dtype: gl.constexpr = query.dtype.element_ty
        shared: gl.constexpr = gl.NVMMASharedLayout(swizzle_byte_width=128, element_bitwidth=16, rank=2)
        q_tiles = gl.allocate_shared_memory(dtype, [2, ROWS, HEAD_SIZE], shared)
        k_tiles = gl.allocate_shared_memory(dtype, [STAGES, BLOCK_N, HEAD_SIZE], shared)
        v_tiles = gl.allocate_shared_memory(dtype, [STAGES, BLOCK_N, HEAD_SIZE], shared)
        full = gl.allocate_shared_memory(gl.int64, [STAGES, 1], mbarrier.MBarrierLayout())
        last = gl.allocate_shared_memory(gl.int64, [1, 1], mbarrier.MBarrierLayout())
        mbarrier.init(last.index(0), count=1)
        for stage in gl.static_range(STAGES):
            mbarrier.init(full.index(stage), count=1)
        factor = scale * LOG2_E
        table = block_tables + sequence.to(gl.int64) * table_stride
        gl.warp_specialize(
            [
                (
                    attend_rows,
                    (
                        query, output, log_sum_exp, q_tiles.index(0), k_tiles, v_tiles, full,
                        first_row, start, queries, length, kv_head, factor, last_key, tiles, masked,
                        query_stride, query_head_stride, output_stride, output_head_stride, log_sum_exp_stride,
                        GQA, CAUSAL, LOG_SUM_EXP, BLOCK_N, HEAD_SIZE, STAGES, 0,
                    ),
                ),
                (
                    attend_rows,
                    (
                        query, output, log_sum_exp, q_tiles.index(1), k_tiles, v_tiles, full,
                        first_row + ROWS, start, queries, length, kv_head, factor, last_key, tiles, masked,
                        query_stride, query_head_stride, output_stride, output_head_stride, log_sum_exp_stride,
                        GQA, CAUSAL, LOG_SUM_EXP, BLOCK_N, HEAD_SIZE, STAGES, 1,
                    ),
                ),
                (
                    load_boxes,
                    (
                        key_boxes, value_boxes, table, k_tiles, v_tiles, full, last.index(0), last_key, length, tiles,
                        kv_head * K_HEAD_ROWS, kv_head * K_HEAD_COLUMNS, kv_head * V_HEAD_ROWS, kv_head * V_HEAD_COLUMNS,
                        BLOCK_SIZE, K_ROWS, V_ROWS, BOX, BLOCK_N, HEAD_SIZE, STAGES,
                    ),
                ),
            ],
            [4, 1],
            [REGISTERS, FEW_REGISTERS],
        )  # fmt: skip
