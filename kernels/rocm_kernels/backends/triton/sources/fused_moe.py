"""A mixture of experts: places sorted by expert, two products for each expert's places, and each token's sum.

A place is one (token, choice) pair, numbered token * TOP_K + choice. Nothing here depends on counts that the host would have to
know: grids are as large as any routing could need, and programs without work end at once.
"""

import triton
import triton.language as tl

from .elements import row_min, row_sum, running_sum
from .products import operand, parts_of, rounded_to, tile_alone, tile_product


@triton.jit
def local_expert(ids, expert_map, place, inside, experts, known):
    """Row of the weights for each place; -1 for an expert that is not here, or does not exist."""
    expert = tl.load(ids + place, inside, -1)
    if expert_map is not None:
        exists = inside & (expert >= 0) & (expert < known)
        expert = tl.load(expert_map + tl.where(exists, expert, 0), exists, -1)
    return tl.where((expert >= 0) & (expert < experts), expert, -1)


@triton.jit
def count_places(ids, expert_map, counts, places, experts, known, CHUNK: tl.constexpr):
    """counts[e]: how many places expert e has; one expert a program."""
    expert = tl.program_id(0)
    found = tl.full((CHUNK,), 0, tl.int32)
    for start in range(0, places, CHUNK):
        place = start + tl.arange(0, CHUNK)
        found += (local_expert(ids, expert_map, place, place < places, experts, known) == expert).to(tl.int32)
    tl.store(counts + expert, row_sum(found, 0))


@triton.jit
def sort_places(
    ids, expert_map, counts, order, block_experts, ends, slots,
    places, experts, known, blocks,
    EXPERTS: tl.constexpr, BLOCK_M: tl.constexpr, CHUNK: tl.constexpr,
):  # fmt: skip
    """Write each expert's places to ``order``, filled up to whole blocks of BLOCK_M with ``places``, and whose block is whose.

    One expert a program; the last one marks the blocks that are left over with -1. ``ends`` gets where each expert's blocks end
    in ``order``, ``slots`` where each place lies in it; both are None where nobody asks.
    """
    expert = tl.program_id(0)
    every = tl.arange(0, EXPERTS)
    lengths = tl.load(counts + every, every < experts, 0)
    in_blocks = (lengths + BLOCK_M - 1) // BLOCK_M
    first = row_sum(tl.where(every < expert, in_blocks, 0), 0)
    own = row_sum(tl.where(every == expert, in_blocks, 0), 0)
    length = row_sum(tl.where(every == expert, lengths, 0), 0)
    for start in range(0, own, CHUNK):
        block = start + tl.arange(0, CHUNK)
        tl.store(block_experts + first + block, tl.full((CHUNK,), 0, tl.int32) + expert, block < own)
    if ends is not None:
        tl.store(ends + expert, (first + own) * BLOCK_M)
    if expert == experts - 1:
        for start in range(first + own, blocks, CHUNK):
            block = start + tl.arange(0, CHUNK)
            tl.store(block_experts + block, tl.full((CHUNK,), -1, tl.int32), block < blocks)
    written = 0
    for start in range(0, places, CHUNK):
        place = start + tl.arange(0, CHUNK)
        mine = (local_expert(ids, expert_map, place, place < places, experts, known) == expert).to(tl.int32)
        before = written + running_sum(mine) - mine
        tl.store(order + first * BLOCK_M + before, place, mine > 0)
        if slots is not None:
            tl.store(slots + place, first * BLOCK_M + before, mine > 0)
        written += row_sum(mine, 0)
    for start in range(length, own * BLOCK_M, CHUNK):
        rest = start + tl.arange(0, CHUNK)
        tl.store(order + first * BLOCK_M + rest, tl.full((CHUNK,), 0, tl.int32) + places, rest < own * BLOCK_M)


@triton.jit
def work_of_program(
    order, block_experts, n, blocks,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, GROUP: tl.constexpr,
):  # fmt: skip
    """What a program works on: its expert (-1 for none), the slots of ``order``, their places, its columns, those kept inside.

    GROUP tiles of columns are walked for each block of places, then the next GROUP: an expert's weights and the places' rows
    are both read again while the L2 cache holds them. Columns past the end read the last one again, and are not stored.
    """
    across = parts_of(n, BLOCK_N)
    program = tl.program_id(0)
    first = program // (GROUP * blocks) * GROUP
    wide = tl.minimum(across - first, GROUP)
    inside = program % (GROUP * blocks)
    block = inside // wide
    expert = tl.load(block_experts + block).to(tl.int64)
    slot = block * BLOCK_M + tl.arange(0, BLOCK_M)
    column = (first + inside % wide) * BLOCK_N + tl.arange(0, BLOCK_N)
    return expert, slot, tl.load(order + slot), column, tl.minimum(column, n - 1)


