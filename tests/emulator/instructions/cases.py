"""Which forms of each instruction are tested: operands, modifiers, encodings, modes, and the data they get."""

from __future__ import annotations

import functools
import hashlib
import json
import pathlib
import re
from collections.abc import Callable, Iterator
from typing import Any

from . import matrix, memory, packed, scalar, vector
from .assembler import AssemblerError, cache_folder, run_tool
from .case import Case
from .entry import width_of
from .state import AITER, CLANG, Mode
from .vector_compare import COMPARES

FLUSH_ALL = Mode(denormal32=False, denormal16=False, ieee=True, clamp=True)
SATURATE = Mode(overflow=True)
DESTINATION, SOURCES = 8, (10, 12, 14)
SCALAR_DESTINATION, SCALAR_SOURCES = 32, (34, 36)

DPP_CONTROLS = [
    "quad_perm:[0,1,2,3]",
    "quad_perm:[3,2,1,0]",
    "quad_perm:[1,0,3,2]",
    "quad_perm:[2,2,0,0]",
    *(f"row_shl:{n}" for n in (1, 2, 8, 15)),
    *(f"row_shr:{n}" for n in (1, 4, 15)),
    *(f"row_ror:{n}" for n in (1, 4, 8, 15)),
    *(f"row_newbcast:{n}" for n in (0, 5, 15)),
    "row_bcast:15",
    "row_bcast:31",
    "row_mirror",
    "row_half_mirror",
    "wave_shl:1",
    "wave_shr:1",
    "wave_rol:1",
    "wave_ror:1",
]
DPP_TAILS = [
    "row_mask:0xf bank_mask:0xf",
    "row_mask:0xf bank_mask:0xf bound_ctrl:1",
    "row_mask:0xa bank_mask:0xf",
    "row_mask:0xf bank_mask:0x5",
    "row_mask:0x3 bank_mask:0xc bound_ctrl:1",
]
DPP_FEW = [
    "quad_perm:[1,0,3,2]",
    "row_shl:1",
    "row_shr:4",
    "row_ror:8",
    "row_newbcast:3",
    "row_bcast:15",
    "row_bcast:31",
]
DPP_NAMES = (
    "v_mov_b32",
    "v_add_f32",
    "v_max_f32",
    "v_mul_f32",
    "v_add_u32",
    "v_or_b32",
    "v_mul_u32_u24",
    "v_subrev_f32",
    "v_min_f32",
    "v_and_b32",
    "v_add_f16",
    "v_max_u32",
    "v_cndmask_b32",
)
SDWA_SELECTS = ["BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD"]
SDWA_UNUSED = ["UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"]
SDWA_ONE = ("v_cvt_f32_f16", "v_cvt_f16_f32", "v_cvt_off_f32_i4", "v_cvt_f32_fp8", "v_cvt_f32_bf8", "v_mov_b32")
SDWA_TWO = ("v_and_b32", "v_or_b32", "v_lshrrev_b32", "v_add_u32", "v_mul_f16", "v_add_f16", "v_lshlrev_b32")


def register(file: str, first: int, width: int) -> str:
    """Text of a register operand of a width in bits."""
    return f"{file}{first}" if width <= 32 else f"{file}[{first}:{first + width // 32 - 1}]"


# Results that the sources fix only within a bound or a choice: output modifiers are not tested on them.
UNCLAMPED = frozenset(
    name
    for name, model in vector.TABLE.items()
    if model.fuzzy_denormals or name.startswith(("v_fract", "v_div_fixup", "v_dot2", "v_med3_f"))
)


def scalar_cases(name: str) -> Iterator[Case]:
    """Forms of a scalar instruction."""

    def case(text: str) -> Case:
        return Case(text, CLANG, vectors=4, kind="scalar")

    if name.endswith(("_saveexec_b64", "_wrexec_b64")):
        yield case(f"{name} s[32:33], s[34:35]")
        yield case(f"{name} s[34:35], s[34:35]")
        yield case(f"{name} s[32:33], vcc")
        yield case(f"{name} vcc, vcc")
        yield case(f"{name} s[32:33], exec")
        yield case(f"{name} s[32:33], -1")
        return
    model = scalar.TABLE[name]
    if model.sources == (16,) or (len(model.sources) > 1 and model.sources[1] == 16):
        numbers = (0, 1, 0x7FFF, 0x8000, 0xFFFF, 0x1234)
        first = 32 if model.sources == (16,) else 34
        yield from (case(f"{name} s{first}, {number:#x}") for number in numbers)
        return
    destination = [register("s", SCALAR_DESTINATION, model.result)] if model.result else []
    plain = [register("s", first, width) for first, width in zip(SCALAR_SOURCES, model.sources, strict=False)]

    def text(sources: list[str], into: list[str] = destination) -> str:
        return f"{name} {', '.join([*into, *sources])}"

    yield case(text(plain))
    for position, width in enumerate(model.sources):
        constants = ["-1", "64", "0.5"] if position == 0 else ["-16", "1"]
        constants += ["0x12345678"] if width == 32 else []
        if position == 0:
            constants += ["vcc", "exec"] if width == 64 else ["vcc_hi", "exec_lo", "m0"]
        for constant in constants:
            yield case(text([*plain[:position], constant, *plain[position + 1 :]]))
    if name == "s_mov_b64":
        yield case("s_mov_b64 s[32:33], 0x12345678")
    if model.result:
        same = register("s", SCALAR_SOURCES[0], model.result)
        yield case(text(plain, [same]))
        for special in ["vcc"] if model.result == 64 else ["vcc_lo", "m0"]:
            if not model.reads_destination:
                yield case(text(plain, [special]))


