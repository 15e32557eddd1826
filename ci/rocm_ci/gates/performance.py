"""Is a kernel as fast as declared, relative to another one measured in the same run? Absolute times cross no machine.

Times are of hardware. What an emulator runs has no time, and exact counts instead: they need no repeats and have no noise.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from rocm_ci.gates.accuracy import QUANTILE
from rocm_ci.trouble import Trouble

FEWEST_REPEATS = 5
MOST_NOISE = 0.25
"""Standard error of the ratio's logarithm beyond which a run says nothing about speed."""


class Timing(BaseModel):
    """Times of a kernel and of its yardstick, taken in turn in one process on one device.

    Attributes:
        kernel, yardstick: names of what was timed (the yardstick: another backend, or a copy of the same bytes).
        device: name of the device; the same for both, by construction.
        evidence: how the times were taken; only ``hardware`` may be gated.
        seconds, yardstick_seconds: one for each repeat, in the order taken.
        most: largest allowed ratio ``seconds / yardstick_seconds``, declared with the cell.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    kernel: str = Field(min_length=1)
    yardstick: str = Field(min_length=1)
    device: str = Field(min_length=1)
    evidence: str
    seconds: tuple[float, ...]
    yardstick_seconds: tuple[float, ...]
    most: float = Field(gt=0, allow_inf_nan=False)

    @field_validator("seconds", "yardstick_seconds", mode="before")
    @classmethod
    def _tuple(cls, value: Any) -> Any:
        return tuple(value) if isinstance(value, list) else value


class Count(BaseModel):
    """What a kernel did in the emulator, and its yardstick.

    Attributes:
        kernel, yardstick: names of what was counted (the yardstick: another backend's kernels, or what is needed at least).
        unit: what was counted.
        device: where both ran.
        evidence: ``emulated``.
        counted, yardstick_counted: of all launches of one call.
        most: largest allowed ratio ``counted / yardstick_counted``, declared with the cell.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    kernel: str = Field(min_length=1)
    yardstick: str = Field(min_length=1)
    unit: str = Field(min_length=1)
    device: str = Field(min_length=1)
    evidence: Literal["emulated"]
    counted: int = Field(gt=0)
    yardstick_counted: int = Field(gt=0)
    most: float = Field(gt=0, allow_inf_nan=False)


def gate(measured: Timing | Count) -> Iterator[Trouble]:
    """Everything that is wrong with what a cell measured."""
    yield from _gate_count(measured) if isinstance(measured, Count) else _gate_timing(measured)


def _gate_count(count: Count) -> Iterator[Trouble]:
    ratio = count.counted / count.yardstick_counted
    if ratio > count.most:
        yield Trouble(
            "performance",
            f"{count.kernel}: {count.counted} {count.unit} on {count.device} are {ratio:.4g} times {count.yardstick} "
            f"({count.yardstick_counted}), allowed is {count.most:.4g}",
        )


def _gate_timing(timing: Timing) -> Iterator[Trouble]:
    """Everything that is wrong with a timing.

    The ratio is the median over repeats of each pair's ratio; its noise is the standard error of the logarithm, from
    the median absolute deviation (times 1.4826, that of a normal distribution, and 1.2533 for a median over a mean).
    Red: the ratio divided by what noise explains (one-sided, 1 %) is still above the bound. Refused: too few repeats,
    times that are none, noise that hides everything.
    """
    pairs = list(zip(timing.seconds, timing.yardstick_seconds, strict=False))
    if len(timing.seconds) != len(timing.yardstick_seconds) or len(pairs) < FEWEST_REPEATS:
        yield Trouble(
            "performance",
            f"{len(timing.seconds)} and {len(timing.yardstick_seconds)} repeats: as many of both, and at least "
            f"{FEWEST_REPEATS}, are needed to tell noise from loss",
        )
        return
    if not all(math.isfinite(value) and value > 0 for pair in pairs for value in pair):
        yield Trouble("performance", "a time is not above 0")
        return
    if timing.evidence != "hardware":
        yield Trouble("performance", f"times taken with evidence {timing.evidence} say nothing about a GPU")
        return
    ratio, noise = ratio_of(timing)
    if noise > MOST_NOISE:
        yield Trouble(
            "performance", f"the ratio {ratio:.3g} is known to a factor of {math.exp(noise):.2f} only: too noisy"
        )
    elif ratio / math.exp(QUANTILE * noise) > timing.most:
        yield Trouble(
            "performance",
            f"{timing.kernel} takes {ratio:.3g} times as long as {timing.yardstick} on {timing.device}, allowed is "
            f"{timing.most:.3g}; noise explains a factor of {math.exp(QUANTILE * noise):.3g} ({len(pairs)} repeats)",
        )


def ratio_of(timing: Timing) -> tuple[float, float]:
    """Median ratio and the standard error of its logarithm."""
    logs = [math.log(own / other) for own, other in zip(timing.seconds, timing.yardstick_seconds, strict=True)]
    middle = statistics.median(logs)
    deviation = 1.4826 * statistics.median(abs(value - middle) for value in logs)
    return math.exp(middle), 1.2533 * deviation / math.sqrt(len(logs))
