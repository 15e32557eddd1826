"""The ops beside attention: what they refuse, small facts, tracing, and memory that must stay as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

import rocm_kernels as rk
from rocm_kernels.errors import InvalidArgumentError

X = torch.randn(3, 8, dtype=torch.bfloat16)
WEIGHT = torch.randn(8, dtype=torch.bfloat16)
MATRIX = torch.randn(5, 8, dtype=torch.bfloat16)
FP8 = torch.float8_e4m3fn
IDS, PLACES = torch.zeros(3, 1, dtype=torch.int32), torch.ones(3, 1)
W1, W2 = torch.randn(2, 12, 8, dtype=torch.bfloat16), torch.randn(2, 8, 6, dtype=torch.bfloat16)
ONE = torch.ones(1)

REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "no tensor": (lambda: rk.rms_norm([1.0], WEIGHT), "x"),  # type: ignore[arg-type]
    "integers": (lambda: rk.rms_norm(torch.ones(3, 8, dtype=torch.int32), WEIGHT), "x"),
    "short weight": (lambda: rk.rms_norm(X, WEIGHT[:4]), "weight"),
    "weight of another type": (lambda: rk.rms_norm(X, WEIGHT.float()), "weight"),
    "eps of 0": (lambda: rk.rms_norm(X, WEIGHT, 0.0), "eps"),
    "eps that is no number": (lambda: rk.rms_norm(X, WEIGHT, float("nan")), "eps"),
    "no elements": (lambda: rk.rms_norm(X[:, :0], WEIGHT[:0]), "x"),
    "elements apart": (lambda: rk.rms_norm(MATRIX.t()[:, :3], WEIGHT[:3]), "x"),
    "output in place": (lambda: rk.rms_norm(X, WEIGHT, out=X), "out"),
    "residual in place": (lambda: rk.add_rms_norm(X, R := X.clone(), WEIGHT, residual_out=R), "residual_out"),
    "residual of another shape": (lambda: rk.add_rms_norm(X, X[:2], WEIGHT), "residual"),
    "unknown type": (lambda: rk.rms_norm_quantised(X, WEIGHT, dtype="fp7"), "dtype"),
    "float type": (lambda: rk.quantise(X, "bf16"), "dtype"),
    "two scales": (lambda: rk.quantise(X, scale=1.0, scale_out=torch.empty(3)), "scale_out"),
    "negative scale": (lambda: rk.quantise(X, scale=-1.0), "scale"),
    "unknown granularity": (lambda: rk.quantise(X, granularity="per_row"), "granularity"),
    "other depth": (lambda: rk.linear(X, MATRIX[:, :7].contiguous()), "weight"),
    "other weight type": (lambda: rk.linear(X, MATRIX.half()), "weight"),
    "scale of a bf16 product": (lambda: rk.linear(X, MATRIX, weight_scale=1.0), "weight_scale"),
    "fp8 without a scale": (lambda: rk.linear(X.to(FP8), MATRIX.to(FP8)), "weight_scale"),
    "scales of two kinds": (
        lambda: rk.linear(X.to(FP8), MATRIX.to(FP8), x_scale=1.0, weight_scale=torch.ones(5)),
        "x_scale",
    ),
    "one scale for quantised rows": (lambda: rk.linear(X, MATRIX.to(FP8), weight_scale=1.0), "weight_scale"),
    "scale of 0": (lambda: rk.linear(X, MATRIX.to(FP8), weight_scale=torch.zeros(5)), "weight_scale"),
    "bias of another type": (lambda: rk.linear(X, MATRIX, torch.ones(5)), "bias"),
    "8-bit result": (lambda: rk.linear(X, MATRIX, out_dtype="int8"), "out_dtype"),
    "strided weight": (lambda: rk.linear(X[:, :5].contiguous(), MATRIX.t()[:5, :].t()[:, :5]), "weight"),
    "block scales of 16 bit": (lambda: rk.block_scaled_gemm(X, MATRIX, ONE, ONE), "x"),
    "few block scales": (
        lambda: rk.block_scaled_gemm(X.to(FP8), MATRIX.to(FP8), torch.ones(2, 1), torch.ones(1, 1)),
        "x_scale",
    ),
    "ids of 64 bit": (lambda: rk.fused_moe(X, W1, W2, PLACES, IDS.long()), "topk_ids"),
    "an expert too many": (lambda: rk.fused_moe(X, W1, W2, PLACES, IDS + 2), "topk_ids"),
    "experts of another size": (lambda: rk.fused_moe(X, W1[:, :10].contiguous(), W2, PLACES, IDS), "w1"),
    "a mask of nobody": (
        lambda: rk.fused_moe(X, W1, W2, PLACES, IDS, expert_mask=torch.zeros(4, dtype=torch.int32)),
        "expert_mask",
    ),
    "fp8 experts without scales": (lambda: rk.fused_moe(X, W1.to(FP8), W2.to(FP8), PLACES, IDS), "w1_scale"),
    "more choices than experts": (lambda: rk.route(torch.randn(3, 2), 3), "top_k"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_bad_input_is_refused_by_name(what: str) -> None:
    call, argument = REFUSED[what]
    with pytest.raises(InvalidArgumentError) as raised:
        call()
    assert raised.value.argument == argument
    assert raised.value.expected


def test_no_rows_give_no_rows() -> None:
    with rk.recording() as record:
        assert rk.rms_norm(X[:0], WEIGHT).shape == (0, 8)
        assert rk.linear(X[:0], MATRIX).shape == (0, 5)
        assert rk.quantise(X[:0]).scale.shape == (0,)
        assert rk.fused_moe(X[:0], W1, W2, PLACES[:0], IDS[:0]).shape == (0, 8)
    assert record.calls == []


def test_leading_axes_are_kept() -> None:
    x = torch.randn(2, 3, 8, dtype=torch.bfloat16)
    assert torch.equal(rk.rms_norm(x, WEIGHT).view(6, 8), rk.rms_norm(x.view(6, 8), WEIGHT))
    assert rk.linear(x, MATRIX).shape == (2, 3, 5)
    assert rk.quantise(x, granularity="per_block").scale.shape == (2, 3, 1)


def test_inputs_stay_as_they_were() -> None:
    x, residual = X.clone(), X.clone()
    rk.rms_norm_quantised(x, WEIGHT, residual=residual)
    rk.linear(x, rk.quantise(MATRIX).values, weight_scale=torch.ones(5))
    rk.fused_moe(x, W1, W2, PLACES, IDS)
    assert torch.equal(x, X)
    assert torch.equal(residual, X)


def test_zeros_get_the_scale_one_and_stay_zeros() -> None:
    for dtype in ("fp8_e4m3fn", "fp8_e4m3fnuz", "int8"):
        for granularity in ("per_token", "per_block"):
            found = rk.quantise(torch.zeros(2, 8), dtype, granularity=granularity)
            assert bool((found.scale == 1).all())
            assert bool((found.values.float() == 0).all())


@pytest.mark.parametrize("renormalise", [False, True])
def test_route_takes_the_largest_probabilities(renormalise: bool) -> None:
    logits = torch.randn(4, 9)
    weights, ids = rk.route(logits, 3, renormalise=renormalise)
    every = torch.softmax(logits.double(), dim=1)
    wanted = torch.stack([every[token, ids[token].long()] for token in range(4)])
    assert torch.equal(wanted, every.sort(dim=1, descending=True).values[:, :3])
    if renormalise:
        wanted = wanted / wanted.sum(1, keepdim=True)
    torch.testing.assert_close(weights.double(), wanted, rtol=1e-6, atol=0)
    assert ids.dtype == torch.int32


@pytest.mark.parametrize(
    "call",
    [
        lambda x: rk.rms_norm(x, WEIGHT),
        lambda x: rk.add_rms_norm(x, x * 2, WEIGHT).output,
        lambda x: rk.rms_norm_quantised(x, WEIGHT).values.float(),
        lambda x: rk.quantise(x).scale,
        lambda x: rk.linear(x, MATRIX),
        lambda x: rk.fused_moe(x, W1, W2, PLACES, IDS),
    ],
    ids=["norm", "added", "quantised", "quantise", "linear", "moe"],
)
def test_the_ops_are_traced_whole(call: Callable[[torch.Tensor], torch.Tensor]) -> None:
    compiled = torch.compile(call, fullgraph=True, backend="aot_eager")
    assert torch.equal(compiled(X), call(X))


def _parts(*sizes: int) -> list[torch.Tensor]:
    """Tensors of bytes of the given sizes that all begin at the same address."""
    memory = torch.zeros(max(sizes), dtype=torch.uint8)
    return [memory[:size] for size in sizes]


def _shared_norms() -> torch.Tensor:
    out = torch.empty(4, 64)
    rk.add_rms_norm(torch.ones(4, 64), torch.ones(4, 64), torch.ones(64), out=out, residual_out=out)
    return out


def _scales_in(target: str) -> None:
    """Measure scales into the memory of the input or of the other output."""
    stored, scales = _parts(4 * 64, 4 * 4)
    x = torch.ones(4, 64)
    scale_out = x.view(-1)[:4] if target == "x" else scales.view(torch.float32)
    rk.quantise(x, "int8", out=stored.view(torch.int8).view(4, 64), scale_out=scale_out)


def _norm_scales_in_output() -> None:
    stored, scales = _parts(4 * 64, 4 * 4)
    out = stored.view(torch.int8).view(4, 64)
    rk.rms_norm_quantised(
        torch.ones(4, 64), torch.ones(64), dtype="int8", out=out, scale_out=scales.view(torch.float32)
    )


def _static_scale_in_output(norm: bool) -> None:
    stored, scale = _parts(4 * 64, 4)
    x, out, given = torch.ones(4, 64), stored.view(torch.int8).view(4, 64), scale.view(torch.float32)
    if norm:
        rk.rms_norm_quantised(x, torch.ones(64), dtype="int8", scale=given, out=out)
    else:
        rk.quantise(x, "int8", scale=given, out=out)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (_shared_norms, "residual_out: got memory shared with out"),
        (lambda: _scales_in("x"), "scale_out: got memory shared with x"),
        (lambda: _scales_in("out"), "scale_out: got memory shared with out"),
        (_norm_scales_in_output, "scale_out: got memory shared with out"),
        (lambda: _static_scale_in_output(True), "out: got memory shared with scale"),
        (lambda: _static_scale_in_output(False), "out: got memory shared with scale"),
    ],
)
def test_outputs_share_no_memory_with_each_other_or_with_a_scale(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(InvalidArgumentError, match=message):
        call()


@pytest.mark.parametrize("value", [0.0, -1.0, float("nan"), float("inf")])
def test_a_static_scale_is_a_finite_number_above_zero(value: float) -> None:
    x = torch.ones(4, 64)
    for scale in (value, torch.tensor([value])):
        with pytest.raises(InvalidArgumentError, match="scale: got"):
            rk.quantise(x, "int8", scale=scale)
        with pytest.raises(InvalidArgumentError, match="scale: got"):
            rk.rms_norm_quantised(x, torch.ones(64), dtype="int8", scale=scale)


def test_what_a_caller_does_to_a_returned_scale_changes_no_later_call() -> None:
    x = torch.ones(4, 64)
    first = rk.quantise(x, "int8", scale=0.03125)
    first.scale.mul_(4)
    again = rk.quantise(x, "int8", scale=0.03125)
    assert again.scale.item() == 0.03125
    assert torch.equal(again.values, torch.full((4, 64), 32, dtype=torch.int8))


@pytest.mark.parametrize("validate", [0, 1, "no", "", []], ids=repr)
def test_whether_to_validate_is_said_by_a_boolean(validate: Any) -> None:
    x, weight = torch.ones(2, 32, dtype=torch.int8), torch.ones(16, 32, dtype=torch.int8)
    with pytest.raises(InvalidArgumentError, match=r"validate: got .*, expected True, False or None"):
        rk.linear(x, weight, x_scale=torch.ones(1), weight_scale=torch.ones(1), validate=validate)
