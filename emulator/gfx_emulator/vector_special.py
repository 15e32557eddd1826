"""Vector instructions that do not fit the plain table: compares, carries, lane moves, division, packed and mixed precision."""

from __future__ import annotations

from collections.abc import Callable

from gfx_emulator.emit import F32, F64, I1, I16, I32, I64, Body, NotImplementedForm
from gfx_emulator.layout import LANES, MXCSR_OFFSET, RECORD_SOURCE
from gfx_emulator.vector import (
    _OTHER,
    OPERATIONS,
    Sources,
    _c,
    _d,
    _f,
    _fused,
    _pack16,
    canonical,
    clamp,
    fused_half,
    modify,
    narrow,
    write,
)

SPECIAL: dict[str, Callable[[Body], None]] = {}
"""Instruction name to an emitter that reads operands and writes results itself."""


def _special(*names: str) -> Callable[[Callable[[Body], None]], Callable[[Body], None]]:
    def enter(emitter: Callable[[Body], None]) -> Callable[[Body], None]:
        for name in names:
            SPECIAL[name] = emitter
        return emitter

    return enter


def _low_mask(b: Body, bits: str) -> str:
    """<64 x i1> to i64."""
    return b.op(f"bitcast {I1} {bits} to i64")


# ------------------------------------------------------------------ compares

_FLOAT_RELATIONS = {
    "f": None,
    "lt": "olt",
    "eq": "oeq",
    "le": "ole",
    "gt": "ogt",
    "lg": "one",
    "ge": "oge",
    "o": "ord",
    "u": "uno",
    "nge": "ult",
    "nlg": "ueq",
    "ngt": "ule",
    "nle": "ugt",
    "neq": "une",
    "nlt": "uge",
    "tru": None,
}
_INTEGER_RELATIONS = {"f": None, "lt": "lt", "eq": "eq", "le": "le", "gt": "gt", "ne": "ne", "ge": "ge", "t": None}


def _compare(name: str, kind: str, relation: str, writes_exec: bool) -> Callable[[Body], None]:
    def emit(b: Body) -> None:
        s = Sources(b)
        if kind.startswith("f"):
            vector = _OTHER[kind]
            predicate = _FLOAT_RELATIONS[relation]
            instruction = "fcmp"
        else:
            width = kind[1:]
            vector = {"16": I16, "32": I32, "64": I64}[width]
            predicate = _INTEGER_RELATIONS[relation]
            if predicate not in (None, "eq", "ne"):
                predicate = ("s" if kind[0] == "i" else "u") + str(predicate)
            instruction = "icmp"
        exec_mask = b.exec()
        if predicate is None:
            result = "0" if relation == "f" else exec_mask
        else:
            source = kind if kind.startswith("f") else f"i{kind[1:]}"
            if kind == "f64":
                b.begin_double()
            x, y = s.get(0, source), s.get(1, source)
            # as a number before the mode changes back: a bare comparison would be moved to where it is used
            found = _low_mask(b, b.op(f"{instruction} {predicate} {vector} {x}, {y}"))
            if kind == "f64":
                b.end_double()
            result = b.op(f"and i64 {found}, {s.mask or exec_mask}")
            if s.lanes != (1 << 64) - 1:
                result = b.op(f"and i64 {result}, {s.lanes - (1 << 64) if s.lanes >> 63 else s.lanes}")
        _write_mask(b, result, writes_exec)

    del name
    return emit


def _write_mask(b: Body, result: str, writes_exec: bool) -> None:
    b.set_scalar(result, "i64")
    if writes_exec:
        from gfx_emulator.emit import EXEC_OFFSET

        b.do(f"store i64 {result}, ptr {b.place(str(EXEC_OFFSET))}, align 8")
    b.next()


