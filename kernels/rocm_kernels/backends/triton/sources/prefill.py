# ruff: noqa: SIM108, RUF005 - compile-time branches stay statements: Triton drops the one not taken; it adds tuples and unpacks none
"""Attention of many query tokens a sequence over a paged cache: prompts, chunks of prompts, and decode among them."""

import triton
import triton.language as tl

from .decode import divided, store_rows, weigh
from .elements import LOG2_E, capped, head_offsets, power_of_two, row_max, row_sum, running_sum, widen


@triton.jit
def query_part(
    rows, row_valid, PART: tl.constexpr, HEAD_SIZE: tl.constexpr, PART_D: tl.constexpr
):  # fmt: skip
    """Elements PART * PART_D and on of the query rows that start at ``rows``."""
    dims = PART * PART_D + tl.arange(0, PART_D)
    return tl.load(rows + dims[None, :], mask=row_valid[:, None] & (dims < HEAD_SIZE)[None, :], other=0.0)


@triton.jit
def load_keys(
    pointers, present,
    PART: tl.constexpr, MASKED: tl.constexpr, HEAD_SIZE: tl.constexpr, PART_D: tl.constexpr,
):  # fmt: skip
    """Keys of a tile as they are stored, [elements of part PART of the head, tokens]; what is not there is 0."""
    inside = PART * PART_D + tl.arange(0, PART_D) < HEAD_SIZE
    if MASKED:
        return tl.load(pointers, mask=present[None, :] & inside[:, None], other=0)
    elif PART * PART_D + PART_D > HEAD_SIZE:
        return tl.load(pointers, mask=inside[:, None], other=0)
    else:
        return tl.load(pointers)


@triton.jit
def load_values(
    pointers, present, page_used,
    PART: tl.constexpr, MASKED: tl.constexpr, HEAD_SIZE: tl.constexpr, PART_D: tl.constexpr, TOKENS_INNERMOST: tl.constexpr,
):  # fmt: skip
    """Values of a tile as they are stored, [tokens, elements of part PART of the head]; what is not there is 0."""
    inside = PART * PART_D + tl.arange(0, PART_D) < HEAD_SIZE
    if MASKED:
        # Where the tokens of a value lie next to each other they are loaded in vectors, used or not.
        v_mask = present[:, None] if not TOKENS_INNERMOST else page_used[:, None]
        v = tl.load(pointers, mask=v_mask & inside[None, :], other=0)
        if TOKENS_INNERMOST:
            v = tl.where(present[:, None], v, tl.full(v.shape, 0, v.dtype))
        return v
    elif PART * PART_D + PART_D > HEAD_SIZE:
        return tl.load(pointers, mask=inside[None, :], other=0)
    else:
        return tl.load(pointers)


