"""Builds the HIP kernels: one code object for each specialisation and target, kept by the hash of all that went into it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from gfx_emulator.compile import CompiledObject, KernelManifest, compile_hip
from gfx_emulator.errors import CompileError, ToolMissing
from rocm_kernels.backends.rocm.specialisation import Specialisation
from rocm_kernels.errors import ImplementationFailure

SOURCES = Path(__file__).with_name("sources")
# Results are fp32 sums of products; fused multiply-adds are wanted, assumptions about NaN and infinity are not.
OPTIONS = ("-ffp-contract=fast",)


@lru_cache(maxsize=512)
def build(specialisation: Specialisation, target: str) -> CompiledObject:
    """Compile a specialisation for a target, or take it from the cache.

    Raises:
        ImplementationFailure: no compiler is installed (``no_compiler``) or it refused the source (``compile_failed``).
    """
    try:
        return compile_hip(
            SOURCES / specialisation.source,
            target,
            options=OPTIONS,
            defines=dict(specialisation.defines),
            include_folders=(SOURCES,),
        )
    except ToolMissing as error:
        raise ImplementationFailure("no_compiler", str(error)) from error
    except CompileError as error:
        raise ImplementationFailure("compile_failed", str(error)) from error


def resources(specialisation: Specialisation, target: str) -> KernelManifest:
    """Registers, LDS, spills and scratch of a specialisation's kernel; raises as ``build`` does."""
    (kernel,) = build(specialisation, target).manifest.kernels
    return kernel
