"""Code objects: what is read from the wheel's files and from freshly compiled ones, and how bad files are refused."""

from __future__ import annotations

import contextlib
import re
import struct
import sys
from pathlib import Path

import msgpack
import pytest
from elftools.elf.elffile import ELFFile
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.emulator.wheel_files import PA_BF16, wheel_files, wheel_folder

from gfx_emulator.code_object import CodeObject, Kernel, KernelDescriptor
from gfx_emulator.compile import compile_hip
from gfx_emulator.errors import ArgumentError, CodeObjectError, EmulatorError
from gfx_emulator.targets import TARGETS

PROJECT_TARGETS = ("gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1201")

KERNEL = """\
#include "hip_device.h"
extern "C" __global__ void blend(float *out, const float *in, const int count, const double weight) {
  __shared__ float tile[64];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x % 64] = in[i];
  __syncthreads();
  if (i < (unsigned)count) out[i + blockIdx.y] = tile[(threadIdx.x + threadIdx.y) % 64] * (float)weight;
}
"""


@pytest.fixture(scope="module")
def pa_bytes() -> bytes:
    return (wheel_folder() / PA_BF16).read_bytes()


def only_kernel(code_object: CodeObject) -> Kernel:
    (kernel,) = code_object.kernels.values()
    return kernel


def test_reads_a_hand_written_kernel(pa_bytes: bytes) -> None:
    code_object = CodeObject.load(pa_bytes)
    kernel = only_kernel(code_object)
    assert code_object.target == "gfx942"
    assert kernel.name == "_ZN5aiter27pa_bf16_noquant_gqa8_1tg_4wE"
    assert (kernel.entry_address, kernel.size) == (0x2200, 16024)
    assert kernel.descriptor.kernarg_size == 0
    assert kernel.kernarg_size == 256
    assert (kernel.vgpr_count, kernel.accum_offset, kernel.agpr_count) == (512, 256, 256)
    assert kernel.group_segment_size == 65536
    assert kernel.required_workgroup_size == (256, 1, 1)
    named = [argument for argument in kernel.arguments if argument.name != "pad"]
    assert [argument.name for argument in named[:8]] == ["O", "Q", "K", "V", "BT", "CL", "KQ", "VQ"]
    assert [argument.offset for argument in named[:8]] == [0, 16, 32, 48, 64, 80, 96, 112]
    assert {argument.kind for argument in named[:8]} == {"global_buffer"}
    descriptor = kernel.descriptor
    assert [(entry.name, entry.first, entry.count) for entry in descriptor.user_sgprs] == [
        ("kernarg_segment_ptr", 0, 2)
    ]
    assert [entry.first for entry in descriptor.system_sgprs] == [2, 3, 4]
    assert descriptor.denorm_mode_32 == 0
    assert descriptor.denorm_mode_16_64 == 3
    assert not descriptor.ieee
    assert not descriptor.dx10_clamp


def test_loads_the_same_from_path_and_bytes(pa_bytes: bytes) -> None:
    path = wheel_folder() / PA_BF16
    assert CodeObject.load(path) == CodeObject.load(str(path)) == CodeObject.load(bytearray(pa_bytes))


@pytest.mark.parametrize(("target", "least"), [("gfx942", 1281), ("gfx950", 1200)])
def test_every_file_of_the_wheel_is_readable(target: str, least: int) -> None:
    files = wheel_files(target=target)
    assert len(files) >= least
    for path in files:
        code_object = CodeObject.load(path)
        assert code_object.target == target
        for kernel in code_object.kernels.values():
            # Two sources that state the same: the metadata note, and the descriptor that the processor reads.
            assert kernel.group_segment_size == kernel.metadata[".group_segment_fixed_size"]
            assert kernel.metadata[".vgpr_count"] <= kernel.vgpr_count <= 512
            assert kernel.kernarg_size >= max(argument.offset + argument.size for argument in kernel.arguments)
            assert kernel.size % 4 == 0


@pytest.mark.parametrize("path", wheel_files("pa/*.co"), ids=lambda path: path.stem)
def test_segments_and_symbols_agree_with_another_reader(path: Path) -> None:
    code_object = CodeObject.load(path)
    with path.open("rb") as file:
        reference = ELFFile(file)
        segments = [
            (entry["p_vaddr"], entry.data(), entry["p_memsz"], bool(entry["p_flags"] & 1), bool(entry["p_flags"] & 2))
            for entry in reference.iter_segments()
            if entry["p_type"] == "PT_LOAD" and entry["p_memsz"]
        ]
        symbols = [
            (symbol.name, symbol["st_value"], symbol["st_size"])
            for section in reference.iter_sections()
            if section["sh_type"] in ("SHT_SYMTAB", "SHT_DYNSYM")
            for symbol in section.iter_symbols()
            if symbol.name
        ]
    ours = [
        (entry.address, entry.data, entry.memory_size, entry.executable, entry.writable)
        for entry in code_object.segments
    ]
    assert ours == sorted(segments)
    assert sorted((symbol.name, symbol.value, symbol.size) for symbol in code_object.symbols) == sorted(symbols)


