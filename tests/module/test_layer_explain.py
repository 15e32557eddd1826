"""explain for the ops beside attention: the specs of options and models, refusals, and what was never surveyed."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import get_args

import pytest
import torch
from tests.fakes.install import fake_aiter

import rocm_kernels as rk
from rocm_kernels import devices, dispatcher, explanation, flags, layer_explanation, recorder, registry
from rocm_kernels.dtypes import data_type
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.spec import Op


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
    "nothing quantised": (("--op", "linear", "--model", "llama-3-8b", "--quantised-input"), "--weight-dtype"),
    "no fp8": (("--op", "quantise", "--hidden", "64", "--device", "rocm:gfx90a"), "--output-dtype"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_bad_questions_are_refused_by_the_option(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    words, option = REFUSED[what]
    code, out, err = command(*words, capsys=capsys)
    assert (code, out) == (explanation.EXIT_BAD_INPUT, "")
    assert option in err


FLOATS, EIGHT_BIT = ("fp32", "fp16", "bf16"), ("fp8_e4m3fn", "fp8_e4m3fnuz", "int8")
TYPES, SCALINGS = (*FLOATS, *EIGHT_BIT), ("none", "per_tensor", "per_token_per_channel", "per_block")
D = 128  # K, N, hidden and intermediate sizes: one block


def zeros(name: str, *shape: int) -> torch.Tensor:
    return torch.zeros(shape, dtype=data_type(name).torch_dtype)


def scales(kind: str, **shapes: tuple[int, ...]) -> torch.Tensor | None:
    return torch.ones(shapes[kind]) if kind in shapes else None


def call_linear(dtype: str, weight: str, output: str, scaling: str) -> object:
    """As ``explain`` describes it: x in the type of the weight where ``dtype`` is of 8 bits, else quantised by the op."""
    one = scales(scaling, per_tensor=(1,), per_token_per_channel=(3,), per_block=(3, 1))
    other = scales(scaling, per_tensor=(1,), per_token_per_channel=(D,), per_block=(1, 1))
    x_scale = one if data_type(dtype).quantised else None
    given = {"x_scale": x_scale, "weight_scale": other, "out_dtype": output}
    return rk.linear(zeros(dtype, 3, D), zeros(weight, D, D), **given)


def call_experts(dtype: str, weight: str, scaling: str) -> object:
    shapes = {
        "per_tensor": ((2,), (2,)),
        "per_token_per_channel": ((2, 2 * D), (2, D)),
        "per_block": ((2, 2, 1), (2, 1, 1)),
    }
    w1_scale, w2_scale = map(torch.ones, shapes[scaling]) if scaling in shapes else (None, None)
    ids = torch.zeros(3, 1, dtype=torch.int32)
    w1, w2 = zeros(weight, 2, 2 * D, D), zeros(weight, 2, D, D)
    return rk.fused_moe(zeros(dtype, 3, D), w1, w2, torch.ones(3, 1), ids, w1_scale=w1_scale, w2_scale=w2_scale)


LINEAR = ("--op", "linear", "--in-features", "128", "--out-features", "128")
EXPERTS = ("--op", "fused_moe", "--hidden", "128", "--intermediate", "128", "--experts", "2", "--top-k", "1")
GEMM = ("--op", "block_scaled_gemm", "--in-features", "128", "--out-features", "128")
# By op: every way to combine types and scales, as the words of explain and as the op's own call.
COMBINED: dict[str, list[tuple[tuple[str, ...], Callable[[], object]]]] = {
    "linear": [
        (
            (
                *LINEAR,
                "--dtype",
                dtype,
                "--weight-dtype",
                weight,
                "--output-dtype",
                output,
                "--scaling",
                scaling,
                *more,
            ),
            partial(call_linear, weight if more else dtype, weight, output, scaling),
        )
        for dtype, weight, output, scaling in product(FLOATS, TYPES, TYPES, SCALINGS)
        for more in ((), ("--quantised-input",))
        if not (more and weight in FLOATS)  # a contradiction in itself, see REFUSED
    ],
    "fused_moe": [
        (
            (*EXPERTS, "--dtype", dtype, "--weight-dtype", weight, "--scaling", scaling),
            partial(call_experts, dtype, weight, scaling),
        )
        for dtype, weight, scaling in product(FLOATS, TYPES, SCALINGS)
    ],
    "block_scaled_gemm": [
        (
            (*GEMM, "--weight-dtype", weight, "--output-dtype", output),
            lambda weight=weight, output=output: rk.block_scaled_gemm(
                zeros(weight, 3, D), zeros(weight, D, D), torch.ones(3, 1), torch.ones(1, 1), out_dtype=output
            ),
        )
        for weight, output in product(TYPES, TYPES)
    ],
    "rms_norm": [
        (
            ("--op", "rms_norm", "--hidden", "128", "--dtype", dtype, "--output-dtype", output),
            lambda dtype=dtype, output=output: (
                rk.rms_norm(zeros(dtype, 3, D), zeros(dtype, D), out=zeros(output, 3, D))
                if output in FLOATS
                else rk.rms_norm_quantised(zeros(dtype, 3, D), zeros(dtype, D), dtype=output)
            ),
        )
        for dtype, output in product(FLOATS, TYPES)
    ],
    "quantise": [
        (
            ("--op", "quantise", "--hidden", "128", "--output-dtype", output, "--quantisation", kind),
            lambda output=output, kind=kind: rk.quantise(
                zeros("bf16", 3, D), output, granularity=kind, scale=1.0 if kind == "per_tensor" else None
            ),
        )
        for output, kind in product(TYPES, ("none", "per_tensor", "per_token", "per_block"))
    ],
}


@pytest.mark.parametrize("op", COMBINED)
def test_what_an_op_refuses_is_no_question_and_what_it_takes_is_answered_for_the_spec_that_it_makes(op: str) -> None:
    seen = {True: 0, False: 0}
    for words, call in COMBINED[op]:
        with recorder.recording() as record:
            try:
                call()
            except InvalidArgumentError:
                expected = None
            else:
                expected = record.calls[0].spec
        try:
            found = asked(*words, "--device", "cpu")
        except InvalidArgumentError:
            found = (None,)
        assert found == (expected,), words
        seen[expected is not None] += 1
    assert seen[True], "no combination was served"
    assert seen[False], "no combination was refused"


@pytest.mark.parametrize("op", [*get_args(Op), *layer_explanation.OPS])
def test_an_option_of_another_op_is_refused_by_name(op: str, capsys: pytest.CaptureFixture[str]) -> None:
    others = [name for name, ops in layer_explanation.TAKEN_BY.items() if op not in ops]
    assert others
    for name in others:
        option = f"--{name.replace('_', '-')}"
        value = {"weight_dtype": ["int8"], "output_dtype": ["int8"], "scaling": ["none"], "quantisation": ["none"]}
        flag = name in ("quantised_input", "bias", "residual", "expert_mask")
        words = [option, *value.get(name, [] if flag else ["64"])]
        code, out, err = command("--op", op, "--model", "mixtral-8x7b", "--device", "cpu", *words, capsys=capsys)
        assert (code, out) == (explanation.EXIT_BAD_INPUT, "")
        assert err.startswith(f"error: {option}: got "), err
        assert f"{op} has no such thing" in err


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
