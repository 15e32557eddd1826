"""The arguments of AITER's code objects beside attention, as the host of amd-aiter 0.1.7.post2.dev18 packs them.

Names and places are those of each file's own note; the meanings were read from the host's sources that are
named with each layout.
"""

from __future__ import annotations

from rocm_kernels.backends.aiter.argument_layout import ArgumentLayout, Field


def _slots(*fields: tuple[str, str, str], optional: int = 0, slot_bytes: int = 16) -> tuple[Field, ...]:
    """Fields in slots of equal size; the last ``optional`` ones are not in every file."""
    first = len(fields) - optional
    return tuple(
        Field(name, number * slot_bytes, code, meaning, optional=number >= first)
        for number, (name, code, meaning) in enumerate(fields)
    )


# gemm_a16w16_asm (asm_gemm_a16w16.cu). The host gives no C: a bias that its caller passes is dropped without a word.
GEMM_A16W16 = ArgumentLayout(
    _slots(
        ("D", "Q", "output fp32 [M, N]; zeroed by the host where K is split, and added to"),
        ("C", "Q", "null"),
        ("A", "Q", "x, bf16 [M, K]"),
        ("B", "Q", "weight, bf16 [N, K]"),
        ("alpha", "f", "1"),
        ("beta", "f", "0"),
        ("strideD0", "I", "not set by the host"),
        ("strideD1", "I", "not set by the host"),
        ("strideC0", "I", "bytes of a row of the output"),
        ("strideC1", "I", "not set by the host"),
        ("strideA0", "I", "bytes of a row of x"),
        ("strideA1", "I", "not set by the host"),
        ("strideB0", "I", "bytes of a row of the weight"),
        ("strideB1", "I", "not set by the host"),
        ("Mdim", "I", "M"),
        ("Ndim", "I", "N"),
        ("Kdim", "I", "K"),
        ("splitk", "I", "parts of K, one workgroup each"),
    ),
    segment_bytes=512,
)

# gemm_a8w8_asm (asm_gemm_a8w8.cu).
GEMM_A8W8 = ArgumentLayout(
    _slots(
        ("C", "Q", "output bf16 [M, N]"),
        ("A", "Q", "x, int8 [M, K]"),
        ("B", "Q", "weight, int8 [N, K] in blocks of 32 x 32 (shuffle_weight, layout 32, 16)"),
        ("SA", "Q", "scales of x, fp32 [M]"),
        ("SB", "Q", "scales of the weight, fp32 [N]"),
        ("BIAS", "Q", "fp32 [N]; always given"),
        ("M", "I", "M"),
        ("N", "I", "N"),
        ("K", "I", "K"),
        ("PA", "I", "bytes of a row of x"),
        ("PB", "I", "bytes of a row of the weight"),
        ("PC", "I", "bytes of a row of the output"),
        ("KS", "I", "parts of K, one workgroup each"),
    ),
    segment_bytes=256,
)

# flatmm_a8w8_blockscale_asm (asm_flatmm_a8w8_blockscale.cu); the structure has no padding.
FLATMM_A8W8_BLOCKSCALE = ArgumentLayout(
    (
        Field("a_ptr", 0x00, "Q", "x, fp8 [M, K]"),
        Field("b_ptr", 0x08, "Q", "weight, fp8 [N, K] in blocks of 16 x 32 (shuffle_weight, layout 16, 16)"),
        Field("c_ptr", 0x10, "Q", "null"),
        Field("sa_ptr", 0x18, "Q", "scales of x, fp32 [K / 128, M]"),
        Field("sb_ptr", 0x20, "Q", "scales of the weight, fp32 [K / 128, N / 128]"),
        Field("d_ptr", 0x28, "Q", "null"),
        Field("d_f16_ptr", 0x30, "Q", "output fp16 [M, N]"),
        Field("dbg_int_ptr", 0x38, "Q", "not set by the host"),
        Field("dbg_fp8_ptr", 0x40, "Q", "not set by the host"),
        Field("dbg_f16_ptr", 0x48, "Q", "not set by the host"),
        Field("dbg_fp32_ptr", 0x50, "Q", "not set by the host"),
        Field("hidden_size", 0x58, "I", "K"),
        Field("intermediate_size", 0x5C, "I", "N"),
        Field("num_tokens", 0x60, "I", "M"),
        Field("num_experts", 0x64, "I", "not set by the host"),
        Field("topk", 0x68, "I", "not set by the host"),
        Field("stride_token", 0x6C, "I", "not set by the host"),
    ),
    segment_bytes=256,
    slot_bytes=0,
)

# fmoe_g1u1 and fmoe_fp8_blockscale_g1u1 (asm_fmoe.cu).
FMOE = ArgumentLayout(
    _slots(
        ("O", "Q", "output [tokens, D], zeroed before, added to"),
        ("X", "Q", "hidden, fp8 [tokens, D]"),
        ("G", "Q", "w1, fp8 [experts, 2 I, D] in blocks of 16 x 32, gate's rows first"),
        ("U", "Q", "places that sorting filled, int32 [2]"),
        ("D", "Q", "w2, fp8 [experts, D, I] in blocks of 16 x 32"),
        ("XQ", "Q", "scales of hidden, fp32: [tokens], or [D / 128, tokens] of blocks"),
        ("GQ", "Q", "scales of w1, fp32: [experts, 2 I], or [experts, 2 I / 128, D / 128]"),
        ("DQ", "Q", "scales of w2, fp32: [experts, D], or [experts, D / 128, I / 128]"),
        ("SMQ", "Q", "null without smooth scales"),
        ("STP", "Q", "sorted places, int32: token in 24 bits, choice in the 8 above"),
        ("SW", "Q", "routing weights of the sorted places, fp32"),
        ("SEP", "Q", "expert of each block of 32 places, int32"),
        ("dim", "I", "D"),
        ("hdim", "I", "I"),
        ("batch", "I", "tokens"),
        ("eprt", "I", "experts"),
        ("Xs", "I", "bytes of a row of hidden"),
        ("GUs", "I", "bytes of a row of w1"),
        ("Ds", "I", "bytes of a row of w2"),
        ("Os", "I", "bytes of a row of the output"),
        ("eGUs", "I", "bytes of an expert of w1"),
        ("eDs", "I", "bytes of an expert of w2"),
        ("eGUQs", "I", "bytes of an expert's scales of w1"),
        ("eDQs", "I", "bytes of an expert's scales of w2"),
        ("eSMQs", "I", "bytes of an expert's smooth scales"),
        ("topk", "I", "experts a token"),
        ("total_tgs", "I", "workgroups of a persistent kernel, a multiple of ps_deno"),
        ("ps_deno", "I", "tiles of I"),
        optional=2,
    ),
    segment_bytes=512,
)
