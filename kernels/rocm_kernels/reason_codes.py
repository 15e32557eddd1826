"""Every code that a reason can have; docs/dispatch.md says what each means, and a test holds both against the sources."""

from __future__ import annotations

REASON_CODES: frozenset[str] = frozenset(
    (
        *("device", "target"),
        *("query_dtype", "kv_dtype", "fp8_format"),
        *("head_size", "block_size", "gqa", "kv_heads", "length"),
        *("dtype", "weight_dtype", "output_dtype", "quantisation", "scaling"),
        *(
            "hidden",
            "width",
            "in_features",
            "out_features",
            "intermediate",
            "experts",
            "top_k",
            "residual",
            "bias",
            "expert_mask",
            "weight_order",
        ),
        *("slower",),
        *("layout", "kv_scales", "query_strides", "cache_strides"),
        *("alibi", "sliding_window", "sinks", "softcap", "custom_scale", "log_sum_exp"),
        *("not_surveyed", "known_wrong"),
        *(
            "folder_missing",
            "table_missing",
            "table_damaged",
            "file_missing",
            "file_damaged",
            "wrong_target",
            "symbol_missing",
            "arguments_mismatch",
        ),
        *("no_code_object", "not_listed"),
        *("flag", "not_installed", "not_built", "no_compiler", "not_emulated", "interpreted_only", "stubbed"),
        *(
            "import_failed",
            "load_failed",
            "launch_failed",
            "compile_failed",
            "no_hip_runtime",
            "missing_function",
            "signature_unknown",
            "signature_drift",
            "output_elsewhere",
            "not_on_gpu",
            "fake_package",
            "not_adapted",
        ),
        *("out_of_memory",),
        *("later", "policy"),
    )
)
