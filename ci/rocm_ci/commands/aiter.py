"""The commands `rocm-ci aiter ...`: what is installed of AITER, and what of it can be relied on."""

from __future__ import annotations

import argparse
from pathlib import Path

from rocm_ci.commands.parser import Commands
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.targets import TARGETS

EXAMPLES = """examples:
  rocm-ci aiter inventory --target gfx942
  rocm-ci aiter contract
  rocm-ci aiter survey --sample 500
"""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    commands.add_later("aiter", "Look at the installed AITER: its code objects, its functions.", EXAMPLES, _fill)


def _fill(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands: they import AITER's backend, and so PyTorch."""
    from rocm_ci.commands import aiter_inventory, aiter_survey

    subcommands = Commands(parser, dest="aiter_command")
    aiter_inventory.add(subcommands)
    aiter_survey.add(subcommands)


def add_hsa(parser: argparse.ArgumentParser) -> None:
    """Add the options that name a folder of code objects and a target."""
    parser.add_argument("--hsa", type=Path, help="folder with one folder a target (default: the installed wheel's)")
    parser.add_argument(
        "--target",
        choices=tuple(TARGETS),
        metavar="TARGET",
        help="one target, such as gfx942 (default: all that are there)",
    )


def hsa_of(arguments: argparse.Namespace) -> Path:
    """The folder that the options name; raises InvalidArgumentError where there is none."""
    from rocm_kernels.backends.aiter import package

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
