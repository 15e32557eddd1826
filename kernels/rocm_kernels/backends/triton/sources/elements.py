"""Device functions on single elements: reductions, addresses, stored bytes to numbers, scores."""

import triton
import triton.language as tl

# The standard reductions are decorated when Triton is imported, so that the interpreter cannot run them in a process that
# also compiles; tl.reduce with their combine functions runs in both.
from triton.language.standard import _elementwise_max, _elementwise_min, _sum_combine

LOG2_E: tl.constexpr = tl.constexpr(1.4426950408889634)
LN_2: tl.constexpr = tl.constexpr(0.6931471805599453)


@triton.jit
def row_max(values, axis: tl.constexpr):
    """Largest value along ``axis``."""
    return tl.reduce(values, axis, _elementwise_max)


@triton.jit
def row_min(values, axis: tl.constexpr):
    """Smallest value along ``axis``."""
    return tl.reduce(values, axis, _elementwise_min)


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
    HARDWARE other than ``none`` lets the compiler's own conversion of that fp8 format run; without it the bits are moved to
    an fp16 of the same value times 2^-8 (e4m3fn, bias 7) or 2^-7 (e4m3fnuz, bias 8), subnormals included.
    """
    if FORMAT == "float" or FORMAT == "int8":
        return stored.to(COMPUTE)
    elif HARDWARE != "none":
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


# Two words, of neighbouring tokens, to four pairs of fp16. The compiler's own way takes each byte out by itself.
FP8_PAIRS: tl.constexpr = tl.constexpr("""{
.reg .b32 low, high; .reg .b16 first, second, third, fourth;
prmt.b32 low, $4, $5, 0x5140;
prmt.b32 high, $4, $5, 0x7362;
mov.b32 {first, second}, low;
mov.b32 {third, fourth}, high;
cvt.rn.f16x2.e4m3x2 $0, first;
cvt.rn.f16x2.e4m3x2 $1, second;
cvt.rn.f16x2.e4m3x2 $2, third;
cvt.rn.f16x2.e4m3x2 $3, fourth;
}""")
# A byte b is the fp16 1024 + b with the bits 0x6400 | b; b is the int8 plus 128.
INT8_PAIRS: tl.constexpr = tl.constexpr("""{
.reg .b32 low, high, ones;
prmt.b32 low, $4, $5, 0x5140;
prmt.b32 high, $4, $5, 0x7362;
xor.b32 low, low, 0x80808080;
xor.b32 high, high, 0x80808080;
mov.b32 ones, 0x64646464;
prmt.b32 $0, low, ones, 0x4140;
prmt.b32 $1, low, ones, 0x4342;
prmt.b32 $2, high, ones, 0x4140;
prmt.b32 $3, high, ones, 0x4342;
mov.b32 ones, 0x64806480;
sub.rn.f16x2 $0, $0, ones;
sub.rn.f16x2 $1, $1, ones;
sub.rn.f16x2 $2, $2, ones;
sub.rn.f16x2 $3, $3, ones;
}""")


@triton.jit
def widen_byte(word, POSITION: tl.constexpr, FORMAT: tl.constexpr, COMPUTE: tl.constexpr, HARDWARE: tl.constexpr):
    """The numbers in byte POSITION (0 the lowest) of int32 words."""
    byte = ((word >> (8 * POSITION)) & 0xFF).to(tl.uint8)
    if FORMAT == "int8":
        return byte.to(tl.int8, bitcast=True).to(COMPUTE)
    else:
        return widen(byte, FORMAT, COMPUTE, HARDWARE)


@triton.jit
def widen_words(words, FORMAT: tl.constexpr, COMPUTE: tl.constexpr, HARDWARE: tl.constexpr):
    """The numbers in the bytes of int32 words, lowest byte first: four tensors of the words' shape."""
    if HARDWARE == "ptx" and tl.float16 == COMPUTE:
        return tl.inline_asm_elementwise(
            INT8_PAIRS if FORMAT == "int8" else FP8_PAIRS, "=r,=r,=r,=r,r,r", [words],
            dtype=(tl.float16, tl.float16, tl.float16, tl.float16), is_pure=True, pack=2,
        )  # fmt: skip
    else:
        return (
            widen_byte(words, 0, FORMAT, COMPUTE, HARDWARE),
            widen_byte(words, 1, FORMAT, COMPUTE, HARDWARE),
            widen_byte(words, 2, FORMAT, COMPUTE, HARDWARE),
            widen_byte(words, 3, FORMAT, COMPUTE, HARDWARE),
        )


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


@triton.jit
def encode(numbers, FORMAT: tl.constexpr, LARGEST: tl.constexpr):
    """Stored form of fp32 numbers: clamped to LARGEST, rounded to nearest even; ``float`` gives the numbers themselves.

    fp8 is made from the bits: below the smallest normal number adding 2^(23 - b) leaves the rounded multiple of the smallest
    step 2^-b in the low bits; above it the mantissa is rounded at its third bit, and the carry raises the exponent by itself.
    """
    if FORMAT == "float":
        return numbers
    elif FORMAT == "int8":
        clamped = tl.minimum(tl.maximum(numbers, -LARGEST), LARGEST)
        # 1.5 * 2^23: the sum's low bits are the rounded integer.
        integer = (clamped + 12582912.0).to(tl.int32, bitcast=True) - 0x4B400000
        return tl.where(numbers != numbers, 0, integer).to(tl.int8)
    else:
        bias: tl.constexpr = 7 if FORMAT == "fp8_e4m3fn" else 8
        not_a_number: tl.constexpr = 0x7F if FORMAT == "fp8_e4m3fn" else 0x80
        magnitude = tl.minimum(tl.abs(numbers), LARGEST)
        bits = magnitude.to(tl.int32, bitcast=True)
        rounded = (bits + 0x7FFFF + ((bits >> 20) & 1)) >> 20
        normal = rounded - ((127 - bias) << 3)
        step: tl.constexpr = 2.0 ** (23 - (bias + 2))
        offset: tl.constexpr = (127 + 23 - (bias + 2)) << 23
        small = (magnitude + step).to(tl.int32, bitcast=True) - offset
        byte = tl.where(bits < ((128 - bias) << 23), small, normal)
        # e4m3fnuz has no negative zero: that byte is its NaN.
        negative = (numbers.to(tl.int32, bitcast=True) < 0) & ((byte > 0) | (bias == 7))
        byte = tl.where(negative, byte | 0x80, byte)
        return tl.where(numbers != numbers, not_a_number, byte).to(tl.uint8)
