"""The commands `rocm-ci aiter ...`: what is installed of AITER, and what of it can be relied on."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from rocm_ci.commands import aiter_survey
from rocm_ci.commands.parser import Commands
from rocm_kernels.backends.aiter import inventory, package
from rocm_kernels.errors import InvalidArgumentError

EXAMPLES = """examples:
  rocm-ci aiter inventory --target gfx942
  rocm-ci aiter contract
  rocm-ci aiter survey --sample 500
"""
INVENTORY_EXAMPLES = """examples:
  rocm-ci aiter inventory
  rocm-ci aiter inventory --target gfx942 --json
  rocm-ci aiter inventory --hsa path/to/hsa

exit code: 0 all whole, 1 something is missing, damaged or contradicts the host, 2 bad input
"""
CONTRACT_EXAMPLES = """examples:
  rocm-ci aiter contract
  rocm-ci aiter contract --json

exit code: 0 as pinned, 1 something drifted, 2 bad input
"""


def add(commands: Commands) -> None:
    """Add the command and its subcommands to the parser."""
    parser = commands.add("aiter", "Look at the installed AITER: its code objects, its functions.", EXAMPLES)
    subcommands = Commands(parser, dest="aiter_command")
    listing = subcommands.add("inventory", "List AITER's code objects and who reaches them.", INVENTORY_EXAMPLES)
    add_hsa(listing)
    listing.add_argument("--json", action="store_true", help="print JSON")
    listing.set_defaults(function=_inventory)
    contract = subcommands.add("contract", "Compare AITER's functions with what they are called as.", CONTRACT_EXAMPLES)
    contract.add_argument("--json", action="store_true", help="print JSON")
    contract.set_defaults(function=_contract)
    aiter_survey.add(subcommands)


def add_hsa(parser: argparse.ArgumentParser) -> None:
    """Add the options that name a folder of code objects and a target."""
    parser.add_argument("--hsa", type=Path, help="folder with one folder a target (default: the installed wheel's)")
    parser.add_argument("--target", help="one target, such as gfx942 (default: all that are there)")


def hsa_of(arguments: argparse.Namespace) -> Path:
    """The folder that the options name; raises InvalidArgumentError where there is none."""
    if arguments.hsa is not None:
        if not arguments.hsa.is_dir():
            raise InvalidArgumentError("--hsa", str(arguments.hsa), "a folder that is there")
        folder: Path = arguments.hsa
        return folder
    found = package.hsa_folder()
    if found is None:
        raise InvalidArgumentError(
            "--hsa", None, "a folder: amd-aiter is not installed (pip install --no-deps amd-aiter)"
        )
    return found


def _inventory(arguments: argparse.Namespace) -> int:
    hsa = hsa_of(arguments)
    targets = (arguments.target,) if arguments.target else inventory.targets_of(hsa)
    found = {target: inventory.read(hsa, target) for target in targets}
    problems = [problem for _, listing in found.values() for problem in listing.problems]
    if arguments.json:
        data = {
            target: {
                "kernels": [entry.to_dict() for entry in entries],
                "problems": [vars(problem) for problem in listing.problems],
            }
            for target, (entries, listing) in found.items()
        }
        sys.stdout.write(json.dumps({"hsa": str(hsa), "targets": data}, indent=2) + "\n")
        return 1 if problems else 0
    console = Console()
    for target, (entries, listing) in found.items():
        table = Table(title=f"{target}: {len(entries)} decode kernels", title_justify="left")
        for column in ("file", "query", "cache", "gqa", "mtp", "mask", "precision", "page", "host reaches it"):
            table.add_column(column, no_wrap=column == "file")
        for entry in entries:
            facts = entry.code_object
            reach = "yes" if entry.reachable else "no"
            if entry.ambiguous_with:
                reach = "not specified: one of " + str(1 + len(entry.ambiguous_with))
            cells = (facts.name, facts.query_dtype, facts.kv_dtype, facts.gqa, facts.mtp, facts.mask, facts.precision)
            table.add_row(*(str(cell) for cell in cells), str(facts.block_size), reach)
        console.print(table)
        for problem in listing.problems:
            console.print(escape(f"{target}: {problem.message} [{problem.code}]"), style="red")
    return 1 if problems else 0


def _contract(arguments: argparse.Namespace) -> int:
    raise InvalidArgumentError("contract", "not there yet", "another subcommand")
