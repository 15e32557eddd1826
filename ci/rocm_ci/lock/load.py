"""Reading the lock: every mistake is one sentence that names the field."""

from __future__ import annotations

import sys
from pathlib import Path

from pydantic import ValidationError

from rocm_ci.errors import RocmCiError, did_you_mean
from rocm_ci.lock.schema import Line, Lock

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LOCK = Path("docker") / "versions.lock"


class LockError(RocmCiError):
    """The lock says something that cannot be, or what runs is not what it declares."""

    kind = "lock"


def load(path: Path) -> Lock:
    """Read and check a lock.

    Raises:
        LockError: it cannot be read, is no TOML, or a field is missing, unknown or malformed.
    """
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise LockError(f"{path} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise LockError(f"{path} is no TOML: {error}") from None
    if "schema" in document:
        document["schema_version"] = document.pop("schema")
    try:
        return Lock.model_validate(document)
    except ValidationError as error:
        said = "; ".join(
            f"{_field(entry['loc'])}: {entry['msg'].removeprefix('Value error, ')}" for entry in error.errors()
        )
        raise LockError(f"{path}: {said}") from None


def line_of(lock: Lock, name: str | None, path: Path) -> tuple[str, Line]:
    """Choose a line by its name, the default one for None; raises LockError for an unknown name."""
    chosen = lock.default if name is None else name
    if chosen not in lock.lines:
        hint = did_you_mean(chosen, lock.lines)
        raise LockError(f"line {chosen!r} is none of {', '.join(lock.lines)} in {path}" + (f"; {hint}" if hint else ""))
    return chosen, lock.lines[chosen]


def _field(location: tuple[int | str, ...]) -> str:
    return ".".join(str(part) for part in location).replace("schema_version", "schema") or "the file"
