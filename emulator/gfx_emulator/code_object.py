"""Reads AMD GPU code objects: the kernels in a file, their descriptors and their arguments.

Source of all layouts and meanings: LLVM's User Guide for the AMDGPU Backend, "Code Object" and "Kernel Descriptor".
"""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgpack

from gfx_emulator import elf
from gfx_emulator.elf import Segment, Symbol
from gfx_emulator.errors import ArgumentError, CodeObjectError
from gfx_emulator.targets import BY_ELF_MACHINE, TARGETS, Target

__all__ = ["Argument", "CodeObject", "Kernel", "KernelDescriptor", "Segment", "Symbol"]

_MACHINE_AMDGPU = 224
_OS_ABI_HSA = 64
_NOTE_METADATA = 32
_MACHINE_MASK = 0xFF

DESCRIPTOR_BYTES = 64
# group, private and kernarg sizes; entry offset; rsrc3, rsrc1, rsrc2, properties, preload.
_DESCRIPTOR = struct.Struct("<III4xq20xIIIHH4x")

# (name, bit of kernel_code_properties, registers), in the order in which the processor loads them.
_USER_SGPRS = (
    ("private_segment_buffer", 0, 4),
    ("dispatch_ptr", 1, 2),
    ("queue_ptr", 2, 2),
    ("kernarg_segment_ptr", 3, 2),
    ("dispatch_id", 4, 2),
    ("flat_scratch_init", 5, 2),
    ("private_segment_size", 6, 1),
)
_WAVEFRONT_SIZE_32_BIT = 10
# (name, bit of compute_pgm_rsrc2), in the order in which they follow the user SGPRs.
_SYSTEM_SGPRS = (("workgroup_id_x", 7), ("workgroup_id_y", 8), ("workgroup_id_z", 9), ("workgroup_info", 10))
_MAXIMUM_ARGUMENT_BYTES = 1 << 20


def _bits(word: int, first: int, count: int = 1) -> int:
    return word >> first & (1 << count) - 1