DIRECTIVES = {
    "group_segment_fixed_size": lambda kernel: kernel.group_segment_size,
    "private_segment_fixed_size": lambda kernel: kernel.private_segment_size,
    "kernarg_size": lambda kernel: kernel.descriptor.kernarg_size,
    "user_sgpr_count": lambda kernel: kernel.descriptor.user_sgpr_count,
    "user_sgpr_kernarg_preload_length": lambda kernel: kernel.descriptor.kernarg_preload_length,
    "user_sgpr_kernarg_preload_offset": lambda kernel: kernel.descriptor.kernarg_preload_offset,
    "system_vgpr_workitem_id": lambda kernel: kernel.descriptor.workitem_id_mode,
    "enable_private_segment": lambda kernel: kernel.descriptor.private_segment_enabled,
    "float_round_mode_32": lambda kernel: kernel.descriptor.round_mode_32,
    "float_round_mode_16_64": lambda kernel: kernel.descriptor.round_mode_16_64,
    "float_denorm_mode_32": lambda kernel: kernel.descriptor.denorm_mode_32,
    "float_denorm_mode_16_64": lambda kernel: kernel.descriptor.denorm_mode_16_64,
    "dx10_clamp": lambda kernel: kernel.descriptor.dx10_clamp,
    "ieee_mode": lambda kernel: kernel.descriptor.ieee,
    "fp16_overflow": lambda kernel: kernel.descriptor.fp16_ovfl,
    "accum_offset": lambda kernel: kernel.accum_offset,
    "wavefront_size32": lambda kernel: kernel.descriptor.wavefront_size_32,
    **{
        f"user_sgpr_{name}": lambda kernel, name=name: name in [entry.name for entry in kernel.descriptor.user_sgprs]
        for name in ("dispatch_ptr", "queue_ptr", "kernarg_segment_ptr", "dispatch_id", "private_segment_size")
    },
    **{
        f"system_sgpr_{name}": lambda kernel, name=name: (
            name in [entry.name for entry in kernel.descriptor.system_sgprs]
        )
        for name in ("workgroup_id_x", "workgroup_id_y", "workgroup_id_z", "workgroup_info")
    },
}
"""The assembler's own names of the descriptor's fields, and where this package shows them."""

VARIANTS = {
    "plain": [],
    "preload": ["-mllvm", "-amdgpu-kernarg-preload-count=6"],
    "flushed": ["-fgpu-flush-denormals-to-zero"],
    "no-ieee": ["-mno-amdgpu-ieee", "-fno-honor-nans"],
    "old": ["-mcode-object-version=4"],
}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("target", PROJECT_TARGETS)
def test_descriptor_fields_are_what_the_compiler_wrote(target: str, variant: str, tmp_path: Path) -> None:
    compiled = compile_hip(KERNEL, target, options=VARIANTS[variant], cache_folder=tmp_path)
    kernel = CodeObject.load(compiled.code).kernel("blend")
    written = dict(re.findall(r"^\s*\.amdhsa_(\w+) (\d+)\s*$", compiled.assembly, re.MULTILINE))
    known = {name: int(value) for name, value in written.items() if name in DIRECTIVES}
    assert len(known) >= 12
    assert {name: int(DIRECTIVES[name](kernel)) for name in known} == known
    assert 0 <= kernel.vgpr_count - int(written["next_free_vgpr"]) < 24
    assert kernel.wavefront_size == (64 if target.startswith("gfx9") else 32)


def test_preloaded_arguments_are_seen(tmp_path: Path) -> None:
    compiled = compile_hip(KERNEL, "gfx942", options=VARIANTS["preload"], cache_folder=tmp_path)
    descriptor = CodeObject.load(compiled.code).kernel("blend").descriptor
    assert descriptor.kernarg_preload_length > 0
    assert descriptor.user_sgpr_count == 2 + descriptor.kernarg_preload_length


def test_arguments_of_a_compiled_kernel(tmp_path: Path) -> None:
    kernel = CodeObject.load(compile_hip(KERNEL, "gfx942", cache_folder=tmp_path).code).kernel("blend")
    shown = [argument for argument in kernel.arguments if not argument.hidden]
    assert [(argument.name, argument.offset, argument.size) for argument in shown] == [
        ("out", 0, 8),
        ("in", 8, 8),
        ("count", 16, 4),
        ("weight", 24, 8),
    ]
    assert "hidden_block_count_x" in [argument.kind for argument in kernel.arguments]