def data_kind(kinds: tuple[str, ...]) -> str:
    """Data for an instruction with these source types."""
    for kind in kinds:
        if kind[0] == "f":
            return f"f{kind[1:]}"
    return "f64" if any(kind.endswith("64") for kind in kinds) else "bits"


def modes_for(kinds: tuple[str, ...]) -> list[Mode]:
    """Modes worth testing: all of a float instruction, one of an integer one."""
    if any(kind in ("f16", "f64") for kind in kinds):
        return [CLANG, AITER, FLUSH_ALL]
    return [CLANG, AITER] if any(kind == "f32" for kind in kinds) else [CLANG]


def vector_cases(name: str) -> Iterator[Case]:
    """Forms of an instruction of vector.TABLE."""
    model = vector.TABLE[name]
    types = (model.result, *model.sources)
    kind, modes = data_kind(types), modes_for(types)
    widths = [width_of(source) for source in model.sources]
    destination = register("v", DESTINATION, width_of(model.result))
    plain = [register("v", first, width) for first, width in zip(SOURCES, widths, strict=False)]

    def text(sources: list[str], suffix: str = "", into: str = destination) -> str:
        return f"{name}{suffix} {', '.join([into, *sources])}"

    if name in ("v_fmamk_f32", "v_fmaak_f32"):
        position = 1 if name == "v_fmamk_f32" else 2
        for literal in ("0x40490fdb", "0x80000001", "0x7f800000"):
            sources = [plain[0], plain[1]]
            sources.insert(position, literal)
            for mode in modes:
                yield Case(text(sources), mode, kind=kind)
            yield Case(text([("s34" if index == 0 else item) for index, item in enumerate(sources)]), CLANG, kind=kind)
        return
    if name == "v_pack_b32_f16":
        modes = modes[:2]  # whether a move flushes f16 denormals is open
    for mode in modes:
        yield Case(text(plain), mode, kind=kind)
    yield Case(text(plain, "_e64"), modes[-1], kind=kind)
    if name == "v_cvt_f16_f32":
        yield Case(text(plain), SATURATE, kind=kind)
    if name in ("v_cvt_f32_fp8", "v_cvt_f32_bf8"):
        yield Case(text(plain), CLANG, kind="bytes")
    for position, width in enumerate(widths):
        is_float = model.sources[position][0] == "f"
        constants = ["-3", "-4.0"] if is_float else ["-1", "1.0"]
        if width == 32 and position == 0:
            constants += ["0x40490fdb", *(["vcc_lo", "m0"] if name in ("v_mov_b32", "v_add_u32", "v_mul_f32") else [])]
        for token in [register("s", 34 + 2 * position, width), *constants]:
            yield Case(text([*plain[:position], token, *plain[position + 1 :]]), CLANG, kind=kind)
    yield Case(text(plain, into=register("v", SOURCES[0], width_of(model.result))), CLANG, kind=kind)
    if len(plain) > 1:
        yield Case(text(plain, into=register("v", SOURCES[1], width_of(model.result))), CLANG, kind=kind)
        yield Case(text([plain[0]] * len(plain)), CLANG, kind=kind)
    floats = [index for index, source in enumerate(model.sources) if source[0] == "f"]
    if floats and name not in ("v_pack_b32_f16",):
        for pattern, position in [("-{}", p) for p in floats] + [("|{}|", p) for p in floats] + [("-|{}|", None)]:
            sources = [
                pattern.format(item) if index in floats and position in (None, index) else item
                for index, item in enumerate(plain)
            ]
            yield Case(text(sources, "_e64"), CLANG if position != 0 else modes[-1], kind=kind)
        for mode in modes if model.result[0] == "f" and name not in UNCLAMPED else []:
            yield Case(text(plain, "_e64") + " clamp", mode, kind=kind)
    if model.result == "f32" and name not in UNCLAMPED:
        for omod in ("mul:2", "mul:4", "div:2"):
            yield Case(text(plain, "_e64") + f" {omod}", AITER, kind=kind)
    if name in ("v_add_u32", "v_sub_u32", "v_subrev_u32", "v_add_i32", "v_sub_i32", "v_add_u16", "v_sub_u16"):
        yield Case(text(plain, "_e64") + " clamp", CLANG, kind=kind)
    if model.high == "keep" and width_of(model.result) == 16 and not model.accumulate:
        count = len(plain)
        for selects in ([1] + [0] * count, [0] * count + [1], [1] * (count + 1)):
            yield Case(text(plain) + f" op_sel:[{','.join(map(str, selects))}]", CLANG, kind=kind)
    if name == "v_pack_b32_f16":
        for selects in ("[1,0,0]", "[0,1,0]", "[1,1,0]"):
            yield Case(text(plain) + f" op_sel:{selects}", CLANG, kind=kind)
    if name in DPP_NAMES:
        yield from dpp_cases(name, plain, destination, kind)
    if name in SDWA_ONE:
        yield from sdwa_one(name, model.result, kind)
    if name in SDWA_TWO:
        yield from sdwa_two(name, kind)


