"""The survey of AITER's code objects: its references, its verdicts, its reduction to regions, its files."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from gfx_emulator.code_object import CodeObject as File
from rocm_ci.cli import main
from rocm_kernels.backends.aiter import code_objects, package, surveyed
from rocm_kernels.backends.aiter.code_objects import CodeObject
from rocm_kernels.backends.aiter.survey import (
    campaign,
    cases,
    explanations,
    launch,
    points,
    regions,
    sampling,
    support_files,
)
from rocm_kernels.backends.aiter.survey.problem import UNWRITTEN, build
from rocm_kernels.backends.aiter.survey.question import Question, Request
from rocm_kernels.backends.aiter.survey.references import ReferenceDisagreementError, truth_of
from rocm_kernels.backends.aiter.survey.verdict import REFUSED, RIGHT, judge, read_output
from rocm_kernels.spec import UNBOUNDED

TARGET = "gfx942"
BF16 = "pa_bf16_noquant_gqa8_1tg_4w"
FP8 = "pa_bf16_pertokenFp8_gqa8_2tg_4w"
INT8 = "pa_fp16_pertokenInt8_gqa16_2tg_4w"
LEGACY = "pa_a16w16_b16"
PAGE_1024 = "pa_bf16_pertokenFp8_gqa10_1tg_4w_qlen1_msk1"
LENGTHS = (1, 17, 100, 256, 300)


@cache
def listing() -> code_objects.Listing:
    folder = package.hsa_folder()
    assert folder is not None, "these tests need the files of the wheel: pip install --no-deps amd-aiter"
    return code_objects.read(folder, TARGET)


def entry_of(name: str) -> CodeObject:
    return listing().named(name)


def question_of(name: str, lengths: tuple[int, ...] = LENGTHS, **change: object) -> Question:
    request = replace(points.Family.of(entry_of(name)).request, **change)  # type: ignore[arg-type]
    return Question("test", "", request, lengths)


def verdicts(name: str, question: Question) -> list[str]:
    problem = build(question)
    return [outcome.verdict for outcome in judge(entry_of(name), problem, truth_of(problem))]


# References


@pytest.mark.parametrize("name", [BF16, FP8, INT8, PAGE_1024])
def test_the_references_agree_and_the_kernel_with_them(name: str) -> None:
    problem = build(question_of(name))
    truth = truth_of(problem)
    assert 0 < truth.disagreement <= 1 / 16
    assert {outcome.verdict for outcome in judge(entry_of(name), problem, truth)} == {RIGHT}


@pytest.mark.parametrize("name", [BF16, FP8, INT8])
@pytest.mark.parametrize("part", ["K", "V", "BT"])
def test_each_reference_reads_its_own_data(name: str, part: str) -> None:
    """What one of them reads is changed: they no longer agree, so neither can decide a verdict alone."""
    problem = build(question_of(name))
    if part == "BT":
        problem.tables[:] = np.roll(problem.tables, 1, axis=0)
    else:
        changed = np.array(problem.memory[part])
        problem.memory[part] = np.roll(changed, 1, axis=0)
    with pytest.raises(ReferenceDisagreementError, match="apart by"):
        truth_of(problem)


@pytest.mark.parametrize("scales", ["distinct", "equal", "wide", "none"])
def test_the_references_agree_however_scales_are_given(scales: str) -> None:
    assert truth_of(build(question_of(FP8, scales=scales))).disagreement <= 1 / 16


def test_truth_of_a_long_context_is_that_of_its_tokens() -> None:
    """Beyond the length up to which the formula is computed in double precision the bound does not change its size."""
    near, far = (truth_of(build(question_of(BF16, (length,)))) for length in (4096, 4112))
    assert far.disagreement <= 1 / 16
    assert 0.5 < near.bound.mean() / far.bound.mean() < 2


def test_a_result_of_other_lengths_is_wrong() -> None:
    problem = build(question_of(BF16, (300, 41)))
    launch.run(entry_of(BF16), problem)
    assert [outcome.verdict for outcome in read_output(problem, truth_of(problem))] == [RIGHT, RIGHT]
    other = replace(problem, question=replace(problem.question, lengths=(299, 41)))
    assert [outcome.verdict for outcome in read_output(problem, truth_of(other))] == ["wrong_numbers", RIGHT]


# Verdicts


def test_every_kind_of_fault_has_its_verdict() -> None:
    assert verdicts(BF16, question_of(BF16, (241,))) == ["wrong_numbers"]
    assert verdicts(LEGACY, question_of(LEGACY, (16,), kv_heads=2)) == ["unwritten"]
    assert verdicts(BF16, question_of(BF16, (17, 32), tail="value_nan")) == ["nan", RIGHT]
    assert verdicts(BF16, question_of(BF16, (16, 32), head_size=64)) == ["out_of_bounds", "out_of_bounds"]


def test_what_is_written_beside_the_output_is_seen() -> None:
    problem = build(question_of(BF16))
    launch.run(entry_of(BF16), problem)
    assert problem.guards_touched() == 0
    problem.memory["O"][-1] = 0
    assert problem.guards_touched() == 1


def test_unwritten_elements_are_counted() -> None:
    """71 query heads of one key/value head: the legacy kernel stores 8 of them."""
    problem = build(question_of(LEGACY, (100,), gqa=71))
    outcome = judge(entry_of(LEGACY), problem, truth_of(problem))[0]
    assert (outcome.verdict, outcome.bad, outcome.elements) == ("unwritten", 63 * 128, 71 * 128)


def test_the_mark_of_the_unwritten_is_no_number() -> None:
    for kind, mark in UNWRITTEN.items():
        problem = build(Question("test", "", Request(dtype=kind, cache=kind), (5,)))
        assert (problem.output_bits() == mark).all()
        truth = truth_of(problem)
        assert read_output(problem, truth)[0].verdict == "unwritten"


@pytest.mark.parametrize("name", [BF16, FP8])
def test_sequences_do_not_influence_each_other(name: str) -> None:
    """Bit for bit the same alone as in a launch with others: the reason why one launch may ask many lengths at once."""
    problem = build(question_of(name, tuple(range(1, 600, 13))))
    launch.run(entry_of(name), problem)
    together = problem.output_bits().copy()
    for place in range(0, len(problem.question.lengths), 5):
        alone = problem.part(place, 1)
        launch.run(entry_of(name), alone)
        assert (alone.output_bits()[0] == together[place]).all()


def test_requests_that_the_host_refuses_are_not_launched() -> None:
    entry = entry_of(BF16)
    task = campaign.Task(Question("gqa", "9", Request(gqa=9), (16,)), (entry,))
    assert campaign.answer(task)[0].verdicts == (REFUSED,)
    assert points.refused_by_host(entry, Request(page=32))
    assert not points.refused_by_host(entry, Request(gqa=3))
    assert not points.refused_by_host(entry_of(LEGACY), Request(gqa=71))


@pytest.mark.parametrize("name", [BF16, FP8, INT8])
def test_one_slot_too_many_is_noticed_whatever_its_numbers(name: str) -> None:
    """Length 255 counts one slot behind its end: seen in each of many sequences, not by luck."""
    assert set(verdicts(name, question_of(name, (255,) * 200))) == {"wrong_numbers"}


# Points


def test_the_space_is_what_was_asked_for() -> None:
    asked = list(points.questions(points.Family.of(entry_of(BF16))))
    lengths = {length for question in asked if question.axis == "length" for length in question.lengths}
    assert set(range(2049)) <= lengths
    assert {2**n + step for n in range(11, 18) for step in (-1, 0, 1) if 2**n + step <= points.LONGEST} <= lengths
    assert {question.axis for question in asked} >= {
        "gqa", "kv_heads", "head_size", "block_size", "layout", "scales", "softmax_scale", "cache", "tail", "columns", "batch",
        "query_stride", "values", "page_zero", "query_starts",
    }  # fmt: skip
    assert {64, 80, 96, 256} <= {question.request.head_size for question in asked}
    assert max(question.request.cache_bytes for question in asked) > 90 << 30
    assert len({question.key for question in asked}) == len(asked)


def test_a_question_survives_being_written() -> None:
    for question in points.questions(points.Family.of(entry_of(FP8))):
        assert Question.from_data(json.loads(json.dumps(question.as_data()))) == question


# Regions


def _regions(wrong: Callable[[int], bool], lengths: tuple[int, ...]) -> list[regions.Finding]:
    question = Question("length", "", Request(), lengths)
    found = tuple("nan" if wrong(length) else RIGHT for length in lengths)
    result = campaign.Result(question.key, "0" * 64, "length", "", lengths, found, {}, 0.0, 0.0)
    return regions.findings([(question, result)])


def test_wrong_lengths_become_intervals_that_reach_to_the_next_right_one() -> None:
    found = _regions(lambda n: n in (5, 6, 7) or n >= 100, (1, 4, 5, 6, 7, 9, 50, 100, 200))
    assert [finding.facts for finding in found] == [{"context_length": (5, 8)}, {"context_length": (51, 200)}]
    assert [finding.how for finding in found] == ["nan", "nan"]
    assert _regions(lambda n: False, (1, 2, 3)) == []


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda n: True, "every length"),
        (lambda n: n % 16 != 0, "lengths that do not fill their last page"),
        (lambda n: n % 256 != 0, "lengths that do not fill their last tile"),
        (lambda n: n < 256, "lengths below a tile"),
        (lambda n: 10 <= n <= 20 or n == 300, "lengths 10 to 20, 300"),
        (lambda n: n % 7 == 0, "85 of 600 lengths, from 7 to 595"),
    ],
)
def test_lengths_are_described_by_the_simplest_words_that_are_true(wrong: Callable[[int], bool], words: str) -> None:
    tested = tuple(range(1, 601))
    assert regions.lengths_in_words(tested, [n for n in tested if wrong(n)], 16) == words


# Explanations and patched code objects


def patched(folder: Path, name: str, text: str, place: int, value: int) -> CodeObject:
    """A copy of a code object with one byte of the instruction ``text`` changed, listed by a table of its own."""
    entry = entry_of(name)
    found = [item for item in explanations.listing_of(entry.path, entry.symbol) if item.text == text]
    assert len(found) == 1, f"{text} stands {len(found)} times in {name}"
    data = bytearray(entry.path.read_bytes())
    file = File.load(bytes(data))
    code = file.code(file.kernel(entry.symbol))
    offset = bytes(data).index(code) + found[0].address - file.kernel(entry.symbol).entry_address
    data[offset + place] = value
    target = folder / TARGET / "pa"
    target.mkdir(parents=True)
    (target / Path(entry.name).name).write_bytes(data)
    table = next(iter((listing().folder / "pa").glob("*.csv"))).read_text().splitlines()
    rows = [table[0], *(row for row in table[1:] if Path(entry.name).name in row)]
    (target / "pa_asm.csv").write_text("\n".join(rows) + "\n")
    return code_objects.read(folder, TARGET).named(name)


def _surveyed_lengths(entry: CodeObject) -> list[dict[str, object]]:
    question = Question("length", "", points.Family.of(entry).request, tuple(range(1, 700)))
    result = campaign.answer(campaign.Task(question, (entry,)))[0]
    return [dict(finding.facts or {}) for finding in regions.findings([(question, result)])]


def test_a_changed_loop_bound_moves_the_region(tmp_path: Path) -> None:
    """The loop is entered from 12 pages on in place of 16: what fills 12 pages and no whole tile is wrong now."""
    assert _surveyed_lengths(entry_of(BF16)) == [{"context_length": (241, 255)}]
    entry = patched(tmp_path, BF16, "s_cmp_lt_u32 s73, 16", 1, 128 + 12)
    assert entry.sha256 != entry_of(BF16).sha256
    assert _surveyed_lengths(entry) == [{"context_length": (177, 255)}]


def _surveyed_caches(entry: CodeObject) -> list[dict[str, object]]:
    sizes = [f"{gib} GiB{more}" for gib in (1, 2) for more in ("", " + 16 MiB")]
    asked = [question for question in points.AXES["cache"](points.Family.of(entry)) if question.value in sizes]
    assert len(asked) == len(sizes)
    answers = [(question, campaign.answer(campaign.Task(question, (entry,)))[0]) for question in asked]
    return [dict(finding.facts or {}) for finding in regions.findings(answers)]


def test_a_changed_size_of_a_descriptor_moves_the_region(tmp_path: Path) -> None:
    """The key cache's descriptor holds 1 GiB in place of 2: another instruction, another axis."""
    assert _surveyed_caches(entry_of(BF16)) == [{"cache_bytes": (2**31 + 1, UNBOUNDED)}]
    entry = patched(tmp_path, BF16, "s_mov_b32 s18, 0x80000000", 7, 0x40)
    assert _surveyed_caches(entry) == [{"cache_bytes": (2**30 + 1, UNBOUNDED)}]


