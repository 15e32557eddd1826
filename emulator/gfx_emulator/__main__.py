"""Runs the command line: ``python -m gfx_emulator``."""

import sys

from gfx_emulator.cli import main

if __name__ == "__main__":
    sys.exit(main())
