"""One call of reshape_and_cache with its data, and how far what is stored is from right rounding."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

import rocm_kernels.ops as ops
from rocm_ci import problem as problems
from rocm_ci.attention_cell import AttentionCell
from rocm_ci.cell_context import device_of
from rocm_ci.distance import Distance
from rocm_ci.reference import attention, formats, storage
from rocm_ci.trouble import Trouble
from rocm_kernels import policy

# What a cache holds before the call: a byte that is a finite number in every format.
UNTOUCHED = 0x25


class CacheWriteRequest:
    """Tokens at random slots of a cache full of a sentinel; every third token has slot -1 and must leave no trace."""

    def __init__(self, cell: AttentionCell) -> None:
        self.cell = cell
        random = problems.generator(cell)
        tokens = sum(cell.lengths)
        dtype = problems.TORCH_DTYPES[cell.query_dtype]
        self.blocks = -(-tokens // cell.block_size) + problems.SPARE_BLOCKS
        slots = random.permutation(self.blocks * cell.block_size)[:tokens] if cell.permuted else np.arange(tokens)
        self.slots = np.where(np.arange(tokens) % 3 == 2, -1, slots)
        amax = cell.key_amax or 4.0
        shape = (tokens, cell.kv_heads, cell.head_size)
        self.sources: dict[str, torch.Tensor] = {}
        for name in ("key", "value"):
            data = random.standard_normal(shape, dtype=np.float32)
            data *= np.float32(amax / max(float(np.abs(data).max(initial=0.0)), 1e-6))
            self.sources[name] = problems.sliced(torch.from_numpy(data).to(dtype), cell.query_strides, dim=1)
        self.scales = {name: self._scale(index) for index, name in enumerate(self.sources)}
        device = device_of(cell)
        self.caches = {
            "key": self._cache(storage.pack_key).to(device),
            "value": self._cache(storage.pack_value).to(device),
        }

    def _scale(self, index: int) -> torch.Tensor | None:
        cell = self.cell
        if cell.kv_scales == "none":
            return None
        if cell.kv_scales == "per_token":  # written by the op
            return torch.full((self.blocks, cell.kv_heads, cell.block_size), torch.nan)
        largest = (cell.key_amax or 4.0) / formats.MAX_STORED[cell.kv_dtype]
        count = 1 if cell.kv_scales == "per_tensor" else cell.kv_heads
        return torch.linspace(1.0, 2.0, count) * largest * (1 + index)

    def _cache(self, pack: Any) -> torch.Tensor:
        cell = self.cell
        itemsize = 1 if cell.kv_dtype not in problems.TORCH_DTYPES else problems.TORCH_DTYPES[cell.kv_dtype].itemsize
        dtype = problems.TORCH_DTYPES.get(cell.kv_dtype, torch.int8 if cell.kv_dtype == "int8" else torch.uint8)
        shape = (self.blocks, cell.block_size, cell.kv_heads, cell.head_size)
        plain = torch.full((*shape, itemsize), UNTOUCHED, dtype=torch.uint8).view(dtype).reshape(shape)
        packed: torch.Tensor = pack(plain, cell.layout, itemsize).contiguous()
        return problems.sliced(packed, cell.cache_strides, dim=0)

    def call(self, backend: str | None, *, validate: bool = True) -> None:
        """Call the op."""
        cell, device = self.cell, device_of(self.cell)
        self.scales = {name: None if scale is None else scale.to(device) for name, scale in self.scales.items()}
        with policy.using_policy(policy.explicit(backend) if backend else policy.current()):
            ops.reshape_and_cache(
                self.sources["key"].to(device),
                self.sources["value"].to(device),
                self.caches["key"],
                self.caches["value"],
                torch.from_numpy(self.slots).to(device),
                layout=cell.layout,
                kv_dtype=cell.kv_dtype if cell.kv_dtype.startswith("fp8") else None,
                key_scale=self.scales["key"],
                value_scale=self.scales["value"],
                validate=validate,
            )

    def distance(self) -> Distance:
        """Compare what was written with the reference."""
        troubles: list[Trouble] = []
        worst, bound = 0.0, 0.0
        for name, unpack in (("key", storage.unpack_key), ("value", storage.unpack_value)):
            cache = self.caches[name].cpu().contiguous()
            plain = unpack(cache, self.cell.layout).reshape(-1, self.cell.kv_heads, self.cell.head_size)
            raw = plain.contiguous().view(torch.uint8).numpy()
            untouched = np.setdiff1d(np.arange(raw.shape[0]), self.slots)
            if (changed := int((raw[untouched] != UNTOUCHED).any(axis=(1, 2)).sum())) > 0:
                troubles.append(
                    Trouble("unwritten", f"{changed} slots of the {name} cache that belong to nobody were written")
                )
            error, limit = self._error(name, plain[self.slots[self.slots >= 0]])
            if bound == 0.0 or error - limit > worst - bound:
                worst, bound = error, limit
            if not error <= limit:
                troubles.append(
                    Trouble(
                        "accuracy",
                        f"{name}: a stored value is off by {error:.4g} of half a step, the bound is {limit:.4g}",
                    )
                )
        return Distance(worst, bound, tuple(troubles))

    def _error(self, name: str, stored: torch.Tensor) -> tuple[float, float]:
        """Largest error of a stored value over half the distance of its neighbours; 1 is right rounding."""
        cell = self.cell
        kept = self.slots >= 0
        source = self.sources[name].double().numpy()[kept]
        if cell.kv_dtype in problems.TORCH_DTYPES:
            exact = torch.equal(stored, self.sources[name][torch.from_numpy(kept)].to(stored.dtype))
            return (0.0 if exact else float("inf")), 0.0
        scale, slots = self.scales[name], self.slots[kept]
        factor: Any = 1.0
        if scale is not None and cell.kv_scales == "per_token":
            factor = scale.double().cpu().numpy()[slots // cell.block_size, :, slots % cell.block_size][..., None]
            wanted = np.abs(source).max(axis=2, keepdims=True) / formats.MAX_STORED[cell.kv_dtype]
            if not np.allclose(factor, wanted, rtol=4 * attention.FP32_UNIT, atol=0):
                return float("inf"), 1.0
        elif scale is not None:
            factor = scale.double().cpu().numpy().reshape(-1)[:, None]
        largest = formats.MAX_STORED[cell.kv_dtype]
        wanted = np.clip(source / factor, -largest, largest)
        found = formats.decode(stored.contiguous().view(torch.uint8).numpy(), cell.kv_dtype)
        if np.isnan(found).any():
            return float("inf"), 1.0
        # The quotient is fp32: a value that close to the middle of two neighbours may go either way.
        slack = 1 + 4 * attention.FP32_UNIT * largest / float(formats.half_step(np.array([largest]), cell.kv_dtype)[0])
        return float((np.abs(found - wanted) / formats.half_step(wanted, cell.kv_dtype)).max(initial=0.0)), slack
