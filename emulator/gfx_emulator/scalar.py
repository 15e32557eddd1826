"""Scalar ALU instructions, as a table of emitters over one 32- or 64-bit value.

Source of the meanings: AMD Instinct MI300 ISA manual, chapter 12 (SOP1, SOP2, SOPC, SOPK).
"""

from __future__ import annotations

from collections.abc import Callable

from gfx_emulator.emit import EXEC_OFFSET, Body

SCALAR: dict[str, Callable[[Body], None]] = {}
"""Instruction name to emitter."""

_WIDTH = {"b32": "i32", "u32": "i32", "i32": "i32", "b64": "i64", "u64": "i64", "i64": "i64"}


def _kind(name: str) -> str:
    return _WIDTH[name.rsplit("_", 1)[1]]


def _not_zero(b: Body, value: str, kind: str) -> None:
    b.set_scc(b.op(f"icmp ne {kind} {value}, 0"))


def _logic(name: str, instruction: str, invert_second: bool = False, invert_result: bool = False) -> None:
    kind = _kind(name)

    def emit(b: Body) -> None:
        x, y = b.scalar(0, kind), b.scalar(1, kind)
        if invert_second:
            y = b.op(f"xor {kind} {y}, -1")
        value = b.op(f"{instruction} {kind} {x}, {y}")
        if invert_result:
            value = b.op(f"xor {kind} {value}, -1")
        b.set_scalar(value, kind)
        _not_zero(b, value, kind)
        b.next()

    SCALAR[name] = emit


def _save_exec(name: str, compute: Callable[[Body, str, str], str]) -> None:
    """D = EXEC, EXEC = compute(source, EXEC), SCC = EXEC not zero."""

    def emit(b: Body) -> None:
        x, old = b.scalar(0, "i64"), b.exec()
        value = compute(b, x, old)
        b.set_scalar(old, "i64")
        b.do(f"store i64 {value}, ptr {b.place(str(EXEC_OFFSET))}, align 8")
        _not_zero(b, value, "i64")
        b.next()

    SCALAR[name] = emit


def _shift(name: str, instruction: str) -> None:
    kind = _kind(name)
    limit = 31 if kind == "i32" else 63

    def emit(b: Body) -> None:
        x, n = b.scalar(0, kind), b.scalar(1, "i32")
        n = b.op(f"and i32 {n}, {limit}")
        if kind == "i64":
            n = b.op(f"zext i32 {n} to i64")
        value = b.op(f"{instruction} {kind} {x}, {n}")
        b.set_scalar(value, kind)
        _not_zero(b, value, kind)
        b.next()

    SCALAR[name] = emit


def _plain(name: str, compute: Callable[..., str], sources: str, result: str, test: bool = False) -> None:
    """A result from sources; ``test``: SCC tells whether it is not zero."""
    kinds = sources.split()

    def emit(b: Body) -> None:
        value = compute(b, *(b.scalar(slot, kind) for slot, kind in enumerate(kinds)))
        b.set_scalar(value, result)
        if test:
            _not_zero(b, value, result)
        b.next()

    SCALAR[name] = emit


def _call(b: Body, name: str, kind: str, value: str, *extra: str) -> str:
    types = ", ".join([kind, *(e.split()[0] for e in extra)])
    b.declarations.add(f"declare {kind} @{name}.{kind}({types})")
    return b.op(f"call {kind} @{name}.{kind}({', '.join([f'{kind} {value}', *extra])})")


def _add(name: str, subtract: bool, signed: bool, carry: bool) -> None:
    """Sum or difference; SCC is the carry (borrow) of unsigned, the overflow of signed numbers."""

    def emit(b: Body) -> None:
        x, y = b.scalar(0, "i32"), b.scalar(1, "i32")
        extend = "sext" if signed else "zext"
        wx, wy = b.op(f"{extend} i32 {x} to i64"), b.op(f"{extend} i32 {y} to i64")
        wide = b.op(f"{'sub' if subtract else 'add'} i64 {wx}, {wy}")
        if carry:
            wide = b.op(f"{'sub' if subtract else 'add'} i64 {wide}, {b.op(f'zext i32 {b.scc()} to i64')}")
        value = b.op(f"trunc i64 {wide} to i32")
        back = b.op(f"{extend} i32 {value} to i64")
        b.set_scalar(value, "i32")
        b.set_scc(b.op(f"icmp ne i64 {back}, {wide}"))
        b.next()

    SCALAR[name] = emit


