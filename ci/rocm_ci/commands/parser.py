"""The parser that every command adds itself to."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Sequence
from typing import Any

Fill = Callable[[argparse.ArgumentParser], None]


class Commands:
    """The commands of one program, or the subcommands of one command.

    Args:
        parser: of the program or the command.
        metavar, dest: of argparse's subparsers.
        chosen: the one command that will be used; None: it may be any of them.
    """

    def __init__(
        self,
        parser: argparse.ArgumentParser,
        metavar: str = "COMMAND",
        dest: str = "command",
        chosen: str | None = None,
    ) -> None:
        self._chosen = chosen
        self._made: Any = parser.add_subparsers(dest=dest, required=True, metavar=metavar)

    def add(self, name: str, text: str, examples: str) -> argparse.ArgumentParser:
        """Add a command that says what it does and shows examples in its ``--help``."""
        parser: argparse.ArgumentParser = self._made.add_parser(
            name, help=text, description=text, epilog=examples, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        return parser

    def add_later(self, name: str, text: str, examples: str, fill: Fill) -> None:
        """Add a command whose options ``fill`` adds, which is called only where that command may be used.

        For options that need an import which takes seconds.
        """
        parser = self.add(name, text, examples)
        if self._chosen in (None, name):
            fill(parser)


def hint_of(parsed: argparse.Namespace, words: Sequence[str]) -> str:
    """How an interrupted command goes on, as the end of a sentence: that same command with ``--resume``, if it has that."""
    if not hasattr(parsed, "resume"):
        return ""
    more = [] if parsed.resume else ["--resume"]
    return f"; `{shlex.join(['rocm-ci', *words, *more])}` goes on from here"
