"""The command line: output for people and scripts, exit codes, and errors without tracebacks."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.emulator.wheel_files import PA_BF16, wheel_folder

from gfx_emulator.cli import EXIT_DIFFERENT, EXIT_ERROR, EXIT_OK, main
from gfx_emulator.code_object import CodeObject

PA_FILE = str(wheel_folder() / PA_BF16)
SOURCE = '#include "hip_device.h"\nextern "C" __global__ void NAME(float *out) { out[threadIdx.x] = VALUE; }\n'


@pytest.fixture(autouse=True)
def own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GFX_EMULATOR_CACHE", str(tmp_path / "cache"))


def test_inspect_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", PA_FILE]) == EXIT_OK
    shown = capsys.readouterr().out
    for words in (
        "target gfx942, 1 kernel(s)",
        "kernel _ZN5aiter27pa_bf16_noquant_gqa8_1tg_4wE",
        "16024 bytes at 0x2200, waves of 64",
        "512 vector (256 VGPR + 256 AGPR), 112 scalar",
        "65536 bytes LDS",
        "exactly 256 x 1 x 1 work-items",
        "s0..s1 kernarg_segment_ptr, s2 workgroup_id_x",
        "denormals: flush inputs and outputs",
        "global_buffer",
    ):
        assert words in shown


def test_inspect_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", PA_FILE, "--json"]) == EXIT_OK
    shown = json.loads(capsys.readouterr().out)
    (kernel,) = shown["kernels"]
    assert shown["target"] == "gfx942"
    assert kernel["lds_bytes"] == 65536
    assert kernel["arguments"][2]["name"] == "Q"
    assert kernel["float_mode"]["denormals_16_64"] == "keep"


def test_disasm(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["disasm", PA_FILE]) == EXIT_OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "_ZN5aiter27pa_bf16_noquant_gqa8_1tg_4wE:"
    assert lines[1] == "  0x002200: s_and_b32 s1, s1, 0xffff"
    assert len(lines) == 1 + 2426
    assert "  0x002880: s_cbranch_scc1 2420  // -> 0x4e54" in lines


def test_disasm_of_one_kernel(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["disasm", PA_FILE, "--kernel", "absent"]) == EXIT_ERROR
    assert "no kernel is called 'absent'" in capsys.readouterr().err


def test_compile_writes_a_code_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "fill.hip"
    source.write_text(SOURCE)
    arguments = ["compile", str(source), "--target", "gfx942", "-D", "NAME=fill", "-DVALUE", "--compiler", "ziglang"]
    assert main(arguments) == EXIT_OK
    assert "fill: " in capsys.readouterr().out
    assert list(CodeObject.load(tmp_path / "fill.gfx942.co").kernels) == ["fill"]
    assert main([*arguments, "--json", "--output", str(tmp_path / "other.co")]) == EXIT_OK
    manifest = json.loads(capsys.readouterr().out)
    assert manifest["kernels"][0]["name"] == "fill"
    assert manifest["sha256"] == CodeObject.load(tmp_path / "other.co").sha256


def test_compile_shows_the_compilers_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "bad.hip"
    source.write_text(SOURCE)
    assert main(["compile", str(source), "--target", "gfx942"]) == EXIT_ERROR
    assert "use of undeclared identifier 'VALUE'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["inspect", "absent.co"],
        ["inspect", __file__],
        ["disasm", "."],
        ["coverage", "absent"],
        ["compile", "absent.hip", "--target", "gfx942"],
        ["replay", "absent.safetensors"],
        ["replay", __file__],
    ],
    ids=lambda arguments: " ".join(Path(word).name for word in arguments),
)
def test_user_errors_are_one_line_without_traceback(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == EXIT_ERROR
    shown = capsys.readouterr()
    assert shown.err.startswith("gfx-emulator: ")
    assert "Traceback" not in shown.err
    assert shown.out == ""


@pytest.mark.parametrize(
    "arguments", [[], ["absent"], ["inspect"], ["compile", "x.hip"], ["coverage", ".", "--target", "x"]]
)
def test_wrong_usage_is_explained(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert "usage: gfx-emulator" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["", "inspect", "disasm", "coverage", "compile", "replay"])
def test_help_has_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([*command.split(), "--help"])
    assert stopped.value.code == 0
    assert f"gfx-emulator {command}" in capsys.readouterr().out.split("example")[-1]


def test_runs_as_a_module_into_a_closed_pipe() -> None:
    command = [sys.executable, "-m", "gfx_emulator", "disasm", PA_FILE]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"_ZN5aiter")
        process.stdout.close()
        assert process.stderr.read() == b""
        process.wait(60)


def test_coverage_ends_in_the_number_missing(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["coverage", PA_FILE])
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("missing: ")
    assert status == (EXIT_OK if last == "missing: 0" else EXIT_DIFFERENT)
