"""What an interrupted command says of itself: how that very command goes on, and nothing where it cannot."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator

import pytest

from rocm_ci import cli
from rocm_ci.verdicts import INTERRUPTED


def leaves(parser: argparse.ArgumentParser, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command and subcommand, with a value for each argument that it must be given."""
    below = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    for action in below:
        for name, child in action.choices.items():
            yield from leaves(child, (*words, name))
    if not below:
        needed = [a for a in parser._actions if a.required or (not a.option_strings and a.nargs in (None, "+"))]
        options = [word for a in needed if a.option_strings for word in (a.option_strings[0], _value(a))]
        yield (*words, *options, *(_value(a) for a in needed if not a.option_strings))


def _value(action: argparse.Action) -> str:
    return str(next(iter(action.choices), "x")) if action.choices else "x y"


def parser_of(words: tuple[str, ...]) -> argparse.ArgumentParser:
    """The parser of the command that ``words`` lead to."""
    parser = cli._parser()
    for word in words:
        below = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
        if not below:
            break
        parser = below[0].choices[word]
    return parser


COMMANDS = list(leaves(cli._parser()))


def test_all_commands_are_looked_at() -> None:
    assert len(COMMANDS) >= 20
    assert {("run",), ("pipeline", "run-local"), ("aiter", "survey")} <= set(COMMANDS)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_an_interrupted_command_names_itself_or_nothing(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(arguments: argparse.Namespace) -> int:
        raise KeyboardInterrupt

    parse = argparse.ArgumentParser.parse_args

    def parsed(parser: argparse.ArgumentParser, given: list[str]) -> argparse.Namespace:
        found = parse(parser, given)
        found.function = interrupted
        return found

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parsed)
    resumable = any("--resume" in action.option_strings for action in parser_of(words)._actions)
    for given in (words, (*words, "--resume")) if resumable else (words,):
        assert cli.main(list(given)) == INTERRUPTED
        complaint = capsys.readouterr().err
        hint = f"; `{shlex.join(['rocm-ci', *words, '--resume'])}` goes on from here" if resumable else ""
        assert complaint == f"rocm-ci: interrupted{hint}\n"
