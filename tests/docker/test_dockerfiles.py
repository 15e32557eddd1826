"""The Dockerfiles read for themselves, with no engine."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from rocm_ci.container import build, gpu, running
from rocm_ci.container.engine import ContainerError
from rocm_ci.lock.load import LOCK, load

ROOT = Path(__file__).resolve().parents[2]
DOCKER = ROOT / "docker"
FILES = sorted([*DOCKER.glob("Dockerfile.*"), ROOT / "tests/docker/stub/base.Dockerfile"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_hadolint_has_nothing_to_say(path: Path) -> None:
    program = Path(sys.executable).with_name("hadolint")
    done = subprocess.run([str(program), "--no-color", str(path)], capture_output=True, text=True, check=False)
    assert done.stdout + done.stderr == ""


def test_hadolint_finds_a_fault(tmp_path: Path) -> None:
    (tmp_path / "Dockerfile").write_text("FROM debian:latest\nRUN cd /tmp && sudo apt-get install x\n")
    program = Path(sys.executable).with_name("hadolint")
    done = subprocess.run([str(program), str(tmp_path / "Dockerfile")], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "DL3004" in done.stdout


def common(name: str) -> str:
    text = (DOCKER / name).read_text(encoding="utf-8")
    return text[text.index("# begin common") : text.index("# end common")]


def test_the_two_test_images_end_in_the_same_way() -> None:
    assert common("Dockerfile.rocm") == common("Dockerfile.cpu")
    assert "USER 10001:10001" in common("Dockerfile.cpu")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_frontend_is_pulled_and_run_lines_only_call_scripts(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "syntax=" not in text
    assert "<<" not in text
    users = re.findall(r"^USER (.+)$", text, re.MULTILINE)
    assert users
    assert all(re.fullmatch(r"\d+:\d+", user) for user in users), "names would have to exist in the image"
    assert users[-1] != "0:0"


@pytest.mark.parametrize("path", sorted((ROOT / "docker/scripts").glob("*.sh")), ids=lambda path: path.name)
def test_scripts_stop_at_the_first_failure(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "#!/bin/sh"
    assert "set -eu" in lines
    assert subprocess.run(["sh", "-n", str(path)], check=False).returncode == 0
    assert path.stat().st_mode & 0o111


def calls(script: Path) -> set[str]:
    """Other scripts that a script calls beside itself."""
    pattern = r'(?:\$here"?|\$\(dirname "\$0"\))/([\w.]+)'
    return set(re.findall(pattern, script.read_text(encoding="utf-8"))) if script.suffix == ".sh" else set()


@pytest.mark.parametrize("path", sorted(DOCKER.glob("Dockerfile.*")), ids=lambda path: path.name)
def test_every_script_that_is_called_is_in_the_stage_that_is_mounted(path: Path) -> None:
    text = re.sub(r"\\\n", " ", path.read_text(encoding="utf-8"))
    copied: dict[str, dict[str, Path]] = {}
    stage = ""
    checked = 0
    for line in text.splitlines():
        if found := re.match(r"FROM .* AS (\w+)$", line):
            stage = found[1]
        elif found := re.match(r"COPY ((?:docker|ci)/.+) /$", line):
            files = [ROOT / name for name in found[1].split()]
            assert all(file.is_file() for file in files), line
            copied.setdefault(stage, {}).update({file.name: file for file in files})
        elif found := re.search(r"from=(\w+),target=/scripts ", line):
            there = copied[found[1]]
            called = set(re.findall(r" /scripts/([\w.]+)", line))
            assert called
            while called:
                name = called.pop()
                assert name in there, f"{name} is called by: {line}"
                called |= calls(there[name])
                checked += 1
    assert checked >= 3


def test_an_incomplete_line_is_not_built() -> None:
    lock = load(ROOT / LOCK)
    with pytest.raises(ContainerError, match=r"base\.digest.*rocm-ci lock resolve --line stable"):
        build.build(ROOT, "stable", lock.lines["stable"], build.Options(), print)


def test_every_argument_of_the_base_comes_from_the_lock() -> None:
    """An argument that the Dockerfile does not know would be ignored by docker, and one that is not given would be empty."""
    line = load(ROOT / LOCK).lines["stable"]
    options = build.Options(certificates=Path("/ca"), contexts={"aiter_src": "/src"})
    bake = build.bake_file("stable", line, "base:1", Path("/wheels"), "tag:1", options)["target"]
    for target, name in (("rocm_base", "Dockerfile.rocm_base"), ("rocm", "Dockerfile.rocm")):
        declared = set(re.findall(r"^ARG (\w+)", (DOCKER / name).read_text(encoding="utf-8"), re.MULTILINE))
        given = set(bake[target]["args"])
        assert given <= declared, target
        assert declared - given <= {"BASE", "TORCH_INDEX"}, target
    assert bake["rocm_base"]["args"]["TARGETS"] == "gfx942;gfx950"
    assert bake["rocm_base"]["args"]["AITER_COMMIT"] == line.aiter.commit
    assert bake["rocm_base"]["secret"] == ["id=pip_ca,src=/ca"]
    assert bake["rocm_base"]["contexts"]["aiter_src"] == "/src"
    assert "secret" not in bake["rocm"]


def test_the_digest_is_built_on_and_not_the_tag() -> None:
    base = load(ROOT / LOCK).lines["stable"].base
    digest = "sha256:" + "ab" * 32
    assert base.model_copy(update={"digest": digest}).reference == f"docker.io/rocm/pytorch@{digest}"
    assert base.reference.endswith(base.tag or "")


class TestContainers:
    """Arguments of a container, with no engine."""

    def arguments(self, tmp_path: Path, environment: dict[str, str], nodes: gpu.Nodes) -> dict[str, object]:
        request = running.Request("image:1", ("rocm-ci", "run"), ROOT, tmp_path, nodes)
        return running.arguments(request, environment, (1234, 5678))

    def test_a_gpu_is_handed_in_by_nodes_and_numbers(self, tmp_path: Path) -> None:
        nodes = gpu.Nodes(("/dev/kfd", "/dev/dri/renderD128"), (44, 109), None)
        found = self.arguments(tmp_path, {"HIP_VISIBLE_DEVICES": "0", "SECRET": "x", "CI": "true"}, nodes)
        assert found["devices"] == ["/dev/kfd:/dev/kfd:rwm", "/dev/dri/renderD128:/dev/dri/renderD128:rwm"]
        assert found["group_add"] == [44, 109]
        environment = found["environment"]
        assert isinstance(environment, dict)
        assert environment["HIP_VISIBLE_DEVICES"] == "0"
        assert environment["CI"] == "true"
        assert "SECRET" not in environment

    def test_nothing_is_privileged(self, tmp_path: Path) -> None:
        found = self.arguments(tmp_path, {}, gpu.Nodes((), (), "none"))
        assert "privileged" not in found
        assert found["cap_drop"] == ["ALL"]
        assert found["security_opt"] == ["no-new-privileges"]
        assert found["read_only"] is True
        assert found["init"] is True
        assert found["network_mode"] == "none"
        assert found["user"] == "1234:5678"
        volumes = found["volumes"]
        assert isinstance(volumes, dict)
        assert volumes[str(ROOT)] == {"bind": "/src", "mode": "ro"}

    def test_a_shell_gets_the_same_container(self, tmp_path: Path) -> None:
        nodes = gpu.Nodes(("/dev/kfd", "/dev/dri/renderD128"), (44,), None)
        request = running.Request("image:1", ("bash",), ROOT, tmp_path, nodes)
        words = running.shell_command(request, {}, (1234, 5678))
        shown = " ".join(words)
        for part in (
            "--user 1234:5678",
            "--cap-drop ALL",
            "--read-only",
            "--device /dev/kfd:/dev/kfd:rwm",
            "--group-add 44",
        ):
            assert part in shown
        assert "--privileged" not in words
        assert words[-2:] == ["image:1", "bash"]


def test_compose_gives_the_same_container(tmp_path: Path) -> None:
    services = yaml.safe_load((DOCKER / "compose.yaml").read_text(encoding="utf-8"))["services"]
    request = running.Request("image:1", ("bash",), ROOT, tmp_path, gpu.Nodes((), (), "none"))
    expected = running.arguments(request, {}, (1234, 5678))
    assert {name: service["image"] for name, service in services.items()} == {
        "cpu": build.tag_of("cpu"),
        "rocm": build.tag_of(load(ROOT / LOCK).default),
    }
    for service in services.values():
        for name in ("command", "init", "read_only", "network_mode", "cap_drop", "working_dir", "pids_limit"):
            assert service[name] == expected[name], name
        assert service["shm_size"] == f"{expected['shm_size']}b"
        assert service["tmpfs"] == [f"/tmp:{running.SCRATCH}"]
        assert [mount["target"] for mount in service["volumes"]] == [running.SOURCE, running.REPORTS]
        assert service["volumes"][0]["read_only"] is True
        assert "privileged" not in service