@triton.jit
def attend(
    tile, q, score_factor, slopes, softcap, positions, last_key, window,
    maximum, denominator, accumulators,
    k_base, v_base, table, k_dims, v_dims, key_block_stride, value_block_stride,
    key_scale, value_scale, kv_head,
    MASKED: tl.constexpr, HEAD_SIZE: tl.constexpr, BLOCK_SIZE: tl.constexpr, CAUSAL: tl.constexpr,
    FORMAT: tl.constexpr, COMPUTE: tl.constexpr, HARDWARE: tl.constexpr, KEY_SCALE: tl.constexpr, VALUE_SCALE: tl.constexpr,
    K_SCALE_BLOCK: tl.constexpr, K_SCALE_HEAD: tl.constexpr, K_SCALE_TOKEN: tl.constexpr,
    V_SCALE_BLOCK: tl.constexpr, V_SCALE_HEAD: tl.constexpr, V_SCALE_TOKEN: tl.constexpr,
    ALIBI: tl.constexpr, WINDOW: tl.constexpr, SOFTCAP: tl.constexpr, PRECISION: tl.constexpr,
    K_TOKEN_LANES: tl.constexpr, K_TOKEN: tl.constexpr, K_TOKEN_INNER: tl.constexpr,
    K_DIM_LANES: tl.constexpr, K_DIM: tl.constexpr, K_DIM_INNER: tl.constexpr,
    V_TOKEN_LANES: tl.constexpr, V_TOKEN: tl.constexpr, V_TOKEN_INNER: tl.constexpr,
    V_DIM_LANES: tl.constexpr, V_DIM: tl.constexpr, V_DIM_INNER: tl.constexpr,
    BLOCK_N: tl.constexpr, PART_D: tl.constexpr, PARTS: tl.constexpr, FOLD: tl.constexpr,
):  # fmt: skip
    """Take one tile of keys into the running softmax: (maximum, denominator, accumulators).

    Without MASKED every key of the tile is seen by every row. ``last_key`` is the number of keys that some row sees.
    """
    TOKENS_INNERMOST: tl.constexpr = V_TOKEN == 1 or V_TOKEN_INNER == 1
    lanes = tl.arange(0, BLOCK_N)
    tokens = tile * BLOCK_N + lanes
    if BLOCK_N % BLOCK_SIZE == 0:
        column = tile * (BLOCK_N // BLOCK_SIZE) + lanes // BLOCK_SIZE
        slot = lanes % BLOCK_SIZE
    else:
        column = tokens // BLOCK_SIZE
        slot = tokens % BLOCK_SIZE
    present = tokens < last_key
    page_used = column * BLOCK_SIZE < last_key
    if MASKED:
        page = tl.load(table + column, mask=page_used, other=0).to(tl.int64)
    else:
        page = tl.load(table + column).to(tl.int64)
    k_tokens = page * key_block_stride + head_offsets(slot, K_TOKEN_LANES, K_TOKEN, K_TOKEN_INNER)
    v_tokens = page * value_block_stride + head_offsets(slot, V_TOKEN_LANES, V_TOKEN, V_TOKEN_INNER)
    k_pointers = k_base + k_tokens[None, :] + k_dims[:, None]
    v_pointers = v_base + v_tokens[:, None] + v_dims[None, :]
    k = load_keys(k_pointers, present, 0, MASKED, HEAD_SIZE, PART_D)
    if PARTS == 1:
        # Under way while the scores wait for the keys.
        v = load_values(v_pointers, present, page_used, 0, MASKED, HEAD_SIZE, PART_D, TOKENS_INNERMOST)
    scores = tl.dot(q[0], widen(k, FORMAT, COMPUTE, HARDWARE), input_precision=PRECISION)
    for part in tl.static_range(1, PARTS):
        first = head_offsets(part * PART_D, K_DIM_LANES, K_DIM, K_DIM_INNER)
        k = load_keys(k_pointers + first, present, part, MASKED, HEAD_SIZE, PART_D)
        scores = tl.dot(q[part], widen(k, FORMAT, COMPUTE, HARDWARE), scores, input_precision=PRECISION)
    if not FOLD:
        scores = scores * score_factor[:, None]
    if KEY_SCALE == "token":
        k_factor = tl.load(
            key_scale + page * K_SCALE_BLOCK + kv_head * K_SCALE_HEAD + slot * K_SCALE_TOKEN, mask=present, other=0.0
        )  # fmt: skip
        scores = scores * k_factor[None, :]
    if SOFTCAP:
        scores = capped(scores, softcap) * LOG2_E
    if ALIBI:
        scores = scores + slopes[:, None] * (tokens[None, :] - positions[:, None]).to(tl.float32)
    if MASKED:
        seen = present[None, :]
        if CAUSAL:
            seen = seen & (tokens[None, :] <= positions[:, None])
        if WINDOW:
            seen = seen & (tokens[None, :] > positions[:, None] - window)
        scores = tl.where(seen, scores, float("-inf"))
    # With positive factors the largest scaled score is the largest score, scaled: one multiply-add a score is saved.
    highest = tl.maximum(maximum, row_max(scores, 1) * score_factor if FOLD else row_max(scores, 1))
    reference = tl.where(highest == float("-inf"), 0.0, highest) if MASKED else highest
    if FOLD:
        weights = tl.exp2(scores * score_factor[:, None] - reference[:, None])
    else:
        weights = tl.exp2(scores - reference[:, None])
    correction = tl.exp2(maximum - reference)
    denominator = denominator * correction + row_sum(weights, 1)
    weight_factor = tl.full((q[0].shape[0],), 1.0, tl.float32)
    if VALUE_SCALE == "token":
        v_factor = tl.load(
            value_scale + page * V_SCALE_BLOCK + kv_head * V_SCALE_HEAD + slot * V_SCALE_TOKEN, mask=present, other=0.0
        )  # fmt: skip
        weights = weights * v_factor[None, :]
        weight_factor = power_of_two(row_max(tl.abs(weights), 1))
        weights = weights / weight_factor[:, None]
    weights = weights.to(COMPUTE)
    added = ()
    for part in tl.static_range(PARTS):
        if PARTS > 1:
            first = head_offsets(part * PART_D, V_DIM_LANES, V_DIM, V_DIM_INNER)
            v = load_values(v_pointers + first, present, page_used, part, MASKED, HEAD_SIZE, PART_D, TOKENS_INNERMOST)
        values = widen(v, FORMAT, COMPUTE, HARDWARE)
        accumulator = weigh(accumulators[part], weights, values, correction, weight_factor, VALUE_SCALE, PRECISION)
        added = added + (accumulator,)  # type: ignore[assignment]  # it grows as it is compiled
    return highest, denominator, added


@triton.jit
def paged_prefill(
    query, key, value, block_tables, context_lengths, query_start, output, log_sum_exp,
    key_scale, value_scale, alibi_slopes, sinks,
    sequences, scale, softcap, window,
    query_stride, query_head_stride, output_stride, output_head_stride, log_sum_exp_stride, table_stride,
    key_block_stride, value_block_stride,
    # the request
    GQA: tl.constexpr, KV_HEADS: tl.constexpr, HEAD_SIZE: tl.constexpr, BLOCK_SIZE: tl.constexpr, CAUSAL: tl.constexpr,
    FORMAT: tl.constexpr, COMPUTE: tl.constexpr, HARDWARE: tl.constexpr,
    KEY_SCALE: tl.constexpr, VALUE_SCALE: tl.constexpr,
    K_SCALE_BLOCK: tl.constexpr, K_SCALE_HEAD: tl.constexpr, K_SCALE_TOKEN: tl.constexpr,
    V_SCALE_BLOCK: tl.constexpr, V_SCALE_HEAD: tl.constexpr, V_SCALE_TOKEN: tl.constexpr,
    ALIBI: tl.constexpr, WINDOW: tl.constexpr, SINKS: tl.constexpr, SOFTCAP: tl.constexpr, LOG_SUM_EXP: tl.constexpr,
    NORMALISE_QUERY: tl.constexpr, PRECISION: tl.constexpr,
    # the layout, as in decode
    K_HEAD: tl.constexpr, K_TOKEN_LANES: tl.constexpr, K_TOKEN: tl.constexpr, K_TOKEN_INNER: tl.constexpr,
    K_DIM_LANES: tl.constexpr, K_DIM: tl.constexpr, K_DIM_INNER: tl.constexpr,
    V_HEAD: tl.constexpr, V_TOKEN_LANES: tl.constexpr, V_TOKEN: tl.constexpr, V_TOKEN_INNER: tl.constexpr,
    V_DIM_LANES: tl.constexpr, V_DIM: tl.constexpr, V_DIM_INNER: tl.constexpr,
    # the configuration
    SEQUENCES: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, PART_D: tl.constexpr, STAGES: tl.constexpr,
    FOLD: tl.constexpr, CLEAR_LOOP: tl.constexpr,
):  # fmt: skip
    """Attend BLOCK_M rows of one sequence and KV head; row r of a sequence is query token r // GQA, head r % GQA of the group.

    So a group of any size fills its tiles, and one token of a decoding sequence fills GQA rows of one. Programs that find no
    tile (the grid is bounded by maxima, not by lengths) leave at once; the last tiles of a sequence, which see most keys, start
    first. The head is taken in parts of PART_D elements, each with a product of its own: fewer registers at a time.
    CLEAR_LOOP: tiles that every row sees whole go through a loop of their own, without masks.
    """
    PARTS: tl.constexpr = (HEAD_SIZE + PART_D - 1) // PART_D
    index = tl.arange(0, SEQUENCES)
    valid = index < sequences
    starts = tl.load(query_start + index, mask=valid, other=0)
    queries_each = tl.load(query_start + index + 1, mask=valid, other=0) - starts
    ends = running_sum(tl.where(valid, (queries_each * GQA + BLOCK_M - 1) // BLOCK_M, 0))
    total = row_max(ends, 0)
    place = total - 1 - tl.program_id(0)
    kv_head = tl.program_id(1)
    if place >= 0:
        passed = ends <= place
        sequence = row_sum(tl.where(passed, 1, 0), 0)
        first_row = (place - row_max(tl.where(passed, ends, 0), 0)) * BLOCK_M
        here = index == sequence
        start = row_sum(tl.where(here, starts, 0), 0)
        queries = row_sum(tl.where(here, queries_each, 0), 0)
        length = tl.load(context_lengths + sequence)

        rows = first_row + tl.arange(0, BLOCK_M)
        tokens = rows // GQA
        heads = kv_head * GQA + rows % GQA
        row_valid = tokens < queries
        positions = length - queries + tokens
        q_rows = query + (start + tokens).to(tl.int64)[:, None] * query_stride + heads[:, None] * query_head_stride
        loaded = ()
        for part in tl.static_range(PARTS):
            loaded = loaded + (query_part(q_rows, row_valid, part, HEAD_SIZE, PART_D),)  # type: ignore[assignment]
        score_factor = tl.full((BLOCK_M,), 1.0, tl.float32) * scale
        magnitude = score_factor
        if NORMALISE_QUERY:
            largest = row_max(tl.abs(loaded[0].to(tl.float32)), 1)  # type: ignore[misc]
            for part in tl.static_range(1, PARTS):
                largest = tl.maximum(largest, row_max(tl.abs(loaded[part].to(tl.float32)), 1))
            magnitude = power_of_two(largest)
        q = ()
        for part in tl.static_range(PARTS):
            q = q + (divided(loaded[part], magnitude, NORMALISE_QUERY, COMPUTE),)  # type: ignore[assignment]
        if NORMALISE_QUERY:
            score_factor = score_factor * magnitude
        value_factor = 1.0
        if KEY_SCALE == "head":
            score_factor = score_factor * tl.load(key_scale + kv_head * K_SCALE_HEAD)
        if VALUE_SCALE == "head":
            value_factor = tl.load(value_scale + kv_head * V_SCALE_HEAD)
        slopes = score_factor
        if ALIBI:
            slopes = tl.load(alibi_slopes + heads, mask=row_valid, other=0.0) * LOG2_E
        if not SOFTCAP:
            score_factor = score_factor * LOG2_E

        dims = tl.arange(0, PART_D)
        k_dims = head_offsets(dims, K_DIM_LANES, K_DIM, K_DIM_INNER)
        v_dims = head_offsets(dims, V_DIM_LANES, V_DIM, V_DIM_INNER)
        table = block_tables + sequence.to(tl.int64) * table_stride
        k_base = key + kv_head * K_HEAD
        v_base = value + kv_head * V_HEAD
        first_position = length - queries + first_row // GQA
        last_position = tl.minimum(length - queries + (first_row + BLOCK_M - 1) // GQA, length - 1)
        last_key = length
        clear = length // BLOCK_N
        if CAUSAL:
            last_key = tl.maximum(last_position + 1, 0)
            clear = tl.maximum(first_position + 1, 0) // BLOCK_N
        first_tile = 0
        if WINDOW:
            first_tile = tl.maximum(first_position - window + 1, 0) // BLOCK_N
        if WINDOW or not CLEAR_LOOP:
            clear = first_tile
        last_tile = (last_key + BLOCK_N - 1) // BLOCK_N

        maximum = tl.full((BLOCK_M,), float("-inf"), tl.float32)
        denominator = tl.full((BLOCK_M,), 0.0, tl.float32)
        accumulators = ()
        for _ in tl.static_range(PARTS):
            accumulators = accumulators + (tl.full((BLOCK_M, PART_D), 0.0, tl.float32),)  # type: ignore[assignment]
        if CLEAR_LOOP and not WINDOW:
            for tile in tl.range(0, clear, num_stages=STAGES):
                maximum, denominator, accumulators = attend(
                    tile, q, score_factor, slopes, softcap, positions, last_key, window, maximum, denominator, accumulators,
                    k_base, v_base, table, k_dims, v_dims, key_block_stride, value_block_stride,
                    key_scale, value_scale, kv_head, False, HEAD_SIZE, BLOCK_SIZE,
                    CAUSAL, FORMAT, COMPUTE, HARDWARE, KEY_SCALE, VALUE_SCALE,
                    K_SCALE_BLOCK, K_SCALE_HEAD, K_SCALE_TOKEN, V_SCALE_BLOCK, V_SCALE_HEAD, V_SCALE_TOKEN,
                    ALIBI, WINDOW, SOFTCAP, PRECISION, K_TOKEN_LANES, K_TOKEN, K_TOKEN_INNER, K_DIM_LANES, K_DIM, K_DIM_INNER,
                    V_TOKEN_LANES, V_TOKEN, V_TOKEN_INNER, V_DIM_LANES, V_DIM, V_DIM_INNER, BLOCK_N, PART_D, PARTS, FOLD,
                )  # fmt: skip
        for tile in tl.range(clear, last_tile, num_stages=STAGES):
            maximum, denominator, accumulators = attend(
                tile, q, score_factor, slopes, softcap, positions, last_key, window, maximum, denominator, accumulators,
                k_base, v_base, table, k_dims, v_dims, key_block_stride, value_block_stride, key_scale, value_scale, kv_head,
                True, HEAD_SIZE, BLOCK_SIZE, CAUSAL, FORMAT, COMPUTE, HARDWARE, KEY_SCALE, VALUE_SCALE,
                K_SCALE_BLOCK, K_SCALE_HEAD, K_SCALE_TOKEN, V_SCALE_BLOCK, V_SCALE_HEAD, V_SCALE_TOKEN,
                ALIBI, WINDOW, SOFTCAP, PRECISION, K_TOKEN_LANES, K_TOKEN, K_TOKEN_INNER, K_DIM_LANES, K_DIM, K_DIM_INNER,
                V_TOKEN_LANES, V_TOKEN, V_TOKEN_INNER, V_DIM_LANES, V_DIM, V_DIM_INNER, BLOCK_N, PART_D, PARTS, FOLD,
            )  # fmt: skip
        seen = tl.where(positions >= 0, length, 0) if CAUSAL else tl.full((BLOCK_M,), 0, tl.int32) + length
        for part in tl.static_range(PARTS):
            store_rows(
                accumulators[part], maximum, denominator, seen, start + tokens, heads, row_valid, value_factor,
                output + part * PART_D, log_sum_exp, sinks, output_stride, output_head_stride, log_sum_exp_stride,
                HEAD_SIZE - part * PART_D, PART_D, SINKS, LOG_SUM_EXP and part == 0,
            )  # fmt: skip