def _class(kind: str, writes_exec: bool) -> Callable[[Body], None]:
    """v_cmp_class. Bits from 0: signalling NaN, quiet NaN, -inf, -normal, -denormal, -0, +0, +denormal, +normal, +inf."""
    width = int(kind[1:])
    exponent, mantissa = {16: (5, 10), 32: (8, 23), 64: (11, 52)}[width]
    vector, scalar = {16: (I16, "i16"), 32: (I32, "i32"), 64: (I64, "i64")}[width]

    def emit(b: Body) -> None:
        s = Sources(b)
        if width == 16:
            bits = s.get(0, "h16")
        elif width == 32:
            bits = s.get(0, "x32")
        else:
            bits = b.op(f"bitcast {F64} {s.get(0, 'f64')} to {I64}")
        wanted = s.get(1, "i32")
        infinity = ((1 << exponent) - 1) << mantissa
        magnitude = b.op(f"and {vector} {bits}, {_c((1 << (width - 1)) - 1, scalar)}")
        negative = b.op(f"icmp slt {vector} {bits}, zeroinitializer")
        nan = b.op(f"icmp ugt {vector} {magnitude}, {_c(infinity, scalar)}")
        quiet = b.op(f"icmp uge {vector} {magnitude}, {_c(infinity | 1 << (mantissa - 1), scalar)}")
        infinite = b.op(f"icmp eq {vector} {magnitude}, {_c(infinity, scalar)}")
        zero = b.op(f"icmp eq {vector} {magnitude}, zeroinitializer")
        tiny = b.op(f"icmp ult {vector} {magnitude}, {_c(1 << mantissa, scalar)}")

        def pick(condition: str, yes: str, no: str) -> str:
            return b.op(f"select {I1} {condition}, {I32} {yes}, {I32} {no}")

        position = pick(infinite, _c(1 << 9), _c(1 << 8))
        position = pick(tiny, _c(1 << 7), position)
        position = pick(zero, _c(1 << 6), position)
        below = pick(infinite, _c(1 << 2), _c(1 << 3))
        below = pick(tiny, _c(1 << 4), below)
        below = pick(zero, _c(1 << 5), below)
        position = pick(negative, below, position)
        nan_bit = pick(quiet, _c(2), _c(1))
        position = pick(nan, nan_bit, position)
        hit = b.op(f"and {I32} {position}, {wanted}")
        bit = b.op(f"icmp ne {I32} {hit}, zeroinitializer")
        result = b.op(f"and i64 {_low_mask(b, bit)}, {s.mask or b.exec()}")
        _write_mask(b, result, writes_exec)

    return emit


def _fill_compares() -> None:
    for prefix, writes in (("v_cmp_", False), ("v_cmpx_", True)):
        for kind in ("f16", "f32", "f64"):
            for relation in _FLOAT_RELATIONS:
                name = f"{prefix}{relation}_{kind}"
                SPECIAL[name] = _compare(name, kind, relation, writes)
            SPECIAL[f"{prefix}class_{kind}"] = _class(kind, writes)
        for kind in ("i16", "u16", "i32", "u32", "i64", "u64"):
            for relation in _INTEGER_RELATIONS:
                name = f"{prefix}{relation}_{kind}"
                SPECIAL[name] = _compare(name, kind, relation, writes)


# ------------------------------------------------------------------ selects and carries


@_special("v_cndmask_b32")
def _cndmask(b: Body) -> None:
    s = Sources(b)
    no, yes = s.get(0, "x32"), s.get(1, "x32")
    mask = b.scalar_mask(2)
    write(b, s, "i32", b.op(f"select {I1} {mask}, {I32} {yes}, {I32} {no}"))


def _saturating(name: str, kind: str) -> Callable[[Body], None]:
    """32-bit add and subtract, with the clamp bit."""
    base = "add" if "add" in name else "sub"
    reverse = "subrev" in name

    def emit(b: Body) -> None:
        s = Sources(b)
        x, y = s.get(0, "i32"), s.get(1, "i32")
        if reverse:
            x, y = y, x
        if b.form.get("clamp"):
            value = b.call(f"llvm.{kind}{base}.sat.v64i32", I32, (I32, x), (I32, y))
        else:
            value = b.op(f"{base} {I32} {x}, {y}")
        write(b, s, "i32", value)

    return emit


for _name, _kind in {
    "v_add_u32": "u",
    "v_sub_u32": "u",
    "v_subrev_u32": "u",
    "v_add_i32": "s",
    "v_sub_i32": "s",
}.items():
    SPECIAL[_name] = _saturating(_name, _kind)


def _carry(name: str) -> Callable[[Body], None]:
    subtract = "sub" in name
    reverse = "subrev" in name or "subbrev" in name
    carries_in = "addc" in name or "subb" in name

    def emit(b: Body) -> None:
        s = Sources(b)
        x, y = s.get(0, "i32"), s.get(1, "i32")
        if b.form.get("clamp"):
            raise NotImplementedForm(f"{name} with clamp")
        if reverse:
            x, y = y, x
        wx, wy = b.op(f"zext {I32} {x} to {I64}"), b.op(f"zext {I32} {y} to {I64}")
        value = b.op(f"{'sub' if subtract else 'add'} {I64} {wx}, {wy}")
        if carries_in:
            extra = b.op(f"zext {I1} {b.scalar_mask(2)} to {I64}")
            value = b.op(f"{'sub' if subtract else 'add'} {I64} {value}, {extra}")
        # bit 32 is the carry or the borrow
        top = b.op(f"and {I64} {value}, {_c(1 << 32, 'i64')}")
        out = b.op(f"icmp ne {I64} {top}, zeroinitializer")
        mask = b.op(f"and i64 {_low_mask(b, out)}, {s.mask or b.exec()}")
        b.set_scalar(mask, "i64", 1)
        write(b, s, "i32", b.op(f"trunc {I64} {value} to {I32}"))

    return emit


