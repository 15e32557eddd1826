"""Matrix products with weights [N, K]: plain or with scales a row and a column, and with scales for blocks of 128."""

import triton
import triton.language as tl

from .products import operand, parts_of, rounded_to, tile_alone, tile_product


@triton.jit
def tile_of(m, n, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, GROUP: tl.constexpr):
    """The tile of this program: GROUP tiles along M are walked for each one along N, so that both stay in the L2 cache."""
    along_m, along_n = parts_of(m, BLOCK_M), parts_of(n, BLOCK_N)
    program = tl.program_id(0)
    group = program // (GROUP * along_n)
    first = group * GROUP
    size = tl.minimum(along_m - first, GROUP)
    inside = program % (GROUP * along_n)
    return first + inside % size, inside // size


@triton.jit
def linear_tiles(
    x, weight, bias, x_scale, weight_scale, output,
    m, n, k, x_stride,
    FORMAT: tl.constexpr, NATIVE: tl.constexpr, SCALES: tl.constexpr, EVEN_K: tl.constexpr,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP: tl.constexpr,
):  # fmt: skip
    """One tile of x @ weight.T, times the scales (``none``, ``tensor`` or ``rows``), plus the bias."""
    tile_m, tile_n = tile_of(m, n, BLOCK_M, BLOCK_N, GROUP)
    row = tile_m * BLOCK_M + tl.arange(0, BLOCK_M)
    column = tile_n * BLOCK_N + tl.arange(0, BLOCK_N)
    depth = tl.arange(0, BLOCK_K)
    # Rows and columns past the end read the last one again, and are not stored.
    left = x + tl.minimum(row, m - 1).to(tl.int64)[:, None] * x_stride + depth[None, :]
    right = weight + tl.minimum(column, n - 1).to(tl.int64)[None, :] * k + depth[:, None]
    sums = tl.full((BLOCK_M, BLOCK_N), 0, tl.int32 if FORMAT == "int8" else tl.float32)
    for start in range(0, k, BLOCK_K):
        if EVEN_K:
            a, b = tl.load(left), tl.load(right)
        else:
            a = tl.load(left, depth[None, :] < k - start, 0)
            b = tl.load(right, depth[:, None] < k - start, 0)
        sums = tile_product(operand(a, FORMAT, NATIVE), operand(b, FORMAT, NATIVE), sums, FORMAT)
        left += BLOCK_K
        right += BLOCK_K
    numbers = sums.to(tl.float32)
    if SCALES == "tensor":
        numbers = numbers * tl.load(x_scale) * tl.load(weight_scale)
    elif SCALES == "rows":
        by_row = tl.load(x_scale + row, row < m, 0.0)
        by_column = tl.load(weight_scale + column, column < n, 0.0)
        numbers = numbers * by_row[:, None] * by_column[None, :]
    if bias is not None:
        numbers += tl.load(bias + column, column < n, 0.0).to(tl.float32)[None, :]
    place = output + row.to(tl.int64)[:, None] * n + column[None, :]
    tl.store(place, rounded_to(numbers, output), (row < m)[:, None] & (column < n)[None, :])


@triton.jit
def scale_product(
    sums, x_scale, weight_scale, output,
    n,
    BLOCK: tl.constexpr,
):  # fmt: skip
    """output = sums * x_scale[row] * weight_scale[column] for fp32 sums; BLOCK columns of one row a program."""
    row = tl.program_id(0).to(tl.int64)
    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    numbers = tl.load(sums + row * n + column, column < n, 0.0)
    numbers *= tl.load(x_scale + row) * tl.load(weight_scale + column, column < n, 0.0)
    tl.store(output + row * n + column, rounded_to(numbers, output), column < n)


@triton.jit
def block_scaled_tiles(
    x, weight, x_scale, weight_scale, output,
    m, n, k, blocks,
    FORMAT: tl.constexpr, NATIVE: tl.constexpr, EVEN_K: tl.constexpr,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP: tl.constexpr,
):  # fmt: skip
    """One tile of the block-scaled product; BLOCK_K is the 128 elements of a scale, BLOCK_N divides them."""
    tile_m, tile_n = tile_of(m, n, BLOCK_M, BLOCK_N, GROUP)
    row = tile_m * BLOCK_M + tl.arange(0, BLOCK_M)
    column = tile_n * BLOCK_N + tl.arange(0, BLOCK_N)
    depth = tl.arange(0, BLOCK_K)
    kept_row = tl.minimum(row, m - 1).to(tl.int64)
    left = x + kept_row[:, None] * k + depth[None, :]
    right = weight + tl.minimum(column, n - 1).to(tl.int64)[None, :] * k + depth[:, None]
    row_scales = x_scale + kept_row * blocks
    tile_scales = weight_scale + (tile_n * BLOCK_N // BLOCK_K) * blocks
    sums = tl.full((BLOCK_M, BLOCK_N), 0, tl.float32)
    for block in range(0, blocks):
        if EVEN_K:
            a, b = tl.load(left), tl.load(right)
        else:
            a = tl.load(left, depth[None, :] < k - block * BLOCK_K, 0)
            b = tl.load(right, depth[:, None] < k - block * BLOCK_K, 0)
        scales = tl.load(row_scales + block) * tl.load(tile_scales + block)
        sums += tile_alone(operand(a, FORMAT, NATIVE), operand(b, FORMAT, NATIVE)) * scales[:, None]
        left += BLOCK_K
        right += BLOCK_K
    place = output + row.to(tl.int64)[:, None] * n + column[None, :]
    tl.store(place, rounded_to(sums, output), (row < m)[:, None] & (column < n)[None, :])
