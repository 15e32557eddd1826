"""`make demo`: text, kernels and decisions of each way through gfx942 code; and AITER's Triton kernels on their own."""

from __future__ import annotations

import pytest
import torch
from tests.model.lm_eval_runs import TINY

from rocm_kernels import PagedCache, overriding_flags, paged_attention, recording, using_device
from rocm_kernels.errors import NoImplementationError
from rocm_kernels.integrations import demo
from rocm_kernels.integrations.aiter_triton import DECODERS, offered

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
