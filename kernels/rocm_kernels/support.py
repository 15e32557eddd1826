"""What an implementation supports, as data: the one place that dispatcher, docs, matrix and tests read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from rocm_kernels.layouts import LAYOUTS
from rocm_kernels.spec import FEATURES, AttentionSpec, Spec
from rocm_kernels.targets import TARGETS


@dataclass(frozen=True)
class Reason:
    """Why an implementation may not serve a request.

    Attributes:
        code: short and machine-readable; the matrix names it (``head_size``, ``gqa``, ``not_surveyed`` ...).
        message: one sentence for people, with the value asked for and the values served.
    """

    code: str
    message: str


@dataclass(frozen=True)
class Rejection:
    """One candidate that was passed over, with all of its reasons."""

    implementation: str
    backend: str
    reasons: tuple[Reason, ...]


class Supports(Protocol):
    """Anything that can say which requests it serves."""

    def reasons(self, spec: Any) -> tuple[Reason, ...]:
        """Every reason why ``spec`` is not served; empty where it is."""


@dataclass(frozen=True)
class Support:
    """The requests an implementation serves; None means any value.

    Attributes:
        devices: device kinds: ``rocm``, ``emulated``, ``cuda``, ``cpu``.
        targets: AMD targets, looked at on ``rocm`` and ``emulated``.
        query_dtypes: names of query types.
        kv_dtypes: names of cache types; see ``same_float_dtype``.
        same_float_dtype: a cache of 16 or 32 bit must have the query's type.
        head_sizes, block_sizes: values served.
        head_size_multiple: the head size must be a multiple of this.
        gqa: lowest and highest number of query heads a key/value head.
        layouts: names of cache layouts that it reads.
        max_context_length: no longer context; compared with the spec's length class.
        features: optional features served, of rocm_kernels.spec.FEATURES.
        kv_scales: granularities of scales served.
        needs_contiguous_query, needs_contiguous_cache: strides must be those of a fresh tensor.
        extra: named rules that no table column expresses; each gives a message where it refuses, else None.
    """

    devices: frozenset[str]
    targets: frozenset[str] | None
    query_dtypes: frozenset[str]
    kv_dtypes: frozenset[str]
    same_float_dtype: bool = True
    head_sizes: frozenset[int] | None = None
    head_size_multiple: int = 1
    block_sizes: frozenset[int] | None = None
    gqa: tuple[int, int] | None = None
    layouts: frozenset[str] = frozenset(LAYOUTS)
    max_context_length: int | None = None
    features: frozenset[str] = frozenset(FEATURES)
    kv_scales: frozenset[str] = frozenset({"none", "per_tensor", "per_head", "per_token"})
    needs_contiguous_query: bool = False
    needs_contiguous_cache: bool = False
    extra: Mapping[str, Callable[[AttentionSpec], str | None]] = field(default_factory=dict)

    @property
    def rules(self) -> tuple[str, ...]:
        """Codes of the rules beside the table's columns."""
        return tuple(self.extra)

    def reasons(self, spec: AttentionSpec) -> tuple[Reason, ...]:
        """Every reason why ``spec`` is outside this table; empty where it is inside."""
        return tuple(_reasons(self, spec))


def fp8_of_the_target(spec: AttentionSpec) -> str | None:
    """Rule for ``Support.extra``: an fp8 cache must be in the format that the target's instructions read.

    Bytes of one e4m3 format read as the other are off by a factor of two, and 0x80 is NaN in one and -0 in the other.
    """
    if not spec.kv_dtype.startswith("fp8") or spec.target is None:
        return None
    own = TARGETS[spec.target].fp8_dtype
    if own == spec.kv_dtype:
        return None
    return f"{spec.target} reads {own}, not {spec.kv_dtype}" if own else f"{spec.target} has no fp8"


def span(ends: tuple[int, int]) -> str:
    """Write a range of numbers; one of a single number is that number."""
    low, high = ends
    return str(low) if low == high else f"{low} to {high}"


def listed(values: frozenset[str] | frozenset[int]) -> str:
    """Write a set of values in order."""
    return ", ".join(str(value) for value in sorted(values))


def place_reasons(devices: frozenset[str], targets: frozenset[str] | None, spec: Spec) -> Iterator[Reason]:
    """Reasons that a spec's device gives: its kind is not among ``devices``, or its target not among ``targets``."""
    kind = spec.device.partition(":")[0]
    if kind not in devices:
        yield Reason("device", f"runs on {listed(devices)}, not on {spec.device}")
    elif targets is not None and kind in ("rocm", "emulated") and spec.target not in targets:
        named = f"target {spec.target}" if spec.target else "a target that this project does not know"
        yield Reason("target", f"{named} is not served, only {listed(targets)}")


def _reasons(support: Support, spec: AttentionSpec) -> Iterator[Reason]:
    yield from place_reasons(support.devices, support.targets, spec)
    for code, value, served in (
        ("query_dtype", spec.query_dtype, support.query_dtypes),
        ("kv_dtype", spec.kv_dtype, support.kv_dtypes),
        ("layout", spec.layout, support.layouts),
        ("kv_scales", spec.kv_scales, support.kv_scales),
    ):
        if value not in served:
            yield Reason(code, f"{code} {value} is not served, only {listed(served)}")
    both_float = not (spec.kv_dtype.startswith("fp8") or spec.kv_dtype == "int8")
    if support.same_float_dtype and both_float and spec.kv_dtype != spec.query_dtype:
        yield Reason("kv_dtype", f"a {spec.kv_dtype} cache needs {spec.kv_dtype} queries, not {spec.query_dtype}")
    for code, number, numbers in (
        ("head_size", spec.head_size, support.head_sizes),
        ("block_size", spec.block_size, support.block_sizes),
    ):
        if numbers is not None and number not in numbers:
            yield Reason(code, f"{code} {number} is not served, only {listed(numbers)}")
    if spec.head_size % support.head_size_multiple:
        yield Reason("head_size", f"head_size {spec.head_size} is no multiple of {support.head_size_multiple}")
    if support.gqa is not None and not support.gqa[0] <= spec.gqa <= support.gqa[1]:
        yield Reason("gqa", f"{spec.gqa} query heads a key/value head are not served, only {span(support.gqa)}")
    if support.max_context_length is not None and spec.length_class > support.max_context_length:
        yield Reason("length", f"contexts may pass {support.max_context_length} tokens, the longest served")
    for name in spec.features:
        if name not in support.features:
            yield Reason(name, f"{name} is not served")
    if support.needs_contiguous_query and not spec.query_contiguous:
        yield Reason("query_strides", "the query must be contiguous")
    if support.needs_contiguous_cache and not spec.cache_contiguous:
        yield Reason("cache_strides", "the cache must be contiguous")
    for code, rule in support.extra.items():
        message = rule(spec)
        if message is not None:
            yield Reason(code, message)
