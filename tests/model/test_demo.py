"""`make demo`: text, kernels and decisions of each way through gfx942 code; and AITER's Triton kernels on their own."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import pytest
import torch
from tests.model.lm_eval_runs import TINY

from rocm_kernels import PagedCache, overriding_flags, paged_attention, recording, using_device
from rocm_kernels.backends.aiter import package, surveyed
from rocm_kernels.errors import NoImplementationError
from rocm_kernels.integrations import demo
from rocm_kernels.integrations.aiter_triton import DECODERS, implementation, offered
from rocm_kernels.spec import UNBOUNDED, AttentionSpec

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ANSWER = "The capital of France is Paris"
LLAMA_128 = ["--model", str(TINY / "llama_128"), "--prompt", "<s> k1 v2 k5 v9 k1", "--tokens", "2"]


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert demo.main(arguments) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("decoder", "kernel"),
    [("pa_decode", "_paged_attn_decode_v1_w_dot_kernel"), ("unified", "kernel_unified_attention_2d")],
)
def test_smollm2_writes_by_aiters_triton_kernels(decoder: str, kernel: str, capsys: pytest.CaptureFixture[str]) -> None:
    printed = shown(capsys, "--tokens", "7", "--aiter-triton", decoder)
    assert ANSWER in printed
    # 30 layers, and the first of 7 tokens comes from the prompt.
    assert f"    {kernel} x 180\n" in printed
    assert f"served by aiter.paged_attention.triton_{decoder}, 180 calls, evidence: emulated" in printed
    for asm in ("asm_8bit", "asm_16bit", "asm_16bit_legacy"):
        line = next(line for line in printed.splitlines() if f"not aiter.paged_attention.{asm}:" in line)
        assert "head_size 64 is not served, only 128" in line


def test_the_tiny_llama_answers_by_aiters_asm_kernels(capsys: pytest.CaptureFixture[str]) -> None:
    printed = shown(capsys, *LLAMA_128, "--aiter", "--layout", "asm")
    assert "v2" in printed, "what stands beside k1"
    assert "served by aiter.paged_attention.asm_16bit, 2 calls, evidence: emulated" in printed
    assert "_ZN5aiter27pa_bf16_noquant_gqa8_1tg_4wE x 2" in printed


def test_without_a_flag_ours_is_what_runs(capsys: pytest.CaptureFixture[str]) -> None:
    printed = shown(capsys, *LLAMA_128)
    assert "served by rocm.paged_attention, 2 calls, evidence: emulated" in printed


def test_an_unknown_kernel_of_aiters_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        demo.main(["--aiter-triton", "gluon"])
    assert "choose from" in capsys.readouterr().err


@pytest.mark.parametrize("name", DECODERS)
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_a_decoder_gives_what_pytorch_gives(name: str, dtype: torch.dtype) -> None:
    """Ragged lengths on both sides of a page, an empty one, and grouped heads."""
    torch.manual_seed(5)
    lengths = torch.tensor([1, 16, 17, 0, 100], dtype=torch.int32)
    tables = torch.randperm(40, dtype=torch.int32)[: 5 * 8].view(5, 8)
    cache = PagedCache.allocate(40, 2, 64, 16, layout=DECODERS[name].layout, dtype=dtype)
    slots = torch.cat(
        [
            tables[row, torch.arange(length) // 16].long() * 16 + torch.arange(length) % 16
            for row, length in enumerate(lengths)
        ]
    )
    key, value = torch.randn(2, len(slots), 2, 64).to(dtype)
    cache.write(key, value, slots)
    query = torch.randn(5, 8, 64).to(dtype)
    keywords = {"block_tables": tables, "context_lengths": lengths, "finite_cache": True, **cache.keywords()}
    expected = paged_attention(query, backend="torch", **keywords)
    with (
        offered(name),
        overriding_flags(VLLM_ROCM_USE_AITER=True),
        using_device("emulated:gfx942"),
        recording() as record,
    ):
        output = paged_attention(query, backend="aiter", **keywords)
        with pytest.raises(NoImplementationError, match=r"triton_\w+: alibi(_slopes)? is not served"):
            paged_attention(query, backend="aiter", alibi_slopes=torch.ones(8), **keywords)
    assert record.calls[0].implementation == f"aiter.paged_attention.triton_{name}"
    assert record.calls[0].evidence == "emulated"
    assert len(record.calls[0].kernels) == 1
    unit = 2.0**-8 if dtype == torch.bfloat16 else 2.0**-11
    # Rounded query, weights and output, each by half a unit of a number below 4.
    torch.testing.assert_close(output.float(), expected.float(), atol=4 * 2 * unit, rtol=0)
    assert not output[3].any()


# What the committed survey says is wrong of each, and a request that could meet it. Contexts of no token are served by the
# adapter itself, and head sizes are in the table.
WRONG: dict[tuple[str, str], dict[str, Any]] = {
    ("pa_decode", "cache_over_4_GiB_out_of_bounds"): {"cache_class": UNBOUNDED},
    ("unified", "tail_value_nan_both_nan_nan"): {"finite_cache": False},
}
SERVED_OTHERWISE = ("length_0_nan", "head_size_")


@pytest.mark.parametrize(("name", "case"), WRONG)
def test_a_decoder_is_refused_where_the_survey_found_it_wrong(name: str, case: str) -> None:
    right = AttentionSpec(
        "paged_attention", "emulated:gfx942", "gfx942", "bf16", "bf16", 8, 2, 64, 16, DECODERS[name].layout, finite_cache=True
    )  # fmt: skip
    support = implementation(name).support
    assert support.reasons(right) == ()
    (reason,) = support.reasons(replace(right, **WRONG[name, case]))
    assert reason.code == "known_wrong"


def test_no_finding_of_the_survey_is_left_out() -> None:
    (path,) = surveyed.FOLDER.glob(f"{package.version()}/gfx942.triton.toml")
    found = set()
    for kernel in tomllib.loads(path.read_text())["kernel"]:
        (name,) = (name for name, decoder in DECODERS.items() if kernel["layout"] == decoder.layout)
        found |= {(name, wrong["case"]) for wrong in kernel.get("wrong", ())}
    assert {(name, case) for name, case in found if not case.startswith(SERVED_OTHERWISE)} == set(WRONG)


def test_nan_behind_the_end_reaches_no_result() -> None:
    layout = DECODERS["unified"].layout
    cache = PagedCache.allocate(4, 2, 64, 16, layout=layout, dtype=torch.bfloat16)
    cache.value.fill_(torch.nan)
    key, value = torch.randn(2, 5, 2, 64).bfloat16()
    cache.write(key, value, torch.arange(5))
    tables, lengths = torch.zeros(1, 1, dtype=torch.int32), torch.tensor([5], dtype=torch.int32)
    flags = overriding_flags(VLLM_ROCM_USE_AITER=True)
    with offered("unified"), flags, using_device("emulated:gfx942"), recording() as record:
        query = torch.randn(1, 8, 64).bfloat16()
        output = paged_attention(query, block_tables=tables, context_lengths=lengths, **cache.keywords())
    assert bool(output.isfinite().all())
    assert record.calls[0].implementation == "rocm.paged_attention"
