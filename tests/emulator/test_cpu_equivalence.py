"""The same HIP source on two machines: as gfx942 instructions in the emulator, and as plain C++ on this CPU.

Both are compiled with contraction off, so every operation that IEEE 754 or the C language defines must give equal bits.
NaN is compared as NaN, since IEEE 754 leaves its sign and payload open, and zeros of either sign are equal for minimum and
maximum of numbers, where it leaves that open, too.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from tests.emulator.equivalence import generated
from tests.emulator.equivalence.cpu import HERE, BothBuilds, build_both

from gfx_emulator import Device
from gfx_emulator.compile import compile_hip

Array = npt.NDArray[Any]
BLOCK = 256
LIMIT = 1 << 40
"""Instructions a launch: far more than any kernel here needs."""


def up(count: int, step: int) -> int:
    return -(-count // step)


@pytest.fixture(scope="module")
def device() -> Device:
    return Device("gfx942", check=True, instruction_budget=LIMIT)


# Kernels as people write them


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> BothBuilds:
    return build_both((HERE / "kernels.hip").read_text(), tmp_path_factory.mktemp("written"))


u32, u64, f32 = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_float


@dataclass
class Launch:
    """How one kernel of kernels.hip is launched. ``arguments`` holds arrays and ctypes numbers."""

    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    arguments: list[Any]
    barriers: bool = False


def line(count: int, *arguments: Any, barriers: bool = False) -> Launch:
    return Launch((up(count, BLOCK), 1, 1), (BLOCK, 1, 1), list(arguments), barriers)


def offsets(rng: np.random.Generator, rows: int, longest: int) -> Array:
    return np.concatenate([[0], np.cumsum(rng.integers(0, longest, rows))]).astype(np.uint32)


def crc(rng: np.random.Generator) -> Launch:
    starts = offsets(rng, 200, 60)
    return line(200, np.zeros(200, np.uint32), rng.integers(0, 256, starts[-1], np.uint8), starts, u32(200))


def matrix(rng: np.random.Generator) -> Launch:
    rows, columns, depth = 45, 37, 50
    a, b = (rng.standard_normal(shape).astype(np.float16) for shape in ((rows, depth), (depth, columns)))
    sizes = (u32(rows), u32(columns), u32(depth))
    return Launch((3, 3, 1), (16, 16, 1), [np.zeros((rows, columns), np.float32), a, b, *sizes], barriers=True)


def sparse(rng: np.random.Generator) -> Launch:
    rows, columns = 300, 90
    starts = offsets(rng, rows, 20)
    where = rng.integers(0, columns, starts[-1]).astype(np.uint32)
    values = rng.standard_normal(starts[-1]).astype(np.float32)
    return line(rows, np.zeros(rows), starts, where, values, rng.standard_normal(columns), u32(rows))


def transpose(rng: np.random.Generator) -> Launch:
    rows, columns = 37, 53
    arrays = [np.zeros((columns, rows), np.uint8), rng.integers(0, 256, (rows, columns), np.uint8)]
    return Launch((4, 3, 1), (16, 16, 1), [*arrays, u32(rows), u32(columns)], barriers=True)


def heat(rng: np.random.Generator) -> Launch:
    width, height, depth = 21, 13, 9
    cells = rng.standard_normal(width * height * depth).astype(np.float32)
    sizes = (u32(width), u32(height), u32(depth))
    return Launch((3, 4, 5), (8, 4, 2), [np.zeros_like(cells), cells, *sizes, f32(0.1)])


def quantise(rng: np.random.Generator) -> Launch:
    values = (rng.standard_normal((7, 200)) * 3).astype(np.float16)
    values[3] = 0
    return Launch((7, 1, 1), (64, 1, 1), [np.zeros((7, 200), np.int8), np.zeros(7, np.float32), values, u32(200)], True)


LAUNCHES: dict[str, Callable[[np.random.Generator], Launch]] = {
    "mandelbrot": lambda rng: line(1200, np.zeros(1200, np.uint32), u32(40), u32(30), f32(-2.1), f32(-1.1), f32(0.073)),
    "collatz": lambda rng: line(
        700, np.zeros(700, np.uint32), rng.integers(1, 1 << 48, 700).astype(np.uint64), u32(700)
    ),
    "crc32_of_strings": crc,
    "transpose_bytes": transpose,
    "sum_of_doubles": lambda rng: line(900, np.zeros(4), rng.standard_normal(900), u32(900), barriers=True),
    "prefix_sum": lambda rng: line(
        1000,
        np.zeros(1000, np.int32),
        rng.integers(-(1 << 15), 1 << 15, 1000).astype(np.int16),
        u32(1000),
        barriers=True,
    ),
    "bitonic_sort": lambda rng: line(
        512, rng.standard_normal(512).astype(np.float32), np.arange(512, dtype=np.uint16), barriers=True
    ),
    "histogram": lambda rng: line(
        3000, np.zeros(256, np.uint32), np.zeros(1, np.uint64), rng.integers(0, 256, 3000, np.uint8), u32(3000)
    ),
    "extremes": lambda rng: line(
        999,
        *(np.zeros(1, kind) for kind in (np.int32, np.uint32, np.uint32)),
        rng.integers(-(1 << 31), 1 << 31, 999).astype(np.int32),
        u32(999),
    ),
    "matrix_product": matrix,
    "sparse_rows": sparse,
    "heat": heat,
    "random_numbers": lambda rng: line(600, np.zeros(600, np.uint32), np.zeros(600), u64(0x1234567), u32(600), u32(9)),
    "quantise": quantise,
    "big_multiply": lambda rng: line(
        130,
        np.zeros((130, 8), np.uint64),
        *(rng.integers(0, 1 << 64, (130, 4), np.uint64) for _ in range(2)),
        u32(4),
        u32(130),
    ),
    "newton_roots": lambda rng: line(400, np.zeros(400), np.zeros(400, np.float32), rng.random(400) * 1e6, u32(400)),
    "branches": lambda rng: line(
        500, np.zeros(500, np.uint32), rng.integers(0, 1 << 32, 500).astype(np.uint32), u32(500)
    ),
}


def copies(arguments: list[Any]) -> list[Any]:
    return [value.copy() if isinstance(value, np.ndarray) else value for value in arguments]


def plain(arguments: list[Any]) -> list[Any]:
    """Arguments as the emulator takes them: numbers in place of ctypes values."""
    return [value if isinstance(value, np.ndarray) else value.value for value in arguments]


def test_every_written_kernel_is_launched(written: BothBuilds) -> None:
    assert set(LAUNCHES) == set(written.names)


@pytest.mark.parametrize("name", LAUNCHES)
def test_written_kernels_agree_bit_for_bit(name: str, written: BothBuilds, device: Device) -> None:
    launch = LAUNCHES[name](np.random.default_rng(11))
    on_cpu, emulated = copies(launch.arguments), copies(launch.arguments)
    written.run_on_cpu(name, launch.grid, launch.block, on_cpu, barriers=launch.barriers)
    device.load(written.code).kernel(name).launch(launch.grid, launch.block, plain(emulated))
    for expected, found in zip(on_cpu, emulated, strict=True):
        if isinstance(expected, np.ndarray):
            np.testing.assert_array_equal(found, expected)
            assert not np.isnan(expected.astype(np.float64)).any()
    # The comparison means something: the first array is an output, and it changed.
    assert not np.array_equal(on_cpu[0], launch.arguments[0])


# Generated kernels


KERNELS = {
    kernel.name: kernel
    for group in (
        generated.arithmetic_kernels(),
        generated.comparison_kernels(),
        generated.conversion_kernels(),
        generated.packed_kernels(),
    )
    for kernel in group
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> BothBuilds:
    return build_both(generated.source_of(list(KERNELS.values())), tmp_path_factory.mktemp("made"))


def disagreement(
    kind: generated.Scalar, operation: generated.Operation, found: Array, expected: Array
) -> npt.NDArray[np.bool_]:
    """Elements that are not the same: other bits, save for NaN beside NaN and, where allowed, zeros beside zeros."""
    unsigned = f"uint{kind.bits}"
    different = found.view(unsigned) != expected.view(unsigned)
    if not kind.is_float:
        return different
    a, b = generated.as_float64(kind, found), generated.as_float64(kind, expected)
    different &= ~(np.isnan(a) & np.isnan(b))
    if operation.signless_zero:
        different &= ~((a == 0) & (b == 0))
    return different


@pytest.mark.parametrize("name", KERNELS)
def test_generated_operations_agree_bit_for_bit(name: str, made: BothBuilds, device: Device) -> None:
    kernel = KERNELS[name]
    kind = generated.SCALARS[kernel.inputs]
    inputs = generated.make_inputs(kind, np.random.default_rng(5))
    count = inputs[0].size // kernel.lanes
    inputs = [column[: count * kernel.lanes] for column in inputs]
    element_types = [generated.SCALARS.get(out, kind) for out, _ in kernel.outputs]
    shapes = [(len(operations), count * kernel.lanes) for _, operations in kernel.outputs]
    results = []
    for run in range(2):
        outputs = [np.zeros(shape, element.numpy) for shape, element in zip(shapes, element_types, strict=True)]
        arguments = [*outputs, *inputs, u32(count)]
        grid, block = (up(count, BLOCK), 1, 1), (BLOCK, 1, 1)
        if run:
            device.load(made.code).kernel(name).launch(grid, block, plain(arguments))
        else:
            made.run_on_cpu(name, grid, block, arguments, barriers=False)
        results.append(outputs)
    faults = []
    for (_, operations), element, expected, found in zip(kernel.outputs, element_types, *results, strict=True):
        for operation, wanted, got in zip(operations, expected, found, strict=True):
            wrong = np.flatnonzero(disagreement(element, operation, got, wanted))
            if wrong.size:
                at = wrong[0]
                shown = ", ".join(f"{letter}={column[at]!r}" for letter, column in zip("abc", inputs, strict=True))
                faults.append(
                    f"{operation.name} ({operation.expression}): {wrong.size} of {got.size} differ, "
                    f"first {shown}: emulated {got[at]!r}, CPU {wanted[at]!r}"
                )
    assert not faults, "\n".join(faults)


# Functions that IEEE 754 does not fix to the last bit. clang expands them around v_exp_f32 and v_log_f32, which OpenCL C
# (full profile, table of relative errors) allows to be 3 ulp off: exp, exp2, log, log2 and log10 of fp32.
APPROXIMATE = {
    "exp2": ("__builtin_exp2f(a)", np.exp2),
    "exp": ("__builtin_expf(a)", np.exp),
    "log2": ("__builtin_log2f(a)", np.log2),
    "log": ("__builtin_logf(a)", np.log),
    "log10": ("__builtin_log10f(a)", np.log10),
}
ULPS = 3


def test_exponentials_and_logarithms_are_within_opencls_bounds(device: Device, tmp_path: Path) -> None:
    operations = tuple(generated.Operation(name, expression) for name, (expression, _) in APPROXIMATE.items())
    kernel = generated._kernel("approximate", "f32", (("f32", operations),), "f32", "f32")
    code = compile_hip(
        f'#include "hip_device.h"\n{generated.source_of([kernel])}', "gfx942", compiler="ziglang", cache_folder=tmp_path
    ).code
    inputs = generated.make_inputs(generated.SCALARS["f32"], np.random.default_rng(9))
    a, count = inputs[0], inputs[0].size
    out = np.zeros((len(operations), count), np.float32)
    device.load(code).kernel("approximate").launch(up(count, BLOCK), BLOCK, [out, *inputs, count])
    for row, (name, (_, reference)) in zip(out, APPROXIMATE.items(), strict=True):
        with np.errstate(all="ignore"):
            exact = reference(a.astype(np.float64))
            rounded = exact.astype(np.float32)
            # One unit in the last place of the exact result; below the normal numbers it is the smallest denormal.
            ulp = np.spacing(np.maximum(np.abs(rounded), np.finfo(np.float32).tiny)).astype(np.float64)
            finite = np.isfinite(rounded)
            error = np.abs(row.astype(np.float64) - exact) / ulp
        assert np.array_equal(row[~finite & ~np.isnan(rounded)], rounded[~finite & ~np.isnan(rounded)]), name
        assert np.isnan(row[np.isnan(rounded)]).all(), name
        assert error[finite].max() <= ULPS, (name, a[finite][error[finite].argmax()], error[finite].max())


def test_a_wrong_result_is_seen() -> None:
    kind = generated.SCALARS["f32"]
    operation = generated.Operation("x", "a")
    expected = np.array([1.0, -0.0, np.nan, np.inf, 2.0], np.float32)
    found = np.array([np.nextafter(np.float32(1), 2), 0.0, -np.nan, -np.inf, 2.0], np.float32)
    assert disagreement(kind, operation, found, expected).tolist() == [True, True, False, True, False]
    loose = generated.Operation("x", "a", signless_zero=True)
    assert disagreement(kind, loose, found, expected).tolist() == [True, False, False, True, False]


def test_the_inputs_hold_the_edges() -> None:
    for kind in generated.SCALARS.values():
        a, b, _ = generated.make_inputs(kind, np.random.default_rng(5))
        edges = generated.edge_bits(kind)
        assert a.size > edges.size**2
        pairs = set(zip(a.view(edges.dtype)[: edges.size**2], b.view(edges.dtype), strict=False))
        assert len(pairs) == edges.size**2
        if kind.is_float:
            values = generated.as_float64(kind, a)
            assert np.isnan(values).any()
            assert np.isinf(values).any()
            assert ((values == 0) & np.signbit(values)).any()


def test_the_cpu_side_is_right_by_numpy(made: BothBuilds) -> None:
    """The reference itself against numpy, for operations that numpy defines the same way."""
    inputs = generated.make_inputs(generated.SCALARS["f32"], np.random.default_rng(5))
    count = inputs[0].size
    kernel = KERNELS["arithmetic_f32"]
    names = [operation.name for operation in kernel.outputs[0][1]]
    out = np.zeros((len(names), count), np.float32)
    made.run_on_cpu(
        "arithmetic_f32", (up(count, BLOCK), 1, 1), (BLOCK, 1, 1), [out, *inputs, u32(count)], barriers=False
    )
    a, b, c = inputs
    with np.errstate(all="ignore"):
        expected = {"add": a + b, "multiply": a * b, "divide": a / b, "nearest_even": np.round(a), "floor": np.floor(a)}
        expected |= {"square_root": np.sqrt(np.abs(a)), "multiply_then_add": a * b + c, "copy_sign": np.copysign(a, b)}
    for name, wanted in expected.items():
        np.testing.assert_array_equal(out[names.index(name)], wanted, err_msg=name)


def test_launches_are_repeatable(written: BothBuilds, device: Device, tmp_path: Path) -> None:
    """One thread or two, checked or not: the same bytes."""
    launch = LAUNCHES["heat"](np.random.default_rng(2))
    results = []
    for options in ({"threads": 1}, {"threads": 2}, {"threads": 2, "check": True}):
        arguments = copies(launch.arguments)
        other = Device("gfx942", instruction_budget=LIMIT, **options)
        other.load(written.code).kernel("heat").launch(launch.grid, launch.block, plain(arguments))
        results.append(arguments[0])
    assert np.array_equal(results[0], results[1])
    assert np.array_equal(results[0], results[2])
