"""Attention written down plainly in fp64, caches filled element by element, and how far fp32 arithmetic may be off.

Nothing here comes from the package under test: the formats of 8 bits and the places of the elements are worked out anew.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np
import torch
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
TORCH = {
    "fp32": torch.float32,
    "fp16": torch.float16,
    "bf16": torch.bfloat16,
    "fp8_e4m3fn": torch.float8_e4m3fn,
    "fp8_e4m3fnuz": torch.float8_e4m3fnuz,
    "int8": torch.int8,
}
BYTES = {"fp32": 4, "fp16": 2, "bf16": 2, "fp8_e4m3fn": 1, "fp8_e4m3fnuz": 1, "int8": 1}
# Half the distance between 1 and the next number: the relative error of one rounding.
ROUNDING = {"fp32": 2.0**-24, "fp16": 2.0**-11, "bf16": 2.0**-8}
# Half the smallest positive number: the absolute error of rounding something tiny.
TINY = {"fp32": 2.0**-150, "fp16": 2.0**-25, "bf16": 2.0**-134}
LAYOUTS = ("5d", "asm", "nhd", "hnd")


def decode_fp8(byte: int, kind: str) -> float:
    """Value of one e4m3 byte by the definition: sign, 4 bits of exponent, 3 of mantissa."""
    sign = -1.0 if byte & 0x80 else 1.0
    exponent, mantissa = (byte >> 3) & 15, byte & 7
    if kind == "fp8_e4m3fnuz":
        if byte == 0x80:
            return math.nan
        bias = 8
    else:
        if byte & 0x7F == 0x7F:
            return math.nan
        bias = 7
    if exponent == 0:
        return sign * mantissa / 8 * 2.0 ** (1 - bias)
    return sign * (1 + mantissa / 8) * 2.0 ** (exponent - bias)


def decode(stored: torch.Tensor, dtype: str) -> Doubles:
    """Stored elements as fp64, exactly."""
    if dtype.startswith("fp8"):
        table = np.array([decode_fp8(byte, dtype) for byte in range(256)])
        return np.asarray(table[stored.view(torch.uint8).numpy()])
    return np.asarray(stored.double().numpy())


def place(part: str, layout: str, dtype: str, shape: tuple[int, int, int, int]) -> tuple[tuple[int, ...], tuple]:
    """Shape of the storage and, for contents [blocks, block, kv_heads, head], the index of each element in it."""
    blocks, block, heads, head = shape
    x = 16 // BYTES[dtype]
    b, t, h, d = np.indices(shape)
    if layout == "nhd":
        return (blocks, block, heads, head), (b, t, h, d)
    if layout == "hnd":
        return (blocks, heads, block, head), (b, h, t, d)
    if part == "key":
        return (blocks, heads, head // x, block, x), (b, h, d // x, t, d % x)
    if layout == "5d":
        return (blocks, heads, head, block), (b, h, d, t)
    return (blocks, heads, block // x, head, x), (b, h, t // x, d, t % x)


def store(contents: torch.Tensor, part: str, layout: str, dtype: str) -> torch.Tensor:
    """Storage that holds ``contents`` [blocks, block, kv_heads, head] of the stored type."""
    size, index = place(part, layout, dtype, tuple(contents.shape))
    carrier = {1: torch.uint8, 2: torch.int16, 4: torch.int32}[contents.element_size()]
    storage = np.zeros(size, dtype={1: np.uint8, 2: np.int16, 4: np.int32}[contents.element_size()])
    storage[index] = contents.view(carrier).numpy()
    return torch.from_numpy(storage).view(contents.dtype)


def contents_of(storage: torch.Tensor, part: str, layout: str, dtype: str, shape: tuple) -> torch.Tensor:
    """The inverse of ``store``: contents [blocks, block, kv_heads, head]."""
    carrier = {1: torch.uint8, 2: torch.int16, 4: torch.int32}[storage.element_size()]
    _, index = place(part, layout, dtype, shape)
    return torch.from_numpy(storage.view(carrier).numpy()[index]).view(storage.dtype)


@dataclass(frozen=True)
class Problem:
    """One request: shapes, options, and the tensors made from them by ``build``."""

    lengths: tuple[int, ...] = (37, 5)
    query_lengths: tuple[int, ...] | None = None  # None: decode
    query_heads: int = 4
    kv_heads: int = 2
    head: int = 32
    block: int = 16
    layout: str = "5d"
    query_dtype: str = "fp32"
    kv_dtype: str = "fp32"
    scales: str = "none"
    scale: float | None = None
    alibi: bool = False
    window: int | None = None
    sinks: bool = False
    softcap: float | None = None
    causal: bool = True
    extra_pages: int = 2
    seed: int = 0
    magnitude: float = 1.0
    tensors: dict[str, torch.Tensor] = field(default_factory=dict, compare=False)

    def build(self) -> Problem:
        """Fill the tensors. Unused slots hold NaN (127 in int8), unused table entries are out of range."""
        random = np.random.default_rng(self.seed)
        pages = [-(-length // self.block) for length in self.lengths]
        width = max([*pages, 1]) + self.extra_pages
        blocks = sum(pages) + 2
        order = random.permutation(blocks)
        tables = np.where(random.random((len(pages), width)) < 0.5, 2**30, -7).astype(np.int32)
        used = np.zeros((blocks, self.block), dtype=bool)
        at = 0
        for row, count in enumerate(pages):
            tables[row, :count] = order[at : at + count]
            at += count
            token = np.arange(self.lengths[row])
            used[tables[row, token // self.block], token % self.block] = True
        shape = (blocks, self.block, self.kv_heads, self.head)
        tensors: dict[str, torch.Tensor] = {}
        for part in ("key", "value"):
            numbers = torch.from_numpy(random.standard_normal(shape) * self.magnitude)
            if self.kv_dtype == "int8":
                stored = (numbers * 40).round().clamp(-127, 127).to(torch.int8)
                stored[torch.from_numpy(~used)] = 127
            else:
                stored = numbers.to(torch.float32)
                stored[torch.from_numpy(~used)] = math.nan
                stored = stored.to(TORCH[self.kv_dtype])
            tensors[part] = stored
            tensors[f"{part}_cache"] = store(stored, part, self.layout, self.kv_dtype)
            size = {"none": None, "per_tensor": (1,), "per_head": (self.kv_heads,)}
            size["per_token"] = (blocks, self.kv_heads, self.block)
            if size[self.scales] is not None:
                factors = torch.from_numpy(random.uniform(0.02, 0.06, size[self.scales])).float()
                if self.scales == "per_token":
                    factors[torch.from_numpy(~used)[:, None, :].expand_as(factors)] = math.nan
                tensors[f"{part}_scale"] = factors
        tokens = len(self.lengths) if self.query_lengths is None else sum(self.query_lengths)
        query = torch.from_numpy(random.standard_normal((tokens, self.query_heads, self.head)))
        tensors["query"] = query.to(TORCH[self.query_dtype])
        tensors["block_tables"] = torch.from_numpy(tables)
        tensors["context_lengths"] = torch.tensor(self.lengths, dtype=torch.int32)
        if self.query_lengths is not None:
            starts = np.concatenate([[0], np.cumsum(self.query_lengths)]).astype(np.int32)
            tensors["query_start"] = torch.from_numpy(starts)
        if self.alibi:
            tensors["alibi_slopes"] = torch.from_numpy(random.uniform(0.01, 0.5, self.query_heads)).float()
        if self.sinks:
            tensors["sinks"] = torch.from_numpy(random.standard_normal(self.query_heads)).float()
        return replace(self, tensors=tensors)

    def keywords(self) -> dict:
        """Arguments of the op."""
        given = {name: tensor for name, tensor in self.tensors.items() if name not in ("key", "value")}
        given |= {"layout": self.layout, "scale": self.scale, "sliding_window": self.window, "softcap": self.softcap}
        if self.query_lengths is not None:
            given["causal"] = self.causal
        return given


@dataclass(frozen=True)
class Truth:
    """The right result and how far a right implementation may be from it, element by element."""

    output: Doubles
    output_bound: Doubles
    log_sum_exp: Doubles
    log_sum_exp_bound: Doubles

    def check(self, output: torch.Tensor, log_sum_exp: torch.Tensor | None = None) -> None:
        """Assert that a result lies within the bounds."""
        got = output.double().numpy()
        assert got.shape == self.output.shape
        assert not np.isnan(got).any(), "NaN in the output"
        excess = np.abs(got - self.output) - self.output_bound
        assert (excess <= 0).all(), (
            f"off by {np.abs(got - self.output).max()}, {(excess > 0).sum()} elements out of bounds"
        )
        if log_sum_exp is not None:
            sums = log_sum_exp.double().numpy()
            empty = np.isneginf(self.log_sum_exp)
            assert (np.isneginf(sums) == empty).all()
            off = np.abs(sums[~empty] - self.log_sum_exp[~empty])
            assert (off <= self.log_sum_exp_bound[~empty]).all()


def truth(problem: Problem) -> Truth:
    """Attention by its formula, one sequence, query token and head after the other, in fp64."""
    t = problem.tensors
    keys, values = (decode(t[part], problem.kv_dtype) for part in ("key", "value"))
    keys, values = (_scaled(kv, t.get(f"{part}_scale")) for kv, part in ((keys, "key"), (values, "value")))
    query = t["query"].double().numpy()
    tokens = query.shape[0]
    scale = 1 / math.sqrt(problem.head) if problem.scale is None else problem.scale
    gqa = problem.query_heads // problem.kv_heads
    output, bound = np.zeros(query.shape), np.zeros(query.shape)
    sums, sums_bound = np.full((tokens, problem.query_heads), -np.inf), np.zeros((tokens, problem.query_heads))
    row = 0
    counts = problem.query_lengths if problem.query_lengths is not None else (1,) * len(problem.lengths)
    for sequence, (length, count) in enumerate(zip(problem.lengths, counts, strict=True)):
        places = [(int(t["block_tables"][sequence, j // problem.block]), j % problem.block) for j in range(length)]
        k = np.array([keys[place] for place in places]).reshape(length, problem.kv_heads, problem.head)
        v = np.array([values[place] for place in places]).reshape(length, problem.kv_heads, problem.head)
        for token in range(count):
            position = length - count + token
            low = 0 if problem.window is None else max(position - problem.window + 1, 0)
            high = position + 1 if problem.causal or problem.query_lengths is None else length
            for head in range(problem.query_heads):
                if high > low:
                    _row(
                        problem,
                        query[row, head],
                        k[low:high, head // gqa],
                        v[low:high, head // gqa],
                        np.arange(low, high) - position,
                        head,
                        scale,
                        (output[row, head], bound[row, head], sums[row], sums_bound[row]),
                    )
            row += 1
    return Truth(output, bound, sums, sums_bound)


def _scaled(contents: Doubles, scale: torch.Tensor | None) -> Doubles:
    if scale is None:
        return contents
    factor = scale.double().numpy()
    if factor.ndim == 3:
        return contents * factor.transpose(0, 2, 1)[..., None]
    return contents * factor[:, None]


def _row(
    problem: Problem,
    q: Doubles,
    k: Doubles,
    v: Doubles,
    ahead: NDArray[np.int64],
    head: int,
    scale: float,
    into: tuple[Doubles, Doubles, Doubles, Doubles],
) -> None:
    output, bound, sums, sums_bound = into
    logits = scale * (k @ q)
    # Rounding errors of a product summed in any order, of the scale and of what is added to it (Higham, section 3.1).
    u = ROUNDING["fp32"]
    error = (problem.head + 6) * u * scale * (np.abs(k) @ np.abs(q))
    if problem.softcap is not None:
        logits = problem.softcap * np.tanh(logits / problem.softcap)
        error = error + 8 * u * problem.softcap
    if problem.alibi:
        bias = float(problem.tensors["alibi_slopes"][head]) * ahead
        logits = logits + bias
        error = error + 2 * u * np.abs(bias)
    error = error + 4 * u * (np.abs(logits) + np.abs(logits).max())
    everything = logits
    if problem.sinks:
        everything = np.append(logits, float(problem.tensors["sinks"][head]))
    largest = everything.max()
    total = np.exp(everything - largest).sum()
    weights = np.exp(logits - largest) / total
    # A logit off by e changes a weight by the factor exp(e); the sums add a rounding a term.
    relative = np.expm1(2 * error.max()) + (len(logits) + 16) * u
    output[:] = weights @ v
    rounding = ROUNDING[problem.query_dtype] * (1 + relative)
    bound[:] = relative * (weights @ np.abs(v)) + rounding * np.abs(output) + TINY[problem.query_dtype]
    sums[head] = largest + math.log(total)
    sums_bound[head] = relative + 4 * u * abs(sums[head])
