"""The committed survey against the code that made it: its points again, its tables from its truth, its case files."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import torch

from rocm_ci import revision
from rocm_kernels.backends.aiter import code_objects, package, surveyed
from rocm_kernels.backends.aiter.code_objects import CodeObject
from rocm_kernels.backends.aiter.survey import cases, launch, sampling, support_files
from rocm_kernels.backends.aiter.survey.problem import LIMITS, Problem, build
from rocm_kernels.backends.aiter.survey.references import truth_of as references_of
from rocm_kernels.backends.aiter.survey.support_files import Truth
from rocm_kernels.backends.aiter.survey.verdict import RIGHT, decoded, read_output

TARGET = "gfx942"
VERSIONS = sorted(path.parent for path in surveyed.FOLDER.glob(f"*/{TARGET}.toml"))
# Points of each test run, other ones for each commit; `rocm-ci aiter survey --sample 500 --seed N` runs them again.
POINTS = 500
PARTS = 10  # of the same sample, so that they can share the processors and none takes long


@cache
def seed() -> int:
    """The first 32 bits of the commit that is checked out; 0 where git does not know one."""
    commit = revision.commit(Path(__file__).parents[2])
    return int(commit[:8], 16) if commit else 0


@cache
def sampled() -> tuple[sampling.Point, ...]:
    return tuple(sampling.sample(entries(), truth_of(VERSIONS[-1]), POINTS, seed()))


@cache
def entries() -> tuple[CodeObject, ...]:
    folder = package.hsa_folder()
    assert folder is not None, "these tests need the files of the wheel: pip install --no-deps amd-aiter"
    by_hash: dict[str, CodeObject] = {}
    for entry in code_objects.read(folder, TARGET).objects:
        by_hash.setdefault(entry.sha256, entry)
    return tuple(by_hash.values())


@cache
def truth_of(version: Path) -> Truth:
    return support_files.read_truth(support_files.truth_path(version, TARGET))[0]


def test_a_survey_is_committed() -> None:
    assert VERSIONS
    assert {entry.sha256 for entry in entries()} <= set(surveyed.known(TARGET))


def test_five_hundred_points_are_sampled_and_the_same_again_for_the_same_commit() -> None:
    chosen = sampled()
    assert len({(point.entry.sha256, point.question.key, point.place) for point in chosen}) == POINTS
    assert sampling.sample(entries(), truth_of(VERSIONS[-1]), POINTS, seed()) == list(chosen)
    assert sampling.sample(entries(), truth_of(VERSIONS[-1]), POINTS, seed() + 1) != list(chosen)


@pytest.mark.parametrize("part", range(PARTS))
def test_points_of_the_committed_truth_come_out_the_same(part: int) -> None:
    """Launches by turns, so that the points of one launch are in one part."""
    chosen = sampled()
    keys = sorted({point.question.key for point in chosen})[part::PARTS]
    some = [point for point in chosen if point.question.key in keys]
    found = [str(difference) for difference in sampling.differences(some, truth_of(VERSIONS[-1]))]
    assert found == [], f"--seed {seed()}"


def test_samples_are_of_right_and_of_wrong_points() -> None:
    truth = truth_of(VERSIONS[-1])
    chosen = sampled()
    found = {truth[point.entry.sha256][point.question.key][point.place] for point in chosen}
    assert RIGHT in found
    assert len(found) > 1


@pytest.mark.parametrize("version", VERSIONS, ids=lambda path: path.name)
def test_the_dispatchers_table_follows_from_the_truth(version: Path) -> None:
    """Byte for byte: no region was written by hand."""
    table, _, named = support_files.texts(
        version.name, entries(), support_files.results_of(entries(), truth_of(version))
    )
    assert (version / f"{TARGET}.toml").read_text() == table
    assert {name for name, _, _ in named} == {path.stem for path in (version / support_files.CASES).glob("*.toml")}


@pytest.mark.parametrize("version", VERSIONS, ids=lambda path: path.name)
def test_every_case_names_its_code_objects_and_what_is_wrong_with_them(version: Path) -> None:
    known = {entry.sha256: entry for entry in surveyed.load(version / f"{TARGET}.toml")}
    for path in (version / support_files.CASES).glob("*.toml"):
        case = cases.read(path)
        assert case.name == path.stem
        assert any(member.verdict == case.how for member in case.members)
        assert {member.sha256 for member in case.members} <= set(known)


@pytest.mark.parametrize(
    "path",
    [path for version in VERSIONS for path in sorted((version / support_files.CASES).glob("*.toml"))],
    ids=lambda path: path.stem,
)
def test_the_first_code_object_of_every_case_reproduces_it(path: Path) -> None:
    case = cases.read(path)
    by_hash = {entry.sha256: entry for entry in entries()}
    member = next(member for member in case.members if member.verdict == case.how)
    [(_, outcome)] = [
        pair for pair in cases.reproduce(case, {member.sha256: by_hash[member.sha256]}) if pair[1] is not None
    ]
    assert outcome is not None
    assert (outcome.verdict, outcome.bad, outcome.elements) == (member.verdict, member.bad, member.elements)


# --- ties of the query's rounding -------------------------------------------------------------------------------------

_FP8 = np.sort(torch.arange(256, dtype=torch.uint8).view(torch.float8_e4m3fnuz).float().numpy())
_FP8 = _FP8[np.isfinite(_FP8)].astype(np.float64)
TIES = sorted(
    path
    for version in VERSIONS
    for path in (version / support_files.CASES).glob("*.toml")
    if cases.read(path).explanation == "query_to_eight_bits"
)


def ties_of(row: np.ndarray) -> list[tuple[int, float, float]]:
    """Elements of a query's row that lie between two fp8 numbers once scaled: place, the lower and the upper one."""
    scaled = row * (LIMITS["fp8"] / np.abs(row).max())
    upper = np.searchsorted(_FP8, scaled)
    found = []
    for place, (number, at) in enumerate(zip(scaled, upper, strict=True)):
        if 0 < at < len(_FP8) and abs(number - (_FP8[at - 1] + _FP8[at]) / 2) <= 2.0**-20 * abs(number):
            found.append((place, float(_FP8[at - 1]), float(_FP8[at])))
    return found


