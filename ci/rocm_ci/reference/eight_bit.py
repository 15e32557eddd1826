"""Kernels that turn query and probabilities to the 8 bits of their cache: what they see, and how far rounding reaches.

AITER's asm kernels for an 8-bit cache multiply 8-bit numbers only. Each row of the query is scaled so that its largest
magnitude becomes the largest stored value, and turned to the cache's type: e4m3 to nearest even, int8 cut towards zero (the
instruction v_cvt_i32_f32). ``seen_query`` gives what is left of the query; the truth is computed of that.

The probabilities, times the scale of their token's value, are scaled by the largest stored value over the largest of them,
and turned to 8 bits too. An element with the code c is then off by at most a step times |c|:

* e4m3: half a step is 2^-4 of the number, or 2^-11 of the largest over the largest stored value where it is subnormal;
* int8, cut: one step, the largest over 127.

Such an error is at its worst in every token at once only where the values conspire; here they are random, of mean zero and
independent of it. The sum of the errors then has a standard deviation of at most sqrt(sum (step c)^2 / 3), and six of them are
the bound: a chance of 2e-9 for each result.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rocm_ci.reference.attention import Array
from rocm_ci.reference.formats import MAX_STORED, decode, encode

_DEVIATIONS = 6.0


def seen_query(query: Array, kv_dtype: str) -> Array:
    """The query as these kernels see it, [queries, heads, head_size]; a row of zeros stays one."""
    largest = MAX_STORED[kv_dtype]
    amax = np.abs(query).max(axis=-1, keepdims=True)
    factor = largest / np.where(amax > 0, amax, 1.0)
    scaled = (query * factor).astype(np.float32).astype(np.float64)
    codes = np.trunc(scaled) if kv_dtype == "int8" else decode(encode(scaled, kv_dtype), kv_dtype)
    return np.asarray(codes / factor)


def probability_error(query: Array, key: Array, value: Array, scale: float, kv_dtype: str) -> NDArray[np.float64]:
    """Bound on what 8-bit probabilities do to one sequence's output, [queries, heads, head_size].

    Args:
        query: [queries, heads, head_size], as seen; each query sees every key (decode).
        key, value: [tokens, kv_heads, head_size], scales applied; each token's scale is that of its largest element.
        scale: softmax scale.
        kv_dtype: the cache's type.
    """
    largest = MAX_STORED[kv_dtype]
    group = query.shape[1] // key.shape[1]
    bound = np.zeros(query.shape)
    if not len(key):
        return bound
    for head in range(query.shape[1]):
        k, v = key[:, head // group], value[:, head // group]
        token_scale = np.abs(v).max(axis=1) / largest
        codes = v / np.where(token_scale > 0, token_scale, 1.0)[:, None]
        scores = scale * (query[:, head] @ k.T)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        scaled = weights * token_scale
        top = scaled.max(axis=1, keepdims=True)
        if kv_dtype == "int8":
            step = np.broadcast_to(top / largest, scaled.shape)
        else:
            step = np.maximum(scaled * 2.0**-4, top * 2.0**-11 / largest)
        bound[:, head] = _DEVIATIONS * np.sqrt(step**2 @ codes**2 / 3)
    return bound
