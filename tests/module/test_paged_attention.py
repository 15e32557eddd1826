"""Decode attention of the torch backend against the formula: layouts, types, scales, options, lengths, tables."""

from __future__ import annotations

import itertools
import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.module.attention_formula import LAYOUTS, Problem, truth

import rocm_kernels

OPTIONS = {
    "scale": {"scale": 0.7},
    "alibi": {"alibi": True},
    "window": {"window": 9},
    "sinks": {"sinks": True},
    "softcap": {"softcap": 1.5},
    "per_tensor": {"scales": "per_tensor"},
    "per_head": {"scales": "per_head"},
    "per_token": {"scales": "per_token"},
}
PAIRS = [pair for pair in itertools.combinations(OPTIONS, 2) if not all(name.startswith("per_") for name in pair)]


def run_and_check(problem: Problem) -> None:
    problem = problem.build()
    output, log_sum_exp = rocm_kernels.paged_attention(
        **problem.keywords(), backend="torch", validate=True, return_log_sum_exp=True
    )
    assert output.dtype == problem.tensors["query"].dtype
    assert log_sum_exp.dtype == torch.float32
    truth(problem).check(output, log_sum_exp)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    ("query_dtype", "kv_dtype"),
    [
        ("fp32", "fp32"),
        ("fp16", "fp16"),
        ("bf16", "bf16"),
        ("bf16", "fp16"),
        ("bf16", "fp8_e4m3fn"),
        ("fp16", "fp8_e4m3fnuz"),
        ("fp32", "int8"),
        ("bf16", "int8"),
    ],
)
@pytest.mark.parametrize("scales", ["none", "per_tensor", "per_head", "per_token"])
def test_layouts_types_and_scales(layout: str, query_dtype: str, kv_dtype: str, scales: str) -> None:
    run_and_check(Problem(layout=layout, query_dtype=query_dtype, kv_dtype=kv_dtype, scales=scales))


@pytest.mark.parametrize("names", [*((name,) for name in OPTIONS), *PAIRS], ids="+".join)
def test_options_alone_and_in_pairs(names: tuple[str, ...]) -> None:
    options = {key: value for name in names for key, value in OPTIONS[name].items()}
    run_and_check(Problem(lengths=(37, 5, 0, 64, 9, 10), query_heads=6, layout="5d", seed=3, **options))


@pytest.mark.parametrize("length", [1, 15, 16, 17, 255, 256, 257, 1023, 1024, 1025, 4097])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_lengths_around_pages_and_segments(length: int, layout: str) -> None:
    run_and_check(
        Problem(lengths=(length, 3), query_heads=3, kv_heads=1, layout=layout, query_dtype="bf16", kv_dtype="bf16")
    )


@pytest.mark.parametrize(
    ("query_heads", "kv_heads", "head"),
    [(71, 1, 64), (8, 8, 32), (6, 2, 80), (10, 2, 96), (7, 1, 112), (16, 2, 128), (16, 1, 192), (3, 3, 256)],
)
def test_heads_of_real_models(query_heads: int, kv_heads: int, head: int) -> None:
    run_and_check(Problem(query_heads=query_heads, kv_heads=kv_heads, head=head, query_dtype="fp16", kv_dtype="fp16"))


@pytest.mark.parametrize("window", [1, 2, 15, 16, 17, 36, 37, 38, 1000])
def test_window_edges(window: int) -> None:
    run_and_check(Problem(lengths=(37, 1, 16, 17, 32), window=window))


def test_length_zero_gives_zeros_and_minus_infinity() -> None:
    problem = Problem(lengths=(0, 0), sinks=True).build()
    output, log_sum_exp = rocm_kernels.paged_attention(
        **problem.keywords(), backend="torch", return_log_sum_exp=True, validate=True
    )
    assert torch.equal(output, torch.zeros_like(output))
    assert bool((log_sum_exp == -math.inf).all())


