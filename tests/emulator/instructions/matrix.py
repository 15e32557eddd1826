"""Models of the MFMA instructions: where each element lies in the registers, and products in float64.

Source of the layouts: CDNA3 ISA manual, chapter 7 "Matrix arithmetic instructions", section "Dense matrices"; the same
mapping is what AMD's matrix instruction calculator prints. EXEC is ignored by these instructions (same chapter).
"""

from __future__ import annotations

import dataclasses
import re

import numpy as np

from .entry import Near, Outcome
from .formats import BF8, FP8, Array, bfloat_to_float, to_bits, to_float
from .scalar import signed, unsigned
from .state import VECTOR_BASE, Operand, State, constant_bits
from .text import Instruction

U = np.uint64
WIDTHS = {"f16": 16, "bf16": 16, "fp8": 8, "bf8": 8, "i8": 8, "f32": 32, "xf32": 32}
TENSOR_TERMS = 2  # operands that xf32 shortens to 10 mantissa bits before the product


@dataclasses.dataclass(frozen=True)
class Shape:
    """Rows, columns, depth, blocks, element types of A and B, and type of C and D."""

    m: int
    n: int
    k: int
    blocks: int
    a: str
    b: str
    out: str

    @property
    def per_lane(self) -> int:
        """Elements of A in one lane."""
        return self.m * self.k * self.blocks // 64

    def registers(self, kind: str) -> int:
        """32-bit registers that A (or B) takes."""
        return max(1, self.per_lane * WIDTHS[kind] // 32)

    @property
    def results(self) -> int:
        """Registers of C and D."""
        return self.m * self.n * self.blocks // 64


NAME = re.compile(r"v_mfma_(f32|i32)_(\d+)x(\d+)x(\d+)(?:_(\d+)b)?_([a-z0-9]+)(?:_([a-z0-9]+))?$")


def shape_of(name: str) -> Shape:
    """Shape from the mnemonic."""
    match = NAME.fullmatch(name)
    if match is None:
        raise ValueError(f"shape_of: {name!r} is no MFMA instruction known here")
    out, m, n, k, blocks, a, b = match.groups()
    return Shape(int(m), int(n), int(k), int(blocks or 1), a, b or a, out)


NAMES = {
    "v_mfma_f32_32x32x1_2b_f32",
    "v_mfma_f32_16x16x1_4b_f32",
    "v_mfma_f32_4x4x1_16b_f32",
    "v_mfma_f32_32x32x2_f32",
    "v_mfma_f32_16x16x4_f32",
    "v_mfma_f32_32x32x4_2b_f16",
    "v_mfma_f32_16x16x4_4b_f16",
    "v_mfma_f32_4x4x4_16b_f16",
    "v_mfma_f32_32x32x8_f16",
    "v_mfma_f32_16x16x16_f16",
    "v_mfma_f32_32x32x4_2b_bf16",
    "v_mfma_f32_16x16x4_4b_bf16",
    "v_mfma_f32_4x4x4_16b_bf16",
    "v_mfma_f32_32x32x8_bf16",
    "v_mfma_f32_16x16x16_bf16",
    "v_mfma_i32_32x32x4_2b_i8",
    "v_mfma_i32_16x16x4_4b_i8",
    "v_mfma_i32_4x4x4_16b_i8",
    "v_mfma_i32_32x32x16_i8",
    "v_mfma_i32_16x16x32_i8",
    "v_mfma_f32_16x16x8_xf32",
    "v_mfma_f32_32x32x4_xf32",
} | {f"v_mfma_f32_{size}_{a}_{b}" for size in ("16x16x32", "32x32x16") for a in ("fp8", "bf8") for b in ("fp8", "bf8")}


def elements(registers: Array, kind: str) -> Array:
    """Registers [waves, count, 64] as float64 elements [waves, 64, per lane], lowest bits first."""
    width = WIDTHS[kind]
    parts = [(registers >> U(shift)) & U((1 << width) - 1) for shift in range(0, 32, width)]
    flat = np.stack(parts, axis=2)  # waves, register, part, lane
    waves, count, inner, lane_count = flat.shape
    bits = flat.reshape(waves, count * inner, lane_count).transpose(0, 2, 1)
    if kind == "f16":
        return to_float(bits, 16).astype(np.float64)
    if kind == "bf16":
        return bfloat_to_float(bits).astype(np.float64)
    if kind in ("f32", "xf32"):
        return to_float(bits, 32).astype(np.float64)
    if kind == "i8":
        return signed(bits, 8).astype(np.float64)
    return (FP8 if kind == "fp8" else BF8).decode(bits)


def operand_matrix(values: Array, size: int, shape: Shape) -> Array:
    """Elements [waves, 64, per lane] as [waves, blocks, size, k].

    Lane l holds row (or column) l % size. The groups l // size walk over the blocks, or, with one block, over runs of
    `per lane` consecutive values of k.
    """
    waves = values.shape[0]
    groups = 64 // size
    grid = values.reshape(waves, groups, size, shape.per_lane)
    if shape.blocks > 1:
        return grid
    return grid.transpose(0, 2, 1, 3).reshape(waves, 1, size, groups * shape.per_lane)


def result_place(shape: Shape) -> tuple[Array, Array, Array]:
    """Block, row and column of D for each [register, lane]."""
    register, lane = np.meshgrid(np.arange(shape.results), np.arange(64), indexing="ij")
    if shape.m == 4:
        return lane // 4, register, lane % 4
    per_block = shape.m * shape.n // 64
    block, inside = register // per_block, register % per_block
    row = 4 * (64 // shape.n) * (inside // 4) + 4 * (lane // shape.n) + inside % 4
    return block, row, lane % shape.n


def read_registers(state: State, operand: Operand, count: int) -> Array:
    """Registers [waves, count, 64] of a v or a operand, or a constant in all of them."""
    if operand.file == "constant":
        bits = constant_bits(operand.text, 32, True)
        return np.full((state.waves, count, 64), bits, U)
    file = state.v if operand.file == "v" else state.a
    first = operand.first - (VECTOR_BASE if operand.file == "v" else 0)
    return file[:, first : first + count].astype(U)


def run(state: State, instruction: Instruction) -> Outcome:
    """State after one MFMA: exact for integers; else float64 with the bound below.

    Bound: every product is exact in f32 or wider or rounded once, and any order of summation rounds at most k + 1 partial
    sums, each at most S = sum |a b| + |c|, by 2**-23 relative (truncation included): (k + 2) * 2**-23 * S. Denormals may be
    flushed at each step: (k + 2) * 2**-126. xf32 shortens each operand to 10 mantissa bits: 2 * 2**-10 * sum |a b|.
    """
    shape = shape_of(instruction.base)
    destination, left, right, start = instruction.operands
    outcome = Outcome(state.copy())
    a = operand_matrix(elements(read_registers(state, left, shape.registers(shape.a)), shape.a), shape.m, shape)
    b = operand_matrix(elements(read_registers(state, right, shape.registers(shape.b)), shape.b), shape.n, shape)
    block, row, column = result_place(shape)
    raw = read_registers(state, start, shape.results)
    with np.errstate(all="ignore"):
        product = np.einsum("wbik,wbjk->wbij", a, b)[:, block, row, column]
        size = np.einsum("wbik,wbjk->wbij", np.abs(a), np.abs(b))[:, block, row, column]
    file = "v" if destination.file == "v" else "a"
    target = outcome.state.v if file == "v" else outcome.state.a
    first = destination.first - (VECTOR_BASE if file == "v" else 0)
    for register in range(shape.results):
        if shape.out == "i32":
            total = signed(raw[:, register], 32) + product[:, register].astype(np.int64)
            target[:, first + register] = unsigned(total, 32).astype(np.uint32)
            continue
        accumulator = to_float(raw[:, register], 32).astype(np.float64)
        with np.errstate(all="ignore"):
            total = product[:, register] + accumulator
            whole = size[:, register] + np.abs(accumulator)
            tolerance = (shape.k + 2) * (2.0**-23 * whole + 2.0**-126)
            if shape.a == "xf32":
                tolerance = tolerance + TENSOR_TERMS * 2.0**-10 * size[:, register]
            tolerance = np.where(np.isfinite(tolerance), tolerance, 0)
            target[:, first + register] = to_bits(total.astype(np.float32), 32).astype(np.uint32)
        outcome.loose[(file, destination.first + register)] = Near(total, tolerance, 32)
    return outcome
