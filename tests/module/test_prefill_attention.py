"""Prefill attention of the torch backend against the formula: causal or not, chunked, ragged, all options."""

from __future__ import annotations

import itertools
from dataclasses import replace

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
    "per_head": {"scales": "per_head"},
    "per_token": {"scales": "per_token"},
}
RAGGED = Problem(lengths=(37, 5, 20, 0, 33), query_lengths=(37, 2, 1, 0, 9))


def run_and_check(problem: Problem) -> None:
    problem = problem.build()
    output, log_sum_exp = rocm_kernels.prefill_attention(
        **problem.keywords(), backend="torch", validate=True, return_log_sum_exp=True
    )
    truth(problem).check(output, log_sum_exp)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    ("query_dtype", "kv_dtype"),
    [
        ("fp32", "fp32"),
        ("fp16", "fp16"),
        ("bf16", "bf16"),
        ("bf16", "fp8_e4m3fn"),
        ("bf16", "fp8_e4m3fnuz"),
        ("fp16", "int8"),
    ],
)
@pytest.mark.parametrize("causal", [True, False])
def test_layouts_and_types(layout: str, query_dtype: str, kv_dtype: str, causal: bool) -> None:
    run_and_check(replace(RAGGED, layout=layout, query_dtype=query_dtype, kv_dtype=kv_dtype, causal=causal))


@pytest.mark.parametrize(
    "names",
    [
        *((name,) for name in OPTIONS),
        *(p for p in itertools.combinations(OPTIONS, 2) if p != ("per_head", "per_token")),
    ],
    ids="+".join,
)
@pytest.mark.parametrize("causal", [True, False])
def test_options_alone_and_in_pairs(names: tuple[str, ...], causal: bool) -> None:
    options = {key: value for name in names for key, value in OPTIONS[name].items()}
    run_and_check(replace(RAGGED, causal=causal, query_heads=6, **options))


def test_chunks_give_what_the_whole_gives() -> None:
    whole = Problem(lengths=(53,), query_lengths=(53,), query_dtype="bf16", kv_dtype="bf16", seed=4).build()
    output = rocm_kernels.prefill_attention(**whole.keywords(), backend="torch")
    arguments = whole.keywords()
    parts = []
    for start, stop in ((0, 20), (20, 21), (21, 53)):
        arguments |= {
            "query": whole.tensors["query"][start:stop],
            "context_lengths": torch.tensor([stop], dtype=torch.int32),
            "query_start": torch.tensor([0, stop - start], dtype=torch.int32),
        }
        parts.append(rocm_kernels.prefill_attention(**arguments, backend="torch"))
    check = truth(whole)
    check.check(output)
    check.check(torch.cat(parts))


def test_one_query_token_a_sequence_is_decode() -> None:
    decode = Problem(lengths=(37, 5, 16), window=11, alibi=True, sinks=True, softcap=3.0).build()
    prefill = replace(decode, query_lengths=(1, 1, 1)).build()
    assert torch.equal(prefill.tensors["query"], decode.tensors["query"])
    truth(decode).check(rocm_kernels.prefill_attention(**prefill.keywords(), backend="torch"))


@pytest.mark.parametrize("gqa", [1, 3, 71])
def test_more_query_tokens_than_a_tile_holds(gqa: int) -> None:
    run_and_check(Problem(lengths=(300, 290), query_lengths=(300, 270), query_heads=gqa, kv_heads=1, window=100))


def test_rows_of_no_sequence_give_zeros() -> None:
    problem = RAGGED.build()
    arguments = problem.keywords()
    padding = torch.full((3, problem.query_heads, problem.head), 7.0)
    arguments["query"] = torch.cat((arguments["query"], padding))
    output, log_sum_exp = rocm_kernels.prefill_attention(
        **arguments, backend="torch", return_log_sum_exp=True, validate=True
    )
    truth(problem).check(output[:-3], log_sum_exp[:-3])
    assert torch.equal(output[-3:], torch.zeros_like(padding))
    assert bool((log_sum_exp[-3:] == float("-inf")).all())


def test_maximum_lengths_may_be_given() -> None:
    problem = RAGGED.build()
    output = rocm_kernels.prefill_attention(
        **problem.keywords(), backend="torch", max_query_length=37, max_context_length=37
    )
    truth(problem).check(output)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    kv_heads = draw(st.integers(1, 2))
    lengths = draw(st.lists(st.integers(0, 40), min_size=1, max_size=4))
    counts = [draw(st.integers(0, length)) for length in lengths]
    if not any(counts):
        lengths.append(3)
        counts.append(2)
    layout = draw(st.sampled_from(LAYOUTS))
    return Problem(
        lengths=tuple(lengths),
        query_lengths=tuple(counts),
        query_heads=kv_heads * draw(st.integers(1, 3)),
        kv_heads=kv_heads,
        head=draw(st.sampled_from([16, 32])),
        block=16 if layout == "asm" else draw(st.integers(1, 20)),
        layout=layout,
        query_dtype="bf16",
        kv_dtype=draw(st.sampled_from(["bf16", "fp8_e4m3fnuz", "int8"])),
        scales=draw(st.sampled_from(["none", "per_token"])),
        alibi=draw(st.booleans()),
        window=draw(st.none() | st.integers(1, 50)),
        sinks=draw(st.booleans()),
        softcap=draw(st.sampled_from([None, 2.0])),
        causal=draw(st.booleans()),
        seed=draw(st.integers(0, 2**16)),
    )


@settings(max_examples=40, deadline=None)
@given(problems())
def test_any_request(problem: Problem) -> None:
    run_and_check(problem)
