"""The command `rocm-ci explain`."""

from __future__ import annotations

import argparse

from rocm_ci.commands.parser import Commands

EXPLAIN_EXAMPLES = """examples:
  rocm-ci explain --heads 71 --kv-heads 1 --head-size 64 --dtype bf16
"""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    text = "Show which implementation a request gets and why not the others."
    commands.add_later("explain", text, EXPLAIN_EXAMPLES, _fill)


def _fill(parser: argparse.ArgumentParser) -> None:
    from rocm_kernels import explanation

    explanation.add_arguments(parser)
    parser.set_defaults(function=explanation.run)
