"""Instructions whose handlers are compiled functions of the runtime: memory, LDS, matrix and control, by name."""

from __future__ import annotations

_WORDS = {"dword": "x1", "dwordx2": "x2", "dwordx3": "x3", "dwordx4": "x4"}
_LOAD_PARTS = {
    "ubyte": "u8",
    "sbyte": "i8",
    "ushort": "u16",
    "sshort": "i16",
    "ubyte_d16": "d16_u8",
    "sbyte_d16": "d16_i8",
    "short_d16": "d16",
    "ubyte_d16_hi": "d16_hi_u8",
    "sbyte_d16_hi": "d16_hi_i8",
    "short_d16_hi": "d16_hi",
}
_STORE_PARTS = {"byte": "8", "short": "16", "byte_d16_hi": "8_hi", "short_d16_hi": "16_hi"}

ATOMICS = [
    "swap",
    "cmpswap",
    "add",
    "sub",
    "rsub",
    "smin",
    "umin",
    "smax",
    "umax",
    "and",
    "or",
    "xor",
    "inc",
    "dec",
    "add_f32",
    "pk_add_f16",
    "pk_add_bf16",
    "add_f64",
    "min_f64",
    "max_f64",
    "min_f32",
    "max_f32",
    "mskor",
]
"""Operations in the order of the runtime's enumeration."""

LOADS: dict[str, tuple[str, int]] = {}
"""Suffix of a global, flat, scratch or buffer load to (handler, registers written)."""
STORES: dict[str, tuple[str, int]] = {}
MEMORY_ATOMICS: dict[str, tuple[int, int]] = {}
"""Suffix of a memory atomic to (operation, dwords)."""
LOCAL_READS: dict[str, tuple[str, int]] = {}
LOCAL_WRITES: dict[str, tuple[str, int]] = {}
LOCAL_PAIRS: dict[str, tuple[str, int, int]] = {}
"""ds_read2 and ds_write2 to (handler, bytes a step of the offsets, dwords)."""
LOCAL_ATOMICS: dict[str, tuple[int, int, bool]] = {}
"""LDS atomic to (operation, dwords, returns the old value)."""
MATRIX: dict[str, str] = {}
"""Matrix instruction to handler."""
CONTROL: dict[str, str] = {
    "s_branch": "branch_always",
    "s_cbranch_scc0": "branch_scc0",
    "s_cbranch_scc1": "branch_scc1",
    "s_cbranch_vccz": "branch_vccz",
    "s_cbranch_vccnz": "branch_vccnz",
    "s_cbranch_execz": "branch_execz",
    "s_cbranch_execnz": "branch_execnz",
}
NO_EFFECT = frozenset(
    [
        "s_nop",
        "v_nop",
        "s_sleep",
        "s_setprio",
        "s_icache_inv",
        "s_dcache_wb",
        "s_dcache_inv",
        "s_dcache_wb_vol",
        "s_dcache_inv_vol",
        "buffer_wbl2",
        "buffer_inv",
        "buffer_wbinvl1",
        "buffer_wbinvl1_vol",
        "s_ttracedata",
        "s_clause",
        "s_sethalt_off",
        "s_incperflevel",
        "s_decperflevel",
        "s_code_end",
    ]
)
"""Instructions that change nothing an emulator shows: caches are coherent here, and there are no hazards."""


