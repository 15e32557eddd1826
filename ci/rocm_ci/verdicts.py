"""What can be wrong with a run, and the exit code of each kind: one table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """One kind of trouble.

    Attributes:
        name: the word used in results, reports and tests.
        exit_code: what ``rocm-ci`` exits with when this is the gravest kind of a run.
        sentence: what it means, for a person.
    """

    name: str
    exit_code: int
    sentence: str


# Gravest first: a run with several kinds of trouble exits with the code of the first one found here.
KINDS: dict[str, Kind] = {
    entry.name: entry
    for entry in (
        Kind("infrastructure", 20, "the test process itself broke, so nothing can be said about the cells"),
        Kind("junit", 21, "JUnit is missing, unreadable, or disagrees with the recorded results"),
        Kind("empty", 22, "no cell was executed"),
        Kind("gpu_required", 23, "ROCM_CI_REQUIRE_GPU=1 is set and there is no usable AMD GPU"),
        Kind("matrix", 24, "the matrix is not valid"),
        Kind("lock", 25, "the lock is not valid, or what runs is not what it declares"),
        Kind("crash", 30, "a worker died in the middle of a cell"),
        Kind("hang", 31, "a cell passed its time limit and was ended"),
        Kind("leak", 33, "a process was left behind, or memory of a GPU was not given back"),
        Kind("memory", 36, "a worker was ended by the kernel because memory ran out"),
        Kind("skip", 32, "a planned cell was skipped or deselected, or more cells than budgeted were left out"),
        Kind("jit", 34, "kernels were compiled while cells ran, beyond the budget"),
        Kind("exemption", 35, "an exemption expired, matches nothing, or excuses a cell that passes"),
        Kind("unwritten", 40, "elements of the output were never written, or memory beside it was"),
        Kind("dispatch", 41, "another kernel ran than the one declared, or the declared one did not really run"),
        Kind("accuracy", 42, "numbers are outside the bound around the independent reference"),
        Kind("baseline", 44, "a baseline was moved, or measured under other conditions, so nothing was compared"),
        Kind("performance", 45, "slower than allowed, relative to what was timed in the same run"),
        Kind("test", 43, "a cell raised an unexpected exception, or did not raise the declared one"),
    )
}
USAGE_ERROR = 2
INTERRUPTED = 130


def gravest(names: Iterable[str]) -> Kind | None:
    """The gravest kind among ``names``, None where there is none; an unknown name raises KeyError."""
    found = {KINDS[name].name for name in names}
    return next((kind for name, kind in KINDS.items() if name in found), None)
