"""The command `rocm-ci aiter survey`: where AITER's own kernels are right, found by running them in the emulator."""

from __future__ import annotations

import argparse
import json
import sys
import time
from importlib import metadata
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from rocm_ci.commands.common import find_root, positive
from rocm_ci.commands.parser import Commands
from rocm_ci.verdicts import INTERRUPTED
from rocm_kernels.backends.aiter import code_objects, surveyed
from rocm_kernels.backends.aiter.survey import campaign, cases, sampling, support_files
from rocm_kernels.errors import InvalidArgumentError

TARGET = "gfx942"
EXAMPLES = """examples:
  rocm-ci aiter survey                                  # the installed wheel; goes on where it was stopped
  rocm-ci aiter survey --quick -n 2 --output build/found
  rocm-ci aiter survey --kernel 'pa_bf16_noquant*' --output build/found
  rocm-ci aiter survey --hsa path/to/hsa --label image-2026-11 --output build/found
  rocm-ci aiter survey --case kernels/rocm_kernels/backends/aiter/support/<version>/cases/<case>.toml
  rocm-ci aiter survey --sample 500 --seed 1
  rocm-ci aiter survey --triton

exit code: 0 done, or as the case or the committed truth says; 1 a case or a sampled point comes out otherwise; 2 bad input
"""


def add(subcommands: Commands) -> None:
    """Add the subcommand to the parser of `rocm-ci aiter`."""
    from rocm_ci.commands import aiter_layers
    from rocm_ci.commands.aiter import add_hsa

    survey = subcommands.add("survey", "Run AITER's decode kernels over the space of requests (emulated).", EXAMPLES)
    add_hsa(survey)
    survey.add_argument("--label", help="name of the AITER that is surveyed (default: version of the installed wheel)")
    survey.add_argument("--kernel", action="append", default=[], metavar="GLOB", help="files by name; may be repeated")
    survey.add_argument("-n", type=positive, default=2, dest="workers", help="worker processes (default: 2)")
    size = survey.add_mutually_exclusive_group()
    for name, text in (("quick", "lengths to 640 and fewer axes: a minute"), ("full", "every value of every axis")):
        size.add_argument(f"--{name}", action="store_const", const=name, dest="size", help=text)
    survey.add_argument(
        "--work",
        type=Path,
        default=Path("reports") / "aiter_survey",
        help="folder of results, to go on from after a kill",
    )
    survey.add_argument(
        "--output",
        type=Path,
        help="folder of versions to write (default: what the dispatcher reads; needed with --quick, --full)",
    )
    survey.add_argument("--triton", action="store_true", help="AITER's Triton decode kernels instead")
    survey.add_argument("--case", type=Path, metavar="FILE", help="run one case file again instead")
    survey.add_argument(
        "--sample", type=positive, metavar="N", help="run N points of the committed truth again instead"
    )
    survey.add_argument("--seed", type=int, default=1, help="which points --sample takes (default: 1)")
    survey.add_argument("--json", action="store_true", help="print JSON")
    survey.set_defaults(function=_survey, size="default")
    aiter_layers.add(subcommands)


def _survey(arguments: argparse.Namespace) -> int:
    from rocm_ci.commands.aiter import hsa_of

    if arguments.target not in (None, TARGET):
        raise InvalidArgumentError("--target", arguments.target, f"{TARGET}: the emulator executes nothing else")
    if arguments.case is not None and arguments.sample is not None:
        raise InvalidArgumentError("--sample", arguments.sample, "no --case beside it")
    if arguments.triton:
        return _triton(arguments)
    listing = code_objects.read(hsa_of(arguments), TARGET)
    if arguments.case is not None:
        return _case(arguments, listing)
    entries = _chosen(arguments, listing)
    label = label_of(arguments)
    if arguments.sample is not None:
        return _sample(arguments, entries, label)
    return _run(arguments, entries, label)


def _chosen(arguments: argparse.Namespace, listing: code_objects.Listing) -> list[code_objects.CodeObject]:
    """The code objects to survey, each content once."""
    by_hash: dict[str, code_objects.CodeObject] = {}
    for entry in listing.objects:
        path = Path(entry.name)
        if not arguments.kernel or any(path.match(glob) or path.stem == glob for glob in arguments.kernel):
            by_hash.setdefault(entry.sha256, entry)
    if not by_hash:
        there = f"one of {len(listing.objects)} files below {listing.folder}"
        raise InvalidArgumentError("--kernel", arguments.kernel, there)
    return list(by_hash.values())


def label_of(arguments: argparse.Namespace) -> str:
    """The version under which results are written: the one given, or that of the installed wheel."""
    if arguments.label:
        label: str = arguments.label
        if not label.replace(".", "").replace("-", "").replace("_", "").isalnum():
            raise InvalidArgumentError("--label", label, "letters, digits, dots, dashes and underscores")
        return label
    if arguments.hsa is not None:
        raise InvalidArgumentError("--label", None, "a name for the AITER in the folder that --hsa names")
    return metadata.version("amd-aiter")


