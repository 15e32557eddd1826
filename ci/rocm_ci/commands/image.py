"""The command `rocm-ci image`: build the image of a line of the lock, run the matrix or a shell in it, look into it."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from rocm_ci.commands.common import find_root
from rocm_ci.commands.parser import Commands
from rocm_ci.container import build, contents, engine, gpu, running
from rocm_ci.container.engine import ContainerError
from rocm_ci.lock.load import LOCK, line_of, load
from rocm_kernels.files import write_atomically

EXAMPLES = """examples:
  rocm-ci image build --line cpu                 what `make image-cpu` does
  rocm-ci image run --line cpu -- run --size quick    the matrix in it; results in reports/
  rocm-ci image run --line cpu -- lock verify --line cpu
  rocm-ci image shell                            a shell in exactly that image
  rocm-ci image scan rocm-attention-ci:cpu       is anything in a layer that must not be there?
  rocm-ci image compare A B                      what differs between two builds
  rocm-ci image record rocm-attention-ci:stable  what was found inside, for `rocm-ci lock record`

Without --line, run and shell take the image of the lock's default line where there is an AMD GPU, else that of line cpu.
"""
AMD_LINE, CPU_LINE = None, "cpu"


def add(commands: Commands) -> None:
    """Add the command and its subcommands to the parser."""
    image = commands.add("image", "Build images from the lock and run the matrix in them.", EXAMPLES)
    subcommands = Commands(image, metavar="ACTION", dest="action")

    built = subcommands.add("build", "Build the image of a line.", "")
    _of_a_line(built)
    built.add_argument("--base", default=None, metavar="IMAGE", help="build on this image instead of the lock's")
    built.add_argument(
        "--context", action="append", default=[], metavar="NAME=DIR", help="a named build context, such as aiter_src"
    )
    built.add_argument("--build-arg", action="append", default=[], metavar="NAME=VALUE", help="a build argument")
    built.add_argument("--torch-index", default=None, metavar="ADDRESS", help="take torch from this index")
    built.add_argument(
        "--ca", type=Path, default=None, metavar="FILE", help="certificates for pip inside (default: this machine's)"
    )
    built.add_argument("--extras", default=None, metavar="NAMES", help="extras of pyproject.toml that are installed")
    built.add_argument(
        "--only-base", action="store_true", help="stop at docker/Dockerfile.rocm_base; its tag ends in -base"
    )
    built.add_argument("--tag", default=None, help=f"default: {build.tag_of('LINE')}")
    built.add_argument("--no-cache", action="store_true", help="use no layer of an earlier build")
    built.add_argument(
        "--unresolved", action="store_true", help="build a line whose digest or commits are not known yet"
    )
    built.add_argument("--json", action="store_true", help="print what was built, for scripts")
    built.set_defaults(function=_build)

    for name, text in (("run", "Run rocm-ci in a container."), ("shell", "Open a shell in a container.")):
        parser = subcommands.add(name, text, "")
        _of_a_line(parser)
        parser.add_argument("--image", default=None, help="run in this image, whatever the lock says")
        parser.add_argument(
            "--reports", type=Path, default=None, metavar="DIR", help="where results go (default: reports)"
        )
        parser.add_argument("--network", default="none", metavar="NAME", help="docker's network (default: none)")
        parser.add_argument(
            "--kfd", default=None, metavar="NODE", help="hand in this node as /dev/kfd, for tests of that branch"
        )
        if name == "run":
            parser.add_argument(
                "--or-host", action="store_true", help="where an engine, an image or a GPU is missing, run on this host"
            )
            parser.add_argument("words", nargs="+", metavar="WORD", help="of rocm-ci; put -- before them")
        parser.set_defaults(function=_run if name == "run" else _shell)

    scanned = subcommands.add("scan", "Search the layers of an image for secrets, caches and the like.", "")
    scanned.add_argument("image")
    scanned.add_argument(
        "--secret", type=Path, default=None, metavar="FILE", help="certificates whose content must be in no layer"
    )
    scanned.add_argument("--json", action="store_true", help="for scripts")
    scanned.set_defaults(function=_scan)

    compared = subcommands.add("compare", "Compare all files, and the versions of all packages, of two images.", "")
    compared.add_argument("one")
    compared.add_argument("other")
    compared.add_argument("--json", action="store_true", help="for scripts")
    compared.set_defaults(function=_compare)

    recorded = subcommands.add("record", "Print what was found in an image when it was built.", "")
    recorded.add_argument("image")
    recorded.add_argument("--output", type=Path, default=None, metavar="FILE", help="write it there")
    recorded.set_defaults(function=_record)


def _of_a_line(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lock", type=Path, default=None, metavar="FILE", help=f"default: {LOCK}")
    parser.add_argument("--line", default=None, metavar="LINE", help="a line of the lock")


def _tell(text: str) -> None:
    Console(stderr=True).print(escape(text), soft_wrap=True, highlight=False)


def _pairs(entries: list[str], option: str) -> dict[str, str]:
    found = {}
    for entry in entries:
        name, equals, value = entry.partition("=")
        if not equals or not name:
            raise ContainerError(f"{option} {entry!r}: NAME=VALUE is expected")
        found[name] = value
    return found


def _build(arguments: argparse.Namespace) -> int:
    root = find_root(Path.cwd())
    path = arguments.lock or root / LOCK
    name, line = line_of(load(path), arguments.line, path)
    contexts = {
        context: str(Path(folder).resolve()) for context, folder in _pairs(arguments.context, "--context").items()
    }
    options = build.Options(
        base=arguments.base,
        contexts=contexts,
        index=arguments.torch_index,
        certificates=arguments.ca or build.default_certificates(os.environ),
        cached=not arguments.no_cache,
        unresolved=arguments.unresolved,
        arguments=_pairs(arguments.build_arg, "--build-arg"),
        extras=arguments.extras,
        only_base=arguments.only_base,
        tag=arguments.tag,
    )
    _tell(f"building line {name}: {line.summary}")
    built = build.build(root, name, line, options, _tell)
    if arguments.json:
        sys.stdout.write(json.dumps({**vars(built), "over": list(built.over)}) + "\n")
    stub = f"; STUB: {built.record['stub']}" if built.record["stub"] else ""
    _tell(f"{built.reference}: {built.bytes / 1e9:.2f} GB, {sum(built.seconds.values()):.0f} s{stub}")
    for sentence in built.over:
        _tell(f"over budget: {sentence}")
    return 1 if any("GB" in sentence for sentence in built.over) else 0


def _request(arguments: argparse.Namespace, client: Any, command: tuple[str, ...]) -> running.Request:
    root = find_root(Path.cwd())
    nodes = gpu.nodes(extra_kfd=arguments.kfd)
    path = arguments.lock or root / LOCK
    lock = load(path)
    if arguments.image is None:
        wanted = arguments.line or (CPU_LINE if nodes.reason else None)
        name, line = line_of(lock, wanted, path)
        why_not = build.not_current(client, root, name, line)
        if why_not:
            raise ContainerError(why_not)
        image = build.tag_of(name)
    else:
        image = arguments.image
    if nodes.reason:
        _tell(f"no AMD GPU is handed in: {nodes.reason}")
    found = engine.labels(client, image) or {}
    stub = found.get(f"{engine.LABEL}.stub")
    _tell(f"image {image}" + (f", a STUB: {stub}" if stub else ""))
    reports = (arguments.reports or root / "reports").resolve()
    return running.Request(image, command, root, reports, nodes, arguments.network)


def _on_host(arguments: argparse.Namespace) -> str | None:
    """Why the words should run on this host instead; None where a container with a GPU can be had."""
    if reason := gpu.nodes(extra_kfd=arguments.kfd).reason:
        return reason
    root = find_root(Path.cwd())
    path = arguments.lock or root / LOCK
    name, line = line_of(load(path), arguments.line, path)
    try:
        return build.not_current(engine.connect(), root, name, line)
    except ContainerError as error:
        return str(error)


def _run(arguments: argparse.Namespace) -> int:
    words = list(arguments.words)
    if arguments.or_host and (reason := _on_host(arguments)) is not None:
        from rocm_ci.cli import main  # which imports this module

        _tell(f"on this host, not in a container: {reason}")
        return main(words)
    client = engine.connect()
    if words[0] == "run":
        words += ["--reports", running.REPORTS]
    request = _request(arguments, client, ("rocm-ci", *words))

    def tell(piece: bytes) -> None:
        sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()

    code = running.run(client, request, tell)
    if words[0] == "run":
        _tell(f"results: {request.reports} is {running.REPORTS} in the container")
    return code


def _shell(arguments: argparse.Namespace) -> int:
    request = _request(arguments, engine.connect(), ("bash",))
    words = running.shell_command(request, os.environ, running.user_of(request.reports))
    if not sys.stdin.isatty():
        raise ContainerError("a shell needs a terminal; `rocm-ci image run -- WORD...` does not")
    os.execvp(words[0], words)  # noqa: S606  # an argument list, no shell


def _scan(arguments: argparse.Namespace) -> int:
    needles = {}
    secret = arguments.secret or build.default_certificates(os.environ)
    if secret is not None:
        own = contents.own_certificates(secret, contents.public_certificates())
        _tell(f"{len(own)} certificates of {secret} are this machine's own; none may be in a layer")
        needles["a certificate of the machine that built it"] = own
    found = contents.search(engine.connect(), arguments.image, needles)
    if arguments.json:
        sys.stdout.write(json.dumps([vars(finding) for finding in found]) + "\n")
        return 1 if found else 0
    for finding in found[:50]:
        _tell(f"layer {finding.layer}: {finding.path}: {finding.why}")
    _tell(f"{arguments.image}: {len(found)} findings")
    return 1 if found else 0


def _compare(arguments: argparse.Namespace) -> int:
    client = engine.connect()
    one, other = contents.manifest(client, arguments.one), contents.manifest(client, arguments.other)
    found = contents.differences(one, other)
    versions = contents.differences(
        *(engine.record(client, reference)["packages"] for reference in (arguments.one, arguments.other))
    )
    if arguments.json:
        document = {"paths": [len(one), len(other)], "files": found, "versions": versions}
        sys.stdout.write(json.dumps(document) + "\n")
        return 1 if found or versions else 0
    for line in (*versions, *found):
        sys.stdout.write(line + "\n")
    _tell(f"{len(one)} and {len(other)} paths, {len(found)} differ; {len(versions)} versions of packages differ")
    return 1 if found or versions else 0


def _record(arguments: argparse.Namespace) -> int:
    text = json.dumps(engine.record(engine.connect(), arguments.image), indent=1) + "\n"
    if arguments.output is not None:
        write_atomically(arguments.output, text)
    else:
        sys.stdout.write(text)
    return 0
