"""How far a result is from the truth."""

from __future__ import annotations

from dataclasses import dataclass

from rocm_ci.trouble import Trouble


@dataclass(frozen=True)
class Distance:
    """How far a result is from the truth, where it is worst in relation to the bound."""

    error_norm: float
    tolerance: float
    troubles: tuple[Trouble, ...]
