"""Plants every fault, one at a time, and writes the table of what caught it.

    PYTHONPATH=.:emulator python -m tests.emulator.faults.run [--output docs/emulator_faults.md] [--only WORD]

The exit code is 1 where a fault went unnoticed or could not be planted.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import sys
import time

from tests.emulator.instructions.suite import FAMILIES

from .inject import Fault, NotPlanted, caught
from .table import FAULTS


def test_of(fault: Fault) -> str:
    """Identifier of the test that must turn red."""
    family = next(name for name, mnemonics in FAMILIES.items() if fault.mnemonic in mnemonics)
    return f"test_{family}.py::test_{family}_instruction[{fault.mnemonic}]"


def row(fault: Fault, found: str) -> str:
    """One line of the table."""
    shown = found.split(" [")[0].replace("|", "\\|").replace("\n", " ") if found else "**not noticed**"
    return f"| {fault.name} | `{fault.handler}` | `{test_of(fault)}` | {shown} |"


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=pathlib.Path, help="Markdown file to write")
    parser.add_argument("--only", default="", help="faults whose name or handler holds this word")
    options = parser.parse_args()
    chosen = [fault for fault in FAULTS if options.only in fault.name or options.only in fault.handler]
    rows, missed = [], []
    for number, fault in enumerate(chosen, 1):
        started = time.perf_counter()
        try:
            found = caught(fault)
        except NotPlanted as error:
            found = ""
            print(f"not planted: {error}", file=sys.stderr)
        rows.append(row(fault, found))
        missed += [] if found else [fault.name]
        print(
            f"{number}/{len(chosen)} {time.perf_counter() - started:.1f} s {fault.name}: {found[:150] or 'NOT NOTICED'}"
        )
    lines = [
        "# Faults planted in the emulator's handlers",
        "",
        "Each fault is made in the LLVM IR of one handler (or of a function of the runtime, with @) just before it is",
        "compiled, one at a time; the test named beside it then fails, with the difference shown. The faults stand in",
        "`tests/emulator/faults/table.py`, and `tests/emulator/faults/test_faults.py` plants all of them again.",
        "`python -m tests.emulator.faults.run --output docs/emulator_faults.md` writes this file.",
        "",
        f"{len(chosen) - len(missed)} of {len(chosen)} faults noticed.",
        "",
        "| fault | handler | test | first difference |",
        "| --- | --- | --- | --- |",
        *rows,
        "",
    ]
    if options.output:
        partial = options.output.with_suffix(f".{os.getpid()}")
        partial.write_text("\n".join(lines))
        partial.replace(options.output)
    print(f"{len(chosen) - len(missed)} of {len(chosen)} faults noticed")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
