"""The table of AITER's kernels: who serves what, on both sides of each limit."""

from __future__ import annotations

from typing import Any

import pytest
from tests.fakes.implementations import spec
from tests.fakes.install import NOTHING_KNOWN, RIGHT_EVERYWHERE, survey_says

from rocm_kernels import registry
from rocm_kernels.backends.aiter.asm_support import AsmSupport
from rocm_kernels.backends.aiter.contract import SIGNATURES
from rocm_kernels.backends.aiter.kernels import KERNELS
from rocm_kernels.spec import AttentionSpec

ASM_8BIT = {
    "device": "rocm",
    "target": "gfx942",
    "kv_dtype": "fp8_e4m3fnuz",
    "kv_scales": "per_token",
    "layout": "asm",
}


def refusals(variant: str, request: AttentionSpec, *, surveyed: bool = True) -> list[str]:
    """Codes of the reasons against a request, where every code object was found right, or none was looked at."""
    found = [kernel for kernel in KERNELS if (kernel.op, kernel.variant) == (request.op, variant)]
    assert len(found) == 1
    with survey_says(RIGHT_EVERYWHERE if surveyed else NOTHING_KNOWN):
        return [reason.code for reason in found[0].support.reasons(request)]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"kv_dtype": "int8"},
        {"query_dtype": "fp16"},
        {"target": "gfx950", "kv_dtype": "fp8_e4m3fn"},
        {"query_heads": 8, "kv_heads": 8},
        {"query_heads": 16, "kv_heads": 1},
        {"query_heads": 64, "kv_heads": 8},
        {"length_class": 2**62},
        {"device": "emulated:gfx942"},
    ],
    ids=str,
)
def test_the_8bit_kernels_serve(changes: dict[str, Any]) -> None:
    assert refusals("asm_8bit", spec(**{**ASM_8BIT, **changes})) == []
    assert refusals("asm_8bit", spec(**{**ASM_8BIT, **changes}), surveyed=False) == ["not_surveyed"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"device": "cpu", "target": None}, "device"),
        ({"device": "cuda", "target": None}, "device"),
        ({"target": "gfx90a"}, "target"),
        ({"target": "gfx1100"}, "target"),
        ({"kv_dtype": "fp8_e4m3fn"}, "fp8_format"),
        ({"target": "gfx950"}, "fp8_format"),
        ({"query_dtype": "fp32"}, "query_dtype"),
        ({"head_size": 64}, "head_size"),
        ({"head_size": 80}, "head_size"),
        ({"head_size": 96}, "head_size"),
        ({"head_size": 256}, "head_size"),
        ({"block_size": 32}, "block_size"),
        ({"block_size": 1024}, "block_size"),
        ({"block_size": 528}, "block_size"),
        ({"query_heads": 17, "kv_heads": 1}, "gqa"),
        ({"query_heads": 71, "kv_heads": 1}, "gqa"),
        ({"layout": "5d"}, "layout"),
        ({"layout": "nhd"}, "layout"),
        ({"kv_scales": "none"}, "kv_scales"),
        ({"kv_scales": "per_tensor"}, "kv_scales"),
        ({"kv_scales": "per_head"}, "kv_scales"),
        ({"custom_scale": True}, "custom_scale"),
        ({"alibi": True}, "alibi"),
        ({"sliding_window": True}, "sliding_window"),
        ({"sinks": True}, "sinks"),
        ({"softcap": True}, "softcap"),
        ({"log_sum_exp": True}, "log_sum_exp"),
        ({"query_contiguous": False}, "query_strides"),
        ({"cache_contiguous": False}, "cache_strides"),
    ],
    ids=str,
)
def test_the_8bit_kernels_refuse(changes: dict[str, Any], code: str) -> None:
    codes = refusals("asm_8bit", spec(**{**ASM_8BIT, **changes}))
    assert code in codes
    assert set(codes) <= {code, "fp8_format"}


