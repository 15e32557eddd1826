"""Turns AMD machine code into text through LLVM's own disassembler (its C interface, called with ctypes).

The library is ``librocmllvm.so`` of the package ``rocm-llvm-python``; only that file is used, none of its Python code.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import threading
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from gfx_emulator.errors import ArgumentError, ToolMissing
from gfx_emulator.targets import find_target

LIBRARY_VARIABLE = "GFX_EMULATOR_LLVM"
"""Environment variable that names another shared library with LLVM's C disassembler interface."""

UNKNOWN = ".long"
"""Mnemonic given to four bytes that are no instruction of the target."""

_TEXT_BYTES = 256
# LLVM ends the process where a literal lies past the end of the bytes it was given, so it is given zeros behind them.
_PADDING_BYTES = 32
# LLVM's disassembler context is not safe to share between threads.
_LOCK = threading.Lock()


class Instruction(NamedTuple):
    """One machine instruction: ``address`` and ``size`` in bytes, ``text`` is ``mnemonic`` and ``operands``."""

    address: int
    size: int
    mnemonic: str
    operands: str
    text: str


def disassemble(code: bytes, address: int, target: str) -> list[Instruction]:
    """Disassemble ``code``, which lies at ``address``, for a target such as "gfx942".

    Bytes that are no instruction, and instructions with operands that cannot be (scalar pairs at odd registers), come
    out one dword at a time with the mnemonic ``.long``; up to three bytes at the end come out as ``.byte``. Raises
    ``ToolMissing`` where the library is not installed, ``ArgumentError`` for an unknown target.
    """
    if not isinstance(code, bytes):
        raise ArgumentError(f"code is a {type(code).__name__}: expected bytes")
    library = _library()
    step = library.LLVMDisasmInstruction
    context = _context(target)
    text_buffer = ctypes.create_string_buffer(_TEXT_BYTES)
    # A private copy: the library takes a writable pointer.
    code_buffer = ctypes.create_string_buffer(code, len(code) + _PADDING_BYTES)
    start = ctypes.addressof(code_buffer)
    end = len(code)
    padded = end + _PADDING_BYTES
    refused = _crashing_positions(code, find_target(target).major)
    position = 0
    instructions: list[Instruction] = []
    append = instructions.append
    with _LOCK:
        while position < end:
            size = (
                0
                if position in refused
                else step(context, start + position, padded - position, address + position, text_buffer, _TEXT_BYTES)
            )
            raw = text_buffer.value if size else b""
            if size and size <= end - position and b";" not in raw and b"/*" not in raw:
                text = raw.decode("ascii", "backslashreplace").strip()
                mnemonic, _, operands = text.partition(" ")
                append(Instruction(address + position, size, mnemonic, operands, text))
                position += size
                continue
            # One dword at a time, also of a longer instruction of which LLVM remarks that its operands cannot be.
            after = min(position + max(size, 4), end)
            while position < after:
                size = min(4, end - position)
                append(_unknown(code[position : position + size], address + position))
                position += size
    return instructions


def _unknown(data: bytes, address: int) -> Instruction:
    mnemonic = UNKNOWN if len(data) == 4 else ".byte"
    operands = f"{int.from_bytes(data, 'little'):#0{2 + 2 * len(data)}x}"
    return Instruction(address, len(data), mnemonic, operands, f"{mnemonic} {operands}")


# Top six bits of the first dword of gfx9's 64-bit encodings.
_VOP3, _MUBUF, _MTBUF = 0x34, 0x38, 0x3A
_END_OF_COMPARES, _READLANE = 0x100, 0x289  # operations of VOP3 with a scalar destination
_SCALED_MFMA = 0xD3AC  # top half of the first dword: two VOP3P encodings in one instruction of gfx950
_SMALL_FLOAT_MFMA = (0xD3AD, 0xD3AE)  # its second half, or alone: v_mfma_f32_*_f8f6f4
_FIRST_VGPR = 256
_VOPC = 0x3E  # top seven bits
_LITERAL, _SDWA = 0xFF, 0xF9  # values of a source operand
_NO_SELECTION = 7  # the value of SDWA's selections that means nothing


