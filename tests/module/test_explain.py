"""explain: the answer, the reasons, what is about this machine and what about the request; the command line."""

from __future__ import annotations

import argparse
import ast
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from tests.fakes.implementations import Request, Scripted, spec
from tests.fakes.install import RIGHT_EVERYWHERE, survey_says

import rocm_kernels
from rocm_kernels import devices, dispatcher, explanation, flags, policy, registry
from rocm_kernels.reason_codes import REASON_CODES
from rocm_kernels.support import Reason, Support

# An AMD target that this machine does not have.
ELSEWHERE = "gfx950" if devices.detect().device.target == "gfx942" else "gfx942"
ONLY_HEAD_64 = Support(
    devices=frozenset({"cpu"}),
    targets=None,
    query_dtypes=frozenset({"bf16"}),
    kv_dtypes=frozenset({"bf16"}),
    head_sizes=frozenset({64}),
)


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    dispatcher.reset()
    yield
    dispatcher.reset()


def command(*words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    parser = argparse.ArgumentParser()
    explanation.add_arguments(parser)
    code = explanation.run(parser.parse_args(words), Console(width=200, force_terminal=False))
    out, err = capsys.readouterr()
    return code, out, err


FALCON = ("--heads", "71", "--kv-heads", "1", "--head-size", "64", "--dtype", "bf16")
LLAMA_70B_FP8 = ("--heads", "64", "--kv-heads", "8", "--head-size", "128", "--dtype", "bf16", "--kv-dtype", "fp8")
AITER_ON = ("--flag", "VLLM_ROCM_USE_AITER=1")


def test_verdicts_tell_apart_refused_not_here_able_and_chosen() -> None:
    entries = (
        Scripted("aiter", support=ONLY_HEAD_64, here=(Reason("flag", "X is off"),)),
        Scripted("rocm", here=(Reason("not_built", "is not built"),)),
        Scripted("triton"),
        Scripted("torch"),
    )
    with registry.only(*(entry.implementation() for entry in entries)):
        answer = rocm_kernels.explain(spec())
    assert [candidate.verdict for candidate in answer.candidates] == ["refused", "not here", "chosen", "able"]
    assert [reason.code for reason in answer.candidates[0].refusals] == ["head_size"]
    assert [reason.code for reason in answer.candidates[0].obstacles] == ["flag"]
    assert answer.candidates[3].order[0].code == "later"
    assert (answer.chosen, answer.kernel) == ("triton.paged_attention", "scripted_triton_kernel")


def test_a_failure_shows_after_it_happened() -> None:
    broken = Scripted("triton", on_call=RuntimeError("no kernel image"))
    with registry.only(broken.implementation(), Scripted("torch").implementation()):
        assert rocm_kernels.explain(spec()).chosen == "triton.paged_attention"
        dispatcher.run(Request(spec()))
        answer = rocm_kernels.explain(spec())
    assert answer.chosen == "torch.paged_attention"
    assert answer.candidates[0].verdict == "not here"
    assert answer.candidates[0].obstacles[0].code == "launch_failed"


def test_the_answer_is_the_decision_under_each_policy() -> None:
    for under in (policy.automatic, policy.forbid_fallback, *map(policy.explicit, policy.BACKENDS)):
        for request in (spec(), spec(head_size=80), spec(device="rocm", target="gfx942")):
            decision = dispatcher.decide(request, under)
            answer = rocm_kernels.explain(request, under)
            assert answer.chosen == (decision.implementation.name if decision.implementation else None)
            assert answer.kernel == decision.kernel


def test_the_text_holds_the_answer_and_every_reason() -> None:
    with registry.only(Scripted("aiter", support=ONLY_HEAD_64).implementation(), Scripted("torch").implementation()):
        answer = rocm_kernels.explain(spec())
    text = str(answer)
    assert "head_size 128 is not served, only 64 [head_size]" in text
    assert "torch.paged_attention on cpu, kernel scripted_torch_kernel (evidence: reference)" in text
    printed = io.StringIO()
    Console(file=printed, width=200).print(answer)
    assert "head_size 128 is not served, only 64 [head_size]" in printed.getvalue()


@pytest.mark.parametrize("code", ["flag", "not_built", "not_installed", "no_compiler"])
def test_only_obstacles_of_this_machine_are_said_to_be_here(code: str) -> None:
    blocked = Scripted("aiter", here=(Reason(code, "a sentence"),))
    with registry.only(blocked.implementation(), Scripted("torch").implementation()):
        text = str(rocm_kernels.explain(spec(device="rocm", target=ELSEWHERE)))
    assert f"{'flags' if code == 'flag' else 'here'}: a sentence [{code}]" in text
    assert ("`here` is this machine" in text) == ("  here: " in text) == (code != "flag")
    assert f"asked about rocm:{ELSEWHERE}, which is not here" in text


def test_nothing_may_serve_is_said() -> None:
    with registry.only(Scripted("torch", support=ONLY_HEAD_64).implementation()):
        answer = rocm_kernels.explain(spec())
    assert (answer.chosen, answer.kernel, answer.evidence) == (None, "", None)
    assert "nothing may serve this on cpu" in str(answer)


def test_json_round_trips() -> None:
    data = json.loads(json.dumps(rocm_kernels.explain(spec()).to_dict()))
    assert data["spec"]["query_heads"] == 32
    assert not any(name.startswith("_") for name in data["spec"])
    assert data["chosen"] == "torch.paged_attention"
    assert {candidate["backend"] for candidate in data["candidates"]} >= {"aiter", "rocm", "torch"}


def test_aiter_off_is_said_with_the_flag_and_its_default(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = command("--device", "rocm:gfx942", *FALCON, capsys=capsys)
    assert code == 0
    assert "VLLM_ROCM_USE_AITER is not set, and its default is off as in vLLM [flag]" in out
    _, out, _ = command("--device", "rocm:gfx942", *FALCON, *AITER_ON, capsys=capsys)
    assert "[flag]" not in out


def row(out: str, name: str) -> dict[str, Any]:
    found = [candidate for candidate in json.loads(out)["candidates"] if candidate["implementation"] == name]
    assert len(found) == 1
    return found[0]


def test_falcon_7b_never_takes_aiters_asm_kernels(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = command("--device", "rocm:gfx942", *FALCON, *AITER_ON, "--layout", "asm", "--json", capsys=capsys)
    legacy = row(out, "aiter.paged_attention.asm_16bit_legacy")
    assert legacy["verdict"] == "refused"
    assert {reason["code"] for reason in legacy["refusals"]} == {"head_size", "gqa", "kv_heads"}
    assert {"head_size", "gqa"} == {
        reason["code"] for reason in row(out, "aiter.paged_attention.asm_16bit")["refusals"]
    }


def test_llama_70b_with_fp8_takes_aiter_where_it_is_installed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = (
        "--device",
        "rocm:gfx942",
        *LLAMA_70B_FP8,
        "--layout",
        "asm",
        "--kv-scales",
        "per_token",
        *AITER_ON,
        "--json",
    )
    for installed in (False, True):
        monkeypatch.setattr("rocm_kernels.backends.aiter.package.installed", lambda there=installed: there)
        with survey_says(RIGHT_EVERYWHERE):
            code, out, _ = command(*asked, capsys=capsys)
        entry = row(out, "aiter.paged_attention.asm_8bit")
        assert code == 0
        assert entry["refusals"] == []
        assert entry["verdict"] == ("chosen" if installed else "not here")
    assert json.loads(out)["kernel"] == "_ZN5aiter34pa_bf16_pertokenFp8_gqa8_2tg_4w_hpE"
    assert json.loads(out)["spec"]["kv_dtype"] == "fp8_e4m3fnuz"


def test_a_device_that_is_not_here_is_never_evidence(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = command("--device", f"rocm:{ELSEWHERE}", *FALCON, "--json", capsys=capsys)
    data = json.loads(out)
    assert data["evidence"] is None
    assert "not here" in data["notes"][0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("--heads", "71", "--kv-heads", "2", "--head-size", "64"),
            "--heads: got 71, expected a multiple of --kv-heads 2",
        ),
        (("--heads", "0", "--kv-heads", "1", "--head-size", "64"), "--heads: got 0, expected a positive number"),
        ((*FALCON, "--device", "rocm:gfx906"), "--device: got 'rocm:gfx906'"),
        ((*FALCON, "--layout", "asm", "--block-size", "1"), "--layout: got asm"),
        ((*FALCON, "--kv-scales", "per_token"), "--kv-scales: got per_token"),
        ((*FALCON, "--device", "emulated:gfx90a", "--kv-dtype", "fp8"), "gfx90a has no fp8"),
        ((*FALCON, "--flag", "VLLM_ROCM_USE_AITR=1"), "nearest known name is VLLM_ROCM_USE_AITER"),
        ((*FALCON, "--flag", "VLLM_ROCM_USE_AITER"), "--flag: got 'VLLM_ROCM_USE_AITER', expected NAME=VALUE"),
        ((*FALCON, "--flag", "VLLM_ROCM_USE_AITER=ja"), "VLLM_ROCM_USE_AITER: got 'ja'"),
    ],
)
def test_bad_input_exits_2_and_names_the_option(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = command(*words, capsys=capsys)
    assert code == 2
    assert said in err
    assert out == ""


def test_a_refused_explicit_backend_exits_1(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = command(*FALCON, "--device", "cpu", "--backend", "aiter", capsys=capsys)
    assert code == 1
    assert "nothing may serve this on cpu" in out


def test_every_option_of_a_feature_reaches_the_spec(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--alibi", "--sliding-window", "--sinks", "--softcap", "--custom-scale", "--log-sum-exp")
    for option in options:
        _, out, _ = command(*FALCON, option, "--json", capsys=capsys)
        given = [name for name in options if json.loads(out)["spec"][name[2:].replace("-", "_")]]
        assert given == [option]
    _, out, _ = command(*FALCON, "--max-length", "200000", "--json", capsys=capsys)
    assert json.loads(out)["spec"]["length_class"] == 1_048_576


@pytest.mark.parametrize(("alias", "name"), [("float32", "fp32"), ("float16", "fp16"), ("torch.bfloat16", "bf16")])
def test_types_may_be_named_as_pytorch_names_them(alias: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    shape = ("--heads", "8", "--kv-heads", "8", "--head-size", "64")
    _, out, _ = command(*shape, "--dtype", alias, "--kv-dtype", "float8_e4m3fn", "--json", capsys=capsys)
    facts = json.loads(out)["spec"]
    assert (facts["query_dtype"], facts["kv_dtype"]) == (name, "fp8_e4m3fn")
    with pytest.raises(SystemExit):
        command(*shape, "--dtype", "float8_e4m3fn", capsys=capsys)


def test_flags_of_the_question_end_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    command(*FALCON, *AITER_ON, capsys=capsys)
    assert (
        "VLLM_ROCM_USE_AITER" not in flags.current().given or flags.current().given["VLLM_ROCM_USE_AITER"] != "context"
    )


def codes_in_use() -> set[str]:
    """Every code that the package writes down as a constant, and those of the tables' own rules."""
    root = Path(rocm_kernels.__file__).parent
    found = set()
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            if getattr(node.func, "id", "") in ("Reason", "ImplementationFailure", "Problem"):
                found.add(node.args[0].value)
    for op in registry.ops():
        for entry in registry.implementations(op):
            found |= set(getattr(entry.support, "extra", ()))
    return found


def test_every_code_of_a_reason_is_in_the_documentation() -> None:
    page = (Path(__file__).parents[2] / "docs" / "dispatch.md").read_text(encoding="utf-8")
    table = page.partition("| code | meaning |")[2].partition("\n\n")[0]
    used = codes_in_use()
    assert {"device", "not_surveyed", "signature_drift", "fp8_format"} <= used
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    written = {code for row in rows for code in re.findall(r"`(\w+)`", row)}
    assert written == REASON_CODES, "kernels/rocm_kernels/reason_codes.py and the table are one list"
    assert sorted(used - REASON_CODES) == []