@dataclass(frozen=True, slots=True)
class RegisterRange:
    """SGPRs that the processor fills before the first instruction: ``count`` of them from ``first`` on."""

    name: str
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class KernelDescriptor:
    """The 64 bytes that tell the processor how to start a kernel: raw words, and their fields by name."""

    group_segment_size: int
    private_segment_size: int
    kernarg_size: int
    """As the descriptor says; hand-written kernels leave it 0, then ``Kernel.kernarg_size`` has the metadata's."""
    entry_offset: int
    rsrc1: int
    rsrc2: int
    rsrc3: int
    kernel_code_properties: int
    kernarg_preload: int

    @classmethod
    def from_bytes(cls, data: bytes) -> KernelDescriptor:
        """Unpack 64 bytes; raises ``CodeObjectError`` for another length."""
        if len(data) != DESCRIPTOR_BYTES:
            raise CodeObjectError(f"a kernel descriptor has {len(data)} bytes, expected {DESCRIPTOR_BYTES}")
        group, private, kernarg, entry, rsrc3, rsrc1, rsrc2, properties, preload = _DESCRIPTOR.unpack(data)
        return cls(group, private, kernarg, entry, rsrc1, rsrc2, rsrc3, properties, preload)

    @property
    def user_sgpr_count(self) -> int:
        """SGPRs filled before the system ones, preloaded arguments included."""
        return _bits(self.rsrc2, 1, 5)

    @property
    def user_sgprs(self) -> tuple[RegisterRange, ...]:
        """The user SGPRs that are set up, in order; preloaded arguments are not among them."""
        ranges = []
        first = 0
        for name, bit, count in _USER_SGPRS:
            if _bits(self.kernel_code_properties, bit):
                ranges.append(RegisterRange(name, first, count))
                first += count
        return tuple(ranges)

    @property
    def system_sgprs(self) -> tuple[RegisterRange, ...]:
        """Workgroup ids and the like, behind the user SGPRs (gfx9 to gfx11; gfx12 has them in trap registers)."""
        enabled = [name for name, bit in _SYSTEM_SGPRS if _bits(self.rsrc2, bit)]
        return tuple(RegisterRange(name, self.user_sgpr_count + at, 1) for at, name in enumerate(enabled))

    @property
    def private_segment_enabled(self) -> bool:
        """Whether scratch memory is set up."""
        return bool(_bits(self.rsrc2, 0))

    @property
    def workitem_id_mode(self) -> int:
        """0: x; 1: x and y; 2: x, y and z. gfx90a and later pack them into v0, ten bits each."""
        return _bits(self.rsrc2, 11, 2)

    @property
    def round_mode_32(self) -> int:
        """fp32 rounding: 0 to nearest even, 1 up, 2 down, 3 to zero."""
        return _bits(self.rsrc1, 12, 2)

    @property
    def round_mode_16_64(self) -> int:
        """fp16 and fp64 rounding, numbers as in ``round_mode_32``."""
        return _bits(self.rsrc1, 14, 2)

    @property
    def denorm_mode_32(self) -> int:
        """fp32 denormals: 0 flush inputs and outputs, 1 outputs, 2 inputs, 3 keep them."""
        return _bits(self.rsrc1, 16, 2)

    @property
    def denorm_mode_16_64(self) -> int:
        """fp16 and fp64 denormals, numbers as in ``denorm_mode_32``."""
        return _bits(self.rsrc1, 18, 2)

    @property
    def float_mode(self) -> int:
        """The eight bits as the MODE register holds them: rounding 32, 16_64, denormals 32, 16_64, two bits each."""
        return _bits(self.rsrc1, 12, 8)

    @property
    def dx10_clamp(self) -> bool:
        """Clamping turns NaN into 0 (gfx6 to gfx11)."""
        return bool(_bits(self.rsrc1, 21))

    @property
    def ieee(self) -> bool:
        """Signalling NaNs are quieted by minimum and maximum (gfx6 to gfx11)."""
        return bool(_bits(self.rsrc1, 23))

    @property
    def fp16_ovfl(self) -> bool:
        """fp16 (and fp8 conversion) overflow gives the largest finite value in place of infinity."""
        return bool(_bits(self.rsrc1, 26))

    @property
    def wavefront_size_32(self) -> bool:
        """Waves of 32 lanes (gfx10 and later)."""
        return bool(_bits(self.kernel_code_properties, _WAVEFRONT_SIZE_32_BIT))

    @property
    def kernarg_preload_length(self) -> int:
        """Dwords of arguments that are preloaded into SGPRs (gfx90a, gfx942 and later)."""
        return _bits(self.kernarg_preload, 0, 7)

    @property
    def kernarg_preload_offset(self) -> int:
        """First preloaded argument, in dwords from the start of the arguments."""
        return _bits(self.kernarg_preload, 7, 9)

    @property
    def lds_granules(self) -> int:
        """LDS in allocation steps; 0 in a file, since the launch sets it."""
        return _bits(self.rsrc2, 15, 9)


@dataclass(frozen=True, slots=True)
class Argument:
    """One kernel argument as the metadata describes it.

    ``kind`` is the metadata's value kind ("by_value", "global_buffer", "hidden_block_count_x", ...), ``value_type`` its
    type name where the compiler wrote one, ``address_space`` "global", "local", ... or empty.
    """

    name: str
    offset: int
    size: int
    kind: str
    value_type: str
    address_space: str

    @property
    def hidden(self) -> bool:
        """Filled in by the runtime, not by the caller."""
        return self.kind.startswith("hidden_")


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel of a code object; sizes in bytes, register counts as the descriptor allocates them."""

    name: str
    entry_address: int
    size: int
    """Bytes of machine code from ``entry_address`` on."""
    descriptor: KernelDescriptor
    arguments: tuple[Argument, ...]
    kernarg_size: int
    """From the metadata note where the descriptor says 0."""
    kernarg_alignment: int
    group_segment_size: int
    """LDS that every workgroup has, before what the launch adds."""
    private_segment_size: int
    wavefront_size: int
    vgpr_count: int
    """All vector registers of a lane, AGPRs included."""
    accum_offset: int
    """Where the AGPRs start, so the number of VGPRs; equals ``vgpr_count`` on targets that have none."""
    agpr_count: int
    sgpr_count: int
    maximum_workgroup_size: int
    """Work-items; 0 where the metadata does not say."""
    required_workgroup_size: tuple[int, int, int] | None
    metadata: Mapping[str, Any]
    """The kernel's map of the metadata note, unchanged."""


