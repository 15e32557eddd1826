"""A cell of an attention op: the model's shape, the cache, and the options of one request."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import Field

from rocm_ci.cell import Cell, DTypeName, StoredTypeName, wrong_format
from rocm_kernels.data_types import DATA_TYPES
from rocm_kernels.layouts import LAYOUTS

Layout = Literal["5d", "asm", "nhd", "hnd"]
Granularity = Literal["none", "per_tensor", "per_head", "per_token"]
LONGEST = 2**31 - 1  # lengths are int32


class AttentionCell(Cell):
    """A cell of paged_attention, prefill_attention or reshape_and_cache.

    Attributes (beside those of Cell):
        kv_dtype: type of the cache; ``query_dtype`` unless given.
        written_layout: layout in which the cache was really written; ``layout`` unless given.
        lengths: tokens in the cache of each sequence, those of the query included.
        query_lengths: prefill only, query tokens of each sequence.
        key_amax: largest magnitude among the keys, 0 for keys of unit size.
        table_extra: unused columns of the block table, filled with ids that do not exist.
        min_context_length, max_context_length: promised bounds on ``lengths`` (decode only).
        finite_cache: slots that no token owns hold finite numbers, and that is promised (decode only); else they hold NaN.
        permuted: pages in random order in a pool with spare blocks, else one after the other.
        query_strides, cache_strides: ``fresh``, or ``sliced`` out of a larger tensor.
        wrong_value: something in the tensors that must be refused.
    """

    always_shown: ClassVar[tuple[str, ...]] = (
        *("query_dtype", "kv_dtype", "query_heads", "kv_heads", "head_size", "block_size", "layout", "lengths"),
    )
    shown_if_set: ClassVar[tuple[str, ...]] = (
        *(
            "query_lengths",
            "causal",
            "scale",
            "alibi",
            "sliding_window",
            "sinks",
            "softcap",
            "log_sum_exp",
            "kv_scales",
        ),
        *("min_context_length", "max_context_length", "finite_cache"),
        *("key_amax", "table_extra", "query_strides", "cache_strides", "wrong_value"),
    )

    op: Literal["paged_attention", "prefill_attention", "reshape_and_cache"] = "paged_attention"
    query_dtype: DTypeName = "bf16"
    kv_dtype: StoredTypeName
    query_heads: int = Field(gt=0)
    kv_heads: int = Field(gt=0)
    head_size: int = Field(gt=0)
    block_size: int = Field(gt=0)
    layout: Layout = "5d"
    written_layout: Layout
    lengths: tuple[int, ...] = Field(min_length=1)
    query_lengths: tuple[int, ...] = ()
    causal: bool = True
    scale: float | None = Field(default=None, gt=0)
    alibi: bool = False
    sliding_window: int | None = Field(default=None, gt=0)
    sinks: bool = False
    softcap: float | None = Field(default=None, gt=0)
    log_sum_exp: bool = False
    kv_scales: Granularity = "none"
    key_amax: float = Field(default=0.0, ge=0)
    table_extra: int = Field(default=0, ge=0)
    min_context_length: int | None = Field(default=None, ge=0)
    max_context_length: int | None = Field(default=None, ge=0)
    finite_cache: bool = False
    permuted: bool = True
    query_strides: Literal["fresh", "sliced"] = "fresh"
    cache_strides: Literal["fresh", "sliced"] = "fresh"
    wrong_value: Literal["block_id_too_large", "block_id_negative", "length_over_table"] | None = None

    @classmethod
    def _defaulted(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Two fields default to another one."""
        values.setdefault("kv_dtype", values.get("query_dtype", cls.model_fields["query_dtype"].default))
        values.setdefault("written_layout", values.get("layout", cls.model_fields["layout"].default))
        return values

    def own_problem(self) -> str | None:
        """Why no machine could run this request, or None."""
        cell = self
        if any(not 0 <= length <= LONGEST for length in (*cell.lengths, *cell.query_lengths)):
            return f"lengths must not be negative or above {LONGEST}"
        if (cell.op == "prefill_attention") != bool(cell.query_lengths):
            return "query_lengths belongs to prefill_attention, and there it is needed"
        if cell.query_lengths and len(cell.query_lengths) != len(cell.lengths):
            return f"{len(cell.query_lengths)} query_lengths for {len(cell.lengths)} lengths"
        if any(query > length for query, length in zip(cell.query_lengths, cell.lengths, strict=False)):
            return "a sequence cannot have more query tokens than tokens"
        promised = cell.min_context_length is not None or cell.max_context_length is not None or cell.finite_cache
        if promised and cell.op != "paged_attention":
            return "min_context_length, max_context_length and finite_cache are promises to paged_attention"
        low, high = (
            cell.min_context_length or 0,
            LONGEST if cell.max_context_length is None else cell.max_context_length,
        )
        if cell.raises is None and any(length and not low <= length <= high for length in cell.lengths):
            return f"lengths {list(cell.lengths)} break the promise of {low} to {high} tokens"
        if cell.wrong_value is not None and cell.raises is None:
            return f"a request with {cell.wrong_value} has no right answer: raises must be given"
        if cell.raises is not None:
            return None
        if cell.query_heads % cell.kv_heads:
            return f"{cell.query_heads} query heads cannot share {cell.kv_heads} key/value heads evenly"
        cache_type = DATA_TYPES[cell.kv_dtype]
        refusal = LAYOUTS[cell.layout].refusal(cell.head_size, cell.block_size, cache_type.itemsize)
        if refusal is not None:
            return refusal
        if cell.written_layout != cell.layout:
            return f"a cache written as {cell.written_layout} and read as {cell.layout} has no right answer"
        if not cache_type.quantised and cell.kv_dtype != cell.query_dtype:
            return f"a {cell.kv_dtype} cache needs {cell.kv_dtype} queries, not {cell.query_dtype}"
        if not cache_type.quantised and cell.kv_scales != "none":
            return f"a {cell.kv_dtype} cache has no scales"
        return wrong_format(cell, cell.kv_dtype)
