"""A paged key/value cache that remembers its layout and type, so that it cannot be read as another one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

import torch

from rocm_kernels import layouts, ops, validation
from rocm_kernels.dtypes import BY_TORCH_DTYPE, data_type
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.layouts import CacheShape
from rocm_kernels.spec import ScaleGranularity


def allocate_cache(
    blocks: int,
    kv_heads: int,
    head_size: int,
    block_size: int,
    *,
    layout: str = "5d",
    dtype: str | torch.dtype = "bf16",
    device: torch.device | str = "cpu",
) -> tuple[torch.Tensor, torch.Tensor]:
    """Allocate the storage of a cache, filled with zeros.

    Args:
        blocks: pages.
        kv_heads, head_size, block_size: sizes of a page.
        layout: of rocm_kernels.layouts.
        dtype: the stored type: a name of rocm_kernels.dtypes, PyTorch's name for it, or PyTorch's type.
        device: where.

    Returns:
        key and value storage, shaped as the layout says.

    Raises:
        InvalidArgumentError: an unknown name, a size below 1, or sizes that the layout cannot hold.
    """
    described, stored = layouts.layout(layout), data_type(dtype)
    sizes = {"blocks": blocks, "kv_heads": kv_heads, "head_size": head_size, "block_size": block_size}
    for argument, size in sizes.items():
        validation.check_whole_number(argument, size)
    refusal = described.refusal(head_size, block_size, stored.itemsize)
    if refusal is not None:
        raise InvalidArgumentError("layout", repr(layout), f"one that can hold this cache: {refusal}")
    shape = CacheShape(blocks, kv_heads, head_size, block_size)
    # Zeros of one byte can be made on every device, fp8 not.
    key, value = (
        torch.zeros(size, dtype=stored.torch_dtype if stored.itemsize > 1 else torch.uint8, device=device)
        for size in (described.key_shape(*shape, stored.itemsize), described.value_shape(*shape, stored.itemsize))
    )
    return key.view(stored.torch_dtype), value.view(stored.torch_dtype)


class CacheKeywords(TypedDict):
    """The arguments of an op that describe a cache."""

    key_cache: torch.Tensor
    value_cache: torch.Tensor
    layout: str
    kv_dtype: str
    key_scale: torch.Tensor | None
    value_scale: torch.Tensor | None


@dataclass(frozen=True, eq=False)
class PagedCache:
    """A cache with all that is needed to read it.

    Attributes:
        key, value: storage in ``layout``.
        layout: the layout in which it is written.
        dtype: name of the stored type, of rocm_kernels.dtypes; PyTorch's name or type is taken and turned into it.
        key_scale, value_scale: None, or fp32 [1], [kv_heads] or [blocks, kv_heads, block_size], see docs/kv_cache.md.
    """

    key: torch.Tensor
    value: torch.Tensor
    layout: str
    dtype: str
    key_scale: torch.Tensor | None = None
    value_scale: torch.Tensor | None = None

    def __post_init__(self) -> None:
        validation.check_tensors(key=self.key, value=self.value, key_scale=self.key_scale, value_scale=self.value_scale)
        stored = data_type(self.dtype)
        if BY_TORCH_DTYPE.get(self.key.dtype) != stored:
            raise InvalidArgumentError("key", f"dtype {self.key.dtype}", str(stored.torch_dtype))
        object.__setattr__(self, "dtype", stored.name)
        validation.check_scales(self.key_scale, self.value_scale, self.shape)

    @classmethod
    def allocate(
        cls,
        blocks: int,
        kv_heads: int,
        head_size: int,
        block_size: int,
        *,
        layout: str = "5d",
        dtype: str | torch.dtype = "bf16",
        scales: ScaleGranularity = "none",
        device: torch.device | str = "cpu",
    ) -> PagedCache:
        """Allocate a cache of zeros, with scales of 1 of the granularity asked for; see ``allocate_cache``."""
        key, value = allocate_cache(blocks, kv_heads, head_size, block_size, layout=layout, dtype=dtype, device=device)
        shapes: dict[str, tuple[int, ...] | None] = {
            "none": None,
            "per_tensor": (1,),
            "per_head": (kv_heads,),
            "per_token": (blocks, kv_heads, block_size),
        }
        if scales not in shapes:
            raise InvalidArgumentError("scales", repr(scales), f"one of {', '.join(shapes)}")
        size = shapes[scales]
        pair = [None if size is None else torch.ones(size, device=device) for _ in range(2)]
        return cls(key, value, layout, data_type(dtype).name, *pair)

    def __repr__(self) -> str:
        sizes = ", ".join(f"{name}={size}" for name, size in self.shape._asdict().items())
        scales = validation.check_scales(self.key_scale, self.value_scale, self.shape)
        return f"PagedCache({sizes}, layout={self.layout}, dtype={self.dtype}, scales={scales}, on {self.key.device})"

    @property
    def shape(self) -> CacheShape:
        """Sizes: blocks, kv_heads, head_size, block_size."""
        return layouts.layout(self.layout).cache_shape(self.key.shape, self.value.shape, self.key.element_size())

    def keywords(self, layout: str | None = None) -> CacheKeywords:
        """The cache as keywords of an op: ``paged_attention(query, block_tables=..., **cache.keywords())``.

        Args:
            layout: the layout that the reader expects; None takes the cache's own.

        Raises:
            InvalidArgumentError: the cache was written in another layout, with what would go wrong.
        """
        if layout is not None:
            refusal = layouts.compatible(self.layout, layout)
            if refusal is not None:
                raise InvalidArgumentError("layout", repr(layout), f"{self.layout!r}: {refusal}")
        return CacheKeywords(
            key_cache=self.key,
            value_cache=self.value,
            layout=self.layout,
            kv_dtype=self.dtype,
            key_scale=self.key_scale,
            value_scale=self.value_scale,
        )

    def write(
        self,
        key: torch.Tensor,
        value: torch.Tensor,
        slot_mapping: torch.Tensor,
        *,
        backend: str | None = None,
        validate: bool | None = None,
    ) -> None:
        """Write new tokens; see ``rocm_kernels.reshape_and_cache``."""
        ops.reshape_and_cache(
            key, value, slot_mapping=slot_mapping, backend=backend, validate=validate, **self.keywords()
        )

    def gather(
        self, block_table: torch.Tensor, length: int, *, layout: str | None = None, dtype: torch.dtype = torch.float32
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Read a sequence back, each [length, kv_heads, head_size]; see ``rocm_kernels.gather_cache``."""
        return ops.gather_cache(block_table=block_table, length=length, dtype=dtype, **self.keywords(layout))
