"""The Triton kernels of the ops beside attention compile for every AMD target with no GPU, without spills, inside the LDS."""

from __future__ import annotations

import pytest
import torch

from rocm_kernels.backends.triton import fused_moe, linear, offline, rms_norm
from rocm_kernels.backends.triton.launching import Launch
from rocm_kernels.backends.triton.layer_launch import Where
from rocm_kernels.backends.triton.problem import bytes_view
from rocm_kernels.layer_arguments import BlockScaledGemmArguments, FusedMoeArguments, LinearArguments
from rocm_kernels.layer_specs import BlockScaledGemmSpec, FusedMoeSpec, LinearSpec
from rocm_kernels.targets import TARGETS

MATRIX_INSTRUCTION = {"mfma": "v_mfma_", "wmma": "v_wmma_"}
BF16, BYTES, FLOAT, INTEGER = (
    torch.empty(16, dtype=dtype) for dtype in (torch.bfloat16, torch.uint8, torch.float32, torch.int32)
)


def compiled(launch: Launch, tensors: tuple[torch.Tensor | None, ...], target: str) -> offline.Resources:
    views = [None if tensor is None else bytes_view(tensor) for tensor in tensors]
    found = offline.compile_kernel(launch.kernel, views, launch.numbers, launch.constants, target, launch.options)
    taken = offline.resources(found, target, launch.name)
    assert taken.spilled == 0, f"{launch.name} spills {taken.spilled} registers"
    assert 0 <= taken.shared <= TARGETS[target].lds_bytes
    assert taken.registers is not None
    return taken


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("hidden", "quantisation"), [(8192, "none"), (40000, "per_token")])
def test_norms(target: str, hidden: int, quantisation: str) -> None:
    fp8 = TARGETS[target].fp8_dtype or "int8"
    stored = torch.int8 if fp8 == "int8" else torch.uint8
    dtype = "bf16" if quantisation == "none" else fp8
    launch = rms_norm.rows_launch(64, hidden, (hidden, hidden), 1e-6, True, quantisation, dtype, Where(target))
    output = BF16 if quantisation == "none" else torch.empty(16, dtype=stored)
    compiled(launch, (BF16, BF16, BF16, output, BF16, FLOAT), target)


@pytest.mark.parametrize("rows", [16, 512])
@pytest.mark.parametrize("target", TARGETS)
def test_products(target: str, rows: int) -> None:
    matrix = MATRIX_INSTRUCTION[TARGETS[target].matrix_instructions]
    spec = LinearSpec("rocm", target, "bf16", "bf16", "bf16", 512, 512)
    x = torch.empty(rows, 512, dtype=torch.bfloat16)
    launch = linear.linear_launch(LinearArguments(spec, x, x, x), 512, Where(target))
    assert matrix in compiled(launch, (BF16, BF16, None, None, None, BF16), target).assembly
    fp8 = TARGETS[target].fp8_dtype
    if fp8 is not None:
        scaled = BlockScaledGemmSpec("rocm", target, fp8, "bf16", 512, 512)
        bytes_ = torch.empty(rows, 512, dtype=torch.uint8)
        arguments = BlockScaledGemmArguments(scaled, bytes_, bytes_, torch.empty(rows, 4), torch.empty(4, 4), x)
        launch = linear.block_scaled_launch(arguments, Where(target))
        assert matrix in compiled(launch, (BYTES, BYTES, FLOAT, FLOAT, BF16), target).assembly


@pytest.mark.parametrize("target", TARGETS)
def test_experts(target: str) -> None:
    matrix = MATRIX_INSTRUCTION[TARGETS[target].matrix_instructions]
    fp8 = TARGETS[target].fp8_dtype
    hidden = torch.empty(4096, 512, dtype=torch.bfloat16)
    ids = torch.empty(4096, 2, dtype=torch.int32)
    for dtype, scaling in (("bf16", "none"), *(((fp8, "per_block"),) if fp8 else ())):
        spec = FusedMoeSpec("rocm", target, "bf16", dtype, 512, 256, 8, 2, scaling)  # type: ignore[arg-type]
        arguments = FusedMoeArguments(spec, hidden, hidden, hidden, FLOAT, ids, hidden)
        found = fused_moe.moe_launches(arguments, Where(target))
        scale, x = (None, BF16) if scaling == "none" else (FLOAT, BYTES)
        gate_up = compiled(found.gate_up, (x, x, scale, scale, BF16, INTEGER, INTEGER), target)
        down = compiled(found.down, (x, x, scale, scale, FLOAT, BF16, INTEGER, INTEGER), target)
        assert matrix in gate_up.assembly
        assert matrix in down.assembly
    compiled(found.count, (INTEGER, None, INTEGER), target)
    compiled(found.sort, (INTEGER, INTEGER, INTEGER, INTEGER, INTEGER, None, None), target)
    compiled(found.add, (BF16, INTEGER, None, None, None, BF16), target)
    # As torch._grouped_mm takes them.
    compiled(found.sort, (INTEGER, INTEGER, INTEGER, INTEGER, INTEGER, INTEGER, INTEGER), target)
    compiled(found.add, (BF16, INTEGER, None, INTEGER, FLOAT, BF16), target)