for _name in ("add_co_u32", "sub_co_u32", "subrev_co_u32", "addc_co_u32", "subb_co_u32", "subbrev_co_u32"):
    SPECIAL[f"v_{_name}"] = _carry(_name)


def _wide_mad(signed: bool) -> Callable[[Body], None]:
    """x * y + z in 64 bits; the scalar result is the carry out (unsigned) or the overflow (signed)."""
    extend = "sext" if signed else "zext"

    def emit(b: Body) -> None:
        s = Sources(b)
        x, y, z = s.get(0, "i32"), s.get(1, "i32"), s.get(2, "i64")
        p = b.op(f"mul {I64} {b.op(f'{extend} {I32} {x} to {I64}')}, {b.op(f'{extend} {I32} {y} to {I64}')}")
        value = b.op(f"add {I64} {p}, {z}")
        if signed:
            a, c = b.op(f"xor {I64} {value}, {p}"), b.op(f"xor {I64} {value}, {z}")
            out = b.op(f"icmp slt {I64} {b.op(f'and {I64} {a}, {c}')}, zeroinitializer")
        else:
            out = b.op(f"icmp ult {I64} {value}, {p}")
        b.set_scalar(b.op(f"and i64 {_low_mask(b, out)}, {b.exec()}"), "i64", 1)
        write(b, s, "i64", value)

    return emit


SPECIAL["v_mad_u64_u32"] = _wide_mad(False)
SPECIAL["v_mad_i64_i32"] = _wide_mad(True)


# ------------------------------------------------------------------ moves between lanes and scalars


@_special("v_readfirstlane_b32")
def _first_lane(b: Body) -> None:
    exec_mask = b.exec()
    b.declarations.add("declare i64 @llvm.cttz.i64(i64, i1)")
    first = b.op(f"call i64 @llvm.cttz.i64(i64 {exec_mask}, i1 false)")
    lane = b.op(f"and i64 {first}, 63")  # no lane active: lane 0
    _lane_to_scalar(b, lane)


def _lane_to_scalar(b: Body, lane: str) -> None:
    if b.form.sources[0] != "v":
        b.set_scalar(b.scalar(0, "i32"), "i32")
        b.next()
        return
    scaled = b.op(f"shl i64 {lane}, 2")
    p = b.place(b.op(f"add i64 {b.source_offset(0)}, {scaled}"))
    b.set_scalar(b.op(f"load i32, ptr {p}, align 4"), "i32")
    b.next()


@_special("v_readlane_b32")
def _read_lane(b: Body) -> None:
    lane = _lane_number(b)
    _lane_to_scalar(b, lane)


def _lane_number(b: Body) -> str:
    value = b.scalar(1, "i32")
    low = b.op(f"and i32 {value}, 63")
    return b.op(f"zext i32 {low} to i64")


@_special("v_writelane_b32")
def _write_lane(b: Body) -> None:
    value = b.scalar(0, "i32")
    scaled = b.op(f"shl i64 {_lane_number(b)}, 2")
    p = b.place(b.op(f"add i64 {b.destination_offset()}, {scaled}"))
    b.do(f"store i32 {value}, ptr {p}, align 4")
    b.next()


@_special("v_swap_b32")
def _swap(b: Body) -> None:
    # sources: the two registers; both are destinations
    x, y = b.raw32(0), b.raw32(1)
    active = b.op(f"bitcast i64 {b.exec()} to {I1}")
    new_x = b.op(f"select {I1} {active}, {I32} {y}, {I32} {x}")
    new_y = b.op(f"select {I1} {active}, {I32} {x}, {I32} {y}")
    for slot, value in ((0, new_x), (1, new_y)):
        b.do(f"store {I32} {value}, ptr {b.place(b.source_offset(slot))}, align 64")
    b.next()


# ------------------------------------------------------------------ division


