"""AITER's own machine code behind the public op, on ``emulated:gfx942``: what is launched, what comes out, and who else runs.

The kernels are those of the installed wheel; inputs, reference and bounds are those of tests/emulator/test_aiter_kernels.py.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import torch
from tests.emulator import test_aiter_kernels as kernels
from tests.fakes.install import NOTHING_KNOWN, RIGHT_EVERYWHERE, survey_says

import rocm_kernels
from rocm_kernels import devices, dispatcher, flags, recorder, registry
from rocm_kernels.backends.aiter import code_objects, package, surveyed
from rocm_kernels.backends.aiter.surveyed import Region, Surveyed, WrongRegion
from rocm_kernels.errors import InvalidArgumentError, NoImplementationError
from rocm_kernels.spec import UNBOUNDED

FOLDER = package.hsa_folder()
assert FOLDER is not None, "these tests need the files of the wheel: pip install --no-deps amd-aiter"
LISTING = code_objects.read(FOLDER, "gfx942")
BF16 = "pa/pa_bf16_noquant_gqa8_1tg_4w.co"
INT8 = "pa/pa_bf16_pertokenInt8_gqa8_2tg_4w.co"
LENGTHS = (300, 41, 7)


class _Borders(Mapping[str, Surveyed]):
    """Results for every code object: wrong at 241 to 255 tokens, beyond 2 GiB, and where unused slots may hold anything."""

    def __getitem__(self, sha256: str) -> Surveyed:
        wrong = (
            WrongRegion("lengths", "wrong_numbers", "counted twice", Region({"context_length": (241, 255)}, {})),
            WrongRegion("cache", "wrong_numbers", "not reached", Region({"cache_bytes": (2**31 + 1, UNBOUNDED)}, {})),
            WrongRegion("tails", "nan", "not masked", Region({}, {"unused_slots": frozenset({"anything"})})),
        )
        return Surveyed(
            "any", sha256, "any", 1, Region({"context_length": (1, 131_072)}, {}), wrong, "test", "emulated"
        )

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


BORDERS = _Borders()


@dataclass(frozen=True)
class Case:
    """Tensors for the op, and what they mean."""

    variant: kernels.Variant
    problem: kernels.Problem
    lengths: list[int]
    gqa: int
    given: dict[str, Any]

    def run(self, **changes: Any) -> torch.Tensor:
        return rocm_kernels.paged_attention(**self.given, **changes)

    def check(self, output: torch.Tensor) -> None:
        kernels.assert_agrees(self.variant, replace(self.problem, output=output), self.lengths, self.gqa)


def case(name: str, lengths: tuple[int, ...] = LENGTHS, gqa: int | None = None) -> Case:
    variant = kernels.Variant.of(name)
    ratio = gqa or variant.gqa
    kernel = kernels.kernel_of(name)
    made = kernels.problem(variant, list(lengths), kernel, ratio, seed=3)
    named = dict(zip([a.name for a in kernel.info.arguments if not a.hidden], made.arguments, strict=True))
    eight_bit = variant.cache != "16"
    given = {
        "query": named["Q"],
        "key_cache": named["K"],
        "value_cache": named["V"],
        "block_tables": named["BT"],
        "context_lengths": named["CL"],
        "layout": "asm",
        "key_scale": named["KQ"] if eight_bit else None,
        "value_scale": named["VQ"] if eight_bit else None,
    }
    return Case(variant, made, list(lengths), ratio, given)


@contextmanager
def emulated(results: Mapping[str, Surveyed] = RIGHT_EVERYWHERE) -> Iterator[recorder.Record]:
    with (
        devices.using_device("emulated:gfx942"),
        flags.overriding_flags(VLLM_ROCM_USE_AITER=True),
        survey_says(results),
        recorder.recording() as record,
    ):
        yield record


CHOSEN = [
    entry.name
    for entry in LISTING.objects
    if entry.listed and entry.mtp == 0 and not (entry.kv_dtype == "fp8" and entry.gqa == 8 and entry.precision != 1)
]


@pytest.mark.parametrize("name", CHOSEN)
def test_the_code_object_that_the_decision_names_is_launched_and_right(name: str) -> None:
    asked = case(name)
    kept = {key: value.clone() for key, value in asked.given.items() if isinstance(value, torch.Tensor)}
    with emulated() as record:
        output = asked.run()
    asked.check(output)
    (call,) = record.calls
    assert call.backend == "aiter"
    assert call.kernels == (LISTING.named(name).symbol,) == (call.decision.kernel,)
    assert call.evidence == "emulated"
    assert call.failures == ()
    for key, value in kept.items():
        assert torch.equal(asked.given[key].view(torch.uint8), value.view(torch.uint8)), f"{key} was written"


def test_without_the_flag_the_bundled_kernel_runs() -> None:
    asked = case(BF16)
    with devices.using_device("emulated:gfx942"), survey_says(RIGHT_EVERYWHERE), recorder.recording() as record:
        asked.check(asked.run())
    assert record.calls[0].backend == "rocm"
    codes = {reason.code for entry in record.calls[0].decision.rejections for reason in entry.reasons}
    assert "flag" in codes


def test_a_context_of_length_0_gives_zeros() -> None:
    asked = case(BF16, (41, 1, 300))
    lengths = torch.tensor([41, 0, 300], dtype=torch.int32)
    out = torch.full_like(asked.given["query"], float("nan"))
    with emulated() as record:
        rocm_kernels.paged_attention(**asked.given | {"context_lengths": lengths}, out=out)
    assert record.calls[0].backend == "aiter"
    assert not out[1].any()
    reference, bound = kernels.expected(asked.variant, asked.problem, asked.lengths, asked.gqa)
    for row in (0, 2):
        assert ((out[row].double() - reference[row]).abs() <= bound[row]).all()


def test_ids_that_do_not_exist_in_unused_columns_of_the_block_table_are_not_followed() -> None:
    asked = case(BF16)
    tables = asked.given["block_tables"].clone()
    for row, length in enumerate(LENGTHS):
        tables[row, -(-length // 16) :] = 2**30
    with emulated() as record:
        asked.check(rocm_kernels.paged_attention(**asked.given | {"block_tables": tables}))
    assert record.calls[0].kernels == (LISTING.named(BF16).symbol,)


# --- both sides of each border ----------------------------------------------------------------------------------------

SERVED = ({"finite_cache": True, "min_context_length": 256}, {"finite_cache": True, "max_context_length": 240})


@pytest.mark.parametrize(
    ("lengths", "promises", "backend"),
    [
        ((256, 300), SERVED[0], "aiter"),
        ((240, 17), SERVED[1], "aiter"),
        ((256, 300), SERVED[0] | {"min_context_length": 255}, "rocm"),
        ((240, 17), SERVED[1] | {"max_context_length": 241}, "rocm"),
        ((256, 300), {"finite_cache": True}, "rocm"),
        ((256, 300), {"min_context_length": 256}, "rocm"),
        ((256, 300), {}, "rocm"),
        ((248, 300), {"finite_cache": True}, "rocm"),
    ],
    ids=str,
)
def test_aiter_serves_where_what_is_promised_keeps_out_what_is_wrong(
    lengths: tuple[int, ...], promises: dict[str, Any], backend: str
) -> None:
    asked = case(BF16, lengths)
    with emulated(BORDERS) as record:
        asked.check(asked.run(**promises))
    (call,) = record.calls
    assert call.backend == backend
    refused = [entry for entry in call.decision.rejections if entry.implementation.endswith("asm_16bit")]
    codes = [reason.code for entry in refused for reason in entry.reasons]
    assert set(codes) == (set() if backend == "aiter" else {"known_wrong"})


@pytest.mark.parametrize(
    ("name", "lengths", "promises", "words"),
    [
        (BF16, (256, 300), SERVED[0], ("(finite_cache)", "shorter than 256 tokens (min_context_length)")),
        (BF16, (240, 17), SERVED[1], ("(finite_cache)", "longer than 240 tokens (max_context_length")),
        (INT8, (256, 300), {"min_context_length": 256}, ("shorter than 256 tokens (min_context_length)",)),
    ],
    ids=str,
)
def test_a_decision_that_rests_on_promises_says_on_which(
    name: str, lengths: tuple[int, ...], promises: dict[str, Any], words: tuple[str, ...]
) -> None:
    """By the committed survey: in the record of the call and in the notes of an explanation."""
    asked = case(name, lengths)
    with emulated(surveyed.known("gfx942")) as record:
        asked.check(asked.run(**promises))
        explained = rocm_kernels.explain(record.calls[0].spec)
    (call,) = record.calls
    assert call.backend == "aiter"
    (remark,) = call.decision.remarks
    assert remark in explained.notes
    assert [remark.find(word) > 0 for word in words] == [True] * len(words)
    assert remark.count("(finite_cache)") == ("finite_cache" in promises)
    assert remark.count(" tokens (") == 1


def test_a_decision_that_rests_on_no_promise_says_nothing() -> None:
    asked = case(BF16)
    with emulated() as record:
        asked.run(finite_cache=True, min_context_length=1)
    assert record.calls[0].backend == "aiter"
    assert record.calls[0].decision.remarks == ()


@pytest.mark.parametrize("before", [{}, {"min_context_length": 245, "max_context_length": 250}], ids=str)
def test_bounds_that_contradict_each_other_are_refused_by_name(before: dict[str, Any]) -> None:
    """Also where a request with bounds of the same classes has left a plan that would be found again."""
    asked = case(BF16, (248, 250))
    with emulated(BORDERS) as record:
        asked.run(**before)
        with pytest.raises(InvalidArgumentError, match="at most max_context_length, which is 245") as raised:
            asked.run(min_context_length=250, max_context_length=245)
    assert raised.value.argument == "min_context_length"
    assert len(record.calls) == 1


def test_a_lower_bound_beside_contexts_that_are_all_empty_is_kept() -> None:
    asked = case(BF16)
    empty = torch.zeros_like(asked.given["context_lengths"])
    with emulated(BORDERS):
        out = rocm_kernels.paged_attention(
            **asked.given | {"context_lengths": empty}, min_context_length=256, max_context_length=0
        )
    assert not out.any()


def test_a_broken_promise_is_refused_before_anything_runs() -> None:
    asked = case(BF16, (248, 300))
    with emulated(BORDERS) as record, pytest.raises(InvalidArgumentError) as raised:
        asked.run(finite_cache=True, min_context_length=256)
    assert raised.value.argument == "min_context_length"
    assert record.calls == []


def test_insisting_on_aiter_where_it_is_wrong_raises_with_the_case() -> None:
    asked = case(BF16)
    with (
        emulated(BORDERS),
        pytest.raises(NoImplementationError, match=r"known wrong: lengths \(context_length 241 to 255\)"),
    ):
        asked.run(backend="aiter", finite_cache=True)


def test_what_was_not_surveyed_is_refused_unless_a_flag_lets_it_through_and_then_the_decision_says_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    asked = case(BF16)
    with emulated(NOTHING_KNOWN) as record:
        asked.check(asked.run())
        with flags.overriding_flags(ROCM_KERNELS_ALLOW_NOT_SURVEYED=True):
            asked.check(asked.run())
            asked.check(asked.run())
            (remark,) = record.calls[1].decision.remarks
            explained = rocm_kernels.explain(record.calls[1].spec)
    refused, allowed, again = record.calls
    assert (refused.backend, allowed.backend, again.backend) == ("rocm", "aiter", "aiter")
    assert refused.decision.remarks == ()
    assert f"{BF16}: not surveyed" in remark
    assert "allowed by ROCM_KERNELS_ALLOW_NOT_SURVEYED" in remark
    assert remark in explained.notes
    said = [entry.getMessage() for entry in caplog.records if entry.levelno >= logging.WARNING]
    assert sum(remark in line for line in said) == 1


def test_the_flag_does_not_let_through_what_was_measured_to_be_wrong() -> None:
    asked = case(BF16)
    with emulated(BORDERS) as record, flags.overriding_flags(ROCM_KERNELS_ALLOW_NOT_SURVEYED=True):
        asked.check(asked.run())
    assert record.calls[0].backend == "rocm"


# --- broken installations: a reason and a right answer, never a crash ------------------------------------------------


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The installed folder of gfx942's decode kernels is a copy in which things can be broken."""
    hsa = tmp_path / "hsa"
    shutil.copytree(FOLDER / "gfx942" / "pa", hsa / "gfx942" / "pa")
    monkeypatch.setattr(package, "hsa_folder", lambda: hsa)
    dispatcher.reset()
    yield hsa
    dispatcher.reset()


