"""Random attention requests over paged caches, with the plain numbers that each cache stands for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import torch

from rocm_kernels.arguments import CacheView, DecodeArguments, PrefillArguments
from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.layouts import LAYOUTS, VECTOR_BYTES
from rocm_kernels.spec import AttentionSpec, length_class


@dataclass(frozen=True)
class Problem:
    """One kind of request.

    Attributes:
        lengths: context lengths; the batch has as many sequences.
        query_lengths: query tokens of each sequence for prefill, None for decode.
        scales: ``none``, ``per_tensor``, ``per_head`` or ``per_token``.
        poison: fill every slot that no sequence uses with NaN (the largest magnitude in int8).
        query_amplitude: factor on the queries, to make the softmax sharp.
        wider_table: unused columns of the block table, filled with page numbers that do not exist.
        interleaved: key and value of a page lie next to each other, so that neither storage tensor is contiguous.
    """

    lengths: tuple[int, ...]
    query_heads: int = 8
    kv_heads: int = 2
    head_size: int = 64
    block_size: int = 16
    query_dtype: str = "bf16"
    kv_dtype: str = "bf16"
    layout: str = "5d"
    scales: str = "none"
    alibi: bool = False
    sliding_window: int | None = None
    sinks: bool = False
    softcap: float | None = None
    scale: float | None = None
    log_sum_exp: bool = True
    query_lengths: tuple[int, ...] | None = None
    causal: bool = True
    poison: bool = True
    query_amplitude: float = 1.0
    wider_table: int = 3
    interleaved: bool = False

    def __str__(self) -> str:
        shown = self.lengths if len(self.lengths) <= 4 else f"{len(self.lengths)} up to {max(self.lengths)}"
        extras = [name for name in ("alibi", "sinks", "interleaved") if getattr(self, name)]
        extras += [f"{name}={getattr(self, name)}" for name in ("sliding_window", "softcap", "scale", "query_lengths")
                   if getattr(self, name) is not None]  # fmt: skip
        kv = "" if self.kv_dtype == self.query_dtype else f"/{self.kv_dtype} {self.scales}"
        return (
            f"{self.query_heads}x{self.kv_heads} head {self.head_size} page {self.block_size} {self.layout} "
            f"{self.query_dtype}{kv} lengths {shown} {' '.join(extras)}"
        )


@dataclass(frozen=True)
class Request:
    """A problem with tensors.

    Attributes:
        arguments: what an implementation is handed.
        key, value: fp32 [blocks, block_size, kv_heads, head_size]; the numbers that the cache stands for, scales applied.
        pages: pages of each sequence, in order.
    """

    problem: Problem
    arguments: Any
    key: torch.Tensor
    value: torch.Tensor
    pages: list[list[int]] = field(repr=False)

    def sequence(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Key and value of one sequence, each fp32 [tokens, kv_heads, head_size]."""
        length = self.problem.lengths[index]
        pages = torch.tensor(self.pages[index], dtype=torch.long, device=self.key.device)
        return self.key[pages].flatten(0, 1)[:length], self.value[pages].flatten(0, 1)[:length]


