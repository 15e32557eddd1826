"""A docker engine for the tests: the one that answers, else one that is installed and started here and ended afterwards."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.docker import stand_ins

from rocm_ci.container import debian, engine

ROOT = stand_ins.ROOT
STARTS_WITHIN = 30.0
STUB_BASE = "rocm-ci-stub-base:1"


@pytest.fixture(scope="session")
def client() -> Iterator[Any]:
    """A client of an engine; what cannot be had is an error with its reason, never a skip."""
    if engine.missing() is None:
        yield engine.connect()
        return
    if os.geteuid() != 0:
        pytest.fail(f"{engine.missing()}; these tests can start one as root only", pytrace=False)
    if shutil.which("dockerd") is None or shutil.which("debootstrap") is None:
        done = subprocess.run(
            ["sh", str(ROOT / "docker/scripts/install_engine.sh")], capture_output=True, text=True, check=False
        )
        if done.returncode:
            pytest.fail(f"install_engine.sh failed:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}", pytrace=False)
    folder = Path(tempfile.mkdtemp(prefix="rocm-ci-engine-"))
    try:
        yield from _started(folder)
    finally:
        for mount in _mounts_below(folder):
            subprocess.run(["umount", "--lazy", str(mount)], capture_output=True, check=False)
        shutil.rmtree(folder, ignore_errors=True)


def _mounts_below(folder: Path) -> list[Path]:
    """What an engine leaves mounted in its folder, the deepest first."""
    rows = Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines()
    found = [Path(row.split()[1]) for row in rows]
    return sorted((path for path in found if path.is_relative_to(folder)), key=lambda path: -len(path.parts))


def _started(folder: Path) -> Iterator[Any]:
    socket = f"unix://{folder}/docker.sock"
    had_bridge = Path("/sys/class/net/docker0").exists()
    words = ["dockerd", "--host", socket, "--data-root", f"{folder}/data", "--exec-root", f"{folder}/exec"]
    # A second engine must leave the bridge of the first alone.
    words += ["--pidfile", f"{folder}/pid", *(["--bridge=none", "--iptables=false"] if had_bridge else [])]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    os.environ["DOCKER_HOST"] = socket
    try:
        deadline = time.monotonic() + STARTS_WITHIN
        while (missing := engine.missing()) is not None:
            if process.poll() is not None or time.monotonic() > deadline:
                tail = (folder / "log").read_text(errors="replace")[-3000:]
                pytest.fail(f"dockerd did not start: {missing}\n{tail}", pytrace=False)
            time.sleep(0.2)
        yield engine.connect()
    finally:
        process.terminate()
        process.wait(timeout=60)
        del os.environ["DOCKER_HOST"]
        if not had_bridge:
            subprocess.run(["ip", "link", "delete", "docker0"], capture_output=True, check=False)


@dataclass(frozen=True)
class Done:
    """A finished command."""

    code: int
    output: str
    seconds: float


Command = Callable[..., Done]


@pytest.fixture(scope="session")
def rocm_ci(client: Any) -> Command:
    """Run `rocm-ci` as a person does."""

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


@pytest.fixture(scope="session")
def build_stub(rocm_ci: Command, stub_lock: Path, stub_base: str, sources: Sources) -> Command:
    """Build the chain on the stand-ins, with further words for `rocm-ci image build`."""

    def run(tag: str, *words: str, source: Path = sources.clean, base: str = stub_base) -> Done:
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
        return rocm_ci("image", "build", *given, "--tag", tag, *words)

    return run


@pytest.fixture(scope="session")
def stub_image(build_stub: Command) -> str:
    """The chain, built from the lock."""
    built = build_stub("rocm-ci-stub:declared")
    assert built.code == 0, built.output
    assert "STUB: stands in for a ROCm base" in built.output
    return "rocm-ci-stub:declared"


@pytest.fixture(scope="session")
def cpu_image(client: Any, rocm_ci: Command) -> str:
    """The image of line cpu, as `make image-cpu` builds it."""
    built = rocm_ci("image", "build", "--line", "cpu")
    assert built.code == 0, built.output
    return "rocm-attention-ci:cpu"
