"""Facts of a request for a product or for experts on which it can depend whether AITER's code object is right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

# Rows, or tokens, that one launch gets at most: a spec holds no number of rows, and more are handed on in several launches.
MOST_ROWS: Mapping[str, int] = {"linear": 4096, "block_scaled_gemm": 4096, "fused_moe": 256}

Number = Callable[[Any], int]
ROWS = "rows"
NUMBERS: Mapping[str, tuple[str, Number]] = {
    "in_features": ("K", lambda spec: int(spec.in_features)),
    "out_features": ("N", lambda spec: int(spec.out_features)),
    "in_features_mod_64": ("what K is over a multiple of 64", lambda spec: spec.in_features % 64),
    "out_features_mod_64": ("what N is over a multiple of 64", lambda spec: spec.out_features % 64),
    "in_features_mod_128": ("what K is over a multiple of 128", lambda spec: spec.in_features % 128),
    "out_features_mod_128": ("what N is over a multiple of 128", lambda spec: spec.out_features % 128),
    "out_features_mod_256": ("what N is over a multiple of 256", lambda spec: spec.out_features % 256),
    "hidden": ("elements of a token", lambda spec: int(spec.hidden)),
    "hidden_mod_256": ("what the hidden size is over a multiple of 256", lambda spec: spec.hidden % 256),
    "intermediate": ("intermediate size of an expert", lambda spec: int(spec.intermediate)),
    "experts": ("experts whose weights are here", lambda spec: int(spec.experts)),
    "top_k": ("experts a token", lambda spec: int(spec.top_k)),
}
MEANINGS: Mapping[str, str] = {
    ROWS: "rows of x, or tokens, of one launch",
    **{name: meaning for name, (meaning, _) in NUMBERS.items()},
}


def numbers_of(spec: Any) -> dict[str, tuple[int, int]]:
    """The facts of a spec, each as lowest and highest value; facts of other ops are left out."""
    found = {ROWS: (1, MOST_ROWS[spec.op])}
    for name, (_, number) in NUMBERS.items():
        if hasattr(spec, name.partition("_mod_")[0]):
            value = number(spec)
            found[name] = (value, value)
    return found
