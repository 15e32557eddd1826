"""explain for the ops beside attention: the specs of options and models, refusals, and what was never surveyed."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

import pytest
import torch
from tests.fakes.install import fake_aiter

import rocm_kernels as rk
from rocm_kernels import devices, dispatcher, explanation, flags, layer_explanation, recorder, registry


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    dispatcher.reset()
    yield
    dispatcher.reset()


def asked(*words: str) -> tuple[object, ...]:
    parser = argparse.ArgumentParser()
    explanation.add_arguments(parser)
    return explanation.specs_of(parser.parse_args(words))


def command(*words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    parser = argparse.ArgumentParser()
    explanation.add_arguments(parser)
    code = explanation.run(parser.parse_args([*words, "--json"]))
    out, err = capsys.readouterr()
    return code, out, err


def test_the_products_of_a_model() -> None:
    found = asked("--op", "linear", "--model", "llama-3-70b", "--weight-dtype", "fp8", "--device", "rocm:gfx942")
    shapes = [(spec.out_features, spec.in_features) for spec in found]  # type: ignore[attr-defined]
    assert shapes == [(10240, 8192), (8192, 8192), (57344, 8192), (8192, 28672)]
    assert {(s.dtype, s.weight_dtype, s.scaling) for s in found} == {  # type: ignore[attr-defined]
        ("bf16", "fp8_e4m3fnuz", "per_token_per_channel")
    }


def test_the_experts_of_a_model_by_the_name_of_its_family() -> None:
    (spec,) = asked("--op", "fused_moe", "--model", "mixtral", "--device", "cuda")
    assert str(spec) == (
        "fused_moe on cuda: dtype bf16, weight_dtype bf16, hidden 4096, intermediate 14336, experts 8, top_k 2, "
        "scaling none, expert_mask False"
    )


@pytest.mark.parametrize("op", layer_explanation.OPS)
@pytest.mark.parametrize("device", ["cuda", "cpu", "rocm:gfx942", "emulated:gfx942"])
def test_every_op_is_answered_as_the_dispatcher_decides(
    op: str, device: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--op", op, "--model", "mixtral-8x7b", "--device", device)
    code, out, _ = command(*words, capsys=capsys)
    answers = json.loads(out)
    assert len(answers) == len(asked(*words))
    for answer, spec in zip(answers, asked(*words), strict=True):
        decision = dispatcher.evaluate(spec)  # type: ignore[arg-type]
        assert answer["chosen"] == (decision.implementation.name if decision.implementation else None)
        assert [row["implementation"] for row in answer["candidates"]] == [
            entry.name for entry in registry.implementations(op)
        ]
        assert code == (0 if answer["chosen"] else 1)


REFUSED = {
    "no shape": (("--op", "linear"), "--out-features, --in-features"),
    "half a shape": (("--op", "linear", "--in-features", "64"), "--out-features, --in-features"),
    "both": (("--op", "rms_norm", "--hidden", "64", "--model", "llama-3-8b"), "--model"),
    "nothing": (("--op", "rms_norm", "--hidden", "0"), "--hidden"),
    "unknown model": (("--op", "linear", "--model", "gpt-1"), "--model"),
    "no experts": (("--op", "fused_moe", "--model", "llama-3-8b"), "--model"),
    "no fp8": (("--op", "quantise", "--hidden", "64", "--device", "rocm:gfx90a"), "--output-dtype"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_bad_questions_are_refused_by_the_option(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    words, option = REFUSED[what]
    code, out, err = command(*words, capsys=capsys)
    assert (code, out) == (explanation.EXIT_BAD_INPUT, "")
    assert option in err


AITER_ON = {"VLLM_ROCM_USE_AITER": True}


def test_what_aiter_serves_unsurveyed_says_so_in_decisions_records_and_answers() -> None:
    """Every function of the package that is called on a GPU, of each op."""
    found = [
        entry
        for op in layer_explanation.OPS
        for entry in registry.implementations(op)
        if entry.backend == "aiter" and entry.name in PACKAGE_FUNCTIONS
    ]
    assert {entry.name for entry in found} == PACKAGE_FUNCTIONS
    for entry in found:
        (remark,) = entry.remarks(None)
        assert remark.startswith("not surveyed: ")
    x, weight = torch.randn(5, 64, dtype=torch.bfloat16), torch.randn(64, dtype=torch.bfloat16)
    with devices.using_device("rocm:gfx942", stub=True), flags.overriding_flags(**AITER_ON), fake_aiter() as package:

        def rmsnorm2d_fwd(input, weight, epsilon, use_model_sensitive_rmsnorm=0):  # noqa: A002 - AITER's name
            return torch.zeros_like(input)

        package.rmsnorm2d_fwd = rmsnorm2d_fwd
        with recorder.recording() as record:
            rk.rms_norm(x, weight)
        (call,) = record.calls
        assert call.implementation == "aiter.rms_norm.ck"
        assert any(remark.startswith("not surveyed: ") for remark in call.decision.remarks)
        answer = rk.explain(call.spec)
        assert any(note.startswith("not surveyed: where aiter.rmsnorm2d_fwd") for note in answer.notes)


PACKAGE_FUNCTIONS = {
    "aiter.rms_norm.ck",
    "aiter.rms_norm.ck_residual",
    "aiter.linear.a8w8",
    "aiter.block_scaled_gemm.ck",
    "aiter.fused_moe.ck",
}
