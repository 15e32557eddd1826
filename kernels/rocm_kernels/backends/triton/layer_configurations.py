"""Tile sizes, warps and pipeline depths of the matrix products, by target: one table, with how each entry was found."""

from __future__ import annotations

from dataclasses import dataclass

from rocm_kernels.backends.triton.configurations import FoundBy


@dataclass(frozen=True)
class ProductConfiguration:
    """How a product is cut.

    Attributes:
        most_rows: for up to that many rows of x (places an expert, for a mixture of experts).
        block_m, block_n, block_k: rows, columns and depth of a tile.
        warps, stages: of a program; tiles in flight.
        group: tiles along M that are walked for each one along N; of experts' products, tiles along N for each block of places.
        found_by: ``measured`` (on the GPU named), ``compiled`` (no spills, fits the LDS) or ``chosen``.
        note: what was looked at.
        down_block_n: columns of a tile of an expert's second product, which has one sum and not two; None takes ``block_n``.
    """

    most_rows: int
    block_m: int
    block_n: int
    block_k: int
    warps: int
    stages: int
    group: int
    found_by: FoundBy
    note: str
    down_block_n: int | None = None


ANY = 2**62
_FIRST = "fits 64 KiB of LDS without spills (tests/module/test_triton_layers_offline.py); never timed on this target"
_H200 = "NVIDIA H200, torch 2.11, triton 3.6: the fastest of rocm_kernels.benchmarks.gpu_ops_tune"
_SMALL = "small tiles, so that short tests have several"
# (target, kind of product, bytes of an operand's element) -> rows in ascending order. ``other`` stands for targets not listed.
PRODUCTS: dict[tuple[str, str, int], tuple[ProductConfiguration, ...]] = {
    ("interpreter", "linear", 2): (ProductConfiguration(ANY, 32, 64, 64, 1, 1, 2, "chosen", _SMALL),),
    ("interpreter", "block_scaled", 1): (ProductConfiguration(ANY, 32, 64, 128, 1, 1, 2, "chosen", _SMALL),),
    ("interpreter", "moe", 2): (ProductConfiguration(ANY, 16, 64, 64, 1, 1, 1, "chosen", _SMALL),),
    ("interpreter", "moe", 1): (ProductConfiguration(ANY, 16, 64, 128, 1, 1, 1, "chosen", _SMALL),),
    ("sm_90", "linear", 2): (
        ProductConfiguration(16, 16, 64, 128, 4, 4, 8, "chosen", "bound by memory"),
        ProductConfiguration(ANY, 128, 128, 64, 8, 4, 8, "chosen", "two warp groups"),
    ),
    ("sm_90", "linear", 1): (
        ProductConfiguration(16, 16, 64, 128, 4, 4, 8, "chosen", "bound by memory"),
        ProductConfiguration(ANY, 128, 128, 128, 8, 3, 8, "chosen", "two warp groups"),
    ),
    ("sm_90", "block_scaled", 1): (
        ProductConfiguration(16, 16, 64, 128, 4, 6, 8, "measured", _H200),
        ProductConfiguration(128, 64, 64, 128, 4, 6, 8, "measured", _H200),
        ProductConfiguration(32, 32, 64, 128, 4, 5, 1, "measured", _H200),
        ProductConfiguration(ANY, 128, 128, 128, 8, 4, 1, "measured", _H200),
    ),
    # Rows are places an expert on average; one that has more must not need a second block, which reads its weights again.
    ("sm_90", "moe", 2): (
        ProductConfiguration(8, 16, 64, 128, 4, 3, 1, "measured", _H200),
        ProductConfiguration(24, 32, 64, 128, 4, 3, 1, "measured", _H200),
        ProductConfiguration(64, 64, 128, 64, 4, 4, 1, "chosen", "between the two measured ones"),
        ProductConfiguration(ANY, 128, 128, 64, 8, 4, 1, "measured", _H200, 256),
    ),
    ("sm_90", "moe", 1): (
        ProductConfiguration(8, 16, 64, 256, 4, 3, 1, "measured", _H200),
        ProductConfiguration(24, 32, 128, 256, 4, 3, 1, "measured", _H200),
        ProductConfiguration(32, 32, 64, 128, 4, 5, 1, "measured", _H200),
        ProductConfiguration(ANY, 128, 128, 128, 8, 4, 1, "measured", _H200),
    ),
    # Two scaled sums beside the products' own leave registers for smaller tiles only.
    ("sm_90", "moe_blocks", 1): (
        ProductConfiguration(8, 16, 64, 128, 4, 5, 1, "measured", _H200),
        ProductConfiguration(16, 16, 64, 128, 4, 3, 1, "measured", _H200),
        ProductConfiguration(32, 32, 64, 128, 4, 5, 1, "chosen", "between the two measured ones"),
        ProductConfiguration(ANY, 64, 64, 128, 4, 3, 1, "measured", _H200),
    ),
    ("other", "linear", 4): (ProductConfiguration(ANY, 32, 32, 32, 4, 1, 8, "compiled", _FIRST),),
    ("other", "linear", 2): (
        ProductConfiguration(16, 16, 64, 64, 4, 2, 8, "compiled", _FIRST),
        ProductConfiguration(ANY, 64, 64, 64, 4, 2, 8, "compiled", _FIRST),
    ),
    ("other", "linear", 1): (
        ProductConfiguration(16, 16, 64, 128, 4, 2, 8, "compiled", _FIRST),
        ProductConfiguration(ANY, 64, 64, 64, 4, 2, 8, "compiled", _FIRST),
    ),
    ("other", "block_scaled", 1): (
        ProductConfiguration(16, 16, 64, 128, 4, 2, 8, "compiled", _FIRST),
        ProductConfiguration(ANY, 64, 64, 128, 4, 2, 8, "compiled", _FIRST),
    ),
    ("other", "moe", 4): (ProductConfiguration(ANY, 16, 32, 32, 4, 1, 1, "compiled", _FIRST),),
    ("other", "moe", 2): (
        ProductConfiguration(16, 16, 32, 64, 4, 2, 1, "compiled", _FIRST),
        ProductConfiguration(ANY, 64, 32, 64, 4, 2, 1, "compiled", _FIRST),
    ),
    ("other", "moe", 1): (
        ProductConfiguration(16, 16, 32, 128, 4, 2, 1, "compiled", _FIRST),
        ProductConfiguration(ANY, 64, 32, 128, 4, 1, 1, "compiled", _FIRST),
    ),
}


def product_configuration(target: str, kind: str, itemsize: int, rows: int) -> ProductConfiguration:
    """Look the configuration up for a target (``sm_90``, ``gfx942``, ``interpreter``), a kind, and rows of x."""
    plain = kind.partition("_blocks")[0]
    for key in ((target, kind, itemsize), (target, plain, itemsize), (target, plain, 2), ("other", plain, itemsize)):
        if key in PRODUCTS:
            return next(entry for entry in PRODUCTS[key] if rows <= entry.most_rows)
    raise KeyError((target, kind, itemsize))
