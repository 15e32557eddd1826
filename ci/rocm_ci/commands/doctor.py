"""The command `rocm-ci doctor`."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from rocm_ci import doctor
from rocm_ci.commands.common import find_root, require_gpu
from rocm_ci.commands.parser import Commands
from rocm_ci.machine import this_machine

STYLE = {doctor.GOOD: "green", doctor.MISSING: "yellow", doctor.WRONG: "bold red"}
EXAMPLES = """examples:
  rocm-ci doctor                            one screen
  rocm-ci doctor --json                     the same and the machine, for scripts
  ROCM_CI_REQUIRE_GPU=1 rocm-ci doctor      exit code 23 without an AMD GPU

exit codes: 0 nothing is wrong (something may be missing), 1 something is there and cannot be used, 23 see above
"""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add("doctor", "Say what this machine has, and what each missing thing costs.", EXAMPLES)
    parser.add_argument("--json", action="store_true", help="for scripts")
    parser.set_defaults(function=_doctor)


def _doctor(arguments: argparse.Namespace) -> int:
    machine = this_machine()
    findings = doctor.look(machine, find_root(Path.cwd()))
    code = 0 if doctor.healthy(findings) else 1
    if arguments.json:
        document = {**asdict(machine), "findings": [asdict(finding) for finding in findings], "exit_code": code}
        sys.stdout.write(json.dumps(document) + "\n")
    else:
        table = Table(box=None, pad_edge=False, show_header=False)
        for finding in findings:
            said = escape(finding.fact) + (f" [dim]-> {escape(finding.costs)}[/]" if finding.costs else "")
            table.add_row(finding.name, f"[{STYLE[finding.state]}]{finding.state}[/]", said)
        Console(width=None if sys.stdout.isatty() else 140).print(table)
    require_gpu(machine)
    return code
