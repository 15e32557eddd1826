"""The frozen facts of one attention request that can change which implementation serves it."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Literal, Protocol

Op = Literal["paged_attention", "prefill_attention", "reshape_and_cache"]
ScaleGranularity = Literal["none", "per_tensor", "per_head", "per_token"]
FEATURES = ("alibi", "sliding_window", "sinks", "softcap", "custom_scale", "log_sum_exp")
# Lengths behind which what was measured of some kernel changes (a test compares with the survey of AITER's code objects).
SURVEYED_LENGTHS = (240, 255)
# Upper bounds of the length classes: those, what published kernels distinguish, and one without a bound.
DEFAULT_LENGTH_CLASS = 8_192
UNBOUNDED = 2**62
LENGTH_CLASSES = (*SURVEYED_LENGTHS, DEFAULT_LENGTH_CLASS, 131_072, 1_048_576)
# Lower bounds: what a caller who promises a least length can promise that makes a difference.
MIN_LENGTH_CLASSES = (0, *(length + 1 for length in SURVEYED_LENGTHS))
_FROM_THE_LARGEST = MIN_LENGTH_CLASSES[::-1]
# Upper bounds of the bytes of a cache: what kernels with offsets of 31 and 32 bits can reach.
CACHE_CLASSES = (2**31, 2**32, UNBOUNDED)


class Spec(Protocol):
    """What the dispatcher needs of any op's spec; it must also be hashable, and immutable."""

    @property
    def op(self) -> str:
        """The op asked for."""

    @property
    def device(self) -> str:
        """The device's name."""

    @property
    def target(self) -> str | None:
        """The AMD target of the device, None on ``cuda`` and ``cpu``."""


def length_class(max_context_length: int) -> int:
    """Smallest bound of LENGTH_CLASSES that holds ``max_context_length`` tokens; above all of them UNBOUNDED."""
    if SURVEYED_LENGTHS[-1] < max_context_length <= DEFAULT_LENGTH_CLASS:
        return DEFAULT_LENGTH_CLASS  # by far the most frequent
    for bound in LENGTH_CLASSES:
        if max_context_length <= bound:
            return bound
    return UNBOUNDED


def min_length_class(min_context_length: int) -> int:
    """Largest bound of MIN_LENGTH_CLASSES that is not above ``min_context_length``."""
    for bound in _FROM_THE_LARGEST:
        if bound <= min_context_length:
            return bound
    return 0


def cache_class(cache_bytes: int) -> int:
    """Smallest bound of CACHE_CLASSES that holds ``cache_bytes``."""
    return next(bound for bound in CACHE_CLASSES if cache_bytes <= bound)


@dataclass(frozen=True, eq=True)
class AttentionSpec:
    """One request as the dispatcher sees it; never tensors, never raw lengths.

    Attributes:
        op: ``paged_attention`` (decode), ``prefill_attention``, or ``reshape_and_cache``, for which the query dtype is that
            of the new keys and values and there are as many query heads as key/value heads.
        device: ``rocm``, ``emulated:<target>``, ``cuda`` or ``cpu``.
        target: AMD target of the device, None on ``cuda`` and ``cpu``.
        query_dtype, kv_dtype: names of rocm_kernels.dtypes.
        query_heads, kv_heads, head_size: the model's attention shape.
        block_size: tokens a page.
        layout: name of the cache layout (rocm_kernels.layouts).
        alibi, sliding_window, sinks, softcap: whether the request has that feature.
        custom_scale: the softmax scale is not 1/sqrt(head_size).
        log_sum_exp: the log-sum-exp of each row is asked for.
        kv_scales: granularity of the key and value scales.
        length_class: upper bound on the context lengths, of LENGTH_CLASSES.
        min_length_class: lower bound on those that are not 0, of MIN_LENGTH_CLASSES.
        cache_class: upper bound on the bytes of the key cache and of the value cache, of CACHE_CLASSES.
        finite_cache: the caller promises that every slot of the cache, and its scale, holds finite numbers.
        query_contiguous, cache_contiguous: whether the strides are those of a fresh tensor.
    """

    op: Op
    device: str
    target: str | None
    query_dtype: str
    kv_dtype: str
    query_heads: int
    kv_heads: int
    head_size: int
    block_size: int
    layout: str
    alibi: bool = False
    sliding_window: bool = False
    sinks: bool = False
    softcap: bool = False
    custom_scale: bool = False
    log_sum_exp: bool = False
    kv_scales: ScaleGranularity = "none"
    length_class: int = DEFAULT_LENGTH_CLASS
    query_contiguous: bool = True
    cache_contiguous: bool = True
    min_length_class: int = 0
    cache_class: int = CACHE_CLASSES[0]
    finite_cache: bool = False
    _hash: int = field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        # Hashed once: a decision is looked up by this on every call.
        object.__setattr__(self, "_hash", hash(tuple(getattr(self, f.name) for f in fields(self) if f.compare)))

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        where = f"{self.device} ({self.target})" if self.device == "rocm" and self.target else self.device
        extras = [*self.features]
        if self.kv_scales != "none":
            extras.append(f"{self.kv_scales} scales")
        if self.min_length_class:
            extras.append(f"from {self.min_length_class} tokens on")
        if self.length_class != DEFAULT_LENGTH_CLASS:
            extras.append(f"up to {self.length_class} tokens")
        if self.cache_class != CACHE_CLASSES[0]:
            extras.append(f"caches beyond {CACHE_CLASSES[CACHE_CLASSES.index(self.cache_class) - 1]} bytes")
        if self.finite_cache:
            extras.append("finite cache")
        if not self.query_contiguous:
            extras.append("strided query")
        if not self.cache_contiguous:
            extras.append("strided cache")
        return (
            f"{self.op} on {where}: {self.query_heads}x{self.kv_heads} heads of {self.head_size}, {self.query_dtype} over "
            f"{self.kv_dtype}, pages of {self.block_size}, layout {self.layout}{''.join(f', {extra}' for extra in extras)}"
        )

    @property
    def gqa(self) -> int:
        """Query heads that share one key/value head."""
        return self.query_heads // self.kv_heads

    @property
    def features(self) -> tuple[str, ...]:
        """The optional features that this request asks for, of FEATURES."""
        return tuple(name for name in FEATURES if getattr(self, name))
