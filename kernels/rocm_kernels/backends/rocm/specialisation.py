"""Which compile-time constants a request needs: the one place that turns a spec into a kernel of the HIP sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import torch

from rocm_kernels.arguments import CacheView
from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.errors import ImplementationFailure
from rocm_kernels.layouts import LAYOUTS, VECTOR_BYTES
from rocm_kernels.spec import AttentionSpec
from rocm_kernels.targets import TARGETS

ROWS = 16
"""Rows of a matrix instruction's tile."""

# Names of the sources' types.
_TYPES = {
    "fp16": "Fp16",
    "bf16": "Bf16",
    "fp8_e4m3fn": "Fp8<false>",
    "fp8_e4m3fnuz": "Fp8<true>",
    "int8": "Int8",
}


@dataclass(frozen=True)
class Tuning:
    """What follows from the number of registers of a lane, by wave size.

    Attributes:
        waves: of a workgroup.
        most_waves: of a workgroup where there are few of them and its results take up to wide_elements.
        wide_elements: most query rows times head size of a workgroup that may have most_waves: registers are shared by more.
        row_elements: most query rows times head size that one workgroup takes: its results stay in registers.
        value_columns: head elements that a lane loads of a token, where values lie token by token, by head size.
        prefetch_elements: keys of the next chunk are loaded early up to this many rows times head size.
        register_elements: queries stay in registers up to this many rows times head size.
    """

    waves: int
    most_waves: int
    wide_elements: int
    row_elements: int
    value_columns: Mapping[int, int]
    prefetch_elements: int
    register_elements: int


# 512 registers a lane with waves of 64, 256 with waves of 32, which need twice as many for the same tile.
TUNING: dict[int, Tuning] = {
    64: Tuning(4, 8, 16 * 128, 32 * 256, {32: 2, 64: 4, 192: 4}, 16 * 256, 32 * 256),
    32: Tuning(
        4,
        4,
        0,
        16 * 128,
        dict.fromkeys((64, 80, 96, 112, 120, 128, 256), 4) | {32: 2, 192: 2},
        16 * 64,
        16 * 64,
    ),
}
_VALUE_COLUMNS = 8


@dataclass(frozen=True)
class Strides:
    """Strides of a cache inside a block, in elements; 0 where the kernel reads them from its arguments."""

    key_token: int
    key_group: int
    value_token: int
    value_dimension: int


@dataclass(frozen=True)
class Specialisation:
    """One kernel to compile.

    Attributes:
        source: file of the HIP sources.
        kernel: symbol of the kernel; names all that it was specialised for.
        defines: macros, by name.
        waves: of a workgroup.
        most_waves: of a workgroup where there are few of them; waves or twice as many.
        row_blocks: workgroups that share the query rows of one key/value head.
        tokens_per_chunk: tokens that a wave takes at a time.
        value_vector: tokens that one step of the value token stride covers.
    """

    source: str
    kernel: str
    defines: tuple[tuple[str, str], ...]
    waves: int = 1
    most_waves: int = 1
    row_blocks: int = 1
    tokens_per_chunk: int = 1
    value_vector: int = 1


def token_major(spec: AttentionSpec) -> bool:
    """Whether the elements of one token's value lie together, rather than one element of several tokens."""
    # With one token a block, [head, block] is [head].
    return LAYOUTS[spec.layout].value_axes.endswith("d") or spec.block_size == 1


def key_vector(spec: AttentionSpec) -> int:
    """Head elements of a key that a lane loads at once: 16 bytes where the head is a multiple of that."""
    lanes = VECTOR_BYTES // DATA_TYPES[spec.kv_dtype].itemsize
    return lanes if spec.head_size % lanes == 0 else 8


def tokens_per_lane(spec: AttentionSpec) -> int:
    """Consecutive tokens that a lane holds of a chunk: 16 bytes of a value where tokens lie together, else 8."""
    lanes = VECTOR_BYTES // DATA_TYPES[spec.kv_dtype].itemsize
    return lanes if not token_major(spec) and spec.block_size % lanes == 0 else 8


