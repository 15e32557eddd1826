"""What came out of a launch, sequence by sequence: right, or wrong and how."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rocm_kernels.backends.aiter.code_objects import CodeObject
from rocm_kernels.backends.aiter.survey import launch
from rocm_kernels.backends.aiter.survey.problem import UNWRITTEN, Problem
from rocm_kernels.backends.aiter.survey.references import Truth

RIGHT = "right"
# From the gravest on; a sequence gets the first that applies.
WRONG = ("out_of_bounds", "endless", "wrote_outside", "unwritten", "nan", "wrong_numbers")
REFUSED = "refused"


@dataclass(frozen=True)
class Outcome:
    """One sequence of one launch.

    Attributes:
        verdict: ``right`` or one of WRONG.
        bad: elements that are unwritten, not finite or outside of the bound.
        elements: elements that the sequence has.
        worst: the largest error over its bound among finite elements.
        detail: the emulator's words for a fault.
    """

    verdict: str
    bad: int = 0
    elements: int = 0
    worst: float = 0.0
    detail: str = ""


def judge(code_object: CodeObject, problem: Problem, truth: Truth) -> list[Outcome]:
    """Launch and judge every sequence; where the launch ends in a fault each sequence is launched alone."""
    ended = launch.run(code_object, problem)
    guards = problem.guards_touched()
    if not ended.fault and not guards:
        return read_output(problem, truth)
    question = problem.question
    if len(question.lengths) == 1:
        if ended.fault:
            return [Outcome(ended.fault, detail=ended.message)]
        return [Outcome("wrote_outside", bad=guards, detail=f"{guards} elements beside the output were written")]
    found = []
    step = question.request.query_length
    for place in range(len(question.lengths)):
        found += judge(code_object, problem.part(place, 1), truth.part(place * step, step))
    return found


def read_output(problem: Problem, truth: Truth) -> list[Outcome]:
    """Judge what lies in the output, sequence by sequence."""
    bits = problem.output_bits()
    kind = problem.question.request.dtype
    numbers = decoded(bits, kind)
    marked = bits == UNWRITTEN[kind]
    with np.errstate(invalid="ignore", over="ignore"):
        ratio = np.abs(numbers - truth.reference) / np.where(truth.bound > 0, truth.bound, 1e-300)
    ratio = np.where(truth.reference == numbers, 0, ratio)
    infinite = ~np.isfinite(numbers)
    found = []
    step = problem.question.request.query_length
    for place in range(len(problem.question.lengths)):
        rows = slice(place * step, (place + 1) * step)
        found.append(_outcome(marked[rows], infinite[rows], ratio[rows]))
    return found


def _outcome(marked: npt.NDArray[np.bool_], infinite: npt.NDArray[np.bool_], ratio: npt.NDArray[np.float64]) -> Outcome:
    size = marked.size
    worst = float(np.where(infinite, 0, ratio).max())
    if marked.any():
        return Outcome("unwritten", int(marked.sum()), size, worst)
    if infinite.any():
        return Outcome("nan", int(infinite.sum()), size, worst)
    outside = int((ratio > 1).sum())
    return Outcome("wrong_numbers" if outside else RIGHT, outside, size, worst)


def decoded(bits: npt.NDArray[np.uint16], kind: str) -> npt.NDArray[np.float64]:
    """16-bit patterns as numbers."""
    if kind == "fp16":
        return bits.view(np.float16).astype(np.float64)
    with np.errstate(invalid="ignore"):  # signalling NaNs, the mark of what was not written among them
        return (bits.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
