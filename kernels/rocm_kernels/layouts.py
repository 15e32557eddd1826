"""How a paged key/value cache lies in memory: one table of layouts, read by writers, readers and the dispatcher."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rocm_kernels.errors import InvalidArgumentError

Shape = tuple[int, ...]
# (blocks, kv_heads, head_size, block_size, itemsize) -> shape of the storage tensor
ShapeFunction = Callable[[int, int, int, int, int], Shape]
VECTOR_BYTES = 16


@dataclass(frozen=True)
class Layout:
    """One way to lay out the cache.

    Attributes:
        name: the name used everywhere.
        description: which kernels use it.
        key_shape, value_shape: storage shapes; x below is 16 bytes over the item size.
        head_in_vectors: the head size must be a multiple of x.
        block_in_vectors: the block size must be a multiple of x.
    """

    name: str
    description: str
    key_shape: ShapeFunction
    value_shape: ShapeFunction
    head_in_vectors: bool
    block_in_vectors: bool

    def refusal(self, head_size: int, block_size: int, itemsize: int) -> str | None:
        """Why this layout cannot hold such a cache, or None."""
        x = VECTOR_BYTES // itemsize
        if self.head_in_vectors and head_size % x:
            return f"layout {self.name} stores keys in groups of {x}: head_size {head_size} is no multiple"
        if self.block_in_vectors and block_size % x:
            return f"layout {self.name} stores values in groups of {x} tokens: block_size {block_size} is no multiple"
        return None


def _key_in_vectors(blocks: int, kv_heads: int, head_size: int, block_size: int, itemsize: int) -> Shape:
    x = VECTOR_BYTES // itemsize
    return (blocks, kv_heads, head_size // x, block_size, x)


LAYOUTS: dict[str, Layout] = {
    entry.name: entry
    for entry in (
        Layout(
            "5d",
            "keys [blocks, kv_heads, head/x, block, x], values [blocks, kv_heads, head, block]: AITER's paged_attention_rocm, "
            "vLLM's v1, v2 and custom kernels",
            _key_in_vectors,
            lambda blocks, kv_heads, head_size, block_size, itemsize: (blocks, kv_heads, head_size, block_size),
            head_in_vectors=True,
            block_in_vectors=False,
        ),
        Layout(
            "asm",
            "keys as 5d, values [blocks, kv_heads, block/x, head, x]: AITER's pa_fwd_asm, also called shuffle",
            _key_in_vectors,
            lambda blocks, kv_heads, head_size, block_size, itemsize: (
                blocks,
                kv_heads,
                block_size // (VECTOR_BYTES // itemsize),
                head_size,
                VECTOR_BYTES // itemsize,
            ),
            head_in_vectors=True,
            block_in_vectors=True,
        ),
        Layout(
            "nhd",
            "[blocks, block, kv_heads, head]: AITER's paged_attention_v1 and Triton's unified attention",
            lambda blocks, kv_heads, head_size, block_size, itemsize: (blocks, block_size, kv_heads, head_size),
            lambda blocks, kv_heads, head_size, block_size, itemsize: (blocks, block_size, kv_heads, head_size),
            head_in_vectors=False,
            block_in_vectors=False,
        ),
        Layout(
            "hnd",
            "[blocks, kv_heads, block, head]: AITER's Triton pa_decode",
            lambda blocks, kv_heads, head_size, block_size, itemsize: (blocks, kv_heads, block_size, head_size),
            lambda blocks, kv_heads, head_size, block_size, itemsize: (blocks, kv_heads, block_size, head_size),
            head_in_vectors=False,
            block_in_vectors=False,
        ),
    )
}


def layout(name: str, argument: str = "layout") -> Layout:
    """Look a layout up by its name; raises InvalidArgumentError naming ``argument``."""
    try:
        return LAYOUTS[name]
    except KeyError:
        raise InvalidArgumentError(argument, repr(name), f"one of {', '.join(LAYOUTS)}") from None
