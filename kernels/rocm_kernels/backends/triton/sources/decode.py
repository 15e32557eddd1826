"""Decode over a paged cache: one query token a sequence, the work cut into equal shares along the keys."""

import triton
import triton.language as tl

from .elements import (
    LN_2,
    LOG2_E,
    capped,
    head_offsets,
    power_of_two,
    row_max,
    row_sum,
    running_sum,
    widen,
    widen_words,
)


@triton.jit
def sequence_tiles(lengths, WINDOW: tl.constexpr, window, BLOCK_N: tl.constexpr):
    """(first tile, tiles) that hold the visible tokens of each length; at least one, so that length 0 is written too."""
    last = (lengths + BLOCK_N - 1) // BLOCK_N
    first = last * 0
    if WINDOW:
        first = tl.maximum(lengths - window, 0) // BLOCK_N
    return first, tl.maximum(last - first, 1)


@triton.jit
def load_lengths(context_lengths, sequences, SEQUENCES: tl.constexpr):
    """The lengths of all sequences in one vector of SEQUENCES, and a vector that is 1 where a sequence is, 0 beyond."""
    index = tl.arange(0, SEQUENCES)
    lengths = tl.load(context_lengths + index, mask=index < sequences, other=0)
    return lengths, tl.where(index < sequences, 1, 0)


@triton.jit
def schedule(lengths, present, runs, window, LISTED: tl.constexpr, WINDOW: tl.constexpr, BLOCK_N: tl.constexpr):
    """(inclusive prefix sums of the tiles a sequence, tiles in the list, tiles a run); LISTED units a sequence are listed."""
    _, tiles = sequence_tiles(lengths, WINDOW, window, BLOCK_N)
    ends = running_sum(tiles * present)
    total = row_max(ends, 0) * LISTED
    return ends, total, (total + runs - 1) // runs


@triton.jit
def store_rows(
    accumulator, maximum, denominator, length, sequence, heads, row_valid, value_factor,
    output, log_sum_exp, sinks,
    output_stride, output_head_stride, log_sum_exp_stride,
    HEAD_SIZE: tl.constexpr, BLOCK_D: tl.constexpr, SINKS: tl.constexpr, LOG_SUM_EXP: tl.constexpr,
):  # fmt: skip
    """Normalise rows and write them; maxima are in units of log2.

    ``sequence`` is the row of the output, one for all or one each; where ``length`` is 0 the output is 0.
    """
    dims = tl.arange(0, BLOCK_D)
    if SINKS:
        sink = tl.load(sinks + heads, mask=row_valid, other=0.0) * LOG2_E
        highest = tl.maximum(maximum, sink)
        shift = tl.exp2(tl.where(highest == float("-inf"), 0.0, maximum - highest))
        denominator = denominator * shift + tl.exp2(tl.where(highest == float("-inf"), float("-inf"), sink - highest))
        accumulator = accumulator * shift[:, None]
        maximum = highest
    denominator = tl.where(length > 0, denominator, 0.0)
    some = denominator > 0.0
    # A NaN denominator is no zero: it has to show in the output.
    inverse = tl.where(denominator == 0.0, 0.0, value_factor) / tl.where(denominator == 0.0, 1.0, denominator)
    rows = accumulator * inverse[:, None]
    place = sequence.to(tl.int64) * output_stride + heads * output_head_stride
    pointers = output + place[:, None] + dims[None, :]
    tl.store(pointers, rows.to(output.dtype.element_ty), mask=row_valid[:, None] & (dims < HEAD_SIZE)[None, :])
    if LOG_SUM_EXP:
        value = (maximum + tl.log2(tl.where(some, denominator, 1.0))) * LN_2
        value = tl.where(denominator == 0.0, float("-inf"), tl.where(some, value, denominator))
        tl.store(log_sum_exp + sequence.to(tl.int64) * log_sum_exp_stride + heads, value, mask=row_valid)


