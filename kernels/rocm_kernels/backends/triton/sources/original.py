"""The algorithm of the first paged-attention kernels (v1 and v2), small and faithful: the baseline of benchmarks.

One query head a program, nothing shared between the heads of a group, a page's keys multiplied element by element; v2 cuts the
context into partitions of 512 tokens and joins them in a second kernel.
"""

import triton
import triton.language as tl

from .elements import LOG2_E, head_offsets, row_max, row_sum


@triton.jit
def original_partition(
    query, key, value, block_tables, context_lengths, output, partial_output, partial_statistics,
    scale, query_stride, query_head_stride, output_stride, output_head_stride, table_stride,
    key_block_stride, value_block_stride,
    GQA: tl.constexpr, HEAD_SIZE: tl.constexpr, BLOCK_SIZE: tl.constexpr,
    K_HEAD: tl.constexpr, K_TOKEN_LANES: tl.constexpr, K_TOKEN: tl.constexpr, K_TOKEN_INNER: tl.constexpr,
    K_DIM_LANES: tl.constexpr, K_DIM: tl.constexpr, K_DIM_INNER: tl.constexpr,
    V_HEAD: tl.constexpr, V_TOKEN_LANES: tl.constexpr, V_TOKEN: tl.constexpr, V_TOKEN_INNER: tl.constexpr,
    V_DIM_LANES: tl.constexpr, V_DIM: tl.constexpr, V_DIM_INNER: tl.constexpr,
    BLOCK_N: tl.constexpr, BLOCK_D: tl.constexpr, PARTITION: tl.constexpr,
):  # fmt: skip
    """Attend one head of one sequence over all of the context (PARTITION 0) or one partition of it."""
    head = tl.program_id(0)
    sequence = tl.program_id(1)
    partition = tl.program_id(2)
    length = tl.load(context_lengths + sequence)
    first = partition * PARTITION
    last = length
    if PARTITION > 0:
        last = tl.minimum(length, first + PARTITION)
    dims = tl.arange(0, BLOCK_D)
    lanes = tl.arange(0, BLOCK_N)
    inside = dims < HEAD_SIZE
    kv_head = head // GQA
    q = tl.load(query + sequence * query_stride + head * query_head_stride + dims, mask=inside, other=0.0).to(
        tl.float32
    )
    maximum = tl.full((1,), float("-inf"), tl.float32)
    denominator = tl.full((1,), 0.0, tl.float32)
    accumulator = tl.full((BLOCK_D,), 0.0, tl.float32)
    k_dims = head_offsets(dims, K_DIM_LANES, K_DIM, K_DIM_INNER)
    v_dims = head_offsets(dims, V_DIM_LANES, V_DIM, V_DIM_INNER)
    for start in range(first, last, BLOCK_N):
        tokens = start + lanes
        there = tokens < last
        page = tl.load(block_tables + sequence * table_stride + tokens // BLOCK_SIZE, mask=there, other=0).to(tl.int64)
        slot = tokens % BLOCK_SIZE
        mask = there[:, None] & inside[None, :]
        k_rows = page * key_block_stride + kv_head * K_HEAD + head_offsets(slot, K_TOKEN_LANES, K_TOKEN, K_TOKEN_INNER)
        k = tl.load(key + k_rows[:, None] + k_dims[None, :], mask=mask, other=0.0).to(tl.float32)
        scores = row_sum(k * q[None, :], 1) * (scale * LOG2_E)
        scores = tl.where(there, scores, float("-inf"))
        highest = tl.maximum(maximum, row_max(scores, 0))
        weights = tl.exp2(scores - highest)
        correction = tl.exp2(maximum - highest)
        v_rows = (
            page * value_block_stride + kv_head * V_HEAD + head_offsets(slot, V_TOKEN_LANES, V_TOKEN, V_TOKEN_INNER)
        )
        v = tl.load(value + v_rows[:, None] + v_dims[None, :], mask=mask, other=0.0).to(tl.float32)
        accumulator = accumulator * correction + row_sum(v * weights[:, None], 0)
        denominator = denominator * correction + row_sum(weights, 0)
        maximum = highest
    result = accumulator / tl.where(denominator > 0.0, denominator, 1.0)
    if PARTITION > 0:
        place = (sequence * tl.num_programs(0) + head) * tl.num_programs(2) + partition
        everything = tl.num_programs(0) * tl.num_programs(1) * tl.num_programs(2)
        tl.store(partial_output + place.to(tl.int64) * BLOCK_D + dims, result, mask=inside)
        one = tl.arange(0, 1)
        tl.store(partial_statistics + place + one, maximum)
        tl.store(partial_statistics + everything + place + one, denominator)
    else:
        pointers = output + sequence * output_stride + head * output_head_stride + dims
        tl.store(pointers, result.to(output.dtype.element_ty), mask=inside)


@triton.jit
def original_reduce(
    output, partial_output, partial_statistics, partitions, output_stride, output_head_stride,
    HEAD_SIZE: tl.constexpr, BLOCK_D: tl.constexpr, PARTITIONS: tl.constexpr,
):  # fmt: skip
    """Join the partitions of one head of one sequence."""
    head = tl.program_id(0)
    sequence = tl.program_id(1)
    index = tl.arange(0, PARTITIONS)
    dims = tl.arange(0, BLOCK_D)
    there = index < partitions
    place = (sequence * tl.num_programs(0) + head) * partitions + index
    everything = tl.num_programs(0) * tl.num_programs(1) * partitions
    tops = tl.load(partial_statistics + place, mask=there, other=float("-inf"))
    masses = tl.load(partial_statistics + everything + place, mask=there, other=0.0)
    weights = masses * tl.exp2(tops - row_max(tops, 0))
    rows = tl.load(
        partial_output + place.to(tl.int64)[:, None] * BLOCK_D + dims[None, :],
        mask=there[:, None] & (dims < HEAD_SIZE)[None, :], other=0.0,
    )  # fmt: skip
    result = row_sum(rows * weights[:, None], 0) / row_sum(weights, 0)
    pointers = output + sequence * output_stride + head * output_head_stride + dims
    tl.store(pointers, result.to(output.dtype.element_ty), mask=dims < HEAD_SIZE)
