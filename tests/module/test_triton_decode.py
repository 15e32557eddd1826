"""The Triton backend's decode kernels, run by Triton's interpreter, against attention from its formula."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import torch
from tests.module.triton_truth import assert_right

from rocm_ci.reference.attention import Options, attention
from rocm_kernels import launches
from rocm_kernels.backends.triton import IMPLEMENTATIONS, configurations, decode, interpreting
from rocm_kernels.benchmarks.gpu_requests import Problem, make_request

SMALL = Problem((33,), 4, 2, head_size=32)
SHAPES = [
    replace(SMALL, query_heads=heads, kv_heads=kv_heads, head_size=size, lengths=(19,))
    for heads, kv_heads, size in (
        (1, 1, 32), (3, 1, 64), (5, 1, 80), (14, 2, 96), (8, 1, 112), (16, 1, 120), (71, 1, 64), (4, 4, 128),
        (128, 1, 16), (2, 1, 192), (2, 1, 256), (8, 2, 8),
    )
]  # fmt: skip
LENGTHS = [replace(SMALL, lengths=lengths) for lengths in ((0,), (1,), (15, 0, 16), (17, 65), (64,), (129, 1))]
PAGES = [replace(SMALL, block_size=block) for block in (1, 3, 8, 32, 48, 528, 1024)]
LAYOUTS = [
    replace(SMALL, layout=layout, query_dtype=query, kv_dtype=kv, scales="none" if query == kv else "per_tensor")
    for layout in ("5d", "asm", "nhd", "hnd")
    for query, kv in (("fp32", "fp32"), ("fp16", "fp16"), ("bf16", "fp8_e4m3fn"))
]
STORED = [
    replace(SMALL, query_dtype=query, kv_dtype=kv, scales=scales)
    for query in ("fp32", "fp16", "bf16")
    for kv, scales in (
        ("fp8_e4m3fn", "none"), ("fp8_e4m3fnuz", "per_head"), ("int8", "per_tensor"), ("int8", "per_token"),
        ("fp8_e4m3fnuz", "per_token"),
    )
]  # fmt: skip
FEATURES = [
    replace(SMALL, **options)
    for options in (
        {"alibi": True}, {"sliding_window": 1}, {"sliding_window": 20}, {"sliding_window": 1000}, {"sinks": True},
        {"softcap": 5.0, "query_amplitude": 8.0}, {"scale": 1.0}, {"scale": 0.02}, {"log_sum_exp": False},
        {"query_amplitude": 40.0}, {"interleaved": True}, {"interleaved": True, "layout": "nhd"},
        {"alibi": True, "sliding_window": 18, "sinks": True, "softcap": 9.0, "scale": 0.3, "lengths": (70, 0, 5)},
        {"query_amplitude": 1e-6, "kv_dtype": "fp8_e4m3fn", "scale": 1e5}, {"query_amplitude": 1e6, "scale": 1e-6},
        {"query_amplitude": 1e6, "scale": 1e-6, "kv_dtype": "fp8_e4m3fn"},
    )
]  # fmt: skip


@pytest.mark.parametrize("problem", [*SHAPES, *LENGTHS, *PAGES, *LAYOUTS, *STORED, *FEATURES], ids=str)
def test_decode_is_right(problem: Problem) -> None:
    request = make_request(problem, seed=len(str(problem)))
    with launches.listening() as launched:
        decode.paged_attention(request.arguments, interpreted=True)
    assert launched == ["paged_decode", "merge_parts"]
    assert_right(request)


@pytest.mark.parametrize(
    "options", [{}, {"lazy_sum": False}, {"words": False}, {"block_n": 32}, {"together": False}], ids=str
)
@pytest.mark.parametrize("kv_dtype", ["bf16", "int8"])
def test_every_way_to_split_gives_the_same(options: dict[str, Any], kv_dtype: str) -> None:
    base = replace(configurations.decode_configuration("interpreter", 2), **options)
    problem = replace(
        SMALL,
        lengths=(130, 0, 7, 64),
        sinks=True,
        alibi=True,
        query_heads=36,
        head_size=64,
        kv_dtype=kv_dtype,
        layout="nhd",
    )
    for largest_block_m, per_processor in ((16, 1), (32, 7), (16, 40)):
        request = make_request(problem, seed=5)
        configuration = replace(base, largest_block_m=largest_block_m, programs_per_processor=per_processor)
        plan = decode.DecodePlan(request.arguments, configuration, interpreted=True)
        with launches.listening() as launched:
            plan.run(request.arguments)
        assert launched == ["paged_decode", "merge_parts"]
        assert_right(request)


def test_a_plan_serves_other_tensors_and_lengths() -> None:
    """One plan for all layers and steps, whatever the lengths."""
    longest = replace(SMALL, lengths=(200, 200))
    plan = decode.DecodePlan(make_request(longest, seed=1).arguments, interpreted=True)
    for seed, lengths in ((2, (200, 3)), (3, (0, 180)), (4, (64, 64))):
        # Equal shapes: the table is as wide for every step.
        problem = replace(longest, lengths=lengths, wider_table=3 + 13 - -(-max(lengths) // 16))
        request = make_request(problem, seed=seed)
        assert request.arguments.block_tables.shape[1] == 17
        plan.run(replace(request.arguments, max_context_length=200))
        assert_right(request)


def test_every_byte_of_both_fp8_formats_reads_as_pytorch_reads_it() -> None:
    for name, dtype in (("fp8_e4m3fn", torch.float8_e4m3fn), ("fp8_e4m3fnuz", torch.float8_e4m3fnuz)):
        problem = Problem((256,), 1, 1, 8, 256, "fp32", name, "nhd", poison=False)
        request = make_request(problem, seed=0)
        every = torch.arange(256, dtype=torch.uint8)
        numbers = every.view(dtype).float()
        request.arguments.cache.value.view(torch.uint8).copy_(every[None, :, None, None])
        for byte in range(256):
            # The sink's weight is nothing, the key at position `byte` alone has a score: the output is its value.
            request.arguments.cache.key.view(torch.uint8).zero_()
            request.arguments.cache.key.view(torch.uint8)[:, byte] = torch.tensor([64.0]).to(dtype).view(torch.uint8)
            if byte % 16 and byte not in (127, 255, 129):
                continue
            request.arguments.cache.value.view(torch.uint8).copy_(
                torch.where(every == byte, every, 0)[None, :, None, None]
            )  # fmt: skip
            request.arguments.query.fill_(100.0)
            decode.paged_attention(request.arguments, interpreted=True)
            expected = numbers[byte].expand(8)
            torch.testing.assert_close(request.arguments.output[0, 0], expected, equal_nan=True, rtol=1e-6, atol=0)


def test_per_token_scales_of_very_different_size_keep_their_precision() -> None:
    problem = replace(SMALL, query_dtype="fp16", kv_dtype="int8", scales="per_token", lengths=(48,))
    request = make_request(problem, seed=3)
    scale = request.arguments.cache.value_scale
    assert scale is not None
    scale *= torch.logspace(-9, 3, scale.shape[2])[None, None]
    page = request.pages[0]
    plain = request.arguments.cache.value
    value = plain.permute(0, 3, 1, 2).float() * scale.transpose(1, 2).unsqueeze(-1)
    decode.paged_attention(request.arguments, interpreted=True)
    key = request.sequence(0)[0].double().numpy()
    truth = attention(
        request.arguments.query.double().numpy(), key, value[page].flatten(0, 1)[:48].double().numpy(),
        Options(scale=request.arguments.scale),
    )  # fmt: skip
    error = torch.from_numpy(truth.output) - request.arguments.output.double()
    assert float((error.abs() / torch.from_numpy(truth.magnitude)).max()) < 3 * 2.0**-11


def test_more_sequences_than_one_launch_schedules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decode, "MOST_SEQUENCES", 2)
    request = make_request(replace(SMALL, lengths=(5, 40, 0, 17, 1)), seed=9)
    with launches.listening() as launched:
        decode.paged_attention(request.arguments, interpreted=True)
    assert launched == ["paged_decode", "merge_parts"] * 3
    assert_right(request)


def test_interpreter_needs_to_be_allowed() -> None:
    for implementation in IMPLEMENTATIONS:
        assert [reason.code for reason in implementation.available("cpu")] == ["interpreted_only"]
        with interpreting():
            assert implementation.available("cpu") == ()
        assert implementation.available("cuda") == ()


def test_load_runs_by_the_spec_of_the_arguments() -> None:
    run = IMPLEMENTATIONS[0].load()
    request = make_request(SMALL, seed=11)
    run(request.arguments)
    assert_right(request)


def test_nan_in_a_used_key_reaches_the_output_of_its_heads_and_no_other() -> None:
    """A key that is NaN must show in every element of the heads that share it, although parts are joined."""
    request = make_request(replace(SMALL, layout="nhd", lengths=(40, 33)), seed=12)
    heads, kv_heads = request.problem.query_heads, request.problem.kv_heads
    page = request.pages[1][1]
    request.arguments.cache.key[page, 2, 0, 1] = float("nan")  # token 18 of the second sequence, KV head 0
    decode.paged_attention(request.arguments, interpreted=True)
    seen = request.arguments.output.isnan()
    assert bool(seen[1, : heads // kv_heads].all())
    assert int(seen.sum()) == heads // kv_heads * request.problem.head_size
