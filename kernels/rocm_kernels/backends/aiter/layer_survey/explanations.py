"""Why a code object is wrong, where the disassembly or the host's source tells; each is held by a test."""

from __future__ import annotations

from rocm_kernels.backends.aiter.layer_code_objects import LayerCodeObject

# (family's beginning, axis) -> explanation.
_EXPLANATIONS: dict[tuple[str, str], str] = {
    ("gemm_a16w16", "in_features_tail"): (
        "K is walked in tiles of 64; the last one is read beyond the end of each row. The host refuses such K only where the "
        "tiles of the result do not fill the device."
    ),
    ("gemm_a16w16", "out_features_tail"): (
        "A tile of 64 columns is stored whole: what lies beyond N lands in the next row. The host refuses such N."
    ),
    ("gemm_a16w16", "parts_beyond_depth"): (
        "With more parts than K has tiles of 64 the results are wrong, the more so the more parts. The host's own choice fills "
        "the device with parts and looks at K only for being a multiple of 64 (get_heuristic_kernel in asm_gemm_a16w16.cu): "
        "with 304 compute units, one tile of the result and K below 4,096 its own choice is wrong. Capping the parts at "
        "K / 64 would be right."
    ),
    ("gemm_a8w8", "in_features"): (
        "Rows 1 to 7 of a tile are read into LDS by one instruction each, with 260 times the row as the instruction's "
        "offset, which counts for LDS and memory alike; the register holds row * K - row * 260. Below K = 260 that is "
        "negative, and the emulator, as the manual describes raw buffers, does not wrap the sum, so zeros are read. Whether "
        "hardware wraps it was not seen; with K of 384 and more nothing depends on it."
    ),
    (
        "gemm_a8w8",
        "in_features_tail",
    ): "K is walked in tiles of 128 and the last one is not masked; the host does not look at K.",
    ("gemm_a8w8", "out_features_tail"): (
        "The grid has N / 128 workgroups, rounded down, so the columns behind are not written; the host looks at N only where "
        "it chooses the kernel itself, not for one named by its table of tuned shapes."
    ),
    ("gemm_a8w8", "parts"): (
        "With K split, each workgroup zeroes its share of the tile and then adds to all of it, with nothing to wait for the "
        "others of the tile (the host's own zeroing is commented out in asm_gemm_a8w8.cu). It is right only while all parts of "
        "a tile run at the same time; run one after the other, a later one erases what an earlier one added."
    ),
    ("flatmm_a8w8_blockscale", "spare"): (
        "Scales of x are read for all 128 rows of a tile: with M no multiple of 128, beyond the end of the tensor; and with K "
        "an odd multiple of 128, x is read one tile ahead, beyond its end."
    ),
    ("flatmm_a8w8_blockscale", "in_features_tail"): "K is walked in blocks of 128; the host refuses such K.",
    (
        "flatmm_a8w8_blockscale",
        "out_features_tail",
    ): "Tiles of 256 columns are read and stored whole; the host refuses such N.",
    ("fmoe_g1u1", "hidden_tail"): (
        "The result is added to memory in pieces of 256 elements, whole ones: with a hidden size that is no multiple of 256 "
        "the kernel writes behind the last token's row. The host does not look at the hidden size."
    ),
    (
        "fmoe_g1u1",
        "hidden",
    ): "The weights of the second product are read ahead; with a hidden size of 256, beyond their end.",
    ("fmoe_g1u1", "base"): (
        "The loop of the second product reads the LDS buffers of its results (36,096 and 44,800 on) and nothing in the loop "
        "writes them; in the kernels of the other tiles the ds_write_b64 are there. The host's own choice takes the persistent "
        "kernel of the same tile, which is right."
    ),
    ("fmoe_g1u1_fp16", "values"): (
        "Each part is turned to fp16 toward zero (v_cvt_pkrtz_f16_f32), where the bound allows for rounding to nearest. Below "
        "fp16's normal range, 2^-14, a step is 2^-24 however small the result, and a part may be off by a whole one."
    ),
    ("fmoe_fp8_blockscale_g1u1", "base"): (
        "A barrier is missing: the scratch in LDS (18,688 on) through which waves find the largest magnitude of 128 elements "
        "is overwritten for the second half of the tile while other waves may still read it for the first. In the emulator "
        "waves run one after the other from barrier to barrier and it always shows; on hardware it is a race. With a barrier "
        "in place of one s_waitcnt behind those reads, in both copies of the code, the results are right."
    ),
}


def explanation(entry: LayerCodeObject, axis: str, how: str) -> str:
    """What is known of a case, empty where nothing is."""
    for (family, name), text in _EXPLANATIONS.items():
        if entry.family.startswith(family) and name == axis:
            return text
    return ""