def fresh_strides(spec: AttentionSpec) -> Strides:
    """Strides inside a block of a cache as it is allocated; 0 where they depend on the number of heads."""
    layout = LAYOUTS[spec.layout]
    itemsize = DATA_TYPES[spec.kv_dtype].itemsize
    axes = layout.key_axes, layout.value_axes
    shapes = (
        layout.key_shape(1, 1, spec.head_size, spec.block_size, itemsize),
        layout.value_shape(1, 1, spec.head_size, spec.block_size, itemsize),
    )
    steps = [_fresh_steps(*pair) for pair in zip(axes, shapes, strict=True)]
    return _strides(spec, *steps)


def _fresh_steps(axes: str, shape: tuple[int, ...]) -> dict[str, int]:
    steps = {}
    step = 1
    for axis, size in zip(reversed(axes), reversed(shape), strict=True):
        steps[axis] = step
        # Beyond the heads a step is a number that only the tensor knows.
        step = 0 if axis == "h" else step * size
    return steps


def _strides(spec: AttentionSpec, key: Mapping[str, int], value: Mapping[str, int]) -> Strides:
    if spec.block_size == 1:
        # An axis of one token has a stride that says nothing.
        return Strides(0, key.get("c", key_vector(spec)), 0, 1)
    if token_major(spec):
        return Strides(key["t"], key.get("c", key_vector(spec)), value["t"], 1)
    tokens = tokens_per_lane(spec)
    return Strides(key["t"], key.get("c", key_vector(spec)), value.get("s", tokens), value["d"])


def actual_strides(spec: AttentionSpec, cache: CacheView) -> Strides:
    """Strides inside a block of the tensors handed over.

    Raises:
        ImplementationFailure: elements that a load takes together do not lie together.
    """
    layout = LAYOUTS[spec.layout]
    steps = []
    for name, tensor, axes, together in (
        ("key", cache.key, layout.key_axes, "x" if "x" in layout.key_axes else "d"),
        ("value", cache.value, layout.value_axes, "d" if token_major(spec) else layout.value_axes[-1]),
    ):
        step = dict(zip(axes, tensor.stride(), strict=True))
        if step[together] != 1:
            raise ImplementationFailure(
                "cache_strides",
                f"the {name} cache has a stride of {step[together]} where its elements must lie together",
            )
        steps.append(step)
    return _strides(spec, *steps)


def head_strides(tensor: torch.Tensor, axes: str) -> tuple[int, int]:
    """Strides of the blocks and of the heads, in elements."""
    return tensor.stride(axes.index("b")), tensor.stride(axes.index("h"))


@lru_cache(maxsize=4096)
def decode(spec: AttentionSpec, target: str, actual: Strides | None = None, letters: str = "") -> Specialisation:
    """Choose the decode kernel for a spec.

    Args:
        spec: the request.
        target: LLVM's name of the processor.
        actual: strides of the cache where they are known; those of a fresh cache are compiled in, others are arguments.
        letters: which scales are one a token: any of the letters k and v; by default both where the spec says per_token.
    """
    fresh = fresh_strides(spec)
    strided = actual is not None and any(
        wanted not in (0, found) for wanted, found in zip(_as_tuple(fresh), _as_tuple(actual), strict=True)
    )
    strides = Strides(0, 0, 0, 0) if strided else fresh
    wave = TARGETS[target].wave_size
    tuning = TUNING[wave]
    columns = min(tuning.value_columns.get(spec.head_size, _VALUE_COLUMNS), _VALUE_COLUMNS)
    row_tiles, row_blocks = _rows(spec, tuning)
    elements = row_tiles * ROWS * spec.head_size
    most_waves = tuning.most_waves if elements <= tuning.wide_elements else tuning.waves
    prefetch = elements <= tuning.prefetch_elements
    in_lds = elements > tuning.register_elements
    if spec.kv_scales == "per_token" and not letters:
        letters = "kv"
    scaled = spec.kv_scales in ("per_tensor", "per_head") or (letters in ("k", "v"))
    features = "".join(
        f"_{word}"
        for word, on in (
            ("scaled", scaled),
            (f"token_scales_{letters}", letters != ""),
            ("alibi", spec.alibi),
            ("softcap", spec.softcap),
            ("strided", strided),
        )
        if on
    )
    kernel = (
        f"paged_attention_decode_{spec.query_dtype}_{spec.kv_dtype}_h{spec.head_size}_b{spec.block_size}_{spec.layout}"
        f"_r{row_tiles}x{row_blocks}{features}"
    )
    tokens = tokens_per_lane(spec)
    defines: dict[str, object] = {
        "KERNEL_NAME": kernel,
        "QUERY_TYPE": _TYPES[spec.query_dtype],
        "CACHE_TYPE": _TYPES[spec.kv_dtype],
        "HEAD_SIZE": spec.head_size,
        "BLOCK_SIZE": spec.block_size,
        "ROW_TILES": row_tiles,
        "ROW_BLOCKS": row_blocks,
        "WAVES": tuning.waves,
        "MOST_WAVES": most_waves,
        "TOKENS_PER_LANE": tokens,
        "KEY_VECTOR": key_vector(spec),
        "VALUE_TOKEN_MAJOR": token_major(spec),
        "VALUE_COLUMNS": columns,
        "KEY_TOKEN_STRIDE": strides.key_token,
        "KEY_GROUP_STRIDE": strides.key_group,
        "VALUE_TOKEN_STRIDE": strides.value_token,
        "VALUE_DIMENSION_STRIDE": strides.value_dimension,
        "SCALED": scaled,
        "KEY_SCALE_PER_TOKEN": "k" in letters,
        "VALUE_SCALE_PER_TOKEN": "v" in letters,
        "ALIBI": spec.alibi,
        "SOFTCAP": spec.softcap,
        "PREFETCH": prefetch,
        "QUERY_IN_LDS": in_lds,
    }
    return Specialisation(
        "decode.hip",
        kernel,
        _macros(defines),
        waves=tuning.waves,
        most_waves=most_waves,
        row_blocks=row_blocks,
        tokens_per_chunk=wave // ROWS * tokens,
    )


