"""The AMD GPU as a container needs it: device nodes and numeric groups, or the reason why there is none to hand in."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

VISIBILITY = ("ROCR_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES")


@dataclass(frozen=True)
class Nodes:
    """Device nodes of AMD GPUs.

    Attributes:
        devices: paths to hand to a container.
        groups: numeric ids of the groups that may use them; names would have to exist in the image.
        reason: why no GPU can be handed in; None where one can.
    """

    devices: tuple[str, ...]
    groups: tuple[int, ...]
    reason: str | None


def nodes(dev: Path = Path("/dev"), extra_kfd: str | None = None) -> Nodes:
    """Look for /dev/kfd and the render nodes.

    Args:
        dev: folder of device nodes.
        extra_kfd: a node to hand in as /dev/kfd although it is none (``/dev/null``), for tests of this branch.
    """
    if extra_kfd is not None:
        return Nodes((f"{extra_kfd}:/dev/kfd",), (), None)
    kfd = dev / "kfd"
    if not kfd.exists():
        return Nodes((), (), f"{kfd} does not exist: no AMD GPU, or the driver amdgpu is not loaded")
    if not stat.S_ISCHR(kfd.stat().st_mode):
        return Nodes((), (), f"{kfd} is no device node")
    if not os.access(kfd, os.R_OK | os.W_OK):
        return Nodes((), (), f"{kfd} may not be read and written by this user (group {kfd.stat().st_gid})")
    renders = sorted((dev / "dri").glob("renderD*"))
    if not renders:
        return Nodes((), (), f"{dev / 'dri'} has no render node")
    found = (kfd, *renders)
    groups = sorted({path.stat().st_gid for path in found} - {0})
    return Nodes(tuple(str(path) for path in found), tuple(groups), None)


def visibility(environment: dict[str, str]) -> dict[str, str]:
    """The one variable that limits which GPUs are seen; raises ValueError where both are set, since they then multiply."""
    found = {name: environment[name] for name in VISIBILITY if environment.get(name)}
    if len(found) > 1:
        raise ValueError(f"{' and '.join(found)} are both set; the second counts within the first: set one of them")
    return found
