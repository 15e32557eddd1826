"""The image of line cpu: built as `make image-cpu` builds it, and the matrix run inside."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.docker import stand_ins
from tests.docker.engine.conftest import Command

from rocm_ci.container import build, gpu, running
from rocm_ci.lock.load import LOCK, load

ROOT = stand_ins.ROOT
FROM_CACHE_WITHIN = 15.0


def test_it_is_within_its_budget_and_says_what_was_pruned(client: Any, cpu_image: str) -> None:
    assert client.images.get(cpu_image).attrs["Size"] < build.BUDGETS["cpu"].bytes
    pruned = client.containers.run(
        cpu_image, ["cat", "/opt/rocm-ci/pruned.txt"], remove=True, network_mode="none"
    ).decode()
    sizes = {reason: int(size) for size, reason in re.findall(r"^ *(\d+) KiB  (.+)$", pruned, re.MULTILINE)}
    assert sizes["tools of CUDA: no NVIDIA GPU is used in this image"] > 100_000
    documented = (ROOT / "docs" / "containers.md").read_text(encoding="utf-8")
    assert [reason for reason in sizes if reason.partition(":")[0] not in documented] == []


def test_what_is_declared_is_what_runs(rocm_ci: Command, cpu_image: str, tmp_path: Path) -> None:
    """Once from outside, and once by the program inside of the container."""
    outside = rocm_ci("lock", "verify", "--line", "cpu", "--image", cpu_image)
    assert outside.code == 0, outside.output
    words = (
        "image",
        "run",
        "--line",
        "cpu",
        "--reports",
        str(tmp_path),
        "--",
        "lock",
        "verify",
        "--line",
        "cpu",
        "--json",
    )
    inside = rocm_ci(*words)
    assert inside.code == 0, inside.output
    assert '"differences": []' in inside.output


def test_the_matrix_is_green_in_it_with_every_evidence_that_needs_no_gpu(
    rocm_ci: Command, cpu_image: str, tmp_path: Path
) -> None:
    """PyTorch, Triton's interpreter, this project's kernel compiled for gfx942, and a code object of AITER's wheel."""
    cells = ("--id", "layout/5d-*", "--id", "aiter-16bit/8q-1kv-bf16-from-256/aiter", "-n", "2")
    done = rocm_ci("image", "run", "--line", "cpu", "--reports", str(tmp_path), "--", "run", *cells)
    assert done.code == 0, done.output
    document = json.loads((tmp_path / "latest" / "results.json").read_text(encoding="utf-8"))
    assert {cell["outcome"] for cell in document["cells"]} == {"passed"}
    assert {cell["evidence"] for cell in document["cells"]} == {"reference", "interpreted", "emulated"}
    assert "aiter-16bit/8q-1kv-bf16-from-256/aiter" in {cell["id"] for cell in document["cells"]}
    assert (tmp_path / "latest" / "report.html").stat().st_uid != 0


def test_a_second_build_comes_from_the_cache(rocm_ci_process: Command, cpu_image: str) -> None:
    again = rocm_ci_process("image", "build", "--line", "cpu")
    assert again.code == 0, again.output
    assert again.seconds < FROM_CACHE_WITHIN


def in_container(client: Any, image: str, tmp_path: Path, *command: str) -> str:
    """Run a command exactly as the matrix runs."""
    reports = tmp_path / "reports"
    request = running.Request(image, command, ROOT, reports, gpu.Nodes((), (), "none"))
    pieces: list[bytes] = []
    code = running.run(client, request, pieces.append)
    return f"{code}\n{b''.join(pieces).decode()}"