def assert_falls_back(code: str, words: str, asked: Case | None = None) -> None:
    asked = asked or case(BF16)
    with emulated() as record:
        asked.check(asked.run())
        asked.check(asked.run())
        with pytest.raises(NoImplementationError, match=words):
            asked.run(backend="aiter")
    first = record.calls[0]
    assert first.backend == record.calls[1].backend == "rocm"
    reasons = [
        reason
        for entry in (*first.decision.rejections, *first.failures)
        if entry.implementation.endswith("asm_16bit")
        for reason in entry.reasons
    ]
    assert code in [reason.code for reason in reasons]


def test_the_copy_serves(copied: Path) -> None:
    with emulated() as record:
        case(BF16).run()
    assert record.calls[0].kernels == (LISTING.named(BF16).symbol,)


def test_a_missing_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "hsa_folder", lambda: None)
    assert_falls_back("not_installed", "code objects of amd-aiter are not installed")
    monkeypatch.setattr(package, "installed", lambda: False)
    assert_falls_back("not_installed", "code objects of amd-aiter are not installed")


def test_a_missing_folder_of_the_target(copied: Path) -> None:
    (copied / "gfx942").rename(copied / "gfx950")
    assert_falls_back("folder_missing", "has no folder gfx942")


def test_a_truncated_file(copied: Path) -> None:
    path = copied / "gfx942" / BF16
    path.write_bytes(path.read_bytes()[:4000])
    assert_falls_back("file_damaged", "is no whole code object")


