"""Device functions on single elements: reductions, addresses, stored bytes to numbers, scores."""

import triton
import triton.language as tl

# The standard reductions are decorated when Triton is imported, so that the interpreter cannot run them in a process that
# also compiles; tl.reduce with their combine functions runs in both.
from triton.language.standard import _elementwise_max, _sum_combine

LOG2_E: tl.constexpr = tl.constexpr(1.4426950408889634)
LN_2: tl.constexpr = tl.constexpr(0.6931471805599453)


@triton.jit
def row_max(values, axis: tl.constexpr):
    """Largest value along ``axis``."""
    return tl.reduce(values, axis, _elementwise_max)


@triton.jit
def row_sum(values, axis: tl.constexpr):
    """Sum along ``axis``."""
    return tl.reduce(values, axis, _sum_combine)


@triton.jit
def running_sum(values):
    """Inclusive prefix sums of a vector."""
    return tl.associative_scan(values, 0, _sum_combine)


@triton.jit
def head_offsets(dims, LANES: tl.constexpr, OUTER: tl.constexpr, INNER: tl.constexpr):
    """Element offsets of the positions ``dims`` inside a head; LANES is 1 where the head is one axis."""
    if LANES == 1:
        return dims * OUTER
    else:
        return (dims // LANES) * OUTER + (dims % LANES) * INNER


@triton.jit
def widen(stored, FORMAT: tl.constexpr, COMPUTE: tl.constexpr, HARDWARE: tl.constexpr):
    """Numbers of type COMPUTE from stored elements; fp8 and int8 are exact in every COMPUTE but are not yet scaled.

    FORMAT is ``float`` (16 or 32 bit), ``int8``, ``fp8_e4m3fn`` or ``fp8_e4m3fnuz``; the fp8 ones are given as uint8.
    HARDWARE lets the compiler's own conversion of that format run; without it the bits are moved to an fp16 of the same
    value times 2^-8 (e4m3fn, bias 7) or 2^-7 (e4m3fnuz, bias 8), subnormals included.
    """
    if FORMAT == "float" or FORMAT == "int8":
        return stored.to(COMPUTE)
    elif HARDWARE:
        if FORMAT == "fp8_e4m3fn":
            return stored.to(tl.float8e4nv, bitcast=True).to(tl.float16).to(COMPUTE)
        else:
            return stored.to(tl.float8e4b8, bitcast=True).to(tl.float16).to(COMPUTE)
    else:
        bits = stored.to(tl.uint16)
        half = (((bits & 0x80) << 8) | ((bits & 0x7F) << 7)).to(tl.float16, bitcast=True)
        if FORMAT == "fp8_e4m3fn":
            number = tl.where((bits & 0x7F) == 0x7F, float("nan"), half * 256.0)
        else:
            number = tl.where(bits == 0x80, float("nan"), half * 128.0)
        return number.to(COMPUTE)


@triton.jit
def widen_byte(word, POSITION: tl.constexpr, FORMAT: tl.constexpr, COMPUTE: tl.constexpr, HARDWARE: tl.constexpr):
    """The numbers in byte POSITION (0 the lowest) of int32 words."""
    byte = ((word >> (8 * POSITION)) & 0xFF).to(tl.uint8)
    if FORMAT == "int8":
        return byte.to(tl.int8, bitcast=True).to(COMPUTE)
    else:
        return widen(byte, FORMAT, COMPUTE, HARDWARE)


@triton.jit
def capped(scores, softcap):
    """softcap * tanh(scores / softcap), by exp2, since not every target has a tanh."""
    # tanh(x) = 1 - 2 / (1 + e^2x); e^2x may overflow to infinity, which gives 1.
    return softcap * (1.0 - 2.0 / (1.0 + tl.exp2(scores * (2.0 * LOG2_E / softcap))))


@triton.jit
def power_of_two(values):
    """The power of two at or below each positive fp32 value; 1 for zero, subnormals and what is not finite."""
    exponent = values.to(tl.int32, bitcast=True) & 0x7F800000
    ordinary = (exponent > 0) & (exponent < 0x7F000000)
    return tl.where(ordinary, exponent, 0x3F800000).to(tl.float32, bitcast=True)
