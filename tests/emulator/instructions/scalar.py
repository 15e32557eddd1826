"""Models of scalar ALU instructions: SOP1, SOP2, SOPC, SOPK.

Source of every entry: "AMD Instinct MI300 (CDNA3) Instruction Set Architecture", sections 12.1 to 12.4 (SOP2, SOPK, SOP1,
SOPC), read as the formulas D0 = f(S0, S1, SCC) with the rule for SCC next to each.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np

from .formats import Array
from .state import Operand, State, read_scalar, write_scalar

U = np.uint64


def signed(value: Array, width: int) -> Array:
    """Two's complement of `width` bits as int64."""
    shift = U(64 - width)
    return (value.astype(U) << shift).view(np.int64) >> np.int64(64 - width)


def unsigned(value: Array, width: int = 64) -> Array:
    """Low `width` bits as uint64."""
    bits = np.ascontiguousarray(value.astype(np.int64)).view(U) if value.dtype.kind == "i" else value.astype(U)
    return np.asarray(bits & U((1 << width) - 1))


def each(function: Callable[..., int], *arrays: Array) -> Array:
    """Applies a function of Python integers elementwise; negative results wrap to 64 bits."""
    shape = np.broadcast_shapes(*(x.shape for x in arrays))
    flat = [np.broadcast_to(x, shape).ravel().tolist() for x in arrays]
    return np.array([function(*row) & (2**64 - 1) for row in zip(*flat, strict=False)], U).reshape(shape)


def truth(condition: Array) -> Array:
    """Booleans as 0 and 1."""
    return condition.astype(U)


@dataclasses.dataclass(frozen=True)
class Scalar:
    """A scalar instruction: width of the result (0: only SCC), widths of the sources, and D0, SCC = function(sources, scc)."""

    result: int
    sources: tuple[int, ...]
    function: Callable[..., tuple[Array | None, Array | None]]
    reads_destination: bool = False


TABLE: dict[str, Scalar] = {}


def add(name: str, result: int, sources: tuple[int, ...], function: Callable[..., Array], scc: str = "none") -> None:
    """Registers D0 = function(...) with SCC unchanged ("none") or SCC = D0 != 0 ("nonzero")."""

    def apply(*values: Array) -> tuple[Array, Array | None]:
        *operands, _ = values
        value = unsigned(function(*operands), result)
        return value, truth(value != 0) if scc == "nonzero" else None

    TABLE[name] = Scalar(result, sources, apply)


BITWISE: dict[str, Callable[[Array, Array], Array]] = {
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "andn2": lambda a, b: a & ~b,
    "orn2": lambda a, b: a | ~b,
    "nand": lambda a, b: ~(a & b),
    "nor": lambda a, b: ~(a | b),
    "xnor": lambda a, b: ~(a ^ b),
}
for _name, _function in BITWISE.items():
    for _width in (32, 64):
        add(f"s_{_name}_b{_width}", _width, (_width, _width), _function, "nonzero")

add("s_lshl_b32", 32, (32, 32), lambda a, b: a << (b & U(31)), "nonzero")
add("s_lshl_b64", 64, (64, 32), lambda a, b: a << (b & U(63)), "nonzero")
add("s_lshr_b32", 32, (32, 32), lambda a, b: a >> (b & U(31)), "nonzero")
add("s_lshr_b64", 64, (64, 32), lambda a, b: a >> (b & U(63)), "nonzero")
add("s_ashr_i32", 32, (32, 32), lambda a, b: signed(a, 32) >> signed(b & U(31), 32), "nonzero")
add("s_ashr_i64", 64, (64, 32), lambda a, b: signed(a, 64) >> signed(b & U(63), 32), "nonzero")
add("s_bfm_b32", 32, (32, 32), lambda a, b: ((U(1) << (a & U(31))) - U(1)) << (b & U(31)))
add("s_bfm_b64", 64, (32, 32), lambda a, b: ((U(1) << (a & U(63))) - U(1)) << (b & U(63)))
add("s_mul_i32", 32, (32, 32), lambda a, b: a * b)
add("s_mul_hi_u32", 32, (32, 32), lambda a, b: (a * b) >> U(32))
add("s_mul_hi_i32", 32, (32, 32), lambda a, b: (signed(a, 32) * signed(b, 32)) >> np.int64(32))
add("s_pack_ll_b32_b16", 32, (32, 32), lambda a, b: (a & U(0xFFFF)) | ((b & U(0xFFFF)) << U(16)))
add("s_pack_lh_b32_b16", 32, (32, 32), lambda a, b: (a & U(0xFFFF)) | (b & U(0xFFFF0000)))
add("s_pack_hh_b32_b16", 32, (32, 32), lambda a, b: (a >> U(16)) | (b & U(0xFFFF0000)))


def _extract(value: int, control: int, width: int, is_signed: bool) -> int:
    """Bit field of a scalar bfe: offset in the low bits, width in 22:16; the part past the top reads as zeros."""
    offset = control & (width - 1)
    size = (control >> 16) & 0x7F
    if is_signed and value >> (width - 1):
        value -= 1 << width
    field = (value >> offset) & ((1 << size) - 1)
    if is_signed and 0 < size < width and field >> (size - 1):
        field -= 1 << size
    return field