def _crashing_positions(code: bytes, major: int) -> frozenset[int]:
    """Where code holds what no assembler writes and LLVM's decoder or printer takes down the process for.

    On gfx9 a literal operand in an encoding that has no room for one or as a destination, and constants as matrices of
    gfx950's small floats; on gfx9 and gfx10 undefined SDWA selections.
    Found by decoding random words; damaged code must not end the process.
    """
    words = np.frombuffer(code + bytes(-len(code) % 4 + 8), "<u4")
    first, second = words[:-1], words[1:]
    found = np.zeros(first.shape, np.bool_)
    if major == 9:
        encoding = first >> 26
        sources = ((second >> shift & 0x1FF) == _LITERAL for shift in (0, 9, 18))
        found |= (encoding == _VOP3) & np.logical_or.reduce(list(sources))
        found |= ((encoding == _MUBUF) | (encoding == _MTBUF)) & (second >> 24 == _LITERAL)
        operation = first >> 16 & 0x3FF
        scalar = (operation < _END_OF_COMPARES) | (operation == _READLANE)
        found |= (encoding == _VOP3) & scalar & ((first & 0xFF) == _LITERAL)
        constant = ((second & 0x1FF) < _FIRST_VGPR) | ((second >> 9 & 0x1FF) < _FIRST_VGPR)
        found |= np.isin(first >> 16, _SMALL_FLOAT_MFMA) & constant
        found[:-2] |= (first[:-2] >> 16 == _SCALED_MFMA) & found[2:]
    if major <= 10:
        undefined = ((second >> 16 & 7) == _NO_SELECTION) | ((second >> 24 & 7) == _NO_SELECTION)
        undefined |= ((second >> 8 & 7) == _NO_SELECTION) & (first >> 25 != _VOPC)
        found |= (first >> 31 == 0) & ((first & 0x1FF) == _SDWA) & undefined
    return frozenset((np.flatnonzero(found) * 4).tolist())


def library_path() -> Path:
    """Return the shared library that is used; raises ``ToolMissing``."""
    chosen = os.environ.get(LIBRARY_VARIABLE)
    if chosen:
        if not Path(chosen).is_file():
            raise ToolMissing(f"{LIBRARY_VARIABLE} names {chosen!r}, which is no file")
        return Path(chosen)
    package = importlib.util.find_spec("rocm")
    for folder in (package.submodule_search_locations or ()) if package else ():
        path = Path(folder, "llvm", "librocmllvm.so")
        if path.is_file():
            return path
    raise ToolMissing(
        "LLVM's disassembler is not installed: install the package rocm-llvm-python, "
        f"or set {LIBRARY_VARIABLE} to a shared library with LLVM's C disassembler interface"
    )


@cache
def _library() -> ctypes.CDLL:
    path = library_path()
    try:
        library = ctypes.CDLL(str(path))
        for part in ("TargetInfo", "TargetMC", "Disassembler"):
            getattr(library, f"LLVMInitializeAMDGPU{part}")()
        create = library.LLVMCreateDisasmCPUFeatures
        step = library.LLVMDisasmInstruction
    except (OSError, AttributeError) as error:
        raise ToolMissing(f"{path} is no usable LLVM library: {error}") from error
    create.restype = ctypes.c_void_p
    create.argtypes = [*[ctypes.c_char_p] * 3, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]
    step.restype = ctypes.c_size_t
    step.argtypes = [
        ctypes.c_void_p,
        ctypes.c_void_p,
        ctypes.c_uint64,
        ctypes.c_uint64,
        ctypes.c_char_p,
        ctypes.c_size_t,
    ]
    return library


@cache
def _context(target: str) -> int:
    features = b"+wavefrontsize32" if find_target(target).wavefront_size == 32 else b""
    context = _library().LLVMCreateDisasmCPUFeatures(
        b"amdgcn-amd-amdhsa", target.encode(), features, None, 0, None, None
    )
    if not context:
        raise ToolMissing(f"{library_path()} cannot disassemble {target}")
    return int(context)
