"""Building the image of a line of the lock: base, wheels, buildx, and labels that tell what was found inside."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rocm_ci.container import debian, wheels
from rocm_ci.container.engine import LABEL, ContainerError, buildx, connect, labels, record
from rocm_ci.lock.schema import Line
from rocm_kernels.files import write_atomically

REPOSITORY = "rocm-attention-ci"
BAKE = Path("docker") / "docker-bake.hcl"
# Everything that a build reads besides the line, its base, its sources and its wheels.
INPUTS = (
    "docker/Dockerfile.rocm_base",
    "docker/Dockerfile.rocm",
    "docker/Dockerfile.cpu",
    "docker/scripts",
    "docker/sbom.txt",
    "ci/rocm_ci/lock/running.py",
    "pyproject.toml",
    "constraints.txt",
)
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Budget:
    """What an image may cost: bytes as docker counts them, seconds from nothing on two cores of their own."""

    bytes: float
    seconds: float


# The real ROCm bases alone have tens of GB, and AITER compiles for hours; none was ever built here, so these are goals.
BUDGETS = {"cpu": Budget(4e9, 600)}
BUDGET_ON_A_BASE = Budget(80e9, 6 * 3600)


@dataclass(frozen=True)
class Options:
    """What a person may change about a build.

    Attributes:
        base: reference to build on instead of the lock's; the image is then not of the lock, and verify says so.
        contexts: named build contexts, such as ``{"aiter_src": "DIR"}``, in place of what the lock names.
        index: address of an index for torch.
        certificates: file handed in as the build secret pip_ca.
        cached: whether layers of earlier builds may be used.
        unresolved: build a line whose digest or commits are not known yet.
        arguments: more build arguments.
        extras: of pyproject.toml; None for what the image of the line has.
        only_base: stop at docker/Dockerfile.rocm_base, without what this repository needs.
        tag: of the image; None for ``rocm-attention-ci:<line>``.
    """

    base: str | None = None
    contexts: Mapping[str, str] = field(default_factory=dict)
    index: str | None = None
    certificates: Path | None = None
    cached: bool = True
    unresolved: bool = False
    arguments: Mapping[str, str] = field(default_factory=dict)
    extras: str | None = None
    only_base: bool = False
    tag: str | None = None


@dataclass(frozen=True)
class Built:
    """An image that was built.

    Attributes:
        reference: its tag.
        identifier: of docker, ``sha256:...``.
        bytes: its size.
        seconds: by step.
        record: what was found inside.
        over: which budgets it passes, in words.
    """

    reference: str
    identifier: str
    bytes: int
    seconds: dict[str, float]
    record: dict[str, Any]
    over: tuple[str, ...]


def tag_of(name: str) -> str:
    """The tag of the image of a line."""
    return f"{REPOSITORY}:{name}"


def inputs_digest(root: Path) -> str:
    """SHA-256 over the files of this repository that every build reads."""
    digest = hashlib.sha256()
    for entry in INPUTS:
        path = root / entry
        files = sorted(path.iterdir()) if path.is_dir() else [path]
        for file in (file for file in files if file.is_file()):
            digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def not_current(client: Any, root: Path, name: str, line: Line) -> str | None:
    """Why the image of a line cannot be used as it is: there is none, or it was built from something else; None if it can."""
    reference = tag_of(name)
    found = labels(client, reference)
    make = "make image-cpu" if name == "cpu" else "make image"
    if found is None:
        return f"there is no image {reference}: build it with `{make}`"
    if found.get(f"{LABEL}.lock") != line.digest:
        return f"{reference} was built from another state of line {name}: build it again with `{make}`"
    if found.get(f"{LABEL}.inputs") != inputs_digest(root):
        return f"{reference} was built from other Dockerfiles, scripts or constraints: build it again with `{make}`"
    return None


def build(root: Path, name: str, line: Line, options: Options, tell: Tell) -> Built:
    """Build the image of a line.

    Raises:
        ContainerError: something is missing, or a step of the build failed.
    """
    _refuse_unresolved(name, line, options)
    client = connect()
    buildx(client)
    folder = root / "build" / "images" / name
    folder.mkdir(parents=True, exist_ok=True)
    seconds: dict[str, float] = {}

    def timed(step: str, began: float) -> None:
        seconds[step] = round(time.monotonic() - began, 1)
        tell(f"{step}: {seconds[step]} s")

    began = time.monotonic()
    base = options.base or _base(client, root, line, tell)
    timed("base", began)
    began = time.monotonic()
    with_extras = wheels.extras(name) if options.extras is None else options.extras
    wheelhouse = wheels.collect(root, name, line, root / "build" / "wheels", options.index, with_extras)
    timed("wheels", began)
    began = time.monotonic()
    reference = options.tag or tag_of(name)
    bake = folder / "bake.json"
    write_atomically(bake, json.dumps(bake_file(name, line, base, wheelhouse, reference, options), indent=1) + "\n")
    target = "cpu" if line.base.kind == "debootstrap" else "rocm"
    if options.only_base:
        if target == "cpu":
            raise ContainerError(f"line {name} has no ROCm base to stop at")
        target, reference = "rocm_base", f"{reference}-base"
    _docker(["buildx", "bake", "-f", str(root / BAKE), "-f", str(bake), "--progress", "plain", target], root, folder)
    timed("build", began)
    began = time.monotonic()
    found = record(client, reference)
    found_labels = labels_of(found, root, line, base, client)
    _label(reference, found_labels, folder)
    write_atomically(folder / "image.json", json.dumps(found, indent=1) + "\n")
    timed("labels", began)
    image = client.images.get(reference)
    size = int(image.attrs["Size"])
    budget = BUDGETS.get(name, BUDGET_ON_A_BASE)
    over = [f"{size / 1e9:.2f} GB, {budget.bytes / 1e9:.0f} GB are allowed"] if size > budget.bytes else []
    total = sum(seconds.values())
    over += [f"{total:.0f} s, {budget.seconds:.0f} s are allowed"] if total > budget.seconds else []
    built = Built(reference, image.id, size, seconds, found, tuple(over))
    write_atomically(
        folder / "build.json",
        json.dumps({"reference": reference, "id": image.id, "bytes": size, "seconds": seconds, "over": over}, indent=1),
    )
    return built


def bake_file(name: str, line: Line, base: str, wheelhouse: Path, reference: str, options: Options) -> dict[str, Any]:
    """The second file of bake: values of one line, added to the targets of docker-bake.hcl."""
    common: dict[str, Any] = {}
    if not options.cached:
        common["no-cache"] = True
    finish = {"LINE": name, "LOCK_DIGEST": line.digest}
    test_image = {
        **common,
        "args": {"EXTRAS": wheels.extras(name) if options.extras is None else options.extras, **finish},
        "contexts": {"wheels": str(wheelhouse)},
        "tags": [reference],
    }
    if line.base.kind == "debootstrap":
        test_image["args"] |= {"BASE": base, **options.arguments}
        return {"target": {"cpu": test_image}}
    secret = [f"id=pip_ca,src={options.certificates}"] if options.certificates else []
    rocm_base = {
        **common,
        "args": {**_arguments(line, base), **finish, **options.arguments},
        "contexts": {"wheels": str(wheelhouse), **options.contexts},
        "tags": [f"{reference}-base"],
        **({"secret": secret} if secret else {}),
    }
    return {"target": {"rocm_base": rocm_base, "rocm": test_image}}


def _arguments(line: Line, base: str) -> dict[str, str]:
    """Build arguments of Dockerfile.rocm_base, all of them from the lock."""
    return {
        "BASE": base,
        "ROCM_VERSION": line.base.rocm or "none",
        "PYTHON_VERSION": line.python,
        "TARGETS": ";".join(line.targets),
        "TORCH_SOURCE": line.torch.source,
        "TORCH_VERSION": line.torch.version,
        "TORCH_REPOSITORY": line.torch.repository or "",
        "TORCH_COMMIT": line.torch.commit,
        "TRITON_SOURCE": line.triton.source,
        "TRITON_VERSION": line.triton.version,
        "TRITON_REPOSITORY": line.triton.repository or "",
        "TRITON_COMMIT": line.triton.commit,
        "AITER_REPOSITORY": line.aiter.repository or "",
        "AITER_COMMIT": line.aiter.commit,
        "AITER_PREBUILT": "1" if line.aiter.prebuilt else "0",
    }


def labels_of(found: Mapping[str, Any], root: Path, line: Line, base: str, client: Any) -> dict[str, str]:
    """Labels: versions as they were read inside, and from what the image was built."""
    torch, package = found["torch"] or {}, found["aiter"] or {}
    result = {
        "org.opencontainers.image.title": f"{REPOSITORY} {found['line']}",
        "org.opencontainers.image.description": line.summary,
        "org.opencontainers.image.licenses": "Apache-2.0",
        "org.opencontainers.image.base.name": base,
        f"{LABEL}.line": str(found["line"]),
        f"{LABEL}.lock": line.digest,
        f"{LABEL}.inputs": inputs_digest(root),
        f"{LABEL}.base": str(client.images.get(base).id) if labels(client, base) is not None else base,
        f"{LABEL}.python": found["python"],
        f"{LABEL}.rocm": found["rocm"] or "none",
        f"{LABEL}.torch": torch.get("version", "none"),
        f"{LABEL}.triton": found["triton"] or "none",
        f"{LABEL}.aiter": package.get("version", "none"),
        f"{LABEL}.aiter.commit": package.get("commit") or "not proven",
        f"{LABEL}.targets": ";".join(line.targets),
    }
    if found["stub"]:
        result[f"{LABEL}.stub"] = found["stub"]
    return result


def _refuse_unresolved(name: str, line: Line, options: Options) -> None:
    """Inputs must be known; hashes of what comes out may follow from the first build."""
    replaced = {"base.digest"} if options.base else set()
    replaced |= {"aiter.commit"} if "AITER_COMMIT" in options.arguments else set()
    missing = [entry for entry, command in line.unresolved() if command != "record" and entry not in replaced]
    if missing and not options.unresolved:
        raise ContainerError(
            f"line {name} is not complete, so two builds of it could differ: {', '.join(missing)} "
            f"(`rocm-ci lock resolve --line {name}` asks the sources; --unresolved builds it all the same)"
        )


def _base(client: Any, root: Path, line: Line, tell: Tell) -> str:
    if line.base.kind == "debootstrap":
        return debian.base_image(client, str(line.base.suite), root / "build", tell)
    return line.base.reference


def _label(reference: str, entries: Mapping[str, str], folder: Path) -> None:
    """Put labels on an image that exists; its layers stay what they are."""
    empty = folder / "empty"
    empty.mkdir(exist_ok=True)
    words = ["buildx", "build", "--quiet", "--provenance=false", "--tag", reference, "--file", "-"]
    for name, value in sorted(entries.items()):
        words += ["--label", f"{name}={value}"]
    _docker([*words, str(empty)], folder, folder, f"FROM {reference}\n")


def _docker(words: list[str], cwd: Path, folder: Path, text: str | None = None) -> None:
    """Run docker's own command, which alone can build; its output is shown when it fails and kept in build.log."""
    environment = {**os.environ, "DOCKER_BUILDKIT": "1", "BUILDX_NO_DEFAULT_ATTESTATIONS": "1"}
    with (folder / "build.log").open("ab") as log:
        done = subprocess.run(
            ["docker", *words],  # noqa: S607  # docker is found by the PATH of whoever calls
            cwd=cwd,
            env=environment,
            input=text.encode() if text is not None else None,
            stdin=subprocess.DEVNULL if text is None else None,
            stdout=log,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if done.returncode:
        lines = (folder / "build.log").read_text(encoding="utf-8", errors="replace").splitlines()
        raise ContainerError("docker " + " ".join(words[:2]) + " failed; its last lines:\n" + "\n".join(lines[-30:]))


def default_certificates(environment: Mapping[str, str]) -> Path | None:
    """The certificates that pip uses on this machine, where it was told of any."""
    for name in ("PIP_CERT", "SSL_CERT_FILE"):
        with suppress(KeyError):
            path = Path(environment[name])
            if path.is_file():
                return path
    return None
