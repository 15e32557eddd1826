"""Every kernel of the Triton backend compiles for every AMD target with no GPU, without spills, inside the target's LDS."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
import torch

from rocm_kernels.arguments import CacheWriteArguments
from rocm_kernels.backends.triton import offline
from rocm_kernels.backends.triton.prefill_choice import serves
from rocm_kernels.benchmarks.gpu_requests import Problem, make_request
from rocm_kernels.targets import TARGETS

BASE = Problem((64,), 8, 2, 128, layout="nhd", query_lengths=(64,), poison=False)

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


@pytest.mark.parametrize("head_size", [64, 128])
def test_prefill_of_sm_90_overlaps_and_does_not_spill(head_size: int) -> None:
    problem = replace(BASE, head_size=head_size, lengths=(64, 64), query_lengths=(64, 64))
    (taken,) = offline.request_resources(make_request(problem, seed=1).arguments, "sm_90")
    assert taken.kernel == "paged_prefill_hopper"
    assert taken.shared <= 227 * 1024
    assert taken.spilled == 0
    assert "wgmma.mma_async" in taken.assembly
    assert "setmaxnreg" in taken.assembly
    # The values' product goes on while scores are weighed.
    assert re.search(r"wgmma\.wait_group\.sync\.aligned\s+1;", taken.assembly)
    assert "cp.async.mbarrier.arrive.noinc" in taken.assembly


@pytest.mark.parametrize(
    "options",
    [{"layout": "5d"}, {"kv_dtype": "fp8_e4m3fn", "scales": "per_tensor"}, {"alibi": True}, {"head_size": 80},
     {"query_dtype": "fp32", "kv_dtype": "fp32"}, {"scale": -0.5}],
    ids=str,
)  # fmt: skip
def test_what_the_prefill_of_sm_90_does_not_serve_goes_to_the_portable_one(options: dict[str, Any]) -> None:
    problem = replace(BASE, **options)
    assert not serves(make_request(problem, seed=1).arguments.spec)
    assert serves(make_request(BASE, seed=1).arguments.spec)


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


# (target, kind of kernel, head size): what has a configuration of its own where the common one spills. All heads, formats,
# layouts and options: `python -m rocm_kernels.benchmarks.amd_tune spills`, which takes too long for every change.
SMALLER_TILES = [
    ("gfx90a", "prefill 8 bit", 80),
    ("gfx90a", "prefill 16 bit", 80),
    ("gfx942", "decode 8 bit", 80),
    ("gfx942", "prefill 16 bit", 128),
    ("gfx950", "decode 8 bit", 192),
    ("gfx1100", "decode 16 bit", 192),
    ("gfx1100", "decode 8 bit", 192),
    ("gfx1100", "decode 32 bit", 128),
    ("gfx1100", "prefill 16 bit", 192),
    ("gfx1100", "prefill 16 bit", 80),
    ("gfx1100", "prefill 8 bit", 64),
    ("gfx1100", "prefill 8 bit", 80),
    ("gfx1100", "prefill 8 bit", 256),
    ("gfx1201", "decode 16 bit", 192),
    ("gfx1201", "prefill 8 bit", 64),
    ("gfx1201", "prefill 8 bit", 192),
]


@pytest.mark.parametrize(("target", "kind", "head_size"), SMALLER_TILES)
def test_configurations_for_other_heads_do_not_spill(target: str, kind: str, head_size: int) -> None:
    problem = Problem((64,) * 16, 32, 8, head_size, poison=False)
    if "prefill" in kind:
        problem = replace(problem, lengths=(64, 64), query_lengths=(64, 64))
    if "8 bit" in kind:
        problem = replace(problem, kv_dtype=TARGETS[target].fp8_dtype or "fp8_e4m3fn", scales="per_tensor")
    if "32 bit" in kind:
        problem = replace(problem, query_dtype="fp32", kv_dtype="fp32")
    taken = offline.request_resources(make_request(problem, seed=1).arguments, target)[0]
    assert taken.spilled == 0, f"{taken.kernel} spills {taken.spilled} registers"
    assert taken.shared <= TARGETS[target].lds_bytes
