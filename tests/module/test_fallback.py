"""Proof that the fallback runs: AITER importable but refusing, raising, broken at import, or leaving output unwritten.

The requests go through the public op on cpu tensors that stand in for a gfx942; the fallback is the real torch backend with a
counter around it. Results are judged against a computation of this file from the formula.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
import torch
from tests.fakes.install import BROKEN, NOTHING_KNOWN, RIGHT_EVERYWHERE, aiter_from, fake_aiter, survey_says

import rocm_kernels
from rocm_kernels import devices, dispatcher, flags, outputs, policy, recorder, registry
from rocm_kernels.backends.aiter import asm_paged_attention
from rocm_kernels.backends.aiter.asm_support import AsmSupport
from rocm_kernels.backends.aiter.surveyed import Surveyed
from rocm_kernels.errors import ImplementationFailure, NoImplementationError, UnwrittenOutputError
from rocm_kernels.support import Reason

BLOCKS, BLOCK, KV_HEADS, HEADS, HEAD, SEQUENCES = 12, 16, 2, 16, 128, 3
LENGTHS = (1, 17, 40)


@dataclass(frozen=True)
class Problem:
    """A small decode request over an int8 cache with one scale a token, in the asm layout, and what is right for it."""

    arguments: dict[str, Any]
    options: dict[str, Any]
    expected: torch.Tensor

    def run(self, **changes: Any) -> torch.Tensor:
        return rocm_kernels.paged_attention(**self.arguments, **{**self.options, **changes})


def problem(lengths: tuple[int, ...] = LENGTHS) -> Problem:
    generator = torch.Generator().manual_seed(14836)
    keys = torch.randint(-127, 128, (BLOCKS, KV_HEADS, BLOCK, HEAD), generator=generator, dtype=torch.int8)
    values = torch.randint(-127, 128, (BLOCKS, KV_HEADS, BLOCK, HEAD), generator=generator, dtype=torch.int8)
    key_scale = torch.rand(BLOCKS, KV_HEADS, BLOCK, generator=generator) / 64
    value_scale = torch.rand(BLOCKS, KV_HEADS, BLOCK, generator=generator) / 64
    query = torch.randn(len(lengths), HEADS, HEAD, generator=generator).to(torch.bfloat16)
    tables = torch.randperm(BLOCKS, generator=generator)[: len(lengths) * 3].view(len(lengths), 3).to(torch.int32)
    expected = torch.zeros(len(lengths), HEADS, HEAD, dtype=torch.float64)
    for sequence, length in enumerate(lengths):
        for head in range(HEADS):
            kv_head = head // (HEADS // KV_HEADS)
            if length == 0:
                continue
            places = [(int(tables[sequence, token // BLOCK]), token % BLOCK) for token in range(length)]
            k = torch.stack([keys[b, kv_head, r].double() * key_scale[b, kv_head, r] for b, r in places])
            v = torch.stack([values[b, kv_head, r].double() * value_scale[b, kv_head, r] for b, r in places])
            scores = k @ query[sequence, head].double() / math.sqrt(HEAD)
            expected[sequence, head] = torch.softmax(scores, 0) @ v
    x = 16
    arguments = {
        "query": query,
        "key_cache": keys.view(BLOCKS, KV_HEADS, BLOCK, HEAD // x, x).permute(0, 1, 3, 2, 4).contiguous(),
        "value_cache": values.view(BLOCKS, KV_HEADS, BLOCK // x, x, HEAD).permute(0, 1, 2, 4, 3).contiguous(),
        "block_tables": tables,
        "context_lengths": torch.tensor(lengths, dtype=torch.int32),
    }
    return Problem(arguments, {"layout": "asm", "key_scale": key_scale, "value_scale": value_scale}, expected)


@dataclass
class Fallback:
    """Counts what the torch backend was asked, and keeps what it left in the output."""

    calls: list[Any] = field(default_factory=list)
    results: list[torch.Tensor] = field(default_factory=list)


@contextmanager
def counted_fallback() -> Iterator[Fallback]:
    """Put a counter around the torch backend; everything else of the registry stays."""
    counter = Fallback()

    def counted(entry):
        def load():
            function = entry.load()

            def run(arguments: Any) -> None:
                counter.calls.append(arguments)
                function(arguments)
                counter.results.append(arguments.output.clone())

            return run

        return replace(entry, load=load)

    entries = [
        counted(entry) if entry.backend == "torch" else entry for entry in registry.implementations("paged_attention")
    ]
    with registry.only(*entries):
        yield counter


@contextmanager
def stand_in_gpu(results: Mapping[str, Surveyed] = RIGHT_EVERYWHERE) -> Iterator[None]:
    """A gfx942 that is not there, with AITER on; as far as a survey goes, AITER is right everywhere."""
    with (
        devices.using_device("rocm:gfx942", stub=True),
        flags.overriding_flags(VLLM_ROCM_USE_AITER=True),
        survey_says(results),
    ):
        yield


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    dispatcher.reset()
    yield
    dispatcher.reset()


def close(result: torch.Tensor, expected: torch.Tensor) -> None:
    torch.testing.assert_close(result.double(), expected, rtol=2**-7, atol=2**-7)


def said(caplog: pytest.LogCaptureFixture, words: str) -> int:
    return sum(words in record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING)


def assert_fell_back_once(
    answers: Problem, caplog: pytest.LogCaptureFixture, fallback: Fallback, code: str, words: str, attempts: int = 1
) -> recorder.Record:
    """One call: the fallback ran exactly once, its result is the caller's, the reason is there and was logged once."""
    with recorder.recording() as record:
        result = answers.run()
    assert len(fallback.calls) == 1
    assert torch.equal(result, fallback.results[0])
    close(result, answers.expected)
    call = record.calls[0]
    assert (call.implementation, call.backend) == ("torch.paged_attention", "torch")
    assert call.kernels == ("torch.paged_attention",)
    assert call.evidence == "stubbed"
    reasons = [r for rejection in call.decision.rejections if rejection.backend == "aiter" for r in rejection.reasons]
    assert code in [reason.code for reason in reasons]
    assert said(caplog, words) == 1
    # A second call goes straight to the fallback, and nothing more is said.
    again = answers.run()
    assert len(fallback.calls) == 2
    assert torch.equal(again, result)
    assert said(caplog, words) == 1
    return record