def right_with_other_ties(problem: Problem, row: int, head: int, output: np.ndarray) -> bool:
    """Whether one head's result is within the bound for some way of rounding its ties."""
    query = problem.query[row, head].astype(np.float64)
    back = np.abs(query).max() / LIMITS["fp8"]
    ties = ties_of(query)
    assert len(ties) <= 8, "too many ways"
    for ways in itertools.product((1, 2), repeat=len(ties)):
        changed = problem.query.copy()
        for tie, way in zip(ties, ways, strict=True):
            # A hundredth of the way to one of the two neighbours: no tie any more, and the references round it there.
            middle = (tie[1] + tie[2]) / 2
            changed[row, head, tie[0]] = (middle + 0.01 * (tie[way] - middle)) * back
        truth = references_of(replace(problem, query=changed))
        if (np.abs(output[row, head] - truth.reference[row, head]) <= truth.bound[row, head]).all():
            return True
    return False


@pytest.mark.parametrize("path", TIES, ids=lambda path: path.stem)
def test_wrong_numbers_of_peaked_scores_are_ties_of_the_querys_rounding(path: Path) -> None:
    """Each head that is outside of the bound has ties, and is inside with those rounded another way."""
    case = cases.read(path)
    by_hash = {entry.sha256: entry for entry in entries()}
    problem = build(case.question)
    truth = references_of(problem)
    member = next(member for member in case.members if member.verdict == case.how)
    launch.run(by_hash[member.sha256], problem)
    output = decoded(problem.output_bits(), case.question.request.dtype)
    step = case.question.request.query_length
    outcomes = read_output(problem, truth)
    seen = 0
    for place, (length, outcome) in enumerate(zip(case.question.lengths, outcomes, strict=True)):
        if outcome.verdict != case.how or length < step:  # a token that sees none is another region
            continue
        for row in range(place * step, (place + 1) * step):
            outside = np.abs(output[row] - truth.reference[row]) > truth.bound[row]
            for head in np.flatnonzero(outside.any(-1)):
                assert ties_of(problem.query[row, head].astype(np.float64))
                assert right_with_other_ties(problem, row, int(head), output), (row, int(head))
                seen += 1
    assert seen > 0


def test_there_are_cases_of_ties() -> None:
    assert len(TIES) >= 5
