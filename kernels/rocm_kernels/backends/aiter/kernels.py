"""What is known of AITER's attention kernels, one row each: the table that the dispatcher reads.

The limits of the asm kernels come from the choice that AITER's host code makes (`csrc/py_itfs_cu/asm_pa.cu` with
`hsa/<target>/pa/pa_asm.csv`, amd-aiter 0.1.7.post2.dev18) and from the code objects: they have no field for the head size, for
a softmax scale, for alibi, for a window, for sinks or for a softcap, and the host checks none of that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rocm_kernels.backends.aiter.asm_support import AsmSupport, Choice, legacy, listed
from rocm_kernels.backends.aiter.contract import SIGNATURES as SIGNATURES
from rocm_kernels.spec import AttentionSpec
from rocm_kernels.support import Support, fp8_of_the_target

Rule = Callable[[AttentionSpec], str | None]


@dataclass(frozen=True)
class AiterKernel:
    """One kernel, or one family that a function of the package launches.

    Attributes:
        op: the op of this project that it could serve.
        variant: the last part of the implementation's name.
        function: the function of the package.
        flag: the flag that switches it.
        support: what it serves.
        adapted: whether this project knows how to call it.
    """

    op: str
    variant: str
    function: str
    flag: str
    support: Support
    adapted: bool


def _always(message: str) -> Rule:
    return lambda spec: message


def _one_kv_head(spec: AttentionSpec) -> str | None:
    if spec.kv_heads == 1 and spec.query_heads <= 8:
        return None
    return f"has no notion of key/value heads: one of them and at most 8 query heads, not {spec.query_heads}x{spec.kv_heads}"


NOT_SURVEYED = "not surveyed: where it is right has not been measured, so it is not trusted"
_UNMASKED = (
    "known wrong: values past the end of a context are multiplied by 0 and not masked, so NaN in an unused cache slot "
    "reaches the output"
)
_FLOAT16 = frozenset({"fp16", "bf16"})
_FP8 = frozenset({"fp8_e4m3fn", "fp8_e4m3fnuz"})
_CDNA3_UP = frozenset({"gfx942", "gfx950"})


def _asm(
    kv_dtypes: frozenset[str],
    gqa: tuple[int, int],
    extra: Mapping[str, Rule],
    *,
    targets: frozenset[str] = _CDNA3_UP,
    query_dtypes: frozenset[str] = _FLOAT16,
    block_size: int = 16,
    choice: Choice = listed,
) -> AsmSupport:
    """Give the limits that all kernels of ``pa_fwd_asm`` share."""
    quantised = not kv_dtypes & _FLOAT16
    return AsmSupport(
        devices=frozenset({"rocm", "emulated"}),
        targets=targets,
        query_dtypes=query_dtypes,
        kv_dtypes=kv_dtypes,
        head_sizes=frozenset({128}),
        block_sizes=frozenset({block_size}),
        gqa=gqa,
        layouts=frozenset({"asm"}),
        features=frozenset(),
        # One fp32 scale for each token of each head, [blocks, kv_heads, block], read by the kernel without being asked.
        kv_scales=frozenset({"per_token"} if quantised else {"none"}),
        needs_contiguous_query=True,
        needs_contiguous_cache=True,
        extra=extra,
        choice=choice,
    )


_PAGED = "VLLM_ROCM_USE_AITER_PAGED_ATTN"

KERNELS: tuple[AiterKernel, ...] = (
    AiterKernel(
        "paged_attention",
        "asm_8bit",
        "pa_fwd_asm",
        _PAGED,
        _asm(_FP8 | {"int8"}, (1, 16), {"fp8_format": fp8_of_the_target}),
        adapted=True,
    ),
    AiterKernel(
        "paged_attention",
        "asm_fp8_page1024",
        "pa_fwd_asm",
        _PAGED,
        _asm(
            frozenset({"fp8_e4m3fnuz"}),
            (10, 10),
            {},
            targets=frozenset({"gfx942"}),
            query_dtypes=frozenset({"bf16"}),
            block_size=1024,
        ),
        adapted=True,
    ),
    AiterKernel(
        "paged_attention",
        "asm_16bit",
        "pa_fwd_asm",
        _PAGED,
        _asm(_FLOAT16, (1, 16), {}),
        adapted=True,
    ),
    # The 16-bit kernel of AITER's first releases (pa_a16w16_b16): it stores 8 heads of 128 for each sequence, whatever the
    # request. Falcon-7b's 71x1 heads of 64 came out with 77.5 % of the output unwritten.
    AiterKernel(
        "paged_attention",
        "asm_16bit_legacy",
        "pa_fwd_asm",
        _PAGED,
        _asm(
            _FLOAT16,
            (1, 8),
            {"kv_heads": _one_kv_head},
            targets=frozenset({"gfx942"}),
            choice=legacy,
        ),
        adapted=True,
    ),
    AiterKernel(
        "paged_attention",
        "hip",
        "paged_attention_rocm",
        _PAGED,
        Support(
            devices=frozenset({"rocm"}),
            targets=frozenset({"gfx90a", "gfx942", "gfx950"}),
            query_dtypes=_FLOAT16,
            kv_dtypes=_FLOAT16 | _FP8,
            # Its own list has 80, 96, 112, 120 and 192 too; those come out truncated.
            head_sizes=frozenset({64, 128, 256}),
            gqa=(1, 16),
            layouts=frozenset({"5d", "asm"}),
            features=frozenset({"alibi", "custom_scale"}),
            kv_scales=frozenset({"none", "per_tensor", "per_token"}),
            needs_contiguous_query=True,
            needs_contiguous_cache=True,
            extra={"fp8_format": fp8_of_the_target, "known_wrong": _always(_UNMASKED)},
        ),
        adapted=False,
    ),
    AiterKernel(
        "prefill_attention",
        "mha_batch",
        "mha_batch_prefill_func",
        "VLLM_ROCM_USE_AITER_MHA",
        Support(
            devices=frozenset({"rocm"}),
            targets=_CDNA3_UP,
            query_dtypes=_FLOAT16,
            kv_dtypes=_FLOAT16,
            layouts=frozenset({"nhd"}),
            kv_scales=frozenset({"none"}),
            extra={"not_surveyed": _always(NOT_SURVEYED)},
        ),
        adapted=False,
    ),
    AiterKernel(
        "reshape_and_cache",
        "per_token",
        "reshape_and_cache_with_pertoken_quant",
        _PAGED,
        Support(
            devices=frozenset({"rocm"}),
            targets=_CDNA3_UP,
            query_dtypes=_FLOAT16,
            kv_dtypes=_FP8 | {"int8"},
            layouts=frozenset({"5d", "asm"}),
            kv_scales=frozenset({"per_token"}),
            needs_contiguous_cache=True,
            extra={"fp8_format": fp8_of_the_target, "not_surveyed": _always(NOT_SURVEYED)},
        ),
        adapted=False,
    ),
)