def dpp_cases(name: str, plain: list[str], destination: str, kind: str) -> Iterator[Case]:
    """DPP forms: every control with every tail for v_mov_b32, a few for the others."""
    controls = DPP_CONTROLS if name == "v_mov_b32" else DPP_FEW
    extra = ", vcc" if name == "v_cndmask_b32" else ""
    for control in controls:
        for tail in DPP_TAILS if name == "v_mov_b32" else DPP_TAILS[1:3]:
            yield Case(f"{name}_dpp {', '.join([destination, *plain])}{extra} {control} {tail}", CLANG, kind=kind)
    if kind == "f32":
        yield Case(f"{name}_dpp {destination}, {plain[0]}, {plain[1]} row_ror:4 {DPP_TAILS[0]}", AITER, kind=kind)
        yield Case(f"{name}_dpp {destination}, -|{plain[0]}|, -{plain[1]} row_shr:1 {DPP_TAILS[1]}", CLANG, kind=kind)


def sdwa_one(name: str, result: str, kind: str) -> Iterator[Case]:
    """SDWA forms with one source."""
    for select in SDWA_SELECTS:
        if name in ("v_cvt_f32_fp8", "v_cvt_f32_bf8"):
            yield Case(f"{name}_sdwa v8, v10 src0_sel:{select}", CLANG, kind="bits")
            continue
        yield Case(f"{name}_sdwa v8, v10 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:{select}", CLANG, kind=kind)
    if name in ("v_cvt_f32_fp8", "v_cvt_f32_bf8"):
        return
    for select in ("BYTE_1", "WORD_0", "WORD_1") if not result.startswith("f") else ("WORD_0", "WORD_1"):
        for unused in SDWA_UNUSED:
            tail = f"dst_sel:{select} dst_unused:{unused} src0_sel:{'WORD_1' if kind == 'f16' else 'DWORD'}"
            yield Case(f"{name}_sdwa v8, v10 {tail}", CLANG, kind=kind)


def sdwa_two(name: str, kind: str) -> Iterator[Case]:
    """SDWA forms with two sources: each select on either side, each destination part."""
    for select in SDWA_SELECTS:
        for sel0, sel1 in ((select, "DWORD"), ("DWORD", select)):
            tail = f"dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:{sel0} src1_sel:{sel1}"
            yield Case(f"{name}_sdwa v8, v10, v12 {tail}", CLANG, kind=kind)
    for select in SDWA_SELECTS[4:-1] if kind == "f16" else SDWA_SELECTS[:-1]:  # a byte of a NaN is open
        for unused in SDWA_UNUSED if kind != "f16" else ["UNUSED_PAD", "UNUSED_PRESERVE"]:  # so is its sign
            tail = f"dst_sel:{select} dst_unused:{unused} src0_sel:WORD_1 src1_sel:WORD_0"
            yield Case(f"{name}_sdwa v8, v10, v12 {tail}", CLANG, kind=kind)
    if kind == "bits":
        tail = "dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_3 src1_sel:WORD_1"
        yield Case(f"{name}_sdwa v8, sext(v10), sext(v12) {tail}", CLANG, kind=kind)


def compare_cases(name: str) -> Iterator[Case]:
    """Forms of v_cmp and v_cmpx; LLVM's disassembler does not read back the long encoding of v_cmpx on gfx9."""
    long_form = not name.startswith("v_cmpx_")
    return (case for case in _compare_forms(name) if long_form or "_e64" not in case.text)


def _compare_forms(name: str) -> Iterator[Case]:
    rest = name.partition("_")[2].partition("_")[2]
    if rest.startswith("class_"):
        width, kind = int(rest[-2:]), f"f{rest[-2:]}"
        modes = [CLANG, AITER]
        sources = [register("v", 10, width), "v12"]
    else:
        kind_of, _ = COMPARES[rest]
        width = width_of(kind_of)
        kind = kind_of if kind_of[0] == "f" else "f64" if width == 64 else "bits"
        modes = modes_for((kind_of,))
        sources = [register("v", first, width) for first in (10, 12)]
    for mode in modes:
        yield Case(f"{name}_e32 vcc, {sources[0]}, {sources[1]}", mode, kind=kind)
    yield Case(f"{name}_e64 s[32:33], {sources[0]}, {sources[1]}", modes[-1], kind=kind)
    scalar_text = register("s", 34, width)
    yield Case(f"{name}_e32 vcc, {scalar_text}, {sources[1]}", CLANG, kind=kind)
    yield Case(
        f"{name}_e64 s[34:35], {sources[0]}, {register('s', 36, width if 'class' not in name else 32)}",
        CLANG,
        kind=kind,
    )
    for constant in ("1.0", "-7", *(["0x7f800000"] if width == 32 else [])):
        yield Case(f"{name}_e32 vcc, {constant}, {sources[1]}", CLANG, kind=kind)
    if kind[0] == "f" and kind == f"f{width}" and (rest.startswith("class_") or kind_of[0] == "f"):
        yield Case(f"{name}_e64 s[32:33], |{sources[0]}|, {sources[1]}", CLANG, kind=kind)
        if not rest.startswith("class_"):
            yield Case(f"{name}_e64 s[32:33], -{sources[0]}, |{sources[1]}|", CLANG, kind=kind)


def other_cases(name: str) -> Iterator[Case]:
    """Forms of instructions that have models of their own."""
    yield from (Case(text, mode, kind=kind, accumulators=acc) for text, mode, kind, acc in OTHER[name])


def _bits(
    *texts: str, kind: str = "bits", modes: tuple[Mode, ...] = (CLANG,), acc: int = 0
) -> list[tuple[str, Mode, str, int]]:
    return [(text, mode, kind, acc) for text in texts for mode in modes]


