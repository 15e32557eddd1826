"""The recorder against a stand-in for the HIP runtime; it has never run on an AMD GPU, and this does not change that."""

from __future__ import annotations

import ctypes
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.emulator.test_record import COUNT, SOURCE, expected

from gfx_emulator import record as records
from gfx_emulator import recorder_hip
from gfx_emulator.compile import compile_hip
from gfx_emulator.compile.hip import find_compiler
from gfx_emulator.errors import ToolMissing
from gfx_emulator.record import Record
from gfx_emulator.recorder_hip import HipError, HipRuntime, run_on_hardware


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("hip")
    source = Path(__file__).with_name("hip_stand_in.c")
    zig = find_compiler("ziglang").command[0]
    command = [zig, "cc", "-target", "x86_64-linux-gnu", "-shared", "-fPIC", "-O1", "-mfma", str(source)]
    subprocess.run([*command, "-o", "libamdhip64.so"], cwd=folder, check=True)
    return str(folder / "libamdhip64.so")


@pytest.fixture
def prepared(tmp_path: Path) -> Record:
    code = compile_hip(SOURCE, "gfx942", cache_folder=tmp_path / "cache").code
    x, y = np.random.default_rng(3).standard_normal((2, COUNT)).astype(np.float32)
    return records.prepare(code, "axpy", (2, 1, 1), (64, 1, 1), [y, x, 1.5, COUNT])


def test_a_launch_comes_back_with_results(prepared: Record, library: str) -> None:
    result = run_on_hardware(prepared, HipRuntime(library))
    y, x = result.buffers
    assert np.array_equal(y.after.view(np.float32), expected(prepared))
    assert np.array_equal(x.after, x.before)
    assert result.device == "Stand-in GPU"
    assert ctypes.CDLL(library).stand_in_live() == 0


def test_the_command_line_writes_a_record(
    prepared: Record, library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(recorder_hip.ctypes.util, "find_library", lambda name: library)
    records.save(prepared, tmp_path / "in")
    assert recorder_hip.main([str(tmp_path / "in"), str(tmp_path / "out")]) == 0
    assert "Stand-in GPU" in capsys.readouterr().out
    written = records.load(tmp_path / "out")
    assert np.array_equal(written.buffers[0].after.view(np.float32), expected(prepared))


@pytest.mark.parametrize("call", range(1, 13))
def test_every_failing_call_is_reported_and_memory_freed(call: int, prepared: Record, library: str) -> None:
    stand_in = ctypes.CDLL(library)
    runtime = HipRuntime(library)
    stand_in.stand_in_fail_at(call)
    try:
        with pytest.raises(HipError, match=r"hip\w+ failed with 77: stand-in says no"):
            run_on_hardware(prepared, runtime)
    finally:
        stand_in.stand_in_fail_at(-1)
    assert stand_in.stand_in_live() == 0


def test_an_unknown_kernel_is_reported(prepared: Record, library: str) -> None:
    with pytest.raises(HipError, match="hipModuleGetFunction failed with 500"):
        run_on_hardware(replace(prepared, kernel="absent"), HipRuntime(library))


def test_without_rocm_it_says_so(prepared: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ToolMissing, match="recording needs ROCm"):
        HipRuntime(str(tmp_path / "absent.so"))
    records.save(prepared, tmp_path / "in")
    assert recorder_hip.main([str(tmp_path / "in"), str(tmp_path / "out")]) == 2
    assert "recorder: the HIP runtime cannot be loaded" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
