"""Where one element of a paged cache lies, read from the published descriptions of the four layouts.

Let x be 16 bytes over the size of an element. For block b, token t in it, head h and dimension d:

========  ==============================  ==============================
layout    key                             value
========  ==============================  ==============================
5d        [b, h, d / x, t, d mod x]       [b, h, d, t]
asm       [b, h, d / x, t, d mod x]       [b, h, t / x, d, t mod x]
nhd       [b, t, h, d]                    [b, t, h, d]
hnd       [b, h, t, d]                    [b, h, t, d]
========  ==============================  ==============================

``plain`` below is always [blocks, block, heads, head], one page after the other.
"""

from __future__ import annotations

from typing import Any


def _permuted(array: Any, *axes: int) -> Any:
    return array.permute(*axes) if hasattr(array, "permute") else array.transpose(axes)


def pack_key(plain: Any, layout: str, itemsize: int) -> Any:
    """A key cache of ``layout`` with the elements of ``plain``."""
    blocks, block, heads, head = plain.shape
    if layout == "nhd":
        return plain
    if layout == "hnd":
        return _permuted(plain, 0, 2, 1, 3)
    x = 16 // itemsize
    return _permuted(plain.reshape(blocks, block, heads, head // x, x), 0, 2, 3, 1, 4)


def pack_value(plain: Any, layout: str, itemsize: int) -> Any:
    """A value cache of ``layout`` with the elements of ``plain``."""
    blocks, block, heads, head = plain.shape
    if layout == "nhd":
        return plain
    if layout == "hnd":
        return _permuted(plain, 0, 2, 1, 3)
    if layout == "5d":
        return _permuted(plain, 0, 2, 3, 1)
    x = 16 // itemsize
    return _permuted(plain.reshape(blocks, block // x, x, heads, head), 0, 3, 1, 4, 2)


def unpack_key(stored: Any, layout: str) -> Any:
    """The inverse of ``pack_key``."""
    if layout == "nhd":
        return stored
    if layout == "hnd":
        return _permuted(stored, 0, 2, 1, 3)
    blocks, heads, groups, block, x = stored.shape
    return _permuted(stored, 0, 3, 1, 2, 4).reshape(blocks, block, heads, groups * x)


def unpack_value(stored: Any, layout: str) -> Any:
    """The inverse of ``pack_value``."""
    if layout == "nhd":
        return stored
    if layout == "hnd":
        return _permuted(stored, 0, 2, 1, 3)
    if layout == "5d":
        return _permuted(stored, 0, 3, 1, 2)
    blocks, heads, groups, head, x = stored.shape
    return _permuted(stored, 0, 2, 4, 1, 3).reshape(blocks, groups * x, heads, head)
