"""The fuzzer itself: does it see crashes, hangs and wrong exceptions, and can it go on; then a share of real fuzzing."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import textwrap
import time
import tracemalloc
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from tests.emulator.wheel_files import PA_BF16, wheel_folder

from gfx_emulator import fuzz
from gfx_emulator.code_object import CodeObject
from gfx_emulator.device import Device, Kernel
from gfx_emulator.errors import ArgumentError, EmulatorError, InstructionBudgetExceeded
from gfx_emulator.fuzz import Fault, State, run_chunk
from gfx_emulator.fuzzing.corpus import Corpus, build_corpus
from gfx_emulator.fuzzing.files import FileCases
from gfx_emulator.fuzzing.launches import LaunchCases, patch_code
from gfx_emulator.fuzzing.mutations import mutate

SEED = int(os.environ.get("GFX_EMULATOR_FUZZ_SEED", "1"))
SECONDS = 60.0
NEVER = float("inf")


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return build_corpus("gfx942")


# Seeing what went wrong


def worker(tmp_path: Path, body: str, first: int, count: int) -> list[str]:
    """Command line of a worker whose cases are the given function body."""
    script = tmp_path / "worker.py"
    script.write_text(
        "import ctypes, os, sys, time\n"
        "from gfx_emulator.errors import CodeObjectError\n"
        "from gfx_emulator.fuzz import work\n"
        "class Cases:\n"
        f"    def run(self, index):\n{textwrap.indent(textwrap.dedent(body), '        ')}\n"
        f"work(Cases(), {first}, {count}, int(sys.argv[2]))\n"
    )
    return [sys.executable, str(script)]


def test_outcomes_are_counted(tmp_path: Path) -> None:
    body = """
    if index % 3 == 0:
        raise CodeObjectError("no")
    return "fine"
    """
    result = run_chunk(worker(tmp_path, body, 10, 9), "files", 10, NEVER, 30)
    assert (result.finished, result.faults) == (9, ())
    assert result.outcomes == Counter(fine=6, CodeObjectError=3)


@pytest.mark.parametrize("death", ["os.abort()", "ctypes.string_at(0)", "os._exit(3)"])
def test_a_crash_is_put_down_to_its_case(death: str, tmp_path: Path) -> None:
    body = f"""
    if index == 14:
        {death}
    return "fine"
    """
    result = run_chunk(worker(tmp_path, body, 10, 9), "launches", 10, NEVER, 30)
    (fault,) = result.faults
    assert (fault.kind, fault.index, fault.what) == ("launches", 14, "crash")
    # The next chunk goes on behind the case that crashed.
    assert result.finished == 5
    assert result.outcomes == Counter(fine=4, fault=1)


def test_a_hang_is_put_down_to_its_case(tmp_path: Path) -> None:
    body = """
    while index == 12:
        time.sleep(1)
    return "fine"
    """
    result = run_chunk(worker(tmp_path, body, 10, 9), "files", 10, NEVER, 2)
    assert result.faults == (Fault("files", 12, "hang", "no end in sight"),)
    assert result.finished == 3


def test_another_exception_is_a_fault_and_the_rest_still_runs(tmp_path: Path) -> None:
    body = """
    if index == 12:
        raise KeyError("lost")
    return "fine"
    """
    result = run_chunk(worker(tmp_path, body, 10, 9), "files", 10, NEVER, 30)
    (fault,) = result.faults
    assert (fault.index, fault.what) == (12, "exception")
    assert "KeyError: 'lost' (worker.py:" in fault.detail
    assert result.finished == 9


def test_a_worker_that_cannot_start_is_no_fault_of_a_case() -> None:
    with pytest.raises(EmulatorError, match=r"(?s)could not start.*No module named 'absent'"):
        run_chunk([sys.executable, "-c", "import absent"], "files", 0, NEVER, 30)


def test_the_deadline_stops_a_chunk_without_a_fault(tmp_path: Path) -> None:
    body = """
    time.sleep(0.05)
    return "fine"
    """
    result = run_chunk(worker(tmp_path, body, 0, 10_000), "files", 0, time.monotonic() + 8, 30)
    assert result.faults == ()
    assert 0 < result.finished < 10_000
    assert result.outcomes == Counter(fine=result.finished)


# Going on


def run_fuzz(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "gfx_emulator.fuzz", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=280)


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = str(tmp_path / "state.json")
    for goal in (30, 50):
        done = run_fuzz("--state", path, "--files", str(goal), "--seed", "7", "--json")
        assert done.returncode == 0, done.stderr
    twice = json.loads(done.stdout)
    assert twice["done"] == {"files": 50, "launches": 0}
    once = json.loads(run_fuzz("--files", "50", "--seed", "7", "--json").stdout)
    assert once["outcomes"] == twice["outcomes"]
    assert sum(once["outcomes"]["files"].values()) == 50


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--seed", "7"], "nothing to do"),
        (["--files", "9", "--seed", "8"], "state has seed 7"),
        (["--files", "9", "--seed", "7", "--target", "gfx90a"], "state has target"),
        (["--repeat", "files"], "repeat is 'files'"),
        (["--repeat", "other:1"], "repeat is 'other:1'"),
        (["--corpus", "absent", "--files", "1"], "corpus is 'absent'"),
    ],
)
def test_wrong_usage_is_explained(
    arguments: list[str], words: str, tmp_path: Path, corpus: Corpus, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "state.json"
    State(7, "gfx942", corpus.sha256).save(path)
    assert fuzz.main([*arguments, "--state", str(path)]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"seed": 1, "faults": [{"x": 1}]}', "\0"])
def test_a_damaged_state_is_refused(content: str, tmp_path: Path) -> None:
    (tmp_path / "state").write_text(content)
    with pytest.raises(ArgumentError, match="no state of a fuzzing run"):
        State.load(tmp_path / "state")


def test_faults_survive_in_the_state_and_set_the_exit_code(
    tmp_path: Path, corpus: Corpus, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "state"
    state = State(7, "gfx942", corpus.sha256, faults=[Fault("files", 3, "crash", "exit code -11: ")])
    state.save(path)
    assert State.load(path) == state
    assert fuzz.main(["--state", str(path), "--seed", "7", "--files", "0"]) == 1
    assert "crash: files:3 (seed 7): exit code -11" in capsys.readouterr().out


def test_faults_that_are_gone_are_dropped_on_request(tmp_path: Path, corpus: Corpus) -> None:
    path = tmp_path / "state"
    faults = [Fault("files", 3, "crash", "exit code -11: "), Fault("files", 5, "hang", "no end in sight")]
    outcomes = {"files": {"read": 8, "fault": 2}, "launches": {}}
    State(7, "gfx942", corpus.sha256, {"files": 10, "launches": 0}, outcomes, faults).save(path)
    done = run_fuzz("--state", str(path), "--seed", "7", "--recheck", "--json")
    assert done.returncode == 0, done.stderr
    state = State.load(path)
    assert state.faults == []
    assert state.done == {"files": 10, "launches": 0}
    assert "fault" not in state.outcomes["files"]
    assert sum(state.outcomes["files"].values()) == 10


# The cases


def test_cases_are_repeatable_and_different(corpus: Corpus) -> None:
    cases = FileCases(corpus, 1)
    assert [cases.make(index) for index in range(40)] == [FileCases(corpus, 1).make(index) for index in range(40)]
    assert len({cases.make(index) for index in range(40)}) > 35
    assert cases.make(0) != FileCases(corpus, 2).make(0)


def test_damage_reaches_every_part_of_a_file() -> None:
    data = (wheel_folder() / PA_BF16).read_bytes()
    reached = Counter[str]()
    for seed in range(400):
        mutated = mutate(data, random.Random(seed))
        if len(mutated) < len(data):
            reached["shorter"] += 1
            continue
        if len(mutated) > len(data):
            reached["longer"] += 1
        for name, first, last in (
            ("ELF header", 0, 64),
            ("program headers", 64, 0x200),
            ("metadata", 0x200, 0x1050),
            ("symbols", 0x1050, 0x1140),
            ("descriptor", 0x1140, 0x1180),
            ("code", 0x2200, 0x2200 + 16024),
        ):
            reached[name] += mutated[first:last] != data[first:last]
    parts = {"shorter", "longer", "ELF header", "program headers", "metadata", "symbols", "descriptor", "code"}
    assert set(reached) == parts
    assert min(reached.values()) >= 5, reached


def test_patches_change_code_and_nothing_else(corpus: Corpus) -> None:
    for seed in range(50):
        _, data = corpus.files[seed % len(corpus.files)]
        patched = patch_code(data, random.Random(seed))
        before, after = CodeObject.load(data), CodeObject.load(patched)
        changed = [at for at in range(len(data)) if data[at] != patched[at]]
        assert len(patched) == len(data)
        assert before.kernels == after.kernels
        assert len(changed) <= 6 * 4


def test_launch_cases_end_in_every_way_and_are_repeatable(corpus: Corpus) -> None:
    outcomes = []
    for _ in range(2):
        cases, found = LaunchCases(corpus, SEED, "gfx942"), []
        for index in range(250):
            try:
                found.append(cases.run(index))
            except EmulatorError as error:
                found.append(type(error).__name__)
        outcomes.append(found)
    assert outcomes[0] == outcomes[1]
    assert {"ran", "ArgumentError", "MemoryFault", "InstructionBudgetExceeded"} <= set(outcomes[0])


# What fuzzing found, so that it stays found


@pytest.fixture(scope="module")
def axpy(corpus: Corpus) -> Kernel:
    return Device("gfx942", threads=1, instruction_budget=4000).load(dict(corpus.files)["axpy"]).kernel("axpy")


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.timeout(60)
def test_a_vast_grid_of_short_workgroups_uses_up_the_budget(threads: int, corpus: Corpus) -> None:
    device = Device("gfx942", threads=threads, instruction_budget=100_000)
    kernel = device.load(dict(corpus.files)["axpy"]).kernel("axpy")
    arrays = [np.zeros(64, np.float32) for _ in range(2)]
    with pytest.raises(InstructionBudgetExceeded, match="kernel axpy"):
        kernel.launch((1, 1, 1 << 31), 64, [*arrays, 1.0, 64])


@pytest.mark.parametrize("buffers", [1.5, 3, np.uint64(4), np.zeros(()), object(), "text", [None], {"x": 1}])
def test_buffers_of_any_type_are_refused_by_name(buffers: object, axpy: Kernel) -> None:
    arrays = [np.zeros(64, np.float32) for _ in range(2)]
    with pytest.raises(ArgumentError, match="buffer"):
        axpy.launch(1, 64, [*arrays, 1.0, 64], buffers=buffers)  # type: ignore[arg-type]


def test_checked_launches_leave_no_memory_behind(corpus: Corpus) -> None:
    kernel = Device("gfx942", check=True).load(dict(corpus.files)["axpy"]).kernel("axpy")
    out, values = (np.zeros(1 << 20, np.float32) for _ in range(2))
    tracemalloc.start()
    try:
        sizes = []
        for _ in range(4):
            kernel.launch(1, 64, [out, values, 1.0, 64], uninitialised=["y"])
            sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    # One launch's shadow of this buffer is 4 MiB.
    assert sizes[-1] - sizes[0] < 1 << 20


# A share of the real thing


@pytest.mark.timeout(300)
def test_a_share_of_fuzzing_finds_nothing(tmp_path: Path, corpus: Corpus) -> None:
    """A minute of new cases; with GFX_EMULATOR_FUZZ_STATE, it goes on from that file."""
    path = Path(os.environ.get("GFX_EMULATOR_FUZZ_STATE") or tmp_path / "state.json")
    state = State.load(path) if path.exists() else State(SEED, "gfx942", corpus.sha256)
    before = dict(state.done)
    fuzz.run(state, dict.fromkeys(fuzz.KINDS, sys.maxsize), seconds=SECONDS, state_path=path)
    assert not state.faults, "\n".join(fuzz.render(state))
    assert all(state.done[kind] > before[kind] for kind in fuzz.KINDS)
