"""Vector ALU instructions: what each computes, as tables of small emitters over 64 lanes.

Source of the meanings: AMD Instinct MI300 ISA manual, chapter 12, and LLVM's AMDGPU documents.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gfx_emulator.emit import DENORMAL_INPUTS, F16, F32, F64, I1, I16, I32, I64, Body, NotImplementedForm
from gfx_emulator.layout import LANES

ALL = (1 << 64) - 1
_OTHER = {"f32": F32, "f64": F64, "f16": F32}


def _c(value: int, kind: str = "i32") -> str:
    return f"splat ({kind} {value})"


def _f(value: float) -> str:
    return f"splat (float {float_hex(value)})"


def float_hex(value: float) -> str:
    """A float or double constant as LLVM writes it exactly."""
    import struct

    return f"0x{int.from_bytes(struct.pack('<d', value), 'little'):016X}"


def _d(value: float) -> str:
    return f"splat (double {float_hex(value)})"


# ------------------------------------------------------------------ sources


@dataclass
class Sources:
    """Reads the operands of a vector instruction, with what the encoding does to them."""

    b: Body
    lanes: int = ALL  # lanes that may be written
    mask: str | None = None  # replaces EXEC where DPP reads lanes that are switched off

    def _modified(self, slot: int, key: str) -> bool:
        return bool(int(str(self.b.form.get(key, 0))) >> slot & 1)

    def raw32(self, slot: int, plus: int = 0) -> str:
        """32 bits of a source, after DPP and SDWA selection (not sign modifiers)."""
        value = self.b.raw32(slot, plus)
        control = self.b.form.get("dpp")
        if slot == 0 and control:
            value = self._dpp(value, str(control))
        selection = self.b.form.get(f"sel{slot}")
        if selection and selection != "DWORD":
            value = select_part(self.b, value, str(selection), signed=self._modified(slot, "sext"))
        return value

    def _dpp(self, value: str, control: str) -> str:
        b = self.b
        source, valid = dpp_lanes(control)
        bound = bool(b.form.get("bound"))
        rows, banks = int(str(b.form.get("row_mask", 15))), int(str(b.form.get("bank_mask", 15)))
        for lane in range(LANES):
            if not rows >> (lane // 16) & 1 or not banks >> (lane // 4 % 4) & 1 or not (bound or valid[lane]):
                self.lanes &= ~(1 << lane)
        exec_mask = b.exec()
        full = b.op(f"icmp eq i64 {exec_mask}, -1")
        before, partly, on = b.block, b.label("partly"), b.label("on")
        b.do(f"br i1 {full}, label %{on}, label %{partly}, !prof !0")
        b.start(partly)
        active = b.op(f"bitcast i64 {exec_mask} to {I1}")
        index = ", ".join(f"i32 {source[lane] if valid[lane] else LANES}" for lane in range(LANES))
        if bound:
            cleared = b.op(f"select {I1} {active}, {I32} {value}, {I32} zeroinitializer")
            mask = exec_mask
        else:
            cleared = value
            moved = b.op(f"shufflevector {I1} {active}, {I1} zeroinitializer, <{LANES} x i32> <{index}>")
            bits = b.op(f"bitcast {I1} {moved} to i64")
            mask = b.op(f"and i64 {bits}, {exec_mask}")
        b.do(f"br label %{on}")
        b.start(on)
        picked = b.op(f"phi {I32} [ {value}, %{before} ], [ {cleared}, %{partly} ]")
        self.mask = b.op(f"phi i64 [ {exec_mask}, %{before} ], [ {mask}, %{partly} ]")
        return b.op(f"shufflevector {I32} {picked}, {I32} zeroinitializer, <{LANES} x i32> <{index}>")

    def _sign32(self, slot: int, bits: str) -> str:
        b = self.b
        if self._modified(slot, "abs"):
            bits = b.op(f"and {I32} {bits}, {_c(0x7FFFFFFF)}")
        if self._modified(slot, "neg"):
            bits = b.op(f"xor {I32} {bits}, {_c(-0x80000000)}")
        return bits

    def get(self, slot: int, kind: str) -> str:
        """A source as the type ``kind`` says."""
        return getattr(self, f"_{kind}")(slot)  # type: ignore[no-any-return]

    def _i32(self, slot: int) -> str:
        if self._modified(slot, "neg") or self._modified(slot, "abs"):
            return self._x32(slot)
        return self.raw32(slot)

    def _x32(self, slot: int) -> str:
        return self._sign32(slot, self.raw32(slot))

    def _f32(self, slot: int) -> str:
        return self.b.op(f"bitcast {I32} {self._x32(slot)} to {F32}")

    def half_bits(self, slot: int, high: bool = False) -> str:
        """Sixteen bits as <64 x i16>."""
        b = self.b
        value = self.raw32(slot)
        if high:
            value = b.op(f"lshr {I32} {value}, {_c(16)}")
        return b.op(f"trunc {I32} {value} to {I16}")

    def half_sign(self, bits: str, negative: bool, absolute: bool) -> str:
        """Apply the sign modifiers to <64 x i16>."""
        b = self.b
        if absolute:
            bits = b.op(f"and {I16} {bits}, {_c(0x7FFF, 'i16')}")
        if negative:
            bits = b.op(f"xor {I16} {bits}, {_c(-0x8000, 'i16')}")
        return bits

    def extend_half(self, bits: str) -> str:
        """<64 x i16> holding half precision to <64 x float>, exactly."""
        b = self.b
        bits = flush_half(b, bits)
        half = b.op(f"bitcast {I16} {bits} to {F16}")
        value = b.op(f"fpext {F16} {half} to {F32}")
        b.halves_of[value] = bits
        return value

    def _h16(self, slot: int) -> str:
        bits = flush_half(self.b, self.half_bits(slot, self._modified(slot, "op_sel")))
        return self.half_sign(bits, self._modified(slot, "neg"), self._modified(slot, "abs"))

    def _f16(self, slot: int) -> str:
        return self.extend_half(self._h16(slot))

    def _i16(self, slot: int) -> str:
        return self.half_bits(slot, self._modified(slot, "op_sel"))

    def _u16w(self, slot: int) -> str:
        return self.b.op(f"zext {I16} {self._i16(slot)} to {I32}")

    def _i16w(self, slot: int) -> str:
        return self.b.op(f"sext {I16} {self._i16(slot)} to {I32}")

    def _i64(self, slot: int) -> str:
        if self.b.form.get("dpp") and slot == 0:
            b = self.b
            low, high = self.raw32(0), b.raw32(0, 1)
            lanes, mask = self.lanes, self.mask
            high = self._dpp(high, str(b.form.get("dpp")))
            self.lanes, self.mask = lanes, mask or self.mask
            return b.join(low, high)
        return self.b.raw64(slot)

    def _f64(self, slot: int) -> str:
        b = self.b
        bits = self._i64(slot)
        if self._modified(slot, "abs"):
            bits = b.op(f"and {I64} {bits}, {_c(0x7FFFFFFFFFFFFFFF, 'i64')}")
        if self._modified(slot, "neg"):
            bits = b.op(f"xor {I64} {bits}, {_c(-(1 << 63), 'i64')}")
        return b.op(f"bitcast {I64} {bits} to {F64}")

    def _m64(self, slot: int) -> str:
        return self.b.scalar_mask(slot)


def select_part(b: Body, value: str, selection: str, signed: bool) -> str:
    """SDWA source selection: a byte or word of each lane, extended to 32 bits."""
    kind, number = selection.split("_")
    width = {"BYTE": 8, "WORD": 16}[kind]
    shift = width * int(number)
    if signed:
        if 32 - width - shift:
            value = b.op(f"shl {I32} {value}, {_c(32 - width - shift)}")
        return b.op(f"ashr {I32} {value}, {_c(32 - width)}")
    if shift:
        value = b.op(f"lshr {I32} {value}, {_c(shift)}")
    return b.op(f"and {I32} {value}, {_c((1 << width) - 1)}")


def dpp_lanes(control: str) -> tuple[list[int], list[bool]]:
    """Source lane of each lane under a DPP control, and whether that lane exists."""
    name, _, argument = control.partition(":")
    source = list(range(LANES))
    valid = [True] * LANES
    for lane in range(LANES):
        row, place = lane // 16 * 16, lane % 16
        if name == "quad_perm":
            quad = [int(x) for x in argument.strip("[]").split(",")]
            source[lane] = lane // 4 * 4 + quad[lane % 4]
            continue
        amount = int(argument) if argument else 0
        if name == "row_shl":
            source[lane], valid[lane] = lane + amount, place + amount < 16
        elif name == "row_shr":
            source[lane], valid[lane] = lane - amount, place - amount >= 0
        elif name == "row_ror":
            source[lane] = row + (place - amount) % 16
        elif name == "wave_shl":
            source[lane], valid[lane] = lane + 1, lane < 63
        elif name == "wave_shr":
            source[lane], valid[lane] = lane - 1, lane > 0
        elif name == "wave_rol":
            source[lane] = (lane + 1) % 64
        elif name == "wave_ror":
            source[lane] = (lane - 1) % 64
        elif name == "row_mirror":
            source[lane] = row + 15 - place
        elif name == "row_half_mirror":
            source[lane] = lane // 8 * 8 + 7 - lane % 8
        elif name == "row_newbcast":
            source[lane] = row + amount
        elif name == "row_bcast" and amount == 15:
            source[lane], valid[lane] = row - 1, row > 0
        elif name == "row_bcast" and amount == 31:
            source[lane], valid[lane] = 31, lane >= 32
        else:
            raise NotImplementedForm(f"DPP control {control}")
    return source, valid


# ------------------------------------------------------------------ results


def modify(b: Body, kind: str, value: str) -> str:
    """Apply output modifiers: multiplication by 2, 4 or 1/2, then clamp to [0, 1]."""
    omod = b.form.get("omod")
    clamped = bool(b.form.get("clamp"))
    if kind not in _OTHER:
        if omod or (clamped and b.form.name not in SATURATING):
            raise NotImplementedForm(f"{b.form.name} with clamp or omod")
        return value
    vector = _OTHER[kind]
    constant = _d if kind == "f64" else _f
    if omod:
        factor = {"mul:2": 2.0, "mul:4": 4.0, "div:2": 0.5}[str(omod)]
        if kind == "f32":
            # the factor comes before denormal results are flushed
            b.load_csr(b.op(f"and i32 {b.host_csr()}, {~DENORMAL_INPUTS & 0xFFFF}"))
        value = b.op(f"fmul {vector} {value}, {constant(factor)}")
        if kind == "f32":
            b.load_csr(b.host_csr())
    return clamp(b, vector, value) if clamped else value


def clamp(b: Body, vector: str, value: str) -> str:
    """Clamp to [0, 1]; NaN becomes 0 where MODE.DX10_CLAMP is set and stays NaN otherwise."""
    constant = _d if vector == F64 else _f
    low = b.op(f"fcmp ogt {vector} {value}, {constant(0.0)}")
    positive = b.op(f"select {I1} {low}, {vector} {value}, {vector} {constant(0.0)}")
    high = b.op(f"fcmp olt {vector} {positive}, {constant(1.0)}")
    clamped = b.op(f"select {I1} {high}, {vector} {positive}, {vector} {constant(1.0)}")
    nan = b.op(f"fcmp uno {vector} {value}, {value}")
    keeps = b.op(f"icmp eq i32 {b.op(f'and i32 {b.mode()}, 256')}, 0")
    kept = b.op(f"and {I1} {nan}, {b.splat(keeps, 'i1')}")
    return b.op(f"select {I1} {kept}, {vector} {value}, {vector} {clamped}")


def write(b: Body, s: Sources, kind: str, value: str) -> None:
    """Write a result of a type to the destination register(s)."""
    if kind == "f32":
        value = b.op(f"bitcast {F32} {value} to {I32}")
    elif kind in ("f64", "i64"):
        if kind == "f64":
            value = b.op(f"bitcast {F64} {value} to {I64}")
        low, high = b.halves(value)
        b.write_vector([low, high], s.mask, s.lanes)
        return
    elif kind in ("f16", "h16", "i16"):
        if kind == "f16":
            value = narrow(b, value)
        value = b.op(f"zext {I16} {value} to {I32}")
        place_half(b, s, value)
        return
    place_part(b, s, value)


def narrow(b: Body, value: str) -> str:
    """<64 x float> to half precision bits <64 x i16>, rounded once in the host's mode."""
    half = b.op(f"fptrunc {F32} {value} to {F16}")
    bits = b.op(f"bitcast {F16} {half} to {I16}")
    if not b.form.get("half"):
        return bits
    # FP16_OVFL: a finite value that is too large gives the largest half
    magnitude = b.op(f"and {I16} {bits}, {_c(0x7FFF, 'i16')}")
    infinite = b.op(f"icmp eq {I16} {magnitude}, {_c(0x7C00, 'i16')}")
    size = b.call("llvm.fabs.v64f32", F32, (F32, value))
    finite = b.op(f"fcmp one {F32} {size}, {_f(float('inf'))}")
    over = b.op(f"and {I1} {infinite}, {finite}")
    wanted = b.op(f"icmp ne i32 {b.op(f'and i32 {b.mode()}, {1 << 23}')}, 0")
    over = b.op(f"and {I1} {over}, {b.splat(wanted, 'i1')}")
    largest = b.op(f"sub {I16} {bits}, {_c(1, 'i16')}")
    return flush_half(b, b.op(f"select {I1} {over}, {I16} {largest}, {I16} {bits}"))


