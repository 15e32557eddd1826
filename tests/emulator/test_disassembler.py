"""Disassembly: against two other tools (clang's assembler, tinygrad's decoder), and for bytes that are no instruction."""

from __future__ import annotations

import importlib.util
import random
import re
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from elftools.elf.elffile import ELFFile
from tests.emulator.equivalence import generated
from tests.emulator.wheel_files import ALL_FILES, PA_BF16, wheel_files, wheel_folder
from tinygrad.renderer.amd import decode_inst

from gfx_emulator import disassembler
from gfx_emulator.code_object import CodeObject
from gfx_emulator.compile import compile_hip
from gfx_emulator.compile.hip import find_compiler
from gfx_emulator.disassembler import Instruction, disassemble
from gfx_emulator.errors import ArgumentError, ToolMissing
from gfx_emulator.inspection import branch_target, disassemble_kernel

RETURN = bytes.fromhex("000081bf")  # s_endpgm
ADD = bytes.fromhex("01050002")  # v_add_f32_e32 v0, v1, v2


def test_splits_text_into_mnemonic_and_operands() -> None:
    assert disassemble(ADD + RETURN, 0x100, "gfx942") == [
        Instruction(0x100, 4, "v_add_f32_e32", "v0, v1, v2", "v_add_f32_e32 v0, v1, v2"),
        Instruction(0x104, 4, "s_endpgm", "", "s_endpgm"),
    ]


def test_nothing_gives_nothing() -> None:
    assert disassemble(b"", 0, "gfx942") == []


@pytest.mark.parametrize("tail", [b"\1", b"\1\2", b"\1\2\3"])
def test_odd_bytes_at_the_end_are_shown(tail: bytes) -> None:
    *_, last = disassemble(RETURN + tail, 0, "gfx942")
    assert (last.mnemonic, last.address, last.size) == (".byte", 4, len(tail))
    assert int(last.operands, 16) == int.from_bytes(tail, "little")


def test_bytes_that_are_no_instruction_come_out_as_dwords() -> None:
    unknown = bytes.fromhex("ffffffff")
    shown = disassemble(unknown + RETURN, 0, "gfx942")
    assert [entry.text for entry in shown] == [".long 0xffffffff", "s_endpgm"]


def test_an_instruction_cut_in_half_is_no_instruction() -> None:
    literal = bytes.fromhex("ff0280befeca0000")  # s_mov_b32 with a literal: eight bytes
    assert disassemble(literal[:4], 0, "gfx942")[0].mnemonic == ".long"


def test_targets_differ() -> None:
    code = bytes.fromhex("0100bfd300050a04")
    texts = {target: disassemble(code, 0, target)[0].text for target in ("gfx90a", "gfx942", "gfx1100")}
    assert len(set(texts.values())) > 1


def test_unknown_target_is_refused() -> None:
    with pytest.raises(ArgumentError, match=r"gfx1.*expected one of gfx900"):
        disassemble(RETURN, 0, "gfx1")


def test_code_must_be_bytes() -> None:
    with pytest.raises(ArgumentError, match="code is a str"):
        disassemble("s_endpgm", 0, "gfx942")  # type: ignore[arg-type]


def test_branch_targets_count_from_the_next_instruction() -> None:
    def branch(text: str, address: int) -> int | None:
        mnemonic, _, operands = text.partition(" ")
        return branch_target(Instruction(address, 4, mnemonic, operands, text))

    assert branch("s_branch 1", 0x100) == 0x108
    assert branch("s_cbranch_scc1 65535", 0x100) == 0x100
    assert branch("s_cbranch_execz 32768", 0x20000) == 0x20004 - 4 * 32768
    assert branch("s_mov_b32 s0, 1", 0x100) is None


