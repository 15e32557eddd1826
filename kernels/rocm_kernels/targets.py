"""The AMD processors this project knows: one table of facts, read by dispatcher, kernels, docs and matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rocm_kernels.errors import InvalidArgumentError

MatrixInstructions = Literal["mfma", "wmma"]


@dataclass(frozen=True)
class Target:
    """One AMD processor.

    Attributes:
        name: LLVM's processor name.
        architecture: AMD's name of the family.
        wave_size: lanes a wave in the mode that this project compiles for.
        lds_bytes: local data share that one workgroup can have.
        matrix_instructions: ``mfma`` (CDNA) or ``wmma`` (RDNA).
        fp8_dtype: name of the fp8 format its instructions understand, None without fp8.
        compute_units: of the usual product, for choosing a split count with no device at hand.
        product: the usual product.
    """

    name: str
    architecture: str
    wave_size: int
    lds_bytes: int
    matrix_instructions: MatrixInstructions
    fp8_dtype: str | None
    compute_units: int
    product: str


TARGETS: dict[str, Target] = {
    entry.name: entry
    for entry in (
        Target("gfx90a", "CDNA2", 64, 64 * 1024, "mfma", None, 104, "MI250X (one die)"),
        Target("gfx942", "CDNA3", 64, 64 * 1024, "mfma", "fp8_e4m3fnuz", 304, "MI300X"),
        Target("gfx950", "CDNA4", 64, 160 * 1024, "mfma", "fp8_e4m3fn", 256, "MI355X"),
        Target("gfx1100", "RDNA3", 32, 64 * 1024, "wmma", None, 96, "RX 7900 XTX"),
        Target("gfx1201", "RDNA4", 32, 64 * 1024, "wmma", "fp8_e4m3fn", 64, "RX 9070 XT"),
    )
}


def in_words() -> str:
    """List the targets with their usual products, for messages and help texts."""
    return ", ".join(f"{entry.name} ({entry.product.replace(' (one die)', '')})" for entry in TARGETS.values())


def target(name: str, argument: str = "target") -> Target:
    """Look a target up by LLVM's processor name; raises InvalidArgumentError naming ``argument``."""
    try:
        return TARGETS[name]
    except KeyError:
        raise InvalidArgumentError(argument, repr(name), f"one of {in_words()}") from None