def flush_half(b: Body, bits: str) -> str:
    """Half-precision denormals to zero, where the kernel may run in a mode that flushes them."""
    if not b.form.get("half"):
        return bits
    magnitude = b.op(f"and {I16} {bits}, {_c(0x7FFF, 'i16')}")
    tiny = b.op(f"icmp ult {I16} {magnitude}, {_c(0x0400, 'i16')}")
    flushing = b.op(f"icmp ne i32 {b.op(f'and i32 {b.mode()}, 192')}, 192")
    tiny = b.op(f"and {I1} {tiny}, {b.splat(flushing, 'i1')}")
    zero = b.op(f"and {I16} {bits}, {_c(-0x8000, 'i16')}")
    return b.op(f"select {I1} {tiny}, {I16} {zero}, {I16} {bits}")


# gfx9 keeps the other half of the register in these (LLVM, GCNSubtarget::zeroesHigh16BitsOfDest); others clear it.
PRESERVING = frozenset(
    [
        "v_mad_f16",
        "v_fma_f16",
        "v_div_fixup_f16",
        "v_mad_u16",
        "v_mad_i16",
        "v_med3_f16",
        "v_min3_f16",
        "v_max3_f16",
        "v_med3_i16",
        "v_min3_i16",
        "v_max3_i16",
        "v_med3_u16",
        "v_min3_u16",
        "v_max3_u16",
        "v_add_i16",
        "v_sub_i16",
        "v_fma_mixlo_f16",
    ]
)


def place_half(b: Body, s: Sources, value: str) -> None:
    """Write 16 bits, in the half that the encoding names."""
    high = bool(int(str(b.form.get("op_sel", 0))) >> 3 & 1) or b.form.name == "v_fma_mixhi_f16"
    if high:
        value = b.op(f"shl {I32} {value}, {_c(16)}")
    if (high or b.form.name in PRESERVING) and not b.form.get("dst_sel"):
        old = b.op(f"load {I32}, ptr {b.place(b.destination_offset())}, align 64")
        kept = b.op(f"and {I32} {old}, {_c(0xFFFF if high else -0x10000)}")
        value = b.op(f"or {I32} {value}, {kept}")
    place_part(b, s, value)


def place_part(b: Body, s: Sources, value: str) -> None:
    """Write 32 bits, or the part that SDWA selects."""
    selection = b.form.get("dst_sel")
    if selection and selection != "DWORD":
        kind, number = str(selection).split("_")
        width = {"BYTE": 8, "WORD": 16}[kind]
        shift = width * int(number)
        part = b.op(f"and {I32} {value}, {_c((1 << width) - 1)}")
        if shift:
            part = b.op(f"shl {I32} {part}, {_c(shift)}")
        unused = str(b.form.get("dst_unused", "UNUSED_PAD"))
        if unused == "UNUSED_PRESERVE":
            old = b.op(f"load {I32}, ptr {b.place(b.destination_offset())}, align 64")
            hole = ~(((1 << width) - 1) << shift) & 0xFFFFFFFF
            kept = b.op(f"and {I32} {old}, {_c(hole - (1 << 32) if hole >> 31 else hole)}")
            part = b.op(f"or {I32} {part}, {kept}")
        elif unused == "UNUSED_SEXT":
            up = b.op(f"shl {I32} {part}, {_c(32 - width - shift)}")
            down = b.op(f"ashr {I32} {up}, {_c(32 - width - shift)}")
            part = down
        value = part
    b.write_vector([value], s.mask, s.lanes)


# ------------------------------------------------------------------ the table


@dataclass(frozen=True)
class Operation:
    """A vector instruction: type of the result, types of the sources, and how the result comes from them."""

    result: str
    sources: tuple[str, ...]
    compute: Callable[..., Any]
    double: bool = False
    whole: bool = False  # compute writes the results itself


OPERATIONS: dict[str, Operation] = {}


def define(names: str, result: str, sources: str, compute: Callable[..., Any], *, whole: bool = False) -> None:
    """Enter one or several instructions in the table."""
    kinds = tuple(sources.split())
    for name in names.split():
        double = "f64" in (result, *kinds) and "f32" not in (result, *kinds)
        OPERATIONS[name] = Operation(result, kinds, compute, double, whole)


def _binary(instruction: str, vector: str) -> Callable[[Body, str, str], str]:
    return lambda b, x, y: b.op(f"{instruction} {vector} {x}, {y}")


def _saturable(instruction: str, sign: str) -> Callable[[Body, str, str], str]:
    """A 16-bit sum or difference; the clamp bit makes it saturate."""

    def compute(b: Body, x: str, y: str) -> str:
        if b.form.get("clamp"):
            return b.call(f"llvm.{sign}{instruction}.sat.v64i16", I16, (I16, x), (I16, y))
        return b.op(f"{instruction} {I16} {x}, {y}")

    return compute


SATURATING = frozenset({"v_add_i16", "v_sub_i16", "v_add_u16", "v_sub_u16", "v_subrev_u16"})
"""Integer operations that honour the clamp bit by themselves."""


def _reversed(instruction: str, vector: str) -> Callable[[Body, str, str], str]:
    return lambda b, x, y: b.op(f"{instruction} {vector} {y}, {x}")