def test_aiter_serves_where_it_can_and_the_fallback_does_not_run() -> None:
    answers = problem()
    with stand_in_gpu(), fake_aiter() as aiter_package, counted_fallback() as fallback, recorder.recording() as record:
        result = answers.run()
    close(result, answers.expected)
    assert len(aiter_package.calls) == 1
    assert fallback.calls == []
    call = record.calls[0]
    assert call.implementation == "aiter.paged_attention.asm_8bit"
    # Neither the kernel's name nor the evidence can be taken for the real thing.
    assert call.kernels == ("fake_aiter.pa_fwd_asm",)
    assert call.evidence == "stubbed"


def test_every_argument_is_bound_by_its_name() -> None:
    answers = problem()
    with stand_in_gpu(), fake_aiter() as aiter_package:
        answers.run()
    bound = aiter_package.calls[0]
    assert bound["Q"] is answers.arguments["query"]
    assert bound["K"].data_ptr() == answers.arguments["key_cache"].data_ptr()
    assert bound["V"].data_ptr() == answers.arguments["value_cache"].data_ptr()
    assert (bound["K"].dtype, bound["V"].dtype) == (torch.int8, torch.int8)
    assert bound["block_tables"] is answers.arguments["block_tables"]
    assert bound["context_lens"] is answers.arguments["context_lengths"]
    assert bound["block_tables_stride0"] == answers.arguments["block_tables"].stride(0) == 3
    assert bound["K_QScale"] is answers.options["key_scale"]
    assert bound["V_QScale"] is answers.options["value_scale"]
    assert bound["max_qlen"] == 1
    assert bound["out_"].is_contiguous()
    assert bound["qo_indptr"] is None
    # The host's own choice is not specified where several kernels fit, so it is never left to it.
    assert bound["kernelName"] == "_ZN5aiter32pa_bf16_pertokenInt8_gqa8_2tg_4wE"


