"""A folder of compiled files, each named by the hash of everything that went into it."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

CACHE_VARIABLE = "GFX_EMULATOR_CACHE"
"""Environment variable that names the cache folder."""


def default_folder() -> Path:
    """Return the folder for compiled code objects: under ``GFX_EMULATOR_CACHE`` or the user's cache folder."""
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return Path(chosen, "code_objects")
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "gfx_emulator", "code_objects")


def content_key(parts: Iterable[str | bytes]) -> str:
    """Hash a sequence of parts; lengths go in too, so that no two sequences run together."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()


def write_atomically(path: Path, data: bytes) -> None:
    """Write a whole file or none: a reader never sees half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(temporary).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise


class CompileCache:
    """Reads and writes entries; each carries its own hash, so a damaged one counts as missing."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or default_folder()

    def get(self, key: str, suffix: str) -> bytes | None:
        """Return an entry's bytes, or None where there is none that is whole."""
        try:
            stored = self._path(key, suffix).read_bytes()
        except OSError:
            return None
        digest, data = stored[:32], stored[32:]
        return data if hashlib.sha256(data).digest() == digest else None

    def put(self, key: str, suffix: str, data: bytes) -> None:
        """Store an entry; a folder that cannot be written is no error, the next call compiles again."""
        with contextlib.suppress(OSError):
            write_atomically(self._path(key, suffix), hashlib.sha256(data).digest() + data)

    def _path(self, key: str, suffix: str) -> Path:
        return self.folder / key[:2] / f"{key}{suffix}"