def test_several_threads_may_disassemble_at_once() -> None:
    paths = wheel_files("topksoftmax/*.co")
    codes = [
        (object_.code(kernel), kernel) for object_ in map(CodeObject.load, paths) for kernel in object_.kernels.values()
    ]
    alone = [disassemble(code, kernel.entry_address, "gfx942") for code, kernel in codes]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda entry: disassemble(entry[0], entry[1].entry_address, "gfx942"), codes * 3))
    assert together == alone * 3


@pytest.mark.parametrize("target", ["gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1201"])
def test_noise_never_fails(target: str) -> None:
    noise = random.Random(7).randbytes(1 << 16)
    shown = disassemble(noise, 0, target)
    assert sum(entry.size for entry in shown) == len(noise)
    assert [entry.address for entry in shown[1:]] == [entry.address + entry.size for entry in shown[:-1]]


def test_missing_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ToolMissing, match="rocm-llvm-python"):
        disassembler.library_path()


def test_a_named_library_must_exist_and_be_llvm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(disassembler.LIBRARY_VARIABLE, str(tmp_path / "absent.so"))
    with pytest.raises(ToolMissing, match="no file"):
        disassembler.library_path()
    other = tmp_path / "other.so"
    other.write_bytes(b"not a library")
    monkeypatch.setenv(disassembler.LIBRARY_VARIABLE, str(other))
    with pytest.raises(ToolMissing, match="no usable LLVM library"):
        disassembler._library.__wrapped__()


def assembled(text: str, target: str, folder: Path) -> bytes:
    """Machine code from clang's assembler, which knows nothing of the disassembler's library."""
    (folder / "text.s").write_text(text + "\n")
    zig = find_compiler("ziglang").command[0]
    command = [zig, "clang", "-target", "amdgcn-amd-amdhsa", f"-mcpu={target}", "-c", "text.s", "-o", "text.o"]
    subprocess.run(command, cwd=folder, check=True)
    with (folder / "text.o").open("rb") as file:
        data: bytes = ELFFile(file).get_section_by_name(".text").data()
    return data


SHARE = [path for pattern in ("pa/*.co", "topksoftmax/*.co", "*gemm/*.co") for path in wheel_files(pattern)]
ROUND_TRIP = wheel_files() if ALL_FILES else SHARE


@pytest.mark.parametrize("path", ROUND_TRIP, ids=lambda path: path.stem)
def test_the_text_assembles_to_the_same_bytes(path: Path, tmp_path: Path) -> None:
    code_object = CodeObject.load(path)
    for kernel in code_object.kernels.values():
        text = "\n".join(entry.text for entry in disassemble_kernel(code_object, kernel))
        code = code_object.code(kernel)
        # The assembler pads the section's end.
        assert assembled(text, "gfx942", tmp_path)[: len(code)] == code


@pytest.mark.timeout(900)
@pytest.mark.parametrize("target", ["gfx942", "gfx950"])
def test_every_instruction_of_the_wheel_is_known(target: str) -> None:
    """All files for gfx942; of those for gfx950, which cannot be executed yet, every tenth."""
    paths = wheel_files(target=target)
    for path in paths if target == "gfx942" or ALL_FILES else paths[::10]:
        code_object = CodeObject.load(path)
        for kernel in code_object.kernels.values():
            shown = disassemble_kernel(code_object, kernel)
            assert sum(entry.size for entry in shown) == kernel.size
            assert disassembler.UNKNOWN not in {entry.mnemonic for entry in shown}, path


def test_pa_files_hold_the_known_number_of_instructions() -> None:
    total, base = 0, set()
    for path in wheel_files("pa/*.co"):
        code_object = CodeObject.load(path)
        for kernel in code_object.kernels.values():
            shown = disassemble_kernel(code_object, kernel)
            total += len(shown)
            base |= {re.sub(r"_(e32|e64|dpp|sdwa)$", "", entry.mnemonic) for entry in shown}
    assert total == 420_786
    assert len(base) == 79


# tinygrad names an instruction after AMD's manual; LLVM adds the encoding, and spells a few in another way.
SPELLINGS = {
    "v_accvgpr_write": "v_accvgpr_write_b32",
    "v_accvgpr_read": "v_accvgpr_read_b32",
}