def _exponent(b: Body, bits: str, vector: str) -> str:
    shift, mask, scalar = (23, 255, "i32") if vector == I32 else (52, 2047, "i64")
    e = b.op(f"lshr {vector} {bits}, {_c(shift, scalar)}")
    return b.op(f"and {vector} {e}, {_c(mask, scalar)}")


def _denormal_quotient(b: Body, num: str, den: str, wide: bool) -> str:
    """Lanes in which num / den is not zero but below the normal range, whatever the mode flushes."""
    if wide:
        b.load_csr("8064")  # nearest even, nothing flushed
        quotient = b.op(f"fdiv {F64} {num}, {den}")
        magnitude = b.call("llvm.fabs.v64f64", F64, (F64, quotient))
        bits = b.op(f"bitcast {F64} {magnitude} to {I64}")
        b.load_csr(b.op(f"load i32, ptr {b.place(str(MXCSR_OFFSET))}, align 4"))
        b.set_double_mode()
        limit = 1 << 52
    else:
        quotient = b.op(f"fdiv {F64} {b.op(f'fpext {F32} {num} to {F64}')}, {b.op(f'fpext {F32} {den} to {F64}')}")
        magnitude = b.call("llvm.fabs.v64f64", F64, (F64, quotient))
        bits = b.op(f"bitcast {F64} {magnitude} to {I64}")
        # from half the smallest denormal on the quotient rounds to one
        above = b.op(f"icmp uge {I64} {bits}, {_c((1023 - 150) << 52, 'i64')}")
        below = b.op(f"icmp ult {I64} {bits}, {_c((1023 - 126) << 52, 'i64')}")
        return b.op(f"and {I1} {above}, {below}")
    nonzero = b.op(f"icmp ne {I64} {bits}, zeroinitializer")
    below = b.op(f"icmp ult {I64} {bits}, {_c(limit, 'i64')}")
    return b.op(f"and {I1} {nonzero}, {below}")


def _division_scale(kind: str) -> Callable[[Body], None]:
    """v_div_scale: scales numerator or denominator so that the Newton steps neither over- nor underflow (ISA manual)."""
    wide = kind == "f64"
    vector, ints, scalar = (F64, I64, "i64") if wide else (F32, I32, "i32")
    big, tiny, step = (768, 53, 128.0) if wide else (96, 23, 64.0)
    constant = _d if wide else _f

    def emit(b: Body) -> None:
        s = Sources(b)
        if wide:
            b.begin_double()
        x, den, num = s.get(0, kind), s.get(1, kind), s.get(2, kind)
        bx, bd, bn = (b.op(f"bitcast {vector} {v} to {ints}") for v in (x, den, num))
        ed, en = _exponent(b, bd, ints), _exponent(b, bn, ints)
        difference = b.op(f"sub {ints} {en}, {ed}")
        up = b.op(f"fmul {vector} {x}, {constant(2.0**step)}")
        down = b.op(f"fmul {vector} {x}, {constant(2.0**-step)}")
        zero_d = b.op(f"fcmp oeq {vector} {den}, zeroinitializer")
        zero_n = b.op(f"fcmp oeq {vector} {num}, zeroinitializer")
        zero = b.op(f"or {I1} {zero_d}, {zero_n}")
        is_den = b.op(f"icmp eq {ints} {bx}, {bd}")
        is_num = b.op(f"icmp eq {ints} {bx}, {bn}")
        denormal_d = b.op(f"icmp eq {ints} {ed}, zeroinitializer")
        far = b.op(f"icmp sge {ints} {difference}, {_c(big, scalar)}")
        # 1 / den is denormal: den is above 2**126 or 2**1022. The manual of CDNA3 takes the reciprocal of fp32 in fp64, where
        # it never is; that of GCN3 takes it in fp32, as v_rcp_f32, which flushes denormals, requires.
        magnitude = b.op(f"and {ints} {bd}, {_c((1 << 63) - 1 if wide else 0x7FFFFFFF, scalar)}")
        top = b.op(f"icmp ugt {ints} {magnitude}, {_c(2045 << 52 if wide else 253 << 23, scalar)}")
        small_q = _denormal_quotient(b, num, den, wide)
        small_n = b.op(f"icmp ule {ints} {en}, {_c(tiny, scalar)}")

        def pick(condition: str, yes: str, no: str) -> str:
            return b.op(f"select {I1} {condition}, {vector} {yes}, {vector} {no}")

        def pick_bit(condition: str, yes: str, no: str) -> str:
            return b.op(f"select {I1} {condition}, {I1} {yes}, {I1} {no}")

        value, flag = x, "zeroinitializer"
        # in rising order of precedence
        value = pick(small_n, up, value)
        only_num = pick(is_num, up, x)
        value = pick(small_q, only_num, value)
        flag = pick_bit(small_q, "splat (i1 true)", flag)
        value = pick(top, down, value)
        flag = pick_bit(top, "zeroinitializer", flag)
        both = b.op(f"and {I1} {top}, {small_q}")
        only_den = pick(is_den, up, x)
        # The manual prints 2**128 here as well, which would make infinity of the denominator and NaN of 1 / 1.7e308;
        # v_div_fmas then takes 2**128 off the quotient, so it is a denominator scaled down that gives IEEE's result.
        value = pick(both, pick(is_den, down, x), value)
        flag = pick_bit(both, "splat (i1 true)", flag)
        value = pick(denormal_d, up, value)
        flag = pick_bit(denormal_d, "zeroinitializer", flag)
        value = pick(far, only_den, value)
        flag = pick_bit(far, "splat (i1 true)", flag)
        value = pick(zero, constant(float("nan")), value)
        flag = pick_bit(zero, "zeroinitializer", flag)
        if wide:
            b.end_double()
        b.set_scalar(b.op(f"and i64 {_low_mask(b, flag)}, {b.exec()}"), "i64", 1)
        write(b, s, kind, value)

    return emit


