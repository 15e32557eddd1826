"""A run that is killed at any moment: no process stays, no finished cell is lost, at most the running ones are repeated.

The whole way of a run is real: runner, supervisor, pytest with two workers, results.jsonl. The cells are stand-ins that
take a moment each, so that many kills fit into a test; ROCM_CI_TEST_KILLS sets how many (the figure in docs is of 50).
"""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

from tests.ci.runs import ROOT, free

from rocm_ci import folders, processes, results, runner, supervisor
from rocm_ci.attention_cell import AttentionCell
from rocm_ci.machine import this_machine
from rocm_ci.plan import Plan, PlannedCell
from rocm_ci.runner import Job

KILLS = int(os.environ.get("ROCM_CI_TEST_KILLS", "8"))
CELLS = 30
CONFTEST = f"""
import sys
sys.path[:0] = [{str(ROOT / "ci")!r}]
def pytest_addoption(parser):
    parser.addoption("--rocm-ci-plan")
    parser.addoption("--rocm-ci-events")
def pytest_generate_tests(metafunc):
    import json, pathlib
    plan = json.loads(pathlib.Path(metafunc.config.getoption("--rocm-ci-plan")).read_text())
    metafunc.parametrize("entry", plan, ids=[entry["cell"]["id"] for entry in plan])
"""
TEST = """
import os, pathlib, time
from rocm_ci import results
KEYS = ("error_norm", "tolerance", "target", "kind", "reason", "backend_used")
def test_cell(entry, pytestconfig):
    events = pathlib.Path(pytestconfig.getoption("--rocm-ci-events"))
    name = entry["cell"]["id"]
    results.append(events, {"event": "started", "id": name, "pid": os.getpid(), "time": time.time()})
    time.sleep(0.1)
    result = {key: None for key in KEYS} | {"id": name, "op": "x", "outcome": "passed", "backend_expected": "torch"}
    result |= {"kernels": [], "decision": {}, "device": "cpu", "evidence": "none", "seconds": 0.1, "repeat": "",
               "sources": [], "fingerprint": entry["fingerprint"]}
    results.append(events, {"event": "finished", "time": time.time(), "result": result})
"""


def planned(number: int) -> PlannedCell:
    cell = AttentionCell.model_validate(
        {
            **{"id": f"a/{number}/b", "family": "a", "run": "b", "why": "a cell of a test", "device": "cpu"},
            **{"backend": "torch", "query_heads": 1, "kv_heads": 1, "head_size": 32, "block_size": 16},
            **{"lengths": [5], "timeout": 20.0},
        }
    )
    return PlannedCell(cell, f"print {number}")


def start(job: Job, work: Plan) -> int:
    """Run in a process of its own, which this returns."""
    process = os.fork()
    if process == 0:
        try:
            result = runner.execute(job, work, lambda done, latest: None)
            os._exit(0 if result.exit_code == 0 and len(result.cells) == CELLS else 1)
        finally:
            os._exit(3)
    return process


def test_killed_at_any_moment_a_run_loses_no_finished_cell(tmp_path: Path) -> None:
    tests = tmp_path / "root" / "tests" / "module"
    tests.mkdir(parents=True)
    (tests.parent / "conftest.py").write_text(CONFTEST)
    (tests / "test_matrix.py").write_text(TEST)
    work = Plan(tuple(planned(number) for number in range(CELLS)), ())
    dice = random.Random(7)
    kills = 0
    while kills < KILLS:
        folder = folders.new_folder(tmp_path / f"reports-{kills}")
        job = Job(root=tmp_path / "root", folder=folder, machine=this_machine(), workers=2)
        while kills < KILLS:
            before = results.read_events(folder / "results.jsonl")
            done = set(results.finished(before))
            process = start(job, work)
            moment = time.monotonic() + dice.uniform(0.0, 4.0)
            status = (0, 0)
            while status[0] == 0 and time.monotonic() < moment:
                time.sleep(0.01)
                status = os.waitpid(process, os.WNOHANG)
            ended = status[0] != 0
            if not ended:
                kills += 1
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)
                assert free(folder, 30.0), "a process of a killed run still holds its folder"
            after = results.read_events(folder / "results.jsonl")
            again = [event["id"] for event in after[len(before) :] if event["event"] == "started"]
            assert after[: len(before)] == before  # nothing that was written is gone
            assert not done & set(again), "a finished cell ran again"
            assert len(again) == len(set(again))
            if ended:
                assert os.waitstatus_to_exitcode(status[1]) == 0
                break
        starts = [event["id"] for event in results.read_events(folder / "results.jsonl") if event["event"] == "started"]
        # Two workers: each kill interrupts two cells at most, and only those are started once more.
        assert len(starts) <= CELLS + 2 * kills


def test_no_orphan_of_an_orphan_is_missed(tmp_path: Path) -> None:
    """A grandchild in a session of its own, whose parent has ended, is found, ended and told."""
    import json
    import subprocess
    import sys

    program = (
        "import subprocess, sys; subprocess.Popen([sys.executable, '-S', '-c', "
        '\'import subprocess, sys; subprocess.Popen([sys.executable, "-S", "-c", "import signal, time; '
        'signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(100)"], start_new_session=True); '
        "import time; time.sleep(0.3)'])"
    )
    reading, writing = os.pipe()
    command = [sys.executable, "-S", supervisor.__file__, str(writing), "--", sys.executable, "-S", "-c", program]
    with subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=(writing,)):
        os.close(writing)
        report = json.loads(os.fdopen(reading, "rb").read())
    assert report["returncode"] == 0
    (left,) = report["left"]
    assert left["ended_by"] == "KILL"
    assert "SIG_IGN" in left["command"]
    assert left["pid"] not in supervisor.parents()


def test_time_in_which_nobody_looked_counts_for_nobody() -> None:
    assert processes.suspended(10.0, 10.1) == (0.0, 10.1)
    assert processes.suspended(10.0, 10.0 + processes.SUSPENDED_SECONDS) == (0.0, 15.0)
    assert processes.suspended(10.0, 610.0) == (600.0, 610.0)
