"""The command `rocm-ci explain`."""

from __future__ import annotations

from rocm_ci.commands.parser import Commands
from rocm_kernels import explanation

EXPLAIN_EXAMPLES = """examples:
  rocm-ci explain --heads 71 --kv-heads 1 --head-size 64 --dtype bf16
"""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    explain = commands.add(
        "explain", "Show which implementation a request gets and why not the others.", EXPLAIN_EXAMPLES
    )
    explanation.add_arguments(explain)
    explain.set_defaults(function=lambda arguments: explanation.run(arguments))
