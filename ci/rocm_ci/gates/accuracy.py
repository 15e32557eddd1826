"""Is a model as accurate as its baseline, and as the fallback on the same items? One-sided: being better is no fault."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from rocm_ci.baselines import Baseline, Condition, Revision, differences
from rocm_ci.trouble import Trouble

LEVEL = 0.01
"""How often a right kernel may be called worse by chance, for one comparison."""
QUANTILE = statistics.NormalDist().inv_cdf(1 - LEVEL)
Scores = tuple[float, ...]


class Paired(BaseModel):
    """Scores of the fallback on the same items, in the same order.

    Attributes:
        name: which implementation gave them.
        scores: one for each item.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    name: str = Field(min_length=1)
    scores: Scores

    @field_validator("scores", mode="before")
    @classmethod
    def _tuple(cls, value: Any) -> Any:
        return tuple(value) if isinstance(value, list) else value


class Measurement(BaseModel):
    """What one cell measured of a model; its mean and standard error follow from the scores, so they cannot disagree.

    Attributes:
        baseline: ``<file>/<name>`` of the baseline that it is held against.
        model, model_revision, task, task_version, metric, conditions: as in the baseline.
        scores: one for each item, in the order of the items.
        fallback: the same items through the fallback; without it the cell is red.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    baseline: str
    model: str
    model_revision: Revision
    task: str
    task_version: str
    metric: str
    conditions: dict[str, Condition]
    scores: Scores = Field(min_length=2)
    fallback: Paired | None

    @field_validator("scores", mode="before")
    @classmethod
    def _tuple(cls, value: Any) -> Any:
        return tuple(value) if isinstance(value, list) else value

    @model_validator(mode="after")
    def _finite(self) -> Measurement:
        paired = self.fallback.scores if self.fallback else ()
        if not all(map(math.isfinite, (*self.scores, *paired))):
            raise ValueError("scores must be finite numbers")
        if self.fallback and len(paired) != len(self.scores):
            raise ValueError(f"{len(paired)} scores of the fallback for {len(self.scores)} items")
        return self

    def identity_fields(self) -> dict[str, object]:
        """The same as ``identity``, as a file of baselines writes it."""
        names = ("model", "model_revision", "task", "task_version", "metric")
        return {**{name: getattr(self, name) for name in names}, "conditions": dict(self.conditions)}

    def identity(self) -> dict[str, object]:
        """What must equal ``Baseline.identity()``."""
        conditions = {f"conditions.{name}": value for name, value in self.conditions.items()}
        names = ("model", "model_revision", "task", "task_version", "metric")
        return {**{name: getattr(self, name) for name in names}, **conditions}


def standard_error(scores: Sequence[float]) -> float:
    """Standard error of the mean of at least two scores.

    For scores of 0 and 1 alone, that of the proportion with one success and one failure added (Agresti and Caffo 2000):
    200 right of 200 is no proof that the 201st will be right. Else the sample's standard deviation over sqrt(n).
    """
    n = len(scores)
    if n < 2:
        raise ValueError(f"scores: got {n}, expected at least 2")
    if set(scores) <= {0.0, 1.0}:
        proportion = (sum(scores) + 1) / (n + 2)
        return math.sqrt(proportion * (1 - proportion) / (n + 2))
    return statistics.stdev(scores) / math.sqrt(n)


def gate(measurement: Measurement, baseline: Baseline) -> Iterator[Trouble]:
    """Everything that is wrong with a measurement; a baseline measured under other conditions is compared with nothing."""
    if not baseline.measured:
        mean, error = statistics.fmean(measurement.scores), standard_error(measurement.scores)
        yield Trouble(
            "baseline",
            f"baseline {measurement.baseline} was never measured: there is nothing to compare {mean:.4g} (n "
            f"{len(measurement.scores)}, standard error {error:.2g}) with",
        )
        return
    if changed := differences(baseline.identity(), measurement.identity()):
        yield Trouble(
            "baseline", f"baseline {measurement.baseline} was measured under other conditions: {'; '.join(changed)}"
        )
        return
    value, entry = statistics.fmean(measurement.scores), baseline.current
    error = standard_error(measurement.scores)
    if baseline.worse(value, entry.floor) >= 0:
        yield Trouble("accuracy", f"{measurement.metric} collapsed to {value:.4g}, the floor is {entry.floor:.4g}")
    drop = baseline.worse(value, entry.value)
    bound = QUANTILE * math.hypot(error, entry.standard_error)
    if drop > bound:
        yield Trouble(
            "accuracy",
            f"{measurement.metric} {value:.4g} (n {len(measurement.scores)}, standard error {error:.2g}) is worse than the "
            f"baseline's {entry.value:.4g} (n {entry.n}, standard error {entry.standard_error:.2g}) by {drop:.3g}; chance "
            f"explains {bound:.3g}",
        )
    if measurement.fallback is None:
        yield Trouble("accuracy", "no scores of the fallback on the same items: the paired comparison is missing")
    else:
        yield from _paired(measurement, measurement.fallback, baseline)


def _paired(measurement: Measurement, fallback: Paired, baseline: Baseline) -> Iterator[Trouble]:
    drops = [baseline.worse(own, other) for own, other in zip(measurement.scores, fallback.scores, strict=True)]
    loss, margin = statistics.fmean(drops), baseline.current.margin
    if loss <= margin:
        return
    if set(drops) <= {-1.0, 0.0, 1.0}:
        lost, won = drops.count(1.0), drops.count(-1.0)
        chance = sign_test(lost, won)
        if chance < LEVEL:
            yield Trouble(
                "accuracy",
                f"of {len(drops)} items {lost} are right with {fallback.name} only and {won} the other way round: a loss of "
                f"{loss:.3g} beyond the margin {margin:.3g}, by chance in {chance:.2g} of all cases",
            )
        return
    bound = QUANTILE * statistics.stdev(drops) / math.sqrt(len(drops))
    if loss - margin > bound:
        yield Trouble(
            "accuracy",
            f"on the same {len(drops)} items {measurement.metric} is worse than with {fallback.name} by {loss:.3g}, the "
            f"margin is {margin:.3g} and chance explains {bound:.3g}",
        )


def sign_test(lost: int, won: int) -> float:
    """Chance of at least ``lost`` losses among ``lost + won`` differing items if both sides were alike (McNemar, exact)."""
    n = lost + won
    return math.fsum(math.comb(n, k) / 2**n for k in range(lost, n + 1))
