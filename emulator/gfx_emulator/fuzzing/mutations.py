"""Damage to code objects that knows their structure: headers, notes, descriptors and machine code."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from typing import Any

import msgpack

Mutation = Callable[[bytearray, random.Random], None]

_INTERESTING = (0, 1, 2, 3, 4, 7, 8, 63, 64, 65, 127, 128, 255, 256, 4096, 1 << 15, 1 << 16, 1 << 20, 1 << 24, 1 << 30)
_LIMITS = ((1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 63) - 1, 1 << 63, (1 << 64) - 1)
_HEADER_BYTES = 64
_PROGRAM_HEADER_BYTES = 56
_SECTION_HEADER_BYTES = 64
_NOTE_SEGMENT = 4
_LOAD_SEGMENT = 1
_DESCRIPTOR_BYTES = 64


def interesting(rng: random.Random, limit: int) -> int:
    """Return a number that programs handle badly: small, a power of two, near ``limit``, or huge."""
    choice = rng.random()
    if choice < 0.4:
        return rng.choice(_INTERESTING)
    if choice < 0.7:
        return rng.choice(_LIMITS)
    if choice < 0.9:
        return max(0, limit + rng.randint(-2, 2))
    return rng.getrandbits(64)


def mutate(data: bytes, rng: random.Random) -> bytes:
    """Return ``data`` with one to four pieces of damage."""
    mutated = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        rng.choice(_MUTATIONS)(mutated, rng)
    return bytes(mutated)


def _put(data: bytearray, offset: int, value: int, size: int) -> None:
    if offset >= 0 and offset + size <= len(data):
        data[offset : offset + size] = (value % (1 << 8 * size)).to_bytes(size, "little")


def _field(data: bytearray, rng: random.Random, start: int, length: int) -> None:
    size = rng.choice((1, 2, 4, 8))
    offset = start + rng.randrange(max(length // size, 1)) * size
    _put(data, offset, interesting(rng, len(data)), size)


def _table(data: bytearray, offset_at: int, count_at: int) -> tuple[int, int]:
    if len(data) < _HEADER_BYTES:
        return 0, 0
    (offset,), (count,) = struct.unpack_from("<Q", data, offset_at), struct.unpack_from("<H", data, count_at)
    return offset, count


def _segments(data: bytearray, kind: int) -> list[tuple[int, int, int, int]]:
    """(offset of the header, file offset, address, size) of every segment of a kind."""
    offset, count = _table(data, 32, 56)
    found = []
    for at in range(offset, offset + count * _PROGRAM_HEADER_BYTES, _PROGRAM_HEADER_BYTES):
        if at + _PROGRAM_HEADER_BYTES > len(data):
            break
        if struct.unpack_from("<I", data, at)[0] == kind:
            position, address, _, size = struct.unpack_from("<QQQQ", data, at + 8)
            found.append((at, position, address, size))
    return found


def _flip_bits(data: bytearray, rng: random.Random) -> None:
    for _ in range(rng.randint(1, 8)):
        if data:
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def _elf_header(data: bytearray, rng: random.Random) -> None:
    _field(data, rng, 0, _HEADER_BYTES)


def _program_header(data: bytearray, rng: random.Random) -> None:
    offset, count = _table(data, 32, 56)
    _field(data, rng, offset, _PROGRAM_HEADER_BYTES * count)


def _section_header(data: bytearray, rng: random.Random) -> None:
    offset, count = _table(data, 40, 60)
    _field(data, rng, offset, _SECTION_HEADER_BYTES * count)


def _descriptor(data: bytearray, rng: random.Random) -> None:
    # The descriptor is the 64-byte aligned object in the read-only segment; hit any such place of it.
    for _, position, _, size in _segments(data, _LOAD_SEGMENT)[:1]:
        if size >= _DESCRIPTOR_BYTES:
            _field(data, rng, position + size - _DESCRIPTOR_BYTES, _DESCRIPTOR_BYTES)


def _code(data: bytearray, rng: random.Random) -> None:
    for _, position, _, size in _segments(data, _LOAD_SEGMENT)[1:2]:
        for _ in range(rng.randint(1, 16)):
            at = position + rng.randrange(max(size // 4, 1)) * 4
            _put(data, at, rng.getrandbits(32), 4)


def _truncate(data: bytearray, rng: random.Random) -> None:
    del data[rng.randrange(len(data) + 1) :]


def _extend(data: bytearray, rng: random.Random) -> None:
    data += rng.randbytes(rng.randint(1, 4096))


def _overwrite(data: bytearray, rng: random.Random) -> None:
    if not data:
        return
    start = rng.randrange(len(data))
    length = rng.randint(1, 256)
    block = rng.choice((bytes(length), b"\xff" * length, rng.randbytes(length)))
    data[start : start + length] = block[: len(data) - start]


def _move_block(data: bytearray, rng: random.Random) -> None:
    if not data:
        return
    source, target, length = rng.randrange(len(data)), rng.randrange(len(data)), rng.randint(1, 512)
    block = data[source : source + length]
    data[target : target + len(block)] = block


def _metadata(data: bytearray, rng: random.Random) -> None:
    """Change the decoded metadata and append it as a new note, so that its size is free."""
    for header, position, _, size in _segments(data, _NOTE_SEGMENT)[:1]:
        note = bytes(data[position : position + size])
        if len(note) < 12:
            return
        name_size, content_size, kind = struct.unpack_from("<III", note)
        start = 12 + (name_size + 3 & ~3)
        try:
            content = msgpack.unpackb(note[start : start + content_size], strict_map_key=False)
        except (ValueError, TypeError, msgpack.UnpackException):
            return
        for _ in range(rng.randint(1, 3)):
            content = _changed(content, rng, 0)
        try:
            packed = msgpack.packb(content)
        except (ValueError, OverflowError):
            return
        new = struct.pack("<III", name_size, len(packed), kind) + note[12:start] + packed
        _put(data, header + 8, len(data), 8)
        _put(data, header + 32, len(new), 8)
        data += new


def _changed(value: Any, rng: random.Random, depth: int) -> Any:
    """Return the value with one place of it replaced, removed or doubled."""
    if isinstance(value, dict) and value and (depth == 0 or rng.random() < 0.9):
        key = rng.choice(list(value))
        changed = dict(value)
        if rng.random() < 0.15:
            del changed[key]
        else:
            changed[key] = _changed(value[key], rng, depth + 1)
        return changed
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        if rng.random() < 0.2:
            return value[:at] + value[at:] * rng.choice((0, 2))
        return [*value[:at], _changed(value[at], rng, depth + 1), *value[at + 1 :]]
    return rng.choice(
        (
            None,
            True,
            -1,
            interesting(rng, 256) % (1 << 64),
            "",
            "x" * rng.randint(1, 300),
            [],
            {},
            [value],
            {"a": value},
            1.5,
            b"\0",
        )
    )


def _nested_metadata(data: bytearray, rng: random.Random) -> None:
    for header, _, _, _ in _segments(data, _NOTE_SEGMENT)[:1]:
        packed = rng.choice((b"\x91", b"\x81\xa1a")) * rng.choice((100, 600, 20_000)) + b"\xc0"
        new = struct.pack("<III", 7, len(packed), 32) + b"AMDGPU\0\0" + packed
        _put(data, header + 8, len(data), 8)
        _put(data, header + 32, len(new), 8)
        data += new


_MUTATIONS: tuple[Mutation, ...] = (
    _flip_bits,
    _elf_header,
    _program_header,
    _program_header,
    _section_header,
    _descriptor,
    _descriptor,
    _code,
    _code,
    _truncate,
    _extend,
    _overwrite,
    _move_block,
    _metadata,
    _metadata,
    _metadata,
    _nested_metadata,
)
