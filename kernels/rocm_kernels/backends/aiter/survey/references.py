"""Two independent references for a launch, and the bound within which a kernel is right.

The first is the formula in numpy, from the tokens that the caches were made of: softmax(scale q k) v, in double precision
(single for contexts beyond ``DOUBLE_LENGTH``). The second is PyTorch's scaled_dot_product_attention in single precision on
what is read back from the cache's bytes through the block table. They share no code but the description of the problem.

Kernels with an 8-bit cache turn the query to 8 bits themselves (per row: 240 / amax, e4m3fnuz to nearest even; or 127 / amax,
cut towards zero), so both references get the query as the matrix instructions see it. What is left are these errors:

1. Scores. ``head_size`` products and sums in single precision: |ds| <= (head_size + 2) 2^-24 scale |q| |k| (norms: the sum of
   |q k| is at most their product), and exp2, its argument and the running maximum add 2^-20. A weight changes by a factor
   e^(2 ds) at most.
2. P in 16 bits. bf16 to nearest: 2^-8 of each weight; fp16 towards zero: 2^-10, and 2^-24 where it is subnormal.
3. P in 8 bits, scaled by the values' scales and by 240 (127) over the row's largest. e4m3: half a step is 2^-4 of the weight,
   or 2^-11 / 240 of the largest where it is subnormal; int8, cut: one step, 1 / 127 of the largest. These errors are random
   and of zero mean, so the bound is six standard deviations of their sum, sqrt(sum (step w v)^2 / 3).
4. The result in 16 bits: 2^-8 (bf16) or 2^-10 (fp16, towards zero) of it, and 2^-24.

Nothing here knows how large the errors came out. The two references must agree within ``AGREEMENT`` of the bound in every
element, so that a fault of one cannot decide a verdict.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as functional

from rocm_kernels.backends.aiter.survey.problem import LIMITS, Problem

DOUBLE_LENGTH = 4096
AGREEMENT = 1 / 16
# Rows that are computed together, and scores: what fits into a processor's cache.
_ROWS = 1024
_SCORES = 1 << 22
_OUT_UNIT = {"bf16": 2.0**-8, "fp16": 2.0**-10}
Doubles = npt.NDArray[np.float64]


class ReferenceDisagreementError(Exception):
    """The two references differ by more than they may."""


@dataclass(frozen=True)
class Truth:
    """What a launch must give: reference and bound, [rows, query heads, head_size]; the references' largest disagreement."""

    reference: Doubles
    bound: Doubles
    disagreement: float

    def part(self, first: int, count: int) -> Truth:
        """The rows from ``first`` on."""
        rows = slice(first, first + count)
        return Truth(self.reference[rows], self.bound[rows], self.disagreement)


@dataclass(frozen=True)
class Group:
    """Rows that read one document through one key/value head: rows and query heads in the output, tokens that each sees."""

    document: int
    head: int
    rows: npt.NDArray[np.int64]
    heads: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]
    longest: int
    sequence: int


def truth_of(problem: Problem) -> Truth:
    """Compute both references and the bound; raises ReferenceDisagreementError naming the worst element."""
    reference = np.zeros(problem.output_shape)
    bound = np.zeros(problem.output_shape)
    query = seen_query(problem)
    worst = 0.0
    formulas: dict[tuple[int, int], Tokens] = {}
    stored: dict[tuple[int, int], tuple[torch.Tensor, torch.Tensor]] = {}
    for group in groups(problem):
        if group.longest == 0:
            continue  # no token: the result is 0, by this project's convention
        place = (group.document, group.head)
        if place not in formulas:  # groups come document by document, head by head, the longest first
            formulas = {place: Tokens.of(problem, group)}
            stored = {place: gathered(problem, group.sequence, group.head, group.longest)}
        rows = query[group.rows, group.heads]
        expected, error = formula(problem, group, rows, formulas[place])
        second = _sdpa(problem, group, rows, *stored[place])
        ratio = np.abs(expected - second) / error
        largest = float(ratio.max())
        if not largest <= AGREEMENT:  # NaN too
            at = np.unravel_index(int(np.nan_to_num(ratio, nan=np.inf).argmax()), ratio.shape)
            raise ReferenceDisagreementError(
                f"{problem.question.axis}={problem.question.value}: row {group.rows[at[0]]} element {at[1]}:"
                f" numpy {expected[at]}, torch {second[at]}, apart by {largest} of the bound"
            )
        worst = max(worst, largest)
        reference[group.rows, group.heads] = expected
        bound[group.rows, group.heads] = error
    return Truth(reference, bound, worst)


