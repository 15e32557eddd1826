"""Two runs on the same items: how far apart they are, and whether that is more than chance."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rocm_kernels.errors import InvalidArgumentError


@dataclass(frozen=True)
class Paired:
    """The mean difference of paired outcomes.

    Attributes:
        items: how many pairs.
        first, second: mean of each run.
        standard_error: of the difference; from the differences of the pairs, so that what both runs find hard cancels.
    """

    items: int
    first: float
    second: float
    standard_error: float

    @property
    def difference(self) -> float:
        """First minus second."""
        return self.first - self.second

    def __str__(self) -> str:
        return (
            f"{self.difference:+.4f} +- {self.standard_error:.4f} "
            f"({self.first:.4f} and {self.second:.4f} on the same {self.items} items)"
        )


def compare(first: Sequence[float], second: Sequence[float]) -> Paired:
    """Compare the outcomes of two runs, item by item.

    Raises:
        InvalidArgumentError: of different length, or fewer than two items, which have no spread.
    """
    if len(first) != len(second):
        raise InvalidArgumentError("second", f"{len(second)} items", f"{len(first)}, as first")
    count = len(first)
    if count < 2:
        raise InvalidArgumentError("first", f"{count} items", "at least 2")
    differences = [one - other for one, other in zip(first, second, strict=True)]
    mean = sum(differences) / count
    variance = sum((difference - mean) ** 2 for difference in differences) / (count - 1)
    return Paired(count, sum(first) / count, sum(second) / count, math.sqrt(variance / count))


def complaints(
    pair: Paired, *, floor: float, kernels: Mapping[str, int], wanted: str | None, errors: float = 2.0
) -> list[str]:
    """Say what is wrong with a paired run; empty where nothing is.

    Args:
        pair: the first run's outcomes against the second's.
        floor: below this mean the first run has collapsed, whatever the second did.
        kernels: launches of the first run by kernel.
        wanted: a run that was to use kernels whose names begin so and launched none is red; None wants nothing.
        errors: standard errors by which the first run may be worse.
    """
    found = []
    if wanted is not None and not any(count for name, count in kernels.items() if name.startswith(wanted)):
        found.append(f"no kernel {wanted}* was launched, only {', '.join(kernels) or 'none'}: this compares nothing")
    if pair.first < floor:
        found.append(f"collapsed: {pair.first:.4f} is below {floor}")
    if pair.difference < -errors * pair.standard_error and pair.difference < 0:
        found.append(f"worse by more than {errors} standard errors: {pair}")
    return found
