"""How far a result is from the truth."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rocm_ci.trouble import Trouble


@dataclass(frozen=True)
class Distance:
    """How far a result is from the truth, where it is worst in relation to the bound."""

    error_norm: float
    tolerance: float
    troubles: tuple[Trouble, ...]

    @property
    def within(self) -> bool:
        """Whether both are numbers and the error is no more than the tolerance; where it is not, nothing was shown."""
        return self.error_norm <= self.tolerance < math.inf
