"""Device functions of the matrix products: tiles in the type of the matrix unit, and their product in fp32."""

import triton
import triton.language as tl

from .elements import widen

# Triton's interpreter cuts fp32 to bf16 off where hardware rounds to nearest even.
INTERPRETED: tl.constexpr = tl.constexpr(bool(triton.knobs.runtime.interpret))


@triton.jit
def rounded_to(numbers, like):
    """fp32 numbers in the type of the elements that ``like`` points to, rounded to nearest even."""
    if INTERPRETED and like.dtype.element_ty == tl.bfloat16:
        bits = numbers.to(tl.int32, bitcast=True)
        nearest = (bits + 0x7FFF + ((bits >> 16) & 1)) & -65536
        numbers = tl.where(numbers == numbers, nearest.to(tl.float32, bitcast=True), numbers)
    return numbers.to(like.dtype.element_ty)


@triton.jit
def parts_of(length, part: tl.constexpr):
    """How many parts a length has, the last one perhaps short."""
    return (length + part - 1) // part


@triton.jit
def operand(tile, FORMAT: tl.constexpr, NATIVE: tl.constexpr):
    """A tile as the matrix unit takes it. fp8 is given as uint8; where the unit has none, fp16 holds its values exactly.

    FORMAT is ``float``, ``int8``, ``fp8_e4m3fn``, ``fp8_e4m3fnuz``, or ``widened`` (bf16 that is multiplied as fp32).
    """
    if FORMAT == "float" or FORMAT == "int8":
        return tile
    elif FORMAT == "widened":
        return tile.to(tl.float32)
    elif NATIVE:
        if FORMAT == "fp8_e4m3fn":
            return tile.to(tl.float8e4nv, bitcast=True)
        else:
            return tile.to(tl.float8e4b8, bitcast=True)
    else:
        return widen(tile, FORMAT, tl.float16, "none")


@triton.jit
def tile_product(left, right, sums, FORMAT: tl.constexpr):
    """sums + left @ right, in int32 for int8, else in fp32; fp32 operands are not shortened.

    NVIDIA's fp8 unit adds in fewer bits than fp32; it starts afresh with each tile, and an fp32 sum takes what it has.
    """
    if FORMAT == "int8":
        return tl.dot(left, right, sums, out_dtype=tl.int32)
    elif left.dtype.is_fp8():
        return tl.dot(left, right, sums, max_num_imprecise_acc=left.shape[1])
    else:
        return tl.dot(left, right, sums, input_precision="ieee")


@triton.jit
def tile_alone(left, right):
    """left @ right of one tile in fp32, by itself."""
    return tl.dot(left, right, input_precision="ieee")
