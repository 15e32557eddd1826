"""Runs the Triton backend over a spread of requests on this machine's GPU and compares each with fp32."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import product

import torch
import triton

from rocm_kernels.arguments import CacheWriteArguments
from rocm_kernels.backends.torch.reshape_and_cache import reshape_and_cache as torch_write
from rocm_kernels.backends.triton.decode import DecodePlan
from rocm_kernels.backends.triton.prefill import PrefillPlan
from rocm_kernels.backends.triton.reshape_and_cache import reshape_and_cache as triton_write
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
        {"lengths": (900,) * 70}, {"lengths": (8192, 3) * 24, "alibi": True},
    ):  # fmt: skip
        yield replace(base, **options)


def prefill_problems() -> Iterator[Problem]:
    """Prompts, chunks and decoding sequences in one batch, with every option."""
    base = Problem(
        (1, 300, 0, 17, 1100, 4097, 256), 32, 8, 128, layout="nhd", query_lengths=(1, 300, 0, 1, 500, 1, 129)
    )
    for layout, (query, kv, scales) in product(
        ("5d", "asm", "nhd", "hnd"),
        (("bf16", "bf16", "none"), ("fp16", "fp16", "none"), ("fp32", "fp32", "none"), ("bf16", "fp8_e4m3fn", "per_tensor"),
         ("bf16", "int8", "per_token")),
    ):  # fmt: skip
        yield replace(base, layout=layout, query_dtype=query, kv_dtype=kv, scales=scales)
    for head_size in (32, 64, 80, 96, 112, 120, 192, 256):
        yield replace(base, head_size=head_size)
    for heads, kv_heads in ((1, 1), (10, 2), (7, 1), (71, 1), (32, 32)):
        yield replace(base, query_heads=heads, kv_heads=kv_heads, head_size=64)
    for block in (1, 48, 64, 528):
        yield replace(base, block_size=block)
    for options in (
        {"alibi": True}, {"sliding_window": 200}, {"sinks": True}, {"softcap": 30.0}, {"causal": False}, {"interleaved": True},
        {"alibi": True, "sliding_window": 100, "sinks": True, "softcap": 20.0, "scale": 0.2},
        {"lengths": (8192,), "query_lengths": (8192,)}, {"lengths": (9,) * 200, "query_lengths": (1,) * 200},
    ):  # fmt: skip
        yield replace(base, **options)


def check(kind: str, problems: Iterator[Problem], plan_type: type[DecodePlan] | type[PrefillPlan]) -> list[str]:
    """Run each problem twice; gives a line for every one that is wrong or moves between the runs."""
    made = [(problem, make_request(problem, seed=index, device="cuda")) for index, problem in enumerate(problems)]
    plans = [plan_type(request.arguments) for _, request in made]
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
        # The same from a graph, which may take another way to join parts; its replay must give one result too.
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            plan.run(request.arguments)
        for _ in range(2):
            request.arguments.output.fill_(float("nan"))
            graph.replay()
            replayed = request.arguments.output.clone()
        for output in (*outputs, replayed):
            error = gpu_accuracy.relative_error(output, truth) if truth.norm() else float(output.float().norm())
            if not error <= TOLERANCE[problem.query_dtype]:
                faults.append(f"{problem}: relative error {error:.2e}")
                break
        if any(not torch.equal(outputs[0], other) for other in outputs[1:]):
            faults.append(f"{problem}: runs differ by {(outputs[0].float() - outputs[1].float()).abs().max():.2e}")
    print(f"{len(made)} {kind} requests checked on {torch.cuda.get_device_name()}, {len(faults)} faults")
    return faults


def check_writes() -> list[str]:
    """Write random keys and values into every layout and type; the bytes must be those that the torch backend writes."""
    faults, count = [], 0
    for layout, (dtype, kv, scales) in product(
        ("5d", "asm", "nhd", "hnd"),
        (("bf16", "bf16", "none"), ("fp16", "fp16", "none"), ("bf16", "fp8_e4m3fn", "per_tensor"),
         ("fp16", "fp8_e4m3fnuz", "per_head"), ("bf16", "int8", "per_token"), ("fp32", "fp8_e4m3fn", "none")),
    ):  # fmt: skip
        problem = Problem((300,), 8, 4, 96, 16, dtype, kv, layout, scales, poison=False)
        arguments = make_request(problem, seed=count, device="cuda").arguments
        cache, count = arguments.cache, count + 1
        new = [torch.randn(40, 4, 96, device="cuda").mul(3).to(arguments.query.dtype) for _ in range(2)]
        slots = torch.randperm(300, device="cuda")[:40]
        slots[::7] = -1
        written = []
        for write, place in ((triton_write, "cuda"), (torch_write, "cpu")):
            # The reference runs on the CPU, whose divisions are rounded as the rule of quantising says.
            key, value = cache.key.to(place, copy=True), cache.value.to(place, copy=True)
            key_scale = None if cache.key_scale is None else cache.key_scale.to(place, copy=True)
            value_scale = None if cache.value_scale is None else cache.value_scale.to(place, copy=True)
            view = replace(cache, key=key, value=value, key_scale=key_scale, value_scale=value_scale)
            write(CacheWriteArguments(arguments.spec, new[0].to(place), new[1].to(place), view, slots.to(place)))
            parts = (key, value, key_scale, value_scale)
            written.append([None if part is None else part.cpu().view(torch.uint8) for part in parts])
        if any(left is not None and not torch.equal(left, right) for left, right in zip(*written, strict=True)):
            faults.append(f"reshape_and_cache differs: {problem}")
    print(f"{count} cache writes checked, {len(faults)} faults")
    return faults


def everything() -> list[str]:
    """Run all checks; gives a line a fault."""
    faults = check("decode", decode_problems(), DecodePlan)
    faults += check("prefill", prefill_problems(), PrefillPlan)
    return faults + check_writes()


def main() -> int:
    """Run all checks; gives 1 where one failed."""
    faults = everything()
    for line in faults:
        print(line)
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
