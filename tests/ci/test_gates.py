"""Every gate of the judge turns red, with the right kind, exit code and sentence, when the thing it watches is broken."""

from __future__ import annotations

import html
import json
import shlex
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
from tests.ci.runs import HEADER, ONE_CELL, ROOT, command, environment, free, rocm_ci_run

from rocm_ci import supervisor
from rocm_ci.verdicts import KINDS

TRITON_CELL = HEADER + '[[family]]\nname = "one"\nwhy = "one small cell"\nruns = ["triton"]\n'
GFX942_CELL = HEADER.replace("fp32", "fp16") + (
    '[runs.gfx942]\ndevice = "emulated:gfx942"\nbackend = "rocm"\n'
    '[[family]]\nname = "one"\nwhy = "one small cell"\nruns = ["gfx942"]\n'
)
COSTS = (
    GFX942_CELL.replace("fp16", "bf16").replace("size = 32", "size = 128").replace("heads = 2", "heads = 16")
    + 'lengths = [512]\nyardstick = "needed_bytes"\nmost = 1.05\n'
)
SHORT_CELL = ONE_CELL + "timeout = 4.0\n"
NOT_REFUSED = HEADER + '[[family]]\nname = "one"\nwhy = "one small cell"\nruns = ["refused"]\n'
REFUSED_FOR_ANOTHER = NOT_REFUSED + 'wrong_value = "length_over_table"\n'
WRONG_REASON = ONE_CELL + 'reasons = { rocm = ["gqa"] }\n'


FAULTS: list[tuple[str | None, str, str, str]] = [
    ("wrong_numbers", ONE_CELL, "accuracy", "is off by"),
    ("unwritten_head", ONE_CELL, "unwritten", "32 of 64 output elements are NaN"),
    ("written_beside", ONE_CELL, "unwritten", "memory beside the output was written"),
    ("silent_fallback", TRITON_CELL, "dispatch", "backend triton was declared, torch served the call"),
    ("no_kernel_launched", ONE_CELL, "dispatch", "returned without launching a kernel"),
    ("lying_recorder", ONE_CELL, "dispatch", "the launchers noted"),
    ("claims_a_launch", GFX942_CELL, "dispatch", "the emulator ran nothing"),
    ("launches_twice", GFX942_CELL, "dispatch", ", the emulator ran paged_attention_decode"),
    ("splits_too_much", COSTS, "performance", "times those needed once (266372), allowed is 1.05"),
    ("measures_nothing", COSTS, "performance", "the cell has a yardstick, and nothing was measured against it"),
    (None, WRONG_REASON, "dispatch", "rocm was to be passed over for gqa"),
    ("raises_in_op", ONE_CELL, "test", "raised ZeroDivisionError: planted"),
    (None, NOT_REFUSED, "test", "InvalidArgumentError was expected, and a result came"),
    (None, REFUSED_FOR_ANOTHER, "test", "the argument block_tables was to be refused, refused was context_lengths"),
    ("failing_first", ONE_CELL, "dispatch", "rocm.paged_attention.broken was tried and failed: OSError: planted"),
    ("aborts", ONE_CELL, "crash", "the worker died"),
    ("hangs", SHORT_CELL, "hang", "no end after"),
    ("skips_everything", ONE_CELL, "skip", "flaky, see you next year"),
    ("deselects_everything", ONE_CELL, "junit", "holds no test case"),
    ("loses_junit", ONE_CELL, "junit", "junit-pytest.xml was not written"),
    ("exits_with_0", ONE_CELL, "junit", "junit-pytest.xml was not written (pytest ended with 0)"),
    ("masks_the_exit_code", ONE_CELL, "infrastructure", "JUnit holds failures, yet pytest ended with 0"),
    ("breaks_collection", ONE_CELL, "infrastructure", "cannot import name 'judge'"),
]


