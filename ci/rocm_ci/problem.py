"""Builds the tensors of a cell, and keeps what is really stored in them for the reference."""

from __future__ import annotations

import hashlib
import itertools
import math
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from rocm_ci.attention_cell import AttentionCell
from rocm_ci.cell import Cell
from rocm_ci.reference import formats, storage

Floats = NDArray[np.float32]
TORCH_DTYPES = {"fp32": torch.float32, "fp16": torch.float16, "bf16": torch.bfloat16}
SPARE_BLOCKS = 3
# Ids in the unused columns of a block table: whoever looks there, reads out of range.
MISSING_BLOCKS = (2**30, -1)


@dataclass(frozen=True)
class Scales:
    """Factors of the stored values.

    Attributes:
        tensor: what the op is given, None for 1.0.
        plain: [blocks, block, kv_heads, 1], the same for each stored element.
    """

    tensor: torch.Tensor | None
    plain: Floats


@dataclass(frozen=True)
class Problem:
    """One attention request with its data.

    Attributes:
        query: tensor for the op, [tokens, query_heads, head_size].
        key_cache, value_cache: storage in the layout in which the cell says it was written.
        key_scale, value_scale: their scales.
        block_tables, context_lengths, query_start: int32 tensors; query_start is None for decode.
        alibi_slopes, sinks: fp32 tensors or None.
        scale: softmax scale.
        queries, keys, values: of each sequence, exactly as stored and rescaled, for the reference.
    """

    query: torch.Tensor
    key_cache: torch.Tensor
    value_cache: torch.Tensor
    key_scale: Scales
    value_scale: Scales
    block_tables: torch.Tensor
    context_lengths: torch.Tensor
    query_start: torch.Tensor | None
    alibi_slopes: torch.Tensor | None
    sinks: torch.Tensor | None
    scale: float
    queries: tuple[Floats, ...]
    keys: tuple[Floats, ...]
    values: tuple[Floats, ...]


def generator(cell: Cell) -> np.random.Generator:
    """Random numbers that depend on the cell's id and seed alone, so that runs of one family share no data."""
    digest = hashlib.sha256(cell.id.encode()).digest()
    return np.random.default_rng([cell.seed, int.from_bytes(digest[:8], "little")])


def softmax_scale(cell: AttentionCell) -> float:
    """The scale in force."""
    return cell.scale if cell.scale is not None else 1 / math.sqrt(cell.head_size)


def alibi_slopes(heads: int) -> Floats:
    """Slopes 2^(-8 (h + 1) / heads), as in the ALiBi paper (section 3) for powers of two."""
    return (2.0 ** (-8.0 * np.arange(1, heads + 1) / heads)).astype(np.float32)