def plain(name: str) -> str:
    name = re.sub(r"_(e32|e64|dpp|sdwa)$", "", name.lower())
    return SPELLINGS.get(name, name)


@cache
def other_decoder(code: bytes) -> tuple[str, int]:
    """tinygrad's name and size of one instruction; files repeat most of their instructions."""
    decoded = decode_inst(code.ljust(16, b"\0"), "cdna")
    return decoded.op_name, decoded.size()


def disagreements(path: Path) -> Counter[tuple[str, str, int, int]]:
    """(tinygrad's name, ours, its size, ours) of every instruction on which the two decoders differ."""
    found: Counter[tuple[str, str, int, int]] = Counter()
    code_object = CodeObject.load(path)
    for kernel in code_object.kernels.values():
        code = code_object.code(kernel)
        for entry in disassemble_kernel(code_object, kernel):
            at = entry.address - kernel.entry_address
            name, size = other_decoder(code[at : at + entry.size])
            if plain(name) != plain(entry.mnemonic) or size != entry.size:
                found[name, entry.mnemonic, size, entry.size] += 1
    return found


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("path", wheel_files() if ALL_FILES else wheel_files("pa/*.co"), ids=lambda path: path.stem)
def test_another_decoder_agrees_on_names_and_sizes(path: Path) -> None:
    assert not disagreements(path)


def test_the_comparison_of_decoders_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SPELLINGS, "v_perm_b32", "v_other_b32")
    monkeypatch.setattr("tests.emulator.test_disassembler.plain", lambda name: name)
    assert disagreements(wheel_folder() / PA_BF16)


def test_compiled_kernels_are_known(tmp_path: Path) -> None:
    source = '#include "hip_device.h"\nextern "C" __global__ void one(float *a) { a[threadIdx.x] += 1; }\n'
    for target in ("gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1201"):
        compiled = compile_hip(source, target, cache_folder=tmp_path)
        code_object = CodeObject.load(compiled.code)
        shown = disassemble_kernel(code_object, code_object.kernel("one"))
        assert shown[-1].mnemonic == "s_endpgm"
        assert disassembler.UNKNOWN not in {entry.mnemonic for entry in shown}


# Words for which LLVM's decoder or printer ends the process; found by decoding random words.
CRASHING = {
    "literal past the end": "ff0280be",
    "literal in a buffer's offset": "d03b0ce8c2a625ff",
    "literal in a matrix instruction": "7b42c5d36bddfd03",
    "literal as a comparison's destination": "ff00ccd009000200",
    "literal as a lane's destination": "ff0089d2000d0000",
    "undefined SDWA selection": "f902bb0751874652",
    "undefined SDWA selection in a comparison": "f9c4b77d51864607",
}


@pytest.mark.parametrize("target", ["gfx90a", "gfx942", "gfx950", "gfx1030"])
@pytest.mark.parametrize("name", CRASHING)
def test_words_that_crash_the_library_are_kept_from_it(name: str, target: str) -> None:
    code = bytes.fromhex(CRASHING[name])
    assert sum(entry.size for entry in disassemble(code, 0, target)) == len(code)


