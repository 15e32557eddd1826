"""Which kernel a spec gets, and what compiling it for each target shows."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from gfx_emulator.code_object import CodeObject
from gfx_emulator.compile import compile_hip
from rocm_kernels.arguments import CacheView
from rocm_kernels.backends.rocm import SUPPORT, specialisation
from rocm_kernels.backends.rocm.build import SOURCES, build, resources
from rocm_kernels.backends.rocm.kernel_arguments import SIGNATURES
from rocm_kernels.spec import AttentionSpec
from rocm_kernels.targets import TARGETS

SPEC = AttentionSpec("paged_attention", "rocm", "gfx942", "bf16", "bf16", 8, 1, 128, 16, "5d")
_BYTES = {"P": 8, "q": 8, "I": 4, "i": 4, "f": 4}


def spec_for(target: str, **changes: object) -> AttentionSpec:
    if changes.get("kv_dtype") == "fp8":
        changes["kv_dtype"] = TARGETS[target].fp8_dtype
    return replace(SPEC, target=target, **changes)  # type: ignore[arg-type]  # names of fields


def kernels_of(spec: AttentionSpec) -> list[specialisation.Specialisation]:
    return [specialisation.decode(spec, "gfx942"), specialisation.merge(spec), specialisation.reshape_and_cache(spec)]


@pytest.mark.parametrize("kernel", kernels_of(SPEC), ids=lambda kernel: kernel.source)
def test_arguments_lie_where_the_launcher_puts_them(kernel: specialisation.Specialisation) -> None:
    code_object = CodeObject.load(build(kernel, "gfx942").code)
    (compiled,) = code_object.kernels.values()
    expected, offset = [], 0
    for name, code in SIGNATURES[kernel.source]:
        expected.append((name, offset, _BYTES[code]))
        offset += _BYTES[code]
    assert compiled.name == kernel.kernel
    assert [(entry.name, entry.offset, entry.size) for entry in compiled.arguments if not entry.hidden] == expected


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("source", sorted(SIGNATURES))
def test_sources_compile_without_a_warning(source: str, target: str) -> None:
    kernel = next(entry for entry in kernels_of(spec_for(target)) if entry.source == source)
    options = ("-Wall", "-Wextra", "-Werror", "-Wno-unused-const-variable", "-Wno-unused-parameter")
    compile_hip(SOURCES / source, target, options=options, defines=dict(kernel.defines), include_folders=(SOURCES,))


CASES = [
    (target, kv_dtype, head_size, gqa, layout, block)
    for target in TARGETS
    for kv_dtype, head_size, gqa, layout, block in (
        ("bf16", 64, 8, "5d", 16), ("bf16", 64, 71, "nhd", 16), ("bf16", 128, 8, "5d", 16), ("bf16", 128, 8, "nhd", 16),
        ("bf16", 128, 32, "asm", 16), ("bf16", 80, 4, "hnd", 32), ("bf16", 120, 2, "5d", 528), ("bf16", 128, 8, "hnd", 1),
        ("fp8", 128, 8, "5d", 16), ("fp8", 128, 8, "nhd", 16), ("fp8", 64, 71, "asm", 16), ("int8", 128, 8, "5d", 16),
        ("int8", 64, 8, "hnd", 8), ("int8", 112, 16, "nhd", 256), ("bf16", 192, 8, "5d", 16), ("bf16", 256, 8, "5d", 16),
        ("bf16", 256, 8, "nhd", 16), ("int8", 192, 8, "asm", 16), ("int8", 256, 8, "hnd", 16), ("fp8", 192, 8, "5d", 16),
    )
    if not (kv_dtype == "fp8" and TARGETS[target].fp8_dtype is None)
]  # fmt: skip


@pytest.mark.parametrize(("target", "kv_dtype", "head_size", "gqa", "layout", "block"), CASES)
def test_nothing_is_spilled(target: str, kv_dtype: str, head_size: int, gqa: int, layout: str, block: int) -> None:
    spec = spec_for(
        target, kv_dtype=kv_dtype, head_size=head_size, query_heads=gqa, kv_heads=1, layout=layout, block_size=block
    )
    found = resources(specialisation.decode(spec, target), target)
    assert (found.vgpr_spill_count, found.sgpr_spill_count, found.scratch_bytes) == (0, 0, 0)
    assert found.lds_bytes <= TARGETS[target].lds_bytes


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("head_size", [64, 128])
@pytest.mark.parametrize("query_dtype", ["fp16", "bf16"])
def test_products_are_matrix_instructions(target: str, head_size: int, query_dtype: str) -> None:
    spec = spec_for(target, head_size=head_size, query_dtype=query_dtype, kv_dtype=query_dtype)
    assembly = build(specialisation.decode(spec, target), target).assembly
    word = "f16" if query_dtype == "fp16" else "bf16"
    pattern = {"mfma": rf"v_mfma_f32_16x16x\d+_?{word}", "wmma": rf"v_wmma_f32_16x16x16_{word}"}
    found = re.findall(pattern[TARGETS[target].matrix_instructions], assembly)
    # Both products of a chunk: the key's steps and the value's tiles, at least once each.
    assert len(found) >= head_size // 32 + head_size // 16


def test_loads_of_the_cache_are_16_bytes_wide() -> None:
    for kv_dtype in ("bf16", "fp8_e4m3fnuz"):
        spec = replace(SPEC, kv_dtype=kv_dtype)
        assembly = build(specialisation.decode(spec, "gfx942"), "gfx942").assembly
        loads = re.findall(r"global_load_(\w+)", assembly)
        wide = loads.count("dwordx4")
        # The sink of a finished row is the only thing loaded that is narrower.
        assert wide >= 24
        assert len(loads) - wide <= 4


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({}, "paged_attention_decode_bf16_bf16_h128_b16_5d_r1x1"),
        ({"alibi": True, "softcap": True}, "_alibi_softcap"),
        ({"kv_dtype": "int8", "kv_scales": "per_token"}, "_token_scales_kv"),
        ({"kv_dtype": "int8", "kv_scales": "per_head"}, "_scaled"),
        ({"query_heads": 71, "head_size": 64}, "_r5x1"),
        ({"query_heads": 128, "head_size": 256}, "_r2x4"),
    ],
)
def test_names_tell_what_a_kernel_was_made_for(change: dict[str, object], word: str) -> None:
    assert word in specialisation.decode(spec_for("gfx942", **change), "gfx942").kernel


def test_different_constants_have_different_names() -> None:
    seen: dict[str, tuple[tuple[str, str], ...]] = {}
    for kv_dtype in ("bf16", "fp8_e4m3fnuz", "int8"):
        for scales in ("none", "per_tensor", "per_head", "per_token"):
            for layout in ("5d", "nhd"):
                for heads in (8, 17, 71):
                    for options in ({}, {"alibi": True}, {"softcap": True}):
                        spec = spec_for(
                            "gfx942", kv_dtype=kv_dtype, kv_scales=scales, layout=layout, query_heads=heads, **options
                        )
                        kernel = specialisation.decode(spec, "gfx942")
                        assert seen.setdefault(kernel.kernel, kernel.defines) == kernel.defines


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"head_size": 72}, "head_size"),
        ({"block_size": 24}, "block_size"),
        ({"query_heads": 129}, "gqa"),
        ({"kv_dtype": "fp16"}, "kv_dtype"),
        ({"query_dtype": "fp32"}, "query_dtype"),
        ({"kv_dtype": "fp8_e4m3fn"}, "fp8_format"),
        ({"target": "gfx90a", "kv_dtype": "fp8_e4m3fnuz"}, "fp8_format"),
        ({"kv_scales": "per_token"}, "kv_scales"),
        ({"length_class": 2**62}, "length"),
        ({"device": "cuda", "target": None}, "device"),
    ],
)
def test_what_is_not_served_is_refused_with_its_reason(change: dict[str, object], code: str) -> None:
    assert code in [reason.code for reason in SUPPORT.reasons(replace(SPEC, **change))]  # type: ignore[arg-type]


def test_what_is_served_is_not_refused() -> None:
    assert SUPPORT.reasons(SPEC) == ()


def test_strides_of_an_axis_of_one_token_say_nothing() -> None:
    import torch

    spec = replace(SPEC, layout="hnd", block_size=1)
    cache = torch.empty(4, 2, 1, 128, dtype=torch.bfloat16)
    odd = cache.as_strided(cache.shape, (256, 128, 7, 1))
    kernel = specialisation.decode(spec, "gfx942", specialisation.actual_strides(spec, CacheView(odd, odd, "hnd", 1)))
    assert kernel == specialisation.decode(spec, "gfx942")


def test_fresh_strides_are_those_of_a_fresh_cache() -> None:
    import torch

    from rocm_kernels.layouts import LAYOUTS

    for name, layout in LAYOUTS.items():
        for kv_dtype, itemsize, dtype in (("bf16", 2, torch.bfloat16), ("int8", 1, torch.int8)):
            spec = replace(SPEC, layout=name, kv_dtype=kv_dtype)
            key = torch.empty(layout.key_shape(3, 2, 128, 16, itemsize), dtype=dtype)
            value = torch.empty(layout.value_shape(3, 2, 128, 16, itemsize), dtype=dtype)
            actual = specialisation.actual_strides(spec, CacheView(key, value, name, 16))
            fresh = specialisation.fresh_strides(spec)
            for word in ("key_token", "key_group", "value_token", "value_dimension"):
                # 0 stands for a stride that depends on the number of heads, read from the arguments.
                assert getattr(fresh, word) in (0, getattr(actual, word)), (name, word)
            assert "strided" not in specialisation.decode(spec, "gfx942", actual).kernel