@triton.jit
def divided(q, magnitude, NORMALISE: tl.constexpr, COMPUTE: tl.constexpr):
    """Query rows in the type of the matrix product, divided by powers of two where NORMALISE."""
    if NORMALISE:
        q = q.to(tl.float32) / magnitude[:, None]
    return q.to(COMPUTE)


@triton.jit
def weigh(accumulator, weights, values, correction, magnitude, VALUE_SCALE: tl.constexpr, PRECISION: tl.constexpr):
    """accumulator * correction + weights @ values; ``magnitude`` was divided out of the weights where scales are per token."""
    accumulator = accumulator * correction[:, None]
    if VALUE_SCALE == "token":
        return accumulator + tl.dot(weights, values, input_precision=PRECISION) * magnitude[:, None]
    else:
        return tl.dot(weights, values, accumulator, input_precision=PRECISION)


@triton.jit
def merge_rows(
    partial_output, partial_statistics, first_program, parts, programs, row_valid,
    BLOCK_M: tl.constexpr, BLOCK_D: tl.constexpr, HEAD_SIZE: tl.constexpr, TOGETHER: tl.constexpr,
):  # fmt: skip
    """Join the partial results of the programs that share one unit, TOGETHER apart: (accumulator, maximum, denominator)."""
    rows = tl.arange(0, BLOCK_M)
    dims = tl.arange(0, BLOCK_D)
    maximum = tl.full((BLOCK_M,), float("-inf"), tl.float32)
    denominator = tl.full((BLOCK_M,), 0.0, tl.float32)
    accumulator = tl.full((BLOCK_M, BLOCK_D), 0.0, tl.float32)
    for start in range(0, parts, 2):
        for step in tl.static_range(2):
            part = start + step
            mask = tl.where(row_valid, part, parts) < parts
            # The first program ends inside the unit (its second slot), the others begin inside it (their first).
            place = ((first_program + part * TOGETHER) * 2 + tl.where(part == 0, 1, 0)) * BLOCK_M + rows
            top = tl.load(partial_statistics + place, mask=mask, other=float("-inf"), cache_modifier=".cg")
            mass = tl.load(
                partial_statistics + 2 * programs * BLOCK_M + place, mask=mask, other=0.0, cache_modifier=".cg"
            )  # fmt: skip
            tile = tl.load(
                partial_output + place.to(tl.int64)[:, None] * BLOCK_D + dims[None, :],
                mask=mask[:, None] & (dims < HEAD_SIZE)[None, :], other=0.0, cache_modifier=".cg",
            )  # fmt: skip
            highest = tl.maximum(maximum, top)
            base = tl.where(highest == float("-inf"), 0.0, highest)
            old, new = tl.exp2(maximum - base), tl.exp2(top - base)
            accumulator = accumulator * old[:, None] + tile * new[:, None]
            denominator = denominator * old + mass * new
            maximum = highest
    return accumulator, maximum, denominator


