"""Other kernels on the same requests: what each is, which layout it reads, and how it is called."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import torch
import torch.nn.functional as functional

from rocm_kernels.benchmarks.gpu_original import original_attention
from rocm_kernels.benchmarks.gpu_requests import Request


@dataclass(frozen=True)
class Peer:
    """One kernel to compare with.

    Attributes:
        name: column of the table.
        layout: cache layout that it reads.
        prepare: gives the call to time, which returns or writes the output; raises where the peer cannot serve the request.
    """

    name: str
    layout: str
    prepare: Callable[[Request], Callable[[], Any]]


def _contiguous(request: Request) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Query, key and value as [sequences, heads, tokens, head_size], for kernels without paging."""
    problem, arguments = request.problem, request.arguments
    if len(set(problem.lengths)) > 1:
        raise ValueError("takes no ragged batch")
    dtype = arguments.query.dtype
    pairs = [request.sequence(index) for index in range(len(problem.lengths))]
    key = torch.stack([pair[0].transpose(0, 1).to(dtype) for pair in pairs])
    value = torch.stack([pair[1].transpose(0, 1).to(dtype) for pair in pairs])
    if problem.query_lengths is None:
        return arguments.query.unsqueeze(2), key, value
    return arguments.query.transpose(0, 1).unsqueeze(0), key, value


def sdpa(request: Request) -> Callable[[], torch.Tensor]:
    """torch's scaled_dot_product_attention on contiguous keys and values in the query's type, no paging."""
    problem = request.problem
    query, key, value = _contiguous(request)
    grouped, causal = problem.query_heads != problem.kv_heads, problem.query_lengths is not None
    scale = request.arguments.scale

    def call() -> torch.Tensor:
        return functional.scaled_dot_product_attention(
            query, key, value, scale=scale, is_causal=causal, enable_gqa=grouped
        )

    return call


def flex(request: Request) -> Callable[[], torch.Tensor]:
    """torch's FlexAttention, compiled, on contiguous keys and values."""
    from torch.nn.attention.flex_attention import create_block_mask, flex_attention

    problem = request.problem
    query, key, value = _contiguous(request)
    scale, grouped = request.arguments.scale, problem.query_heads != problem.kv_heads
    compiled = torch.compile(flex_attention, dynamic=False)
    mask = None
    if problem.query_lengths is not None:
        size = problem.lengths[0]
        mask = create_block_mask(lambda b, h, q, kv: q >= kv, None, None, size, size, device="cuda")

    def call() -> torch.Tensor:
        result: torch.Tensor = compiled(query, key, value, block_mask=mask, scale=scale, enable_gqa=grouped)
        return result

    return call


def original(version: int) -> Callable[[Request], Callable[[], Any]]:
    """The algorithm of the first paged-attention kernels, as this project wrote it down."""

    def prepare(request: Request) -> Callable[[], torch.Tensor]:
        launch = original_attention(request.arguments, version)

        def call() -> torch.Tensor:
            launch()
            output: torch.Tensor = request.arguments.output
            return output

        call()
        return call

    return prepare


def _aiter_module(name: str) -> ModuleType:
    """Import one module of AITER's Triton kernels without running the package's own import, which needs ROCm."""
    spec = find_spec("aiter")
    if spec is None or spec.submodule_search_locations is None:
        raise ModuleNotFoundError("the package aiter is not installed")
    before = {key: module for key, module in sys.modules.items() if key.partition(".")[0] == "aiter"}
    stand_ins = {}
    for package, parts in (("aiter", ()), ("aiter.ops", ("ops",)), ("aiter.ops.triton", ("ops", "triton"))):
        module = ModuleType(package)
        module.__path__ = ["/".join((next(iter(spec.submodule_search_locations)), *parts))]
        stand_ins[package] = module
    sys.modules.update(stand_ins)
    try:
        return importlib.import_module(f"aiter.ops.triton.{name}")
    finally:
        for package in stand_ins:
            sys.modules.pop(package, None)
        sys.modules.update(before)


def aiter_decode(request: Request) -> Callable[[], torch.Tensor]:
    """AITER's Triton paged decode (pa_decode of the wheel)."""
    import triton.language as language

    arguments, cache = request.arguments, request.arguments.cache
    if request.problem.query_lengths is not None:
        raise ValueError("decodes only")
    run = _aiter_module("pa_decode").paged_attention_decode
    # Scales of one element are read on the host: on the CPU that needs no wait for the device, so a graph can be captured.
    one = torch.ones(1)
    compute = {torch.bfloat16: language.bfloat16, torch.float16: language.float16}[arguments.query.dtype]
    keys, values = (
        one if scale is None else scale.cpu() if scale.numel() == 1 else scale
        for scale in (cache.key_scale, cache.value_scale)
    )

    def call() -> torch.Tensor:
        run(
            arguments.output, arguments.query, cache.key, cache.value, arguments.context_lengths, arguments.block_tables,
            arguments.scale, arguments.max_context_length, compute, keys, values,
        )  # fmt: skip
        output: torch.Tensor = arguments.output
        return output

    call()
    return call


PEERS = (
    Peer("sdpa", "nhd", sdpa),
    Peer("aiter", "hnd", aiter_decode),
    Peer("v1", "5d", original(1)),
    Peer("v2", "5d", original(2)),
    Peer("flex", "nhd", flex),
)
