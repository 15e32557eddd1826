"""The cache object and reading back: allocation, formats byte by byte, and refusal of another layout."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from tests.module.attention_formula import TORCH, Problem, decode_fp8, store, truth

import rocm_kernels
from rocm_kernels import PagedCache, allocate_cache
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.layouts import LAYOUTS


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
@pytest.mark.parametrize("dtype", sorted(TORCH))
def test_allocation(layout: str, dtype: str) -> None:
    key, value = allocate_cache(4, 2, 32, 16, layout=layout, dtype=dtype)
    assert key.dtype == value.dtype == TORCH[dtype]
    assert key.numel() == value.numel() == 4 * 2 * 32 * 16
    assert not key.view(torch.uint8).any()
    assert LAYOUTS[layout].cache_shape(key.shape, value.shape, key.element_size()) == (4, 2, 32, 16)


@pytest.mark.parametrize("scales", ["none", "per_tensor", "per_head", "per_token"])
@pytest.mark.parametrize("layout", sorted(LAYOUTS))
def test_a_cache_is_printed_in_one_line_without_its_numbers(layout: str, scales: str) -> None:
    cache = PagedCache.allocate(64, 8, 128, 16, layout=layout, dtype="int8", scales=scales)
    expected = (
        f"PagedCache(blocks=64, kv_heads=8, head_size=128, block_size=16, layout={layout}, dtype=int8, scales={scales}, "
        "on cpu)"
    )
    assert repr(cache) == str(cache) == expected


@pytest.mark.parametrize("dtype", sorted(TORCH))
@pytest.mark.parametrize("layout", ["5d", "nhd"])
def test_a_type_may_be_named_as_pytorch_names_it(layout: str, dtype: str) -> None:
    plain = TORCH[dtype]
    for alias in (plain, str(plain), str(plain).removeprefix("torch.")):
        cache = PagedCache.allocate(4, 2, 32, 16, layout=layout, dtype=alias)
        assert (cache.dtype, cache.key.dtype) == (dtype, plain)
        assert cache.keywords()["kv_dtype"] == dtype
        assert PagedCache(cache.key, cache.value, layout, alias).dtype == dtype
        assert allocate_cache(4, 2, 32, 16, layout=layout, dtype=alias)[0].dtype == plain


@pytest.mark.parametrize(
    ("changed", "argument"),
    [
        ({"blocks": 0}, "blocks"),
        ({"kv_heads": -1}, "kv_heads"),
        ({"head_size": 2.0}, "head_size"),
        ({"block_size": True}, "block_size"),
        ({"layout": "shuffle"}, "layout"),
        ({"dtype": "fp8"}, "dtype"),
        ({"dtype": "float64"}, "dtype"),
        ({"dtype": torch.int32}, "dtype"),
        ({"dtype": None}, "dtype"),
        ({"dtype": []}, "dtype"),
        ({"head_size": 36}, "layout"),
        ({"layout": "asm", "block_size": 4}, "layout"),
        ({"scales": "per_page"}, "scales"),
    ],
)
def test_impossible_allocations(changed: dict, argument: str) -> None:
    sizes = {"blocks": 4, "kv_heads": 2, "head_size": 32, "block_size": 16} | changed
    with pytest.raises(InvalidArgumentError) as caught:
        PagedCache.allocate(**sizes)
    assert caught.value.argument == argument


@pytest.mark.parametrize("layout", sorted(LAYOUTS))
@pytest.mark.parametrize("kind", ["fp8_e4m3fn", "fp8_e4m3fnuz"])
def test_all_bytes_of_both_fp8_formats(layout: str, kind: str) -> None:
    values = torch.arange(256, dtype=torch.uint8).reshape(1, 16, 1, 16)
    storage = [store(values, part, layout, kind) for part in ("key", "value")]
    expected = np.array([decode_fp8(byte, kind) for byte in range(256)]).reshape(16, 1, 16)
    for got in rocm_kernels.gather_cache(
        *storage, torch.tensor([0], dtype=torch.int32), 16, layout=layout, kv_dtype=kind, dtype=torch.float64
    ):
        assert np.array_equal(got.numpy(), expected, equal_nan=True)


def test_the_two_fp8_formats_differ_by_a_factor_of_two() -> None:
    cache = PagedCache.allocate(1, 1, 16, 16, dtype="fp8_e4m3fn")
    tokens = torch.full((16, 1, 16), 3.5)
    cache.write(tokens, tokens, torch.arange(16))
    table = torch.tensor([0], dtype=torch.int32)
    other = PagedCache(
        cache.key.view(torch.float8_e4m3fnuz), cache.value.view(torch.float8_e4m3fnuz), "5d", "fp8_e4m3fnuz"
    )
    assert cache.gather(table, 16)[0].unique().tolist() == [3.5]
    assert other.gather(table, 16)[0].unique().tolist() == [1.75]


def test_a_cache_refuses_to_be_read_in_another_layout() -> None:
    cache = PagedCache.allocate(2, 2, 32, 16, layout="5d")
    table = torch.tensor([0], dtype=torch.int32)
    for layout in ("asm", "nhd", "hnd"):
        with pytest.raises(InvalidArgumentError, match="written as 5d"):
            cache.gather(table, 4, layout=layout)
        with pytest.raises(InvalidArgumentError, match="layout"):
            cache.keywords(layout=layout)
    assert cache.keywords(layout="5d")["layout"] == "5d"
    assert cache.gather(table, 4, layout="5d")[0].shape == (4, 2, 32)


def test_a_cache_does_not_take_tensors_of_another_layout_or_type() -> None:
    key, value = allocate_cache(2, 2, 32, 16, layout="asm")
    with pytest.raises(InvalidArgumentError, match="value_cache"):
        PagedCache(key, value, "5d", "bf16")
    with pytest.raises(InvalidArgumentError, match="key: got dtype"):
        PagedCache(key, value, "asm", "fp16")
    with pytest.raises(InvalidArgumentError, match="key_scale"):
        PagedCache(key, value, "asm", "bf16", torch.ones(3), torch.ones(3))


@pytest.mark.parametrize("scales", ["none", "per_tensor", "per_head", "per_token"])
def test_a_cache_serves_attention_by_its_keywords(scales: str) -> None:
    problem = Problem(layout="asm", query_dtype="bf16", kv_dtype="int8", scales=scales).build()
    t = problem.tensors
    cache = PagedCache(t["key_cache"], t["value_cache"], "asm", "int8", t.get("key_scale"), t.get("value_scale"))
    output = rocm_kernels.paged_attention(
        t["query"], block_tables=t["block_tables"], context_lengths=t["context_lengths"], **cache.keywords()
    )
    truth(problem).check(output)


@pytest.mark.parametrize(
    ("changed", "argument"),
    [
        ({"length": -1}, "length"),
        ({"length": 33}, "block_table"),
        ({"block_table": torch.tensor([0, 2], dtype=torch.int32)}, "block_table"),
        ({"block_table": torch.tensor([-1, 0], dtype=torch.int32)}, "block_table"),
        ({"block_table": torch.tensor([0, 1])}, "block_table"),
        ({"block_table": [0, 1]}, "block_table"),
        ({"dtype": torch.int8}, "dtype"),
        ({"layout": "hnd"}, "key_cache"),
        ({"kv_dtype": "fp8_e4m3fn"}, "kv_dtype"),
    ],
)
def test_gathering_refuses_bad_input(changed: dict, argument: str) -> None:
    key, value = allocate_cache(2, 2, 32, 16)
    given = {
        "block_table": torch.tensor([1, 0], dtype=torch.int32),
        "length": 20,
        "layout": "5d",
        "dtype": torch.float32,
    } | changed
    with pytest.raises(InvalidArgumentError) as caught:
        rocm_kernels.gather_cache(key, value, **given)
    assert caught.value.argument == argument