def _carry(name: str, reads: bool) -> list[tuple[str, Mode, str, int]]:
    tail = ", vcc" if reads else ""
    texts = [
        f"{name}_e32 v8, vcc, v10, v12{tail}",
        f"{name}_e32 v8, vcc, s34, v12{tail}",
        f"{name}_e32 v8, vcc, -1, v12{tail}",
    ]
    for carry_in in ("vcc", "s[36:37]") if reads else ("",):
        extra = f", {carry_in}" if carry_in else ""
        texts += [f"{name}_e64 v8, s[32:33], v10, v12{extra}", f"{name}_e64 v8, vcc, v10, v12{extra}"]
        texts += [f"{name}_e64 v10, s[36:37], v10, v12{extra}", f"{name}_e64 v8, s[32:33], v10, 1{extra}"]
    return _bits(*texts)


def _small_pack(name: str) -> list[tuple[str, Mode, str, int]]:
    texts = [
        f"{name} v8, v10, v12",
        f"{name} v8, v10, v12 op_sel:[0,0,1]",
        f"{name} v8, -v10, |v12|",
        f"{name} v8, s34, v12",
        f"{name} v8, 1.0, v12",
    ]
    grid = "grid:fp8" if "_fp8_" in name else "grid:bf8"
    return _bits(*texts, kind="f32", modes=(CLANG, AITER, SATURATE)) + _bits(
        *texts[:2], kind=grid, modes=(CLANG, AITER, SATURATE)
    )


def _scale(width: int) -> list[tuple[str, Mode, str, int]]:
    a, b, c, d = (register("v", first, width) for first in (8, 10, 12, 14))
    name = f"v_div_scale_f{width}"
    texts = [
        f"{name} {a}, s[32:33], {b}, {b}, {c}",
        f"{name} {a}, vcc, {c}, {b}, {c}",
        f"{name} {a}, vcc, {b}, {b}, {d}",
    ]
    return _bits(*texts, kind=f"scale:{width}")


def _fmas(width: int) -> list[tuple[str, Mode, str, int]]:
    a, b, c, d = (register("v", first, width) for first in (8, 10, 12, 14))
    name = f"v_div_fmas_f{width}"
    return _bits(f"{name} {a}, {b}, {c}, {d}", f"{name} {a}, {b}, -{c}, {d}", kind=f"f{width}")


CNDMASK_SDWA = [
    f"v_cndmask_b32_sdwa v8, v10, v12, vcc dst_sel:{d} dst_unused:{u} src0_sel:{a} src1_sel:{b}"
    for d in ("DWORD", "WORD_1", "BYTE_2")
    for u in SDWA_UNUSED
    for a, b in (("DWORD", "DWORD"), ("WORD_1", "BYTE_3"))
]
CNDMASK_DPP = [
    f"v_cndmask_b32_dpp v8, v10, v12, vcc {control} {tail}" for control in DPP_FEW for tail in DPP_TAILS[1:3]
]
OTHER: dict[str, list[tuple[str, Mode, str, int]]] = {
    "v_cndmask_b32": _bits(
        "v_cndmask_b32_e32 v8, v10, v12, vcc",
        "v_cndmask_b32_e32 v8, s34, v12, vcc",
        "v_cndmask_b32_e32 v8, 1.0, v12, vcc",
        "v_cndmask_b32_e64 v8, v10, v12, s[34:35]",
        "v_cndmask_b32_e64 v8, 0, 1, s[34:35]",
        "v_cndmask_b32_e64 v8, -v10, |v12|, s[34:35]",
        "v_cndmask_b32_e64 v8, v10, 0, vcc",
        "v_cndmask_b32_e64 v8, 0, -1, exec",
        *CNDMASK_SDWA,
        *CNDMASK_DPP,
    ),
    "v_readfirstlane_b32": _bits(
        "v_readfirstlane_b32 s32, v10", "v_readfirstlane_b32 m0, v10", "v_readfirstlane_b32 vcc_lo, v12"
    ),
    "v_readlane_b32": _bits(
        "v_readlane_b32 s32, v10, s34",
        "v_readlane_b32 s32, v10, 0",
        "v_readlane_b32 s32, v10, 63",
        "v_readlane_b32 s32, v10, m0",
        "v_readlane_b32 vcc_hi, v10, 17",
    ),
    "v_writelane_b32": _bits(
        "v_writelane_b32 v8, s34, s36",
        "v_writelane_b32 v8, s34, 0",
        "v_writelane_b32 v8, s34, 63",
        "v_writelane_b32 v8, -1, m0",
        "v_writelane_b32 v8, s34, m0",
        "v_writelane_b32 v8, 1.0, 5",
    ),
    **{
        f"v_mbcnt_{half}_u32_b32": _bits(
            *(
                f"v_mbcnt_{half}_u32_b32 v8, {a}, {b}"
                for a in ("-1", "s34", "v10", "exec_lo", "vcc_hi")
                for b in ("0", "v12")
            ),
        )
        for half in ("lo", "hi")
    },
    **{
        name: _bits(
            f"{name} v[8:9], s[32:33], v10, v12, v[14:15]",
            f"{name} v[8:9], vcc, v10, v12, v[14:15]",
            f"{name} v[8:9], s[32:33], v10, s36, v[14:15]",
            f"{name} v[8:9], s[32:33], v10, v12, 0",
            f"{name} v[10:11], s[32:33], v10, v12, v[10:11]",
            f"{name} v[8:9], s[32:33], v10, 17, v[14:15]",
            f"{name} v[8:9], s[32:33], v10, v12, -5",
        )
        for name in ("v_mad_u64_u32", "v_mad_i64_i32")
    },
    "v_div_scale_f32": _scale(32),
    "v_div_scale_f64": _scale(64),
    "v_div_fmas_f32": _fmas(32),
    "v_div_fmas_f64": _fmas(64),
    **{
        f"v_cvt_pk_f32_{small}": _bits(
            f"v_cvt_pk_f32_{small} v[8:9], v10",
            f"v_cvt_pk_f32_{small} v[8:9], s34",
            f"v_cvt_pk_f32_{small}_sdwa v[8:9], v10 src0_sel:WORD_1",
            f"v_cvt_pk_f32_{small}_sdwa v[8:9], v10 src0_sel:WORD_0",
            f"v_cvt_pk_f32_{small}_e32 v[10:11], v10",
        )
        + _bits(
            f"v_cvt_pk_f32_{small} v[8:9], v10", f"v_cvt_pk_f32_{small}_sdwa v[8:9], v10 src0_sel:WORD_1", kind="bytes"
        )
        for small in ("fp8", "bf8")
    },
    "v_cvt_pk_fp8_f32": _small_pack("v_cvt_pk_fp8_f32"),
    "v_cvt_pk_bf8_f32": _small_pack("v_cvt_pk_bf8_f32"),
    **{
        f"v_cvt_sr_{small}_f32": _bits(
            f"v_cvt_sr_{small}_f32 v8, v10, v12",
            f"v_cvt_sr_{small}_f32 v8, v10, v12 op_sel:[0,0,1,0]",
            f"v_cvt_sr_{small}_f32 v8, v10, v12 op_sel:[0,0,0,1]",
            f"v_cvt_sr_{small}_f32 v8, v10, v12 op_sel:[0,0,1,1]",
            kind="f32",
        )
        for small in ("fp8", "bf8")
    },
    "v_accvgpr_read_b32": _bits("v_accvgpr_read_b32 v8, a1", "v_accvgpr_read_b32 v9, a0", acc=4),
    "v_accvgpr_write_b32": _bits(
        "v_accvgpr_write_b32 a1, v10",
        "v_accvgpr_write_b32 a2, s34",
        "v_accvgpr_write_b32 a0, 1.0",
        "v_accvgpr_write_b32 a3, 0",
        acc=4,
    ),
    "v_accvgpr_mov_b32": _bits("v_accvgpr_mov_b32 a1, a2", acc=4),
    "v_swap_b32": _bits("v_swap_b32 v8, v10"),
    "v_nop": _bits("v_nop"),
    **{name: _carry(name, "addc" in name or "subb" in name) for name in vector.CARRIES},
}