@dataclass(frozen=True, slots=True)
class CodeObject:
    """A loaded file: where its bytes go in memory, and what can be launched."""

    target: str
    sha256: str
    segments: tuple[Segment, ...]
    symbols: tuple[Symbol, ...]
    kernels: dict[str, Kernel]
    abi_version: int
    """ELF ABI version: 2, 3, 4 for code object versions 4, 5, 6."""

    @classmethod
    def load(cls, source: str | os.PathLike[str] | bytes | bytearray | memoryview) -> CodeObject:
        """Read a code object from a path or from bytes.

        Raises ``CodeObjectError`` for a file that cannot be read, is no AMD GPU code object, or is damaged.
        """
        data = _read(source)
        file = elf.parse(data)
        target = _target(file)
        if file.relocation_count:
            raise CodeObjectError(
                f"the file holds {file.relocation_count} relocations: expected a linked code object without any"
            )
        metadata = _metadata(file)
        _check_metadata_target(metadata, target)
        kernels: dict[str, Kernel] = {}
        for entry in _list_of_maps(metadata.get("amdhsa.kernels", []), "amdhsa.kernels"):
            kernel = _kernel(file, target, entry)
            if kernel.name in kernels:
                raise CodeObjectError(f"two kernels are called {kernel.name!r}")
            kernels[kernel.name] = kernel
        return cls(
            target=target.name,
            sha256=hashlib.sha256(data).hexdigest(),
            segments=file.segments,
            symbols=file.symbols,
            kernels=kernels,
            abi_version=file.abi_version,
        )

    def kernel(self, name: str) -> Kernel:
        """Return the kernel called ``name`` (as in the metadata); raises ``CodeObjectError`` listing those there are."""
        try:
            return self.kernels[name]
        except (KeyError, TypeError):
            known = ", ".join(sorted(self.kernels)) or "none"
            raise CodeObjectError(f"no kernel is called {name!r}; the code object holds: {known}") from None

    def read(self, address: int, size: int) -> bytes:
        """Return ``size`` bytes at a virtual address; raises ``CodeObjectError`` where no segment holds them all."""
        return _read_memory(self.segments, address, size)

    def code(self, kernel: Kernel) -> bytes:
        """Return the machine code of a kernel."""
        return self.read(kernel.entry_address, kernel.size)


def _read(source: str | os.PathLike[str] | bytes | bytearray | memoryview) -> bytes:
    if isinstance(source, bytes | bytearray | memoryview):
        return bytes(source)
    if not isinstance(source, str | os.PathLike):
        raise ArgumentError(f"source is a {type(source).__name__}: expected a path or bytes")
    try:
        return Path(source).read_bytes()
    except (OSError, ValueError) as error:
        raise CodeObjectError(f"cannot read {os.fspath(source)!r}: {error}") from error


def _target(file: elf.ElfFile) -> Target:
    if file.machine != _MACHINE_AMDGPU:
        raise CodeObjectError(f"ELF machine {file.machine}: expected {_MACHINE_AMDGPU} (AMD GPU)")
    if file.os_abi != _OS_ABI_HSA:
        raise CodeObjectError(f"ELF OS ABI {file.os_abi}: expected {_OS_ABI_HSA} (AMD HSA)")
    number = file.flags & _MACHINE_MASK
    if number not in BY_ELF_MACHINE:
        raise CodeObjectError(f"the file is for processor number {number:#x}: expected one of {', '.join(TARGETS)}")
    return BY_ELF_MACHINE[number]


