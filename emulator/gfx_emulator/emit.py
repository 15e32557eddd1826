"""Writes the LLVM IR of instruction handlers: operands in, 64 lanes of results out, then on to the next record."""

from __future__ import annotations

from dataclasses import dataclass, field

from gfx_emulator.layout import (
    INDEX_OFFSET,
    LANES,
    MODE_OFFSET,
    MXCSR_OFFSET,
    RECORD_DESTINATION,
    RECORD_DESTINATION2,
    RECORD_SOURCE,
    REGISTER_BYTES,
    SCC_OFFSET,
    SGPR_EXEC,
    SGPR_M0,
)
from gfx_emulator.layout import RECORD as RECORD_TYPE

I1, I8, I16, I32, I64 = (f"<{LANES} x {t}>" for t in ("i1", "i8", "i16", "i32", "i64"))
F16, F32, F64 = (f"<{LANES} x {t}>" for t in ("half", "float", "double"))
CONVENTION = "preserve_nonecc"
SIGNATURE = "ptr noalias align 64 %s, ptr noalias %r"
DENORMAL_INPUTS, DENORMAL_OUTPUTS = 0x0040, 0x8000
"""MXCSR: flush denormal inputs, results."""
EXEC_OFFSET = 4 * SGPR_EXEC
_SHORT = {
    "i1": "i1",
    "i8": "i8",
    "i16": "i16",
    "i32": "i32",
    "i64": "i64",
    "half": "f16",
    "float": "f32",
    "double": "f64",
}


@dataclass(frozen=True)
class Form:
    """What a handler is compiled for: instruction name, kind of each operand (v, s, k), and what the encoding adds."""

    name: str
    destinations: str
    sources: str
    modifiers: tuple[tuple[str, object], ...] = ()

    def get(self, key: str, default: object = None) -> object:
        """Return a modifier."""
        return next((value for name, value in self.modifiers if name == key), default)

    def with_modifier(self, name: str) -> Form:
        """The same form with one more modifier."""
        return Form(self.name, self.destinations, self.sources, (*self.modifiers, (name, 1)))

    @property
    def key(self) -> str:
        """A text that names the form."""
        return f"{self.name} {self.destinations} {self.sources} {' '.join(f'{k}={v}' for k, v in self.modifiers)}"


class NotImplementedForm(Exception):  # noqa: N818 - says what happened, as the public errors do
    """This form of an instruction has no emitter."""