for _width in (32, 64):
    for _letter in "ui":
        add(
            f"s_bfe_{_letter}{_width}",
            _width,
            (_width, 32),
            lambda a, b, w=_width, s=_letter == "i": each(lambda x, c: _extract(x, c, w, s), a, b),
            "nonzero",
        )


def _add_overflow(a: Array, b: Array, total: Array) -> Array:
    """Signed overflow of 32-bit a + b."""
    return truth((((a ^ total) & (b ^ total)) >> U(31)) & U(1) != 0)


TABLE["s_add_u32"] = Scalar(32, (32, 32), lambda a, b, c: (a + b, truth((a + b) >> U(32) != 0)))
TABLE["s_addc_u32"] = Scalar(32, (32, 32), lambda a, b, c: (a + b + c, truth((a + b + c) >> U(32) != 0)))
TABLE["s_sub_u32"] = Scalar(32, (32, 32), lambda a, b, c: (a - b, truth(b > a)))
TABLE["s_subb_u32"] = Scalar(32, (32, 32), lambda a, b, c: (a - b - c, truth(b + c > a)))
TABLE["s_add_i32"] = Scalar(32, (32, 32), lambda a, b, c: (a + b, _add_overflow(a, b, a + b)))
TABLE["s_sub_i32"] = Scalar(32, (32, 32), lambda a, b, c: (a - b, _add_overflow(a, ~b, a - b)))
TABLE["s_absdiff_i32"] = Scalar(
    32,
    (32, 32),
    lambda a, b, c: (d := unsigned(np.abs(signed(unsigned(a - b, 32), 32)), 32), truth(d != 0)),
)
for _shift in (1, 2, 3, 4):
    TABLE[f"s_lshl{_shift}_add_u32"] = Scalar(
        32, (32, 32), lambda a, b, c, n=_shift: ((a << U(n)) + b, truth(((a << U(n)) + b) >> U(32) != 0))
    )
TABLE["s_cselect_b32"] = Scalar(32, (32, 32), lambda a, b, c: (np.where(c != 0, a, b), None))
TABLE["s_cselect_b64"] = Scalar(64, (64, 64), lambda a, b, c: (np.where(c != 0, a, b), None))
TABLE["s_min_i32"] = Scalar(
    32, (32, 32), lambda a, b, c: (np.where(signed(a, 32) < signed(b, 32), a, b), truth(signed(a, 32) < signed(b, 32)))
)
TABLE["s_max_i32"] = Scalar(
    32,
    (32, 32),
    lambda a, b, c: (np.where(signed(a, 32) >= signed(b, 32), a, b), truth(signed(a, 32) >= signed(b, 32))),
)
TABLE["s_min_u32"] = Scalar(32, (32, 32), lambda a, b, c: (np.where(a < b, a, b), truth(a < b)))
TABLE["s_max_u32"] = Scalar(32, (32, 32), lambda a, b, c: (np.where(a >= b, a, b), truth(a >= b)))

for _width in (32, 64):
    add(f"s_mov_b{_width}", _width, (_width,), lambda a: a)
    add(f"s_not_b{_width}", _width, (_width,), lambda a: ~a, "nonzero")
    add(f"s_brev_b{_width}", _width, (_width,), lambda a, w=_width: each(lambda x: int(f"{x:0{w}b}"[::-1], 2), a))
    add(f"s_bcnt1_i32_b{_width}", 32, (_width,), lambda a: each(lambda x: x.bit_count(), a), "nonzero")
    add(f"s_bcnt0_i32_b{_width}", 32, (_width,), lambda a, w=_width: each(lambda x: w - x.bit_count(), a), "nonzero")
    add(f"s_ff1_i32_b{_width}", 32, (_width,), lambda a: each(lambda x: (x & -x).bit_length() - 1 if x else -1, a))
    add(f"s_flbit_i32_b{_width}", 32, (_width,), lambda a, w=_width: each(lambda x: w - x.bit_length() if x else -1, a))
    add(
        f"s_ff0_i32_b{_width}",
        32,
        (_width,),
        lambda a, w=_width: each(lambda x: (~x & (x + 1)).bit_length() - 1 if x != 2**w - 1 else -1, a),
    )
    add(
        f"s_wqm_b{_width}",
        _width,
        (_width,),
        lambda a, w=_width: each(lambda x: sum(0xF << i for i in range(0, w, 4) if (x >> i) & 0xF), a),
        "nonzero",
    )
    TABLE[f"s_cmov_b{_width}"] = Scalar(
        _width, (_width,), lambda a, d, c: (np.where(c != 0, a, d), None), reads_destination=True
    )


def _sign_run(value: int, width: int) -> int:
    """Number of bits from the top that equal the sign, or -1 where all do."""
    top = value >> (width - 1)
    flipped = value ^ ((1 << width) - 1) if top else value
    return width - flipped.bit_length() if flipped else -1


