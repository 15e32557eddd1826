"""Launches noted against what the machine says it ran."""

from __future__ import annotations

import pytest

from rocm_ci.witness import EMULATOR, PROFILER, Testimony, contradiction, same

PYTORCH = "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>>(int, float)"
ASM = "_ZN5aiter32pa_bf16_noquant_gqa8_1tg_4w_mtp0E"


@pytest.mark.parametrize(
    ("noted", "ran", "sentence"),
    [
        (("decode", "merge"), ["decode", "merge"], None),
        (("torch.paged_attention",), [], None),  # a function of Python's: no machine code was to run
        (("torch._scaled_mm", "scale_product"), ["scale_product"], None),
        (("decode",), [], "the launchers noted decode, the emulator ran nothing"),
        (("decode",), ["decode", "decode"], "the launchers noted decode, the emulator ran decode, decode"),
        (("torch.linear",), ["decode"], "the launchers noted torch.linear, the emulator ran decode"),
        (("merge", "decode"), ["decode", "merge"], "the launchers noted merge, decode, the emulator ran decode, merge"),
    ],
)
def test_the_emulator_has_run_exactly_what_was_noted(
    noted: tuple[str, ...], ran: list[str], sentence: str | None
) -> None:
    assert contradiction(noted, Testimony(EMULATOR, ran)) == sentence


@pytest.mark.parametrize(
    ("noted", "seen", "sentence"),
    [
        (("decode",), [PYTORCH, "decode"], None),
        (("torch.paged_attention",), [PYTORCH], None),
        ((ASM,), ["aiter::pa_bf16_noquant_gqa8_1tg_4w_mtp0(void*)"], None),
        (("decode",), [], "the launchers noted decode, the profiler saw no kernel on the GPU"),
        (("torch.linear",), [], "the launchers noted torch.linear, the profiler saw no kernel on the GPU"),
        (("decode",), ["decode_all"], "the launchers noted decode, the profiler saw decode_all"),
        (("decode", "decode"), ["decode"], "the launchers noted decode, decode, the profiler saw decode"),
    ],
)
def test_the_profiler_has_seen_what_was_noted_among_others(
    noted: tuple[str, ...], seen: list[str], sentence: str | None
) -> None:
    assert contradiction(noted, Testimony(PROFILER, seen)) == sentence


@pytest.mark.parametrize(
    ("symbol", "name", "equal"),
    [
        ("paged_decode", "paged_decode", True),
        ("paged_decode", "paged_decode_2", False),
        ("_Z3addPfi", "add(float*, int)", True),
        ("_ZN5aiter3addE", "aiter::add(void*)", True),
        ("_ZN5aiter3addE", "aiter::adder(void*)", False),
        (ASM, ASM, True),
    ],
)
def test_names_of_profilers_are_those_of_the_source(symbol: str, name: str, equal: bool) -> None:
    assert same(symbol, name) is equal