def _shift(instruction: str, vector: str, scalar: str, width: int) -> Callable[[Body, str, str], str]:
    def emit(b: Body, amount: str, value: str) -> str:
        low = b.op(f"and {vector} {amount}, {_c(width - 1, scalar)}")
        return b.op(f"{instruction} {vector} {value}, {low}")

    return emit


def _shift64(instruction: str) -> Callable[[Body, str, str], str]:
    def emit(b: Body, amount: str, value: str) -> str:
        low = b.op(f"and {I32} {amount}, {_c(63)}")
        wide = b.op(f"zext {I32} {low} to {I64}")
        return b.op(f"{instruction} {I64} {value}, {wide}")

    return emit


def _intrinsic(name: str, vector: str, short: str) -> Callable[..., str]:
    return lambda b, *x: b.call(f"llvm.{name}.v64{short}", vector, *((vector, v) for v in x))


def canonical(b: Body, vector: str, value: str) -> str:
    """Quiet NaN and flush denormals as the mode says, as arithmetic would."""
    short = "f64" if vector == F64 else "f32"
    return b.call(f"llvm.canonicalize.v64{short}", vector, (vector, value))


def _extreme(name: str, kind: str) -> Callable[..., str]:
    """Minimum or maximum of numbers: a NaN loses, -0 is below +0."""
    vector = _OTHER[kind]
    short = "f64" if kind == "f64" else "f32"

    def emit(b: Body, x: str, y: str) -> str:
        signalling = [_signalling(b, vector, v) for v in (x, y)] if b.form.get("ieee") else []
        if kind != "f16":
            x, y = canonical(b, vector, x), canonical(b, vector, y)
        value = b.call(f"llvm.{name}imumnum.v64{short}", vector, (vector, x), (vector, y))
        # IEEE mode: a signalling NaN wins, quieted; the first one if both are
        for condition, operand in zip(reversed(signalling), (y, x), strict=False):
            quiet = canonical(b, vector, operand)
            value = b.op(f"select {I1} {condition}, {vector} {quiet}, {vector} {value}")
        return value

    return emit


def _signalling(b: Body, vector: str, value: str) -> str:
    """Lanes that hold a signalling NaN; half precision is held in single precision, which quiets: its bits are kept."""
    ints, scalar, infinity, quiet = (
        (I64, "i64", 0x7FF0000000000000, 0x0008000000000000) if vector == F64 else (I32, "i32", 0x7F800000, 0x00400000)
    )
    bits = b.halves_of.get(value)
    if bits is not None:
        magnitude = b.op(f"and {I16} {bits}, {_c(0x7FFF, 'i16')}")
        above = b.op(f"sub {I16} {magnitude}, {_c(0x7C01, 'i16')}")
        return b.op(f"icmp ult {I16} {above}, {_c(0x01FF, 'i16')}")
    raw = b.op(f"bitcast {vector} {value} to {ints}")
    magnitude = b.op(f"and {ints} {raw}, {_c((1 << (63 if vector == F64 else 31)) - 1, scalar)}")
    above = b.op(f"sub {ints} {magnitude}, {_c(infinity + 1, scalar)}")
    return b.op(f"icmp ult {ints} {above}, {_c(quiet - 1, scalar)}")


def _fused(b: Body, x: str, y: str, z: str) -> str:
    return b.call("llvm.fma.v64f32", F32, (F32, x), (F32, y), (F32, z))


def _fused64(b: Body, x: str, y: str, z: str) -> str:
    return b.call("llvm.fma.v64f64", F64, (F64, x), (F64, y), (F64, z))


def fused_half(b: Body, x: str, y: str, z: str) -> str:
    """x * y + z of half-precision values held in single precision, such that rounding it to half is a single rounding.

    The product is exact; the sum is rounded to odd (its error by Knuth's two-sum), which a second rounding cannot spoil.
    """
    p = b.op(f"fmul {F32} {x}, {y}")
    s = b.op(f"fadd {F32} {p}, {z}")
    t = b.op(f"fsub {F32} {s}, {p}")
    u = b.op(f"fsub {F32} {s}, {t}")
    v = b.op(f"fsub {F32} {p}, {u}")
    w = b.op(f"fsub {F32} {z}, {t}")
    error = b.op(f"fadd {F32} {v}, {w}")
    inexact = b.op(f"fcmp one {F32} {error}, zeroinitializer")
    bits = b.op(f"bitcast {F32} {s} to {I32}")
    error_bits = b.op(f"bitcast {F32} {error} to {I32}")
    odd = b.op(f"and {I32} {bits}, {_c(1)}")
    even = b.op(f"icmp eq {I32} {odd}, zeroinitializer")
    differ = b.op(f"xor {I32} {bits}, {error_bits}")
    sign = b.op(f"ashr {I32} {differ}, {_c(31)}")
    step = b.op(f"or {I32} {sign}, {_c(1)}")
    moved = b.op(f"add {I32} {bits}, {step}")
    change = b.op(f"and {I1} {inexact}, {even}")
    result = b.op(f"select {I1} {change}, {I32} {moved}, {I32} {bits}")
    return b.op(f"bitcast {I32} {result} to {F32}")


def _i24(signed: bool) -> Callable[[Body, str], str]:
    def emit(b: Body, x: str) -> str:
        if not signed:
            return b.op(f"and {I32} {x}, {_c(0xFFFFFF)}")
        up = b.op(f"shl {I32} {x}, {_c(8)}")
        return b.op(f"ashr {I32} {up}, {_c(8)}")

    return emit


def _mul24(signed: bool, high: bool = False, add: bool = False) -> Callable[..., str]:
    cut = _i24(signed)

    def emit(b: Body, x: str, y: str, *z: str) -> str:
        x, y = cut(b, x), cut(b, y)
        if high:
            return _high_product(signed)(b, x, y)
        p = b.op(f"mul {I32} {x}, {y}")
        return b.op(f"add {I32} {p}, {z[0]}") if add else p

    return emit


def _high_product(signed: bool) -> Callable[[Body, str, str], str]:
    extend = "sext" if signed else "zext"

    def emit(b: Body, x: str, y: str) -> str:
        wx, wy = b.op(f"{extend} {I32} {x} to {I64}"), b.op(f"{extend} {I32} {y} to {I64}")
        p = b.op(f"mul {I64} {wx}, {wy}")
        h = b.op(f"lshr {I64} {p}, {_c(32, 'i64')}")
        return b.op(f"trunc {I64} {h} to {I32}")

    return emit


def chain(*steps: str, vector: str = I32) -> Callable[..., str]:
    """A left fold: chain("add", "add")(x, y, z) = (x + y) + z."""

    def emit(b: Body, *x: str) -> str:
        value = x[0]
        for step, other in zip(steps, x[1:], strict=True):
            value = b.op(f"{step} {vector} {value}, {other}")
        return value

    return emit


def _masked_shift(b: Body, instruction: str, value: str, amount: str) -> str:
    low = b.op(f"and {I32} {amount}, {_c(31)}")
    return b.op(f"{instruction} {I32} {value}, {low}")


def _extract(signed: bool) -> Callable[[Body, str, str, str], str]:
    def emit(b: Body, value: str, offset: str, width: str) -> str:
        # (value >> offset) & ((1 << width) - 1); the signed form extends from the field's top bit
        shifted = _masked_shift(b, "ashr" if signed else "lshr", value, offset)
        count = b.op(f"and {I32} {width}, {_c(31)}")
        if not signed:
            one = b.op(f"shl {I32} {_c(1)}, {count}")
            mask = b.op(f"sub {I32} {one}, {_c(1)}")
            return b.op(f"and {I32} {shifted}, {mask}")
        zero = b.op(f"icmp eq {I32} {count}, zeroinitializer")
        rest = b.op(f"sub {I32} {_c(32)}, {count}")
        rest = b.op(f"and {I32} {rest}, {_c(31)}")
        up = b.op(f"shl {I32} {shifted}, {rest}")
        down = b.op(f"ashr {I32} {up}, {rest}")
        return b.op(f"select {I1} {zero}, {I32} zeroinitializer, {I32} {down}")

    return emit


def _bfi(b: Body, mask: str, x: str, y: str) -> str:
    different = b.op(f"xor {I32} {x}, {y}")
    kept = b.op(f"and {I32} {mask}, {different}")
    return b.op(f"xor {I32} {kept}, {y}")


def _bfm(b: Body, width: str, offset: str) -> str:
    one = _masked_shift(b, "shl", _c(1), width)
    mask = b.op(f"sub {I32} {one}, {_c(1)}")
    return _masked_shift(b, "shl", mask, offset)


def _align(scale: int, limit: int) -> Callable[[Body, str, str, str], str]:
    def emit(b: Body, high: str, low: str, amount: str) -> str:
        n = b.op(f"and {I32} {amount}, {_c(limit)}")
        if scale > 1:
            n = b.op(f"mul {I32} {n}, {_c(scale)}")
        return b.call("llvm.fshr.v64i32", I32, (I32, high), (I32, low), (I32, n))

    return emit


