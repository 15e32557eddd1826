"""What this project expects of AITER's functions, and how an installed version differs from it."""

from __future__ import annotations

# The parameters that this project was written against, by function, in order.
SIGNATURES: dict[str, tuple[str, ...]] = {
    "pa_fwd_asm": (
        "Q",
        "K",
        "V",
        "block_tables",
        "context_lens",
        "block_tables_stride0",
        "max_qlen",
        "K_QScale",
        "V_QScale",
        "out_",
        "qo_indptr",
        "high_precision",
        "kernelName",
    ),
}
