"""The kernel arguments of AITER's asm decode kernels: one description, for packing and for checking each file's own note.

A kernel is handed one segment of SEGMENT_BYTES bytes, a slot of 16 bytes for each field. What the fields mean was read from
AITER's host code (``pa_fwd``, amd-aiter 0.1.7.post2.dev18); the ELF note of each code object names its fields with their
offsets and sizes. A file may lack the fields at the end. One that has a field elsewhere, or a field that is not known here,
belongs to another host: launching it would be silently wrong.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rocm_kernels.backends.aiter.argument_layout import PADDING, ArgumentLayout, Field, Slot, Value
from rocm_kernels.host_memory import Memory

__all__ = [
    "BY_NAME",
    "FIELDS",
    "LAYOUT",
    "PADDING",
    "WRITTEN",
    "Field",
    "Slot",
    "Value",
    "host_values",
    "mismatches",
    "pack",
]

SLOT_BYTES = 16
SEGMENT_BYTES = 256


FIELDS: tuple[Field, ...] = (
    Field("O", 0x00, "Q", "output [sequences, heads, 128], contiguous"),
    Field("Q", 0x10, "Q", "query [sequences, heads, 128]"),
    Field("K", 0x20, "Q", "key cache, layout asm"),
    Field("V", 0x30, "Q", "value cache, layout asm"),
    Field("BT", 0x40, "Q", "block table, int32 [sequences, pages]"),
    Field("CL", 0x50, "Q", "context lengths, int32 [sequences]"),
    Field("KQ", 0x60, "Q", "scales of keys, fp32 [blocks, kv_heads, block]; null with 16 bit"),
    Field("VQ", 0x70, "Q", "scales of values, likewise"),
    Field("sclg", 0x80, "f", "log2(e) / sqrt(head size)"),
    Field("mblk", 0x90, "I", "row length of the block table, in entries"),
    Field("batch", 0xA0, "I", "key/value heads"),
    Field("Qs", 0xB0, "I", "bytes from one sequence's query to the next"),
    Field("Bs", 0xC0, "I", "bytes from one block of the key cache to the next"),
    Field("KVs", 0xD0, "I", "bytes from one head of a block to the next"),
    Field("GQA", 0xE0, "I", "query heads a key/value head", optional=True),
    Field(
        "QTP",
        0xF0,
        "Q",
        "starts of the sequences' queries, int32 [sequences + 1]; null for one token each",
        optional=True,
    ),
)
BY_NAME: dict[str, Field] = {field.name: field for field in FIELDS}
WRITTEN = ("O",)
LAYOUT = ArgumentLayout(FIELDS, SEGMENT_BYTES, SLOT_BYTES)
mismatches = LAYOUT.mismatches
pack = LAYOUT.pack


def softmax_factor(head_size: int) -> float:
    """The factor ``sclg`` as the host computes it: log2(e) in fp32 over sqrt(head size) in fp32, rounded to fp32."""
    log2_e = np.float32(np.log2(np.exp(np.float32(1))))
    return float(np.float32(np.float64(log2_e) / np.float64(np.float32(np.sqrt(np.float64(head_size))))))


def host_values(
    query: Memory,
    key: Memory,
    value: Memory,
    block_tables: Memory,
    context_lengths: Memory,
    output: Memory,
    key_scale: Memory | None = None,
    value_scale: Memory | None = None,
    query_start: Memory | None = None,
) -> dict[str, Any]:
    """Derive all fields from the tensors of a request, as AITER's host does.

    Args:
        query, output: [tokens, heads, head_size], 16 bit.
        key: [blocks, kv_heads, head_size/x, block, x]; value: [blocks, kv_heads, block/x, head_size, x].
        block_tables, context_lengths: int32.
        key_scale, value_scale: fp32 [blocks, kv_heads, block], or None.
        query_start: int32 [sequences + 1] where a sequence has more than one query token.

    Tensors and arrays can be mixed; strides are taken from the first axes as the host takes them.
    """
    heads, head_size = query.shape[1], query.shape[2]
    kv_heads = key.shape[1]
    return {
        "O": output,
        "Q": query,
        "K": key,
        "V": value,
        "BT": block_tables,
        "CL": context_lengths,
        "KQ": key_scale,
        "VQ": value_scale,
        "sclg": softmax_factor(head_size),
        "mblk": _stride_bytes(block_tables, 0) // 4,
        "batch": kv_heads,
        "Qs": _stride_bytes(query, 0),
        "Bs": _stride_bytes(key, 0),
        "KVs": _stride_bytes(key, 1),
        "GQA": heads // kv_heads,
        "QTP": query_start,
    }


def _stride_bytes(tensor: Memory, axis: int) -> int:
    if isinstance(tensor, np.ndarray):
        return int(tensor.strides[axis])
    return tensor.stride(axis) * tensor.element_size()