def test_out_is_written_whole_and_returned() -> None:
    problem = Problem(lengths=(20, 0, 7)).build()
    out = torch.full_like(problem.tensors["query"], math.nan)
    assert rocm_kernels.paged_attention(**problem.keywords(), backend="torch", out=out) is out
    truth(problem).check(out)


def test_maximum_length_below_the_width_of_the_table() -> None:
    problem = Problem(lengths=(37, 12), extra_pages=40).build()
    for longest in (37, 48, 10_000):
        output = rocm_kernels.paged_attention(**problem.keywords(), backend="torch", max_context_length=longest)
        truth(problem).check(output)


def test_strided_query_table_and_cache() -> None:
    problem = Problem(lengths=(37, 12, 50), layout="hnd", query_dtype="bf16", kv_dtype="bf16").build()
    given = problem.keywords()
    for name in ("query", "key_cache", "value_cache"):
        wide = torch.full((*given[name].shape[:-1], given[name].shape[-1] + 8), math.nan, dtype=torch.bfloat16)
        wide[..., : given[name].shape[-1]] = given[name]
        given[name] = wide[..., : given[name].shape[-1]]
        assert not given[name].is_contiguous()
    table = torch.full((3, given["block_tables"].shape[1] + 3), -1, dtype=torch.int32)
    table[:, :-3] = given["block_tables"]
    given["block_tables"] = table[:, :-3]
    truth(problem).check(rocm_kernels.paged_attention(**given, backend="torch"))


def test_keys_and_values_of_one_interleaved_cache() -> None:
    problem = Problem(layout="nhd", query_dtype="fp16", kv_dtype="fp16").build()
    given = problem.keywords()
    both = torch.stack((given["key_cache"], given["value_cache"]), dim=1)
    given["key_cache"], given["value_cache"] = both.unbind(1)
    truth(problem).check(rocm_kernels.paged_attention(**given, backend="torch"))


def test_bytes_are_read_as_the_named_format() -> None:
    for kind in ("fp8_e4m3fn", "fp8_e4m3fnuz"):
        problem = Problem(query_dtype="bf16", kv_dtype=kind, scales="per_tensor").build()
        given = problem.keywords()
        for name in ("key_cache", "value_cache"):
            given[name] = given[name].view(torch.uint8)
        truth(problem).check(rocm_kernels.paged_attention(**given, kv_dtype=kind, backend="torch"))


def test_fp8_is_the_format_of_the_device() -> None:
    problem = Problem(query_dtype="bf16", kv_dtype="fp8_e4m3fnuz").build()
    given = problem.keywords()
    for name in ("key_cache", "value_cache"):
        given[name] = given[name].view(torch.uint8)
    with rocm_kernels.using_device("rocm:gfx942", stub=True):
        truth(problem).check(rocm_kernels.paged_attention(**given, kv_dtype="fp8", backend="torch"))


def test_a_plain_number_is_a_scale_per_tensor() -> None:
    problem = Problem(query_dtype="bf16", kv_dtype="int8", scales="per_tensor").build()
    given = problem.keywords()
    given |= {name: float(given[name]) for name in ("key_scale", "value_scale")}
    truth(problem).check(rocm_kernels.paged_attention(**given, backend="torch"))


def test_large_scores_do_not_overflow() -> None:
    run_and_check(Problem(magnitude=300.0, scale=1.0))


def test_sinks_that_outweigh_everything() -> None:
    problem = Problem(sinks=True).build()
    problem.tensors["sinks"].fill_(200.0)
    output, log_sum_exp = rocm_kernels.paged_attention(**problem.keywords(), backend="torch", return_log_sum_exp=True)
    truth(problem).check(output, log_sum_exp)