@dataclass
class Body:
    """One function under construction."""

    form: Form
    lines: list[str] = field(default_factory=list)
    declarations: set[str] = field(default_factory=set)
    count: int = 0
    block: str = "entry"
    double_differs: str = ""
    halves_of: dict[str, str] = field(default_factory=dict)  # half-precision bits of a value extended to single

    def op(self, text: str) -> str:
        """Add an instruction and return the name of its value."""
        self.count += 1
        name = f"%t{self.count}"
        self.lines.append(f"  {name} = {text}")
        return name

    def do(self, text: str) -> None:
        """Add an instruction without a value."""
        self.lines.append(f"  {text}")

    def label(self, stem: str) -> str:
        """Return a fresh label."""
        self.count += 1
        return f"{stem}{self.count}"

    def start(self, label: str) -> None:
        """Begin a basic block."""
        self.lines.append(f"{label}:")
        self.block = label

    def call(self, name: str, result: str, *arguments: tuple[str, str]) -> str:
        """Call an intrinsic, named without the types: the overload is that of the result or as given in ``name``."""
        types = ", ".join(t for t, _ in arguments)
        self.declarations.add(f"declare {result} @{name}({types})")
        return self.op(f"call {result} @{name}({', '.join(f'{t} {v}' for t, v in arguments)})")

    # ---- addresses ----
    def record_field(self, offset: int, kind: str = "i64") -> str:
        """Load a field of the record."""
        p = self.op(f"getelementptr i8, ptr %r, i64 {offset}")
        return self.op(f"load {kind}, ptr {p}, align {min(8, {'i32': 4, 'i64': 8, 'i16': 2}[kind])}")

    def place(self, offset: str) -> str:
        """Pointer to a byte offset of the wave state."""
        return self.op(f"getelementptr i8, ptr %s, i64 {offset}")

    def source_offset(self, slot: int) -> str:
        """Byte offset held in a source slot, plus the index register's where the form is indexed."""
        offset = self.record_field(RECORD_SOURCE + 8 * slot)
        if (
            self.form.get("index", 0)
            and self.form.sources[slot] == "v"
            and int(str(self.form.get("index"))) >> slot & 1
        ):
            offset = self.indexed(offset)
        return offset

    def indexed(self, offset: str) -> str:
        """Add M0[7:0] registers (s_set_gpr_idx); set_index has checked that they exist."""
        p = self.place(str(4 * SGPR_M0))
        m0 = self.op(f"load i32, ptr {p}, align 4")
        low = self.op(f"and i32 {m0}, 255")
        wide = self.op(f"zext i32 {low} to i64")
        scaled = self.op(f"mul i64 {wide}, {REGISTER_BYTES}")
        return self.op(f"add i64 {offset}, {scaled}")

    def destination_offset(self, which: int = 0) -> str:
        """Byte offset of a destination register."""
        narrow = self.record_field((RECORD_DESTINATION, RECORD_DESTINATION2)[which], "i32")
        offset = self.op(f"zext i32 {narrow} to i64")
        if which == 0 and int(str(self.form.get("index", 0))) & 8 and self.form.destinations[:1] == "v":
            offset = self.indexed(offset)
        return offset

    # ---- constants ----
    def splat(self, scalar: str, kind: str) -> str:
        """Repeat a scalar value in all lanes."""
        vector = f"<{LANES} x {kind}>"
        one = self.op(f"insertelement {vector} poison, {kind} {scalar}, i64 0")
        return self.op(f"shufflevector {vector} {one}, {vector} poison, <{LANES} x i32> zeroinitializer")

    # ---- loads ----
    def raw32(self, slot: int, plus: int = 0) -> str:
        """Source ``slot`` as <64 x i32>; ``plus`` selects the next register of a tuple."""
        kind = self.form.sources[slot]
        if kind == "k":
            value = self.record_field(RECORD_SOURCE + 8 * slot + 4 * plus, "i32")
            return self.splat(value, "i32")
        offset = self.source_offset(slot)
        if plus:
            offset = self.op(f"add i64 {offset}, {plus * (REGISTER_BYTES if kind == 'v' else 4)}")
        p = self.place(offset)
        if kind == "s":
            return self.splat(self.op(f"load i32, ptr {p}, align 4"), "i32")
        return self.op(f"load {I32}, ptr {p}, align 64")

    def raw64(self, slot: int) -> str:
        """Source ``slot`` as <64 x i64>."""
        kind = self.form.sources[slot]
        if kind == "k":
            return self.splat(self.record_field(RECORD_SOURCE + 8 * slot), "i64")
        if kind == "s":
            p = self.place(self.source_offset(slot))
            return self.splat(self.op(f"load i64, ptr {p}, align 4"), "i64")
        return self.join(self.raw32(slot), self.raw32(slot, 1))

    def join(self, low: str, high: str) -> str:
        """Two <64 x i32> to <64 x i64>."""
        a = self.op(f"zext {I32} {low} to {I64}")
        b = self.op(f"zext {I32} {high} to {I64}")
        c = self.op(f"shl {I64} {b}, splat (i64 32)")
        return self.op(f"or {I64} {a}, {c}")

    def halves(self, value: str) -> tuple[str, str]:
        """<64 x i64> to two <64 x i32>: low, high."""
        high = self.op(f"lshr {I64} {value}, splat (i64 32)")
        return self.op(f"trunc {I64} {value} to {I32}"), self.op(f"trunc {I64} {high} to {I32}")

    def exec(self) -> str:
        """The EXEC mask as i64."""
        return self.op(f"load i64, ptr {self.place(str(EXEC_OFFSET))}, align 8")

    def scalar_mask(self, slot: int) -> str:
        """A 64-bit scalar source as a lane mask <64 x i1>."""
        return self.op(f"bitcast i64 {self.scalar(slot, 'i64')} to {I1}")

    def scalar(self, slot: int, kind: str) -> str:
        """A scalar source as i32 or i64."""
        if self.form.sources[slot] == "k":
            return self.record_field(RECORD_SOURCE + 8 * slot, kind)
        return self.op(f"load {kind}, ptr {self.place(self.record_field(RECORD_SOURCE + 8 * slot))}, align 4")

    def scc(self) -> str:
        """SCC as i32, 0 or 1."""
        return self.op(f"load i32, ptr {self.place(str(SCC_OFFSET))}, align 4")

    def mode(self) -> str:
        """The MODE register."""
        return self.op(f"load i32, ptr {self.place(str(MODE_OFFSET))}, align 4")

    # ---- stores ----
    def set_scalar(self, value: str, kind: str, which: int = 0) -> None:
        """Write a scalar destination."""
        self.do(f"store {kind} {value}, ptr {self.place(self.destination_offset(which))}, align 4")

    def set_scc(self, bit: str) -> None:
        """Write SCC from an i1."""
        value = self.op(f"zext i1 {bit} to i32")
        self.do(f"store i32 {value}, ptr {self.place(str(SCC_OFFSET))}, align 4")

    def next(self) -> None:
        """Go on to the next record."""
        n = self.op(f"getelementptr i8, ptr %r, i64 {RECORD_TYPE.itemsize}")
        h = self.op(f"load ptr, ptr {n}, align 8")
        self.do(
            f"musttail call {CONVENTION} void {h}({SIGNATURE.replace('%s', 'X').replace('%r', n).replace('X', '%s')})"
        )
        self.do("ret void")

    def write_vector(self, values: list[str], mask: str | None = None, lanes: int = (1 << 64) - 1) -> None:
        """Write <64 x i32> values to consecutive registers of the destination under EXEC and go on.

        ``lanes``: lanes that the encoding lets through (DPP); ``mask``: an i64 that replaces EXEC.
        """
        offset = self.destination_offset()
        places = [
            self.place(offset if i == 0 else self.op(f"add i64 {offset}, {i * REGISTER_BYTES}"))
            for i in range(len(values))
        ]
        effective = mask or self.exec()
        if lanes != (1 << 64) - 1:
            effective = self.op(f"and i64 {effective}, {lanes - (1 << 64) if lanes >> 63 else lanes}")
        full = self.op(f"icmp eq i64 {effective}, -1")
        every, some = self.label("every"), self.label("some")
        self.do(f"br i1 {full}, label %{every}, label %{some}, !prof !0")
        self.start(every)
        for value, p in zip(values, places, strict=True):
            self.do(f"store {I32} {value}, ptr {p}, align 64")
        self.next()
        self.start(some)
        lane_mask = self.op(f"bitcast i64 {effective} to {I1}")
        for value, p in zip(values, places, strict=True):
            old = self.op(f"load {I32}, ptr {p}, align 64")
            mixed = self.op(f"select {I1} {lane_mask}, {I32} {value}, {I32} {old}")
            self.do(f"store {I32} {mixed}, ptr {p}, align 64")
        self.next()

    # ---- host float mode for 64-bit operations ----
    def begin_double(self) -> None:
        """Switch the host to the wave's 16/64-bit denormal and rounding mode where it differs from the 32-bit one."""
        mode = self.mode()
        shifted = self.op(f"lshr i32 {mode}, 2")
        differs = self.op(f"xor i32 {mode}, {shifted}")
        bits = self.op(f"and i32 {differs}, 51")  # rounding [1:0] and denormals [5:4]
        self.double_differs = self.op(f"icmp ne i32 {bits}, 0")
        self.set_double_mode()

    def set_double_mode(self) -> None:
        """Load the host mode that ``begin_double`` found necessary."""
        mode = self.mode()
        shifted = self.op(f"lshr i32 {mode}, 2")
        other, go = self.label("mode"), self.label("go")
        self.do(f"br i1 {self.double_differs}, label %{other}, label %{go}, !prof !1")
        self.start(other)
        denormal = self.op(f"lshr i32 {mode}, 6")
        inverse = self.op(f"xor i32 {denormal}, 3")
        inputs = self.op(f"and i32 {inverse}, 1")
        outputs = self.op(f"and i32 {inverse}, 2")
        daz = self.op(f"shl i32 {inputs}, 6")
        ftz = self.op(f"shl i32 {outputs}, 14")
        rounding = self.op(f"and i32 {shifted}, 3")
        # AMD: nearest, up, down, zero; host: nearest, down, up, zero
        low = self.op(f"and i32 {rounding}, 1")
        high = self.op(f"lshr i32 {rounding}, 1")
        swapped = self.op(f"shl i32 {low}, 1")
        host = self.op(f"or i32 {swapped}, {high}")
        rc = self.op(f"shl i32 {host}, 13")
        a = self.op(f"or i32 {daz}, {ftz}")
        b = self.op(f"or i32 {a}, {rc}")
        csr = self.op(f"or i32 {b}, 8064")
        self.load_csr(csr)
        self.do(f"br label %{go}")
        self.start(go)

    def end_double(self) -> None:
        """Undo ``begin_double``."""
        other, go = self.label("back"), self.label("on")
        self.do(f"br i1 {self.double_differs}, label %{other}, label %{go}, !prof !1")
        self.start(other)
        csr = self.op(f"load i32, ptr {self.place(str(MXCSR_OFFSET))}, align 4")
        self.load_csr(csr)
        self.do(f"br label %{go}")
        self.start(go)

    def host_csr(self) -> str:
        """The host's MXCSR for the wave's 32-bit mode."""
        return self.op(f"load i32, ptr {self.place(str(MXCSR_OFFSET))}, align 4")

    def load_csr(self, value: str) -> None:
        """Set the host's MXCSR."""
        slot = self.place(str(INDEX_OFFSET))
        self.do(f"store i32 {value}, ptr {slot}, align 4")
        self.declarations.add("declare void @llvm.x86.sse.ldmxcsr(ptr)")
        self.do(f"call void @llvm.x86.sse.ldmxcsr(ptr {slot})")
        # a block of its own: within one, code generation may move arithmetic across the call
        behind = self.label("mode")
        self.do(f"br label %{behind}")
        self.start(behind)

    def text(self, name: str) -> str:
        """The function's text."""
        body = "\n".join(self.lines)
        return f"define {CONVENTION} void @{name}({SIGNATURE}) nounwind {{\nentry:\n{body}\n}}\n"


__all__ = ["INDEX_OFFSET", "Body", "Form", "NotImplementedForm"]
