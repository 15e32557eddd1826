"""Runs the Triton backend over a spread of requests on this machine's GPU and compares each with fp32."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import product

import torch
import triton

from rocm_kernels.backends.triton.decode import DecodePlan
from rocm_kernels.benchmarks import gpu_accuracy
from rocm_kernels.benchmarks.gpu_requests import Problem, make_request

# Relative norms: 16-bit outputs and probabilities round once each; fp32 is limited by the order of sums.
TOLERANCE = {"fp32": 2e-5, "fp16": 1e-3, "bf16": 6e-3}
LENGTHS = (0, 1, 15, 16, 17, 255, 256, 257, 1100, 4097)


def decode_problems() -> Iterator[Problem]:
    """Layouts, types, head sizes, groups, pages and options."""
    base = Problem(LENGTHS, 32, 4, 128, layout="nhd")
    for layout, (query, kv, scales) in product(
        ("5d", "asm", "nhd", "hnd"),
        (("bf16", "bf16", "none"), ("fp16", "fp16", "none"), ("fp32", "fp32", "none"), ("bf16", "fp8_e4m3fn", "per_tensor"),
         ("fp16", "fp8_e4m3fnuz", "per_head"), ("bf16", "int8", "per_token"), ("fp16", "int8", "per_head"),
         ("fp32", "fp8_e4m3fn", "per_token")),
    ):  # fmt: skip
        yield replace(base, layout=layout, query_dtype=query, kv_dtype=kv, scales=scales)
    for head_size, kv in product((32, 64, 80, 96, 112, 120, 192, 256), ("bf16", "fp8_e4m3fn")):
        yield replace(base, head_size=head_size, kv_dtype=kv)
    for heads, kv_heads in ((1, 1), (3, 1), (10, 2), (7, 1), (16, 1), (71, 1), (128, 1), (32, 32), (14, 2)):
        yield replace(base, query_heads=heads, kv_heads=kv_heads, head_size=64)
    for block in (1, 8, 32, 48, 64, 128, 528, 1024):
        yield replace(base, block_size=block)
    for options in (
        {"alibi": True}, {"sliding_window": 1024}, {"sliding_window": 7}, {"sinks": True}, {"softcap": 30.0},
        {"scale": 1.0, "query_amplitude": 0.2}, {"interleaved": True}, {"interleaved": True, "layout": "5d"},
        {"alibi": True, "sliding_window": 300, "sinks": True, "softcap": 20.0, "scale": 0.2},
        {"lengths": (16383, 16384, 16385, 131072, 131073)}, {"lengths": (5,) * 300}, {"lengths": (0,)},
    ):  # fmt: skip
        yield replace(base, **options)  # type: ignore[arg-type]  # options of Problem


def check(problems: Iterator[Problem]) -> list[str]:
    """Run each problem twice; gives a line for every one that is wrong or moves between the runs."""
    made = [(problem, make_request(problem, seed=index, device="cuda")) for index, problem in enumerate(problems)]
    plans = [DecodePlan(request.arguments) for _, request in made]
    with ThreadPoolExecutor(os.cpu_count()) as pool, triton.AsyncCompileMode(pool):
        for plan, (_, request) in zip(plans, made, strict=True):
            plan.warm(request.arguments)
    faults = []
    for plan, (problem, request) in zip(plans, made, strict=True):
        truth = gpu_accuracy.reference(request)
        outputs = []
        for _ in range(2):
            request.arguments.output.fill_(float("nan"))
            plan.run(request.arguments)
            outputs.append(request.arguments.output.clone())
        error = max(gpu_accuracy.relative_error(output, truth) if truth.norm() else float(output.float().norm())
                    for output in outputs)  # fmt: skip
        if not error <= TOLERANCE[problem.query_dtype]:
            faults.append(f"{problem}: relative error {error:.2e}")
        if not torch.equal(outputs[0], outputs[1]):
            faults.append(f"{problem}: two runs differ by {(outputs[0].float() - outputs[1].float()).abs().max():.2e}")
    print(f"{len(made)} decode requests checked on {torch.cuda.get_device_name()}, {len(faults)} faults")
    return faults


if __name__ == "__main__":
    for line in check(decode_problems()):
        print(line)
