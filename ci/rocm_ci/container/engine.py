"""The docker engine of this machine: a client, or what is missing."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from rocm_ci.errors import RocmCiError

LABEL = "org.rocm-attention-ci"
INSTALL = "docs/containers.md says how to install one (Debian: sudo docker/scripts/install_engine.sh)"


class ContainerError(RocmCiError):
    """An image cannot be built or a container cannot be run; the sentence says what is missing."""


def sdk() -> Any:
    """The package docker; raises ContainerError without it.

    Imported by name, since type checkers take this repository's folder docker/ for it.
    """
    try:
        return importlib.import_module("docker")
    except ImportError as error:
        raise ContainerError(f"the Python package docker is missing: {error} (make setup installs it)") from None


def connect() -> Any:
    """Give a client of the docker SDK; raises ContainerError with what is missing."""
    try:
        client = sdk().from_env(timeout=600)
        client.ping()
    except ContainerError:
        raise
    except Exception as error:  # the SDK lets exceptions of requests, urllib3 and its own through
        raise ContainerError(f"no docker engine answers at {_address()}: {_root_cause(error)}; {INSTALL}") from None
    return client


def missing() -> str | None:
    """What keeps containers from being run here, None where nothing does."""
    try:
        connect().close()
    except ContainerError as error:
        return str(error)
    return None


def podman() -> str | None:
    """Version of podman, None without it; it is reported, the runs go through docker's interface."""
    if shutil.which("podman") is None:
        return None
    done = subprocess.run(["podman", "--version"], capture_output=True, text=True, check=False)  # noqa: S607
    return done.stdout.strip() or None


def buildx(client: Any) -> str:
    """Version of buildx; raises ContainerError without it. The command is only needed to build."""
    if shutil.which("docker") is None:
        raise ContainerError(f"the command docker is missing, which builds images; {INSTALL}")
    done = subprocess.run(["docker", "buildx", "version"], capture_output=True, text=True, check=False)  # noqa: S607
    if done.returncode:
        raise ContainerError(f"docker has no buildx plugin: {done.stderr.strip()}; {INSTALL}")
    return done.stdout.strip()


def labels(client: Any, reference: str) -> dict[str, str] | None:
    """Labels of a local image, None where there is no such image."""
    try:
        found: dict[str, str] = client.images.get(reference).labels
    except sdk().errors.ImageNotFound:
        return None
    return found


def record(client: Any, reference: str) -> dict[str, Any]:
    """Read what was written down in an image when it was built; raises ContainerError where it is none of this project."""
    try:
        text = client.containers.run(
            reference,
            ["cat", "/opt/rocm-ci/image.json"],
            remove=True,
            network_mode="none",
            cap_drop=["ALL"],
            security_opt=["no-new-privileges"],
        )
    except sdk().errors.DockerException as error:
        raise ContainerError(f"{reference} holds no record: {_root_cause(error)}") from None
    found: dict[str, Any] = json.loads(text)
    return found


def probe(client: Any, reference: str, program: Path) -> dict[str, Any]:
    """Run a program of this checkout with the Python of an image, and read the JSON that it prints.

    The program is mounted, so the image is asked by something that it did not bring itself.
    """
    try:
        text = client.containers.run(
            reference,
            ["python3", f"/probe/{program.name}"],
            remove=True,
            network_mode="none",
            read_only=True,
            cap_drop=["ALL"],
            security_opt=["no-new-privileges"],
            volumes={str(program): {"bind": f"/probe/{program.name}", "mode": "ro"}},
        )
    except sdk().errors.DockerException as error:
        raise ContainerError(f"{reference} cannot be asked what it contains: {_root_cause(error)}") from None
    found: dict[str, Any] = json.loads(text)
    return found


def layers(client: Any, reference: str) -> tuple[str, ...] | None:
    """Content hashes of an image's layers, the lowest first; None where this machine has no such image."""
    try:
        return tuple(client.images.get(reference).attrs["RootFS"]["Layers"])
    except sdk().errors.ImageNotFound:
        return None


def _address() -> str:
    return os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock")


def _root_cause(error: BaseException) -> str:
    while error.__cause__ or error.__context__:
        error = error.__cause__ or error.__context__ or error
    return str(error).strip() or type(error).__name__
