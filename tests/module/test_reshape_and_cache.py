"""Writing to a cache: every element in its place, rounding, clamping, scales, skipped slots, nothing else touched."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.module.attention_formula import BYTES, LAYOUTS, TORCH, contents_of, decode, decode_fp8

import rocm_kernels
from rocm_kernels import PagedCache
from rocm_kernels.errors import InvalidArgumentError

DTYPES = tuple(TORCH)
LARGEST = {"fp8_e4m3fn": 448.0, "fp8_e4m3fnuz": 240.0, "int8": 127.0}
BLOCKS, HEADS, HEAD, BLOCK = 5, 2, 32, 16


def filled(layout: str, dtype: str, scales: str = "none") -> PagedCache:
    """A cache in which every byte is 0x25: what is not written keeps it."""
    cache = PagedCache.allocate(BLOCKS, HEADS, HEAD, BLOCK, layout=layout, dtype=dtype, scales=scales)
    for part in (cache.key, cache.value):
        part.view(torch.uint8).fill_(0x25)
    return cache


def contents(cache: PagedCache) -> tuple[torch.Tensor, torch.Tensor]:
    shape = (BLOCKS, BLOCK, HEADS, HEAD)
    return tuple(
        contents_of(storage, part, cache.layout, cache.dtype, shape)
        for storage, part in ((cache.key, "key"), (cache.value, "value"))
    )


def nearest(quotient: float, dtype: str) -> float:
    """The stored value nearest to a number, ties to the even code, by looking at all of them."""
    clamped = min(max(quotient, -LARGEST[dtype]), LARGEST[dtype])
    if dtype == "int8":
        return float(np.rint(clamped))
    codes = [(decode_fp8(byte, dtype), byte) for byte in range(256)]
    codes = [(value, byte) for value, byte in codes if not math.isnan(value)]
    return min(codes, key=lambda entry: (abs(entry[0] - clamped), entry[1] & 1))[0]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_element_goes_to_its_place_and_no_other_changes(layout: str, dtype: str) -> None:
    cache = filled(layout, dtype)
    before = contents(cache)
    torch.manual_seed(0)
    source = TORCH[dtype] if BYTES[dtype] > 1 else torch.bfloat16
    slots = torch.tensor([17, 3, -1, 79, 16, 0, 48, -1])
    key, value = (torch.randn(len(slots), HEADS, HEAD).to(source) for _ in range(2))
    cache.write(key, value, slots, backend="torch", validate=True)
    for new, old, got in zip((key, value), before, contents(cache), strict=True):
        expected = decode(old, dtype)
        for row, slot in enumerate(slots.tolist()):
            if slot >= 0:
                numbers = new[row].double().numpy()
                if dtype in LARGEST:
                    numbers = np.vectorize(lambda number: nearest(number, dtype))(numbers)
                expected[slot // BLOCK, slot % BLOCK] = numbers
        assert np.array_equal(decode(got, dtype), expected)


@pytest.mark.parametrize("dtype", sorted(LARGEST))
def test_values_beyond_the_range_are_clamped(dtype: str) -> None:
    cache = filled("5d", dtype, "per_tensor")
    cache.key_scale.fill_(0.5)
    cache.value_scale.fill_(2.0)
    numbers = torch.tensor([1e30, -1e30, math.inf, -math.inf, 1e5, 0.0, 3.0, -3.0]).repeat(HEAD // 8)
    tokens = numbers.expand(1, HEADS, HEAD).contiguous()
    cache.write(tokens, tokens, torch.tensor([0]), backend="torch")
    for got, scale in zip(contents(cache), (0.5, 2.0), strict=True):
        stored = decode(got, dtype)[0, 0, 0, :8]
        expected = [nearest(number / scale, dtype) for number in numbers[:8].tolist()]
        assert stored.tolist() == expected
        assert abs(stored[0]) == LARGEST[dtype]


def test_int8_rounds_ties_to_even_and_stores_zero_for_nan() -> None:
    cache = filled("nhd", "int8")
    numbers = torch.tensor([0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 126.5, math.nan]).repeat(HEAD // 8)
    tokens = numbers.expand(1, HEADS, HEAD).contiguous()
    cache.write(tokens, tokens, torch.tensor([0]), backend="torch")
    assert contents(cache)[0][0, 0, 0, :8].tolist() == [0, 2, 2, 0, -2, -2, 126, 0]


@pytest.mark.parametrize("dtype", ["fp8_e4m3fn", "fp8_e4m3fnuz"])
def test_nan_stays_nan_in_fp8(dtype: str) -> None:
    cache = filled("hnd", dtype)
    tokens = torch.full((1, HEADS, HEAD), math.nan)
    cache.write(tokens, tokens, torch.tensor([0]), backend="torch")
    assert np.isnan(decode(contents(cache)[1], dtype)[0, 0]).all()


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", sorted(LARGEST))
def test_scales_a_token_are_measured_and_written(layout: str, dtype: str) -> None:
    cache = filled(layout, dtype, "per_token")
    torch.manual_seed(1)
    slots = torch.tensor([33, -1, 2])
    key, value = torch.randn(3, HEADS, HEAD) * 50, torch.randn(3, HEADS, HEAD)
    key[2, 1] = 0.0
    cache.write(key, value, slots, backend="torch")
    for new, got, scale in zip((key, value), contents(cache), (cache.key_scale, cache.value_scale), strict=True):
        untouched = torch.ones_like(scale, dtype=torch.bool)
        for row, slot in ((0, 33), (2, 2)):
            for head in range(HEADS):
                largest = float(new[row, head].abs().max())
                factor = scale[slot // BLOCK, head, slot % BLOCK]
                untouched[slot // BLOCK, head, slot % BLOCK] = False
                assert float(factor) == pytest.approx(largest / LARGEST[dtype] if largest else 1.0, rel=2**-23)
                quotient = (new[row, head] / factor).double().numpy()
                stored = decode(got, dtype)[slot // BLOCK, slot % BLOCK, head]
                assert stored.tolist() == [nearest(number, dtype) for number in quotient]
        assert bool((scale[untouched] == 1).all())


@pytest.mark.parametrize("dtype", LARGEST)
@pytest.mark.parametrize("exponent", [0, -126, -140, -146, -149])
def test_tokens_too_small_to_scale_are_read_back_as_numbers(dtype: str, exponent: int) -> None:
    cache = filled("nhd", dtype, "per_token")
    tokens = torch.zeros(2, HEADS, HEAD)
    tokens[0, :, 0], tokens[0, :, 1] = 2.0**exponent, -(2.0**exponent)
    cache.write(tokens, tokens, torch.tensor([0, 1]), backend="torch")
    for got in cache.gather(torch.tensor([0], dtype=torch.int32), 2):
        assert bool(((got - tokens).abs() <= 2.0**exponent).all())  # also false for NaN
        if exponent == 0:
            assert torch.equal(got.sign(), tokens.sign())


def test_scales_a_head_divide_each_head() -> None:
    cache = filled("asm", "int8", "per_head")
    cache.key_scale.copy_(torch.tensor([0.5, 4.0]))
    tokens = torch.full((1, HEADS, HEAD), 8.0, dtype=torch.bfloat16)
    cache.write(tokens, tokens, torch.tensor([20]), backend="torch")
    assert contents(cache)[0][1, 4, :, 0].tolist() == [16, 2]
    assert contents(cache)[1][1, 4, :, 0].tolist() == [8, 8]


@pytest.mark.parametrize("scales", ["none", "per_token"])
def test_all_slots_skipped_changes_nothing(scales: str) -> None:
    cache = filled("asm", "fp8_e4m3fn", scales)
    tokens = torch.ones(3, HEADS, HEAD)
    cache.write(tokens, tokens, torch.full((3,), -1), backend="torch", validate=True)
    for part in (cache.key, cache.value):
        assert bool((part.view(torch.uint8) == 0x25).all())
    if cache.key_scale is not None:
        assert bool((cache.key_scale == 1).all())


def test_strided_keys_and_cache() -> None:
    both = torch.zeros(2, BLOCKS, BLOCK, HEADS, HEAD).transpose(0, 1)
    fused = torch.randn(4, HEADS, 3, HEAD)
    slots = torch.tensor([5, 6, 40, 79])
    key_cache, value_cache = both.unbind(1)
    rocm_kernels.reshape_and_cache(
        fused[:, :, 0], fused[:, :, 1], key_cache, value_cache, slots, layout="nhd", backend="torch"
    )
    for part, cache in ((0, key_cache), (1, value_cache)):
        assert torch.equal(cache.reshape(-1, HEADS, HEAD)[slots], fused[:, :, part])
    assert int((both != 0).any(-1).any(-1).sum()) == 8


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(LAYOUTS),
    st.sampled_from(DTYPES),
    st.sampled_from(["none", "per_tensor", "per_head", "per_token"]),
    st.permutations(range(30)),
    st.integers(1, 30),
    st.sampled_from([16, 32]),
)
def test_what_is_written_is_read_back(
    layout: str, dtype: str, scales: str, order: list[int], length: int, block: int
) -> None:
    assume(dtype in LARGEST or scales != "per_token")  # refused: only what is quantised has measured scales
    cache = PagedCache.allocate(30, 3, 16, block, layout=layout, dtype=dtype, scales=scales)
    if scales in ("per_tensor", "per_head"):
        cache.key_scale.fill_(0.0625)  # 127 of these hold any number of a normal distribution met here
        cache.value_scale.fill_(0.125)
    table = torch.tensor(order[: -(-length // block)], dtype=torch.int32)
    slots = torch.tensor([order[token // block] * block + token % block for token in range(length)])
    source = TORCH[dtype] if BYTES[dtype] > 1 else torch.float32
    torch.manual_seed(length)
    key, value = (torch.randn(length, 3, 16).to(source) for _ in range(2))
    cache.write(key, value, slots, backend="torch", validate=True)
    for new, got, scale in zip(
        (key, value), cache.gather(table, length), (cache.key_scale, cache.value_scale), strict=True
    ):
        assert got.dtype == torch.float32
        if dtype not in LARGEST:
            factor = 1.0 if scale is None else float(scale.flatten()[0])
            assert torch.equal((new.float() / factor).to(source).float() * factor, got)
            continue
        factor = torch.ones(()) if scale is None else scale
        factor = factor.transpose(1, 2).reshape(-1, 3)[slots] if scales == "per_token" else factor
        factor = factor.unsqueeze(-1)
        # A rounding to 3 bits of mantissa or to a whole number, at most; below the smallest normal number to a fixed step.
        step = {"int8": 0.5, "fp8_e4m3fn": 2.0**-10, "fp8_e4m3fnuz": 2.0**-11}[dtype]
        relative = 0.0 if dtype == "int8" else 2.0**-4
        assert bool(((new - got).abs() <= (relative * new.abs() + step * factor) * (1 + 2**-20)).all())


def test_a_slot_written_twice_is_refused_where_values_are_looked_at() -> None:
    cache = filled("5d", "bf16")
    tokens = torch.ones(3, HEADS, HEAD, dtype=torch.bfloat16)
    with pytest.raises(InvalidArgumentError, match=r"slot_mapping: got slot 4 more than once"):
        cache.write(tokens, tokens, torch.tensor([4, 5, 4]), validate=True)
    assert bool((cache.key.view(torch.uint8) == 0x25).all())
