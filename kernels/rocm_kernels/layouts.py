"""How a paged key/value cache lies in memory: one table of layouts, read by writers, readers and the dispatcher."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from rocm_kernels.errors import InvalidArgumentError

if TYPE_CHECKING:
    import torch

Shape = tuple[int, ...]
VECTOR_BYTES = 16
# One letter an axis of a storage tensor: b block, h key/value head; tokens of a page are one axis t, or groups s of
# lanes y; elements of a head are one axis d, or groups c of lanes x. A lane axis is 16 bytes long.
AXES_OF_TOKENS = "tsy"
AXES_OF_HEADS = "dcx"


class CacheShape(NamedTuple):
    """What a pair of storage tensors holds, whatever its layout."""

    blocks: int
    kv_heads: int
    head_size: int
    block_size: int


@dataclass(frozen=True)
class Layout:
    """One way to lay out the cache.

    Attributes:
        name: the name used everywhere.
        description: which kernels use it.
        key_axes, value_axes: the axes of the storage tensors, outermost first, in the letters above.
    """

    name: str
    description: str
    key_axes: str
    value_axes: str

    @property
    def head_in_vectors(self) -> bool:
        """Whether the head size must be a multiple of x, 16 bytes over the item size."""
        return "x" in self.key_axes + self.value_axes

    @property
    def block_in_vectors(self) -> bool:
        """Whether the block size must be a multiple of x, 16 bytes over the item size."""
        return "y" in self.key_axes + self.value_axes

    def refusal(self, head_size: int, block_size: int, itemsize: int) -> str | None:
        """Why this layout cannot hold such a cache, or None."""
        x = VECTOR_BYTES // itemsize
        if self.head_in_vectors and head_size % x:
            return f"layout {self.name} stores keys in groups of {x}: head_size {head_size} is no multiple"
        if self.block_in_vectors and block_size % x:
            return f"layout {self.name} stores values in groups of {x} tokens: block_size {block_size} is no multiple"
        return None

    def key_shape(self, blocks: int, kv_heads: int, head_size: int, block_size: int, itemsize: int) -> Shape:
        """Shape of the storage of the keys."""
        return _shape(self.key_axes, CacheShape(blocks, kv_heads, head_size, block_size), itemsize)

    def value_shape(self, blocks: int, kv_heads: int, head_size: int, block_size: int, itemsize: int) -> Shape:
        """Shape of the storage of the values."""
        return _shape(self.value_axes, CacheShape(blocks, kv_heads, head_size, block_size), itemsize)

    def cache_shape(self, key_shape: Shape, value_shape: Shape, itemsize: int) -> CacheShape:
        """Read the sizes back from two storage shapes.

        Raises:
            InvalidArgumentError: naming ``key_cache`` or ``value_cache``, where they are no shapes of this layout; with the
                layouts whose shapes they are.
        """
        try:
            return self._read_both(key_shape, value_shape, itemsize)
        except InvalidArgumentError as error:
            others = [entry.name for entry in LAYOUTS.values() if entry._fits(key_shape, value_shape, itemsize)]
            if not others:
                raise
            expected = f"{error.expected}; key_cache and value_cache have the shapes of {' and '.join(others)}"
            raise InvalidArgumentError(error.argument, error.value, expected) from None

    def _fits(self, key_shape: Shape, value_shape: Shape, itemsize: int) -> bool:
        try:
            self._read_both(key_shape, value_shape, itemsize)
        except InvalidArgumentError:
            return False
        return True

    def _read_both(self, key_shape: Shape, value_shape: Shape, itemsize: int) -> CacheShape:
        shape = self._read("key_cache", self.key_axes, key_shape, itemsize)
        if self._read("value_cache", self.value_axes, value_shape, itemsize) != shape:
            expected = _shape(self.value_axes, shape, itemsize)
            raise InvalidArgumentError("value_cache", f"shape {tuple(value_shape)}", f"{expected}, as the keys have it")
        return shape

    def _read(self, argument: str, axes: str, shape: Shape, itemsize: int) -> CacheShape:
        lanes = VECTOR_BYTES // itemsize
        if len(shape) != len(axes) or any(
            size != lanes for axis, size in zip(axes, shape, strict=True) if axis in ("x", "y")
        ):
            words = ", ".join(_axis_word(axis, lanes) for axis in axes)
            raise InvalidArgumentError(argument, f"shape {tuple(shape)}", f"[{words}], as layout {self.name} has it")
        sizes = dict(zip(axes, shape, strict=True))
        return CacheShape(
            sizes["b"],
            sizes["h"],
            prod(sizes[axis] for axis in AXES_OF_HEADS if axis in sizes),
            prod(sizes[axis] for axis in AXES_OF_TOKENS if axis in sizes),
        )


def _shape(axes: str, shape: CacheShape, itemsize: int) -> Shape:
    x = VECTOR_BYTES // itemsize
    sizes = {
        "b": shape.blocks,
        "h": shape.kv_heads,
        "d": shape.head_size,
        "c": shape.head_size // x,
        "x": x,
        "t": shape.block_size,
        "s": shape.block_size // x,
        "y": x,
    }
    return tuple(sizes[axis] for axis in axes)


def _axis_word(axis: str, lanes: int) -> str:
    words = {"b": "blocks", "h": "kv_heads", "d": "head_size", "c": f"head_size/{lanes}"}
    words |= {"t": "block_size", "s": f"block_size/{lanes}", "x": str(lanes), "y": str(lanes)}
    return words[axis]


def permuted(storage: torch.Tensor, axes: str, order: str) -> torch.Tensor:
    """View ``storage``, whose axes are ``axes``, with the axes that it has in the order of the letters of ``order``."""
    return storage.permute([axes.index(axis) for axis in order if axis in axes])


LAYOUTS: dict[str, Layout] = {
    entry.name: entry
    for entry in (
        Layout(
            "5d",
            "keys [blocks, kv_heads, head/x, block, x], values [blocks, kv_heads, head, block]: AITER's paged_attention_rocm, "
            "vLLM's v1, v2 and custom kernels",
            key_axes="bhctx",
            value_axes="bhdt",
        ),
        Layout(
            "asm",
            "keys as 5d, values [blocks, kv_heads, block/x, head, x]: AITER's pa_fwd_asm, also called shuffle",
            key_axes="bhctx",
            value_axes="bhsdy",
        ),
        Layout(
            "nhd",
            "[blocks, block, kv_heads, head]: AITER's paged_attention_v1 and Triton's unified attention",
            key_axes="bthd",
            value_axes="bthd",
        ),
        Layout(
            "hnd",
            "[blocks, kv_heads, block, head]: AITER's Triton pa_decode",
            key_axes="bhtd",
            value_axes="bhtd",
        ),
    )
}


def layout(name: str, argument: str = "layout") -> Layout:
    """Look a layout up by its name; raises InvalidArgumentError naming ``argument``."""
    try:
        return LAYOUTS[name]
    except (KeyError, TypeError):
        raise InvalidArgumentError(argument, repr(name), f"one of {', '.join(LAYOUTS)}") from None


def _incompatibility(writer: Layout, reader: Layout) -> str | None:
    if writer.name == reader.name:
        return None
    parts = [
        part
        for part, written, read in (
            ("keys", writer.key_axes, reader.key_axes),
            ("values", writer.value_axes, reader.value_axes),
        )
        if written != read
    ]
    return (
        f"the cache was written as {writer.name} and {reader.name} orders its {' and '.join(parts)} differently: "
        "the sizes agree, so reading it would raise nothing and give wrong numbers"
    )


# (writer, reader) -> why the reader must not read, None where it may.
COMPATIBILITY: dict[tuple[str, str], str | None] = {
    (writer.name, reader.name): _incompatibility(writer, reader)
    for writer in LAYOUTS.values()
    for reader in LAYOUTS.values()
}


def compatible(writer: str, reader: str) -> str | None:
    """Why a cache written in layout ``writer`` must not be read as ``reader``; None where it may.

    Raises:
        InvalidArgumentError: a name is no layout.
    """
    return COMPATIBILITY[layout(writer, "writer").name, layout(reader, "reader").name]
