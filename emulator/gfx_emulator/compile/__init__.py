"""Builds code objects with no GPU: HIP sources through clang, Triton kernels through Triton's own compiler."""

from gfx_emulator.compile.hip import compile_hip
from gfx_emulator.compile.manifest import CompiledObject, KernelManifest, Manifest
from gfx_emulator.compile.triton_kernel import compile_triton

__all__ = ["CompiledObject", "KernelManifest", "Manifest", "compile_hip", "compile_triton"]
