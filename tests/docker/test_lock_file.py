"""The lock read for itself: whatever cannot be is refused by a sentence that names the field."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import tomlkit

from rocm_ci.lock import check, edit
from rocm_ci.lock.load import LockError, line_of, load
from rocm_ci.lock.schema import Line

ROOT = Path(__file__).resolve().parents[2]
LOCK = ROOT / "docker" / "versions.lock"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
DIGEST = "sha256:" + "ab" * 32


def changed(tmp_path: Path, line: str, fields: dict[str, Any]) -> Path:
    """The repository's lock with some fields set, None taking one away."""
    document: Any = tomlkit.parse(LOCK.read_text(encoding="utf-8"))
    for name, value in fields.items():
        table = document["lines"][line]
        *parents, last = name.split(".")
        for parent in parents:
            table = table[parent]
        if value is None:
            del table[last]
        else:
            table[last] = value
    path = tmp_path / "versions.lock"
    path.write_text(tomlkit.dumps(document), encoding="utf-8")
    return path


def test_the_lock_of_this_repository_is_valid_and_its_cpu_line_is_complete() -> None:
    lock = load(LOCK)
    assert set(lock.lines) == {"stable", "previous", "next", "cpu"}
    problems = check.check(lock, check.pinned_version(ROOT / "constraints.txt", "amd-aiter"))
    assert [problem for problem in problems if problem.weight == check.ERROR] == []
    assert [problem for problem in problems if problem.line == "cpu"] == []


def test_what_is_not_known_yet_is_reported_with_the_command_that_fills_it() -> None:
    found = {(p.line, p.field): p.sentence for p in check.check(load(LOCK), "0.1.7.post2.dev18")}
    assert "rocm-ci lock resolve --line stable" in found["stable", "base.digest"]
    assert "rocm-ci lock record --line stable" in found["stable", "aiter.code_objects.gfx942"]
    assert "by hand" in found["previous", "torch.commit"]


WRONG = [
    ("stable", {"aiter.commit": "de07f388"}, "aiter.commit", "40"),
    ("stable", {"aiter.commit": COMMIT.upper()}, "aiter.commit", "40"),
    ("stable", {"base.digest": "ab" * 32}, "base.digest", "sha256:"),
    ("stable", {"base.digest": "sha256:ab"}, "base.digest", "64"),
    ("stable", {"base.tag": None}, "base", "image and tag"),
    ("stable", {"base.kind": "debootstrap"}, "base", "suite"),
    ("stable", {"targets": []}, "stable", "at least one"),
    ("stable", {"targets": ["gfx942", "gfx942"]}, "stable", "once"),
    ("stable", {"targets": ["gfx1337"]}, "stable", "gfx1337"),
    ("stable", {"python": "3"}, "python", "3.12"),
    ("stable", {"aiter.repository": None}, "aiter", "repository"),
    ("stable", {"aiter.comit": COMMIT}, "aiter.comit", "not permitted"),
    ("stable", {"aiter.version": None}, "aiter.version", "required"),
    ("stable", {"torch.source": "hope"}, "torch.source", "'base', 'wheel' or 'git'"),
    ("stable", {"torch.commit": COMMIT}, "torch", "neither repository nor commit"),
    ("stable", {"tested.when": "last week"}, "tested.when", "date"),
    ("cpu", {"torch.source": "base"}, "cpu", "neither torch nor Triton"),
    ("cpu", {"base.tag": "12"}, "base", "neither image, tag nor digest"),
    ("cpu", {"aiter.record": "0fbc"}, "aiter.record", "64"),
]


@pytest.mark.parametrize(
    ("line", "fields", "field", "word"), WRONG, ids=[f"{w[0]}-{next(iter(w[1]))}-{n}" for n, w in enumerate(WRONG)]
)
def test_a_line_that_cannot_be_is_refused(
    tmp_path: Path, line: str, fields: dict[str, Any], field: str, word: str
) -> None:
    path = changed(tmp_path, line, fields)
    with pytest.raises(LockError) as caught:
        load(path)
    assert field in str(caught.value)
    assert word in str(caught.value)
    assert "pydantic" not in str(caught.value)


