"""AITER's Triton decode kernels in the survey: its own host code, machine code for gfx942, the same verdicts."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rocm_kernels.backends.aiter import surveyed
from rocm_kernels.backends.aiter.survey import toml_text, triton_kernels, triton_survey
from rocm_kernels.backends.aiter.survey.problem import build
from rocm_kernels.backends.aiter.survey.question import Question, Request
from rocm_kernels.backends.aiter.survey.references import truth_of
from rocm_kernels.backends.aiter.survey.triton_kernels import KERNELS, TritonKernel
from rocm_kernels.backends.aiter.survey.verdict import RIGHT, read_output

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

BY_NAME = {kernel.name: kernel for kernel in KERNELS}
LENGTHS = (1, 17, 256, 513, 1100)


def verdicts(kernel: TritonKernel, **change: object) -> set[str]:
    question = Question("test", "", replace(Request(), **change), LENGTHS)  # type: ignore[arg-type]
    return {outcome.verdict for outcome in triton_survey.answer(kernel, question).outcomes}


@pytest.mark.parametrize("name", ["pa_decode_v2", "unified_attention_3d"])
def test_the_host_launches_its_kernels_and_they_are_right(name: str) -> None:
    assert verdicts(BY_NAME[name]) == {RIGHT}


def test_a_cache_of_more_elements_than_31_bits_is_read_elsewhere() -> None:
    assert verdicts(BY_NAME["pa_decode_v2"], cache_bytes=(4 << 30) + (16 << 20)) == {"out_of_bounds"}
    assert verdicts(BY_NAME["unified_attention_3d"], cache_bytes=(4 << 30) + (16 << 20)) == {RIGHT}


def test_nan_behind_the_end_is_masked_by_one_and_not_by_the_other() -> None:
    assert verdicts(BY_NAME["pa_decode_v2"], tail="value_nan") == {RIGHT}
    assert verdicts(BY_NAME["unified_attention_3d"], tail="value_nan") == {RIGHT, "nan"}


@pytest.mark.parametrize("name", ["pa_decode_v2", "unified_attention_3d"])
def test_the_wider_bound_can_be_missed(name: str) -> None:
    """One token too few in the truth: the kernel's result is outside of the bound, which is wider than that of asm kernels."""
    kernel = BY_NAME[name]
    problem = build(Question("test", "", Request(), (20, 30)))
    truth = truth_of(problem)
    wider = triton_kernels.widened(kernel, problem, truth)
    assert (wider.bound >= truth.bound).all()
    triton_kernels.run(kernel, problem)
    assert {outcome.verdict for outcome in read_output(problem, wider)} == {RIGHT}
    problem.memory["O"][:] = np.roll(problem.memory["O"], 128)
    assert {outcome.verdict for outcome in read_output(problem, wider)} != {RIGHT}


def test_what_does_not_compile_is_refused_with_the_compilers_words() -> None:
    question = Question("gqa", "1", Request(gqa=1), LENGTHS)
    outcomes = triton_survey.answer(BY_NAME["pa_decode_v2"], question).outcomes
    assert {outcome.verdict for outcome in outcomes} <= {RIGHT, "refused"}
    assert all(outcome.detail for outcome in outcomes if outcome.verdict == "refused")


def committed() -> tuple[str, dict[triton_survey.Key, tuple[str, ...]], str]:
    """The committed file's text, the verdicts in it, and the hash of the sources that they were measured with."""
    (path,) = surveyed.FOLDER.glob("*/gfx942.triton.toml")
    text = path.read_text(encoding="utf-8")
    data = tomllib.loads(text)
    found = {}
    for kernel in data["kernel"]:
        for asked in kernel["launch"]:
            runs = (run.split("*") for run in asked["verdicts"].split())
            verdicts = tuple(word for word, count in runs for _ in range(int(count)))
            found[(kernel["name"], asked["key"])] = verdicts
    return text, found, data["sources"]


def test_the_committed_file_follows_from_its_verdicts_and_holds_every_question() -> None:
    text, found, sources = committed()
    assert set(found) == {(kernel.name, asked.key) for kernel in KERNELS for asked in triton_survey.questions(kernel)}
    assert toml_text.text(triton_survey.data_of(KERNELS, found) | {"sources": sources}) == text


def test_a_survey_goes_on_from_what_a_kill_has_left(tmp_path: Path) -> None:
    _, found, _ = committed()
    lines = [triton_survey._line(item) for item in found.items()]
    path = tmp_path / triton_survey.RESULTS
    path.write_text("".join(lines[:-1]) + lines[-1][:-9], encoding="utf-8")
    assert triton_survey.load(tmp_path) == dict(list(found.items())[:-1])
    path.write_text("".join(line.replace(triton_survey.sources(), "0" * 16) for line in lines), encoding="utf-8")
    assert triton_survey.load(tmp_path) == {}


def test_what_needs_more_lds_than_there_is_is_refused() -> None:
    question = Question("block_size", "256", Request(page=256), LENGTHS)
    outcomes = triton_survey.answer(BY_NAME["pa_decode_v2"], question).outcomes
    assert {outcome.verdict for outcome in outcomes} == {"refused"}
    assert all("bytes of LDS" in outcome.detail for outcome in outcomes)