def _rounded_once(b: Body, vector: str, value: str, factor: str, step: float, operands: tuple[str, str, str]) -> str:
    """``value`` (the fused multiply-add of the operands) times ``factor``, as if rounded only once.

    Where the product is denormal, multiplying rounds again. That goes wrong only where ``value`` lies in the middle of
    two denormals and was itself rounded: then the sign of what was lost decides.
    """
    wide = vector == F64
    constant, short = (_d, "f64") if wide else (_f, "f32")
    smallest = 2.0**-1074 if wide else 2.0**-149
    scaled = b.op(f"fmul {vector} {value}, {factor}")
    inverse = b.op(f"fdiv {vector} {constant(1.0)}, {factor}")
    missed = b.op(f"fsub {vector} {value}, {b.op(f'fmul {vector} {scaled}, {inverse}')}")
    size = b.call(f"llvm.fabs.v64{short}", vector, (vector, missed))
    middle = b.op(f"fcmp oeq {vector} {size}, {constant(2.0 ** (step - (1075 if wide else 150)))}")
    x, y, z = operands
    rest = b.op(f"fsub {vector} {z}, {value}")
    lost = b.call(f"llvm.fma.v64{short}", vector, (vector, x), (vector, y), (vector, rest))
    both_up = [b.op(f"fcmp ogt {vector} {v}, zeroinitializer") for v in (missed, lost)]
    both_down = [b.op(f"fcmp olt {vector} {v}, zeroinitializer") for v in (missed, lost)]
    up, down = (b.op(f"and {I1} {pair[0]}, {pair[1]}") for pair in (both_up, both_down))
    further = b.op(f"and {I1} {middle}, {b.op(f'or {I1} {up}, {down}')}")
    unit = b.call(f"llvm.copysign.v64{short}", vector, (vector, constant(smallest)), (vector, missed))
    return b.op(f"select {I1} {further}, {vector} {b.op(f'fadd {vector} {scaled}, {unit}')}, {vector} {scaled}")


def _division_fused(kind: str) -> Callable[[Body], None]:
    """v_div_fmas: a fused multiply-add whose result is scaled back where VCC says that v_div_scale scaled."""
    wide = kind == "f64"
    vector, short = (F64, "f64") if wide else (F32, "f32")
    constant = _d if wide else _f
    step = 128.0 if wide else 64.0

    def emit(b: Body) -> None:
        s = Sources(b)
        if wide:
            b.begin_double()
        x, y, z = s.get(0, kind), s.get(1, kind), s.get(2, kind)
        value = b.call(f"llvm.fma.v64{short}", vector, (vector, x), (vector, y), (vector, z))
        vcc = b.op(f"load i64, ptr {b.place('424')}, align 8")
        mask = b.op(f"bitcast i64 {vcc} to {I1}")
        bits = b.op(f"bitcast {vector} {z} to {I64 if wide else I32}")
        ints, scalar = (I64, "i64") if wide else (I32, "i32")
        exponent = _exponent(b, bits, ints)
        large = b.op(f"icmp ugt {ints} {exponent}, {_c(1023 if wide else 127, scalar)}")
        factor = b.op(f"select {I1} {large}, {vector} {constant(2.0**step)}, {vector} {constant(2.0**-step)}")
        scaled = _rounded_once(b, vector, value, factor, step, (x, y, z))
        value = b.op(f"select {I1} {mask}, {vector} {scaled}, {vector} {value}")
        value = modify(b, kind, value)
        if wide:
            b.end_double()
        write(b, s, kind, value)

    return emit


