"""The parser that every command adds itself to."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from typing import Any


class Commands:
    """The commands of one program, or the subcommands of one command."""

    def __init__(self, parser: argparse.ArgumentParser, metavar: str = "COMMAND", dest: str = "command") -> None:
        self._made: Any = parser.add_subparsers(dest=dest, required=True, metavar=metavar)

    def add(self, name: str, text: str, examples: str) -> argparse.ArgumentParser:
        """Add a command that says what it does and shows examples in its ``--help``."""
        parser: argparse.ArgumentParser = self._made.add_parser(
            name, help=text, description=text, epilog=examples, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        return parser


def hint_of(parsed: argparse.Namespace, words: Sequence[str]) -> str:
    """How an interrupted command goes on, as the end of a sentence: that same command with ``--resume``, if it has that."""
    if not hasattr(parsed, "resume"):
        return ""
    more = [] if parsed.resume else ["--resume"]
    return f"; `{shlex.join(['rocm-ci', *words, *more])}` goes on from here"
