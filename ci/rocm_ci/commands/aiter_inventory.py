"""The commands `rocm-ci aiter inventory` and `contract`: AITER's code objects and who reaches them, and its functions."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from rocm_ci.commands.aiter import add_hsa, hsa_of
from rocm_ci.commands.parser import Commands
from rocm_kernels.backends.aiter import contract, inventory, package
from rocm_kernels.backends.aiter.code_objects import Listing
from rocm_kernels.backends.aiter.inventory import Entry, OtherFile
from rocm_kernels.errors import InvalidArgumentError

INVENTORY_EXAMPLES = """examples:
  rocm-ci aiter inventory
  rocm-ci aiter inventory --target gfx942 --ops all --json
  rocm-ci aiter inventory --hsa path/to/hsa

exit code: 0 all whole, 1 something is missing, damaged or contradicts the host, 2 bad input
"""
CONTRACT_EXAMPLES = """examples:
  rocm-ci aiter contract
  rocm-ci aiter contract --package path/to/aiter --json

exit code: 0 as pinned, 1 something drifted or is missing, 2 bad input
"""


def add(subcommands: Commands) -> None:
    """Add the subcommands to the parser of `rocm-ci aiter`."""
    listing = subcommands.add("inventory", "List AITER's code objects and who reaches them.", INVENTORY_EXAMPLES)
    add_hsa(listing)
    listing.add_argument(
        "--ops",
        choices=("attention", "all"),
        default="attention",
        help="all: every other code object too (default attention)",
    )
    listing.add_argument("--json", action="store_true", help="print JSON")
    listing.set_defaults(function=_inventory)
    functions = subcommands.add(
        "contract", "Compare AITER's functions with what they are called as.", CONTRACT_EXAMPLES
    )
    functions.add_argument(
        "--package", type=Path, help="the folder aiter of another version (default: the installed one)"
    )
    functions.add_argument("--json", action="store_true", help="print JSON")
    functions.set_defaults(function=_contract)


def _inventory(arguments: argparse.Namespace) -> int:
    hsa = hsa_of(arguments)
    targets = (arguments.target,) if arguments.target else inventory.targets_of(hsa)
    code = 0
    data = {}
    for target in targets:
        entries, listing = inventory.read(hsa, target)
        others = list(_others(hsa, target, listing)) if arguments.ops == "all" else []
        if listing.problems or any(other.problem for other in others):
            code = 1
        if arguments.json:
            data[target] = {
                "kernels": [entry.to_dict() for entry in entries],
                "problems": [asdict(problem) for problem in listing.problems],
                "others": [asdict(other) for other in others],
            }
        else:
            _show(target, entries, listing, others)
    if arguments.json:
        found = {"hsa": str(hsa), "version": package.version(), "targets": data}
        sys.stdout.write(json.dumps(found, indent=2, default=str) + "\n")
    return code


def _others(hsa: Path, target: str, listing: Listing) -> Iterator[OtherFile]:
    """Every other file, with progress on a terminal."""
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(f"{target}: reading code objects", total=None)
        for entry in inventory.others(hsa, target, listing):
            progress.advance(task)
            yield entry


def _show(target: str, entries: tuple[Entry, ...], listing: Listing, others: list[OtherFile]) -> None:
    console = Console()
    unreached = sum(not entry.reaches for entry in entries)
    ambiguous = sum(entry.ambiguous for entry in entries)
    console.print(
        f"{target}: {len(entries)} kernels of paged attention, {unreached} that the host never chooses, {ambiguous} whose "
        f"choice is not specified",
        style="bold",
        soft_wrap=True,
    )
    for entry in entries:
        facts, takes = entry.code_object, entry.code_object.resources
        console.print(
            f"{facts.name}\n    {facts.query_dtype} over {facts.kv_dtype}, gqa {facts.gqa}, mtp {facts.mtp}, "
            f"mask {facts.mask}, precision {facts.precision}, pages of {facts.block_size}; "
            f"{takes.vgprs}+{takes.agprs} registers, {takes.lds_bytes // 1024} KiB LDS, "
            f"{facts.kernarg_bytes} bytes of arguments",
            highlight=False,
            soft_wrap=True,
        )
        for reach in entry.reaches:
            console.print(
                f"    chosen for {reach}",
                highlight=False,
                soft_wrap=True,
                style="yellow" if len(reach.among) > 1 else "",
            )
        if not entry.reaches:
            why = "in no table" if not facts.listed else "no request leads to its row"
            console.print(f"    never chosen: {why}", style="yellow", soft_wrap=True)
    for problem in listing.problems:
        console.print(escape(f"{target}: {problem.message} [{problem.code}]"), style="red", soft_wrap=True)
    for op in sorted({other.op for other in others}):
        files = [other for other in others if other.op == op]
        unnamed = sum(not other.named_by for other in files)
        console.print(
            f"{target}: {op}: {len(files)} files, {unnamed} that no table and no source names",
            highlight=False,
            soft_wrap=True,
        )
        for other in files:
            if other.problem:
                console.print(escape(f"    {other.name}: {other.problem}"), style="red", soft_wrap=True)


def _contract(arguments: argparse.Namespace) -> int:
    folder = arguments.package or package.package_folder()
    if folder is None or not folder.is_dir():
        expected = "the folder of AITER's Python files: it is not installed (pip install --no-deps amd-aiter)"
        raise InvalidArgumentError("--package", str(folder), expected)
    comparisons = contract.compare(folder)
    if arguments.json:
        data = {"package": str(folder), "functions": [entry.to_dict() for entry in comparisons]}
        sys.stdout.write(json.dumps(data, indent=2) + "\n")
    else:
        console = Console()
        for entry in comparisons:
            role = "called" if entry.called else "not called yet"
            console.print(f"{entry.name} ({role}): {entry.status} {entry.where}", highlight=False, soft_wrap=True)
            if entry.message:
                console.print(escape(f"    {entry.message}"), style="red", soft_wrap=True)
            for binding in entry.misbound:
                console.print(
                    f"    by position, argument {binding.place} meant for {binding.meant} would bind to {binding.bound}",
                    style="red",
                    highlight=False,
                    soft_wrap=True,
                )
            if entry.too_many:
                console.print(
                    "    by position, the last arguments would be too many",
                    style="red",
                    highlight=False,
                    soft_wrap=True,
                )
    return 0 if all(entry.status == "as pinned" for entry in comparisons) else 1