@pytest.mark.parametrize(
    ("fault", "matrix", "kind", "sentence"),
    FAULTS,
    ids=lambda value: value if isinstance(value, str) and "\n" not in value and " " not in value else "",
)
def test_a_fault_turns_the_run_red(tmp_path: Path, fault: str | None, matrix: str, kind: str, sentence: str) -> None:
    run = rocm_ci_run(tmp_path, matrix, fault=fault)
    assert run.code == KINDS[kind].exit_code, run.output
    assert kind in run.kinds()
    assert " ".join(sentence.split()) in " ".join(run.output.split())
    assert f"RED ({kind}, exit code {KINDS[kind].exit_code}" in run.output


def test_without_a_fault_the_run_is_green_and_everything_is_written(tmp_path: Path) -> None:
    run = rocm_ci_run(tmp_path, ONE_CELL)
    assert run.code == 0, run.output
    assert run.document is not None
    (cell,) = run.document["cells"]
    assert cell["id"] == "one/torch"
    assert (cell["outcome"], cell["evidence"], cell["backend_used"]) == ("passed", "reference", "torch")
    assert cell["kernels"] == ["torch.paged_attention"]
    assert 0 <= cell["error_norm"] <= cell["tolerance"] < 1e-3
    assert cell["repeat"].startswith("rocm-ci run --id 'one/torch' --matrix")
    folder = tmp_path / "reports" / "latest"
    names = {path.name for path in folder.iterdir()}
    assert {"results.jsonl", "results.json", "junit.xml", "report.html", "annotation.md"} <= names
    assert 'tests="1" failures="0"' in (folder / "junit.xml").read_text()
    page = (folder / "report.html").read_text()
    assert "one/torch" in page
    assert "reference" in page
    assert "http" not in page  # self-contained


def test_what_this_machine_lacks_is_said_once(tmp_path: Path) -> None:
    everywhere = ONE_CELL.replace('["torch"]', '["torch", "amd", "nvidia"]') + (
        '[runs.amd]\ndevice = "rocm"\nbackend = "rocm"\n[runs.nvidia]\ndevice = "cuda"\nbackend = "triton"\n'
    )
    run = rocm_ci_run(tmp_path, everywhere, "--id", "*")
    assert run.document is not None, run.output
    summary = run.document["run"]["machine"]["summary"]
    folder = tmp_path / "reports" / "latest"
    for text in (
        run.output,
        (folder / "annotation.md").read_text(),
        html.unescape((folder / "report.html").read_text()),
    ):
        assert text.count(summary) == 1
    reasons = {entry["id"]: entry["reason"] for entry in run.document["run"]["left_out"]}
    assert set(reasons) <= {"one/amd", "one/nvidia"}
    assert "one/nvidia" not in reasons or reasons["one/nvidia"].startswith("needs an NVIDIA GPU: PyTorch ")


def test_a_failure_that_the_cell_declares_is_no_trouble(tmp_path: Path) -> None:
    declared = ONE_CELL + 'reasons = { "rocm.paged_attention.broken" = ["load_failed"] }\n'
    run = rocm_ci_run(tmp_path, declared, fault="failing_first")
    assert run.code == 0, run.output


def test_no_cell_suffers_from_the_failures_of_an_earlier_one(tmp_path: Path) -> None:
    """In one process an implementation fails in every cell, not in the first one only."""
    run = rocm_ci_run(tmp_path, ONE_CELL + "axes.lengths = [[1], [2], [3]]\n", fault="failing_first")
    assert run.document is not None
    assert [cell["kind"] for cell in run.document["cells"]] == ["dispatch"] * 3