def _extreme(name: str, predicate: str) -> None:
    def emit(b: Body) -> None:
        x, y = b.scalar(0, "i32"), b.scalar(1, "i32")
        first = b.op(f"icmp {predicate} i32 {x}, {y}")
        b.set_scalar(b.op(f"select i1 {first}, i32 {x}, i32 {y}"), "i32")
        b.set_scc(first)
        b.next()

    SCALAR[name] = emit


def _compare(name: str, predicate: str, kind: str = "i32") -> None:
    def emit(b: Body) -> None:
        b.set_scc(b.op(f"icmp {predicate} {kind} {b.scalar(0, kind)}, {b.scalar(1, kind)}"))
        b.next()

    SCALAR[name] = emit


def _bit_compare(name: str, kind: str, wanted: int) -> None:
    def emit(b: Body) -> None:
        n = b.op(f"and i32 {b.scalar(1, 'i32')}, {31 if kind == 'i32' else 63}")
        if kind == "i64":
            n = b.op(f"zext i32 {n} to i64")
        moved = b.op(f"lshr {kind} {b.scalar(0, kind)}, {n}")
        bit = b.op(f"and {kind} {moved}, 1")
        b.set_scc(b.op(f"icmp eq {kind} {bit}, {wanted}"))
        b.next()

    SCALAR[name] = emit


def _field(name: str, signed: bool) -> None:
    """Bit field of source 0: offset in [4:0] ([5:0] of 64-bit), width in [22:16] of source 1."""
    kind = _kind(name)
    bits = 32 if kind == "i32" else 64

    def emit(b: Body) -> None:
        x, control = b.scalar(0, kind), b.scalar(1, "i32")
        offset = b.op(f"and i32 {control}, {bits - 1}")
        width = b.op(f"lshr i32 {control}, 16")
        width = b.op(f"and i32 {width}, 127")
        width = _two(b, "llvm.umin", "i32", width, str(bits))
        if kind == "i64":
            offset, width = b.op(f"zext i32 {offset} to i64"), b.op(f"zext i32 {width} to i64")
        moved = b.op(f"{'ashr' if signed else 'lshr'} {kind} {x}, {offset}")
        rest = b.op(f"sub {kind} {bits}, {width}")
        none = b.op(f"icmp eq {kind} {width}, 0")
        rest = b.op(f"and {kind} {rest}, {bits - 1}")
        up = b.op(f"shl {kind} {moved}, {rest}")
        down = b.op(f"{'ashr' if signed else 'lshr'} {kind} {up}, {rest}")
        value = b.op(f"select i1 {none}, {kind} 0, {kind} {down}")
        b.set_scalar(value, kind)
        _not_zero(b, value, kind)
        b.next()

    SCALAR[name] = emit


def _two(b: Body, name: str, kind: str, x: str, y: str) -> str:
    b.declarations.add(f"declare {kind} @{name}.{kind}({kind}, {kind})")
    return b.op(f"call {kind} @{name}.{kind}({kind} {x}, {kind} {y})")


def _mask(b: Body, kind: str) -> str:
    limit = 31 if kind == "i32" else 63
    width, offset = (b.op(f"and i32 {b.scalar(slot, 'i32')}, {limit}") for slot in (0, 1))
    if kind == "i64":
        width, offset = b.op(f"zext i32 {width} to i64"), b.op(f"zext i32 {offset} to i64")
    one = b.op(f"shl {kind} 1, {width}")
    return b.op(f"shl {kind} {b.op(f'sub {kind} {one}, 1')}, {offset}")


def _count_leading(name: str, kind: str, leading: bool, signed: bool = False) -> None:
    """Position of the first one (or first bit unlike the sign), -1 if there is none."""
    bits = 32 if kind == "i32" else 64

    def emit(b: Body) -> None:
        x = b.scalar(0, kind)
        if signed:
            x = b.op(f"xor {kind} {x}, {b.op(f'ashr {kind} {x}, {bits - 1}')}")
        count = _call(b, "llvm.ctlz" if leading else "llvm.cttz", kind, x, "i1 false")
        if kind == "i64":
            count = b.op(f"trunc i64 {count} to i32")
        none = b.op(f"icmp eq {kind} {x}, 0")
        b.set_scalar(b.op(f"select i1 {none}, i32 -1, i32 {count}"), "i32")
        b.next()

    SCALAR[name] = emit


