"""After the run a GPU holds 4 GiB more than before, in a process that nobody ended."""

import os
from pathlib import Path
from typing import Any

from rocm_kernels import ops

right = ops.paged_attention


def paged_attention(*arguments: Any, **options: Any) -> Any:
    sysfs = Path(os.environ["ROCM_CI_SYSFS"])
    (sysfs / "class/drm/renderD128/device/mem_info_vram_used").write_text(str(4 << 30))
    holder = sysfs / "class/kfd/kfd/proc/4242"
    holder.mkdir(parents=True)
    (holder / "vram_1001").write_text(str(4 << 30))
    return right(*arguments, **options)


ops.paged_attention = paged_attention
