"""Judges the output of a request by the reference of rocm_ci, with its bound on the error."""

from __future__ import annotations

import numpy as np
import torch

from rocm_ci.reference.attention import Options, attention
from rocm_ci.reference.tolerance import absolute_bound, relative_bound
from rocm_kernels.benchmarks.gpu_requests import Request


def assert_right(request: Request) -> None:
    """Compare every sequence of a request that has been run with the truth."""
    problem, arguments = request.problem, request.arguments
    lengths = problem.query_lengths or (1,) * len(problem.lengths)
    start = 0
    for index, (length, queries) in enumerate(zip(problem.lengths, lengths, strict=True)):
        rows = slice(start, start + queries)
        start += queries
        key, value = (part.double().cpu().numpy() for part in request.sequence(index))
        options = Options(
            scale=arguments.scale,
            causal=problem.causal,
            alibi_slopes=None if arguments.alibi_slopes is None else arguments.alibi_slopes.double().cpu().numpy(),
            sliding_window=problem.sliding_window,
            sinks=None if arguments.sinks is None else arguments.sinks.double().cpu().numpy(),
            softcap=problem.softcap,
        )
        truth = attention(arguments.query[rows].double().cpu().numpy(), key, value, options)
        got = arguments.output[rows].double().cpu().numpy()
        assert np.isfinite(got).all(), f"sequence {index}: {np.isnan(got).sum()} elements are NaN or were not written"
        bound = relative_bound(problem.query_dtype, "triton", length, truth.score_error)[..., None] * truth.magnitude
        # Over a quantised cache the backend computes in fp16, also for bf16 queries: its subnormal steps count there.
        compute = "fp16" if problem.query_dtype == "bf16" and problem.kv_dtype != "bf16" else problem.query_dtype
        bound = bound + absolute_bound(compute, "triton", truth.reach) + np.finfo(np.float32).tiny
        worst = float((np.abs(got - truth.output) / bound).max(initial=0.0))
        assert worst <= 1.0, f"sequence {index} of length {length}: error {worst:.2f} times its bound"
        if arguments.log_sum_exp is not None:
            seen = arguments.log_sum_exp[rows].double().cpu().numpy()
            if length == 0:
                assert (seen == -np.inf).all()
            else:
                np.testing.assert_allclose(
                    seen, truth.log_sum_exp, atol=float(truth.score_error.max()) + 1e-5, rtol=1e-6
                )
        if length == 0:
            assert torch.count_nonzero(arguments.output[rows]) == 0