def _division_fixup(kind: str) -> Callable[[Body], None]:
    """v_div_fixup: source 0 is the quotient, 1 the denominator, 2 the numerator; special cases of division."""
    wide = kind == "f64"
    vector = F64 if wide else F32
    ints, scalar = (I64, "i64") if wide else (I32, "i32")
    constant = _d if wide else _f

    def emit(b: Body) -> None:
        s = Sources(b)
        if wide:
            b.begin_double()
        q, den, num = canonical(b, vector, s.get(0, kind)), s.get(1, kind), s.get(2, kind)
        bd, bn = (b.op(f"bitcast {vector} {v} to {ints}") for v in (den, num))
        sign = b.op(f"xor {ints} {bd}, {bn}")
        sign_value = b.op(f"bitcast {ints} {sign} to {vector}")
        short = "f64" if wide else "f32"

        def signed(value: str) -> str:
            return b.call(f"llvm.copysign.v64{short}", vector, (vector, value), (vector, sign_value))

        def pick(condition: str, yes: str, no: str) -> str:
            return b.op(f"select {I1} {condition}, {vector} {yes}, {vector} {no}")

        def is_(value: str, what: str) -> str:
            if what == "nan":
                return b.op(f"fcmp uno {vector} {value}, {value}")
            if what == "zero":
                return b.op(f"fcmp oeq {vector} {value}, zeroinitializer")
            a = b.call(f"llvm.fabs.v64{short}", vector, (vector, value))
            return b.op(f"fcmp oeq {vector} {a}, {constant(float('inf'))}")

        inf = constant(float("inf"))
        value = signed(b.call(f"llvm.fabs.v64{short}", vector, (vector, q)))
        if kind != "f16":
            # The Newton steps give NaN where the quotient overflows, though neither operand is NaN or infinite.
            value = pick(is_(q, "nan"), signed(inf), value)
            apart = b.op(f"sub {ints} {_exponent(b, bn, ints)}, {_exponent(b, bd, ints)}")
            far_below = b.op(f"icmp slt {ints} {apart}, {_c(-1075 if wide else -150, scalar)}")
            value = pick(far_below, signed("zeroinitializer"), value)
        zero_d, zero_n, inf_d, inf_n = is_(den, "zero"), is_(num, "zero"), is_(den, "inf"), is_(num, "inf")
        grows = b.op(f"or {I1} {zero_d}, {inf_n}")
        vanishes = b.op(f"or {I1} {inf_d}, {zero_n}")
        value = pick(vanishes, signed("zeroinitializer"), value)
        value = pick(grows, signed(inf), value)
        undefined = b.op(f"or {I1} {b.op(f'and {I1} {zero_d}, {zero_n}')}, {b.op(f'and {I1} {inf_d}, {inf_n}')}")
        value = pick(undefined, constant(float("nan")), value)
        quiet_d, quiet_n = b.op(f"fadd {vector} {den}, {den}"), b.op(f"fadd {vector} {num}, {num}")
        value = pick(is_(den, "nan"), quiet_d, value)
        value = pick(is_(num, "nan"), quiet_n, value)
        value = modify(b, kind, value)
        if wide:
            b.end_double()
        write(b, s, kind, value)

    return emit


for _kind in ("f32", "f64"):
    SPECIAL[f"v_div_scale_{_kind}"] = _division_scale(_kind)
    SPECIAL[f"v_div_fmas_{_kind}"] = _division_fused(_kind)
    SPECIAL[f"v_div_fixup_{_kind}"] = _division_fixup(_kind)
SPECIAL["v_div_fixup_f16"] = _division_fixup("f16")


# ------------------------------------------------------------------ packed


def _bit(b: Body, key: str, slot: int, default: int) -> bool:
    return bool(int(str(b.form.get(key, default))) >> slot & 1)


class Packed:
    """Reads the halves of packed operands: op_sel picks the half for the low result, op_sel_hi for the high one."""

    def __init__(self, b: Body, sources: int) -> None:
        self.b = b
        self.s = Sources(b)
        self.raw = [b.raw32(slot) for slot in range(sources)]

    def bits(self, slot: int, high: bool) -> str:
        """<64 x i16> of a source for the low or the high result, with its sign modifier."""
        b = self.b
        upper = _bit(b, "op_sel_hi", slot, 7) if high else _bit(b, "op_sel", slot, 0)
        value = b.op(f"lshr {I32} {self.raw[slot]}, {_c(16)}") if upper else self.raw[slot]
        half = b.op(f"trunc {I32} {value} to {I16}")
        return self.s.half_sign(half, _bit(b, "neg_hi" if high else "neg_lo", slot, 0), False)