@triton.jit
def expert_gate_up(
    x, w1, x_scale, w1_scale, activated, order, block_experts,
    k, n, places, blocks_m,
    TOP_K: tl.constexpr, FORMAT: tl.constexpr, NATIVE: tl.constexpr, SCALES: tl.constexpr, EVEN_K: tl.constexpr,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP: tl.constexpr, SORTED: tl.constexpr,
):  # fmt: skip
    """silu(gate) * up for BLOCK_M places of one expert and BLOCK_N of its N intermediate elements.

    Rows are written by place, or as ``order`` has them (SORTED).
    """
    expert, slot, place, column, kept = work_of_program(order, block_experts, n, blocks_m, BLOCK_M, BLOCK_N, GROUP)
    if expert < 0:
        return
    here = place < places
    token = tl.where(here, place // TOP_K, 0).to(tl.int64)
    depth = tl.arange(0, BLOCK_K)
    left = x + token[:, None] * k + depth[None, :]
    gate_at = w1 + expert * 2 * n * k + kept.to(tl.int64)[None, :] * k + depth[:, None]
    up_at = w1 + ((expert * 2 + 1) * n + kept)[None, :] * k + depth[:, None]
    gate = tl.full((BLOCK_M, BLOCK_N), 0, tl.float32)
    up = tl.full((BLOCK_M, BLOCK_N), 0, tl.float32)
    blocks_k, blocks_n = parts_of(k, 128), parts_of(2 * n, 128)
    for start in range(0, k, BLOCK_K):
        if EVEN_K:
            a, g, u = tl.load(left), tl.load(gate_at), tl.load(up_at)
        else:
            inside = depth < k - start
            a = tl.load(left, inside[None, :], 0)
            g, u = tl.load(gate_at, inside[:, None], 0), tl.load(up_at, inside[:, None], 0)
        a = operand(a, FORMAT, NATIVE)
        if SCALES == "blocks":
            at = start // 128
            by_row = tl.load(x_scale + token * blocks_k + at, here, 0.0)[:, None]
            of_expert = w1_scale + expert * blocks_n * blocks_k + at
            gate += tile_alone(a, operand(g, FORMAT, NATIVE)) * (
                by_row * tl.load(of_expert + (kept // 128) * blocks_k)[None, :]
            )
            up += tile_alone(a, operand(u, FORMAT, NATIVE)) * (
                by_row * tl.load(of_expert + ((kept + n) // 128) * blocks_k)[None, :]
            )
        else:
            gate = tile_product(a, operand(g, FORMAT, NATIVE), gate, FORMAT)
            up = tile_product(a, operand(u, FORMAT, NATIVE), up, FORMAT)
        left += BLOCK_K
        gate_at += BLOCK_K
        up_at += BLOCK_K
    if SCALES == "token":
        of_token = tl.load(x_scale + token)[:, None] * tl.load(w1_scale + expert)
        gate *= of_token
        up *= of_token
    # exp overflows to infinity for a very negative gate, and the quotient is then 0, as it should be.
    result = gate / (1.0 + tl.exp(-gate)) * up
    written = slot if SORTED else place
    at = activated + written.to(tl.int64)[:, None] * n + column[None, :]
    tl.store(at, rounded_to(result, activated), here[:, None] & (column < n)[None, :])


@triton.jit
def expert_down(
    x, w2, x_scale, w2_scale, topk_weights, parts, order, block_experts,
    k, n, places, blocks_m,
    FORMAT: tl.constexpr, NATIVE: tl.constexpr, SCALES: tl.constexpr, EVEN_K: tl.constexpr,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP: tl.constexpr,
):  # fmt: skip
    """Each place's part of its token's sum: x[place] @ w2[expert].T * weight, for BLOCK_M places and BLOCK_N columns.

    Places that do not exist take the row of the block's first one, which does; nothing of them is stored.
    """
    expert, _slot, place, column, kept = work_of_program(order, block_experts, n, blocks_m, BLOCK_M, BLOCK_N, GROUP)
    if expert < 0:
        return
    here = place < places
    row = tl.where(here, place, row_min(place, 0)).to(tl.int64)
    depth = tl.arange(0, BLOCK_K)
    left = x + row[:, None] * k + depth[None, :]
    right = w2 + expert * n * k + kept.to(tl.int64)[None, :] * k + depth[:, None]
    sums = tl.full((BLOCK_M, BLOCK_N), 0, tl.float32)
    blocks_k, blocks_n = parts_of(k, 128), parts_of(n, 128)
    for start in range(0, k, BLOCK_K):
        if EVEN_K:
            a, b = tl.load(left), tl.load(right)
        else:
            inside = depth < k - start
            a = tl.load(left, inside[None, :], 0)
            b = tl.load(right, inside[:, None], 0)
        if SCALES == "blocks":
            at = start // 128
            part = tile_alone(operand(a, FORMAT, NATIVE), operand(b, FORMAT, NATIVE))
            by_row = tl.load(x_scale + row * blocks_k + at, here, 0.0)[:, None]
            sums += part * (by_row * tl.load(w2_scale + (expert * blocks_n + kept // 128) * blocks_k + at)[None, :])
        else:
            sums = tile_product(operand(a, FORMAT, NATIVE), operand(b, FORMAT, NATIVE), sums, FORMAT)
        left += BLOCK_K
        right += BLOCK_K
    if SCALES == "token":
        sums *= tl.load(x_scale + row)[:, None] * tl.load(w2_scale + expert)
    sums *= tl.load(topk_weights + row)[:, None]
    at = parts + place.to(tl.int64)[:, None] * n + column[None, :]
    tl.store(at, rounded_to(sums, parts), here[:, None] & (column < n)[None, :])


@triton.jit
def add_parts(
    parts, ids, expert_map, slots, topk_weights, output,
    n, experts, known,
    TOP_K: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    """Each token's sum over the places whose expert is here; what other places hold was never written and is not read.

    With ``slots`` the parts lie in sorted rows and are not yet multiplied by their weights.
    """
    token = tl.program_id(0).to(tl.int64)
    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    sums = tl.full((BLOCK,), 0, tl.float32)
    for choice in tl.static_range(TOP_K):
        place = token * TOP_K + choice
        expert = local_expert(ids, expert_map, place, place >= 0, experts, known)
        row = place
        if slots is not None:
            row = tl.load(slots + place, expert >= 0, 0).to(tl.int64)
        part = tl.load(parts + row * n + column, column < tl.where(expert >= 0, n, 0), 0.0).to(tl.float32)
        if slots is not None:
            part *= tl.load(topk_weights + place)
        sums += part
    tl.store(output + token * n + column, rounded_to(sums, output), column < n)
