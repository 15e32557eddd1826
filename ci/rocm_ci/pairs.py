"""Chooses few points of many axes so that every pair of values of two axes still meets in one of them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from typing import Any

# Points tried for each one chosen: more of them give fewer points and take longer.
TRIES = 40
Pair = tuple[int, int, int, int]


def _pairs(point: Sequence[int]) -> set[Pair]:
    return {(i, point[i], j, point[j]) for i, j in itertools.combinations(range(len(point)), 2)}


def covering(sizes: Sequence[int], possible: Callable[[tuple[int, ...]], bool]) -> list[tuple[int, ...]]:
    """Points, as an index into each axis, that hold every pair of values which some possible point holds.

    Args:
        sizes: number of values of each axis.
        possible: whether a point may be chosen.

    Returns:
        The points in the order chosen; the same for the same arguments. A pair for which no possible point was found in
        many tries is left out.
    """
    if len(sizes) < 2:
        return [point for point in itertools.product(*(range(size) for size in sizes)) if possible(point)]
    numbers = random.Random(1)  # noqa: S311 - a fixed sequence is what is wanted
    answers: dict[tuple[int, ...], bool] = {}

    def allowed(point: tuple[int, ...]) -> bool:
        if point not in answers:
            answers[point] = possible(point)
        return answers[point]

    def around(pair: Pair) -> tuple[int, ...]:
        point = [numbers.randrange(size) for size in sizes]
        point[pair[0]], point[pair[2]] = pair[1], pair[3]
        return tuple(point)

    open_pairs = {
        (i, a, j, b)
        for i, j in itertools.combinations(range(len(sizes)), 2)
        for a, b in itertools.product(range(sizes[i]), range(sizes[j]))
    }
    chosen: list[tuple[int, ...]] = []
    while open_pairs:
        pair = min(open_pairs)
        candidates = [point for point in (around(pair) for _ in range(TRIES)) if allowed(point)]
        if not candidates:
            open_pairs.discard(pair)
            continue
        best = max(candidates, key=lambda point: len(_pairs(point) & open_pairs))
        chosen.append(best)
        open_pairs -= _pairs(best)
    return chosen


def covering_points(
    axes: Sequence[Sequence[Any]], possible: Callable[[tuple[Any, ...]], bool]
) -> list[tuple[Any, ...]]:
    """``covering`` over the values themselves."""

    def values(point: tuple[int, ...]) -> tuple[Any, ...]:
        return tuple(axis[index] for axis, index in zip(axes, point, strict=True))

    return [values(point) for point in covering([len(axis) for axis in axes], lambda point: possible(values(point)))]
