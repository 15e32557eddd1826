"""A Triton kernel to a code object for an AMD target, on a machine with no GPU (Triton 3.6 to 3.9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gfx_emulator.compile.manifest import CompiledObject, describe
from gfx_emulator.errors import ArgumentError, CompileError, ToolMissing
from gfx_emulator.targets import find_target


def compile_triton(
    function: Any,
    signature: Mapping[str, str],
    target: str,
    *,
    constants: Mapping[str, Any] | None = None,
    divisible_by_16: tuple[str, ...] = (),
    **options: Any,
) -> CompiledObject:
    """Compile a function decorated with ``triton.jit``.

    ``signature`` maps every argument to its Triton type ("*fp16", "i32", "fp32"; "constexpr" for the names in
    ``constants``). ``divisible_by_16`` names pointers and integers that the compiler may assume to be multiples of 16,
    as Triton's launcher finds for itself. ``options`` are Triton's own (num_warps, num_stages, waves_per_eu, ...).

    The manifest's ``details`` hold what a launch needs: ``num_warps`` and ``shared`` (bytes of dynamic LDS).
    Triton keeps its own content-addressed cache. Raises ``CompileError`` with Triton's own words, ``ToolMissing``
    where Triton is not installed, ``ArgumentError`` for a name that the kernel does not have.
    """
    wavefront_size = find_target(target).wavefront_size
    try:
        import triton
        from triton.backends.compiler import GPUTarget
        from triton.compiler import ASTSource
    except ImportError as error:
        raise ToolMissing(f"Triton is not installed: {error}") from error
    constants = dict(constants or {})
    names = getattr(function, "arg_names", None)
    if names is None:
        raise ArgumentError(f"function is {function!r}: expected a function decorated with triton.jit")
    _check_names(names, signature, constants, divisible_by_16)
    types = {name: "constexpr" if name in constants else signature[name] for name in names}
    attributes = {(names.index(name),): [["tt.divisibility", 16]] for name in divisible_by_16}
    try:
        source = ASTSource(fn=function, signature=types, constexprs=constants, attrs=attributes)
        compiled = triton.compile(source, target=GPUTarget("hip", target, wavefront_size), options=dict(options))
        code, assembly, metadata = compiled.asm["hsaco"], compiled.asm["amdgcn"], compiled.metadata
    except Exception as error:  # Triton's errors share no root: its own, MLIR's RuntimeError, AssertionError, ...
        raise CompileError(f"Triton cannot compile {function.__name__!r} for {target}:", output=str(error)) from error
    return describe(
        code,
        compiler="triton",
        version=triton.__version__,
        target=target,
        options=tuple(f"{name}={value}" for name, value in sorted(options.items())),
        assembly=assembly,
        details={
            "name": metadata.name,
            "num_warps": metadata.num_warps,
            "shared": metadata.shared,
            "signature": types,
            "constants": {name: repr(value) for name, value in constants.items()},
        },
    )


def _check_names(
    names: list[str], signature: Mapping[str, str], constants: Mapping[str, Any], divisible: tuple[str, ...]
) -> None:
    for given, what in ((signature, "signature"), (constants, "constants"), (divisible, "divisible_by_16")):
        unknown = [name for name in given if name not in names]
        if unknown:
            raise ArgumentError(f"{what} names {', '.join(unknown)}: expected names among {', '.join(names)}")
    missing = [name for name in names if name not in signature and name not in constants]
    if missing:
        raise ArgumentError(f"signature lacks {', '.join(missing)}: expected a type for every argument")
