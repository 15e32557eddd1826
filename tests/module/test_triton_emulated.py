"""The Triton kernels as gfx942 machine code in the emulator: right against the formula, and shown as emulated."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch
from tests.module.triton_truth import assert_right

import rocm_kernels as rk
from rocm_kernels import devices, launches
from rocm_kernels.arguments import CacheWriteArguments
from rocm_kernels.backends.triton import IMPLEMENTATIONS, decode, emulating, prefill
from rocm_kernels.backends.triton.configurations import PrefillConfiguration
from rocm_kernels.backends.triton.reshape_and_cache import reshape_and_cache, write_launch
from rocm_kernels.benchmarks.gpu_requests import Problem, make_request
from rocm_kernels.errors import ImplementationFailure, NoImplementationError
from rocm_kernels.flags import overriding_flags

DEVICE = "emulated:gfx942"
# One request for each path through the kernels that the target compiles differently: layouts, formats, split and unsplit
# contexts, each option once.
BASE = Problem((70, 1, 0, 33), 8, 2, 64, layout="nhd")
DECODE = [
    BASE,
    replace(BASE, layout="5d", query_dtype="fp16", kv_dtype="fp16"),
    replace(BASE, layout="asm", kv_dtype="fp8_e4m3fnuz", scales="per_tensor"),
    replace(BASE, layout="hnd", kv_dtype="int8", scales="per_token"),
    replace(BASE, query_heads=71, kv_heads=1, lengths=(40, 3), log_sum_exp=False),
    replace(BASE, alibi=True, sliding_window=20, sinks=True, softcap=9.0, scale=0.3, head_size=80),
]
PREFILL = [
    replace(BASE, query_lengths=(40, 1, 0, 33)),
    replace(BASE, query_lengths=(3, 1, 0, 1), layout="5d", kv_dtype="fp8_e4m3fnuz", scales="per_head"),
    replace(BASE, query_lengths=(70, 1, 0, 9), sliding_window=11, sinks=True, head_size=80),
]


@pytest.mark.parametrize("problem", DECODE, ids=str)
def test_decode_is_right(problem: Problem) -> None:
    request = make_request(problem, seed=5, device_name=DEVICE)
    with launches.listening() as launched:
        decode.paged_attention(request.arguments)
    assert launched == ["paged_decode", "merge_parts"]
    assert_right(request)


@pytest.mark.parametrize("problem", PREFILL, ids=str)
def test_prefill_is_right(problem: Problem) -> None:
    request = make_request(problem, seed=6, device_name=DEVICE)
    with launches.listening() as launched:
        prefill.prefill_attention(request.arguments)
    assert launched == ["paged_prefill"]
    assert_right(request)


@pytest.mark.parametrize("problem", PREFILL, ids=str)
def test_prefill_that_takes_a_head_in_parts_is_right(problem: Problem) -> None:
    """As on targets with fewer registers: the code of this path runs here only."""
    request = make_request(problem, seed=7, device_name=DEVICE)
    configuration = PrefillConfiguration(64, 32, 4, 1, "chosen", "", part_d=32, clear_loop=False)
    prefill.PrefillPlan(request.arguments, configuration).run(request.arguments)
    assert_right(request)


@pytest.mark.parametrize(
    ("layout", "kv_dtype", "scales"),
    [("nhd", "bf16", "none"), ("5d", "fp8_e4m3fnuz", "per_tensor"), ("asm", "int8", "per_token")],
)
def test_cache_writer_writes_the_interpreters_bytes(layout: str, kv_dtype: str, scales: str) -> None:
    """The interpreter's bytes are those of quantising by PyTorch (test_triton_cache)."""
    problem = Problem((64,), 2, 2, 64, 16, "bf16", kv_dtype, layout, scales, poison=False)
    new = torch.randn(7, 2, 64, generator=torch.Generator().manual_seed(1)).bfloat16()
    slots = torch.tensor([3, 40, -1, 17, 0, 63, 32])
    written = []
    for device_name, interpreted in ((DEVICE, False), ("cpu", True)):
        arguments = make_request(problem, 9, device_name=device_name).arguments
        request = CacheWriteArguments(arguments.spec, new, 2 * new, arguments.cache, slots)
        reshape_and_cache(request, interpreted=interpreted)
        cache = arguments.cache
        written.append(
            [part for part in (cache.key, cache.value, cache.key_scale, cache.value_scale) if part is not None]
        )
    for left, right in zip(*written, strict=True):
        assert torch.equal(left.view(torch.uint8), right.view(torch.uint8))


