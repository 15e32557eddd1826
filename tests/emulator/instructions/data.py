"""Input data: register contents for many waves, with edge values, random bits and EXEC masks of all kinds."""

from __future__ import annotations

import dataclasses
import functools
import itertools

import numpy as np

from . import matrix
from .formats import BF8, FP8, Array, Small, bfloat_from_float
from .state import SCALARS

EDGE32 = [
    0x00000000,
    0x80000000,
    0x00000001,
    0x80000001,
    0x007FFFFF,
    0x807FFFFF,
    0x00800000,
    0x80800000,
    0x3F800000,
    0xBF800000,
    0x7F7FFFFF,
    0xFF7FFFFF,
    0x7F800000,
    0xFF800000,
    0x7FC00000,
    0x7F800001,
    0xFFFFFFFF,
    0x7FFFFFFF,
    0x3F000000,
    0x4B000001,
    0x33800000,
    0x0000001F,
    0x00000020,
    0x40490FDB,
]
EDGE16 = [
    0x0000,
    0x8000,
    0x0001,
    0x8001,
    0x03FF,
    0x83FF,
    0x0400,
    0x8400,
    0x3C00,
    0xBC00,
    0x7BFF,
    0xFBFF,
    0x7C00,
    0xFC00,
    0x7E00,
    0x7C01,
    0xFFFF,
    0x7FFF,
    0x3800,
    0x6400,
    0x1000,
    0x000F,
    0x0010,
    0x4248,
]
EDGE64 = [
    0x0000000000000000,
    0x8000000000000000,
    0x0000000000000001,
    0x800FFFFFFFFFFFFF,
    0x0010000000000000,
    0x8010000000000000,
    0x3FF0000000000000,
    0xBFF0000000000000,
    0x7FEFFFFFFFFFFFFF,
    0xFFEFFFFFFFFFFFFF,
    0x7FF0000000000000,
    0xFFF0000000000000,
    0x7FF8000000000000,
    0x7FF0000000000001,
    0xFFFFFFFFFFFFFFFF,
    0x7FFFFFFFFFFFFFFF,
    0x3FE0000000000000,
    0x4330000000000001,
    0x00000000FFFFFFFF,
    0xFFFFFFFF00000000,
    0x41DFFFFFFFC00000,
    0xC1E0000000000000,
    0x41EFFFFFFFE00000,
    0x400921FB54442D18,
]
FULL = 0xFFFFFFFFFFFFFFFF
MASKS = [
    FULL,
    FULL,
    FULL,
    FULL,
    FULL,
    FULL,
    FULL,
    FULL,
    FULL,
    FULL,
    0,
    1,
    1 << 63,
    1 << 37,
    0x5555555555555555,
    0xAAAAAAAAAAAAAAAA,
    0x00000000FFFFFFFF,
    0xFFFFFFFF00000000,
    0x8000000000000001,
    0x0F0F3333FFFF0001,
]
WAVES = len(MASKS) + 4
MEMORY_BYTES = 4096  # of global memory, and of LDS, for each wave of a memory case
EDGE_WAVES = 9  # all pairs of 24 edges, under full masks
MODERATE_WAVES = 6


@dataclasses.dataclass(frozen=True)
class Inputs:
    """Register contents: vectors [waves, registers, 64], scalars and masks [waves]."""

    v: Array
    s: Array
    vcc: Array
    exec: Array
    scc: Array
    m0: Array
    memory: Array = dataclasses.field(default_factory=lambda: np.zeros((0, 0), np.uint8))
    lds: Array = dataclasses.field(default_factory=lambda: np.zeros((0, 0), np.uint8))


def edge_pairs(edges: list[int], depth: int) -> list[Array]:
    """Columns of a walk over all pairs of edges; deeper columns are shifted copies."""
    pairs = np.array(list(itertools.product(edges, repeat=2)), np.uint64)
    return [pairs[:, 0], pairs[:, 1]] + [np.roll(pairs[:, index % 2], 7 * index + 1) for index in range(depth - 2)]


def float_bits(random: np.random.Generator, shape: tuple[int, ...], width: int, spread: int) -> Array:
    """Floats near 1 in size (2**-spread .. 2**spread) as bits."""
    size = random.uniform(1, 2, shape) * 2.0 ** random.integers(-spread, spread + 1, shape)
    value = size * random.choice([-1.0, 1.0], shape)
    floats = {16: np.float16, 32: np.float32, 64: np.float64}[width]
    words = {16: np.uint16, 32: np.uint32, 64: np.uint64}[width]
    return np.ascontiguousarray(value.astype(floats)).view(words).astype(np.uint64)