def test_failures_of_one_cause_are_told_once_and_how_to_repeat_them_first(tmp_path: Path) -> None:
    lengths = ", ".join(f"[{length}]" for length in range(1, 9))
    run = rocm_ci_run(tmp_path, f"{ONE_CELL}axes.lengths = [{lengths}]\n", fault="wrong_numbers")
    assert run.document is not None
    assert len({cell["reason"] for cell in run.document["cells"]}) > 1  # near-equal only
    lines = [line.strip() for line in run.output.splitlines()]
    (first,) = [number for number, line in enumerate(lines) if line.startswith("accuracy one/")]
    assert lines[first + 1].startswith("sequence 0 (length 1) is off by")
    assert lines[first + 2].startswith("repeat: rocm-ci run --id 'one/len1/torch'")
    assert lines[first + 3] == (
        "7 more cells like it: one/len2/torch, one/len3/torch, one/len4/torch, one/len5/torch, one/len6/torch and 2 more"
    )
    assert "passed over" not in run.output  # the choice was right


def test_what_was_passed_over_is_told_where_the_choice_is_wrong(tmp_path: Path) -> None:
    run = rocm_ci_run(tmp_path, WRONG_REASON)
    assert "passed over rocm.paged_attention: runs on emulated, rocm, not on cpu" in run.output


def test_something_is_printed_before_the_first_cell_is_done(tmp_path: Path) -> None:
    run = rocm_ci_run(tmp_path, ONE_CELL, fault="wrong_numbers")
    lines = run.output.splitlines()
    assert lines.index("starting 1 cell ...") < next(n for n, line in enumerate(lines) if line.startswith("FAILED"))


@pytest.mark.parametrize("fault", ["unwritten_head", "wrong_numbers", "written_beside"])
def test_what_is_written_for_scripts_is_strict_json(tmp_path: Path, fault: str) -> None:
    run = rocm_ci_run(tmp_path, ONE_CELL, "--json", fault=fault)
    latest = tmp_path / "reports" / "latest"
    texts = [(latest / "results.json").read_text(), *(latest / "results.jsonl").read_text().splitlines()]
    for text in texts:
        json.loads(text, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))
    assert run.code != 0


def test_flags_set_around_a_run_decide_nothing(tmp_path: Path) -> None:
    around = {"VLLM_ROCM_USE_AITER": "maybe", "ROCM_KERNELS_TRITON_INTERPRET": "1"}
    run = rocm_ci_run(tmp_path, ONE_CELL + 'reasons = { triton = ["interpreted_only"], aiter = ["flag"] }\n', **around)
    assert run.code == 0, run.output
    assert "not used, since cells set their own flags: ROCM_KERNELS_TRITON_INTERPRET, VLLM_ROCM_USE_AITER" in run.output


def test_the_printed_command_repeats_the_cell(tmp_path: Path) -> None:
    run = rocm_ci_run(tmp_path, ONE_CELL, fault="wrong_numbers")
    assert "repeat: rocm-ci run --id 'one/torch' --matrix" in run.output
    assert ("rocm-ci is not on the PATH" in run.output) == (shutil.which("rocm-ci") is None)


@pytest.mark.parametrize(
    ("matrix", "options", "variables", "kind", "sentence"),
    [
        (ONE_CELL + "head_sise = 64\n", (), {}, "matrix", "unknown field 'head_sise'; did you mean 'head_size'?"),
        (ONE_CELL, (), {"ROCM_CI_REQUIRE_GPU": "1"}, "gpu_required", "ROCM_CI_REQUIRE_GPU is set"),
        (ONE_CELL, ("--id", "two/*"), {}, "empty", "no cell of"),
        (
            ONE_CELL.replace('device = "cpu"', 'device = "rocm"', 1),
            ("--device", "rocm"),
            {},
            "empty",
            "needs an AMD GPU",
        ),
    ],
)
def test_what_cannot_start_says_so_in_one_line(
    tmp_path: Path, matrix: str, options: tuple[str, ...], variables: dict[str, str], kind: str, sentence: str
) -> None:
    run = rocm_ci_run(tmp_path, matrix, *options, **variables)
    assert run.code == KINDS[kind].exit_code, run.output
    assert sentence in run.output