def _as_tuple(strides: Strides) -> tuple[int, int, int, int]:
    return strides.key_token, strides.key_group, strides.value_token, strides.value_dimension


def _rows(spec: AttentionSpec, tuning: Tuning) -> tuple[int, int]:
    """Row tiles of a workgroup, and workgroups that share the query rows of a key/value head."""
    tiles = -(-spec.gqa // ROWS)
    most = max(1, tuning.row_elements // (ROWS * spec.head_size))
    blocks = -(-tiles // most)
    return -(-tiles // blocks), blocks


@lru_cache(maxsize=256)
def merge(spec: AttentionSpec) -> Specialisation:
    """Choose the kernel that merges the partitions of a decode."""
    kernel = f"paged_attention_merge_{spec.query_dtype}_h{spec.head_size}"
    return Specialisation(
        "merge.hip",
        kernel,
        _macros({"KERNEL_NAME": kernel, "QUERY_TYPE": _TYPES[spec.query_dtype], "HEAD_SIZE": spec.head_size}),
    )


CACHE_WRITE_WAVES = 4


@lru_cache(maxsize=1024)
def reshape_and_cache(spec: AttentionSpec, letters: str = "") -> Specialisation:
    """Choose the kernel that writes the cache; ``letters`` as in ``decode``."""
    layout = LAYOUTS[spec.layout]
    lanes = VECTOR_BYTES // DATA_TYPES[spec.kv_dtype].itemsize
    value_vector = lanes if layout.block_in_vectors else 1
    suffix = f"_token_scales_{letters}" if letters else ""
    kernel = f"reshape_and_cache_{spec.query_dtype}_{spec.kv_dtype}_h{spec.head_size}_b{spec.block_size}_{spec.layout}{suffix}"
    return Specialisation(
        "reshape_and_cache.hip",
        kernel,
        _macros(
            {
                "KERNEL_NAME": kernel,
                "QUERY_TYPE": _TYPES[spec.query_dtype],
                "CACHE_TYPE": _TYPES[spec.kv_dtype],
                "HEAD_SIZE": spec.head_size,
                "BLOCK_SIZE": spec.block_size,
                "WAVES": CACHE_WRITE_WAVES,
                "KEY_VECTOR": lanes if layout.head_in_vectors else spec.head_size,
                "VALUE_VECTOR": value_vector,
                "KEY_SCALE_PER_TOKEN": "k" in letters,
                "VALUE_SCALE_PER_TOKEN": "v" in letters,
            }
        ),
        waves=CACHE_WRITE_WAVES,
        most_waves=CACHE_WRITE_WAVES,
        value_vector=value_vector,
    )


def _macros(defines: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    return tuple((name, str(int(value) if isinstance(value, bool) else value)) for name, value in defines.items())