def _perm(b: Body, high: str, low: str, selector: str) -> str:
    """v_perm_b32: each selector byte picks one of eight bytes, or 0, 0xff or a sign."""
    joined = b.join(low, high)
    result = None
    for k in range(4):
        shifted = b.op(f"lshr {I32} {selector}, {_c(8 * k)}") if k else selector
        choice = b.op(f"and {I32} {shifted}, {_c(255)}")
        index = b.op(f"and {I32} {choice}, {_c(7)}")
        amount32 = b.op(f"shl {I32} {index}, {_c(3)}")
        amount = b.op(f"zext {I32} {amount32} to {I64}")
        moved = b.op(f"lshr {I64} {joined}, {amount}")
        byte = b.op(f"trunc {I64} {moved} to {I32}")
        byte = b.op(f"and {I32} {byte}, {_c(255)}")
        # 8 to 11: the sign of bytes 1, 3, 5, 7 repeated; 12: 0; 13 and up: 0xff
        sign_index = b.op(f"and {I32} {choice}, {_c(3)}")
        sign_amount = b.op(f"shl {I32} {sign_index}, {_c(4)}")
        sign_amount = b.op(f"or {I32} {sign_amount}, {_c(15)}")
        sign_wide = b.op(f"zext {I32} {sign_amount} to {I64}")
        sign_moved = b.op(f"lshr {I64} {joined}, {sign_wide}")
        sign = b.op(f"trunc {I64} {sign_moved} to {I32}")
        sign = b.op(f"and {I32} {sign}, {_c(1)}")
        sign = b.op(f"mul {I32} {sign}, {_c(255)}")
        is_byte = b.op(f"icmp ult {I32} {choice}, {_c(8)}")
        is_sign = b.op(f"icmp ult {I32} {choice}, {_c(12)}")
        is_ones = b.op(f"icmp ugt {I32} {choice}, {_c(12)}")
        special = b.op(f"select {I1} {is_ones}, {I32} {_c(255)}, {I32} zeroinitializer")
        special = b.op(f"select {I1} {is_sign}, {I32} {sign}, {I32} {special}")
        byte = b.op(f"select {I1} {is_byte}, {I32} {byte}, {I32} {special}")
        if k:
            byte = b.op(f"shl {I32} {byte}, {_c(8 * k)}")
        result = byte if result is None else b.op(f"or {I32} {result}, {byte}")
    assert result is not None
    return result


def _mbcnt(high: bool) -> Callable[[Body, str, str], str]:
    def emit(b: Body, mask: str, base: str) -> str:
        lanes = range(LANES)
        below = [(1 << max(0, lane - 32)) - 1 if high else (1 << min(lane, 32)) - 1 for lane in lanes]
        constant = ", ".join(f"i32 {x - (1 << 32) if x >> 31 else x}" for x in below)
        kept = b.op(f"and {I32} {mask}, <{constant}>")
        count = b.call("llvm.ctpop.v64i32", I32, (I32, kept))
        return b.op(f"add {I32} {count}, {base}")

    return emit


def _find(name: str) -> Callable[[Body, str], str]:
    """Position of the first one from the top (ffbh) or bottom (ffbl); -1 if there is none."""

    def emit(b: Body, x: str) -> str:
        if name == "ffbh_i32":
            # first bit that differs from the sign
            sign = b.op(f"ashr {I32} {x}, {_c(31)}")
            x = b.op(f"xor {I32} {x}, {sign}")
        intrinsic = "llvm.cttz" if name == "ffbl" else "llvm.ctlz"
        b.declarations.add(f"declare {I32} @{intrinsic}.v64i32({I32}, i1)")
        count = b.op(f"call {I32} @{intrinsic}.v64i32({I32} {x}, i1 false)")
        none = b.op(f"icmp eq {I32} {x}, zeroinitializer")
        return b.op(f"select {I1} {none}, {I32} {_c(-1)}, {I32} {count}")

    return emit


def _median(vector: str, less: str) -> Callable[[Body, str, str, str], str]:
    kind = "sm" if less == "slt" else "um"

    def emit(b: Body, x: str, y: str, z: str) -> str:
        suffix = {I32: "v64i32", I16: "v64i16"}[vector]

        def call(name: str, p: str, q: str) -> str:
            return b.call(f"llvm.{kind}{name}.{suffix}", vector, (vector, p), (vector, q))

        low, high = call("in", x, y), call("ax", x, y)
        return call("ax", low, call("in", high, z))

    return emit


def _float_three(names: tuple[str, str]) -> Callable[[str], Callable[[Body, str, str, str], str]]:
    def build(kind: str) -> Callable[[Body, str, str, str], str]:
        first, second = _extreme(names[0], kind), _extreme(names[1], kind)
        return lambda b, x, y, z: second(b, first(b, x, y), z)

    return build


def _float_median(kind: str) -> Callable[[Body, str, str, str], str]:
    """Median; with a NaN among the three it is the minimum of the three."""

    def emit(b: Body, x: str, y: str, z: str) -> str:
        small, large = _extreme("min", kind), _extreme("max", kind)
        # as the manual writes it: the larger of the two that are not the maximum
        most = large(b, large(b, x, y), z)
        first, second = b.op(f"fcmp oeq {F32} {most}, {x}"), b.op(f"fcmp oeq {F32} {most}, {y}")
        middle = b.op(f"select {I1} {second}, {F32} {large(b, x, z)}, {F32} {large(b, x, y)}")
        middle = b.op(f"select {I1} {first}, {F32} {large(b, y, z)}, {F32} {middle}")
        nan1 = b.op(f"fcmp uno {F32} {x}, {y}")
        nan2 = b.op(f"fcmp uno {F32} {z}, {z}")
        nan = b.op(f"or {I1} {nan1}, {nan2}")
        least = small(b, small(b, x, y), z)
        return b.op(f"select {I1} {nan}, {F32} {least}, {F32} {middle}")

    return emit


# ---- conversions ----


def _to_integer(signed: bool, source: str = "f32", width: int = 32) -> Callable[[Body, str], str]:
    vector = F64 if source == "f64" else F32
    short = "f64" if source == "f64" else "f32"
    target = {32: I32, 16: I16}[width]

    def emit(b: Body, x: str) -> str:
        return b.call(f"llvm.fpto{'s' if signed else 'u'}i.sat.v64i{width}.v64{short}", target, (vector, x))

    return emit


def _unary(name: str, vector: str, short: str) -> Callable[[Body, str], str]:
    return lambda b, x: b.call(f"llvm.{name}.v64{short}", vector, (vector, x))


def _round_to_integer(add: str) -> Callable[[Body, str], str]:
    def emit(b: Body, x: str) -> str:
        if add:
            x = b.op(f"fadd {F32} {x}, {_f(0.5)}")
        x = b.call("llvm.floor.v64f32", F32, (F32, x))
        return _to_integer(True)(b, x)

    return emit


def _fraction(vector: str, short: str, below_one: float) -> Callable[[Body, str], str]:
    def emit(b: Body, x: str) -> str:
        constant = _d if vector == F64 else _f
        whole = b.call(f"llvm.floor.v64{short}", vector, (vector, x))
        part = b.op(f"fsub {vector} {x}, {whole}")
        big = b.op(f"fcmp oge {vector} {part}, {constant(1.0)}")
        return b.op(f"select {I1} {big}, {vector} {constant(below_one)}, {vector} {part}")

    return emit


def _ubyte(number: int) -> Callable[[Body, str], str]:
    def emit(b: Body, x: str) -> str:
        y = b.op(f"lshr {I32} {x}, {_c(8 * number)}") if number else x
        y = b.op(f"and {I32} {y}, {_c(255)}")
        return b.op(f"uitofp {I32} {y} to {F32}")

    return emit


def _off_i4(b: Body, x: str) -> str:
    """v_cvt_off_f32_i4: a signed nibble to single precision, divided by 16."""
    up = b.op(f"shl {I32} {x}, {_c(28)}")
    down = b.op(f"ashr {I32} {up}, {_c(28)}")
    value = b.op(f"sitofp {I32} {down} to {F32}")
    return b.op(f"fmul {F32} {value}, {_f(1 / 16)}")


def decode_small(b: Body, byte: str, mantissa: int) -> str:
    """fnuz eight-bit floats in the low byte of <64 x i32> to single precision bits. 0x80 is NaN, no infinities."""
    bias = 8 if mantissa == 3 else 16
    magnitude = b.op(f"and {I32} {byte}, {_c(0x7F)}")
    sign = b.op(f"and {I32} {byte}, {_c(0x80)}")
    sign = b.op(f"shl {I32} {sign}, {_c(24)}")
    shifted = b.op(f"shl {I32} {magnitude}, {_c(23 - mantissa)}")
    normal = b.op(f"add {I32} {shifted}, {_c((127 - bias) << 23)}")
    tiny = b.op(f"uitofp {I32} {magnitude} to {F32}")
    tiny = b.op(f"fmul {F32} {tiny}, {_f(2.0 ** (1 - bias - mantissa))}")
    tiny = b.op(f"bitcast {F32} {tiny} to {I32}")
    small = b.op(f"icmp ult {I32} {magnitude}, {_c(1 << mantissa)}")
    value = b.op(f"select {I1} {small}, {I32} {tiny}, {I32} {normal}")
    value = b.op(f"or {I32} {value}, {sign}")
    nan = b.op(f"icmp eq {I32} {byte}, {_c(0x80)}")
    return b.op(f"select {I1} {nan}, {I32} {_c(0x7FC00000)}, {I32} {value}")


