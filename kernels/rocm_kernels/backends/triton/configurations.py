"""Tile sizes, warps and pipeline depths by target: one table a kernel, with how each entry was found."""

from __future__ import annotations

from dataclasses import dataclass

# ``measured`` (on the GPU named), ``emulated`` (the fewest cycles by the emulator's counts, rocm_kernels.benchmarks.amd_tune),
# ``compiled`` (registers and LDS read from the compiler) or ``chosen`` (a first guess).
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
        together: programs of neighbouring KV heads go through the same tokens at the same time, so that a page, which holds all
            heads in most layouts, is read once and whole; without, each KV head is a run of its own.
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
    together: bool = False


@dataclass(frozen=True)
class PrefillConfiguration:
    """How ``paged_prefill`` is cut.

    Attributes:
        block_m: rows a tile; a row is one query head at one token.
        block_n: tokens of the cache a tile; halved for heads above 128 elements.
        warps, stages, found_by, note: as in DecodeConfiguration.
        part_d: elements of a head in one product, a power of two from 16, so that fewer registers are needed at a time; None
            takes the head whole.
        clear_loop: tiles that every row sees whole go through a loop without masks; one loop for all needs fewer registers.
    """

    block_m: int
    block_n: int
    warps: int
    stages: int
    found_by: FoundBy
    note: str
    part_d: int | None = None
    clear_loop: bool = True


@dataclass(frozen=True)
class HopperPrefillConfiguration:
    """How ``paged_prefill_hopper`` is cut: 128 rows a program, four warps for each 64 of them and four that load.

    Attributes:
        block_n: tokens of the cache a tile.
        stages: tiles of keys, and as many of values, in shared memory.
        registers, few_registers: of a thread that computes and one that loads; 2 x registers + few_registers may be 504.
        found_by, note: as in DecodeConfiguration.
    """

    block_n: int
    stages: int
    registers: int
    few_registers: int
    found_by: FoundBy
    note: str


