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
        found_by: see FoundBy.
        note: what was looked at.
        fused_rows: from this many rows (sequences x query heads) on, the last program of a unit joins its parts; below it, or
            with None always, a second kernel does, a program a row.
        words: read elements of one byte as words of four where the layout allows it.
        lazy_sum: add the softmax weights up over the threads after the loop in place of in every tile.
        dependent: launched while the kernel before it still runs (programmatic dependent launch of NVIDIA's GPUs from sm_90).
        most_registers: registers a thread, at most, so that more programs fit a multiprocessor; None leaves it to the compiler.
    """

    block_n: int
    warps: int
    stages: int
    programs_per_processor: int
    largest_block_m: int
    found_by: FoundBy
    note: str
    fused_rows: int | None = None
    words: bool = True
    lazy_sum: bool = True
    dependent: bool = False
    most_registers: int | None = None


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
    ("sm_90", 2): DecodeConfiguration(
        64,
        4,
        5,
        2,
        128,
        "measured",
        "NVIDIA H200: search over tiles, stages, programs",
        fused_rows=1025,
        dependent=True,
    ),
    ("sm_90", 1): DecodeConfiguration(
        128,
        4,
        5,
        2,
        128,
        "measured",
        "NVIDIA H200: search over tiles, stages, programs",
        fused_rows=1025,
        dependent=True,
    ),
    ("interpreter", 2): DecodeConfiguration(16, 1, 1, 2, 128, "chosen", "small tiles, so that short tests split"),
    ("other", 2): DecodeConfiguration(32, 4, 2, 2, 64, "chosen", "fits 64 KiB of LDS"),
    ("other", 1): DecodeConfiguration(64, 4, 2, 2, 64, "chosen", "fits 64 KiB of LDS"),
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
