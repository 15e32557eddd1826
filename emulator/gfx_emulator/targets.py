"""The AMD processors that code objects can name, with the facts that reading a kernel descriptor needs.

Source: LLVM's User Guide for the AMDGPU Backend, tables "AMDGPU ELF Header e_flags", "compute_pgm_rsrc1" and "Processors".
"""

from __future__ import annotations

from dataclasses import dataclass

from gfx_emulator.errors import ArgumentError


@dataclass(frozen=True, slots=True)
class Target:
    """One processor: its number in ELF flags, its default wave size and how it allocates registers and LDS."""

    name: str
    elf_machine: int
    wavefront_size: int
    vgpr_granule: int
    """VGPRs for each step of the descriptor's granulated count, at the default wave size."""
    has_accumulators: bool
    """One register file split by ``accum_offset`` into VGPRs and AGPRs."""
    lds_bytes: int
    """Most LDS that one workgroup may use."""
    major: int

    @property
    def sgprs_are_fixed(self) -> bool:
        """From gfx10 on, every wave has the same number of SGPRs and the descriptor's count is reserved."""
        return self.major >= 10


_KIB = 1024
TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        #      name      e_flags  wave granule acc   LDS         major
        Target("gfx900", 0x2C, 64, 4, False, 64 * _KIB, 9),
        Target("gfx906", 0x2F, 64, 4, False, 64 * _KIB, 9),
        Target("gfx908", 0x30, 64, 4, False, 64 * _KIB, 9),
        Target("gfx90a", 0x3F, 64, 8, True, 64 * _KIB, 9),
        Target("gfx942", 0x4C, 64, 8, True, 64 * _KIB, 9),
        Target("gfx950", 0x4F, 64, 8, True, 160 * _KIB, 9),
        Target("gfx1030", 0x36, 32, 8, False, 64 * _KIB, 10),
        Target("gfx1100", 0x41, 32, 8, False, 64 * _KIB, 11),
        Target("gfx1101", 0x46, 32, 8, False, 64 * _KIB, 11),
        Target("gfx1102", 0x47, 32, 8, False, 64 * _KIB, 11),
        Target("gfx1103", 0x44, 32, 8, False, 64 * _KIB, 11),
        Target("gfx1150", 0x43, 32, 8, False, 64 * _KIB, 11),
        Target("gfx1151", 0x4A, 32, 8, False, 64 * _KIB, 11),
        Target("gfx1200", 0x48, 32, 8, False, 64 * _KIB, 12),
        Target("gfx1201", 0x4E, 32, 8, False, 64 * _KIB, 12),
    )
}
BY_ELF_MACHINE: dict[int, Target] = {target.elf_machine: target for target in TARGETS.values()}


SUPPORTED_TARGETS = ("gfx942",)
"""Targets whose instructions are executed; code objects of all others can be read only."""


def find_target(name: str) -> Target:
    """Return the target called ``name``; raises ``ArgumentError`` naming the known ones."""
    try:
        return TARGETS[name]
    except (KeyError, TypeError):
        raise ArgumentError(f"target is {name!r}: expected one of {', '.join(TARGETS)}") from None