def test_fp8_bytes_are_handed_over_as_the_targets_fp8() -> None:
    """AITER takes a tensor of bytes for int8."""
    answers = problem()
    fp8 = {
        name: (answers.arguments[name].float() / 127).to(torch.float8_e4m3fnuz).view(torch.uint8)
        for name in ("key_cache", "value_cache")
    }
    with stand_in_gpu(), fake_aiter() as aiter_package:
        rocm_kernels.paged_attention(**{**answers.arguments, **fp8}, **answers.options, kv_dtype="fp8")
    assert aiter_package.calls[0]["K"].dtype == torch.float8_e4m3fnuz
    assert aiter_package.calls[0]["V"].dtype == torch.float8_e4m3fnuz


def test_a_context_of_length_0_gives_zeros_although_the_kernel_writes_nothing() -> None:
    answers = problem((0, 17, 0))
    with stand_in_gpu(), fake_aiter() as aiter_package:
        result = answers.run(out=torch.full((3, HEADS, HEAD), float("nan"), dtype=torch.bfloat16))
    assert len(aiter_package.calls) == 1
    assert torch.equal(result[0], torch.zeros(HEADS, HEAD, dtype=torch.bfloat16))
    close(result, answers.expected)


# (a) AITER refuses the request.
@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"scale": 1.0}, "custom_scale"),
        ({"sliding_window": 1024}, "sliding_window"),
        ({"softcap": 30.0}, "softcap"),
        ({"alibi_slopes": torch.rand(HEADS)}, "alibi"),
        ({"sinks": torch.rand(HEADS)}, "sinks"),
    ],
    ids=["scale", "window", "softcap", "alibi", "sinks"],
)
def test_a_refused_request_falls_back(options: dict[str, Any], code: str, caplog: pytest.LogCaptureFixture) -> None:
    answers = problem()
    with stand_in_gpu(), fake_aiter() as aiter_package, counted_fallback() as fallback, recorder.recording() as record:
        first, second = answers.run(**options), answers.run(**options)
    assert aiter_package.calls == []
    assert len(fallback.calls) == 2
    assert torch.equal(first, fallback.results[0])
    assert torch.equal(second, first)
    assert [call.backend for call in record.calls] == ["torch", "torch"]
    rejection = record.calls[0].decision.rejections[0]
    assert rejection.implementation == "aiter.paged_attention.asm_8bit"
    assert [reason.code for reason in rejection.reasons] == [code]
    assert (
        said(caplog, "paged_attention is served by torch.paged_attention, because aiter.paged_attention.asm_8bit") == 1
    )


