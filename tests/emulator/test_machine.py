"""The native machine: layout, runtime text, host features, the cache of compiled code, modes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gfx_emulator import Device, engine
from gfx_emulator.compile import compile_hip
from gfx_emulator.errors import ArgumentError
from gfx_emulator.instructions import decode_all, is_implemented
from gfx_emulator.operands import bits, parse, split
from gfx_emulator.runtime.build import OUTPUT, build
from gfx_emulator.trace import LaunchResult

SOURCE = r"""
#include "hip_device.h"
extern "C" __global__ void many(const float* in, float* out, int* whole) {
  int i = blockIdx.x * 64 + threadIdx.x;
  float x = in[i];
  out[i] = __builtin_amdgcn_exp2f(x) + __builtin_sqrtf(x * x + 1) / (x + 3) + (x > 0 ? x : -x);
  unsigned u = __builtin_bit_cast(unsigned, x);
  whole[i] = __builtin_popcount(u) + (u * 2654435761u >> 7) + (int)((unsigned long)u * u >> 33);
}
"""


def run(device: Device) -> tuple[np.ndarray, np.ndarray, LaunchResult]:
    given = np.random.default_rng(0).standard_normal(4096).astype(np.float32)
    out, whole = np.zeros_like(given), np.zeros(4096, np.int32)
    result = device.load(compile_hip(SOURCE, "gfx942").code)["many"].launch(64, 64, [given, out, whole])
    return out, whole, result


def test_the_shipped_text_is_that_of_the_sources() -> None:
    assert OUTPUT.read_text() == build()


def test_avx2_gives_the_same_bits() -> None:
    """As the best instructions that this host has: on one without AVX-512 both are AVX2's, compiled twice."""
    first, second = run(Device(features=engine.host_features())), run(Device(features="avx2"))
    assert np.array_equal(first[0].view(np.int32), second[0].view(np.int32))
    assert np.array_equal(first[1], second[1])


def test_the_environment_picks_the_features(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(engine.FEATURES_VARIABLE, "avx2")
    assert Device().features == "avx2"
    monkeypatch.setenv(engine.FEATURES_VARIABLE, "mmx")
    with pytest.raises(ArgumentError, match="'mmx'"):
        Device()


PROGRAM = """
import sys
from tests.emulator.test_machine import run
from gfx_emulator import Device
result = run(Device())[2]
print(result.compiled_from_cache)
"""


def in_new_process(cache: Path) -> str:
    environment = {**os.environ, engine.CACHE_VARIABLE: str(cache), "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=False, timeout=250
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_compiled_code_is_found_again_and_damage_is_seen(tmp_path: Path) -> None:
    assert in_new_process(tmp_path) == "False"
    assert in_new_process(tmp_path) == "True"
    files = list(tmp_path.glob("*/*.o"))
    assert len(files) == 1
    data = bytearray(files[0].read_bytes())
    data[len(data) // 2] ^= 1
    files[0].write_bytes(data)
    assert in_new_process(tmp_path) == "False"
    files[0].write_bytes(data[: len(data) // 3])
    assert in_new_process(tmp_path) == "False"
    assert in_new_process(tmp_path) == "True"


def test_a_cache_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert in_new_process(blocked) == "False"


@pytest.mark.parametrize(
    ("text", "kind", "index", "count"),
    [
        ("v7", "v", 7, 1),
        ("v[4:7]", "v", 4, 4),
        ("a3", "v", 259, 1),
        ("a[0:15]", "v", 256, 16),
        ("s[2:3]", "s", 2, 2),
        ("vcc", "s", 106, 2),
        ("exec_hi", "s", 127, 1),
        ("m0", "s", 124, 1),
        ("ttmp5", "s", 113, 1),
        ("off", "o", 0, 1),
    ],
)
def test_reads_operands(text: str, kind: str, index: int, count: int) -> None:
    operand = parse(text)
    assert (operand.kind, operand.index, operand.count) == (kind, index, count)


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("1.0", "f32", 0x3F800000),
        ("-4.0", "f16", 0xC400),
        ("0.5", "f64", 0x3FE0000000000000),
        ("0.15915494", "f32", 0x3E22F983),
        ("0.15915494", "f16", 0x3118),
        ("0x40490fdb", "f32", 0x40490FDB),
        ("0x40490fdb", "f64", 0x40490FDB00000000),
        ("-1", "i32", 0xFFFFFFFF),
        ("-1", "i64", 0xFFFFFFFFFFFFFFFF),
        ("64", "f64", 64),
        ("0x80000000", "i64", 0xFFFFFFFF80000000),
        ("0x80000000", "u64", 0x80000000),
    ],
)
def test_reads_constants(text: str, kind: str, expected: int) -> None:
    assert bits(parse(text), kind) == expected


def test_reads_modifiers_and_signs() -> None:
    operands, words = split("v1, -|v2|, s[0:1] quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf bound_ctrl:1")
    assert operands == ["v1", "-|v2|", "s[0:1]"]
    assert words[0] == "quad_perm:[0,1,2,3]"
    operand = parse(operands[1])
    assert operand.negative
    assert operand.absolute
    assert parse("sext(v3)").extended
    assert parse("neg(s4)").negative


def test_register_indexing_is_refused_where_control_could_enter() -> None:
    from gfx_emulator.disassembler import Instruction

    def listing(*lines: str) -> list[Instruction]:
        return [Instruction(4 * n, 4, line.split()[0], line.partition(" ")[2], line) for n, line in enumerate(lines)]

    on, off = "s_set_gpr_idx_on s4, gpr_idx(DST)", "s_set_gpr_idx_off"
    decoded, reasons = decode_all(listing(on, "v_mov_b32_e32 v3, v4", off))
    assert not reasons
    assert dict(decoded[1].handler.modifiers) == {"index": 8}  # type: ignore[union-attr]
    assert decoded[0].immediate2 == 4
    assert 0 in decode_all(listing(on, "s_branch 4", off))[1]
    assert 0 in decode_all(listing(on, "s_mov_b32 m0, s3", off))[1]
    assert 0 in decode_all(listing(on, "v_mov_b32_e32 v3, v4"))[1]


@pytest.mark.parametrize(
    "text",
    [
        "v_add_f32_e32 v1, v2, v3",
        "v_mfma_f32_32x32x8_f16 a[0:15], v[0:1], v[2:3], a[0:15]",
        "ds_swizzle_b32 v1, v2 offset:swizzle(SWAP,16)",
        "buffer_load_dword v1, s[0:3], 0 offen lds",
    ],
)
def test_knows_what_it_implements(text: str) -> None:
    from gfx_emulator.disassembler import Instruction

    name, _, operands = text.partition(" ")
    assert is_implemented(Instruction(0, 8, name, operands, text))


@pytest.mark.parametrize(
    "text",
    [
        "v_smfmac_f32_16x16x32_f16 v[0:3], v[4:5], v[6:9], v10",
        "v_mfma_f32_4x4x4_16b_f16 v[0:3], v[4:5], v[6:7], 0 cbsz:4 abid:1",
        "v_cubeid_f32 v0, v1, v2, v3",
        "s_getreg_b32 s0, hwreg(HW_REG_TMA_LO)",
        "image_load v0, v[2:3], s[0:7] dmask:0x1",
        "v_add_f32_e32 v1, v2, v3 something:1",
    ],
)
def test_refuses_what_it_does_not(text: str) -> None:
    from gfx_emulator.disassembler import Instruction

    name, _, operands = text.partition(" ")
    assert not is_implemented(Instruction(0, 8, name, operands, text))