def test_a_lock_that_is_no_toml_or_not_there_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "versions.lock"
    with pytest.raises(LockError, match="cannot be read"):
        load(path)
    path.write_text("schema = [", encoding="utf-8")
    with pytest.raises(LockError, match=re.escape(str(path))):
        load(path)
    path.write_text("schema = 2\ndefault = 'a'\n[lines]\n", encoding="utf-8")
    with pytest.raises(LockError, match="schema"):
        load(path)


def test_an_unknown_line_is_refused_with_the_nearest() -> None:
    with pytest.raises(LockError, match="did you mean 'stable'"):
        line_of(load(LOCK), "stabel", LOCK)


def test_a_wheel_other_than_the_pinned_one_is_an_error(tmp_path: Path) -> None:
    problems = check.check(load(changed(tmp_path, "cpu", {"aiter.version": "0.1.8"})), "0.1.7.post2.dev18")
    assert [p.sentence for p in problems if p.weight == check.ERROR] == [
        "0.1.8 is declared, constraints.txt pins amd-aiter 0.1.7.post2.dev18"
    ]


class TestSources:
    """Tags against what is locked, with a repository that really is there and an engine that answers as docker does."""

    def repository(self, folder: Path) -> tuple[str, str]:
        folder.mkdir()
        git = ["git", "-C", str(folder), "-c", "user.name=t", "-c", "user.email=t@t"]
        check.ask(["git", "init", "-q", str(folder)])
        check.ask([*git, "commit", "-q", "--allow-empty", "-m", "one"])
        check.ask([*git, "tag", "-a", "v1", "-m", "annotated"])
        first = check.ask([*git, "rev-parse", "HEAD"]).strip()
        check.ask([*git, "commit", "-q", "--allow-empty", "-m", "two"])
        return first, check.ask([*git, "rev-parse", "HEAD"]).strip()

    def line(self, tmp_path: Path, commit: str) -> Line:
        fields = {
            "aiter.repository": str(tmp_path / "aiter"),
            "aiter.tag": "v1",
            "aiter.commit": commit,
            "base.digest": DIGEST,
        }
        return load(changed(tmp_path, "stable", fields)).lines["stable"]

    @staticmethod
    def using(digest: str) -> check.Ask:
        def answer(command: list[str]) -> str:
            return json.dumps({"digest": digest}) if command[0] == "docker" else check.ask(command)

        return answer

    def test_an_annotated_tag_gives_its_commit_and_a_moved_one_is_named(self, tmp_path: Path) -> None:
        first, second = self.repository(tmp_path / "aiter")
        assert check.tag_commit(str(tmp_path / "aiter"), "v1") == first
        assert check.reachable("stable", self.line(tmp_path, first), self.using(DIGEST)) == []
        check.ask(["git", "-C", str(tmp_path / "aiter"), "tag", "-f", "v1", second])
        (problem,) = check.reachable("stable", self.line(tmp_path, first), self.using(DIGEST))
        assert problem.field == "aiter.commit"
        assert problem.sentence == f"tag 'v1' has moved: {first} is locked, it is {second} now"

    def test_a_moved_tag_of_the_base_is_named(self, tmp_path: Path) -> None:
        first, _ = self.repository(tmp_path / "aiter")
        other = "sha256:" + "cd" * 32
        (problem,) = check.reachable("stable", self.line(tmp_path, first), self.using(other))
        assert problem.field == "base.digest"
        assert DIGEST in problem.sentence
        assert other in problem.sentence

    def test_a_source_that_does_not_answer_is_an_error_and_no_pass(self, tmp_path: Path) -> None:
        line = self.line(tmp_path, COMMIT)
        (problem,) = check.reachable("stable", line, self.using(DIGEST))
        assert problem.weight == check.ERROR
        assert "cannot be reached" in problem.sentence

    def test_resolving_fills_what_is_empty_and_nothing_else(self, tmp_path: Path) -> None:
        first, _ = self.repository(tmp_path / "aiter")
        path = changed(
            tmp_path,
            "stable",
            {"aiter.repository": str(tmp_path / "aiter"), "aiter.tag": "v1", "aiter.commit": "", "base.digest": ""},
        )
        before = path.read_text(encoding="utf-8")
        fields = edit.resolve("stable", load(path).lines["stable"], self.using(DIGEST))
        assert fields == {"base.digest": DIGEST, "aiter.commit": first}
        edit.set_fields(path, "stable", fields)
        after = path.read_text(encoding="utf-8")
        differing = [row for row in after.splitlines() if row not in before.splitlines()]
        assert differing == [f'digest = "{DIGEST}"', f'commit = "{first}"']
        assert edit.resolve("stable", load(path).lines["stable"], self.using(DIGEST)) == {}


