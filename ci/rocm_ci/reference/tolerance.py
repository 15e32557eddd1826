"""How far a right answer may be from the truth, derived from the formats it went through, never from what came out.

With probabilities p and values v, let M = sum p |v|. An implementation may

* round the output to the query's type: relative error u_out of the output, at most u_out * M,
* round each probability to the type of the matrix instruction: at most u_p * M, and u_p again in the sum it divides by,
* compute a score with an error of at most e (rocm_ci.reference.attention): each weight changes by a factor of at most
  exp(e), and so does their sum: at most (exp(2 e) - 1) * M,
* add n terms in fp32: at most (n + 8) * u_32 * M, with n taken as the square root of the terms times 4 when they are many,
  since kernels sum in blocks and no error of n terms in a row can arise.

So |output - truth| <= M * (u_out + 2 u_p + (exp(2 e) - 1) + (min(n, 4 sqrt(n) + 64) + 8) * u_32).

Numbers below the normal range have an absolute error a in place of a relative one: half of fp16's smallest step, or the
smallest normal number of fp32 and bf16, below which hardware may flush to zero. That is a for the output, and a for each
probability (at most 1 before it is divided by their sum S), which meets |v|: a * sum |v| / S. Exponentials are fp32 everywhere.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

UNIT_ROUNDOFF = {"fp32": 2.0**-24, "fp16": 2.0**-11, "bf16": 2.0**-8}
# Type in which a backend may hold probabilities before they meet the values; None: fp32, as the torch backend promises.
PROBABILITIES_IN_QUERY_TYPE = {"torch": False, "triton": True, "rocm": True, "aiter": True}
# Backends whose kernels cut fp16 towards zero (v_cvt_pkrtz_f16_f32): a whole step in place of half of one.
CUTS_FP16 = frozenset({"aiter"})
# Absolute error of a number below the normal range.
UNDERFLOW = {"fp32": 2.0**-126, "fp16": 2.0**-25, "bf16": 2.0**-126}
Array = NDArray[np.float64]


def relative_bound(query_dtype: str, backend: str, tokens: int, score_error: Array) -> Array:
    """Bound on |output - truth| / M, of the shape of ``score_error``; see the module for its derivation."""
    out = UNIT_ROUNDOFF[query_dtype] * _cut(query_dtype, backend)
    probabilities = out if PROBABILITIES_IN_QUERY_TYPE[backend] else UNIT_ROUNDOFF["fp32"]
    terms = min(float(tokens), 4 * float(np.sqrt(tokens)) + 64) + 8
    return np.asarray(out + 2 * probabilities + np.expm1(2 * score_error) + terms * UNIT_ROUNDOFF["fp32"])


def absolute_bound(query_dtype: str, backend: str, reach: Array) -> Array:
    """Absolute error that comes on top, of the shape of ``reach`` (rocm_ci.reference.attention.Truth)."""
    cut = _cut(query_dtype, backend)
    probabilities = UNDERFLOW[query_dtype if PROBABILITIES_IN_QUERY_TYPE[backend] else "fp32"]
    return cut * UNDERFLOW[query_dtype] + cut * probabilities * reach


def _cut(query_dtype: str, backend: str) -> int:
    """Half steps that a backend's rounding to the query's type may be off."""
    return 2 if backend in CUTS_FP16 and query_dtype == "fp16" else 1