def test_no_process_in_it_is_root_and_nothing_but_results_can_be_written(
    client: Any, cpu_image: str, tmp_path: Path
) -> None:
    script = (
        "cat /proc/[0-9]*/status | grep -E '^(Uid|CapEff|NoNewPrivs|Seccomp):' | sort | uniq -c; "
        "for place in /src /opt /etc /root /usr/bin; do touch $place/x 2>/dev/null && echo wrote $place; done; "
        "touch /reports/x && echo wrote /reports; ip link 2>/dev/null | grep -c eth; ls /sys/class/net"
    )
    shown = in_container(client, cpu_image, tmp_path, "sh", "-c", script)
    users = re.findall(r"Uid:\s+(\d+)\s+(\d+)\s+(\d+)\s+(\d+)", shown)
    assert users
    assert not [row for row in users if "0" in row], shown
    assert re.findall(r"CapEff:\s+(\w+)", shown) == ["0000000000000000"]
    assert re.findall(r"NoNewPrivs:\s+(\d)", shown) == ["1"]
    assert re.findall(r"Seccomp:\s+(\d)", shown) == ["2"], "docker's default profile"
    assert re.findall(r"wrote (\S+)", shown) == ["/reports"]
    assert shown.split()[-1] == "lo", "no network"


def test_a_gpu_that_is_required_and_not_there_has_its_own_exit_code(
    rocm_ci: Command, cpu_image: str, tmp_path: Path
) -> None:
    words = ("image", "run", "--line", "cpu", "--reports", str(tmp_path), "--", "run", "--size", "quick")
    done = rocm_ci(*words, ROCM_CI_REQUIRE_GPU="1")
    assert done.code == 23, done.output


def test_a_fake_kfd_is_handed_in_and_not_taken_for_a_gpu(rocm_ci: Command, cpu_image: str, tmp_path: Path) -> None:
    words = (
        "image",
        "run",
        "--line",
        "cpu",
        "--kfd",
        "/dev/null",
        "--reports",
        str(tmp_path),
        "--",
        "doctor",
        "--json",
    )
    done = rocm_ci(*words, HIP_VISIBLE_DEVICES="0")
    assert done.code == 1, done.output
    document = json.loads(next(row for row in done.output.splitlines() if row.startswith("{")))
    found = {finding["name"]: finding for finding in document["findings"]}
    assert found["GPU nodes"]["state"] == "wrong"
    assert "render node" in found["GPU nodes"]["fact"]
    assert found["AMD GPU"]["state"] == "wrong"
    assert found["torch"]["state"] == "wrong"
    assert found["visible GPUs"]["fact"] == "HIP_VISIBLE_DEVICES=0"
    assert found["image"]["fact"].startswith("line cpu, lock ")


def test_two_visibility_variables_are_refused(rocm_ci: Command, cpu_image: str, tmp_path: Path) -> None:
    words = ("image", "run", "--line", "cpu", "--reports", str(tmp_path), "--", "doctor")
    done = rocm_ci(*words, HIP_VISIBLE_DEVICES="0", ROCR_VISIBLE_DEVICES="0")
    assert done.code == 20
    assert "set one of them" in done.output


def test_no_layer_holds_a_secret_a_cache_or_a_repository(rocm_ci: Command, cpu_image: str) -> None:
    done = rocm_ci("image", "scan", cpu_image)
    assert done.code == 0, done.output


def test_an_image_of_another_state_is_not_run(client: Any, rocm_ci: Command, cpu_image: str, tmp_path: Path) -> None:
    line = load(ROOT / LOCK).lines["cpu"]
    assert build.not_current(client, ROOT, "cpu", line) is None
    other = line.model_copy(update={"targets": ("gfx942",)})
    assert "another state of line cpu" in str(build.not_current(client, ROOT, "cpu", other))
    assert "make image" in str(build.not_current(client, ROOT, "stable", line))
    lock = tmp_path / "versions.lock"
    lock.write_text((ROOT / LOCK).read_text().replace("plain Debian with no GPU", "changed"))
    done = rocm_ci("image", "run", "--lock", str(lock), "--line", "cpu", "--", "doctor")
    assert done.code == 20
    assert "make image-cpu" in done.output