def _run(arguments: argparse.Namespace, entries: list[code_objects.CodeObject], label: str) -> int:
    whole = arguments.size == "default" and not (arguments.kernel or arguments.hsa)
    if arguments.output is None and not whole:
        raise InvalidArgumentError("--output", None, "a folder, since this is no whole survey of the installed wheel")
    output = (arguments.output or surveyed.FOLDER) / label
    work = _work(arguments)
    console = Console(stderr=True)
    results = campaign.load(work)
    left = campaign.tasks(entries, {(result.question, result.sha256) for result in results}, arguments.size)
    started = time.monotonic()
    said = [0.0]

    def progress(done: int, of: int, seconds: float) -> None:
        now = time.monotonic()
        if now - said[0] >= 5 or done == of:
            said[0] = now
            console.print(f"{done} of {of} launches, about {seconds:.0f} s left", highlight=False)

    console.print(f"{len(entries)} code objects, {len(left)} launches to make", highlight=False)
    try:
        results += list(campaign.run(left, work, arguments.workers, progress))
    except KeyboardInterrupt:
        return _interrupted(console)
    seconds = time.monotonic() - started
    found = support_files.write(output, label, entries, results, arguments.size)
    if arguments.json:
        data = {"output": str(output), "seconds": round(seconds, 1), "cases": [case.name for case in found]}
        sys.stdout.write(json.dumps(data) + "\n")
        return 0
    table = Table(title=f"AITER {label}, {TARGET}, emulated: {len(entries)} code objects", title_justify="left")
    for column in ("case", "code objects", "what"):
        table.add_column(column, no_wrap=column == "case")
    for case in found:
        table.add_row(case.name, str(len(case.members)), escape(case.summary))
    Console().print(table)
    console.print(f"{seconds:.0f} s; written to {escape(str(output))}", highlight=False)
    return 0


def _work(arguments: argparse.Namespace) -> Path:
    """The folder of results, of the checkout where it is a relative one."""
    work: Path = arguments.work
    return work if work.is_absolute() else find_root(Path.cwd()) / work


def _interrupted(console: Console) -> int:
    console.print("interrupted; the same command goes on from here", highlight=False)
    return INTERRUPTED


def _triton(arguments: argparse.Namespace) -> int:
    from rocm_kernels.backends.aiter.survey import triton_survey

    if arguments.hsa is not None:
        raise InvalidArgumentError("--hsa", str(arguments.hsa), "none: Triton kernels are those of the installed wheel")
    console = Console(stderr=True)
    try:
        found = triton_survey.survey(
            _work(arguments), arguments.workers, lambda text: console.print(text, highlight=False)
        )
    except KeyboardInterrupt:
        return _interrupted(console)
    folder = (arguments.output or surveyed.FOLDER) / label_of(arguments)
    triton_survey.write(folder, found)
    console.print(f"written to {escape(str(folder))}", highlight=False)
    return 0


def _case(arguments: argparse.Namespace, listing: code_objects.Listing) -> int:
    case = cases.read(arguments.case)
    found = cases.reproduce(case, listing.by_hash())
    agree = all(outcome is None or outcome.verdict == member.verdict for member, outcome in found)
    if arguments.json:
        rows = [
            {"name": member.name, "recorded": member.verdict, "now": outcome.verdict if outcome else None}
            for member, outcome in found
        ]
        sys.stdout.write(json.dumps({"case": case.name, "reproduced": agree, "code_objects": rows}) + "\n")
        return 0 if agree else 1
    console = Console()
    console.print(f"{escape(case.name)}: {escape(case.summary)} (emulated {case.target})", highlight=False)
    table = Table()
    for column in ("code object", "recorded", "now", "wrong elements"):
        table.add_column(column)
    for member, outcome in found:
        now, bad = (outcome.verdict, f"{outcome.bad} of {outcome.elements}") if outcome else ("not there", "-")
        table.add_row(member.name, member.verdict, now, bad)
    console.print(table)
    for _, outcome in found:
        if outcome is not None and outcome.detail:
            console.print(escape(outcome.detail), highlight=False)
            break
    return 0 if agree else 1


def _sample(arguments: argparse.Namespace, entries: list[code_objects.CodeObject], label: str) -> int:
    folder = (arguments.output or surveyed.FOLDER) / label
    path = support_files.truth_path(folder, TARGET)
    if not path.is_file():
        raise InvalidArgumentError("--sample", arguments.sample, f"a committed survey, but there is no {path}")
    truth, _ = support_files.read_truth(path)
    try:
        chosen = sampling.sample(entries, truth, arguments.sample, arguments.seed)
    except ValueError as error:
        raise InvalidArgumentError("--sample", arguments.sample, str(error)) from error
    started = time.monotonic()
    found = sampling.differences(chosen, truth)
    seconds = time.monotonic() - started
    if arguments.json:
        data = {"points": len(chosen), "seconds": round(seconds, 1), "differences": [str(entry) for entry in found]}
        sys.stdout.write(json.dumps(data) + "\n")
    else:
        for entry in found:
            sys.stdout.write(f"{entry}\n")
        sys.stdout.write(f"{len(chosen)} points again in {seconds:.0f} s: {len(found)} differ\n")
    return 1 if found else 0
