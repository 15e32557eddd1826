"""The program `rocm-ci`; its commands are in rocm_ci.commands."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from rocm_ci.commands import COMMANDS
from rocm_ci.commands.parser import Commands, hint_of
from rocm_ci.errors import RocmCiError
from rocm_ci.verdicts import INTERRUPTED, KINDS
from rocm_kernels.errors import RocmKernelsError


def _parser(chosen: str | None = None) -> argparse.ArgumentParser:
    """The parser of all commands; with ``chosen``, of the others there may be no more than name and help."""
    parser = argparse.ArgumentParser(
        prog="rocm-ci", description="Know which attention kernel ran, that it was right, and how fast it was."
    )
    commands = Commands(parser, chosen=chosen)
    for command in COMMANDS:
        command.add(commands)
    return parser


@contextmanager
def _ended_gently() -> Iterator[None]:
    """Take TERM and a closed terminal as Ctrl-C: the test processes are ended too, none is left behind with the GPU."""
    before = {}
    if threading.current_thread() is threading.main_thread():
        before = {number: signal.signal(number, _interrupt) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; gives its exit code. Errors of the user are one line on standard error."""
    words = sys.argv[1:] if arguments is None else arguments
    parsed = _parser(next((word for word in words if not word.startswith("-")), "")).parse_args(words)
    try:
        with _ended_gently():
            code: int = parsed.function(parsed)
    except RocmCiError as error:
        sys.stderr.write(f"rocm-ci: {error}\n")
        return KINDS[error.kind].exit_code
    except RocmKernelsError as error:
        sys.stderr.write(f"rocm-ci: {error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write(f"rocm-ci: interrupted{hint_of(parsed, words)}\n")
        return INTERRUPTED
    return code


if __name__ == "__main__":
    raise SystemExit(main())