def _populate() -> None:
    for suffix, many in _WORDS.items():
        count = int(many[1:])
        LOADS[suffix] = (f"memory_load_{many}", count)
        STORES[suffix] = (f"memory_store_{many}", count)
    for suffix, part in _LOAD_PARTS.items():
        LOADS[suffix] = (f"memory_load_{part}", 1)
    for suffix, part in _STORE_PARTS.items():
        STORES[suffix] = (f"memory_store_{part}", 1)

    for operation in [
        "swap",
        "cmpswap",
        "add",
        "sub",
        "smin",
        "umin",
        "smax",
        "umax",
        "and",
        "or",
        "xor",
        "inc",
        "dec",
    ]:
        number = ATOMICS.index(operation)
        MEMORY_ATOMICS[operation] = (number, 1)
        MEMORY_ATOMICS[f"{operation}_x2"] = (number, 2)
    for operation in ("add_f32", "pk_add_f16", "pk_add_bf16"):
        MEMORY_ATOMICS[operation] = (ATOMICS.index(operation), 1)
    for operation in ("add_f64", "min_f64", "max_f64"):
        MEMORY_ATOMICS[operation] = (ATOMICS.index(operation), 2)

    for bits, words in ((32, 1), (64, 2), (96, 3), (128, 4)):
        LOCAL_READS[f"ds_read_b{bits}"] = (f"local_read_x{words}", words)
        LOCAL_WRITES[f"ds_write_b{bits}"] = (f"local_write_x{words}", words)
    for name, part in {
        "u8": "u8",
        "i8": "i8",
        "u16": "u16",
        "i16": "i16",
        "u8_d16": "d16_u8",
        "i8_d16": "d16_i8",
        "u16_d16": "d16",
        "u8_d16_hi": "d16_hi_u8",
        "i8_d16_hi": "d16_hi_i8",
        "u16_d16_hi": "d16_hi",
    }.items():
        LOCAL_READS[f"ds_read_{name}"] = (f"local_read_{part}", 1)
    for name, part in {"b8": "8", "b16": "16", "b8_d16_hi": "8_hi", "b16_d16_hi": "16_hi"}.items():
        LOCAL_WRITES[f"ds_write_{name}"] = (f"local_write_{part}", 1)
    for verb, handler in (("read", "local_read2"), ("write", "local_write2")):
        for bits, words in ((32, 1), (64, 2)):
            LOCAL_PAIRS[f"ds_{verb}2_b{bits}"] = (f"{handler}_x{words}", 4 * words, words)
            LOCAL_PAIRS[f"ds_{verb}2st64_b{bits}"] = (f"{handler}_x{words}", 256 * words, words)

    local = {
        "add_u": "add",
        "sub_u": "sub",
        "rsub_u": "rsub",
        "inc_u": "inc",
        "dec_u": "dec",
        "min_i": "smin",
        "max_i": "smax",
        "min_u": "umin",
        "max_u": "umax",
        "and_b": "and",
        "or_b": "or",
        "xor_b": "xor",
        "cmpst_b": "cmpswap",
        "mskor_b": "mskor",
    }
    for stem, operation in local.items():
        for bits, words in ((32, 1), (64, 2)):
            name, letter = stem.rsplit("_", 1)
            LOCAL_ATOMICS[f"ds_{stem}{bits}"] = (ATOMICS.index(operation), words, False)
            LOCAL_ATOMICS[f"ds_{name}_rtn_{letter}{bits}"] = (ATOMICS.index(operation), words, True)
    for bits, words in ((32, 1), (64, 2)):
        LOCAL_ATOMICS[f"ds_wrxchg_rtn_b{bits}"] = (ATOMICS.index("swap"), words, True)
    for name, operation, words in (
        ("add_f32", "add_f32", 1),
        ("min_f32", "min_f32", 1),
        ("max_f32", "max_f32", 1),
        ("add_f64", "add_f64", 2),
        ("min_f64", "min_f64", 2),
        ("max_f64", "max_f64", 2),
        ("pk_add_f16", "pk_add_f16", 1),
        ("pk_add_bf16", "pk_add_bf16", 1),
    ):
        stem, letter = name.rsplit("_", 1)
        LOCAL_ATOMICS[f"ds_{name}"] = (ATOMICS.index(operation), words, False)
        LOCAL_ATOMICS[f"ds_{stem}_rtn_{letter}"] = (ATOMICS.index(operation), words, True)

    for shape in ["32x32x1_2b", "16x16x1_4b", "4x4x1_16b", "32x32x2", "16x16x4"]:
        MATRIX[f"v_mfma_f32_{shape}_f32"] = f"matrix_{shape}_f32"
    for kind in ("f16", "bf16"):
        for shape in ["32x32x4_2b", "16x16x4_4b", "4x4x4_16b", "32x32x8", "16x16x16"]:
            MATRIX[f"v_mfma_f32_{shape}_{kind}"] = f"matrix_{shape}_{kind}"
    for shape in ["32x32x4_2b", "16x16x4_4b", "4x4x4_16b", "32x32x16", "16x16x32"]:
        MATRIX[f"v_mfma_i32_{shape}_i8"] = f"matrix_{shape}_i8"
    for shape in ("16x16x8", "32x32x4"):
        MATRIX[f"v_mfma_f32_{shape}_xf32"] = f"matrix_{shape}_xf32"
    for shape in ("16x16x32", "32x32x16"):
        for a in ("fp8", "bf8"):
            for b in ("fp8", "bf8"):
                MATRIX[f"v_mfma_f32_{shape}_{a}_{b}"] = f"matrix_{shape}_{a}_{b}"
    for shape in ("16x16x4", "4x4x4_4b"):
        MATRIX[f"v_mfma_f64_{shape}_f64"] = f"matrix_{shape}_f64"


_populate()
