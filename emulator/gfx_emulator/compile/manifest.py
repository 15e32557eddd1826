"""What a compiler made: the code object's bytes, and a manifest of who compiled it and what the kernels cost."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from gfx_emulator.code_object import CodeObject, Kernel
from gfx_emulator.errors import CompileError


@dataclass(frozen=True, slots=True)
class KernelManifest:
    """Resources of one kernel as the code object's metadata states them; spills are registers, sizes are bytes."""

    name: str
    vgpr_count: int
    agpr_count: int
    sgpr_count: int
    vgpr_spill_count: int
    sgpr_spill_count: int
    lds_bytes: int
    scratch_bytes: int
    kernarg_bytes: int
    wavefront_size: int

    @classmethod
    def of(cls, kernel: Kernel) -> KernelManifest:
        """Read a kernel's metadata; a count that the compiler did not write is 0."""

        def count(key: str) -> int:
            value = kernel.metadata.get(key, 0)
            return value if isinstance(value, int) else 0

        return cls(
            name=kernel.name,
            vgpr_count=count(".vgpr_count"),
            agpr_count=count(".agpr_count"),
            sgpr_count=count(".sgpr_count"),
            vgpr_spill_count=count(".vgpr_spill_count"),
            sgpr_spill_count=count(".sgpr_spill_count"),
            lds_bytes=kernel.group_segment_size,
            scratch_bytes=kernel.private_segment_size,
            kernarg_bytes=kernel.kernarg_size,
            wavefront_size=kernel.wavefront_size,
        )


@dataclass(frozen=True, slots=True)
class Manifest:
    """Where a code object comes from and what it needs; ``details`` holds what only one compiler knows."""

    compiler: str
    compiler_version: str
    target: str
    options: tuple[str, ...]
    sha256: str
    kernels: tuple[KernelManifest, ...]
    details: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the manifest as plain dictionaries, lists, text and numbers."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class CompiledObject:
    """The bytes of a code object with its manifest and, where the compiler shows it, its assembly text."""

    code: bytes
    manifest: Manifest
    assembly: str = ""


def describe(
    code: bytes,
    *,
    compiler: str,
    version: str,
    target: str,
    options: tuple[str, ...],
    assembly: str = "",
    details: dict[str, Any] | None = None,
) -> CompiledObject:
    """Read back what was compiled; raises ``CompileError`` where it is for another target or holds no kernel."""
    code_object = CodeObject.load(code)
    if code_object.target != target:
        raise CompileError(f"{compiler} compiled for {code_object.target}, asked for {target}")
    if not code_object.kernels:
        raise CompileError(f"the source for {target} holds no kernel: expected at least one __global__ function")
    kernels = tuple(KernelManifest.of(kernel) for kernel in code_object.kernels.values())
    manifest = Manifest(compiler, version, target, options, code_object.sha256, kernels, details or {})
    return CompiledObject(code, manifest, assembly)
