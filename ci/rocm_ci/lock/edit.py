"""Changing the lock: comments and order stay, and what comes out is checked before it is written."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from rocm_ci.lock import check
from rocm_ci.lock.load import LockError, load
from rocm_ci.lock.schema import COMMIT, Line
from rocm_kernels.files import write_atomically


def set_fields(path: Path, line: str, fields: dict[str, Any]) -> None:
    """Set fields of a line, given as ``{"aiter.commit": "..."}``; None removes one.

    Raises:
        LockError: the lock would not be valid; the file is left as it was.
    """
    import tomlkit  # only whoever edits needs it: a container that verifies has none

    document = tomlkit.parse(path.read_text(encoding="utf-8"))
    lines: Any = document["lines"]
    for name, value in fields.items():
        *parents, last = name.split(".")
        table = lines[line]
        for parent in parents:
            table = table.setdefault(parent, tomlkit.table())
        if value is None:
            table.pop(last, None)
        else:
            table[last] = value
    text = tomlkit.dumps(document)
    with tempfile.TemporaryDirectory() as folder:
        tried = Path(folder) / path.name
        tried.write_text(text, encoding="utf-8")
        try:
            load(tried)
        except LockError as error:
            raise LockError(str(error).replace(str(tried), str(path))) from None
    write_atomically(path, text)


def resolve(name: str, line: Line, using: check.Ask = check.ask) -> dict[str, str]:
    """Ask the sources for what is empty: the base's digest, AITER's commit.

    A commit of torch or Triton has no tag to ask for; it has to be given by hand.
    """
    found = {}
    if line.base.kind == "image" and not line.base.digest:
        found["base.digest"] = check.image_digest(f"{line.base.image}:{line.base.tag}", using)
    package = line.aiter
    if package.source == "git" and not package.commit:
        if not package.tag:
            raise LockError(f"line {name}: aiter has neither a commit nor a tag to resolve")
        found["aiter.commit"] = check.tag_commit(str(package.repository), package.tag, using)
    return found


def recorded(name: str, line: Line, record: dict[str, Any]) -> dict[str, Any]:
    """The hashes of a line, from the record of an image that was built from it.

    Raises:
        LockError: the record is of a stub, of another line, or of another AITER than the line declares.
    """
    if record.get("stub"):
        raise LockError(f"the record is of a stub image ({record['stub']}): nothing of it may enter the lock")
    if record.get("line") != name:
        raise LockError(f"the record is of line {record.get('line')!r}, not of {name!r}")
    found = record.get("aiter")
    if not found:
        raise LockError("the record holds no AITER")
    if line.aiter.source == "git" and found["commit"] != line.aiter.commit:
        raise LockError(
            f"the record is of AITER at {found['commit']}, line {name} declares {line.aiter.commit or 'none'}"
        )
    if found["dirty"] or found["changed"] or found["added"]:
        raise LockError("the record is of a dirty build, or of files changed after it")
    fields: dict[str, Any] = {}
    for target in line.targets:
        if target not in found["code_objects"]:
            raise LockError(f"the record holds no code objects for {target}")
        fields[f"aiter.code_objects.{target}"] = dict(found["code_objects"][target])
    fields["aiter.tuning"] = dict(found["tuning"])
    if line.aiter.source == "wheel":
        fields["aiter.record"] = found["record"]
    return fields


def bumped(line: Line, commit: str) -> dict[str, Any]:
    """What changes in a line when its AITER moves to another commit: every hash is unknown again.

    Raises:
        LockError: the commit is no full one, or the line takes AITER from a wheel.
    """
    if not COMMIT.fullmatch(commit):
        raise LockError(
            f"commit {commit!r}: 40 lower-case hexadecimal digits are expected, a tag or a short one can move"
        )
    if line.aiter.source != "git":
        raise LockError("this line takes AITER from a wheel, so there is no commit to move")
    return {
        "aiter.commit": commit,
        "aiter.tag": None,
        "aiter.code_objects": None,
        "aiter.tuning": None,
        "aiter.surveyed": False,
    }