# Keys: (target, bytes of a stored element, kind of work). A target that is not listed takes ``other``; kinds of work that are
# not listed take ``short``. ``wide``: more than 32 query heads share a KV head; ``long``: at least LONG tokens for each of two
# programs a processor; ``batch``: few programs (PARTED) for each of many (sequence, KV head) pairs; ``large``: heads above 128
# elements, on targets that have an entry for them; ``short``: the rest.
LONG = 4096
WIDE = 32
PARTED = (2, 8)
_H200 = "NVIDIA H200, torch 2.11, triton 3.6: the fastest of the cases of its kind in docs/notes_triton.md"
_FIRST = (
    "tile and stages fit 64 KiB of LDS without spills (tests/module/test_triton_offline.py); never timed on this target"
)
_COUNTED = "docs/results/triton_amd.json, never timed: cycles by its rule "
DECODE: dict[tuple[str, int, str], DecodeConfiguration] = {
    ("sm_90", 2, "short"): DecodeConfiguration(64, 4, 5, 2, 128, "measured", _H200, fused_rows=1025, dependent=True),
    ("sm_90", 2, "long"): DecodeConfiguration(
        32, 4, 5, 4, 128, "measured", _H200, fused_rows=1025, dependent=True, together=True
    ),
    ("sm_90", 2, "batch"): DecodeConfiguration(
        32, 4, 5, 2, 128, "measured", _H200, fused_rows=1025, dependent=True, most_registers=168
    ),
    ("sm_90", 2, "wide"): DecodeConfiguration(64, 8, 5, 1, 128, "measured", _H200, fused_rows=1025, dependent=True),
    ("sm_90", 1, "short"): DecodeConfiguration(128, 4, 5, 2, 128, "measured", _H200, fused_rows=1025, dependent=True),
    ("sm_90", 1, "long"): DecodeConfiguration(128, 4, 5, 4, 128, "measured", _H200, fused_rows=1025, dependent=True),
    ("sm_90", 1, "wide"): DecodeConfiguration(64, 8, 5, 1, 128, "chosen", "as 16 bit", fused_rows=1025, dependent=True),
    ("sm_90", 4, "short"): DecodeConfiguration(
        32, 4, 3, 2, 64, "chosen", "fp32 tiles are twice the bytes", fused_rows=1025
    ),
    ("interpreter", 2, "short"): DecodeConfiguration(
        16, 1, 1, 2, 128, "chosen", "small tiles, so that short tests split", together=True
    ),
    # WMMA operands take twice the registers of one wave's share: pipelined, every tile size spills (16 to 137 registers).
    ("gfx1100", 2, "short"): DecodeConfiguration(
        32, 8, 1, 2, 32, "compiled", "211 registers, no spills", lazy_sum=False
    ),
    ("gfx1100", 1, "short"): DecodeConfiguration(
        32, 8, 1, 2, 32, "compiled", "232 registers, no spills", lazy_sum=False
    ),
    ("gfx1100", 4, "short"): DecodeConfiguration(
        16, 16, 1, 2, 16, "compiled", "231 registers, no spills; tiles of 32 spill 213", lazy_sum=False
    ),
    ("gfx1201", 4, "short"): DecodeConfiguration(
        16, 8, 1, 2, 16, "compiled", "253 registers, no spills; tiles of 32 spill 302", lazy_sum=False
    ),
    ("gfx1201", 1, "short"): DecodeConfiguration(
        32, 8, 2, 2, 32, "compiled", "249 registers, no spills", lazy_sum=False
    ),
    ("gfx1201", 2, "short"): DecodeConfiguration(32, 4, 2, 2, 64, "compiled", _FIRST),
    ("gfx1100", 2, "large"): DecodeConfiguration(
        32, 16, 1, 2, 32, "compiled", "219 registers, no spills; with 8 warps 48", lazy_sum=False
    ),
    ("gfx1100", 1, "large"): DecodeConfiguration(
        32, 16, 1, 2, 32, "compiled", "247 registers, no spills; read as words 42", lazy_sum=False, words=False
    ),
    ("gfx1201", 2, "large"): DecodeConfiguration(
        32, 4, 1, 2, 64, "compiled", "190 registers, no spills; in two stages 5"
    ),
    ("gfx942", 2, "short"): DecodeConfiguration(
        32, 2, 3, 4, 64, "emulated", _COUNTED + "0.87 of 4 warps in two stages, four shapes"
    ),
    ("gfx942", 1, "short"): DecodeConfiguration(
        32, 2, 2, 4, 64, "emulated", _COUNTED + "0.58 of tiles of 64 on 4 warps; in three stages head 80 spills 2"
    ),
    ("gfx942", 2, "wide"): DecodeConfiguration(32, 4, 3, 2, 128, "emulated", _COUNTED + "0.99 of two stages"),
    ("gfx942", 1, "wide"): DecodeConfiguration(64, 4, 2, 2, 64, "compiled", _FIRST),
    ("gfx942", 2, "large"): DecodeConfiguration(32, 4, 2, 2, 64, "compiled", _FIRST),
    ("gfx942", 1, "large"): DecodeConfiguration(64, 4, 2, 2, 64, "compiled", _FIRST),
    ("gfx942", 4, "short"): DecodeConfiguration(16, 4, 2, 2, 32, "compiled", _FIRST),
    ("gfx950", 1, "large"): DecodeConfiguration(64, 4, 1, 2, 64, "compiled", "210 registers; in two stages 17 spill"),
    ("other", 4, "short"): DecodeConfiguration(16, 4, 2, 2, 32, "compiled", _FIRST),
    ("other", 2, "short"): DecodeConfiguration(32, 4, 2, 2, 64, "compiled", _FIRST),
    ("other", 1, "short"): DecodeConfiguration(64, 4, 2, 2, 64, "compiled", _FIRST),
}
# Keys: (target, bytes of a stored element, kind of head). ``padded``: not a power of two; ``large``: above 128; ``plain``: the
# rest, and the kinds that are not listed.
PREFILL: dict[tuple[str, int, str], PrefillConfiguration] = {
    ("sm_90", 2, "plain"): PrefillConfiguration(
        128, 128, 8, 5, "measured", "NVIDIA H200: the fastest of 40 on one prompt of 8,192"
    ),
    ("interpreter", 2, "plain"): PrefillConfiguration(
        16, 16, 1, 1, "chosen", "small tiles, so that short tests have several"
    ),
    ("gfx90a", 2, "padded"): PrefillConfiguration(64, 32, 8, 1, "compiled", "180 registers; with 4 warps 2 spill"),
    ("gfx90a", 1, "plain"): PrefillConfiguration(
        32, 32, 4, 1, "compiled", "no spills; 64 rows spill 24 to 28 registers"
    ),
    ("gfx942", 2, "plain"): PrefillConfiguration(128, 32, 4, 1, "emulated", _COUNTED + "0.52 of 64 rows"),
    ("gfx942", 2, "padded"): PrefillConfiguration(64, 32, 4, 1, "compiled", _FIRST),
    ("gfx942", 2, "large"): PrefillConfiguration(64, 32, 4, 1, "compiled", _FIRST),
    ("gfx942", 1, "plain"): PrefillConfiguration(64, 32, 4, 1, "compiled", _FIRST),
    ("gfx942", 4, "plain"): PrefillConfiguration(64, 32, 4, 1, "compiled", _FIRST),
    # A head in parts and one loop: whole, a row's query and a tile's keys alone take 192 to 256 registers there.
    ("gfx1100", 2, "plain"): PrefillConfiguration(
        64, 32, 4, 1, "compiled", "248 registers, no spills; with 8 warps 1", part_d=64, clear_loop=False
    ),
    ("gfx1100", 1, "plain"): PrefillConfiguration(
        64, 32, 8, 1, "compiled", "255 registers, no spills; whole heads 232 to 495", part_d=64, clear_loop=False
    ),
    ("gfx1100", 4, "plain"): PrefillConfiguration(
        32, 32, 8, 1, "compiled", "spills 2 registers in 5d, none in nhd; 64 rows 227"
    ),
    ("gfx1100", 2, "large"): PrefillConfiguration(
        32,
        32,
        16,
        1,
        "compiled",
        "254 registers, no spills; with 8 warps 16, whole heads 135 to 150",
        part_d=128,
        clear_loop=False,
    ),
    ("gfx1100", 1, "large"): PrefillConfiguration(
        32, 32, 16, 1, "compiled", "225 registers, no spills; with two loops 109", part_d=128, clear_loop=False
    ),
    ("gfx1201", 1, "plain"): PrefillConfiguration(
        64, 32, 4, 1, "compiled", "230 registers, no spills; whole heads 12 to 88", part_d=64, clear_loop=False
    ),
    ("other", 2, "plain"): PrefillConfiguration(64, 32, 4, 1, "compiled", _FIRST),
}

