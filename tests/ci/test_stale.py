"""What is old never stands for what is new: resumed results, other sources, other packages, an earlier run of a step."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.ci.runs import ONE_CELL, ROOT, rocm_ci_run
from tests.ci.test_settle import PLANNED, finished, result

from rocm_ci import changes, folders, git, machine, results, runner
from rocm_ci.pipeline import local, merging, record, running, steps
from rocm_ci.plan import PlannedCell
from rocm_ci.verdicts import KINDS

# --- resumed runs -------------------------------------------------------------------------------------------------------------


def judged(doubted: bool = False, *red: str) -> dict[str, Any]:
    return {"event": "judged", "time": 1.0, "doubted": doubted, "red": list(red)}


@pytest.mark.parametrize(
    ("after", "kept"),
    [
        ([], True),
        ([judged()], True),
        ([judged(False, "c/d")], True),
        ([judged(False, "a/b")], False),
        ([judged(True)], False),
        ([{"event": "judged"}], False),
        ([judged(True), finished(result())], True),
        ([judged(False, "a/b"), finished(result()), judged()], True),
    ],
)
def test_what_an_ended_run_called_red_or_doubted_is_not_taken_over(after: list[dict[str, Any]], kept: bool) -> None:
    assert ("a/b" in results.believed([finished(result()), *after])) is kept


def test_a_red_run_is_not_made_green_by_resuming_it(tmp_path: Path) -> None:
    """The cell passed, and its run was red as a whole: which cell was to blame nobody knows, so all run again."""
    first = rocm_ci_run(tmp_path, ONE_CELL, fault="leaves_a_child")
    assert first.code == KINDS["leak"].exit_code, first.output
    second = rocm_ci_run(tmp_path, ONE_CELL, "--resume")
    assert second.code == 0, second.output
    assert second.document is not None
    assert (second.document["run"]["executed"], second.document["run"]["reused"]) == (1, 0)


@pytest.mark.parametrize(
    ("device", "profile", "witness", "kept"),
    [
        ("cuda", False, None, True),
        ("cuda", True, None, False),
        ("cuda", True, "profiler", True),
        ("emulated:gfx942", True, "emulator", True),
        ("cpu", True, None, True),
    ],
)
def test_a_result_that_the_profiler_has_not_seen_is_none_where_it_is_asked(
    device: str, profile: bool, witness: str | None, kept: bool
) -> None:
    cell = PLANNED.cell.model_copy(update={"device": device})
    job = runner.Job(Path(), Path(), SimpleNamespace(), 1, profile=profile)  # type: ignore[arg-type]
    earlier = result().replaced(witness=witness)
    assert runner._kept(earlier, PlannedCell(cell, "print"), job) is kept
    assert not runner._kept(earlier, PlannedCell(cell, "another"), job)


def test_every_file_that_a_result_depends_on_is_in_its_fingerprint(tmp_path: Path) -> None:
    """Tables of what is supported decide what runs; so do templates of kernels and the test in which cells run."""
    digest = machine.source_digest.__wrapped__
    suffixes = {path.suffix for folder in machine.SOURCES for path in (ROOT / folder).rglob("*") if path.is_file()}
    assert {".toml", ".hip", ".py"} <= suffixes
    assert set(machine.TESTS) == set(changes.ROOTS)
    before = digest(tmp_path)
    for name in (*machine.TESTS, *(f"{folder}/deep/x{suffix}" for folder in machine.SOURCES for suffix in suffixes)):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        for text in ("", "changed"):
            path.write_text(text)
            after = digest(tmp_path)
            assert after != before, name
            before = after


def test_a_result_of_another_gpu_is_of_another_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    here = machine.this_machine()
    digests = set()
    for product in (None, "MI300X", "MI355X"):
        monkeypatch.setattr(machine, "this_machine", lambda product=product: replace(here, product=product))
        digests.add(machine.source_digest.__wrapped__(tmp_path))
    assert len(digests) == 3


# --- walks over a pipeline ----------------------------------------------------------------------------------------------------


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    words = ("-c", "user.name=a", "-c", "user.email=a@b")
    (tmp_path / "a.txt").write_text("one\n")
    for more in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "a")):
        subprocess.run(["git", "-C", str(tmp_path), *words, *more], check=True)
    return tmp_path


def test_a_walk_is_on_what_git_has_whatever_a_person_has_set_up(checkout: Path) -> None:
    git.output(checkout, "config", "diff.external", "true")  # shows no change at all
    found = [record.fingerprint(checkout)]
    for text in (b"two\n", b"\xe9t\xe9\n", b"\0\1\2"):  # also in another encoding, also no text
        (checkout / "a.txt").write_bytes(text)
        found.append(record.fingerprint(checkout))
    (checkout / "new.txt").write_bytes(b"\xff")
    found.append(record.fingerprint(checkout))
    assert None not in found
    assert len(set(found)) == len(found)


def test_a_walk_with_other_packages_is_another_walk(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = set()
    for version in ("2.12", "2.13"):
        torch = SimpleNamespace(metadata={"Name": "torch"}, version=version)
        monkeypatch.setattr(record.metadata, "distributions", lambda torch=torch: [torch])
        found.add(record.fingerprint(checkout))
    assert len(found) == 2


def test_a_verdict_is_about_the_last_run_of_each_step_and_the_commit_that_is_checked_out(tmp_path: Path) -> None:
    assert running._results_of(tmp_path) is None
    old, new = tmp_path / "1-old", tmp_path / "2-new"
    for folder in (old, new):
        folder.mkdir()
    (old / "results.json").write_text("{}")
    assert running._results_of(tmp_path) == old  # artifacts carry no links
    folders.point_latest(new)
    assert running._results_of(tmp_path) is None  # it was started, and did not end
    folders.point_latest(old)
    assert running._results_of(tmp_path) == old
    facts = {"id": "x", "seconds": 1.0, "executed": 1, "reused": 0, "workers": 1, "commit": "c"}
    run = runner.RunResult(old, facts, (result(),), (), ())
    assert merging.merge(new, [run], ["a/b"], commit="c").exit_code == 0
    assert merging.merge(new, [run], ["a/b"], commit=None).exit_code == 0
    (trouble,) = merging.merge(new, [run], ["a/b"], commit="d").troubles
    assert (trouble.kind, trouble.reason) == ("infrastructure", "results of commit c, checked out is d")


def test_a_verdict_that_leaves_no_results_is_not_believed(tmp_path: Path) -> None:
    step = steps.Step(steps.VERDICT, "v", "verdict", "cpu", (("true",),), 5, artifacts=("reports/*/results.json",))
    outcome = local.run(step, tmp_path)
    assert (outcome.status, outcome.exit_code) == ("failed", local.MISSING)
    assert "results.json cannot be read" in outcome.sentence
