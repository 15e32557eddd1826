"""What one launch of the survey asks: the facts of a request, and the context length of each of its sequences."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any

BASE_HEAD_SIZE = 128


@dataclass(frozen=True)
class Request:
    """Everything about a launch but its lengths; the defaults are what AITER's kernels document.

    Attributes:
        dtype: of query and output, "bf16" or "fp16".
        cache: "bf16" or "fp16" (then as ``dtype``), "fp8" (e4m3fnuz) or "int8".
        page: tokens of a page.
        gqa: query heads a key/value head.
        kv_heads: key/value heads.
        head_size: elements of a head.
        query_length: query tokens of a sequence.
        layout: of the value cache: "asm" ([blocks, heads, page / x, head, x]) or "5d" ([blocks, heads, head, page]).
        scales: of an 8-bit cache: "distinct" (one a token), "equal" (one number in every place), "one" (a tensor of one
            element), "wide" (one a token, over twenty powers of two), "none". Of a 16-bit cache "none" or "given".
        softmax_scale: times 1 / sqrt(head_size).
        tail: what lies behind a sequence's end in its last page: "loud" (finite, values 64 times as large), "tokens" (the
            document's next ones), or NaN in keys, values, both or scales: "key_nan", "value_nan", "both_nan", "scale_nan".
            "page_zero_nan": loud, and page 0, which no sequence owns, is full of NaN.
        columns: what the unused columns of the block table hold: "stale" (pages of others), "zero", "impossible".
        cache_bytes: size of the key cache and of the value cache; the pages in use are the last ones, what lies before them is
            mapped and not filled. 0: as many pages as are used.
        query_stride: rows of the query, in units of a packed row.
        values: "normal", "zero_query", "peaked" (scores of some hundreds), "zero_values".
        table_width: columns of the block table beyond those that the longest sequence needs.
        causal: whether query token t of n sees n - 1 - t tokens fewer than the context has.
        query_starts: whether kernels for several query tokens get the tensor of query starts.
        query_starts_given: whether the other kernels get it too.
    """

    dtype: str = "bf16"
    cache: str = "bf16"
    page: int = 16
    gqa: int = 8
    kv_heads: int = 1
    head_size: int = BASE_HEAD_SIZE
    query_length: int = 1
    layout: str = "asm"
    scales: str = "none"
    softmax_scale: float = 1.0
    tail: str = "loud"
    columns: str = "stale"
    cache_bytes: int = 0
    query_stride: int = 1
    values: str = "normal"
    table_width: int = 1
    causal: bool = True
    query_starts: bool = True
    query_starts_given: bool = False

    @property
    def quantised(self) -> bool:
        """Whether the cache has 8 bits an element."""
        return self.cache in ("fp8", "int8")

    @property
    def item_bytes(self) -> int:
        """Bytes of one element of the cache."""
        return 1 if self.quantised else 2


@dataclass(frozen=True)
class Question:
    """One launch: ``axis`` and ``value`` say what it varies, ``lengths`` holds the context length of each sequence."""

    axis: str
    value: str
    request: Request
    lengths: tuple[int, ...]
    seed: int = 1

    @property
    def key(self) -> str:
        """A hash of everything that makes the launch."""
        text = json.dumps(asdict(self), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON and TOML; what equals the default is left out."""
        defaults = asdict(Request())
        request = {name: value for name, value in asdict(self.request).items() if value != defaults[name]}
        return {
            "axis": self.axis,
            "value": self.value,
            "request": request,
            "lengths": list(self.lengths),
            "seed": self.seed,
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Question:
        """Read what ``as_data`` gave; raises TypeError for names that a request does not have."""
        return cls(data["axis"], data["value"], Request(**data["request"]), tuple(data["lengths"]), data["seed"])