@pytest.mark.parametrize("query_lengths", [None, (30, 5)])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("where", ["query", "key_cache", "value_cache", "key_scale", "value_scale", "sinks"])
def test_nan_in_what_is_used_reaches_every_output_that_used_it_and_no_other(
    where: str, layout: str, query_lengths: tuple[int, ...] | None
) -> None:
    """An overflow upstream must stay visible: zeros in its place would look like an answer."""
    kv_dtype = "fp8_e4m3fn" if where.endswith("scale") else "bf16"
    scales = "per_token" if where.endswith("scale") else "none"
    problem = Problem(
        **{"layout": layout, "query_lengths": query_lengths, "query_dtype": "bf16", "kv_dtype": kv_dtype},
        **{"scales": scales, "sinks": True},
    ).build()
    tensor, head = problem.tensors[where], 1
    if where in ("query", "sinks"):
        tensor[0 if where == "query" else head, ...] = math.nan
    elif where.endswith("scale"):
        tensor[problem.tensors["block_tables"][0, 0].long(), head, 0] = math.nan
    else:  # the first token of sequence 0, in one head
        page = tensor[problem.tensors["block_tables"][0, 0].long()]
        page[{"nhd": (0, head), "hnd": (head, 0)}.get(layout, (head,))] = math.nan
    op = rocm_kernels.paged_attention if query_lengths is None else rocm_kernels.prefill_attention
    # Unchecked, as on a GPU: a check of the values would refuse the scales and the sinks.
    output, log_sum_exp = op(**problem.keywords(), backend="torch", return_log_sum_exp=True, validate=False)
    rows = 1 if query_lengths is None else query_lengths[0]
    touched = torch.zeros(output.shape[:2], dtype=torch.bool)
    if where == "query":
        touched[0] = True
    elif where == "sinks":
        touched[:, head] = True
    else:
        touched[:rows, 2 * head : 2 * head + 2] = True
    whole = output.isnan().any(-1) if where.startswith("value") else output.isnan().all(-1)
    assert torch.equal(whole, touched)
    if not where.startswith("value"):
        assert torch.equal(log_sum_exp.isnan(), touched)


@pytest.mark.parametrize("query_lengths", [None, (30, 5)])
@pytest.mark.parametrize("window", [2**31 - 1, 2**31, 2**32 + 1, 2**63, 2**70])
def test_a_window_wider_than_any_context_sees_all(window: int, query_lengths: tuple[int, ...] | None) -> None:
    problem = Problem(query_lengths=query_lengths).build()
    op = rocm_kernels.paged_attention if query_lengths is None else rocm_kernels.prefill_attention
    given = problem.keywords() | {"validate": True, "backend": "torch"}
    assert torch.equal(op(**given | {"sliding_window": window}), op(**given))


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    layout = draw(st.sampled_from(LAYOUTS))
    kv_dtype = draw(st.sampled_from(["fp32", "fp16", "bf16", "fp8_e4m3fn", "fp8_e4m3fnuz", "int8"]))
    vectors = layout in ("5d", "asm")
    kv_heads = draw(st.integers(1, 3))
    lengths = draw(st.lists(st.integers(0, 70), min_size=1, max_size=4))
    return Problem(
        lengths=tuple(lengths),
        query_heads=kv_heads * draw(st.integers(1, 4)),
        kv_heads=kv_heads,
        head=draw(st.sampled_from([16, 32, 48]) if vectors else st.integers(1, 40)),
        block=draw(st.sampled_from([16, 32]) if layout == "asm" else st.integers(1, 20)),
        layout=layout,
        query_dtype=kv_dtype if kv_dtype in ("fp32", "fp16", "bf16") else draw(st.sampled_from(["fp16", "bf16"])),
        kv_dtype=kv_dtype,
        scales=draw(st.sampled_from(["none", "per_tensor", "per_head", "per_token"])),
        scale=draw(st.sampled_from([None, 1.0, 0.05])),
        alibi=draw(st.booleans()),
        window=draw(st.none() | st.integers(1, 80)),
        sinks=draw(st.booleans()),
        softcap=draw(st.sampled_from([None, 2.0, 50.0])),
        extra_pages=draw(st.integers(0, 3)),
        seed=draw(st.integers(0, 2**16)),
    )


@settings(max_examples=60, deadline=None)
@given(problems())
def test_any_request(problem: Problem) -> None:
    run_and_check(problem)
