"""The wheels that go into an image: downloaded once by this machine's pip, so that no build asks an index."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from rocm_ci.container.engine import ContainerError
from rocm_ci.lock.schema import Line

# Writes the bill of materials, in an environment of its own in a stage that is thrown away.
SBOM_PINS = Path("docker") / "sbom.txt"
EXTRAS = {"cpu": "triton,toolchain"}
EXTRAS_ON_A_BASE = "toolchain"
# The newest glibc of a wheel that is taken for another Python than this one.
GLIBC_MINORS = range(17, 36)


def extras(name: str) -> str:
    """Extras of pyproject.toml that the image of a line has; Triton comes with the base except on plain Debian."""
    return EXTRAS.get(name, EXTRAS_ON_A_BASE)


def collect(root: Path, name: str, line: Line, folder: Path, index: str | None, with_extras: str) -> Path:
    """Download what the image of a line installs; what is there already from the same requirements is kept.

    Args:
        root: of the checkout.
        name: of the line.
        line: of the lock.
        folder: where wheels of lines are kept.
        index: address of the index for torch; None takes this machine's own.
        with_extras: of pyproject.toml, separated by commas.

    Raises:
        ContainerError: pip finds no such wheel.
    """
    on_base = line.torch.source != "wheel" or line.base.kind != "debootstrap"
    key = hashlib.sha256(
        b"\0".join(
            (
                (root / "pyproject.toml").read_bytes(),
                (root / "constraints.txt").read_bytes(),
                (root / SBOM_PINS).read_bytes(),
                f"{line.python} {line.torch} {line.triton} {line.aiter.version} {on_base} {index} {with_extras}".encode(),
            )
        )
    ).hexdigest()[:16]
    done = folder / name / key
    if (done / ".complete").is_file():
        return done
    shutil.rmtree(done, ignore_errors=True)
    done.mkdir(parents=True)
    without = ["--without", "torch,triton"] if on_base else []
    wanted = _run(
        [
            *(sys.executable, str(root / "docker/scripts/requirements.py"), str(root / "pyproject.toml")),
            *("--extras", with_extras, *without),
        ],
        "reading pyproject.toml",
    ).splitlines()
    constraints = ["--constraint", str(root / "constraints.txt")]
    if not on_base:
        _torch(line, done, index)
        wanted = [f"torch=={line.torch.version}", f"triton=={line.triton.version}", *wanted]
    _download(line, done, [*constraints, *wanted])
    if line.aiter.source == "wheel":
        _download(line, done, ["--no-deps", f"amd-aiter=={line.aiter.version}"])
    _download(line, done, ["--requirement", str(root / SBOM_PINS)])
    (done / ".complete").touch()
    return done


def _torch(line: Line, done: Path, index: str | None) -> None:
    """Torch first and alone: for want of a CPU build, a resolver would take a build for CUDA and gigabytes with it."""
    try:
        where = ["--index-url", index] if index else []
        _download(line, done, ["--no-deps", *where, f"torch=={line.torch.version}"])
    except ContainerError as error:
        raise ContainerError(
            f"pip finds no torch {line.torch.version} for Python {line.python}: give the index that has it, "
            f"`make image-cpu TORCH_INDEX=<address>`; {error}"
        ) from None


def _download(line: Line, done: Path, what: list[str]) -> None:
    _run(
        [
            *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
            *("--dest", str(done), "--find-links", str(done), *_platform(line.python), *what),
        ],
        f"downloading {what[-1]}",
    )


def _platform(python: str) -> Iterator[str]:
    if python == f"{sys.version_info.major}.{sys.version_info.minor}":
        return
    yield from ("--only-binary", ":all:", "--python-version", python, "--implementation", "cp")
    for minor in GLIBC_MINORS:
        yield from ("--platform", f"manylinux_2_{minor}_x86_64")
    yield from ("--platform", "manylinux2014_x86_64", "--platform", "linux_x86_64")


def _run(command: list[str], doing: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = [row for row in done.stderr.strip().splitlines() if "ERROR" in row] or [f"exit code {done.returncode}"]
        raise ContainerError(f"{doing}: {said[0].removeprefix('ERROR: ')}")
    return done.stdout
