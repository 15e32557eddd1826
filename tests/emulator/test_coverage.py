"""The inventory of instructions: counts against figures measured elsewhere, and what it says is missing."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.emulator.equivalence import generated
from tests.emulator.equivalence.cpu import HERE
from tests.emulator.wheel_files import ALL_FILES, PA_BF16, wheel_files, wheel_folder

from gfx_emulator.compile import compile_hip
from gfx_emulator.coverage import measure
from gfx_emulator.disassembler import Instruction, disassemble
from gfx_emulator.errors import ArgumentError
from gfx_emulator.instructions import is_implemented


def everything(instruction: Instruction) -> bool:
    return True


def test_counts_a_folder() -> None:
    measured = measure(wheel_folder() / "pa", is_implemented=everything)
    assert (measured.files, measured.kernels, measured.instructions) == (40, 40, 420_786)
    assert sum(measured.implemented.values()) == 420_786
    assert list(measured.render())[-1] == "missing: 0"


def test_counts_one_file() -> None:
    measured = measure(wheel_folder() / PA_BF16, is_implemented=everything)
    assert (measured.files, measured.instructions) == (1, 2426)


def test_names_what_is_missing_with_its_first_place() -> None:
    def no_loads(instruction: Instruction) -> bool:
        return not instruction.mnemonic.startswith("s_load") or "0x80" in instruction.operands

    measured = measure(wheel_folder() / PA_BF16, is_implemented=no_loads)
    assert [entry.mnemonic for entry in measured.missing] == ["s_load_dword", "s_load_dwordx2"]
    single, pair = measured.missing
    assert pair.example == "s_load_dwordx2 s[8:9], s[0:1], 0x0"
    assert pair.address == 0x2208
    assert pair.kernel == "_ZN5aiter27pa_bf16_noquant_gqa8_1tg_4wE"
    assert pair.count == 6
    # One form of the mnemonic is implemented, so it counts on both sides.
    assert measured.implemented["s_load_dword"] == 1
    assert measured.instructions == 2426
    assert list(measured.render())[-1] == "missing: 2"
    shown = json.loads(json.dumps(measured.to_json()))
    assert [entry["count"] for entry in shown["missing"]] == [single.count, pair.count]


def test_the_target_filter_skips_other_files(tmp_path: Path) -> None:
    (tmp_path / "a.co").write_bytes((wheel_folder() / PA_BF16).read_bytes())
    assert measure(tmp_path, target="gfx942", is_implemented=everything).files == 1
    assert measure(tmp_path, target="gfx950", is_implemented=everything).files == 0


def test_unreadable_files_are_listed_not_skipped(tmp_path: Path) -> None:
    (tmp_path / "bad.co").write_bytes(b"not a code object")
    measured = measure(tmp_path, is_implemented=everything)
    assert measured.files == 0
    assert "shorter than an ELF header" in measured.unreadable[str(tmp_path / "bad.co")]
    assert any(line.startswith("unreadable:") for line in measured.render())


def test_a_folder_without_code_objects_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match=r"expected a folder with \.co or \.hsaco files"):
        measure(tmp_path, is_implemented=everything)


def test_progress_is_reported() -> None:
    seen: list[tuple[int, int]] = []
    measure(wheel_folder() / "topksoftmax", is_implemented=everything, progress=lambda *at: seen.append(at))
    assert seen == [(done, 8) for done in range(8)]


# The real thing


def copied(paths: list[Path], folder: Path) -> Path:
    for number, path in enumerate(paths):
        (folder / f"{number}_{path.name}").write_bytes(path.read_bytes())
    return folder


def missing(folder: Path) -> list[str]:
    return [f"{entry.count} x {entry.example}" for entry in measure(folder, target="gfx942").missing]


IN_SCOPE = ["pa/*.co", "*.co", "*gemm/*.co", "topksoftmax/*.co", "mla/*.co"]
MANY = ["fmoe/**/*.co", "fmoe_2stages/*.co", "fmha_v3_fwd/**/*.co", "fmha_v3_bwd/*.co"]


@pytest.mark.parametrize("pattern", IN_SCOPE + MANY)
def test_the_wheel_holds_nothing_that_is_not_implemented(pattern: str, tmp_path: Path) -> None:
    """All files of the small groups; of the large ones every twentieth, or all with GFX_EMULATOR_ALL_FILES=1."""
    paths = wheel_files(pattern)
    share = paths if ALL_FILES or pattern in IN_SCOPE else paths[::20]
    assert missing(copied(share, tmp_path)) == []


def test_clangs_kernels_hold_nothing_that_is_not_implemented(tmp_path: Path) -> None:
    """Generated kernels with every operation, and kernels as people write them, at two levels of optimisation."""
    groups = (generated.arithmetic_kernels, generated.comparison_kernels, generated.conversion_kernels)
    made = [kernel for group in (*groups, generated.packed_kernels) for kernel in group()]
    sources = {"generated": generated.source_of(made), "written": (HERE / "kernels.hip").read_text()}
    for name, source in sources.items():
        for level in ("-O3", "-O1"):
            text = f'#include "hip_device.h"\n{source}'
            compiled = compile_hip(text, "gfx942", options=[level], compiler="ziglang", cache_folder=tmp_path / "cache")
            (tmp_path / f"{name}{level}.co").write_bytes(compiled.code)
    shutil.rmtree(tmp_path / "cache")
    assert missing(tmp_path) == []


def test_coverage_tells_what_a_launch_would_stop_at() -> None:
    """An instruction that no gfx942 kernel can hold counts as missing."""
    (unknown,) = disassemble(bytes.fromhex("ffffffff"), 0, "gfx942")
    assert not is_implemented(unknown)
    (known,) = disassemble(bytes.fromhex("01050002"), 0, "gfx942")
    assert is_implemented(known)


@pytest.mark.parametrize(("pattern", "target"), [("gfx950/pa/*.co", "gfx950"), ("gfx942/pa/*.co", None)])
def test_files_that_cannot_be_run_are_said_to_be(pattern: str, target: str | None) -> None:
    path = sorted(wheel_folder().parent.glob(pattern))[0]
    measured = measure(path)
    assert measured.not_executed == ({target: 1} if target else {})
    assert ("not executed" in "\n".join(measured.render())) == (target is not None)
