"""Where no engine can be had, the tests of the images are red, and only a declared reason leaves them out."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.docker import own_engine

ROOT = Path(__file__).resolve().parents[2]
NOWHERE = "unix:///nowhere/docker.sock"
AS_SOMEONE_ELSE = """import os, sys
os.geteuid = lambda: 1000
import pytest
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "tests/docker/engine"]))
"""


def test_who_is_not_root_gets_an_error_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", NOWHERE)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(own_engine.NoEngineError, match=r"/nowhere/docker\.sock.*as root only"), own_engine.for_tests():
        pass


def test_a_second_engine_is_not_started_beside_another(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It would take the bridge of the first one away, and builds of both would lose their network."""
    monkeypatch.setenv("DOCKER_HOST", NOWHERE)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    shutil.copy("/bin/sleep", tmp_path / "dockerd")
    with subprocess.Popen([str(tmp_path / "dockerd"), "60"]) as process:
        try:
            assert process.pid in own_engine.running()
            with pytest.raises(own_engine.NoEngineError, match="set DOCKER_HOST to its socket"), own_engine.for_tests():
                pass
        finally:
            process.kill()


def test_a_whole_run_without_an_engine_is_red_and_says_why() -> None:
    done = subprocess.run(
        [sys.executable, "-c", AS_SOMEONE_ELSE],
        cwd=ROOT,
        env={**os.environ, "DOCKER_HOST": NOWHERE, "ROCM_CI_ENGINE_TESTS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 4, done.stdout
    assert "these tests can start one as root only" in done.stdout + done.stderr
    assert "passed" not in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--no-engine", ""], "a reason of at least 10 characters is expected"),
        (["--no-engine", "none"], "a reason of at least 10 characters is expected"),
        (["--no-engine"], "usage: .ci/run"),
        (["--fast"], "usage: .ci/run"),
    ],
)
def test_ci_leaves_them_out_for_a_declared_reason_only(words: list[str], sentence: str) -> None:
    done = subprocess.run([str(ROOT / ".ci/run"), *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert sentence in done.stderr


def test_ci_runs_them_or_prints_the_reason() -> None:
    """The script itself, with stand-ins for the programs that it calls."""
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    prelude = 'make() { echo made "$@"; }; exec() { "$@"; }; cd() { :; }; command() { :; }\n'
    for words, expected in (
        ([], ["lint", "test-docker", "test"]),
        (["--no-engine", "no root on this machine"], ["lint", "test"]),
    ):
        done = subprocess.run(
            ["bash", "-c", prelude + script, ".ci/run", *words], capture_output=True, text=True, check=True
        )
        rows = done.stdout.splitlines()
        assert [row.split()[-1] for row in rows if row.startswith("made")] == expected
        shown = [row for row in rows if row.startswith("NOT RUN: tests/docker/engine")]
        assert [row.rpartition(": ")[2] for row in shown] == words[1:]
