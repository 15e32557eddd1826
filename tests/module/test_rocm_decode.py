"""The HIP decode kernel on emulated:gfx942, in checked mode, against attention from its formula."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch
from tests.module.rocm_runs import CheckedLauncher, assert_right, request_of, run

from rocm_kernels.backends.rocm import specialisation
from rocm_kernels.backends.rocm.paged_attention import paged_attention
from rocm_kernels.benchmarks.gpu_requests import Problem
from rocm_kernels.errors import ImplementationFailure

FNUZ = "fp8_e4m3fnuz"
PLAIN = Problem((33, 100, 0, 1), query_heads=8, kv_heads=2, head_size=128)
HEADS = [replace(PLAIN, head_size=size) for size in (32, 64, 80, 96, 112, 120, 128, 192, 256)]
GQA = [
    replace(PLAIN, query_heads=gqa * heads, kv_heads=heads, head_size=64)
    for gqa, heads in ((1, 1), (1, 3), (2, 2), (3, 1), (5, 2), (7, 1), (16, 2), (17, 1), (32, 1), (71, 1), (128, 1))
]
PAGES = [
    replace(PLAIN, block_size=block, layout=layout, head_size=64, lengths=(45, 0, 700))
    for block in (1, 8, 16, 32, 64, 128, 256, 528, 1024)
    for layout in ("5d", "nhd")
]
LENGTHS = [
    replace(PLAIN, head_size=64, lengths=lengths)
    for lengths in ((1,), (15,), (16,), (17,), (31,), (32,), (33,), (127, 128, 129), (511, 2, 513), (0,), (0, 0, 5))
]
STORED = [
    replace(PLAIN, query_dtype=query, kv_dtype=kv, scales=scales, layout=layout)
    for query in ("fp16", "bf16")
    for kv, scales in (
        ("same", "none"), (FNUZ, "none"), (FNUZ, "per_tensor"), (FNUZ, "per_head"), (FNUZ, "per_token"),
        ("int8", "none"), ("int8", "per_head"), ("int8", "per_token"),
    )
    for layout in ("5d", "asm", "nhd", "hnd")
]  # fmt: skip
STORED = [
    replace(problem, kv_dtype=problem.query_dtype) if problem.kv_dtype == "same" else problem for problem in STORED
]
FEATURES = [
    replace(PLAIN, head_size=64, lengths=(70, 0, 300), **options)
    for options in (
        {"alibi": True}, {"sliding_window": 1}, {"sliding_window": 20}, {"sliding_window": 64},
        {"sliding_window": 1000}, {"sinks": True}, {"softcap": 5.0, "query_amplitude": 8.0}, {"scale": 1.0},
        {"scale": 0.0}, {"scale": -0.25}, {"log_sum_exp": False}, {"query_amplitude": 40.0}, {"interleaved": True},
        {"interleaved": True, "layout": "nhd"},
        {"alibi": True, "sliding_window": 18, "sinks": True, "softcap": 9.0, "scale": 0.3},
        {"alibi": True, "sinks": True, "query_dtype": "fp16", "kv_dtype": "int8", "scales": "per_token"},
    )
]  # fmt: skip


@pytest.mark.parametrize("splits", [1, 3])
@pytest.mark.parametrize("problem", [*HEADS, *GQA, *PAGES, *LENGTHS, *STORED, *FEATURES], ids=str)
def test_decode_is_right(problem: Problem, splits: int) -> None:
    request, results = run(problem, splits)
    assert_right(request)
    assert [result.kernel.split("_")[2] for result in results] == ["decode"] + ["merge"] * (splits > 1)


# Kernels that may have eight waves; the others have four only.
WIDE = [
    *(problem for problem in STORED if problem.layout in ("5d", "nhd")),
    *(replace(PLAIN, head_size=size) for size in (32, 80, 120)),
    *(replace(PLAIN, head_size=64, block_size=block, layout="nhd") for block in (1, 8, 1024)),
    replace(PLAIN, head_size=64, query_heads=32, kv_heads=1),
    replace(PLAIN, head_size=64, alibi=True, sliding_window=200, sinks=True, softcap=9.0, scale=0.3),
]


@pytest.mark.parametrize("splits", [1, 3])
@pytest.mark.parametrize("problem", WIDE, ids=str)
def test_twice_as_many_waves_are_right(problem: Problem, splits: int) -> None:
    problem = replace(problem, lengths=(700, 33, 0))
    request, results = run(problem, splits, waves=8)
    assert_right(request)
    assert results[0].block == (512, 1, 1)


def test_which_kernels_may_have_twice_as_many_waves() -> None:
    spec = request_of(PLAIN).arguments.spec
    most = {
        (heads, size): specialisation.decode(
            replace(spec, query_heads=heads, kv_heads=1, head_size=size), "gfx942"
        ).most_waves
        for heads in (1, 16, 17, 32)
        for size in (64, 128, 192)
    }
    assert [key for key, waves in most.items() if waves == 8] == [
        (1, 64),
        (1, 128),
        (16, 64),
        (16, 128),
        (17, 64),
        (32, 64),
    ]
    assert set(most.values()) == {4, 8}


def test_the_split_is_chosen_from_the_device() -> None:
    request, results = run(replace(PLAIN, lengths=(4096,), query_heads=8, kv_heads=1))
    assert_right(request)
    # One workgroup for 304 compute units: as many parts as merging is cheap for, and more waves in each.
    assert results[0].grid == (1, 5, 1)
    assert results[0].block == (512, 1, 1)


@pytest.mark.parametrize("kv_dtype", ["bf16", FNUZ])
def test_little_is_read_twice(kv_dtype: str) -> None:
    """Few heads, whose contexts are cut most: queries and arguments are read again by each part, results by the merge."""
    problem = replace(PLAIN, lengths=(4096, 4096), query_heads=8, kv_heads=1, kv_dtype=kv_dtype, log_sum_exp=False)
    _, results = run(problem, checked=False)
    assert len(results) == 2
    read = {t.name: 0 for result in results for t in result.traffic if not t.name.startswith(("code", "dispatch"))}
    for result in results:
        read |= {t.name: read[t.name] + t.read for t in result.traffic if t.name in read}
    once = {
        "query": 2 * 8 * 128 * 2,
        "key_cache": 2 * 4096 * 128 * (1 if kv_dtype == FNUZ else 2),
        "value_cache": 2 * 4096 * 128 * (1 if kv_dtype == FNUZ else 2),
        "block_tables": 2 * 4096 // 16 * 4,
        "context_lengths": 2 * 4,
    }
    for name in ("key_cache", "value_cache", "block_tables"):
        assert read[name] == once[name]
    assert sum(read.values()) <= 1.02 * sum(once.values())


def test_more_parts_than_chunks() -> None:
    assert_right(run(replace(PLAIN, lengths=(40, 0, 1000)), splits=50)[0])


def test_more_parts_than_lanes() -> None:
    assert_right(run(replace(PLAIN, lengths=(3000, 5), sinks=True), splits=90)[0])


@pytest.mark.parametrize("length", [16_383, 16_384, 16_385, 131_072, 131_073])
def test_long_contexts(length: int) -> None:
    problem = Problem((length,), query_heads=4, kv_heads=1, head_size=32, block_size=64)
    assert_right(run(problem, checked=False)[0])


def test_a_million_tokens() -> None:
    problem = Problem(
        (1_048_576,), query_heads=2, kv_heads=1, head_size=32, block_size=1024, kv_dtype="int8", scales="per_head"
    )
    assert_right(run(problem, checked=False)[0])


def test_grid_depends_on_maxima_only() -> None:
    grids = []
    for lengths in ((3, 9), (900, 1000)):
        request = request_of(replace(PLAIN, lengths=lengths))
        request = replace(request, arguments=replace(request.arguments, max_context_length=1000))
        on = CheckedLauncher()
        paged_attention(request.arguments, on)
        assert_right(request)
        grids.append([result.grid for result in on.results])
    assert grids[0] == grids[1]


def test_pages_before_a_window_are_never_touched() -> None:
    request = request_of(replace(PLAIN, lengths=(200, 50), sliding_window=20))
    tables = request.arguments.block_tables.clone()
    tables[0, : (200 - 20) // 16] = -1  # freed long ago
    request = replace(request, arguments=replace(request.arguments, block_tables=tables))
    paged_attention(request.arguments, CheckedLauncher(), 1)
    assert_right(request)


@pytest.mark.parametrize("splits", [1, 2])
def test_strided_query_and_output(splits: int) -> None:
    request = request_of(PLAIN)
    wide = torch.full((4, 11, 136), float("nan"), dtype=torch.bfloat16)
    wide[:, 1:9, :128] = request.arguments.query
    output = torch.full((4, 9, 160), float("nan"), dtype=torch.bfloat16)
    arguments = replace(request.arguments, query=wide[:, 1:9, :128], output=output[:, :8, :128])
    request = replace(request, arguments=arguments)
    paged_attention(arguments, CheckedLauncher(), splits)
    assert_right(request)
    assert torch.isnan(output[:, 8]).all()
    assert torch.isnan(output[:, :, 128:]).all()


@pytest.mark.parametrize("layout", ["5d", "asm", "nhd", "hnd"])
def test_strides_inside_a_block(layout: str) -> None:
    request = request_of(replace(PLAIN, layout=layout))
    cache = request.arguments.cache
    # Room after every head of a token, or after every row of 16 bytes times tokens: nothing is where a fresh cache has it.
    spread = []
    for tensor in (cache.key, cache.value):
        shape = list(tensor.shape)
        shape[-2] += 3
        room = torch.zeros(shape, dtype=tensor.dtype)[..., : tensor.shape[-2], :]
        spread.append(room.copy_(tensor))
    cache = replace(cache, key=spread[0], value=spread[1])
    request = replace(request, arguments=replace(request.arguments, cache=cache))
    on = CheckedLauncher()
    paged_attention(request.arguments, on, 1)
    assert_right(request)


def test_elements_that_do_not_lie_together_are_refused() -> None:
    request = request_of(replace(PLAIN, layout="hnd"))
    cache = request.arguments.cache
    turned = cache.key.transpose(-1, -2).contiguous().transpose(-1, -2)
    arguments = replace(request.arguments, cache=replace(cache, key=turned))
    with pytest.raises(ImplementationFailure, match="stride of 16") as caught:
        paged_attention(arguments, CheckedLauncher(), 1)
    assert caught.value.code == "cache_strides"


@pytest.mark.parametrize("layout", ["5d", "nhd"])
def test_blocks_beyond_four_gigabytes(layout: str) -> None:
    request = request_of(replace(PLAIN, lengths=(40,), layout=layout))
    apart = 2**31  # bytes from block to block; pages that nobody touches take no memory
    cache = request.arguments.cache
    moved = []
    for tensor in (cache.key, cache.value):
        step = apart // tensor.element_size()
        room = torch.empty(tensor.shape[0] * step, dtype=tensor.dtype)
        view = room.as_strided(tensor.shape, (step, *tensor.stride()[1:]))
        moved.append(view.copy_(tensor))
    arguments = replace(request.arguments, cache=replace(cache, key=moved[0], value=moved[1]))
    assert max(request.pages[0]) * apart > 2**32
    paged_attention(arguments, CheckedLauncher(checked=False), 1)
    assert_right(replace(request, arguments=arguments))


def test_nan_where_it_is_used_reaches_the_output() -> None:
    request = request_of(replace(PLAIN, lengths=(20,)))
    request.arguments.query[0, 3, 5] = float("nan")
    paged_attention(request.arguments, CheckedLauncher(), 1)
    wrong = torch.isnan(request.arguments.output[0]).all(dim=-1)
    assert wrong.tolist() == [head == 3 for head in range(8)]


@pytest.mark.parametrize("factor", [30.0, 1e3, 1e4])
@pytest.mark.parametrize("query_dtype", ["fp16", "bf16"])
def test_one_large_element_of_a_query_leaves_the_others_exact(query_dtype: str, factor: float) -> None:
    # Queries meet fp8 keys as sums of fp8 numbers, scaled by the largest of their row.
    request = request_of(replace(PLAIN, query_dtype=query_dtype, kv_dtype=FNUZ, scale=1e-3))
    request.arguments.query[..., 5] *= factor
    paged_attention(request.arguments, CheckedLauncher(), 1)
    assert_right(request)


@pytest.mark.parametrize(("amplitude", "scale"), [(1e-6, 1e5), (1e6, 1e-6), (1e-30, 1.0), (1e-38, 0.0)])
def test_queries_far_from_one_over_fp8(amplitude: float, scale: float) -> None:
    assert_right(run(replace(PLAIN, kv_dtype=FNUZ, query_amplitude=amplitude, scale=scale))[0])


def test_scores_that_rise_all_the_way() -> None:
    # Each token's score is well above all before it, so that the running maximum moves again and again.
    request = request_of(replace(PLAIN, lengths=(600,), kv_heads=1, query_heads=4, layout="hnd"))
    query, key = request.arguments.query, request.arguments.cache.key
    direction = torch.zeros(128)
    direction[0] = 1.0
    query[:] = (direction * 16).to(query.dtype)
    for position, page in enumerate(request.pages[0]):
        for slot in range(16):
            token = position * 16 + slot
            if token < 600:
                key[page, 0, slot] = (direction * (token / 4)).to(key.dtype)
                request.key[page, slot, 0] = key[page, 0, slot].float()
    paged_attention(request.arguments, CheckedLauncher(), 2)
    assert_right(request)


def test_an_empty_batch_launches_nothing() -> None:
    request = request_of(replace(PLAIN, lengths=()))
    on = CheckedLauncher()
    paged_attention(request.arguments, on)
    assert on.results == []
