"""What the tests of the images share: an engine, the program, the stand-ins and the images built from them."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.docker import own_engine, stand_ins

from rocm_ci import cli
from rocm_ci.container import debian, engine

ROOT = stand_ins.ROOT
# Of a whole run: neither passed tests nor failed ones.
NO_ENGINE = 4
STUB_BASE = "rocm-ci-stub-base:1"
BARE_BASE = "rocm-ci-stub-base:bare"


_ENGINE = pytest.StashKey[ExitStack]()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Start an engine once, before there are workers: they inherit where it answers."""
    if hasattr(session.config, "workerinput"):
        return
    stack = ExitStack()
    try:
        stack.enter_context(own_engine.for_tests())
    except own_engine.NoEngineError as error:
        pytest.exit(str(error), returncode=NO_ENGINE)
    session.config.stash[_ENGINE] = stack


def pytest_sessionfinish(session: pytest.Session) -> None:
    """End the engine that was started."""
    if _ENGINE in session.config.stash:
        session.config.stash[_ENGINE].close()


@pytest.fixture(scope="session")
def client() -> Iterator[Any]:
    """A client of the engine."""
    found = engine.connect()
    yield found
    found.close()


@dataclass(frozen=True)
class Done:
    """A finished command."""

    code: int
    output: str
    seconds: float


Command = Callable[..., Done]


@pytest.fixture(scope="session")
def rocm_ci(client: Any) -> Command:
    """Run the program `rocm-ci` in this process: its imports take seconds, and there are dozens of calls."""

    def run(*words: str, **environment: str) -> Done:
        began = time.monotonic()
        shown = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(shown), redirect_stderr(shown):
            patch.chdir(ROOT)
            for name, value in {"COLUMNS": "200", **environment}.items():
                patch.setenv(name, value)
            code = cli.main(words)
        shown.seek(0)
        return Done(code, shown.read(), time.monotonic() - began)

    return run


@pytest.fixture(scope="session")
def rocm_ci_process(client: Any) -> Command:
    """Run it as a person does, which is what can be timed."""

    def run(*words: str, **environment: str) -> Done:
        began = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-m", "rocm_ci.cli", *words],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": "ci:kernels:emulator", "COLUMNS": "200", **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        return Done(done.returncode, done.stdout + done.stderr, time.monotonic() - began)

    return run


@pytest.fixture(scope="session")
def plain_debian(client: Any) -> str:
    return debian.base_image(client, "bookworm", ROOT / "build", print)


@pytest.fixture(scope="session")
def stub_base(plain_debian: str) -> str:
    """The stand-in for a ROCm base."""
    return make_stub_base(plain_debian, STUB_BASE)


@pytest.fixture(scope="session")
def bare_base(plain_debian: str) -> str:
    """Another base, without torch and Triton, as the lines `previous` and `next` have it."""
    return make_stub_base(plain_debian, BARE_BASE, "--build-arg", "TORCH_TARGETS=")


def make_stub_base(plain_debian: str, tag: str, *arguments: str) -> str:
    folder = stand_ins.HERE / "stub"
    words = [
        *("docker", "buildx", "build", "--quiet", "--provenance=false", "--tag", tag),
        *("--file", str(folder / "base.Dockerfile"), "--build-arg", f"BASE={plain_debian}"),
        *arguments,
        str(folder),
    ]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return tag


@dataclass(frozen=True)
class Sources:
    """A repository of the stand-in for AITER, and a second one whose tag has moved to a later commit."""

    clean: Path
    commit: str
    moved: Path
    later: str


@pytest.fixture(scope="session")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Sources:
    folder = tmp_path_factory.mktemp("sources")
    commit = stand_ins.repository(folder / "clean")
    shutil.copytree(folder / "clean", folder / "moved")
    (folder / "moved" / "aiter" / "later.py").write_text("LATER = True\n")
    return Sources(folder / "clean", commit, folder / "moved", stand_ins.commit(folder / "moved", "later", "v-stub"))


@pytest.fixture(scope="session")
def stub_lock(client: Any, stub_base: str, sources: Sources, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lock with one line, which declares the stand-ins as they are now."""
    path = tmp_path_factory.mktemp("lock") / "versions.lock"
    path.write_text(
        f"""schema = 1
default = "stub"
[lines.stub]
summary = "stand-ins, to execute the RUN lines"
experimental = true
python = "3.11"
targets = ["gfx942", "gfx950"]
tested = {{ where = "tests/docker", when = 2026-11-30 }}
[lines.stub.base]
kind = "image"
image = "rocm-ci-stub-base"
tag = "1"
digest = "{client.images.get(stub_base).id}"
rocm = "7.2.4"
[lines.stub.torch]
source = "base"
version = "2.10.0"
[lines.stub.triton]
source = "base"
version = "3.7.0"
[lines.stub.aiter]
source = "git"
version = "0.0.1"
repository = "{sources.clean}"
tag = "v-stub"
commit = "{sources.commit}"
prebuilt = true
surveyed = true
"""
    )
    return path


Log = Callable[[], str]


@pytest.fixture(scope="session")
def log() -> Log:
    """What the builds of line stub wrote to their log in this run; what an earlier run left is no part of it."""
    path = ROOT / "build" / "images" / "stub" / "build.log"
    before = path.stat().st_size if path.is_file() else 0
    return lambda: path.read_bytes()[before:].decode(errors="replace")


@pytest.fixture(scope="session")
def build_stub(
    rocm_ci: Command, rocm_ci_process: Command, stub_lock: Path, stub_base: str, sources: Sources, log: Log
) -> Command:
    """Build the chain on the stand-ins, with further words for `rocm-ci image build`."""

    def run(tag: str, *words: str, source: Path = sources.clean, base: str = stub_base, timed: bool = False) -> Done:
        given = (
            "--lock",
            str(stub_lock),
            "--line",
            "stub",
            "--base",
            base,
            "--context",
            f"aiter_src={source}",
            "--extras",
            "",
        )
        return (rocm_ci_process if timed else rocm_ci)("image", "build", *given, "--tag", tag, *words)

    return run


@pytest.fixture(scope="session")
def stub_image(build_stub: Command) -> str:
    """The chain, built from the lock."""
    built = build_stub("rocm-ci-stub:declared")
    assert built.code == 0, built.output
    assert "STUB: stands in for a ROCm base" in built.output
    return "rocm-ci-stub:declared"


@pytest.fixture(scope="session")
def cpu_image(client: Any, rocm_ci_process: Command) -> str:
    """The image of line cpu, as `make image-cpu` builds it."""
    built = rocm_ci_process("image", "build", "--line", "cpu")
    assert built.code == 0, built.output
    return "rocm-attention-ci:cpu"
