"""Other people's kernels on the same requests: what each is, and how it is called; a peer that cannot run says why."""

from __future__ import annotations

from collections.abc import Callable

import torch
import torch.nn.functional as functional

from rocm_kernels.benchmarks.gpu_requests import Request


def sdpa(request: Request) -> Callable[[], torch.Tensor]:
    """torch's scaled_dot_product_attention on contiguous keys and values, no paging; equal lengths only."""
    problem, arguments = request.problem, request.arguments
    if len(set(problem.lengths)) > 1:
        raise ValueError("SDPA takes no ragged batch")
    dtype = arguments.query.dtype
    keys, values = [], []
    for index in range(len(problem.lengths)):
        key, value = request.sequence(index)
        keys.append(key.transpose(0, 1).to(dtype))
        values.append(value.transpose(0, 1).to(dtype))
    key, value = torch.stack(keys), torch.stack(values)
    if problem.query_lengths is None:
        query, causal = arguments.query.unsqueeze(2), False
    else:
        query, causal = arguments.query.transpose(0, 1).unsqueeze(0), True
    return lambda: functional.scaled_dot_product_attention(
        query, key, value, scale=arguments.scale, is_causal=causal, enable_gqa=problem.query_heads != problem.kv_heads
    )
