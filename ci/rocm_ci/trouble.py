"""One thing that is wrong, with its kind: what gates give."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Trouble:
    """Something wrong with a cell or a run.

    Attributes:
        kind: a name of rocm_ci.verdicts.KINDS.
        reason: one sentence for a person.
    """

    kind: str
    reason: str
