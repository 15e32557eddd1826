"""Cells of the ops beside attention: the points that must be there, and faults of many kinds that each turn a cell red."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from tests.ci.runs import ONE_CELL, ROOT

from rocm_ci.errors import MatrixError
from rocm_ci.judge import judge
from rocm_ci.layer_cells import BlockScaledGemmCell, FusedMoeCell, LinearCell, QuantiseCell, RmsNormCell
from rocm_ci.matrix import load
from rocm_ci.reference import formats, layers
from rocm_kernels import registry

MATRIX = load(ROOT / "ci" / "matrix.toml")


def cells_of(model: type[Any], *devices: str) -> list[Any]:
    return [cell for cell in MATRIX.cells if isinstance(cell, model) and cell.device_kind in devices]


def test_the_matrix_holds_the_shapes_that_bite() -> None:
    here = ("cpu", "emulated")
    norms, products, blocks = (cells_of(model, *here) for model in (RmsNormCell, LinearCell, BlockScaledGemmCell))
    experts, stored = cells_of(FusedMoeCell, *here), cells_of(QuantiseCell, *here)
    assert len(norms) + len(products) + len(blocks) + len(experts) + len(stored) >= 250
    assert {cell.hidden for cell in norms} >= {1, 7, 63, 64, 65, 130, 769, 8191, 8192, 8193, 32767, 32768, 32769}
    assert {cell.rows for cell in products} >= {1, 15, 16, 17, 63, 64, 65, 127, 128, 129, 130}
    assert {cell.rows for cell in blocks} >= {1, 15, 16, 17, 63, 64, 65, 127, 128, 129, 130}
    assert {cell.out_features for cell in products} >= {32, 33, 4095, 4097, 28672}
    assert any(cell.in_features % 128 for cell in blocks)
    assert {cell.intermediate for cell in experts} >= {64, 192, 224, 256, 384, 768}
    assert {cell.experts for cell in experts} >= {1, 8, 60, 128}
    assert {cell.routing for cell in experts} == {"random", "one_expert", "few", "duplicates", "missing"}
    assert any(cell.expert_mask for cell in experts)
    for group in (norms, products, blocks, experts, stored):
        assert {cell.run for cell in group} >= {"torch", "triton", "emulated-triton"}


@contextmanager
def broken(op: str, damage: Callable[[Any], None]) -> Iterator[None]:
    """Have the torch backend damage what it has written."""

    def around(entry: Any) -> Any:
        def load() -> Callable[[Any], None]:
            function = entry.load()

            def run(arguments: Any) -> None:
                function(arguments)
                damage(arguments)

            return run

        return replace(entry, load=load)

    entries = [around(e) if e.backend == "torch" else e for e in registry.implementations(op)]
    with registry.only(*entries):
        yield


def _one_element(arguments: Any) -> None:
    output = arguments.output
    wrong = output.float()
    wrong[-1, -1] = wrong[-1, -1] * 1.02 + 0.02 * wrong.abs().max()
    output.copy_(wrong)


def _unwritten(arguments: Any) -> None:
    arguments.output[-1, -1] = torch.nan


def _beside(arguments: Any) -> None:
    output = arguments.output
    torch.as_strided(
        output, (1, output.shape[1]), (output.shape[1], 1), output.storage_offset() + output.numel()
    ).zero_()


def _cut_off(arguments: Any) -> None:
    """Cut bf16 off in place of rounding it: half of a step too far at most."""
    exact = arguments.output.float() * (1 - 2**-8)
    arguments.output.copy_(exact)


FLOATS = {
    "rms_norm": "rms-norm-type/bf16-alone-hidden769/torch",
    "linear": "linear-type/bf16-plain/torch",
    "block_scaled_gemm": "block-scaled-type/fp8_e4m3fn-to-bf16/torch",
    "fused_moe": "moe-type/bf16/torch",
}


@pytest.mark.parametrize(
    "damage", [None, _one_element, _unwritten, _beside], ids=lambda d: getattr(d, "__name__", "none")
)
@pytest.mark.parametrize("op", FLOATS)
def test_a_damaged_output_is_red(op: str, damage: Callable[[Any], None] | None) -> None:
    kinds = {None: None, _one_element: "accuracy", _unwritten: "unwritten", _beside: "unwritten"}
    with broken(op, damage or (lambda arguments: None)):
        result = judge(MATRIX.cell(FLOATS[op]))
    assert result.kind == kinds[damage], result.reason


@pytest.mark.parametrize("op", ["rms_norm", "linear", "block_scaled_gemm"])
def test_numbers_that_are_off_by_a_rounding_are_red(op: str) -> None:
    with broken(op, _cut_off):
        assert judge(MATRIX.cell(FLOATS[op])).kind == "accuracy"


QUANTISED = "rms-norm-quantised/to-fp8_e4m3fn-per_token-residual/torch"


def _other_byte(arguments: Any) -> None:
    arguments.output.view(torch.uint8)[0, 0] ^= 1


def _scale_off(arguments: Any) -> None:
    arguments.scale[0] *= 1.05


def _residual_off(arguments: Any) -> None:
    arguments.residual_output[0, 0] += 1


def _from_16_bit(arguments: Any) -> None:
    """Quantise a norm that was rounded to 16 bit first: another precision than asked for."""
    wide = arguments.residual_output.float()
    normed = wide * torch.rsqrt(wide.square().mean(1, keepdim=True) + arguments.eps) * arguments.weight.float()
    coarse = normed.half().to(torch.float8_e4m3fn).float()
    arguments.scale.copy_(coarse.abs().amax(1) / 448)
    arguments.output.copy_((coarse / arguments.scale[:, None]).to(torch.float8_e4m3fn))


@pytest.mark.parametrize("damage", [_other_byte, _scale_off, _residual_off, _from_16_bit], ids=lambda d: d.__name__)
def test_a_damaged_quantised_norm_is_red(damage: Callable[[Any], None]) -> None:
    with broken("rms_norm", damage):
        assert judge(MATRIX.cell(QUANTISED)).kind == "accuracy"


def _expert_too_few(arguments: Any) -> None:
    arguments.output[0] = 0


def test_a_token_without_its_experts_is_red() -> None:
    with broken("fused_moe", _expert_too_few):
        assert judge(MATRIX.cell("moe-type/fn-block/torch")).kind == "accuracy"


def test_another_backend_than_declared_is_red() -> None:
    cell = MATRIX.cell("linear-type/bf16-plain/torch").model_copy(update={"backend": "triton"})
    assert judge(cell).kind == "dispatch"


def test_the_quantiser_of_the_reference_rounds_to_nearest() -> None:
    values = np.random.default_rng(1).standard_normal((7, 300)) * 3
    for dtype in ("fp8_e4m3fn", "fp8_e4m3fnuz", "int8"):
        for group in (128, 300):
            found = layers.quantised(values, np.zeros_like(values), dtype, group)
            scale = np.repeat(found.scale, group, axis=1)[:, :300]
            half = formats.half_step(values / scale, dtype) * scale
            assert bool((np.abs(found.value - values) <= half * (1 + 1e-9)).all())
            assert float(np.mean(found.deviation)) < 1e-5


def test_the_expert_of_the_reference_is_the_formula() -> None:
    random = np.random.default_rng(2)
    x, weight = random.standard_normal((4, 6)), random.uniform(size=4)
    gate, up, down = (random.standard_normal(shape) for shape in ((5, 6), (5, 6), (6, 5)))
    found = layers.expert(x, layers.Expert(gate, up, down), weight, "fp32", None, 128, 0.0)
    wide = torch.from_numpy(x)
    act = torch.nn.functional.silu(wide @ torch.from_numpy(gate).T) * (wide @ torch.from_numpy(up).T)
    wanted = (act @ torch.from_numpy(down).T) * torch.from_numpy(weight)[:, None]
    np.testing.assert_allclose(found.value, wanted.numpy(), rtol=1e-12, atol=1e-12)


def test_the_references_import_nothing_of_what_they_judge() -> None:
    for path in (ROOT / "ci" / "rocm_ci" / "reference").glob("*.py"):
        assert "rocm_kernels" not in "\n".join(
            line for line in path.read_text(encoding="utf-8").splitlines() if "import" in line.split()[:3]
        ), path


@pytest.mark.parametrize(
    ("included", "line", "message"),
    [
        ('[defaults]\nop = "linear"\nhiden = 3\n', 3, "unknown field 'hiden'; did you mean 'hidden'?"),
        (
            '[defaults]\nop = "linear"\n[runs.x]\ndevice = "cpu"\nbackend = "torch"\n[[family]]\nname = "y"\n'
            'why = "a field of another op"\nruns = ["x"]\nrows = 1\nout_features = 1\nin_features = 1\nhidden = 3\n',
            13,
            "hidden: is no field of this op; it has rows, out_features, in_features",
        ),
        (
            '[runs.x]\ndevice = "cpu"\nbackend = "torch"\n[[family]]\nname = "one"\nwhy = "a name that is taken"\n'
            'runs = ["x"]\nop = "quantise"\nrows = 1\nwidth = 1\noutput_dtype = "int8"\n',
            None,
            "family 'one' is already defined at line 4 of more.toml",
        ),
        ('include = ["more.toml"]\n', 1, "includes 'more.toml' twice"),
        ('include = ["nothing.toml"]\n', 1, "there is no file 'nothing.toml'"),
        ('include = "nothing.toml"\n', 1, "include must be a list of files"),
    ],
)
def test_an_error_in_an_included_file_names_that_file(
    tmp_path: Path, included: str, line: int | None, message: str
) -> None:
    (tmp_path / "more.toml").write_text(included)
    main = tmp_path / "matrix.toml"
    main.write_text('include = ["more.toml"]\n' + ONE_CELL)
    with pytest.raises(MatrixError, match=re.escape(message)) as raised:
        load(main)
    if line is not None:
        assert raised.value.line == line
        assert str(raised.value).startswith(f"{tmp_path / 'more.toml'}:{line}: ")
