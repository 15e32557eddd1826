"""The bundled HIP kernels through the public ops: chosen, launched, recorded and refused."""

from __future__ import annotations

import pytest
import torch
from tests.module.rocm_runs import TARGET, assert_right, request_of

import rocm_kernels
from rocm_kernels import devices, dispatcher, flags, policy, recorder
from rocm_kernels.backends.rocm import IMPLEMENTATIONS
from rocm_kernels.benchmarks.gpu_requests import Problem
from rocm_kernels.errors import NoImplementationError

PLAIN = Problem((33, 100), query_heads=8, kv_heads=2, head_size=128, log_sum_exp=False)
FP8 = Problem((40,), 8, 2, 64, kv_dtype="fp8_e4m3fnuz", scales="per_head", log_sum_exp=False)


@pytest.fixture(autouse=True)
def _fresh_dispatcher() -> None:
    dispatcher.reset()


def decode(problem: Problem, **options: object) -> tuple[object, torch.Tensor]:
    request = request_of(problem)
    arguments, cache = request.arguments, request.arguments.cache
    out = rocm_kernels.paged_attention(
        arguments.query,
        cache.key,
        cache.value,
        arguments.block_tables,
        arguments.context_lengths,
        layout=problem.layout,
        key_scale=cache.key_scale,
        value_scale=cache.value_scale,
        max_context_length=arguments.max_context_length,
        out=arguments.output,
        **options,  # type: ignore[arg-type]  # names of options
    )
    assert isinstance(out, torch.Tensor)
    return request, out


@pytest.mark.parametrize("problem", [PLAIN, FP8], ids=str)
def test_an_emulated_device_is_served_by_the_bundled_kernels(problem: Problem) -> None:
    with devices.using_device(f"emulated:{TARGET}"), recorder.recording() as record:
        request, _ = decode(problem)
    assert_right(request)  # type: ignore[arg-type]  # a request
    (call,) = record.calls
    assert call.implementation == "rocm.paged_attention"
    assert call.evidence == "emulated"
    assert call.kernels[0] == call.decision.kernel
    assert call.kernels[0].startswith("paged_attention_decode_bf16")


def test_a_cache_written_by_the_kernel_is_read_by_it() -> None:
    with devices.using_device(f"emulated:{TARGET}"), recorder.recording() as record:
        key = torch.randn(20, 2, 64).to(torch.bfloat16)
        value = torch.randn(20, 2, 64).to(torch.bfloat16)
        caches = [
            torch.zeros(3, 2, 64 // 8, 16, 8, dtype=torch.bfloat16),
            torch.zeros(3, 2, 64, 16, dtype=torch.bfloat16),
        ]
        slots = torch.arange(16, 36)
        rocm_kernels.reshape_and_cache(key, value, *caches, slots, layout="5d")
        query = torch.randn(1, 4, 64).to(torch.bfloat16)
        tables, lengths = torch.tensor([[1, 2]], dtype=torch.int32), torch.tensor([20], dtype=torch.int32)
        out = rocm_kernels.paged_attention(query, *caches, tables, lengths, layout="5d", max_context_length=20)
    assert [call.backend for call in record.calls] == ["rocm", "rocm"]
    scores = torch.einsum("hd,thd->ht", query[0].double(), key.double().repeat_interleave(2, dim=1)) / 8
    expected = torch.einsum("ht,thd->hd", scores.softmax(-1), value.double().repeat_interleave(2, dim=1))
    torch.testing.assert_close(out[0].double(), expected, rtol=2e-2, atol=2e-2)  # type: ignore[index]  # a tensor


def test_the_flag_switches_it_off() -> None:
    with devices.using_device(f"emulated:{TARGET}"), flags.overriding_flags(VLLM_ROCM_CUSTOM_PAGED_ATTN=False):
        reasons = IMPLEMENTATIONS[0].available(f"emulated:{TARGET}")
        assert [reason.code for reason in reasons] == ["flag"]
        with recorder.recording() as record:
            request, _ = decode(PLAIN)
    assert_right(request)  # type: ignore[arg-type]  # a request
    assert record.calls[0].backend != "rocm"


def test_what_it_does_not_serve_is_refused_with_the_reason() -> None:
    with (
        devices.using_device(f"emulated:{TARGET}"),
        policy.using_policy(policy.explicit("rocm")),
        pytest.raises(NoImplementationError) as caught,
    ):
        decode(Problem((20,), 4, 2, 72))
    codes = [reason.code for entry in caught.value.rejections if entry.backend == "rocm" for reason in entry.reasons]
    assert codes == ["head_size"]


@pytest.mark.parametrize("target", ["gfx90a", "gfx950", "gfx1100", "gfx1201"])
def test_targets_that_nothing_emulates_are_unavailable(target: str) -> None:
    assert [reason.code for reason in IMPLEMENTATIONS[0].available(f"emulated:{target}")] == ["not_emulated"]


def test_elsewhere_only_the_device_is_the_reason() -> None:
    assert IMPLEMENTATIONS[0].available("cpu") == ()
    assert IMPLEMENTATIONS[1].available("cpu") == ()
    assert [reason.code for reason in IMPLEMENTATIONS[1].available(f"emulated:{TARGET}")] == ["not_built"]
