"""The space that is surveyed, as data: for a family of kernels, the launches along each axis.

A family is what kernels have in common as far as requests go, so that the inputs and references of a launch serve all of them.
Every axis but the lengths starts from the family's own request and changes one thing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rocm_kernels.backends.aiter.code_objects import TILE_TOKENS, CodeObject
from rocm_kernels.backends.aiter.survey.question import Question, Request

EVERY_LENGTH_TO = 2048
LONGEST = 131_072
# Multiples of the tile in the default survey, each with the lengths beside it: up to the first number of tokens every n-th.
_TILES = ((32_768, 1), (LONGEST, 8))
# Tokens of one launch of long contexts: enough to share its inputs, few enough to share the work among processes.
_FAR_TOKENS = 2_500_000
_GIB = 1 << 30


@dataclass(frozen=True)
class Family:
    """What kernels that get the same launches have in common; the words are those of ``CodeObject``."""

    query_dtype: str
    kv_dtype: str
    gqa: int
    mtp: int
    mask: int
    block_size: int
    one_kv_head: bool
    takes_query_starts: bool

    @classmethod
    def of(cls, entry: CodeObject) -> Family:
        """The family of a code object."""
        starts = any(slot.name == "QTP" for slot in entry.slots)
        return cls(
            entry.query_dtype,
            entry.kv_dtype,
            entry.gqa,
            entry.mtp,
            entry.mask,
            entry.block_size,
            entry.one_kv_head,
            starts,
        )

    @property
    def request(self) -> Request:
        """The request that the kernels are made for."""
        return Request(
            dtype=self.query_dtype,
            cache=self.kv_dtype,
            page=self.block_size,
            gqa=self.gqa,
            query_length=self.mtp - 10 if self.mtp > 10 else 1,
            scales="distinct" if self.kv_dtype in ("fp8", "int8") else "none",
        )

    @property
    def name(self) -> str:
        """For people and files."""
        mtp = f"-mtp{self.mtp}-mask{self.mask}" if self.mtp else ""
        return f"{self.query_dtype}-{self.kv_dtype}-gqa{self.gqa}-page{self.block_size}{mtp}" + (
            "-one-head" if self.one_kv_head else ""
        )


# Lengths at which the other axes are tried: both sides of a page, a tile and two tiles, and some between.
PROBE = (1, 2, 15, 16, 17, 33, 100, 128, 239, 240, 256, 257, 300, 511, 512, 513, 700)
SHORT_PROBE = (1, 16, 17, 100, 256, 257, 300)
TAIL_PROBE = (*range(1, 50), *range(63, 66), *range(127, 130), *range(236, 276), *range(510, 518))


def far_lengths() -> tuple[int, ...]:
    """Lengths beyond EVERY_LENGTH_TO: powers of two and multiples of the tile (of _TILES), plus and minus one, to LONGEST."""
    middles = {2**n for n in range(11, 18)}
    for end, step in _TILES:
        middles |= set(range(step * TILE_TOKENS, end + 1, step * TILE_TOKENS))
    return _beside(middles)


def every_far_length() -> tuple[int, ...]:
    """As ``far_lengths`` with every multiple of the tile: 101 million tokens."""
    return _beside(set(range(EVERY_LENGTH_TO, LONGEST + 1, TILE_TOKENS)))


def _beside(middles: set[int]) -> tuple[int, ...]:
    found = {middle + step for middle in middles for step in (-1, 0, 1)}
    return tuple(sorted(length for length in found if EVERY_LENGTH_TO < length <= LONGEST))


Axis = Callable[[Family], Iterator[Question]]


def _chunks(lengths: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
    """Pieces of similar work: every n-th length."""
    count = -(-len(lengths) // size)
    for place in range(count):
        yield lengths[place::count]


def _length(family: Family) -> Iterator[Question]:
    size = 260 if family.block_size > 64 else 1050
    for piece in _chunks(tuple(range(EVERY_LENGTH_TO + 1)), size):
        yield Question("length", "", family.request, piece)


def _by_tokens(lengths: Sequence[int], tokens: int) -> Iterator[tuple[int, ...]]:
    """Neighbouring lengths that have ``tokens`` together, or one that has more."""
    piece: list[int] = []
    for length in lengths:
        if piece and sum(piece) + length > tokens:
            yield tuple(piece)
            piece = []
        piece.append(length)
    if piece:
        yield tuple(piece)


def _far(family: Family) -> Iterator[Question]:
    for piece in _by_tokens(far_lengths(), _FAR_TOKENS):
        yield Question("length", "", family.request, piece)


def _between(family: Family) -> Iterator[Question]:
    """The multiples of the tile that ``_far`` leaves out."""
    rest = sorted(set(every_far_length()) - set(far_lengths()))
    for piece in _by_tokens(rest, _FAR_TOKENS):
        yield Question("length", "", family.request, piece)


def _changed(
    axis: str, changes: Mapping[str, Mapping[str, object]], lengths: tuple[int, ...], family: Family
) -> Iterator[Question]:
    for value, change in changes.items():
        yield Question(axis, value, replace(family.request, **change), lengths)  # type: ignore[arg-type]


def _numbers(axis: str, field: str, numbers: tuple[int, ...], lengths: tuple[int, ...] = SHORT_PROBE) -> Axis:
    return lambda family: _changed(axis, {str(n): {field: n} for n in numbers}, lengths, family)


def _words(axis: str, field: str, words: tuple[str, ...], lengths: tuple[int, ...] = SHORT_PROBE) -> Axis:
    return lambda family: _changed(axis, {word: {field: word} for word in words}, lengths, family)


def _head_size(family: Family) -> Iterator[Question]:
    """Heads of whole groups of 16 bytes: another cache cannot be laid out."""
    sizes = tuple(size for size in HEAD_SIZES if size * family.request.item_bytes % 16 == 0)
    yield from _numbers("head_size", "head_size", sizes)(family)


def _block_size(family: Family) -> Iterator[Question]:
    """Pages of whole groups of 16 bytes of one element's values: another cache cannot be laid out."""
    pages = tuple(page for page in PAGES if page * family.request.item_bytes % 16 == 0)
    yield from _numbers("block_size", "page", pages)(family)