def build(cell: AttentionCell) -> Problem:
    """All tensors on the CPU. Every slot of the cache that no sequence owns, and its scale, is NaN where the type has one; a
    cell that promises finite numbers has large ones there.
    """
    random = generator(cell)
    scale = softmax_scale(cell)
    new = cell.query_lengths or tuple(1 for _ in cell.lengths)
    dtype = TORCH_DTYPES[cell.query_dtype]
    directions = [random.standard_normal((cell.kv_heads, cell.head_size), dtype=np.float32) for _ in cell.lengths]
    group = max(cell.query_heads // cell.kv_heads, 1)
    rows = []
    for count, direction in zip(new, directions, strict=True):
        common = np.resize(np.repeat(direction, group, axis=0), (cell.query_heads, cell.head_size))
        noise = random.standard_normal((count, cell.query_heads, cell.head_size), dtype=np.float32)
        rows.append(common + np.float32(0.5) * noise)
    query = torch.from_numpy(np.concatenate(rows)).to(dtype)
    starts = np.concatenate([[0], np.cumsum(new)]).astype(np.int32)
    plain_query = query.float().numpy()

    tables, slots, blocks = _pages(cell, random)
    shape = (blocks * cell.block_size, cell.kv_heads, cell.head_size)
    key, value = (_unused(cell, random, shape) for _ in range(2))
    for length, direction, slot in zip(cell.lengths, directions, slots, strict=True):
        key[slot] = _keys(cell, random, length, direction, scale)
        value[slot] = random.standard_normal((length, *shape[1:]), dtype=np.float32)
    paged = (blocks, cell.block_size, *shape[1:])
    key_cache, key_scale, keys = _stored(cell, random, key.reshape(paged), "key")
    value_cache, value_scale, values = _stored(cell, random, value.reshape(paged), "value")
    return Problem(
        query=sliced(query, cell.query_strides, dim=1),
        key_cache=key_cache,
        value_cache=value_cache,
        key_scale=key_scale,
        value_scale=value_scale,
        block_tables=torch.from_numpy(tables),
        context_lengths=_lengths(cell, tables.shape[1]),
        query_start=torch.from_numpy(starts) if cell.query_lengths else None,
        alibi_slopes=torch.from_numpy(alibi_slopes(cell.query_heads)) if cell.alibi else None,
        sinks=torch.linspace(-1.0, 3.0, cell.query_heads) if cell.sinks else None,
        scale=scale,
        queries=tuple(plain_query[first:last] for first, last in itertools.pairwise(starts)),
        keys=tuple(keys.reshape(shape)[slot] for slot in slots),
        values=tuple(values.reshape(shape)[slot] for slot in slots),
    )


def _unused(cell: AttentionCell, random: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """What slots hold before any token is written."""
    if cell.finite_cache:
        return np.asarray(32 * random.standard_normal(shape, dtype=np.float32), np.float32)
    return np.full(shape, np.nan, np.float32)


def _pages(cell: AttentionCell, random: np.random.Generator) -> tuple[NDArray[np.int32], list[NDArray[np.int64]], int]:
    """Block table, slots of each sequence's tokens in order, number of blocks."""
    counts = [-(-length // cell.block_size) for length in cell.lengths]
    blocks = sum(counts) + SPARE_BLOCKS
    order = random.permutation(blocks) if cell.permuted else np.arange(blocks)
    width = max(max(counts), 1) + cell.table_extra
    tables = np.resize(np.array(MISSING_BLOCKS, dtype=np.int32), (len(counts), width))
    slots, used = [], 0
    for row, (count, length) in enumerate(zip(counts, cell.lengths, strict=True)):
        pages = order[used : used + count]
        tables[row, :count] = pages
        token = np.arange(length)
        slots.append(pages[token // cell.block_size] * cell.block_size + token % cell.block_size)
        used += count
    wrong_ids = {"block_id_too_large": blocks, "block_id_negative": -1}
    if cell.wrong_value in wrong_ids:
        tables[-1, counts[-1] - 1] = wrong_ids[cell.wrong_value]
    return tables, slots, blocks


def _lengths(cell: AttentionCell, columns: int) -> torch.Tensor:
    lengths = torch.tensor(cell.lengths, dtype=torch.int32)
    if cell.wrong_value == "length_over_table":
        lengths[-1] = columns * cell.block_size + 1
    return lengths


def probes(cell: AttentionCell, length: int) -> list[int]:
    """Positions where an error of one shows: ends, page and partition edges, both sides of the window's edge."""
    last_page = (length - 1) // cell.block_size * cell.block_size
    wanted = {0, length - 1, length // 2, last_page, last_page - 1, 255, 256}
    if cell.sliding_window is not None:
        wanted |= {length - cell.sliding_window, length - cell.sliding_window - 1}
    return sorted(position for position in wanted if 0 <= position < length)


def _keys(cell: AttentionCell, random: np.random.Generator, length: int, direction: Floats, scale: float) -> Floats:
    """Random keys; those at ``probes`` point along the queries, so that each weighs about as much as all others do."""
    keys = random.standard_normal((length, cell.kv_heads, cell.head_size), dtype=np.float32)
    if cell.key_amax:
        return np.asarray(
            keys * np.float32(cell.key_amax / max(float(np.abs(keys).max(initial=0.0)), 1e-6)), np.float32
        )
    strength = (math.log(length + 1) + 1) / (scale * cell.head_size)
    for position in probes(cell, length):
        keys[position] = direction * np.float32(min(strength, 3.0))
    return keys


def _stored(
    cell: AttentionCell, random: np.random.Generator, plain: Floats, name: str
) -> tuple[torch.Tensor, Scales, Floats]:
    """Storage tensor, its scales, and the values that it stands for."""
    pack = storage.pack_key if name == "key" else storage.pack_value
    if cell.kv_dtype in TORCH_DTYPES:
        tensor = torch.from_numpy(plain).to(TORCH_DTYPES[cell.kv_dtype])
        packed = pack(tensor, cell.written_layout, tensor.element_size()).contiguous()
        return (
            sliced(packed, cell.cache_strides, dim=0),
            Scales(None, np.ones((1, 1, 1, 1), np.float32)),
            tensor.float().numpy(),
        )
    scales = _scales(cell, plain)
    unused = np.isnan(plain)
    stored = formats.encode(np.where(unused, 0.0, plain / scales.plain), cell.kv_dtype)
    stored = np.where(unused, np.uint8(formats.NAN_BYTE[cell.kv_dtype]), stored)
    packed = pack(torch.from_numpy(stored), cell.written_layout, 1).contiguous()
    if cell.kv_dtype == "int8":
        packed = packed.view(torch.int8)
    values = (formats.decode(stored, cell.kv_dtype) * scales.plain).astype(np.float32)
    return sliced(packed, cell.cache_strides, dim=0), scales, values


def _scales(cell: AttentionCell, plain: Floats) -> Scales:
    """Calibrated scales: the largest magnitude of each group lands on the largest finite stored value."""
    largest = np.float32(formats.MAX_STORED[cell.kv_dtype])
    if cell.kv_scales == "none":
        return Scales(None, np.ones((1, 1, 1, 1), np.float32))
    magnitude = np.abs(plain)
    if cell.kv_scales == "per_token":
        scales = magnitude.max(axis=3, keepdims=True) / largest  # NaN in unused slots stays
        return Scales(torch.from_numpy(np.ascontiguousarray(scales[..., 0].transpose(0, 2, 1))), scales)
    axes = (0, 1, 3) if cell.kv_scales == "per_head" else (0, 1, 2, 3)
    scales = np.fmax.reduce(magnitude, axis=axes, keepdims=True, initial=np.float32(1e-6)).astype(np.float32) / largest
    return Scales(torch.from_numpy(scales.reshape(-1).copy()), scales)


def sliced(tensor: torch.Tensor, strides: str, dim: int) -> torch.Tensor:
    """The same elements, either as they are or as a slice of a tensor twice as large along ``dim``."""
    if strides == "fresh":
        return tensor
    larger = torch.repeat_interleave(tensor, 2, dim=dim)
    index = [slice(None)] * tensor.dim()
    index[dim] = slice(0, None, 2)
    view = larger[tuple(index)]
    if tensor.is_floating_point():
        larger[tuple(slice(1, None, 2) if axis == dim else slice(None) for axis in range(tensor.dim()))] = torch.nan
    return view
