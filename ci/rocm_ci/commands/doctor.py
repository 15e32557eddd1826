"""The command `rocm-ci doctor`."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from rich.console import Console
from rich.markup import escape

from rocm_ci import summary
from rocm_ci.commands.common import require_gpu
from rocm_ci.commands.parser import Commands
from rocm_ci.machine import this_machine


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    doctor = commands.add("doctor", "Say in one line what this machine has, or what is missing for an AMD GPU.", "")
    doctor.add_argument("--json", action="store_true", help="for scripts")
    doctor.set_defaults(function=_doctor)


def _doctor(arguments: argparse.Namespace) -> int:
    machine = this_machine()
    if arguments.json:
        sys.stdout.write(json.dumps(asdict(machine)) + "\n")
        return 0
    Console().print(escape(summary.machine_line(machine)), soft_wrap=True)
    require_gpu(machine)
    return 0