def _packed_half(function: Callable[..., str], sources: int) -> Callable[[Body], None]:
    def emit(b: Body) -> None:
        p = Packed(b, sources)
        if b.form.get("half"):
            b.begin_double()
        halves = []
        for high in (False, True):
            values = [p.s.extend_half(p.bits(slot, high)) for slot in range(sources)]
            value = function(b, *values)
            if b.form.get("clamp"):
                value = clamp(b, F32, value)
            halves.append(narrow(b, value))
        if b.form.get("half"):
            b.end_double()
        write(b, p.s, "i32", _pack16(b, *halves))

    return emit


def _packed_short(function: Callable[..., str], sources: int, saturating: str = "") -> Callable[[Body], None]:
    def emit(b: Body) -> None:
        p = Packed(b, sources)
        if b.form.get("clamp") and not saturating:
            raise NotImplementedForm(f"{b.form.name} with clamp")
        halves = []
        for high in (False, True):
            values = [p.bits(slot, high) for slot in range(sources)]
            if b.form.get("clamp"):
                halves.append(b.call(f"llvm.{saturating}.sat.v64i16", I16, *((I16, v) for v in values)))
            else:
                halves.append(function(b, *values))
        write(b, p.s, "i32", _pack16(b, *halves))

    return emit


for _name, _count in (("add", 2), ("mul", 2), ("min", 2), ("max", 2)):
    SPECIAL[f"v_pk_{_name}_f16"] = _packed_half(OPERATIONS[f"v_{_name}_f16"].compute, _count)
SPECIAL["v_pk_fma_f16"] = _packed_half(fused_half, 3)
for _name, _base, _count, _saturating_name in (
    ("mad_i16", "v_mad_i16", 3, ""),
    ("mad_u16", "v_mad_u16", 3, ""),
    ("mul_lo_u16", "v_mul_lo_u16", 2, ""),
    ("add_i16", "v_add_i16", 2, "sadd"),
    ("sub_i16", "v_sub_i16", 2, "ssub"),
    ("add_u16", "v_add_u16", 2, "uadd"),
    ("sub_u16", "v_sub_u16", 2, "usub"),
    ("lshlrev_b16", "v_lshlrev_b16", 2, ""),
    ("lshrrev_b16", "v_lshrrev_b16", 2, ""),
    ("ashrrev_i16", "v_ashrrev_i16", 2, ""),
    ("max_i16", "v_max_i16", 2, ""),
    ("min_i16", "v_min_i16", 2, ""),
    ("max_u16", "v_max_u16", 2, ""),
    ("min_u16", "v_min_u16", 2, ""),
):
    SPECIAL[f"v_pk_{_name}"] = _packed_short(OPERATIONS[_base].compute, _count, _saturating_name)


def _packed_single(function: Callable[..., str], sources: int) -> Callable[[Body], None]:
    """Two single-precision results; op_sel and op_sel_hi pick the register of a pair."""

    def emit(b: Body) -> None:
        s = Sources(b)
        results = []
        for high in (False, True):
            values = []
            for slot in range(sources):
                upper = _bit(b, "op_sel_hi", slot, 7) if high else _bit(b, "op_sel", slot, 0)
                value = b.raw32(slot, int(upper))
                if _bit(b, "neg_hi" if high else "neg_lo", slot, 0):
                    value = b.op(f"xor {I32} {value}, {_c(-0x80000000)}")
                values.append(b.op(f"bitcast {I32} {value} to {F32}"))
            value = function(b, *values)
            if b.form.get("clamp"):
                value = clamp(b, F32, value)
            results.append(b.op(f"bitcast {F32} {value} to {I32}"))
        b.write_vector(results, s.mask, s.lanes)

    return emit


SPECIAL["v_pk_fma_f32"] = _packed_single(_fused, 3)
SPECIAL["v_pk_mul_f32"] = _packed_single(lambda b, x, y: b.op(f"fmul {F32} {x}, {y}"), 2)
SPECIAL["v_pk_add_f32"] = _packed_single(lambda b, x, y: b.op(f"fadd {F32} {x}, {y}"), 2)


@_special("v_pk_mov_b32")
def _packed_move(b: Body) -> None:
    low = b.raw32(0, int(_bit(b, "op_sel", 0, 0)))
    high = b.raw32(1, int(_bit(b, "op_sel", 1, 0)))
    b.write_vector([low, high])


