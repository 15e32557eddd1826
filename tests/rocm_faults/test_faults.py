"""Plants faults in a copy of the HIP sources, one at a time: each must be noticed, and the sources themselves must pass."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import torch

try:
    import tomllib
except ModuleNotFoundError:
    import tomli as tomllib  # Python 3.10

from tests.module import test_rocm_reshape_and_cache as writes
from tests.module.rocm_runs import TARGET, CheckedLauncher, assert_right, request_of

from gfx_emulator.compile import CompiledObject, compile_hip
from gfx_emulator.errors import MemoryFault
from rocm_kernels.backends.rocm.build import OPTIONS, SOURCES
from rocm_kernels.backends.rocm.launcher import EmulatedLauncher
from rocm_kernels.backends.rocm.paged_attention import paged_attention
from rocm_kernels.backends.rocm.specialisation import Specialisation
from rocm_kernels.benchmarks.gpu_requests import Problem

FNUZ = "fp8_e4m3fnuz"
PLAIN = Problem((33, 100, 0, 1), query_heads=8, kv_heads=2, head_size=128)
Check = Callable[[CheckedLauncher], None]


@dataclass(frozen=True)
class Fault:
    name: str
    file: str
    find: str
    put: str
    request: str


FAULTS = [
    Fault(**entry)
    for entry in tomllib.loads(Path(__file__).with_name("faults.toml").read_text(encoding="utf-8"))["fault"]
]


def decode(problem: Problem, splits: int = 1, waves: int | None = None) -> Check:
    def check(on: CheckedLauncher) -> None:
        request = request_of(problem)
        paged_attention(request.arguments, on, splits, waves)
        assert_right(request)

    return check


def freed_pages(on: CheckedLauncher) -> None:
    request = request_of(replace(PLAIN, lengths=(200, 50), sliding_window=20))
    tables = request.arguments.block_tables.clone()
    tables[0, : (200 - 20) // 16] = -1
    request = replace(request, arguments=replace(request.arguments, block_tables=tables))
    paged_attention(request.arguments, on, 1)
    assert_right(request)


def strided(on: CheckedLauncher) -> None:
    request = request_of(replace(PLAIN, layout="hnd"))
    cache = request.arguments.cache
    key = torch.zeros(*cache.key.shape[:-1], 131 + 5, dtype=cache.key.dtype)[..., :128]
    arguments = replace(request.arguments, cache=replace(cache, key=key.copy_(cache.key)))
    paged_attention(arguments, on, 1)
    assert_right(replace(request, arguments=arguments))


def beyond_four_gigabytes(on: CheckedLauncher) -> None:
    request = request_of(replace(PLAIN, lengths=(40,)))
    cache = request.arguments.cache
    moved = []
    for tensor in (cache.key, cache.value):
        step = 2**31 // tensor.element_size()
        room = torch.empty(tensor.shape[0] * step, dtype=tensor.dtype)
        moved.append(room.as_strided(tensor.shape, (step, *tensor.stride()[1:])).copy_(tensor))
    on.checked = False  # its shadow would be as large as the memory
    paged_attention(replace(request.arguments, cache=replace(cache, key=moved[0], value=moved[1])), on, 1)
    assert_right(request)


def rising(splits: int, tokens: int = 600) -> Check:
    def check(on: CheckedLauncher) -> None:
        request = request_of(replace(PLAIN, lengths=(tokens,), kv_heads=1, query_heads=4, layout="hnd"))
        query, key = request.arguments.query, request.arguments.cache.key
        query.zero_()
        query[..., 0] = 16
        for token in range(tokens):
            page, slot = request.pages[0][token // 16], token % 16
            request.key[page, slot, 0] = 0.0
            request.key[page, slot, 0, 0] = token / 16
            key[page, 0, slot] = request.key[page, slot, 0].to(key.dtype)
            request.key[page, slot, 0] = key[page, 0, slot].float()
        paged_attention(request.arguments, on, splits)
        assert_right(request)

    return check


def weights(on: CheckedLauncher) -> None:
    # Equal values in one element: what comes out is the sum of the weights, where an error of each shows undiluted.
    request = request_of(replace(PLAIN, lengths=(512,), layout="hnd", query_amplitude=0.5))
    value = request.arguments.cache.value
    value[torch.tensor(request.pages[0])] = 1.0
    request.value[torch.tensor(request.pages[0])] = 1.0
    paged_attention(request.arguments, on, 1)
    assert_right(request)
    error = (request.arguments.output.float() - 1.0).abs().max()
    # Rounding is to nearest, so that the errors of 512 weights cancel; cutting off loses 2^-9 and more of all of them.
    assert error <= 2**-9, f"weights sum to one with an error of {error}"


def write(layout: str, kv_dtype: str, scales: str) -> Check:
    def check(on: CheckedLauncher) -> None:
        writes.write(layout, kv_dtype, "bf16", 64, 16, scales, on=on)

    return check


REQUESTS: dict[str, Check] = {
    "plain": decode(PLAIN),
    "wide": decode(replace(PLAIN, query_heads=71, kv_heads=1, head_size=64)),
    "odd head": decode(replace(PLAIN, head_size=80)),
    "window": decode(replace(PLAIN, lengths=(70, 200), sliding_window=20)),
    "freed pages": freed_pages,
    "split": decode(replace(PLAIN, lengths=(330, 500)), 3),
    "many parts": decode(replace(PLAIN, lengths=(3000, 5)), 90),
    "long": decode(replace(PLAIN, lengths=(1000,))),
    "rising": rising(1),
    "rising in parts": rising(3),
    "rising in many parts": rising(90, 3000),
    "eight waves": decode(replace(PLAIN, lengths=(700, 33)), 1, 8),
    "alibi": decode(replace(PLAIN, alibi=True)),
    "softcap": decode(replace(PLAIN, softcap=5.0, query_amplitude=8.0)),
    "negative scale": decode(replace(PLAIN, scale=-0.25)),
    "fp8 window": decode(replace(PLAIN, kv_dtype=FNUZ, lengths=(70, 200), sliding_window=20)),
    "fp8 sharp": decode(replace(PLAIN, kv_dtype=FNUZ, query_amplitude=8.0)),
    "fp8 per head": decode(replace(PLAIN, kv_dtype=FNUZ, scales="per_head")),
    "int8 per token": decode(replace(PLAIN, kv_dtype="int8", scales="per_token")),
    "int8 per token fp16": decode(replace(PLAIN, query_dtype="fp16", kv_dtype="int8", scales="per_token")),
    "nhd": decode(replace(PLAIN, layout="nhd")),
    "beyond 4 GiB": beyond_four_gigabytes,
    "strided": strided,
    "pages of one": decode(replace(PLAIN, block_size=1, layout="nhd")),
    "pages of 528": decode(replace(PLAIN, block_size=528, lengths=(700,))),
    "sinks": decode(replace(PLAIN, sinks=True)),
    "weights": weights,
    "write fp8": write("5d", FNUZ, "per_head"),
    "write per token": write("5d", FNUZ, "per_token"),
    "write asm": write("asm", "bf16", "none"),
    "write int8": write("hnd", "int8", "per_tensor"),
}


def launcher_of(sources: Path) -> CheckedLauncher:
    def build(specialisation: Specialisation, target: str) -> CompiledObject:
        return compile_hip(
            sources / specialisation.source,
            target,
            options=OPTIONS,
            defines=dict(specialisation.defines),
            include_folders=(sources,),
        )

    return CheckedLauncher(emulated=EmulatedLauncher(TARGET, build))


def test_there_are_enough_faults_and_each_has_a_name_of_its_own() -> None:
    assert len(FAULTS) >= 30
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)


@pytest.mark.parametrize("request_name", REQUESTS)
def test_the_sources_pass(request_name: str) -> None:
    REQUESTS[request_name](launcher_of(SOURCES))


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_is_noticed(fault: Fault, tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    shutil.copytree(SOURCES, sources)
    text = (sources / fault.file).read_text(encoding="utf-8")
    assert text.count(fault.find) == 1, f"{fault.file} holds the text {text.count(fault.find)} times"
    (sources / fault.file).write_text(text.replace(fault.find, fault.put), encoding="utf-8")
    with pytest.raises((AssertionError, MemoryFault)):
        REQUESTS[fault.request](launcher_of(sources))
