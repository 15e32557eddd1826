"""The HIP kernel that writes the cache, on emulated:gfx942 in checked mode, bit by bit against its definition."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from tests.module.rocm_runs import TARGET, CheckedLauncher

from rocm_ci.reference import formats, storage
from rocm_kernels.arguments import CacheView, CacheWriteArguments
from rocm_kernels.backends.rocm.reshape_and_cache import reshape_and_cache
from rocm_kernels.dtypes import DATA_TYPES
from rocm_kernels.layouts import LAYOUTS
from rocm_kernels.spec import AttentionSpec

FNUZ = "fp8_e4m3fnuz"
TOKENS = 9
CARRIERS = {1: torch.uint8, 2: torch.int16}
Floats = NDArray[np.float32]


def stored_bits(values: Floats, scale: Floats, kv_dtype: str) -> NDArray[np.generic]:
    """Bits of values / scale, both fp32 [tokens, heads, ...]."""
    quotient = (values / scale).astype(np.float32)
    if kv_dtype in ("fp16", "bf16"):
        return torch.from_numpy(quotient).to(DATA_TYPES[kv_dtype].torch_dtype).view(torch.int16).numpy()
    return formats.encode(quotient.astype(np.float64), kv_dtype)


def token_scale(values: Floats, kv_dtype: str) -> Floats:
    scale = (np.abs(values).max(axis=-1) / np.float32(formats.MAX_STORED[kv_dtype])).astype(np.float32)
    return np.where(scale == 0, np.float32(1), scale)


def write(
    layout: str,
    kv_dtype: str,
    query_dtype: str,
    head_size: int,
    block: int,
    scales: str,
    heads: int = 3,
    pad: int = 0,
    on: CheckedLauncher | None = None,
) -> None:
    generator = torch.Generator().manual_seed(head_size + block)
    query_type, cache_type = DATA_TYPES[query_dtype].torch_dtype, DATA_TYPES[kv_dtype]
    blocks = max(2, 40 // block + 1)
    new = []
    for spread in (3.0, 200.0):  # beyond what fp8 and int8 hold, so that clamping shows
        rows = torch.randn(TOKENS, heads, head_size + pad, generator=generator) * spread
        new.append(rows.to(query_type)[..., :head_size])
    new[1][1] = 0
    slots = torch.randperm(blocks * block, generator=generator)[:TOKENS].long()
    slots[3] = -1
    kind = LAYOUTS[layout]
    caches, scale_tensors = [], []
    for shape in (kind.key_shape, kind.value_shape):
        storage_tensor = torch.empty(
            shape(blocks, heads, head_size, block, cache_type.itemsize), dtype=cache_type.torch_dtype
        )
        storage_tensor.view(CARRIERS[cache_type.itemsize]).fill_(0x55)
        caches.append(storage_tensor)
        scale_tensors.append(
            {
                "none": None,
                "per_tensor": torch.tensor([0.37]),
                "per_head": torch.tensor([0.2, 1.5, 0.7]),
                "per_token": torch.full((blocks, heads, block), -1.0),
            }[scales]
        )
    spec = AttentionSpec(
        "reshape_and_cache", f"emulated:{TARGET}", TARGET, query_dtype, kv_dtype, heads, heads, head_size, block, layout,
        kv_scales=scales,  # type: ignore[arg-type]  # a plain string here
    )  # fmt: skip
    view = CacheView(caches[0], caches[1], layout, block, scale_tensors[0], scale_tensors[1])
    reshape_and_cache(CacheWriteArguments(spec, new[0], new[1], view, slots), on or CheckedLauncher())

    for rows, cache, scale, unpack in zip(
        new, caches, scale_tensors, (storage.unpack_key, storage.unpack_value), strict=True
    ):
        values = rows.float().numpy()
        if scales == "per_token":
            wanted_scale = token_scale(values, kv_dtype)[..., None]
            expected_scales = np.full((blocks, heads, block), -1.0, np.float32)
        else:
            wanted_scale = np.ones((1, heads, 1), np.float32) if scale is None else scale.numpy().reshape(1, -1, 1)
        bits = stored_bits(values, wanted_scale, kv_dtype)
        expected = np.full((blocks, block, heads, head_size), 0x55, bits.dtype)
        for token, slot in enumerate(slots.tolist()):
            if slot >= 0:
                expected[slot // block, slot % block] = bits[token]
                if scales == "per_token":
                    expected_scales[slot // block, :, slot % block] = wanted_scale[token, :, 0]
        got = unpack(cache.view(CARRIERS[cache_type.itemsize]), layout).numpy().view(bits.dtype)
        np.testing.assert_array_equal(got, expected)
        if scales == "per_token":
            assert scale is not None
            np.testing.assert_array_equal(scale.numpy(), expected_scales)


@pytest.mark.parametrize("scales", ["none", "per_tensor", "per_head", "per_token"])
@pytest.mark.parametrize("kv_dtype", ["fp16", "bf16", FNUZ, "int8"])
@pytest.mark.parametrize("layout", ["5d", "asm", "nhd", "hnd"])
def test_dtypes_scales_and_layouts(layout: str, kv_dtype: str, scales: str) -> None:
    if scales == "per_token" and kv_dtype in ("fp16", "bf16"):
        scales = "per_head"  # scales of tokens are refused for caches that are not quantised
    write(layout, kv_dtype, kv_dtype if kv_dtype in ("fp16", "bf16") else "bf16", 96, 16, scales)


@pytest.mark.parametrize("head_size", [32, 64, 80, 112, 128, 192, 256])
def test_head_sizes(head_size: int) -> None:
    write("5d", FNUZ, "fp16", head_size, 16, "per_token")


@pytest.mark.parametrize(
    ("block", "layout"), [(1, "5d"), (8, "nhd"), (32, "asm"), (528, "asm"), (528, "5d"), (1024, "hnd")]
)
def test_block_sizes(block: int, layout: str) -> None:
    write(layout, "int8", "bf16", 64, block, "per_tensor")


def test_head_120_where_the_layout_can_hold_it() -> None:
    write("hnd", FNUZ, "bf16", 120, 16, "per_head")
    write("5d", "bf16", "bf16", 120, 16, "none")


def test_rows_with_room_between_them() -> None:
    write("5d", FNUZ, "bf16", 64, 16, "per_head", pad=6)


def test_nan_stays_nan_and_is_zero_in_int8() -> None:
    for kv_dtype, expected in ((FNUZ, 0x80), ("int8", 0)):
        key = torch.full((1, 1, 32), float("nan"), dtype=torch.bfloat16)
        dtype = DATA_TYPES[kv_dtype].torch_dtype
        cache = [torch.zeros(1, 1, 16, 32).to(dtype) for _ in range(2)]
        spec = AttentionSpec("reshape_and_cache", f"emulated:{TARGET}", TARGET, "bf16", kv_dtype, 1, 1, 32, 16, "hnd")
        view = CacheView(cache[0], cache[1], "hnd", 16)
        reshape_and_cache(CacheWriteArguments(spec, key, key, view, torch.tensor([5])), CheckedLauncher())
        assert (cache[0].view(torch.uint8)[0, 0, 5] == expected).all()


@pytest.mark.parametrize("kv_dtype", [FNUZ, "int8"])
def test_the_smallest_tokens_have_a_scale_to_divide_by(kv_dtype: str) -> None:
    """1e-44 is 0 in bf16; 2^-133, its smallest magnitude, is not, and neither is its scale, which fp32 holds as a subnormal."""
    magnitudes = torch.tensor([1e-44, 2.0**-133, 2.0**-130, 2.0**-126]).to(torch.bfloat16)
    assert magnitudes.tolist() == [0.0, 2.0**-133, 2.0**-130, 2.0**-126]
    rows = torch.zeros(4, 1, 32, dtype=torch.bfloat16)
    rows[:, 0, 0], rows[:, 0, 1] = magnitudes, -magnitudes
    cache = [torch.zeros(1, 1, 16, 32).to(DATA_TYPES[kv_dtype].torch_dtype) for _ in range(2)]
    scales = [torch.full((1, 1, 16), -1.0) for _ in range(2)]
    spec = AttentionSpec(
        "reshape_and_cache", f"emulated:{TARGET}", TARGET, "bf16", kv_dtype, 1, 1, 32, 16, "hnd", kv_scales="per_token"
    )
    view = CacheView(cache[0], cache[1], "hnd", 16, scales[0], scales[1])
    reshape_and_cache(CacheWriteArguments(spec, rows, rows, view, torch.arange(4)), CheckedLauncher())
    values = rows.float().numpy()
    expected = token_scale(values, kv_dtype)
    np.testing.assert_array_equal(scales[0][0, 0, :4].numpy(), expected[:, 0])
    assert (expected > 0).all()
    bits = stored_bits(values, expected[..., None], kv_dtype)
    np.testing.assert_array_equal(cache[0].view(torch.uint8)[0, 0, :4].numpy(), bits.view(np.uint8)[:, 0])


def test_no_tokens_launch_nothing() -> None:
    on = CheckedLauncher()
    cache = torch.zeros(1, 1, 16, 32, dtype=torch.bfloat16)
    empty = torch.zeros(0, 1, 32, dtype=torch.bfloat16)
    spec = AttentionSpec("reshape_and_cache", f"emulated:{TARGET}", TARGET, "bf16", "bf16", 1, 1, 32, 16, "hnd")
    view = CacheView(cache, cache, "hnd", 16)
    reshape_and_cache(CacheWriteArguments(spec, empty, empty, view, torch.zeros(0, dtype=torch.long)), on)
    assert on.results == []
