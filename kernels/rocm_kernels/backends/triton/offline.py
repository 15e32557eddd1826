"""Compiles the kernels for a target with no GPU, and reads registers, spills and LDS from what comes out."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

from rocm_kernels.arguments import CacheWriteArguments, DecodeArguments, PrefillArguments
from rocm_kernels.backends.triton import decode, prefill, prefill_hopper, reshape_and_cache
from rocm_kernels.backends.triton.configurations import prefill_configuration
from rocm_kernels.backends.triton.launching import Launch
from rocm_kernels.backends.triton.prefill_choice import HOPPER_TARGET, serves
from rocm_kernels.backends.triton.problem import bytes_view
from rocm_kernels.targets import TARGETS

_POINTERS = {
    torch.float32: "*fp32",
    torch.float16: "*fp16",
    torch.bfloat16: "*bf16",
    torch.int8: "*i8",
    torch.uint8: "*u8",
    torch.int32: "*i32",
    torch.int64: "*i64",
}


@dataclass(frozen=True)
class Resources:
    """What a compiled kernel takes.

    Attributes:
        kernel: its name.
        target: what it was compiled for.
        registers: vector registers a lane (on CDNA accumulation registers too), None where the assembly does not say.
        spilled: registers (or bytes, on NVIDIA) that were spilled to memory.
        shared: bytes of LDS (shared memory).
        assembly: the text, for looking further.
    """

    kernel: str
    target: str
    registers: int | None
    spilled: int
    shared: int
    assembly: str


def gpu_target(target: str) -> GPUTarget:
    """Triton's description of ``sm_90`` or an AMD target."""
    if target.startswith("sm_"):
        return GPUTarget("cuda", int(target[3:]), 32)
    return GPUTarget("hip", target, 64 if target.startswith("gfx9") else 32)


def compile_kernel(
    kernel: Any,
    tensors: Sequence[torch.Tensor | None],
    numbers: Sequence[Any],
    constants: Mapping[str, Any],
    target: str,
    options: Mapping[str, Any],
) -> Any:
    """Compile as a launch with these values would: pointers and integers are specialised as Triton's launcher does it."""
    signature: dict[str, str] = {}
    compiled_in: dict[tuple[int, ...], Any] = {}
    attributes: dict[tuple[int, ...], list[list[Any]]] = {}
    values = [*tensors, *numbers]
    for index, name in enumerate(kernel.arg_names):
        if name in constants:
            signature[name] = "constexpr"
            compiled_in[(index,)] = constants[name]
            continue
        value = values[index]
        if value is None or (isinstance(value, int) and value == 1):
            signature[name] = "constexpr"
            compiled_in[(index,)] = value
        elif isinstance(value, torch.Tensor):
            signature[name] = _POINTERS[value.dtype]
            if value.data_ptr() % 16 == 0:
                attributes[(index,)] = [["tt.divisibility", 16]]
        elif isinstance(value, int):
            signature[name] = "i32" if -(2**31) <= value < 2**31 else "i64"
            if value % 16 == 0:
                attributes[(index,)] = [["tt.divisibility", 16]]
        elif isinstance(value, float):
            signature[name] = "fp32"
        else:  # boxes of a tensor
            signature[name] = f"tensordesc<{_POINTERS[value.base.dtype][1:]}{value.block_shape},{value.layout!r}>"
    source_type = ASTSource
    if kernel.is_gluon():
        from triton.experimental.gluon._runtime import GluonASTSource

        source_type = GluonASTSource
    source = source_type(fn=kernel, signature=signature, constexprs=compiled_in, attrs=attributes)
    return triton.compile(source, target=gpu_target(target), options=dict(options))


def resources(compiled: Any, target: str, kernel: str) -> Resources:
    """Read what a compiled kernel takes from its metadata and, for AMD targets, its assembly."""
    if target.startswith("sm_"):
        registers, stack = _nvidia_usage(compiled.asm["cubin"])
        return Resources(kernel, target, registers, stack, compiled.metadata.shared, compiled.asm["ptx"])
    text = compiled.asm["amdgcn"]
    vector = _number(text, r"\.vgpr_count:\s*(\d+)")
    spilled = (_number(text, r"\.vgpr_spill_count:\s*(\d+)") or 0) + (
        _number(text, r"\.sgpr_spill_count:\s*(\d+)") or 0
    )

    return Resources(kernel, target, vector, spilled, compiled.metadata.shared, text)


def _nvidia_usage(cubin: bytes) -> tuple[int | None, int]:
    """Registers a thread and bytes of its stack (where spills go), as the cuobjdump that comes with Triton reads them."""
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(cubin)
        file.flush()
        shown = subprocess.run(
            [triton.knobs.nvidia.cuobjdump.path, "-res-usage", file.name], capture_output=True, text=True, check=True
        ).stdout
    stack = _number(shown, r"STACK:(\d+)")
    if stack is None:
        raise ValueError(f"cuobjdump shows no stack: {shown!r}")
    return _number(shown, r"REG:(\d+)"), stack


def _number(text: str, pattern: str) -> int | None:
    found = re.search(pattern, text)
    return int(found.group(1)) if found else None


def request_resources(
    arguments: DecodeArguments | PrefillArguments | CacheWriteArguments, target: str
) -> list[Resources]:
    """Compile every kernel that a request would launch on a target, with the target's configuration.

    Args:
        arguments: the request; its tensors may lie anywhere, only shapes, strides and dtypes are looked at.
        target: ``sm_90`` or an AMD target of rocm_kernels.targets.

    Returns:
        what each kernel takes, in the order of the launches.
    """
    works: list[tuple[Launch, Sequence[torch.Tensor | None]]]
    if isinstance(arguments, DecodeArguments):
        processors = TARGETS[target].compute_units if target in TARGETS else 132
        configuration = decode.chosen_configuration(arguments, target, processors)
        shape = decode.decode_shape(arguments, configuration, target, processors)
        launches = decode.decode_launches(arguments, configuration, shape, interpreted=False)
        works = list(zip(launches, decode.Route(arguments, shape, launches).tensors(arguments, 0, False), strict=False))
    elif isinstance(arguments, PrefillArguments):
        if target == HOPPER_TARGET and serves(arguments.spec):
            works = [(prefill_hopper.hopper_launch(arguments), prefill_hopper.tensors(arguments))]
        else:
            prefill_table = prefill_configuration(target, arguments.cache.key.element_size(), arguments.spec.head_size)
            launch = prefill.prefill_launch(arguments, prefill_table, target, interpreted=False)
            works = [(launch, prefill.tensors(arguments))]
    else:
        works = [(reshape_and_cache.write_launch(arguments, interpreted=False), reshape_and_cache.tensors(arguments))]
    return [launch_resources(launch, tensors, target) for launch, tensors in works]


def launch_resources(launch: Launch, tensors: Sequence[torch.Tensor | None], target: str) -> Resources:
    """Compile one launch for a target."""
    views = [None if tensor is None else bytes_view(tensor) for tensor in tensors]
    compiled = compile_kernel(launch.kernel, views, launch.numbers, launch.constants, target, launch.options)
    return resources(compiled, target, launch.name)