def test_explanations_are_given_only_where_their_pattern_is(tmp_path: Path) -> None:
    original, moved = entry_of(BF16), patched(tmp_path, BF16, "s_cmp_lt_u32 s73, 16", 1, 128 + 12)
    found = explanations.explain("length", "wrong_numbers", (241, 255), original.path, original.symbol)
    assert found is not None
    assert found[0].name == "loop_counts_pages"
    assert [hex(place) for place in found[1]] == ["0x239c", "0x287c"]
    assert explanations.explain("length", "wrong_numbers", (241, 255), moved.path, moved.symbol) is None
    assert explanations.explain("length", "wrong_numbers", (100, 100), original.path, original.symbol) is None
    other = entry_of(PAGE_1024)
    assert explanations.explain("length", "wrong_numbers", (241, 255), other.path, other.symbol) is None


# Campaign and files


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[CodeObject]]:
    """A quick survey of two kernels, in a folder of work."""
    work = tmp_path_factory.mktemp("work")
    entries = [entry_of(BF16), entry_of(LEGACY)]
    assert list(campaign.run(campaign.tasks(entries, set(), size="quick"), work, 1))
    return work, entries


def test_a_survey_goes_on_after_a_kill_and_writes_the_same(
    small: tuple[Path, list[CodeObject]], tmp_path: Path
) -> None:
    work, entries = small
    whole = tmp_path / "whole"
    support_files.write(whole, "test", entries, campaign.load(work), size="quick")
    lines = (work / campaign.RESULTS).read_bytes().splitlines(keepends=True)
    again = tmp_path / "again"
    again.mkdir()
    (again / campaign.RESULTS).write_bytes(b"".join(lines[:-4]) + lines[-4][: len(lines[-4]) // 2])
    done = {(result.question, result.sha256) for result in campaign.load(again)}
    assert len(done) == len(lines) - 4
    left = campaign.tasks(entries, done, size="quick")
    assert sum(len(task.entries) for task in left) == 4
    assert list(campaign.run(left, again, 1))
    second = tmp_path / "second"
    support_files.write(second, "test", entries, campaign.load(again), size="quick")
    files = sorted(path.relative_to(whole) for path in whole.rglob("*") if path.is_file())
    assert len(files) > 5
    assert files == sorted(path.relative_to(second) for path in second.rglob("*") if path.is_file())
    assert all((whole / path).read_bytes() == (second / path).read_bytes() for path in files)


def test_results_of_other_sources_are_not_taken(small: tuple[Path, list[CodeObject]], tmp_path: Path) -> None:
    work, _ = small
    text = (work / campaign.RESULTS).read_text()
    (tmp_path / campaign.RESULTS).write_text(text.replace(campaign.fingerprint(), "0" * 16))
    assert campaign.load(work)
    assert campaign.load(tmp_path) == []


def test_a_survey_that_is_not_whole_writes_nothing(small: tuple[Path, list[CodeObject]], tmp_path: Path) -> None:
    work, entries = small
    with pytest.raises(ValueError, match="the survey is not whole"):
        support_files.write(tmp_path / "out", "test", entries, campaign.load(work)[:-1], size="quick")
    assert not (tmp_path / "out").exists()


def test_the_files_are_read_back(small: tuple[Path, list[CodeObject]], tmp_path: Path) -> None:
    work, entries = small
    made = support_files.write(tmp_path, "test", entries, campaign.load(work), size="quick")
    loaded = {entry.name: entry for entry in surveyed.load(tmp_path / f"{TARGET}.toml")}
    assert {region.case for region in loaded[f"pa/{BF16}.co"].wrong} <= {case.name for case in made}
    lengths = [region.region.numbers.get("context_length") for region in loaded[f"pa/{BF16}.co"].wrong]
    assert (241, 255) in lengths
    for case in made:
        assert cases.read(tmp_path / support_files.CASES / f"{case.name}.toml") == case
    truth, sources = support_files.read_truth(support_files.truth_path(tmp_path, TARGET))
    assert sources == campaign.fingerprint()
    for result in campaign.load(work):
        assert truth[result.sha256][result.question] == result.verdicts


def test_a_case_file_reproduces_and_an_altered_one_is_red(
    small: tuple[Path, list[CodeObject]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    work, entries = small
    made = support_files.write(tmp_path, "test", entries, campaign.load(work), size="quick")
    case = next(case for case in made if case.explanation == "loop_counts_pages")
    path = tmp_path / support_files.CASES / f"{case.name}.toml"
    assert main(["aiter", "survey", "--case", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["reproduced"] is True
    path.write_text(path.read_text().replace("lengths = [241]", "lengths = [240]"))
    assert main(["aiter", "survey", "--case", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["reproduced"] is False


def test_a_sampled_point_that_comes_out_otherwise_is_named(small: tuple[Path, list[CodeObject]]) -> None:
    entry = entry_of(BF16)
    question = Question("length", "", points.Family.of(entry).request, (240, 241, 256))
    truth: support_files.Truth = {entry.sha256: {question.key: (RIGHT, RIGHT, RIGHT)}}
    found = sampling.differences([sampling.Point(entry, question, place) for place in range(3)], truth)
    assert [(entry.length, entry.committed, entry.now) for entry in found] == [(241, RIGHT, "wrong_numbers")]


def test_bad_input_is_refused_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "case.toml"
    broken.write_text("schema = 1\n")
    for arguments, words in (
        (["--quick"], "--output"),
        (["--kernel", "nothing", "--output", str(tmp_path)], "--kernel"),
        (["--hsa", str(listing().folder.parent), "--output", str(tmp_path)], "--label"),
        (["--target", "gfx950"], "--target"),
        (["--case", str(broken)], "cannot be read as a case"),
        (["--sample", "5", "--label", "nothing"], "--sample"),
    ):
        assert main(["aiter", "survey", *arguments]) == 2
        assert words in capsys.readouterr().err


def test_another_folder_can_be_surveyed_and_again_gives_the_same_bytes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The code objects of another AITER: here a copy of one file with its row of the table."""
    folder = tmp_path / "hsa" / TARGET / "pa"
    folder.mkdir(parents=True)
    entry = entry_of(FP8)
    shutil.copy(entry.path, folder)
    table = next(iter((listing().folder / "pa").glob("*.csv"))).read_text().splitlines()
    (folder / "pa_asm.csv").write_text("\n".join([table[0], *(row for row in table if Path(entry.name).name in row)]))
    for work in ("first", "second"):  # surveyed twice, from nothing
        out = tmp_path / work
        options = ["--hsa", str(tmp_path / "hsa"), "--label", "copy", "--output", str(out), "--quick", "-n", "1"]
        assert main(["aiter", "survey", *options, "--work", str(tmp_path / f"work_{work}"), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["output"] == str(out / "copy")
    loaded = surveyed.load(tmp_path / "first" / "copy" / f"{TARGET}.toml")
    assert [found.sha256 for found in loaded] == [entry.sha256]
    first, second = tmp_path / "first", tmp_path / "second"
    files = sorted(path.relative_to(first) for path in first.rglob("*") if path.is_file())
    assert len(files) > 3
    assert files == sorted(path.relative_to(second) for path in second.rglob("*") if path.is_file())
    assert all((first / path).read_bytes() == (second / path).read_bytes() for path in files)
