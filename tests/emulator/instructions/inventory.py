"""Lists the base opcodes, encodings and modifiers of gfx942 code objects, as a JSON table.

    python tests/emulator/instructions/inventory.py --wheel FOLDER --compiled FOLDER > inventory.json

For each base opcode the table holds how often it occurs in each group, and the forms seen: encoding, kinds of the operands
(v, s, a with the number of registers), modifiers in brackets.

FOLDER is the `hsa/gfx942` folder of an unpacked amd-aiter wheel; the compiled folder holds code objects from clang and
Triton, in sub-folders named after the compiler. The disassembler is LLVM's own (rocm-llvm-python), through its C API, so
that the table does not depend on the emulator under test.
"""

from __future__ import annotations

import argparse
import collections
import ctypes
import importlib.util
import json
import pathlib
import re
import struct
import sys
from collections.abc import Iterator

ENCODING = re.compile(r"_(e32|e64|sdwa|dpp|e64_dpp)$")
MODIFIER = re.compile(r"\b([a-z][a-z_0-9]*):(\[[^\]]*\]|[^ ,]+)")
FLAGS = ("clamp", "sc0", "sc1", "nt", "lds", "offen", "idxen", "gds", "glc", "slc", "off", "tfe")
GROUPS = ("pa", "mla", "fmha_v3_fwd", "fmha_v3_bwd", "fmoe", "fmoe_2stages", "bf16gemm", "i8gemm", "topksoftmax")


def library() -> ctypes.CDLL:
    """LLVM's shared library, with the AMDGPU disassembler initialised."""
    spec = importlib.util.find_spec("rocm.llvm")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("inventory: rocm-llvm-python is not installed")
    lib = ctypes.CDLL(str(pathlib.Path(next(iter(spec.submodule_search_locations))) / "librocmllvm.so"))
    for part in ("TargetInfo", "TargetMC", "Disassembler"):
        getattr(lib, f"LLVMInitializeAMDGPU{part}")()
    lib.LLVMCreateDisasmCPU.restype = ctypes.c_void_p
    lib.LLVMDisasmInstruction.restype = ctypes.c_size_t
    lib.LLVMDisasmInstruction.argtypes = [
        ctypes.c_void_p,
        ctypes.c_void_p,
        ctypes.c_uint64,
        ctypes.c_uint64,
        ctypes.c_char_p,
        ctypes.c_size_t,
    ]
    return lib


def text_sections(elf: bytes) -> Iterator[bytes]:
    """The executable sections of a 64-bit little-endian ELF file."""
    if elf[:5] != b"\x7fELF\x02":
        raise SystemExit("inventory: not a 64-bit ELF file")
    table, size, count = struct.unpack_from("<Q", elf, 40)[0], *struct.unpack_from("<HH", elf, 58)
    for index in range(count):
        _, kind, flags, _, offset, length = struct.unpack_from("<IIQQQQ", elf, table + index * size)
        if kind == 1 and flags & 4:
            yield elf[offset : offset + length]


def instructions(lib: ctypes.CDLL, code: bytes) -> Iterator[str]:
    """Disassembled text, one instruction at a time; words that are no instruction are passed over as padding."""
    context = ctypes.c_void_p(lib.LLVMCreateDisasmCPU(b"amdgcn-amd-amdhsa", b"gfx942", None, 0, None, None))
    buffer = ctypes.create_string_buffer(512)
    data = (ctypes.c_char * len(code)).from_buffer_copy(code)
    base = ctypes.addressof(data)
    position = 0
    while position < len(code):
        used = lib.LLVMDisasmInstruction(context, base + position, len(code) - position, position, buffer, 512)
        if used:
            yield buffer.value.decode().strip()
        position += used or 4


