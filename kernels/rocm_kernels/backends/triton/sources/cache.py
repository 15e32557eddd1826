"""Writes new keys and values into a paged cache of any layout and type."""

import triton
import triton.language as tl

from .elements import encode, head_offsets, row_max


@triton.jit
def store_head(
    new, storage, scale, token, page, slot, head,
    token_stride, head_stride, block_stride,
    SCALE: tl.constexpr, SCALE_BLOCK: tl.constexpr, SCALE_HEAD: tl.constexpr, SCALE_TOKEN: tl.constexpr,
    FORMAT: tl.constexpr, LARGEST: tl.constexpr, HEAD_SIZE: tl.constexpr, BLOCK_D: tl.constexpr,
    HEAD: tl.constexpr, TOKEN_LANES: tl.constexpr, TOKEN: tl.constexpr, TOKEN_INNER: tl.constexpr,
    DIM_LANES: tl.constexpr, DIM: tl.constexpr, DIM_INNER: tl.constexpr,
):  # fmt: skip
    """Store one head of one token, divided by its scale; a scale a token is made from the head's largest magnitude."""
    dims = tl.arange(0, BLOCK_D)
    inside = dims < HEAD_SIZE
    number = tl.load(new + token.to(tl.int64) * token_stride + head * head_stride + dims, mask=inside, other=0.0)
    if FORMAT != "float" or SCALE != "none":
        number = number.to(tl.float32)
    if SCALE == "token":
        largest = row_max(tl.abs(number), 0)
        factor = tl.div_rn(largest, tl.full((), LARGEST, tl.float32))
        factor = tl.where(factor == 0.0, 1.0, factor)  # of the quotient: that of the smallest magnitudes is 0 too
        tl.store(scale + page * SCALE_BLOCK + head * SCALE_HEAD + slot * SCALE_TOKEN, factor)
        number = tl.div_rn(number, tl.full((BLOCK_D,), 1.0, tl.float32) * factor)
    elif SCALE == "head":
        factor = tl.load(scale + head * SCALE_HEAD)
        number = tl.div_rn(number, tl.full((BLOCK_D,), 1.0, tl.float32) * factor)
    place = page * block_stride + head * HEAD + head_offsets(slot, TOKEN_LANES, TOKEN, TOKEN_INNER)
    stored = encode(number, FORMAT, LARGEST)
    pointers = storage + place + head_offsets(dims, DIM_LANES, DIM, DIM_INNER)
    tl.store(pointers, stored.to(storage.dtype.element_ty), mask=inside)


@triton.jit
def reshape_and_cache(
    new_key, new_value, key, value, slots, key_scale, value_scale,
    key_token_stride, key_head_stride, value_token_stride, value_head_stride, key_block_stride, value_block_stride,
    KV_HEADS: tl.constexpr, HEAD_SIZE: tl.constexpr, BLOCK_SIZE: tl.constexpr, BLOCK_D: tl.constexpr,
    FORMAT: tl.constexpr, LARGEST: tl.constexpr, KEY_SCALE: tl.constexpr, VALUE_SCALE: tl.constexpr,
    K_SCALE_BLOCK: tl.constexpr, K_SCALE_HEAD: tl.constexpr, K_SCALE_TOKEN: tl.constexpr,
    V_SCALE_BLOCK: tl.constexpr, V_SCALE_HEAD: tl.constexpr, V_SCALE_TOKEN: tl.constexpr,
    K_HEAD: tl.constexpr, K_TOKEN_LANES: tl.constexpr, K_TOKEN: tl.constexpr, K_TOKEN_INNER: tl.constexpr,
    K_DIM_LANES: tl.constexpr, K_DIM: tl.constexpr, K_DIM_INNER: tl.constexpr,
    V_HEAD: tl.constexpr, V_TOKEN_LANES: tl.constexpr, V_TOKEN: tl.constexpr, V_TOKEN_INNER: tl.constexpr,
    V_DIM_LANES: tl.constexpr, V_DIM: tl.constexpr, V_DIM_INNER: tl.constexpr,
):  # fmt: skip
    """Store the key and the value of one token and head; slot -1 is skipped."""
    token = tl.program_id(0)
    head = tl.program_id(1)
    place = tl.load(slots + token).to(tl.int64)
    if place >= 0:
        page = place // BLOCK_SIZE
        slot = place % BLOCK_SIZE
        store_head(
            new_key, key, key_scale, token, page, slot, head, key_token_stride, key_head_stride, key_block_stride,
            KEY_SCALE, K_SCALE_BLOCK, K_SCALE_HEAD, K_SCALE_TOKEN, FORMAT, LARGEST, HEAD_SIZE, BLOCK_D,
            K_HEAD, K_TOKEN_LANES, K_TOKEN, K_TOKEN_INNER, K_DIM_LANES, K_DIM, K_DIM_INNER,
        )  # fmt: skip
        store_head(
            new_value, value, value_scale, token, page, slot, head, value_token_stride, value_head_stride, value_block_stride,
            VALUE_SCALE, V_SCALE_BLOCK, V_SCALE_HEAD, V_SCALE_TOKEN, FORMAT, LARGEST, HEAD_SIZE, BLOCK_D,
            V_HEAD, V_TOKEN_LANES, V_TOKEN, V_TOKEN_INNER, V_DIM_LANES, V_DIM, V_DIM_INNER,
        )  # fmt: skip
