"""Attention of one sequence from its formula, in double precision, with what a bound on its error needs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
FP32_UNIT = 2.0**-24  # unit roundoff of fp32


@dataclass(frozen=True)
class Options:
    """How scores become probabilities.

    Attributes:
        scale: factor on the product of query and key.
        causal: a query at position p sees keys 0 to p.
        alibi_slopes: [heads] or None; adds slope * (key position - query position).
        sliding_window: keys seen, the query's own position included; None sees all.
        sinks: [heads] or None; an extra logit that has no value.
        softcap: scores become softcap * tanh(score / softcap) before alibi and masks.
    """

    scale: float
    causal: bool = True
    alibi_slopes: Array | None = None
    sliding_window: int | None = None
    sinks: Array | None = None
    softcap: float | None = None


@dataclass(frozen=True)
class Truth:
    """The answer, and the sizes that bound what rounding may do to it.

    Attributes:
        output: [queries, heads, head_size].
        log_sum_exp: [queries, heads], the sink included.
        magnitude: [queries, heads, head_size], sum of probability * |value|: the scale of an output's rounding error.
        reach: [queries, heads, head_size], sum of |value| over the visible keys, over the sum of exp(score - largest score):
            what an absolute error of every unnormalised probability is multiplied by.
        score_error: [queries, heads], bound on the error of a score that was computed in fp32.
    """

    output: Array
    log_sum_exp: Array
    magnitude: Array
    reach: Array
    score_error: Array


def attention(query: Array, key: Array, value: Array, options: Options) -> Truth:
    """softmax(scale * q k + bias) v of one sequence.

    Args:
        query: [queries, heads, head_size]; the last query stands at the last key's position.
        key, value: [tokens, kv_heads, head_size]; heads is a multiple of kv_heads and consecutive query heads share one.
        options: see Options.

    Returns:
        Truth; without any token the output is zero and the log-sum-exp minus infinity.
    """
    queries, heads, head_size = query.shape
    tokens, kv_heads = key.shape[:2]
    group = heads // kv_heads
    output = np.zeros((queries, heads, head_size))
    magnitude = np.zeros((queries, heads, head_size))
    reach = np.zeros((queries, heads, head_size))
    log_sum_exp = np.full((queries, heads), -np.inf)
    score_error = np.zeros((queries, heads))
    if tokens == 0:
        return Truth(output, log_sum_exp, magnitude, reach, score_error)
    query_position = np.arange(tokens - queries, tokens)[:, None]
    distance = np.arange(tokens)[None, :] - query_position
    hidden = np.zeros((queries, tokens), dtype=bool)
    if options.causal:
        hidden |= distance > 0
    if options.sliding_window is not None:
        hidden |= distance <= -options.sliding_window
    for head in range(heads):
        q, k, v = query[:, head], key[:, head // group], value[:, head // group]
        scores = options.scale * (q @ k.T)
        # A dot product of n terms in fp32 is off by at most n * u * sum |q k|; the scale and base-2 exponent round too.
        products = abs(options.scale) * (np.abs(q) @ np.abs(k).T)
        error = (head_size + 4) * FP32_UNIT * np.where(hidden, 0.0, products).max(axis=1)
        if options.softcap is not None:
            scores = options.softcap * np.tanh(scores / options.softcap)
            error += 4 * FP32_UNIT * options.softcap
        if options.alibi_slopes is not None:
            bias = options.alibi_slopes[head] * distance
            scores = scores + bias
            error += 4 * FP32_UNIT * np.where(hidden, 0.0, np.abs(bias)).max(axis=1)
        scores = np.where(hidden, -np.inf, scores)
        top = scores.max(axis=1, keepdims=True)
        if options.sinks is not None:
            top = np.maximum(top, options.sinks[head])
        weights = np.exp(scores - top)
        total = weights.sum(axis=1, keepdims=True)
        if options.sinks is not None:
            total = total + np.exp(options.sinks[head] - top)
        probabilities = weights / total
        output[:, head] = probabilities @ v
        magnitude[:, head] = probabilities @ np.abs(v)
        reach[:, head] = (~hidden).astype(np.float64) @ np.abs(v) / total
        log_sum_exp[:, head] = (top + np.log(total))[:, 0]
        score_error[:, head] = error
    return Truth(output, log_sum_exp, magnitude, reach, score_error)
