"""Tile sizes, warps and pipeline depths by target: one table a kernel, with how each entry was found."""

from __future__ import annotations

from dataclasses import dataclass

# ``measured`` (on the GPU named), ``compiled`` (registers and LDS read from the compiler) or ``chosen`` (a first guess).
FoundBy = str


@dataclass(frozen=True)
class DecodeConfiguration:
    """How ``paged_decode`` is cut.

    Attributes:
        block_n: tokens a tile, a power of two; halved for heads above 128 elements.
        warps: warps (waves) a program.
        stages: tiles in flight.
        programs_per_processor: programs a multiprocessor (compute unit).
        largest_block_m: query heads of one KV head in one tile, at most; a power of two from 16.
        fused_merge: the last program of a unit joins its parts; otherwise a second kernel does.
        parts: partial results loaded at once when joining.
        value_words: read values of one byte as words of four where the layout allows it.
        found_by: see FoundBy.
        note: what was looked at.
    """

    block_n: int
    warps: int
    stages: int
    programs_per_processor: int
    largest_block_m: int
    fused_merge: bool
    parts: int
    found_by: FoundBy
    note: str
    value_words: bool = True


@dataclass(frozen=True)
class PrefillConfiguration:
    """How ``paged_prefill`` is cut.

    Attributes:
        block_m: rows a tile; a row is one query head at one token.
        block_n: tokens of the cache a tile; halved for heads above 128 elements.
        warps, stages, found_by, note: as in DecodeConfiguration.
    """

    block_m: int
    block_n: int
    warps: int
    stages: int
    found_by: FoundBy
    note: str


# Keys: (target, bytes of a stored element). A target that is not listed takes ``other``.
DECODE: dict[tuple[str, int], DecodeConfiguration] = {
    ("sm_90", 2): DecodeConfiguration(64, 4, 3, 2, 128, True, 4, "chosen", "two programs a multiprocessor"),
    ("sm_90", 1): DecodeConfiguration(128, 4, 3, 2, 128, True, 4, "chosen", "as 16 bit, the same bytes a tile"),
    ("interpreter", 2): DecodeConfiguration(
        16, 1, 1, 2, 128, True, 2, "chosen", "small tiles, so that short tests split"
    ),
    ("other", 2): DecodeConfiguration(32, 4, 2, 2, 64, False, 4, "chosen", "fits 64 KiB of LDS"),
    ("other", 1): DecodeConfiguration(64, 4, 2, 2, 64, False, 4, "chosen", "fits 64 KiB of LDS"),
}
PREFILL: dict[tuple[str, int], PrefillConfiguration] = {
    ("sm_90", 2): PrefillConfiguration(128, 64, 8, 3, "chosen", "first guess"),
    ("interpreter", 2): PrefillConfiguration(16, 16, 1, 1, "chosen", "small tiles, so that short tests have several"),
    ("other", 2): PrefillConfiguration(64, 32, 4, 1, "chosen", "fits 64 KiB of LDS"),
}


def decode_configuration(target: str, itemsize: int) -> DecodeConfiguration:
    """Look the configuration of a target (``sm_90``, ``gfx942``, ``interpreter``) up for elements of ``itemsize`` bytes."""
    return _find(DECODE, target, itemsize)


def prefill_configuration(target: str, itemsize: int) -> PrefillConfiguration:
    """Look the prefill configuration up, as decode_configuration does."""
    return _find(PREFILL, target, itemsize)


def _find(table, target, itemsize):
    for key in ((target, itemsize), (target, 2), ("other", itemsize)):
        if key in table:
            return table[key]
    return table["other", 2]