def _metadata(file: elf.ElfFile) -> dict[str, Any]:
    for owner, kind, content in file.notes:
        if owner == "AMDGPU" and kind == _NOTE_METADATA:
            try:
                metadata = msgpack.unpackb(content, raw=False, strict_map_key=True)
            except (ValueError, TypeError, msgpack.UnpackException) as error:
                raise CodeObjectError(f"the metadata note is no valid MessagePack: {error}") from error
            if not isinstance(metadata, dict):
                raise CodeObjectError(f"the metadata note holds a {type(metadata).__name__}, expected a map")
            return metadata
    raise CodeObjectError("the file has no AMDGPU metadata note, so its kernels are unknown")


def _check_metadata_target(metadata: dict[str, Any], target: Target) -> None:
    # Written from code object version 4 on as architecture-vendor-system-environment-processor:features, such as
    # amdgcn-amd-amdhsa--gfx942:sramecc+:xnack- or, by newer compilers, amdgpu9.42-amd-amdhsa-unknown-gfx942.
    written = metadata.get("amdhsa.target")
    if written is None:
        return
    if not isinstance(written, str) or written.split("-", 4)[-1].split(":")[0] != target.name:
        raise CodeObjectError(f"the metadata is for {written!r}, the ELF header for {target.name}")


def _list_of_maps(value: object, what: str) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise CodeObjectError(f"{what} is {type(value).__name__}, expected a list of maps")
    return value


