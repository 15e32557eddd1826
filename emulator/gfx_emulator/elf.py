"""The parts of the ELF format that an AMD GPU code object uses: segments, symbols and notes of a 64-bit file.

Source of the layouts: the System V ABI (gABI), chapters 4 and 5. Every offset is checked against the file's length, so
that a damaged file raises ``CodeObjectError`` and nothing else.
"""

from __future__ import annotations

import itertools
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from gfx_emulator.errors import CodeObjectError

_HEADER = struct.Struct("<4sBBBBB7xHHIQQQIHHHHHH")
_PROGRAM_HEADER = struct.Struct("<IIQQQQQQ")
_SECTION_HEADER = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_NOTE = struct.Struct("<III")

_CLASS_64 = 2
_LITTLE_ENDIAN = 1
_SEGMENT_LOAD = 1
_SEGMENT_NOTE = 4
_SECTION_SYMBOL_TABLES = frozenset({2, 11})  # SHT_SYMTAB, SHT_DYNSYM
_SECTION_RELOCATIONS = frozenset({4, 9})  # SHT_RELA, SHT_REL
_FLAG_EXECUTABLE = 1
_FLAG_WRITABLE = 2
# More than any code object holds; a larger size is a damaged header, and would only exhaust memory.
_MAXIMUM_MEMORY = 1 << 28


@dataclass(frozen=True, slots=True)
class Segment:
    """Bytes that the loader places at ``address``; ``memory_size`` counts the zeros after ``data``."""

    address: int
    data: bytes
    executable: bool
    writable: bool
    memory_size: int


@dataclass(frozen=True, slots=True)
class Symbol:
    """A named place: ``value`` is a virtual address, ``size`` in bytes (0: unknown), ``kind`` the ELF type (2: code)."""

    name: str
    value: int
    size: int
    kind: int
    section: int


@dataclass(frozen=True, slots=True)
class ElfFile:
    """What the loader and the reader of kernels need of one file."""

    machine: int
    os_abi: int
    abi_version: int
    flags: int
    segments: tuple[Segment, ...]
    symbols: tuple[Symbol, ...]
    notes: tuple[tuple[str, int, bytes], ...]
    """(owner, type, description) of each note."""
    relocation_count: int


def parse(data: bytes) -> ElfFile:
    """Read a 64-bit little-endian ELF file; raises ``CodeObjectError`` for anything else."""
    if len(data) < _HEADER.size:
        raise CodeObjectError(f"the file is {len(data)} bytes long, shorter than an ELF header ({_HEADER.size} bytes)")
    (
        magic,
        elf_class,
        byte_order,
        _,
        os_abi,
        abi_version,
        _,
        machine,
        _,
        _,
        program_offset,
        section_offset,
        flags,
        _,
        program_size,
        program_count,
        section_size,
        section_count,
        _,
    ) = _HEADER.unpack_from(data)
    if magic != b"\x7fELF":
        raise CodeObjectError(f"the file begins with {magic!r}, not with ELF's magic bytes")
    if elf_class != _CLASS_64 or byte_order != _LITTLE_ENDIAN:
        raise CodeObjectError(
            f"ELF class {elf_class} and byte order {byte_order}: expected 64-bit little-endian (2, 1)"
        )
    programs = list(_table(data, program_offset, program_size, program_count, _PROGRAM_HEADER, "program header"))
    sections = list(_table(data, section_offset, section_size, section_count, _SECTION_HEADER, "section header"))
    return ElfFile(
        machine=machine,
        os_abi=os_abi,
        abi_version=abi_version,
        flags=flags,
        segments=_segments(data, programs),
        symbols=tuple(_symbols(data, sections)),
        notes=tuple(_notes(data, programs)),
        relocation_count=sum(
            section[5] // max(section[9], 1) for section in sections if section[1] in _SECTION_RELOCATIONS
        ),
    )


def _slice(data: bytes, offset: int, size: int, what: str) -> bytes:
    if offset + size > len(data):
        raise CodeObjectError(f"{what} lies at bytes {offset} to {offset + size}, past the file's end ({len(data)})")
    return data[offset : offset + size]


def _table(
    data: bytes, offset: int, entry_size: int, count: int, entry: struct.Struct, what: str
) -> Iterator[tuple[int, ...]]:
    if count == 0 or offset == 0:
        return
    if entry_size != entry.size:
        raise CodeObjectError(f"a {what} is {entry_size} bytes long, expected {entry.size}")
    yield from entry.iter_unpack(_slice(data, offset, entry_size * count, f"the {what} table"))


def _segments(data: bytes, programs: list[tuple[int, ...]]) -> tuple[Segment, ...]:
    segments = []
    for kind, flags, offset, address, _, file_size, memory_size, _ in programs:
        if kind != _SEGMENT_LOAD or memory_size == 0:
            continue
        if memory_size < file_size or address + memory_size > _MAXIMUM_MEMORY:
            raise CodeObjectError(
                f"a segment of {file_size} bytes takes {memory_size} bytes at {address:#x}: "
                f"expected at least its own size, ending below {_MAXIMUM_MEMORY:#x}"
            )
        segments.append(
            Segment(
                address=address,
                data=_slice(data, offset, file_size, "a segment"),
                executable=bool(flags & _FLAG_EXECUTABLE),
                writable=bool(flags & _FLAG_WRITABLE),
                memory_size=memory_size,
            )
        )
    segments.sort(key=lambda segment: segment.address)
    for before, after in itertools.pairwise(segments):
        if before.address + before.memory_size > after.address:
            raise CodeObjectError(f"the segments at {before.address:#x} and {after.address:#x} overlap")
    return tuple(segments)


def _symbols(data: bytes, sections: list[tuple[int, ...]]) -> Iterator[Symbol]:
    for _, kind, _, _, offset, size, link, _, _, entry_size in sections:
        if kind not in _SECTION_SYMBOL_TABLES:
            continue
        if link >= len(sections):
            raise CodeObjectError(f"a symbol table names section {link} as its strings; there are {len(sections)}")
        names = _slice(data, sections[link][4], sections[link][5], "a string table")
        entries = _table(data, offset, entry_size, size // _SYMBOL.size, _SYMBOL, "symbol")
        for name, information, _, section, value, symbol_size in entries:
            if name:
                yield Symbol(_string(names, name), value, symbol_size, information & 0xF, section)


def _string(table: bytes, start: int) -> str:
    end = table.find(b"\0", start)
    if start >= len(table) or end < 0:
        raise CodeObjectError(f"a name starts at byte {start} of a string table of {len(table)} bytes and has no end")
    return table[start:end].decode("utf-8", "backslashreplace")


def _notes(data: bytes, programs: list[tuple[int, ...]]) -> Iterator[tuple[str, int, bytes]]:
    for kind, _, offset, _, _, size, _, _ in programs:
        if kind != _SEGMENT_NOTE:
            continue
        body = _slice(data, offset, size, "a note segment")
        position = 0
        while position + _NOTE.size <= len(body):
            name_size, description_size, note_type = _NOTE.unpack_from(body, position)
            position += _NOTE.size
            name = _slice(body, position, name_size, "a note's owner").rstrip(b"\0")
            position += (name_size + 3) & ~3
            yield (
                name.decode("utf-8", "backslashreplace"),
                note_type,
                _slice(body, position, description_size, "a note's content"),
            )
            position += (description_size + 3) & ~3
