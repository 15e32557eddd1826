"""A docker engine for the tests: the one that answers, else one that is installed and started here and ended afterwards."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rocm_ci.container import engine

ROOT = Path(__file__).resolve().parents[2]
STARTS_WITHIN = 30.0
# Without these, install_engine.sh is run.
PROGRAMS = ("dockerd", "docker", "debootstrap")
PLUGIN = Path("/usr/libexec/docker/cli-plugins/docker-buildx")


class NoEngineError(Exception):
    """No engine answers and none can be started; the sentence says why."""


@contextmanager
def for_tests() -> Iterator[None]:
    """Have an engine answer at DOCKER_HOST.

    Raises:
        NoEngineError: what cannot be had is an error with its reason, never a skip.
    """
    if engine.missing() is None:
        yield
        return
    if os.geteuid() != 0:
        raise NoEngineError(f"{engine.missing()}; these tests can start one as root only")
    if others := running():
        raise NoEngineError(
            f"{engine.missing()}; an engine runs elsewhere (process {others[0]}), and a second one would take its bridge "
            "away: set DOCKER_HOST to its socket, or end it"
        )
    if not PLUGIN.exists() or any(shutil.which(name) is None for name in PROGRAMS):
        done = subprocess.run(
            ["sh", str(ROOT / "docker/scripts/install_engine.sh")], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise NoEngineError(f"install_engine.sh failed:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    folder = Path(tempfile.mkdtemp(prefix="rocm-ci-engine-"))
    try:
        with _started(folder):
            yield
    finally:
        for mount in _mounts_below(folder):
            subprocess.run(["umount", "--lazy", str(mount)], capture_output=True, check=False)
        shutil.rmtree(folder, ignore_errors=True)


def running() -> list[int]:
    """Processes that are docker engines, wherever they listen."""
    found = []
    for path in Path("/proc").glob("[0-9]*/comm"):
        with suppress(OSError):
            if path.read_text(encoding="utf-8").strip() == "dockerd":
                found.append(int(path.parent.name))
    return found


def _mounts_below(folder: Path) -> list[Path]:
    """What an engine leaves mounted in its folder, the deepest first."""
    rows = Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines()
    found = [Path(row.split()[1]) for row in rows]
    return sorted((path for path in found if path.is_relative_to(folder)), key=lambda path: -len(path.parts))


@contextmanager
def _started(folder: Path) -> Iterator[None]:
    socket = f"unix://{folder}/docker.sock"
    # A bridge docker0 that an ended engine left behind is taken over.
    words = ["dockerd", "--host", socket, "--data-root", f"{folder}/data", "--exec-root", f"{folder}/exec"]
    words += ["--pidfile", f"{folder}/pid"]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    before = os.environ.get("DOCKER_HOST")
    os.environ["DOCKER_HOST"] = socket
    try:
        deadline = time.monotonic() + STARTS_WITHIN
        while (missing := engine.missing()) is not None:
            if process.poll() is not None or time.monotonic() > deadline:
                tail = (folder / "log").read_text(errors="replace")[-3000:]
                raise NoEngineError(f"dockerd did not start: {missing}\n{tail}")
            time.sleep(0.2)
        yield
    finally:
        process.terminate()
        process.wait(timeout=60)
        if before is None:
            del os.environ["DOCKER_HOST"]
        else:
            os.environ["DOCKER_HOST"] = before
        subprocess.run(["ip", "link", "delete", "docker0"], capture_output=True, check=False)