def packed_cases(name: str) -> Iterator[Case]:
    """Forms of packed and mixed instructions."""
    selects = [
        "",
        " op_sel:[1,0{z}]",
        " op_sel_hi:[0,1{o}]",
        " op_sel:[1,1{o}] op_sel_hi:[0,0{z}]",
        " op_sel:[0,1{z}] op_sel_hi:[1,0{o}]",
    ]
    signs = [" neg_lo:[1,0{z}]", " neg_hi:[0,1{z}]", " neg_lo:[0,1{o}] neg_hi:[1,0{o}]", " clamp"]
    if name in packed.SINGLE:
        count, width, kind, modes = packed.SINGLE[name][0], 64, "f32", [CLANG, AITER]
    elif name in packed.HALF:
        count, width, kind, modes = packed.HALF[name][0], 32, "f16", [CLANG, AITER, FLUSH_ALL]
    elif name in packed.INTEGER:
        count, width, kind, modes = packed.INTEGER[name][1], 32, "f16", [CLANG]
        signs = []
    elif name == "v_pk_mov_b32":
        yield from (
            Case(f"{name} v[8:9], v[10:11], v[12:13]{tail}", CLANG)
            for tail in ("", " op_sel:[1,0]", " op_sel:[0,1]", " op_sel:[1,1]")
        )
        yield Case(f"{name} v[10:11], v[10:11], v[10:11] op_sel:[1,0]", CLANG)
        yield Case(f"{name} v[8:9], 0, 0", CLANG)
        yield Case(f"{name} v[8:9], s[34:35], v[10:11] op_sel:[1,0]", CLANG)
        return
    else:
        for tail in (
            "",
            " op_sel_hi:[1,0,0]",
            " op_sel_hi:[1,1,0]",
            " op_sel_hi:[1,1,1]",
            " op_sel:[1,0,1] op_sel_hi:[1,0,1]",
            " op_sel:[1,1,1] op_sel_hi:[1,1,1]",
            " op_sel_hi:[0,0,1]",
        ):
            for operands in ("v10, v12, v14", "-v10, |v12|, -|v14|", "s34, v12, v14"):
                for mode in (CLANG, AITER):
                    yield Case(f"{name} v8, {operands}{tail}", mode, kind="f16" if tail else "f32")
        yield Case(f"{name} v8, v10, v12, v14 clamp", CLANG, kind="f32")
        for constant in ("1.0", "-2.0", "0.5"):
            yield Case(f"{name} v8, v10, {constant}, v14 op_sel_hi:[1,1,0]", CLANG, kind="f16")
            yield Case(f"{name} v8, v10, v12, {constant} op_sel_hi:[0,1,1]", CLANG, kind="f16")
            yield Case(f"{name} v8, {constant}, v12, v14", CLANG, kind="f32")
        return
    operands = [register("v", first, width) for first in (8, 10, 12, 14)][: count + 1]
    zero, one = (",0", ",1") if count == 3 else ("", "")
    for tail in [*selects, *signs]:
        for mode in modes:
            yield Case(f"{name} {', '.join(operands)}{tail.format(z=zero, o=one)}", mode, kind=kind)
    scalar_operand = register("s", 34, width)
    yield Case(f"{name} {', '.join([operands[0], scalar_operand, *operands[2:]])}", CLANG, kind=kind)
    yield Case(f"{name} {', '.join([operands[0], operands[1], scalar_operand, *operands[3:]])}", CLANG, kind=kind)
    hi = "op_sel_hi:[1,0,1]" if count == 3 else "op_sel_hi:[1,0]"
    if width == 32:
        constant = "1.0" if name in packed.HALF else "3"
        yield Case(f"{name} {', '.join([operands[0], operands[1], constant, *operands[3:]])} {hi}", CLANG, kind=kind)
    yield Case(f"{name} {', '.join([operands[1], *operands[1:]])}", CLANG, kind=kind)


