"""Devices: names, the device of a tensor, stand-ins, and what a result is evidence of."""

from __future__ import annotations

import threading

import pytest
import torch

from rocm_kernels import devices
from rocm_kernels.devices import Device
from rocm_kernels.errors import InvalidArgumentError
from rocm_kernels.targets import TARGETS


@pytest.mark.parametrize("target", sorted(TARGETS))
def test_targets_are_read_from_names(target: str) -> None:
    assert devices.parse_device(f"emulated:{target}") == Device(f"emulated:{target}", "emulated", target)
    # A spec knows a real GPU as `rocm`, with the target apart.
    assert devices.parse_device(f"rocm:{target}") == Device("rocm", "rocm", target)


def test_devices_without_a_target() -> None:
    assert devices.parse_device("cpu") == Device("cpu", "cpu", None)
    assert devices.parse_device("cuda") == Device("cuda", "cuda", None)


@pytest.mark.parametrize(
    "text", ["", "gpu", "emulated", "emulated:", "emulated:gfx906", "rocm:", "rocm:mi300", "cpu:gfx942", "cuda:0"]
)
def test_another_name_is_refused(text: str) -> None:
    with pytest.raises(InvalidArgumentError, match=r"--device: got .*expected cpu, cuda, rocm:<target>"):
        devices.parse_device(text, "--device")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("gfx942", "rocm:gfx942"),
        ("MI300X", "rocm:gfx942"),
        ("rocm:mi300", "rocm:gfx942"),
        ("emulated:MI355X", "emulated:gfx950"),
        ("emulate:gfx942", "emulated:gfx942"),
        ("RX 7900 XTX", "rocm:gfx1100"),
        ("cud", "cuda"),
        ("gfx906", None),
        ("rocm:gfx906", None),
        ("cpu:gfx942", None),
        ("tpu:", None),
        ("", None),
    ],
)
def test_what_was_meant_is_suggested_and_products_are_named(text: str, meant: str | None) -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        devices.parse_device(text)
    said = str(caught.value)
    assert "gfx942 (MI300X)" in said
    assert said.partition("did you mean ")[2] == (f"{meant}?" if meant else "")


def test_plain_rocm_needs_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    found = devices.Detection(devices.CPU, None, "nothing")
    monkeypatch.setattr(devices, "detect", lambda: found)
    devices.parse_device.cache_clear()
    with pytest.raises(InvalidArgumentError, match="where this machine has no AMD GPU"):
        devices.parse_device("rocm")
    real = Device("rocm", "rocm", "gfx942")
    monkeypatch.setattr(devices, "detect", lambda: devices.Detection(real, "AMD Instinct MI300X", "x"))
    assert devices.parse_device("rocm") is real
    devices.parse_device.cache_clear()


@pytest.mark.parametrize(
    ("architecture", "target"),
    [("gfx942:sramecc+:xnack-", "gfx942"), ("gfx1100", "gfx1100"), ("gfx906:sramecc+:xnack-", None)],
)
def test_the_target_of_a_gpu_comes_from_its_architecture(architecture: str, target: str | None) -> None:
    assert devices.rocm_device(architecture) == Device("rocm", "rocm", target)


def test_cpu_tensors_stand_for_the_chosen_device_inside_the_block() -> None:
    tensor = torch.zeros(1)
    assert devices.device_of(tensor) == "cpu"
    with devices.using_device("emulated:gfx942") as chosen:
        assert devices.describe(tensor) is chosen
        assert devices.device_of(tensor) == "emulated:gfx942"
        with devices.using_device("cpu"):
            assert devices.device_of(tensor) == "cpu"
    with devices.using_device("rocm:gfx950", stub=True) as chosen:
        assert devices.describe(tensor) == Device("rocm", "rocm", "gfx950", stubbed=True)
        assert str(chosen) == "rocm:gfx950 (stubbed)"
    assert devices.chosen() is None


def test_a_chosen_device_is_unseen_by_other_threads() -> None:
    seen = []
    with devices.using_device("emulated:gfx942"):
        thread = threading.Thread(target=lambda: seen.append(devices.device_of(torch.zeros(1))))
        thread.start()
        thread.join()
    assert seen == ["cpu"]


@pytest.mark.parametrize("name", ["rocm:gfx942", "cuda"])
def test_a_gpu_is_not_pretended_without_saying_so(name: str) -> None:
    with pytest.raises(InvalidArgumentError, match="stub=True in a test"), devices.using_device(name):
        pass


def test_a_tensor_elsewhere_is_refused_by_name() -> None:
    with pytest.raises(InvalidArgumentError, match="query: got a tensor on meta"):
        devices.describe(torch.zeros(1, device="meta"), "query")


@pytest.mark.parametrize(
    ("device", "backend", "evidence"),
    [
        ("cpu", "torch", "reference"),
        ("cpu", "triton", "interpreted"),
        ("cpu", "aiter", "stubbed"),
        ("cpu", "rocm", "stubbed"),
        ("emulated:gfx942", "rocm", "emulated"),
        ("emulated:gfx942", "aiter", "emulated"),
        # PyTorch code does not run in the emulator, whatever device was chosen.
        ("emulated:gfx942", "torch", "reference"),
        ("emulated:gfx942", "triton", "emulated"),
        ("cuda", "triton", "hardware"),
        ("rocm", "aiter", "hardware"),
        ("rocm", "torch", "hardware"),
    ],
)
def test_evidence(device: str, backend: str, evidence: str) -> None:
    assert devices.evidence_of(device, backend) == evidence


@pytest.mark.parametrize("backend", ["aiter", "rocm", "triton", "torch"])
def test_nothing_on_a_stand_in_is_evidence(backend: str) -> None:
    for kind, target in (("rocm", "gfx942"), ("cuda", None), ("emulated", "gfx942")):
        assert devices.evidence_of(Device(kind, kind, target, stubbed=True), backend) == "stubbed"


def test_detection_says_in_one_line_what_is_missing() -> None:
    found = devices.detect()
    assert "\n" not in found.summary
    if not torch.cuda.is_available():
        assert found.device == devices.CPU
        assert found.product is None
        assert "PyTorch" in found.summary
        assert torch.version.hip is not None or "is not a ROCm build" in found.summary