def test_missing_kernel_names_those_there_are(pa_bytes: bytes) -> None:
    with pytest.raises(CodeObjectError, match=r"no kernel is called 'absent'.*pa_bf16_noquant_gqa8_1tg_4w"):
        CodeObject.load(pa_bytes).kernel("absent")


def test_read_outside_the_segments_is_refused(pa_bytes: bytes) -> None:
    with pytest.raises(CodeObjectError, match="no segment"):
        CodeObject.load(pa_bytes).read(0x10_0000, 4)


# Bad files


def patched(data: bytes, offset: int, value: bytes) -> bytes:
    return data[:offset] + value + data[offset + len(value) :]


def program_header(data: bytes, kind: int) -> int:
    """File offset of the first program header of a kind."""
    (offset,) = struct.unpack_from("<Q", data, 32)
    size, count = struct.unpack_from("<HH", data, 54)
    return next(at for at in range(offset, offset + size * count, size) if data[at : at + 4] == struct.pack("<I", kind))


def with_metadata(data: bytes, edit) -> bytes:  # type: ignore[no-untyped-def]
    """The file with its metadata note edited in place; the new note must not be longer."""
    header = program_header(data, 4)
    (offset,) = struct.unpack_from("<Q", data, header + 8)
    name_size, size, _ = struct.unpack_from("<III", data, offset)
    start = offset + 12 + (name_size + 3 & ~3)
    metadata = msgpack.unpackb(data[start : start + size])
    edited = edit(metadata)
    packed = edited if isinstance(edited, bytes) else msgpack.packb(edited)
    assert len(packed) <= size
    shorter = patched(data, header + 32, struct.pack("<Q", start + len(packed) - offset))
    return patched(patched(shorter, offset + 4, struct.pack("<I", len(packed))), start, packed)


def drop(metadata: dict, *path) -> dict:  # type: ignore[no-untyped-def, type-arg]
    *parents, last = path
    entry = metadata
    for step in parents:
        entry = entry[step]
    del entry[last]
    return metadata


def put(metadata: dict, value, *path) -> dict:  # type: ignore[no-untyped-def, type-arg]
    *parents, last = path
    entry = metadata
    for step in parents:
        entry = entry[step]
    entry[last] = value
    return metadata


FIRST = ("amdhsa.kernels", 0)
BAD_FILES = {
    "empty": (lambda data: b"", "0 bytes long"),
    "header only": (lambda data: data[:40], "shorter than an ELF header"),
    "text": (lambda data: b"#!/bin/sh\n" * 40, "magic"),
    "32-bit": (lambda data: patched(data, 4, b"\1"), "64-bit little-endian"),
    "big-endian": (lambda data: patched(data, 5, b"\2"), "64-bit little-endian"),
    "x86": (lambda data: patched(data, 18, b"\x3e\0"), "ELF machine 62: expected 224"),
    "other system": (lambda data: patched(data, 7, b"\x41"), "OS ABI 65"),
    "unknown processor": (lambda data: patched(data, 48, b"\x7e"), "processor number 0x7e.*gfx942"),
    "program headers past the end": (lambda data: patched(data, 32, struct.pack("<Q", len(data))), "program header"),
    "program header size": (lambda data: patched(data, 54, b"\x20\0"), "32 bytes long, expected 56"),
    "section headers past the end": (lambda data: patched(data, 40, struct.pack("<Q", 1 << 60)), "section header"),
    "segment past the end": (
        lambda data: patched(data, program_header(data, 1) + 32, struct.pack("<QQ", 1 << 40, 1 << 40)),
        "segment",
    ),
    "segment too large": (
        lambda data: patched(data, program_header(data, 1) + 40, struct.pack("<Q", 1 << 50)),
        "segment",
    ),
    "no note": (lambda data: patched(data, program_header(data, 4), b"\0\0\0\0"), "no AMDGPU metadata note"),
    "metadata of noise": (lambda data: with_metadata(data, lambda m: b"\xc1\xff\xff"), "no valid MessagePack"),
    "metadata cut": (lambda data: with_metadata(data, lambda m: msgpack.packb(m)[:99]), "no valid MessagePack"),
    "metadata is a list": (lambda data: with_metadata(data, lambda m: [1, 2]), "holds a list"),
    "kernels are text": (lambda data: with_metadata(data, lambda m: put(m, "x", "amdhsa.kernels")), "list of maps"),
    "two of one name": (lambda data: with_metadata(data, lambda m: duplicate_kernel(m)), "two kernels are called"),
    "kernel without name": (lambda data: with_metadata(data, lambda m: drop(m, *FIRST, ".name")), r"\.name is None"),
    "no descriptor": (lambda data: with_metadata(data, lambda m: put(m, "x.kd", *FIRST, ".symbol")), "no descriptor"),
    "argument without offset": (
        lambda data: with_metadata(data, lambda m: drop(m, *FIRST, ".args", 0, ".offset")),
        r"\.offset is None",
    ),
    "argument of negative size": (
        lambda data: with_metadata(data, lambda m: put(m, -1, *FIRST, ".args", 0, ".size")),
        r"\.size is -1",
    ),
    "argument far away": (
        lambda data: with_metadata(
            data, lambda m: put(drop(m, *FIRST, ".args", 1), 1 << 30, *FIRST, ".args", 0, ".offset")
        ),
        "ends at byte",
    ),
    "workgroup of zero": (
        lambda data: with_metadata(data, lambda m: put(m, [0, 1, 1], *FIRST, ".reqd_workgroup_size")),
        "three positive numbers",
    ),
    "waves of 32": (lambda data: with_metadata(data, lambda m: put(m, 32, *FIRST, ".wavefront_size")), "of 32 by"),
    "other target in metadata": (lambda data: with_metadata(data, other_target), "metadata is for .*gfx950"),
}


