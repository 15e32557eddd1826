"""The committed survey against the code that made it: its points again, its tables from its truth, its case files."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rocm_kernels.backends.aiter import code_objects, package, surveyed
from rocm_kernels.backends.aiter.code_objects import CodeObject
from rocm_kernels.backends.aiter.survey import cases, sampling, support_files
from rocm_kernels.backends.aiter.survey.support_files import Truth
from rocm_kernels.backends.aiter.survey.verdict import RIGHT

TARGET = "gfx942"
VERSIONS = sorted(path.parent for path in surveyed.FOLDER.glob(f"*/{TARGET}.toml"))
# Points of each test run; `rocm-ci aiter survey --sample` takes any number.
POINTS = 500
PARTS = 4


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


@pytest.mark.parametrize("part", range(PARTS))
def test_points_of_the_committed_truth_come_out_the_same(part: int) -> None:
    truth = truth_of(VERSIONS[-1])
    chosen = sampling.sample(entries(), truth, POINTS // PARTS, seed=part)
    assert len({(point.entry.sha256, point.question.key, point.place) for point in chosen}) == POINTS // PARTS
    assert [str(difference) for difference in sampling.differences(chosen, truth)] == []


def test_samples_are_of_right_and_of_wrong_points() -> None:
    truth = truth_of(VERSIONS[-1])
    chosen = sampling.sample(entries(), truth, POINTS, seed=0)
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
