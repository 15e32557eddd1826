"""Running the matrix, or a shell, in an image: no root, no network, sources read-only, results out."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rocm_ci.container import gpu
from rocm_ci.container.engine import ContainerError, sdk

SOURCE = "/src"
REPORTS = "/reports"
# Numeric, and the same in every image (docker/scripts/finish.sh).
IMAGE_USER = 10001
SHARED_MEMORY = "16g"
SCRATCH = "rw,exec,nosuid,nodev,mode=1777,size=8g"
PROCESSES = 4096
# Handed through where they are set; everything else of the environment stays outside.
PASSED = ("ROCM_CI_REQUIRE_GPU", "NO_COLOR", "COLUMNS", "CI", *gpu.VISIBILITY)


@dataclass(frozen=True)
class Request:
    """One container.

    Attributes:
        image: reference of the image.
        command: what runs in it.
        root: the checkout, mounted read-only at /src.
        reports: where results go, mounted at /reports.
        network: of docker; ``none`` unless a person asks for one.
        nodes: of AMD GPUs.
    """

    image: str
    command: tuple[str, ...]
    root: Path
    reports: Path
    nodes: gpu.Nodes
    network: str = "none"


def user_of(reports: Path) -> tuple[int, int]:
    """Numeric user and group for the container: whoever calls, never root.

    For root the user of the image takes over, and the folder of the results is given to it.
    """
    user, group = os.getuid(), os.getgid()
    reports.mkdir(parents=True, exist_ok=True)
    if user == 0:
        user = group = IMAGE_USER
        os.chown(reports, user, group)
    return user, group


def arguments(request: Request, environment: Mapping[str, str], user: tuple[int, int]) -> dict[str, Any]:
    """Arguments of the SDK's ``containers.create``; what each is for stands in docs/containers.md."""
    try:
        gpu.visibility(dict(environment))
    except ValueError as error:
        raise ContainerError(str(error)) from None
    passed = {name: environment[name] for name in PASSED if environment.get(name)}
    if not request.nodes.devices:
        passed = {name: value for name, value in passed.items() if name not in gpu.VISIBILITY}
    return {
        "image": request.image,
        "command": list(request.command),
        "user": f"{user[0]}:{user[1]}",
        "group_add": list(request.nodes.groups),
        "devices": [path if ":" in path else f"{path}:{path}:rwm" for path in request.nodes.devices],
        "environment": {
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": "safe.directory",
            "GIT_CONFIG_VALUE_0": "*",
            **passed,
        },
        "volumes": {
            str(request.root): {"bind": SOURCE, "mode": "ro"},
            str(request.reports): {"bind": REPORTS, "mode": "rw"},
        },
        "working_dir": SOURCE,
        "network_mode": request.network,
        "read_only": True,
        "tmpfs": {"/tmp": SCRATCH},  # noqa: S108  # the container's own
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges"],
        "init": True,
        "pids_limit": PROCESSES,
        "shm_size": SHARED_MEMORY,
    }


def run(client: Any, request: Request, tell: Any) -> int:
    """Run a container to its end; gives its exit code.

    Args:
        client: of the docker SDK.
        request: what to run.
        tell: called with what the container prints, in pieces of bytes.
    """
    keywords = arguments(request, os.environ, user_of(request.reports))
    try:
        container = client.containers.create(**keywords)
    except sdk().errors.DockerException as error:
        raise ContainerError(f"{request.image}: {error}") from None
    try:
        container.start()
        for piece in container.logs(stream=True, follow=True):
            tell(piece)
        return int(container.wait()["StatusCode"])
    except sdk().errors.DockerException as error:
        raise ContainerError(f"{request.image}: {error}") from None
    finally:
        container.remove(force=True)


def shell_command(request: Request, environment: Mapping[str, str], user: tuple[int, int]) -> list[str]:
    """The same container as an interactive one: a terminal is what docker's own command is for, so it takes over."""
    keywords = arguments(request, environment, user)
    words = ["docker", "run", "--rm", "--interactive", "--tty", "--init", "--read-only"]
    words += ["--user", keywords["user"], "--network", request.network, "--workdir", SOURCE]
    words += ["--cap-drop", "ALL", "--security-opt", "no-new-privileges", "--shm-size", SHARED_MEMORY]
    words += ["--pids-limit", str(PROCESSES), "--tmpfs", f"/tmp:{SCRATCH}"]  # noqa: S108
    for path, mount in keywords["volumes"].items():
        words += ["--volume", f"{path}:{mount['bind']}:{mount['mode']}"]
    for device in keywords["devices"]:
        words += ["--device", device]
    for group in keywords["group_add"]:
        words += ["--group-add", str(group)]
    for name, value in keywords["environment"].items():
        words += ["--env", f"{name}={value}"]
    return [*words, request.image, *request.command]