def encode_small(b: Body, value: str, mantissa: int, noise: str | None = None) -> str:
    """Single precision to an fnuz byte in <64 x i32>: nearest even, or stochastic with 32 random bits.

    Overflow gives the largest value when MODE.FP16_OVFL is set and NaN (0x80) otherwise; NaN and infinities give 0x80.
    """
    bias = 8 if mantissa == 3 else 16
    drop = 23 - mantissa
    bits = b.op(f"bitcast {F32} {value} to {I32}")
    magnitude = b.op(f"and {I32} {bits}, {_c(0x7FFFFFFF)}")
    sign = b.op(f"lshr {I32} {bits}, {_c(24)}")
    sign = b.op(f"and {I32} {sign}, {_c(0x80)}")
    exponent = b.op(f"lshr {I32} {magnitude}, {_c(23)}")
    # mantissa with its hidden bit, shifted right further where the result is denormal
    fraction = b.op(f"and {I32} {magnitude}, {_c(0x7FFFFF)}")
    full = b.op(f"or {I32} {fraction}, {_c(0x800000)}")
    least = 127 - bias + 1  # single-precision exponent of the smallest normal result
    below = b.op(f"sub {I32} {_c(least)}, {exponent}")
    below = b.call("llvm.smax.v64i32", I32, (I32, below), (I32, _c(0)))
    below = b.call("llvm.smin.v64i32", I32, (I32, below), (I32, _c(31 - drop)))
    shift = b.op(f"add {I32} {below}, {_c(drop)}")
    if noise is None:
        kept = b.op(f"lshr {I32} {full}, {shift}")
        odd = b.op(f"and {I32} {kept}, {_c(1)}")
        one = b.op(f"shl {I32} {_c(1)}, {shift}")
        half = b.op(f"lshr {I32} {one}, {_c(1)}")
        half = b.op(f"sub {I32} {half}, {_c(1)}")
        add = b.op(f"add {I32} {half}, {odd}")
    else:
        # the bits that go are rounded up with the probability they stand for
        left = b.op(f"sub {I32} {_c(32)}, {shift}")
        add = b.op(f"lshr {I32} {noise}, {left}")
    rounded = b.op(f"add {I32} {full}, {add}")
    rounded = b.op(f"lshr {I32} {rounded}, {shift}")
    base = b.call("llvm.smax.v64i32", I32, (I32, exponent), (I32, _c(least)))
    base = b.op(f"sub {I32} {base}, {_c(least)}")
    base = b.op(f"shl {I32} {base}, {_c(mantissa)}")
    # the hidden bit of a normal number adds one to the exponent field; a denormal has none
    code = b.op(f"add {I32} {rounded}, {base}")
    over = b.op(f"icmp ugt {I32} {code}, {_c(0x7F)}")
    mode = b.mode()
    saturate = b.op(f"and i32 {mode}, {1 << 23}")
    saturates = b.op(f"icmp ne i32 {saturate}, 0")
    limit = b.op(f"select i1 {saturates}, i32 127, i32 128")
    limits = b.splat(limit, "i32")
    signed = b.op(f"or {I32} {code}, {sign}")
    zero = b.op(f"icmp eq {I32} {code}, zeroinitializer")
    signed = b.op(f"select {I1} {zero}, {I32} zeroinitializer, {I32} {signed}")
    over_value = b.op(f"or {I32} {limits}, {sign}")
    signed = b.op(f"select {I1} {over}, {I32} {over_value}, {I32} {signed}")
    infinite = b.op(f"icmp uge {I32} {magnitude}, {_c(0x7F800000)}")
    nan = b.op(f"icmp ugt {I32} {magnitude}, {_c(0x7F800000)}")
    # an infinity saturates like any overflow
    infinite_value = over_value
    signed = b.op(f"select {I1} {infinite}, {I32} {infinite_value}, {I32} {signed}")
    result = b.op(f"select {I1} {nan}, {I32} {_c(0x80)}, {I32} {signed}")
    # without saturation overflow is the one NaN, whatever the sign
    masked = b.op(f"and {I32} {result}, {_c(0xFF)}")
    return masked


def _pack_small(mantissa: int) -> Callable[[Body, Sources, str, str], None]:
    def emit(b: Body, s: Sources, x: str, y: str) -> None:
        low, high = encode_small(b, x, mantissa), encode_small(b, y, mantissa)
        up = b.op(f"shl {I32} {high}, {_c(8)}")
        both = b.op(f"or {I32} {low}, {up}")
        upper = bool(int(str(b.form.get("op_sel", 0))) >> 3 & 1)
        old = b.op(f"load {I32}, ptr {b.place(b.destination_offset())}, align 64")
        kept = b.op(f"and {I32} {old}, {_c(0xFFFF if upper else -0x10000)}")
        if upper:
            both = b.op(f"shl {I32} {both}, {_c(16)}")
        b.write_vector([b.op(f"or {I32} {both}, {kept}")], s.mask, s.lanes)

    return emit


def _stochastic_small(mantissa: int) -> Callable[[Body, Sources, str, str], None]:
    def emit(b: Body, s: Sources, x: str, noise: str) -> None:
        byte = encode_small(b, x, mantissa, noise)
        select = int(str(b.form.get("op_sel", 0)))
        number = (select >> 3 & 1) * 2 + (select >> 2 & 1)  # op_sel[3:2] names the byte
        hole = ~(0xFF << 8 * number) & 0xFFFFFFFF
        old = b.op(f"load {I32}, ptr {b.place(b.destination_offset())}, align 64")
        kept = b.op(f"and {I32} {old}, {_c(hole - (1 << 32) if hole >> 31 else hole)}")
        if number:
            byte = b.op(f"shl {I32} {byte}, {_c(8 * number)}")
        b.write_vector([b.op(f"or {I32} {byte}, {kept}")], s.mask, s.lanes)

    return emit


def _unpack_small(mantissa: int) -> Callable[[Body, Sources, str], None]:
    def emit(b: Body, s: Sources, x: str) -> None:
        low = b.op(f"and {I32} {x}, {_c(255)}")
        high = b.op(f"lshr {I32} {x}, {_c(8)}")
        high = b.op(f"and {I32} {high}, {_c(255)}")
        b.write_vector([decode_small(b, low, mantissa), decode_small(b, high, mantissa)], s.mask, s.lanes)

    return emit


def _one_small(mantissa: int) -> Callable[[Body, str], str]:
    def emit(b: Body, x: str) -> str:
        byte = b.op(f"and {I32} {x}, {_c(255)}")
        return b.op(f"bitcast {I32} {decode_small(b, byte, mantissa)} to {F32}")

    return emit


def _toward_zero_half(b: Body, x: str) -> str:
    """Single to half precision bits <64 x i16>, rounded to zero: nearest, then one step back where it grew."""
    near = narrow(b, x)
    back = b.op(f"bitcast {I16} {near} to {F16}")
    back = b.op(f"fpext {F16} {back} to {F32}")
    a = b.call("llvm.fabs.v64f32", F32, (F32, back))
    c = b.call("llvm.fabs.v64f32", F32, (F32, x))
    grew = b.op(f"fcmp ogt {F32} {a}, {c}")
    less = b.op(f"sub {I16} {near}, {_c(1, 'i16')}")
    return b.op(f"select {I1} {grew}, {I16} {less}, {I16} {near}")


def _pack16(b: Body, low: str, high: str) -> str:
    x, y = b.op(f"zext {I16} {low} to {I32}"), b.op(f"zext {I16} {high} to {I32}")
    up = b.op(f"shl {I32} {y}, {_c(16)}")
    return b.op(f"or {I32} {x}, {up}")


def _normalised(signed: bool, source: str = "f32") -> Callable[[Body, str, str], str]:
    def one(b: Body, x: str) -> str:
        low = -1.0 if signed else 0.0
        number = b.op(f"fcmp ord {F32} {x}, {x}")
        x = b.op(f"select {I1} {number}, {F32} {x}, {F32} zeroinitializer")
        x = b.call("llvm.maximumnum.v64f32", F32, (F32, x), (F32, _f(low)))
        x = b.call("llvm.minimumnum.v64f32", F32, (F32, x), (F32, _f(1.0)))
        x = b.op(f"fmul {F32} {x}, {_f(32767.0 if signed else 65535.0)}")
        x = b.call("llvm.roundeven.v64f32", F32, (F32, x))
        return _to_integer(signed, width=16)(b, x)

    return lambda b, x, y: _pack16(b, one(b, x), one(b, y))


def _pack_integers(signed: bool) -> Callable[[Body, str, str], str]:
    def one(b: Body, x: str) -> str:
        if signed:
            x = b.call("llvm.smax.v64i32", I32, (I32, x), (I32, _c(-32768)))
            x = b.call("llvm.smin.v64i32", I32, (I32, x), (I32, _c(32767)))
        else:
            x = b.call("llvm.umin.v64i32", I32, (I32, x), (I32, _c(65535)))
        return b.op(f"trunc {I32} {x} to {I16}")

    return lambda b, x, y: _pack16(b, one(b, x), one(b, y))


# ---- functions: within an ulp, results below the normal range flushed, as the hardware's tables do ----


def flush(b: Body, x: str) -> str:
    """Single-precision denormals to zero of the same sign."""
    a = b.call("llvm.fabs.v64f32", F32, (F32, x))
    bits = b.op(f"bitcast {F32} {a} to {I32}")
    tiny = b.op(f"icmp ult {I32} {bits}, {_c(0x00800000)}")
    zero = b.call("llvm.copysign.v64f32", F32, (F32, "zeroinitializer"), (F32, x))
    return b.op(f"select {I1} {tiny}, {F32} {zero}, {F32} {x}")


def _widened(compute: Callable[[Body, str], str], flushing: bool = True) -> Callable[[Body, str], str]:
    """Compute in double precision and round once."""

    def emit(b: Body, x: str) -> str:
        if flushing:
            x = flush(b, x)
        y = compute(b, b.op(f"fpext {F32} {x} to {F64}"))
        r = b.op(f"fptrunc {F64} {y} to {F32}")
        return flush(b, r) if flushing else r

    return emit