def test_a_table_that_names_a_missing_file(copied: Path) -> None:
    (copied / "gfx942" / BF16).unlink()
    assert_falls_back("file_missing", "which is not there")


def test_a_missing_file_of_a_row_among_several_is_not_replaced_by_another(copied: Path) -> None:
    """Of the three fp8 kernels, the one whose precision is asked for is gone: its neighbours are no substitute."""
    name = "pa/pa_bf16_pertokenFp8_gqa8_2tg_4w_hp.co"
    (copied / "gfx942" / name).unlink()
    asked = case(name)
    with emulated() as record:
        asked.run()
    assert record.calls[0].backend == "rocm"
    codes = [reason.code for reason in record.calls[0].decision.rejections[0].reasons]
    assert codes == ["file_missing"]


def test_a_note_that_contradicts_the_host(copied: Path) -> None:
    path = copied / "gfx942" / BF16
    data = path.read_bytes()
    at = data.index(b"\xa3GQA")
    path.write_bytes(data[:at] + b"\xa3MTP" + data[at + 4 :])
    assert_falls_back("arguments_mismatch", "a field MTP at 0xe0 that the host does not know")


def test_a_table_without_the_row(copied: Path) -> None:
    table = copied / "gfx942" / "pa" / "pa_asm.csv"
    lines = table.read_text(encoding="utf-8").splitlines()
    table.write_text("\n".join(line for line in lines if "bf16_noquant_gqa8_1tg_4w.co" not in line), encoding="utf-8")
    assert_falls_back("no_code_object", "have no kernel for bf16 over bf16, 8 query heads")


