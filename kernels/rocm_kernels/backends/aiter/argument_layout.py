"""The argument segment of a kernel: how it is packed, and how it is checked against what a file's own note names.

AITER's host fills a packed structure; the ELF note of a code object names the fields with offsets and sizes. A file may lack
optional fields at its end. One that has a field elsewhere, or one that is not known here, belongs to another host: launching it
would be silently wrong.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch

from rocm_kernels.host_memory import Memory, address_of

# What fills the space between two fields in a note.
PADDING = "pad"
Value = Memory | int | float | None


@dataclass(frozen=True)
class Field:
    """One argument of a kernel.

    Attributes:
        name: as the notes of the code objects have it.
        offset: bytes from the start of the segment.
        code: of ``struct``: Q a pointer, I an unsigned number, f fp32.
        meaning: what the host puts there.
        optional: whether there are files without it.
    """

    name: str
    offset: int
    code: str
    meaning: str
    optional: bool = False

    @property
    def size(self) -> int:
        """Bytes of the field."""
        return struct.calcsize("=" + self.code)


@dataclass(frozen=True)
class Slot:
    """One argument as the note of a file has it: name, offset and size in bytes."""

    name: str
    offset: int
    size: int


@dataclass(frozen=True)
class ArgumentLayout:
    """All arguments of a kind of kernels.

    Attributes:
        fields: in order of their offsets.
        segment_bytes: bytes that are packed; a kernel reads as many as its note says.
        slot_bytes: what a field takes with its padding; 0 where fields follow each other without.
    """

    fields: tuple[Field, ...]
    segment_bytes: int
    slot_bytes: int = 16

    def mismatches(self, slots: tuple[Slot, ...], kernarg_bytes: int) -> tuple[str, ...]:
        """Compare the arguments that a file's note names with the fields; a sentence for each difference, or nothing.

        Args:
            slots: the note's arguments in order, padding left out or not.
            kernarg_bytes: size of the argument segment as the note has it.
        """
        by_name = {field.name: field for field in self.fields}
        found = []
        named = {slot.name: slot for slot in slots if slot.name != PADDING}
        for name, slot in named.items():
            field = by_name.get(name)
            if field is None:
                found.append(f"the file has a field {name} at {slot.offset:#x} that the host does not know")
            elif (slot.offset, slot.size) != (field.offset, field.size):
                found.append(
                    f"the file has {name} at {slot.offset:#x} with {slot.size} bytes, the host writes it at "
                    f"{field.offset:#x} with {field.size}"
                )
        found += [
            f"the file has no field {field.name}"
            for field in self.fields
            if not field.optional and field.name not in named
        ]
        if len(named) != sum(slot.name != PADDING for slot in slots):
            found.append("the file names a field twice")
        end = max((slot.offset + (self.slot_bytes or slot.size) for slot in named.values()), default=self.slot_bytes)
        if not found and kernarg_bytes != end:
            found.append(f"the file's segment has {kernarg_bytes} bytes, its last field ends its slot at {end}")
        return tuple(found)

    def pack(self, values: Mapping[str, Value]) -> bytes:
        """Pack all fields as the host does, ``segment_bytes`` bytes; a tensor or array becomes its address, None 0.

        Raises:
            ValueError: a name is missing or unknown, or a number does not fit its field (AITER's host cuts it off).
        """
        names = {field.name for field in self.fields}
        if set(values) != names:
            raise ValueError(f"values: names differ from the fields in {sorted(set(values) ^ names)}")
        segment = bytearray(self.segment_bytes)
        for field in self.fields:
            value = values[field.name]
            number = address_of(value) if isinstance(value, torch.Tensor | np.ndarray) else (value or 0)
            try:
                struct.pack_into("<" + field.code, segment, field.offset, number)
            except struct.error:
                raise ValueError(
                    f"{field.name}: got {value!r}, expected what fits {field.size} bytes ({field.meaning})"
                ) from None
        return bytes(segment)
