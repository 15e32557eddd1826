"""One launch of a product or of experts, as AITER's host makes it: every argument and the grid, derived from tensors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

from rocm_kernels import launches
from rocm_kernels.backends.aiter import emulated
from rocm_kernels.backends.aiter.argument_layout import Value
from rocm_kernels.backends.aiter.expert_places import Places
from rocm_kernels.backends.aiter.layer_code_objects import BY_NAME, LayerCodeObject
from rocm_kernels.host_memory import buffers_of

if TYPE_CHECKING:
    from gfx_emulator.device import LaunchResult

# Compute units of an MI300X: the host asks the device; persistent kernels start as many workgroups.
COMPUTE_UNITS = 304


@dataclass(frozen=True)
class Launch:
    """A kernel with all it is given: ``values`` holds every field of its family's layout."""

    code_object: LayerCodeObject
    values: Mapping[str, Value]
    grid: tuple[int, int, int]

    @property
    def family_written(self) -> tuple[str, ...]:
        """The fields that the kernel writes."""
        return BY_NAME[self.code_object.family].written


def run(launch: Launch, *, check: bool = False, instruction_budget: int | None = None) -> LaunchResult:
    """Run a kernel to its end in the emulator and note its symbol with the listeners.

    Raises:
        ValueError: a value is missing or does not fit its field.
        gfx_emulator.EmulatorError: an access outside of the given memory, an unknown instruction, the budget.
    """
    kernel = emulated.kernel_of(launch.code_object)
    packed = BY_NAME[launch.code_object.family].layout.pack(launch.values)
    launches.note(launch.code_object.symbol)
    return kernel.launch(
        launch.grid,
        emulated.BLOCK,
        packed,
        buffers=buffers_of(launch.values, launch.family_written),
        check=check,
        instruction_budget=instruction_budget,
    )


def gemm_a16w16(
    entry: LayerCodeObject, x: torch.Tensor, weight: torch.Tensor, output: torch.Tensor, parts: int
) -> Launch:
    """bf16 x [M, K], weight [N, K], fp32 output [M, N], which is to hold zeros where ``parts`` is more than 1."""
    (rows, depth), columns = x.shape, weight.shape[0]
    unset = dict.fromkeys(("C", "strideD0", "strideD1", "strideC1", "strideA1", "strideB1"))
    values: dict[str, Value] = {
        **unset,
        "D": output,
        "A": x,
        "B": weight,
        "alpha": 1.0,
        "beta": 0.0,
        "strideC0": columns * 4,
        "strideA0": x.stride(0) * 2,
        "strideB0": depth * 2,
        "Mdim": rows,
        "Ndim": columns,
        "Kdim": depth,
        "splitk": parts,
    }
    grid = (-(-columns // entry.tile_columns), -(-rows // entry.tile_rows), parts)
    return Launch(entry, values, grid)


def gemm_a8w8(
    entry: LayerCodeObject,
    x: torch.Tensor,
    weight: torch.Tensor,
    x_scale: torch.Tensor,
    weight_scale: torch.Tensor,
    bias: torch.Tensor,
    output: torch.Tensor,
    parts: int = 1,
) -> Launch:
    """int8 x [M, K], weight [N, K] in blocks of 32 rows, fp32 scales [M] and [N], fp32 bias [N], bf16 output [M, N]."""
    (rows, depth), columns = x.shape, output.shape[1]
    values: dict[str, Value] = {
        "C": output,
        "A": x,
        "B": weight,
        "SA": x_scale,
        "SB": weight_scale,
        "BIAS": bias,
        "M": rows,
        "N": columns,
        "K": depth,
        "PA": depth,
        "PB": depth,
        "PC": columns * 2,
        "KS": parts,
    }
    return Launch(entry, values, (columns // entry.tile_columns * parts, -(-rows // entry.tile_rows), 1))


def flatmm_a8w8_blockscale(
    entry: LayerCodeObject,
    x: torch.Tensor,
    weight: torch.Tensor,
    x_scale: torch.Tensor,
    weight_scale: torch.Tensor,
    output: torch.Tensor,
) -> Launch:
    """fp8 x [M and more, K], weight [N, K] in blocks of 16 rows, fp16 output [M, N].

    Scales are fp32 [K / 128, M] and [K / 128, N / 128].
    """
    depth, (rows, columns) = x.shape[1], output.shape
    names = [field.name for field in BY_NAME[entry.family].layout.fields]
    values: dict[str, Value] = {
        **dict.fromkeys(names),
        "a_ptr": x,
        "b_ptr": weight,
        "sa_ptr": x_scale,
        "sb_ptr": weight_scale,
        "d_f16_ptr": output,
        "hidden_size": depth,
        "intermediate_size": columns,
        "num_tokens": rows,
    }
    return Launch(entry, values, (-(-columns // entry.tile_columns), -(-rows // entry.tile_rows), 1))


def experts(
    entry: LayerCodeObject,
    hidden: torch.Tensor,
    w1: torch.Tensor,
    w2: torch.Tensor,
    hidden_scale: torch.Tensor,
    w1_scale: torch.Tensor,
    w2_scale: torch.Tensor,
    places: Places,
    top_k: int,
    output: torch.Tensor,
) -> Launch:
    """fp8 hidden [tokens and more, D], w1 [experts, 2 I, D], w2 [experts, D, I] in blocks of 16 rows; output [tokens, D] zeros.

    Scales are fp32: a token's and one for each row of an expert, or of blocks (see ``layer_fields.FMOE``).
    """
    count, width = w1.shape[0], w1.shape[2]
    intermediate = w2.shape[2]
    tiles = -(-intermediate // entry.tile_columns)
    started = entry.persistent * COMPUTE_UNITS
    total = started // tiles * tiles
    values: dict[str, Value] = {
        "O": output,
        "X": hidden,
        "G": w1,
        "U": places.filled,
        "D": w2,
        "XQ": hidden_scale,
        "GQ": w1_scale,
        "DQ": w2_scale,
        "SMQ": None,
        "STP": places.tokens,
        "SW": places.weights,
        "SEP": places.experts,
        "dim": width,
        "hdim": intermediate,
        "batch": output.shape[0],
        "eprt": count,
        "Xs": hidden.stride(0),
        "GUs": width,
        "Ds": intermediate,
        "Os": width * output.element_size(),
        "eGUs": width * 2 * intermediate,
        "eDs": intermediate * width,
        "eGUQs": w1_scale.stride(0) * 4,
        "eDQs": w2_scale.stride(0) * 4,
        "eSMQs": intermediate * 4,
        "topk": top_k,
        "total_tgs": total,
        "ps_deno": tiles,
    }
    grid = (started, 1, 1) if total else (tiles, places.experts.numel(), 1)
    return Launch(entry, values, grid)
