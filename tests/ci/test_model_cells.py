"""Cells of whole models: what cannot be is refused, and what they hand in is gated by a real run."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.ci.runs import ROOT, rocm_ci_run

from rocm_ci import baselines, model_judge
from rocm_ci.cell import Cell
from rocm_ci.changes import reached, sources_of
from rocm_ci.matrix import load
from rocm_ci.model_cell import ModelCell
from rocm_ci.verdicts import KINDS

MATRIX = load(ROOT / "ci" / "matrix.toml")
OURS = [cell for cell in MATRIX.cells if isinstance(cell, ModelCell)]
ONE: dict[str, Any] = {
    **{"id": "m/one/run", "family": "m", "run": "run", "why": "a model answers worse", "op": "model"},
    **{"device": "emulated:gfx942", "backend": "rocm", "model": "falcon", "task": "tiny_majority"},
    "baseline": "tiny/falcon-majority",
}
MAJORITY = """
[defaults]
op = "model"
[runs.gfx942]
device = "emulated:gfx942"
backend = "rocm"
[[family]]
name = "one"
why = "a model answers worse"
runs = ["gfx942"]
model = "falcon"
task = "tiny_majority"
baseline = "tiny/falcon-majority"
"""
BASELINES = ("--baselines", str(ROOT / baselines.FOLDER))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"device": "cpu", "backend": "torch"}, "device of a model is emulated:<target> so far, not cpu"),
        ({"fallback": "rocm"}, "fallback 'rocm' needs another backend to be compared with"),
        ({"yardstick": "triton", "most": 1.0}, "a model has a baseline and no yardstick"),
        ({"reasons": {"aiter": ("gqa",)}}, "reasons are held against one call, and a model makes many"),
        ({"policy": "explicit"}, "policy of a model is automatic"),
        ({"kv_dtype": "fp16"}, "a fp16 cache needs a fp16 model, not bf16"),
        ({"kv_dtype": "int8"}, "scales belong to a quantised cache"),
        ({"kv_dtype": "fp8_e4m3fn", "scales": "per_token"}, "target gfx942 reads fp8_e4m3fnuz"),
        ({"backend": None, "raises": "InvalidArgumentError", "argument": "query"}, "a model answers items"),
        ({"lengths": (5,)}, "lengths"),
    ],
)
def test_a_model_that_cannot_be_is_refused(changes: dict[str, Any], message: str) -> None:
    assert isinstance(Cell.model_validate(ONE), ModelCell)
    with pytest.raises(ValueError, match=re.escape(message)):
        Cell.model_validate({**ONE, **changes})


def test_each_model_has_its_own_measured_baseline() -> None:
    known = baselines.load(ROOT / baselines.FOLDER)
    assert len(OURS) >= 6
    assert {cell.backend for cell in OURS} == {"rocm", "aiter"}
    for cell in OURS:
        found = known.get(cell.baseline)
        assert (found.model, found.task) == (cell.model, cell.task)
        assert found.conditions["backend"] == cell.backend
        # Where a single item is lost, the model has collapsed: right kernels answer each of them.
        lost = 1 - 1 / found.current.n
        assert found.current.value == 1.0
        assert found.worse(lost, found.current.floor) >= 0
    assert Counter(cell.baseline for cell in OURS).most_common(1)[0][1] == 1


def test_only_whole_models_depend_on_the_engine() -> None:
    engine = Path("kernels/rocm_kernels/integrations/transformers/engine.py")
    others = [cell for cell in MATRIX.cells if cell.op != "model"]
    assert all(engine in sources_of(cell, ROOT) for cell in OURS)
    assert not any(engine in sources_of(cell, ROOT) for cell in others)
    ids = {cell.id for cell in OURS}
    assert reached(ROOT, MATRIX.cells, ["tests/model/tiny/falcon/model.safetensors"]) == ids
    assert reached(ROOT, MATRIX.cells, ["ci/baselines/tiny.yaml"]) == ids


def answered(backend: str, kernels: dict[str, int]) -> model_judge.Answers:
    row = {"implementation": f"{backend}.paged_attention", "calls": 5, "kernels": kernels, "evidence": "emulated"}
    ran = {name: count for name, count in kernels.items() if "." not in name}
    return model_judge.Answers((1.0, 1.0), "items", "1.0", (row,), kernels, ran)


@pytest.mark.parametrize(
    ("own", "other", "sentence"),
    [
        (answered("rocm", {"decode": 5}), answered("torch", {"torch.paged_attention": 5}), None),
        (answered("rocm", {}), answered("torch", {}), "rocm.paged_attention without launching a kernel"),
        (answered("rocm", {"decode": 5}), answered("rocm", {"decode": 5}), "of the fallback were served by rocm."),
        (
            answered("rocm", {"decode": 5}),
            replace(answered("torch", {}), decodes=()),
            "no decodes of the fallback were dispatched",
        ),
        (replace(answered("rocm", {}), decodes=()), answered("torch", {}), "no decodes were dispatched"),
    ],
    ids=["right", "nothing_launched", "compared_with_itself", "nothing_compared", "nothing_decoded"],
)
def test_a_model_that_proves_nothing_is_red(
    own: model_judge.Answers, other: model_judge.Answers, sentence: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell = Cell.model_validate(ONE)
    assert isinstance(cell, ModelCell)
    monkeypatch.setattr(model_judge, "answers", lambda asked, device, flags: other if device == "cpu" else own)
    monkeypatch.setattr(model_judge, "_measurement", lambda *arguments: None)
    for answer in (own, other):
        for row in answer.decodes:
            row["passed_over"] = {}
    result = model_judge.judge_model(cell, "", lambda measured: None)
    assert (result.outcome, result.kind) == (("passed", None) if sentence is None else ("failed", "dispatch"))
    assert sentence is None or sentence in str(result.reason)
    warmed = model_judge.judge_model(cell, "", lambda measured: pytest.fail("handed in"), warm_up=True)
    assert (warmed.outcome, warmed.evidence) == ("passed", "none")


def test_a_model_is_held_against_its_baseline_and_the_fallback(tmp_path: Path) -> None:
    run = rocm_ci_run(tmp_path, MAJORITY, *BASELINES)
    assert run.code == 0, run.output
    assert run.document is not None
    (cell,) = run.document["cells"]
    assert (cell["evidence"], cell["witness"], cell["backend_used"]) == ("emulated", "emulator", "rocm")
    (kernel,) = cell["kernels"]
    assert kernel.startswith("paged_attention_decode_bf16")
    (row,) = cell["measured"]
    assert (row["value"], row["bound"]) == (1.0, 1.0)
    assert "n 8, standard error 0.095, with torch on cpu 1" in row["note"]


@pytest.mark.parametrize(
    ("fault", "matrix", "kind", "sentence"),
    [
        ("sees_one_page", MAJORITY.replace("majority", "recall"), "accuracy", "acc collapsed to 0."),
        ("claims_a_launch", MAJORITY, "dispatch", ", the emulator ran nothing"),
        (
            "measures_nothing",
            MAJORITY,
            "accuracy",
            "the cell has the baseline tiny/falcon-majority, and no scores were handed in for it",
        ),
        (
            None,
            MAJORITY.replace('"rocm"', '"aiter"'),
            "dispatch",
            "were served by rocm.paged_attention, backend aiter was",
        ),
        (None, MAJORITY + 'dtype = "fp16"\nkv_dtype = "fp16"\n', "baseline", "conditions.dtype bf16 -> fp16"),
    ],
    ids=["sees_one_page", "claims_a_launch", "measures_nothing", "another_backend", "another_type"],
)
def test_a_model_turns_the_run_red(tmp_path: Path, fault: str | None, matrix: str, kind: str, sentence: str) -> None:
    run = rocm_ci_run(tmp_path, matrix, *BASELINES, fault=fault)
    assert run.code == KINDS[kind].exit_code, run.output
    assert sentence in " ".join(run.output.split()), run.output
    assert f"RED ({kind}, exit code {KINDS[kind].exit_code}" in run.output