def duplicate_kernel(metadata: dict) -> dict:  # type: ignore[type-arg]
    kernel = metadata["amdhsa.kernels"][0]
    kernel[".args"] = []
    metadata["amdhsa.kernels"] = [kernel, kernel]
    return metadata


def other_target(metadata: dict) -> dict:  # type: ignore[type-arg]
    return put(drop(metadata, *FIRST, ".args", 0), "amdgcn-amd-amdhsa--gfx950", "amdhsa.target")


@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_files_are_refused_with_the_reason(name: str, pa_bytes: bytes) -> None:
    make, words = BAD_FILES[name]
    with pytest.raises(CodeObjectError, match=words):
        CodeObject.load(make(pa_bytes))


def test_a_program_of_the_host_is_refused() -> None:
    with pytest.raises(CodeObjectError, match="ELF machine"):
        CodeObject.load(Path(sys.executable).resolve())


def test_an_unlinked_object_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CodeObjectError):
        CodeObject.load(unlinked_object(tmp_path))


def unlinked_object(folder: Path) -> bytes:
    import subprocess

    from gfx_emulator.compile.hip import find_compiler

    zig = find_compiler("ziglang").command[0]
    (folder / "k.s").write_text(compile_hip(KERNEL, "gfx942", cache_folder=folder).assembly)
    command = [zig, "clang", "-target", "amdgcn-amd-amdhsa", "-mcpu=gfx942", "-c", "k.s", "-o", "k.o"]
    subprocess.run(command, cwd=folder, check=True)
    return (folder / "k.o").read_bytes()


@pytest.mark.parametrize("source", [None, 3, ["a"], 2.5])
def test_other_types_are_refused(source: object) -> None:
    with pytest.raises(ArgumentError, match="expected a path or bytes"):
        CodeObject.load(source)  # type: ignore[arg-type]


@pytest.mark.parametrize("path", ["absent.co", "nul\0byte.co", "."])
def test_unreadable_paths_are_refused(path: str) -> None:
    with pytest.raises(CodeObjectError, match="cannot read"):
        CodeObject.load(path)


@pytest.mark.parametrize("size", [0, 63, 65])
def test_a_descriptor_has_64_bytes(size: int) -> None:
    with pytest.raises(CodeObjectError, match=f"has {size} bytes, expected 64"):
        KernelDescriptor.from_bytes(bytes(size))


def test_every_truncation_is_refused_or_complete(pa_bytes: bytes) -> None:
    for length in range(0, len(pa_bytes), 37):
        with pytest.raises(CodeObjectError):
            CodeObject.load(pa_bytes[:length])


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 0x11FF), st.integers(0, 255)), min_size=1, max_size=8))
def test_any_byte_of_the_headers_may_be_wrong(changes: list[tuple[int, int]]) -> None:
    data = bytearray((wheel_folder() / PA_BF16).read_bytes())
    for offset, value in changes:
        data[offset] = value
    # Any other exception fails the test.
    with contextlib.suppress(EmulatorError):
        assert CodeObject.load(bytes(data)).target in TARGETS


def test_target_numbers_are_unique_and_match_the_compiler(tmp_path: Path) -> None:
    assert len({target.elf_machine for target in TARGETS.values()}) == len(TARGETS)
    for name, target in TARGETS.items():
        code = compile_hip(KERNEL, name, cache_folder=tmp_path).code
        assert struct.unpack_from("<I", code, 48)[0] & 0xFF == target.elf_machine
        assert CodeObject.load(code).kernel("blend").wavefront_size == target.wavefront_size
