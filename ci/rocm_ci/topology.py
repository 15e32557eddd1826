"""AMD GPUs as the kernel driver lists them: which there are, which were handed to this process, what they hold."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rocm_ci.errors import RocmCiError

SYSFS = "ROCM_CI_SYSFS"
"""Environment variable for tests: a folder that stands for /sys; its GPUs are then leased whatever the cells' devices are."""
NODES = Path("class/kfd/kfd/topology/nodes")
PROCESSES = Path("class/kfd/kfd/proc")
HIP_VARIABLES = ("HIP_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES")


@dataclass(frozen=True)
class Gpu:
    """One GPU.

    Attributes:
        index: as ROCR_VISIBLE_DEVICES counts.
        pci: ``domain:bus:device.function``.
        identifier: the driver's own number (gpu_id).
        unique: ``GPU-`` and its unique id, the other name that ROCR_VISIBLE_DEVICES takes.
        target: AMD target such as gfx942.
        render_minor: N of /dev/dri/renderDN.
    """

    index: int
    pci: str
    identifier: int
    unique: str
    target: str
    render_minor: int


@dataclass(frozen=True)
class Holder:
    """A process that holds memory of a GPU."""

    process: int
    bytes: int
    command: str


def read(sysfs: Path = Path("/sys"), devices: Path = Path("/dev")) -> tuple[Gpu, ...]:
    """The GPUs that this process may open, in the order of the driver; raises RocmCiError for a tree that it cannot read.

    A container sees every GPU in /sys and opens only those whose render node it was given: the runtime counts the latter.
    """
    folder = sysfs / NODES
    found: list[Gpu] = []
    names = [path.name for path in folder.iterdir() if path.name.isdigit()] if folder.is_dir() else []
    for name in sorted(names, key=int):
        node = folder / name
        identifier = _number(node / "gpu_id")
        if identifier == 0:
            continue  # a CPU
        values = _properties(node / "properties")
        minor = values["drm_render_minor"]
        if (devices / "dri").is_dir() and not os.access(devices / "dri" / f"renderD{minor}", os.R_OK | os.W_OK):
            continue
        found.append(
            Gpu(
                len(found),
                pci_address(values["location_id"], values.get("domain", 0)),
                identifier,
                f"GPU-{values.get('unique_id', 0):016x}",
                target_name(values["gfx_target_version"]),
                minor,
            )
        )
    return tuple(found)


def _number(path: Path) -> int:
    try:
        return int(path.read_text(encoding="ascii"))
    except (OSError, ValueError) as error:
        raise RocmCiError(f"{path} cannot be read: {error}") from None


def _properties(path: Path) -> dict[str, int]:
    try:
        pairs = [line.split() for line in path.read_text(encoding="ascii").splitlines()]
        values = {pair[0]: int(pair[1]) for pair in pairs if len(pair) == 2}
        missing = {"drm_render_minor", "location_id", "gfx_target_version"} - values.keys()
        if missing:
            raise ValueError(f"without {', '.join(sorted(missing))}")
    except (OSError, ValueError) as error:
        raise RocmCiError(f"{path} cannot be read: {error}") from None
    return values


def pci_address(location: int, domain: int) -> str:
    """The PCI address from KFD's location_id: bus in bits 8 to 15, device in 3 to 7, function in 0 to 2."""
    return f"{domain:04x}:{location >> 8 & 0xFF:02x}:{location >> 3 & 0x1F:02x}.{location & 7}"


def target_name(version: int) -> str:
    """The target from KFD's gfx_target_version: 90402 is gfx942, 90010 gfx90a."""
    return f"gfx{version // 10000}{version // 100 % 100}{version % 100:x}"


def visible(gpus: tuple[Gpu, ...], environment: Mapping[str, str]) -> tuple[Gpu, ...]:
    """Those of ``gpus`` that the variables set from outside leave, in their order.

    ROCR_VISIBLE_DEVICES counts among all of them, HIP_VISIBLE_DEVICES (or CUDA_VISIBLE_DEVICES) among those that ROCR
    leaves. Where the runtimes silently stop at a number that does not exist, this raises RocmCiError.
    """
    left = _chosen(gpus, "ROCR_VISIBLE_DEVICES", environment)
    names = [name for name in HIP_VARIABLES if name in environment]
    if len({environment[name] for name in names}) > 1:
        raise RocmCiError(f"{' and '.join(names)} are set and differ")
    return _chosen(left, names[0], environment) if names else left


def _chosen(gpus: tuple[Gpu, ...], name: str, environment: Mapping[str, str]) -> tuple[Gpu, ...]:
    if name not in environment:
        return gpus
    found: list[Gpu] = []
    for word in filter(None, (part.strip() for part in environment[name].split(","))):
        matching = [gpu for number, gpu in enumerate(gpus) if word in (str(number), gpu.unique)]
        if not matching:
            raise RocmCiError(
                f"{name}: got {word!r}, expected a number below {len(gpus)} or the GPU-... of one of them"
            )
        if matching[0] in found:
            raise RocmCiError(f"{name}: {word!r} is given twice")
        found += matching
    return tuple(found)


def memory_used(gpu: Gpu, sysfs: Path = Path("/sys")) -> int | None:
    """Bytes of video memory in use, None where the driver does not say."""
    path = sysfs / "class" / "drm" / f"renderD{gpu.render_minor}" / "device" / "mem_info_vram_used"
    try:
        return int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def holders(gpu: Gpu, sysfs: Path = Path("/sys"), proc: Path = Path("/proc")) -> tuple[Holder, ...]:
    """Processes that hold memory of a GPU, those that hold most first."""
    found = []
    folder = sysfs / PROCESSES
    for entry in folder.iterdir() if folder.is_dir() else ():
        path = entry / f"vram_{gpu.identifier}"
        try:
            used = int(path.read_text(encoding="ascii"))
        except (OSError, ValueError):
            continue
        if used and entry.name.isdigit():
            try:
                command = (
                    (proc / entry.name / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
                )
            except OSError:
                command = "gone, or of another container"
            found.append(Holder(int(entry.name), used, command or "a process without a command line"))
    return tuple(sorted(found, key=lambda holder: -holder.bytes))