def _text(entry: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = entry.get(key, default)
    if not isinstance(value, str):
        raise CodeObjectError(f"{key} is {value!r} in the metadata, expected text")
    return value


def _count(entry: Mapping[str, Any], key: str, default: int | None = None) -> int:
    value = entry.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 32:
        raise CodeObjectError(f"{key} is {value!r} in the metadata, expected a number from 0 to 2^32 - 1")
    return value


def _arguments(entry: Mapping[str, Any]) -> tuple[Argument, ...]:
    arguments = tuple(
        Argument(
            # clang names a pointer so after moving it to the global address space.
            name=_text(argument, ".name", "").removesuffix(".coerce"),
            offset=_count(argument, ".offset"),
            size=_count(argument, ".size"),
            kind=_text(argument, ".value_kind"),
            value_type=_text(argument, ".value_type", ""),
            address_space=_text(argument, ".address_space", ""),
        )
        for argument in _list_of_maps(entry.get(".args", []), ".args")
    )
    for argument in arguments:
        if argument.offset + argument.size > _MAXIMUM_ARGUMENT_BYTES:
            raise CodeObjectError(
                f"argument {argument.name!r} ends at byte {argument.offset + argument.size}, "
                f"expected at most {_MAXIMUM_ARGUMENT_BYTES}"
            )
    return arguments


def _required_workgroup_size(entry: Mapping[str, Any]) -> tuple[int, int, int] | None:
    value = entry.get(".reqd_workgroup_size")
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 3 or not all(isinstance(n, int) and n > 0 for n in value):
        raise CodeObjectError(f".reqd_workgroup_size is {value!r} in the metadata, expected three positive numbers")
    return value[0], value[1], value[2]


def _read_memory(segments: tuple[Segment, ...], address: int, size: int) -> bytes:
    for segment in segments:
        offset = address - segment.address
        if offset >= 0 and offset + size <= len(segment.data):
            return segment.data[offset : offset + size]
    raise CodeObjectError(f"no segment of the file holds the {size} bytes at {address:#x}")


def _kernel(file: elf.ElfFile, target: Target, entry: Mapping[str, Any]) -> Kernel:
    name = _text(entry, ".name")
    symbol = _text(entry, ".symbol", f"{name}.kd")
    addresses = {found.name: found.value for found in file.symbols if found.section}
    if symbol not in addresses:
        raise CodeObjectError(f"kernel {name!r} has no descriptor: the file defines no symbol {symbol!r}")
    address = addresses[symbol]
    descriptor = KernelDescriptor.from_bytes(_read_memory(file.segments, address, DESCRIPTOR_BYTES))
    entry_address = address + descriptor.entry_offset
    size = _code_size(file, name, entry_address)
    wavefront_size = _wavefront_size(target, descriptor, entry, name)
    vgpr_count, accum_offset = _vector_registers(target, descriptor, wavefront_size, name)
    arguments = _arguments(entry)
    kernarg_size = descriptor.kernarg_size or _count(entry, ".kernarg_segment_size", 0)
    if kernarg_size > _MAXIMUM_ARGUMENT_BYTES:
        raise CodeObjectError(
            f"kernel {name!r} wants {kernarg_size} bytes of arguments, at most {_MAXIMUM_ARGUMENT_BYTES}"
        )
    return Kernel(
        name=name,
        entry_address=entry_address,
        size=size,
        descriptor=descriptor,
        arguments=arguments,
        kernarg_size=kernarg_size,
        kernarg_alignment=_count(entry, ".kernarg_segment_align", 4),
        group_segment_size=descriptor.group_segment_size or _count(entry, ".group_segment_fixed_size", 0),
        private_segment_size=descriptor.private_segment_size or _count(entry, ".private_segment_fixed_size", 0),
        wavefront_size=wavefront_size,
        vgpr_count=vgpr_count,
        accum_offset=accum_offset,
        agpr_count=vgpr_count - accum_offset,
        sgpr_count=128 if target.sgprs_are_fixed else (_bits(descriptor.rsrc1, 6, 4) // 2 + 1) * 16,
        maximum_workgroup_size=_count(entry, ".max_flat_workgroup_size", 0),
        required_workgroup_size=_required_workgroup_size(entry),
        metadata=entry,
    )


def _code_size(file: elf.ElfFile, name: str, entry_address: int) -> int:
    segment = next(
        (found for found in file.segments if found.executable and 0 <= entry_address - found.address < len(found.data)),
        None,
    )
    if segment is None or entry_address % 4:
        raise CodeObjectError(f"kernel {name!r} starts at {entry_address:#x}, where the file holds no code")
    room = segment.address + len(segment.data) - entry_address
    sizes = [symbol.size for symbol in file.symbols if symbol.value == entry_address and symbol.size]
    if not sizes:
        return room
    if max(sizes) > room:
        raise CodeObjectError(f"kernel {name!r} is {max(sizes)} bytes long, of which the file holds {room}")
    return max(sizes)


def _wavefront_size(target: Target, descriptor: KernelDescriptor, entry: Mapping[str, Any], name: str) -> int:
    size = 32 if descriptor.wavefront_size_32 else 64
    written = _count(entry, ".wavefront_size", size)
    if written != size or (size == 32 and not target.sgprs_are_fixed):
        raise CodeObjectError(
            f"kernel {name!r} has waves of {size} lanes by its descriptor and of {written} by its metadata"
            f" on {target.name}"
        )
    return size


def _vector_registers(target: Target, descriptor: KernelDescriptor, wavefront_size: int, name: str) -> tuple[int, int]:
    granule = target.vgpr_granule * target.wavefront_size // wavefront_size
    count = (_bits(descriptor.rsrc1, 0, 6) + 1) * granule
    if not target.has_accumulators:
        return count, count
    accum_offset = (_bits(descriptor.rsrc3, 0, 6) + 1) * 4
    if accum_offset > count:
        raise CodeObjectError(f"kernel {name!r} has {count} vector registers, its AGPRs start at {accum_offset}")
    return count, accum_offset