def seen_query(problem: Problem) -> Doubles:
    """The query as the kernel's matrix instructions see it."""
    query = problem.query.astype(np.float64)
    kind = problem.question.request.cache
    if kind not in LIMITS:
        return query
    largest = np.abs(query).max(-1, keepdims=True)
    factor = np.where(largest > 0, LIMITS[kind] / np.where(largest > 0, largest, 1), 1.0)
    scaled = torch.from_numpy((query * factor).astype(np.float32))
    codes = scaled.to(torch.float8_e4m3fnuz).double() if kind == "fp8" else scaled.trunc().double()
    result: Doubles = codes.numpy() / factor
    return result


def groups(problem: Problem) -> Iterator[Group]:
    """Rows by document and head, sorted by length, in pieces that waste little on the longest of them; the longest first."""
    request = problem.question.request
    lengths = np.array(problem.question.lengths)
    per_sequence = request.query_length * request.gqa
    tokens = np.arange(request.query_length)
    behind = (request.query_length - 1 - tokens) * request.causal
    for document in range(problem.keys.shape[0]):
        owners = np.flatnonzero(problem.documents == document)
        owners = owners[np.argsort(-lengths[owners], kind="stable")]
        if len(owners) == 0:
            continue
        rows_at_once = min(_ROWS, _SCORES // max(1, int(lengths[owners[0]])))
        step = max(1, rows_at_once // per_sequence)
        for head in range(request.kv_heads):
            for start in range(0, len(owners), step):
                some = owners[start : start + step]
                rows = (some[:, None] * request.query_length + tokens).repeat(request.gqa)
                counts = np.maximum(lengths[some][:, None] - behind, 0).repeat(request.gqa)
                heads = np.tile(head * request.gqa + np.arange(request.gqa), len(some) * request.query_length)
                yield Group(document, head, rows, heads, counts, int(lengths[some].max()), int(some[0]))


@dataclass(frozen=True)
class Tokens:
    """What the formula needs of one document's tokens through one head, in the precision that it computes in."""

    keys: npt.NDArray[Any]
    values: npt.NDArray[Any]
    sizes: npt.NDArray[Any]
    scales: npt.NDArray[Any]
    squares: npt.NDArray[Any]
    largest_norm: float

    @classmethod
    def of(cls, problem: Problem, longest: Group) -> Tokens:
        """Convert the tokens of a document, as many as the longest of its sequences has."""
        kind: Any = np.float64 if longest.longest <= DOUBLE_LENGTH else np.float32
        place = (longest.document, longest.head, slice(0, longest.longest))
        keys, values = problem.keys[place].astype(kind), problem.values[place].astype(kind)
        squares = problem.value_codes[place].astype(kind) ** 2 if problem.question.request.quantised else values[:0]
        norm = float(np.linalg.norm(keys, axis=-1).max())
        return cls(keys, values, np.abs(values), problem.value_scales[place].astype(kind), squares, norm)


def formula(problem: Problem, group: Group, query: Doubles, tokens: Tokens) -> tuple[Doubles, Doubles]:
    """Attention in numpy, and the bound of each element."""
    request = problem.question.request
    kind: Any = tokens.keys.dtype.type
    span = slice(0, group.longest)
    values, sizes = tokens.values[span], tokens.sizes[span]
    scale = request.softmax_scale * request.head_size**-0.5
    weights = query.astype(kind) @ tokens.keys[span].T
    weights *= kind(scale)
    seen = np.arange(group.longest) < group.counts[:, None]
    empty = group.counts == 0
    weights[~seen] = -np.inf
    weights -= np.where(empty, 0, weights.max(-1, initial=-1e30))[:, None].astype(kind)
    np.exp(weights, out=weights)
    weights /= np.where(empty, 1, weights.sum(-1, dtype=np.float64))[:, None].astype(kind)
    out = (weights @ values).astype(np.float64)
    size = (weights @ sizes).astype(np.float64)
    norms = np.linalg.norm(query, axis=-1) * tokens.largest_norm
    score_error = (request.head_size + 2) * 2.0**-24 * scale * norms + 2.0**-20
    error = size * np.expm1(2 * score_error)[:, None]
    unit = _OUT_UNIT[request.dtype]
    if not request.quantised:
        largest = weights.max(-1, initial=0).astype(np.float64)
        error = error + unit * size + 2.0**-24 * largest[:, None] * sizes.sum(0, dtype=np.float64)
    else:
        weights *= tokens.scales[span]
        largest = weights.max(-1, initial=0)[:, None]
        if request.cache == "fp8":
            weights *= kind(2.0**-4)
            np.maximum(weights, largest * kind(2.0**-11 / 240), out=weights)
            weights[~seen] = 0
        else:
            weights = np.where(seen, largest / kind(127), 0).astype(kind)
        np.square(weights, out=weights)
        variance = (weights @ tokens.squares[span]).astype(np.float64) / 3
        error = error + 6 * np.sqrt(variance) + 2.0**-8 * size
    return out, error + unit * (np.abs(out) + error) + 2.0**-24


def _sdpa(problem: Problem, group: Group, query: Doubles, keys: torch.Tensor, values: torch.Tensor) -> Doubles:
    """PyTorch's attention on the pages of the document's longest sequence, whose tokens the others share."""
    request = problem.question.request
    mask = torch.arange(group.longest) < torch.from_numpy(group.counts)[:, None]
    rows = torch.from_numpy(query.astype(np.float32))
    result = functional.scaled_dot_product_attention(
        rows[None, None],
        keys[None, None, : group.longest],
        values[None, None, : group.longest],
        attn_mask=mask[None, None],
        scale=request.softmax_scale * request.head_size**-0.5,
    )[0, 0].double()
    result[torch.from_numpy(group.counts == 0)] = 0
    out: Doubles = result.numpy()
    return out


_KINDS = {"bf16": torch.bfloat16, "fp16": torch.float16, "fp8": torch.float8_e4m3fnuz, "int8": torch.int8}


def gathered(problem: Problem, sequence: int, head: int, length: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Keys and values of one sequence, [length, head_size], read back from the bytes of the cache through the block table."""
    request = problem.question.request
    page, size = request.page, request.head_size
    pages = torch.from_numpy(problem.tables[sequence, : -(-length // page)].astype(np.int64))

    def read(name: str) -> torch.Tensor:
        return torch.from_numpy(np.array(problem.memory[name][pages.numpy(), head])).view(_KINDS[request.cache])

    keys = read("K").float().permute(0, 2, 1, 3).reshape(-1, size)[:length]
    stored = read("V").float()
    order = (0, 2, 1) if request.layout == "5d" else (0, 1, 3, 2)
    values = stored.permute(order).reshape(-1, size)[:length]
    if not request.quantised:
        return keys, values
    found = []
    known = (problem.keys, problem.values)
    for name, codes, seen in zip(("KQ", "VQ"), (keys, values), known, strict=True):
        scale = problem.memory.get(name)
        if scale is None:  # not given to the kernel: the numbers that the cache was made with
            found.append(torch.from_numpy(seen[problem.documents[sequence], head, :length]))
            continue
        flat = scale if scale.ndim == 1 else scale[pages.numpy(), head]
        column = torch.from_numpy(np.array(flat).view(np.float32)).reshape(-1)
        factor = column[:length] if column.numel() > 1 else column.expand(length)
        found.append(codes * factor[:, None])
    return found[0], found[1]