def test_a_table_that_is_gone(copied: Path) -> None:
    (copied / "gfx942" / "pa" / "pa_asm.csv").unlink()
    assert_falls_back("table_missing", "holds no table")


def test_a_file_that_changes_after_it_was_listed(copied: Path) -> None:
    asked = case(BF16)
    with emulated() as record:
        dispatcher.decide(spec_of(asked, record))
        path = copied / "gfx942" / BF16
        path.write_bytes((copied / "gfx942" / "pa" / "pa_fp16_noquant_gqa8_1tg_4w.co").read_bytes())
        dispatcher.reset()
        asked.check(asked.run())
    last = record.calls[-1]
    assert last.backend == "rocm"
    (failure,) = last.failures
    assert failure.reasons[0].code == "launch_failed"
    assert "its contents changed after it was listed" in failure.reasons[0].message


def spec_of(asked: Case, record: recorder.Record) -> Any:
    """The spec of a request, found out with a backend that has nothing to do with AITER."""
    asked.run(backend="torch")
    return record.calls[-1].spec


def test_machine_code_that_reads_outside_of_the_tensors_is_a_reason(copied: Path) -> None:
    """A kernel of another shape under the name of this one: the emulator stops it, and the next backend answers."""
    path = copied / "gfx942" / BF16
    other = "pa/pa_bf16_pertokenFp8_gqa10_1tg_4w_qlen1_msk1.co"
    table = copied / "gfx942" / "pa" / "pa_asm.csv"
    symbols = (LISTING.named(BF16).symbol, LISTING.named(other).symbol)
    table.write_text(table.read_text(encoding="utf-8").replace(*symbols), encoding="utf-8")
    path.write_bytes((FOLDER / "gfx942" / other).read_bytes())
    asked = case(BF16)
    with emulated() as record:
        asked.check(asked.run())
    call = record.calls[0]
    assert call.backend == "rocm"
    (failure,) = call.failures
    assert failure.implementation == "aiter.paged_attention.asm_16bit"
    assert failure.reasons[0].code == "launch_failed"
    assert "MemoryFault" in failure.reasons[0].message


def test_aiter_is_offered_on_the_emulated_target_only_where_the_emulator_runs_it() -> None:
    entry = next(e for e in registry.implementations("paged_attention") if e.name.endswith("asm_16bit"))
    with flags.overriding_flags(VLLM_ROCM_USE_AITER=True):
        assert entry.available("emulated:gfx942") == ()
        (reason,) = entry.available("emulated:gfx950")
    assert reason.code == "not_emulated"