def make_request(problem: Problem, seed: int, device: str = "cpu", device_name: str | None = None) -> Request:
    """Draw a request; the output is filled with NaN so that an element that nobody wrote shows."""
    generator = torch.Generator(device=device).manual_seed(seed)
    host = torch.Generator().manual_seed(seed)
    stored = DATA_TYPES[problem.kv_dtype]
    query_type = DATA_TYPES[problem.query_dtype].torch_dtype
    block, heads, head_size = problem.block_size, problem.kv_heads, problem.head_size

    counts = [-(-length // block) for length in problem.lengths]
    blocks = sum(counts) + 2
    order = torch.randperm(blocks, generator=host)[: sum(counts)].tolist()
    pages: list[list[int]] = []
    for count in counts:
        pages.append(order[:count])
        order = order[count:]
    tables = torch.full(
        (len(counts), max(counts, default=0) + problem.wider_table + 1), 2**31 - 1, dtype=torch.int32
    )  # fmt: skip
    used = torch.zeros(blocks, block, dtype=torch.bool)
    for index, (length, own) in enumerate(zip(problem.lengths, pages, strict=True)):
        tables[index, : len(own)] = torch.tensor(own, dtype=torch.int32)
        for position, page in enumerate(own):
            used[page, : min(block, length - position * block)] = True

    layout = LAYOUTS[problem.layout]
    storages, scales, plains = [], [], []
    shapes = [
        shape(blocks, heads, head_size, block, stored.itemsize) for shape in (layout.key_shape, layout.value_shape)
    ]
    if problem.interleaved:
        size = torch.Size(shapes[0]).numel()
        both = torch.zeros(blocks, 2, size // blocks, dtype=stored.torch_dtype, device=device)
        storages = [both[:, part].view(shape) for part, shape in enumerate(shapes)]
    else:
        storages = [torch.empty(shape, dtype=stored.torch_dtype, device=device) for shape in shapes]
    for axes, storage in zip((layout.key_axes, layout.value_axes), storages, strict=True):
        scale = _scale(problem, blocks, generator, device)
        values = torch.randn(blocks, block, heads, head_size, generator=generator, device=device)
        kept = (values * 40).round().clamp(-127, 127) if stored.kind == "int" else values
        kept = kept.to(stored.torch_dtype)
        if problem.poison:
            bad = torch.full((1,), 127 if stored.kind == "int" else float("nan"), device=device).to(stored.torch_dtype)
            carrier = {1: torch.uint8, 2: torch.int16, 4: torch.int32}[stored.itemsize]
            mask = used.to(device)[:, :, None, None]
            kept = torch.where(mask, kept.view(carrier), bad.view(carrier)).view(stored.torch_dtype)
        _store(kept, storage, axes)
        plain = kept.float()
        if scale is not None:
            plain = plain * (scale.transpose(1, 2).unsqueeze(-1) if scale.ndim == 3 else scale[:, None])
        plains.append(plain)
        scales.append(scale)

    tokens = len(counts) if problem.query_lengths is None else sum(problem.query_lengths)
    query = torch.randn(tokens, problem.query_heads, head_size, generator=generator, device=device)
    query = (query * problem.query_amplitude).to(query_type)
    output = torch.full_like(query, float("nan"))
    longest = max(problem.lengths, default=0)
    spec = AttentionSpec(
        op="paged_attention" if problem.query_lengths is None else "prefill_attention",
        device=device_name or device,
        target=None,
        query_dtype=problem.query_dtype,
        kv_dtype=problem.kv_dtype,
        query_heads=problem.query_heads,
        kv_heads=heads,
        head_size=head_size,
        block_size=block,
        layout=problem.layout,
        alibi=problem.alibi,
        sliding_window=problem.sliding_window is not None,
        sinks=problem.sinks,
        softcap=problem.softcap is not None,
        custom_scale=problem.scale is not None,
        log_sum_exp=problem.log_sum_exp,
        kv_scales=problem.scales,  # type: ignore[arg-type]  # a plain string here
        length_class=length_class(longest),
    )
    common = {
        "spec": spec,
        "query": query,
        "cache": CacheView(storages[0], storages[1], problem.layout, block, scales[0], scales[1]),
        "block_tables": tables.to(device),
        "context_lengths": torch.tensor(problem.lengths, dtype=torch.int32, device=device),
        "scale": head_size**-0.5 if problem.scale is None else problem.scale,
        "max_context_length": longest,
        "output": output,
        "log_sum_exp": torch.full(query.shape[:2], float("nan"), device=device) if problem.log_sum_exp else None,
        "alibi_slopes": _slopes(problem.query_heads, device) if problem.alibi else None,
        "sliding_window": problem.sliding_window,
        "sinks": torch.randn(problem.query_heads, generator=generator, device=device) if problem.sinks else None,
        "softcap": problem.softcap,
    }
    arguments: Any
    if problem.query_lengths is None:
        arguments = DecodeArguments(**common)  # type: ignore[arg-type]  # one dictionary for two classes
    else:
        starts = torch.tensor([0, *problem.query_lengths]).cumsum(0).to(torch.int32).to(device)
        arguments = PrefillArguments(
            **common,  # type: ignore[arg-type]  # as above
            query_start=starts,
            max_query_length=max(problem.query_lengths, default=0),
            causal=problem.causal,
        )
    return Request(problem, arguments, plains[0], plains[1], pages)


def _slopes(heads: int, device: str) -> torch.Tensor:
    return torch.tensor([2.0 ** (-8.0 * (head + 1) / heads) for head in range(heads)], device=device)


def _scale(problem: Problem, blocks: int, generator: torch.Generator, device: str) -> torch.Tensor | None:
    shapes = {
        "none": None,
        "per_tensor": (1,),
        "per_head": (problem.kv_heads,),
        "per_token": (blocks, problem.kv_heads, problem.block_size),
    }
    shape = shapes[problem.scales]
    if shape is None:
        return None
    base = 1 / 40 if problem.kv_dtype == "int8" else 1.0
    return base * (0.5 + torch.rand(shape, generator=generator, device=device))


def _store(plain: torch.Tensor, storage: torch.Tensor, axes: str) -> None:
    """Write [blocks, block, heads, head] into a storage tensor of these axes."""
    lanes = VECTOR_BYTES // storage.element_size()
    blocks, block, heads, head = plain.shape
    carrier = {1: torch.uint8, 2: torch.int16, 4: torch.int32}[storage.element_size()]
    source, target = plain.view(carrier), storage.view(carrier)
    letters = "bthd"
    if "x" in axes:
        source, letters = source.view(blocks, block, heads, head // lanes, lanes), "bthcx"
    if "y" in axes:
        source, letters = source.view(blocks, block // lanes, lanes, heads, head), "bsyhd"
    target.copy_(source.permute([letters.index(axis) for axis in axes]))
