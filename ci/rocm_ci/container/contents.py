"""What an image consists of: a manifest to compare two builds, and a search of its layers for what must not be there."""

from __future__ import annotations

import hashlib
import json
import re
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

# A path of a layer, and why it must not be there.
FORBIDDEN_PATHS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), why)
    for pattern, why in (
        (r"(^|/)\.git/", "a git repository"),
        (r"(^|/)(\.cache|\.npm|\.cargo)/.", "a cache"),
        (r"^var/cache/apt/.", "a cache of apt"),
        (r"^var/lib/apt/lists/[^/]+_(Packages|Sources|InRelease|Release)", "lists of apt"),
        # Debian keeps the wheels from which environments begin.
        (r"^(?!usr/share/python-wheels/).*\.(whl|deb)$", "an archive that was installed"),
        (
            r"(^|/)(pip\.conf|\.netrc|\.pypirc|\.git-credentials|id_(rsa|ed25519|ecdsa))$",
            "configuration with credentials",
        ),
        (r"^(etc/pip\.conf|run/secrets/.)", "a build secret"),
        (r"^var/log/.*\.log$", "a log"),
    )
)
# Of an image's configuration: what tells of the machine that built it.
FORBIDDEN_WORDS = re.compile(r"https?_proxy|PIP_CERT|SSL_CERT|index-url|INDEX_URL|password|token=", re.IGNORECASE)


@dataclass(frozen=True)
class Finding:
    """Something in a layer that must not be there."""

    layer: int
    path: str
    why: str


def manifest(client: Any, reference: str) -> dict[str, str]:
    """Every path of an image with its kind, mode, owner and content (SHA-256, or where a link points), in one string each."""
    container = client.containers.create(reference, ["true"], network_mode="none")
    try:
        with tempfile.TemporaryFile() as file:
            for piece in container.export(chunk_size=1 << 20):
                file.write(piece)
            file.seek(0)
            with tarfile.open(fileobj=file, mode="r|") as archive:
                return {member.name: _described(archive, member) for member in archive}
    finally:
        container.remove(force=True)


def _described(archive: tarfile.TarFile, member: tarfile.TarInfo) -> str:
    owner = f"{member.mode:o} {member.uid}:{member.gid}"
    if member.isfile():
        file = archive.extractfile(member)
        assert file is not None
        return f"file {owner} {hashlib.sha256(file.read()).hexdigest()}"
    if member.issym() or member.islnk():
        return f"link {owner} {member.linkname}"
    return f"{'folder' if member.isdir() else 'other'} {owner}"


def differences(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """Paths in which two manifests differ, each with what is in the one and in the other."""
    return [
        f"{path}: {one.get(path, 'not there')} | {other.get(path, 'not there')}"
        for path in sorted(one.keys() | other.keys())
        if one.get(path) != other.get(path)
    ]


def search(client: Any, reference: str, needles: Mapping[str, Iterable[bytes]]) -> list[Finding]:
    """Look through every layer of an image, and its configuration.

    Args:
        client: of the docker SDK.
        reference: of the image.
        needles: bytes that must be in no file, by the reason why not.
    """
    with tempfile.TemporaryFile() as file:
        for piece in client.images.get(reference).save(chunk_size=1 << 20):
            file.write(piece)
        file.seek(0)
        with tarfile.open(fileobj=file) as archive:
            return list(_findings(archive, {why: tuple(found) for why, found in needles.items()}))


def _findings(archive: tarfile.TarFile, needles: Mapping[str, tuple[bytes, ...]]) -> Iterator[Finding]:
    index = json.loads(_read(archive, "manifest.json"))[0]
    configuration = json.loads(_read(archive, index["Config"]))
    own = json.dumps([configuration.get("config"), configuration.get("history")])
    if match := FORBIDDEN_WORDS.search(own):
        yield Finding(-1, "the image's configuration", f"mentions {match[0]!r}")
    if str(configuration.get("config", {}).get("User", "")).partition(":")[0] in ("", "0", "root"):
        yield Finding(-1, "the image's configuration", "runs as root")
    for number, name in enumerate(index["Layers"]):
        layer = archive.extractfile(name)
        assert layer is not None
        with tarfile.open(fileobj=layer) as contents:
            for member in contents:
                yield from _of_member(contents, member, number, needles)


def _of_member(
    contents: tarfile.TarFile, member: tarfile.TarInfo, number: int, needles: Mapping[str, tuple[bytes, ...]]
) -> Iterator[Finding]:
    path = member.name.removeprefix("./")
    for pattern, why in FORBIDDEN_PATHS:
        if pattern.search(path):
            yield Finding(number, path, why)
    if not member.isfile() or not needles:
        return
    file = contents.extractfile(member)
    assert file is not None
    text = file.read()
    for why, found in needles.items():
        if any(needle in text for needle in found):
            yield Finding(number, path, why)


def _read(archive: tarfile.TarFile, name: str) -> bytes:
    file: IO[bytes] | None = archive.extractfile(name)
    assert file is not None
    return file.read()


def own_certificates(bundle: Path, public: Iterable[Path]) -> list[bytes]:
    """A line of each certificate of ``bundle`` that none of the public files holds: those are a machine's own."""
    known = b"".join(path.read_bytes() for path in public)
    found = []
    for body in re.findall(
        rb"-----BEGIN CERTIFICATE-----\s+(.*?)-----END CERTIFICATE-----", bundle.read_bytes(), re.DOTALL
    ):
        lines = body.split()
        # The first lines of certificates begin alike; one from the middle, with key material, is its own.
        line = lines[len(lines) // 2]
        if line not in known:
            found.append(line)
    return found


def public_certificates() -> Iterator[Path]:
    """Certificates that everyone has: those that come with pip, and those of Debian's package."""
    import pip

    yield Path(str(pip.__file__)).parent / "_vendor" / "certifi" / "cacert.pem"
    yield from sorted(Path("/usr/share/ca-certificates").rglob("*.crt"))
