"""RMS norm and quantisation of rows: rows that registers hold in one pass, longer ones in two."""

import triton
import triton.language as tl

from .elements import encode, row_max, row_sum
from .products import parts_of, rounded_to


@triton.jit
def scale_of(largest, LARGEST: tl.constexpr):
    """Scale that maps the largest magnitude to the largest stored value; 1 where it would be 0."""
    scale = largest / LARGEST
    return tl.where(scale == 0.0, 1.0, scale)


@triton.jit
def stored_form(numbers, FORMAT: tl.constexpr, LARGEST: tl.constexpr, NATIVE: tl.constexpr):
    """Stored bytes of fp32 numbers; NATIVE lets the compiler's conversion run, which saturates and rounds to nearest even."""
    if NATIVE:
        return numbers.to(tl.float8e4nv).to(tl.uint8, bitcast=True)
    else:
        return encode(numbers, FORMAT, LARGEST)


@triton.jit
def rms_norm_rows(
    x, weight, residual, output, residual_output, scale,
    rows, hidden, x_stride, residual_stride, eps,
    NORM: tl.constexpr, SCALES: tl.constexpr, FORMAT: tl.constexpr, LARGEST: tl.constexpr, NATIVE: tl.constexpr,
    ROWS: tl.constexpr, BLOCK: tl.constexpr, DEEP: tl.constexpr,
):  # fmt: skip
    """ROWS whole rows at a time: norm (NORM), and scales that are ``none``, ``static`` or measured (``token``).

    A program goes on with the row block that lies a whole grid further, until none is left; DEEP of them are in flight.
    """
    column = tl.arange(0, BLOCK)[None, :]
    if NORM:
        factor = tl.load(weight + column, column < hidden, 0.0).to(tl.float32)
    for block in tl.range(tl.program_id(0), parts_of(rows, ROWS), tl.num_programs(0), num_stages=DEEP):
        row = block * ROWS + tl.arange(0, ROWS)[:, None]
        inside = (row < rows) & (column < hidden)
        wide_row = row.to(tl.int64)
        values = tl.load(x + wide_row * x_stride + column, inside, 0.0).to(tl.float32)
        if residual is not None:
            values += tl.load(residual + wide_row * residual_stride + column, inside, 0.0).to(tl.float32)
            rounded = rounded_to(values, residual_output)
            tl.store(residual_output + wide_row * hidden + column, rounded, inside)
            values = rounded.to(tl.float32)
        if NORM:
            mean = row_sum(values * values, 1) / hidden
            values = values * tl.rsqrt(mean + eps)[:, None] * factor
        if SCALES == "none":
            tl.store(output + wide_row * hidden + column, rounded_to(values, output), inside)
        else:
            if SCALES == "static":
                divisor = tl.load(scale)
                values = values / divisor
            else:
                divisor = scale_of(row_max(tl.abs(values), 1), LARGEST)
                of_row = block * ROWS + tl.arange(0, ROWS)
                tl.store(scale + of_row, divisor, of_row < rows)
                values = values / divisor[:, None]
            tl.store(output + wide_row * hidden + column, stored_form(values, FORMAT, LARGEST, NATIVE), inside)


@triton.jit
def rms_norm_long(
    x, weight, residual, output, residual_output, scale,
    rows, hidden, x_stride, residual_stride, eps,
    NORM: tl.constexpr, SCALES: tl.constexpr, FORMAT: tl.constexpr, LARGEST: tl.constexpr, NATIVE: tl.constexpr,
    BLOCK: tl.constexpr,
):  # fmt: skip
    """One row a program, BLOCK elements at a time: once to measure, once more to write."""
    row = tl.program_id(0).to(tl.int64)
    lane = tl.arange(0, BLOCK)
    squares = tl.full((BLOCK,), 0, tl.float32)
    largest = tl.full((BLOCK,), 0, tl.float32)
    for start in range(0, hidden, BLOCK):
        column = start + lane
        inside = column < hidden
        values = tl.load(x + row * x_stride + column, inside, 0.0).to(tl.float32)
        if residual is not None:
            values += tl.load(residual + row * residual_stride + column, inside, 0.0).to(tl.float32)
            rounded = rounded_to(values, residual_output)
            tl.store(residual_output + row * hidden + column, rounded, inside)
            values = rounded.to(tl.float32)
        squares += values * values
        if NORM:
            values *= tl.load(weight + column, inside, 0.0).to(tl.float32)
        largest = tl.maximum(largest, tl.abs(values), propagate_nan=tl.PropagateNan.ALL)
    factor = 1.0
    if NORM:
        factor = tl.rsqrt(row_sum(squares, 0) / hidden + eps)
    if SCALES == "static":
        divisor = tl.load(scale)
    elif SCALES == "token":
        divisor = scale_of(row_max(largest, 0) * factor, LARGEST)
        tl.store(scale + row, divisor)
    for start in range(0, hidden, BLOCK):
        column = start + lane
        inside = column < hidden
        values = tl.load(x + row * x_stride + column, inside, 0.0).to(tl.float32)
        if residual is not None:
            values += tl.load(residual + row * residual_stride + column, inside, 0.0).to(tl.float32)
            values = rounded_to(values, residual_output).to(tl.float32)
        if NORM:
            values = values * factor * tl.load(weight + column, inside, 0.0).to(tl.float32)
        if SCALES == "none":
            tl.store(output + row * hidden + column, rounded_to(values, output), inside)
        else:
            tl.store(output + row * hidden + column, stored_form(values / divisor, FORMAT, LARGEST, NATIVE), inside)


@triton.jit
def quantise_blocks(
    x, output, scale,
    rows, width, blocks, x_stride,
    FORMAT: tl.constexpr, LARGEST: tl.constexpr, NATIVE: tl.constexpr, ROWS: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    """A scale for each BLOCK elements of a row; ROWS (row, block) pairs a program."""
    pair = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    row, block = (pair // blocks).to(tl.int64)[:, None], (pair % blocks)[:, None]
    column = block * BLOCK + tl.arange(0, BLOCK)[None, :]
    inside = (row < rows) & (column < width)
    values = tl.load(x + row * x_stride + column, inside, 0.0).to(tl.float32)
    divisor = scale_of(row_max(tl.abs(values), 1), LARGEST)
    tl.store(scale + pair, divisor, pair < rows * blocks)
    tl.store(output + row * width + column, stored_form(values / divisor[:, None], FORMAT, LARGEST, NATIVE), inside)