def _scales(family: Family) -> Iterator[Question]:
    words = ("equal", "one", "wide", "none") if family.request.quantised else ("given",)
    yield from _words("scales", "scales", words)(family)


def _softmax_scale(family: Family) -> Iterator[Question]:
    changes = {str(factor): {"softmax_scale": factor} for factor in (0.25, 0.5, 2.0, 8.0)}
    yield from _changed("softmax_scale", changes, SHORT_PROBE, family)


def _cache(family: Family) -> Iterator[Question]:
    """Caches of whole powers of two, and 16 MiB more, so that all pages in use lie behind that number of bytes."""
    heads = 1 if family.one_kv_head else 2
    for gib in (1, 2, 3, 4, 8, 16, 32, 64, 96):
        for more, text in ((0, ""), (16 << 20, " + 16 MiB")):
            request = replace(family.request, cache_bytes=gib * _GIB + more, kv_heads=heads)
            yield Question("cache", f"{gib} GiB{text}", request, (100, 256, 300))


def _tail(family: Family) -> Iterator[Question]:
    words = ["tokens", "value_nan", "key_nan", "both_nan"]
    if family.request.cache == "int8":
        words = ["tokens", "scale_nan"]
    elif family.request.quantised:
        words.append("scale_nan")
    yield from _words("tail", "tail", tuple(words), TAIL_PROBE)(family)


def _page_zero(family: Family) -> Iterator[Question]:
    if family.request.cache != "int8":
        yield from _changed("page_zero", {"nan": {"tail": "page_zero_nan"}}, TAIL_PROBE, family)


