"""Models of compares and classes.

Unless an entry names another source, formulas are those of "AMD Instinct MI300 (CDNA3) Instruction Set Architecture",
sections 12.7 to 12.10 (VOP2, VOP1, VOPC, VOP3).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .formats import (
    Array,
    fields,
    is_nan,
)

U = np.uint64


# Compares
RELATIONS: dict[str, Callable[[Array, Array], Array]] = {
    "f": lambda a, b: np.zeros(a.shape, bool),
    "lt": lambda a, b: a < b,
    "eq": lambda a, b: a == b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "lg": lambda a, b: (a < b) | (a > b),
    "ne": lambda a, b: a != b,
    "o": lambda a, b: ~(np.isnan(a) | np.isnan(b)),
    "u": lambda a, b: np.isnan(a) | np.isnan(b),
    "nge": lambda a, b: ~(a >= b),
    "nlg": lambda a, b: ~((a < b) | (a > b)),
    "ngt": lambda a, b: ~(a > b),
    "nle": lambda a, b: ~(a <= b),
    "neq": lambda a, b: ~(a == b),
    "nlt": lambda a, b: ~(a < b),
    "tru": lambda a, b: np.ones(a.shape, bool),
    "t": lambda a, b: np.ones(a.shape, bool),
}
COMPARES: dict[str, tuple[str, Callable[[Array, Array], Array]]] = {}
for _w in (16, 32, 64):
    for _r in ("f", "lt", "eq", "le", "gt", "lg", "ge", "o", "u", "nge", "nlg", "ngt", "nle", "neq", "nlt", "tru"):
        COMPARES[f"{_r}_f{_w}"] = (f"f{_w}", RELATIONS[_r])
    for _k in ("i", "u"):
        for _r in ("f", "lt", "eq", "le", "gt", "ne", "ge", "t"):
            COMPARES[f"{_r}_{_k}{_w}"] = (f"{_k}{_w}", RELATIONS[_r])


def classify(bits: Array, width: int) -> Array:
    """Bit number 0..9 of v_cmp_class for each pattern."""
    sign, exponent, _ = fields(width)
    negative = (bits & U(sign)) != 0
    quiet = U(1) << U({16: 9, 32: 22, 64: 51}[width])
    field = bits & U(exponent)
    magnitude = bits & U(sign - 1)
    conditions = [
        is_nan(bits, width) & ((bits & quiet) == 0),
        is_nan(bits, width),
        field == U(exponent),
        field != 0,
        magnitude != 0,
    ]
    choices = [0, 1, np.where(negative, 2, 9), np.where(negative, 3, 8), np.where(negative, 4, 7)]
    return np.select(conditions, choices, default=np.where(negative, 5, 6)).astype(U)
