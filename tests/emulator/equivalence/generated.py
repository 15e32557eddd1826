"""Sources that hold every arithmetic, comparison and conversion that clang emits for twelve types, made from tables.

An operation is a C expression over ``a``, ``b`` and ``c``. Undefined behaviour is kept out by guards in the expressions
themselves, so that both compilers must give the same result.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

TYPEDEFS = """
typedef unsigned char u8; typedef signed char i8; typedef unsigned short u16; typedef short i16;
typedef unsigned int u32; typedef int i32; typedef unsigned long long u64; typedef long long i64;
typedef _Float16 f16; typedef __bf16 bf16; typedef float f32; typedef double f64;
typedef i16 i16x2 __attribute__((ext_vector_type(2))); typedef u16 u16x2 __attribute__((ext_vector_type(2)));
typedef f16 f16x2 __attribute__((ext_vector_type(2))); typedef f32 f32x2 __attribute__((ext_vector_type(2)));
typedef u8 u8x4 __attribute__((ext_vector_type(4))); typedef i32 i32x2 __attribute__((ext_vector_type(2)));
"""


@dataclass(frozen=True)
class Scalar:
    """A C type of the tables: ``numpy`` holds its elements (bf16 as its bits)."""

    name: str
    bits: int
    numpy: str
    is_float: bool = False
    signed: bool = True


SCALARS = {
    entry.name: entry
    for entry in (
        *(Scalar(f"i{bits}", bits, f"int{bits}") for bits in (8, 16, 32, 64)),
        *(Scalar(f"u{bits}", bits, f"uint{bits}", signed=False) for bits in (8, 16, 32, 64)),
        Scalar("f16", 16, "float16", is_float=True),
        Scalar("bf16", 16, "uint16", is_float=True),
        Scalar("f32", 32, "float32", is_float=True),
        Scalar("f64", 64, "float64", is_float=True),
    )
}


@dataclass(frozen=True)
class Operation:
    """A named expression. ``ulps``: how far floats may be apart; ``signless_zero``: either zero is right."""

    name: str
    expression: str
    ulps: int = 0
    signless_zero: bool = False


@dataclass(frozen=True)
class Kernel:
    """A generated kernel: ``out[k * n + i]`` is operation k of element i."""

    name: str
    source: str
    inputs: str
    """Name of the input type; vectors count as their elements."""
    outputs: tuple[tuple[str, tuple[Operation, ...]], ...]
    """(output type, operations) of each output array."""
    lanes: int = 1
    """Elements that one work-item handles."""


def integer_operations(kind: Scalar) -> tuple[Operation, ...]:
    """All operations on one integer type."""
    bits, mask = kind.bits, kind.bits - 1
    signed = f"i{bits}"
    wide = {8: "i32", 16: "i32", 32: "i64", 64: "__int128"}[bits]
    wide = wide if kind.signed else {"i32": "u32", "i64": "u64", "__int128": "unsigned __int128"}[wide]
    # The only overflow of a division: the lowest number by -1.
    safe = "(b == 0 || (b == (T)-1 && (T)((U)a + (U)a) == 0) ? (T)1 : b)" if kind.signed else "(b == 0 ? (T)1 : b)"
    rotation = f"(b & {mask})"
    table = {
        "add": "a + b",
        "subtract": "a - b",
        "multiply": "(W)a * (W)b",
        "multiply_high": f"(({wide})a * ({wide})b) >> {bits}",
        "multiply_add": "(W)a * (W)b + (W)c",
        "divide": f"a / {safe}",
        "remainder": f"a % {safe}",
        "divide_by_seven": "a / 7",
        "remainder_by_ten": "a % 10",
        "divide_by_power": "a / 8",
        "negate": "(U)0 - (U)a",
        "not": "~a",
        "and": "a & b",
        "or": "a | b",
        "xor": "a ^ b",
        "and_not": "a & ~b",
        "xnor": "~(a ^ b)",
        "and_or": "(a & b) | c",
        "or3": "a | b | c",
        "xor3": "a ^ b ^ c",
        "select_bits": "(a & b) | (~a & c)",
        "add3": "(U)a + (U)b + (U)c",
        "shift_left": f"(U)a << (b & {mask})",
        "shift_right": f"a >> (b & {mask})",
        "shift_right_logical": f"(U)a >> (b & {mask})",
        "shift_left_add": "((U)a << 3) + (U)b",
        "add_shift_left": "((U)a + (U)b) << 2",
        "shift_left_or": "((U)a << 5) | (U)b",
        "xor_add": "(U)(a ^ b) + (U)c",
        "field": "(a >> 3) & 7",
        "signed_field": f"({signed})((U)a << 2) >> 3",
        "rotate_left": f"((U)a << {rotation}) | ((U)a >> ((0 - {rotation}) & {mask}))",
        "rotate_constant": f"((U)a << 3) | ((U)a >> {bits - 3})",
        "funnel_shift": f"{rotation} ? ((U)a << {rotation}) | ((U)b >> ({bits} - {rotation})) : (U)a",
        "minimum": "a < b ? a : b",
        "maximum": "a > b ? a : b",
        "minimum3": "a < b ? (a < c ? a : c) : (b < c ? b : c)",
        "maximum3": "a > b ? (a > c ? a : c) : (b > c ? b : c)",
        "median3": "__builtin_elementwise_max(__builtin_elementwise_min(a, b), "
        "__builtin_elementwise_min(__builtin_elementwise_max(a, b), c))",
        "clamp": "__builtin_elementwise_min(__builtin_elementwise_max(a, (T)3), (T)100)",
        "add_saturated": "__builtin_elementwise_add_sat(a, b)",
        "subtract_saturated": "__builtin_elementwise_sub_sat(a, b)",
        "difference": "a > b ? (U)a - (U)b : (U)b - (U)a",
        "population": "__builtin_popcountg((U)a)",
        "leading_zeros": f"__builtin_clzg((U)a, {bits})",
        "trailing_zeros": f"__builtin_ctzg((U)a, {bits})",
        "reverse_bits": f"__builtin_bitreverse{bits}(a)",
        "select": "a < b ? c : a",
        "select_zero": "a ? b : c",
        "low_24_product": "(W)(a & 0xffff) * (W)(b & 0x7fff)",
        "average": "(a >> 1) + (b >> 1) + (a & b & 1)",
        "parity": "__builtin_popcountg((U)a) & 1",
    }
    if kind.signed:
        table["absolute"] = "a < 0 ? (U)0 - (U)a : (U)a"
        table["sign"] = "(a > 0) - (a < 0)"
    if bits >= 16:
        table["swap_bytes"] = f"__builtin_bswap{bits}(a)"
    if bits == 32:
        table["permute_bytes"] = "((U)a & 0xff00ff00) | ((U)b >> 8 & 0x00ff00ff)"
        table["byte_sums"] = "((U)a & 255) + ((U)a >> 8 & 255) + ((U)a >> 16 & 255) + ((U)a >> 24)"
        table["wide_multiply_add"] = f"(T)((({wide})a * ({wide})b + ({wide})c) >> 16)"
    table["add_overflow"] = "({ T r; __builtin_add_overflow(a, b, &r); })"
    table["subtract_overflow"] = "({ T r; __builtin_sub_overflow(a, b, &r); })"
    table["multiply_overflow"] = "({ T r; __builtin_mul_overflow(a, b, &r); })"
    return tuple(Operation(name, expression) for name, expression in table.items())


def float_operations(kind: Scalar) -> tuple[Operation, ...]:
    """All operations on one float type."""
    exact = {
        "add": "a + b",
        "subtract": "a - b",
        "multiply": "a * b",
        "divide": "a / b",
        "reciprocal": "(T)1 / a",
        "halve": "a * (T)0.5",
        "double_and_add": "a * (T)2 + b",
        "multiply_then_add": "a * b + c",
        "negate": "-a",
        "absolute": "__builtin_elementwise_abs(a)",
        "negated_absolute": "-__builtin_elementwise_abs(a)",
        "copy_sign": "__builtin_elementwise_copysign(a, b)",
        "square_root": "__builtin_elementwise_sqrt(__builtin_elementwise_abs(a))",
        "floor": "__builtin_elementwise_floor(a)",
        "ceiling": "__builtin_elementwise_ceil(a)",
        "truncate": "__builtin_elementwise_trunc(a)",
        "nearest_even": "__builtin_elementwise_roundeven(a)",
        "nearest": "__builtin_elementwise_rint(a)",
        "away_from_zero": "__builtin_elementwise_round(a)",
        "smaller": "a < b ? a : b",
        "larger": "a > b ? a : b",
        "select": "a < b ? c : a",
        "select_unordered": "!(a >= b) ? c : b",
        "clamp_to_unit": "a < (T)0 ? (T)0 : a > (T)1 ? (T)1 : a",
        "square_sum": "a * a + b * b",
    }
    loose = {
        "minimum_number": "__builtin_elementwise_minnum(a, b)",
        "maximum_number": "__builtin_elementwise_maxnum(a, b)",
        "median": "__builtin_elementwise_maxnum(__builtin_elementwise_minnum(a, b), "
        "__builtin_elementwise_minnum(__builtin_elementwise_maxnum(a, b), c))",
        "minimum3": "__builtin_elementwise_minnum(__builtin_elementwise_minnum(a, b), c)",
        "maximum3": "__builtin_elementwise_maxnum(__builtin_elementwise_maxnum(a, b), c)",
    }
    if kind.name != "bf16":
        exact["fused_multiply_add"] = "__builtin_elementwise_fma(a, b, c)"
        exact["fused_negated"] = "__builtin_elementwise_fma(-a, b, -c)"
        exact["minimum"] = "__builtin_elementwise_minimum(a, b)"
        exact["maximum"] = "__builtin_elementwise_maximum(a, b)"
    if kind.name == "f32":
        exact["scale_by_power"] = "__builtin_ldexpf(a, (int)(c > -300 && c < 300 ? c : 5.0f))"
        exact["exponent"] = "({ int e = 0; __builtin_frexpf(b == b && b - b == 0 ? b : 1.0f, &e); (float)e; })"
        exact["mantissa"] = "({ int e = 0; __builtin_frexpf(b == b && b - b == 0 ? b : 1.0f, &e); })"
    if kind.name == "f64":
        exact["scale_by_power"] = "__builtin_ldexp(a, (int)(c > -3000 && c < 3000 ? c : 5.0))"
        exact["exponent"] = "({ int e = 0; __builtin_frexp(b == b && b - b == 0 ? b : 1.0, &e); (double)e; })"
        exact["mantissa"] = "({ int e = 0; __builtin_frexp(b == b && b - b == 0 ? b : 1.0, &e); })"
    return (
        *(Operation(name, expression) for name, expression in exact.items()),
        *(Operation(name, expression, signless_zero=True) for name, expression in loose.items()),
    )


def comparisons(kind: Scalar) -> tuple[Operation, ...]:
    """All comparisons of one type; results are 0 or 1, or a few bits."""
    table = {
        "less": "a < b",
        "less_equal": "a <= b",
        "greater": "a > b",
        "greater_equal": "a >= b",
        "equal": "a == b",
        "not_equal": "a != b",
        "less_than_constant": "a < (T)3",
        "between": "a >= b && a <= c",
        "either": "a < b || a > c",
        "three_way": "(a > b) - (a < b) + 1",
        "zero": "a == (T)0",
    }
    if kind.is_float:
        table |= {
            "not_less": "!(a < b)",
            "not_less_equal": "!(a <= b)",
            "not_greater": "!(a > b)",
            "not_greater_equal": "!(a >= b)",
            "unordered": "__builtin_isunordered(a, b)",
            "ordered": "!__builtin_isunordered(a, b)",
            "less_or_greater": "__builtin_islessgreater(a, b)",
            "equal_or_unordered": "!__builtin_islessgreater(a, b)",
            "is_nan": "a != a",
            "is_infinite": "__builtin_isinf(a) != 0",
            "is_finite": "__builtin_isfinite(a)",
            "is_normal": "__builtin_isnormal(a)",
            "is_denormal": "__builtin_issubnormal(a)",
            "is_zero": "__builtin_iszero(a)",
            "class_mix": "__builtin_isfpclass(a, 0x1a4)",
        }
    return tuple(Operation(name, expression) for name, expression in table.items())


def conversion(source: Scalar, target: Scalar) -> str:
    """A conversion that is defined for every input: out of range gives 5."""
    if {source.name, target.name} == {"f16", "bf16"}:
        return f"({target.name})(f32)a"  # C++ has no direct conversion
    if not source.is_float or target.is_float:
        return f"({target.name})a"
    high = f"0x1p{target.bits - target.signed}"
    low = f"a >= (T)-0x1p{target.bits - 1}" if target.signed else "a > (T)-1"
    # In a type that cannot hold the limit, it is infinity, and a finite value is always below it.
    return f"({low} && a < (T){high} && a - a == (T)0) ? ({target.name})a : ({target.name})5"


def _kernel(
    name: str,
    kind: str,
    outputs: tuple[tuple[str, tuple[Operation, ...]], ...],
    unsigned: str,
    element: str,
    lanes: int = 1,
) -> Kernel:
    parameters = ", ".join(f"{out} *out{at}" for at, (out, _) in enumerate(outputs))
    # Arithmetic on narrow types is done in int, where a product may overflow: in unsigned it wraps.
    promoted = "u32" if unsigned in ("u8", "u16") else unsigned
    lines = [
        f"namespace {name}_types {{ typedef {kind} T; typedef {unsigned} U; typedef {promoted} W; }}",
        f'extern "C" __global__ void {name}({parameters}, const {kind} *as, const {kind} *bs, const {kind} *cs, u32 n) {{',
        f"  using namespace {name}_types;",
        "  u32 i = blockIdx.x * blockDim.x + threadIdx.x;",
        "  if (i >= n) return;",
        "  T a = as[i], b = bs[i], c = cs[i];",
    ]
    for at, (out, operations) in enumerate(outputs):
        for row, operation in enumerate(operations):
            lines.append(f"  out{at}[{row}ull * n + i] = ({out})({operation.expression});  // {operation.name}")
    return Kernel(name, "\n".join([*lines, "}"]), element, outputs, lanes)


def arithmetic_kernels() -> list[Kernel]:
    """One kernel a type, with all its operations."""
    kernels = []
    for kind in SCALARS.values():
        operations = float_operations(kind) if kind.is_float else integer_operations(kind)
        unsigned = kind.name if kind.is_float else f"u{kind.bits}"
        kernels.append(_kernel(f"arithmetic_{kind.name}", kind.name, ((kind.name, operations),), unsigned, kind.name))
    return kernels


def comparison_kernels() -> list[Kernel]:
    """One kernel a type, with all its comparisons."""
    return [
        _kernel(f"compare_{kind.name}", kind.name, (("u8", comparisons(kind)),), kind.name, kind.name)
        for kind in SCALARS.values()
    ]


def conversion_kernels() -> list[Kernel]:
    """One kernel a source type, with a conversion to every type."""
    kernels = []
    for source in SCALARS.values():
        outputs = tuple(
            (target.name, (Operation(f"to_{target.name}", conversion(source, target)),)) for target in SCALARS.values()
        )
        kernels.append(_kernel(f"convert_{source.name}", source.name, outputs, source.name, source.name))
    return kernels


PACKED = {
    "i16x2": ("i16", "u16x2"),
    "u16x2": ("u16", "u16x2"),
    "f16x2": ("f16", "f16x2"),
    "f32x2": ("f32", "f32x2"),
}


def packed_kernels() -> list[Kernel]:
    """Operations on two elements at once, for which the target has instructions of their own."""
    kernels = []
    for vector, (element, unsigned) in PACKED.items():
        table = {"add": "(T)((U)a + (U)b)", "subtract": "(T)((U)a - (U)b)", "multiply": "(T)((U)a * (U)b)"}
        table |= {"swap": "a.yx + b", "broadcast": "a.xx * b.yx", "mixed": "(T){a.x, b.y}"}
        loose = {"least": "__builtin_elementwise_min(a, b)", "greatest": "__builtin_elementwise_max(a, b)"}
        if element.startswith("f"):
            table = {name: text.replace("(U)", "") for name, text in table.items()}
            table |= {
                "fused": "__builtin_elementwise_fma(a, b, c)",
                "negated": "-a * b",
                "half_negated": "a * (T){b.x, -b.y}",
            }
            loose = {
                "least": "__builtin_elementwise_minnum(a, b)",
                "greatest": "__builtin_elementwise_maxnum(a, b)",
            }
        else:
            table |= {
                "multiply_add": "(T)((U)a * (U)b + (U)c)",
                "shift_left": "(T)((U)a << ((U)b & 15))",
                "shift_right": "a >> (b & 15)",
                "saturated_add": "__builtin_elementwise_add_sat(a, b)",
                "saturated_subtract": "__builtin_elementwise_sub_sat(a, b)",
                "and": "a & b",
                "select": "a < b ? c : a",
            }
            table["swap"] = "(T)((U)a.yx + (U)b)"
            table["broadcast"] = "(T)((U)a.xx * (U)b.yx)"
        operations = tuple(Operation(name, text) for name, text in table.items())
        operations += tuple(Operation(name, text, signless_zero=True) for name, text in loose.items())
        kernels.append(_kernel(f"packed_{vector}", vector, ((vector, operations),), unsigned, element, lanes=2))
    return kernels


def source_of(kernels: list[Kernel]) -> str:
    """One source with all kernels."""
    return TYPEDEFS + "\n".join(kernel.source for kernel in kernels)


_FLOAT_FORMATS = {"f16": (5, 10), "bf16": (8, 7), "f32": (8, 23), "f64": (11, 52)}


def edge_bits(kind: Scalar) -> npt.NDArray[np.unsignedinteger]:
    """Bit patterns at which arithmetic goes wrong: limits, zeros, denormals, halves, infinities, quiet NaN."""
    unsigned = np.dtype(f"uint{kind.bits}")
    top = 1 << kind.bits
    if not kind.is_float:
        values = [0, 1, 2, 3, 5, 7, 8, 10, 15, 16, 100, 127, 128, 255, 256, 4096, top // 2 - 1, top // 2, top // 2 + 1]
        values += [-1, -2, -3, -7, -8, -10, -100, -128, -129, top // 3, 2 * top // 3, 0x0F0F0F0F0F0F0F0F, 0x8000_0001]
        return np.unique(np.array([value % top for value in values], unsigned))
    exponent, mantissa = _FLOAT_FORMATS[kind.name]
    bias, one = (1 << exponent - 1) - 1, 1 << mantissa
    infinity = (2 * bias + 1) << mantissa

    def number(power: int, fraction: int = 0) -> int:
        return (bias + power) << mantissa | fraction

    positive = [0, 1, 2, one // 2, one - 1, one, one + 1, infinity - 1, infinity, infinity | one // 2]
    positive += [number(-1), number(-1) + 1, number(-1) - 1, number(0), number(0) + 1, number(0) - 1, number(1)]
    positive += [number(0, one // 2), number(1, one // 4), number(1, one // 2), number(mantissa), number(mantissa) + 1]
    positive += [number(mantissa - 1) + 1, number(mantissa + 1) - 1, number(7), number(8) - 1, number(-bias // 2)]
    positive += [number(bias // 2 + 1), number(6, one // 3), number(-3, one // 5), number(bias - 1)]
    for power in (15, 16, 31, 32, 63, 64):
        if power < bias:
            positive += [number(power), number(power) - 1]
    return np.unique(np.array([value | sign for value in positive for sign in (0, top // 2)], unsigned))


def make_inputs(kind: Scalar, rng: np.random.Generator, random_count: int = 1500) -> list[npt.NDArray[np.generic]]:
    """Three input arrays: every pair of edges, then random bits, then numbers of everyday size."""
    edges = edge_bits(kind)
    unsigned = edges.dtype
    left, right = (side.ravel() for side in np.meshgrid(edges, edges))
    third = rng.choice(edges, left.size)
    columns = []
    for edge in (left, right, third):
        bits = rng.integers(0, np.iinfo(unsigned).max, random_count, dtype=unsigned, endpoint=True)
        small = rng.integers(-100, 100, random_count).astype(f"int{kind.bits}").view(unsigned)
        if kind.is_float:
            everyday = rng.standard_normal(random_count) * rng.choice([0.01, 1, 1, 100], random_count)
            small = _from_float64(kind, everyday)
        columns.append(np.concatenate([edge, bits, small]))
    if kind.is_float:
        columns = [_quieted(kind, column) for column in columns]
    return [column.view(kind.numpy) for column in columns]


def _from_float64(kind: Scalar, values: npt.NDArray[np.float64]) -> npt.NDArray[np.unsignedinteger]:
    if kind.name == "bf16":
        return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
    return values.astype(kind.numpy).view(f"uint{kind.bits}")


def _quieted(kind: Scalar, bits: npt.NDArray[np.unsignedinteger]) -> npt.NDArray[np.unsignedinteger]:
    """Signalling NaN made quiet: what becomes of them is each machine's own."""
    exponent, mantissa = _FLOAT_FORMATS[kind.name]
    magnitude = bits & bits.dtype.type((1 << kind.bits - 1) - 1)
    infinity = bits.dtype.type(((1 << exponent) - 1) << mantissa)
    return np.where(magnitude > infinity, bits | bits.dtype.type(1 << mantissa - 1), bits)


def as_float64(kind: Scalar, values: npt.NDArray[np.generic]) -> npt.NDArray[np.float64]:
    """Elements as numbers."""
    if kind.name == "bf16":
        return (values.view(np.uint16).astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    with np.errstate(invalid="ignore"):
        return values.astype(np.float64)