def operand_kind(token: str) -> str:
    """Class of one operand: v, s, a with the number of registers, a special register, inline, literal, or the word."""
    token = token.strip("-|")
    if token.startswith("abs(") or token.startswith("neg("):
        token = token[4:].strip("-|()")
    match = re.fullmatch(r"([vsa])\[(\d+):(\d+)\]", token)
    if match:
        return f"{match.group(1)}{int(match.group(3)) - int(match.group(2)) + 1}"
    if re.fullmatch(r"[vsa]\d+", token):
        return token[0]
    if re.fullmatch(r"-?\d+", token):
        return "inline" if -16 <= int(token) <= 64 else "literal"
    if re.fullmatch(r"-?\d+\.\d+(e[+-]?\d+)?", token):
        return "float"
    if re.fullmatch(r"0x[0-9a-f]+", token):
        return "literal"
    return token


def describe(text: str) -> tuple[str, str, tuple[str, ...]]:
    """Base opcode, encoding suffix with the kinds of its operands, and sorted names of the modifiers in use."""
    mnemonic, _, operands = text.partition(" ")
    operands = re.sub(r"\b(swizzle|hwreg|sendmsg)\([^)]*\)", r"\1", operands)
    match = ENCODING.search(mnemonic)
    encoding = match.group(1) if match else ""
    base = mnemonic[: match.start()] if match else mnemonic
    found = {name for name, _ in MODIFIER.findall(operands) if name not in ("v", "s", "a")}
    words = operands.replace(",", " ").split()
    found |= {flag for flag in FLAGS if flag in words}
    found |= {word for word in words if word.startswith(("row_", "wave_", "quad_", "bound_"))}
    found = {name.split(":")[0] for name in found}
    if base.startswith("v_") and re.search(r"(^|[ ,])-[v|sa]", operands):
        found.add("neg")
    if "|" in operands:
        found.add("abs")
    kinds = []
    bare = re.sub(r"\b(?![vsa]\[)[a-z][a-z_0-9]*:(\[[^\]]*\]|[^ ,]+)", "", operands)
    for part in bare.split(","):
        token = part.strip().split(" ")[0]
        if token and token not in FLAGS:
            kinds.append(operand_kind(token))
    if base.startswith(("s_waitcnt", "s_cbranch", "s_branch", "s_nop", "s_sleep", "s_setprio")):
        kinds = []
    return base, f"{encoding} {','.join(kinds)}".strip(), tuple(sorted(found))


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", type=pathlib.Path, help="hsa/gfx942 of the unpacked amd-aiter wheel")
    parser.add_argument("--compiled", type=pathlib.Path, help="folder with sub-folders of compiled code objects")
    options = parser.parse_args()
    lib = library()
    files: list[tuple[str, pathlib.Path]] = []
    if options.wheel:
        for path in sorted(options.wheel.rglob("*.co")):
            parts = path.relative_to(options.wheel).parts
            files.append((parts[0] if len(parts) > 1 else path.name.split("_")[0], path))
    if options.compiled:
        for path in sorted(options.compiled.rglob("*.co")):
            files.append((path.relative_to(options.compiled).parts[0], path))
    counts: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    forms: dict[str, collections.Counter[tuple[str, tuple[str, ...]]]] = collections.defaultdict(collections.Counter)
    seen: dict[str, tuple[str, str, tuple[str, ...]]] = {}
    for group, path in files:
        for code in text_sections(path.read_bytes()):
            for text in instructions(lib, code):
                found = seen.get(text)
                if found is None:
                    found = seen[text] = describe(text)
                counts[found[0]][group] += 1
                forms[found[0]][found[1:]] += 1
        print(path.name, file=sys.stderr)
    rows = []
    for base in sorted(counts):
        row = {
            "groups": dict(sorted(counts[base].items())),
            "forms": [f"{encoding} [{' '.join(modifiers)}]" for encoding, modifiers in sorted(forms[base])],
        }
        rows.append(f"{json.dumps(base)}: {json.dumps(row)}")
    print("{\n" + ",\n".join(rows) + "\n}")


if __name__ == "__main__":
    main()
