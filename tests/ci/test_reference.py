"""The truth is checked against other truths: PyTorch's fp8 types, PyTorch's attention, and addresses computed by hand."""

from __future__ import annotations

import ast
from itertools import product

import numpy as np
import pytest
import torch
from tests.ci.runs import ROOT

from rocm_ci import problem
from rocm_ci.cell import Cell
from rocm_ci.reference import attention, formats, storage, tolerance

TORCH_TYPES = {"fp8_e4m3fn": torch.float8_e4m3fn, "fp8_e4m3fnuz": torch.float8_e4m3fnuz}
REFERENCE = ROOT / "ci" / "rocm_ci" / "reference"


def test_the_reference_imports_nothing_of_what_it_judges() -> None:
    allowed = {"__future__", "collections.abc", "dataclasses", "typing", "math", "numpy", "numpy.typing"}
    for path in REFERENCE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or "."]
            assert not {name for name in names if name not in allowed and not name.startswith("rocm_ci.reference")}, (
                path
            )


@pytest.mark.parametrize("name", TORCH_TYPES)
def test_every_byte_decodes_as_pytorch_decodes_it(name: str) -> None:
    stored = np.arange(256, dtype=np.uint8)
    expected = torch.from_numpy(stored).view(TORCH_TYPES[name]).double().numpy()
    np.testing.assert_array_equal(formats.decode(stored, name), expected)


def test_the_two_formats_differ_by_a_factor_of_two_and_in_0x80() -> None:
    stored = np.array([0x38, 0x80], dtype=np.uint8)
    assert formats.decode(stored, "fp8_e4m3fn").tolist() == [1.0, 0.0]
    assert formats.decode(stored, "fp8_e4m3fnuz")[0] == 0.5
    assert np.isnan(formats.decode(stored, "fp8_e4m3fnuz")[1])


@pytest.mark.parametrize("name", TORCH_TYPES)
def test_encoding_rounds_as_pytorch_does_and_clamps(name: str) -> None:
    largest = formats.MAX_STORED[name]
    steps = formats.decode(np.arange(127, dtype=np.uint8), name)
    middles = (steps[1:] + steps[:-1]) / 2
    values = np.concatenate([np.linspace(-largest, largest, 5001), middles, -middles]).astype(np.float32)
    expected = torch.from_numpy(values).to(TORCH_TYPES[name]).double().numpy()
    found = formats.decode(formats.encode(values.astype(np.float64), name), name)
    np.testing.assert_array_equal(found, expected)
    assert np.all(np.abs(found - values) <= formats.half_step(values.astype(np.float64), name) * (1 + 1e-12))
    clamped = formats.decode(formats.encode(np.array([1e6, -1e6]), name), name)
    assert clamped.tolist() == [largest, -largest]


def test_int8_rounds_to_even_and_clamps() -> None:
    assert formats.decode(formats.encode(np.array([0.5, 1.5, -2.5, 900.0, -900.0]), "int8"), "int8").tolist() == [
        *(0.0, 2.0, -2.0, 127.0, -127.0)
    ]