def _batch(family: Family) -> Iterator[Question]:
    for size in (1, 2, 3, 5, 64, 1000):
        lengths = tuple(1 + 37 * n % 99 for n in range(size))
        yield Question("batch", str(size), family.request, lengths)
    yield Question("batch", "64 equal", family.request, (300,) * 64)


def _query_length(family: Family) -> Iterator[Question]:
    if family.mtp == 1:
        changes = {str(n): {"query_length": n, "causal": bool(family.mask)} for n in (2, 3, 4, 5, 8)}
        yield from _changed("query_length", changes, (8, 16, 17, 100, 256, 300), family)


def _query_starts(family: Family) -> Iterator[Question]:
    if family.mtp == 1:
        yield from _changed("query_starts", {"missing": {"query_starts": False}}, SHORT_PROBE, family)
    elif family.takes_query_starts:
        yield from _changed("query_starts", {"given": {"query_starts_given": True}}, SHORT_PROBE, family)


GQA = (*range(1, 17), 17, 24, 32, 71, 128)
KV_HEADS = (2, 3, 4, 5, 7, 8, 12, 16, 32, 64, 71, 96, 128)
HEAD_SIZES = (32, 64, 80, 96, 112, 120, 192, 256)
PAGES = (1, 8, 16, 32, 64, 128, 256, 512, 1024)

# In the order of running; the names are those of the fields of a report.
AXES: dict[str, Axis] = {
    "length": _length,
    "far": _far,
    "between": _between,
    "gqa": _numbers("gqa", "gqa", GQA, PROBE),
    "kv_heads": _numbers("kv_heads", "kv_heads", KV_HEADS, (1, 100, 256, 300)),
    "head_size": _head_size,
    "block_size": _block_size,
    "layout": _words("layout", "layout", ("5d",)),
    "scales": _scales,
    "softmax_scale": _softmax_scale,
    "cache": _cache,
    "tail": _tail,
    "page_zero": _page_zero,
    "columns": _words("columns", "columns", ("zero", "impossible"), PROBE),
    "table_width": _numbers("table_width", "table_width", (0, 7, 1000), PROBE),
    "batch": _batch,
    "query_stride": _numbers("query_stride", "query_stride", (2, 3)),
    "values": _words("values", "values", ("zero_query", "peaked", "zero_values")),
    "query_length": _query_length,
    "query_starts": _query_starts,
}
SIZES = ("quick", "default", "full")
_ONLY_FULL = ("between",)
_QUICK_AXES = ("gqa", "kv_heads", "head_size", "layout", "scales", "tail", "query_starts")
# Values of the quick survey; axes that are not named have all of theirs.
_QUICK_VALUES: dict[str, tuple[str, ...]] = {
    "kv_heads": ("2", "3", "8", "16", "128"),
    "head_size": ("64", "80", "96", "256"),
    "tail": ("value_nan", "key_nan", "scale_nan"),
}


def questions(family: Family, size: str = "default") -> Iterator[Question]:
    """All launches for a family.

    Args:
        family: of kernels.
        size: one of SIZES: ``quick`` takes the lengths to 640 and fewer axes, ``full`` adds every multiple of the tile.


    Raises:
        ValueError: there is no such size.
    """
    if size not in SIZES:
        raise ValueError(f"size: got {size!r}, expected one of {', '.join(SIZES)}")
    if size == "quick":
        yield Question("length", "", family.request, tuple(range(0, 641)))
    for name, axis in AXES.items():
        if size != "full" and name in _ONLY_FULL:
            continue
        if size != "quick":
            yield from axis(family)
        elif name in _QUICK_AXES:
            yield from (
                question for question in axis(family) if question.value in _QUICK_VALUES.get(name, (question.value,))
            )


def refused_by_host(entry: CodeObject, request: Request) -> bool:
    """Whether the host never takes this file for such a request; of files that no table names nothing is known."""
    if not entry.listed:
        return False
    return request.page != entry.block_size or entry.gqa not in (request.gqa, -(-request.gqa // 8) * 8)