def _count_bits(name: str, kind: str, ones: bool) -> None:
    def emit(b: Body) -> None:
        x = b.scalar(0, kind)
        if not ones:
            x = b.op(f"xor {kind} {x}, -1")
        count = _call(b, "llvm.ctpop", kind, x)
        if kind == "i64":
            count = b.op(f"trunc i64 {count} to i32")
        b.set_scalar(count, "i32")
        _not_zero(b, count, "i32")
        b.next()

    SCALAR[name] = emit


def _set_bit(name: str, kind: str, value: bool) -> None:
    def emit(b: Body) -> None:
        n = b.op(f"and i32 {b.scalar(0, 'i32')}, {31 if kind == 'i32' else 63}")
        if kind == "i64":
            n = b.op(f"zext i32 {n} to i64")
        bit = b.op(f"shl {kind} 1, {n}")
        p = b.place(b.destination_offset())
        old = b.op(f"load {kind}, ptr {p}, align 4")
        instruction, operand = ("or", bit) if value else ("and", b.op(f"xor {kind} {bit}, -1"))
        new = b.op(f"{instruction} {kind} {old}, {operand}")
        b.do(f"store {kind} {new}, ptr {p}, align 4")
        b.next()

    SCALAR[name] = emit


def _select(name: str) -> None:
    kind = _kind(name)

    def emit(b: Body) -> None:
        set_ = b.op(f"icmp ne i32 {b.scc()}, 0")
        b.set_scalar(b.op(f"select i1 {set_}, {kind} {b.scalar(0, kind)}, {kind} {b.scalar(1, kind)}"), kind)
        b.next()

    SCALAR[name] = emit


def _conditional_move(name: str) -> None:
    """The destination is also the last source."""
    kind = _kind(name)

    def emit(b: Body) -> None:
        set_ = b.op(f"icmp ne i32 {b.scc()}, 0")
        p = b.place(b.destination_offset())
        old = b.op(f"load {kind}, ptr {p}, align 4")
        b.do(f"store {kind} {b.op(f'select i1 {set_}, {kind} {b.scalar(0, kind)}, {kind} {old}')}, ptr {p}, align 4")
        b.next()

    SCALAR[name] = emit


def _quads(b: Body, x: str, kind: str) -> str:
    """Each group of four bits all ones where any of them is one."""
    one = {"i32": 0x11111111, "i64": 0x1111111111111111}[kind]
    y = b.op(f"or {kind} {x}, {b.op(f'lshr {kind} {x}, 1')}")
    y = b.op(f"or {kind} {y}, {b.op(f'lshr {kind} {y}, 2')}")
    return b.op(f"mul {kind} {b.op(f'and {kind} {y}, {one}')}, 15")


