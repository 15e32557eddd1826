"""The Triton backend's prefill kernel, run by Triton's interpreter, against attention from its formula."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.module.triton_truth import assert_right

from rocm_kernels import launches
from rocm_kernels.backends.triton import IMPLEMENTATIONS
from rocm_kernels.backends.triton.configurations import PrefillConfiguration
from rocm_kernels.backends.triton.prefill import PrefillPlan, prefill_attention
from rocm_kernels.benchmarks.gpu_requests import Problem, make_request

SMALL = Problem((20, 7), 4, 2, head_size=32, query_lengths=(20, 7))
MIXED = replace(SMALL, lengths=(40, 9, 0, 33, 18), query_lengths=(13, 1, 0, 1, 18))
PROBLEMS = [
    SMALL,
    MIXED,
    replace(MIXED, causal=False),
    replace(MIXED, sliding_window=9),
    replace(MIXED, sliding_window=1),
    replace(MIXED, sinks=True, alibi=True),
    replace(MIXED, softcap=5.0, query_amplitude=8.0),
    replace(MIXED, scale=-0.3),
    replace(MIXED, log_sum_exp=False, interleaved=True),
    replace(MIXED, sliding_window=11, sinks=True, alibi=True, softcap=9.0, scale=0.3),
    replace(SMALL, lengths=(3,), query_lengths=(3,), query_heads=71, kv_heads=1, head_size=64),
    replace(SMALL, query_heads=6, kv_heads=2, head_size=80),
    replace(SMALL, query_heads=2, kv_heads=2, head_size=256, lengths=(20,), query_lengths=(20,)),
    *(replace(SMALL, block_size=block) for block in (1, 3, 48)),
    *(
        replace(SMALL, layout=layout, query_dtype=query, kv_dtype=kv, scales=scales)
        for layout in ("5d", "asm", "nhd", "hnd")
        for query, kv, scales in (
            ("fp32", "fp32", "none"),
            ("fp16", "fp8_e4m3fnuz", "per_head"),
            ("bf16", "int8", "per_token"),
        )
    ),
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=str)
def test_prefill_is_right(problem: Problem) -> None:
    request = make_request(problem, seed=len(str(problem)))
    with launches.listening() as launched:
        prefill_attention(request.arguments, interpreted=True)
    assert launched == ["paged_prefill"]
    assert_right(request)


@pytest.mark.parametrize("clear_loop", [True, False])
@pytest.mark.parametrize("part_d", [16, 32, 64])
@pytest.mark.parametrize(
    "problem",
    [
        replace(MIXED, head_size=64, sinks=True, alibi=True),
        replace(MIXED, head_size=80, layout="asm", kv_dtype="int8", scales="per_token"),
        replace(MIXED, head_size=48, layout="5d", query_dtype="fp16", kv_dtype="fp8_e4m3fn", scales="per_head"),
        replace(MIXED, head_size=64, layout="hnd", sliding_window=9, softcap=5.0, query_dtype="fp32", kv_dtype="fp32"),
        replace(MIXED, head_size=24, layout="nhd", causal=False),
    ],
    ids=str,
)  # fmt: skip
def test_a_head_taken_in_parts_is_right(problem: Problem, part_d: int, clear_loop: bool) -> None:
    """As the targets take it on which a whole head needs more registers than there are."""
    request = make_request(problem, seed=part_d)
    configuration = PrefillConfiguration(16, 16, 1, 1, "chosen", "", part_d=part_d, clear_loop=clear_loop)
    PrefillPlan(request.arguments, configuration, interpreted=True).run(request.arguments)
    assert_right(request)


def test_contexts_shorter_than_their_queries_see_nothing() -> None:
    """A length of 0 with query tokens gives zeros, sinks or not."""
    request = make_request(replace(SMALL, lengths=(20, 0), query_lengths=(20, 3), sinks=True), seed=4)
    prefill_attention(request.arguments, interpreted=True)
    assert float(request.arguments.output[20:].abs().max()) == 0.0
    assert request.arguments.log_sum_exp is not None
    assert bool((request.arguments.log_sum_exp[20:] == float("-inf")).all())


def test_load_runs_by_the_spec_of_the_arguments() -> None:
    (implementation,) = (entry for entry in IMPLEMENTATIONS if entry.op == "prefill_attention")
    request = make_request(SMALL, seed=11)
    implementation.load()(request.arguments)
    assert_right(request)


def test_nan_in_a_used_value_shows_and_stays_in_its_heads_element_and_sequence() -> None:
    """Rows that see it must show it; earlier rows of its tile may (0 * NaN), as in every kernel that multiplies tiles."""
    request = make_request(replace(SMALL, layout="nhd", lengths=(20, 7), query_lengths=(20, 7)), seed=8)
    page = request.pages[0][0]
    request.arguments.cache.value[page, 5, 1, 3] = float("nan")  # token 5 of the first sequence, KV head 1, element 3
    prefill_attention(request.arguments, interpreted=True)
    seen = request.arguments.output.isnan()
    assert bool(seen[5:20, 2:, 3].all())
    seen[:20, 2:, 3] = False
    assert not bool(seen.any())
