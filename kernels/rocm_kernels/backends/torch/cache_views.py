"""Views of a paged cache that PyTorch can index by token or by (page, head) without knowing the layout."""

from __future__ import annotations

from math import gcd

import torch

from rocm_kernels.layouts import AXES_OF_HEADS, AXES_OF_TOKENS, LAYOUTS, VECTOR_BYTES, permuted

# Moving data needs no arithmetic: these carry any element of their size, also on devices where fp8 cannot be indexed.
CARRIERS = {1: torch.uint8, 2: torch.int16, 4: torch.int32}


def carried(tensor: torch.Tensor) -> torch.Tensor:
    """View a tensor as integers of its item size."""
    return tensor.view(CARRIERS[tensor.element_size()])


def by_token(storage: torch.Tensor, axes: str) -> torch.Tensor:
    """View the storage with blocks and tokens first: [blocks, tokens (1 or 2 axes), kv_heads, head (1 or 2 axes)]."""
    return permuted(storage, axes, "b" + AXES_OF_TOKENS + "h" + AXES_OF_HEADS)


def token_index(slots: torch.Tensor, view: torch.Tensor, axes: str) -> tuple[torch.Tensor, ...]:
    """Indices into the leading axes of ``by_token``'s view for linear slots (page * block_size + row)."""
    sizes = view.shape[1 : 1 + sum(axis in axes for axis in AXES_OF_TOKENS)]
    indices: list[torch.Tensor] = []
    for size in reversed(sizes):
        indices.append(slots % size)
        slots = torch.div(slots, size, rounding_mode="floor")
    return (slots, *reversed(indices))


class PageHeads:
    """The pages of one storage tensor, one row for each (page, head), for gathering with one index_select.

    Attributes:
        rows: [rows, page axes]; overlaps itself where a head is no outer axis of the storage.
        page_stride, head_stride: row of (page, head) is page * page_stride + head * head_stride.
        head_first: a gathered page is [head_size, block_size], else [block_size, head_size].
        dtype: type of the stored elements; ``rows`` has a carrier type.
    """

    def __init__(self, storage: torch.Tensor, axes: str) -> None:
        # Each head's elements stay as they are next to each other, which keeps the runs that are copied long.
        self.head_first = max(axes.index(axis) for axis in AXES_OF_TOKENS if axis in axes) > max(
            axes.index(axis) for axis in AXES_OF_HEADS if axis in axes
        )
        order = AXES_OF_HEADS + AXES_OF_TOKENS if self.head_first else AXES_OF_TOKENS + AXES_OF_HEADS
        self.dtype = storage.dtype
        view = _in_vectors(permuted(storage, axes, "bh" + order))
        blocks, heads = view.shape[:2]
        page, head = view.stride()[:2]
        unit = max(gcd(page, head), 1)
        self.page_stride, self.head_stride = page // unit, head // unit
        rows = (max(blocks, 1) - 1) * self.page_stride + (heads - 1) * self.head_stride + 1
        self.rows = view.as_strided((rows if blocks else 0, *view.shape[2:]), (unit, *view.stride()[2:]))


def _in_vectors(view: torch.Tensor) -> torch.Tensor:
    """View in elements of 16 bytes where the last axis allows it, else of the item size: fewer elements are moved."""
    view = carried(view)
    lanes = VECTOR_BYTES // view.element_size()
    fits = view.stride(-1) == 1 and view.shape[-1] % lanes == 0 and view.data_ptr() % VECTOR_BYTES == 0
    if fits and view.storage_offset() % lanes == 0 and all(stride % lanes == 0 for stride in view.stride()[:-1]):
        return view.view(torch.complex128)
    return view


def key_pages(storage: torch.Tensor, layout: str) -> PageHeads:
    """Pages of the keys."""
    return PageHeads(storage, LAYOUTS[layout].key_axes)


def value_pages(storage: torch.Tensor, layout: str) -> PageHeads:
    """Pages of the values."""
    return PageHeads(storage, LAYOUTS[layout].value_axes)
