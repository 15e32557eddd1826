"""Every kernel of the Triton backend compiles for every AMD target with no GPU, without spills, inside the target's LDS."""

from __future__ import annotations

import pytest
import torch

from rocm_kernels.arguments import CacheWriteArguments
from rocm_kernels.benchmarks.gpu_requests import Problem, make_request
from rocm_kernels.targets import TARGETS

triton = pytest.importorskip("triton")

from rocm_kernels.backends.triton import offline  # noqa: E402 - needs Triton

# Matrix instructions that must be there: without them a kernel would be right and hopelessly slow.
MATRIX_INSTRUCTION = {"mfma": "v_mfma_", "wmma": "v_wmma_"}


def problems(target: str) -> list[Problem]:
    fp8 = TARGETS[target].fp8_dtype or "fp8_e4m3fn"
    base = Problem((64,) * 16, 32, 8, 128, poison=False)
    return [
        base,
        Problem((64,) * 16, 64, 8, 128, layout="nhd", poison=False, log_sum_exp=False),
        Problem((64,) * 16, 32, 8, 128, kv_dtype=fp8, scales="per_tensor", poison=False),
        Problem((64, 64), 32, 8, 128, query_lengths=(64, 64), poison=False),
    ]


@pytest.mark.parametrize("index", range(4), ids=["5d", "nhd", "fp8", "prefill"])
@pytest.mark.parametrize("target", TARGETS)
def test_attention_compiles_without_spills(target: str, index: int) -> None:
    problem = problems(target)[index]
    taken = offline.request_resources(make_request(problem, seed=1).arguments, target)
    assert [entry.kernel for entry in taken] == (["paged_prefill"] if index == 3 else ["paged_decode", "merge_parts"])
    for entry in taken:
        assert entry.spilled == 0, f"{entry.kernel} spills {entry.spilled} registers"
        assert 0 <= entry.shared <= TARGETS[target].lds_bytes
        assert entry.registers is not None
    assert MATRIX_INSTRUCTION[TARGETS[target].matrix_instructions] in taken[0].assembly


@pytest.mark.parametrize("target", TARGETS)
def test_cache_writer_compiles_without_spills(target: str) -> None:
    fp8 = TARGETS[target].fp8_dtype or "fp8_e4m3fn"
    arguments = make_request(
        Problem((32,), 8, 8, 128, kv_dtype=fp8, scales="per_token", poison=False), seed=1
    ).arguments
    new = torch.zeros(4, 8, 128, dtype=torch.bfloat16)
    write = CacheWriteArguments(arguments.spec, new, new, arguments.cache, torch.zeros(4, dtype=torch.int64))
    (taken,) = offline.request_resources(write, target)
    assert taken.spilled == 0
    assert taken.registers is not None


def test_nvidia_configuration_compiles_and_copies_sixteen_bytes_at_a_time() -> None:
    problem = Problem((64,) * 16, 64, 8, 128, layout="nhd", poison=False)
    decode, _ = offline.request_resources(make_request(problem, seed=1).arguments, "sm_90")
    assert decode.shared <= 227 * 1024
    assert "cp.async.cg.shared.global" in decode.assembly
    assert ", 0x10" in decode.assembly or ", 16" in decode.assembly


def test_a_kernel_that_spills_is_seen() -> None:
    """The report is read from the assembly: with hardly a register the same kernel must spill."""
    arguments = make_request(Problem((64,) * 16, 32, 8, 128, poison=False), seed=1).arguments
    launch = offline.decode.decode_launches(
        arguments,
        offline.decode.decode_configuration("gfx942", 2),
        offline.decode.decode_shape(arguments, offline.decode.decode_configuration("gfx942", 2), "gfx942", 304),
        interpreted=False,
    )[0]
    shape = offline.decode.decode_shape(arguments, offline.decode.decode_configuration("gfx942", 2), "gfx942", 304)
    tensors = offline.decode.Route(arguments, shape, (launch,)).tensors(arguments, 0, False)[0]
    compiled = offline.compile_kernel(
        launch.kernel, tensors, launch.numbers, launch.constants, "gfx942", {"num_warps": 1, "waves_per_eu": 8}
    )
    assert offline.resources(compiled, "gfx942", launch.name).spilled > 0
