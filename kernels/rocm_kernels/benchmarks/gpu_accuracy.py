"""Relative error of a request that was run on a GPU, against attention in fp32 on the dequantised cache."""

from __future__ import annotations

import torch

from rocm_kernels.benchmarks.gpu_requests import Request


def reference(request: Request) -> torch.Tensor:
    """Output in fp32, [tokens, query_heads, head_size]: softmax(scale q k + bias) v, one sequence after the other."""
    problem, arguments = request.problem, request.arguments
    query = arguments.query.float()
    output = torch.zeros_like(query)
    lengths = problem.query_lengths or (1,) * len(problem.lengths)
    start = 0
    for index, queries in enumerate(lengths):
        length = problem.lengths[index]
        if length:
            key, value = request.sequence(index)
            for first in range(0, queries, 512):
                rows = slice(start + first, start + min(first + 512, queries))
                position = length - queries + first
                output[rows] = _attend(request, query[rows], key, value, position)
        start += queries
    return output


def _attend(request: Request, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, first: int) -> torch.Tensor:
    """Attend from positions ``first`` on; query [rows, heads, head_size], key and value [tokens, kv_heads, head_size]."""
    problem, arguments = request.problem, request.arguments
    rows, heads, head_size = query.shape
    grouped = query.view(rows, problem.kv_heads, heads // problem.kv_heads, head_size)
    scores = torch.einsum("rkgd,tkd->kgrt", grouped, key).flatten(0, 1) * arguments.scale
    if problem.softcap is not None:
        scores = problem.softcap * torch.tanh(scores / problem.softcap)
    position = torch.arange(first, first + rows, device=query.device)[:, None]
    distance = torch.arange(key.shape[0], device=query.device)[None, :] - position
    if arguments.alibi_slopes is not None:
        scores = scores + arguments.alibi_slopes[:, None, None] * distance
    hidden = torch.zeros_like(distance, dtype=torch.bool)
    if problem.causal or problem.query_lengths is None:
        hidden |= distance > 0
    if problem.sliding_window is not None:
        hidden |= distance <= -problem.sliding_window
    scores = scores.masked_fill(hidden, float("-inf"))
    if arguments.sinks is not None:
        scores = torch.cat([scores, arguments.sinks[:, None, None].expand(-1, rows, 1)], dim=-1)
    weights = scores.softmax(-1)[..., : key.shape[0]]
    return torch.einsum("kgrt,tkd->rkgd", weights.unflatten(0, (problem.kv_heads, -1)), value).reshape(rows, heads, -1)


def relative_error(output: torch.Tensor, truth: torch.Tensor) -> float:
    """|output - truth| / |truth| over all elements; NaN where an element is NaN."""
    return float((output.float() - truth).norm() / truth.norm())
