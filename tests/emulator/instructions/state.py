"""The registers that a test instruction can see, for many waves at once, and how operand text reads and writes them.

The window of registers is fixed: v8..v8+n, a0..a+n, s32..s63, VCC, EXEC, SCC and M0. Vectors have the shape
[waves, 64], scalars [waves]; all values are raw bits in uint64.
Operand rules: CDNA3 ISA manual, chapters "Scalar ALU" and "Vector ALU operands" (inline constants, literals).
"""

from __future__ import annotations

import dataclasses
import re
import struct

import numpy as np

from .formats import Array

VECTOR_BASE = 8
SCALAR_BASE = 32
SCALARS = 32
LANES = 64
FLOAT_CONSTANTS = {"0.5", "1.0", "2.0", "4.0", "0.15915494309189532", "0.15915494"}


@dataclasses.dataclass(frozen=True)
class Mode:
    """Floating-point mode of a kernel descriptor: f32 and f16/f64 denormals kept or flushed, IEEE, DX10 clamp, overflow."""

    denormal32: bool = True
    denormal16: bool = True
    ieee: bool = True
    clamp: bool = True
    overflow: bool = False

    @property
    def name(self) -> str:
        """Short name for a kernel: c for what clang sets, a for what AITER's kernels set."""
        return "".join("01"[flag] for flag in dataclasses.astuple(self))


CLANG = Mode()
AITER = Mode(denormal32=False, denormal16=True, ieee=False, clamp=False)


@dataclasses.dataclass
class State:
    """Registers of all waves before or after an instruction."""

    v: Array  # [waves, registers, 64] uint32
    a: Array  # [waves, registers, 64] uint32
    s: Array  # [waves, SCALARS] uint32
    vcc: Array  # [waves] uint64
    exec: Array  # [waves] uint64
    scc: Array  # [waves] uint32
    m0: Array  # [waves] uint32
    mode: Mode
    memory: Array = dataclasses.field(default_factory=lambda: np.zeros((0, 0), np.uint8))  # [waves, bytes]
    lds: Array = dataclasses.field(default_factory=lambda: np.zeros((0, 0), np.uint8))  # [waves, bytes]

    def copy(self) -> State:
        """A deep copy."""
        arrays = {f.name: getattr(self, f.name).copy() for f in dataclasses.fields(self) if f.name != "mode"}
        return State(mode=self.mode, **arrays)

    @property
    def waves(self) -> int:
        """Number of waves."""
        return int(self.v.shape[0])

    @property
    def active(self) -> Array:
        """EXEC as booleans [waves, 64]."""
        return lanes(self.exec)


def lanes(mask: Array) -> Array:
    """Bits of 64-bit masks as booleans [waves, 64]."""
    return ((mask[:, None] >> np.arange(LANES, dtype=np.uint64)) & np.uint64(1)).astype(bool)


def mask_of(bits: Array) -> Array:
    """Booleans [waves, 64] as 64-bit masks."""
    weights = np.uint64(1) << np.arange(LANES, dtype=np.uint64)
    return np.where(bits, weights, np.uint64(0)).sum(axis=1, dtype=np.uint64)


@dataclasses.dataclass(frozen=True)
class Operand:
    """One operand: file v, a, s, a special register, or a constant; modifiers as written."""

    file: str
    first: int = 0
    count: int = 1
    text: str = ""
    negate: bool = False
    absolute: bool = False
    sext: bool = False


def parse_operand(text: str) -> Operand:
    """Reads one operand as the assembler writes it."""
    text = text.strip()
    negate = absolute = sext = False
    if text.startswith("sext(") and text.endswith(")"):
        sext, text = True, text[5:-1]
    if re.match(r"-[vsa|]", text):
        negate, text = True, text[1:]
    if text.startswith("|") and text.endswith("|"):
        absolute, text = True, text[1:-1]
    match = re.fullmatch(r"([vsa])\[(\d+):(\d+)\]", text)
    if match:
        first, last = int(match.group(2)), int(match.group(3))
        return Operand(match.group(1), first, last - first + 1, text, negate, absolute, sext)
    match = re.fullmatch(r"([vsa])(\d+)", text)
    if match:
        return Operand(match.group(1), int(match.group(2)), 1, text, negate, absolute, sext)
    if text in ("vcc", "exec", "scc", "m0", "vcc_lo", "vcc_hi", "exec_lo", "exec_hi", "off"):
        return Operand(text, 0, 2 if text in ("vcc", "exec") else 1, text, negate, absolute, sext)
    return Operand("constant", 0, 1, text, negate, absolute, sext)


