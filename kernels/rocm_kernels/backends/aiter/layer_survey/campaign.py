"""The campaign: every question put to every code object; results outlive a kill.

A line of the results belongs to one launch of one code object, known by the hash of its file, and bears a fingerprint of the
sources that decide verdicts: what other sources found is not taken.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rocm_kernels.backends.aiter.layer_code_objects import LayerCodeObject
from rocm_kernels.backends.aiter.layer_survey import problem
from rocm_kernels.backends.aiter.layer_survey.question import LayerQuestion, questions
from rocm_kernels.backends.aiter.survey.verdict import REFUSED, RIGHT
from rocm_kernels.files import appending

RESULTS = "layers.jsonl"
_SOURCES = ("formats", "problem", "question", "truth")
_BESIDE = ("argument_layout", "expert_places", "layer_fields", "layer_launch", "weight_order")


@dataclass(frozen=True)
class LayerResult:
    """One launch: its question's key, the code object's hash, and the outcome (see ``survey.verdict.Outcome``)."""

    question: str
    sha256: str
    verdict: str
    bad: int
    elements: int
    worst: float


Results = dict[tuple[str, str], LayerResult]


@cache
def fingerprint() -> str:
    """A hash of the sources that decide a verdict; the emulator's own are not among them, its version is."""
    import gfx_emulator

    digest = hashlib.sha256()
    here = Path(__file__).parent
    files = [here / f"{name}.py" for name in _SOURCES] + [here.parent / f"{name}.py" for name in _BESIDE]
    files += sorted(Path(gfx_emulator.__file__).parent.glob("runtime/*.ll"))
    for path in files:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def load(folder: Path) -> Results:
    """Results of these sources; a line that a kill has cut is left out."""
    path = folder / RESULTS
    found: Results = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        try:
            data = json.loads(line)
        except json.JSONDecodeError:
            continue
        if data.pop("fingerprint", None) == fingerprint():
            result = LayerResult(**data)
            found[result.question, result.sha256] = result
    return found


def asked(entry: LayerCodeObject, base_verdict: str | None) -> list[LayerQuestion]:
    """The questions of a code object: the base alone where that is wrong, since all others depart from it."""
    every = [question for _, _, question in questions(entry)]
    return every[:1] if base_verdict not in (None, RIGHT) else every


def run(
    entries: Iterable[LayerCodeObject], folder: Path, progress: Callable[[str, int, int], None] = lambda *said: None
) -> Results:
    """Put every question that has no result yet, in this process, and append each result as it comes.

    Args:
        entries: the code objects.
        folder: of results.
        progress: called with a code object's name, the launches made of it, and how many there are.
    """
    known = load(folder)
    with appending(folder / RESULTS) as file:
        for entry in entries:
            base = None
            every = asked(entry, None)
            for number, question in enumerate(every, 1):
                key = (question.key, entry.sha256)
                if key not in known:
                    known[key] = _ask(entry, question)
                    line = json.dumps({**vars(known[key]), "fingerprint": fingerprint()})
                    file.write(line.encode() + b"\n")
                    file.flush()
                progress(entry.name, number, len(every))
                if number == 1:
                    base = known[key].verdict
                    if base not in (RIGHT, REFUSED):
                        break
    return known


def _ask(entry: LayerCodeObject, question: LayerQuestion) -> LayerResult:
    outcome = problem.judge(entry, question)
    worst = float(f"{outcome.worst:.4g}")
    return LayerResult(question.key, entry.sha256, outcome.verdict, outcome.bad, outcome.elements, worst)
