"""What a code object holds, as plain data for scripts and as lines of text for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gfx_emulator.code_object import CodeObject, Kernel
from gfx_emulator.disassembler import Instruction, disassemble

_ROUNDING = ("nearest even", "up", "down", "to zero")
_DENORMALS = ("flush inputs and outputs", "flush outputs", "flush inputs", "keep")


def describe(code_object: CodeObject) -> dict[str, Any]:
    """Return a JSON-ready description: kernels with arguments, registers, LDS and float mode."""
    return {
        "target": code_object.target,
        "sha256": code_object.sha256,
        "abi_version": code_object.abi_version,
        "segments": [
            {
                "address": segment.address,
                "file_bytes": len(segment.data),
                "memory_bytes": segment.memory_size,
                "executable": segment.executable,
                "writable": segment.writable,
            }
            for segment in code_object.segments
        ],
        "kernels": [_describe_kernel(kernel) for kernel in code_object.kernels.values()],
    }


def _describe_kernel(kernel: Kernel) -> dict[str, Any]:
    descriptor = kernel.descriptor
    return {
        "name": kernel.name,
        "entry_address": kernel.entry_address,
        "code_bytes": kernel.size,
        "kernarg_bytes": kernel.kernarg_size,
        "lds_bytes": kernel.group_segment_size,
        "scratch_bytes": kernel.private_segment_size,
        "wavefront_size": kernel.wavefront_size,
        "registers": {
            "vector": kernel.vgpr_count,
            "accum_offset": kernel.accum_offset,
            "agpr": kernel.agpr_count,
            "scalar": kernel.sgpr_count,
        },
        "maximum_workgroup_size": kernel.maximum_workgroup_size,
        "required_workgroup_size": kernel.required_workgroup_size,
        "user_sgprs": [[entry.name, entry.first, entry.count] for entry in descriptor.user_sgprs],
        "system_sgprs": [[entry.name, entry.first, entry.count] for entry in descriptor.system_sgprs],
        "workitem_id_mode": descriptor.workitem_id_mode,
        "kernarg_preload": {"dwords": descriptor.kernarg_preload_length, "offset": descriptor.kernarg_preload_offset},
        "float_mode": {
            "round_32": _ROUNDING[descriptor.round_mode_32],
            "round_16_64": _ROUNDING[descriptor.round_mode_16_64],
            "denormals_32": _DENORMALS[descriptor.denorm_mode_32],
            "denormals_16_64": _DENORMALS[descriptor.denorm_mode_16_64],
            "ieee": descriptor.ieee,
            "dx10_clamp": descriptor.dx10_clamp,
            "fp16_ovfl": descriptor.fp16_ovfl,
        },
        "arguments": [
            {
                "name": argument.name,
                "offset": argument.offset,
                "size": argument.size,
                "kind": argument.kind,
                "value_type": argument.value_type,
                "address_space": argument.address_space,
            }
            for argument in kernel.arguments
        ],
    }


def render(description: dict[str, Any]) -> Iterator[str]:
    """Yield the lines that ``gfx-emulator inspect`` prints for a description from ``describe``."""
    yield f"target {description['target']}, {len(description['kernels'])} kernel(s), sha256 {description['sha256']}"
    for kernel in description["kernels"]:
        yield ""
        yield f"kernel {kernel['name']}"
        registers, mode = kernel["registers"], kernel["float_mode"]
        yield f"  code       {kernel['code_bytes']} bytes at {kernel['entry_address']:#x}, waves of {kernel['wavefront_size']}"
        yield (
            f"  registers  {registers['vector']} vector ({registers['accum_offset']} VGPR + {registers['agpr']} AGPR), "
            f"{registers['scalar']} scalar"
        )
        yield f"  memory     {kernel['lds_bytes']} bytes LDS, {kernel['scratch_bytes']} bytes scratch a work-item"
        if kernel["required_workgroup_size"]:
            yield f"  workgroup  exactly {' x '.join(map(str, kernel['required_workgroup_size']))} work-items"
        elif kernel["maximum_workgroup_size"]:
            yield f"  workgroup  at most {kernel['maximum_workgroup_size']} work-items"
        setup = [f"s{first}" + (f"..s{first + count - 1}" if count > 1 else "") + f" {name}"
                 for name, first, count in (*kernel["user_sgprs"], *kernel["system_sgprs"])]  # fmt: skip
        yield f"  set up     {', '.join(setup) or 'nothing'}"
        if kernel["kernarg_preload"]["dwords"]:
            yield f"  preload    {kernel['kernarg_preload']['dwords']} dwords of arguments"
        yield f"  fp32       round {mode['round_32']}, denormals: {mode['denormals_32']}"
        yield f"  fp16 fp64  round {mode['round_16_64']}, denormals: {mode['denormals_16_64']}"
        flags = [name for name in ("ieee", "dx10_clamp", "fp16_ovfl") if mode[name]]
        yield f"  float bits {', '.join(flags) or 'none of ieee, dx10_clamp, fp16_ovfl'}"
        yield f"  arguments  {kernel['kernarg_bytes']} bytes"
        for argument in kernel["arguments"]:
            kind = " ".join(
                part for part in (argument["kind"], argument["value_type"], argument["address_space"]) if part
            )
            yield f"    {argument['offset']:5d} {argument['size']:4d}  {argument['name'] or '-':24s} {kind}"


def disassemble_kernel(code_object: CodeObject, kernel: Kernel) -> list[Instruction]:
    """Disassemble one kernel of a code object."""
    return disassemble(code_object.code(kernel), kernel.entry_address, code_object.target)


def listing(code_object: CodeObject, kernel: Kernel) -> Iterator[str]:
    """Yield the disassembly of a kernel, one line an instruction, with branch targets as addresses."""
    yield f"{kernel.name}:"
    for instruction in disassemble_kernel(code_object, kernel):
        target = branch_target(instruction)
        note = f"  // -> {target:#x}" if target is not None else ""
        yield f"  {instruction.address:#08x}: {instruction.text}{note}"


def branch_target(instruction: Instruction) -> int | None:
    """Return where a direct branch goes (its operand counts dwords from the next instruction), else None."""
    if not instruction.mnemonic.startswith(("s_branch", "s_cbranch")) or not instruction.operands.isdecimal():
        return None
    distance = int(instruction.operands)
    return instruction.address + instruction.size + 4 * (distance - (1 << 16) if distance >= 1 << 15 else distance)