def test_an_edit_that_would_break_the_lock_leaves_it_as_it_was(tmp_path: Path) -> None:
    path = changed(tmp_path, "stable", {})
    before = path.read_bytes()
    with pytest.raises(LockError, match="40"):
        edit.set_fields(path, "stable", {"aiter.commit": "short"})
    assert path.read_bytes() == before


class TestBump:
    def test_every_hash_is_unknown_again(self, tmp_path: Path) -> None:
        hashes = {"files": 1, "sha256": "ab" * 32}
        path = changed(
            tmp_path,
            "stable",
            {"aiter.tuning": hashes, "aiter.code_objects": {"gfx942": hashes}, "aiter.surveyed": True},
        )
        edit.set_fields(path, "stable", edit.bumped(load(path).lines["stable"], COMMIT))
        line = load(path).lines["stable"]
        assert line.aiter.commit == COMMIT
        assert line.aiter.tag is None
        assert not line.aiter.surveyed
        assert {"aiter.tuning", "aiter.code_objects.gfx942"} <= {field for field, _ in line.unresolved()}

    @pytest.mark.parametrize("commit", ["v0.1.26", COMMIT[:12], COMMIT + "0", COMMIT.upper()])
    def test_what_is_no_full_commit_is_refused(self, commit: str) -> None:
        with pytest.raises(LockError, match="40"):
            edit.bumped(load(LOCK).lines["stable"], commit)

    def test_a_line_with_a_wheel_has_no_commit_to_move(self) -> None:
        with pytest.raises(LockError, match="wheel"):
            edit.bumped(load(LOCK).lines["cpu"], COMMIT)


def record_of(line: str) -> dict[str, Any]:
    files = {"files": 2, "sha256": "cd" * 32}
    return {
        "line": line,
        "stub": None,
        "aiter": {
            "commit": load(LOCK).lines[line].aiter.commit,
            "dirty": None,
            "changed": [],
            "added": [],
            "record": "ef" * 32,
            "code_objects": {"gfx942": files, "gfx950": files},
            "tuning": files,
        },
    }


class TestRecord:
    def test_a_record_of_a_real_image_fills_the_hashes(self, tmp_path: Path) -> None:
        path = changed(tmp_path, "stable", {})
        edit.set_fields(path, "stable", edit.recorded("stable", load(path).lines["stable"], record_of("stable")))
        assert [field for field, _ in load(path).lines["stable"].unresolved()] == ["base.digest"]

    @pytest.mark.parametrize(
        ("change", "word"),
        [
            ({"stub": "stands in"}, "stub"),
            ({"line": "next"}, "'next'"),
            ({"aiter": None}, "no AITER"),
            ({"aiter": {**record_of("stable")["aiter"], "commit": COMMIT}}, COMMIT),
            ({"aiter": {**record_of("stable")["aiter"], "dirty": "a file"}}, "dirty"),
            ({"aiter": {**record_of("stable")["aiter"], "changed": ["a"]}}, "dirty"),
            ({"aiter": {**record_of("stable")["aiter"], "code_objects": {}}}, "gfx942"),
        ],
        ids=["stub", "line", "none", "commit", "dirty", "changed", "target"],
    )
    def test_a_record_of_anything_else_is_refused(self, change: dict[str, Any], word: str) -> None:
        with pytest.raises(LockError, match=word):
            edit.recorded("stable", load(LOCK).lines["stable"], {**record_of("stable"), **change})
