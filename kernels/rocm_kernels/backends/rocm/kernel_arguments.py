"""The arguments of each HIP kernel, in the order of its source; packed as the kernel argument segment has them."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping

import torch

# (name, struct code): P pointer, q 64 bits, I and i 32 bits, f fp32. Wide ones come first, so that nothing is padded.
Signature = tuple[tuple[str, str], ...]


def _signature(pointers: str, wide: str, unsigned: str, narrow: str, floats: str) -> Signature:
    groups = ((pointers, "P"), (wide, "q"), (unsigned, "I"), (narrow, "i"), (floats, "f"))
    return tuple((name, code) for names, code in groups for name in names.split())


DECODE = _signature(
    "query key_cache value_cache block_tables context_lengths key_scale value_scale alibi_slopes sinks results_to "
    "statistics_to",
    "query_sequence_stride query_head_stride output_sequence_stride output_head_stride key_head_stride value_head_stride "
    "table_stride",
    "key_block_stride value_block_stride",
    "key_token_stride key_group_stride value_token_stride value_dimension_stride kv_heads gqa splits waves_given "
    "sliding_window key_scale_stride value_scale_stride",
    "score_scale softcap",
)
MERGE = _signature(
    "partial_values partial_statistics context_lengths sinks output log_sum_exp",
    "output_sequence_stride output_head_stride",
    "",
    "heads splits",
    "",
)
RESHAPE_AND_CACHE = _signature(
    "key value key_cache value_cache slot_mapping key_scale value_scale",
    "key_row_stride key_row_head_stride value_row_stride value_row_head_stride key_block_stride key_head_stride "
    "key_token_stride key_group_stride value_block_stride value_head_stride value_token_stride value_dimension_stride "
    "key_scale_block_stride key_scale_head_stride key_scale_token_stride value_scale_block_stride "
    "value_scale_head_stride value_scale_token_stride",
    "",
    "kv_heads",
    "",
)
SIGNATURES: dict[str, Signature] = {
    "decode.hip": DECODE,
    "merge.hip": MERGE,
    "reshape_and_cache.hip": RESHAPE_AND_CACHE,
}

# Memory that a kernel writes and never reads, and memory that it reads and writes; all else is read only.
WRITTEN_ONLY: dict[str, tuple[str, ...]] = {
    "decode.hip": ("results_to", "statistics_to"),
    "merge.hip": ("output", "log_sum_exp"),
    "reshape_and_cache.hip": (),
}
UPDATED: dict[str, tuple[str, ...]] = {
    "decode.hip": (),
    "merge.hip": (),
    "reshape_and_cache.hip": ("key_cache", "value_cache", "key_scale", "value_scale"),
}

Value = torch.Tensor | int | float | None


def pack(signature: Signature, values: Mapping[str, Value]) -> bytes:
    """Pack values by name; a tensor becomes its address, None a null pointer.

    Raises:
        ValueError: names are missing or unknown.
    """
    if set(values) != {name for name, _ in signature}:
        raise ValueError(f"arguments differ from the signature in {set(values) ^ {name for name, _ in signature}}")
    return struct.pack("=" + "".join(code.replace("P", "Q") for _, code in signature), *_numbers(signature, values))


def _numbers(signature: Signature, values: Mapping[str, Value]) -> Iterator[int | float]:
    for name, _ in signature:
        value = values[name]
        if isinstance(value, torch.Tensor):
            yield value.data_ptr()
        else:
            yield 0 if value is None else value