def edge_window(random: np.random.Generator, base: str, registers: int) -> Array:
    """Waves that walk over pairs of edge values, then moderate floats, then random bits.

    Registers go in pairs: destination, source 0, source 1, source 2; sources 0 and 1 meet all pairs of edges.
    """
    v = random.integers(0, 2**32, (WAVES, registers, 64), dtype=np.uint64)
    edges = {"bits": EDGE32, "f32": EDGE32, "f16": EDGE16, "f64": EDGE64}[base]
    width = 32 if base == "bits" else int(base[1:])
    columns = edge_pairs(edges, max(registers // 2, 2))
    for index in range(0, registers, 2 if base == "f64" else 1):
        edge = np.resize(columns[(index // 2 - 1) % len(columns)], (EDGE_WAVES, 64))
        moderate = float_bits(random, (MODERATE_WAVES, 64), width, 5 if width == 16 else 12)
        if base == "f16":
            edge = edge | (np.roll(edge, 11) << np.uint64(16))
            moderate = moderate | (np.roll(moderate, 5) << np.uint64(16))
        for rows, values in ((slice(0, EDGE_WAVES), edge), (slice(EDGE_WAVES, EDGE_WAVES + MODERATE_WAVES), moderate)):
            if base == "bits" and rows.start:
                continue
            v[rows, index] = values & np.uint64(0xFFFFFFFF)
            if base == "f64":
                v[rows, index + 1] = values >> np.uint64(32)
    return v


@functools.lru_cache(maxsize=64)
def inputs(kind: str, registers: int) -> Inputs:
    """Contents for a kind of data.

    bits, f16, f32, f64: see edge_window (f64 in register pairs, f16 in both halves); mfma: see matrix_window;
    scalar: pairs of edges in s34.. and s36.., for scalar instructions.
    """
    random = np.random.default_rng(sum(map(ord, kind)) + registers)
    if kind == "scalar":
        return scalar_inputs(random, registers)
    if kind.startswith("memory"):
        return memory_inputs(random, kind, registers)
    base, _, element = kind.partition(":")
    if base == "bytes":
        v = edge_window(random, "bits", registers)
        codes = np.arange(EDGE_WAVES * 64, dtype=np.uint64).reshape(EDGE_WAVES, 64)
        v[:EDGE_WAVES, 2] = sum(
            ((codes + np.uint64(k)) & np.uint64(255)) << np.uint64(8 * n) for n, k in enumerate((0, 85, 171, 34))
        )
    elif base == "grid":
        v = edge_window(random, "f32", registers)
        v[:, 2:6] = rounding_grid({"fp8": FP8, "bf8": BF8}[element], (WAVES, 4, 64))
    elif base == "scale":
        v = division_window(random, int(element), registers)
    elif base == "mfma":
        v = matrix_window(random, element, registers)
    elif base in ("bits", "f16", "f32", "f64"):
        v = edge_window(random, base, registers)
    else:
        raise ValueError(
            f"inputs: kind is {kind!r}, expected bits, f16, f32, f64, scalar or mfma:<small or finite>:<name>"
        )
    s = random.integers(0, 2**32, (WAVES, SCALARS), dtype=np.uint64)
    s = np.where(random.random(s.shape) < 0.4, random.choice(np.array(EDGE32, np.uint64), s.shape), s)
    if base in ("f32", "f64"):
        s = np.where(random.random(s.shape) < 0.5, float_bits(random, s.shape, 32, 6), s)
    if base == "f16":
        s = np.where(random.random(s.shape) < 0.5, float_bits(random, s.shape, 16, 6), s)
    masks = np.array(MASKS + random.integers(0, 2**64, 4, dtype=np.uint64).tolist(), np.uint64)
    vcc = random.integers(0, 2**64, WAVES, dtype=np.uint64)
    vcc[0], vcc[1] = 0, FULL
    return Inputs(
        v=v.astype(np.uint32),
        s=s.astype(np.uint32),
        vcc=vcc,
        exec=masks,
        scc=(np.arange(WAVES) % 2).astype(np.uint32),
        m0=random.integers(0, 2**32, WAVES, dtype=np.uint64).astype(np.uint32),
    )


def scalar_inputs(random: np.random.Generator, registers: int) -> Inputs:
    """Scalars: pairs of 32-bit edges, then of 64-bit edges, bit-field controls and random words."""
    wide = [np.array(list(itertools.product(edges, repeat=2)), np.uint64) for edges in (EDGE32[::2], EDGE64[::3])]
    wide[0] |= np.roll(wide[0], 3, axis=0) << np.uint64(32)
    controls = np.array(
        [(w << 16) | o for w in (0, 1, 7, 8, 31, 32, 33, 63, 64, 127) for o in (0, 1, 8, 31, 33, 63)], np.uint64
    )
    fields = np.stack([random.integers(0, 2**64, len(controls), dtype=np.uint64), controls], axis=1)
    shifts = np.stack([random.integers(0, 2**64, 40, dtype=np.uint64), np.arange(40, dtype=np.uint64) * 2], axis=1)
    ones = np.stack([np.uint64(1) << np.arange(64, dtype=np.uint64)] * 2, axis=1)[:, ::-1]
    pairs = np.concatenate([*wide, fields, shifts, ones, random.integers(0, 2**64, (40, 2), dtype=np.uint64)])
    waves = len(pairs)
    s = random.integers(0, 2**32, (waves, SCALARS), dtype=np.uint64)
    for first, column in ((2, 0), (4, 1)):
        s[:, first] = pairs[:, column] & np.uint64(0xFFFFFFFF)
        s[:, first + 1] = pairs[:, column] >> np.uint64(32)
    masks = random.choice(np.array(MASKS, np.uint64), waves) ^ np.where(
        random.random(waves) < 0.5, random.integers(0, 2**64, waves, dtype=np.uint64), np.uint64(0)
    )
    return Inputs(
        v=random.integers(0, 2**32, (waves, registers, 64), dtype=np.uint64).astype(np.uint32),
        s=s.astype(np.uint32),
        vcc=random.permutation(pairs[:, 0]),
        exec=masks,
        scc=random.integers(0, 2, waves).astype(np.uint32),
        m0=random.integers(0, 2**32, waves, dtype=np.uint64).astype(np.uint32),
    )


def memory_inputs(random: np.random.Generator, kind: str, registers: int) -> Inputs:
    """Memory cases, kind memory:<pattern>:<step>[:<contents>].

    v10 holds a byte offset for each lane, a multiple of <step> below 2048: each lane its own place (own), in order (row), any
    (any, for loads), beyond the buffer for some (oob), or an index below 64 (idx).
    Contents are random bits or moderate floats (f32, f16, bf16); M0 is a small multiple of 4.
    """
    _, pattern, step_text, *rest = kind.split(":")
    step = int(step_text)
    base = inputs(rest[0] if rest and rest[0] == "f32" else "f16" if rest and rest[0] == "f16" else "bits", registers)
    v = base.v.copy()
    places = 2048 // step
    for wave in range(WAVES):
        if pattern == "any":
            offsets = random.integers(0, places, 64)
        elif pattern == "row" or wave < 2:
            offsets = np.arange(64) % places
        else:
            offsets = random.permutation(max(places, 64))[:64] % places
        v[wave, 2] = (offsets * step).astype(np.uint32)
    if pattern == "idx":
        v[:, 2] = np.stack([random.permutation(64) for _ in range(WAVES)]).astype(np.uint32)
    if pattern == "oob":
        v[:, 2] = np.where(random.random((WAVES, 64)) < 0.4, v[:, 2] + np.uint32(2048), v[:, 2])
        v[-3:, 2] = np.where(random.random((3, 64)) < 0.3, np.uint32(0xFFFFFFF0), v[-3:, 2])
    data = random.integers(0, 256, (WAVES, 2 * 4096), dtype=np.int64).astype(np.uint8)
    if rest and rest[0] in ("f32", "f16", "bf16"):
        words = finite(random, rest[0], (WAVES, 2048)).astype(np.uint32)
        data = np.ascontiguousarray(words).view(np.uint8)
        v[:, 4] = finite(random, rest[0], (WAVES, 64)).astype(np.uint32)
        v[:, 5] = finite(random, rest[0], (WAVES, 64)).astype(np.uint32)
    s = base.s.copy()
    s[:, 2] = random.integers(0, 64, WAVES) * 4
    s[:, 4] = random.integers(0, 16, WAVES) * 16
    return dataclasses.replace(
        base,
        v=v,
        s=s,
        m0=(random.integers(0, 16, WAVES) * 4).astype(np.uint32),
        memory=data[:, :4096],
        lds=data[:, 4096:],
    )


def _fill(random: np.random.Generator, element: str, shape: tuple[int, ...], values: Array) -> Array:
    """Packs random choices from `values` (bits of one element) into 32-bit words."""
    width = {"f16": 16, "bf16": 16, "fp8": 8, "bf8": 8, "i8": 8, "f32": 32, "xf32": 32, "i32": 32}[element]
    word = np.zeros(shape, np.uint64)
    for shift in range(0, 32, width):
        word |= random.choice(values, shape) << np.uint64(shift)
    return word


def rounding_grid(small_format: Small, shape: tuple[int, ...]) -> Array:
    """float32 bits around every rounding decision of an 8-bit format: values, midpoints, and the floats beside them."""
    values = small_format.decode(np.arange(128)).astype(np.float32)
    values = np.append(values, values[-1] + (values[-1] - values[-2]))
    centres = np.concatenate([values, (values[1:] + values[:-1]) / 2, [values[-1] * 2]]).astype(np.float32)
    bits = np.unique(np.concatenate([centres.view(np.uint32).astype(np.int64) + step for step in (-1, 0, 1)]).clip(0))
    both = np.concatenate([bits, bits | 0x80000000]).astype(np.uint64)
    flat = np.resize(both, int(np.prod(shape)))
    return np.asarray(flat.reshape(shape))


def division_window(random: np.random.Generator, width: int, registers: int) -> Array:
    """Operands of v_div_scale for which the manual's conditions are clear: neither the quotient nor 1 / denominator is
    denormal or overflows to it; denormal denominators, tiny numerators, zeros and wide gaps are among them."""
    v = edge_window(random, f"f{width}", registers)
    low, high = {32: (-149, 125), 64: (-1074, 1021)}[width]
    shape = (WAVES, 64)
    bottom = random.integers(low, high, shape)
    top = np.clip(
        bottom + random.integers({32: -90, 64: -700}[width], {32: 200, 64: 1500}[width], shape), low, high + 2
    )
    words = []
    for exponent in (bottom, top, np.clip(bottom + 3, low, high + 2)):
        value = np.ldexp(random.uniform(1, 2, shape), exponent) * random.choice([-1.0, 1.0], shape)
        value = np.where(random.random(shape) < 0.03, 0.0, value)
        words.append(
            np.ascontiguousarray(value.astype(np.float32 if width == 32 else np.float64)).view(f"u{width // 8}")
        )
    for register, word in zip((2, 4, 6), words, strict=True):
        v[:, register] = word.astype(np.uint64) & np.uint64(0xFFFFFFFF)
        if width == 64:
            v[:, register + 1] = word >> np.uint64(32)
    return v


def matrix_window(random: np.random.Generator, kind: str, registers: int) -> Array:
    """Registers for an MFMA: D and C of the result type, then A, then B, then accumulators; `kind` is small:<name> or
    finite:<name>."""
    data, _, name = kind.partition(":")
    fill = {"small": small, "finite": finite}[data]
    shape = matrix.shape_of(name)
    a_first = 2 * shape.results
    b_first = a_first + max(shape.registers(shape.a), 2)
    b_last = (b_first + max(shape.registers(shape.b), 2) + 3) // 4 * 4
    parts = [(shape.out, a_first), (shape.a, b_first - a_first), (shape.b, b_last - b_first)]
    rest = registers - b_last
    copies = [(shape.a, max(shape.registers(shape.a), 2)), (shape.b, max(shape.registers(shape.b), 2))]
    if rest >= shape.results + sum(count for _, count in copies):
        parts += [(shape.out, shape.results), *copies]
        rest -= shape.results + sum(count for _, count in copies)
    parts.append((shape.out, rest))
    return np.concatenate([fill(random, element, (WAVES, count, 64)) for element, count in parts if count], axis=1)


def small(random: np.random.Generator, element: str, shape: tuple[int, ...]) -> Array:
    """Words of small integers (-3..3), whose products and sums every format holds exactly."""
    numbers = np.array([-3, -2, -1, 0, 1, 2, 3], np.float32)
    return _fill(random, element, shape, encode(numbers, element))


def finite(random: np.random.Generator, element: str, shape: tuple[int, ...]) -> Array:
    """Words of random elements of moderate size."""
    count = 4096 if element in ("f32", "xf32", "f16", "bf16", "i32") else 256
    numbers = (random.standard_normal(count) * (20 if element in ("i8", "i32") else 1.5)).astype(np.float32)
    return _fill(random, element, shape, encode(numbers, element))


def encode(numbers: Array, element: str) -> Array:
    """float32 numbers as bits of an element type, uint64."""
    if element == "f16":
        return numbers.astype(np.float16).view(np.uint16).astype(np.uint64)
    if element == "bf16":
        return bfloat_from_float(numbers)
    if element in ("f32", "xf32"):
        return numbers.view(np.uint32).astype(np.uint64)
    if element == "i8":
        return numbers.astype(np.int8).view(np.uint8).astype(np.uint64)
    if element == "i32":
        return numbers.astype(np.int32).view(np.uint32).astype(np.uint64)
    return (FP8 if element == "fp8" else BF8).encode(numbers)
