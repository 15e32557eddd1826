"""A launch in a file: code object, arguments, memory before and after, so that it can be run again and compared.

The format is described in docs/record_format.md: a safetensors file whose tensors are raw bytes and whose header holds
the launch as JSON. Nothing in it is ever executed by Python.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt
import safetensors
import safetensors.numpy

from gfx_emulator.code_object import Argument, CodeObject, Kernel
from gfx_emulator.compile.cache import write_atomically
from gfx_emulator.errors import ArgumentError, EmulatorError

if TYPE_CHECKING:
    from gfx_emulator.device import Device

FORMAT = "gfx-emulator-launch"
VERSION = 1
Evidence = Literal["hardware", "emulated"]
Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

_POINTER_BYTES = 8
_CODE_OBJECT = "code_object"
_BEFORE = "before."
_AFTER = "after."


class RecordError(EmulatorError):
    """A record file is damaged, of another format or version, or does not fit the code object."""


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far an element may be off: ``|a - b| <= absolute + relative * |b|``; both 0 means bit-equal."""

    absolute: float = 0.0
    relative: float = 0.0


@dataclass(frozen=True, slots=True)
class BufferRecord:
    """One buffer: its bytes before the launch, after it (None: not compared), and how to read them.

    ``dtype`` is a name of ``DTYPES``. Memory that the kernel need not write is compared as well: it must not change.
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    before: Bytes
    after: Bytes | None = None
    tolerance: Tolerance = field(default_factory=Tolerance)


@dataclass(frozen=True, slots=True)
class Pointer:
    """Eight bytes of the arguments at ``offset`` that hold the address of ``buffer`` plus ``addend`` bytes."""

    offset: int
    buffer: str
    addend: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """A whole launch. ``kernarg`` holds the arguments with every pointer as zero; ``pointers`` says where they go."""

    kernel: str
    target: str
    grid: tuple[int, int, int]
    """Workgroups."""
    block: tuple[int, int, int]
    """Work-items in a workgroup."""
    dynamic_lds: int
    kernarg: bytes
    pointers: tuple[Pointer, ...]
    buffers: tuple[BufferRecord, ...]
    code_object_sha256: str
    code_object: bytes | None
    """The file itself; None where it may not be passed on, then replaying needs it from elsewhere."""
    evidence: Evidence
    """How ``after`` came about: on hardware, or by this emulator."""
    device: str
    """The GPU's name, or the emulator's version."""

    def pack_arguments(self, addresses: Mapping[str, int]) -> bytes:
        """Return the argument bytes with each buffer's address in its place."""
        packed = bytearray(self.kernarg)
        for pointer in self.pointers:
            value = (addresses[pointer.buffer] + pointer.addend) % (1 << 64)
            packed[pointer.offset : pointer.offset + _POINTER_BYTES] = struct.pack("<Q", value)
        return bytes(packed)


def _decode_bfloat16(data: Bytes) -> Floats:
    with np.errstate(invalid="ignore"):  # signalling NaN
        return (data.view("<u2").astype(np.uint32) << 16).view(np.float32).astype(np.float64)


def _decode_small_float(exponent_bits: int, bias: int, fnuz: bool) -> Floats:
    """Values of all 256 codes of an 8-bit float, from its definition (OCP 8-bit floating point; fnuz: ONNX)."""
    mantissa_bits = 7 - exponent_bits
    values = np.empty(256)
    for code in range(256):
        exponent, mantissa = code >> mantissa_bits & (1 << exponent_bits) - 1, code & (1 << mantissa_bits) - 1
        scale = 2.0 ** (max(exponent, 1) - bias - mantissa_bits)
        values[code] = (-1.0 if code & 128 else 1.0) * scale * (mantissa + ((1 << mantissa_bits) if exponent else 0))
    top = (1 << exponent_bits) - 1
    if fnuz:
        values[128] = np.nan
    elif exponent_bits == 4:
        values[[127, 255]] = np.nan
    else:
        for code in range(256):
            if code >> 2 & top == top:
                values[code] = (np.nan if code & 3 else np.inf) * (-1 if code & 128 else 1)
    return values