@pytest.mark.parametrize(("layout", "itemsize"), list(product(["5d", "asm", "nhd", "hnd"], [1, 2, 4])))
def test_every_element_lies_where_the_published_description_says(layout: str, itemsize: int) -> None:
    blocks, block, heads, head, x = 2, 16, 3, 32, 16 // itemsize
    plain = np.arange(blocks * block * heads * head).reshape(blocks, block, heads, head)
    key, value = storage.pack_key(plain, layout, itemsize), storage.pack_value(plain, layout, itemsize)
    for b, t, h, d in [(0, 0, 0, 0), (1, 3, 2, 5), (0, 15, 1, 31), (1, 8, 0, 17)]:
        in_key = {"nhd": (b, t, h, d), "hnd": (b, h, t, d)}.get(layout, (b, h, d // x, t, d % x))
        in_value = {"5d": (b, h, d, t), "asm": (b, h, t // x, d, t % x)}.get(layout, in_key)
        assert key[in_key] == plain[b, t, h, d]
        assert value[in_value] == plain[b, t, h, d]
    np.testing.assert_array_equal(storage.unpack_key(key, layout), plain)
    np.testing.assert_array_equal(storage.unpack_value(value, layout), plain)


@pytest.mark.parametrize("causal", [True, False])
def test_attention_agrees_with_pytorch(causal: bool) -> None:
    random = np.random.default_rng(3)
    query, key, value = random.standard_normal((9, 6, 32)), *random.standard_normal((2, 9, 2, 32))
    truth = attention.attention(query, key, value, attention.Options(scale=0.2, causal=causal))
    tensors = [torch.from_numpy(array).transpose(0, 1) for array in (query, key, value)]
    expected = torch.nn.functional.scaled_dot_product_attention(
        *tensors, is_causal=causal, scale=0.2, enable_gqa=True
    ).transpose(0, 1)
    np.testing.assert_allclose(truth.output, expected.numpy(), rtol=0, atol=1e-12)


def test_options_change_what_their_definition_says() -> None:
    random = np.random.default_rng(4)
    query, key, value = random.standard_normal((1, 1, 8)), *random.standard_normal((2, 7, 1, 8))

    def run(**options: object) -> attention.Truth:
        return attention.attention(query, key, value, attention.Options(scale=0.5, **options))  # type: ignore[arg-type]

    scores = 0.5 * key[:, 0] @ query[0, 0]
    np.testing.assert_allclose(run().log_sum_exp[0, 0], np.log(np.exp(scores).sum()))
    shorter = attention.attention(query, key[4:], value[4:], attention.Options(scale=0.5))
    np.testing.assert_allclose(run(sliding_window=3).output, shorter.output)
    sink = np.array([0.7])
    share = np.exp(scores).sum() / (np.exp(scores).sum() + np.exp(0.7))
    np.testing.assert_allclose(run(sinks=sink).output, run().output * share)
    capped = 1.5 * np.tanh(scores / 1.5)
    np.testing.assert_allclose(run(softcap=1.5).log_sum_exp[0, 0], np.log(np.exp(capped).sum()))
    biased = scores + 0.25 * (np.arange(7) - 6)
    np.testing.assert_allclose(run(alibi_slopes=np.array([0.25])).log_sum_exp[0, 0], np.log(np.exp(biased).sum()))
    empty = attention.attention(query[:1], key[:0], value[:0], attention.Options(scale=0.5))
    assert not empty.output.any()
    assert np.isneginf(empty.log_sum_exp).all()


@pytest.mark.parametrize("dtype", ["fp32", "fp16", "bf16"])
def test_an_honest_low_precision_computation_is_inside_the_bound(dtype: str) -> None:
    """Rounds where the derivation says that it may, in the worst order: inside, and not by a factor that hides errors."""
    kind = problem.TORCH_DTYPES[dtype]
    random = torch.Generator().manual_seed(5)
    query, key, value = (
        torch.randn(size, generator=random).to(kind) for size in ((1, 4, 64), (300, 4, 64), (300, 4, 64))
    )
    scores = torch.einsum("qhd,khd->hqk", query.float(), key.float()) * 0.125
    weights = torch.softmax(scores, dim=-1).to(kind).float()
    found = torch.einsum("hqk,khd->qhd", weights, value.float()).to(kind).double().numpy()
    wide = [tensor.double().numpy() for tensor in (query, key, value)]
    truth = attention.attention(*wide, attention.Options(scale=0.125))
    error = np.abs(found - truth.output) / truth.magnitude
    bound = tolerance.relative_bound(dtype, "triton", 300, truth.score_error)
    assert (error <= bound[..., None]).all()
    assert bound.max() < 4 * tolerance.UNIT_ROUNDOFF[dtype] + 2e-4


def _cell(**changes: object) -> Cell:
    values = {
        **{"id": "a/b", "family": "a", "run": "b", "why": "a cell of a test", "device": "cpu", "backend": "torch"},
        **{"query_heads": 4, "kv_heads": 2, "head_size": 32, "block_size": 16, "lengths": [33, 0, 5]},
    }
    return Cell.model_validate({**values, **changes})


@pytest.mark.parametrize("kv_dtype", ["bf16", "fp8_e4m3fn", "fp8_e4m3fnuz"])
def test_every_slot_that_no_token_owns_is_nan(kv_dtype: str) -> None:
    built = problem.build(_cell(kv_dtype=kv_dtype, table_extra=3))
    plain = storage.unpack_key(built.key_cache, "5d")
    if kv_dtype == "bf16":
        missing = torch.isnan(plain).all(dim=(2, 3)).numpy()
    else:
        missing = np.isnan(formats.decode(plain.numpy(), kv_dtype)).all(axis=(2, 3))
    assert (~missing).sum() == 33 + 5
    assert missing.shape[0] == 3 + 1 + problem.SPARE_BLOCKS
    assert set(built.block_tables[:, 3:].flatten().tolist()) <= set(problem.MISSING_BLOCKS)


def test_a_window_off_by_one_is_far_outside_the_bound() -> None:
    """The data makes single positions count: an error of one token in a thousand must not drown in rounding."""
    cell = _cell(sliding_window=1024, lengths=[1100], query_dtype="bf16")
    built = problem.build(cell)
    wide = [np.asarray(part[0], dtype=np.float64) for part in (built.queries, built.keys, built.values)]
    right = attention.attention(*wide, attention.Options(scale=built.scale, sliding_window=1024))
    for window in (1023, 1025):
        wrong = attention.attention(*wide, attention.Options(scale=built.scale, sliding_window=window))
        error = (np.abs(wrong.output - right.output) / right.magnitude).max(axis=2)
        assert (error > 10 * tolerance.relative_bound("bf16", "triton", 1024, right.score_error)).all()


def test_probabilities_that_underflow_are_inside_the_bound() -> None:
    """The token that takes everything has a value of 0: what is left are probabilities that fp32 cannot hold."""
    query = np.full((1, 1, 8), 30.0)
    key, value = np.zeros((2, 1, 8)), np.array([[[0.0] * 8], [[1.0] * 8]])
    key[0] = 1.0
    truth = attention.attention(query, key, value, attention.Options(scale=0.4))
    assert 0 < truth.output.max() < 2.0**-126
    assert (truth.output <= tolerance.absolute_bound("bf16", "triton", truth.reach)).all()
    assert tolerance.absolute_bound("bf16", "triton", truth.reach).max() < 2.0**-124
