"""What ``prefill_boxes`` says in assembly: Gluon has no names for it."""

from triton.experimental import gluon
from triton.experimental.gluon import language as gl

# Barriers of the hardware; Triton takes the first ones. Two pass the turn from one computing group to the other, and each stage
# has one on which both groups tell the loading warp that they have read it. No group waits for its own warps at either.
SYNC_8: gl.constexpr = gl.constexpr("bar.sync 8, 256; mov.b32 $0, $1;")
SYNC_9: gl.constexpr = gl.constexpr("bar.sync 9, 256; mov.b32 $0, $1;")
PASS_8: gl.constexpr = gl.constexpr("bar.arrive 8, 256; mov.b32 $0, $1;")
PASS_9: gl.constexpr = gl.constexpr("bar.arrive 9, 256; mov.b32 $0, $1;")
SYNC_FREE: gl.constexpr = gl.constexpr("bar.sync $1, 288; mov.b32 $0, $1;")
PASS_FREE: gl.constexpr = gl.constexpr("bar.arrive $1, 288; mov.b32 $0, $1;")
FIRST_STAGE: gl.constexpr = gl.constexpr(10)
# A store that never happens, since no sum has these bits. Stores keep their place before the wait for products that follows:
# without it ptxas moves that wait in front of the exponentials, and then nothing overlaps.
HOLD: gl.constexpr = gl.constexpr(
    "{ .reg .pred never; .reg .b32 place; mov.b32 place, 16; setp.eq.b32 never, $1, 0xffc12345;"
    " @never st.volatile.shared.b32 [place], $1; mov.b32 $0, $1; }"
)
PACK_BF16: gl.constexpr = gl.constexpr("cvt.rn.bf16x2.f32 $0, $2, $1;")
PACK_FP16: gl.constexpr = gl.constexpr("cvt.rn.f16x2.f32 $0, $2, $1;")
FIRST_LANE: gl.constexpr = gl.constexpr("shfl.sync.idx.b32 $0, $1, 0, 31, 0xffffffff;")


def rescaling(count: int) -> tuple[str, str]:
    """Multiply a thread's ``count`` numbers, of two rows, by a factor a row, unless all factors of the warp are 1.

    Returns:
        assembly, constraints.
    """
    # Operands: results, the same numbers before, and a factor for each. Two numbers of a row, two of the other, and so on.
    first, second = 2 * count, 2 * count + 2
    lines = [
        "{ .reg .pred some; .reg .pred any;",
        f"setp.neu.f32 some, ${first}, 0f3F800000;",
        f"setp.neu.or.f32 some, ${second}, 0f3F800000, some;",
        "vote.sync.any.pred any, some, 0xffffffff;",
        "@!any bra KEPT;",
        *(f"mul.f32 ${index}, ${index}, ${second if index // 2 % 2 else first};" for index in range(count)),
        "KEPT: }",
    ]
    return "\n".join(lines), ",".join(["=f"] * count + [str(index) for index in range(count)] + ["f"] * count)


# For heads of 64 and of 128.
RESCALE_32, OPERANDS_32 = (gl.constexpr(text) for text in rescaling(32))
RESCALE_64, OPERANDS_64 = (gl.constexpr(text) for text in rescaling(64))


@gluon.jit
def barrier(number, ASSEMBLY: gl.constexpr):
    """Wait at a barrier of the hardware, or pass it."""
    gl.inline_asm_elementwise(ASSEMBLY, "=r,r", [number], dtype=gl.int32, is_pure=False, pack=1)


@gluon.jit
def sync_turn(number, GROUP: gl.constexpr):
    """Wait for this group's turn."""
    if GROUP == 0:
        barrier(number, SYNC_8)
    else:
        barrier(number, SYNC_9)


@gluon.jit
def pass_turn(number, GROUP: gl.constexpr):
    """Give the turn to the other group."""
    if GROUP == 0:
        barrier(number, PASS_9)
    else:
        barrier(number, PASS_8)


@gluon.jit
def uniform(number):
    """The same number, known to be that of all threads: addresses made of it stay in uniform registers."""
    return gl.inline_asm_elementwise(FIRST_LANE, "=r,r", [number], dtype=gl.int32, is_pure=False, pack=1)


@gluon.jit
def hold(sums):
    """The same sums, computed before what follows."""
    return gl.inline_asm_elementwise(HOLD, "=f,f", [sums], dtype=gl.float32, is_pure=False, pack=1)


@gluon.jit
def packed(weights, dtype: gl.constexpr):
    """Pairs of weights as words: single 16-bit numbers would be packed in one round of the loop and unpacked in the next."""
    low, high = weights.reshape([weights.shape[0], weights.shape[1] // 2, 2]).split()
    if dtype == gl.bfloat16:
        return gl.inline_asm_elementwise(PACK_BF16, "=r,f,f", [low, high], dtype=gl.int32, is_pure=True, pack=1)
    else:
        return gl.inline_asm_elementwise(PACK_FP16, "=r,f,f", [low, high], dtype=gl.int32, is_pure=True, pack=1)


@gluon.jit
def unpacked(words, dtype: gl.constexpr, layout: gl.constexpr):
    """Weights of words; costs nothing, the product takes words."""
    low = words.to(gl.int16).to(dtype, bitcast=True)
    high = (words >> 16).to(gl.int16).to(dtype, bitcast=True)
    return gl.convert_layout(gl.join(low, high).reshape([words.shape[0], words.shape[1] * 2]), layout)


@gluon.jit
def rescaled(accumulator, correction):
    """Rows times their correction, which is 1 for most tiles."""
    factors = gl.convert_layout(correction, gl.SliceLayout(1, accumulator.type.layout))[:, None]
    numbers = [accumulator, factors]
    if accumulator.shape[1] == 64:
        return gl.inline_asm_elementwise(RESCALE_32, OPERANDS_32, numbers, dtype=gl.float32, is_pure=True, pack=32)
    else:
        return gl.inline_asm_elementwise(RESCALE_64, OPERANDS_64, numbers, dtype=gl.float32, is_pure=True, pack=64)