def constant_bits(text: str, width: int, is_float: bool) -> int:
    """Bits of an inline constant or literal for an operand of `width` bits."""
    if text.lstrip("-") in FLOAT_CONSTANTS:
        value = float(text)
        if text.startswith("0.159"):
            return {16: 0x3118, 32: 0x3E22F983, 64: 0x3FC45F306DC9C882}[width]
        return int.from_bytes(struct.pack({16: "<e", 32: "<f", 64: "<d"}[width], value), "little")
    value_int = int(text, 0)
    if -16 <= value_int <= 64:
        return value_int & ((1 << width) - 1)
    if width == 64 and is_float:
        return (value_int & 0xFFFFFFFF) << 32
    return value_int & ((1 << width) - 1)


def split_mask(state: State, name: str) -> Array:
    """vcc, exec and their halves as [waves] uint64."""
    value: Array = getattr(state, name.split("_")[0]).astype(np.uint64)
    if name.endswith("_lo"):
        return value & np.uint64(0xFFFFFFFF)
    if name.endswith("_hi"):
        return value >> np.uint64(32)
    return value


def read_scalar(state: State, operand: Operand, width: int, is_float: bool = False) -> Array:
    """Value of a scalar operand [waves], uint64, `width` bits."""
    if operand.file == "s":
        index = operand.first - SCALAR_BASE
        value = state.s[:, index].astype(np.uint64)
        if width == 64:
            value = value | (state.s[:, index + 1].astype(np.uint64) << np.uint64(32))
        return value & np.uint64((1 << width) - 1)
    if operand.file in ("scc", "m0"):
        return np.asarray(getattr(state, operand.file).astype(np.uint64))
    if operand.file.startswith(("vcc", "exec")):
        return split_mask(state, operand.file) & np.uint64((1 << width) - 1)
    return np.full(state.waves, constant_bits(operand.text, width, is_float), np.uint64)


def read_vector(state: State, operand: Operand, width: int, is_float: bool = False) -> Array:
    """Value of a vector operand [waves, 64], uint64, `width` bits; scalars are broadcast."""
    if operand.file in ("v", "a"):
        file = state.v if operand.file == "v" else state.a
        index = operand.first - (VECTOR_BASE if operand.file == "v" else 0)
        value = file[:, index].astype(np.uint64)
        if width == 64:
            value = value | (file[:, index + 1].astype(np.uint64) << np.uint64(32))
        return value & np.uint64((1 << width) - 1)
    return np.repeat(read_scalar(state, operand, width, is_float)[:, None], LANES, axis=1)


def write_scalar(state: State, operand: Operand, value: Array, width: int) -> None:
    """Stores [waves] values."""
    if operand.file == "s":
        index = operand.first - SCALAR_BASE
        state.s[:, index] = (value & np.uint64(0xFFFFFFFF)).astype(np.uint32)
        if width == 64:
            state.s[:, index + 1] = (value >> np.uint64(32)).astype(np.uint32)
    elif operand.file in ("vcc", "exec"):
        setattr(state, operand.file, value.astype(np.uint64))
    elif operand.file == "m0":
        state.m0 = (value & np.uint64(0xFFFFFFFF)).astype(np.uint32)
    elif operand.file.startswith(("vcc_", "exec_")):
        name, half = operand.file.split("_")
        old = getattr(state, name)
        shift = np.uint64(32 if half == "hi" else 0)
        keep = old & ~(np.uint64(0xFFFFFFFF) << shift)
        setattr(state, name, keep | ((value & np.uint64(0xFFFFFFFF)) << shift))
    else:
        raise ValueError(f"write_scalar: no scalar destination: {operand.text!r}")


def write_vector(state: State, operand: Operand, value: Array, width: int, where: Array) -> None:
    """Stores [waves, 64] values in the lanes of `where`."""
    file = state.v if operand.file == "v" else state.a
    index = operand.first - (VECTOR_BASE if operand.file == "v" else 0)
    low = (value & np.uint64(0xFFFFFFFF)).astype(np.uint32)
    file[:, index] = np.where(where, low, file[:, index])
    if width == 64:
        high = (value >> np.uint64(32)).astype(np.uint32)
        file[:, index + 1] = np.where(where, high, file[:, index + 1])