HOPPER_PREFILL = HopperPrefillConfiguration(
    128, 2, 208, 88, "measured", "NVIDIA H200: the fastest of 19 on one prompt of 8,192; fewer registers to load spill"
)


def decode_configuration(
    target: str, itemsize: int, gqa: int = 1, tokens: int = 0, pairs: float = 0.0, head_size: int = 128
) -> DecodeConfiguration:
    """Look the configuration of a target (``sm_90``, ``gfx942``, ``interpreter``) up.

    Args:
        target: see above.
        itemsize: bytes of a stored element.
        gqa: query heads a KV head.
        tokens: tokens for each of two programs a processor, if all contexts are as long as they may be.
        pairs: (sequence, KV head) pairs for each of two programs a processor.
        head_size: elements of a head.
    """
    parted = pairs > 0 and PARTED[0] <= 1 / pairs <= PARTED[1]
    kind = "wide" if gqa > WIDE else "long" if tokens >= LONG else "batch" if parted else "short"
    for key in (
        *([(target, itemsize, "large")] if head_size > 128 else []),
        (target, itemsize, kind),
        (target, itemsize, "short"),
        (target, 2, "short"),
        ("other", itemsize, kind),
        ("other", itemsize, "short"),
    ):
        if key in DECODE:
            return DECODE[key]
    return DECODE["other", 2, "short"]


def prefill_configuration(target: str, itemsize: int, head_size: int = 128) -> PrefillConfiguration:
    """Look the prefill configuration up."""
    kind = "large" if head_size > 128 else "padded" if head_size & (head_size - 1) else "plain"
    for key in (
        (target, itemsize, kind),
        (target, itemsize, "plain"),
        (target, 2, kind),
        (target, 2, "plain"),
        ("other", itemsize, "plain"),
    ):
        if key in PREFILL:
            return PREFILL[key]
    return PREFILL["other", 2, "plain"]
