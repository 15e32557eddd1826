"""The planted faults. Each is a mistake that a handler could have had; the comment above a group says of what kind."""

from __future__ import annotations

from .inject import Fault

MASKED = r"select <64 x i1> (%t\d+), <64 x i32> (%t\d+), <64 x i32> (%t\d+)(\n\s+store)"
RINT = "declare <64 x float> @llvm.rint.v64f32(<64 x float>)"

FAULTS: tuple[Fault, ...] = (
    # masks
    Fault(
        "add writes lanes that EXEC switches off",
        "v_add_f32",
        MASKED,
        r"select <64 x i1> \1, <64 x i32> \2, <64 x i32> \2\4",
    ),
    Fault(
        "64-bit shift writes the high half of switched-off lanes",
        "v_lshlrev_b64",
        MASKED,
        r"select <64 x i1> \1, <64 x i32> \2, <64 x i32> \2\4",
    ),
    Fault("compare leaves bits of switched-off lanes", "v_cmp_lt_f32", r"and i64 (%t\d+), %t\d+", r"and i64 \1, -1"),
    Fault("carry out of switched-off lanes is set", "v_add_co_u32", r"and i64 (%t\d+), %t\d+", r"and i64 \1, -1"),
    Fault(
        "saveexec does not write EXEC",
        "s_and_saveexec_b64",
        r"store i64 (%t\d+), ptr (%t\d+), align 8",
        r"store i64 -1, ptr \2, align 8",
    ),
    Fault(
        "saveexec returns the new mask",
        "s_and_saveexec_b64",
        r"store i64 (%t\d+), (ptr %t\d+), align 4(.*?)store i64 (%t\d+), (ptr %t\d+), align 8",
        r"store i64 \4, \2, align 4\3store i64 \4, \5, align 8",
    ),
    # operations and operands
    Fault("add subtracts", "v_add_f32", r"fadd <64 x float>", "fsub <64 x float>"),
    Fault(
        "subtract has its operands swapped",
        "v_sub_f32",
        r"fsub <64 x float> (%t\d+), (%t\d+)",
        r"fsub <64 x float> \2, \1",
    ),
    Fault(
        "reversed subtract is not reversed",
        "v_subrev_u32",
        r"= sub <64 x i32> (%t\d+), (%t\d+)",
        r"= sub <64 x i32> \2, \1",
    ),
    Fault(
        "cndmask has its operands swapped",
        "v_cndmask_b32",
        r"select <64 x i1> (%t\d+), <64 x i32> (%t\d+), <64 x i32> (%t\d+)(\n\s+%t\d+ = getelementptr)",
        r"select <64 x i1> \1, <64 x i32> \3, <64 x i32> \2\4",
    ),
    Fault(
        "fma rounds twice",
        "v_fma_f32",
        r"(%t\d+) = call <64 x float> @llvm\.fma\.v64f32\(<64 x float> (%t\d+), <64 x float> (%t\d+), <64 x float> (%t\d+)\)",
        r"\1p = fmul <64 x float> \2, \3\n  \1 = fadd <64 x float> \1p, \4",
    ),
    Fault(
        "packed fma takes the low half for both results", "v_pk_fma_f32", r"= add i64 (%t\d+), 256", r"= add i64 \1, 0"
    ),
    Fault("bit-field insert keeps the wrong bits", "v_bfi_b32", r"= (and|xor) <64 x i32>", "= or <64 x i32>", count=1),
    Fault("median of three is the minimum", "v_med3_i32", r"@llvm\.smax\.v64i32", "@llvm.smin.v64i32"),
    Fault("or with shift adds", "v_lshl_or_b32", r"= or <64 x i32>", "= add <64 x i32>"),
    Fault("shift amount is cut to four bits", "v_lshlrev_b32", r"splat \(i32 31\)", "splat (i32 15)"),
    # signs
    Fault("24-bit multiply does not extend the sign", "v_mul_i32_i24", r"= ashr <64 x i32>", "= lshr <64 x i32>"),
    Fault("bit-field extract does not extend the sign", "v_bfe_i32", r"= ashr <64 x i32>", "= lshr <64 x i32>"),
    Fault("arithmetic shift fills with zeros", "v_ashrrev_i32", r"= ashr <64 x i32>", "= lshr <64 x i32>"),
    Fault("high product is signed", "v_mul_hi_u32", r"= zext <64 x i32>", "= sext <64 x i32>"),
    Fault("unsigned compare is signed", "v_cmp_lt_u32", r"icmp ult <64 x i32>", "icmp slt <64 x i32>"),
    Fault(
        "signed minimum is unsigned",
        "v_min_i32",
        r"@llvm\.smin\.v64i32",
        "@llvm.umin.v64i32",
        declare="declare <64 x i32> @llvm.umin.v64i32(<64 x i32>, <64 x i32>)",
    ),
    Fault(
        "byte read from LDS is not sign-extended", "@local_read_i8", r"= sext i8", "= zext i8", shown_by="ds_read_i8"
    ),
    Fault(
        "byte load is not sign-extended",
        "@memory_load_i8",
        r"sext (<\d+ x i8>|i8)",
        r"zext \1",
        shown_by="global_load_sbyte",
    ),
    Fault(
        "matrix bytes are unsigned",
        "@unpack_i8",
        r"= ashr( exact)? <16 x i32>",
        "= lshr <16 x i32>",
        shown_by="v_mfma_i32_16x16x32_i8",
    ),
    # carries and flags
    Fault(
        "carry in is ignored",
        "v_addc_co_u32",
        r"= zext <64 x i1> (%t\d+) to <64 x i64>",
        r"= and <64 x i64> zeroinitializer, zeroinitializer",
    ),
    Fault(
        "carry out is lost",
        "v_add_co_u32",
        r"icmp ne <64 x i64> (%t\d+), zeroinitializer",
        r"icmp ult <64 x i64> \1, zeroinitializer",
    ),
    Fault(
        "borrow has its operands swapped",
        "v_sub_co_u32",
        r"= sub <64 x i64> (%t\d+), (%t\d+)",
        r"= sub <64 x i64> \2, \1",
    ),
    Fault(
        "scalar carry in is ignored",
        "s_addc_u32",
        r"= add i64 (%t\d+), (%t\d+)\n(.*?= trunc)",
        r"= add i64 \1, 0\n\3",
        count=1,
    ),
    Fault("scalar add does not set SCC", "s_add_i32", r"(%t\d+) = zext i1 %t\d+ to i32", r"\1 = add i32 0, 0"),
    Fault("scalar compare is unsigned", "s_cmp_lt_i32", r"icmp slt i32", "icmp ult i32"),
    Fault("scalar bit field is one bit short", "s_bfe_u32", r"= sub i32 32, (%t\d+)", r"= sub i32 31, \1"),
    Fault("first bit of zero is 32, not -1", "s_ff1_i32_b32", r"select i1 (%t\d+), i32 -1,", r"select i1 \1, i32 32,"),
    Fault("scalar shift fills with zeros", "s_ashr_i32", r"= ashr i32", "= lshr i32"),
    Fault(
        "64-bit select is turned round",
        "s_cselect_b64",
        r"select i1 (%t\d+), i64 (%t\d+), i64 (%t\d+)",
        r"select i1 \1, i64 \3, i64 \2",
    ),
    # compares and NaN
    Fault("less-than admits equality", "v_cmp_lt_f32", r"fcmp olt", "fcmp ole"),
    Fault("not-less-than is false for NaN", "v_cmp_nlt_f32", r"fcmp uge", "fcmp oge"),
    Fault("unordered is ordered", "v_cmp_u_f32", r"fcmp uno", "fcmp ord"),
    Fault(
        "maximum lets a NaN win",
        "v_max_f32",
        r"@llvm\.maximumnum\.v64f32",
        "@llvm.maximum.v64f32",
        declare="declare <64 x float> @llvm.maximum.v64f32(<64 x float>, <64 x float>)",
    ),
    Fault(
        "maximum takes a signalling NaN for a quiet one",
        "v_max_f32",
        r"icmp ult (<64 x i32> %t\d+), splat \(i32 4194303\)",
        r"icmp ult \1, zeroinitializer",
    ),
    # rounding and conversion
    Fault(
        "float to half is cut off",
        "v_cvt_f16_f32",
        r"(%t\d+) = fptrunc <64 x float> (%t\d+) to <64 x half>",
        r"\1a = bitcast <64 x float> \2 to <64 x i32>\n  \1b = and <64 x i32> \1a, splat (i32 -8192)\n"
        r"  \1c = bitcast <64 x i32> \1b to <64 x float>\n  \1 = fptrunc <64 x float> \1c to <64 x half>",
    ),
    Fault(
        "float to integer rounds to nearest",
        "v_cvt_i32_f32",
        r"(%t\d+) = call <64 x i32> @llvm\.fptosi\.sat\.v64i32\.v64f32\(<64 x float> (%t\d+)\)",
        r"\1r = call <64 x float> @llvm.rint.v64f32(<64 x float> \2)\n"
        r"  \1 = call <64 x i32> @llvm.fptosi.sat.v64i32.v64f32(<64 x float> \1r)",
        declare=RINT,
    ),
    Fault(
        "float to unsigned saturates as signed",
        "v_cvt_u32_f32",
        r"@llvm\.fptoui\.sat\.v64i32\.v64f32",
        "@llvm.fptosi.sat.v64i32.v64f32",
        declare="declare <64 x i32> @llvm.fptosi.sat.v64i32.v64f32(<64 x float>)",
    ),
    Fault("unsigned to float is signed", "v_cvt_f32_u32", r"= uitofp", "= sitofp"),
    Fault(
        "round to even is floor",
        "v_rndne_f32",
        r"@llvm\.(roundeven|rint|nearbyint)\.v64f32",
        "@llvm.floor.v64f32",
        declare="declare <64 x float> @llvm.floor.v64f32(<64 x float>)",
    ),
    Fault("fp8 has the exponent bias of the OCP format", "v_cvt_pk_fp8_f32", r"splat \(i32 120\)", "splat (i32 121)"),
    Fault(
        "fp8 rounds halves up",
        "v_cvt_pk_fp8_f32",
        r"(sub <64 x i32> %t\d+, splat \(i32 1\)\n\s+%t\d+ = add <64 x i32> %t\d+), %t\d+",
        r"\1, splat (i32 1)",
    ),
    Fault(
        "fp8 has negative zero",
        "v_cvt_pk_fp8_f32",
        r"icmp eq (<64 x i32> %t\d+), zeroinitializer",
        r"icmp ult \1, zeroinitializer",
    ),
    Fault(
        "fp8 NaN is 0x7f",
        "v_cvt_pk_fp8_f32",
        r"splat \(i32 128\), <64 x i32> (%t\d+)\n",
        r"splat (i32 127), <64 x i32> \1\n",
    ),
    Fault(
        "matrix fp8 has the exponent bias of the OCP format",
        "@unpack_fp8",
        r"splat \(i32 998244352\)",
        "splat (i32 1006632960)",
        shown_by="v_mfma_f32_16x16x32_fp8_fp8",
    ),
    # lanes
    Fault("read of a lane takes half the wave", "v_readlane_b32", r"= and i32 (%t\d+), 63", r"= and i32 \1, 31"),
    Fault("write to a lane takes half the wave", "v_writelane_b32", r"= and i32 (%t\d+), 63", r"= and i32 \1, 31"),
    Fault("first lane is lane 0", "v_readfirstlane_b32", r"= and i64 (%t\d+), 63", r"= and i64 \1, 0"),
    Fault(
        "count of lanes below counts the lane itself",
        "v_mbcnt_lo_u32_b32",
        r"<i32 0, i32 1, i32 3, i32 7,",
        "<i32 1, i32 3, i32 7, i32 15,",
    ),
    Fault("DPP row shift reads the wrong lane", "v_mov_b32", r"<i32 1, i32 2, i32 3,", "<i32 2, i32 2, i32 3,"),
    Fault("DPP bound_ctrl is ignored", "v_mov_b32", r"i32 15, i32 64,", "i32 15, i32 15,"),
    Fault(
        "DPP reads lanes that EXEC switches off",
        "v_mov_b32",
        r"select <64 x i1> (%t\d+), <64 x i32> (%t\d+), <64 x i32> zeroinitializer",
        r"select <64 x i1> \1, <64 x i32> \2, <64 x i32> \2",
    ),
    Fault("DPP masks of rows and banks are ignored", "v_mov_b32", r"= and i64 (%t\d+), -?\d+\n", r"= and i64 \1, -1\n"),
    Fault(
        "bpermute reads lanes that EXEC switches off",
        "@local_bpermute",
        r"select <16 x i1> (%\d+), <16 x i32> zeroinitializer, <16 x i32> (%\d+)",
        r"select <16 x i1> \1, <16 x i32> \2, <16 x i32> \2",
        shown_by="ds_bpermute_b32",
    ),
    # matrices
    Fault(
        "matrix product is transposed",
        "@matrix_16x16x16_f16",
        r"@tiles16\((ptr nonnull %0, ptr %1, )ptr (%\d+), ptr (%\d+)",
        r"@tiles16(\1ptr \3, ptr \2",
        shown_by="v_mfma_f32_16x16x16_f16",
    ),
    Fault(
        "large matrix product is transposed",
        "@matrix_32x32x8_f16",
        r"@tiles32\((ptr nonnull %0, ptr %1, )ptr (%\d+), ptr (%\d+)",
        r"@tiles32(\1ptr \3, ptr \2",
        shown_by="v_mfma_f32_32x32x8_f16",
    ),
    Fault(
        "matrix product leaves out the last depth",
        "@matrix_16x16x16_bf16",
        r"(@tiles16\(.*i32 1, )i32 4\)",
        r"\1i32 3)",
        shown_by="v_mfma_f32_16x16x16_bf16",
    ),
    # memory and control
    Fault(
        "atomic signed maximum is the minimum",
        "@atomic_value32",
        r"@llvm\.smax\.i32",
        "@llvm.smin.i32",
        shown_by="global_atomic_smax",
        declare="declare i32 @llvm.smin.i32(i32, i32)",
    ),
    Fault(
        "atomic add subtracts",
        "@atomic_value32",
        r"= add i32 (%2), %1",
        r"= sub i32 %1, \1",
        shown_by="ds_add_u32",
        count=1,
    ),
    Fault("atomic exclusive or is or", "@atomic_value32", r"= xor i32", "= or i32", shown_by="global_atomic_xor"),
)
