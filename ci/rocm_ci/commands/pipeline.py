"""The commands `rocm-ci pipeline` and `rocm-ci step`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from rocm_ci.commands.parser import Commands

PIPELINE_EXAMPLES = """examples:
  rocm-ci pipeline generate            rewrite ci/buildkite and the workflow of GitHub
  rocm-ci pipeline check               are they current, valid and meant? baselines and exemptions too
  rocm-ci pipeline check FILE.yml      any pipeline: Buildkite's schema, then what it lets through
  rocm-ci pipeline show nightly        its steps: queue, cells, minutes, what is refused and why
  rocm-ci pipeline run-local nightly   every step that this machine can stand for, as an agent would run it
  rocm-ci pipeline upload              on an agent: hand the pipeline of this build to Buildkite
"""
LOCAL_EXAMPLES = """examples:
  rocm-ci pipeline run-local                       all steps of a pull request that this machine can do, then the verdict
  rocm-ci pipeline run-local nightly --step lint   one step of another pipeline
  rocm-ci pipeline run-local --resume              go on after a kill; what passed on the same sources is not run again
  rocm-ci pipeline run-local --require-all         red where a step needs hardware that is not here

A step that needs other hardware is "not here", never passed. The exit code is that of the gravest kind of failure.
"""
STEP_EXAMPLES = """examples:
  rocm-ci step lint
  rocm-ci step cpu-full-1 --pipeline nightly
"""
DEFAULT = "pull_request"


def add(commands: Commands) -> None:
    """Add the commands to the parser."""
    parser = commands.add("pipeline", "Build, check and run the pipeline of Buildkite.", PIPELINE_EXAMPLES)
    parts = Commands(parser, dest="part")
    parts.add("generate", "Rewrite every generated file.", "").set_defaults(function=_later("generate"))
    check = parts.add("check", "Check generated files, or one pipeline.", "")
    check.add_argument("file", nargs="?", type=Path, default=None)
    check.add_argument("--base", default=None, metavar="COMMIT", help="baselines must only have grown since then")
    check.set_defaults(function=_later("check"))
    for name, text, function in (
        ("show", "Show the steps of a pipeline.", "show"),
        ("verdict", "Merge what the steps left and judge all of it.", "verdict"),
    ):
        part = parts.add(name, text, "")
        part.add_argument("pipeline", nargs="?", default=DEFAULT)
        if name == "verdict":
            part.add_argument(
                "--without",
                action="append",
                default=[],
                metavar="KEY",
                help="a step that cannot run here; may be repeated",
            )
        part.set_defaults(function=_later(function))
    here = parts.add("run-local", "Walk the pipeline on this machine.", LOCAL_EXAMPLES)
    here.add_argument("pipeline", nargs="?", default=DEFAULT)
    here.add_argument("--step", action="append", default=[], metavar="KEY", help="only these; may be repeated")
    here.add_argument("--resume", action="store_true", help="go on with a walk that was cut off, on the same sources")
    here.add_argument("--require-all", action="store_true", help="red where a step or a queue is not here")
    here.add_argument("--json", action="store_true", help="print what became of each step and nothing else")
    here.set_defaults(function=_later("run_local"))
    parts.add("upload", "Hand this build's pipeline to the agent.", "").set_defaults(function=_later("upload"))
    step = commands.add("step", "Run one step of the pipeline, as an agent does.", STEP_EXAMPLES)
    step.add_argument("key")
    step.add_argument("--pipeline", default=DEFAULT)
    step.set_defaults(function=_later("step"))


def _later(name: str) -> Callable[[argparse.Namespace], int]:
    """The function of that name, imported when it is called: what builds pipelines is slow to import, and an extra."""

    def function(arguments: argparse.Namespace) -> int:
        from rocm_ci.pipeline import running

        code: int = getattr(running, name)(arguments)
        return code

    return function