# LLVM shows these with a remark behind or in place of an operand.
IMPOSSIBLE = {
    "scalar pair at an odd register": (0xBE9F0100 | 30, 1),  # s_mov_b64 s[31:32], s[30:31]
    "call through an odd pair": (0xBA9F5D95, 1),
    "scalar load into an odd pair": (0xC00207C2 | 0xC0040000, 2),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_impossible_operands_are_no_instruction(name: str) -> None:
    word, dwords = IMPOSSIBLE[name]
    code = word.to_bytes(4, "little") + bytes(4) + RETURN
    shown = disassemble(code[: 4 * dwords] + RETURN, 0, "gfx942")
    assert [entry.mnemonic for entry in shown] == [*[disassembler.UNKNOWN] * dwords, "s_endpgm"]


def test_texts_hold_no_remarks() -> None:
    generator = np.random.default_rng(3)
    words = generator.integers(0, 1 << 32, (50_000, 3), dtype=np.uint32)
    words[:, 0] = words[:, 0] & 0x3FFFFFF | generator.integers(0x20, 0x40, 50_000, dtype=np.uint32) << 26
    for target in ("gfx90a", "gfx942", "gfx1100"):
        shown = disassemble(words.tobytes(), 0, target)
        assert not [entry.text for entry in shown if re.search(r"[^\w\s,:.\[\]()|\-+&]", entry.text)][:5]


NARROW = (0xD3AD, 0xD3AE)


@pytest.mark.parametrize("first", NARROW)
def test_constants_as_small_float_matrices_are_kept_from_the_library(first: int) -> None:
    words = np.array([0xD3AC9E1F, 0x24FFEA4C, first << 16 | 0x8639, 0x746AD4C7], "<u4").tobytes()
    for code in (words, words[8:]):
        assert disassemble(code, 0, "gfx950")[0].mnemonic == disassembler.UNKNOWN


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("target", ["gfx900", "gfx90a", "gfx942", "gfx950", "gfx1030", "gfx1100", "gfx1201"])
def test_noise_in_the_shape_of_instructions_never_crashes(target: str, seed: int) -> None:
    """Random words, biased to the encodings and field values behind the crashes that were found."""
    generator = np.random.default_rng(seed)
    count = 20_000
    words = generator.integers(0, 1 << 32, (count, 4), dtype=np.uint32)
    encodings = generator.choice(np.arange(0x20, 0x40, dtype=np.uint32), count)
    words[:, 0] = np.where(generator.random(count) < 0.5, words[:, 0] & 0x3FFFFFF | encodings << 26, words[:, 0])
    special = generator.choice(np.array([0xF9, 0xFA, 0xFF, 0xE9, 0xEA], np.uint32), count)
    words[:, 0] = np.where(generator.random(count) < 0.3, words[:, 0] & ~np.uint32(0x1FF) | special, words[:, 0])
    shifts = generator.choice(np.array([0, 8, 9, 16, 18, 24], np.uint32), count)
    words[:, 1] = np.where(generator.random(count) < 0.3, words[:, 1] | np.uint32(0xFF) << shifts, words[:, 1])
    code = words.tobytes()
    assert sum(entry.size for entry in disassemble(code, 0, target)) == len(code)


def test_fields_of_real_instructions_may_hold_anything(tmp_path: Path) -> None:
    """One instruction of each mnemonic of clang's comparisons and of an AITER kernel, with every field set to odd values."""
    source = f'#include "hip_device.h"\n{generated.source_of(generated.comparison_kernels())}'
    compiled = compile_hip(source, "gfx942", compiler="ziglang", cache_folder=tmp_path).code
    samples: dict[str, bytes] = {}
    for code_object in (CodeObject.load(compiled), CodeObject.load(wheel_folder() / PA_BF16)):
        for kernel in code_object.kernels.values():
            code = code_object.code(kernel)
            for entry in disassemble_kernel(code_object, kernel):
                at = entry.address - kernel.entry_address
                samples.setdefault(entry.mnemonic, code[at : at + entry.size])
    assert len(samples) > 100
    damaged = []
    for sample in samples.values():
        whole = int.from_bytes(sample, "little")
        for shift in range(8 * len(sample) - 8):
            for value, width in ((0xFF, 8), (0xF9, 9), (0xFA, 9), (0x1FF, 9), (0, 9)):
                word = whole & ~((1 << width) - 1 << shift) | value << shift
                damaged.append((word & (1 << 8 * len(sample)) - 1).to_bytes(len(sample), "little") + bytes(8))
    code = b"".join(damaged)
    assert sum(entry.size for entry in disassemble(code, 0, "gfx942")) == len(code)