@pytest.mark.parametrize("device", ["rocm", "emulated:gfx942"])
@pytest.mark.parametrize("dtype", ["fp16", "bf16"])
@pytest.mark.parametrize(("query_heads", "kv_heads"), [(8, 1), (16, 1), (32, 8), (64, 8)])
def test_a_16bit_cache_is_served_where_its_kernel_was_surveyed(
    dtype: str, query_heads: int, kv_heads: int, device: str
) -> None:
    request = spec(
        device=device,
        target="gfx942",
        query_dtype=dtype,
        kv_dtype=dtype,
        layout="asm",
        query_heads=query_heads,
        kv_heads=kv_heads,
    )
    assert refusals("asm_16bit", request) == []
    assert refusals("asm_16bit", request, surveyed=False) == ["not_surveyed"]


@pytest.mark.parametrize(
    ("query_heads", "kv_heads", "head_size", "codes"),
    [
        (8, 1, 128, set()),
        (1, 1, 128, set()),
        (9, 1, 128, {"gqa", "kv_heads"}),
        (8, 2, 128, {"kv_heads"}),
        (32, 8, 128, {"kv_heads"}),
        (8, 1, 64, {"head_size"}),
        (71, 1, 64, {"head_size", "gqa", "kv_heads"}),
    ],
)
def test_the_legacy_kernel_has_one_kv_head_8_heads_of_128(
    query_heads: int, kv_heads: int, head_size: int, codes: set[str]
) -> None:
    facts = {"target": "gfx942", "layout": "asm", "query_heads": query_heads, "kv_heads": kv_heads}
    request = spec(device="emulated:gfx942", **facts, head_size=head_size)
    assert set(refusals("asm_16bit_legacy", request)) == codes
    # No host of today launches it on a GPU.
    on_gpu = spec(device="rocm", **facts, head_size=head_size)
    assert set(refusals("asm_16bit_legacy", on_gpu)) == (codes or {"not_listed"})


def test_the_rule_of_the_legacy_kernel_is_its_own() -> None:
    owners = [kernel.variant for kernel in KERNELS if "kv_heads" in kernel.support.extra]
    assert owners == ["asm_16bit_legacy"]


def test_the_hip_kernel_is_refused_for_nan_in_unused_slots_whatever_the_request() -> None:
    served = spec(device="rocm", target="gfx942")
    assert refusals("hip", served) == ["known_wrong"]
    assert "gqa" in refusals("hip", spec(device="rocm", target="gfx942", query_heads=32, kv_heads=1))
    for head_size in (32, 80, 96, 112, 120, 192):
        assert "head_size" in refusals("hip", spec(device="rocm", target="gfx942", head_size=head_size))


@pytest.mark.parametrize("op", ["prefill_attention", "reshape_and_cache"])
def test_no_other_op_takes_aiter_before_a_survey(op: str) -> None:
    for layout in ("5d", "asm", "nhd", "hnd"):
        for kv_dtype, kv_scales in (("bf16", "none"), ("fp8_e4m3fnuz", "per_token")):
            request = spec(op=op, device="rocm", target="gfx942", layout=layout, kv_dtype=kv_dtype, kv_scales=kv_scales)
            for kernel in KERNELS:
                if kernel.op == op:
                    assert "not_surveyed" in refusals(kernel.variant, request)


def test_only_adapted_kernels_can_be_served_by() -> None:
    """A kernel that this project cannot call must refuse every request by a rule of its own."""
    for kernel in KERNELS:
        assert kernel.adapted == (kernel.function in SIGNATURES)
        assert kernel.adapted == isinstance(kernel.support, AsmSupport)
        if not kernel.adapted:
            assert {"not_surveyed", "known_wrong"} & set(kernel.support.extra)


def test_the_registry_lists_every_kernel() -> None:
    for kernel in KERNELS:
        names = [entry.name for entry in registry.implementations(kernel.op)]
        assert f"aiter.{kernel.op}.{kernel.variant}" in names
