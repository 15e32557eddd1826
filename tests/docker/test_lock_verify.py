"""Declared against running: a package that really is installed, changed in each way that must be noticed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.docker import stand_ins

from rocm_ci.lock import running, verify
from rocm_ci.lock.load import load
from rocm_ci.lock.schema import FileSet, Line

ROOT = stand_ins.ROOT
PROGRAM = ROOT / "ci" / "rocm_ci" / "lock" / "running.py"
VERSION = "0.0.1+stub"


def look(site: Path) -> running.Running:
    """What the program finds with a folder of packages in front of all others, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(site)}
    text = subprocess.run(
        [sys.executable, str(PROGRAM)], env=environment, capture_output=True, text=True, check=True
    ).stdout
    return running.restored(json.loads(text))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the stand-in for AITER as an installer leaves it, and the wheel that it came from."""
    folder = tmp_path_factory.mktemp("made")
    source = folder / "source"
    stand_ins.repository(source)
    stand_ins.install(stand_ins.wheel(source, folder / "wheels", "gfx942;gfx950", prebuilt=True), folder / "site")
    return folder


@pytest.fixture
def site(made: Path, tmp_path: Path) -> Path:
    """The same for one test to spoil."""
    return Path(shutil.copytree(made / "site", tmp_path / "site"))


def line_for(found: running.Running, **changes: Any) -> Line:
    """A line that declares exactly what was found."""
    assert found.aiter is not None
    assert found.torch is not None
    base = load(ROOT / "docker" / "versions.lock").lines["cpu"]
    aiter_part = base.aiter.model_copy(
        update={
            "version": VERSION,
            "prebuilt": True,
            "record": found.aiter.record,
            "code_objects": {t: FileSet(files=f.files, sha256=f.sha256) for t, f in found.aiter.code_objects.items()},
            "tuning": FileSet(files=found.aiter.tuning.files, sha256=found.aiter.tuning.sha256),
            **changes,
        }
    )
    return base.model_copy(
        update={
            "python": ".".join(found.python.split(".")[:2]),
            "torch": base.torch.model_copy(update={"version": found.torch.version}),
            "triton": base.triton.model_copy(update={"version": str(found.triton)}),
            "aiter": aiter_part,
        }
    )


@pytest.fixture(scope="module")
def clean(made: Path) -> running.Running:
    return look(made / "site")


def whats(line: Line, found: running.Running) -> list[str]:
    return [difference.what for difference in verify.verify(line, found)]


def test_what_is_declared_is_found(clean: running.Running) -> None:
    assert clean.aiter is not None
    assert clean.aiter.version == VERSION
    assert {target: files.files for target, files in clean.aiter.code_objects.items()} == {"gfx942": 1, "gfx950": 1}
    assert clean.aiter.tuning.files == 3
    assert clean.aiter.modules == {"aiter/jit/module_pa_stub.so": ("gfx942", "gfx950")}
    assert whats(line_for(clean), clean) == []


def test_a_wheel_and_its_installation_have_the_same_list_of_files(made: Path, clean: running.Running) -> None:
    (wheel,) = (made / "wheels").glob("*.whl")
    assert clean.aiter is not None
    assert running.wheel_record(wheel) == clean.aiter.record


def test_an_edited_tuning_file_is_named(site: Path, clean: running.Running) -> None:
    path = site / "aiter" / "configs" / "a8w8_tuned_gemm.csv"
    path.write_text(path.read_text().replace("stub_b", "stub_a"))
    found = look(site)
    assert whats(line_for(clean), found) == ["aiter.files", "aiter.tuning"]
    assert "aiter/configs/a8w8_tuned_gemm.csv" in verify.verify(line_for(clean), found)[0].sentence


def test_an_edit_that_also_mends_the_list_of_files_is_still_found(site: Path, clean: running.Running) -> None:
    path = site / "aiter_meta" / "hsa" / "gfx942" / "pa" / "pa_stub.co"
    before = running.sha256_of(path)
    path.write_bytes(b"another code object")
    import base64

    def listed(content: str) -> str:
        return base64.urlsafe_b64encode(bytes.fromhex(content)).rstrip(b"=").decode()

    (record,) = site.glob("amd_aiter-*.dist-info/RECORD")
    text = record.read_text()
    assert listed(before) in text
    record.write_text(text.replace(listed(before), listed(running.sha256_of(path))))
    assert whats(line_for(clean), look(site)) == ["aiter.record", "aiter.code_objects.gfx942"]


def test_a_missing_and_an_added_code_object_are_named(site: Path, clean: running.Running) -> None:
    folder = site / "aiter_meta" / "hsa" / "gfx950" / "pa"
    (folder / "pa_stub.co").rename(folder / "pa_other.co")
    differences = verify.verify(line_for(clean), look(site))
    assert [difference.what for difference in differences] == [
        "aiter.files",
        "aiter.files",
        "aiter.code_objects.gfx950",
    ]
    assert "pa_stub.co (missing)" in differences[0].sentence
    assert "pa_other.co" in differences[1].sentence


def built(made: Path, tmp_path: Path, targets: str, prebuilt: bool) -> running.Running:
    wheel = stand_ins.wheel(made / "source", tmp_path / "wheels", targets, prebuilt)
    stand_ins.install(wheel, tmp_path / "other")
    return look(tmp_path / "other")


def test_an_empty_prebuilt_wheel_is_found(made: Path, tmp_path: Path, clean: running.Running) -> None:
    shutil.rmtree(made / "source" / "build", ignore_errors=True)
    found = built(made, tmp_path, "gfx942;gfx950", prebuilt=False)
    differences = verify.verify(line_for(clean, record=""), found)
    assert [difference.what for difference in differences] == ["aiter.prebuilt"]
    assert "no compiled module" in differences[0].sentence


@pytest.mark.parametrize(
    ("targets", "word"), [("gfx942", "no device code for gfx950"), ("gfx942;gfx950;gfx1100", "gfx1100, which")]
)
def test_other_targets_than_the_declared_are_found(
    made: Path, tmp_path: Path, clean: running.Running, targets: str, word: str
) -> None:
    shutil.rmtree(made / "source" / "build", ignore_errors=True)
    (difference,) = verify.verify(line_for(clean, record=""), built(made, tmp_path, targets, prebuilt=True))
    assert difference.what == "aiter.targets"
    assert word in difference.sentence


def test_compressed_device_code_counts_as_unreadable_and_not_as_there(tmp_path: Path) -> None:
    path = tmp_path / "module.so"
    path.write_bytes(b"\x7fELF" + b"CCOB" + (3).to_bytes(2, "little") + (1).to_bytes(2, "little") + bytes(64))
    assert running.bundle_targets(path) == (running.UNREADABLE,)
    path.write_bytes(b"\x7fELF" + b"CCOB" + (900).to_bytes(2, "little") + bytes(64))
    assert running.bundle_targets(path) == ()


def test_a_bundle_entry_without_code_is_no_target(tmp_path: Path) -> None:
    name = b"hipv4-amdgcn-amd-amdhsa--gfx942"
    entry = b"".join(number.to_bytes(8, "little") for number in (0, 0, len(name))) + name
    path = tmp_path / "module.so"
    path.write_bytes(b"__CLANG_OFFLOAD_BUNDLE__" + (1).to_bytes(8, "little") + entry)
    assert running.bundle_targets(path) == ()


class TestVersions:
    """Fields that need no files: one difference each, and each is named."""

    @pytest.mark.parametrize(
        ("change", "what"),
        [
            ({"python": "3.9.1"}, "python"),
            ({"rocm": "7.2.4"}, "base.rocm"),
            ({"triton": None}, "triton.version"),
            ({"triton": "3.6.0"}, "triton.version"),
            ({"torch": None}, "torch"),
            ({"aiter": None}, "aiter"),
        ],
    )
    def test_each_is_named(self, clean: running.Running, change: dict[str, Any], what: str) -> None:
        assert whats(line_for(clean), replace(clean, **change)) == [what]

    def test_a_local_part_that_is_not_declared_is_open_and_a_declared_one_is_not(self, clean: running.Running) -> None:
        assert clean.torch is not None
        line = line_for(clean)
        other = replace(clean, torch=replace(clean.torch, version="2.13.0+rocm7.2.4"))
        declared = line.model_copy(update={"torch": line.torch.model_copy(update={"version": "2.13.0"})})
        assert whats(declared, other) == []
        assert whats(line, other) == ["torch.version"]

    def on_rocm(self, clean: running.Running, **torch: Any) -> tuple[Line, running.Running]:
        assert clean.torch is not None
        line = line_for(clean)
        line = line.model_copy(update={"base": line.base.model_copy(update={"rocm": "7.2.4"})})
        built = replace(clean.torch, hip="7.2.4", targets=("gfx90a", "gfx942", "gfx950"), **torch)
        return line, replace(clean, rocm="7.2.4-97", torch=built)

    def test_torch_may_be_built_for_more_targets_but_not_for_fewer(self, clean: running.Running) -> None:
        line, found = self.on_rocm(clean)
        assert whats(line, found) == []
        assert found.torch is not None
        assert whats(line, replace(found, torch=replace(found.torch, targets=("gfx90a",)))) == ["torch.targets"]

    def test_a_torch_for_something_else_is_named(self, clean: running.Running) -> None:
        line, found = self.on_rocm(clean)
        assert found.torch is not None
        assert whats(line, replace(found, torch=replace(found.torch, hip=None))) == ["torch.hip"]

    def test_another_commit_of_torch_is_named(self, clean: running.Running) -> None:
        line, found = self.on_rocm(clean)
        line = line.model_copy(update={"torch": line.torch.model_copy(update={"commit": "1" * 40})})
        assert whats(line, found) == ["torch.commit"]

    def test_a_dirty_build_is_refused(self, clean: running.Running) -> None:
        assert clean.aiter is not None
        found = replace(clean, aiter=replace(clean.aiter, dirty="built from a tree with changes: a.py"))
        assert whats(line_for(clean), found) == ["aiter.dirty"]

    def test_another_commit_and_one_that_is_not_proven_are_named(self, clean: running.Running) -> None:
        assert clean.aiter is not None
        line = line_for(clean, source="git", commit="1" * 40, record="")
        for commit, word in (("2" * 40, "2" * 40), (None, "none that is proven")):
            found = replace(clean, aiter=replace(clean.aiter, commit=commit))
            (difference,) = verify.verify(line, found)
            assert difference.what == "aiter.commit"
            assert "1" * 40 in difference.sentence
            assert word in difference.sentence

    def test_a_base_that_the_image_is_not_built_on_is_named(self, clean: running.Running) -> None:
        line = load(ROOT / "docker" / "versions.lock").lines["stable"]
        assert verify.verify_base(line, ("a", "b", "c"), ("a", "b")) == []
        assert [d.what for d in verify.verify_base(line, ("x", "b", "c"), ("a", "b"))] == ["base.digest"]
        assert [d.what for d in verify.verify_base(line, ("a",), ("a", "b"))] == ["base.digest"]


def test_a_version_of_a_tree_with_changes_is_dirty() -> None:
    assert running._built("", "0.1.20.post1+gde07f388.d20260820")[2] is not None
    assert running._built("", "0.1.20.post1+gde07f388")[2] is None