def cache_with_tokens() -> tuple[rk.PagedCache, dict[str, torch.Tensor]]:
    cache = rk.PagedCache.allocate(blocks=4, kv_heads=2, head_size=64, block_size=16, layout="nhd", dtype="fp32")
    key, value = torch.randn(2, 20, 2, 64, generator=torch.Generator().manual_seed(3))
    token = torch.arange(20)
    tables = torch.tensor([[3, 1]], dtype=torch.int32)
    cache.write(key, value, slot_mapping=tables[0, token // 16] * 16 + token % 16)
    return cache, {"block_tables": tables, "context_lengths": torch.tensor([20], dtype=torch.int32)}


def test_the_op_reaches_the_emulator_only_where_that_is_allowed() -> None:
    cache, lengths = cache_with_tokens()
    query = torch.randn(1, 8, 64, generator=torch.Generator().manual_seed(4))

    def run(backend: str | None) -> tuple[torch.Tensor, rk.recorder.Call]:
        with rk.recording() as record:
            output = rk.paged_attention(query, backend=backend, **lengths, **cache.keywords())
        return output, record.calls[0]

    with devices.using_device(DEVICE):
        expected, plain = run(None)
        assert (plain.backend, plain.evidence) == ("torch", "reference")
        with pytest.raises(NoImplementationError, match="ROCM_KERNELS_TRITON_EMULATE"):
            run("triton")
        with emulating():
            output, call = run("triton")
    assert (call.backend, call.evidence) == ("triton", "emulated")
    assert call.kernels == ("paged_decode",) or call.kernels == ("paged_decode", "merge_parts")
    torch.testing.assert_close(output, expected, rtol=1e-5, atol=1e-6)


def test_other_targets_are_not_emulated() -> None:
    for implementation in IMPLEMENTATIONS:
        if implementation.op in ("paged_attention", "prefill_attention", "reshape_and_cache"):
            assert [reason.code for reason in implementation.available(DEVICE)] == ["device"]
            with emulating():
                assert implementation.available(DEVICE) == ()
                assert [reason.code for reason in implementation.available("emulated:gfx950")] == ["not_emulated"]


def test_checked_mode_finds_a_kernel_that_reads_what_nobody_wrote(monkeypatch: pytest.MonkeyPatch) -> None:
    """The flag reaches these launches too: a finding fails the launch."""
    arguments = make_request(replace(BASE, lengths=(20,)), 2, device_name=DEVICE).arguments
    new = torch.ones(2, 2, 64, dtype=torch.bfloat16)
    launch = write_launch(
        CacheWriteArguments(arguments.spec, new, new, arguments.cache, torch.tensor([0, 1])), interpreted=False
    )
    tensors = (new, new, arguments.cache.key, arguments.cache.value, torch.tensor([0, 1]), None, None)
    with overriding_flags(ROCM_KERNELS_CHECK_EMULATED=True):
        launch(tensors, 0)  # right, and without findings
        kernel = next(iter(launch._kernels.values()))

        class Found:
            findings = ("a race",)

        monkeypatch.setattr(kernel._kernel, "launch", lambda *given, **options: Found())
        with pytest.raises(ImplementationFailure, match="a race"):
            launch(tensors, 0)
