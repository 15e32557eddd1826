"""How the launchers tell errors: those of the HIP runtime against a stand-in for it, and what the emulator finds.

HIP's launcher has never run on an AMD GPU, and this does not change that.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path

import pytest
import torch
from tests.fakes.implementations import Request, Scripted, spec
from tests.module.rocm_runs import TARGET, request_of

from gfx_emulator.compile import CompiledObject, compile_hip
from gfx_emulator.compile.hip import find_compiler
from rocm_kernels import dispatcher, flags, registry
from rocm_kernels.backends.rocm.build import OPTIONS, SOURCES
from rocm_kernels.backends.rocm.launcher import EmulatedLauncher, HipLibrary
from rocm_kernels.backends.rocm.paged_attention import paged_attention
from rocm_kernels.backends.rocm.specialisation import Specialisation
from rocm_kernels.benchmarks.gpu_requests import Problem
from rocm_kernels.errors import ImplementationFailure

OUT_OF_MEMORY, INVALID_IMAGE, OUT_OF_RESOURCES = 2, 200, 701


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("hip")
    source = Path(__file__).with_name("rocm_hip_stand_in.c")
    command = [
        find_compiler("ziglang").command[0],
        "cc",
        "-target",
        "x86_64-linux-gnu",
        "-shared",
        "-fPIC",
        str(source),
    ]
    subprocess.run([*command, "-o", "libamdhip64.so"], cwd=folder, check=True)
    return str(folder / "libamdhip64.so")


@pytest.fixture(autouse=True)
def _fresh_dispatcher() -> None:
    dispatcher.reset()


def failure_with(library: str, code: int) -> BaseException:
    hip = HipLibrary(library)
    ctypes.CDLL(library).stand_in_fail_with(code)
    with pytest.raises(
        (ImplementationFailure, torch.OutOfMemoryError), match="hipModuleLaunchKernel failed with"
    ) as caught:
        hip.call("hipModuleLaunchKernel")
    return caught.value


def test_success_raises_nothing(library: str) -> None:
    ctypes.CDLL(library).stand_in_fail_with(0)
    HipLibrary(library).call("hipModuleLaunchKernel")


@pytest.mark.parametrize(
    ("code", "reason", "marked"),
    [
        (OUT_OF_MEMORY, "out_of_memory", False),
        (INVALID_IMAGE, "launch_failed", True),
        (OUT_OF_RESOURCES, "launch_failed", True),
    ],
)
def test_only_what_is_a_property_of_the_spec_marks_it(library: str, code: int, reason: str, marked: bool) -> None:
    bundled = Scripted("rocm", on_call=failure_with(library, code))
    with registry.only(bundled.implementation(), Scripted("torch", value=7.0).implementation()):
        decision = dispatcher.run(Request(spec()))
        assert decision.chosen().backend == "torch"
        (passed_over,) = decision.rejections
        assert [entry.code for entry in passed_over.reasons] == [reason]
        bundled.on_call = None
        assert dispatcher.run(Request(spec())).chosen().backend == ("torch" if marked else "rocm")


def test_a_library_that_is_not_there_is_a_reason() -> None:
    with pytest.raises(ImplementationFailure) as caught:
        HipLibrary("/absent/libamdhip64.so")
    assert caught.value.code == "no_hip_runtime"


@pytest.mark.parametrize("insisted", [False, True])
def test_a_finding_fails_the_launch_where_the_flag_asks_for_it(insisted: bool, tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    shutil.copytree(SOURCES, sources)
    text = (sources / "decode.hip").read_text(encoding="utf-8")
    first = text.index("  barrier();")  # behind the queries' way into LDS
    (sources / "decode.hip").write_text(text[:first] + text[first + len("  barrier();") :], encoding="utf-8")

    def build(kernel: Specialisation, target: str) -> CompiledObject:
        return compile_hip(sources / kernel.source, target, options=OPTIONS, defines=dict(kernel.defines))

    on = EmulatedLauncher(TARGET, build)
    request = request_of(Problem((33,), query_heads=8, kv_heads=2, head_size=128, log_sum_exp=False))
    with flags.overriding_flags(ROCM_KERNELS_CHECK_EMULATED=insisted):
        if not insisted:
            paged_attention(request.arguments, on, 1)
            return
        with pytest.raises(
            ImplementationFailure, match=r"paged_attention_decode_bf16.*findings.*checked mode"
        ) as caught:
            paged_attention(request.arguments, on, 1)
    assert caught.value.code == "launch_failed"
