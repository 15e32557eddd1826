"""How a step ended on this machine, or why it was not run here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rocm_ci.pipeline.steps import Step

# What can become of a step here. Only PASSED and REUSED are green, and a step that is NOT_HERE never counts as passed.
PASSED, FAILED, NOT_HERE, BLOCKED, NOT_ASKED, REUSED = (
    "passed",
    "failed",
    "not here",
    "blocked",
    "not asked for",
    "reused",
)


@dataclass(frozen=True)
class Outcome:
    """How a step ended here.

    Attributes:
        status: one of the words above.
        exit_code: of its first command that failed, else 0; None where it was not run.
        seconds: that it took.
        sentence: why it is red, or why it was not run.
    """

    step: Step
    status: str
    exit_code: int | None
    seconds: float
    sentence: str = ""

    def document(self) -> dict[str, Any]:
        """For scripts."""
        own = {name: getattr(self, name) for name in ("status", "exit_code", "seconds", "sentence")}
        return {"key": self.step.key, "queue": self.step.queue, **own, "seconds": round(self.seconds, 1)}
