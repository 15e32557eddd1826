"""Writes a tree that looks like the /sys of a machine with AMD GPUs: a CPU node first, then the GPUs."""

from __future__ import annotations

from pathlib import Path

VERSIONS = {"gfx942": 90402, "gfx90a": 90010, "gfx950": 90500, "gfx1100": 110000, "gfx1201": 120001}


def write_tree(sysfs: Path, gpus: int, target: str = "gfx942", used: int = 0) -> Path:
    nodes = sysfs / "class/kfd/kfd/topology/nodes"
    for number in range(gpus + 1):
        node = nodes / str(number)
        node.mkdir(parents=True)
        is_gpu = number > 0
        (node / "gpu_id").write_text(f"{1000 + number if is_gpu else 0}\n")
        if is_gpu:
            minor = 127 + number
            values = {
                "simd_count": 304,
                "gfx_target_version": VERSIONS[target],
                "location_id": number << 8,
                "domain": 0,
                "drm_render_minor": minor,
                "unique_id": 0xABC0 + number,
            }
            (node / "properties").write_text("".join(f"{name} {value}\n" for name, value in values.items()))
            device = sysfs / f"class/drm/renderD{minor}/device"
            device.mkdir(parents=True)
            (device / "mem_info_vram_used").write_text(f"{used}\n")
    return sysfs