def test_a_killed_run_is_resumed_without_repeating_finished_cells(tmp_path: Path) -> None:
    matrix = tmp_path / "matrix.toml"
    matrix.write_text(ONE_CELL + "axes.lengths = [[1], [2], [3]]\n")
    reports = tmp_path / "reports"
    started = subprocess.Popen(
        command(matrix, reports),
        cwd=ROOT,
        env=environment("slow_cells"),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    events = reports / "latest" / "results.jsonl"
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and (not events.exists() or events.read_text().count('"finished"') < 1):
        time.sleep(0.1)
    started.kill()  # nothing else is ended by this test: what it had started ends by itself
    started.wait()
    assert free(events.parent.resolve(), 30.0)
    finished = {event["result"]["id"] for event in read(events) if event["event"] == "finished"}
    assert 1 <= len(finished) < 3
    resumed = rocm_ci_run(tmp_path, matrix.read_text(), "--resume")
    assert resumed.code == 0, resumed.output
    assert resumed.document is not None
    assert len(resumed.document["cells"]) == 3
    assert set(resumed.document["run"]["reused_ids"]) == finished
    again = [event["result"]["id"] for event in read(events) if event["event"] == "finished"]
    assert len(again) == 3
    assert 'name="reused" value="true"' in (events.parent / "junit.xml").read_text()


def test_a_killed_run_takes_a_worker_with_it_that_hangs_in_c(tmp_path: Path) -> None:
    """Whoever kills the command with a signal that nobody can catch leaves no worker, and no folder that is held."""
    matrix = tmp_path / "matrix.toml"
    matrix.write_text(ONE_CELL + "timeout = 600.0\n")
    started = subprocess.Popen(
        command(matrix, tmp_path / "reports"),
        cwd=ROOT,
        env=environment("hangs_in_c"),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    events = tmp_path / "reports" / "latest" / "results.jsonl"
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and (not events.exists() or '"started"' not in events.read_text()):
        time.sleep(0.1)
    processes = supervisor.descendants(started.pid)
    assert len(processes) >= 3  # the supervisor, pytest, and the worker that hangs
    started.kill()
    started.wait()
    assert free(events.parent.resolve(), 30.0)
    assert not [process for process in processes if process in supervisor.parents()]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_an_ended_run_leaves_no_process_and_no_second_run_writes_to_its_folder(tmp_path: Path, number: int) -> None:
    matrix = tmp_path / "matrix.toml"
    lengths = ", ".join(f"[{length}]" for length in range(1, 100))  # it would take minutes
    matrix.write_text(f"{ONE_CELL}axes.lengths = [{lengths}]\n")
    reports = tmp_path / "reports"
    started = subprocess.Popen(
        command(matrix, reports),
        cwd=ROOT,
        env=environment("slow_cells"),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        # A test run that was put into the background ignores Ctrl-C, and what it starts would too.
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    )
    events = reports / "latest" / "results.jsonl"
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and not events.exists():
        time.sleep(0.1)
    second = rocm_ci_run(tmp_path, matrix.read_text(), "--resume")
    assert second.code == KINDS["infrastructure"].exit_code, second.output
    assert "is still being written by another run" in second.output
    processes = supervisor.descendants(started.pid)
    assert len(processes) >= 2  # the supervisor and pytest
    started.send_signal(number)
    _, complaint = started.communicate(timeout=60)
    assert started.returncode == 130
    same = shlex.join(["rocm-ci", *command(matrix, reports)[3:], "--resume"])
    assert complaint == f"rocm-ci: interrupted; `{same}` goes on from here\n"
    assert not [process for process in processes if process in supervisor.parents()]


def test_places_that_cannot_be_written_are_told_before_any_cell_runs(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for options, words in (
        (("--reports", str(tmp_path / "file" / "reports")), "no run can be written to"),
        (("--svg", str(tmp_path / "nowhere" / "a.svg")), "its folder is not there"),
    ):
        run = rocm_ci_run(tmp_path, ONE_CELL, *options)
        assert run.code == KINDS["infrastructure"].exit_code
        assert words in run.output


def read(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]