_FP8_TABLES = {
    "float8_e4m3fn": _decode_small_float(4, 7, False),
    "float8_e5m2": _decode_small_float(5, 15, False),
    "float8_e4m3fnuz": _decode_small_float(4, 8, True),
    "float8_e5m2fnuz": _decode_small_float(5, 16, True),
}
_NUMPY_DTYPES = {
    "uint8": "u1",
    "int8": "i1",
    "uint16": "<u2",
    "int16": "<i2",
    "uint32": "<u4",
    "int32": "<i4",
    "uint64": "<u8",
    "int64": "<i8",
    "float16": "<f2",
    "float32": "<f4",
    "float64": "<f8",
}
DTYPES: dict[str, int] = {
    **{name: np.dtype(code).itemsize for name, code in _NUMPY_DTYPES.items()},
    "bfloat16": 2,
    **dict.fromkeys(_FP8_TABLES, 1),
}
"""Element types that a record can name, with their size in bytes."""


def decode(data: Bytes, dtype: str) -> Floats:
    """Return the elements of raw bytes as float64 (64-bit integers lose their low bits)."""
    if dtype == "bfloat16":
        return _decode_bfloat16(data)
    if dtype in _FP8_TABLES:
        return _FP8_TABLES[dtype][data]
    with np.errstate(invalid="ignore"):
        return data.view(_NUMPY_DTYPES[dtype]).astype(np.float64)


def as_bytes(array: npt.NDArray[Any]) -> Bytes:
    """Return a copy of an array's memory as bytes."""
    return np.frombuffer(np.ascontiguousarray(array).tobytes(), np.uint8)


@dataclass(frozen=True, slots=True)
class BufferComparison:
    """What a replay found for one buffer: elements that differ in any bit, and those outside the tolerance."""

    name: str
    elements: int
    different: int
    outside: int
    largest_absolute: float
    largest_relative: float
    first_outside: int | None

    @property
    def agrees(self) -> bool:
        """Whether every element is within the tolerance."""
        return self.outside == 0


def compare(buffer: BufferRecord, replayed: Bytes) -> BufferComparison:
    """Compare a replayed buffer with the recorded one; NaN agrees with NaN where a tolerance is given."""
    if buffer.after is None:
        raise ArgumentError(f"buffer {buffer.name!r} has no recorded result to compare with")
    if replayed.shape != buffer.after.shape:
        raise ArgumentError(f"buffer {buffer.name!r} has {replayed.size} bytes, the record has {buffer.after.size}")
    size = DTYPES[buffer.dtype]
    different = (replayed.reshape(-1, size) != buffer.after.reshape(-1, size)).any(axis=1)
    got, expected = decode(replayed, buffer.dtype), decode(buffer.after, buffer.dtype)
    if buffer.tolerance == Tolerance():
        outside = different
    else:
        bound = buffer.tolerance.absolute + buffer.tolerance.relative * np.abs(expected)
        with np.errstate(invalid="ignore"):
            # An infinity only agrees with itself, though the bound around it is infinite.
            close = np.isfinite(expected) & (np.abs(got - expected) <= bound)
        outside = different & ~close & ~(np.isnan(got) & np.isnan(expected))
    with np.errstate(invalid="ignore", divide="ignore"):
        absolute = np.where(different, np.abs(got - expected), 0.0)
        relative = np.where(absolute > 0, absolute / np.abs(expected), 0.0)
    at = np.flatnonzero(outside)
    return BufferComparison(
        name=buffer.name,
        elements=got.size,
        different=int(different.sum()),
        outside=int(outside.sum()),
        largest_absolute=float(np.nanmax(absolute, initial=0.0)),
        largest_relative=float(np.nanmax(relative, initial=0.0)),
        first_outside=int(at[0]) if at.size else None,
    )


def save(record: Record, path: Path) -> None:
    """Write a record file, whole or not at all; raises ``RecordError`` for a record that contradicts itself."""
    _check(record)
    tensors: dict[str, npt.NDArray[Any]] = {}
    for buffer in record.buffers:
        tensors[_BEFORE + buffer.name] = buffer.before
        if buffer.after is not None:
            tensors[_AFTER + buffer.name] = buffer.after
    if record.code_object is not None:
        tensors[_CODE_OBJECT] = np.frombuffer(record.code_object, np.uint8)
    header = {
        "format": FORMAT,
        "version": VERSION,
        "kernel": record.kernel,
        "target": record.target,
        "grid": record.grid,
        "block": record.block,
        "dynamic_lds": record.dynamic_lds,
        "kernarg": record.kernarg.hex(),
        "pointers": [[pointer.offset, pointer.buffer, pointer.addend] for pointer in record.pointers],
        "buffers": [
            {
                "name": buffer.name,
                "dtype": buffer.dtype,
                "shape": buffer.shape,
                "absolute": buffer.tolerance.absolute,
                "relative": buffer.tolerance.relative,
            }
            for buffer in record.buffers
        ],
        "code_object_sha256": record.code_object_sha256,
        "evidence": record.evidence,
        "device": record.device,
    }
    write_atomically(path, safetensors.numpy.save(tensors, metadata={"launch": json.dumps(header)}))


