"""`rocm-ci explain --model`: which kernel the layers of well-known models get on gfx942, and why not the others."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from tests.fakes.install import survey_says
from tests.module.test_aiter_emulated import BORDERS

from rocm_ci.cli import main
from rocm_kernels import model_shapes
from rocm_kernels.backends.aiter import surveyed
from rocm_kernels.backends.aiter.surveyed import Surveyed
from rocm_kernels.errors import InvalidArgumentError

ASKED = ("explain", "--device", "rocm:gfx942", "--flag", "VLLM_ROCM_USE_AITER=1", "--json")
PROMISED = ("--min-length", "256", "--finite-cache")
GQA8 = {"bf16": "_ZN5aiter27pa_bf16_noquant_gqa8_1tg_4wE", "fp8": "_ZN5aiter34pa_bf16_pertokenFp8_gqa8_2tg_4w_hpE"}
GQA16 = {"bf16": "_ZN5aiter28pa_bf16_noquant_gqa16_1tg_4wE", "fp8": "_ZN5aiter32pa_bf16_pertokenFp8_gqa16_2tg_4wE"}
# Model -> kernels by type of cache, where AITER serves it; else codes of the reasons, by layer.
SERVED = {
    "llama-3-8b": GQA8,
    "llama-3-70b": GQA8,
    "llama-3.1-405b": GQA16,
    "mixtral": GQA8,
    "qwen3": GQA8,
    "qwen3-235b-a22b": GQA16,
}
REFUSED: dict[str, list[set[str]]] = {
    "falcon-7b": [{"head_size", "gqa"}],
    "gemma-2": [{"head_size", "softcap", "sliding_window"}, {"head_size", "softcap"}],
    "gemma-2-27b": [{"softcap", "custom_scale", "sliding_window"}, {"softcap", "custom_scale"}],
    "gpt-oss": [{"head_size", "sinks", "sliding_window"}, {"head_size", "sinks"}],
}
ROW = {"bf16": "aiter.paged_attention.asm_16bit", "fp8": "aiter.paged_attention.asm_8bit"}


# Made-up results with the borders that are known, and those of the wheel's code objects where they are committed.
RESULTS: dict[str, Mapping[str, Surveyed]] = {"made up": BORDERS}
if surveyed.known("gfx942"):
    RESULTS["committed"] = surveyed.known("gfx942")


def answers(capsys: pytest.CaptureFixture[str], model: str, cache: str, *more: str) -> list[dict[str, Any]]:
    assert main([*ASKED, "--model", model, "--kv-dtype", cache, *more]) == 0
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return found


def row(answer: dict[str, Any], name: str) -> dict[str, Any]:
    (found,) = [entry for entry in answer["candidates"] if entry["implementation"] == name]
    return dict(found)


@pytest.mark.parametrize("which", RESULTS)
@pytest.mark.parametrize("cache", ["bf16", "fp8"])
@pytest.mark.parametrize("model", SERVED)
def test_what_aiter_serves_and_what_it_takes(
    model: str, cache: str, which: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with survey_says(RESULTS[which]):
        (promised,) = answers(capsys, model, cache, *PROMISED)
        (bare,) = answers(capsys, model, cache)
    assert promised["chosen"] == ROW[cache]
    assert promised["kernel"] == SERVED[model][cache]
    assert promised["spec"]["kv_dtype"] == ("bf16" if cache == "bf16" else "fp8_e4m3fnuz")
    assert bare["chosen"] == "rocm.paged_attention"
    reasons = row(bare, ROW[cache])["refusals"]
    assert {reason["code"] for reason in reasons} == {"known_wrong"}
    words = " ".join(reason["message"] for reason in reasons)
    assert "min_context_length of at least 256" in words
    assert "finite_cache=True" in words
    for answer in (promised, bare):
        for entry in answer["candidates"]:
            why = entry["refusals"] + entry["obstacles"] + entry["order"]
            assert bool(why) == (entry["verdict"] != "chosen"), entry["implementation"]


@pytest.mark.parametrize("cache", ["bf16", "fp8"])
@pytest.mark.parametrize("model", REFUSED)
def test_what_aiter_refuses_whatever_is_promised(model: str, cache: str, capsys: pytest.CaptureFixture[str]) -> None:
    for more in ((), PROMISED):
        found = answers(capsys, model, cache, *more)
        assert [answer["chosen"] for answer in found] == ["rocm.paged_attention"] * len(REFUSED[model])
        for answer, codes in zip(found, REFUSED[model], strict=True):
            assert {reason["code"] for reason in row(answer, ROW[cache])["refusals"]} == codes
            assert answer["kernel"].startswith("paged_attention_decode_bf16_")


def test_falcon_is_refused_by_the_kernel_that_left_it_unwritten_for_three_reasons(
    capsys: pytest.CaptureFixture[str],
) -> None:
    (answer,) = answers(capsys, "falcon-7b", "bf16", *PROMISED)
    legacy = row(answer, "aiter.paged_attention.asm_16bit_legacy")
    assert {reason["code"] for reason in legacy["refusals"]} == {"head_size", "gqa", "kv_heads"}


@pytest.mark.parametrize("which", RESULTS)
def test_a_cache_beyond_2_gib_and_contexts_beyond_the_survey_are_refused(
    which: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with survey_says(RESULTS[which]):
        for more, codes in (
            (("--cache-bytes", str(2**31)), set()),
            (("--cache-bytes", str(2**31 + 1)), {"known_wrong"}),
            (("--max-length", "131072"), set()),
            (("--max-length", "131073"), {"not_surveyed"}),
        ):
            (answer,) = answers(capsys, "llama-3-8b", "bf16", *PROMISED, *more)
            assert {reason["code"] for reason in row(answer, ROW["bf16"])["refusals"]} == codes, more


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--model", "gpt-5"), "--model: got 'gpt-5', expected one of falcon-7b"),
        (("--model", "qwen3", "--heads", "8"), "--model: got qwen3, expected no --heads beside it"),
        (("--heads", "8"), "--heads, --kv-heads, --head-size: got --heads, expected all three or --model"),
        (("--model", "qwen3", "--min-length", "5000"), "--min-length: got 5000, expected at most --max-length 4096"),
        (("--model", "qwen3", "--min-length", "-1"), "--min-length: got -1"),
    ],
)
def test_bad_input_names_the_option(words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ASKED, *words]) == 2
    assert said in capsys.readouterr().err


def test_every_model_asked_for_has_a_shape_of_whole_groups() -> None:
    for name in ("falcon-7b", "llama-3-8b", "llama-3-70b", "llama-3.1-405b", "mixtral", "qwen3", "gemma-2", "gpt-oss"):
        for layer in model_shapes.layers(name):
            assert layer.heads % layer.kv_heads == 0
    with pytest.raises(InvalidArgumentError, match="model"):
        model_shapes.layers("bert")
