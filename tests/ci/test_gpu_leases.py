"""Leases of GPUs on a tree that looks like the /sys of an AMD machine; no GPU is needed and none is shown to work."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.ci.fake_gpus import write_tree
from tests.ci.runs import environment

from rocm_ci import gpus, leases, topology
from rocm_ci.errors import RocmCiError
from rocm_ci.topology import Gpu

NO_DEVICES = Path("/nowhere")


def tree(folder: Path, count: int, target: str = "gfx942") -> tuple[Gpu, ...]:
    return topology.read(write_tree(folder / "sys", count, target), NO_DEVICES)


@pytest.mark.parametrize("target", ["gfx942", "gfx90a", "gfx950", "gfx1100", "gfx1201"])
def test_gpus_are_read_as_the_driver_lists_them(tmp_path: Path, target: str) -> None:
    found = tree(tmp_path, 3, target)
    assert [gpu.index for gpu in found] == [0, 1, 2]  # the CPU's node does not count
    assert [gpu.pci for gpu in found] == ["0000:01:00.0", "0000:02:00.0", "0000:03:00.0"]
    assert {gpu.target for gpu in found} == {target}
    assert found[0].unique == "GPU-000000000000abc1"


@pytest.mark.parametrize(
    ("location", "domain", "address"),
    [(0x0300, 0, "0000:03:00.0"), (0xC1FA, 2, "0002:c1:1f.2"), (8, 1, "0001:00:01.0")],
)
def test_pci_addresses_follow_from_the_location(location: int, domain: int, address: str) -> None:
    assert topology.pci_address(location, domain) == address


@pytest.mark.parametrize(
    ("variables", "left"),
    [
        ({}, [0, 1, 2, 3]),
        ({"ROCR_VISIBLE_DEVICES": "2,3"}, [2, 3]),
        ({"HIP_VISIBLE_DEVICES": "3,1"}, [3, 1]),
        # HIP counts in what ROCR leaves.
        ({"ROCR_VISIBLE_DEVICES": "2,3", "HIP_VISIBLE_DEVICES": "1"}, [3]),
        ({"ROCR_VISIBLE_DEVICES": "GPU-000000000000abc3"}, [2]),
        ({"CUDA_VISIBLE_DEVICES": "1"}, [1]),
        ({"HIP_VISIBLE_DEVICES": "1", "CUDA_VISIBLE_DEVICES": "1"}, [1]),
        ({"ROCR_VISIBLE_DEVICES": ""}, []),
    ],
)
def test_only_gpus_of_the_set_given_from_outside_are_left(
    tmp_path: Path, variables: dict[str, str], left: list[int]
) -> None:
    assert [gpu.index for gpu in topology.visible(tree(tmp_path, 4), variables)] == left


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"ROCR_VISIBLE_DEVICES": "4"}, "ROCR_VISIBLE_DEVICES: got '4', expected a number below 4"),
        ({"ROCR_VISIBLE_DEVICES": "1", "HIP_VISIBLE_DEVICES": "1"}, "expected a number below 1"),
        ({"HIP_VISIBLE_DEVICES": "0,0"}, "'0' is given twice"),
        ({"HIP_VISIBLE_DEVICES": "0", "CUDA_VISIBLE_DEVICES": "1"}, "are set and differ"),
        ({"ROCR_VISIBLE_DEVICES": "-1"}, "got '-1'"),
    ],
)
def test_a_set_that_cannot_be_is_refused(tmp_path: Path, variables: dict[str, str], sentence: str) -> None:
    with pytest.raises(RocmCiError, match=sentence):
        topology.visible(tree(tmp_path, 4), variables)


def test_a_container_counts_only_the_nodes_that_it_was_given(tmp_path: Path) -> None:
    (tmp_path / "dev" / "dri").mkdir(parents=True)
    for minor in (129, 131):
        (tmp_path / "dev" / "dri" / f"renderD{minor}").write_text("")
    found = topology.read(write_tree(tmp_path / "sys", 4), tmp_path / "dev")
    assert [(gpu.index, gpu.pci) for gpu in found] == [(0, "0000:02:00.0"), (1, "0000:04:00.0")]


def test_a_machine_without_the_driver_has_no_gpu_and_a_broken_tree_is_told(tmp_path: Path) -> None:
    assert topology.read(tmp_path, NO_DEVICES) == ()
    sysfs = write_tree(tmp_path / "sys", 1)
    properties = sysfs / topology.NODES / "1" / "properties"
    properties.write_text("simd_count 304\n")
    with pytest.raises(RocmCiError, match="without drm_render_minor, gfx_target_version, location_id"):
        topology.read(sysfs, NO_DEVICES)


PROGRAM = """
import json, os, time
from rocm_ci import leases
lease = leases.take_own()
names = ("ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES")
print(json.dumps([lease.gpu.pci, {name: os.environ.get(name) for name in names}]), flush=True)
time.sleep(100)
"""


def test_each_process_gets_a_gpu_of_its_own_until_it_dies(tmp_path: Path) -> None:
    found = topology.visible(tree(tmp_path, 3), {"ROCR_VISIBLE_DEVICES": "1,2"})
    variables = {
        leases.GPUS: leases.written(found),
        leases.FOLDER: str(tmp_path / "locks"),
        "HIP_VISIBLE_DEVICES": "1,2",
    }

    def start() -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", PROGRAM], env=environment(None, **variables), stdout=subprocess.PIPE, text=True
        )

    def said(process: subprocess.Popen[str]) -> tuple[str, dict[str, str | None]]:
        assert process.stdout is not None
        pci, seen = json.loads(process.stdout.readline())
        return pci, seen

    first, second = start(), start()
    taken = {said(first)[0]: first, said(second)[0]: second}
    assert set(taken) == {"0000:02:00.0", "0000:03:00.0"}
    os.environ[leases.FOLDER] = str(tmp_path / "locks")
    try:
        with pytest.raises(RocmCiError, match=r"no GPU became free within 0 s: 0000:02:00.0 by process \d+ for"):
            leases.lease(found, leases.folder(), wait=0.0)
        # Killed, without any chance to give it back.
        taken["0000:03:00.0"].send_signal(signal.SIGKILL)
        taken["0000:03:00.0"].wait()
        third = start()
        pci, seen = said(third)
        assert pci == "0000:03:00.0"
        assert seen == {
            "ROCR_VISIBLE_DEVICES": "2",
            "HIP_VISIBLE_DEVICES": None,
        }  # one variable, counted from the outside
        third.kill()
    finally:
        del os.environ[leases.FOLDER]
        for process in taken.values():
            process.kill()
            process.wait()


def test_a_released_gpu_is_free_at_once(tmp_path: Path) -> None:
    found = tree(tmp_path, 1)
    taken = leases.lease(found, tmp_path, wait=0.0)
    assert leases.try_lease(found[0], tmp_path) is None
    taken.release()
    taken.release()
    assert leases.try_lease(found[0], tmp_path) is not None


def started(process: int, cell: str) -> dict[str, object]:
    return {"event": "started", "id": cell, "pid": process}


def ended(cell: str) -> dict[str, object]:
    return {"event": "finished", "result": {"id": cell}}


def test_two_workers_on_one_gpu_are_told_only_while_both_run() -> None:
    leased = [{"event": "leased", "pci": "0000:01:00.0", "pid": process} for process in (1, 2)]
    other = {"event": "leased", "pci": "0000:02:00.0", "pid": 3}
    after = [*leased, started(1, "a"), ended("a"), started(2, "b"), ended("b")]
    assert list(gpus.shared(after)) == []
    replaced = [*leased, started(1, "a"), {"event": "lost", "id": "a"}, started(2, "a"), ended("a")]
    assert list(gpus.shared(replaced)) == []
    apart = [*leased, other, started(1, "a"), started(3, "b"), ended("a"), ended("b")]
    assert list(gpus.shared(apart)) == []
    (trouble,) = gpus.shared([*leased, started(1, "a"), started(2, "b"), ended("a"), started(1, "c")])
    assert trouble.kind == "infrastructure"
    assert trouble.reason.endswith("at once: a in process 1 and b in process 2")


def test_memory_that_comes_back_is_no_leak_and_its_holder_is_named(tmp_path: Path) -> None:
    sysfs = write_tree(tmp_path / "sys", 2)
    found = topology.read(sysfs, NO_DEVICES)
    leasing = gpus.Leasing(found, sysfs, {gpu.pci: 1 << 30 for gpu in found})
    assert leasing.troubles([]) == []
    assert leasing.most_workers == 2
    (sysfs / "class/drm/renderD129/device/mem_info_vram_used").write_text(str((1 << 30) + gpus.ALLOWANCE + 1))
    holder = sysfs / topology.PROCESSES / str(os.getpid())
    holder.mkdir(parents=True)
    (holder / "vram_1002").write_text(str(gpus.ALLOWANCE))
    (trouble,) = leasing.troubles([])
    assert trouble.kind == "leak"
    assert (
        f"GPU 0000:02:00.0 holds 1088 MiB after the run, 1024 MiB before it: process {os.getpid()} holds 64 MiB"
        in trouble.reason
    )
    assert Path("/proc/self/cmdline").read_bytes().split(b"\0")[0].decode() in trouble.reason