def load(path: Path) -> Record:
    """Read a record file; raises ``RecordError`` for one that cannot be read, is damaged or contradicts itself."""
    try:
        with safetensors.safe_open(path, framework="numpy") as file:
            metadata = file.metadata() or {}
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 - not a mapping
        header = json.loads(metadata["launch"])
        if header["format"] != FORMAT or header["version"] != VERSION:
            raise RecordError(
                f"{path} is {header['format']!r} version {header['version']}: expected {FORMAT!r} version {VERSION}"
            )
        record = _from_header(header, tensors)
    except (OSError, safetensors.SafetensorError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise RecordError(f"{path} is no readable record: {type(error).__name__}: {error}") from error
    _check(record)
    return record


def _from_header(header: dict[str, Any], tensors: dict[str, npt.NDArray[Any]]) -> Record:
    buffers = tuple(
        BufferRecord(
            name=str(entry["name"]),
            dtype=str(entry["dtype"]),
            shape=tuple(int(size) for size in entry["shape"]),
            before=tensors[_BEFORE + entry["name"]],
            after=tensors.get(_AFTER + entry["name"]),
            tolerance=Tolerance(float(entry["absolute"]), float(entry["relative"])),
        )
        for entry in header["buffers"]
    )
    code_object = tensors.get(_CODE_OBJECT)
    return Record(
        kernel=str(header["kernel"]),
        target=str(header["target"]),
        grid=_triple(header["grid"]),
        block=_triple(header["block"]),
        dynamic_lds=int(header["dynamic_lds"]),
        kernarg=bytes.fromhex(header["kernarg"]),
        pointers=tuple(Pointer(int(offset), str(name), int(addend)) for offset, name, addend in header["pointers"]),
        buffers=buffers,
        code_object_sha256=str(header["code_object_sha256"]),
        code_object=None if code_object is None else code_object.tobytes(),
        evidence=header["evidence"],
        device=str(header["device"]),
    )


def _triple(values: Sequence[Any]) -> tuple[int, int, int]:
    x, y, z = (int(value) for value in values)
    return x, y, z


def _check(record: Record) -> None:
    names = [buffer.name for buffer in record.buffers]
    if len(set(names)) != len(names):
        raise RecordError(f"the record's buffers are called {', '.join(names)}: expected different names")
    if record.evidence not in ("hardware", "emulated"):
        raise RecordError(f"evidence is {record.evidence!r}: expected 'hardware' or 'emulated'")
    if min(*record.grid, *record.block) < 1 or record.dynamic_lds < 0:
        raise RecordError(
            f"grid {record.grid}, block {record.block}, LDS {record.dynamic_lds}: expected positive sizes"
        )
    for pointer in record.pointers:
        if pointer.buffer not in names or not 0 <= pointer.offset <= len(record.kernarg) - _POINTER_BYTES:
            raise RecordError(
                f"a pointer to {pointer.buffer!r} at byte {pointer.offset} of {len(record.kernarg)} argument bytes: "
                f"expected one of {', '.join(names)} inside them"
            )
    for buffer in record.buffers:
        if buffer.dtype not in DTYPES:
            raise RecordError(f"buffer {buffer.name!r} has dtype {buffer.dtype!r}: expected one of {', '.join(DTYPES)}")
        size = DTYPES[buffer.dtype]
        for size_of in buffer.shape:
            size *= max(size_of, 0)
        for data in (buffer.before, buffer.after):
            if data is not None and (data.dtype != np.uint8 or data.shape != (size,)):
                raise RecordError(
                    f"buffer {buffer.name!r} holds {data.shape} {data.dtype}: expected {size} bytes for "
                    f"{buffer.dtype} {buffer.shape}"
                )
    if record.code_object is not None and hashlib.sha256(record.code_object).hexdigest() != record.code_object_sha256:
        raise RecordError("the code object in the record does not have the hash that the record states")


def replay(record: Record, device: Device, code_object: bytes | None = None) -> tuple[Record, list[BufferComparison]]:
    """Run a record in the emulator.

    Returns the record with ``after`` as the emulator computed it (evidence "emulated"), and a comparison for every
    buffer that had one. ``code_object`` is needed where the record does not hold the file; its hash must fit.
    """
    code = record.code_object or code_object
    if code is None or hashlib.sha256(code).hexdigest() != record.code_object_sha256:
        raise RecordError(
            f"replaying needs the code object with sha256 {record.code_object_sha256}: "
            + ("the record does not hold it" if code is None else "the one given has another hash")
        )
    memory = {buffer.name: buffer.before.copy() for buffer in record.buffers}
    arguments = record.pack_arguments({name: array.ctypes.data for name, array in memory.items()})
    kernel = device.load(code).kernel(record.kernel)
    arguments = _with_hidden(arguments, kernel.info, record)
    kernel.launch(record.grid, record.block, arguments, buffers=memory, dynamic_lds=record.dynamic_lds)
    comparisons = [compare(buffer, memory[buffer.name]) for buffer in record.buffers if buffer.after is not None]
    replayed = replace(
        record,
        buffers=tuple(replace(buffer, after=memory[buffer.name]) for buffer in record.buffers),
        evidence="emulated",
        device=f"gfx_emulator {record.target}",
    )
    return replayed, comparisons


def _with_hidden(arguments: bytes, kernel: Kernel, record: Record) -> bytes:
    """Fill in the hidden arguments that lie behind the recorded bytes, as HIP's runtime does on hardware."""
    from gfx_emulator.device import hidden_arguments

    values = hidden_arguments(record.grid, record.block, record.dynamic_lds)
    packed = bytearray(arguments.ljust(kernel.kernarg_size, b"\0"))
    for argument in kernel.arguments:
        if argument.hidden and argument.offset >= len(arguments):
            value = values.get(argument.kind, 0).to_bytes(argument.size, "little")
            packed[argument.offset : argument.offset + argument.size] = value
    return bytes(packed)


_FLOAT_FORMATS = {2: "<e", 4: "<f", 8: "<d"}


def prepare(
    code: bytes,
    kernel_name: str,
    grid: tuple[int, int, int],
    block: tuple[int, int, int],
    arguments: Sequence[npt.NDArray[Any] | int | float | None],
    *,
    dtypes: Mapping[str, str] | None = None,
    tolerances: Mapping[str, Tolerance] | None = None,
    dynamic_lds: int = 0,
    embed_code_object: bool = True,
) -> Record:
    """Return a record without results, ready for ``replay`` or for the recorder on a GPU.

    ``arguments`` has one entry for every argument that is not hidden: an array (a buffer, named after the argument),
    a number, or None (zeros: padding or a null pointer). ``dtypes`` names the element type of buffers that numpy cannot
    name, such as {"K": "bfloat16"}; ``tolerances`` bounds them, default bit-equal. Raises ``ArgumentError`` for a wrong
    count or a value that does not fit.
    """
    code_object = CodeObject.load(code)
    kernel = code_object.kernel(kernel_name)
    shown = [argument for argument in kernel.arguments if not argument.hidden]
    if len(shown) != len(arguments):
        raise ArgumentError(f"kernel {kernel_name!r} takes {len(shown)} arguments, {len(arguments)} given")
    kernarg = bytearray(max((argument.offset + argument.size for argument in shown), default=0))
    pointers, buffers = [], []
    for position, (argument, value) in enumerate(zip(shown, arguments, strict=True)):
        name = argument.name if argument.name not in ("", "pad") else f"argument{position}"
        if isinstance(value, np.ndarray):
            dtype = (dtypes or {}).get(name, value.dtype.name)
            buffers.append(
                BufferRecord(name, dtype, value.shape, as_bytes(value), None, (tolerances or {}).get(name, Tolerance()))
            )
            pointers.append(Pointer(argument.offset, name))
        elif value is not None:
            kernarg[argument.offset : argument.offset + argument.size] = _packed(argument, value)
    record = Record(
        kernel=kernel_name,
        target=code_object.target,
        grid=grid,
        block=block,
        dynamic_lds=dynamic_lds,
        kernarg=bytes(kernarg),
        pointers=tuple(pointers),
        buffers=tuple(buffers),
        code_object_sha256=code_object.sha256,
        code_object=code if embed_code_object else None,
        evidence="emulated",
        device="none: not yet run",
    )
    _check(record)
    return record


def _packed(argument: Argument, value: int | float) -> bytes:
    try:
        if isinstance(value, float):
            return struct.pack(_FLOAT_FORMATS[argument.size], value)
        return int(value).to_bytes(argument.size, "little", signed=value < 0)
    except (KeyError, OverflowError, struct.error) as error:
        raise ArgumentError(
            f"argument {argument.name!r} is {value!r}: it has {argument.size} bytes, into which that does not fit"
        ) from error
