"""The command `rocm-ci aiter survey-layers`: where AITER's products and experts are right, found in the emulator."""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from rocm_ci.commands.aiter_survey import TARGET, label_of
from rocm_ci.commands.common import find_root, positive
from rocm_ci.commands.parser import Commands
from rocm_ci.verdicts import INTERRUPTED
from rocm_kernels.backends.aiter import layer_code_objects, surveyed
from rocm_kernels.backends.aiter.layer_code_objects import BY_NAME, LayerCodeObject
from rocm_kernels.backends.aiter.layer_survey import campaign, cases, problem, support_files
from rocm_kernels.backends.aiter.layer_survey.question import LayerQuestion, questions
from rocm_kernels.errors import InvalidArgumentError

OPS = tuple(dict.fromkeys(family.op for family in BY_NAME.values()))
EXAMPLES = """examples:
  rocm-ci aiter survey-layers                           # the installed wheel; goes on where it was stopped
  rocm-ci aiter survey-layers --op linear --output build/found
  rocm-ci aiter survey-layers --hsa path/to/hsa --label image-2026-11 --output build/found
  rocm-ci aiter survey-layers --case kernels/rocm_kernels/backends/aiter/support/<version>/cases_layers/<case>.toml
  rocm-ci aiter survey-layers --sample 100 --seed 1

exit code: 0 done, or as the case or the committed truth says; 1 a case or a sampled launch comes out otherwise; 2 bad input
"""


def add(subcommands: Commands) -> None:
    """Add the subcommand to the parser of `rocm-ci aiter`."""
    from rocm_ci.commands.aiter import add_hsa

    survey = subcommands.add(
        "survey-layers", "Run AITER's products and experts over their shapes (emulated).", EXAMPLES
    )
    add_hsa(survey)
    survey.add_argument("--label", help="name of the AITER that is surveyed (default: version of the installed wheel)")
    survey.add_argument(
        "--op", action="append", choices=OPS, default=[], help="kernels of this op only; may be repeated"
    )
    survey.add_argument("--work", type=Path, default=Path("reports") / "aiter_layers", help="folder of results")
    survey.add_argument("--output", type=Path, help="folder of versions to write (default: what the dispatcher reads)")
    survey.add_argument("--case", type=Path, metavar="FILE", help="run one case file again instead")
    survey.add_argument(
        "--sample", type=positive, metavar="N", help="make N launches of the committed truth again instead"
    )
    survey.add_argument("--seed", type=int, default=1, help="which launches --sample takes (default: 1)")
    survey.add_argument("--json", action="store_true", help="print JSON")
    survey.set_defaults(function=_survey)


def _survey(arguments: argparse.Namespace) -> int:
    from rocm_ci.commands.aiter import hsa_of

    if arguments.target not in (None, TARGET):
        raise InvalidArgumentError("--target", arguments.target, f"{TARGET}: the emulator executes nothing else")
    listing = layer_code_objects.read(hsa_of(arguments), TARGET)
    wanted = arguments.op or OPS
    entries = [entry for entry in listing.objects if BY_NAME[entry.family].op in wanted]
    if not entries:
        raise InvalidArgumentError("--op", arguments.op, f"an op with code objects below {listing.folder}")
    if arguments.case is not None:
        return _case(arguments, entries)
    if arguments.sample is not None:
        return _sample(arguments, entries)
    if arguments.output is None and (arguments.op or arguments.hsa):
        raise InvalidArgumentError("--output", None, "a folder, since this is no whole survey of the installed wheel")
    return _run(arguments, entries)


def _run(arguments: argparse.Namespace, entries: list[LayerCodeObject]) -> int:
    label = label_of(arguments)
    output = (arguments.output or surveyed.FOLDER) / label
    work = arguments.work if arguments.work.is_absolute() else find_root(Path.cwd()) / arguments.work
    console = Console(stderr=True)
    started, said = time.monotonic(), [0.0]

    def progress(name: str, done: int, of: int) -> None:
        now = time.monotonic()
        if now - said[0] >= 5 or done == of:
            said[0] = now
            console.print(f"{escape(name)}: {done} of {of} launches", highlight=False)

    try:
        results = campaign.run(entries, work, progress)
    except KeyboardInterrupt:
        console.print("interrupted; the same command goes on from here", highlight=False)
        return INTERRUPTED
    found = support_files.write(output, label, entries, results)
    seconds = time.monotonic() - started
    if arguments.json:
        sys.stdout.write(json.dumps({"output": str(output), "seconds": round(seconds, 1), "cases": found}) + "\n")
        return 0
    for name in found:
        sys.stdout.write(f"{name}\n")
    console.print(f"{seconds:.0f} s; {len(found)} cases written to {escape(str(output))}", highlight=False)
    return 0


def _case(arguments: argparse.Namespace, entries: list[LayerCodeObject]) -> int:
    case = cases.read(arguments.case)
    rows = cases.reproduce(case, {entry.sha256: entry for entry in entries})
    agree = all(now in (None, recorded) for _, recorded, now in rows)
    if arguments.json:
        said = [{"name": name, "recorded": recorded, "now": now} for name, recorded, now in rows]
        sys.stdout.write(json.dumps({"case": case["case"], "reproduced": agree, "code_objects": said}) + "\n")
    else:
        sys.stdout.write(f"{case['case']}: {case['summary']} (emulated {case['target']})\n")
        for name, recorded, now in rows:
            sys.stdout.write(f"  {name}: recorded {recorded}, now {now or 'not there'}\n")
    return 0 if agree else 1


def _sample(arguments: argparse.Namespace, entries: list[LayerCodeObject]) -> int:
    path = (arguments.output or surveyed.FOLDER) / label_of(arguments) / f"{TARGET}.layers.truth.json"
    if not path.is_file():
        raise InvalidArgumentError("--sample", arguments.sample, f"a committed survey, but there is no {path}")
    truth, _ = support_files.read_truth(path)
    every: list[tuple[LayerCodeObject, LayerQuestion, str]] = [
        (entry, question, truth[entry.sha256][question.key])
        for entry in entries
        for _, _, question in questions(entry)
        if question.key in truth.get(entry.sha256, {})
    ]
    if len(every) < arguments.sample:
        raise InvalidArgumentError(
            "--sample", arguments.sample, f"at most {len(every)}, the launches of the committed truth"
        )
    chosen = random.Random(arguments.seed).sample(every, arguments.sample)  # noqa: S311 - no secret
    differences = []
    for entry, question, verdict in chosen:
        now = problem.judge(entry, question).verdict
        if now != verdict:
            differences.append(f"{entry.name} {question.axis} {question.value}: committed {verdict}, now {now}")
    if arguments.json:
        sys.stdout.write(json.dumps({"launches": len(chosen), "differences": differences}) + "\n")
    else:
        sys.stdout.write("".join(f"{line}\n" for line in differences))
        sys.stdout.write(f"{len(chosen)} launches again: {len(differences)} differ\n")
    return 1 if differences else 0