def _populate() -> None:
    for width in ("b32", "b64"):
        kind = _WIDTH[width]
        _logic(f"s_and_{width}", "and")
        _logic(f"s_or_{width}", "or")
        _logic(f"s_xor_{width}", "xor")
        _logic(f"s_andn2_{width}", "and", invert_second=True)
        _logic(f"s_orn2_{width}", "or", invert_second=True)
        _logic(f"s_nand_{width}", "and", invert_result=True)
        _logic(f"s_nor_{width}", "or", invert_result=True)
        _logic(f"s_xnor_{width}", "xor", invert_result=True)
        _plain(f"s_mov_{width}", lambda b, x: x, kind, kind)
        _plain(f"s_not_{width}", lambda b, x, k=kind: b.op(f"xor {k} {x}, -1"), kind, kind, test=True)
        _plain(f"s_brev_{width}", lambda b, x, k=kind: _call(b, "llvm.bitreverse", k, x), kind, kind)
        _plain(f"s_wqm_{width}", lambda b, x, k=kind: _quads(b, x, k), kind, kind, test=True)
        _plain(f"s_bfm_{width}", lambda b, k=kind: _mask(b, k), "", kind)
        _shift(f"s_lshl_{width}", "shl")
        _shift(f"s_lshr_{width}", "lshr")
        _select(f"s_cselect_{width}")
        _conditional_move(f"s_cmov_{width}")
        _count_bits(f"s_bcnt0_i32_{width}", kind, ones=False)
        _count_bits(f"s_bcnt1_i32_{width}", kind, ones=True)
        _count_leading(f"s_ff1_i32_{width}", kind, leading=False)
        _set_bit(f"s_bitset0_{width}", kind, value=False)
        _set_bit(f"s_bitset1_{width}", kind, value=True)
        _bit_compare(f"s_bitcmp0_{width}", kind, 0)
        _bit_compare(f"s_bitcmp1_{width}", kind, 1)

        def find_zero(b: Body, k: str = kind) -> None:
            x = b.op(f"xor {k} {b.scalar(0, k)}, -1")
            count = _call(b, "llvm.cttz", k, x, "i1 false")
            if k == "i64":
                count = b.op(f"trunc i64 {count} to i32")
            none = b.op(f"icmp eq {k} {x}, 0")
            b.set_scalar(b.op(f"select i1 {none}, i32 -1, i32 {count}"), "i32")
            b.next()

        SCALAR[f"s_ff0_i32_{width}"] = find_zero
    _shift("s_ashr_i32", "ashr")
    _shift("s_ashr_i64", "ashr")
    for width in ("u32", "u64"):
        _field(f"s_bfe_{width}", signed=False)
        _field(f"s_bfe_{width.replace('u', 'i')}", signed=True)
        _count_leading(f"s_flbit_i32_{width.replace('u', 'b')}", _WIDTH[width], leading=True)
    _count_leading("s_flbit_i32", "i32", leading=True, signed=True)
    _count_leading("s_flbit_i32_i64", "i64", leading=True, signed=True)
    _add("s_add_u32", subtract=False, signed=False, carry=False)
    _add("s_sub_u32", subtract=True, signed=False, carry=False)
    _add("s_addc_u32", subtract=False, signed=False, carry=True)
    _add("s_subb_u32", subtract=True, signed=False, carry=True)
    _add("s_add_i32", subtract=False, signed=True, carry=False)
    _add("s_sub_i32", subtract=True, signed=True, carry=False)
    _add("s_addk_i32", subtract=False, signed=True, carry=False)
    _extreme("s_min_i32", "slt")
    _extreme("s_min_u32", "ult")
    _extreme("s_max_i32", "sge")
    _extreme("s_max_u32", "uge")
    _plain("s_mul_i32", lambda b, x, y: b.op(f"mul i32 {x}, {y}"), "i32 i32", "i32")
    _plain("s_mulk_i32", lambda b, x, y: b.op(f"mul i32 {x}, {y}"), "i32 i32", "i32")
    _plain("s_movk_i32", lambda b, x: x, "i32", "i32")
    _conditional_move("s_cmovk_i32")

    def high(signed: bool) -> Callable[[Body, str, str], str]:
        extend = "sext" if signed else "zext"

        def emit(b: Body, x: str, y: str) -> str:
            p = b.op(f"mul i64 {b.op(f'{extend} i32 {x} to i64')}, {b.op(f'{extend} i32 {y} to i64')}")
            return b.op(f"trunc i64 {b.op(f'lshr i64 {p}, 32')} to i32")

        return emit

    _plain("s_mul_hi_u32", high(False), "i32 i32", "i32")
    _plain("s_mul_hi_i32", high(True), "i32 i32", "i32")
    _plain("s_sext_i32_i8", lambda b, x: b.op(f"sext i8 {b.op(f'trunc i32 {x} to i8')} to i32"), "i32", "i32")
    _plain("s_sext_i32_i16", lambda b, x: b.op(f"sext i16 {b.op(f'trunc i32 {x} to i16')} to i32"), "i32", "i32")

    def absolute(b: Body, x: str) -> str:
        negative = b.op(f"icmp slt i32 {x}, 0")
        return b.op(f"select i1 {negative}, i32 {b.op(f'sub i32 0, {x}')}, i32 {x}")

    _plain("s_abs_i32", absolute, "i32", "i32", test=True)
    _plain("s_absdiff_i32", lambda b, x, y: absolute(b, b.op(f"sub i32 {x}, {y}")), "i32 i32", "i32", test=True)

    def pack(first: int, second: int) -> Callable[[Body, str, str], str]:
        def emit(b: Body, x: str, y: str) -> str:
            low = b.op(f"lshr i32 {x}, 16") if first else b.op(f"and i32 {x}, 65535")
            up = b.op(f"and i32 {y}, -65536") if second else b.op(f"shl i32 {y}, 16")
            return b.op(f"or i32 {low}, {up}")

        return emit

    _plain("s_pack_ll_b32_b16", pack(0, 0), "i32 i32", "i32")
    _plain("s_pack_lh_b32_b16", pack(0, 1), "i32 i32", "i32")
    _plain("s_pack_hh_b32_b16", pack(1, 1), "i32 i32", "i32")
    for n in (1, 2, 3, 4):

        def shifted_add(b: Body, n: int = n) -> None:
            x = b.op(f"zext i32 {b.scalar(0, 'i32')} to i64")
            y = b.op(f"zext i32 {b.scalar(1, 'i32')} to i64")
            wide = b.op(f"add i64 {b.op(f'shl i64 {x}, {n}')}, {y}")
            b.set_scalar(b.op(f"trunc i64 {wide} to i32"), "i32")
            b.set_scc(b.op(f"icmp ugt i64 {wide}, 4294967295"))
            b.next()

        SCALAR[f"s_lshl{n}_add_u32"] = shifted_add

    _save_exec("s_and_saveexec_b64", lambda b, x, e: b.op(f"and i64 {x}, {e}"))
    _save_exec("s_or_saveexec_b64", lambda b, x, e: b.op(f"or i64 {x}, {e}"))
    _save_exec("s_xor_saveexec_b64", lambda b, x, e: b.op(f"xor i64 {x}, {e}"))
    _save_exec("s_andn2_saveexec_b64", lambda b, x, e: b.op(f"and i64 {x}, {b.op(f'xor i64 {e}, -1')}"))
    _save_exec("s_orn2_saveexec_b64", lambda b, x, e: b.op(f"or i64 {x}, {b.op(f'xor i64 {e}, -1')}"))
    _save_exec("s_nand_saveexec_b64", lambda b, x, e: b.op(f"xor i64 {b.op(f'and i64 {x}, {e}')}, -1"))
    _save_exec("s_nor_saveexec_b64", lambda b, x, e: b.op(f"xor i64 {b.op(f'or i64 {x}, {e}')}, -1"))
    _save_exec("s_xnor_saveexec_b64", lambda b, x, e: b.op(f"xor i64 {b.op(f'xor i64 {x}, {e}')}, -1"))
    _save_exec("s_andn1_saveexec_b64", lambda b, x, e: b.op(f"and i64 {b.op(f'xor i64 {x}, -1')}, {e}"))
    _save_exec("s_orn1_saveexec_b64", lambda b, x, e: b.op(f"or i64 {b.op(f'xor i64 {x}, -1')}, {e}"))

    def write_exec(compute: Callable[[Body, str, str], str]) -> Callable[[Body], None]:
        def emit(b: Body) -> None:
            value = compute(b, b.scalar(0, "i64"), b.exec())
            b.do(f"store i64 {value}, ptr {b.place(str(EXEC_OFFSET))}, align 8")
            b.set_scalar(value, "i64")
            _not_zero(b, value, "i64")
            b.next()

        return emit

    SCALAR["s_andn1_wrexec_b64"] = write_exec(lambda b, x, e: b.op(f"and i64 {b.op(f'xor i64 {x}, -1')}, {e}"))
    SCALAR["s_andn2_wrexec_b64"] = write_exec(lambda b, x, e: b.op(f"and i64 {x}, {b.op(f'xor i64 {e}, -1')}"))

    for relation, (signed, unsigned) in {
        "eq": ("eq", "eq"),
        "lg": ("ne", "ne"),
        "gt": ("sgt", "ugt"),
        "ge": ("sge", "uge"),
        "lt": ("slt", "ult"),
        "le": ("sle", "ule"),
    }.items():
        for stem in ("s_cmp_", "s_cmpk_"):
            _compare(f"{stem}{relation}_i32", signed)
            _compare(f"{stem}{relation}_u32", unsigned)
    _compare("s_cmp_eq_u64", "eq", "i64")
    _compare("s_cmp_lg_u64", "ne", "i64")

    def replicate(b: Body) -> None:
        # s_bitreplicate_b64_b32: every bit twice
        value = b.op(f"zext i32 {b.scalar(0, 'i32')} to i64")
        for shift, mask in (
            (16, 0x0000FFFF0000FFFF),
            (8, 0x00FF00FF00FF00FF),
            (4, 0x0F0F0F0F0F0F0F0F),
            (2, 0x3333333333333333),
            (1, 0x5555555555555555),
        ):
            value = b.op(f"or i64 {value}, {b.op(f'shl i64 {value}, {shift}')}")
            value = b.op(f"and i64 {value}, {mask}")
        b.set_scalar(b.op(f"or i64 {value}, {b.op(f'shl i64 {value}, 1')}"), "i64")
        b.next()

    SCALAR["s_bitreplicate_b64_b32"] = replicate


_populate()