def _mixed_sources(b: Body) -> list[str]:
    """Each source is single precision, or a half of the register where op_sel_hi says so (op_sel: which)."""
    s = Sources(b)
    values = []
    for slot in range(3):
        if _bit(b, "op_sel_hi", slot, 0):
            half = s.half_bits(slot, _bit(b, "op_sel", slot, 0))
            half = s.half_sign(half, _bit(b, "neg_lo", slot, 0), _bit(b, "neg_hi", slot, 0))
            values.append(s.extend_half(half))
        else:
            value = b.raw32(slot)
            if _bit(b, "neg_hi", slot, 0):
                value = b.op(f"and {I32} {value}, {_c(0x7FFFFFFF)}")
            if _bit(b, "neg_lo", slot, 0):
                value = b.op(f"xor {I32} {value}, {_c(-0x80000000)}")
            values.append(b.op(f"bitcast {I32} {value} to {F32}"))
    return values


def _mixed(kind: str) -> Callable[[Body], None]:
    def emit(b: Body) -> None:
        x, y, z = _mixed_sources(b)
        s = Sources(b)
        value = _fused(b, x, y, z)
        if b.form.get("clamp"):
            value = clamp(b, F32, value)
        if kind == "f32":
            write(b, s, "f32", value)
            return
        bits = b.op(f"zext {I16} {narrow(b, value)} to {I32}")
        high = kind == "hi"
        if high:
            bits = b.op(f"shl {I32} {bits}, {_c(16)}")
        old = b.op(f"load {I32}, ptr {b.place(b.destination_offset())}, align 64")
        kept = b.op(f"and {I32} {old}, {_c(0xFFFF if high else -0x10000)}")
        b.write_vector([b.op(f"or {I32} {bits}, {kept}")])

    return emit


SPECIAL["v_fma_mix_f32"] = _mixed("f32")
SPECIAL["v_fma_mixlo_f16"] = _mixed("lo")
SPECIAL["v_fma_mixhi_f16"] = _mixed("hi")


def _dot(width: int, signed: bool) -> Callable[[Body], None]:
    """Integer dot products of 2, 4 or 8 parts, added to the third source."""

    def emit(b: Body) -> None:
        if b.form.get("clamp"):
            raise NotImplementedForm(f"{b.form.name} with clamp")
        x, y = b.raw32(0), b.raw32(1)
        total = b.raw32(2)
        for at in range(0, 32, width):
            parts = []
            for value in (x, y):
                up = b.op(f"shl {I32} {value}, {_c(32 - width - at)}")
                parts.append(b.op(f"{'ashr' if signed else 'lshr'} {I32} {up}, {_c(32 - width)}"))
            total = b.op(f"add {I32} {total}, {b.op(f'mul {I32} {parts[0]}, {parts[1]}')}")
        b.write_vector([total])

    return emit


for _width, _names in {16: "2", 8: "4", 4: "8"}.items():
    for _sign, _letter in ((True, "i"), (False, "u")):
        SPECIAL[f"v_dot{_names}_{_letter}32_{_letter}{_width}"] = _dot(_width, _sign)
SPECIAL["v_dot4c_i32_i8"] = SPECIAL["v_dot4_i32_i8"]
SPECIAL["v_dot8c_i32_i4"] = SPECIAL["v_dot8_i32_i4"]
SPECIAL["v_dot2c_i32_i16"] = SPECIAL["v_dot2_i32_i16"]


@_special("v_dot2_f32_f16", "v_dot2c_f32_f16")
def _dot2_half(b: Body) -> None:
    """Products exact in single precision, summed with the accumulator from the high half down, one rounding a sum."""
    p = Packed(b, 3)
    value = b.op(f"bitcast {I32} {p.raw[2]} to {F32}")
    for high in (True, False):
        x, y = (p.s.extend_half(p.bits(slot, high)) for slot in range(2))
        value = _fused(b, x, y, value)
    write(b, p.s, "f32", value)


@_special("v_pk_fmac_f16")
def _packed_accumulate(b: Body) -> None:
    p = Packed(b, 3)
    halves = []
    for high in (False, True):
        halves.append(narrow(b, fused_half(b, *(p.s.extend_half(p.bits(slot, high)) for slot in range(3)))))
    write(b, p.s, "i32", _pack16(b, *halves))


_fill_compares()

__all__ = ["LANES", "RECORD_SOURCE", "SPECIAL", "canonical"]