def _polynomial(b: Body, x: str, coefficients: list[float]) -> str:
    value = _d(coefficients[-1])
    for c in reversed(coefficients[:-1]):
        value = b.call("llvm.fma.v64f64", F64, (F64, value), (F64, x), (F64, _d(c)))
    return value


def exp2_double(b: Body, x: str) -> str:
    """2^x by 2^n times the Taylor series of 2^f, |f| <= 1/2: relative error below 1e-12."""
    import math

    low = b.call("llvm.maximumnum.v64f64", F64, (F64, x), (F64, _d(-1000.0)))
    clamped = b.call("llvm.minimumnum.v64f64", F64, (F64, low), (F64, _d(1000.0)))
    n = b.call("llvm.roundeven.v64f64", F64, (F64, clamped))
    f = b.op(f"fsub {F64} {clamped}, {n}")
    y = _polynomial(b, f, [math.log(2) ** k / math.factorial(k) for k in range(11)])
    i = b.op(f"fptosi {F64} {n} to {I32}")
    i = b.op(f"sext {I32} {i} to {I64}")
    i = b.op(f"shl {I64} {i}, {_c(52, 'i64')}")
    bits = b.op(f"bitcast {F64} {y} to {I64}")
    bits = b.op(f"add {I64} {bits}, {i}")
    result = b.op(f"bitcast {I64} {bits} to {F64}")
    nan = b.op(f"fcmp uno {F64} {x}, {x}")
    return b.op(f"select {I1} {nan}, {F64} {x}, {F64} {result}")


def log2_double(b: Body, x: str) -> str:
    """log2 by exponent and the series of the inverse hyperbolic tangent: relative error below 1e-12."""
    import math

    bits = b.op(f"bitcast {F64} {x} to {I64}")
    # mantissa in [sqrt(1/2), sqrt(2)): shift the exponent by that of sqrt(1/2)
    shifted = b.op(f"sub {I64} {bits}, {_c(0x3FE6A09E667F3BCD, 'i64')}")
    exponent = b.op(f"ashr {I64} {shifted}, {_c(52, 'i64')}")
    up = b.op(f"shl {I64} {exponent}, {_c(52, 'i64')}")
    m_bits = b.op(f"sub {I64} {bits}, {up}")
    m = b.op(f"bitcast {I64} {m_bits} to {F64}")
    above = b.op(f"fsub {F64} {m}, {_d(1.0)}")
    below = b.op(f"fadd {F64} {m}, {_d(1.0)}")
    s = b.op(f"fdiv {F64} {above}, {below}")
    q = b.op(f"fmul {F64} {s}, {s}")
    series = _polynomial(b, q, [2 / math.log(2) / (2 * k + 1) for k in range(9)])
    fraction = b.op(f"fmul {F64} {series}, {s}")
    e32 = b.op(f"trunc {I64} {exponent} to {I32}")
    e = b.op(f"sitofp {I32} {e32} to {F64}")
    value = b.op(f"fadd {F64} {e}, {fraction}")
    zero = b.op(f"fcmp oeq {F64} {x}, zeroinitializer")
    value = b.op(f"select {I1} {zero}, {F64} {_d(float('-inf'))}, {F64} {value}")
    big = b.op(f"fcmp oeq {F64} {x}, {_d(float('inf'))}")
    value = b.op(f"select {I1} {big}, {F64} {x}, {F64} {value}")
    bad = b.op(f"fcmp ult {F64} {x}, zeroinitializer")
    return b.op(f"select {I1} {bad}, {F64} {_d(float('nan'))}, {F64} {value}")


def _turn(cosine: bool) -> Callable[[Body, str], str]:
    """sin or cos of 2 pi x by reduction to a quarter turn and the Taylor series."""
    import math

    def emit(b: Body, x: str) -> str:
        if cosine:
            # cos(t) = sin(1/4 - |t|) once t is reduced to [-1/2, 1/2]
            n = b.call("llvm.roundeven.v64f64", F64, (F64, x))
            t = b.op(f"fsub {F64} {x}, {n}")
            a = b.call("llvm.fabs.v64f64", F64, (F64, t))
            f = b.op(f"fsub {F64} {_d(0.25)}, {a}")
        else:
            n = b.call("llvm.roundeven.v64f64", F64, (F64, x))
            t = b.op(f"fsub {F64} {x}, {n}")
            # beyond a quarter: sin(t) = sin(1/2 - t)
            a = b.call("llvm.fabs.v64f64", F64, (F64, t))
            big = b.op(f"fcmp ogt {F64} {a}, {_d(0.25)}")
            half = b.call("llvm.copysign.v64f64", F64, (F64, _d(0.5)), (F64, t))
            mirrored = b.op(f"fsub {F64} {half}, {t}")
            f = b.op(f"select {I1} {big}, {F64} {mirrored}, {F64} {t}")
        q = b.op(f"fmul {F64} {f}, {f}")
        tau = 2 * math.pi
        series = _polynomial(b, q, [(-1) ** k * tau ** (2 * k + 1) / math.factorial(2 * k + 1) for k in range(10)])
        return b.op(f"fmul {F64} {series}, {f}")

    return emit


def _reciprocal(vector: str) -> Callable[[Body, str], str]:
    one = _d(1.0) if vector == F64 else _f(1.0)
    return lambda b, x: b.op(f"fdiv {vector} {one}, {x}")


def _root(vector: str, short: str) -> Callable[[Body, str], str]:
    return lambda b, x: b.call(f"llvm.sqrt.v64{short}", vector, (vector, x))


def _inverse_root(b: Body, x: str) -> str:
    return b.op(f"fdiv {F64} {_d(1.0)}, {b.call('llvm.sqrt.v64f64', F64, (F64, x))}")


def _ldexp(vector: str, short: str, limit: int) -> Callable[[Body, str, str], str]:
    """x * 2^n in up to three exact steps, so that only the last rounds."""

    def power(b: Body, n: str) -> str:
        if vector == F64:
            wide = b.op(f"sext {I32} {n} to {I64}")
            biased = b.op(f"add {I64} {wide}, {_c(1023, 'i64')}")
            up = b.op(f"shl {I64} {biased}, {_c(52, 'i64')}")
            return b.op(f"bitcast {I64} {up} to {F64}")
        biased = b.op(f"add {I32} {n}, {_c(127)}")
        up = b.op(f"shl {I32} {biased}, {_c(23)}")
        return b.op(f"bitcast {I32} {up} to {F32}")

    def emit(b: Body, x: str, n: str) -> str:
        if vector == F32:
            # double precision holds every intermediate result; rounding is left to the conversion
            wide = b.op(f"fpext {F32} {x} to {F64}")
            y = _ldexp(F64, "f64", 700)(b, wide, n)
            return b.op(f"fptrunc {F64} {y} to {F32}")
        low = b.call("llvm.smax.v64i32", I32, (I32, n), (I32, _c(-3 * limit)))
        n = b.call("llvm.smin.v64i32", I32, (I32, low), (I32, _c(3 * limit)))
        for last in (False, False, True):
            step = n
            if not last:
                step = b.call("llvm.smax.v64i32", I32, (I32, n), (I32, _c(-limit)))
                step = b.call("llvm.smin.v64i32", I32, (I32, step), (I32, _c(limit)))
                n = b.op(f"sub {I32} {n}, {step}")
            x = b.op(f"fmul {vector} {x}, {power(b, step)}")
        return x

    return emit


def _frexp_parts(b: Body, x: str, vector: str) -> tuple[str, str]:
    """Mantissa in [1/2, 1) and exponent of a finite number (0 and 0 for zero); x itself and 0 for the rest."""
    if vector == F32:
        wide = b.op(f"fpext {F32} {x} to {F64}")
        m, e = _frexp_parts(b, wide, F64)
        return b.op(f"fptrunc {F64} {m} to {F32}"), e
    x = canonical(b, F64, x)
    bits = b.op(f"bitcast {F64} {x} to {I64}")
    field = b.op(f"lshr {I64} {bits}, {_c(52, 'i64')}")
    field = b.op(f"and {I64} {field}, {_c(0x7FF, 'i64')}")
    denormal = b.op(f"icmp eq {I64} {field}, zeroinitializer")
    scaled = b.op(f"fmul {F64} {x}, {_d(2.0**64)}")
    y = b.op(f"select {I1} {denormal}, {F64} {scaled}, {F64} {x}")
    y_bits = b.op(f"bitcast {F64} {y} to {I64}")
    y_field = b.op(f"lshr {I64} {y_bits}, {_c(52, 'i64')}")
    y_field = b.op(f"and {I64} {y_field}, {_c(0x7FF, 'i64')}")
    offset = b.op(f"select {I1} {denormal}, {I64} {_c(1022 + 64, 'i64')}, {I64} {_c(1022, 'i64')}")
    exponent = b.op(f"sub {I64} {y_field}, {offset}")
    m_bits = b.op(f"and {I64} {y_bits}, {_c(-0x7FF0000000000001, 'i64')}")
    m_bits = b.op(f"or {I64} {m_bits}, {_c(0x3FE0000000000000, 'i64')}")
    m = b.op(f"bitcast {I64} {m_bits} to {F64}")
    zero = b.op(f"fcmp oeq {F64} {x}, zeroinitializer")
    special = b.op(f"icmp eq {I64} {field}, {_c(0x7FF, 'i64')}")
    keep = b.op(f"or {I1} {zero}, {special}")
    exponent = b.op(f"select {I1} {keep}, {I64} zeroinitializer, {I64} {exponent}")
    m = b.op(f"select {I1} {keep}, {F64} {x}, {F64} {m}")
    return m, b.op(f"trunc {I64} {exponent} to {I32}")


