"""The command `rocm-ci lock`: what images declare, held against its sources and against what runs."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from rocm_ci.commands.common import MATRIX, find_root
from rocm_ci.commands.parser import Commands
from rocm_ci.container import engine
from rocm_ci.lock import bump, check, edit, running, verify
from rocm_ci.lock.load import LOCK, LockError, line_of, load
from rocm_ci.lock.schema import Line
from rocm_ci.matrix import load as load_matrix
from rocm_ci.verdicts import KINDS

EXAMPLES = """examples:
  rocm-ci lock check                          every line: formats, what is not known yet
  rocm-ci lock check --line stable --reachable    ask the sources too: have tags moved?
  rocm-ci lock verify --line cpu              in a container: is what runs what is declared?
  rocm-ci lock resolve --line stable          fill the base's digest and AITER's commit from their sources
  rocm-ci lock record --line stable image.json    take the hashes of an image that was really built
  rocm-ci lock bump aiter COMMIT --line stable --old OLD --new NEW    move AITER, compare two source trees

exit codes: 0, or 25 where the lock is not valid, not complete, or not what runs
"""


def add(commands: Commands) -> None:
    """Add the command and its subcommands to the parser."""
    lock = commands.add("lock", "Check the lock of the images, verify what runs against it, change it.", EXAMPLES)
    subcommands = Commands(lock, metavar="ACTION", dest="action")

    checked = _action(subcommands, "check", "Read the lock for itself.")
    checked.add_argument(
        "--reachable", action="store_true", help="ask the sources: do tags still point at what is locked?"
    )
    checked.set_defaults(function=_check)

    verified = _action(subcommands, "verify", "Compare what is declared with what this environment contains.")
    verified.add_argument(
        "--image", default=None, help="look into this image, rather than into the environment of this command"
    )
    verified.set_defaults(function=_verify)

    resolved = _action(subcommands, "resolve", "Fill empty digests and commits from their sources.")
    resolved.set_defaults(function=_resolve)

    recorded = _action(subcommands, "record", "Take the hashes from the record of an image that was built.")
    recorded.add_argument("record", type=Path, help="image.json of that image (`rocm-ci image record` writes it)")
    recorded.set_defaults(function=_record)

    bumped = _action(subcommands, "bump", "Move a package of a line, and say what changes with it.")
    bumped.add_argument("package", choices=("aiter",), help="what to move")
    bumped.add_argument("commit", help="40 hexadecimal digits")
    bumped.add_argument(
        "--old", type=Path, default=None, metavar="DIR", help="source tree or installed package of before"
    )
    bumped.add_argument(
        "--new", type=Path, default=None, metavar="DIR", help="source tree or installed package of after"
    )
    bumped.add_argument("--dry-run", action="store_true", help="compare only, leave the lock as it is")
    bumped.set_defaults(function=_bump)


def _action(commands: Commands, name: str, text: str) -> argparse.ArgumentParser:
    parser = commands.add(name, text, "")
    parser.add_argument("--lock", type=Path, default=None, metavar="FILE", help=f"default: {LOCK}")
    parser.add_argument(
        "--line", default=None, metavar="LINE", help="a line of it (default: all to check, else the default line)"
    )
    parser.add_argument("--json", action="store_true", help="for scripts")
    return parser


def _path(arguments: argparse.Namespace) -> Path:
    return arguments.lock if arguments.lock is not None else find_root(Path.cwd()) / LOCK


def _line(arguments: argparse.Namespace) -> tuple[Path, str, Line]:
    path = _path(arguments)
    return (path, *line_of(load(path), arguments.line, path))


def _print(text: str, style: str | None = None) -> None:
    Console().print(escape(text), style=style, soft_wrap=True)


def _check(arguments: argparse.Namespace) -> int:
    path = _path(arguments)
    lock = load(path)
    chosen = list(lock.lines) if arguments.line is None else [line_of(lock, arguments.line, path)[0]]
    constraints = path.parent.parent / "constraints.txt"
    pinned = check.pinned_version(constraints, running.AITER) if constraints.is_file() else None
    problems = [problem for problem in check.check(lock, pinned) if problem.line in chosen]
    if arguments.reachable:
        problems += [problem for name in chosen for problem in check.reachable(name, lock.lines[name])]
    if arguments.json:
        sys.stdout.write(json.dumps([asdict(problem) for problem in problems]) + "\n")
    else:
        for name in chosen:
            line = lock.lines[name]
            mine = [problem for problem in problems if problem.line == name]
            state = "usable" if not mine else f"{len(mine)} to settle"
            _print(f"{name}: {line.summary}; {', '.join(line.targets)}; {state}", "green" if not mine else "yellow")
            for problem in mine:
                _print(
                    f"  {problem.weight}: {problem.field} {problem.sentence}",
                    "red" if problem.weight == check.ERROR else None,
                )
    return KINDS["lock"].exit_code if problems else 0


def _verify(arguments: argparse.Namespace) -> int:
    path, name, line = _line(arguments)
    not_compared = [field for field, _ in line.unresolved()]
    if arguments.image is None:
        found = running.installed()
        differences = verify.verify(line, found)
    else:
        client = engine.connect()
        found = running.restored(engine.probe(client, arguments.image, Path(running.__file__)))
        differences = verify.verify(line, found)
        base = engine.layers(client, line.base.digest or line.base.reference) if line.base.kind == "image" else None
        if base is not None:
            differences += verify.verify_base(line, engine.layers(client, arguments.image) or (), base)
        elif line.base.kind == "image":
            not_compared.append("base (this machine does not have it any more)")
    if arguments.json:
        document = {
            "line": name,
            "lock_digest": line.digest,
            "stub": found.stub,
            "differences": [asdict(difference) for difference in differences],
            "not_compared": not_compared,
        }
        sys.stdout.write(json.dumps(document) + "\n")
        return KINDS["lock"].exit_code if differences else 0
    if found.stub is not None:
        _print(f"STUB: {found.stub}", "red")
    for difference in differences:
        _print(f"{difference.what}: {difference.sentence}", "red")
    for field in not_compared:
        _print(f"not compared: {field}", "yellow")
    said = f"{len(differences)} differences" if differences else "what is declared is what runs"
    _print(f"line {name} of {path}: {said}", "red" if differences else "green")
    return KINDS["lock"].exit_code if differences else 0


def _resolve(arguments: argparse.Namespace) -> int:
    path, name, line = _line(arguments)
    fields = edit.resolve(name, line)
    edit.set_fields(path, name, fields)
    if arguments.json:
        sys.stdout.write(json.dumps(fields) + "\n")
        return 0
    for field, value in fields.items():
        _print(f"{name}.{field} = {value}")
    if not fields:
        _print(f"{name}: nothing that can be resolved is empty")
    return 0


def _record(arguments: argparse.Namespace) -> int:
    path, name, line = _line(arguments)
    try:
        record = json.loads(arguments.record.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise LockError(f"{arguments.record} is no record of an image: {error}") from None
    fields = edit.recorded(name, line, record)
    edit.set_fields(path, name, fields)
    if arguments.json:
        sys.stdout.write(json.dumps(fields) + "\n")
        return 0
    for field, value in fields.items():
        _print(f"{name}.{field} = {value}")
    return 0


def _bump(arguments: argparse.Namespace) -> int:
    path, name, line = _line(arguments)
    if (arguments.old is None) != (arguments.new is None):
        raise LockError("--old and --new belong together: the two source trees to compare")
    fields = edit.bumped(line, arguments.commit)
    found = None
    if arguments.old is not None:
        found = bump.compare(arguments.old, arguments.new, load_matrix(find_root(Path.cwd()) / MATRIX), line)
    if not arguments.dry_run:
        edit.set_fields(path, name, fields)
    if arguments.json:
        sys.stdout.write(json.dumps({"fields": fields, "found": asdict(found) if found else None}) + "\n")
        return 0
    _print(
        f"{name}.aiter: {line.aiter.commit or 'no commit'} -> {arguments.commit}"
        + (" (not written)" if arguments.dry_run else "")
    )
    if found is None:
        _print("nothing was compared: give --old and --new, the source trees of both commits", "yellow")
        return 0
    for kind, changes in (("code objects", found.code_objects), ("tuning tables", found.tuning)):
        _print(
            f"{kind}: {len(changes.changed)} changed, {len(changes.added)} added, {len(changes.removed)} removed, "
            f"{changes.unchanged} as they were"
        )
        for sign, paths in (("~", changes.changed), ("+", changes.added), ("-", changes.removed)):
            for entry in paths:
                _print(f"  {sign} {entry}")
    for sentence in found.functions:
        _print(f"function: {sentence}", "red")
    if not found.functions:
        _print("functions that are called: as they were")
    _print(f"cells to rerun: {len(found.cells)} ({found.because})")
    for cell in found.cells:
        _print(f"  rocm-ci run --id '{cell}'")
    return 0