def matrix_cases(name: str) -> Iterator[Case]:
    """Forms of an MFMA: vector and accumulator registers, in place, zero start; exact small integers, then moderate data."""
    shape = matrix.shape_of(name)
    a_count, b_count = shape.registers(shape.a), shape.registers(shape.b)
    results = shape.results
    base = 8
    a_first = base + 2 * results
    b_first = a_first + max(a_count, 2)
    vectors = (b_first + max(b_count, 2) - base + 3) // 4 * 4

    def register_range(file: str, first: int, count: int) -> str:
        return f"{file}{first}" if count == 1 else f"{file}[{first}:{first + count - 1}]"

    a, b = register_range("v", a_first, a_count), register_range("v", b_first, b_count)
    d, c = register_range("v", base, results), register_range("v", base + results, results)
    accumulator_d = register_range("a", 0, results)
    # after the accumulators for D, a copy of A and of B
    a_in_a = register_range("a", results, a_count)
    b_in_a = register_range("a", results + max(a_count, 2), b_count)
    accumulators_all = (results + max(a_count, 2) + max(b_count, 2) + 3) // 4 * 4
    for data in ("small", "finite"):
        for text, accumulators in (
            (f"{name} {d}, {a}, {b}, {c}", 0),
            (f"{name} {c}, {a}, {b}, {c}", 0),
            (f"{name} {d}, {a}, {b}, 0", 0),
            (f"{name} {accumulator_d}, {a}, {b}, {accumulator_d}", (results + 3) // 4 * 4),
            (f"{name} {d}, {a_in_a}, {b}, {c}", accumulators_all),
            (f"{name} {d}, {a}, {b_in_a}, 0", accumulators_all),
            (f"{name} {accumulator_d}, {a_in_a}, {b_in_a}, {accumulator_d}", accumulators_all),
        ):
            yield Case(text, CLANG, vectors=vectors, accumulators=accumulators, kind=f"mfma:{data}:{name}")


@functools.lru_cache(maxsize=1)
def everything() -> dict[str, tuple[Case, ...]]:
    """All cases by base mnemonic, before the assembler has had its say."""
    result: dict[str, tuple[Case, ...]] = {}
    for name in sorted(scalar.NAMES):
        result[name] = tuple(scalar_cases(name))
    for name in sorted(vector.NAMES):
        if name in vector.TABLE:
            result[name] = tuple(vector_cases(name))
        elif name.startswith(("v_cmp_", "v_cmpx_")):
            result[name] = tuple(compare_cases(name))
        else:
            result[name] = tuple(other_cases(name))
    for name in sorted(packed.NAMES):
        result[name] = tuple(packed_cases(name))
    for name in sorted(matrix.NAMES):
        result[name] = tuple(matrix_cases(name))
    for name in sorted(memory.names()):
        result[name] = tuple(memory_cases(name))
    return {name: tuple(dict.fromkeys(cases)) for name, cases in result.items()}


BRIEF = 3  # forms of an instruction that the inventory does not hold


@functools.lru_cache(maxsize=1)
def inventory() -> dict[str, Any]:
    """The committed table of opcodes that real code objects use."""
    return json.loads((pathlib.Path(__file__).parent / "inventory.json").read_text())


@functools.lru_cache(maxsize=1)
def accepted() -> dict[str, tuple[Case, ...]]:
    """Cases whose form gfx942 has; all of those for the inventory's opcodes, the first few for others."""
    cases = everything()
    flat = [(name, case) for name, row in cases.items() for case in row]
    refused = rejected_lines([case.text.splitlines()[-1] for _, case in flat])
    result: dict[str, list[Case]] = {}
    for index, (name, case) in enumerate(flat):
        row = result.setdefault(name, [])
        if index not in refused and (name in inventory() or len(row) < BRIEF):
            row.append(case)
    return {name: tuple(row) for name, row in result.items() if row}


def rejected_lines(texts: list[str]) -> set[int]:
    """Indices of the texts that the assembler refuses for gfx942 (a form that the encoding does not have)."""
    key = hashlib.sha256("\n".join(texts).encode()).hexdigest()[:24]
    stored = cache_folder() / f"{key}.refused"
    if not stored.exists():
        stored.write_text(" ".join(map(str, sorted(_ask_assembler(texts, key)))))
    return {int(word) for word in stored.read_text().split()}


def _ask_assembler(texts: list[str], key: str) -> set[int]:
    """Assembles all lines at once and reads the line numbers of the errors."""
    source = cache_folder() / f"{key}.s"
    source.write_text("\n".join(texts) + "\n")
    try:
        run_tool(
            [
                "clang",
                "-target",
                "amdgcn-amd-amdhsa",
                "-mcpu=gfx942",
                "-c",
                str(source),
                "-o",
                str(source.with_suffix(".o")),
                "-ferror-limit=0",
            ]
        )
    except AssemblerError as error:
        return {int(line) - 1 for line in re.findall(r"\.s:(\d+):\d+: error", str(error))}
    return set()


def memory_cases(name: str) -> Iterator[Case]:
    """Forms of memory instructions; see Case for the registers that hold offsets, addresses and the descriptor."""

    def case(text: str, pattern: str, step: int, contents: str = "", **options: int) -> Case:
        kind = f"memory:{pattern}:{step}" + (f":{contents}" if contents else "")
        return Case(
            text, CLANG, vectors=16, accumulators=options.pop("accumulators", 0), kind=kind, memory=True, **options
        )

    def window(file: str, first: int, size: int) -> str:
        return register(file, first, 32 * max(1, size // 4))

    if name.startswith("ds_"):
        yield from _shared_cases(name, case, window)
    elif name.startswith("buffer_"):
        yield from _buffer_cases(name, case, window)
    elif name.startswith("s_"):
        yield from _scalar_memory_cases(name, case)
    else:
        yield from _global_cases(name, case, window)


MakeCase = Callable[..., Case]
Window = Callable[[str, int, int], str]


def _shared_cases(name: str, case: MakeCase, window: Window) -> Iterator[Case]:
    if name == "ds_swizzle_b32":
        for offset in (0x801F, 0x80E4, 0x8000 | 0b00011011, 0x041F, 0x401F, 0x001F, 0x03E0, 0x07C1, 0x7C1F, 0x0010):
            yield case(f"{name} v8, v12 offset:{offset}", "any", 4)
        return
    if name in ("ds_permute_b32", "ds_bpermute_b32"):
        for tail in ("", " offset:4", " offset:60", " offset:255"):
            yield case(f"{name} v8, v10, v12{tail}", "any", 4)
            yield case(f"{name} v8, v16, v12{tail}", "any", 4)
        yield case(f"{name} v12, v10, v12", "own", 4)
        return
    double = re.fullmatch(r"ds_(read|write)2(st64)?_b(32|64)", name)
    if double:
        direction, far, width = double.groups()
        size = int(width) // 8
        pairs = ((0, 1), (1, 0), (3, 7), (2, 3)) if far else ((0, 1), (5, 9), (255, 0), (128, 127))
        if far and width == "64":
            pairs = ((0, 1), (1, 0), (2, 3), (3, 2))
        for first, second in pairs:
            tail = " ".join(f"offset{n}:{value}" for n, value in ((0, first), (1, second)) if value)
            if direction == "read":
                yield case(f"{name} {window('v', 16, 2 * size)}, v10 {tail}", "any", size)
            else:
                yield case(
                    f"{name} v10, {window('v', 12, size)}, {window('v', 18, size)} {tail}",
                    "row",
                    2 * size if first in (0, 1) else size,
                )
        if direction == "read":
            yield case(f"{name} {window('a', 0, 2 * size)}, v10 offset1:1", "any", size, accumulators=4)
        return
    form = name[3:]
    if form.startswith("read_"):
        size = max(memory.LOADS[memory.DS_LOADS[form[5:]]][0], 1)
        for tail in ("", f" offset:{size}", " offset:1040"):
            yield case(f"{name} {window('v', 16, size)}, v10{tail}", "any", _aligned(size))
        yield case(f"{name} {window('v', 10, size)}, v10", "any", _aligned(size))
        yield case(f"{name} {window('a', 0, size)}, v10 offset:16", "any", _aligned(size), accumulators=4)
    elif form.startswith("write_"):
        size = memory.STORES[memory.DS_STORES[form[6:]]][0]
        for pattern in ("row", "own"):
            for tail in ("", f" offset:{_aligned(size)}", " offset:1040"):
                yield case(f"{name} v10, {window('v', 16, size)}{tail}", pattern, _aligned(size))
        yield case(f"{name} v10, {window('a', 0, size)} offset:16", "own", _aligned(size), accumulators=4)
    else:
        contents = "f32" if "f32" in form else ""
        size = 8 if form.endswith("64") else 4
        returned = f"{window('v', 16, size)}, " if "_rtn_" in form else ""
        data = window("v", 12, size) + (", v18" if "cmpst" in form else "")
        for tail in ("", " offset:64"):
            yield case(f"{name} {returned}v10, {data}{tail}", "own", size, contents)
        if not returned and "f32" not in form and "cmpst" not in form:
            yield case(f"{name} v10, {data}", "any", size)


def _aligned(size: int) -> int:
    return 16 if size == 12 else size


def _global_cases(name: str, case: MakeCase, window: Window) -> Iterator[Case]:
    prefix, kind, form = name.split("_", 2)
    flat = prefix == "flat"
    addresses = [("v[14:15]", "")] if flat else [("v10", ", s[12:13]"), ("v[14:15]", ", off")]
    tails = ["", " offset:64"] if flat else ["", " offset:64", " offset:2032"]
    if kind == "load":
        size = memory.LOADS[form][0]
        for address, base in addresses:
            for tail in tails:
                for pattern in ("any", "row"):
                    yield case(f"{name} {window('v', 16, size)}, {address}{base}{tail}", pattern, _aligned(size))
            yield case(f"{name} {window('a', 0, size)}, {address}{base}", "any", _aligned(size), accumulators=4)
        if not flat:
            yield case(f"{name} {window('v', 10, size)}, v10, s[12:13]", "any", _aligned(size))
            yield case(
                f"v_add_u32_e32 v14, 0x400, v14\n{name} {window('v', 16, size)}, v[14:15], off offset:-1024",
                "any",
                _aligned(size),
            )
        return
    if kind == "store":
        size = memory.STORES[form][0]
        for address, base in addresses:
            for tail in tails:
                for pattern in ("own", "row"):
                    yield case(f"{name} {address}, {window('v', 16, size)}{base}{tail}", pattern, _aligned(size))
            yield case(f"{name} {address}, {window('a', 0, size)}{base}", "own", _aligned(size), accumulators=4)
        return
    contents = next((c for c in ("bf16", "f16", "f32") if form.endswith(c)), "")
    size = 8 if form.endswith("_x2") else 4
    data = (
        window("v", 12, size * (2 if "cmpswap" in form else 1)) if not ("cmpswap" in form and size == 8) else "v[16:19]"
    )
    for address, base in addresses:
        for tail in tails[:2]:
            yield case(f"{name} {address}, {data}{base}{tail}", "own", size, contents)
            yield case(f"{name} {window('v', 20, size)}, {address}, {data}{base}{tail} sc0", "own", size, contents)
        if (
            not contents
            and "cmpswap" not in form
            and form != "swap"
            and form != "swap_x2"
            and "inc" not in form
            and "dec" not in form
        ):
            yield case(f"{name} {address}, {data}{base}", "any", size)


def _buffer_cases(name: str, case: MakeCase, window: Window) -> Iterator[Case]:
    _, kind, form = name.split("_", 2)
    if kind == "load":
        size, target = memory.LOADS[form][0], lambda file, n: window(file, 16 if file == "v" else 0, n)
        pattern = "any"
    elif kind == "store":
        size, target = memory.STORES[form][0], lambda file, n: window(file, 16 if file == "v" else 0, n)
        pattern = "own"
    else:
        size, pattern = (8 if form.endswith("_x2") else 4), "own"
    step = _aligned(size)
    contents = next((c for c in ("bf16", "f16", "f32") if form.endswith(c)), "") if kind == "atomic" else ""
    if kind == "atomic":
        data = (
            window("v", 12, size * (2 if "cmpswap" in form else 1))
            if not ("cmpswap" in form and size == 8)
            else "v[16:19]"
        )
    else:
        data = target("v", size)
    row = "row" if kind == "load" else "own"
    for tail in ("0 offen", "0 offen offset:16", "s34 offen", "s36 offen offset:1024", "16 offen offset:32"):
        if "s34" in tail and step > 4:
            continue
        yield case(f"{name} {data}, v10, s[44:47], {tail}", pattern, step, contents)
        yield case(f"{name} {data}, v10, s[44:47], {tail}", row, step, contents)
    yield case(f"{name} {data}, v10, s[44:47], 0 offen", "oob", step, contents, records=1024)
    yield case(f"{name} {data}, v10, s[44:47], s36 offen offset:64", "oob", step, contents, records=1024)
    yield case(f"{name} {data}, v10, s[44:47], 0 idxen", "idx", 1, contents, records=48, stride=32)
    yield case(f"{name} {data}, v10, s[44:47], s36 idxen offset:16", "idx", 1, contents, records=64, stride=32)
    if kind == "load" and form == "dword":
        for tail in ("0 offen lds", "s36 offen offset:64 lds", "0 offen offset:16 lds"):
            yield case(f"{name} v10, s[44:47], {tail}", "any", 4)
            yield case(f"{name} v10, s[44:47], {tail}", "oob", 4, records=1024)
        yield case(f"{name} v10, s[44:47], 0 idxen lds", "idx", 1, records=48, stride=32)
    if kind == "load":
        yield case(f"{name} {target('v', size)}, off, s[44:47], s36 offset:16", "any", step)
        yield case(f"{name} {target('a', size)}, v10, s[44:47], 0 offen offset:16", "any", step, accumulators=4)
    if kind == "store":
        yield case(f"{name} {target('a', size)}, v10, s[44:47], 0 offen offset:16", "own", step, accumulators=4)


def _scalar_memory_cases(name: str, case: MakeCase) -> Iterator[Case]:
    match = re.search(r"dwordx(\d+)$", name)
    count = int(match.group(1)) if match else 1
    first = 48 if count > 1 else 38
    target = register("s", first, 32 * count)
    base = "s[44:47]" if "buffer" in name else "s[12:13]"
    for offset in ("0x0", "0x40", "s34", "0x7fc"):
        yield case(f"{name} {target}, {base}, {offset}", "any", 4)
    if "atomic" in name:
        yield case(f"{name} {target}, {base}, 0x20 glc", "any", 4)
    if "store" in name:
        yield case(f"{name} {target}, {base}, 0x20 glc", "any", 4)
