"""The doctor: a state, a fact and a cost for everything, and an exit code that a script can use."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rocm_ci import cli, doctor, machine
from rocm_ci.container import gpu

ROOT = Path(__file__).resolve().parents[2]


def test_every_line_has_a_state_a_fact_and_a_cost_unless_it_is_good() -> None:
    findings = doctor.look(machine.this_machine(), ROOT)
    assert [finding.name for finding in findings] == [
        *("image", "docker", "GPU nodes", "AMD GPU", "visible GPUs", "ROCm", "torch", "Triton"),
        *("AITER", "AITER's JIT", "disk", "memory", "reports"),
    ]
    for finding in findings:
        assert finding.state in (doctor.GOOD, doctor.MISSING, doctor.WRONG)
        assert finding.fact
        assert bool(finding.costs) == (finding.state != doctor.GOOD), finding


def test_what_is_missing_is_no_fault_and_what_is_wrong_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")
    assert cli.main(["doctor", "--json"]) == 0
    found = {entry["name"]: entry for entry in json.loads(capsys.readouterr().out)["findings"]}
    assert found["docker"]["state"] == doctor.MISSING
    assert "/nowhere/docker.sock" in found["docker"]["fact"]
    monkeypatch.setenv("ROCR_VISIBLE_DEVICES", "0")
    monkeypatch.setenv("HIP_VISIBLE_DEVICES", "1")
    assert cli.main(["doctor", "--json"]) == 1
    found = {entry["name"]: entry for entry in json.loads(capsys.readouterr().out)["findings"]}
    assert found["visible GPUs"]["state"] == doctor.WRONG


def test_podman_is_named_where_no_docker_engine_answers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///nowhere/docker.sock")
    (tmp_path / "podman").write_text("#!/bin/sh\necho podman version 4.3.1\n")
    (tmp_path / "podman").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    (found,) = [finding for finding in doctor.look(machine.this_machine(), ROOT) if finding.name == "docker"]
    assert found.state == doctor.MISSING
    assert "podman version 4.3.1 is there" in found.fact


def test_a_required_gpu_that_is_not_there_has_its_own_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "look", lambda *_: [])
    monkeypatch.setattr("rocm_ci.commands.common.gpu_required", lambda: True)
    monkeypatch.setattr(
        "rocm_ci.commands.doctor.this_machine", lambda: machine.Machine("cpu", None, None, "a summary", {}, 1)
    )
    assert cli.main(["doctor"]) == 23


class TestNodes:
    """Device nodes as files of a folder: what cannot be made without root is a symbolic link to a real node."""

    def test_no_kfd_is_said(self, tmp_path: Path) -> None:
        assert "does not exist" in str(gpu.nodes(tmp_path).reason)

    def test_a_plain_file_is_no_node(self, tmp_path: Path) -> None:
        (tmp_path / "kfd").touch()
        assert "no device node" in str(gpu.nodes(tmp_path).reason)

    def test_a_kfd_without_render_nodes_is_said(self, tmp_path: Path) -> None:
        (tmp_path / "kfd").symlink_to("/dev/null")
        assert "render node" in str(gpu.nodes(tmp_path).reason)

    def test_nodes_and_numeric_groups_are_found(self, tmp_path: Path) -> None:
        (tmp_path / "kfd").symlink_to("/dev/null")
        (tmp_path / "dri").mkdir()
        for number in (129, 128):
            (tmp_path / "dri" / f"renderD{number}").symlink_to("/dev/tty")
        (tmp_path / "dri" / "card0").symlink_to("/dev/null")
        found = gpu.nodes(tmp_path)
        assert found.reason is None
        assert [Path(path).name for path in found.devices] == ["kfd", "renderD128", "renderD129"]
        expected = {Path("/dev/tty").stat().st_gid, Path("/dev/null").stat().st_gid} - {0}
        assert set(found.groups) == expected

    def test_one_visibility_variable_is_enough(self) -> None:
        assert gpu.visibility({"HIP_VISIBLE_DEVICES": "1", "ROCR_VISIBLE_DEVICES": ""}) == {"HIP_VISIBLE_DEVICES": "1"}
        with pytest.raises(ValueError, match="both set"):
            gpu.visibility({"HIP_VISIBLE_DEVICES": "1", "ROCR_VISIBLE_DEVICES": "0"})


def test_a_stand_in_is_called_one_in_every_report(tmp_path: Path) -> None:
    record = tmp_path / "image.json"
    assert machine.image_summary(record) is None
    document = {"line": "stable", "lock_digest": "ab" * 32, "stub": None}
    record.write_text(json.dumps(document))
    assert machine.image_summary(record) == "in the image of line stable, lock abababababab"
    record.write_text(json.dumps({**document, "stub": "no ROCm"}))
    assert "STUB (no ROCm): nothing shown in it is evidence" in str(machine.image_summary(record))