@triton.jit
def paged_decode(
    query, key, value, block_tables, context_lengths, output, log_sum_exp,
    key_scale, value_scale, alibi_slopes, sinks,
    partial_output, partial_statistics, arrivals,
    sequences, scale, softcap, window,
    query_stride, query_head_stride, output_stride, output_head_stride, log_sum_exp_stride, table_stride,
    key_block_stride, value_block_stride,
    # the request
    GQA: tl.constexpr, KV_HEADS: tl.constexpr, HEAD_SIZE: tl.constexpr, BLOCK_SIZE: tl.constexpr,
    FORMAT: tl.constexpr, COMPUTE: tl.constexpr, HARDWARE: tl.constexpr,
    KEY_SCALE: tl.constexpr, VALUE_SCALE: tl.constexpr,
    K_SCALE_BLOCK: tl.constexpr, K_SCALE_HEAD: tl.constexpr, K_SCALE_TOKEN: tl.constexpr,
    V_SCALE_BLOCK: tl.constexpr, V_SCALE_HEAD: tl.constexpr, V_SCALE_TOKEN: tl.constexpr,
    ALIBI: tl.constexpr, WINDOW: tl.constexpr, SINKS: tl.constexpr, SOFTCAP: tl.constexpr, LOG_SUM_EXP: tl.constexpr,
    NORMALISE_QUERY: tl.constexpr, PRECISION: tl.constexpr,
    # the layout: strides of a head, of a token (outer and inner axis), of an element of a head (outer and inner axis)
    K_HEAD: tl.constexpr, K_TOKEN_LANES: tl.constexpr, K_TOKEN: tl.constexpr, K_TOKEN_INNER: tl.constexpr,
    K_DIM_LANES: tl.constexpr, K_DIM: tl.constexpr, K_DIM_INNER: tl.constexpr,
    V_HEAD: tl.constexpr, V_TOKEN_LANES: tl.constexpr, V_TOKEN: tl.constexpr, V_TOKEN_INNER: tl.constexpr,
    V_DIM_LANES: tl.constexpr, V_DIM: tl.constexpr, V_DIM_INNER: tl.constexpr,
    # the configuration
    SEQUENCES: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_D: tl.constexpr,
    KEY_WORDS: tl.constexpr, VALUE_WORDS: tl.constexpr, STAGES: tl.constexpr,
    LAZY_SUM: tl.constexpr, FUSED_MERGE: tl.constexpr, DEPENDENT: tl.constexpr, TOGETHER: tl.constexpr,
):  # fmt: skip
    """Attend one share of the batch.

    All (sequence, group of BLOCK_M query heads of one KV head, tile of BLOCK_N tokens) are numbered in this order and dealt
    out in equal runs, so that ragged batches are balanced with no plan made on the host. TOGETHER neighbouring groups go
    through one list with a program each, so that they read the same pages at the same time. A unit (sequence, group) inside
    one program is written at once; the parts of a unit that several programs share go to the workspace, where the last to
    arrive joins them (FUSED_MERGE: best where many rows have few parts) or the kernel ``merge_parts`` does.
    """
    HEAD_TILES: tl.constexpr = (GQA + BLOCK_M - 1) // BLOCK_M
    UNITS: tl.constexpr = KV_HEADS * HEAD_TILES
    LISTED: tl.constexpr = UNITS // TOGETHER
    TOKENS_INNERMOST: tl.constexpr = V_TOKEN == 1 or V_TOKEN_INNER == 1
    program = tl.program_id(0)
    programs = tl.num_programs(0)
    if DEPENDENT:
        # The kernel before this one may still be running: nothing it writes is touched above this line.
        tl.extra.cuda.gdc_wait()
        tl.extra.cuda.gdc_launch_dependents()
    lengths, present = load_lengths(context_lengths, sequences, SEQUENCES)
    ends, total, share = schedule(lengths, present, programs // TOGETHER, window, LISTED, WINDOW, BLOCK_N)
    member = program % TOGETHER
    position = program // TOGETHER * share
    end = tl.minimum(position + share, total)

    rows = tl.arange(0, BLOCK_M)
    dims = tl.arange(0, BLOCK_D)
    lanes = tl.arange(0, BLOCK_N)
    # Elements of one byte whose head is contiguous are read four at a time, as words: a matrix operand needs pairs of tokens,
    # and there is no transposing load of bytes.
    k_words = tl.arange(0, BLOCK_D // KEY_WORDS)
    v_words = tl.arange(0, BLOCK_D // VALUE_WORDS)
    k_dims = head_offsets(k_words, K_DIM_LANES, K_DIM, K_DIM_INNER)
    v_dims = head_offsets(v_words, V_DIM_LANES, V_DIM, V_DIM_INNER)
    if KEY_WORDS == 4:
        key = key.to(tl.pointer_type(tl.int32), bitcast=True)
    if VALUE_WORDS == 4:
        value = value.to(tl.pointer_type(tl.int32), bitcast=True)

    while position < end:
        passed = ends * LISTED <= position
        sequence = row_sum(tl.where(passed, 1, 0), 0)
        base = row_max(tl.where(passed, ends, 0), 0) * LISTED
        length = row_sum(tl.where(tl.arange(0, SEQUENCES) == sequence, lengths, 0), 0)
        first_tile, tiles = sequence_tiles(length, WINDOW, window, BLOCK_N)
        listed = (position - base) // tiles
        unit = listed * TOGETHER + member
        unit_start = base + listed * tiles
        start = position - unit_start
        stop = tl.minimum(tiles, start + end - position)

        kv_head = unit // HEAD_TILES
        row = (unit % HEAD_TILES) * BLOCK_M + rows
        row_valid = row < GQA
        heads = kv_head * GQA + row
        q_row = query + sequence.to(tl.int64) * query_stride + heads[:, None] * query_head_stride
        q_mask = row_valid[:, None] & (k_words * KEY_WORDS < HEAD_SIZE)[None, :]
        q = tl.load(q_row + k_words[None, :] * KEY_WORDS, mask=q_mask, other=0.0)
        score_factor = tl.full((BLOCK_M,), 1.0, tl.float32) * scale
        magnitude = tl.full((BLOCK_M,), 1.0, tl.float32)
        if KEY_WORDS == 4:
            # The elements that meet byte 1, 2 and 3 of the words.
            q_1 = tl.load(q_row + k_words[None, :] * 4 + 1, mask=q_mask, other=0.0)
            q_2 = tl.load(q_row + k_words[None, :] * 4 + 2, mask=q_mask, other=0.0)
            q_3 = tl.load(q_row + k_words[None, :] * 4 + 3, mask=q_mask, other=0.0)
            if NORMALISE_QUERY:
                largest = tl.maximum(
                    tl.maximum(tl.abs(q.to(tl.float32)), tl.abs(q_1.to(tl.float32))),
                    tl.maximum(tl.abs(q_2.to(tl.float32)), tl.abs(q_3.to(tl.float32))),
                )
                magnitude = power_of_two(row_max(largest, 1))
            q_1 = divided(q_1, magnitude, NORMALISE_QUERY, COMPUTE)
            q_2 = divided(q_2, magnitude, NORMALISE_QUERY, COMPUTE)
            q_3 = divided(q_3, magnitude, NORMALISE_QUERY, COMPUTE)
        elif NORMALISE_QUERY:
            magnitude = power_of_two(row_max(tl.abs(q.to(tl.float32)), 1))
        # bf16 to fp16 without loss of range: each row is divided by a power of two.
        q = divided(q, magnitude, NORMALISE_QUERY, COMPUTE)
        score_factor = score_factor * magnitude
        value_factor = 1.0
        if KEY_SCALE == "head":
            score_factor = score_factor * tl.load(key_scale + kv_head * K_SCALE_HEAD)
        if VALUE_SCALE == "head":
            value_factor = tl.load(value_scale + kv_head * V_SCALE_HEAD)
        if ALIBI:
            slopes = tl.load(alibi_slopes + heads, mask=row_valid, other=0.0) * LOG2_E
        if not SOFTCAP:
            score_factor = score_factor * LOG2_E

        maximum = tl.full((BLOCK_M,), float("-inf"), tl.float32)
        denominator = tl.full((BLOCK_M,), 0.0, tl.float32)
        accumulator = tl.full((BLOCK_M, BLOCK_D // VALUE_WORDS), 0.0, tl.float32)
        if VALUE_WORDS == 4:
            accumulator_1 = tl.full((BLOCK_M, BLOCK_D // 4), 0.0, tl.float32)
            accumulator_2 = tl.full((BLOCK_M, BLOCK_D // 4), 0.0, tl.float32)
            accumulator_3 = tl.full((BLOCK_M, BLOCK_D // 4), 0.0, tl.float32)
        table = block_tables + sequence.to(tl.int64) * table_stride
        k_base = key + kv_head * K_HEAD
        v_base = value + kv_head * V_HEAD
        if LAZY_SUM:
            masses = tl.full((BLOCK_M, BLOCK_N), 0.0, tl.float32)
        for tile in tl.range(first_tile + start, first_tile + stop, num_stages=STAGES):
            tokens = tile * BLOCK_N + lanes
            visible = tokens < length
            if WINDOW:
                visible = visible & (tokens >= length - window)
            if BLOCK_N % BLOCK_SIZE == 0:
                column = tile * (BLOCK_N // BLOCK_SIZE) + lanes // BLOCK_SIZE
                slot = lanes % BLOCK_SIZE
            else:
                column = tokens // BLOCK_SIZE
                slot = tokens % BLOCK_SIZE
            # Masked by page, not by token, so that the compiler sees the tokens of a page at one place.
            page_used = column * BLOCK_SIZE < length
            if WINDOW:
                page_used = page_used & ((column + 1) * BLOCK_SIZE > length - window)
            page = tl.load(table + column, mask=page_used, other=0).to(tl.int64)
            k_tokens = page * key_block_stride + head_offsets(slot, K_TOKEN_LANES, K_TOKEN, K_TOKEN_INNER)
            v_tokens = page * value_block_stride + head_offsets(slot, V_TOKEN_LANES, V_TOKEN, V_TOKEN_INNER)
            # Where the tokens of a value lie next to each other they are loaded in vectors, used or not.
            v_mask = visible[:, None] if not TOKENS_INNERMOST else page_used[:, None]
            k_mask = visible[None, :]
            if HEAD_SIZE != BLOCK_D:
                k_mask = k_mask & (k_words * KEY_WORDS < HEAD_SIZE)[:, None]
                v_mask = v_mask & (v_words * VALUE_WORDS < HEAD_SIZE)[None, :]
            # What lies in slots that hold nothing, NaN too, never gets into a product: it would spread as 0 * NaN.
            k = tl.load(k_base + k_tokens[None, :] + k_dims[:, None], mask=k_mask, other=0)
            if KEY_WORDS == 4:
                k_0, k_1, k_2, k_3 = widen_words(k, FORMAT, COMPUTE, HARDWARE)
                scores = tl.dot(q, k_0, input_precision=PRECISION)
                scores = tl.dot(q_1, k_1, scores, input_precision=PRECISION)
                scores = tl.dot(q_2, k_2, scores, input_precision=PRECISION)
                scores = tl.dot(q_3, k_3, scores, input_precision=PRECISION)
            else:
                scores = tl.dot(q, widen(k, FORMAT, COMPUTE, HARDWARE), input_precision=PRECISION)
            scores = scores * score_factor[:, None]
            if KEY_SCALE == "token":
                k_factor = tl.load(
                    key_scale + page * K_SCALE_BLOCK + kv_head * K_SCALE_HEAD + slot * K_SCALE_TOKEN,
                    mask=visible, other=0.0,
                )  # fmt: skip
                scores = scores * k_factor[None, :]
            if SOFTCAP:
                scores = capped(scores, softcap) * LOG2_E
            if ALIBI:
                scores = scores + slopes[:, None] * (tokens - (length - 1)).to(tl.float32)[None, :]
            scores = tl.where(visible[None, :], scores, float("-inf"))

            highest = tl.maximum(maximum, row_max(scores, 1))
            reference = tl.where(highest == float("-inf"), 0.0, highest)
            weights = tl.exp2(scores - reference[:, None])
            correction = tl.exp2(maximum - reference)
            if LAZY_SUM:
                # Summed over the threads once, after the loop.
                masses = masses * correction[:, None] + weights
            else:
                denominator = denominator * correction + row_sum(weights, 1)
            maximum = highest

            v = tl.load(v_base + v_tokens[:, None] + v_dims[None, :], mask=v_mask, other=0)
            if TOKENS_INNERMOST:
                v = tl.where(visible[:, None], v, tl.full((BLOCK_N, BLOCK_D), 0, v.dtype))
            weight_factor = tl.full((BLOCK_M,), 1.0, tl.float32)
            if VALUE_SCALE == "token":
                v_factor = tl.load(
                    value_scale + page * V_SCALE_BLOCK + kv_head * V_SCALE_HEAD + slot * V_SCALE_TOKEN,
                    mask=visible, other=0.0,
                )  # fmt: skip
                weights = weights * v_factor[None, :]
                # The weights of a row may now have any magnitude: bring them back into the range of 16 bit.
                weight_factor = power_of_two(row_max(tl.abs(weights), 1))
                weights = weights / weight_factor[:, None]
            weights = weights.to(COMPUTE)
            if VALUE_WORDS == 4:
                v_0, v_1, v_2, v_3 = widen_words(v, FORMAT, COMPUTE, HARDWARE)
                accumulator = weigh(accumulator, weights, v_0, correction, weight_factor, VALUE_SCALE, PRECISION)
                accumulator_1 = weigh(accumulator_1, weights, v_1, correction, weight_factor, VALUE_SCALE, PRECISION)
                accumulator_2 = weigh(accumulator_2, weights, v_2, correction, weight_factor, VALUE_SCALE, PRECISION)
                accumulator_3 = weigh(accumulator_3, weights, v_3, correction, weight_factor, VALUE_SCALE, PRECISION)
            else:
                v = widen(v, FORMAT, COMPUTE, HARDWARE)
                accumulator = weigh(accumulator, weights, v, correction, weight_factor, VALUE_SCALE, PRECISION)

        if LAZY_SUM:
            denominator = row_sum(masses, 1)
        if VALUE_WORDS == 4:
            # Word w held the elements 4 w to 4 w + 3.
            even = tl.join(accumulator, accumulator_2)
            odd = tl.join(accumulator_1, accumulator_3)
            accumulator = tl.reshape(tl.join(even, odd), (BLOCK_M, BLOCK_D))
        if stop - start == tiles:
            store_rows(
                accumulator, maximum, denominator, length, sequence, heads, row_valid, value_factor,
                output, log_sum_exp, sinks, output_stride, output_head_stride, log_sum_exp_stride,
                HEAD_SIZE, BLOCK_D, SINKS, LOG_SUM_EXP,
            )  # fmt: skip
        else:
            slot = program.to(tl.int64) * 2 + tl.where(start == 0, 1, 0)
            tl.store(partial_statistics + slot * BLOCK_M + rows, maximum, mask=row_valid)
            tl.store(partial_statistics + (slot + 2 * programs) * BLOCK_M + rows, denominator, mask=row_valid)
            tl.store(
                partial_output + (slot * BLOCK_M + rows[:, None]) * BLOCK_D + dims[None, :],
                accumulator, mask=row_valid[:, None] & (dims < HEAD_SIZE)[None, :],
            )  # fmt: skip
            if FUSED_MERGE:
                first_run = unit_start // share
                parts = (unit_start + tiles - 1) // share - first_run + 1
                # All threads' parts are stored before one thread announces them at the scope of the device.
                tl.debug_barrier()
                arrived = tl.atomic_add(arrivals + sequence * UNITS + unit, 1, sem="acq_rel")
                if arrived == parts - 1:
                    accumulator, maximum, denominator = merge_rows(
                        partial_output, partial_statistics, first_run * TOGETHER + member, parts, programs, row_valid,
                        BLOCK_M, BLOCK_D, HEAD_SIZE, TOGETHER,
                    )  # fmt: skip
                    store_rows(
                        accumulator, maximum, denominator, length, sequence, heads, row_valid, value_factor,
                        output, log_sum_exp, sinks, output_stride, output_head_stride, log_sum_exp_stride,
                        HEAD_SIZE, BLOCK_D, SINKS, LOG_SUM_EXP,
                    )  # fmt: skip
                    # Ready for the next launch, a replayed graph included.
                    tl.store(arrivals + sequence * UNITS + unit, 0)
        position += stop - start


@triton.jit
def merge_parts(
    context_lengths, output, log_sum_exp, value_scale, sinks, partial_output, partial_statistics,
    sequences, window, programs, output_stride, output_head_stride, log_sum_exp_stride,
    GQA: tl.constexpr, KV_HEADS: tl.constexpr, HEAD_SIZE: tl.constexpr,
    VALUE_SCALE: tl.constexpr, V_SCALE_HEAD: tl.constexpr, WINDOW: tl.constexpr, SINKS: tl.constexpr, LOG_SUM_EXP: tl.constexpr,
    SEQUENCES: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_D: tl.constexpr,
    PARTS: tl.constexpr, DEPENDENT: tl.constexpr, TOGETHER: tl.constexpr,
):  # fmt: skip
    """Join the parts of one query head's row that several programs of ``paged_decode`` made; other rows are done already.

    PARTS of them are loaded at a time, all before the first is used.
    """
    HEAD_TILES: tl.constexpr = (GQA + BLOCK_M - 1) // BLOCK_M
    LISTED: tl.constexpr = KV_HEADS * HEAD_TILES // TOGETHER
    head = tl.program_id(0)
    sequence = tl.program_id(1)
    kv_head = head // GQA
    unit = kv_head * HEAD_TILES + head % GQA // BLOCK_M
    row = head % GQA % BLOCK_M
    lengths, present = load_lengths(context_lengths, sequences, SEQUENCES)
    ends, _, share = schedule(lengths, present, programs // TOGETHER, window, LISTED, WINDOW, BLOCK_N)
    index = tl.arange(0, SEQUENCES)
    length = row_sum(tl.where(index == sequence, lengths, 0), 0)
    _, tiles = sequence_tiles(length, WINDOW, window, BLOCK_N)
    unit_start = row_max(tl.where(index < sequence, ends, 0), 0) * LISTED + unit // TOGETHER * tiles
    first_run = unit_start // share
    parts = (unit_start + tiles - 1) // share - first_run + 1
    if DEPENDENT:
        # The lengths are older than the kernel before this one, its parts are not. Every program waits, so that whatever waits
        # for this kernel has waited for that one too.
        tl.extra.cuda.gdc_wait()
        tl.extra.cuda.gdc_launch_dependents()
    if parts > 1:
        dims = tl.arange(0, BLOCK_D)
        maximum = tl.full((1,), float("-inf"), tl.float32)
        denominator = tl.full((1,), 0.0, tl.float32)
        accumulator = tl.full((1, BLOCK_D), 0.0, tl.float32)
        for start in range(0, parts, PARTS):
            part = start + tl.arange(0, PARTS)
            # The first program ends inside the unit (its second slot), the others begin inside it (their first).
            program = (first_run + part) * TOGETHER + unit % TOGETHER
            place = (program * 2 + tl.where(part == 0, 1, 0)) * BLOCK_M + row
            there = part < parts
            tops = tl.load(partial_statistics + place, mask=there, other=float("-inf"))
            masses = tl.load(partial_statistics + 2 * programs * BLOCK_M + place, mask=there, other=0.0)
            rows = tl.load(
                partial_output + place.to(tl.int64)[:, None] * BLOCK_D + dims[None, :],
                mask=there[:, None] & (dims < HEAD_SIZE)[None, :], other=0.0,
            )  # fmt: skip
            highest = tl.maximum(maximum, row_max(tops, 0))
            base = tl.where(highest == float("-inf"), 0.0, highest)
            old, new = tl.exp2(maximum - base), tl.exp2(tops - base)
            accumulator = accumulator * old[:, None] + row_sum(rows * new[:, None], 0)[None, :]
            denominator = denominator * old + row_sum(masses * new, 0)
            maximum = highest
        value_factor = 1.0
        if VALUE_SCALE == "head":
            value_factor = tl.load(value_scale + kv_head * V_SCALE_HEAD)
        heads = head + tl.arange(0, 1)
        store_rows(
            accumulator, maximum, denominator, length, sequence, heads, heads >= 0, value_factor,
            output, log_sum_exp, sinks, output_stride, output_head_stride, log_sum_exp_stride,
            HEAD_SIZE, BLOCK_D, SINKS, LOG_SUM_EXP,
        )  # fmt: skip
