"""The Triton backend's cache writer, run by Triton's interpreter: the same bytes as quantising by PyTorch, in every layout."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from rocm_ci.reference.storage import unpack_key, unpack_value
from rocm_kernels import launches
from rocm_kernels.arguments import CacheWriteArguments
from rocm_kernels.backends.triton.reshape_and_cache import reshape_and_cache
from rocm_kernels.benchmarks.gpu_requests import Problem, make_request
from rocm_kernels.dtypes import DATA_TYPES

TYPES = [
    ("bf16", "bf16", "none"),
    ("fp16", "fp16", "none"),
    ("fp32", "fp32", "none"),
    ("bf16", "fp8_e4m3fn", "per_tensor"),
    ("fp16", "fp8_e4m3fnuz", "per_head"),
    ("fp32", "fp8_e4m3fn", "none"),
    ("fp32", "fp8_e4m3fnuz", "none"),
    ("bf16", "int8", "per_token"),
    ("fp32", "fp8_e4m3fn", "per_token"),
]


def expected_bytes(
    new: torch.Tensor, kv_dtype: str, scale: torch.Tensor | None
) -> tuple[torch.Tensor, torch.Tensor | None]:
    """Stored form of [tokens, heads, head] and, for scales per token, the scales."""
    stored = DATA_TYPES[kv_dtype]
    if not stored.quantised:
        return new.to(stored.torch_dtype), None
    number, made = new.float(), None
    if scale is not None and scale.ndim == 3:
        made = number.abs().amax(-1) / torch.tensor(stored.max_finite)
        made[made == 0] = 1.0
        number = number / made[..., None]
    elif scale is not None:
        number = number / scale[:, None]
    number = number.clamp(-stored.max_finite, stored.max_finite)
    return (number.round() if kv_dtype == "int8" else number).to(stored.torch_dtype), made


@pytest.mark.parametrize("layout", ["5d", "asm", "nhd", "hnd"])
@pytest.mark.parametrize(("dtype", "kv_dtype", "scales"), TYPES)
def test_written_bytes(layout: str, dtype: str, kv_dtype: str, scales: str) -> None:
    problem = Problem((100,), 2, 2, 32, 16, dtype, kv_dtype, layout, scales, poison=False, interleaved=True)
    arguments = make_request(problem, seed=1).arguments
    cache = arguments.cache
    before = [part.clone() for part in (cache.key, cache.value)]
    new = [torch.randn(11, 2, 32).mul(amplitude).to(arguments.query.dtype) for amplitude in (3, 300)]
    new[0][3] = 0.0
    new[0][4, 0, :4] = torch.tensor([-0.0, 1e-9, -1e-9, 0.0019])
    slots = torch.randperm(112)[:11]
    slots[2] = slots[7] = -1
    with launches.listening() as launched:
        reshape_and_cache(CacheWriteArguments(arguments.spec, new[0], new[1], cache, slots), interpreted=True)
    assert launched == ["reshape_and_cache"]
    for part, unpack, storage, old, scale in (
        (new[0], unpack_key, cache.key, before[0], cache.key_scale),
        (new[1], unpack_value, cache.value, before[1], cache.value_scale),
    ):
        stored, made = expected_bytes(part, kv_dtype, scale)
        carrier = {1: torch.uint8, 2: torch.int16, 4: torch.int32}[stored.element_size()]
        plain = unpack(storage.view(carrier), layout).clone()
        untouched = unpack(old.view(carrier), layout).clone()
        for token, slot in enumerate(slots.tolist()):
            if slot < 0:
                continue
            assert torch.equal(plain[slot // 16, slot % 16], stored[token].view(carrier)), f"token {token}"
            untouched[slot // 16, slot % 16] = stored[token].view(carrier)
            if made is not None:
                assert scale is not None
                torch.testing.assert_close(scale[slot // 16, :, slot % 16], made[token], rtol=0, atol=0)
        assert torch.equal(plain, untouched), "a slot that was not named changed"


def test_not_a_number_is_kept_as_one() -> None:
    for kv_dtype in ("fp8_e4m3fn", "fp8_e4m3fnuz", "int8"):
        problem = replace(Problem((16,), 1, 1, 8, 16, "fp32"), kv_dtype=kv_dtype, poison=False, layout="nhd")
        arguments = make_request(problem, seed=1).arguments
        new = torch.tensor([float("nan"), float("inf"), -float("inf"), 1e30, 0.0, -0.0, 1.0, -1.0]).view(1, 1, 8)
        write = CacheWriteArguments(arguments.spec, new, new, arguments.cache, torch.tensor([5]))
        reshape_and_cache(write, interpreted=True)
        largest = DATA_TYPES[kv_dtype].max_finite
        first = 0.0 if kv_dtype == "int8" else float("nan")
        expected = torch.tensor([first, largest, -largest, largest, 0.0, 0.0, 1.0, -1.0])
        # The first block of the sequence is wherever its table says; the slot was given as block 0.
        torch.testing.assert_close(arguments.cache.key[0, 5, 0].float(), expected, equal_nan=True, rtol=0, atol=0)


@pytest.mark.parametrize("kv_dtype", ["fp8_e4m3fn", "fp8_e4m3fnuz", "int8"])
@pytest.mark.parametrize("exponent", [-126, -133, -140, -146, -149])
def test_tokens_too_small_to_scale_are_stored_by_the_rule_of_the_others(kv_dtype: str, exponent: int) -> None:
    """Down to the smallest fp32 number, whose quotient by the largest stored value is 0: 0 is no scale to divide by."""
    problem = Problem((16,), 1, 1, 8, 16, "fp32", kv_dtype, "nhd", "per_token", poison=False)
    arguments = make_request(problem, seed=1).arguments
    new = torch.zeros(1, 1, 8)
    new[..., 0], new[..., 1] = 2.0**exponent, -(2.0**exponent)
    write = CacheWriteArguments(arguments.spec, new, new, arguments.cache, torch.tensor([5]))
    reshape_and_cache(write, interpreted=True)
    stored, made = expected_bytes(new, kv_dtype, arguments.cache.key_scale)
    assert made is not None
    assert arguments.cache.key_scale is not None
    assert arguments.cache.key_scale[0, 0, 5] == made[0, 0] > 0
    assert torch.equal(arguments.cache.key[0, 5].view(torch.uint8), stored[0].view(torch.uint8))