def test_a_16bit_cache_falls_back_as_not_surveyed(caplog: pytest.LogCaptureFixture) -> None:
    """32x8 heads with a bf16 cache: the request that a silent fallback of the original work was about."""
    generator = torch.Generator().manual_seed(15001)
    keys = torch.randn(4, 8, 128 // 8, 16, 8, generator=generator).to(torch.bfloat16)
    values = torch.randn(4, 8, 16 // 8, 128, 8, generator=generator).to(torch.bfloat16)
    query = torch.randn(1, 32, 128, generator=generator).to(torch.bfloat16)
    tables = torch.tensor([[3, 1]], dtype=torch.int32)
    lengths = torch.tensor([20], dtype=torch.int32)
    flat_keys = torch.stack([keys[[3, 1][t // 16], :, :, t % 16].reshape(8, 128) for t in range(20)])
    flat_values = torch.stack([values[[3, 1][t // 16], :, (t % 16) // 8, :, t % 8] for t in range(20)])
    k, v = flat_keys.double().repeat_interleave(4, 1), flat_values.double().repeat_interleave(4, 1)
    weights = torch.softmax(torch.einsum("hd,thd->ht", query[0].double(), k) / math.sqrt(128), -1)
    expected = torch.einsum("ht,thd->hd", weights, v)[None]
    with stand_in_gpu(NOTHING_KNOWN), fake_aiter() as aiter_package, counted_fallback() as fallback:
        result = rocm_kernels.paged_attention(query, keys, values, tables, lengths, layout="asm")
    close(result, expected)
    assert aiter_package.calls == []
    assert len(fallback.calls) == 1
    assert torch.equal(result, fallback.results[0])
    assert said(caplog, "aiter.paged_attention.asm_16bit: not surveyed") == 1


# (b) AITER raises at its call.
def test_an_error_at_the_call_falls_back(caplog: pytest.LogCaptureFixture) -> None:
    with stand_in_gpu(), fake_aiter("raises") as aiter_package, counted_fallback() as fallback:
        record = assert_fell_back_once(problem(), caplog, fallback, "launch_failed", "fake launch error")
        assert len(aiter_package.calls) == 1
    assert [failure.implementation for failure in record.calls[0].failures] == ["aiter.paged_attention.asm_8bit"]


# (c) AITER raises at its import.
@pytest.mark.parametrize("error", sorted(BROKEN))
def test_an_error_at_the_import_falls_back(error: str, caplog: pytest.LogCaptureFixture) -> None:
    with stand_in_gpu(), aiter_from(BROKEN[error]), counted_fallback() as fallback:
        record = assert_fell_back_once(problem(), caplog, fallback, "import_failed", f"importing aiter raised {error}")
    assert record.calls[0].failures[0].reasons[0].code == "import_failed"


def test_a_drifted_signature_falls_back(caplog: pytest.LogCaptureFixture) -> None:
    def older(Q, K, V, block_tables, context_lens, block_tables_stride0, K_QScale=None, V_QScale=None, out_=None):
        raise AssertionError("must not be called")

    with stand_in_gpu(), fake_aiter() as aiter_package, counted_fallback() as fallback:
        aiter_package.pa_fwd_asm = older
        assert_fell_back_once(problem(), caplog, fallback, "signature_drift", "lacks max_qlen")


# (d) AITER returns with elements unwritten.
def test_unwritten_elements_turn_the_check_red_and_nothing_hides_it() -> None:
    answers = problem()
    with (
        stand_in_gpu(),
        fake_aiter("unwritten") as aiter_package,
        counted_fallback() as fallback,
        flags.overriding_flags(ROCM_KERNELS_CHECK_OUTPUT=True),
    ):
        with pytest.raises(UnwrittenOutputError) as raised:
            answers.run()
        assert len(aiter_package.calls) == 1
        assert fallback.calls == []
        aiter_package.behaviour = "right"
        close(answers.run(), answers.expected)
    assert raised.value.implementation == "aiter.paged_attention.asm_8bit"
    assert raised.value.unwritten == len(LENGTHS) * (HEADS // 4) * HEAD
    assert raised.value.elements == len(LENGTHS) * HEADS * HEAD


def test_unwritten_elements_are_seen_by_who_marks_the_output_himself() -> None:
    answers = problem()
    out = torch.empty(len(LENGTHS), HEADS, HEAD, dtype=torch.bfloat16)
    for behaviour, left in (("unwritten", len(LENGTHS) * (HEADS // 4) * HEAD), ("right", 0)):
        outputs.mark(out)
        with stand_in_gpu(), fake_aiter(behaviour):
            answers.run(out=out)
        assert outputs.unwritten(out) == left


def test_an_output_written_elsewhere_falls_back(caplog: pytest.LogCaptureFixture) -> None:
    with stand_in_gpu(), fake_aiter() as aiter_package, counted_fallback() as fallback:
        real = aiter_package.pa_fwd_asm

        def ignoring_out(
            Q, K, V, block_tables, context_lens, block_tables_stride0, max_qlen=1, K_QScale=None, V_QScale=None,
            out_=None, qo_indptr=None, high_precision=1, kernelName=None,
        ):  # fmt: skip
            return real(Q, K, V, block_tables, context_lens, block_tables_stride0, 1, K_QScale, V_QScale)

        aiter_package.pa_fwd_asm = ignoring_out
        assert_fell_back_once(problem(), caplog, fallback, "output_elsewhere", "did not write into the output")


def test_without_the_flag_aiter_is_not_even_imported(caplog: pytest.LogCaptureFixture) -> None:
    answers = problem()
    with (
        devices.using_device("rocm:gfx942", stub=True),
        aiter_from(BROKEN["SystemExit"]),
        counted_fallback() as fallback,
    ):
        close(answers.run(), answers.expected)
        with flags.overriding_flags(VLLM_ROCM_USE_AITER=True, VLLM_ROCM_USE_AITER_PAGED_ATTN=False):
            close(answers.run(), answers.expected)
        assert len(fallback.calls) == 2
    assert said(caplog, "aiter") == 0


@pytest.mark.parametrize("how", ["explicit", "forbid_fallback", "backend="])
@pytest.mark.parametrize("broken", ["refuses", "raises", "import"])
def test_where_falling_back_is_not_allowed_it_raises_with_the_reason(how: str, broken: str) -> None:
    answers = problem()
    options: dict[str, Any] = {"softcap": 30.0} if broken == "refuses" else {}
    if how == "backend=":
        options["backend"] = "aiter"
    under = policy.forbid_fallback if how == "forbid_fallback" else policy.automatic
    under = policy.explicit("aiter") if how == "explicit" else under
    package = aiter_from(BROKEN["OSError"]) if broken == "import" else fake_aiter("raises")
    words = {
        "refuses": "softcap is not served",
        "raises": "fake launch error",
        "import": "importing aiter raised OSError",
    }
    with stand_in_gpu(), package, counted_fallback() as fallback, policy.using_policy(under):
        with pytest.raises(NoImplementationError, match=words[broken]):
            answers.run(**options)
        assert fallback.calls == []


def test_the_fake_cannot_run_but_on_a_stand_in() -> None:
    """With a fake on the path, what is asked of the package on any other device is refused before it is called."""
    answers = problem()
    with stand_in_gpu(), fake_aiter() as aiter_package, counted_fallback() as fallback:
        aiter_package.behaviour = "raises"
        answers.run()
        (arguments,) = fallback.calls
        support = registry.implementations("paged_attention")[0].support
        assert isinstance(support, AsmSupport)
        code_object = support.code_object(arguments.spec)
        assert not isinstance(code_object, Reason)
        aiter_package.calls.clear()
        on_gpu = asm_paged_attention.load_package()
        with (
            devices.using_device("cpu"),
            pytest.raises(ImplementationFailure, match="marks itself as a fake") as raised,
        ):
            on_gpu(code_object, arguments)
        assert raised.value.code == "fake_package"
        assert aiter_package.calls == []


def test_the_real_package_is_never_handed_host_memory(caplog: pytest.LogCaptureFixture) -> None:
    answers = problem()
    with stand_in_gpu(), fake_aiter() as aiter_package, counted_fallback() as fallback:
        del aiter_package.FAKE  # as far as the adapter can see, this is AITER itself
        close(answers.run(), answers.expected)
        assert aiter_package.calls == []
        assert len(fallback.calls) == 1
    assert said(caplog, "need tensors on a GPU") == 1


def test_the_fallback_under_torch_compile(caplog: pytest.LogCaptureFixture) -> None:
    answers = problem()
    compiled = torch.compile(lambda query: answers.run(query=query), fullgraph=True, backend="eager")
    held = answers.arguments.pop("query")
    with stand_in_gpu(), fake_aiter("raises") as aiter_package, counted_fallback() as fallback:
        result = compiled(held)
        assert len(aiter_package.calls) == 1
        assert len(fallback.calls) == 1
    close(result, answers.expected)
    assert said(caplog, "fake launch error") == 1
