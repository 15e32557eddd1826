"""Baselines of model accuracy: ci/baselines/checkpoints/models.yaml, and the gate that compares a run with one.

examples:
  python -m rocm_ci.model_baselines       which baselines were measured, and which never were
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from rocm_ci.commands.common import find_root
from rocm_ci.errors import RocmCiError

FILE = Path("ci") / "baselines" / "checkpoints" / "models.yaml"
ERRORS = 2.0  # standard errors of the difference that a run may be worse by

# What a measurement consists of: all of it or nothing.
MEASURED = ("revision", "task_version", "score", "standard_error", "items", "device", "lock")


class Baseline(BaseModel):
    """One score of one model.

    Attributes:
        model, revision: name on the hub and full commit.
        why: what the model stands for.
        task, task_version, metric: lm-eval's.
        score, standard_error, items: the measurement.
        dtype, kv_dtype: of the model and of its cache.
        device: product and target.
        lock: the lock of the image in which it was measured.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str
    why: str
    revision: str | None = Field(pattern=r"^[0-9a-f]{40}$")
    task: str
    task_version: float | None
    metric: str
    score: float | None
    standard_error: float | None = Field(ge=0)
    items: int | None = Field(ge=2)
    dtype: Literal["bf16", "fp16", "fp32"]
    kv_dtype: Literal["bf16", "fp16", "fp32", "fp8_e4m3fn", "fp8_e4m3fnuz", "int8"]
    device: str | None
    lock: str | None

    @model_validator(mode="after")
    def _whole(self) -> Baseline:
        there = [name for name in MEASURED if getattr(self, name) is not None]
        if there and len(there) < len(MEASURED):
            missing = ", ".join(name for name in MEASURED if name not in there)
            raise ValueError(f"{self.name} is half measured: {missing} is missing; it needs all of them or none")
        return self

    @property
    def name(self) -> str:
        """Model, task and cache in words."""
        return f"{self.model} on {self.task}, {self.dtype} over {self.kv_dtype}"

    @property
    def measured(self) -> bool:
        """Whether there is a score to compare with."""
        return self.score is not None


def read(root: Path) -> list[Baseline]:
    """Read the baselines; raises RocmCiError that says what is wrong with the file."""
    path = root / FILE
    try:
        entries = yaml.safe_load(path.read_text(encoding="utf-8"))["baselines"]
        found = [Baseline.model_validate(entry) for entry in entries]
    except (OSError, yaml.YAMLError, KeyError, TypeError, ValidationError) as error:
        raise RocmCiError(f"{path}: {error}") from error
    names = [entry.name for entry in found]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise RocmCiError(f"{path}: {twice[0]} stands twice")
    return found


def complaint(baseline: Baseline, score: float, standard_error: float) -> str | None:
    """Say why a run fails against a baseline; None where it passes. Both scores vary, so their errors add up as squares."""
    if baseline.score is None or baseline.standard_error is None:
        return f"{baseline.name} was never measured: there is nothing to compare {score:.4f} with"
    if not math.isfinite(score):
        return f"{baseline.name}: the score is {score}"
    spread = math.hypot(standard_error, baseline.standard_error)
    if score < baseline.score - ERRORS * spread:
        return f"{baseline.name}: {score:.4f} is more than {ERRORS} standard errors ({spread:.4f}) below {baseline.score:.4f}"
    return None


def main() -> int:
    """List the baselines; 0."""
    for entry in read(find_root(Path.cwd())):
        what = f"{entry.score} +- {entry.standard_error}, {entry.device}" if entry.measured else "never measured"
        sys.stdout.write(f"{entry.name}: {what}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