def _populate() -> None:
    define("v_mov_b32 v_accvgpr_mov_b32 v_accvgpr_read_b32 v_accvgpr_write_b32", "i32", "x32", lambda b, x: x)
    define("v_mov_b64", "i64", "i64", lambda b, x: x)
    for name, instruction in {"add": "fadd", "sub": "fsub", "mul": "fmul"}.items():
        define(f"v_{name}_f32", "f32", "f32 f32", _binary(instruction, F32))
        define(f"v_{name}_f16", "f16", "f16 f16", _binary(instruction, F32))
        if name != "sub":
            define(f"v_{name}_f64", "f64", "f64 f64", _binary(instruction, F64))
    define("v_subrev_f32", "f32", "f32 f32", _reversed("fsub", F32))
    define("v_subrev_f16", "f16", "f16 f16", _reversed("fsub", F32))

    def legacy(b: Body, x: str, y: str) -> str:
        # 0 times anything is 0
        p = b.op(f"fmul {F32} {x}, {y}")
        zx, zy = b.op(f"fcmp oeq {F32} {x}, zeroinitializer"), b.op(f"fcmp oeq {F32} {y}, zeroinitializer")
        z = b.op(f"or {I1} {zx}, {zy}")
        return b.op(f"select {I1} {z}, {F32} zeroinitializer, {F32} {p}")

    define("v_mul_legacy_f32", "f32", "f32 f32", legacy)
    for kind in ("f32", "f16", "f64"):
        for name in ("min", "max"):
            define(f"v_{name}_{kind}", kind, f"{kind} {kind}", _extreme(name, kind))
    define("v_fma_f32 v_fmac_f32 v_fmaak_f32 v_fmamk_f32", "f32", "f32 f32 f32", _fused)
    define("v_fma_f64 v_fmac_f64", "f64", "f64 f64 f64", _fused64)
    define("v_fma_f16", "f16", "f16 f16 f16", fused_half)
    define("v_min3_f32", "f32", "f32 f32 f32", _float_three(("min", "min"))("f32"))
    define("v_max3_f32", "f32", "f32 f32 f32", _float_three(("max", "max"))("f32"))
    define("v_med3_f32", "f32", "f32 f32 f32", _float_median("f32"))
    define("v_min3_f16", "f16", "f16 f16 f16", _float_three(("min", "min"))("f16"))
    define("v_max3_f16", "f16", "f16 f16 f16", _float_three(("max", "max"))("f16"))
    define("v_med3_f16", "f16", "f16 f16 f16", _float_median("f16"))

    # integers
    for name, instruction in {"and_b32": "and", "or_b32": "or", "xor_b32": "xor", "mul_lo_u32": "mul"}.items():
        define(f"v_{name}", "i32", "i32 i32", _binary(instruction, I32))
    define("v_xnor_b32", "i32", "i32 i32", lambda b, x, y: b.op(f"xor {I32} {b.op(f'xor {I32} {x}, {y}')}, {_c(-1)}"))
    define("v_not_b32", "i32", "i32", lambda b, x: b.op(f"xor {I32} {x}, {_c(-1)}"))
    define("v_bfrev_b32", "i32", "i32", _unary("bitreverse", I32, "i32"))
    define("v_ffbh_u32", "i32", "i32", _find("ffbh"))
    define("v_ffbh_i32", "i32", "i32", _find("ffbh_i32"))
    define("v_ffbl_b32", "i32", "i32", _find("ffbl"))
    define("v_lshlrev_b32", "i32", "i32 i32", _shift("shl", I32, "i32", 32))
    define("v_lshrrev_b32", "i32", "i32 i32", _shift("lshr", I32, "i32", 32))
    define("v_ashrrev_i32", "i32", "i32 i32", _shift("ashr", I32, "i32", 32))
    define("v_lshlrev_b64", "i64", "i32 i64", _shift64("shl"))
    define("v_lshrrev_b64", "i64", "i32 i64", _shift64("lshr"))
    define("v_ashrrev_i64", "i64", "i32 i64", _shift64("ashr"))
    define("v_lshlrev_b16", "i16", "i16 i16", _shift("shl", I16, "i16", 16))
    define("v_lshrrev_b16", "i16", "i16 i16", _shift("lshr", I16, "i16", 16))
    define("v_ashrrev_i16", "i16", "i16 i16", _shift("ashr", I16, "i16", 16))
    define("v_mul_hi_u32", "i32", "i32 i32", _high_product(False))
    define("v_mul_hi_i32", "i32", "i32 i32", _high_product(True))
    define("v_mul_i32_i24", "i32", "i32 i32", _mul24(True))
    define("v_mul_u32_u24", "i32", "i32 i32", _mul24(False))
    define("v_mul_hi_i32_i24", "i32", "i32 i32", _mul24(True, high=True))
    define("v_mul_hi_u32_u24", "i32", "i32 i32", _mul24(False, high=True))
    for width, vector in ((32, I32), (16, I16)):
        for sign, letter in (("s", "i"), ("u", "u")):
            for name in ("min", "max"):
                function = _intrinsic(f"{sign}{name}", vector, f"i{width}")
                three = lambda b, x, y, z, f=function: f(b, f(b, x, y), z)  # noqa: E731 - one shape for a family
                define(f"v_{name}_{letter}{width}", f"i{width}", f"i{width} i{width}", function)
                define(f"v_{name}3_{letter}{width}", f"i{width}", f"i{width} i{width} i{width}", three)
            define(
                f"v_med3_{letter}{width}",
                f"i{width}",
                f"i{width} i{width} i{width}",
                _median(vector, f"{sign}lt"),
            )
    for sign, letter in (("s", "i"), ("u", "u")):
        for name in ("add", "sub"):
            define(f"v_{name}_{letter}16", "i16", "i16 i16", _saturable(name, sign))
    define("v_subrev_u16", "i16", "i16 i16", lambda b, x, y: _saturable("sub", "u")(b, y, x))
    define("v_mul_lo_u16", "i16", "i16 i16", _binary("mul", I16))
    define(
        "v_mad_u16 v_mad_i16 v_mad_legacy_u16 v_mad_legacy_i16", "i16", "i16 i16 i16", chain("mul", "add", vector=I16)
    )
    define("v_mad_u32_u16", "i32", "u16w u16w i32", chain("mul", "add"))
    define("v_mad_i32_i16", "i32", "i16w i16w i32", chain("mul", "add"))
    define("v_mad_i32_i24", "i32", "i32 i32 i32", _mul24(True, add=True))
    define("v_mad_u32_u24", "i32", "i32 i32 i32", _mul24(False, add=True))
    define("v_bfe_u32", "i32", "i32 i32 i32", _extract(False))
    define("v_bfe_i32", "i32", "i32 i32 i32", _extract(True))
    define("v_bfi_b32", "i32", "i32 i32 i32", _bfi)
    define("v_bfm_b32", "i32", "i32 i32", _bfm)
    define("v_alignbit_b32", "i32", "i32 i32 i32", _align(1, 31))
    define("v_alignbyte_b32", "i32", "i32 i32 i32", _align(8, 3))
    define("v_perm_b32", "i32", "i32 i32 i32", _perm)
    define("v_add3_u32", "i32", "i32 i32 i32", chain("add", "add"))
    define("v_or3_b32", "i32", "i32 i32 i32", chain("or", "or"))
    define("v_and_or_b32", "i32", "i32 i32 i32", chain("and", "or"))
    define("v_xad_u32", "i32", "i32 i32 i32", chain("xor", "add"))
    define(
        "v_lshl_add_u32",
        "i32",
        "i32 i32 i32",
        lambda b, x, y, z: b.op(f"add {I32} {_masked_shift(b, 'shl', x, y)}, {z}"),
    )
    define(
        "v_lshl_or_b32", "i32", "i32 i32 i32", lambda b, x, y, z: b.op(f"or {I32} {_masked_shift(b, 'shl', x, y)}, {z}")
    )
    define(
        "v_add_lshl_u32",
        "i32",
        "i32 i32 i32",
        lambda b, x, y, z: _masked_shift(b, "shl", b.op(f"add {I32} {x}, {y}"), z),
    )

    def lshl_add64(b: Body, x: str, y: str, z: str) -> str:
        low = b.op(f"and {I32} {y}, {_c(7)}")
        shifted = b.op(f"shl {I64} {x}, {b.op(f'zext {I32} {low} to {I64}')}")
        return b.op(f"add {I64} {shifted}, {z}")

    define("v_lshl_add_u64", "i64", "i64 i32 i64", lshl_add64)
    define(
        "v_bcnt_u32_b32",
        "i32",
        "i32 i32",
        lambda b, x, y: b.op(f"add {I32} {b.call('llvm.ctpop.v64i32', I32, (I32, x))}, {y}"),
    )
    define("v_mbcnt_lo_u32_b32", "i32", "i32 i32", _mbcnt(False))
    define("v_mbcnt_hi_u32_b32", "i32", "i32 i32", _mbcnt(True))
    define("v_pack_b32_f16", "i32", "h16 h16", _pack16)

    def sad(b: Body, x: str, y: str, z: str) -> str:
        large = b.call("llvm.umax.v64i32", I32, (I32, x), (I32, y))
        small = b.call("llvm.umin.v64i32", I32, (I32, x), (I32, y))
        return b.op(f"add {I32} {b.op(f'sub {I32} {large}, {small}')}, {z}")

    define("v_sad_u32", "i32", "i32 i32 i32", sad)
    define("v_sad_u16", "i32", "i32 i32 i32", _sad_parts(16, 0))
    define("v_sad_u8", "i32", "i32 i32 i32", _sad_parts(8, 0))
    define("v_sad_hi_u8", "i32", "i32 i32 i32", _sad_parts(8, 16))

    # conversions
    define("v_cvt_f32_i32", "f32", "i32", lambda b, x: b.op(f"sitofp {I32} {x} to {F32}"))
    define("v_cvt_f32_u32", "f32", "i32", lambda b, x: b.op(f"uitofp {I32} {x} to {F32}"))
    define("v_cvt_f64_i32", "f64", "i32", lambda b, x: b.op(f"sitofp {I32} {x} to {F64}"))
    define("v_cvt_f64_u32", "f64", "i32", lambda b, x: b.op(f"uitofp {I32} {x} to {F64}"))
    define("v_cvt_i32_f32", "i32", "f32", _to_integer(True))
    define("v_cvt_u32_f32", "i32", "f32", _to_integer(False))
    define("v_cvt_i32_f64", "i32", "f64", _to_integer(True, "f64"))
    define("v_cvt_u32_f64", "i32", "f64", _to_integer(False, "f64"))
    define("v_cvt_rpi_i32_f32", "i32", "f32", _round_to_integer("half"))
    define("v_cvt_flr_i32_f32", "i32", "f32", _round_to_integer(""))
    define("v_cvt_f16_f32", "f16", "f32", lambda b, x: x)
    define("v_cvt_f32_f16", "f32", "f16", lambda b, x: x)
    define("v_cvt_f64_f32", "f64", "f32", lambda b, x: b.op(f"fpext {F32} {x} to {F64}"))
    define("v_cvt_f32_f64", "f32", "f64", lambda b, x: b.op(f"fptrunc {F64} {x} to {F32}"))
    define("v_cvt_f16_u16", "f16", "i16", lambda b, x: b.op(f"uitofp {I16} {x} to {F32}"))
    define("v_cvt_f16_i16", "f16", "i16", lambda b, x: b.op(f"sitofp {I16} {x} to {F32}"))
    define("v_cvt_u16_f16", "i16", "f16", _to_integer(False, width=16))
    define("v_cvt_i16_f16", "i16", "f16", _to_integer(True, width=16))
    for number in range(4):
        define(f"v_cvt_f32_ubyte{number}", "f32", "i32", _ubyte(number))
    define("v_cvt_off_f32_i4", "f32", "i32", _off_i4)
    define("v_cvt_pk_fp8_f32", "", "f32 f32", _pack_small(3), whole=True)
    define("v_cvt_pk_bf8_f32", "", "f32 f32", _pack_small(2), whole=True)
    define("v_cvt_sr_fp8_f32", "", "f32 i32", _stochastic_small(3), whole=True)
    define("v_cvt_sr_bf8_f32", "", "f32 i32", _stochastic_small(2), whole=True)
    define("v_cvt_pk_f32_fp8", "", "i32", _unpack_small(3), whole=True)
    define("v_cvt_pk_f32_bf8", "", "i32", _unpack_small(2), whole=True)
    define("v_cvt_f32_fp8", "f32", "i32", _one_small(3))
    define("v_cvt_f32_bf8", "f32", "i32", _one_small(2))
    define(
        "v_cvt_pkrtz_f16_f32",
        "i32",
        "f32 f32",
        lambda b, x, y: _pack16(b, _toward_zero_half(b, x), _toward_zero_half(b, y)),
    )
    define("v_cvt_pknorm_i16_f32", "i32", "f32 f32", _normalised(True))
    define("v_cvt_pknorm_u16_f32", "i32", "f32 f32", _normalised(False))
    define("v_cvt_pk_u16_u32", "i32", "i32 i32", _pack_integers(False))
    define("v_cvt_pk_i16_i32", "i32", "i32 i32", _pack_integers(True))

    def pk_u8(b: Body, x: str, number: str, old: str) -> str:
        rounded = b.call("llvm.roundeven.v64f32", F32, (F32, x))
        value = b.call("llvm.fptoui.sat.v64i32.v64f32", I32, (F32, rounded))
        value = b.call("llvm.umin.v64i32", I32, (I32, value), (I32, _c(255)))
        which = b.op(f"and {I32} {number}, {_c(3)}")
        shift = b.op(f"shl {I32} {which}, {_c(3)}")
        hole = b.op(f"shl {I32} {_c(255)}, {shift}")
        kept = b.op(f"and {I32} {old}, {b.op(f'xor {I32} {hole}, {_c(-1)}')}")
        return b.op(f"or {I32} {kept}, {b.op(f'shl {I32} {value}, {shift}')}")

    define("v_cvt_pk_u8_f32", "i32", "f32 i32 i32", pk_u8)

    # rounding and functions
    for name, intrinsic in {"trunc": "trunc", "ceil": "ceil", "rndne": "roundeven", "floor": "floor"}.items():
        for kind in ("f32", "f16", "f64"):
            vector, short = _OTHER[kind], "f64" if kind == "f64" else "f32"
            define(f"v_{name}_{kind}", kind, kind, _unary(intrinsic, vector, short))
    define("v_fract_f32", "f32", "f32", _fraction(F32, "f32", 1 - 2.0**-24))
    define("v_fract_f64", "f64", "f64", _fraction(F64, "f64", 1 - 2.0**-53))
    define("v_fract_f16", "f16", "f16", _fraction(F32, "f32", 1 - 2.0**-11))
    define("v_exp_f32 v_exp_legacy_f32", "f32", "f32", _widened(exp2_double))
    define("v_log_f32 v_log_legacy_f32", "f32", "f32", _widened(log2_double))
    define("v_exp_f16", "f16", "f16", _widened(exp2_double, False))
    define("v_log_f16", "f16", "f16", _widened(log2_double, False))
    define("v_rcp_f32 v_rcp_iflag_f32", "f32", "f32", lambda b, x: flush(b, _reciprocal(F32)(b, flush(b, x))))
    define("v_rcp_f16", "f16", "f16", _reciprocal(F32))
    define("v_rcp_f64", "f64", "f64", _reciprocal(F64))
    define("v_rsq_f32", "f32", "f32", _widened(_inverse_root))
    define("v_rsq_f16", "f16", "f16", _widened(_inverse_root, False))
    define("v_rsq_f64", "f64", "f64", _inverse_root)
    define("v_sqrt_f32", "f32", "f32", lambda b, x: _root(F32, "f32")(b, flush(b, x)))
    define("v_sqrt_f16", "f16", "f16", _root(F32, "f32"))
    define("v_sqrt_f64", "f64", "f64", _root(F64, "f64"))
    define("v_sin_f32", "f32", "f32", _widened(_turn(False)))
    define("v_cos_f32", "f32", "f32", _widened(_turn(True)))
    define("v_sin_f16", "f16", "f16", _widened(_turn(False), False))
    define("v_cos_f16", "f16", "f16", _widened(_turn(True), False))
    define("v_ldexp_f32", "f32", "f32 i32", _ldexp(F32, "f32", 100))
    define("v_ldexp_f64", "f64", "f64 i32", _ldexp(F64, "f64", 700))
    define("v_ldexp_f16", "f16", "f16 i16w", _ldexp(F32, "f32", 100))
    define("v_frexp_mant_f32", "f32", "f32", lambda b, x: _frexp_parts(b, x, F32)[0])
    define("v_frexp_exp_i32_f32", "i32", "f32", lambda b, x: _frexp_parts(b, x, F32)[1])
    define("v_frexp_mant_f64", "f64", "f64", lambda b, x: _frexp_parts(b, x, F64)[0])
    define("v_frexp_exp_i32_f64", "i32", "f64", lambda b, x: _frexp_parts(b, x, F64)[1])
    define("v_frexp_mant_f16", "f16", "f16", lambda b, x: _frexp_parts(b, x, F32)[0])
    define("v_frexp_exp_i16_f16", "i16", "f16", lambda b, x: b.op(f"trunc {I32} {_frexp_parts(b, x, F32)[1]} to {I16}"))


def _sad_parts(width: int, shift: int) -> Callable[[Body, str, str, str], str]:
    def emit(b: Body, x: str, y: str, z: str) -> str:
        total: str | None = None
        for at in range(0, 32, width):
            parts = []
            for value in (x, y):
                moved = b.op(f"lshr {I32} {value}, {_c(at)}") if at else value
                parts.append(b.op(f"and {I32} {moved}, {_c((1 << width) - 1)}"))
            large = b.call("llvm.umax.v64i32", I32, (I32, parts[0]), (I32, parts[1]))
            small = b.call("llvm.umin.v64i32", I32, (I32, parts[0]), (I32, parts[1]))
            difference = b.op(f"sub {I32} {large}, {small}")
            total = difference if total is None else b.op(f"add {I32} {total}, {difference}")
        assert total is not None
        if shift:
            total = b.op(f"shl {I32} {total}, {_c(shift)}")
        return b.op(f"add {I32} {total}, {z}")

    return emit


_populate()