add("s_flbit_i32", 32, (32,), lambda a: each(lambda x: _sign_run(x, 32), a))
add("s_flbit_i32_i64", 32, (64,), lambda a: each(lambda x: _sign_run(x, 64), a))
add("s_sext_i32_i8", 32, (32,), lambda a: signed(a & U(0xFF), 8))
add("s_sext_i32_i16", 32, (32,), lambda a: signed(a & U(0xFFFF), 16))
add("s_abs_i32", 32, (32,), lambda a: np.abs(signed(a, 32)), "nonzero")
for _width in (32, 64):
    TABLE[f"s_bitset0_b{_width}"] = Scalar(
        _width, (32,), lambda a, d, c, w=_width: (d & ~(U(1) << (a & U(w - 1))), None), reads_destination=True
    )
    TABLE[f"s_bitset1_b{_width}"] = Scalar(
        _width, (32,), lambda a, d, c, w=_width: (d | (U(1) << (a & U(w - 1))), None), reads_destination=True
    )
add("s_bitreplicate_b64_b32", 64, (32,), lambda a: each(lambda x: int("".join(bit * 2 for bit in f"{x:032b}"), 2), a))

COMPARES: dict[str, Callable[[Array, Array], Array]] = {
    "eq": lambda a, b: a == b,
    "lg": lambda a, b: a != b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
}
for _name, _compare in COMPARES.items():
    TABLE[f"s_cmp_{_name}_i32"] = Scalar(
        0, (32, 32), lambda a, b, c, f=_compare: (None, truth(f(signed(a, 32), signed(b, 32))))
    )
    TABLE[f"s_cmp_{_name}_u32"] = Scalar(0, (32, 32), lambda a, b, c, f=_compare: (None, truth(f(a, b))))
    TABLE[f"s_cmpk_{_name}_i32"] = Scalar(
        0, (32, 16), lambda a, b, c, f=_compare: (None, truth(f(signed(a, 32), signed(b, 16))))
    )
    TABLE[f"s_cmpk_{_name}_u32"] = Scalar(0, (32, 16), lambda a, b, c, f=_compare: (None, truth(f(a, b & U(0xFFFF)))))
for _name in ("eq", "lg"):
    TABLE[f"s_cmp_{_name}_u64"] = Scalar(0, (64, 64), lambda a, b, c, f=COMPARES[_name]: (None, truth(f(a, b))))
for _bit in (0, 1):
    for _width in (32, 64):
        TABLE[f"s_bitcmp{_bit}_b{_width}"] = Scalar(
            0,
            (_width, 32),
            lambda a, b, c, bit=_bit, w=_width: (None, truth(((a >> (b & U(w - 1))) & U(1)) == U(bit))),
        )

add("s_movk_i32", 32, (16,), lambda a: signed(a, 16))
TABLE["s_cmovk_i32"] = Scalar(
    32, (16,), lambda a, d, c: (np.where(c != 0, unsigned(signed(a, 16), 32), d), None), reads_destination=True
)
TABLE["s_addk_i32"] = Scalar(
    32,
    (16,),
    lambda a, d, c: (d + (k := unsigned(signed(a, 16), 32)), _add_overflow(d, k, d + k)),
    reads_destination=True,
)
TABLE["s_mulk_i32"] = Scalar(32, (16,), lambda a, d, c: (d * unsigned(signed(a, 16), 32), None), reads_destination=True)

EXEC_FUNCTIONS: dict[str, Callable[[Array, Array], Array]] = {
    **BITWISE,
    "andn1": lambda s, e: ~s & e,
    "orn1": lambda s, e: ~s | e,
}


def run(state: State, name: str, operands: list[Operand]) -> State:
    """State after one scalar instruction."""
    after = state.copy()
    if name.endswith("_saveexec_b64"):
        source = read_scalar(state, operands[1], 64)
        after.exec = unsigned(EXEC_FUNCTIONS[name.split("_")[1]](source, state.exec))
        after.scc = truth(after.exec != 0).astype(np.uint32)
        write_scalar(after, operands[0], state.exec, 64)
        return after
    if name.endswith("_wrexec_b64"):
        source = read_scalar(state, operands[1], 64)
        after.exec = unsigned(EXEC_FUNCTIONS[name.split("_")[1]](source, state.exec))
        after.scc = truth(after.exec != 0).astype(np.uint32)
        write_scalar(after, operands[0], after.exec, 64)
        return after
    model = TABLE[name]
    sources = operands[1:] if model.result else operands
    values = [read_scalar(state, operand, width) for operand, width in zip(sources, model.sources, strict=False)]
    if model.reads_destination:
        values.append(read_scalar(state, operands[0], model.result))
    result, scc = model.function(*values, state.scc.astype(U))
    if scc is not None:
        after.scc = scc.astype(np.uint32)
    if result is not None:
        write_scalar(after, operands[0], unsigned(result, model.result), model.result)
    return after


NAMES = (
    set(TABLE) | {f"s_{name}_saveexec_b64" for name in EXEC_FUNCTIONS} | {"s_andn1_wrexec_b64", "s_andn2_wrexec_b64"}
)
